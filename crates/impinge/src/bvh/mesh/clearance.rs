//! Triangles of two meshes that come closer to each other than a given distance.
//!
//! The traversal is the one for the closest triangles (see [`super::closest_triangles`]) with a constant
//! limit or, for triangles that meet, the one in [`super::dual_traversal`]. Candidates are selected in `f32`,
//! conservatively; their distance, computed in `f64`, decides.

use std::ops::ControlFlow;

use super::closest_triangles::DistanceGoal;
use super::mesh_pair::MeshPair;
use crate::Flow;
use crate::bvh::Bvh;
use crate::flow;
use crate::math::{Scalar, Vector};
use crate::narrow::{PairCache, Relation, contact_of, contact_point, region, signed, triangle_triangle};
use crate::shape::{Ball, Segment, ShapeRef, Triangle};

/// Two triangles that are near each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clearance<V: Vector> {
    /// Number of the triangle of the first mesh.
    pub triangle_a: u32,
    /// Number of the triangle of the second mesh.
    pub triangle_b: u32,
    /// Distance between the triangles; exactly 0 if they meet.
    pub distance: V::Scalar,
    /// Point of the first triangle closest to the second; if they meet, a shared point, up to rounding.
    pub point_a: V,
    /// Point of the second triangle closest to the first; if they meet, the same as `point_a`.
    pub point_b: V,
}

impl<V: Vector> MeshPair<'_, V> {
    /// Calls `visit` for every two triangles, one of each mesh, whose distance is at most `max`, until it
    /// breaks.
    ///
    /// Each pair is reported once. Nearer parts of the meshes come first, roughly, in an order that is always
    /// the same.
    ///
    /// Two triangles are reported if they meet, with distance 0; this is exact. Otherwise they are reported
    /// if their [`distance`](crate::narrow::Collide::distance) is at most `max`. So if `max` is the distance
    /// of two disjoint meshes, their closest triangles are reported.
    ///
    /// - **Rounding:** distances are computed in `f64` and rounded to the precision of the meshes before the
    ///   comparison. In `f32`, a distance above `max` by less than half a unit in its last place is reported
    ///   as well. In `f64`, pairs with a distance that near to `max` may be reported or not.
    /// - **Order of the meshes:** exchanging them mirrors the results to the bit, but may change their order.
    /// - **Limits:** a negative or NaN `max` reports nothing; an infinite one reports everything.
    /// - **Surfaces only:** geometry inside a closed mesh is as far away as the surface.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// use impinge::bvh::{MeshPair, MeshBvh};
    /// let square = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::X + DVec3::Y];
    /// let plate = MeshBvh::new(Mesh::new(square, vec![[0, 1, 2], [1, 3, 2]])?);
    /// let above = Pose::from_translation(DVec3::new(0.75, 0.75, 0.5));
    /// let pair = MeshPair::new(&plate, Pose::identity(), &plate, above);
    /// let mut found = Vec::new();
    /// pair.for_each_clearance(0.5, |clearance| found.push((clearance.triangle_a, clearance.triangle_b, clearance.point_b - clearance.point_a)));
    /// // Half of each plate is near the other one.
    /// assert_eq!(found, [(1, 0, DVec3::Z * 0.5)]);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    #[inline]
    pub fn for_each_clearance<F: Flow>(&self, max: V::Scalar, visit: impl FnMut(Clearance<V>) -> F) -> F {
        flow::visit(visit, |visit| V::bvh_for_each_clearance(self, max, visit))
    }

    pub(in crate::bvh) fn for_each_clearance_inner(
        &self,
        max: V::Scalar,
        visit: &mut dyn FnMut(Clearance<V>) -> ControlFlow<()>,
    ) {
        // False for NaN.
        let is_distance = max >= V::Scalar::ZERO;
        if !is_distance {
            return;
        }
        let limit = search_limit(max);
        let mut end = ControlFlow::Continue(());
        let mut look = |i: u32, j: u32| {
            if end.is_continue()
                && let Some(clearance) = self.clearance([i, j], max, limit)
            {
                end = visit(clearance);
            }
            end.is_continue()
        };
        match self.descent() {
            // Planes find triangles that meet faster than distances do.
            Some(pair) if max == V::Scalar::ZERO => {
                let should_continue =
                    |i, j| if look(i, j) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
                let _ = pair.for_each_near_pair(should_continue);
            }
            Some(pair) => pair
                .for_each_by_distance(limit, |i, j| if look(i, j) { None } else { Some(DistanceGoal::DONE) }),
            None => {
                let _ = self.overlapping_box_pairs(limit).into_iter().all(|(i, j)| look(i, j));
            }
        }
    }

    /// Returns the first pair that [`MeshPair::for_each_clearance`] reports.
    pub(super) fn first_clearance(&self, max: V::Scalar) -> Option<Clearance<V>> {
        let mut first = None;
        self.for_each_clearance_inner(max, &mut |clearance| {
            first = Some(clearance);
            ControlFlow::Break(())
        });
        first
    }

    /// Returns whether any two triangles, one of each mesh, have a distance of at most `max`.
    ///
    /// The search ends with the first such pair; see [`MeshPair::for_each_clearance`].
    #[inline]
    pub fn is_within(&self, max: V::Scalar) -> bool {
        V::bvh_is_within(self, max)
    }

    pub(in crate::bvh) fn is_within_inner(&self, max: V::Scalar) -> bool {
        self.first_clearance(max).is_some()
    }

    /// Returns two triangles, if their distance is at most `max`; `limit` is slightly greater.
    #[inline(never)]
    pub(super) fn clearance(&self, numbers: [u32; 2], max: V::Scalar, limit: f64) -> Option<Clearance<V>> {
        let [triangle_a, triangle_b] = numbers;
        let (a, b) = (self.triangle(0, triangle_a)?, self.triangle(1, triangle_b)?);
        if triangle_triangle(&a, &b) != Relation::Disjoint {
            let (shared, distance) = (find_shared_point(&a, &b), V::Scalar::ZERO);
            return Some(Clearance { triangle_a, triangle_b, distance, point_a: shared, point_b: shared });
        }
        if max == V::Scalar::ZERO {
            return None;
        }
        let (shape_a, shape_b) = (ShapeRef::Triangle(a), ShapeRef::Triangle(b));
        let found = signed::<V, false>(shape_a, shape_b, limit, &mut PairCache::default())?;
        let contact = contact_of::<V>(found);
        // They are apart, even if the distance is rounded to 0.
        let distance = contact.distance.max(V::Scalar::ZERO.next_up());
        let clearance = Clearance {
            triangle_a,
            triangle_b,
            distance,
            point_a: contact.point_a,
            point_b: contact.point_b,
        };
        (distance <= max).then_some(clearance)
    }

    /// Returns triangles that may be within a distance, if the trees cannot separate any: by boxes in the
    /// world.
    pub(super) fn overlapping_box_pairs(&self, limit: f64) -> Vec<(u32, u32)> {
        let [a, b] = [0, 1].map(|side| {
            let count = self.trees[side].mesh.triangles().len() as u32;
            // The boxes of one side are grown by the limit.
            let margin = if side == 0 { limit } else { 0.0 };
            (0..count)
                .filter_map(|number| {
                    Some((number, region(&ShapeRef::Triangle(self.triangle(side, number)?), margin)))
                })
                .unzip::<_, _, Vec<_>, Vec<_>>()
        });
        let mut pairs = Vec::new();
        Bvh::new(&a.1).join(&Bvh::new(&b.1), |i, j| pairs.push((a.0[i as usize], b.0[j as usize])));
        pairs.sort_unstable();
        pairs
    }
}

