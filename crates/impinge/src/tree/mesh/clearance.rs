//! Which triangles of two meshes come closer to each other than is allowed, and where.
//!
//! The descent is that of the nearest triangles (see [`super::nearest`]) with a limit that stays as it is, or, for those that meet,
//! that of [`super::pair`]: which triangles may be within it is told in `f32`, on the safe side; whether they are, by their own
//! distance, computed in `f64`.

use std::ops::ControlFlow;

use super::nearest::Nearer;
use super::two_meshes::MeshPair;
use crate::Flow;
use crate::math::{Scalar, Vector};
use crate::narrow::{PairCache, Relate, Relation, contact_of, contact_point, region, signed};
use crate::shape::{Ball, Segment, Triangle, View};
use crate::tree::Bvh;

/// Two triangles that are near each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clearance<V: Vector> {
    /// The number of the triangle of the first mesh.
    pub triangle_a: u32,
    /// The number of the triangle of the second mesh.
    pub triangle_b: u32,
    /// How far apart they are; 0 exactly if they meet.
    pub distance: V::Scalar,
    /// The point of the first that is nearest to the second; if they meet, a point that they share, up to rounding.
    pub on_a: V,
    /// The point of the second that is nearest to the first; if they meet, the same as `on_a`.
    pub on_b: V,
}

impl<V: Vector> MeshPair<'_, V> {
    /// Calls `visit` for every two triangles, one of each mesh, that are no further apart than `max`, each two once, until it
    /// breaks; nearer parts of the meshes first, roughly, in an order that is always the same.
    ///
    /// Two triangles are reported if they meet, at a distance of 0, which is exact; otherwise if their
    /// [`distance`](crate::narrow::Collide::distance) is no greater than `max`. So what it says is never contradicted: asked
    /// for the distance of two meshes that are apart, their nearest triangles are among the answers. Distances are computed
    /// in `f64` and rounded to the nearest number of the meshes' precision before they are compared: two triangles that are
    /// further apart than `max` by less than half a unit in its last place are reported as well, in `f32`; in `f64` those
    /// whose distance is that near may fall on either side. Exchanging the meshes mirrors the answers to the bit, but may change
    /// their order.
    ///
    /// Nothing is within a negative distance, or one that is not a number; everything is within an infinite one. What is
    /// inside a closed mesh is as far away as the surface.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// use impinge::tree::{MeshPair, MeshTree};
    /// let square = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::X + DVec3::Y];
    /// let plate = MeshTree::new(Mesh::new(square, vec![[0, 1, 2], [1, 3, 2]])?);
    /// let above = Pose::from_translation(DVec3::new(0.75, 0.75, 0.5));
    /// let pair = MeshPair::new(&plate, Pose::identity(), &plate, above);
    /// let mut found = Vec::new();
    /// pair.within(0.5, |clearance| found.push((clearance.triangle_a, clearance.triangle_b, clearance.on_b - clearance.on_a)));
    /// // Half of each plate is near the other one.
    /// assert_eq!(found, [(1, 0, DVec3::Z * 0.5)]);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn within<F: Flow>(&self, max: V::Scalar, mut visit: impl FnMut(Clearance<V>) -> F) -> F {
        // Not so of what is not a number.
        let is_distance = max >= V::Scalar::ZERO;
        if !is_distance {
            return F::going_on();
        }
        let limit = limit_of(max);
        let mut end = F::going_on();
        let mut look = |i: u32, j: u32| {
            if !end.is_end()
                && let Some(clearance) = self.clearance([i, j], max, limit)
            {
                end = visit(clearance);
            }
            !end.is_end()
        };
        match self.descent() {
            // What meets is sooner found by planes than by distances.
            Some(pair) if max == V::Scalar::ZERO => {
                let goes_on =
                    |i, j| if look(i, j) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
                let _ = pair.near(goes_on);
            }
            Some(pair) => pair.nearest(limit, |i, j| if look(i, j) { None } else { Some(Nearer::NOTHING) }),
            None => {
                let _ = self.by_boxes(limit).into_iter().all(|(i, j)| look(i, j));
            }
        }
        end
    }

    /// Are any two triangles, one of each mesh, no further apart than `max`? Ends with the first that are; see
    /// [`MeshPair::within`].
    pub fn is_within(&self, max: V::Scalar) -> bool {
        self.within(max, |_| ControlFlow::Break(())).is_break()
    }

    /// Two triangles, if they are no further apart than `max`; `limit` is somewhat more.
    #[inline(never)]
    pub(super) fn clearance(&self, numbers: [u32; 2], max: V::Scalar, limit: f64) -> Option<Clearance<V>> {
        let [triangle_a, triangle_b] = numbers;
        let (a, b) = (self.triangle(0, triangle_a)?, self.triangle(1, triangle_b)?);
        if a.relation(&b) != Relation::Separate {
            let (shared, distance) = (shared_point(&a, &b), V::Scalar::ZERO);
            return Some(Clearance { triangle_a, triangle_b, distance, on_a: shared, on_b: shared });
        }
        if max == V::Scalar::ZERO {
            return None;
        }
        let (shape_a, shape_b) = (View::Triangle(a), View::Triangle(b));
        let found = signed::<V, false>(shape_a, shape_b, limit, &mut PairCache::default())?;
        let contact = contact_of::<V>(found);
        // Whatever is rounded, they are apart.
        let distance = contact.distance.max(V::Scalar::ZERO.next_up());
        let clearance =
            Clearance { triangle_a, triangle_b, distance, on_a: contact.on_a, on_b: contact.on_b };
        (distance <= max).then_some(clearance)
    }

    /// Triangles that may be within a distance, where the trees can tell nothing: by boxes around them in the world.
    pub(super) fn by_boxes(&self, limit: f64) -> Vec<(u32, u32)> {
        let [a, b] = [0, 1].map(|side| {
            let count = self.trees[side].mesh.triangles().len() as u32;
            // The boxes of one side reach as far as is of interest.
            let margin = if side == 0 { limit } else { 0.0 };
            (0..count)
                .filter_map(|number| {
                    Some((number, region(&View::Triangle(self.triangle(side, number)?), margin)))
                })
                .unzip::<_, _, Vec<_>, Vec<_>>()
        });
        let mut pairs = Vec::new();
        Bvh::new(&a.1).join(&Bvh::new(&b.1), |i, j| pairs.push((a.0[i as usize], b.0[j as usize])));
        pairs.sort_unstable();
        pairs
    }
}

