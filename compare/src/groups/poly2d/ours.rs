//! impinge: shapes at their places, in `f32`.

use glam::Vec2;
use impinge::math::{Pose, Rotation, Unit};
use impinge::narrow::{Collide, PairCache, Query, RayOptions};
use impinge::shape::{Ball, Capsule, Hull, Obb, PlacedHull, Ray, Shape, ShapeError};

use crate::error::Error;
use crate::pairwise::{Entry, cold, each, warm};
use crate::workload::convex::{Corners, FlatRayCase, Round};
use crate::workload::moving::{Pair, Pose2};

/// Pairs as we have them: placed shapes.
pub type Prepared<T, const N: usize> = Vec<Pair<(), T, N>>;

/// The workload in our types.
pub fn prepare<S, T: Clone, const N: usize>(
    pairs: &[Pair<S, Pose2, N>],
    place: impl Fn(&S, &Pose2) -> Result<T, ShapeError>,
) -> Result<Prepared<T, N>, Error> {
    Ok(pairs.iter().map(|pair| pair.try_prepared(&place)).collect::<Result<_, _>>()?)
}

/// A box, given by its corners.
pub fn cuboid(corners: &Corners, pose: &Pose2) -> Result<Obb<Vec2>, ShapeError> {
    let Pose { rotation, translation } = placed(pose);
    Obb::new(translation, Vec2::from_array(corners[2]), rotation)
}

/// The hull of a polygon.
pub fn hull(corners: &Corners) -> Result<Hull<Vec2>, ShapeError> {
    Hull::new(&corners.iter().copied().map(Vec2::from_array).collect::<Vec<_>>())
}

/// The hulls of the polygons of all pairs, which must outlive their places.
pub fn hulls<const N: usize>(pairs: &[Pair<Corners, Pose2, N>]) -> Result<Vec<[Hull<Vec2>; 2]>, Error> {
    let both = |pair: &Pair<Corners, Pose2, N>| Ok([hull(&pair.shapes[0])?, hull(&pair.shapes[1])?]);
    Ok(pairs.iter().map(both).collect::<Result<_, ShapeError>>()?)
}

/// The polygons at their places.
pub fn polygons<'h, const N: usize>(
    pairs: &[Pair<Corners, Pose2, N>],
    hulls: &'h [[Hull<Vec2>; 2]],
) -> Prepared<PlacedHull<'h, Vec2>, N> {
    pairs
        .iter()
        .zip(hulls)
        .map(|(pair, [a, b])| Pair {
            shapes: [(), ()],
            first: a.at(&placed(&pair.first)),
            second: std::array::from_fn(|step| b.at(&placed(&pair.second[step]))),
        })
        .collect()
}

/// A capsule.
pub fn capsule(round: &Round, pose: &Pose2) -> Result<Capsule<Vec2>, ShapeError> {
    let pose = placed(pose);
    let end = Vec2::new(0.0, round.half);
    Capsule::new(pose.transform_point(-end), pose.transform_point(end), round.radius)
}

/// A circle.
pub fn circle(round: &Round, pose: &Pose2) -> Result<Ball<Vec2>, ShapeError> {
    Ball::new(Vec2::from_array(pose.center), round.radius)
}

/// `distance`.
pub fn distance<'a, T: Collide<T> + Shape<Vector = Vec2> + 'a, const N: usize>(
    pairs: Prepared<T, N>,
) -> Entry<'a> {
    cold("impinge", pairs, |_, a, b| a.distance(b))
}

/// `distance_with`.
pub fn warm_distance<'a, T: Collide<T> + Shape<Vector = Vec2> + 'a, const N: usize>(
    pairs: Prepared<T, N>,
) -> Entry<'a> {
    warm("impinge", pairs, |_, a, b, cache: &mut PairCache| a.distance_with(b, cache))
}

/// `manifold` without a margin: the deepest point.
pub fn manifold<'a, T: Collide<T> + Shape<Vector = Vec2> + 'a, const N: usize>(
    pairs: Prepared<T, N>,
) -> Entry<'a> {
    cold("impinge", pairs, |_, a, b| deepest(a, b, &mut PairCache::default()))
}

/// `manifold_with`, the same.
pub fn warm_manifold<'a, T: Collide<T> + Shape<Vector = Vec2> + 'a, const N: usize>(
    pairs: Prepared<T, N>,
) -> Entry<'a> {
    warm("impinge", pairs, |_, a, b, cache: &mut PairCache| deepest(a, b, cache))
}

/// The polygons that rays are cast at, which must outlive their places.
pub fn ray_hulls(cases: &[FlatRayCase]) -> Result<Vec<Hull<Vec2>>, Error> {
    Ok(cases.iter().map(|(corners, ..)| hull(corners)).collect::<Result<_, ShapeError>>()?)
}

/// `cast_ray` at polygons in their places: the way to the hit, NaN if there is none.
pub fn ray<'h>(cases: &[FlatRayCase], hulls: &'h [Hull<Vec2>]) -> Result<Entry<'h>, Error> {
    let prepared = |((_, pose, origin, direction), hull): (&FlatRayCase, &'h Hull<Vec2>)| {
        let direction = Unit::new(Vec2::from_array(*direction))?;
        Ok((hull.at(&placed(pose)), Ray::new(Vec2::from_array(*origin), direction)?))
    };
    let inputs = cases.iter().zip(hulls).map(prepared).collect::<Result<_, ShapeError>>()?;
    Ok(each("impinge", inputs, |(polygon, ray): &(PlacedHull<'h, Vec2>, Ray<Vec2>)| {
        polygon.cast_ray(ray, &RayOptions::default()).map_or(f32::NAN, |hit| hit.t)
    }))
}

fn deepest<T: Collide<T> + Shape<Vector = Vec2>>(a: &T, b: &T, cache: &mut PairCache) -> f32 {
    a.manifold_with(b, 0.0, cache).map_or(f32::NAN, |manifold| {
        manifold.points().iter().map(|point| point.distance).fold(f32::NAN, f32::min)
    })
}

/// A place.
pub fn placed(pose: &Pose2) -> Pose<Vec2> {
    Pose { rotation: Rotation::<Vec2>::from_angle(pose.angle), translation: Vec2::from_array(pose.center) }
}
