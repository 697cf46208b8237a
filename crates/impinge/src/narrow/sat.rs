//! Moving shapes by their projections: do they meet, will they meet within a step, and what keeps them apart?
//!
//! Shape A moves by a motion (the way of one step: its velocity times the time, less that of B) and B rests. Both are projected on every
//! axis on which two polytopes can be apart: the normals of their faces and, in space, the cross products of their edges.
//!
//! - **Now**: they meet exactly if the projections overlap on all axes.
//! - **Within the step**: the projection of A is extended by that of the motion, downwards if that is negative and upwards if it
//!   is positive. They will meet if the extended projections overlap on all axes. One axis on which they do not settles
//!   both questions, and no other is looked at.
//! - **Translation**: of all axes the one of the least overlap, extended, says which way out is shortest. It leads back to
//!   the side on which A is now, so that A, moved by motion + translation, slides along B and never passes through.
//!
//! docs/moving.md shows this in figures.
//!
//! # What "will" says
//! That every shadow of A's way falls on B's: extended projections never miss a meeting, but may announce one that does not
//! come about, where A passes near a corner of B. [`swept`] asks for the way itself.
//!
//! For boxes, segments, triangles and hulls whether they will is that of real arithmetic on the given floats, see
//! docs/exactness.md. Whether they meet now is what [`Relate`] has, which of hulls in `f32` is less exact; those that do
//! always will. Round shapes and those
//! without end are also projected on the line through the nearest points, before the step and at its end; within 16 roundings
//! of touching they count as meeting. Shapes of many parts are asked part by part.
//!
//! In the plane two boxes (`boxes`) and two hulls (`polygons`) go shorter ways to the same answers, unless these are near
//! to where they change.
//! Source: Gottschalk, Lin & Manocha 1996, §5; Ericson 2005, §5.2.1 and §5.5.3.

mod arc;
mod axes;
mod boxes;
mod exact;
mod filter;
mod many;
mod polygons;
mod polytope;
mod round;
mod way;

use super::relation::Relate;
use crate::math::{Interval, Scalar, Unit, Vector};
use crate::shape::{Shaped, View};
use filter::Verdict;
pub use way::swept;

/// What a moving shape and a resting one are to each other; see [`moving`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Moving<V> {
    /// They do not meet, neither now nor within the step.
    Separate,
    /// They do not meet now, but within the step.
    Will {
        /// What to add to the motion, so that they do not.
        translation: V,
    },
    /// They meet now.
    Now {
        /// What to add to the motion, so that they do no more.
        translation: V,
    },
}

impl<V: Copy> Moving<V> {
    /// Do they meet now?
    #[inline]
    pub fn now(&self) -> bool {
        matches!(self, Moving::Now { .. })
    }

    /// Will they meet within the step? Always, if they meet now.
    #[inline]
    pub fn will(&self) -> bool {
        !matches!(self, Moving::Separate)
    }

    /// What to add to the motion, so that after the step the shapes do not overlap; there is one if they meet otherwise.
    #[doc(alias("mtv", "minimum_translation_vector"))]
    #[inline]
    pub fn translation(&self) -> Option<V> {
        match self {
            Moving::Separate => None,
            Moving::Will { translation } | Moving::Now { translation } => Some(*translation),
        }
    }
}

/// Both shapes projected on an axis: what there is to draw. Numbers are rounded; those of shapes without end may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnAxis<V: Vector> {
    /// The direction of the axis, up to rounding.
    pub axis: Unit<V>,
    /// The moving shape where it is now: inner products of its points with the axis.
    pub a: Interval<V::Scalar>,
    /// The same extended by the motion.
    pub extended: Interval<V::Scalar>,
    /// The resting shape.
    pub b: Interval<V::Scalar>,
    /// By how much the extended projection and that of the resting shape have to move to part; negative if they are apart.
    pub overlap: V::Scalar,
    /// Are they apart on it for the whole step, beyond all rounding? One such axis settles the answer. Where only exact numbers
    /// can tell, no axis is called so, nor are those that flat shapes have only for the way out.
    pub is_separating: bool,
}

impl<V: Vector> OnAxis<V> {
    #[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
    fn new(axis: [f64; 3], a: [f64; 2], b: [f64; 2], reach: f64, overlap: f64, is_separating: bool) -> Self {
        let scalar = V::Scalar::from_f64;
        let interval = |[start, end]: [f64; 2]| Interval { start: scalar(start), end: scalar(end) };
        OnAxis {
            axis: Unit::of_unit(V::from_f64(axis)),
            a: interval(a),
            extended: interval([a[0] + Scalar::min(reach, 0.0), a[1] + Scalar::max(reach, 0.0)]),
            b: interval(b),
            overlap: scalar(overlap),
            is_separating,
        }
    }
}

