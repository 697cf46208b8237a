//! Short ways: pairs so common, and so quickly answered, that they go past the table.
//!
//! Balls, segments and capsules among each other in `f32`: one closed form in `f64`, in which nothing can overflow. It
//! answers if the answer is clear of rounding; what is left goes the long way.

use super::relation::Relation;
use super::segments;
use super::separation::{Separation, is_single};
use super::sign;
use crate::math::{Scalar, Vector};
use crate::shape::{Convex, Core, View};

/// Two ends and a radius.
type Capsule<V> = ([V; 2], <V as Vector>::Scalar);

#[inline(always)]
fn capsule<V: Vector>(view: View<'_, V>) -> Option<Capsule<V>> {
    match view {
        View::Ball(ball) => Some(([ball.center(); 2], ball.radius())),
        View::Segment(segment) => Some(([segment.a(), segment.b()], V::Scalar::ZERO)),
        View::Convex(Convex { core: Core::Segment(a, b), radius }) => Some(([a, b], radius)),
        View::Convex(Convex { core: Core::Point(point), radius }) => Some(([point; 2], radius)),
        _ => None,
    }
}

/// The separation of two shapes, if there is a short way to it.
// Views go by value, so that they need no place in memory.
#[inline(always)]
pub(super) fn separation<V: Vector>(a: View<'_, V>, b: View<'_, V>) -> Option<Separation<V::Double>> {
    if !is_single::<V>() {
        return None;
    }
    let ((a, radius_a), (b, radius_b)) = (capsule(a)?, capsule(b)?);
    let found = segments::capsules(a, b, [radius_a.into(), radius_b.into()])?;
    let coordinates = a[0].abs() + a[1].abs() + b[0].abs() + b[1].abs();
    let magnitude: f64 = (coordinates.sum() + radius_a + radius_b).into();
    (found.distance.abs() > sign::room::<V>(magnitude)).then_some(found)
}

/// The relation of two shapes, if there is a short way to it.
#[inline(always)]
pub(super) fn relation<V: Vector>(a: View<'_, V>, b: View<'_, V>) -> Option<Relation> {
    let found = separation(a, b)?;
    Some(if found.distance > 0.0 { Relation::Separate } else { Relation::Overlapping })
}
