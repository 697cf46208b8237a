//! The figure of `docs/deforming.md`: a vertex and an edge that move, and the segment of their differences,
//! which meets the origin when they meet.

use glam::DVec2;
use impinge::draw::{Draw, Stroke, Svg};
use impinge::shape::Aabb;
use impinge::sweep::{DeformingOptions, VertexEdge};

use crate::{Failure, Figure};

/// All figures of the page.
pub const FIGURES: [Figure; 1] = [("deforming-origin", origin)];

/// Both at the start and at the end, and between them.
fn origin() -> Result<String, Failure> {
    // The vertex, then the ends of the edge.
    let start = [DVec2::new(0.7, 2.6), DVec2::new(0.4, 0.5), DVec2::new(3.2, 1.0)];
    let end = [DVec2::new(2.9, 0.4), DVec2::new(0.2, 1.1), DVec2::new(3.0, 2.6)];
    let pair = VertexEdge::new(start, end)?;
    let meeting = pair.first_contact(&DeformingOptions::new(1e-9)?).ok_or("they meet")?;
    let at = |time: f64| [0, 1, 2].map(|i| start[i] + (end[i] - start[i]) * time);
    let mut picture = Svg::new(&Aabb::new(DVec2::new(-0.1, -0.1), DVec2::new(8.3, 3.4))?, 85.0);

    for (time, role) in [(0.0, Stroke::Secondary), (1.0, Stroke::Secondary), (meeting.time, Stroke::Second)] {
        let [_, a, b] = at(time);
        picture.line(a, b, role);
    }
    let [before, after] = [at(0.0), at(1.0)];
    for (from, to) in before.into_iter().zip(after).skip(1) {
        picture.arrow(from, to, 0.1, Stroke::Secondary);
    }
    picture.arrow(before[0], after[0], 0.12, Stroke::First);
    picture.point(before[0], Stroke::First);
    picture.text(before[0] + DVec2::new(0.0, 0.2), "p", Stroke::First);
    picture.text(before[1] - DVec2::new(0.0, 0.2), "a", Stroke::Second);
    picture.text(before[2] - DVec2::new(-0.05, 0.22), "b", Stroke::Second);
    picture.point(meeting.point_a, Stroke::Contact);
    picture.text(
        meeting.point_a + DVec2::new(0.1, 0.28),
        &format!("t = {:.2}", meeting.time),
        Stroke::Contact,
    );

    // Beside it, the differences, the origin in the middle.
    let (hub, scale) = (DVec2::new(5.9, 1.6), 0.62);
    let differences = |time: f64| {
        let [p, a, b] = at(time);
        [hub + (p - a) * scale, hub + (p - b) * scale]
    };
    for step in 0..=4_u8 {
        let [of_a, of_b] = differences(f64::from(step) / 4.0);
        picture.line(of_a, of_b, Stroke::Secondary);
    }
    let ([a0, b0], [a1, b1]) = (differences(0.0), differences(1.0));
    picture.arrow(a0, a1, 0.12, Stroke::Second);
    picture.arrow(b0, b1, 0.12, Stroke::Second);
    picture.text(a0 + DVec2::new(0.35, 0.12), "p − a", Stroke::Second);
    picture.text(b0 + DVec2::new(-0.35, 0.12), "p − b", Stroke::Second);
    let [of_a, of_b] = differences(meeting.time);
    picture.line(of_a, of_b, Stroke::Contact);
    picture.point(hub, Stroke::Outline);
    picture.text(hub + DVec2::new(0.15, -0.22), "origin", Stroke::Outline);
    Ok(picture.finish())
}
