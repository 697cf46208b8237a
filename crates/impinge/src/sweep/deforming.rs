//! Continuous collision detection of deforming meshes: vertices, edges and faces whose vertices move on
//! lines.
//!
//! | type | primitives | dimension |
//! |---|---|---|
//! | [`VertexFace`] | a vertex and a triangle | 3D |
//! | [`EdgeEdge`] | two edges | 3D |
//! | [`VertexEdge`] | a vertex and an edge | 2D |
//!
//! Two meshes that are disjoint at the start meet first where a vertex meets a face, or an edge an edge. So
//! these tests on the candidates of a broad phase are continuous collision detection of cloth and other
//! deforming meshes.
//!
//! A vertex is at x₀ + t(x₁ − x₀) at the time t from 0 to 1, in real arithmetic on the given floats. The
//! decision whether two primitives meet is exact, and touching counts. docs/deforming.md has the derivation.
//! The files, in the order of a test:
//!
//! 1. [`difference_polygon`]: both primitives become one moving polygon, and meet when it contains the
//!    origin;
//! 2. [`coplanarity_filter`]: boxes, and the cubic of coplanarity with bounds on rounding, decide nearly all
//!    cases;
//! 3. [`separating_steps`]: directions that separate for a while; decides motions that are nearly coplanar
//!    all the time, and all with a minimum separation;
//! 4. [`exact_decision`]: integers of arbitrary size decide the rest;
//! 5. [`contact_points`]: points and normal.
//!
//! Sources: Provot, "Collision and self-collision handling in cloth model dedicated to design garments", 1997
//! (the cubic); Brochu, Edwards, Bridson, "Efficient geometrically exact continuous collision detection",
//! 2012 (that it can be exact); Wang, Ferguson, Schneider, Jiang, Attene, Panozzo, "A large scale benchmark
//! and an inclusion-based algorithm for continuous collision detection", 2021 (errors of floats, and the
//! minimum separation).

mod closest_to_origin;
mod contact_points;
mod coplanarity_filter;
mod deforming_options;
mod difference_polygon;
mod exact_decision;
mod primitive_pairs;
mod separating_steps;

pub use deforming_options::{CcdHit, DeformingOptions};
pub use primitive_pairs::{EdgeEdge, VertexEdge, VertexFace};

use coplanarity_filter::Filtered;
use difference_polygon::{Kind, Polygon, Tracks};
use separating_steps::Advanced;

/// The limits of a test, in `f64`.
#[derive(Clone, Copy, Debug)]
struct Limits {
    separation: f64,
    tolerance: f64,
    /// From 0 to 1.
    end: f64,
}

/// Maximum number of steps of [`separating_steps`] before the exact decision, which costs as much as more
/// steps.
const MAX_STEPS: usize = 24;

/// The first time at which the primitives come as near as the separation; vertices in canonical order.
#[inline(always)]
fn first_time<K: Kind>(tracks: &Tracks, limits: &Limits) -> Option<f64> {
    let polygon = Polygon::<K>::new(tracks);
    if polygon.is_apart_on_an_axis(limits.separation) {
        return None;
    }
    if !polygon.is_in_range() {
        let (polygon, scale) = polygon.rescaled(tracks);
        let scaled = |length: f64| length * scale.0 * scale.1;
        let limits = Limits {
            // A separation must not vanish.
            separation: if limits.separation > 0.0 {
                scaled(limits.separation).max(f64::MIN_POSITIVE)
            } else {
                0.0
            },
            tolerance: scaled(limits.tolerance),
            end: limits.end,
        };
        return polygon.first_time(tracks, &limits);
    }
    polygon.first_time(tracks, limits)
}

impl<K: Kind> Polygon<K> {
    #[inline(always)]
    fn first_time(&self, tracks: &Tracks, limits: &Limits) -> Option<f64> {
        if limits.separation > 0.0 {
            return match self.advanced(limits, usize::MAX) {
                Advanced::Apart => None,
                Advanced::Near(time) => Some(time),
            };
        }
        match self.filtered(limits) {
            Filtered::Apart => None,
            Filtered::Hit(time) => Some(time),
            Filtered::Open => self.first_time_of_hard_case(tracks, limits),
        }
    }

    #[cold]
    #[inline(never)]
    fn first_time_of_hard_case(&self, tracks: &Tracks, limits: &Limits) -> Option<f64> {
        match self.advanced(limits, MAX_STEPS) {
            Advanced::Apart => None,
            Advanced::Near(_) => exact_decision::first_time::<K>(tracks, limits.end),
        }
    }
}

#[cfg(test)]
mod tests;
