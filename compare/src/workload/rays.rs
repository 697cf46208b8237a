//! Rays at a bumpy sphere.

use std::collections::BTreeSet;

use glam::Vec3;
use impinge::math::Unit;

use super::bumpy_sphere::{RADIUS, Surface};
use super::random::SplitMix64;

/// A start and a direction.
///
/// Our constructor brings directions to length 1, and would change the last bit of one that has it already.
/// So it is given the way to the target, and all others what it makes of that: the same floats for everybody.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where it starts.
    pub origin: [f32; 3],
    /// From there to the target.
    pub way: [f32; 3],
    /// The same of length 1, but for its rounding.
    pub direction: [f32; 3],
}

impl Ray {
    /// The ray from one point to another.
    fn towards(origin: [f32; 3], target: [f32; 3]) -> Self {
        let way = std::array::from_fn(|i| target[i] - origin[i]);
        let direction = Unit::new(Vec3::from_array(way)).map_or(way, |unit| unit.get().to_array());
        Ray { origin, way, direction }
    }
}

/// Rays that have nothing in common: from a uniform point at three times the sphere's radius to a uniform
/// point of the cube around it. 80 % hit.
pub fn incoherent(count: usize) -> Vec<Ray> {
    let mut random = SplitMix64::new(500);
    let mut ray = || {
        let origin = random.direction_3d().map(|x| 3.0 * RADIUS * x);
        Ray::towards(origin, [0; 3].map(|_| random.between(-RADIUS, RADIUS)))
    };
    (0..count).map(|_| ray()).collect()
}

/// Where something starts, and how far it wants to go from there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep {
    /// The start.
    pub start: [f32; 3],
    /// The whole way.
    pub motion: [f32; 3],
}

/// Ways like those of the rays, up to the points that they are aimed at.
pub fn sweeps(count: usize) -> Vec<Sweep> {
    let mut random = SplitMix64::new(502);
    let mut sweep = || {
        let start = random.direction_3d().map(|x| 3.0 * RADIUS * x);
        Sweep { start, motion: start.map(|from| random.between(-RADIUS, RADIUS) - from) }
    };
    (0..count).map(|_| sweep()).collect()
}

/// Rays at all corners and at the middles of all edges, from uniform points of the cube of half the sphere's
/// radius, which lies inside. Whatever their rounding does, they must hit.
pub fn at_corners_and_edges(surface: &Surface) -> [Vec<Ray>; 2] {
    let mut random = SplitMix64::new(501);
    let mut from_inside = |target| {
        let origin = [0; 3].map(|_| random.between(-RADIUS / 2.0, RADIUS / 2.0));
        Ray::towards(origin, target)
    };
    let corners = surface.positions.iter().map(|&corner| from_inside(corner)).collect();
    let edges: BTreeSet<[u32; 2]> = surface
        .triangles
        .iter()
        .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]].map(|[a, b]| [a.min(b), a.max(b)]))
        .collect();
    let middle = |[a, b]: [u32; 2]| {
        let [a, b] = [a, b].map(|corner| surface.positions[corner as usize]);
        std::array::from_fn(|i| 0.5 * (a[i] + b[i]))
    };
    [corners, edges.into_iter().map(|edge| from_inside(middle(edge))).collect()]
}

#[cfg(test)]
mod tests {
    use super::super::bumpy_sphere::for_rays;
    use super::*;

    #[test]
    fn there_is_a_ray_for_each_corner_and_each_edge() {
        let [corners, edges] = at_corners_and_edges(&for_rays());
        // Euler: corners − edges + triangles = 2.
        assert_eq!((corners.len(), edges.len()), (49_954, 149_856));
    }

    #[test]
    fn directions_have_length_one() {
        for ray in incoherent(1000) {
            let square: f64 = ray.direction.iter().map(|&x| f64::from(x) * f64::from(x)).sum();
            assert!((square - 1.0).abs() < 3e-7, "{ray:?}");
        }
    }
}
