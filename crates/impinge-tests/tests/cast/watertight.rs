//! No ray leaves a closed mesh, however exactly it aims at corners and edges.
//!
//! `IMPINGE_WATERTIGHT_RAYS=100000000 cargo test --release -p impinge-tests --test shapes cast::watertight`
//! tries so many, `IMPINGE_SEED` others.

use glam::{DVec3, Vec3};
use impinge::bvh::{BuildQuality, MeshBvh};
use impinge::math::{Scalar, Unit};
use impinge::prelude::*;
use impinge::shape::{Mesh, Ray};
use impinge_tests::demand;

type Made<T> = Result<T, Box<dyn std::error::Error>>;

fn rays_wanted() -> usize {
    demand::cases("IMPINGE_WATERTIGHT_RAYS", 60_000)
}

/// SplitMix64, as numbers from 0 to 1.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn index(&mut self, count: usize) -> usize {
        (self.unit() * count as f64) as usize
    }
}

/// A closed surface around the origin, of `rings` times as many sectors, whose corners are about 10 away from
/// it, up to a share that is drawn for each.
fn bumpy<V: Vector>(rings: usize, roughness: f64, random: &mut Random) -> Made<Mesh<V>> {
    let mut corners = vec![V::from_f64([0.0, 0.0, 10.0]), V::from_f64([0.0, 0.0, -10.0])];
    for ring in 1..rings {
        for sector in 0..rings {
            let (sin, cos) = (std::f64::consts::PI * ring as f64 / rings as f64).sin_cos();
            let (y, x) = (std::f64::consts::TAU * sector as f64 / rings as f64).sin_cos();
            let radius = 10.0 * (1.0 + roughness * (random.unit() - 0.5));
            corners.push(V::from_f64([radius * sin * x, radius * sin * y, radius * cos]));
        }
    }
    let at = |ring: usize, sector: usize| (2 + (ring - 1) * rings + sector % rings) as u32;
    let mut triangles = Vec::new();
    for sector in 0..rings {
        triangles.push([0, at(1, sector), at(1, sector + 1)]);
        triangles.push([1, at(rings - 1, sector + 1), at(rings - 1, sector)]);
        for ring in 1..rings - 1 {
            let [a, b] = [at(ring, sector), at(ring, sector + 1)];
            let [c, d] = [at(ring + 1, sector), at(ring + 1, sector + 1)];
            triangles.extend([[a, c, b], [b, c, d]]);
        }
    }
    Ok(Mesh::new(corners, triangles)?)
}

fn check<V: Vector>(seed: u64, roughness: f64) -> Made<()> {
    let mut random = Random(seed);
    let mut counts = [0_usize; 2];
    for (rings, build) in [(6, BuildQuality::High), (48, BuildQuality::Fast), (160, BuildQuality::High)] {
        let tree = MeshBvh::with_build(bumpy::<V>(rings, roughness, &mut random)?, build);
        for _ in 0..rays_wanted() / 18 {
            let triangle = random.index(tree.mesh().triangles().len());
            let [a, b, _] = tree.mesh().triangle(triangle as u32).points();
            // At a corner, at the middle of an edge, or somewhere on it.
            let part = [0.0, 0.5, random.unit()][random.index(3)];
            let target = a + (b - a) * V::Scalar::from_f64(part);
            // From its middle every point of the surface is seen; from elsewhere bumps may stand before it.
            let is_from_middle = random.index(2) == 0;
            let reach = if is_from_middle { 1e-3 } else { 3.0 };
            let origin = V::from_fn(|_| V::Scalar::from_f64((random.unit() * 2.0 - 1.0) * reach));
            let ray = Ray::new(origin, Unit::new(target - origin)?)?;
            let is_held = tree.any_hit(&ray, &RayOptions::default());
            assert!(is_held, "{ray:?} leaves through {triangle} of {rings} rings, seed {seed}");
            let hit = tree.cast_ray(&ray, &RayOptions::default());
            let found: f64 = hit.map_or(f64::INFINITY, |hit| hit.t.into());
            let expected: f64 = (target - origin).length().into();
            // Through a gap it would find the other side, or nothing. Of the edge of a bump it may see what
            // is behind.
            let is_seen = is_from_middle || roughness == 0.0;
            assert!(
                !is_seen || found <= expected * 1.001,
                "{ray:?} goes {found} through {triangle}, not {expected}"
            );
            counts[usize::from(is_seen)] += 1;
        }
    }
    // At least a third can tell a gap from a bump.
    assert!(counts[1] >= counts[0] / 2, "{counts:?}");
    Ok(())
}

macro_rules! no_ray_leaves {
    ($($name:ident: $vector:ty, $roughness:literal;)*) => {
        $(#[test]
        fn $name() -> Made<()> {
            check::<$vector>(demand::seed(1), $roughness)
        })*
    };
}

no_ray_leaves! {
    no_ray_leaves_a_ball: Vec3, 0.0;
    no_ray_leaves_what_is_uneven: Vec3, 0.02;
    no_ray_leaves_what_is_rough: Vec3, 0.2;
    no_ray_leaves_a_ball_in_f64: DVec3, 0.0;
    no_ray_leaves_what_is_uneven_in_f64: DVec3, 0.02;
    no_ray_leaves_what_is_rough_in_f64: DVec3, 0.2;
}
