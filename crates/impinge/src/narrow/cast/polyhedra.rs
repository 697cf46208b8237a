//! Lines through shapes that are bounded by planes: boxes, hulls, half-spaces, triangles of the plane.
//!
//! Each plane cuts the line once; where the line heads down through it, it comes in, otherwise it goes out.
//! The passage is from the last entry to the first exit.
//! Source: Cyrus & Beck, "Generalized two- and three-dimensional clipping", 1978; for boxes it is the slab
//! method.

use super::line::{ALWAYS, CastLine, FAR_AWAY, NEVER, Passage, PassageEnd, ROUNDING};
use crate::math::{Pose, Vector};
use crate::shape::{Hull, Obb, Plane};

/// A plane with the shape below it.
#[derive(Clone, Copy)]
pub(super) struct PlaneSide<D> {
    /// Outward unit normal.
    pub normal: D,
    /// How far the plane is above the start of the line.
    pub height: f64,
    /// How wrong the height may be.
    pub slack: f64,
    pub feature: u32,
}

/// The passage through what is below all sides.
pub(super) fn below_all<D: Vector<Scalar = f64>>(
    line: &CastLine<D>,
    sides: impl IntoIterator<Item = PlaneSide<D>>,
) -> Option<Passage<D>> {
    let end = |along| PassageEnd { along, normal: -line.direction, feature: 0 };
    let (mut entry, mut exit) = (end(f64::NEG_INFINITY), end(f64::INFINITY));
    let (mut surely, mut at_most) = (ALWAYS, ALWAYS);
    // Of sides in whose plane the line runs, up to rounding: the last that it comes in by, and
    // the first that it leaves by.
    let (mut in_by, mut out_by) = (entry, exit);
    for PlaneSide { normal, height, slack, feature } in sides {
        let heading = normal.dot(line.direction);
        if heading.abs() <= ROUNDING && height.abs() <= slack {
            // Where it would cross the plane is just anywhere.
            surely = NEVER;
            let along = height / heading;
            if height < 0.0 || (height == 0.0 && heading < 0.0) {
                let along = if along > 0.0 && along.is_finite() { along } else { 0.0 };
                in_by = if along > in_by.along { PassageEnd { along, normal, feature } } else { in_by };
            } else if heading > 0.0 && along < out_by.along {
                out_by = PassageEnd { along, normal, feature };
            }
            continue;
        }
        if heading == 0.0 {
            if height < 0.0 {
                return None;
            }
            continue;
        }
        if heading.abs() <= ROUNDING && height < 0.0 {
            // Whether it comes in or goes out is rounding.
            surely = NEVER;
        }
        let along = height / heading;
        let error = (slack + along.abs() * ROUNDING) / heading.abs();
        let end = PassageEnd { along, normal, feature };
        if heading < 0.0 {
            entry = if along > entry.along { end } else { entry };
            surely.0 = surely.0.max(along + error);
            at_most.0 = at_most.0.max(along - error);
        } else {
            exit = if along < exit.along { end } else { exit };
            surely.1 = surely.1.min(along - error);
            at_most.1 = at_most.1.min(along + error);
        }
    }
    // So the other sides decide where the line comes in and goes out. But a start above such a side is not
    // inside, and what has no other end ends there.
    if in_by.along >= 0.0 && entry.along < 0.0 {
        entry = PassageEnd { along: in_by.along.min(exit.along), ..in_by };
    }
    if exit.along.is_infinite() {
        exit = out_by;
    }
    (at_most.0 <= at_most.1).then_some(Passage { entry, exit, surely, at_most, is_flat: false })
}

/// A box along the axes, given by its corners in the frame.
pub(super) fn aabb<D: Vector<Scalar = f64>>(line: &CastLine<D>, min: D, max: D) -> Option<Passage<D>> {
    let slack = ROUNDING * (line.start.abs().element_sum() + min.abs().max(max.abs()).element_sum());
    let sides = (0..D::DIMENSION).flat_map(|axis| {
        let feature = 2 * axis as u32;
        let (start, normal) = (line.start[axis], D::unit_axis(axis));
        [
            PlaneSide { normal: -normal, height: start - min[axis], slack, feature },
            PlaneSide { normal, height: max[axis] - start, slack, feature: feature + 1 },
        ]
    });
    below_all(line, sides)
}

