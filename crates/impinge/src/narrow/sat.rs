//! Swept separating-axis test (SAT): whether a moving shape intersects a resting one now or within a step,
//! and the translation that prevents it.
//!
//! Shape A moves by a motion and B rests. The motion is the displacement of one step: the velocity of A times
//! the time, relative to B. Both are projected on every axis that can separate two polytopes: the normals of
//! their faces and, in 3D, the cross products of their edges.
//!
//! - **Now**: the shapes intersect exactly if the projections overlap on all axes.
//! - **Within the step**: the projection of A is extended by the projection of the motion, downwards if
//!   that is negative and upwards if it is positive. If the extended projections overlap on all axes,
//!   the result is [`SweptSat::WillHit`]. One axis on which they do not decides both tests, and the
//!   search ends.
//! - **Translation**: the axis of the least extended overlap gives the shortest translation. It leads back to
//!   the side on which A is now. So A, moved by motion + translation, slides along B and never passes
//!   through.
//!
//! docs/moving.md shows this in figures.
//!
//! # The meaning of `WillHit`
//! `WillHit` states that on every axis the projection of A's path overlaps the projection of B.
//! Extended projections never miss an intersection. But they may report one that does not happen, where
//! A passes near a corner of B. [`cast`] tests the path itself.
//!
//! For boxes, segments, triangles and hulls, the result for the step is that of real arithmetic on the given
//! floats, see docs/exactness.md. Whether the shapes intersect now follows from [`Collide`], which is less
//! exact for hulls in `f32`. Shapes that intersect now also count as intersecting within the step. Round and
//! unbounded shapes are also projected on the line through the closest points, before the step and at its
//! end. Within 16 roundings of touching they count as intersecting. Composite shapes are tested part by part.
//!
//! In 2D, two boxes (`boxes`) and two hulls (`polygons`) use faster methods with the same results, unless
//! these are near to where they change.
//! Source: Gottschalk, Lin & Manocha 1996, §5; Ericson 2005, §5.2.1 and §5.5.3.

mod axes;
mod boxes;
mod composite;
mod exact;
mod filter;
mod gauss_arcs;
mod polygons;
mod polytope;
mod round;
mod swept;

use super::Collide;
use crate::math::{Interval, Scalar, Unit, Vector};
use crate::shape::{Shape, ShapeRef};
use filter::Verdict;
pub use swept::cast;
pub(super) use swept::swept_views;

/// The result of a swept separating-axis test of a moving and a resting shape; see [`swept`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SweptSat<V> {
    /// The shapes do not intersect, neither now nor within the step.
    Disjoint,
    /// The shapes do not intersect now, but within the step.
    WillHit {
        /// The correction to add to the motion so that they do not intersect.
        translation: V,
    },
    /// The shapes intersect now.
    Overlapping {
        /// The correction to add to the motion so that they no longer overlap after the step.
        translation: V,
    },
}

impl<V: Copy> SweptSat<V> {
    /// Returns whether the shapes intersect now.
    #[inline]
    pub fn is_overlapping(&self) -> bool {
        matches!(self, SweptSat::Overlapping { .. })
    }

    /// Returns whether the shapes intersect within the step. True if they intersect now.
    #[inline]
    pub fn will_hit(&self) -> bool {
        !matches!(self, SweptSat::Disjoint)
    }

    /// Returns the correction to add to the motion so that the shapes do not overlap after the step; `None`
    /// if they are disjoint.
    #[inline]
    pub fn translation(&self) -> Option<V> {
        match self {
            SweptSat::Disjoint => None,
            SweptSat::WillHit { translation } | SweptSat::Overlapping { translation } => Some(*translation),
        }
    }
}

/// The projections of both shapes on an axis, for drawing.
///
/// Numbers are rounded; projections of unbounded shapes may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisProjection<V: Vector> {
    /// The direction of the axis, up to rounding.
    pub axis: Unit<V>,
    /// The projection of the moving shape before the step: inner products of its points with the axis.
    pub a: Interval<V::Scalar>,
    /// The projection of the moving shape, extended by the motion.
    pub extended: Interval<V::Scalar>,
    /// The projection of the resting shape.
    pub b: Interval<V::Scalar>,
    /// The translation that separates the extended projection from the projection of the resting shape;
    /// negative if they are disjoint.
    pub overlap: V::Scalar,
    /// Whether the projections are disjoint for the whole step, beyond all rounding.
    ///
    /// One such axis decides the result. The flag is false on axes where only exact numbers can decide, and
    /// on axes that flat shapes have only for the translation.
    pub is_separating: bool,
}

