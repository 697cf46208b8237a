//! The point of a mesh that is closest to another point.
//!
//! Nearer boxes are entered first, and no box that is further than the closest triangle so far is
//! entered. Distances of boxes are computed in `f32`, with a bound of the rounding error; distances of
//! triangles in `f64`, as in `narrow`.

use std::ops::ControlFlow;

use fearless_simd::{Level, Select, Simd, SimdBase, SimdMask, f32x4, f32x8};

use super::front_to_back::NodeTest;
use super::node::Node;
use super::pack::Pack;
use super::{MeshBvh, PACK, WIDTH, is_single};
use crate::bvh::aabb_query::lanes_of;
use crate::bvh::half_space_cull::CullPlane;
use crate::bvh::query_volume::{MAX_COORDINATE, TreeFrame, squared_gaps, upper_square};
use crate::bvh::slabs::SLAB_ROUNDING;
use crate::math::{Scalar, Vector, dispatch, within_floats};
use crate::narrow::{PairCache, contact_of, signed};
use crate::shape::{Ball, ShapeRef};

/// Maximum of numbers whose products of four, and sums of these, do not overflow.
const MAX_FOURTH_POWER: f64 = 1e7;
/// Upper bound on the loss of a square by underflow.
const UNDERFLOW_SQUARE: f32 = 1e-30;
/// Beyond this multiple of the size of the mesh, a projection onto the direction to it separates better than
/// distances of boxes, which are then all equal up to rounding.
const FAR_RATIO: f64 = 16.0;

/// The point of a mesh that is closest to another point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestPoint<V: Vector> {
    /// Number of the triangle that contains the point.
    pub triangle: u32,
    /// The closest point.
    pub point: V,
    /// Distance to the other point; exactly 0 if the other point is on the triangle.
    pub distance: V::Scalar,
}

impl<V: Vector> MeshBvh<V> {
    /// Returns the point of the triangles that is closest to another point, or `None` if there are no
    /// triangles.
    ///
    /// Of equally near triangles the one with the least number counts. Distances are compared in `f64`,
    /// whatever the precision of the mesh. In 2D, triangles are solid. A point that is not finite is clamped
    /// to the range of floats. To test whether a point is inside a closed or damaged mesh, use
    /// [`WindingNumber`](crate::bvh::WindingNumber).
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::Mesh;
    /// use impinge::bvh::MeshBvh;
    /// let square = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::X + Vec3::Y];
    /// let tree = MeshBvh::new(Mesh::new(square, vec![[0, 1, 2], [1, 3, 2]])?);
    /// let closest = tree.closest_point(Vec3::new(0.75, 0.75, 2.0)).unwrap();
    /// assert_eq!((closest.triangle, closest.distance), (1, 2.0));
    /// assert_eq!(closest.point, Vec3::new(0.75, 0.75, 0.0));
    /// // Both triangles are equally near; the first is reported.
    /// assert_eq!(tree.closest_point(Vec3::new(2.0, -1.0, 0.0)).unwrap().triangle, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn closest_point(&self, point: V) -> Option<ClosestPoint<V>> {
        self.closest_point_within(point, V::Scalar::INFINITY)
    }

    /// Returns the closest point as [`MeshBvh::closest_point`] does, if its distance is at most `max`;
    /// otherwise `None`.
    ///
    /// The limit makes the search faster. A NaN limit returns `None`.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::shape::Mesh;
    /// use impinge::bvh::MeshBvh;
    /// let tree = MeshBvh::new(Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]])?);
    /// let above = DVec3::new(0.25, 0.25, 2.0);
    /// assert_eq!(tree.closest_point_within(above, 2.0).map(|found| found.distance), Some(2.0));
    /// assert_eq!(tree.closest_point_within(above, 1.0), None);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    #[inline]
    pub fn closest_point_within(&self, point: V, max: V::Scalar) -> Option<ClosestPoint<V>> {
        V::bvh_closest_point_within(self, point, max)
    }

    pub(in crate::bvh) fn closest_point_within_inner(
        &self,
        point: V,
        max: V::Scalar,
    ) -> Option<ClosestPoint<V>> {
        let point = within_floats(point);
        let ball = Ball::new(point, V::Scalar::ZERO).ok()?;
        let mut closest: Option<(f64, ClosestPoint<V>)> = None;
        // A distance that is rounded to `max` may exceed it by half a unit in the last place.
        let mut limit: f64 = max.next_up().into();
        self.near_point(point.to_double(), 0.0, limit, &mut |triangle| {
            if let Some((distance, found)) = self.point_of(triangle, &ball, limit)
                && found.distance <= max
                && closest.is_none_or(|(known, of)| (distance, triangle) < (known, of.triangle))
            {
                limit = distance;
                closest = Some((distance, found));
            }
            limit
        });
        closest.map(|(_, closest)| closest)
    }

    /// Returns the closest point of a triangle, if it is within the limit.
    #[inline(never)]
    fn point_of(&self, triangle: u32, ball: &Ball<V>, limit: f64) -> Option<(f64, ClosestPoint<V>)> {
        let shape = ShapeRef::Triangle(self.mesh.triangle(triangle));
        let found = signed::<V, true>(shape, ShapeRef::Ball(*ball), limit, &mut PairCache::default())?;
        if found.distance <= 0.0 {
            // A point in a solid triangle is its own closest point.
            let known = ClosestPoint { triangle, point: ball.center(), distance: V::Scalar::ZERO };
            return Some((0.0, known));
        }
        let contact = contact_of::<V>(found);
        Some((found.distance, ClosestPoint { triangle, point: contact.point_a, distance: contact.distance }))
    }

    /// Calls `visit` for every triangle that may be within `limit` of a point, nearer boxes first; it returns
    /// the new limit. The point itself may be off by `slack`.
    pub(crate) fn near_point(
        &self,
        point: V::Double,
        slack: f64,
        limit: f64,
        visit: &mut dyn FnMut(u32) -> f64,
    ) {
        if self.nodes.is_empty() || limit.is_nan() {
            return;
        }
        let mut near = ClosestPointTraversal::new(self, point, slack, visit);
        near.set_limit(limit);
        let level = Level::new();
        dispatch!(level, simd => self.descend(simd, &mut near));
    }
}

