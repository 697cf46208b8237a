//! How far apart two convex shapes are, or how deep in each other: one signed number, with its points and its
//! normal.
//!
//! This is the table of algorithms for pairs of cores (`of_cores`): a closed form where there is a short one,
//! otherwise GJK, and for cores that overlap EPA. The radii come last: apart by d, the shapes are apart by d
//! − r₁ − r₂.
//!
//! **Exchanging two shapes mirrors the answer to the bit**, because every pair is computed in one order:
//! cores are ranked by kind, then by their numbers.

use std::cmp::Ordering;

use super::cylinders;
use super::epa::{self, KeptFacets, Placement};
use super::frame::{Frame, common_frame};
use super::gjk::{self, Corners, Nearest};
use super::meeting::nearly_touching;
use super::segments;
use super::sign::{TOUCHING, magnitude};
use super::support::{HullMap, Map, PlacedHullMap, SupportMap};
use super::table::takes;
use super::trace::Observer;
use crate::math::{Scalar, Vector};
use crate::shape::{ConvexShape, Core, Hull, Obb, ShapeRef};

/// The answer, in a frame or in the world.
#[derive(Clone, Copy, Debug)]
pub struct Separation<D> {
    /// Negative: minus the depth.
    pub distance: f64,
    /// A unit vector from A to B.
    pub normal: D,
    pub point_a: D,
    pub point_b: D,
}

impl<D: Vector<Scalar = f64>> Separation<D> {
    /// Of the same shapes in the other order.
    #[inline(always)]
    pub fn flip(self) -> Self {
        Separation {
            distance: self.distance,
            normal: -self.normal,
            point_a: self.point_b,
            point_b: self.point_a,
        }
    }

    /// With all lengths times a factor.
    pub fn scaled(self, factor: f64) -> Self {
        let (point_a, point_b) = (self.point_a * factor, self.point_b * factor);
        Separation { distance: self.distance * factor, point_a, point_b, ..self }
    }

    /// Between the nearest points of two cores; without a distance the normal is `resting`.
    #[inline(always)]
    pub fn of_points(point_a: D, point_b: D, resting: impl FnOnce() -> D) -> Self {
        match measured(point_b - point_a) {
            Some((distance, normal)) => Separation { distance, normal, point_a, point_b },
            None => Separation { distance: 0.0, normal: resting(), point_a, point_b },
        }
    }
}

/// Products of two sizes between this and its inverse neither overflow nor vanish, in `f32` either.
pub(super) const ORDINARY: f64 = 1e15;
/// Squares that have lost digits, or everything.
pub(super) const TINY: f64 = 1e-290;

/// How long a vector is, and its direction; `None` if it is 0.
#[inline(always)]
pub(super) fn measured<D: Vector<Scalar = f64>>(vector: D) -> Option<(f64, D)> {
    let square = vector.dot(vector);
    if square < TINY {
        return measured_by_largest(vector);
    }
    let length = square.sqrt();
    Some((length, vector * (1.0 / length)))
}

/// By the greatest component, which does not vanish when squared.
#[cold]
#[inline(never)]
fn measured_by_largest<D: Vector<Scalar = f64>>(vector: D) -> Option<(f64, D)> {
    let (largest, scaled) = (vector.abs().max_element(), near_one(vector));
    let length = scaled.length();
    (largest > 0.0).then(|| (length * largest, scaled * (1.0 / length)))
}

/// A vector of the same direction whose greatest component is 1, or 0.
#[cold]
pub(super) fn near_one<D: Vector<Scalar = f64>>(vector: D) -> D {
    let largest = vector.abs().max_element();
    // Divided, as one over the smallest floats is infinite.
    if largest > 0.0 { D::from_fn(|axis| vector[axis] / largest) } else { vector }
}

/// What is kept of a pair from one question to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    pub corners: Corners,
    /// Of hulls that overlapped; boxed, since most pairs never have any.
    pub facets: Option<Box<KeptFacets>>,
    /// Whether there is no next query.
    pub is_passing: bool,
}

impl Memory {
    /// For a single question.
    #[inline(always)]
    pub fn passing() -> Self {
        Memory { is_passing: true, ..Memory::default() }
    }
}

