//! Shapes that move straight through a mesh: which triangles they may come near, nearer ones first.
//!
//! The middle of the shape is a line, and boxes and triangles are grown by what the shape reaches from there. In the order of
//! their cost, a triangle falls out, four at once, if
//! - the line misses its box, grown by half the shape's box;
//! - on that part of the line, its plane is further away than the shape reaches across it: h·|n| of the box, or |n|·r of the
//!   ball around the shape, whichever is less;
//! - it is on the far side of the plane that the shape touches where it is stopped by what is found so far. That plane
//!   moves with the shape, so on all of the way before it was nowhere further; boxes of nodes fall out by it too.
//!
//! All in `f32`, with bounds of what is rounded. Corners in packs, the start of the line and what the shape reaches are each off by less than
//! `f32::EPSILON` of the greatest number among them; the grown sizes hold four of that.

use std::ops::ControlFlow;

use fearless_simd::{Level, Select, Simd, SimdBase, SimdFloat, SimdMask, dispatch, f32x4, f32x8, mask32x4};

use super::descend::Probe;
use super::frames::SINGLE;
use super::node::{FURTHER, Node, Slabs};
use super::pack::Pack;
use super::{MeshTree, WIDTH};
use crate::math::{Vector, rounded_up};
use crate::shape::{Ahead, Swept};
use crate::tree::query::lanes_of;

/// Of numbers up to this, products of three are floats.
const MOST: f32 = 1e12;

impl<V: Vector> MeshTree<V> {
    /// Calls `visit` for every triangle that may come within the margin of a shape on its way, nearer ones first; it answers
    /// with what of the way is still of interest.
    pub(crate) fn swept(&self, swept: &Swept<V::Double>, visit: &mut dyn FnMut(u32) -> Ahead<V::Double>) {
        if self.nodes.is_empty() {
            return;
        }
        let level = Level::new();
        dispatch!(level, simd => self.descend(simd, &mut Sweep::new(self, swept, &mut *visit)));
    }
}

/// A shape on its way through the tree.
pub(super) struct Sweep<D: Vector, F> {
    slabs: Slabs,
    start: [f32; 3],
    /// Its greatest component is 1 or −1.
    direction: [f32; 3],
    /// One over three times its square.
    third: f32,
    /// How far the shape reaches from the line, with the margin: along each axis, and in any direction.
    half: [f32; 3],
    radius: f32,
    /// Are there planes to be looked at, for numbers that leave room for products of three?
    has_planes: bool,
    /// How far the line goes for the whole motion, along its greatest component.
    unit: f64,
    limit: f32,
    wall: Wall,
    known: Ahead<D>,
    origin: D,
    reach: f32,
    visit: F,
}

/// A plane beyond which nothing is of interest.
#[derive(Clone, Copy)]
struct Wall {
    normal: [f32; 3],
    /// For each axis: does the least of a box come from the maximum?
    is_turned: [usize; 3],
    offset: f32,
}

impl Wall {
    const NOWHERE: Wall = Wall { normal: [0.0; 3], is_turned: [0; 3], offset: f32::INFINITY };

    /// The plane relative to the origin of a tree.
    fn new(normal: [f64; 3], offset: f64, origin: [f64; 3], reach: f32) -> Self {
        let reach = f64::from(reach);
        let sum = |term: &dyn Fn(usize) -> f64| -> f64 { term(0) + term(1) + term(2) };
        let far = sum(&|axis| normal[axis].abs() * origin[axis].abs());
        let offset = offset - sum(&|axis| normal[axis] * origin[axis]);
        // Of each of three products: the normal, the corner, the product and two sums; then some of `f64`.
        let size = sum(&|axis| normal[axis].abs()) * reach + offset.abs();
        let slack = 32.0 * SINGLE * size + 16.0 * f64::EPSILON * far;
        let slack = slack + f64::from(f32::MIN_POSITIVE) * (16.0 + 4.0 * reach);
        let normal = normal.map(|x| x as f32);
        let offset = rounded_up(offset + slack);
        if !(size < f64::from(f32::MAX) && offset < f32::MAX) {
            return Wall::NOWHERE;
        }
        Wall { normal, is_turned: normal.map(|x| usize::from(x < 0.0)), offset }
    }
}

