//! Lines through what has two sides and no inside: planes, triangles in space, segments.
//!
//! A line meets a triangle if it passes all three edges on the same side: the signs of three volumes. Where
//! one of them is in doubt, the passage reports it, and the exact relation decides; so two triangles that
//! share an edge have no gap there.
//! Source: Segura & Feito 2001; Woop, Benthin & Wald, "Watertight Ray/Triangle Intersection", 2013.

use super::line::{ALWAYS, CastLine, FAR_AWAY, NEVER, Passage, PassageEnd, ROUNDING};
use super::polyhedra::{PlaneSide, below_all, side_of};
use crate::math::{Vector, orientation_2d};
use crate::narrow::distance::separation::{TINY, measured, near_one};
use crate::shape::Plane;

/// A plane.
pub(super) fn plane<V: Vector>(line: &CastLine<V::Double>, plane: &Plane<V>) -> Option<Passage<V::Double>> {
    let PlaneSide { normal, height, slack, .. } = side_of(line, plane);
    let heading = normal.dot(line.direction);
    if heading.abs() <= ROUNDING {
        // Along the plane, up to rounding: in it from the start, or met far away, or never.
        let along = if height.abs() <= slack { 0.0 } else { (height / heading).abs().min(FAR_AWAY) };
        return Some(Passage { at_most: ALWAYS, ..Passage::through(along, 0.0, normal, false) });
    }
    let along = height / heading;
    let error = (slack + along.abs() * ROUNDING) / heading.abs();
    Some(Passage::through(along, error, normal, true))
}

/// The segment from `start` to `start + way · last`.
pub(super) fn segment<D: Vector<Scalar = f64>>(
    line: &CastLine<D>,
    start: D,
    way: D,
    last: f64,
) -> Option<Passage<D>> {
    if !(start.is_finite() && way.is_finite()) {
        return Some(beyond_the_floats(line));
    }
    let Some((length, way)) = measured(way) else {
        return point(line, start);
    };
    let last = length * last;
    let between = line.start - start;
    let cosine = way.dot(line.direction);
    let across = cross(way, line.direction);
    let sine_square = across.dot(across);
    let size = line.start.abs().element_sum() + start.abs().element_sum();
    let facing = |normal: D| if normal.dot(line.direction) > 0.0 { -normal } else { normal };
    if sine_square <= 1e-24 {
        let reach = if last.is_finite() { last } else { 0.0 };
        let ends = [start, start + way * reach].map(|end| (end - line.start).dot(line.direction));
        let infinite = |is_forward: bool| last.is_infinite() && (cosine > 0.0) == is_forward;
        let from = if infinite(false) { f64::NEG_INFINITY } else { ends[0].min(ends[1]) };
        let to = if infinite(true) { f64::INFINITY } else { ends[0].max(ends[1]) };
        let distance = (between - line.direction * between.dot(line.direction)).length();
        let error = ROUNDING * (size + reach) + 1e-12 * (size + reach);
        let end = |along| PassageEnd { along, normal: -line.direction, feature: 0 };
        if distance > error && last.is_infinite() {
            // Two rays side by side, up to rounding: they meet far away, or never.
            let along = (distance / sine_square.sqrt()).min(FAR_AWAY);
            return Some(Passage { at_most: ALWAYS, ..Passage::through(along, 0.0, -line.direction, false) });
        }
        return (distance <= error).then_some(Passage {
            entry: end(from),
            exit: end(to),
            surely: NEVER,
            at_most: (from - error, to + error),
            is_flat: true,
        });
    }
    // Where start + u·way meets the line, its cross products with both directions give the place.
    let along_way = cross(between, line.direction).dot(across) / sine_square;
    let along = cross(between, way).dot(across) / sine_square;
    let error = ROUNDING * (size + along.abs() + along_way.abs()) / sine_square.sqrt();
    if along_way < -error || along_way > last + error {
        return None;
    }
    let along_way = along_way.clamp(0.0, last);
    // Nearly parallel lines meet just anywhere, but segments only between their ends.
    let near = -between.dot(line.direction);
    let far = if cosine == 0.0 { near } else { near + last * cosine };
    let along = along.clamp(near.min(far), near.max(far));
    if D::IS_2D {
        let is_certain = along_way > error && along_way < last - error;
        return Some(Passage::through(along, error, way.perpendicular(way), is_certain));
    }
    let distance = (line.at(along) - (start + way * along_way)).length();
    let normal = across.perpendicular(way);
    let normal = normal * (1.0 / normal.length());
    (distance <= 2.0 * error).then(|| Passage::through(along, error, facing(normal), false))
}

