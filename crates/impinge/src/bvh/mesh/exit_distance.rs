//! What is in the way of a mesh that moves in a direction, as far as it meets it where it is.
//!
//! Moved by s along n, two triangles meet for all s of one interval, since they are convex; it ends where the
//! first reaches furthest beyond the second (see [`super::directional_penetration`]). So what meets at one place is in the
//! way at least until the furthest of these ends: from there one looks again, and a place where nothing
//! pierces anything is the first free one, be it in a hole of the other mesh.

use std::ops::ControlFlow;

use super::directional_penetration::DirectionalDepth;
use super::mesh_pair::MeshPair;
use super::view_frame::{ViewFrame, view_axes};
use crate::math::Vector;
use crate::narrow::{Relation, triangle_triangle};

/// How far something is in the way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExitDistance<D> {
    /// How far to go until it is passed.
    pub along: f64,
    /// Where the triangles meet last, on both meshes as they are now.
    pub points: [D; 2],
}

impl<V: Vector> MeshPair<'_, V> {
    /// How far some pairs of triangles, which meet, are in the way along a unit vector; once that is `most`,
    /// it may be more.
    pub(crate) fn exit_distance(
        &self,
        meeting: &[[u32; 2]],
        direction: V::Double,
        most: f64,
    ) -> Option<ExitDistance<V::Double>> {
        let view = ViewFrame::new::<V>(direction, self.maps[0].translation);
        let mut furthest: Option<DirectionalDepth> = None;
        for &[i, j] in meeting {
            let (Some(a), Some(b)) = (self.triangle(0, i), self.triangle(1, j)) else { continue };
            let height = view.depth(&a, &b, known_depth(furthest));
            furthest = max_depth(furthest, height);
            if furthest.is_some_and(|furthest| furthest.along >= most) {
                break;
            }
        }
        furthest.map(|height| to_world::<V>(&view, height))
    }

    /// Returns how far the triangles that pierce one of the other mesh now block the way; `None` if none
    /// does, or boxes would separate nothing. Adds the number of tested pairs of near triangles to `looked`.
    pub(crate) fn piercing_exit_distance(
        &self,
        direction: V::Double,
        most: f64,
        looked: &mut usize,
    ) -> Option<ExitDistance<V::Double>> {
        let pair = self.descent()?;
        let view = ViewFrame::new::<V>(direction, self.maps[0].translation);
        let mut furthest: Option<DirectionalDepth> = None;
        let _ = pair.for_each_near_pair(|i, j| {
            *looked += 1;
            if let (Some(a), Some(b)) = (self.triangle(0, i), self.triangle(1, j)) {
                let height = view.depth(&a, &b, known_depth(furthest));
                let next = max_depth(furthest, height);
                // The distance is computed faster than whether they pierce each other.
                let is_further = next.map(|next| next.along) != furthest.map(|furthest| furthest.along);
                if is_further && triangle_triangle(&a, &b) == Relation::Overlapping {
                    furthest = next;
                }
            }
            let is_enough = furthest.is_some_and(|furthest| furthest.along >= most);
            if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        furthest.map(|height| to_world::<V>(&view, height))
    }

    /// Unit vectors across triangles, each direction once and one way only, the most frequent first; no more
    /// than some.
    pub(crate) fn frequent_normals(&self, meeting: &[[u32; 2]], most: usize) -> Vec<V::Double> {
        let mut found: Vec<(V::Double, usize)> = Vec::new();
        for numbers in meeting {
            for (side, &number) in numbers.iter().enumerate() {
                let Some(triangle) = self.triangle(side, number) else { continue };
                let [a, b, c] = triangle.points().map(V::to_double);
                let sides: &[V::Double] =
                    if V::IS_2D { &[b - a, c - b, a - c] } else { &[(b - a).perpendicular(c - a)] };
                for &way in sides {
                    let normal = if V::IS_2D { way.perpendicular(way) } else { way };
                    let length = normal.length();
                    if !(length > 0.0 && length.is_finite()) {
                        continue;
                    }
                    let normal = normal * (1.0 / length);
                    let is_alike =
                        |(known, _): &(V::Double, usize)| known.dot(normal).abs() > 1.0 - SAME_NORMAL;
                    match found.iter().position(is_alike) {
                        Some(place) => found[place].1 += 1,
                        None if found.len() < MAX_NORMALS => found.push((normal, 1)),
                        None => {}
                    }
                }
            }
        }
        // Stable, so that of equals the first stays first.
        found.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        found.into_iter().take(most).map(|(normal, _)| normal).collect()
    }
}

/// Normals of which the cosine of the angle between is no further from 1 are one.
pub(crate) const SAME_NORMAL: f64 = 1e-6;
/// Maximum number of normals that are kept apart.
const MAX_NORMALS: usize = 64;

/// The way to the sides of a direction, unit vectors.
pub(crate) fn perpendicular_directions<V: Vector>(direction: V::Double) -> impl Iterator<Item = V::Double> {
    let axes = view_axes::<V>(direction);
    (0..V::DIMENSION - 1).map(move |side| V::Double::from_f64(axes[side])).flat_map(|side| [side, -side])
}

fn known_depth(known: Option<DirectionalDepth>) -> f64 {
    known.map_or(f64::NEG_INFINITY, |known| known.along)
}

fn max_depth(known: Option<DirectionalDepth>, other: Option<DirectionalDepth>) -> Option<DirectionalDepth> {
    match (known, other) {
        (Some(known), Some(other)) if other.along > known.along => Some(other),
        (None, other) => other,
        (known, _) => known,
    }
}

fn to_world<V: Vector>(view: &ViewFrame, height: DirectionalDepth) -> ExitDistance<V::Double> {
    ExitDistance { along: height.along, points: height.points.map(|point| view.point_to_world::<V>(point)) }
}
