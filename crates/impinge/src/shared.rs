//! The engine for all four vectors, so that tests compile in two thirds of the time.
//!
//! Generic code is compiled where it is used, again in every test and every program. Without full
//! optimisation, crates share what one of them has compiled (`share-generics` of the compiler). So this
//! file names once what more than one test program uses. With everything that it calls, this is a third
//! of all code that they would compile. No code calls this, and linkers leave it out.
//!
//! It is compiled only here: programs that use the engine have one vector or two, and would also
//! compile the others. So a flag in `.cargo/config.toml` turns it on.

use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::broad::{BroadPhase, overlapping_pairs};
use crate::bvh::{Bvh, MeshBvh, MeshPair};
use crate::compound::AnyShape;
use crate::math::{Pose, Rotation, Scalar, Vector};
use crate::narrow::sat::{cast, swept};
use crate::narrow::trace::gjk_trace;
use crate::narrow::{Collide, PairCache, Query, RayOptions, contacts, manifolds};
use crate::shape::{Mesh, Obb, Ray, Segment, ShapeRef};
use crate::sweep::{cast_shape, move_and_slide, time_of_impact};

/// All questions about a pair.
fn ask<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>, ray: Ray<V>, way: Segment<V>) -> V::Scalar {
    let mut cache = PairCache::default();
    let margin = V::Scalar::ONE;
    let relation = a.relation(&b) as u8 + u8::from(a.intersects(&b));
    let mut sum = V::Scalar::from_f64(relation.into()) + a.distance(&b) + a.distance_with(&b, &mut cache);
    sum += a.closest_points(&b).distance + a.closest_points_with(&b, &mut cache).distance;
    let contacts = [a.penetration(&b), a.contact(&b, margin), a.contact_with(&b, margin, &mut cache)];
    for contact in contacts.into_iter().flatten() {
        sum += contact.distance;
    }
    for manifold in [a.manifold(&b, margin), a.manifold_with(&b, margin, &mut cache)].into_iter().flatten() {
        sum += manifold.points[0].distance;
    }
    let options = &RayOptions::default();
    for hit in [a.cast_ray(&ray, options), a.cast_segment(&way, options)].into_iter().flatten() {
        sum += hit.t;
    }
    sum + a.project_point(ray.origin()).distance
}

/// [`ask`] of one vector.
pub type Ask<V> = fn(ShapeRef<'_, V>, ShapeRef<'_, V>, Ray<V>, Segment<V>) -> <V as Vector>::Scalar;

/// Where the code of a function is, which makes the compiler compile it.
pub type Address = *const ();

/// Queries of a shape or a mesh with known types, without what the back end compiles.
fn named<V: Vector>() -> Vec<Address> {
    let shapes = [
        Rotation::<V>::from_columns as Address,
        Rotation::<V>::orthonormalize as Address,
        Rotation::<V>::from_rotation_arc as Address,
        Pose::<V>::then as Address,
        Obb::<V>::closest_point as Address,
    ];
    let pairs = [
        contacts::<AnyShape<V>, AnyShape<V>> as Address,
        manifolds::<AnyShape<V>, AnyShape<V>> as Address,
        cast::<AnyShape<V>, AnyShape<V>> as Address,
        swept::<AnyShape<V>, AnyShape<V>> as Address,
        gjk_trace::<AnyShape<V>, AnyShape<V>> as Address,
        time_of_impact::<V, AnyShape<V>, AnyShape<V>> as Address,
        cast_shape::<V, AnyShape<V>, AnyShape<V>> as Address,
        move_and_slide::<V, AnyShape<V>, AnyShape<V>> as Address,
    ];
    let tree: fn(Mesh<V>) -> MeshBvh<V> = |mesh| MeshBvh::new(mesh);
    let trees = [
        tree as Address,
        Bvh::<V>::new as Address,
        MeshBvh::<V>::closest_point as Address,
        MeshBvh::<V>::closest_point_within as Address,
        MeshBvh::<V>::cast_ray as Address,
        MeshBvh::<V>::cast_rays as Address,
        MeshBvh::<V>::any_hit as Address,
        MeshPair::<V>::intersection as Address,
        MeshPair::<V>::closest_points as Address,
        MeshPair::<V>::closest_points_with as Address,
        MeshPair::<V>::penetration as Address,
        MeshPair::<V>::penetration_along as Address,
        overlapping_pairs::<V> as Address,
        BroadPhase::<V>::add as Address,
        BroadPhase::<V>::set_aabb as Address,
        BroadPhase::<V>::sorted_pairs as Address,
    ];
    [&shapes[..], &pairs, &trees].concat()
}

/// Public, so that all of it is compiled; what is `#[used]` instead would be linked into every program.
pub fn asked() -> (Ask<Vec2>, Ask<Vec3>, Ask<DVec2>, Ask<DVec3>) {
    (ask, ask, ask, ask)
}

/// See [`asked`].
pub fn addresses() -> [Vec<Address>; 4] {
    [named::<Vec2>(), named::<DVec2>(), named::<Vec3>(), named::<DVec3>()]
}