impl<V: Vector> Core<'_, V> {
    fn rank(&self) -> u8 {
        match self {
            Core::Point(_) => 0,
            Core::Segment(..) | Core::Ray(..) => 1,
            Core::Triangle(_) => 2,
            Core::Box(_) => 3,
            Core::Hull(..) => 4,
            Core::Cylinder(_) => 5,
            Core::Cone(_) => 6,
            Core::Custom(..) => 7,
        }
    }

    /// The other numbers of the core, as far as they are needed to distinguish it from another at the same
    /// place.
    fn numbers(&self) -> Vec<f64> {
        let vectors = |vectors: &[V]| vectors.iter().flat_map(|v| v.to_f64()).collect::<Vec<f64>>();
        let placed = |columns: V::Basis, rest: &[f64]| {
            columns.as_ref().iter().flat_map(|v| v.to_f64()).chain(rest.iter().copied()).collect::<Vec<f64>>()
        };
        match self {
            Core::Point(_) => Vec::new(),
            Core::Segment(_, b) | Core::Ray(_, b, _) => vectors(&[*b]),
            Core::Triangle(points) => vectors(&points[1..]),
            Core::Box(obb) => placed(obb.axes(), &obb.half_extents().to_f64()),
            Core::Hull(hull, pose) => {
                let mut numbers = placed(pose.rotation.columns(), &[]);
                numbers.extend(vectors(hull.vertices()));
                numbers
            }
            Core::Cylinder(cylinder) => placed(
                cylinder.pose().rotation.columns(),
                &[cylinder.half_height().into(), cylinder.radius().into()],
            ),
            Core::Cone(cone) => {
                placed(cone.pose().rotation.columns(), &[cone.half_height().into(), cone.radius().into()])
            }
            Core::Custom(shape, pose) => {
                let axes = (0..V::DIMENSION).flat_map(|axis| [V::unit_axis(axis), -V::unit_axis(axis)]);
                let points: Vec<V> = axes.map(|axis| shape.support(axis)).collect();
                let mut numbers = placed(pose.rotation.columns(), &[]);
                numbers.extend(vectors(&points));
                numbers
            }
        }
    }
}

/// Numbers that distinguish a shape from all others.
pub(super) fn numbers<V: Vector>(convex: &ConvexShape<'_, V>) -> Vec<f64> {
    let mut numbers = vec![f64::from(convex.core.rank()), convex.radius.into()];
    numbers.extend(convex.core.anchor().to_f64());
    numbers.extend(convex.core.numbers());
    numbers
}

/// Whether the pair is computed in the order (b, a).
#[inline(always)]
pub(super) fn is_exchanged<V: Vector>(a: &ConvexShape<'_, V>, b: &ConvexShape<'_, V>) -> bool {
    let (rank_a, rank_b) = (a.core.rank(), b.core.rank());
    if rank_a != rank_b {
        return rank_a > rank_b;
    }
    let (place_a, place_b) = (a.core.anchor(), b.core.anchor());
    for axis in 0..V::DIMENSION {
        if place_a[axis] != place_b[axis] {
            return place_a[axis] > place_b[axis];
        }
    }
    is_exchanged_at_same_place(a, b)
}

#[cold]
fn is_exchanged_at_same_place<V: Vector>(a: &ConvexShape<'_, V>, b: &ConvexShape<'_, V>) -> bool {
    let differ = |(x, y): (f64, f64)| x.partial_cmp(&y).filter(|order| order.is_ne());
    let (numbers_a, numbers_b) = (a.core.numbers(), b.core.numbers());
    let radii = (a.radius.into(), b.radius.into());
    let order = std::iter::once(radii)
        .chain(numbers_a.iter().copied().zip(numbers_b.iter().copied()))
        .find_map(differ);
    order.unwrap_or(numbers_a.len().cmp(&numbers_b.len())) == Ordering::Greater
}

/// Orders two boxes that differ, although their centres and half extents are the same numbers: the
/// centre and half extents of an axis-aligned box are rounded from its corners. Equal if they are no
/// such boxes.
#[inline(never)]
pub(super) fn order_of_twins<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> Ordering {
    // Corners, which an oriented box has none of.
    let of = |view: &ShapeRef<'_, V>| match *view {
        ShapeRef::Aabb(bounds) => Some((Obb::from(bounds), Some([bounds.min(), bounds.max()]))),
        ShapeRef::Obb(obb) => Some((obb, None)),
        _ => None,
    };
    let (Some((obb_a, corners_a)), Some((obb_b, corners_b))) = (of(a), of(b)) else {
        return Ordering::Equal;
    };
    if obb_a != obb_b {
        return Ordering::Equal;
    }
    let numbers = |corners: Option<[V; 2]>| corners.map(|corners| corners.map(V::to_f64));
    numbers(corners_a).partial_cmp(&numbers(corners_b)).unwrap_or(Ordering::Equal)
}

