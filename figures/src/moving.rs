//! The figures of `docs/moving.md`: shapes and their projections, as the engine itself shows them to an
//! observer.

use glam::DVec2;
use impinge::draw::{Draw, Stroke, Svg};
use impinge::math::Interval;
use impinge::narrow::sat::{AxisProjection, SweptSat, swept_observed};
use impinge::shape::{Aabb, Hull, ShapeError};

use crate::ruler::Ruler;

/// A figure by its name, without the ending.
pub type Figure = (&'static str, fn() -> Result<String, ShapeError>);

/// All figures of the page.
pub const FIGURES: [Figure; 4] = [
    ("moving-shadows", shadows),
    ("moving-extended", extended),
    ("moving-least-overlap", least_overlap),
    ("moving-past-a-corner", past_a_corner),
];

fn polygon(points: &[(f64, f64)]) -> Result<Hull<DVec2>, ShapeError> {
    Hull::new(&points.iter().copied().map(DVec2::from).collect::<Vec<_>>())
}

/// A triangle that will come from the left.
fn first() -> Result<Hull<DVec2>, ShapeError> {
    polygon(&[(1.0, 2.6), (2.6, 2.2), (2.1, 3.9)])
}

fn second() -> Result<Hull<DVec2>, ShapeError> {
    polygon(&[(3.9, 1.5), (5.6, 1.6), (6.0, 3.0), (4.8, 3.8), (3.6, 2.9)])
}

/// A picture of a part of the plane.
fn sheet(height: f64) -> Result<Svg, ShapeError> {
    Ok(Svg::new(&Aabb::new(DVec2::new(0.2, 4.8 - height), DVec2::new(7.0, 4.8))?, 90.0))
}

fn outline(picture: &mut Svg, hull: &Hull<DVec2>, moved: DVec2, role: Stroke) {
    let corners: Vec<DVec2> = hull.vertices().iter().map(|&corner| corner + moved).collect();
    picture.outline(&corners, role);
}

fn name(picture: &mut Svg, hull: &Hull<DVec2>, name: &str, role: Stroke) {
    picture.text(hull.center(), name, role);
}

/// All axes that are looked at.
fn observed(
    a: &Hull<DVec2>,
    b: &Hull<DVec2>,
    velocity: DVec2,
) -> (SweptSat<DVec2>, Vec<AxisProjection<DVec2>>) {
    let mut axes = Vec::new();
    let step = swept_observed(a, b, velocity, |axis| axes.push(axis));
    (step, axes)
}

/// The axis with the widest gap, or the least overlap.
fn extreme(
    axes: &[AxisProjection<DVec2>],
    overlap: impl Fn(&AxisProjection<DVec2>) -> f64,
) -> Option<&AxisProjection<DVec2>> {
    axes.iter().min_by(|p, q| overlap(p).total_cmp(&overlap(q)))
}

fn middle(interval: Interval<f64>) -> f64 {
    (interval.start + interval.end) / 2.0
}

/// Two polygons that are apart, and the axis that shows it.
fn shadows() -> Result<String, ShapeError> {
    let (a, b) = (first()?, second()?);
    let mut picture = sheet(5.2)?;
    outline(&mut picture, &a, DVec2::ZERO, Stroke::First);
    outline(&mut picture, &b, DVec2::ZERO, Stroke::Second);
    name(&mut picture, &a, "A", Stroke::First);
    name(&mut picture, &b, "B", Stroke::Second);
    let (_, axes) = observed(&a, &b, DVec2::ZERO);
    if let Some(axis) = axes.last() {
        along(&mut picture, &a, &b, axis, false);
    }
    Ok(picture.finish())
}

/// Both shadows on an axis, below the shapes.
fn along(
    picture: &mut Svg,
    a: &Hull<DVec2>,
    b: &Hull<DVec2>,
    axis: &AxisProjection<DVec2>,
    is_extended: bool,
) {
    // Seen from left to right, so that below is down.
    let up = if axis.axis.get().x > 0.0 { 1.0 } else { -1.0 };
    let height = |corner: &DVec2| axis.axis.get().perp().dot(*corner) * up;
    let lowest = a.vertices().iter().chain(b.vertices()).map(height).fold(f64::INFINITY, f64::min);
    let ruler = Ruler::new(axis.axis.get(), (lowest - 0.5) * up);
    let ends = [axis.a.start.min(axis.b.start) - 0.4, axis.a.end.max(axis.b.end) + 0.4];
    ruler.line(picture, ends);
    ruler.drop(picture, a.vertices());
    ruler.drop(picture, b.vertices());
    ruler.interval(picture, axis.b, 0.1 * up, Stroke::Second);
    ruler.label(picture, middle(axis.b), -0.2 * up, "shadow of B", Stroke::Second);
    ruler.interval(picture, axis.a, 0.1 * up, Stroke::First);
    if is_extended {
        ruler.interval(picture, axis.extended, 0.24 * up, Stroke::Contact);
        ruler.label(picture, middle(axis.a), -0.2 * up, "shadow of A, and extended", Stroke::First);
    } else {
        ruler.label(picture, middle(axis.a), -0.2 * up, "shadow of A", Stroke::First);
    }
}

/// The same polygons, A moving: the shadow of A extended by that of the velocity.
fn extended() -> Result<String, ShapeError> {
    let (a, b) = (first()?, second()?);
    let velocity = DVec2::new(1.6, 0.1);
    let mut picture = sheet(4.8)?;
    let (step, axes) = observed(&a, &b, velocity);
    let translation = step.translation().unwrap_or_default();
    outline(&mut picture, &a, velocity, Stroke::Secondary);
    outline(&mut picture, &a, velocity + translation, Stroke::Contact);
    outline(&mut picture, &a, DVec2::ZERO, Stroke::First);
    outline(&mut picture, &b, DVec2::ZERO, Stroke::Second);
    name(&mut picture, &b, "B", Stroke::Second);
    picture.arrow(a.center(), a.center() + velocity, 0.12, Stroke::Outline);
    picture.text(a.center() + DVec2::new(0.35, 0.16), "v", Stroke::Outline);
    if let Some(axis) = extreme(&axes, |axis| axis.overlap) {
        along(&mut picture, &a, &b, axis, true);
    }
    Ok(picture.finish())
}

/// Two polygons that overlap: on every axis by how much, and the way out.
fn least_overlap() -> Result<String, ShapeError> {
    let a = polygon(&[(1.6, 1.6), (3.2, 1.9), (2.9, 3.5), (1.3, 3.2)])?;
    let b = polygon(&[(2.6, 1.0), (5.4, 1.2), (4.6, 4.0), (2.4, 3.6)])?;
    let mut picture = sheet(4.8)?;
    let (step, axes) = observed(&a, &b, DVec2::ZERO);
    let translation = step.translation().unwrap_or_default();
    outline(&mut picture, &a, translation, Stroke::Contact);
    outline(&mut picture, &a, DVec2::ZERO, Stroke::First);
    outline(&mut picture, &b, DVec2::ZERO, Stroke::Second);
    name(&mut picture, &a, "A", Stroke::First);
    picture.text(b.center() + DVec2::new(0.3, 0.0), "B", Stroke::Second);
    picture.arrow(
        a.center() + DVec2::new(0.0, 0.3),
        a.center() + DVec2::new(0.0, 0.3) + translation,
        0.1,
        Stroke::Outline,
    );
    // From the middle of B, each axis as a ray as long as the overlap on it.
    let hub = DVec2::new(6.0, 2.7);
    picture.text(hub + DVec2::new(0.0, 1.5), "overlaps", Stroke::Outline);
    picture.text(hub + DVec2::new(0.0, 1.3), "on all axes", Stroke::Outline);
    let least = extreme(&axes, |axis| axis.overlap);
    for axis in &axes {
        let way = axis.axis.get() * if axis.axis.get().x > 0.0 { -1.0 } else { 1.0 };
        let is_least = least.is_some_and(|least| least.overlap == axis.overlap);
        let role = if is_least { Stroke::Contact } else { Stroke::Secondary };
        picture.arrow(hub, hub + way * (axis.overlap * 0.5), 0.08, role);
    }
    picture.text(DVec2::new(6.0, 2.3), "the least one", Stroke::Contact);
    picture.text(DVec2::new(6.0, 2.1), "is the way out", Stroke::Contact);
    Ok(picture.finish())
}

/// Extended shadows that overlap on both axes, although the way leads past.
fn past_a_corner() -> Result<String, ShapeError> {
    let square = |x: f64, y: f64| polygon(&[(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)]);
    let (a, b) = (square(1.2, 0.6)?, square(1.7, 3.5)?);
    let velocity = DVec2::new(3.0, 3.0);
    let mut picture = sheet(4.9)?;
    let (_, axes) = observed(&a, &b, velocity);
    outline(&mut picture, &a, velocity, Stroke::Secondary);
    for corner in [DVec2::new(1.2, 1.6), DVec2::new(2.2, 0.6)] {
        picture.line(corner, corner + velocity, Stroke::Secondary);
    }
    outline(&mut picture, &a, DVec2::ZERO, Stroke::First);
    outline(&mut picture, &b, DVec2::ZERO, Stroke::Second);
    name(&mut picture, &b, "B", Stroke::Second);
    picture.text(a.center() - DVec2::new(0.3, 0.25), "A", Stroke::First);
    picture.arrow(a.center(), a.center() + velocity, 0.12, Stroke::Outline);
    for is_upright in [false, true] {
        let is_it = |axis: &&AxisProjection<DVec2>| (axis.axis.get().x.abs() < 0.5) == is_upright;
        if let Some(axis) = axes.iter().find(is_it) {
            let sign = axis.axis.get().x + axis.axis.get().y;
            let flipped = |interval: Interval<f64>| match sign > 0.0 {
                true => interval,
                false => Interval { start: -interval.end, end: -interval.start },
            };
            let along = if is_upright { DVec2::Y } else { DVec2::X };
            let ruler = Ruler { along, off: (DVec2::ONE - along) * if is_upright { 0.7 } else { 0.25 } };
            // To the right of an upright axis, above a level one.
            let side = if is_upright { -1.0 } else { 1.0 };
            ruler.line(&mut picture, [0.4, 5.4 - 0.7 * f64::from(is_upright)]);
            ruler.interval(&mut picture, flipped(axis.a), 0.0, Stroke::First);
            ruler.interval(&mut picture, flipped(axis.extended), -0.12 * side, Stroke::Contact);
            ruler.interval(&mut picture, flipped(axis.b), 0.12 * side, Stroke::Second);
        }
    }
    picture.text(DVec2::new(5.6, 1.9), "the way of A", Stroke::Outline);
    picture.text(DVec2::new(5.6, 1.65), "leads past B", Stroke::Outline);
    Ok(picture.finish())
}
