//! Composite shapes: every part of one against every part of the other, as far as their boxes intersect
//! within the step.
//!
//! The translation is the longest of any two parts. If it moves the shape into other parts, the
//! translation out of these is added. So the result for a concave shape is the result of its convex
//! pieces.

use super::{AxisObserver, SatStep, again, of_views as step_of_views};
use crate::math::Vector;
use crate::narrow::Collide;
use crate::narrow::composite::{penetration_of_parts, with_translated};
use crate::narrow::distance::extent::region;
use crate::shape::{Aabb, ShapeRef};

/// Two shapes of which at least one has parts.
#[inline(never)]
pub(super) fn step<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    velocity: V,
    mut observe: AxisObserver<'_, V>,
) -> SatStep<V> {
    let now = a.intersects(b);
    let mut longest = V::Double::ZERO;
    let mut will = now;
    each_pair(a, b, velocity, &mut |a, b| {
        let step = step_of_views(&a, &b, velocity, again(&mut observe));
        will |= step.will;
        if step.will && step.translation.length() > longest.length() {
            longest = step.translation;
        }
    });
    if !will {
        return SatStep { now, will, translation: longest };
    }
    let end = V::from_double(velocity.to_double() + longest);
    let more = with_translated(a, end, &mut |moved| penetration_of_parts(b, &moved));
    let more = more.map_or(V::Double::ZERO, |out| out.normal.get().to_double() * out.depth().into());
    SatStep { now, will, translation: longest + more }
}

/// Visits the pairs of parts whose boxes intersect, where the motion sweeps the box of the first part.
pub(super) fn each_pair<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    velocity: V,
    show: &mut dyn FnMut(ShapeRef<'_, V>, ShapeRef<'_, V>),
) {
    if let ShapeRef::Composite(parts) = a {
        // Relative to the first shape, the second comes towards it.
        let around = swept(b, -velocity);
        parts.visit(around, &mut |_, part| {
            each_pair(&part, b, velocity, show);
            around
        });
    } else if let ShapeRef::Composite(parts) = b {
        let around = swept(a, velocity);
        parts.visit(around, &mut |_, part| {
            each_pair(a, &part, velocity, show);
            around
        });
    } else {
        show(*a, *b);
    }
}

/// A box around a shape and all of its way.
fn swept<V: Vector>(view: &ShapeRef<'_, V>, velocity: V) -> Aabb<V> {
    let here = region(view, 0.0);
    let there = with_translated(view, velocity, &mut |moved| region(&moved, 0.0));
    here.merge(&there)
}
