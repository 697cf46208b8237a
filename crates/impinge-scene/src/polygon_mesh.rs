//! Meshes from polygons over one list of vertices: what OBJ, PLY and COLLADA share.

use glam::DVec3;

use crate::loading::Loading;
use crate::mesh_builder::{MeshBuilder, not_finite_message};
use crate::polygon::{Triangulator, fan};
use crate::{Mesh, SceneError};

/// Polygons, one after the other.
#[derive(Default)]
pub(crate) struct Polygons {
    /// Corners of all of them, as indices of vertices.
    corners: Vec<u32>,
    /// For each the number of its corners.
    sizes: Vec<usize>,
    /// Where the corners of the one begin that is being read.
    begin: usize,
}

impl Polygons {
    /// Adds a corner to the polygon that is being read.
    pub fn corner(&mut self, vertex: u32) {
        self.corners.push(vertex);
    }

    /// The polygon is complete: its corners. With fewer than three it is none.
    pub fn end(&mut self) -> Result<&[u32], String> {
        let begin = std::mem::replace(&mut self.begin, self.corners.len());
        let corners = &self.corners[begin..];
        if corners.len() < 3 {
            return Err(format!("a face has {} corners; it needs three or more", corners.len()));
        }
        self.sizes.push(corners.len());
        Ok(corners)
    }
}

/// Makes meshes of polygons, one after the other.
#[derive(Default)]
pub(crate) struct Cutter {
    builder: MeshBuilder,
    triangulator: Triangulator,
    polygon: Vec<DVec3>,
}

impl Cutter {
    /// The mesh of complete polygons, whose corners are all below the number of positions; `None`, with a warning, without
    /// triangles.
    pub fn mesh(
        &mut self,
        name: String,
        polygons: &Polygons,
        positions: &[DVec3],
        place: &str,
        loading: &mut Loading,
    ) -> Result<Option<Mesh>, SceneError> {
        let Cutter { builder, triangulator, polygon } = self;
        builder.begin_vertices(positions.len());
        let mut crossed = 0;
        let mut rest = &polygons.corners[..];
        for &size in &polygons.sizes {
            let (corners, following) = rest.split_at(size);
            rest = following;
            loading.reserve_triangles(place, size - 2)?;
            polygon.clear();
            polygon.extend(corners.iter().map(|&corner| positions[corner as usize]));
            let mut add = |triangle: [usize; 3]| {
                builder.add_triangle(triangle.map(|corner| corners[corner] as usize), |v| positions[v]);
            };
            match triangulator.triangulate(polygon) {
                Some(triangles) => triangles.iter().copied().for_each(&mut add),
                None => {
                    crossed += usize::from(polygon.iter().all(|corner| corner.is_finite()));
                    fan(size).for_each(&mut add);
                }
            }
        }
        let (mesh, not_finite) = builder.finish(name);
        if not_finite > 0 {
            loading.warn(place, not_finite_message(not_finite));
        }
        if crossed > 0 {
            let message = if crossed == 1 {
                "a polygon crosses itself or folds over: taken as a fan of triangles".to_owned()
            } else {
                format!("{crossed} polygons cross themselves or fold over: taken as fans of triangles")
            };
            loading.warn(place, message);
        }
        if mesh.triangles.is_empty() {
            loading.warn(place, "left out: it has no triangles");
            return Ok(None);
        }
        Ok(Some(mesh))
    }
}
