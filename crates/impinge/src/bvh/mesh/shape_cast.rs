//! Shape casts against a mesh: triangles that a moving shape may come near, nearer ones first.
//!
//! The centre of the shape moves on a line, and boxes are grown by the extent of the shape around it, with
//! the margin. Tests for boxes of nodes and, four at once, for triangles:
//! - The line must enter the grown box before the first contact so far. At that contact the shape touches a
//!   plane and moves towards it, so it was never beyond the plane before. Geometry beyond the plane by more
//!   than the margin comes near later, if at all.
//! - Along any direction w, the distance of a triangle is at least the distance of its nearest corner, less
//!   the extent of the shape: |wx|·hx + |wy|·hy + |wz|·hz with the half extents h of its box, or |w|·r with
//!   the radius r of its ball. This is linear in time, so both ends of the part of the line in the grown box
//!   bound everything between. The tested directions are the normal and the vector to the outline.
//!
//! All tests are in `f32`, with error bounds. Corners in packs, the start of the line and the extent of the
//! shape are each off by less than `f32::EPSILON` times the sum of their greatest coordinates; the extent
//! includes four times that. Products are bounded in the code. A direction needs no bound, as any direction
//! is valid.

use std::ops::ControlFlow;

use fearless_simd::{Level, Select, Simd, SimdBase, SimdFloat, SimdMask, f32x4, mask32x4};

use super::front_to_back::NodeTest;
use super::node::Node;
use super::pack::Pack;
use super::relative_bounds::ROUNDOFF_F32;
use super::{MeshBvh, WIDTH};
use crate::bvh::aabb_query::lanes_of;
use crate::bvh::half_space_cull::CullPlane;
use crate::bvh::slabs::{SLAB_ROUNDING, Slabs};
use crate::math::{Vector, dispatch, rounded_up};
use crate::shape::{Ahead, Swept};

/// Maximum of numbers whose products of three do not overflow.
const MAX_COORDINATE: f32 = 1e12;

impl<V: Vector> MeshBvh<V> {
    /// Calls `visit` for every triangle that may come within the margin of a moving shape, nearer ones first;
    /// it returns the remaining part of the motion.
    pub(crate) fn swept(&self, swept: &Swept<V::Double>, visit: &mut dyn FnMut(u32) -> Ahead<V::Double>) {
        if self.nodes.is_empty() {
            return;
        }
        let level = Level::new();
        dispatch!(level, simd => self.descend(simd, &mut ShapeCastTraversal::new(self, swept, &mut *visit)));
    }
}

/// State of the traversal for a moving shape.
pub(super) struct ShapeCastTraversal<D: Vector, F> {
    slab_intervals: Slabs,
    start: [f32; 3],
    /// Direction of the line; its greatest component is 1 or −1.
    direction: [f32; 3],
    /// One over three times the square of the direction.
    third: f32,
    /// Extent of the shape around the line, with the margin: along each axis, and in any direction.
    half: [f32; 3],
    radius: f32,
    /// Whether planes are tested: products of three numbers do not overflow.
    has_planes: bool,
    /// Length of the whole motion along its greatest component.
    unit: f64,
    limit: f32,
    plane: CullPlane,
    known: Ahead<D>,
    origin: D,
    reach: f32,
    visit: F,
}

impl<D: Vector<Scalar = f64, Double = D>, F: FnMut(u32) -> Ahead<D>> ShapeCastTraversal<D, F> {
    pub fn new<V: Vector<Double = D>>(tree: &MeshBvh<V>, swept: &Swept<D>, visit: F) -> Self {
        let origin = tree.origin.to_double();
        let start = (swept.middle - origin).to_f64();
        let unit = swept.motion.abs().max_element();
        // Without a motion there is a line along some axis that ends at once.
        let scaled = D::from_fn(|axis| swept.motion[axis] / unit);
        let direction = if unit > 0.0 { scaled } else { D::unit_axis(0) }.to_f64();
        let half = swept.half.to_f64().map(|half| half + swept.margin);
        let radius = swept.radius + swept.margin;
        let furthest = [start.map(f64::abs), half, [radius, f64::from(tree.reach), 0.0]]
            .iter()
            .flatten()
            .fold(0.0, |furthest: f64, x| furthest + x);
        let furthest = rounded_up::<f32>(furthest);
        let slack = furthest * (4.0 * f32::EPSILON) + f32::MIN_POSITIVE;
        let half = half.map(|half| rounded_up::<f32>(half) + slack);
        let mut sweep = ShapeCastTraversal {
            slab_intervals: Slabs::new(start, direction, half, furthest),
            start: start.map(|x| x as f32),
            direction: direction.map(|x| x as f32),
            third: (1.0 / (3.0 * direction.iter().map(|x| x * x).sum::<f64>())) as f32,
            half,
            radius: rounded_up::<f32>(radius) + 2.0 * slack,
            has_planes: furthest <= MAX_COORDINATE,
            unit,
            limit: f32::INFINITY,
            plane: CullPlane::INACTIVE,
            known: swept.ahead,
            origin,
            reach: tree.reach,
            visit,
        };
        sweep.update_motion(swept.ahead);
        sweep
    }