impl<D: Vector<Scalar = f64, Double = D>, F: FnMut(u32) -> Ahead<D>> Sweep<D, F> {
    pub fn new<V: Vector<Double = D>>(tree: &MeshTree<V>, swept: &Swept<D>, visit: F) -> Self {
        let origin = tree.origin.to_double();
        let start = (swept.middle - origin).to_f64();
        let unit = swept.motion.abs().largest();
        // Without a motion there is a line along some axis that ends at once.
        let scaled = D::from_fn(|axis| swept.motion[axis] / unit);
        let direction = if unit > 0.0 { scaled } else { D::axis(0) }.to_f64();
        let half = swept.half.to_f64().map(|half| half + swept.margin);
        let radius = swept.radius + swept.margin;
        let furthest = [start.map(f64::abs), half, [radius, f64::from(tree.reach), 0.0]]
            .iter()
            .flatten()
            .fold(0.0, |furthest: f64, x| furthest + x);
        let furthest = rounded_up::<f32>(furthest);
        let slack = furthest * (4.0 * f32::EPSILON) + f32::MIN_POSITIVE;
        let half = half.map(|half| rounded_up::<f32>(half) + slack);
        let mut sweep = Sweep {
            slabs: Slabs::new(start, direction, half, furthest),
            start: start.map(|x| x as f32),
            direction: direction.map(|x| x as f32),
            third: (1.0 / (3.0 * direction.iter().map(|x| x * x).sum::<f64>())) as f32,
            half,
            radius: rounded_up::<f32>(radius) + 2.0 * slack,
            has_planes: furthest <= MOST,
            unit,
            limit: f32::INFINITY,
            wall: Wall::NOWHERE,
            known: swept.ahead,
            origin,
            reach: tree.reach,
            visit,
        };
        sweep.go_on(swept.ahead);
        sweep
    }

    /// Goes on with what is still of interest.
    fn go_on(&mut self, ahead: Ahead<D>) {
        self.known = ahead;
        let limit = ahead.last * self.unit * (1.0 + 4.0 * f64::EPSILON);
        self.limit = if limit.is_nan() { f32::INFINITY } else { rounded_up(limit) };
        self.wall = ahead.below.map_or(Wall::NOWHERE, |(normal, offset)| {
            Wall::new(normal.to_f64(), offset, self.origin.to_f64(), self.reach)
        });
    }

    /// The triangles of a pack that the shape may come near, a bit each, and where on the line at the earliest.
    #[inline(always)]
    fn meet<S: Simd>(&self, simd: S, pack: &Pack) -> (u32, [f32; 4]) {
        let [first, last] = self.slabs.pass(simd, &pack.corners, self.limit);
        let offset = f32x4::splat(simd, self.wall.offset);
        let mut is_beyond = mask32x4::splat(simd, true);
        for corner in &pack.corners {
            let mut height = f32x4::splat(simd, 0.0);
            for axis in 0..3 {
                height += f32x4::load_array_ref(simd, &corner[axis]) * self.wall.normal[axis];
            }
            is_beyond &= height.simd_gt(offset);
        }
        // What is not a number decides nothing.
        let near = !((first.simd_gt(last) | is_beyond).to_bitmask() as u32);
        if !self.has_planes || near == 0 {
            return (near, first.to_array());
        }
        let (is_near, entry) = self.across_planes(simd, pack, first, last);
        let near = near & is_near;
        if near == 0 {
            (near, entry.to_array())
        } else {
            (near & self.beside(simd, pack, entry, last), entry.to_array())
        }
    }

