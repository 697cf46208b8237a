//! The figure of `docs/broad.md`: boxes in the order of a curve, and boxes around each sixteen of them.

use glam::Vec2;
use impinge::broad::BroadPhase;
use impinge::draw::{Draw, Stroke, Svg};
use impinge::shape::{Aabb, ShapeError};

use crate::{Failure, Figure};

/// All figures of the page.
pub const FIGURES: [Figure; 1] = [("broad-order", order)];

/// Boxes of many sizes, crowded in one corner.
fn boxes() -> Result<Vec<Aabb<Vec2>>, ShapeError> {
    // Places that never come near each other (Roberts, "The unreasonable effectiveness of quasirandom
    // sequences", 2018).
    let part = |i: u16, step: f32| (f32::from(i) * step).fract();
    (0..144)
        .map(|i| {
            let place = Vec2::new(part(i, 0.754_877_7), part(i, 0.569_840_3));
            let min = place * place * Vec2::new(4.0, 3.0) + place * Vec2::new(4.0, 2.2);
            let size = Vec2::new(0.1 + 0.2 * part(i, 0.32), 0.1 + 0.2 * part(i, 0.71));
            Aabb::new(min, min + size)
        })
        .collect()
}

/// The order in which the boxes are kept, and the tree above it.
fn order() -> Result<String, Failure> {
    let mut broad = BroadPhase::new();
    broad.add_many(&boxes()?);
    let mut picture = Svg::new(&Aabb::new(Vec2::new(-0.2, -0.2), Vec2::new(8.5, 5.7))?, 85.0);
    let rectangle = |bounds: &Aabb<Vec2>| [0, 1, 3, 2].map(|index| bounds.corner(index));
    let mut middles: Vec<Vec2> = Vec::new();
    for part in broad.tree_boxes() {
        match part.object {
            Some(_) => {
                picture.area(&rectangle(&part.aabb), Stroke::First);
                middles.push(part.aabb.center());
            }
            // The box around all of it says nothing here.
            None if part.depth > 0 => picture.outline(&rectangle(&part.aabb), Stroke::Second),
            None => {}
        }
    }
    for pair in middles.windows(2) {
        picture.line(pair[0], pair[1], Stroke::Outline);
    }
    if let [first, .., last] = middles[..] {
        picture.point(first, Stroke::Contact);
        picture.point(last, Stroke::Contact);
    }
    Ok(picture.finish())
}
