//! Exit distance: the distance to move a mesh in a direction until triangles that intersect now are
//! separated.
//!
//! Moved by s along n, two triangles intersect for all s of one interval, since they are convex. The interval
//! ends where the first reaches furthest beyond the second (see [`super::directional_penetration`]). So
//! triangles that intersect at one place block the motion at least up to the furthest of these ends. The
//! search continues from there. The first place where no triangle pierces another is free, even if it is in a
//! hole of the other mesh.

use std::ops::ControlFlow;

use super::directional_penetration::DirectionalDepth;
use super::mesh_pair::MeshPair;
use super::view_frame::{ViewFrame, view_axes};
use crate::math::Vector;
use crate::narrow::{Relation, triangle_triangle};

/// The end of a blocked interval.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExitDistance<D> {
    /// Distance to move until the triangles are separated.
    pub along: f64,
    /// The points where the triangles touch last, on both meshes at their current places.
    pub points: [D; 2],
}

impl<V: Vector> MeshPair<'_, V> {
    /// Computes the exit distance along a unit vector of pairs of triangles that intersect. Once it is
    /// `most`, the search stops, so the true distance may be greater.
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
    /// does, or boxes would separate nothing. Adds the number of tested pairs of near triangles to `tested`.
    pub(crate) fn piercing_exit_distance(
        &self,
        direction: V::Double,
        most: f64,
        tested: &mut usize,
    ) -> Option<ExitDistance<V::Double>> {
        let pair = self.descent()?;
        let view = ViewFrame::new::<V>(direction, self.maps[0].translation);
        let mut furthest: Option<DirectionalDepth> = None;
        let _ = pair.for_each_near_pair(|i, j| {
            *tested += 1;
            if let (Some(a), Some(b)) = (self.triangle(0, i), self.triangle(1, j)) {
                let height = view.depth(&a, &b, known_depth(furthest));
                let next = max_depth(furthest, height);
                // The distance is cheaper to compute than the test for intersection.
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

    /// Returns the unit normals of triangles, each direction once and in one orientation only, the most
    /// frequent first; at most `most` of them.
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
        // Stable: equal ones stay in order.
        found.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        found.into_iter().take(most).map(|(normal, _)| normal).collect()
    }
}

/// Two normals count as one if the cosine of the angle between them is this close to 1.
pub(crate) const SAME_NORMAL: f64 = 1e-6;
/// Maximum number of distinct normals.
const MAX_NORMALS: usize = 64;

/// Returns unit vectors perpendicular to a direction.
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
