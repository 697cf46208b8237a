//! The separation of two convex shapes, by their cores and radii.
//!
//! This is the table of algorithms for pairs of cores (`of_cores`): a closed form where there is one,
//! otherwise GJK, and EPA for cores that overlap. The radii come last: apart by d, the shapes are apart by d
//! − r₁ − r₂.

use super::epa::{KeptFacets, Placement};
use super::error_bound::{TOUCHING, magnitude};
use super::frame::{Frame, common_frame};
use super::gjk::{Corners, Nearest};
use super::near_contact::nearly_touching;
use super::observer::Observer;
use super::pair_order::is_swapped;
use super::separation::{Separation, is_single, measured};
use super::support::{HullMap, Map, PlacedHullMap, SupportMap};
use super::{cylinders, epa, gjk, segments};
use crate::math::Vector;
use crate::narrow::table::takes;
use crate::shape::{ConvexShape, Core, Hull};

/// State of a pair between queries.
#[derive(Clone, Debug, Default)]
pub(in crate::narrow) struct Memory {
    pub corners: Corners,
    /// Facets of hulls that overlapped; boxed, because most pairs have none.
    pub facets: Option<Box<KeptFacets>>,
    /// Whether there is no next query.
    pub is_passing: bool,
}

impl Memory {
    /// Creates the state for a single query.
    #[inline(always)]
    pub fn passing() -> Self {
        Memory { is_passing: true, ..Memory::default() }
    }
}

/// Returns the separation of two convex shapes in the world, unless it is known to be beyond `limit`. Without
/// `DEPTH`, the depth of shapes that overlap is only a lower bound.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
pub(in crate::narrow) fn separation<V: Vector, const DEPTH: bool>(
    a: &ConvexShape<'_, V>,
    b: &ConvexShape<'_, V>,
    limit: f64,
    memory: &mut Memory,
) -> Option<Separation<V::Double>> {
    if is_swapped(a, b) {
        ordered::<V, DEPTH>(b, a, limit, memory).map(Separation::flip)
    } else {
        ordered::<V, DEPTH>(a, b, limit, memory)
    }
}

#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn ordered<V: Vector, const DEPTH: bool>(
    a: &ConvexShape<'_, V>,
    b: &ConvexShape<'_, V>,
    limit: f64,
    memory: &mut Memory,
) -> Option<Separation<V::Double>> {
    let mut frame = common_frame(a, b);
    let (radius_a, radius_b): (f64, f64) = (a.radius.into(), b.radius.into());
    let limit_of_cores = (limit + radius_a + radius_b) * frame.scale;
    let mut found = of_cores::<V, DEPTH>(&a.core, &b.core, &mut frame, limit_of_cores, memory)?;
    if found.distance > 0.0 && radius_a + radius_b > 0.0 && (is_round(&a.core) || is_round(&b.core)) {
        let deep = radius_a + radius_b - found.distance / frame.scale;
        let size = magnitude(a) + magnitude(b);
        // Touching shapes have no depth that could be too short.
        let is_near = deep.abs() <= MAX_TOUCHING_DEPTH * size;
        if is_near || DEPTH && deep > 0.0 {
            let (normal, apart) = proven(&a.core, &b.core, &frame, found.normal, is_near);
            if apart < found.distance {
                // The points go with the distance.
                let point_b = found.point_a + normal * apart;
                found = Separation { distance: apart, normal, point_b, ..found };
            }
        }
    }
    // Radii are added in the world, where they are exact, unless both sums overflow.
    let distance = found.distance / frame.scale - (radius_a + radius_b);
    found.distance = if distance.is_finite() {
        distance
    } else {
        (found.distance - radius_a * frame.scale - radius_b * frame.scale) / frame.scale
    };
    found.normal = frame.world_vector(found.normal);
    found.point_a = frame.world_point(found.point_a) + found.normal * radius_a;
    found.point_b = frame.world_point(found.point_b) - found.normal * radius_b;
    Some(found)
}

pub(in crate::narrow) fn is_round<V: Vector>(core: &Core<'_, V>) -> bool {
    matches!(core, Core::Revolution(_) | Core::Custom(..))
}

/// Returns a certain lower bound on the distance of round cores, and its unit vector. The search approaches
/// the distance from above, so a translation by the excess of the radii would not quite separate the shapes.
/// If they nearly touch, this would decide the direction.
#[inline(never)]
fn proven<V: Vector>(
    a: &Core<'_, V>,
    b: &Core<'_, V>,
    frame: &Frame<V::Double>,
    normal: V::Double,
    is_near: bool,
) -> (V::Double, f64) {
    let (a, b): (Map<'_, V>, Map<'_, V>) = (frame.map(a), frame.map(b));
    let (normal, depth) = if is_near {
        nearly_touching(&a, &b, normal)
    } else {
        (normal, normal.dot(a.support(normal).0 - b.support(-normal).0))
    };
    (normal, (-depth).max(0.0))
}

