//! The engine for all four vectors, so that tests compile in two thirds of the time.
//!
//! Generic code is compiled where it is used, by every test and every program again. Without full optimisation, crates share what
//! one of them has compiled (`share-generics` of the compiler). So what more than one test program asks is named here, once: with
//! it and what it calls, a third of all that they would compile. Nobody calls this, and linkers leave it out.
//!
//! Only here: who uses the engine has one vector or two, and would wait for the others. So a flag turns it on that
//! `.cargo/config.toml` sets.

use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::bound::{aabb_of_obb, ball, capsule, cylinder, fit, obb, obb_of_transformed};
use crate::broad::{BroadPhase, overlapping_pairs};
use crate::compound::{AnyShape, FilledPolygon, HeightField, Polyline, SurfaceMesh, decompose};
use crate::cull::{Body, BodyPair, Model, collisions};
use crate::math::{Pose, Rotation, Scalar, Vector};
use crate::narrow::sat::{moving, swept};
use crate::narrow::steps::steps;
use crate::narrow::{Cast, Collide, PairCache, Project, RayOptions, Relate, contacts, manifolds};
use crate::shape::{Hull, Mesh, Obb, Polygon, Ray, Segment, View};
use crate::sweep::{slide, time_of_impact, translate};
use crate::tree::{Bvh, MeshPair, MeshTree};
use crate::world::{Object, World};

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
    let options = &RayOptions::default();
    for hit in [a.cast_ray(&ray, options), a.cast_segment(&way, options)].into_iter().flatten() {
        sum += hit.t;
    }
    sum + a.project(ray.origin()).distance
}

/// [`ask`] of one vector.
pub type Ask<V> = fn(View<'_, V>, View<'_, V>, Ray<V>, Segment<V>) -> <V as Vector>::Scalar;

/// Where the code of a function is, which makes the compiler compile it.
pub type Address = *const ();

/// What a shape, a mesh or a world is asked with types that are known.
fn named<V: Vector>() -> Vec<Address> {
    let shapes = [
        Rotation::<V>::from_columns as Address,
        Rotation::<V>::orthonormalized as Address,
        Rotation::<V>::between as Address,
        Pose::<V>::after as Address,
        Hull::<V>::new as Address,
        Mesh::<V>::new as Address,
        Obb::<V>::closest_point as Address,
        HeightField::<V>::new as Address,
        Polyline::<V>::open as Address,
        Polyline::<V>::closed as Address,
        SurfaceMesh::<V>::depth as Address,
        AnyShape::<V>::moved as Address,
        AnyShape::<V>::rounded as Address,
        <AnyShape<V> as Clone>::clone as Address,
        aabb_of_obb::<V> as Address,
        obb_of_transformed::<V> as Address,
        ball::<V> as Address,
        obb::<V> as Address,
        capsule::<V> as Address,
        cylinder::<V> as Address,
        fit::<V> as Address,
    ];
    let pairs = [
        contacts::<AnyShape<V>, AnyShape<V>> as Address,
        manifolds::<AnyShape<V>, AnyShape<V>> as Address,
        moving::<AnyShape<V>, AnyShape<V>> as Address,
        swept::<AnyShape<V>, AnyShape<V>> as Address,
        steps::<AnyShape<V>, AnyShape<V>> as Address,
        time_of_impact::<V, AnyShape<V>, AnyShape<V>> as Address,
        translate::<V, AnyShape<V>, AnyShape<V>> as Address,
        slide::<V, AnyShape<V>, AnyShape<V>> as Address,
    ];
    let tree: fn(Mesh<V>) -> MeshTree<V> = |mesh| MeshTree::new(mesh);
    let model: fn(Mesh<V>) -> Model<V> = |mesh| Model::new(mesh);
    let trees = [
        tree as Address,
        model as Address,
        Bvh::<V>::new as Address,
        MeshTree::<V>::closest_point as Address,
        MeshTree::<V>::closest_point_within as Address,
        MeshTree::<V>::closest_hit as Address,
        MeshTree::<V>::closest_hits as Address,
        MeshTree::<V>::is_hit as Address,
        MeshPair::<V>::intersection as Address,
        MeshPair::<V>::nearest as Address,
        MeshPair::<V>::nearest_with as Address,
        MeshPair::<V>::way_out as Address,
        MeshPair::<V>::passed_along as Address,
        Body::<V>::relation as Address,
        Body::<V>::depth as Address,
        Body::<V>::shared_volume as Address,
        BodyPair::<V>::intersection as Address,
        collisions::<V, ()> as Address,
        overlapping_pairs::<V> as Address,
        BroadPhase::<V>::add as Address,
        BroadPhase::<V>::set as Address,
        BroadPhase::<V>::sorted_pairs as Address,
    ];
    let worlds = [
        World::<V>::around as Address,
        World::<V>::add as Address,
        World::<V>::remove as Address,
        World::<V>::move_to as Address,
        World::<V>::turn_to as Address,
        World::<V>::step as Address,
        World::<V>::closest_hit as Address,
        World::<V>::nearest as Address,
        Object::<V>::with_velocity as Address,
        Object::<V>::turned as Address,
    ];
    [&shapes[..], &pairs, &trees, &worlds].concat()
}

/// What there is in the plane only.
fn named_in_the_plane<V: Vector>() -> Vec<Address> {
    let polygons = vec![
        Polygon::<V>::new as Address,
        Polygon::<V>::decompose as Address,
        FilledPolygon::<V>::new as Address,
    ];
    [named::<V>(), polygons].concat()
}

/// What there is in space only.
fn named_in_space<V: Vector<Double = DVec3>>() -> Vec<Address> {
    [named::<V>(), vec![decompose::<V> as Address]].concat()
}

/// Public, so that all of it is compiled; what is `#[used]` instead would be linked into every program.
pub fn asked() -> (Ask<Vec2>, Ask<Vec3>, Ask<DVec2>, Ask<DVec3>) {
    (ask, ask, ask, ask)
}

/// See [`asked`].
pub fn addresses() -> [Vec<Address>; 4] {
    [
        named_in_the_plane::<Vec2>(),
        named_in_the_plane::<DVec2>(),
        named_in_space::<Vec3>(),
        named_in_space::<DVec3>(),
    ]
}