/// A passage of which nothing is known, as what lies at both ends of the floats is further apart than any:
/// the exact relation decides whether there is one.
#[cold]
fn beyond_the_floats<D: Vector<Scalar = f64>>(line: &CastLine<D>) -> Passage<D> {
    Passage { at_most: ALWAYS, ..Passage::through(0.0, 0.0, -line.direction, false) }
}

/// The cross product; in the plane its only coordinate, as a vector.
fn cross<D: Vector<Scalar = f64>>(a: D, b: D) -> D {
    if D::IS_3D { a.perpendicular(b) } else { D::unit_axis(0) * a.dot(b.perpendicular(b)) }
}

/// A single point.
fn point<D: Vector<Scalar = f64>>(line: &CastLine<D>, point: D) -> Option<Passage<D>> {
    let (along, across) = line.nearest_to(point);
    let error = ROUNDING * (line.start.abs().element_sum() + point.abs().element_sum());
    (across.length() <= error).then(|| Passage::through(along, error, -line.direction, false))
}

/// A triangle: flat in space, and with an inside in the plane.
pub(super) fn triangle<V: Vector>(
    line: &CastLine<V::Double>,
    corners: [V::Double; 3],
) -> Option<Passage<V::Double>> {
    if V::IS_3D { in_space(line, corners) } else { in_plane(line, corners) }
}

fn in_plane<D: Vector<Scalar = f64>>(line: &CastLine<D>, corners: [D; 3]) -> Option<Passage<D>> {
    let [a, b, c] = corners.map(|corner| [corner[0], corner[1]]);
    let turn = orientation_2d(a, b, c);
    if turn.is_eq() {
        return edges(line, corners, None).map(|passage| through_no_width(line, passage));
    }
    let slack = ROUNDING
        * (line.start.abs().element_sum() + corners.iter().map(|c| c.abs().element_sum()).sum::<f64>());
    let sides = (0..3).map(|i| {
        let way = corners[(i + 1) % 3] - corners[i];
        // Right of a side is outside, if the corners turn counter-clockwise.
        let (_, right) = measured(way.perpendicular(way)).unwrap_or((0.0, way));
        let normal = if turn.is_gt() { right } else { -right };
        PlaneSide { normal, height: normal.dot(corners[i] - line.start), slack, feature: i as u32 }
    });
    let passage = below_all(line, sides)?;
    // The longest of needles have no side that the line crosses for certain.
    let [least, most] = between_corners(line, corners.map(|corner| corner - line.start));
    let within = |end: PassageEnd<D>| PassageEnd { along: end.along.clamp(least, most), ..end };
    Some(Passage { entry: within(passage.entry), exit: within(passage.exit), ..passage })
}

/// How far along the line any part of a triangle may be, from the corners as seen from its start.
fn between_corners<D: Vector<Scalar = f64>>(line: &CastLine<D>, corners: [D; 3]) -> [f64; 2] {
    let [a, b, c] = corners.map(|corner| corner.dot(line.direction));
    [a.min(b).min(c), a.max(b).max(c)]
}

/// The passage through an area of no width: in through one side, and out through the other at once.
fn through_no_width<D: Vector<Scalar = f64>>(line: &CastLine<D>, passage: Passage<D>) -> Passage<D> {
    let against = |normal: D| if normal.dot(line.direction) > 0.0 { -normal } else { normal };
    let entry = PassageEnd { normal: against(passage.entry.normal), ..passage.entry };
    let exit = PassageEnd { normal: -against(passage.exit.normal), ..passage.exit };
    Passage { entry, exit, is_flat: false, ..passage }
}