#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn of_cores<V: Vector, const DEPTH: bool>(
    a: &Core<'_, V>,
    b: &Core<'_, V>,
    frame: &mut Frame<V::Double>,
    limit: f64,
    memory: &mut Memory,
) -> Option<Separation<V::Double>> {
    let point = |frame: &Frame<V::Double>, point: &V| frame.point(point.to_double());
    match (a, b) {
        (Core::Point(a), Core::Point(b)) => {
            takes("two points");
            let (a, b) = (point(frame, a), point(frame, b));
            Some(Separation::of_points(a, b, || V::Double::unit_axis(0)))
        }
        (Core::Point(p), Core::Segment(a, b)) => {
            takes("point and segment");
            Some(segments::point_segment(point(frame, p), point(frame, a), point(frame, b)))
        }
        (Core::Point(p), Core::Box(obb)) => {
            takes("point and box");
            let columns = obb.axes();
            // Their length is 1 only up to roundings of their own precision.
            let axes = V::Double::basis_from_fn(|axis| {
                let column = columns[axis].to_double();
                column * (1.0 / column.length())
            });
            let half = obb.half_extents().to_double() * frame.scale;
            Some(segments::point_box(point(frame, p), point(frame, &obb.center()), &axes, half))
        }
        (Core::Segment(a0, a1), Core::Segment(b0, b1)) => {
            takes("two segments");
            let ends = [a0, a1, b0, b1].map(|end| point(frame, end));
            segments::segment_segment(ends).or_else(|| general::<V, DEPTH>(a, b, frame, limit, memory))
        }
        (Core::Hull(hull_a, pose_a), Core::Hull(hull_b, pose_b)) if frame.scale == 1.0 => {
            *frame = Frame::of(pose_a);
            hulls::<V, DEPTH>(hull_a, &frame.placed(hull_b, pose_b), limit, memory)
        }
        (Core::Box(a), Core::Box(b)) => iterate::<_, _, _, _, DEPTH>(
            &frame.box_map(a),
            &frame.box_map(b),
            limit,
            0.0,
            memory,
            None,
            &mut (),
        ),
        (Core::Revolution(a), Core::Revolution(b)) if a.is_cylinder() && b.is_cylinder() => {
            let (mut a, mut b) = (frame.revolution(a), frame.revolution(b));
            let depth = cylinders::start(&mut a, &mut b);
            if !DEPTH && depth > certain_depth(&a, &b, limit) {
                let (point_a, point_b) = (a.middle(), b.middle());
                return Some(Separation {
                    distance: -depth,
                    normal: V::Double::unit_axis(0),
                    point_a,
                    point_b,
                });
            }
            round::<V, _, _, DEPTH>(&a, &b, limit, memory)
        }
        _ => general::<V, DEPTH>(a, b, frame, limit, memory),
    }
}

/// The tolerance of round cores in `f64`: the search continues until rounding stops it.
const ROUND: f64 = f64::MIN_POSITIVE;

/// Returns the tolerance of smooth shapes, and of all without a special algorithm: the precision of `f32`; in
/// `f64`, none.
pub(in crate::narrow) fn smooth_tolerance<V: Vector>() -> f64 {
    if is_single::<V>() { 1e-7 } else { ROUND }
}

/// Minimum distance, relative to both cores, that the search resolves for round cores in `f64`.
const MIN_FOLLOWED: f64 = 1e-11;

/// Minimum depth in a simplex, relative to both cores, that is certain: less may be the rounding of a slim
/// one.
const MIN_CERTAIN_DEPTH: f64 = 1e-5;

/// Maximum depth of round cores, relative to both, at which they may be apart.
const MAX_TOUCHING_DEPTH: f64 = 1e-5;

#[inline(never)]
fn general<V: Vector, const DEPTH: bool>(
    a: &Core<'_, V>,
    b: &Core<'_, V>,
    frame: &Frame<V::Double>,
    limit: f64,
    memory: &mut Memory,
) -> Option<Separation<V::Double>> {
    round::<V, _, _, DEPTH>(&frame.map(a), &frame.map(b), limit, memory)
}

/// Searches cores that may be round: up to their precision, or further if the result may be 0.
fn round<V: Vector, A: SupportMap<V::Double>, B: SupportMap<V::Double>, const DEPTH: bool>(
    a: &A,
    b: &B,
    limit: f64,
    memory: &mut Memory,
) -> Option<Separation<V::Double>> {
    let tolerance = smooth_tolerance::<V>();
    let found = iterate::<_, _, _, _, DEPTH>(a, b, limit, tolerance, memory, None, &mut ())?;
    if tolerance > ROUND && found.distance.abs() <= MAX_TOUCHING_DEPTH * (a.reach() + b.reach()) {
        return iterate::<_, _, _, _, DEPTH>(a, b, limit, ROUND, memory, None, &mut ());
    }
    Some(found)
}

