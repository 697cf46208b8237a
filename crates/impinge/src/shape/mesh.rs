//! Triangle meshes.

use super::Triangle;
use crate::math::Vector;

/// Triangles over shared corners: a surface in space, an area in the plane.
///
/// Corners are finite and indices in range; nothing else is asked for. Triangles may be degenerate, intersect, hang
/// loose or face any way; queries that need a closed surface say so.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh<V> {
    positions: Vec<V>,
    triangles: Vec<[u32; 3]>,
}

/// So many corners or triangles are no more than 31 bits can number.
const MOST: usize = i32::MAX as usize;

/// What was wrong with a mesh.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MeshError {
    /// A corner is NaN or infinite.
    #[error("vertex {vertex} must be finite, but is {value}; remove it and the triangles that use it")]
    NotFinite {
        /// Which vertex.
        vertex: usize,
        /// What it is.
        value: String,
    },
    /// A triangle refers to a vertex that does not exist.
    #[error("triangle {triangle} refers to vertex {vertex}, but there are only {vertices}")]
    IndexOutOfRange {
        /// Which triangle.
        triangle: usize,
        /// What it refers to.
        vertex: u32,
        /// How many vertices there are.
        vertices: usize,
    },
    /// More triangles or vertices than trees can number, which take one of 32 bits to tell nodes from triangles.
    #[error("a mesh can have at most 2^31 − 1 vertices and triangles; split it")]
    TooLarge,
}

impl<V: Vector> Mesh<V> {
    /// A mesh from corners and, for each triangle, three indices of them.
    ///
    /// # Errors
    /// If a corner is not finite, an index is that of no corner, or there are more than 2³¹ − 1 corners or triangles.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::Mesh;
    /// let mesh = Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
    /// assert_eq!(mesh.triangle(0).points()[1], Vec3::X);
    /// assert!(Mesh::new(vec![Vec3::ZERO], vec![[0, 0, 1]]).is_err());
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn new(positions: Vec<V>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        if positions.len() > MOST || triangles.len() > MOST {
            return Err(MeshError::TooLarge);
        }
        if let Some(vertex) = positions.iter().position(|position| !position.is_finite()) {
            return Err(MeshError::NotFinite { vertex, value: format!("{:?}", positions[vertex]) });
        }
        for (triangle, indices) in triangles.iter().enumerate() {
            if let Some(&vertex) = indices.iter().find(|&&vertex| vertex as usize >= positions.len()) {
                return Err(MeshError::IndexOutOfRange { triangle, vertex, vertices: positions.len() });
            }
        }
        Ok(Mesh { positions, triangles })
    }

    /// The corners.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::Mesh;
    /// let mesh = Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
    /// // The same in centimetres rather than metres.
    /// let corners = mesh.positions().iter().map(|&corner| corner * 100.0).collect();
    /// let large = Mesh::new(corners, mesh.triangles().to_vec())?;
    /// assert_eq!(large.triangle(0).points(), [Vec3::ZERO, Vec3::X * 100.0, Vec3::Y * 100.0]);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn positions(&self) -> &[V] {
        &self.positions
    }

    /// Three indices of corners for each triangle.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// All triangles, by their numbers.
    pub(crate) fn placed_triangles(&self) -> impl Iterator<Item = Triangle<V>> {
        self.triangles
            .iter()
            .map(|corners| Triangle::of(corners.map(|vertex| self.positions[vertex as usize])))
    }

    /// One triangle.
    ///
    /// # Panics
    /// If there is no triangle of that number, as a slice would.
    #[inline]
    pub fn triangle(&self, number: u32) -> Triangle<V> {
        Triangle::of(self.triangles[number as usize].map(|vertex| self.positions[vertex as usize]))
    }
}
