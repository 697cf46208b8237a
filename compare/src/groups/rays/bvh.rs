//! The crate bvh. It has a tree, and a test of a ray against a triangle, which sees fronts only; the nearest
//! hit its users find themselves, among the triangles whose boxes the ray meets.

use bvh::aabb::{Aabb, Bounded};
use bvh::bounding_hierarchy::BHShape;
use bvh::bvh::Bvh;
use bvh::ray::Ray;
use nalgebra::{Point3, Vector3};

use super::Tracer;
use crate::workload::bumpy_sphere::Surface;
use crate::workload::rays;

/// A tree and its triangles.
pub struct Traced {
    tree: Bvh<f32, 3>,
    triangles: Vec<Triangle>,
}

struct Triangle {
    corners: [Point3<f32>; 3],
    node: usize,
}

impl Bounded<f32, 3> for Triangle {
    fn aabb(&self) -> Aabb<f32, 3> {
        let [a, b, c] = &self.corners;
        Aabb::empty().grow(a).grow(b).grow(c)
    }
}

impl BHShape<f32, 3> for Triangle {
    fn set_bh_node_index(&mut self, index: usize) {
        self.node = index;
    }

    fn bh_node_index(&self) -> usize {
        self.node
    }
}

/// The tree of all triangles.
pub fn build(surface: &Surface) -> Traced {
    let triangle = |corners: [[f32; 3]; 3]| Triangle { corners: corners.map(Point3::from), node: 0 };
    let mut triangles: Vec<Triangle> = surface.corners().map(triangle).collect();
    Traced { tree: Bvh::build(&mut triangles), triangles }
}

/// Infinite if it is missed.
fn way(ray: &Ray<f32, 3>, triangle: &Triangle) -> f32 {
    let [a, b, c] = &triangle.corners;
    ray.intersects_triangle(a, b, c).distance
}

impl Tracer for Traced {
    type Ray = Ray<f32, 3>;

    fn prepare(&self, ray: &rays::Ray) -> Self::Ray {
        // As it is given: `Ray::new` would bring it to length 1 once more.
        let direction = Vector3::from(ray.direction);
        Ray { origin: Point3::from(ray.origin), direction, inv_direction: direction.map(|x| 1.0 / x) }
    }

    fn closest(&self, ray: &Self::Ray) -> f32 {
        let mut closest = f32::INFINITY;
        // By the distance at which the ray enters their boxes: what comes after the hit need not be looked
        // at.
        for triangle in self.tree.nearest_traverse_iterator(ray, &self.triangles) {
            let entry = ray.intersection_slice_for_aabb(&triangle.aabb());
            if entry.is_some_and(|(entry, _)| entry > closest) {
                break;
            }
            closest = closest.min(way(ray, triangle));
        }
        closest
    }

    fn any(&self, ray: &Self::Ray) -> bool {
        let mut met = self.tree.traverse_iterator(ray, &self.triangles);
        met.any(|triangle| way(ray, triangle).is_finite())
    }
}