/// Whether the numbers are `f32`. Then nothing overflows in `f64`, and differences need no origin near the
/// shapes.
#[inline(always)]
pub(crate) fn is_single<V: Vector>() -> bool {
    V::Scalar::UNIT_ROUNDOFF.into() > 1e-10
}

/// Whether the balls around two hulls, cylinders or cones are further apart than `limit`. Tested first where
/// there is a limit, as most pairs that come here are apart.
#[inline(always)]
pub(super) fn are_beyond<V: Vector>(a: &ConvexShape<'_, V>, b: &ConvexShape<'_, V>, limit: f64) -> bool {
    let (Some(a), Some(b)) = (BallAround::of(a), BallAround::of(b)) else {
        return false;
    };
    takes("balls around");
    let (between, radii) = (b.center - a.center, a.radius + b.radius);
    // Far more than the roundings of both sides; a distance that overflows is no proof of it.
    let magnitude = radii + a.coordinates.abs().element_sum() + b.coordinates.abs().element_sum();
    let reach: f64 = (radii + magnitude * V::Scalar::from_f64(64.0) * V::Scalar::UNIT_ROUNDOFF).into();
    let square: f64 = between.dot(between).into();
    let most = (reach + limit) * (reach + limit);
    // Nor is one whose square has lost digits.
    let least: f64 = V::Scalar::MIN_POSITIVE.into();
    square > most * (1.0 + 1e-6) && square < V::Scalar::MAX.into() && square > least * 1e8
}

/// A ball around a shape that is not quickly answered otherwise, up to some roundings.
struct BallAround<V: Vector> {
    center: V,
    radius: V::Scalar,
    /// What the centre was computed from.
    coordinates: V,
}

impl<V: Vector> BallAround<V> {
    #[inline(always)]
    fn of(convex: &ConvexShape<'_, V>) -> Option<Self> {
        // The longer side and √2 − 1 of the shorter are at least as long as the diagonal, without a root that
        // could overflow.
        let of_axis = |half_height: V::Scalar, radius: V::Scalar| {
            let shorter = Scalar::min(half_height, radius);
            Scalar::max(half_height, radius) + shorter * V::Scalar::from_f64(0.414_214)
        };
        let (center, radius, coordinates) = match &convex.core {
            Core::Hull(hull, pose) => {
                let center = pose.transform_point(hull.center());
                (center, hull.radius(), center.abs() + pose.translation.abs())
            }
            Core::Cylinder(cylinder) => {
                let center = cylinder.pose().translation;
                (center, of_axis(cylinder.half_height(), cylinder.radius()), center)
            }
            Core::Cone(cone) => {
                let center = cone.pose().translation;
                (center, of_axis(cone.half_height(), cone.radius()), center)
            }
            _ => return None,
        };
        Some(BallAround { center, radius: radius + convex.radius, coordinates })
    }
}

