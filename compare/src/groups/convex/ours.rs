//! impinge: shapes at their places, in `f32`.

use glam::{Quat, Vec3};
use impinge::math::{Pose, Rotation, Unit};
use impinge::narrow::{Collide, PairCache, Query, RayOptions};
use impinge::shape::{Capsule, Cone, Cylinder, Hull, Obb, PlacedHull, Ray, Shape, ShapeError, Triangle};

use crate::error::Error;
use crate::pairwise::{Entry, cold, each, warm};
use crate::workload::convex::{RayCase, Round};
use crate::workload::moving::{Pair, Pose3};

/// Pairs as we have them: placed shapes.
pub type Prepared<T, const N: usize> = Vec<Pair<(), T, N>>;

/// The workload in our types.
pub fn prepare<S, T: Clone, const N: usize>(
    pairs: &[Pair<S, Pose3, N>],
    place: impl Fn(&S, &Pose3) -> Result<T, ShapeError>,
) -> Result<Prepared<T, N>, Error> {
    Ok(pairs.iter().map(|pair| pair.try_prepared(&place)).collect::<Result<_, _>>()?)
}

/// A box.
pub fn cuboid(half: &[f32; 3], pose: &Pose3) -> Result<Obb<Vec3>, ShapeError> {
    let Pose { rotation, translation } = placed(pose)?;
    Obb::new(translation, Vec3::from_array(*half), rotation)
}

/// A capsule.
pub fn capsule(round: &Round, pose: &Pose3) -> Result<Capsule<Vec3>, ShapeError> {
    let pose = placed(pose)?;
    let end = Vec3::new(0.0, round.half, 0.0);
    Capsule::new(pose.transform_point(-end), pose.transform_point(end), round.radius)
}

/// A cylinder.
pub fn cylinder(round: &Round, pose: &Pose3) -> Result<Cylinder<Vec3>, ShapeError> {
    Cylinder::new(round.half, round.radius, placed(pose)?)
}

/// Triangles, whose corners are where they are.
pub fn triangles(pairs: &[[[[f32; 3]; 3]; 2]]) -> Result<Prepared<Triangle<Vec3>, 1>, Error> {
    let triangle = |corners: &[[f32; 3]; 3]| Triangle::new(corners.map(Vec3::from_array));
    let still = |[a, b]: &[[[f32; 3]; 3]; 2]| {
        Ok(Pair { shapes: [(), ()], first: triangle(a)?, second: [triangle(b)?] })
    };
    Ok(pairs.iter().map(still).collect::<Result<_, ShapeError>>()?)
}

/// `cast_ray` at shapes in their places: the way to the hit, NaN if there is none.
pub fn ray<'a, S: Query<Vector = Vec3> + 'a>(
    cases: &[RayCase],
    place: impl Fn(&RayCase) -> Result<S, ShapeError>,
) -> Result<Entry<'a>, Error> {
    let prepared = |case: &RayCase| {
        let direction = Unit::new(Vec3::from_array(case.direction))?;
        Ok((place(case)?, Ray::new(Vec3::from_array(case.origin), direction)?))
    };
    let inputs = cases.iter().map(prepared).collect::<Result<_, ShapeError>>()?;
    Ok(each("impinge", inputs, |(shape, ray): &(S, Ray<Vec3>)| {
        shape.cast_ray(ray, &RayOptions::default()).map_or(f32::NAN, |hit| hit.t)
    }))
}

/// A cone.
pub fn cone(round: &Round, pose: &Pose3) -> Result<Cone<Vec3>, ShapeError> {
    Cone::new(round.half, round.radius, placed(pose)?)
}

/// The hulls of these points.
pub fn hulls(points: &[Vec<[f32; 3]>]) -> Result<Vec<Hull<Vec3>>, Error> {
    Ok(points.iter().map(|points| Hull::new(&vectors(points))).collect::<Result<_, ShapeError>>()?)
}

/// A hull at its place.
pub fn hull<'h>(hull: &'h Hull<Vec3>, pose: &Pose3) -> Result<PlacedHull<'h, Vec3>, ShapeError> {
    Ok(hull.at(&placed(pose)?))
}

/// `intersects`.
pub fn overlap<'a, T: Shape<Vector = Vec3> + Collide<T> + 'a, const N: usize>(
    pairs: Prepared<T, N>,
) -> Entry<'a> {
    cold("impinge", pairs, |_, a, b| f32::from(a.intersects(b)))
}

/// `distance`.
pub fn distance<'a, T: Collide<T> + Shape<Vector = Vec3> + 'a, const N: usize>(
    pairs: Prepared<T, N>,
) -> Entry<'a> {
    cold("impinge", pairs, |_, a, b| a.distance(b))
}

/// `distance_with`.
pub fn warm_distance<'a, T: Collide<T> + Shape<Vector = Vec3> + 'a, const N: usize>(
    pairs: Prepared<T, N>,
) -> Entry<'a> {
    warm("impinge", pairs, |_, a, b, cache: &mut PairCache| a.distance_with(b, cache))
}

/// `contact` without a margin.
pub fn contact<'a, T: Collide<T> + Shape<Vector = Vec3> + 'a, const N: usize>(
    pairs: Prepared<T, N>,
) -> Entry<'a> {
    cold("impinge", pairs, |_, a, b| a.contact(b, 0.0).map_or(f32::NAN, |contact| contact.distance))
}

/// `contact_with`, the same.
pub fn warm_contact<'a, T: Collide<T> + Shape<Vector = Vec3> + 'a, const N: usize>(
    pairs: Prepared<T, N>,
) -> Entry<'a> {
    warm("impinge", pairs, |_, a, b, cache: &mut PairCache| {
        a.contact_with(b, 0.0, cache).map_or(f32::NAN, |contact| contact.distance)
    })
}

/// `manifold` without a margin: the deepest point.
pub fn manifold<'a, T: Collide<T> + Shape<Vector = Vec3> + 'a, const N: usize>(
    pairs: Prepared<T, N>,
) -> Entry<'a> {
    cold("impinge", pairs, |_, a, b| deepest(a, b, &mut PairCache::default()))
}

/// `manifold_with`, the same.
pub fn warm_manifold<'a, T: Collide<T> + Shape<Vector = Vec3> + 'a, const N: usize>(
    pairs: Prepared<T, N>,
) -> Entry<'a> {
    warm("impinge", pairs, |_, a, b, cache: &mut PairCache| deepest(a, b, cache))
}

fn deepest<T: Collide<T> + Shape<Vector = Vec3>>(a: &T, b: &T, cache: &mut PairCache) -> f32 {
    a.manifold_with(b, 0.0, cache).map_or(f32::NAN, |manifold| {
        manifold.points().iter().map(|point| point.distance).fold(f32::NAN, f32::min)
    })
}

/// `Hull::new`: the number of faces.
pub fn build_hull<'a>(points: &[Vec<[f32; 3]>]) -> Entry<'a> {
    each("impinge", points.iter().map(|points| vectors(points)).collect(), |points: &Vec<Vec3>| {
        Hull::new(points).map_or(f32::NAN, |hull| hull.face_count() as f32)
    })
}

fn vectors(points: &[[f32; 3]]) -> Vec<Vec3> {
    points.iter().copied().map(Vec3::from_array).collect()
}

fn placed(pose: &Pose3) -> Result<Pose<Vec3>, ShapeError> {
    let rotation = Rotation::<Vec3>::from_quaternion(Quat::from_array(pose.quaternion))?;
    Ok(Pose { rotation, translation: Vec3::from_array(pose.center) })
}