/// State of the traversal for a point.
pub(super) struct ClosestPointTraversal<'f> {
    point: [f32; 3],
    /// Error bound of points, here and in the tree.
    slack: f64,
    /// Square of the remaining distance limit.
    limit: f32,
    /// The method that bounds the distances of boxes.
    range: DistanceRange,
    place: TreeFrame<[f64; 3]>,
    visit: &'f mut dyn FnMut(u32) -> f64,
}

/// Range of distances, each with its own bound.
enum DistanceRange {
    /// Near enough for products of four numbers in `f32`.
    Near,
    /// Too far for them: only boxes are tested.
    Coarse,
    /// So far that all distances are equal up to rounding.
    Far(FarDirection),
    /// Beyond the range of the tests: all boxes pass.
    OutOfRange,
}

/// The direction from a distant point to the mesh.
struct FarDirection {
    direction: [f64; 3],
    /// The coordinate of the point along it, and its error bound.
    along: f64,
    slack: f64,
    /// Points further along it are beyond the limit.
    plane: CullPlane,
    /// Upper bound on the depth of a point below the origin of the plane.
    lowest: f32,
}

impl<'f> ClosestPointTraversal<'f> {
    fn new<V: Vector>(
        tree: &MeshBvh<V>,
        point: V::Double,
        slack: f64,
        visit: &'f mut dyn FnMut(u32) -> f64,
    ) -> Self {
        let (origin, reach) = (tree.origin.to_double(), f64::from(tree.reach));
        let place = TreeFrame { origin: origin.to_f64(), reach: tree.reach };
        let from = point - origin;
        let far = from.abs().max_element().max(reach);
        // Points and corners in single precision are exact in the tree.
        let rounding =
            if is_single::<V>() && slack == 0.0 { 0.0 } else { 4.0 * f64::from(f32::EPSILON) * far };
        let double = 64.0 * f64::EPSILON * (far + origin.abs().max_element());
        let length = from.length();
        let range = if far >= MAX_COORDINATE {
            DistanceRange::OutOfRange
        } else if length > FAR_RATIO * reach {
            let direction = (from * (-1.0 / length)).to_f64();
            let along = (0..3).map(|axis| direction[axis] * point.to_f64()[axis]).sum();
            let plane =
                CullPlane { offset: f32::INFINITY, ..CullPlane::new(direction, 0.0, [0.0; 3], tree.reach) };
            let slack = 2.0 * slack + double;
            DistanceRange::Far(FarDirection { direction, along, slack, plane, lowest: 2.0 * tree.reach })
        } else if far <= MAX_FOURTH_POWER {
            DistanceRange::Near
        } else {
            DistanceRange::Coarse
        };
        ClosestPointTraversal {
            point: from.to_f64().map(|x| x.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32),
            slack: slack + rounding + double,
            limit: f32::INFINITY,
            range,
            place,
            visit,
        }
    }