/// Do two shapes meet now, will they within a step in which the first moves by `motion` relative to the second, and how
/// is it to move instead?
///
/// The translation is added to the motion: the shape then ends beside the other, up to rounding, and slides along it.
///
/// A motion is the way of one step: a velocity times the time. Coordinates of it that are NaN count as 0, infinite ones as the largest
/// number.
///
/// A box falls on a floor and slides on:
/// ```
/// use glam::Vec2;
/// use impinge::narrow::sat::{Moving, moving};
/// use impinge::shape::Aabb;
/// let floor = Aabb::new(Vec2::new(-10.0, -1.0), Vec2::new(10.0, 0.0))?;
/// let at = |x: f32, y: f32| Aabb::new(Vec2::new(x, y), Vec2::new(x + 1.0, y + 1.0));
///
/// // A quarter above the floor, half a unit down and two to the right within the step.
/// let motion = Vec2::new(2.0, -0.5);
/// let step = moving(&at(0.0, 0.25)?, &floor, motion);
/// assert!(!step.now() && step.will());
/// let translation = step.translation().unwrap_or_default();
/// assert_eq!(motion + translation, Vec2::new(2.0, -0.25));
///
/// // There it touches the floor; whatever pulls it down, it slides.
/// let step = moving(&at(2.0, 0.0)?, &floor, motion);
/// assert_eq!(step, Moving::Now { translation: Vec2::new(0.0, 0.5) });
///
/// // And upwards it is free again.
/// assert_eq!(moving(&at(2.0, 0.25)?, &floor, Vec2::Y), Moving::Separate);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[must_use]
#[inline]
pub fn moving<A: Shaped, B: Shaped<Vector = A::Vector>>(
    a: &A,
    b: &B,
    motion: A::Vector,
) -> Moving<A::Vector> {
    answer(&a.view(), &b.view(), motion, None)
}

/// The same, and shows every axis that is looked at: all of them, unless one ends the search, which is then the last. For
/// that it projects all corners, where [`moving`] may know a shorter way.
///
/// ```
/// use glam::Vec2;
/// use impinge::narrow::sat::moving_observed;
/// use impinge::shape::Aabb;
/// let at = |x: f32| Aabb::new(Vec2::new(x, 0.0), Vec2::new(x + 1.0, 1.0));
/// let mut seen = Vec::new();
/// moving_observed(&at(0.0)?, &at(2.0)?, Vec2::new(1.5, 0.0), |on_axis| seen.push(on_axis));
/// let along_x = seen.iter().find(|on_axis| on_axis.axis.get().x.abs() == 1.0);
/// let along_x = along_x.map(|on_axis| (on_axis.extended.end - on_axis.a.end, on_axis.overlap));
/// assert_eq!(along_x.map(|(_, overlap)| overlap), Some(0.5));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[inline]
pub fn moving_observed<A: Shaped, B: Shaped<Vector = A::Vector>>(
    a: &A,
    b: &B,
    motion: A::Vector,
    mut observer: impl FnMut(OnAxis<A::Vector>),
) -> Moving<A::Vector> {
    answer(&a.view(), &b.view(), motion, Some(Show { axis: &mut observer, goes_on: false }))
}

/// The same answer, and shows every axis there is, also after one that settles it: to draw all shadows of shapes that are apart.
///
/// ```
/// use glam::Vec2;
/// use impinge::narrow::sat::moving_on_every_axis;
/// use impinge::shape::Aabb;
/// let at = |x: f32| Aabb::new(Vec2::new(x, 0.0), Vec2::new(x + 1.0, 1.0));
/// let mut seen = Vec::new();
/// let step = moving_on_every_axis(&at(0.0)?, &at(3.0)?, Vec2::ZERO, |on_axis| seen.push(on_axis));
/// assert!(!step.will());
/// let separating = seen.iter().filter(|on_axis| on_axis.is_separating);
/// assert_eq!((seen.len(), separating.count()), (4, 2));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[inline]
pub fn moving_on_every_axis<A: Shaped, B: Shaped<Vector = A::Vector>>(
    a: &A,
    b: &B,
    motion: A::Vector,
    mut observer: impl FnMut(OnAxis<A::Vector>),
) -> Moving<A::Vector> {
    answer(&a.view(), &b.view(), motion, Some(Show { axis: &mut observer, goes_on: true }))
}

