//! parry3d, as its users call it.

use std::borrow::Borrow;

use parry3d::math::{Pose, Rotation, Vector};
use parry3d::query::gjk::{self, CsoPoint, GJKResult, VoronoiSimplex};
use parry3d::query::{self, ContactManifold, ContactManifoldsWorkspace, DefaultQueryDispatcher};
use parry3d::query::{PersistentQueryDispatcher, Ray, RayCast};
use parry3d::shape::{ConvexPolyhedron, Shape, SupportMap, Triangle};

use crate::error::Error;
use crate::pairwise::{Entry, cold, each, warm};
use crate::workload::convex::RayCase;
use crate::workload::moving::{Pair, Pose3};

/// Pairs as parry has them: a shape in its own frame, and poses.
pub type Prepared<S, const N: usize> = Vec<Pair<S, Pose, N>>;

/// The workload in parry's types.
pub fn prepare<T, S, const N: usize>(pairs: &[Pair<T, Pose3, N>], shape: impl Fn(&T) -> S) -> Prepared<S, N> {
    pairs.iter().map(|pair| pair.prepared(&shape, |_, place| pose(place))).collect()
}

/// Triangles, whose corners are where they are.
pub fn triangles(pairs: &[[[[f32; 3]; 3]; 2]]) -> Prepared<Triangle, 1> {
    let triangle = |corners: &[[f32; 3]; 3]| {
        let [a, b, c] = corners.map(Vector::from_array);
        Triangle::new(a, b, c)
    };
    let still = |[a, b]: &[[[f32; 3]; 3]; 2]| Pair {
        shapes: [triangle(a), triangle(b)],
        first: Pose::IDENTITY,
        second: [Pose::IDENTITY],
    };
    pairs.iter().map(still).collect()
}

/// The hulls of these points.
pub fn hulls(points: &[Vec<[f32; 3]>]) -> Result<Vec<ConvexPolyhedron>, Error> {
    let refused = || Error::Peer { peer: "parry3d", reason: "no hull of a workload's points".to_owned() };
    points
        .iter()
        .map(|points| ConvexPolyhedron::from_convex_hull(&vectors(points)).ok_or_else(refused))
        .collect()
}

fn vectors(points: &[[f32; 3]]) -> Vec<Vector> {
    points.iter().copied().map(Vector::from_array).collect()
}

/// `intersection_test`.
pub fn overlap<'a, S: Borrow<T> + 'a, T: Shape, const N: usize>(pairs: Prepared<S, N>) -> Entry<'a> {
    cold("parry3d intersection_test", pairs, |[a, b], first, second| {
        let found = query::intersection_test(first, a.borrow(), second, b.borrow());
        f32::from(found.is_ok_and(|found| found.intersecting))
    })
}

/// `distance`.
pub fn distance<'a, S: Borrow<T> + 'a, T: Shape, const N: usize>(pairs: Prepared<S, N>) -> Entry<'a> {
    cold("parry3d distance", pairs, |[a, b], first, second| {
        query::distance(first, a.borrow(), second, b.borrow()).map_or(f32::NAN, |found| found.distance)
    })
}

/// As `distance`, by the algorithm behind it with its simplex started along the direction of the last answer.
///
/// (What `query::distance` does not offer: parry's own broad phase and rapier keep manifolds only.)
pub fn warm_distance<'a, S: Borrow<T> + 'a, T: SupportMap, const N: usize>(
    pairs: Prepared<S, N>,
) -> Entry<'a> {
    warm("parry3d closest_points, direction kept", pairs, |[a, b], first, second, kept: &mut Direction| {
        let relative = first.inv_mul(second);
        let (a, b) = (a.borrow(), b.borrow());
        let simplex = &mut kept.simplex;
        simplex.reset(CsoPoint::from_shapes(&relative, a, b, kept.direction.unwrap_or(Vector::X)));
        match gjk::closest_points(&relative, a, b, f32::MAX, true, simplex) {
            GJKResult::ClosestPoints(point_a, point_b, direction) => {
                kept.direction = Some(direction);
                (point_b - point_a).length()
            }
            _ => 0.0,
        }
    })
}

