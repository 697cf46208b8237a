//! Shapes without a finite number of axes: round and unbounded ones.
//!
//! They are projected on the normals of their flat faces, and on the line through the closest points before
//! the step and at its end. For a circle at the corner of a polygon that is the axis from its centre to the
//! nearest vertex, as in the textbooks. Before the step these axes are sufficient: disjoint shapes are
//! disjoint along the line through their closest points. Within the step they are a choice, as the faces of
//! polytopes are one.

use smallvec::SmallVec;

use super::axes::{SatAxis, SatPair};
use super::polytope::{SatFrame, SatPolytope};
use super::{AxisObserver, AxisProjection, SatStep, ShowAxis};
use crate::math::{Scalar, Vector};
use crate::narrow::collide::signed;
use crate::narrow::composite::with_translated;
use crate::narrow::distance::error_bound::{TOUCHING, unbounded_magnitude};
use crate::narrow::distance::support::{Map, SupportMap};
use crate::narrow::{Collide, PairCache};
use crate::shape::ShapeRef;

/// The sine of an angle below which a ray counts as perpendicular to an axis.
const PERPENDICULAR: f64 = 1e-12;

/// Two shapes without parts.
#[inline(never)]
pub(super) fn step<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    velocity: V,
    mut observe: AxisObserver<'_, V>,
) -> SatStep<V> {
    let motion = velocity.to_double();
    let magnitude = unbounded_magnitude(a, b) + motion.abs().element_sum();
    let room = if magnitude.is_finite() { TOUCHING * magnitude } else { 0.0 };
    let (projected_a, projected_b) = (RoundProjection::new(a), RoundProjection::new(b));
    let mut best: Option<(f64, V::Double)> = None;
    let mut is_apart = false;
    let should_continue = observe.as_ref().is_some_and(|show| show.should_continue);
    for axis in axes(a, b, velocity) {
        let reach = motion.dot(axis);
        let ([a_low, a_high], [b_low, b_high]) = (projected_a.extent(axis), projected_b.extent(axis));
        let (down, up) = (a_high - b_low, b_high - a_low);
        let (extended_down, extended_up) = (down + reach.max(0.0), up - reach.min(0.0));
        let overlap = extended_down.min(extended_up);
        let is_separating = overlap < -room;
        if let Some(ShowAxis { axis: show, .. }) = &mut observe {
            let (a, b) = ([a_low, a_high], [b_low, b_high]);
            show(AxisProjection::new(axis.to_f64(), a, b, reach, overlap, is_separating));
        }
        is_apart |= is_separating;
        if is_apart {
            if should_continue {
                continue;
            }
            break;
        }
        let is_below = down < up || (down == up && reach > 0.0);
        let push = if is_below { -extended_down } else { extended_up };
        if best.is_none_or(|(least, _)| push.abs() < least) {
            // An unbounded shape may have no way out.
            let length = push.clamp(-V::Scalar::MAX.into(), V::Scalar::MAX.into());
            best = Some((push.abs(), axis * length));
        }
    }
    let now = a.intersects(b);
    let translation = best.map_or(V::Double::ZERO, |(_, way)| way);
    SatStep { now, will: now || !is_apart, translation }
}

/// The axes, about unit vectors.
fn axes<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>, velocity: V) -> SmallVec<[V::Double; 8]> {
    let mut axes: SmallVec<[V::Double; 8]> = SmallVec::new();
    for view in [a, b] {
        match view {
            ShapeRef::Plane(plane) => axes.push(plane.normal().get().to_double()),
            ShapeRef::HalfSpace(half_space) => axes.push(half_space.boundary().normal().get().to_double()),
            _ => {}
        }
    }
    // The core without the rounding; round cores serve as points here, which add nothing.
    let core = |view: &ShapeRef<'_, V>| {
        let polytope =
            view.convex().and_then(|convex| SatPolytope::<f64>::of_core(&convex.core, &SatFrame::WORLD));
        polytope.unwrap_or_default()
    };
    if axes.is_empty() {
        let pair = SatPair { a: core(a), b: core(b), velocity: [0.0; 3], dimension: V::DIMENSION };
        let _ = pair.each_axis(false, |kind: SatAxis| {
            let axis = pair.axis(kind);
            let axis = V::Double::from_fn(|i| axis[i]);
            let length = axis.length();
            if length > 0.0 && length.is_finite() {
                axes.push(axis * (1.0 / length));
            }
            std::ops::ControlFlow::Continue(())
        });
    }
    let mut nearest = |a: ShapeRef<'_, V>| {
        let found = signed::<V, true>(a, *b, f64::INFINITY, &mut PairCache::passing());
        if let Some(found) = found.filter(|found| found.normal.is_finite()) {
            axes.push(found.normal);
        }
    };
    nearest(*a);
    with_translated(a, velocity, &mut nearest);
    axes
}

/// A shape that can be projected.
enum RoundProjection<'a, 'b, V: Vector> {
    Bounded(Map<'a, V>, f64),
    Endless(&'b ShapeRef<'a, V>),
}

impl<'a, 'b, V: Vector> RoundProjection<'a, 'b, V> {
    fn new(view: &'b ShapeRef<'a, V>) -> Self {
        match view.convex() {
            Some(convex) => {
                let world = crate::narrow::distance::frame::Frame {
                    origin: V::Double::ZERO,
                    columns: None,
                    scale: 1.0,
                };
                RoundProjection::Bounded(world.map(&convex.core), convex.radius.into())
            }
            None => RoundProjection::Endless(view),
        }
    }

    /// The ends of the projection on an axis, infinite where there is none.
    fn extent(&self, axis: V::Double) -> [f64; 2] {
        let everything = [f64::NEG_INFINITY, f64::INFINITY];
        match self {
            RoundProjection::Bounded(map, radius) => {
                let end = |direction: V::Double| map.support(direction).0.dot(axis);
                let radius = radius * axis.length();
                [end(-axis) - radius, end(axis) + radius]
            }
            RoundProjection::Endless(ShapeRef::Plane(plane)) => {
                on_normal(plane.normal().get(), plane.offset(), axis).map_or(everything, |(at, _)| [at, at])
            }
            RoundProjection::Endless(ShapeRef::HalfSpace(half_space)) => {
                let boundary = half_space.boundary();
                match on_normal(boundary.normal().get(), boundary.offset(), axis) {
                    Some((at, true)) => [f64::NEG_INFINITY, at],
                    Some((at, false)) => [at, f64::INFINITY],
                    None => everything,
                }
            }
            RoundProjection::Endless(ShapeRef::Ray(ray)) => {
                let origin = ray.origin().to_double().dot(axis);
                let along = ray.direction().get().to_double().dot(axis);
                if along > PERPENDICULAR {
                    [origin, f64::INFINITY]
                } else if along < -PERPENDICULAR {
                    [f64::NEG_INFINITY, origin]
                } else {
                    [origin, origin]
                }
            }
            RoundProjection::Endless(_) => everything,
        }
    }
}

/// Where a plane is on an axis that is its normal, and whether the axis goes the same way.
fn on_normal<V: Vector>(normal: V, offset: V::Scalar, axis: V::Double) -> Option<(f64, bool)> {
    let (normal, offset): (_, f64) = (normal.to_double(), offset.into());
    match axis {
        _ if axis == normal => Some((offset, true)),
        _ if axis == -normal => Some((-offset, false)),
        _ => None,
    }
}
