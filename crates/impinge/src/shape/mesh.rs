//! Triangle meshes.

use super::Triangle;
use crate::math::Vector;

/// Triangle mesh with shared vertices: a surface in 3D, an area in 2D.
///
/// Vertices are finite and indices are in range; nothing else is required. Triangles may be degenerate,
/// intersect, be disconnected or face any way. Queries that need a closed surface document it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh<V> {
    positions: Vec<V>,
    triangles: Vec<[u32; 3]>,
}

/// Maximum number of vertices or triangles: 31 bits number them.
const MAX_COUNT: usize = i32::MAX as usize;

/// Error of [`Mesh::new`].
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MeshError {
    /// A vertex is NaN or infinite.
    #[error("vertex {vertex} must be finite, but is {value}; remove it and the triangles that use it")]
    NotFinite {
        /// Number of the vertex.
        vertex: usize,
        /// Position of the vertex.
        value: String,
    },
    /// A triangle refers to a vertex that does not exist.
    #[error("triangle {triangle} refers to vertex {vertex}, but there are only {vertices}")]
    IndexOutOfRange {
        /// Number of the triangle.
        triangle: usize,
        /// The index that is out of range.
        vertex: u32,
        /// Number of vertices of the mesh.
        vertices: usize,
    },
    /// The mesh has more triangles or vertices than a bounding volume hierarchy can number.
    ///
    /// One of 32 bits distinguishes nodes from triangles.
    #[error("a mesh can have at most 2^31 − 1 vertices and triangles; split it")]
    TooLarge,
}

impl<V: Vector> Mesh<V> {
    /// Creates a mesh from vertices and three vertex indices per triangle.
    ///
    /// # Errors
    /// If a vertex is not finite, an index is out of range, or there are more than 2³¹ − 1 vertices or
    /// triangles.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::Mesh;
    /// let mesh = Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
    /// assert_eq!(mesh.triangle(0).points()[1], Vec3::X);
    /// assert!(Mesh::new(vec![Vec3::ZERO], vec![[0, 0, 1]]).is_err());
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    #[inline]
    pub fn new(positions: Vec<V>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        V::shape_mesh(positions, triangles)
    }

    pub(super) fn new_inner(positions: Vec<V>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        if positions.len() > MAX_COUNT || triangles.len() > MAX_COUNT {
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

    /// Returns the positions of the vertices.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::Mesh;
    /// let mesh = Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
    /// // The same mesh in centimetres instead of metres.
    /// let corners = mesh.positions().iter().map(|&corner| corner * 100.0).collect();
    /// let large = Mesh::new(corners, mesh.triangles().to_vec())?;
    /// assert_eq!(large.triangle(0).points(), [Vec3::ZERO, Vec3::X * 100.0, Vec3::Y * 100.0]);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn positions(&self) -> &[V] {
        &self.positions
    }

    /// Returns three vertex indices per triangle.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// Returns all triangles, by number.
    pub(crate) fn placed_triangles(&self) -> impl Iterator<Item = Triangle<V>> {
        self.triangles
            .iter()
            .map(|corners| Triangle::of(corners.map(|vertex| self.positions[vertex as usize])))
    }

    /// Returns one triangle.
    ///
    /// # Panics
    /// If `number` is out of range, as for a slice.
    #[inline]
    pub fn triangle(&self, number: u32) -> Triangle<V> {
        Triangle::of(self.triangles[number as usize].map(|vertex| self.positions[vertex as usize]))
    }
}