/// An oriented box.
///
/// Its axes are orthonormal up to their rounding only, and its corners are what the floats define; so the
/// normals of its faces are computed from the other axes.
pub(super) fn obb<V: Vector>(line: &CastLine<V::Double>, obb: &Obb<V>) -> Option<Passage<V::Double>> {
    let (axes, half) = (obb.axes(), obb.half_extents());
    let axis = |i: usize| axes[i % V::DIMENSION].to_double();
    let start = line.start - line.frame.point(obb.center().to_double());
    let scale = line.frame.scale;
    let size = half.to_double().element_sum() * scale;
    let slack = ROUNDING * (line.start.abs().element_sum() + start.abs().element_sum() + size);
    let sides = (0..V::DIMENSION).flat_map(|i| {
        let across = axis(i + 1).perpendicular(axis(i + 2));
        let normal = across * (1.0 / across.length());
        let towards = normal.dot(axis(i));
        let normal = if towards < 0.0 { -normal } else { normal };
        let (middle, reach) = (normal.dot(start), half[i].into() * scale * towards.abs());
        let feature = 2 * i as u32;
        [
            PlaneSide { normal: -normal, height: reach + middle, slack, feature },
            PlaneSide { normal, height: reach - middle, slack, feature: feature + 1 },
        ]
    });
    below_all(line, sides)
}

/// Everything below a plane.
pub(super) fn half_space<V: Vector>(
    line: &CastLine<V::Double>,
    boundary: &Plane<V>,
) -> Option<Passage<V::Double>> {
    let side = side_of(line, boundary);
    let heading = side.normal.dot(line.direction);
    if heading.abs() <= ROUNDING && side.height < -side.slack {
        // From outside along the boundary, up to rounding: it is met far away, or never.
        let along = (side.height / heading).abs().min(FAR_AWAY);
        let entry = PassageEnd { along, normal: side.normal, feature: 0 };
        let exit = PassageEnd { along: f64::INFINITY, ..entry };
        return Some(Passage { entry, exit, surely: NEVER, at_most: ALWAYS, is_flat: false });
    }
    below_all(line, [side])
}

/// A plane as seen from the start of a line.
pub(super) fn side_of<V: Vector>(line: &CastLine<V::Double>, plane: &Plane<V>) -> PlaneSide<V::Double> {
    let normal = plane.normal().get().to_double();
    let length = normal.length();
    let (normal, offset) = (normal * (1.0 / length), plane.offset().into() / length);
    let frame = &line.frame;
    let offset_in_frame = (offset - normal.dot(frame.origin)) * frame.scale;
    let magnitude =
        (offset.abs() + frame.origin.abs().element_sum()) * frame.scale + line.start.abs().element_sum();
    PlaneSide {
        normal,
        height: offset_in_frame - normal.dot(line.start),
        slack: ROUNDING * magnitude,
        feature: 0,
    }
}

/// A hull that can be clipped against its faces.
///
/// In its own coordinates, seen from its centre: there its planes are known. A rotation is exactly what its
/// floats define, so its inverse leads there, not its transpose.
#[inline(always)]
pub(super) fn hull<V: Vector>(
    line: &CastLine<V::Double>,
    hull: &Hull<V>,
    pose: &Pose<V>,
) -> Option<Passage<V::Double>> {
    let scale = line.frame.scale;
    let columns = V::Double::basis_from_fn(|axis| pose.rotation.columns()[axis].to_double());
    let row = |axis: usize| {
        let across = columns[(axis + 1) % V::DIMENSION].perpendicular(columns[(axis + 2) % V::DIMENSION]);
        across * (1.0 / across.dot(columns[axis]))
    };
    let rows = V::Double::basis_from_fn(row);
    let to_local = |vector: V::Double| V::Double::from_fn(|axis| rows[axis].dot(vector));
    let center = hull.center().to_double() * scale;
    let start = to_local(line.start - line.frame.point(pose.translation.to_double())) - center;
    let direction = to_local(line.direction);
    if passes_by(start, direction, hull.radius().into() * scale) {
        return None;
    }
    let clipped = hull.clip(start, direction, scale);
    let end = |along: f64, face: usize| {
        let local = hull.normal(face as u32).get().to_double();
        let turned = (0..V::DIMENSION).fold(V::Double::ZERO, |sum, axis| sum + columns[axis] * local[axis]);
        PassageEnd { along, normal: turned * (1.0 / turned.length()), feature: face as u32 }
    };
    if clipped.from >= 0.0 && !line.wants_exit {
        // Mostly, the exit of a line that starts outside is not needed.
        let entry = end(clipped.from, clipped.face);
        return (clipped.from <= clipped.to)
            .then(|| Passage::of_ends(entry, PassageEnd { along: clipped.to, ..entry }));
    }
    // Backwards it comes in where it goes out.
    let back = hull.clip(start, -direction, scale);
    (clipped.from <= clipped.to)
        .then(|| Passage::of_ends(end(clipped.from, clipped.face), end(clipped.to, back.face)))
}

/// Whether a path certainly misses a ball around the origin.
#[inline(always)]
fn passes_by<D: Vector<Scalar = f64>>(start: D, direction: D, radius: f64) -> bool {
    let towards = -start.dot(direction);
    let across = start * direction.dot(direction) + direction * towards;
    // Far more than rounding, and than the length of the direction is off 1.
    let reach = radius * (1.0 + 1e-5) + start.abs().element_sum() * 1e-12;
    let is_beyond = across.dot(across) > reach * reach;
    is_beyond || (towards < 0.0 && start.dot(start) > reach * reach)
}
