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

use crate::assembly::{Instance, InstancePair, Model, find_collisions};
use crate::bound::{fit, fit_ball, fit_capsule, fit_cylinder, fit_obb, obb_aabb, transform_obb};
use crate::compound::{AnyShape, FilledPolygon, HeightField, Polyline, SurfaceMesh, decompose};
use crate::math::{Pose, Rotation, Scalar, Vector};
use crate::narrow::sat::{cast, swept};
use crate::narrow::trace::gjk_trace;
use crate::narrow::{Collide, PairCache, Query, RayOptions, contacts, manifolds};
use crate::shape::{Hull, Mesh, Obb, Polygon, Ray, Segment, ShapeRef};
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

/// Queries of a shape or a mesh with known types. Worlds have their part in the back end.
fn named<V: Vector>() -> Vec<Address> {
    let shapes = [
        Rotation::<V>::from_columns as Address,
        Rotation::<V>::orthonormalize as Address,
        Rotation::<V>::from_rotation_arc as Address,
        Pose::<V>::then as Address,
        Hull::<V>::new as Address,
        Mesh::<V>::new as Address,
        Obb::<V>::closest_point as Address,
        HeightField::<V>::new as Address,
        Polyline::<V>::new_open as Address,
        Polyline::<V>::new_closed as Address,
        SurfaceMesh::<V>::depth as Address,
        AnyShape::<V>::at as Address,
        AnyShape::<V>::with_rounding as Address,
        <AnyShape<V> as Clone>::clone as Address,
        obb_aabb::<V> as Address,
        transform_obb::<V> as Address,
        fit_ball::<V> as Address,
        fit_obb::<V> as Address,
        fit_capsule::<V> as Address,
        fit_cylinder::<V> as Address,
        fit::<V> as Address,
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
    let model: fn(Mesh<V>) -> Model<V> = |mesh| Model::new(mesh);
    let trees = [
        model as Address,
        Instance::<V>::relation as Address,
        Instance::<V>::depth as Address,
        Instance::<V>::intersection_volume as Address,
        InstancePair::<V>::intersection as Address,
        find_collisions::<V, ()> as Address,
    ];
    [&shapes[..], &pairs, &trees].concat()
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