    /// Continues with the remaining part of the motion.
    fn update_motion(&mut self, ahead: Ahead<D>) {
        self.known = ahead;
        let limit = ahead.last * self.unit * (1.0 + 4.0 * f64::EPSILON);
        self.limit = if limit.is_nan() { f32::INFINITY } else { rounded_up(limit) };
        self.plane = ahead.below.map_or(CullPlane::INACTIVE, |(normal, offset)| {
            CullPlane::new(normal.to_f64(), offset, self.origin.to_f64(), self.reach)
        });
    }

    /// Returns the triangles of a pack that the shape may come near, a bit each, and the earliest places on
    /// the line.
    #[inline(always)]
    fn find_near_triangles<S: Simd>(&self, simd: S, pack: &Pack) -> (u32, [f32; 4]) {
        let part = self.slab_intervals.clip_triangle_boxes(simd, &pack.corners, self.limit);
        let mut is_beyond = mask32x4::splat(simd, true);
        let mut corners = [[f32x4::splat(simd, 0.0); 3]; 3];
        for (corner, from_start) in pack.corners.iter().zip(&mut corners) {
            for axis in 0..3 {
                from_start[axis] = f32x4::load_array_ref(simd, &corner[axis]) - self.start[axis];
            }
            is_beyond &= self.plane.cull_points(simd, corner);
        }
        // NaN excludes nothing.
        let far = (part[0].simd_gt(part[1]) | is_beyond).to_bitmask() as u32;
        let near = pack.filled() & !far;
        if !self.has_planes || near == 0 {
            return (near, part[0].to_array());
        }
        let (is_apart, entry) = self.cull_by_triangle_planes(simd, pack, corners[0], part);
        let near = near & !is_apart;
        if near == 0 {
            return (near, entry.to_array());
        }
        (near & !self.cull_by_outlines(simd, &corners, [entry, part[1]]), entry.to_array())
    }

    /// Returns the sum of the extents of the shape, an upper bound on each.
    fn reach_sum(&self) -> f32 {
        self.radius + self.half[0] + self.half[1] + self.half[2]
    }

    /// Returns the triangles whose planes are too far from a part of the line, a bit each, and the earliest
    /// places on it where others are near. The first corners are also relative to the start of the line;
    /// sides would lose digits there.
    #[inline(always)]
    fn cull_by_triangle_planes<S: Simd>(
        &self,
        simd: S,
        pack: &Pack,
        [ax, ay, az]: [f32x4<S>; 3],
        [first, last]: [f32x4<S>; 2],
    ) -> (u32, f32x4<S>) {
        let zero = f32x4::splat(simd, 0.0);
        let load = |corner: usize, axis: usize| f32x4::load_array_ref(simd, &pack.corners[corner][axis]);
        let [ux, uy, uz] = [load(1, 0) - load(0, 0), load(1, 1) - load(0, 1), load(1, 2) - load(0, 2)];
        let [vx, vy, vz] = [load(2, 0) - load(0, 0), load(2, 1) - load(0, 1), load(2, 2) - load(0, 2)];
        let [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];

        let height = nx * ax + ny * ay + nz * az;
        let closing = nx * self.direction[0] + ny * self.direction[1] + nz * self.direction[2];
        let of_box = nx.abs() * self.half[0] + ny.abs() * self.half[1] + nz.abs() * self.half[2];
        let length = (nx * nx + ny * ny + nz * nz + 4.0 * f32::MIN_POSITIVE).sqrt();
        let reach = of_box.min(length * self.radius);

        // In halves of ε, of products of two sides: a component of n 8, and up to 2 itself; of three of them,
        // times the vector to the corner, the vector along the line, or the extent of the shape, 4 more of
        // each: 48 in all.
        let way = ax.abs().max(ay.abs()).max(az.abs());
        let side_u = ux.abs().max(uy.abs()).max(uz.abs());
        let side_v = vx.abs().max(vy.abs()).max(vz.abs());
        let sides = side_u * side_v * (64.0 * ROUNDOFF_F32 as f32) + f32::MIN_POSITIVE;
        let error = sides * (way + last + self.reach_sum()) + f32::MIN_POSITIVE;

        let (gap, end) = (height.abs() - reach - error, height.abs() + reach + error);
        let closing = closing * f32x4::splat(simd, 1.0).copysign(height);
        let is_apart = gap.simd_gt(closing.max(zero) * last) | end.simd_lt(closing * first);
        let entry = (gap / closing).max(first);
        let is_ahead = gap.simd_gt(zero) & closing.simd_gt(zero);
        (is_apart.to_bitmask() as u32, is_ahead.select(entry, first))
    }

