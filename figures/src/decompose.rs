//! The figure of `docs/decompose.md`: a concave outline and the convex pieces that cover it.

use glam::DVec2;
use impinge::draw::{Draw, Stroke, Svg};
use impinge::shape::{Aabb, Hull, Polygon, PolygonError};

/// Draws `docs/figures/decompose.svg`.
pub fn figure() -> Result<String, Box<dyn std::error::Error>> {
    let outline = wrench()?;
    let mut picture = Svg::new(&Aabb::new(DVec2::new(-0.3, -0.4), DVec2::new(8.4, 3.6))?, 85.0);
    let pieces = outline.decompose();
    let roles = [Stroke::First, Stroke::Second, Stroke::Contact, Stroke::Secondary];
    let mut coloured: Vec<(&Hull<DVec2>, Stroke)> = Vec::new();
    for (number, piece) in pieces.iter().enumerate() {
        // Neighbours, which have an edge in common, differ.
        let is_neighbour = |other: &Hull<DVec2>| {
            piece.vertices().iter().filter(|vertex| other.vertices().contains(vertex)).count() > 1
        };
        let is_free = |role: &Stroke| !coloured.iter().any(|(other, of)| of == role && is_neighbour(other));
        let role = roles.into_iter().cycle().skip(number).take(roles.len()).find(is_free);
        let role = role.unwrap_or(Stroke::Outline);
        coloured.push((piece, role));
        picture.area(piece.vertices(), role);
        picture.text(piece.center(), &(number + 1).to_string(), Stroke::Outline);
    }
    picture.outline(outline.points(), Stroke::Outline);
    Ok(picture.finish())
}

/// A spanner, open at one end and with a hook at the other.
fn wrench() -> Result<Polygon<DVec2>, PolygonError> {
    let points = [
        (0.2, 1.0),
        (1.0, 0.2),
        (2.0, 0.2),
        (2.8, 1.0),
        (5.4, 1.2),
        (5.6, 0.4),
        (6.6, 0.0),
        (7.6, 0.5),
        (8.0, 1.6),
        (7.2, 1.7),
        (6.9, 1.1),
        (6.4, 1.1),
        (6.2, 1.6),
        (6.5, 2.1),
        (6.1, 2.7),
        (5.4, 2.2),
        (2.8, 2.4),
        (2.0, 3.2),
        (1.0, 3.2),
        (0.2, 2.4),
        (1.3, 2.2),
        (1.6, 1.7),
        (1.3, 1.2),
    ];
    Polygon::new(&points.map(DVec2::from))
}