    /// Continues with distances up to this.
    fn set_limit(&mut self, limit: f64) {
        match &mut self.range {
            DistanceRange::OutOfRange => return,
            DistanceRange::Far(away) => {
                // Points within the limit are within it along any direction.
                let further = limit * (1.0 + 64.0 * f64::EPSILON) + away.slack;
                let TreeFrame { origin, reach } = self.place;
                away.plane.offset =
                    CullPlane::new(away.direction, away.along + further, origin, reach).offset;
            }
            DistanceRange::Near | DistanceRange::Coarse => {}
        }
        self.limit = if limit < 0.0 { -1.0 } else { upper_square(limit, self.slack) };
    }

    /// Returns lower bounds of the distances of the triangles of a pack, in the measure of the limit.
    #[inline(always)]
    fn bound_triangles<S: Simd>(&self, simd: S, pack: &Pack, limit: f32) -> [f32; PACK] {
        let [a, b, c] = &pack.corners;
        match &self.range {
            DistanceRange::OutOfRange => return [0.0; PACK],
            DistanceRange::Far(away) => {
                let [a, b, c] = [a, b, c].map(|corners| away.plane.heights(simd, corners));
                return (a.min(b).min(c) + away.lowest).to_array();
            }
            DistanceRange::Near | DistanceRange::Coarse => {}
        }
        let mut squares = f32x4::splat(simd, 0.0);
        for axis in 0..3 {
            let a = f32x4::load_array_ref(simd, &a[axis]);
            let b = f32x4::load_array_ref(simd, &b[axis]);
            let c = f32x4::load_array_ref(simd, &c[axis]);
            let above = a.min(b).min(c) - self.point[axis];
            let below = f32x4::splat(simd, self.point[axis]) - a.max(b).max(c);
            let gap = above.max(below).max(f32x4::splat(simd, 0.0));
            squares += gap * gap;
        }
        let is_near = squares.simd_le(f32x4::splat(simd, limit));
        if matches!(self.range, DistanceRange::Near) && is_near.to_bitmask() != 0 {
            squares = squares.max(self.bound_squares(simd, pack));
        }
        squares.to_array()
    }