#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn answer<V: Vector>(a: &View<'_, V>, b: &View<'_, V>, motion: V, mut observe: Observer<'_, V>) -> Moving<V> {
    let motion = finite(motion);
    let step = match polytopes(a, b, motion, again(&mut observe)) {
        Some(step) => step,
        None => others(a, b, motion, observe),
    };
    let most: f64 = V::Scalar::MAX.into();
    let translation = step.translation.to_f64().map(|x| if x.is_nan() { 0.0 } else { x.clamp(-most, most) });
    let translation = V::from_f64(translation);
    match step {
        Step { now: true, .. } => Moving::Now { translation },
        Step { will: true, .. } => Moving::Will { translation },
        _ => Moving::Separate,
    }
}

/// A motion with which one can compute.
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

/// An answer in `f64`.
#[derive(Clone, Copy)]
struct Step<V: Vector> {
    now: bool,
    will: bool,
    /// Without a meaning if they will not meet.
    translation: V::Double,
}

/// Who is shown the axes.
struct Show<'a, V: Vector> {
    axis: &'a mut dyn FnMut(OnAxis<V>),
    /// Also those after one that settles the answer?
    goes_on: bool,
}

/// What is shown the axes, if anything.
type Observer<'a, V> = Option<Show<'a, V>>;

/// The same observer, to be passed on more than once.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn again<'a, V: Vector>(observe: &'a mut Observer<'_, V>) -> Observer<'a, V> {
    match observe {
        Some(show) => Some(Show { axis: &mut *show.axis, goes_on: show.goes_on }),
        None => None,
    }
}

/// Any two shapes.
fn of_views<V: Vector>(a: &View<'_, V>, b: &View<'_, V>, motion: V, mut observe: Observer<'_, V>) -> Step<V> {
    polytopes(a, b, motion, again(&mut observe)).unwrap_or_else(|| others(a, b, motion, observe))
}

fn others<V: Vector>(a: &View<'_, V>, b: &View<'_, V>, motion: V, observe: Observer<'_, V>) -> Step<V> {
    if matches!(a, View::Parts(_)) || matches!(b, View::Parts(_)) {
        many::step(a, b, motion, observe)
    } else {
        round::step(a, b, motion, observe)
    }
}

/// Two polytopes; `None` if one of the shapes is none.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn polytopes<V: Vector>(
    a: &View<'_, V>,
    b: &View<'_, V>,
    motion: V,
    observe: Observer<'_, V>,
) -> Option<Step<V>> {
    let shortly = match V::DIMENSION {
        2 => boxes::step(a, b, motion).or_else(|| polygons::step(a, b, motion)),
        _ => None,
    };
    if let Some(Show { axis, goes_on }) = observe {
        let verdict = filter::projections(a, b, motion, false, goes_on, &mut |on_axis| axis(on_axis))?;
        return Some(shortly.unwrap_or_else(|| settled(a, b, motion, verdict)));
    }
    match shortly {
        // Out of the short way.
        None if V::DIMENSION == 2 => projected_in_plane(a, b, motion),
        None => projected(a, b, motion),
        step => step,
    }
}

#[inline(never)]
fn projected_in_plane<V: Vector>(a: &View<'_, V>, b: &View<'_, V>, motion: V) -> Option<Step<V>> {
    projected(a, b, motion)
}

/// The same from all corners on all axes.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn projected<V: Vector>(a: &View<'_, V>, b: &View<'_, V>, motion: V) -> Option<Step<V>> {
    let verdict = filter::projections(a, b, motion, false, false, &mut |_| {})?;
    Some(settled(a, b, motion, verdict))
}

/// What projections have left open is asked exactly.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn settled<V: Vector>(a: &View<'_, V>, b: &View<'_, V>, motion: V, verdict: Verdict<V>) -> Step<V> {
    let open = match verdict {
        Verdict::Apart => return Step { now: false, will: false, translation: V::Double::ZERO },
        Verdict::Open(open) => open,
    };
    let now = open.now.unwrap_or_else(|| a.intersects(b));
    let axes = (!open.is_flat).then_some(&open.axes[..]);
    let is_settled = now || axes.is_some_and(|axes| axes.is_empty());
    let will = is_settled || exact::overlap(a, b, motion, false, axes);
    Step { now, will, translation: open.translation }
}
