//! Triangles of a mesh that intersect another shape.
//!
//! Boxes of nodes, eight at once, and of triangles, four at once, are tested against the query volume of the
//! shape (see [`crate::bvh::query_volume`]); triangles also against the shape in the frames of their own
//! planes. The exact test decides the rest.

use std::ops::ControlFlow;

use fearless_simd::{Level, Simd, SimdBase, SimdFloat, SimdMask, f32x4, mask32x4};
use smallvec::SmallVec;

use super::MeshBvh;
use super::node::Child;
use super::pack::Pack;
use crate::Flow;
use crate::bvh::aabb_query::lanes_of;
use crate::bvh::query_volume::{BallBounds, InflatedBox, QueryVolume, TreeFrame};
use crate::flow;
use crate::math::{Vector, dispatch};
use crate::narrow::{Collide, Relation};
use crate::shape::{Shape, ShapeRef};

impl<V: Vector> MeshBvh<V> {
    /// Calls `visit` with every triangle that intersects a shape and with its relation, until it ends the
    /// search ([`Flow`]).
    ///
    /// Each triangle is reported once, in the order of the tree, which is always the same. The relation
    /// (touching or overlapping) is the result of [`Collide::relation`]: exact for the shapes for which
    /// that function is exact. The shape may be any, such as the [`Hull`](crate::shape::Hull) of a
    /// frustum. A ball finds all triangles within a radius of a point.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use glam::Vec3;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Ball, Mesh};
    /// use impinge::bvh::MeshBvh;
    /// let strip = (0..6).map(|i| Vec3::new(i as f32, (i % 2) as f32, 0.0)).collect();
    /// let tree = MeshBvh::new(Mesh::new(strip, (0..4).map(|i| [i, i + 1, i + 2]).collect())?);
    /// let mut found = Vec::new();
    /// tree.for_each_intersecting(&Ball::new(Vec3::new(0.5, 0.25, 0.0), 0.5)?, |triangle, relation| found.push((triangle, relation)));
    /// assert_eq!(found, [(0, Relation::Overlapping)]);
    /// let is_met = tree.for_each_intersecting(&Ball::new(Vec3::Z, 0.5)?, |_, _| ControlFlow::Break(())).is_break();
    /// assert!(!is_met);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn for_each_intersecting<F: Flow>(
        &self,
        shape: &impl Shape<Vector = V>,
        mut visit: impl FnMut(u32, Relation) -> F,
    ) -> F {
        flow::visit(
            |(triangle, relation)| visit(triangle, relation),
            |visit| V::bvh_triangles_intersecting(self, &shape.shape_ref(), visit),
        )
    }

    pub(in crate::bvh) fn for_each_intersecting_inner(
        &self,
        view: &ShapeRef<'_, V>,
        visit: &mut dyn FnMut((u32, Relation)) -> ControlFlow<()>,
    ) {
        if self.nodes.is_empty() {
            return;
        }
        let around = QueryVolume::new(view, TreeFrame { origin: self.origin, reach: self.reach });
        let mut visit = |triangle: u32, is_within: bool| {
            let relation = if is_within { Relation::Overlapping } else { self.relation(triangle, view) };
            relation == Relation::Disjoint || visit((triangle, relation)).is_continue()
        };
        let level = Level::new();
        dispatch!(level, simd => self.traverse_volume(simd, &around, &mut visit));
    }

    #[inline(never)]
    fn relation(&self, triangle: u32, view: &ShapeRef<'_, V>) -> Relation {
        self.mesh.triangle(triangle).relation(view)
    }

    /// Calls `visit` for every triangle that may intersect a shape, and whether it is certainly within it, as
    /// long as it returns true.
    #[inline(always)]
    fn traverse_volume<S: Simd>(
        &self,
        simd: S,
        around: &QueryVolume,
        visit: &mut dyn FnMut(u32, bool) -> bool,
    ) {
        let mut stack: SmallVec<[(Child, bool); 128]> = SmallVec::new();
        stack.push((Child::node(0), false));
        while let Some((child, is_within)) = stack.pop() {
            if child.is_pack() {
                let pack = &self.packs[child.number()];
                let (apart, within) =
                    if is_within { (0, u32::MAX) } else { around.classify_pack(simd, pack) };
                for lane in lanes_of(pack.filled() & !apart) {
                    if !visit(pack.triangles[lane], within >> lane & 1 != 0) {
                        return;
                    }
                }
                continue;
            }
            let node = &self.nodes[child.number()];
            let (mut met, mut within) = (u32::from(u8::MAX), u32::MAX);
            if !is_within {
                let boxes = node.box_lanes();
                met &= !around.cull_boxes(simd, &boxes);
                within = if met == 0 { 0 } else { around.find_contained_boxes(simd, &boxes) };
            }
            // The first one on top, so that they are visited in order.
            while met != 0 {
                let lane = met.ilog2();
                met &= !(1 << lane);
                let child = node.children[lane as usize];
                if child != Child::MISSING {
                    stack.push((child, within >> lane & 1 != 0));
                }
            }
        }
    }
}