    /// Returns lower bounds of the squared distances of the triangles of a pack, tight up to rounding.
    ///
    /// The distance of a triangle is the distance of its nearest side, or of its plane if the foot of the
    /// point is inside. Let w bound the coordinates of the corners relative to the point. The foot on a side
    /// is off by a fraction of the side that changes the square by less than 32·ε·w²: the foot is clamped to
    /// the side, and the square is stationary at the exact foot.
    #[inline(always)]
    fn bound_squares<S: Simd>(&self, simd: S, pack: &Pack) -> f32x4<S> {
        let (zero, one) = (f32x4::splat(simd, 0.0), f32x4::splat(simd, 1.0));
        let load = |corner: usize, axis: usize| f32x4::load_array_ref(simd, &pack.corners[corner][axis]);
        let seen = |corner: usize| {
            [
                load(corner, 0) - self.point[0],
                load(corner, 1) - self.point[1],
                load(corner, 2) - self.point[2],
            ]
        };
        let side = |from: usize, to: usize| {
            [load(to, 0) - load(from, 0), load(to, 1) - load(from, 1), load(to, 2) - load(from, 2)]
        };
        let corners = [seen(0), seen(1), seen(2)];
        let sides = [side(0, 1), side(1, 2), side(2, 0)];
        let [[ux, uy, uz], _, [vx, vy, vz]] = sides;
        // With the opposite sign, as the third side leads back.
        let [nx, ny, nz] = [vy * uz - vz * uy, vz * ux - vx * uz, vx * uy - vy * ux];

        let mut square = f32x4::splat(simd, f32::INFINITY);
        let mut within = f32x4::splat(simd, f32::INFINITY);
        let (mut way, mut longest) = (zero, zero);
        for k in 0..3 {
            let ([px, py, pz], [ux, uy, uz]) = (corners[k], sides[k]);
            let share = -(px * ux + py * uy + pz * uz) / (ux * ux + uy * uy + uz * uz + f32::MIN_POSITIVE);
            let share = share.max(zero).min(one);
            let [qx, qy, qz] = [px + ux * share, py + uy * share, pz + uz * share];
            square = square.min(qx * qx + qy * qy + qz * qz);
            let [cx, cy, cz] = [py * uz - pz * uy, pz * ux - px * uz, px * uy - py * ux];
            within = within.min(nx * cx + ny * cy + nz * cz);
            way = way.max(px.abs()).max(py.abs()).max(pz.abs());
            longest = longest.max(ux.abs()).max(uy.abs()).max(uz.abs());
        }
        let square = square - (way * way * (32.0 * f32::EPSILON) + UNDERFLOW_SQUARE);

        // In halves of ε, of products of two sides and the vector to the corner: the normal 8 and up to 2
        // itself, three products with it 4 more of each: fewer than 48; of products with a third side, twice
        // as many.
        let of_sides = longest * longest * (32.0 * f32::EPSILON);
        let [ax, ay, az] = corners[0];
        let height = (nx * ax + ny * ay + nz * az).abs() - (of_sides * way + f32::MIN_POSITIVE);
        let height = height.max(zero);
        // In this order no product overflows.
        let of_plane = height / ((nx * nx + ny * ny + nz * nz) * SLAB_ROUNDING + f32::MIN_POSITIVE) * height;
        let may_be_within = within.simd_ge(-(of_sides * longest * way * 4.0 + f32::MIN_POSITIVE));
        may_be_within.select(of_plane.min(square.max(zero)), square)
    }
}

impl<S: Simd> NodeTest<S> for ClosestPointTraversal<'_> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        match &self.range {
            DistanceRange::Far(away) => away.plane.offset + away.lowest,
            _ => self.limit,
        }
    }

    #[inline(always)]
    fn test_node(&self, simd: S, node: &Node) -> (u32, [f32; WIDTH]) {
        let boxes = node.box_lanes();
        let squares = squared_gaps(simd, &boxes, &self.point);
        let is_near = squares.simd_le(f32x8::splat(simd, self.limit));
        match &self.range {
            DistanceRange::OutOfRange => (node.filled(), [0.0; WIDTH]),
            DistanceRange::Far(away) => {
                let starts = away.plane.min_heights(simd, &boxes);
                let is_near = is_near & starts.simd_le(f32x8::splat(simd, away.plane.offset));
                (is_near.to_bitmask() as u32, (starts + away.lowest).to_array())
            }
            DistanceRange::Near | DistanceRange::Coarse => (is_near.to_bitmask() as u32, squares.to_array()),
        }
    }

    #[inline(always)]
    fn test_pack(&mut self, simd: S, pack: &Pack) -> ControlFlow<()> {
        let bounds = self.bound_triangles(simd, pack, self.limit);
        let mut left = pack.filled();
        while left != 0 {
            let nearest = lanes_of(left).min_by(|&a, &b| bounds[a].total_cmp(&bounds[b]));
            let Some(lane) = nearest else { break };
            if bounds[lane] > NodeTest::<S>::limit(self) {
                break;
            }
            left &= !(1 << lane);
            let limit = (self.visit)(pack.triangles[lane]);
            self.set_limit(limit);
        }
        if self.limit < 0.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
