//! Many rays at once find what each finds alone.

use glam::{DVec2, DVec3, Vec3};
use impinge::bvh::MeshBvh;
use impinge::math::{Scalar, Unit};
use impinge::prelude::*;
use impinge::shape::{Mesh, Ray};

use crate::sample::Random;

/// Triangles anywhere between -1 and 1, some of them without area.
fn soup<V: Vector>(count: u32, random: &mut Random) -> Mesh<V> {
    let coordinate = |random: &mut Random| (random.signed() * 8.0).round() / 8.0;
    let corner = |random: &mut Random| V::from_f64(std::array::from_fn(|_| coordinate(random)));
    let corners = (0..3 * count).map(|_| corner(random)).collect();
    Mesh::new(corners, (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect()).expect("a mesh")
}

fn check<V: Vector>(triangles: u32, rays: usize, seed: u64) {
    let mut random = Random::new(seed);
    let tree = MeshBvh::new(soup::<V>(triangles, &mut random));
    let rays: Vec<Ray<V>> = (0..rays)
        .map(|_| {
            let mut point = || V::from_fn(|_| V::Scalar::from_f64(random.signed() * 2.0));
            let (from, to) = (point(), point());
            Ray::new(from, Unit::new(to - from).unwrap_or(Unit::axis(0))).expect("a ray")
        })
        .collect();
    let max = V::Scalar::from_f64(2.0);
    for options in [
        &RayOptions::default(),
        &RayOptions { max, ..RayOptions::default() },
        &RayOptions { sides: RaySides::FrontOnly, ..RayOptions::default() },
    ] {
        let alone: Vec<_> = rays.iter().map(|ray| tree.cast_ray(ray, options)).collect();
        assert_eq!(tree.cast_rays(&rays, options), alone);
        let alone: Vec<_> = rays.iter().map(|ray| tree.any_hit(ray, options)).collect();
        assert_eq!(tree.any_hits(&rays, options), alone);
        assert!(triangles < 300 || rays.len() < 100 || alone.contains(&true) && alone.contains(&false));
    }
}

#[test]
fn many_rays_at_once_find_what_each_finds_alone() {
    // Fewer than take turns, more than one thread takes, none; many triangles, few, none.
    for (triangles, rays) in [(300, 2500), (300, 3), (2, 500), (0, 20), (20, 0)] {
        check::<Vec3>(triangles, rays, 1);
        check::<DVec3>(triangles, rays, 2);
        check::<DVec2>(triangles, rays, 3);
    }
}