/// The separation of two convex shapes in the world, unless it is known to be beyond `limit`. Without
/// `DEPTH`, the depth of shapes that overlap is only a bound below it.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
pub(super) fn separation<V: Vector, const DEPTH: bool>(
    a: &ConvexShape<'_, V>,
    b: &ConvexShape<'_, V>,
    limit: f64,
    memory: &mut Memory,
) -> Option<Separation<V::Double>> {
    if is_exchanged(a, b) {
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
        // What counts as touching has no depth that could be too short.
        let is_near = deep.abs() <= NEARLY_TOUCHING * size;
        if is_near || DEPTH && deep > 0.0 {
            let (normal, apart) = proven(&a.core, &b.core, &frame, found.normal, is_near);
            if apart < found.distance {
                // The points go with the distance.
                let point_b = found.point_a + normal * apart;
                found = Separation { distance: apart, normal, point_b, ..found };
            }
        }
    }
    // Radii are added in the world, where they are exact, unless both sums leave the floats.
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

pub(super) fn is_round<V: Vector>(core: &Core<'_, V>) -> bool {
    matches!(core, Core::Cylinder(_) | Core::Cone(_) | Core::Custom(..))
}

/// How far apart round cores are for certain, and along which unit vector. Their distance is found from
/// above, and what the radii are deeper than it would not quite part them; where they nearly touch, that
/// would decide which way they lie.
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
            // Unit vectors up to the roundings of their own precision only.
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
        (Core::Cylinder(a), Core::Cylinder(b)) => {
            let (mut a, mut b) = (frame.cylinder(a), frame.cylinder(b));
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

/// The tolerance of round cores in `f64`: they are followed as far as rounding lets them be.
const ROUND: f64 = f64::MIN_POSITIVE;

/// Smooth shapes, and all that have no way of their own, are followed as far as their precision can show; in
/// `f64` to the end.
pub(super) fn smooth_tolerance<V: Vector>() -> f64 {
    if is_single::<V>() { 1e-7 } else { ROUND }
}

/// To so much of their size round cores are followed in `f64`.
const FOLLOWED: f64 = 1e-11;

/// Depths of slim simplices, relative to both cores, that may be nothing but rounding.
const CERTAIN: f64 = 1e-5;

/// Depths of round cores, relative to both, at which they may as well be apart.
const NEARLY_TOUCHING: f64 = 1e-5;

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

/// Cores that may be round: as far as their precision can show, and to the end where that may be nothing.
fn round<V: Vector, A: SupportMap<V::Double>, B: SupportMap<V::Double>, const DEPTH: bool>(
    a: &A,
    b: &B,
    limit: f64,
    memory: &mut Memory,
) -> Option<Separation<V::Double>> {
    let tolerance = smooth_tolerance::<V>();
    let found = iterate::<_, _, _, _, DEPTH>(a, b, limit, tolerance, memory, None, &mut ())?;
    if tolerance > ROUND && found.distance.abs() <= NEARLY_TOUCHING * (a.reach() + b.reach()) {
        return iterate::<_, _, _, _, DEPTH>(a, b, limit, ROUND, memory, None, &mut ());
    }
    Some(found)
}

/// Two hulls, seen from the first.
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

/// The depth from which on two cores overlap for certain.
#[inline(always)]
fn certain_depth<D: Vector<Scalar = f64>>(a: &impl SupportMap<D>, b: &impl SupportMap<D>, limit: f64) -> f64 {
    if limit == f64::INFINITY { CERTAIN * (a.reach() + b.reach()) } else { limit }
}

impl<D: Vector<Scalar = f64>> Separation<D> {
    /// Of round cores that are as near as the search follows them: how far apart a direction shows them to
    /// be, which is less than this and right to the last digits, unless it shows nothing.
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

/// GJK, and EPA if it finds the cores to meet.
#[inline(never)]
pub(super) fn iterate<D, A, B, O, const DEPTH: bool>(
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
            // Weights of slim simplices of smooth shapes lose digits that the vector between has.
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
            let is_rounded = tolerance > 0.0 && distance <= 4.0 * tolerance.max(FOLLOWED) * reach;
            Some(if is_rounded { found.or_touching(nearly_touching(a, b, normal), reach) } else { found })
        }
        Nearest::Meeting(simplex, gap) => {
            observer.ended(&simplex, None);
            memory.corners = Corners::from(&simplex);
            let least = epa::depth_at_least(&simplex);
            // Otherwise it is not clear of rounding, or of a gap that a direction has shown, and the depth
            // itself decides. What may be rounding of round cores is left to the depth, whatever the limit.
            let certain = certain_depth(a, b, if tolerance > 0.0 { f64::INFINITY } else { limit });
            if !DEPTH && least > gap && least > certain {
                let (point_a, point_b) = (a.middle(), b.middle());
                return Some(Separation { distance: -least, normal: D::unit_axis(0), point_a, point_b });
            }
            takes("EPA");
            let kept = now.map(|now| (&mut memory.facets, now));
            let mut found =
                epa::penetration(a, b, simplex, if tolerance > ROUND { 1e-6 } else { 1e-12 }, kept, observer);
            if tolerance > 0.0 && found.depth <= NEARLY_TOUCHING * (a.reach() + b.reach()) {
                let (normal, depth) = nearly_touching(a, b, found.normal);
                if depth < found.depth {
                    let point_a = found.point_a;
                    found = epa::Penetration { depth, normal, point_a, point_b: point_a - normal * depth };
                }
            } else if least > found.depth {
                // Never less than what is known without it, or the two would contradict each other.
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
