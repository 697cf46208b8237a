//! Segments against boxes.
//!
//! In the box's frame, with m the middle of the segment and w half of it: apart if |mᵢ| > hᵢ + |wᵢ| on an axis of the
//! box, or |m × w|ᵢ > hⱼ·|wₖ| + hₖ·|wⱼ| on a cross product of the segment with an axis (in the plane there is one: the
//! normal of the segment). The same bounds on rounding as for two boxes; exact arithmetic decides what is left.
//! Source: Ericson 2005, §5.3.3.

use super::obb::slack;
use super::{Relation, convex};
use crate::math::lanes::Lanes;
use crate::math::{Scalar, Vector};
use crate::shape::{Aabb, Obb, Segment};

#[inline]
pub(super) fn aabb_segment<V: Vector>(bounds: &Aabb<V>, segment: &Segment<V>) -> Relation {
    let center = bounds.center();
    let coordinates = bounds.min().abs().sum() + bounds.max().abs().sum();
    in_box_frame(bounds.half_extents(), segment.a() - center, segment.b() - center, coordinates)
        .unwrap_or_else(|| convex::relation(bounds, segment))
}

#[inline]
pub(super) fn obb_segment<V: Vector>(obb: &Obb<V>, segment: &Segment<V>) -> Relation {
    let local = |point: V| obb.rotation().apply_inverse(point - obb.center());
    in_box_frame(obb.half_extents(), local(segment.a()), local(segment.b()), obb.half_extents().sum())
        .unwrap_or_else(|| convex::relation(obb, segment))
}

/// The relation, if it stands clear of rounding. `magnitude` is the sum of the box's sizes, and of its coordinates if
/// those were rounded.
#[inline(always)]
fn in_box_frame<V: Vector>(half: V, a: V, b: V, magnitude: V::Scalar) -> Option<Relation> {
    let half_length = Lanes::splat(V::Scalar::HALF);
    let (start, end, half) = (Lanes::of(a), Lanes::of(b), Lanes::of(half));
    let (middle, reach) = ((start + end) * half_length, (end - start) * half_length);
    let (middle_abs, reach_abs) = (middle.abs(), reach.abs());
    let scale = a.abs().sum() + b.abs().sum() + magnitude;
    let error = slack::<V>(scale);

    let beyond = (middle_abs - (half + reach_abs)).largest(V::DIMENSION);
    // Products of two lengths, each of which is off by as much as a gap.
    let cross_error = slack::<V>(scale * scale + scale * scale);
    // Lane i holds the cross product with axis i; in the plane only the one with the third axis means something.
    let (next, last) = (Lanes::rotated, |lanes: Lanes<V::Scalar>| lanes.rotated().rotated());
    let distance = (next(middle) * last(reach) - last(middle) * next(reach)).abs();
    let across = distance - (next(half) * last(reach_abs) + last(half) * next(reach_abs));
    let widest = if V::DIMENSION == 2 { across.lane(2) } else { across.largest(3) };
    // One branch that is nearly always taken; which of the two it is costs none.
    let is_separate = (beyond > error) | (widest > cross_error);
    let is_overlapping = (beyond < -error) & (widest < -cross_error);
    if is_separate | is_overlapping {
        return Some(if is_separate { Relation::Separate } else { Relation::Overlapping });
    }
    // A segment along an axis has no cross product with it; a point inside the box settles it as well.
    let holds = |point: Lanes<V::Scalar>| (point.abs() - half).largest(V::DIMENSION) < -error;
    (holds(middle) || holds(start) || holds(end)).then_some(Relation::Overlapping)
}
