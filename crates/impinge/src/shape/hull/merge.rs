//! From triangles on the boundary of a hull to its faces.
//!
//! An edge is flat if the triangles on both sides lie in one plane; the faces are what remains connected across flat
//! edges. At a corner of the hull at least three faces meet, and as many edges that are not flat; where there are two,
//! the point lies within an edge, and where there are none, within a face.

use super::facet::Facet;
use super::lists::Lists;

/// The faces of the hull as loops of points, counter-clockwise seen from outside, without points that are no corners.
pub(super) fn faces(points: &[[f64; 3]], facets: &[Facet]) -> Lists {
    // Per facet one bit for each flat edge, and for each edge that is in a face already.
    let mut done: Vec<u8> = vec![0; facets.len()];
    let mut degree = vec![0u8; points.len()];
    for (number, facet) in facets.iter().enumerate().filter(|(_, facet)| facet.is_alive) {
        for edge in 0..3 {
            let neighbor = facet.neighbors[edge] as usize;
            let twin = twin(facets, number, edge).1;
            // Each edge is looked at once, from the lower number.
            if number < neighbor && facet.is_level_with(points, facets[neighbor].vertices[(twin + 2) % 3]) {
                done[number] |= 1 << edge;
                done[neighbor] |= 1 << twin;
            }
        }
    }
    let flat = done.clone();
    for (number, facet) in facets.iter().enumerate().filter(|(_, facet)| facet.is_alive) {
        for edge in (0..3).filter(|edge| flat[number] >> edge & 1 == 0) {
            let degree = &mut degree[facet.vertices[edge] as usize];
            *degree = degree.saturating_add(1);
        }
    }
    let mut faces = Lists::with_capacity(facets.len(), facets.len() * 3);
    let mut corners = Vec::new();
    for (number, facet) in facets.iter().enumerate() {
        for edge in 0..3 {
            if !facet.is_alive || done[number] >> edge & 1 == 1 {
                continue;
            }
            corners.clear();
            let mut at = (number, edge);
            while done[at.0] >> at.1 & 1 == 0 {
                done[at.0] |= 1 << at.1;
                let corner = facets[at.0].vertices[at.1];
                if degree[corner as usize] >= 3 {
                    corners.push(corner);
                }
                // The next edge around the face: turn about the end of this one across flat edges.
                at.1 = (at.1 + 1) % 3;
                while flat[at.0] >> at.1 & 1 == 1 {
                    let (neighbor, twin) = twin(facets, at.0, at.1);
                    at = (neighbor, (twin + 1) % 3);
                }
            }
            faces.push(corners.iter().copied());
        }
    }
    faces
}

/// The same edge seen from the facet on its other side.
fn twin(facets: &[Facet], facet: usize, edge: usize) -> (usize, usize) {
    let end = facets[facet].vertices[(edge + 1) % 3];
    let neighbor = facets[facet].neighbors[edge] as usize;
    (neighbor, facets[neighbor].edge_from(end))
}