impl QueryVolume {
    /// Returns which triangles of a pack cannot meet it, and which have a corner that is certainly within the
    /// shape and clear of its boundary; a bit each.
    #[inline(always)]
    fn classify_pack<S: Simd>(&self, simd: S, pack: &Pack) -> (u32, u32) {
        let mut apart = mask32x4::splat(simd, false);
        let mut within = [mask32x4::splat(simd, self.inner.is_some()); 3];
        let [inner_min, inner_max] = self.inner.unwrap_or_default();
        let mut square = f32x4::splat(simd, 0.0);
        let mut squares = [f32x4::splat(simd, 0.0); 3];
        for axis in 0..3 {
            let a = f32x4::load_array_ref(simd, &pack.corners[0][axis]);
            let b = f32x4::load_array_ref(simd, &pack.corners[1][axis]);
            let c = f32x4::load_array_ref(simd, &pack.corners[2][axis]);
            let (least, most) = (a.min(b).min(c), a.max(b).max(c));
            apart |= least.simd_gt(f32x4::splat(simd, self.max[axis]))
                | most.simd_lt(f32x4::splat(simd, self.min[axis]));
            let (min, max) = (f32x4::splat(simd, inner_min[axis]), f32x4::splat(simd, inner_max[axis]));
            for (within, corner) in within.iter_mut().zip([a, b, c]) {
                *within &= corner.simd_gt(min) & corner.simd_lt(max);
            }
            if let Some(BallBounds { center, .. }) = &self.ball {
                let gap = (least - center[axis]).max(f32x4::splat(simd, center[axis]) - most);
                let gap = gap.max(f32x4::splat(simd, 0.0));
                square += gap * gap;
                for (square, corner) in squares.iter_mut().zip([a, b, c]) {
                    let away = corner - center[axis];
                    *square += away * away;
                }
            }
        }
        if let Some(ball) = &self.ball {
            apart |= square.simd_gt(f32x4::splat(simd, ball.outer_square));
            for (within, square) in within.iter_mut().zip(squares) {
                *within &= square.simd_lt(f32x4::splat(simd, ball.inner_square));
            }
        }
        for (number, wall) in self.planes.iter().enumerate() {
            let mut is_beyond = mask32x4::splat(simd, true);
            let depth =
                f32x4::splat(simd, self.inner_offsets.get(number).copied().unwrap_or(f32::NEG_INFINITY));
            for (within, corner) in within.iter_mut().zip(&pack.corners) {
                let height = wall.heights(simd, corner);
                is_beyond &= height.simd_gt(f32x4::splat(simd, wall.offset));
                *within &= height.simd_lt(depth);
            }
            apart |= is_beyond;
        }
        let apart = apart.to_bitmask() as u32;
        let within = (within[0] | within[1] | within[2]).to_bitmask() as u32;
        match &self.inflated_box {
            Some(body) if (apart | within) & pack.filled() != pack.filled() => {
                (apart | body.cull_by_triangle_planes(simd, pack), within)
            }
            _ => (apart, within),
        }
    }
}

impl InflatedBox {
    /// Returns the triangles of a pack whose planes it does not reach, a bit each.
    #[inline(always)]
    fn cull_by_triangle_planes<S: Simd>(&self, simd: S, pack: &Pack) -> u32 {
        let [a, b, c] = &pack.corners;
        let (mut from_a, mut u, mut v) =
            ([f32x4::splat(simd, 0.0); 3], [f32x4::splat(simd, 0.0); 3], [f32x4::splat(simd, 0.0); 3]);
        for axis in 0..3 {
            let start = f32x4::load_array_ref(simd, &a[axis]);
            from_a[axis] = start - self.center[axis];
            u[axis] = f32x4::load_array_ref(simd, &b[axis]) - start;
            v[axis] = f32x4::load_array_ref(simd, &c[axis]) - start;
        }
        let ([ax, ay, az], [ux, uy, uz], [vx, vy, vz]) = (from_a, u, v);
        let [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
        let height = (nx * ax + ny * ay + nz * az).abs();
        let mut reach = (nx * nx + ny * ny + nz * nz + 4.0 * f32::MIN_POSITIVE).sqrt() * self.radius;
        for [x, y, z] in self.half {
            reach += (nx * x + ny * y + nz * z).abs();
        }
        // In halves of ε, of products of two sides: a component of n 8, and up to 2 itself; of three of them,
        // times the vector to the corner or the extent of the shape, 4 more of each: 48 in all.
        let way = ax.abs().max(ay.abs()).max(az.abs());
        let side_u = ux.abs().max(uy.abs()).max(uz.abs());
        let side_v = vx.abs().max(vy.abs()).max(vz.abs());
        let sides = side_u * side_v * (32.0 * f32::EPSILON) + f32::MIN_POSITIVE;
        let error = sides * (way + self.size) + f32::MIN_POSITIVE;
        // NaN excludes nothing.
        height.simd_gt(reach + error).to_bitmask() as u32
    }
}
