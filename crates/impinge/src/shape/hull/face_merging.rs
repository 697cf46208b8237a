//! Merging of boundary triangles of a hull into faces.
//!
//! An edge is flat if the triangles on both sides are coplanar. Faces are the components that remain
//! connected across flat edges. At a corner of the hull at least three faces meet, and as many edges that are
//! not flat. With two such edges, the point lies within an edge; with none, within a face.

use super::facet::HullFacet;
use super::jagged_array::JaggedArray;

/// Returns the faces of the hull as loops of points, counter-clockwise seen from outside, without points that
/// are not corners.
pub(super) fn faces(points: &[[f64; 3]], facets: &[HullFacet]) -> JaggedArray {
    // Per facet one bit for each flat edge, and for each edge that is in a face already.
    let mut done: Vec<u8> = vec![0; facets.len()];
    let mut degree = vec![0u8; points.len()];
    for (number, facet) in facets.iter().enumerate().filter(|(_, facet)| facet.is_alive) {
        for edge in 0..3 {
            let neighbor = facet.neighbors[edge] as usize;
            let twin = twin(facets, number, edge).1;
            // Each edge is visited once, from the lower number.
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
    let mut faces = JaggedArray::with_capacity(facets.len(), facets.len() * 3);
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
                // The next edge around the face: rotate about the end of this one across flat edges.
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

/// Returns the same edge from the facet on its other side.
fn twin(facets: &[HullFacet], facet: usize, edge: usize) -> (usize, usize) {
    let end = facets[facet].vertices[(edge + 1) % 3];
    let neighbor = facets[facet].neighbors[edge] as usize;
    (neighbor, facets[neighbor].edge_from(end))
}
