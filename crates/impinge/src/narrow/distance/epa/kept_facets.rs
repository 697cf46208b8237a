//! Temporal coherence of EPA: the minimum translation of two hulls that hardly moved since the last query.
//!
//! An expanded polytope is a closed surface around the origin, inside the difference A − B. Let none of its
//! corners have moved by more than δ since, and let its facets have been at the distances L₁ ≤ L₂ ≤ … from
//! the origin, with L₁ > δ. If every corner moves linearly to its present place, no point of the surface
//! moves further than δ, so the surface never passes the origin, and still encloses it. It is still inside
//! the difference, which is convex. So the difference contains a ball around the origin up to the nearest
//! point of the surface. The first facets are tested at their present places; the others are at least Lᵢ − δ
//! away. If the nearest of the first is nearer than that, and lies on the boundary of the difference, it is
//! the minimum translation, as certain as the result of a full search.
//!
//! Relative to A, the corners of A − B move with the corners of B. The translation of the middle of B and the
//! rotation of B bound their motion.

use smallvec::SmallVec;

use super::{EpaDirection, Penetration, Polytope, PolytopeFacet, ROUNDING, finish};
use crate::math::Vector;
use crate::narrow::distance::simplex::Vertex;
use crate::narrow::distance::support::SupportMap;

/// Maximum number of stored facets.
pub(super) const MAX_VERTICES: usize = 16;

/// The two cores, and the placement of B relative to A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::narrow) struct Placement {
    /// Fingerprints of their vertices.
    pub fingerprints: [u64; 2],
    pub columns: [[f64; 3]; 3],
    pub middle: [f64; 3],
    /// Upper bound on the distance of vertices of B from its middle.
    pub reach: f64,
}

impl Placement {
    /// Returns an upper bound on the motion of vertices of B since; infinite for another pair.
    fn motion_since(&self, before: &Placement) -> f64 {
        if self.fingerprints != before.fingerprints {
            return f64::INFINITY;
        }
        let square = |a: &[f64; 3], b: &[f64; 3]| (0..3).map(|i| (a[i] - b[i]) * (a[i] - b[i])).sum::<f64>();
        let turned: f64 = (0..3).map(|i| square(&self.columns[i], &before.columns[i])).sum();
        // No unit vector moves further than the root of the sum of squares of all columns.
        let turned = turned.sqrt();
        (square(&self.middle, &before.middle).sqrt() + self.reach * turned) * (1.0 + 1e-9)
    }
}

/// The corners of a facet, by their numbers on A and on B, and its distance, rounded down.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Kept {
    pub corners: [[u16; 2]; 3],
    pub distance: f32,
}

/// The facets of a polytope that are nearest to the origin, from the nearest.
#[derive(Clone, Copy, Debug)]
pub(in crate::narrow) struct KeptFacets {
    pub(super) at: Placement,
    pub(super) facets: [Kept; MAX_VERTICES],
    pub(super) count: u8,
    /// Lower bound on the distance of all other facets.
    pub(super) rest: f32,
}

impl KeptFacets {
    /// Returns the facets to store of a polytope whose nearest facet is a facet of the difference.
    pub(super) fn of<D: Vector<Scalar = f64>>(polytope: &Polytope<D>, at: Placement) -> Option<Self> {
        let mut order: SmallVec<[(f64, u16); 64]> = SmallVec::new();
        for (number, facet) in polytope.facets.iter().enumerate() {
            // The distance of a sliver is unknown.
            if facet.square == 0.0 || facet.key <= 0.0 {
                return None;
            }
            if facet.is_used() {
                order.push((facet.key, number as u16));
            }
        }
        order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let rounded_down = |key: f64| (key.sqrt() as f32).next_down().next_down();
        let mut kept = KeptFacets { at, facets: Default::default(), count: 0, rest: f32::INFINITY };
        for (i, &(key, number)) in order.iter().enumerate() {
            if i == MAX_VERTICES {
                kept.rest = rounded_down(key);
                break;
            }
            let points = polytope.facets[number as usize].points;
            let mut corners = [[0; 2]; 3];
            for (corner, point) in corners.iter_mut().zip(points) {
                let [a, b] = polytope.points[point as usize].numbers;
                *corner = [u16::try_from(a).ok()?, u16::try_from(b).ok()?];
            }
            kept.facets[i] = Kept { corners, distance: rounded_down(key) };
            kept.count += 1;
        }
        Some(kept)
    }

    /// Returns the minimum translation at the present placement, if these facets still prove it.
    #[inline(never)]
    pub(in crate::narrow) fn penetration<D: Vector<Scalar = f64>>(
        &self,
        a: &dyn SupportMap<D>,
        b: &dyn SupportMap<D>,
        now: &Placement,
    ) -> Option<Penetration<D>> {
        let motion = now.motion_since(&self.at);
        let facets = &self.facets[..self.count.into()];
        if facets.first().is_none_or(|first| f64::from(first.distance) <= motion) {
            return None;
        }
        let mut polytope =
            Polytope { points: SmallVec::new(), facets: SmallVec::new(), unused: SmallVec::new() };
        let mut best: Option<PolytopeFacet<D>> = None;
        let is_nearer = |best: &Option<PolytopeFacet<D>>, distance: f32| {
            let at_least = f64::from(distance) - motion;
            best.as_ref().is_some_and(|best| best.key < at_least * at_least)
        };
        let mut is_settled = false;
        for kept in facets {
            is_settled = is_nearer(&best, kept.distance);
            if is_settled {
                break;
            }
            let first = polytope.points.len() as u16;
            for [point_a, point_b] in &kept.corners[..D::DIMENSION] {
                let (i, j) = (u32::from(*point_a), u32::from(*point_b));
                polytope.points.push(Vertex::new((a.vertex(i)?, i), (b.vertex(j)?, j)));
            }
            let last = if D::IS_2D { first } else { first + 2 };
            let facet = polytope.facet([first, first + 1, last]);
            if facet.key <= 0.0 || !facet.key.is_finite() {
                return None;
            }
            polytope.facets.push(facet);
            if best.is_none_or(|best| facet.key < best.key) {
                best = Some(facet);
            }
        }
        if !is_settled && !is_nearer(&best, self.rest) {
            return None;
        }
        let facet = best?;
        let vertex = Vertex::new(a.support(facet.normal), b.support(-facet.normal));
        let length = facet.square.sqrt();
        let depth = facet.normal.dot(vertex.difference) / length;
        let gap = depth - facet.key.sqrt();
        if gap > 4.0 * ROUNDING * (a.reach() + b.reach()) {
            return None;
        }
        let normal = facet.normal * (1.0 / length);
        let way = EpaDirection {
            depth,
            gap,
            normal,
            points: facet.points,
            numbers: vertex.numbers,
            is_flush: true,
        };
        Some(finish(&polytope, &way))
    }
}
