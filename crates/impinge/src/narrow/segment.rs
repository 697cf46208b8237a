//! Segments against boxes.
//!
//! In the box's frame, with m the middle of the segment and w half of it: apart if |mᵢ| > hᵢ + |wᵢ| on an axis of the
//! box, or |m × w|ᵢ > hⱼ·|wₖ| + hₖ·|wⱼ| on a cross product of the segment with an axis (in the plane there is one: the
//! normal of the segment). The same bounds on rounding as for two boxes; exact arithmetic decides what is left.
//! Source: Ericson 2005, §5.3.3.

use super::obb::slack;
use super::{Relation, convex};
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
    let middle = (a + b) * V::Scalar::HALF;
    let reach = (b - a) * V::Scalar::HALF;
    let reach_abs = reach.abs();
    let middle_abs = middle.abs();
    let scale = a.abs().sum() + b.abs().sum() + magnitude;
    let error = slack::<V>(scale);

    let beyond = (middle_abs - (half + reach_abs)).largest();
    // Products of two lengths, each of which is off by as much as a gap.
    let cross_error = slack::<V>(scale * scale + scale * scale);
    let cross = |j: usize, k: usize| {
        (middle[j] * reach[k] - middle[k] * reach[j]).abs()
            - (half[j] * reach_abs[k] + half[k] * reach_abs[j])
    };
    let widest = if V::DIMENSION == 2 { cross(0, 1) } else { cross(0, 1).max(cross(1, 2)).max(cross(2, 0)) };
    // One branch that is nearly always taken; which of the two it is costs none.
    let is_separate = (beyond > error) | (widest > cross_error);
    let is_overlapping = (beyond < -error) & (widest < -cross_error);
    if is_separate | is_overlapping {
        return Some(if is_separate { Relation::Separate } else { Relation::Overlapping });
    }
    // A segment along an axis has no cross product with it; a point inside the box settles it as well.
    let holds = |point: V| (point.abs() - half).largest() < -error;
    (holds(middle) || holds(a) || holds(b)).then_some(Relation::Overlapping)
}