fn in_space<D: Vector<Scalar = f64>>(line: &CastLine<D>, corners: [D; 3]) -> Option<Passage<D>> {
    let [a, b, c] = corners.map(|corner| corner - line.start);
    if !(a.is_finite() && b.is_finite() && c.is_finite()) {
        return Some(beyond_the_floats(line));
    }
    let volume = |p: D, q: D| line.direction.dot(p.perpendicular(q));
    let volumes = [volume(a, b), volume(b, c), volume(c, a)];
    let size = longest([a, b, c]);
    // Coordinates in the frame were rounded as well.
    let size_of_frame = size + line.start.abs().element_sum();
    let error = ROUNDING * size * size_of_frame;
    let (least, most) =
        (volumes[0].min(volumes[1]).min(volumes[2]), volumes[0].max(volumes[1]).max(volumes[2]));
    if least < -error && most > error {
        return None;
    }
    let Some((area, normal)) = area_and_normal(b - a, c - a) else {
        return edges(line, corners, None);
    };
    let heading = normal.dot(line.direction);
    let along = normal.dot(a) / heading;
    // How wrong the normal may be: rounding of the corners against the height of the triangle.
    let tilt = ROUNDING * size_of_frame * longest([b - a, c - a, c - b]) / area;
    if heading.abs() <= 4.0 * tilt {
        return edges(line, corners, Some(normal));
    }
    let error_along = (ROUNDING * size_of_frame + tilt * size) / (heading.abs() - tilt);
    let is_certain = least > error || most < -error;
    // A line past an edge may meet the plane anywhere, but the triangle only between its corners.
    let [least_along, most_along] = between_corners(line, [a, b, c]);
    let along = along.clamp(least_along, most_along);
    Some(Passage::through(along, error_along, normal, is_certain))
}

/// The length of the longest of three vectors: of the greatest square one root, which is the greatest of all
/// roots to the bit.
#[inline(always)]
fn longest<D: Vector<Scalar = f64>>(vectors: [D; 3]) -> f64 {
    let [a, b, c] = vectors.map(|vector| vector.dot(vector));
    a.max(b).max(c).sqrt()
}

/// Twice the area of a triangle with two such sides, and its normal; `None` if they are parallel.
fn area_and_normal<D: Vector<Scalar = f64>>(first: D, second: D) -> Option<(f64, D)> {
    let cross = first.perpendicular(second);
    let square = cross.dot(cross);
    if square < TINY {
        return tiny_area_and_normal(first, second);
    }
    let area = square.sqrt();
    Some((area, cross * (1.0 / area)))
}

/// The same where products of lengths lose digits. The area may be 0 then, although there is a normal.
#[cold]
fn tiny_area_and_normal<D: Vector<Scalar = f64>>(first: D, second: D) -> Option<(f64, D)> {
    let (area, normal) = measured(near_one(first).perpendicular(near_one(second)))?;
    Some((area * first.abs().max_element() * second.abs().max_element(), normal))
}

/// A triangle that is seen edge-on, or is itself no more than a segment: where the line meets its edges.
fn edges<D: Vector<Scalar = f64>>(
    line: &CastLine<D>,
    corners: [D; 3],
    normal: Option<D>,
) -> Option<Passage<D>> {
    let passages = (0..3).filter_map(|i| {
        let (from, to) = (corners[i], corners[(i + 1) % 3]);
        segment(line, from, to - from, 1.0)
    });
    let all = passages.reduce(|known, other| {
        let entry = if other.entry.along < known.entry.along { other.entry } else { known.entry };
        let exit = if other.exit.along > known.exit.along { other.exit } else { known.exit };
        let at_most = (known.at_most.0.min(other.at_most.0), known.at_most.1.max(other.at_most.1));
        Passage { entry, exit, surely: NEVER, at_most, is_flat: true }
    })?;
    let normal = normal.unwrap_or(all.entry.normal);
    let end = |end: PassageEnd<D>| PassageEnd { normal, ..end };
    Some(Passage { entry: end(all.entry), exit: end(all.exit), ..all })
}