    /// Returns the triangles that are too far along the vector to the nearest point of their outlines, a bit
    /// each. The vector starts where the line, between two places, is nearest to their middles. Corners are
    /// relative to the start of the line.
    #[inline(always)]
    fn cull_by_outlines<S: Simd>(
        &self,
        simd: S,
        corners: &[[f32x4<S>; 3]; 3],
        [first, last]: [f32x4<S>; 2],
    ) -> u32 {
        let (zero, one) = (f32x4::splat(simd, 0.0), f32x4::splat(simd, 1.0));
        let [dx, dy, dz] = self.direction;
        let [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = *corners;
        let sum = (ax + bx + cx) * dx + (ay + by + cy) * dy + (az + bz + cz) * dz;
        let from = (sum * self.third).max(first).min(last);
        let [mut wx, mut wy, mut wz] = [zero; 3];
        let mut square = f32x4::splat(simd, f32::INFINITY);
        for k in 0..3 {
            let ([px, py, pz], [qx, qy, qz]) = (corners[k], corners[(k + 1) % 3]);
            let [ux, uy, uz] = [qx - px, qy - py, qz - pz];
            let [px, py, pz] = [px - from * dx, py - from * dy, pz - from * dz];
            let share = -(px * ux + py * uy + pz * uz) / (ux * ux + uy * uy + uz * uz + f32::MIN_POSITIVE);
            let share = share.max(zero).min(one);
            let [px, py, pz] = [px + ux * share, py + uy * share, pz + uz * share];
            let of_edge = px * px + py * py + pz * pz;
            let is_nearer = of_edge.simd_lt(square);
            [wx, wy, wz] = [is_nearer.select(px, wx), is_nearer.select(py, wy), is_nearer.select(pz, wz)];
            square = square.min(of_edge);
        }

        // The distance along any direction is a lower bound on the distance of a triangle.
        let heights = [ax * wx + ay * wy + az * wz, bx * wx + by * wy + bz * wz, cx * wx + cy * wy + cz * wz];
        let height = heights[0].min(heights[1]).min(heights[2]);
        let closing = wx * dx + wy * dy + wz * dz;
        let of_box = wx.abs() * self.half[0] + wy.abs() * self.half[1] + wz.abs() * self.half[2];
        let length = (wx * wx + wy * wy + wz * wz + 4.0 * f32::MIN_POSITIVE).sqrt();
        let reach = of_box.min(length * self.radius);
        // Of three products each, of the corners, the vector along the line, and the extent of the shape:
        // fewer than 8 halves of ε.
        let way = |[x, y, z]: [f32x4<S>; 3]| x.abs().max(y.abs()).max(z.abs());
        let far = way(corners[0]).max(way(corners[1])).max(way(corners[2])) + last + self.reach_sum();
        let size = wx.abs() + wy.abs() + wz.abs();
        let error = (size * (16.0 * ROUNDOFF_F32 as f32) + f32::MIN_POSITIVE) * far + f32::MIN_POSITIVE;
        let gap = height - (closing * first).max(closing * last);
        gap.simd_gt(reach + error).to_bitmask() as u32
    }
}

impl<S: Simd, D: Vector<Scalar = f64, Double = D>, F: FnMut(u32) -> Ahead<D>> NodeTest<S>
    for ShapeCastTraversal<D, F>
{
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }

    #[inline(always)]
    fn test_node(&self, simd: S, node: &Node) -> (u32, [f32; WIDTH]) {
        let (mask, entries) = self.slab_intervals.intersect_boxes(simd, node, self.limit);
        let is_beyond = self.plane.cull_boxes(simd, &node.box_lanes());
        (mask & !(is_beyond.to_bitmask() as u32), entries)
    }

    #[inline(always)]
    fn test_pack(&mut self, simd: S, pack: &Pack) -> ControlFlow<()> {
        let (mut near, entries) = self.find_near_triangles(simd, pack);
        while near != 0 {
            let nearest = lanes_of(near).min_by(|&a, &b| entries[a].total_cmp(&entries[b]));
            let Some(lane) = nearest else { break };
            near &= !(1 << lane);
            if entries[lane] > self.limit * SLAB_ROUNDING {
                continue;
            }
            let ahead = (self.visit)(pack.triangles[lane]);
            if ahead != self.known {
                self.update_motion(ahead);
            }
        }
        if self.limit < 0.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