impl<V: Vector> AxisProjection<V> {
    #[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
    fn new(axis: [f64; 3], a: [f64; 2], b: [f64; 2], reach: f64, overlap: f64, is_separating: bool) -> Self {
        let scalar = V::Scalar::from_f64;
        let interval = |[start, end]: [f64; 2]| Interval { start: scalar(start), end: scalar(end) };
        AxisProjection {
            axis: Unit::of_unit(V::from_f64(axis)),
            a: interval(a),
            extended: interval([a[0] + Scalar::min(reach, 0.0), a[1] + Scalar::max(reach, 0.0)]),
            b: interval(b),
            overlap: scalar(overlap),
            is_separating,
        }
    }
}

/// Tests whether two shapes intersect now or within a step, and computes the translation that prevents it.
///
/// `motion` is the displacement of `a` relative to `b` in one step: a velocity times the time. NaN
/// coordinates count as 0, infinite ones as the largest float.
///
/// The translation is added to the motion: `a` then ends beside `b`, up to rounding, and slides along it.
///
/// A box falls on a floor and slides on:
/// ```
/// use glam::Vec2;
/// use impinge::narrow::sat::{SweptSat, swept};
/// use impinge::shape::Aabb;
/// let floor = Aabb::new(Vec2::new(-10.0, -1.0), Vec2::new(10.0, 0.0))?;
/// let at = |x: f32, y: f32| Aabb::new(Vec2::new(x, y), Vec2::new(x + 1.0, y + 1.0));
///
/// // A quarter above the floor, half a unit down and two to the right within the step.
/// let motion = Vec2::new(2.0, -0.5);
/// let step = swept(&at(0.0, 0.25)?, &floor, motion);
/// assert!(!step.is_overlapping() && step.will_hit());
/// let translation = step.translation().unwrap_or_default();
/// assert_eq!(motion + translation, Vec2::new(2.0, -0.25));
///
/// // Here the box touches the floor, and slides along it.
/// let step = swept(&at(2.0, 0.0)?, &floor, motion);
/// assert_eq!(step, SweptSat::Overlapping { translation: Vec2::new(0.0, 0.5) });
///
/// // Moving upwards, it leaves the floor.
/// assert_eq!(swept(&at(2.0, 0.25)?, &floor, Vec2::Y), SweptSat::Disjoint);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[must_use]
#[inline]
pub fn swept<A: Shape, B: Shape<Vector = A::Vector>>(a: &A, b: &B, motion: A::Vector) -> SweptSat<A::Vector> {
    answer(&a.shape_ref(), &b.shape_ref(), motion, None)
}

/// Runs [`swept`] and passes every tested axis to the observer.
///
/// These are all axes, unless one ends the search, which is then the last. This function projects all
/// corners, where [`swept`] may use a faster method.
///
/// ```
/// use glam::Vec2;
/// use impinge::narrow::sat::swept_observed;
/// use impinge::shape::Aabb;
/// let at = |x: f32| Aabb::new(Vec2::new(x, 0.0), Vec2::new(x + 1.0, 1.0));
/// let mut seen = Vec::new();
/// swept_observed(&at(0.0)?, &at(2.0)?, Vec2::new(1.5, 0.0), |on_axis| seen.push(on_axis));
/// let along_x = seen.iter().find(|on_axis| on_axis.axis.get().x.abs() == 1.0);
/// let along_x = along_x.map(|on_axis| (on_axis.extended.end - on_axis.a.end, on_axis.overlap));
/// assert_eq!(along_x.map(|(_, overlap)| overlap), Some(0.5));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[inline]
pub fn swept_observed<A: Shape, B: Shape<Vector = A::Vector>>(
    a: &A,
    b: &B,
    motion: A::Vector,
    mut observer: impl FnMut(AxisProjection<A::Vector>),
) -> SweptSat<A::Vector> {
    answer(
        &a.shape_ref(),
        &b.shape_ref(),
        motion,
        Some(ShowAxis { axis: &mut observer, should_continue: false }),
    )
}

/// Runs [`swept`] and passes every axis to the observer, also after one that decides the result.
///
/// Use it to draw all projections of disjoint shapes.
///
/// ```
/// use glam::Vec2;
/// use impinge::narrow::sat::swept_all_axes;
/// use impinge::shape::Aabb;
/// let at = |x: f32| Aabb::new(Vec2::new(x, 0.0), Vec2::new(x + 1.0, 1.0));
/// let mut seen = Vec::new();
/// let step = swept_all_axes(&at(0.0)?, &at(3.0)?, Vec2::ZERO, |on_axis| seen.push(on_axis));
/// assert!(!step.will_hit());
/// let separating = seen.iter().filter(|on_axis| on_axis.is_separating);
/// assert_eq!((seen.len(), separating.count()), (4, 2));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[inline]
pub fn swept_all_axes<A: Shape, B: Shape<Vector = A::Vector>>(
    a: &A,
    b: &B,
    motion: A::Vector,
    mut observer: impl FnMut(AxisProjection<A::Vector>),
) -> SweptSat<A::Vector> {
    answer(
        &a.shape_ref(),
        &b.shape_ref(),
        motion,
        Some(ShowAxis { axis: &mut observer, should_continue: true }),
    )
}