struct Direction {
    simplex: VoronoiSimplex,
    direction: Option<Vector>,
}

impl Default for Direction {
    fn default() -> Self {
        Direction { simplex: VoronoiSimplex::new(), direction: None }
    }
}

/// `contact`, with a prediction of 0: overlapping shapes only; or a larger one.
pub fn contact<'a, S: Borrow<T> + 'a, T: Shape, const N: usize>(
    pairs: Prepared<S, N>,
    prediction: f32,
) -> Entry<'a> {
    cold("parry3d contact", pairs, move |[a, b], first, second| {
        let found = query::contact(first, a.borrow(), second, b.borrow(), prediction);
        found.ok().flatten().map_or(f32::NAN, |contact| contact.dist)
    })
}

/// What parry keeps for a pair from frame to frame.
#[derive(Default)]
struct Kept {
    manifolds: Vec<ContactManifold<(), ()>>,
    workspace: Option<ContactManifoldsWorkspace>,
}

/// `contact_manifolds` of the dispatcher, the deepest point; what it keeps is made anew each time.
pub fn manifold<'a, S: Borrow<T> + 'a, T: Shape, const N: usize>(pairs: Prepared<S, N>) -> Entry<'a> {
    cold("parry3d contact_manifolds", pairs, |[a, b], first, second| {
        deepest(a.borrow(), b.borrow(), first, second, &mut Kept::default())
    })
}

/// The same; what it keeps stays.
pub fn warm_manifold<'a, S: Borrow<T> + 'a, T: Shape, const N: usize>(pairs: Prepared<S, N>) -> Entry<'a> {
    warm("parry3d contact_manifolds, kept", pairs, |[a, b], first, second, kept: &mut Kept| {
        deepest(a.borrow(), b.borrow(), first, second, kept)
    })
}

fn deepest<T: Shape>(a: &T, b: &T, first: &Pose, second: &Pose, kept: &mut Kept) -> f32 {
    let relative = first.inv_mul(second);
    let asked = DefaultQueryDispatcher.contact_manifolds(
        &relative,
        a,
        b,
        0.0,
        &mut kept.manifolds,
        &mut kept.workspace,
    );
    let points = kept.manifolds.iter().flat_map(|manifold| &manifold.points);
    if asked.is_ok() { points.map(|point| point.dist).fold(f32::NAN, f32::min) } else { f32::NAN }
}

/// `cast_ray`: the way to the hit, NaN if there is none.
pub fn ray<'a, S: Borrow<T> + 'a, T: RayCast>(cases: &[RayCase], shape: impl Fn(&RayCase) -> S) -> Entry<'a> {
    let prepared = |case: &RayCase| {
        let ray = Ray::new(Vector::from_array(case.origin), Vector::from_array(case.direction));
        (shape(case), pose(&case.pose), ray)
    };
    each("parry3d cast_ray", cases.iter().map(prepared).collect(), |(shape, pose, ray)| {
        shape.borrow().cast_ray(pose, ray, f32::MAX, true).unwrap_or(f32::NAN)
    })
}

/// `ConvexPolyhedron::from_convex_hull`: the number of faces.
pub fn build_hull<'a>(points: &[Vec<[f32; 3]>]) -> Entry<'a> {
    let sets = points.iter().map(|points| vectors(points)).collect();
    each("parry3d from_convex_hull", sets, |points| {
        ConvexPolyhedron::from_convex_hull(points).map_or(f32::NAN, |hull| hull.faces().len() as f32)
    })
}

/// A place.
pub fn pose(placed: &Pose3) -> Pose {
    Pose::from_parts(Vector::from_array(placed.center), Rotation::from_array(placed.quaternion))
}