/// All that is rounded to a distance is within it, and what a search with a limit rounds is less.
pub(super) fn limit_of<S: Scalar>(max: S) -> f64 {
    max.next_up().into() * (1.0 + 1e-12)
}

/// Sixth powers of coordinates beyond this, or below one over it, leave the floats.
const LARGE: f64 = 1e50;

/// A point that two triangles share, the same in either order.
fn shared_point<V: Vector>(a: &Triangle<V>, b: &Triangle<V>) -> V {
    let corners = |triangle: &Triangle<V>| triangle.points().map(V::to_f64);
    let (a, b) = if corners(a) <= corners(b) { (a, b) } else { (b, a) };
    let points = a.points().into_iter().chain(b.points());
    let largest = points.fold(0.0, |largest, point| point.to_double().abs().largest().max(largest));
    if largest == 0.0 || (1.0 / LARGE..LARGE).contains(&largest) {
        return shared_point_in_range(a, b, largest);
    }
    // By a power of two, so that nothing but the smallest digits changes.
    let scale = V::Scalar::from_f64(libm::ldexp(1.0, (-libm::frexp(largest).1).clamp(-1022, 1023)));
    let scaled = |triangle: &Triangle<V>| Triangle::of(triangle.points().map(|corner| corner * scale));
    shared_point_in_range(&scaled(a), &scaled(b), 1.0) * (V::Scalar::ONE / scale)
}

fn shared_point_in_range<V: Vector>(a: &Triangle<V>, b: &Triangle<V>, largest: f64) -> V {
    let to = |shape: View<'_, V>, point: V| {
        let ball = View::Ball(Ball::new(point, V::Scalar::ZERO).ok()?);
        signed::<V, false>(shape, ball, f64::INFINITY, &mut PairCache::default())
    };
    let off = |point: V| {
        let from = |triangle: &Triangle<V>| {
            to(View::Triangle(*triangle), point).map_or(f64::INFINITY, |found| found.distance.max(0.0))
        };
        from(a).max(from(b))
    };
    let middle = contact_point(a, b);
    if off(middle) <= 16.0 * V::Scalar::UNIT_ROUNDOFF.into() * largest {
        return middle;
    }
    // Of triangles next to a line, what is within is told by rounding: then a corner, or where edges cross, if that is nearer.
    let (p, q) = (a.points(), b.points());
    let crossings = (0..9).filter_map(|k| {
        let edge = |points: &[V; 3], i: usize| Segment::new(points[i], points[(i + 1) % 3]).ok();
        let (one, other) = (edge(&p, k / 3)?, edge(&q, k % 3)?);
        let (one, other) = (View::Segment(one), View::Segment(other));
        let found = signed::<V, true>(one, other, f64::INFINITY, &mut PairCache::default())?;
        Some(contact_of::<V>(found).on_a)
    });
    let all = [middle].into_iter().chain(p).chain(q).chain(crossings).map(|point| (off(point), point));
    all.min_by(|one, other| one.0.total_cmp(&other.0)).map_or(middle, |(_, point)| point)
}
