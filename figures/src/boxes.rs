//! The figures of `docs/boxes.md`: a segment in the slabs of a box, and two oriented boxes on their axes.

use glam::DVec2;
use impinge::draw::{Draw, Stroke, Svg};
use impinge::math::{Interval, Rotation};
use impinge::narrow::sat::{AxisProjection, swept_observed};
use impinge::narrow::{Clip, SlabInterval};
use impinge::shape::{Aabb, Obb, Segment, ShapeError};

use crate::moving::Figure;
use crate::ruler::Ruler;

/// All figures of the page.
pub const FIGURES: [Figure; 2] = [("boxes-slabs", slab_intervals), ("boxes-axes", axes)];

/// A segment that enters a box where it has entered the slabs of both axes, and leaves it with the first that
/// it leaves.
fn slab_intervals() -> Result<String, ShapeError> {
    let view = Aabb::new(DVec2::new(-0.4, -1.4), DVec2::new(7.6, 4.3))?;
    let bounds = Aabb::new(DVec2::new(2.2, 1.0), DVec2::new(4.6, 2.6))?;
    let (a, b) = (DVec2::new(0.7, 0.4), DVec2::new(6.2, 4.0));
    let segment = Segment::new(a, b)?;
    let mut picture = Svg::new(&view, 95.0);

    // The slabs, which have no end: beyond what is seen, but for the room for the rows below.
    let (left, right, floor, top) = (-1.0, 9.0, 0.0, 5.0);
    let (min, max) = (bounds.min(), bounds.max());
    let across = Aabb::new(DVec2::new(min.x, floor), DVec2::new(max.x, top))?;
    let along = Aabb::new(DVec2::new(left, min.y), DVec2::new(right, max.y))?;
    for (slab, role) in [(across, Stroke::First), (along, Stroke::Second)] {
        let (min, max) = (slab.min(), slab.max());
        picture.area(&[min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)], role);
    }
    picture.lines(bounds.edges(), Stroke::Outline);
    picture.text(DVec2::new(3.4, 4.0), "slab of x", Stroke::First);
    picture.text(DVec2::new(6.9, 1.25), "slab of y", Stroke::Second);
    picture.text(DVec2::new(2.5, 1.25), "box", Stroke::Outline);
    picture.arrow(a, b, 0.15, Stroke::Outline);
    picture.text(a - DVec2::new(0.35, 0.1), "t = 0", Stroke::Outline);
    picture.text(b - DVec2::new(-0.4, 0.1), "t = 1", Stroke::Outline);

    // Below, t as long as the segment is wide: one row for each axis, one for what they have in common.
    let at = |t: f64, row: f64| DVec2::new(a.x + (b.x - a.x) * t, -0.3 - 0.4 * row);
    let mut row = |number: u8, name: &str, interval: Interval<f64>, role: Stroke| {
        let ruler = Ruler { along: DVec2::X, off: at(0.0, number.into()).with_x(0.0) };
        ruler.line(&mut picture, [a.x, b.x]);
        let on_ruler = |t: f64| at(t, 0.0).x;
        let drawn = Interval { start: on_ruler(interval.start), end: on_ruler(interval.end) };
        ruler.interval(&mut picture, drawn, 0.0, role);
        ruler.label(&mut picture, 0.2, 0.0, name, role);
        let ends = format!("{:.2} to {:.2}", interval.start, interval.end);
        ruler.label(&mut picture, 6.9, 0.0, &ends, role);
    };
    for (number, (slab, role)) in
        (0..).zip(segment.slab_intervals(&bounds).into_iter().zip([Stroke::First, Stroke::Second]))
    {
        if let SlabInterval::Within(interval) = slab {
            row(number, ["t in x", "t in y"][usize::from(number)], interval, role);
        }
    }
    if let Some(crossing) = segment.clip(&bounds) {
        row(2, "in both", crossing.interval, Stroke::Contact);
        let places = [(crossing.entry, crossing.interval.start), (crossing.exit, crossing.interval.end)];
        for (point, t) in places {
            picture.line(point, at(t, 2.0), Stroke::Contact);
            picture.point(point, Stroke::Contact);
        }
        picture.line(crossing.entry, crossing.exit, Stroke::Contact);
        picture.text(crossing.entry + DVec2::new(-0.4, 0.15), "entry", Stroke::Contact);
        picture.text(crossing.exit + DVec2::new(-0.3, 0.15), "exit", Stroke::Contact);
    }
    Ok(picture.finish())
}

/// Two boxes that are apart: on three of the four axes their projections overlap, on the last there is a gap.
fn axes() -> Result<String, ShapeError> {
    let view = Aabb::new(DVec2::new(-3.2, -4.4), DVec2::new(4.6, 3.1))?;
    let boxes = [
        Obb::new(DVec2::new(-0.65, -0.6), DVec2::new(1.0, 0.6), Rotation::<DVec2>::from_angle(0.1))?,
        Obb::new(DVec2::new(0.65, 0.75), DVec2::new(0.4, 1.0), Rotation::<DVec2>::from_angle(0.8))?,
    ];
    let mut picture = Svg::new(&view, 80.0);
    let mut seen: Vec<AxisProjection<DVec2>> = Vec::new();
    swept_observed(&boxes[0], &boxes[1], DVec2::ZERO, |axis| seen.push(axis));
    let corners = boxes.map(|obb| [0, 1, 3, 2].map(|index| obb.corner(index)));
    // How far to the left of its direction each is drawn: around the boxes, clear of each other.
    for (number, (axis, distance)) in (1..).zip(seen.iter().zip([-2.1, -2.1, 2.1, -3.3])) {
        let is_apart = axis.overlap < 0.0;
        let along = axis.axis.get();
        let ruler = Ruler::new(along, distance);
        let ends = [axis.a.start.min(axis.b.start) - 0.3, axis.a.end.max(axis.b.end) + 0.3];
        ruler.line(&mut picture, ends);
        ruler.label(&mut picture, ends[0] - 0.15, 0.0, &format!("{number}"), Stroke::Outline);
        for (corners, interval, role, above) in
            [(&corners[0], axis.a, Stroke::First, 0.08), (&corners[1], axis.b, Stroke::Second, -0.08)]
        {
            if is_apart {
                ruler.drop(&mut picture, corners);
            }
            ruler.interval(&mut picture, interval, above, role);
        }
        if is_apart {
            let gap = Interval { start: axis.a.end.min(axis.b.end), end: axis.a.start.max(axis.b.start) };
            ruler.interval(&mut picture, gap, 0.0, Stroke::Contact);
            ruler.label(
                &mut picture,
                (gap.start + gap.end) / 2.0,
                -0.8,
                "a gap: they are apart",
                Stroke::Contact,
            );
        }
    }
    for (line, text) in (0..).zip(["in the plane: 2 + 2 axes", "in space: 3 + 3 + 3·3 = 15"]) {
        picture.text(DVec2::new(-1.6, -3.5 - 0.3 * f64::from(line)), text, Stroke::Outline);
    }
    for ((corners, name), role) in corners.iter().zip(["A", "B"]).zip([Stroke::First, Stroke::Second]) {
        picture.area(corners, role);
        picture.text((corners[0] + corners[2]) / 2.0, name, role);
    }
    Ok(picture.finish())
}