#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn answer<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    motion: V,
    mut observe: AxisObserver<'_, V>,
) -> SweptSat<V> {
    let motion = finite(motion);
    let step = match polytopes(a, b, motion, again(&mut observe)) {
        Some(step) => step,
        None => others(a, b, motion, observe),
    };
    let most: f64 = V::Scalar::MAX.into();
    let translation = step.translation.to_f64().map(|x| if x.is_nan() { 0.0 } else { x.clamp(-most, most) });
    let translation = V::from_f64(translation);
    match step {
        SatStep { now: true, .. } => SweptSat::Overlapping { translation },
        SatStep { will: true, .. } => SweptSat::WillHit { translation },
        _ => SweptSat::Disjoint,
    }
}

/// Replaces coordinates that are not finite.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn finite<V: Vector>(motion: V) -> V {
    if motion.is_finite() {
        return motion;
    }
    let limited = |x: V::Scalar| x.max(-V::Scalar::MAX).min(V::Scalar::MAX);
    V::from_fn(|axis| {
        let x = motion[axis];
        if Into::<f64>::into(x).is_nan() { V::Scalar::ZERO } else { limited(x) }
    })
}

/// A result in `f64`.
#[derive(Clone, Copy)]
struct SatStep<V: Vector> {
    now: bool,
    will: bool,
    /// Meaningless if the shapes do not intersect within the step.
    translation: V::Double,
}

/// The observer of the axes.
struct ShowAxis<'a, V: Vector> {
    axis: &'a mut dyn FnMut(AxisProjection<V>),
    /// Whether to continue after an axis that decides the result.
    should_continue: bool,
}

/// The observer of the axes, if any.
type AxisObserver<'a, V> = Option<ShowAxis<'a, V>>;

/// Reborrows the observer, to pass it on more than once.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn again<'a, V: Vector>(observe: &'a mut AxisObserver<'_, V>) -> AxisObserver<'a, V> {
    match observe {
        Some(show) => Some(ShowAxis { axis: &mut *show.axis, should_continue: show.should_continue }),
        None => None,
    }
}

/// Computes the result for any two shapes.
fn of_views<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    motion: V,
    mut observe: AxisObserver<'_, V>,
) -> SatStep<V> {
    polytopes(a, b, motion, again(&mut observe)).unwrap_or_else(|| others(a, b, motion, observe))
}

fn others<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    motion: V,
    observe: AxisObserver<'_, V>,
) -> SatStep<V> {
    if matches!(a, ShapeRef::Composite(_)) || matches!(b, ShapeRef::Composite(_)) {
        composite::step(a, b, motion, observe)
    } else {
        round::step(a, b, motion, observe)
    }
}

/// Computes the result for two polytopes; `None` if one of the shapes is none.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn polytopes<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    motion: V,
    observe: AxisObserver<'_, V>,
) -> Option<SatStep<V>> {
    let shortly = match V::DIMENSION {
        2 => boxes::step(a, b, motion).or_else(|| polygons::step(a, b, motion)),
        _ => None,
    };
    if let Some(ShowAxis { axis, should_continue }) = observe {
        let verdict =
            filter::projections(a, b, motion, false, should_continue, &mut |on_axis| axis(on_axis))?;
        return Some(shortly.unwrap_or_else(|| settled(a, b, motion, verdict)));
    }
    match shortly {
        // Outside of the faster methods.
        None if V::IS_2D => projected_in_plane(a, b, motion),
        None => projected(a, b, motion),
        step => step,
    }
}

#[inline(never)]
fn projected_in_plane<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>, motion: V) -> Option<SatStep<V>> {
    projected(a, b, motion)
}

/// Computes the same from all corners on all axes.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn projected<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>, motion: V) -> Option<SatStep<V>> {
    let verdict = filter::projections(a, b, motion, false, false, &mut |_| {})?;
    Some(settled(a, b, motion, verdict))
}

/// Decides with exact numbers what the projections have left open.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn settled<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    motion: V,
    verdict: Verdict<V>,
) -> SatStep<V> {
    let open = match verdict {
        Verdict::Apart => return SatStep { now: false, will: false, translation: V::Double::ZERO },
        Verdict::Open(open) => open,
    };
    let now = open.now.unwrap_or_else(|| a.intersects(b));
    let axes = (!open.is_flat).then_some(&open.axes[..]);
    let is_settled = now || axes.is_some_and(|axes| axes.is_empty());
    let will = is_settled || exact::overlap(a, b, motion, false, axes);
    SatStep { now, will, translation: open.translation }
}
