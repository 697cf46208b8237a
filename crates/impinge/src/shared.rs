//! The engine for all four vectors, so that tests compile in half the time.
//!
//! Generic code is compiled where it is used, by every test and every program again. Without full optimisation, crates share what
//! one of them has compiled (`share-generics` of the compiler). So in development all questions about pairs are named here, once.
//! Nobody calls this, and linkers leave it out.

use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::math::{Scalar, Vector};
use crate::narrow::{Cast, Collide, PairCache, Project, RayOptions, Relate};
use crate::shape::{Ray, Segment, View};

/// All questions about a pair.
fn ask<V: Vector>(a: View<'_, V>, b: View<'_, V>, ray: Ray<V>, way: Segment<V>) -> V::Scalar {
    let mut cache = PairCache::default();
    let margin = V::Scalar::ONE;
    let relation = a.relation(&b) as u8 + u8::from(a.intersects(&b));
    let mut sum = V::Scalar::from_f64(relation.into()) + a.distance(&b) + a.distance_with(&b, &mut cache);
    sum += a.nearest(&b).distance + a.nearest_with(&b, &mut cache).distance;
    let contacts = [a.penetration(&b), a.contact(&b, margin), a.contact_with(&b, margin, &mut cache)];
    for contact in contacts.into_iter().flatten() {
        sum += contact.distance;
    }
    for manifold in [a.manifold(&b, margin), a.manifold_with(&b, margin, &mut cache)].into_iter().flatten() {
        sum += manifold.points[0].distance;
    }
    let options = RayOptions::default();
    for hit in [a.cast_ray(&ray, options), a.cast_segment(&way, options)].into_iter().flatten() {
        sum += hit.t;
    }
    sum + a.project(ray.origin()).distance
}

type Ask<V> = fn(View<'_, V>, View<'_, V>, Ray<V>, Segment<V>) -> <V as Vector>::Scalar;

/// Kept, so that they are compiled.
#[used]
static ASKED: (Ask<Vec2>, Ask<Vec3>, Ask<DVec2>, Ask<DVec3>) = (ask, ask, ask, ask);