/// Returns a limit that includes all distances that round to `max`, and the rounding of a search with a
/// limit.
pub(super) fn search_limit<S: Scalar>(max: S) -> f64 {
    max.next_up().into() * (1.0 + 1e-12)
}

/// Sixth powers of coordinates beyond this overflow; of coordinates below its reciprocal they underflow.
const LARGE: f64 = 1e50;

/// Returns a point that two triangles share, the same for either order.
fn find_shared_point<V: Vector>(a: &Triangle<V>, b: &Triangle<V>) -> V {
    let corners = |triangle: &Triangle<V>| triangle.points().map(V::to_f64);
    let (a, b) = if corners(a) <= corners(b) { (a, b) } else { (b, a) };
    let points = a.points().into_iter().chain(b.points());
    let largest = points.fold(0.0, |largest, point| point.to_double().abs().max_element().max(largest));
    if largest == 0.0 || (1.0 / LARGE..LARGE).contains(&largest) {
        return find_shared_point_in_range(a, b, largest);
    }
    // Scaled by a power of two, so that only subnormal digits change.
    let scale = V::Scalar::from_f64(libm::ldexp(1.0, (-libm::frexp(largest).1).clamp(-1022, 1023)));
    let scaled = |triangle: &Triangle<V>| Triangle::of(triangle.points().map(|corner| corner * scale));
    find_shared_point_in_range(&scaled(a), &scaled(b), 1.0) * (V::Scalar::ONE / scale)
}

fn find_shared_point_in_range<V: Vector>(a: &Triangle<V>, b: &Triangle<V>, largest: f64) -> V {
    let to = |shape: ShapeRef<'_, V>, point: V| {
        let ball = ShapeRef::Ball(Ball::new(point, V::Scalar::ZERO).ok()?);
        signed::<V, false>(shape, ball, f64::INFINITY, &mut PairCache::default())
    };
    let off = |point: V| {
        let from = |triangle: &Triangle<V>| {
            to(ShapeRef::Triangle(*triangle), point).map_or(f64::INFINITY, |found| found.distance.max(0.0))
        };
        from(a).max(from(b))
    };
    let middle = contact_point(a, b);
    if off(middle) <= 16.0 * V::Scalar::UNIT_ROUNDOFF.into() * largest {
        return middle;
    }
    // If triangles are close to a line, rounding decides which points are inside: then a corner is taken, or
    // a crossing of edges if that is nearer.
    let (p, q) = (a.points(), b.points());
    let crossings = (0..9).filter_map(|k| {
        let edge = |points: &[V; 3], i: usize| Segment::new(points[i], points[(i + 1) % 3]).ok();
        let (one, other) = (edge(&p, k / 3)?, edge(&q, k % 3)?);
        let (one, other) = (ShapeRef::Segment(one), ShapeRef::Segment(other));
        let found = signed::<V, true>(one, other, f64::INFINITY, &mut PairCache::default())?;
        Some(contact_of::<V>(found).point_a)
    });
    let all = [middle].into_iter().chain(p).chain(q).chain(crossings).map(|point| (off(point), point));
    all.min_by(|one, other| one.0.total_cmp(&other.0)).map_or(middle, |(_, point)| point)
}
