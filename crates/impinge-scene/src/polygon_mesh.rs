//! Meshes from polygons over one list of vertices: what OBJ, PLY and COLLADA share.

use std::collections::BTreeMap;

use impinge::glam::DVec3;

use crate::loading::Loading;
use crate::mesh_builder::{MeshBuilder, not_finite_message};
use crate::polygon::{Triangulator, fan, outline};
use crate::{Mesh, SceneError};

/// Polygons, one after the other.
#[derive(Default)]
pub(crate) struct Polygons {
    /// Corners of all of them, as indices of vertices.
    corners: Vec<u32>,
    /// For each the number of its corners.
    sizes: Vec<usize>,
    /// Of those with holes, which are few: which of its corners each hole begins with.
    holes: BTreeMap<usize, Vec<u32>>,
    /// Where the corners of the one begin that is being read.
    begin: usize,
}

impl Polygons {
    /// Adds a corner to the polygon that is being read.
    pub fn corner(&mut self, vertex: u32) {
        self.corners.push(vertex);
    }

    /// Adds corners to it.
    pub fn corners(&mut self, vertices: impl IntoIterator<Item = u32>) {
        self.corners.extend(vertices);
    }

    /// The corners that follow are around a hole of the polygon that is being read.
    pub fn hole(&mut self) {
        let begin = self.corners.len() - self.begin;
        self.holes.entry(self.sizes.len()).or_default().push(begin as u32);
    }

    /// The polygon is complete: its corners. With fewer than three it is none, and so is a hole.
    pub fn end(&mut self) -> Result<&[u32], String> {
        let begin = std::mem::replace(&mut self.begin, self.corners.len());
        let corners = &self.corners[begin..];
        let holes = self.holes.get(&self.sizes.len()).map_or(&[][..], Vec::as_slice);
        let around = outline(corners.len(), holes);
        if around < 3 {
            return Err(format!("a face has {around} corners, but needs at least three"));
        }
        let ends = holes.iter().skip(1).copied().chain([corners.len() as u32]);
        if holes.iter().zip(ends).any(|(begin, end)| end - begin < 3) {
            return Err("a hole has fewer than three corners".to_owned());
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
    /// The mesh of complete polygons, whose corners are all below the number of positions; `None`, with a
    /// warning, without triangles.
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
        for (number, &size) in polygons.sizes.iter().enumerate() {
            let holes = polygons.holes.get(&number).map_or(&[][..], Vec::as_slice);
            let (corners, following) = rest.split_at(size);
            rest = following;
            // Each hole takes two triangles more to be gone around.
            loading.reserve_triangles(place, size + 2 * holes.len() - 2)?;
            polygon.clear();
            polygon.extend(corners.iter().map(|&corner| positions[corner as usize]));
            let mut add = |triangle: [usize; 3]| {
                builder.add_triangle(triangle.map(|corner| corners[corner] as usize), |v| positions[v]);
            };
            match triangulator.triangulate(polygon, holes) {
                Some(triangles) => triangles.iter().copied().for_each(&mut add),
                None => {
                    crossed += usize::from(polygon.iter().all(|corner| corner.is_finite()));
                    fan(outline(size, holes)).for_each(&mut add);
                }
            }
        }
        let (mesh, not_finite) = builder.finish(name);
        if not_finite > 0 {
            loading.warn(place, not_finite_message(not_finite));
        }
        if crossed > 0 {
            let message = if crossed == 1 {
                "a polygon crosses itself or folds over: triangulated as a fan".to_owned()
            } else {
                format!("{crossed} polygons cross themselves or fold over: triangulated as fans")
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
