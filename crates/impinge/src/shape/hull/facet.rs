//! Triangles on the boundary of a growing hull, and the test for points above them.

use std::cmp::Ordering;

use crate::math::orientation_3d;
use crate::math::triple::{cross, difference, dot};

/// No index.
pub(super) const NONE: u32 = u32::MAX;

/// A triangle on the boundary, counter-clockwise seen from outside.
#[derive(Clone, Debug)]
pub(super) struct HullFacet {
    pub(super) vertices: [u32; 3],
    /// The facet across the edge from vertex `i` to the next.
    pub(super) neighbors: [u32; 3],
    /// First of the points above this facet that are assigned to it; a linked list.
    pub(super) outside: u32,
    /// The highest of them, up to floating-point precision.
    pub(super) highest: u32,
    pub(super) height: f64,
    /// Round in which it was last found visible or hidden; see `Growth::is_visible`.
    pub(super) mark: u32,
    pub(super) is_alive: bool,
    origin: [f64; 3],
    normal: [f64; 3],
    /// Rounded heights above this have the right sign.
    error: f64,
}

impl HullFacet {
    /// Creates a facet in a set of points, all of which are within `extent` of each other on each axis.
    pub(super) fn new(points: &[[f64; 3]], vertices: [u32; 3], extent: [f64; 3]) -> Self {
        let [a, b, c] = vertices.map(|vertex| points[vertex as usize]);
        let (u, v) = (difference(b, a), difference(c, a));
        // The height of a point q is n·(q − a) with n = u × v. Roundings: one in each difference, one in each
        // product, one in each subtraction of n, then one each in q − a and the product, two in the sum. This
        // is 8 units of Σ (|u_j v_k| + |u_k v_j|)·|q_i − a_i| to first order. Twice that covers the rest.
        const ROUNDINGS: f64 = 16.0 * (f64::EPSILON / 2.0);
        let parts: [f64; 3] = std::array::from_fn(|i| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            ((u[j] * v[k]).abs() + (u[k] * v[j]).abs()) * extent[i]
        });
        let error = (parts[0] + parts[1] + parts[2]) * ROUNDINGS;
        // If products may have underflowed, which the extent may have magnified, no sign is certain.
        let reach = 1.0 + extent[0] + extent[1] + extent[2];
        let error = if error > 1e-280 * reach { error } else { f64::INFINITY };
        HullFacet {
            vertices,
            neighbors: [NONE; 3],
            outside: NONE,
            highest: NONE,
            height: f64::NEG_INFINITY,
            mark: 0,
            is_alive: true,
            origin: a,
            normal: cross(u, v),
            error,
        }
    }

    /// Returns the height of a point above the plane of the facet, in units of the facet, rounded; `None` if
    /// it is not above.
    #[inline(always)]
    pub(super) fn height_if_above(&self, points: &[[f64; 3]], point: u32) -> Option<f64> {
        let height = self.height(points, point);
        if height > self.error {
            Some(height)
        } else if height < -self.error {
            None
        } else {
            (self.exact_side(points, point) == Ordering::Greater).then(|| height.max(0.0))
        }
    }

    /// Returns whether a point lies in the plane of the facet.
    pub(super) fn is_level_with(&self, points: &[[f64; 3]], point: u32) -> bool {
        let height = self.height(points, point).abs();
        let is_certainly_off = height > self.error;
        !is_certainly_off && self.exact_side(points, point) == Ordering::Equal
    }

    #[inline(always)]
    fn height(&self, points: &[[f64; 3]], point: u32) -> f64 {
        dot(self.normal, difference(points[point as usize], self.origin))
    }

    #[cold]
    fn exact_side(&self, points: &[[f64; 3]], point: u32) -> Ordering {
        let [a, b, c] = self.vertices.map(|vertex| points[vertex as usize]);
        orientation_3d(a, b, c, points[point as usize]).reverse()
    }

    /// Returns the edge that starts at a vertex of the facet.
    pub(super) fn edge_from(&self, vertex: u32) -> usize {
        if self.vertices[0] == vertex {
            0
        } else if self.vertices[1] == vertex {
            1
        } else {
            2
        }
    }
}
