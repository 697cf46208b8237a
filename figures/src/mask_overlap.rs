//! Two masks on each other: the pixels that both have, the rectangle that is looked at, and the normal.

use glam::Vec2;
use impinge::draw::{Draw, Stroke, Svg};
use impinge::mask::Mask;
use impinge::shape::{Aabb, Ball, Polygon};

/// Draws `docs/figures/mask_overlap.svg`.
pub fn mask_overlap() -> Result<String, Box<dyn std::error::Error>> {
    let ship = [(0.0, 7.0), (21.0, 0.0), (16.0, 7.0), (21.0, 14.0)].map(Vec2::from);
    let ship = Mask::from_region(21, 14, &Polygon::new(&ship)?)?;
    let rock = Mask::from_region(13, 13, &Ball::new(Vec2::splat(6.5), 6.5)?)?;
    let offset = [14, 5];

    // Pictures have y down, figures y up.
    let flipped = |x: f32, y: f32| Vec2::new(x, -y);
    let mut picture = Svg::new(&Aabb::new(Vec2::new(-1.5, -21.5), Vec2::new(30.5, 1.5))?, 24.0);
    let mut outline = |mask: &Mask, [x, y]: [i32; 2], role: Stroke| {
        for boundary in mask.boundaries() {
            let corners = boundary.corners();
            let place =
                |corner: [u32; 2]| flipped((corner[0] as i32 + x) as f32, (corner[1] as i32 + y) as f32);
            for (index, &corner) in corners.iter().enumerate() {
                picture.line(place(corner), place(corners[(index + 1) % corners.len()]), role);
            }
        }
    };
    outline(&ship, [0, 0], Stroke::First);
    outline(&rock, offset, Stroke::Second);

    // The pixels that both have, hatched.
    let common = ship.overlap_mask(&rock, offset);
    for y in 0..common.height() {
        for run in common.runs_in_row(y) {
            for x in run {
                let (x, y) = (x as f32, y as f32);
                picture.line(flipped(x, y + 1.0), flipped(x + 1.0, y), Stroke::Contact);
                picture.line(flipped(x, y + 0.5), flipped(x + 0.5, y), Stroke::Contact);
                picture.line(flipped(x + 0.5, y + 1.0), flipped(x + 1.0, y + 0.5), Stroke::Contact);
            }
        }
    }

    // Only what lies in the rectangles of both is looked at.
    let both = Aabb::new(flipped(14.0, 14.0), flipped(21.0, 5.0))?;
    picture.lines(both.edges(), Stroke::Secondary);
    picture.text(flipped(25.0, 4.4), "in the rectangles of both", Stroke::Secondary);
    if let Some(normal) = ship.overlap_normal::<Vec2>(&rock, offset) {
        let (from, way) = (flipped(20.5, 11.5), normal.get() * 6.0);
        picture.arrow(from, from + Vec2::new(way.x, -way.y), 0.8, Stroke::Outline);
        picture.text(from + Vec2::new(way.x, -way.y) + Vec2::new(1.6, 0.4), "normal", Stroke::Outline);
    }
    picture.text(flipped(5.0, 10.5), "mask a", Stroke::First);
    picture.text(flipped(20.5, 18.8), "mask b at offset (14, 5)", Stroke::Second);
    picture.text(flipped(8.0, 19.0), &format!("{} pixels in common", common.count()), Stroke::Contact);
    // Where coordinates begin.
    picture.point(flipped(0.0, 0.0), Stroke::Outline);
    picture.arrow(flipped(0.0, 0.0), flipped(3.0, 0.0), 0.4, Stroke::Outline);
    picture.arrow(flipped(0.0, 0.0), flipped(0.0, 3.0), 0.4, Stroke::Outline);
    picture.text(flipped(3.5, 0.0), "x", Stroke::Outline);
    picture.text(flipped(0.0, 3.6), "y", Stroke::Outline);
    Ok(picture.finish())
}
