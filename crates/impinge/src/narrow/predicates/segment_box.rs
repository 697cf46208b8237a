//! Segments against boxes.
//!
//! In the box's frame, with m the middle of the segment and w half of it: apart if |mᵢ| > hᵢ + |wᵢ| on an
//! axis of the box, or |m × w|ᵢ > hⱼ·|wₖ| + hₖ·|wⱼ| on a cross product of the segment with an axis (in the
//! plane there is one: the normal of the segment). The same bounds on rounding as for two boxes; exact
//! arithmetic decides what is left.
//! Source: Ericson 2005, §5.3.3.

use super::box_pair::along;
use super::obb_obb::slack;
use super::polyhedra;
use crate::math::lanes::Lanes;
use crate::math::{Scalar, Vector};
use crate::narrow::Relation;
use crate::shape::{Aabb, Obb, Segment};

#[inline]
pub(in crate::narrow) fn aabb_segment<V: Vector>(bounds: &Aabb<V>, segment: &Segment<V>) -> Relation {
    let halved = |corner: V| Lanes::of(corner) * Lanes::splat(V::Scalar::HALF);
    let (min, max) = (halved(bounds.min()), halved(bounds.max()));
    let local = |point: V| Lanes::of(point) - (min + max);
    // Twice what is halved: what was rounded are the coordinates.
    let coordinates = (min.abs() + max.abs()) + (min.abs() + max.abs());
    in_box_frame::<V>(max - min, [local(segment.a()), local(segment.b())], coordinates)
        .unwrap_or_else(|| polyhedra::relation(bounds, segment))
}

#[inline]
pub(in crate::narrow) fn obb_segment<V: Vector>(obb: &Obb<V>, segment: &Segment<V>) -> Relation {
    let axes = obb.axes();
    let local = |point: V| along::<V>(&axes, point - obb.center());
    let half = Lanes::of(obb.half_extents());
    in_box_frame::<V>(half, [local(segment.a()), local(segment.b())], half)
        .unwrap_or_else(|| polyhedra::relation(obb, segment))
}

/// The relation, if it stands clear of rounding. `magnitudes` are the box's sizes, or its coordinates if
/// those were rounded.
#[inline(always)]
fn in_box_frame<V: Vector>(
    half: Lanes<V::Scalar>,
    [start, end]: [Lanes<V::Scalar>; 2],
    magnitudes: Lanes<V::Scalar>,
) -> Option<Relation> {
    let half_length = Lanes::splat(V::Scalar::HALF);
    let (middle, reach) = ((start + end) * half_length, (end - start) * half_length);
    let (middle_abs, reach_abs) = (middle.abs(), reach.abs());
    let scale = (start.abs() + end.abs() + magnitudes).total(V::DIMENSION);
    let error = slack::<V>(scale);

    let beyond = (middle_abs - (half + reach_abs)).max_element(V::DIMENSION);
    // Products of two lengths, each of which is off by as much as a gap.
    let cross_error = slack::<V>(scale * scale + scale * scale);
    // Lane i holds the cross product with axis i; in the plane only the one with the third axis means
    // something.
    let (next, last) = (Lanes::rotated, |lanes: Lanes<V::Scalar>| lanes.rotated().rotated());
    let distance = (next(middle) * last(reach) - last(middle) * next(reach)).abs();
    let across = distance - (next(half) * last(reach_abs) + last(half) * next(reach_abs));
    let widest = if V::IS_2D { across.lane(2) } else { across.max_element(3) };
    // One branch that is nearly always taken; which of the two it is costs none.
    let is_separate = (beyond > error) | (widest > cross_error);
    let is_overlapping = (beyond < -error) & (widest < -cross_error);
    if is_separate | is_overlapping {
        return Some(if is_separate { Relation::Disjoint } else { Relation::Overlapping });
    }
    // A segment along an axis has no cross product with it; a point inside the box settles it as well.
    let holds = |point: Lanes<V::Scalar>| (point.abs() - half).max_element(V::DIMENSION) < -error;
    (holds(middle) || holds(start) || holds(end)).then_some(Relation::Overlapping)
}
