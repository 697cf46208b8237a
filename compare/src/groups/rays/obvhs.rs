//! obvhs: its binary tree, and its compressed one of eight branches. Triangles are kept in the order of the
//! leaves, as its documentation advises.

use std::time::Duration;

pub use obvhs::BvhBuildParams;
use obvhs::aabb::Aabb;
use obvhs::bvh2::Bvh2;
use obvhs::bvh2::builder::build_bvh2_from_tris;
use obvhs::cwbvh::CwBvh;
use obvhs::cwbvh::builder::build_cwbvh_from_tris;
use obvhs::ray::{Ray, RayHit};
use obvhs::rt_triangle::RtTriangle;
use obvhs::triangle::Triangle;

use super::Tracer;
use crate::workload::bumpy_sphere::Surface;
use crate::workload::rays;

/// A tree and the triangles of its leaves.
pub struct Traced<Tree> {
    tree: Tree,
    triangles: Vec<RtTriangle>,
}

/// The compressed tree of eight branches.
pub fn build_wide(surface: &Surface, settings: BvhBuildParams) -> Traced<CwBvh> {
    let triangles = triangles(surface);
    let tree = build_cwbvh_from_tris(&triangles, settings, &mut Duration::default());
    let triangles = in_order(&triangles, &tree.primitive_indices);
    Traced { tree, triangles }
}

/// The binary tree.
pub fn build_binary(surface: &Surface, settings: BvhBuildParams) -> Traced<Bvh2> {
    let triangles = triangles(surface);
    let tree = build_bvh2_from_tris(&triangles, settings, &mut Duration::default());
    let triangles = in_order(&triangles, &tree.primitive_indices);
    Traced { tree, triangles }
}

fn triangles(surface: &Surface) -> Vec<Triangle> {
    let triangle = |corners: [[f32; 3]; 3]| {
        let [v0, v1, v2] = corners.map(Into::into);
        Triangle { v0, v1, v2 }
    };
    surface.corners().map(triangle).collect()
}

fn in_order(triangles: &[Triangle], order: &[u32]) -> Vec<RtTriangle> {
    order.iter().map(|&number| (&triangles[number as usize]).into()).collect()
}

impl Traced<CwBvh> {
    /// Without what its vectors reserved in vain.
    pub fn shrunk(mut self) -> Self {
        self.tree.nodes.shrink_to_fit();
        self.tree.primitive_indices.shrink_to_fit();
        self
    }
}

impl Traced<Bvh2> {
    /// The corners have moved, the triangles are the same ones. Gives a corner of the box around all.
    pub fn refit(&mut self, surface: &Surface) -> f32 {
        let triangles = triangles(surface);
        self.triangles = in_order(&triangles, &self.tree.primitive_indices);
        for node in self.tree.nodes.iter_mut().filter(|node| node.is_leaf()) {
            let leaf = node.first_index as usize..(node.first_index + node.prim_count) as usize;
            let bounds = self.tree.primitive_indices[leaf]
                .iter()
                .fold(Aabb::empty(), |bounds, &number| bounds.union(&triangles[number as usize].aabb()));
            node.set_aabb(bounds);
        }
        self.tree.refit_all();
        self.tree.nodes.first().map_or(0.0, |root| root.aabb().max.x)
    }
}

/// Starts a ray.
fn ray(ray: &rays::Ray) -> Ray {
    Ray::new_inf(ray.origin.into(), ray.direction.into())
}

impl Tracer for Traced<CwBvh> {
    type Ray = Ray;

    fn prepare(&self, given: &rays::Ray) -> Ray {
        ray(given)
    }

    fn closest(&self, ray: &Ray) -> f32 {
        let mut hit = RayHit::none();
        self.tree.ray_traverse(*ray, &mut hit, |ray, place| self.triangles[place].intersect(ray));
        hit.t
    }

    fn any(&self, ray: &Ray) -> bool {
        !self.tree.ray_traverse_miss(*ray, |ray, place| self.triangles[place].intersect(ray))
    }
}

impl Tracer for Traced<Bvh2> {
    type Ray = Ray;

    fn prepare(&self, given: &rays::Ray) -> Ray {
        ray(given)
    }

    fn closest(&self, ray: &Ray) -> f32 {
        let mut hit = RayHit::none();
        self.tree.ray_traverse(*ray, &mut hit, |ray, place| self.triangles[place].intersect(ray));
        hit.t
    }

    fn any(&self, ray: &Ray) -> bool {
        !self.tree.ray_traverse_miss(*ray, |ray, place| self.triangles[place].intersect(ray))
    }
}