/// Searches two hulls, in the frame of the first.
#[inline(never)]
fn hulls<V: Vector, const DEPTH: bool>(
    a: &Hull<V>,
    b: &PlacedHullMap<'_, V>,
    limit: f64,
    memory: &mut Memory,
) -> Option<Separation<V::Double>> {
    let map = HullMap(a);
    if memory.is_passing {
        return iterate::<_, _, _, _, DEPTH>(&map, b, limit, 0.0, memory, None, &mut ());
    }
    let now =
        Placement {
            fingerprints: [a.fingerprint(), b.hull.fingerprint()],
            columns: std::array::from_fn(|axis| {
                if axis < V::DIMENSION { b.columns[axis].to_f64() } else { [0.0; 3] }
            }),
            middle: b.middle().to_f64(),
            reach: b.hull.radius().into(),
        };
    if let Some(found) = memory.facets.as_ref().and_then(|facets| facets.penetration(&map, b, &now)) {
        return Some(Separation {
            distance: -found.depth,
            normal: found.normal,
            point_a: found.point_a,
            point_b: found.point_b,
        });
    }
    iterate::<_, _, _, _, DEPTH>(&map, b, limit, 0.0, memory, Some(now), &mut ())
}

/// Returns the depth from which on two cores certainly overlap.
#[inline(always)]
fn certain_depth<D: Vector<Scalar = f64>>(a: &impl SupportMap<D>, b: &impl SupportMap<D>, limit: f64) -> f64 {
    if limit == f64::INFINITY { MIN_CERTAIN_DEPTH * (a.reach() + b.reach()) } else { limit }
}

impl<D: Vector<Scalar = f64>> Separation<D> {
    /// Returns, for round cores as near as the search resolves, the gap that a direction shows, which is less
    /// than this distance and right to the last digits; this separation if it shows none.
    #[cold]
    fn or_touching(self, (normal, depth): (D, f64), reach: f64) -> Self {
        let apart = -depth;
        if apart < -TOUCHING * reach || apart > self.distance {
            return self;
        }
        let apart = apart.max(0.0);
        Separation { distance: apart, normal, point_a: self.point_a, point_b: self.point_a + normal * apart }
    }
}

/// Runs GJK, and EPA if the cores meet.
#[inline(never)]
pub(in crate::narrow) fn iterate<D, A, B, O, const DEPTH: bool>(
    a: &A,
    b: &B,
    limit: f64,
    tolerance: f64,
    memory: &mut Memory,
    now: Option<Placement>,
    observer: &mut O,
) -> Option<Separation<D>>
where
    D: Vector<Scalar = f64>,
    A: SupportMap<D>,
    B: SupportMap<D>,
    O: Observer<D>,
{
    takes("GJK");
    match gjk::nearest(a, b, memory.corners, limit, tolerance, observer) {
        Nearest::Beyond => None,
        Nearest::Apart(between, simplex) => {
            observer.ended(&simplex, Some(between));
            memory.corners = Corners::from(&simplex);
            // Weights of slim simplices of smooth shapes lose digits that the vector between the points
            // keeps.
            let point_a = simplex.points().0;
            let Some((distance, normal)) = measured(-between) else {
                return Some(Separation {
                    distance: 0.0,
                    normal: D::unit_axis(0),
                    point_a,
                    point_b: point_a,
                });
            };
            let found = Separation { distance, normal, point_a, point_b: point_a - between };
            let reach = a.reach() + b.reach();
            let is_rounded = tolerance > 0.0 && distance <= 4.0 * tolerance.max(MIN_FOLLOWED) * reach;
            Some(if is_rounded { found.or_touching(nearly_touching(a, b, normal), reach) } else { found })
        }
        Nearest::Meeting(simplex, gap) => {
            observer.ended(&simplex, None);
            memory.corners = Corners::from(&simplex);
            let least = epa::depth_at_least(&simplex);
            // Otherwise it is not clear of rounding, or of a gap that a direction has shown, and the depth
            // itself decides; for round cores also if it may be rounding, whatever the limit.
            let certain = certain_depth(a, b, if tolerance > 0.0 { f64::INFINITY } else { limit });
            if !DEPTH && least > gap && least > certain {
                let (point_a, point_b) = (a.middle(), b.middle());
                return Some(Separation { distance: -least, normal: D::unit_axis(0), point_a, point_b });
            }
            takes("EPA");
            let kept = now.map(|now| (&mut memory.facets, now));
            let mut found =
                epa::penetration(a, b, simplex, if tolerance > ROUND { 1e-6 } else { 1e-12 }, kept, observer);
            if tolerance > 0.0 && found.depth <= MAX_TOUCHING_DEPTH * (a.reach() + b.reach()) {
                let (normal, depth) = nearly_touching(a, b, found.normal);
                if depth < found.depth {
                    let point_a = found.point_a;
                    found = epa::Penetration { depth, normal, point_a, point_b: point_a - normal * depth };
                }
            } else if least > found.depth {
                // Never less than the lower bound, or the two would contradict each other.
                found.depth = least;
            }
            let depth = found.depth;
            Some(Separation {
                distance: if gap > depth { gap.max(-depth) } else { -depth },
                normal: found.normal,
                point_a: found.point_a,
                point_b: found.point_b,
            })
        }
    }
}
