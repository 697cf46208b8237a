//! Where a ray first hits a mesh: every triangle, in `f64`, watertight.
//!
//! Seen along the ray, an edge from p to q passes it on the side that the sign of (p × q)·d tells, with both
//! ends taken relative to the ray's start and d its direction. For the neighbour across the edge, which has
//! it the other way around, all terms change their sign exactly: of two triangles with a common edge one at
//! least is hit where the ray passes between them. Zero counts for both.
//! Source: Woop, Benthin & Wald, "Watertight Ray/Triangle Intersection", 2013, with the shear left out.

use super::{cross, dot};
use crate::workload::bumpy_sphere::Surface;
use crate::workload::rays::Ray;

/// The distance of the nearest hit; `None` if there is none.
pub fn closest(surface: &Surface, ray: &Ray) -> Option<f64> {
    let (origin, direction) = (ray.origin.map(f64::from), ray.direction.map(f64::from));
    let hits = surface.corners().filter_map(|corners| {
        let [a, b, c] = corners.map(|corner| std::array::from_fn(|i| f64::from(corner[i]) - origin[i]));
        let side = |p: [f64; 3], q: [f64; 3]| dot(cross(p, q), direction);
        let sides = [side(b, c), side(c, a), side(a, b)];
        let is_left = sides.iter().all(|&side| side >= 0.0);
        let is_right = sides.iter().all(|&side| side <= 0.0);
        let sum: f64 = sides.iter().sum();
        // All zero: the ray lies in the triangle's plane, and its neighbours are hit where it comes and goes.
        if !(is_left || is_right) || sum == 0.0 {
            return None;
        }
        let way =
            (sides[0] * dot(a, direction) + sides[1] * dot(b, direction) + sides[2] * dot(c, direction))
                / (sum * dot(direction, direction));
        (way >= 0.0).then_some(way)
    });
    hits.min_by(f64::total_cmp)
}

#[cfg(test)]
mod tests {
    use super::super::super::workload::rays::at_corners_and_edges;
    use super::*;

    fn along_z(origin: [f32; 3], z: f32) -> Ray {
        Ray { origin, way: [0.0, 0.0, z], direction: [0.0, 0.0, z] }
    }

    #[test]
    fn a_triangle_is_hit_inside_on_its_edges_and_at_its_corners() {
        let positions = vec![[0.0, 0.0, 2.0], [4.0, 0.0, 2.0], [0.0, 4.0, 2.0]];
        let surface = Surface { positions, triangles: vec![[0, 1, 2]] };
        let up = |x, y| closest(&surface, &along_z([x, y, -1.0], 1.0));
        for inside in [[1.0, 1.0], [0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [4.0, 0.0]] {
            assert_eq!(up(inside[0], inside[1]), Some(3.0));
            let down = along_z([inside[0], inside[1], 5.0], -1.0);
            assert_eq!(closest(&surface.inside_out(), &down), Some(3.0));
        }
        assert_eq!(up(2.1, 2.0), None);
        assert_eq!(up(-0.1, 1.0), None);
        assert_eq!(closest(&surface, &along_z([1.0, 1.0, 3.0], 1.0)), None);
    }

    #[test]
    fn no_ray_gets_out_of_an_octahedron() {
        let positions = vec![
            [9.0, 0.1, 0.0],
            [-9.3, 0.0, 0.2],
            [0.3, 9.1, 0.0],
            [0.0, -9.7, 0.1],
            [0.2, 0.0, 9.9],
            [0.0, 0.3, -9.2],
        ];
        let triangles =
            vec![[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]];
        let surface = Surface { positions, triangles };
        // |x| + |y| + |z| < 8 is well within it.
        let is_within = |ray: &&Ray| ray.origin.iter().map(|x| x.abs()).sum::<f32>() < 8.0;
        for ray in at_corners_and_edges(&surface).iter().flatten().filter(is_within) {
            assert!(closest(&surface, ray).is_some(), "{ray:?}");
        }
    }
}