    /// Which triangles are near enough, between two places on the line, along the way to the nearest point of their outlines;
    /// a bit each.
    #[inline(always)]
    fn beside<S: Simd>(&self, simd: S, pack: &Pack, first: f32x4<S>, last: f32x4<S>) -> u32 {
        let (zero, one) = (f32x4::splat(simd, 0.0), f32x4::splat(simd, 1.0));
        let load = |corner: usize, axis: usize| f32x4::load_array_ref(simd, &pack.corners[corner][axis]);
        let [dx, dy, dz] = self.direction;
        // From the start of the line to the corners.
        let mut corners = [[zero; 3]; 3];
        let mut furthest = zero;
        for corner in 0..3 {
            for axis in 0..3 {
                corners[corner][axis] = load(corner, axis) - self.start[axis];
                furthest = furthest.max(corners[corner][axis].abs());
            }
        }
        let [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = corners;
        // Where the line is nearest to the middle of the triangle, in between.
        let sum = (ax + bx + cx) * dx + (ay + by + cy) * dy + (az + bz + cz) * dz;
        let nearest = (sum * self.third).max(first).min(last);
        let (mut wx, mut wy, mut wz) = (zero, zero, zero);
        let mut square = f32x4::splat(simd, f32::INFINITY);
        for k in 0..3 {
            let ([px, py, pz], [qx, qy, qz]) = (corners[k], corners[(k + 1) % 3]);
            let (ux, uy, uz) = (qx - px, qy - py, qz - pz);
            let (px, py, pz) = (px - nearest * dx, py - nearest * dy, pz - nearest * dz);
            let along = -(px * ux + py * uy + pz * uz) / (ux * ux + uy * uy + uz * uz + f32::MIN_POSITIVE);
            let along = along.max(zero).min(one);
            let (px, py, pz) = (px + ux * along, py + uy * along, pz + uz * along);
            let of_edge = px * px + py * py + pz * pz;
            let is_nearer = of_edge.simd_lt(square);
            wx = is_nearer.select(px, wx);
            wy = is_nearer.select(py, wy);
            wz = is_nearer.select(pz, wz);
            square = square.min(of_edge);
        }
        // Whatever direction this is, the triangle is no nearer than it is along it.
        let height = |[x, y, z]: [f32x4<S>; 3]| x * wx + y * wy + z * wz;
        let height = height(corners[0]).min(height(corners[1])).min(height(corners[2]));
        let closing = wx * dx + wy * dy + wz * dz;
        let size = wx.abs() + wy.abs() + wz.abs();
        let of_box = wx.abs() * self.half[0] + wy.abs() * self.half[1] + wz.abs() * self.half[2];
        let of_ball = (square + 4.0 * f32::MIN_POSITIVE).sqrt() * self.radius;
        let reach = of_box.min(of_ball);
        let far = furthest + last + (self.radius + self.half[0] + self.half[1] + self.half[2]);
        let error = (size * (16.0 * SINGLE as f32) + f32::MIN_POSITIVE) * far + f32::MIN_POSITIVE;
        let gap = height - (closing * first).max(closing * last);
        !(gap.simd_gt(reach + error).to_bitmask() as u32)
    }

    /// Of which triangles the plane is near enough between two places on the line, a bit each, and where at the earliest.
    #[inline(always)]
    fn across_planes<S: Simd>(
        &self,
        simd: S,
        pack: &Pack,
        first: f32x4<S>,
        last: f32x4<S>,
    ) -> (u32, f32x4<S>) {
        let load = |corner: usize, axis: usize| f32x4::load_array_ref(simd, &pack.corners[corner][axis]);
        let zero = f32x4::splat(simd, 0.0);
        let [ax, ay, az] = [load(0, 0), load(0, 1), load(0, 2)];
        let [ux, uy, uz] = [load(1, 0) - ax, load(1, 1) - ay, load(1, 2) - az];
        let [vx, vy, vz] = [load(2, 0) - ax, load(2, 1) - ay, load(2, 2) - az];
        let [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
        let [px, py, pz] = [ax - self.start[0], ay - self.start[1], az - self.start[2]];

        let height = nx * px + ny * py + nz * pz;
        let closing = nx * self.direction[0] + ny * self.direction[1] + nz * self.direction[2];
        let of_box = nx.abs() * self.half[0] + ny.abs() * self.half[1] + nz.abs() * self.half[2];
        let length = (nx * nx + ny * ny + nz * nz + 4.0 * f32::MIN_POSITIVE).sqrt();
        let across = of_box.min(length * self.radius);

        // In halves of ε, of products of two sides: a component of n 8 and up to 2 itself; three of them, times components of
        // the way to the corner, or of the direction as far as the line goes, or of the size, with 4 more of each, make 48.
        let side_u = ux.abs().max(uy.abs()).max(uz.abs());
        let side_v = vx.abs().max(vy.abs()).max(vz.abs());
        let way = px.abs().max(py.abs()).max(pz.abs());
        let size = self.radius + self.half[0] + self.half[1] + self.half[2];
        let single = 64.0 * SINGLE as f32;
        let error = (side_u * side_v * single + f32::MIN_POSITIVE) * (way + last + size) + f32::MIN_POSITIVE;

        let (gap, end) = (height.abs() - across - error, height.abs() + across + error);
        let closing = closing * f32x4::splat(simd, 1.0).copysign(height);
        let is_apart = gap.simd_gt(closing.max(zero) * last) | end.simd_lt(closing * first);
        let entry = (gap / closing).max(first);
        let is_ahead = gap.simd_gt(zero) & closing.simd_gt(zero);
        (!(is_apart.to_bitmask() as u32), is_ahead.select(entry, first))
    }
}

impl<S: Simd, D: Vector<Scalar = f64, Double = D>, F: FnMut(u32) -> Ahead<D>> Probe<S> for Sweep<D, F> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }

    #[inline(always)]
    fn enter(&self, simd: S, node: &Node) -> (u32, [f32; WIDTH]) {
        let (mask, entries) = self.slabs.enter(simd, node, self.limit);
        let mut least = f32x8::splat(simd, 0.0);
        for axis in 0..3 {
            let side = &node.bounds[axis][self.wall.is_turned[axis]];
            least += f32x8::load_array_ref(simd, side) * self.wall.normal[axis];
        }
        let is_beyond = least.simd_gt(f32x8::splat(simd, self.wall.offset));
        (mask & !(is_beyond.to_bitmask() as u32), entries)
    }

    #[inline(always)]
    fn look(&mut self, simd: S, pack: &Pack) -> ControlFlow<()> {
        let (near, entries) = self.meet(simd, pack);
        let mut near = near & pack.filled();
        while near != 0 {
            let nearest = lanes_of(near).min_by(|&a, &b| entries[a].total_cmp(&entries[b]));
            let Some(lane) = nearest else { break };
            near &= !(1 << lane);
            if entries[lane] > self.limit * FURTHER {
                continue;
            }
            let ahead = (self.visit)(pack.triangles[lane]);
            if ahead != self.known {
                self.go_on(ahead);
            }
        }
        if self.limit < 0.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
