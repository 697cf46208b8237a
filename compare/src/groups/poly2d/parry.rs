//! parry2d, as its users call it.

use parry2d::math::{Pose, Rotation, Vector};
use parry2d::query::{self, ContactManifold, ContactManifoldsWorkspace, DefaultQueryDispatcher};
use parry2d::query::{PersistentQueryDispatcher, Ray, RayCast};
use parry2d::shape::{ConvexPolygon, Cuboid, Shape};

use crate::error::Error;
use crate::pairwise::{Entry, cold, each, warm};
use crate::workload::convex::Corners;
use crate::workload::moving::{Pair, Pose2};

/// Pairs as parry has them.
pub type Prepared<S, const N: usize> = Vec<Pair<S, Pose, N>>;

/// The workload in parry's types.
pub fn prepare<T, S, const N: usize>(
    pairs: &[Pair<T, Pose2, N>],
    shape: impl Fn(&T) -> Result<S, Error>,
) -> Result<Prepared<S, N>, Error> {
    let prepared = |pair: &Pair<T, Pose2, N>| {
        let [a, b] = &pair.shapes;
        let shapes = [shape(a)?, shape(b)?];
        Ok(Pair { shapes, first: pose(&pair.first), second: pair.second.map(|place| pose(&place)) })
    };
    pairs.iter().map(prepared).collect()
}

/// A box, given by its corners.
pub fn cuboid(corners: &Corners) -> Result<Cuboid, Error> {
    Ok(Cuboid::new(Vector::from_array(corners[2])))
}

/// A polygon.
pub fn polygon(corners: &Corners) -> Result<ConvexPolygon, Error> {
    ConvexPolygon::from_convex_polyline(corners.iter().copied().map(Vector::from_array).collect()).ok_or_else(
        || Error::Peer { peer: "parry2d", reason: "no polygon of a workload's corners".to_owned() },
    )
}

/// `distance`.
pub fn distance<'a, S: Shape, const N: usize>(pairs: Prepared<S, N>) -> Entry<'a> {
    cold("parry2d distance", pairs, |[a, b], first, second| {
        query::distance(first, a, second, b).map_or(f32::NAN, |found| found.distance)
    })
}

/// `contact`, with a prediction of 0.
pub fn contact<'a, S: Shape, const N: usize>(pairs: Prepared<S, N>) -> Entry<'a> {
    cold("parry2d contact", pairs, |[a, b], first, second| {
        query::contact(first, a, second, b, 0.0).ok().flatten().map_or(f32::NAN, |contact| contact.dist)
    })
}

/// What parry keeps for a pair from frame to frame.
#[derive(Default)]
struct Kept {
    manifolds: Vec<ContactManifold<(), ()>>,
    workspace: Option<ContactManifoldsWorkspace>,
}

/// `contact_manifolds` of the dispatcher, the deepest point; what it keeps is made anew each time.
pub fn manifold<'a, S: Shape, const N: usize>(pairs: Prepared<S, N>) -> Entry<'a> {
    cold("parry2d contact_manifolds", pairs, |[a, b], first, second| {
        deepest(a, b, first, second, &mut Kept::default())
    })
}

/// The same; what it keeps stays.
pub fn warm_manifold<'a, S: Shape, const N: usize>(pairs: Prepared<S, N>) -> Entry<'a> {
    warm("parry2d contact_manifolds, kept", pairs, |[a, b], first, second, kept: &mut Kept| {
        deepest(a, b, first, second, kept)
    })
}

fn deepest<S: Shape>(a: &S, b: &S, first: &Pose, second: &Pose, kept: &mut Kept) -> f32 {
    let relative = first.inv_mul(second);
    let Kept { manifolds, workspace } = kept;
    let asked = DefaultQueryDispatcher.contact_manifolds(&relative, a, b, 0.0, manifolds, workspace);
    let points = manifolds.iter().flat_map(|manifold| &manifold.points);
    if asked.is_ok() { points.map(|point| point.dist).fold(f32::NAN, f32::min) } else { f32::NAN }
}

/// `cast_ray`: the way to the hit, NaN if there is none.
pub fn ray<'a>(cases: &[(Corners, Pose2, [f32; 2], [f32; 2])]) -> Result<Entry<'a>, Error> {
    let prepared = |(corners, place, origin, direction): &(Corners, Pose2, [f32; 2], [f32; 2])| {
        let ray = Ray::new(Vector::from_array(*origin), Vector::from_array(*direction));
        Ok((polygon(corners)?, pose(place), ray))
    };
    let cases = cases.iter().map(prepared).collect::<Result<Vec<_>, Error>>()?;
    Ok(each("parry2d cast_ray", cases, |(polygon, pose, ray)| {
        polygon.cast_ray(pose, ray, f32::MAX, true).unwrap_or(f32::NAN)
    }))
}

/// A place.
pub fn pose(placed: &Pose2) -> Pose {
    Pose::from_parts(Vector::from_array(placed.center), Rotation::new(placed.angle))
}
