//! A segment against an oriented box in space: a segment is a box with one edge.
//!
//! Three face normals and three cross products of edges are all the axes there are. If none of them
//! separates the two, the axis of least overlap gives the minimum translation. If one does, the nearest
//! points are computed as for two boxes.
//! Source: Ericson, "Real-Time Collision Detection", 2005, §5.3.3 (the axes).

use super::alternating_projections::Apart;
use super::{Points, Precise, SeparatingAxis, alternating_projections, edges};
use crate::math::{Scalar, Vector};
use crate::narrow::distance::segments::any_perpendicular;
use crate::narrow::distance::separation::Separation;
use crate::shape::Obb;

/// Cross products of a sine below this are left out: along them there is as much overlap as along a face.
const PARALLEL: f64 = 1e-7;

/// The separation of a segment, which is the first, from a box, searched as far as `limit`.
#[inline(never)]
pub(in crate::narrow) fn segment_box<V: Vector>(
    ends: [V::Double; 2],
    obb: &Obb<V>,
    limit: f64,
) -> Apart<V::Double> {
    let origin = obb.center().to_double();
    let [start, end] = ends.map(|end| end - origin);
    let cuboid = Precise::new(obb, origin);
    let along = end - start;
    let length = along.length();
    let center = (start + end) * 0.5;
    let size = center.abs().element_sum() + cuboid.half.element_sum() + length;
    if !(1e-60..1e60).contains(&size) || length <= 1e-9 * size {
        return Apart::Unclear;
    }
    let axis = along * (1.0 / length);
    let across = any_perpendicular(axis);
    let axes = [axis, across, axis.perpendicular(across)];
    let segment = Precise {
        center,
        axes: V::Double::basis_from_fn(|i| axes[i]),
        half: V::Double::unit_axis(0) * (0.5 * length),
    };
    let (widest, gap) = widest_gap(&segment, &cuboid);
    let rounding = 1e-13 * size;
    let found = if gap > rounding {
        match alternating_projections::nearest(&segment, &cuboid, widest, limit, size) {
            Apart::Found(found) => Some(found),
            other => return other,
        }
    } else if gap < -rounding {
        rest(&segment, &cuboid, widest, gap)
    } else {
        None
    };
    match found {
        Some(mut found) => {
            found.point_a += origin;
            found.point_b += origin;
            Apart::Found(found)
        }
        None => Apart::Unclear,
    }
}

/// The axis with the widest gap, or the least overlap.
#[inline(always)]
fn widest_gap<D: Vector<Scalar = f64>>(segment: &Precise<D>, cuboid: &Precise<D>) -> (SeparatingAxis, f64) {
    let (direction, half) = (segment.axes[0], segment.half[0]);
    let between = -segment.center;
    let cosines = D::from_fn(|i| cuboid.axes[i].dot(direction));
    let along = D::from_fn(|i| cuboid.axes[i].dot(between));
    let mut widest = (SeparatingAxis::FaceOfB(0), f64::NEG_INFINITY);
    for i in 0..3 {
        let gap = along[i].abs() - cuboid.half[i] - half * cosines[i].abs();
        if gap > widest.1 {
            widest = (SeparatingAxis::FaceOfB(i), gap);
        }
    }
    for i in 0..3 {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let square = cosines[j] * cosines[j] + cosines[k] * cosines[k];
        if square <= PARALLEL * PARALLEL {
            continue;
        }
        let distance = (along[j] * cosines[k] - along[k] * cosines[j]).abs();
        let reach = cuboid.half[j] * cosines[k].abs() + cuboid.half[k] * cosines[j].abs();
        let gap = (distance - reach) / square.sqrt();
        if gap > widest.1 {
            widest = (SeparatingAxis::Edges(0, i), gap);
        }
    }
    widest
}

/// The least translation along an axis.
#[inline(always)]
fn rest<D: Vector<Scalar = f64>>(
    segment: &Precise<D>,
    cuboid: &Precise<D>,
    axis: SeparatingAxis,
    gap: f64,
) -> Option<Separation<D>> {
    let face = match axis {
        SeparatingAxis::Edges(_, edge) => return edges(segment, cuboid, 0, edge, &mut Points::new()),
        SeparatingAxis::FaceOfA(face) | SeparatingAxis::FaceOfB(face) => face,
    };
    let local = |vector: D| D::from_fn(|i| cuboid.axes[i].dot(vector));
    let (center, direction) = (local(segment.center), local(segment.axes[0]));
    // Out of this face the segment has to go, and the box the other way.
    let side = if center[face] < 0.0 { -1.0 } else { 1.0 };
    let mut ends = [-segment.half[0], segment.half[0]];
    for i in (0..3).filter(|&i| i != face) {
        // What lies over the face.
        let to = [-cuboid.half[i], cuboid.half[i]].map(|side| (side - center[i]) / direction[i]);
        if direction[i] != 0.0 {
            ends = [ends[0].max(Scalar::min(to[0], to[1])), ends[1].min(Scalar::max(to[0], to[1]))];
        }
    }
    let height = |t: f64| (center[face] + direction[face] * t) * side - cuboid.half[face];
    let deepest = if height(ends[0]) < height(ends[1]) { ends[0] } else { ends[1] };
    let point_a = segment.center + segment.axes[0] * deepest;
    let normal = cuboid.axes[face] * -side;
    // The deepest point lies over the face, or else another axis would have had less overlap.
    let is_right =
        ends[0] <= ends[1] && height(deepest) <= gap + 1e-6 * cuboid.half.element_sum() && gap < 0.0;
    is_right.then(|| Separation { distance: gap, normal, point_a, point_b: point_a + normal * gap })
}
