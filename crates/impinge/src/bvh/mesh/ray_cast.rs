//! Rays and segments through a mesh: the closest hit, any hit, all hits.
//!
//! Nodes are entered from near to far, so most of the tree behind the first hit is never opened. The tree
//! only selects candidates: rounded outwards, it never skips a triangle that the line hits. An exact test of
//! each candidate gives the hit, so no ray gets between two triangles that share an edge.
//!
//! ```text
//!          ┌─ A ──────┐   ┌─ B ─────┐     A is opened first; B waits on the stack, with its entry distance
//!   line ──┼───────╳  │   │         │     the hit ╳ in A is the new limit: B is behind it, and is dropped
//!          └──────────┘   └─────────┘
//!                ┌─ C ──┐                  the line misses C
//!                └──────┘
//! ```
//!
//! 1. [`MeshBvh::prepare_line`] moves the line to the origin of the tree, in `f32`: [`Slabs`] for boxes,
//!    [`Shear`] for triangles (`pack.rs`).
//! 2. `front_to_back.rs` opens a node or a pack, enters the nearest box next and stacks the others.
//! 3. [`Slabs`] tests the eight boxes of a node (`node.rs`) at once: those that the line enters before the
//!    limit.
//! 4. `pack.rs` tests up to four triangles at once: [`Hits`] has the `possible` ones, and of these the
//!    `certain` ones. The rest is certainly missed.
//! 5. `cast_against_triangle` decides a possible one exactly (`narrow/predicates/ray_triangle.rs`).
//! 6. A [`RayVisitor`] updates the result and returns the [`RemainingPath`]: the new limit, or `Break`.
//!
//! A query ends
//! - at once, if the mesh is empty or the options leave nothing of the path;
//! - when the stack is empty, or all on it lies behind the limit: [`ClosestHit`] is final;
//! - by `Break`: [`AnyHit`] has a hit, or the caller of [`MeshBvh::for_each_hit`] ends the search.
//!
//! Bounds: boxes and triangles are tested in `f32` with the error bounds of [`Slabs`] and [`Shear`], always
//! towards more candidates. Hits are as exact as [`Query::cast_ray`] is for a triangle. Of hits with equal
//! `t`, the triangle with the least number counts, whatever the tree.

use std::ops::ControlFlow;

use fearless_simd::{Level, Simd};

use super::front_to_back::NodeTest;
use super::node::Node;
use super::pack::{Hits, Pack, Shear};
use super::{MeshBvh, WIDTH, is_single};
use crate::Flow;
use crate::bvh::aabb_query::lanes_of;
use crate::bvh::slabs::Slabs;
use crate::flow;
use crate::math::{Scalar, Vector, dispatch, rounded_up};
use crate::narrow::{Query, RayHit, RayOptions, RaySides};
use crate::shape::{Ray, Segment, Triangle};

/// A ray or a segment.
#[derive(Clone, Copy, Debug)]
pub enum RayOrSegment<'a, V: Vector> {
    Ray(&'a Ray<V>),
    Segment(&'a Segment<V>),
}

/// A line in the form that the tree is tested with.
pub(super) struct PreparedLine {
    slab_intervals: Slabs,
    /// None if numbers are so great or so small that only the exact test applies.
    shear: Option<Shear>,
    /// Distance along the line for one unit of its path's parameter, along its greatest component.
    unit: f64,
    /// Parameter of the end of the path.
    last: f64,
}

/// A triangle that a line may meet.
pub(super) struct CandidateTriangle<'a> {
    pack: &'a Pack,
    lane: usize,
    /// Whether the line certainly meets it.
    pub is_certain: bool,
}

impl CandidateTriangle<'_> {
    /// Returns the number of the triangle.
    #[inline(always)]
    pub fn number(&self) -> u32 {
        self.pack.triangles[self.lane]
    }
}

/// Remaining part of a line after a triangle: up to this distance, or nothing.
pub(super) type RemainingPath = ControlFlow<(), f32>;

/// Goal of a ray query, with the results so far.
pub(super) trait RayVisitor<V: Vector>: From<RayOptions<V::Scalar>> {
    /// Processes a triangle; returns the remaining part of the path.
    fn visit_triangle(
        &mut self,
        tree: &MeshBvh<V>,
        path: RayOrSegment<'_, V>,
        line: &PreparedLine,
        candidate: &CandidateTriangle<'_>,
    ) -> RemainingPath;
}

/// The closest hit, and the part of the path before it.
pub(super) struct ClosestHit<V: Vector> {
    options: RayOptions<V::Scalar>,
    pub hit: Option<RayHit<V>>,
}

impl<V: Vector> From<RayOptions<V::Scalar>> for ClosestHit<V> {
    fn from(options: RayOptions<V::Scalar>) -> Self {
        ClosestHit { options, hit: None }
    }
}

impl<V: Vector> RayVisitor<V> for ClosestHit<V> {
    #[inline(always)]
    fn visit_triangle(
        &mut self,
        tree: &MeshBvh<V>,
        path: RayOrSegment<'_, V>,
        line: &PreparedLine,
        candidate: &CandidateTriangle<'_>,
    ) -> RemainingPath {
        if let Some(hit) = tree.cast_against_triangle(path, candidate, &self.options)
            && self.hit.as_ref().is_none_or(|known| hit.t < known.t || hit.part < known.part)
        {
            self.options.max = hit.t;
            self.hit = Some(hit);
        }
        RemainingPath::Continue(line.limit(self.options.max))
    }
}

/// Whether any triangle is hit.
pub(super) struct AnyHit<S> {
    options: RayOptions<S>,
    pub any_hit: bool,
}

impl<S> From<RayOptions<S>> for AnyHit<S> {
    fn from(options: RayOptions<S>) -> Self {
        AnyHit { options, any_hit: false }
    }
}

impl<V: Vector> RayVisitor<V> for AnyHit<V::Scalar> {
    #[inline(always)]
    fn visit_triangle(
        &mut self,
        tree: &MeshBvh<V>,
        path: RayOrSegment<'_, V>,
        line: &PreparedLine,
        candidate: &CandidateTriangle<'_>,
    ) -> RemainingPath {
        self.any_hit = (candidate.is_certain && self.options.sides == RaySides::Both)
            || tree.cast_against_triangle(path, candidate, &self.options).is_some();
        if self.any_hit {
            RemainingPath::Break(())
        } else {
            RemainingPath::Continue(line.limit(self.options.max))
        }
    }
}

impl<V: Vector> MeshBvh<V> {
    /// Casts a ray and returns its closest hit; `part` is the number of the triangle.
    ///
    /// Of equally near triangles the one with the least number counts. The result is exact, as for a single
    /// triangle: no ray slips through an edge or a vertex that triangles share. Triangles have two sides and
    /// no inside, so [`RayOptions::mode`] has no effect.
    #[inline]
    pub fn cast_ray(&self, ray: &Ray<V>, options: &RayOptions<V::Scalar>) -> Option<RayHit<V>> {
        V::bvh_cast_ray(self, ray, options)
    }

    pub(in crate::bvh) fn cast_ray_inner(
        &self,
        ray: &Ray<V>,
        options: &RayOptions<V::Scalar>,
    ) -> Option<RayHit<V>> {
        self.run_visitor::<ClosestHit<V>>(RayOrSegment::Ray(ray), options).hit
    }

    /// Casts a segment and returns its closest hit, as [`MeshBvh::cast_ray`] does for a ray; `t` is a
    /// fraction from 0 to 1.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::narrow::RayOptions;
    /// use impinge::shape::{Mesh, Segment};
    /// use impinge::bvh::MeshBvh;
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let mesh = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?;
    /// let tree = MeshBvh::new(mesh);
    /// // Down through the slope, at a height of a half, and the bottom.
    /// let down = Segment::new(DVec3::new(0.25, 0.25, 2.0), DVec3::new(0.25, 0.25, -2.0))?;
    /// let hit = tree.cast_segment(&down, &RayOptions::default());
    /// // For a segment, `t` is a fraction of its length.
    /// assert_eq!(hit.map(|hit| (hit.t, hit.part)), Some((0.375, 2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn cast_segment(&self, segment: &Segment<V>, options: &RayOptions<V::Scalar>) -> Option<RayHit<V>> {
        V::bvh_cast_segment(self, segment, options)
    }

    pub(in crate::bvh) fn cast_segment_inner(
        &self,
        segment: &Segment<V>,
        options: &RayOptions<V::Scalar>,
    ) -> Option<RayHit<V>> {
        self.run_visitor::<ClosestHit<V>>(RayOrSegment::Segment(segment), options).hit
    }

    /// Returns whether a ray hits any triangle.
    #[inline]
    pub fn any_hit(&self, ray: &Ray<V>, options: &RayOptions<V::Scalar>) -> bool {
        V::bvh_any_hit(self, ray, options)
    }

    pub(in crate::bvh) fn any_hit_inner(&self, ray: &Ray<V>, options: &RayOptions<V::Scalar>) -> bool {
        self.run_visitor::<AnyHit<V::Scalar>>(RayOrSegment::Ray(ray), options).any_hit
    }

    /// Returns whether a segment hits any triangle.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::narrow::RayOptions;
    /// use impinge::shape::{Mesh, Segment};
    /// use impinge::bvh::MeshBvh;
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let mesh = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?;
    /// let tree = MeshBvh::new(mesh);
    /// let sight = |x: f64| Segment::new(DVec3::new(x, 0.25, 2.0), DVec3::new(x, 0.25, -2.0));
    /// assert!(tree.any_segment_hit(&sight(0.25)?, &RayOptions::default()));
    /// assert!(!tree.any_segment_hit(&sight(1.25)?, &RayOptions::default()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn any_segment_hit(&self, segment: &Segment<V>, options: &RayOptions<V::Scalar>) -> bool {
        V::bvh_any_segment_hit(self, segment, options)
    }

    pub(in crate::bvh) fn any_segment_hit_inner(
        &self,
        segment: &Segment<V>,
        options: &RayOptions<V::Scalar>,
    ) -> bool {
        self.run_visitor::<AnyHit<V::Scalar>>(RayOrSegment::Segment(segment), options).any_hit
    }

    /// Calls `visit` for every triangle that a ray hits, until it ends the search ([`Flow`]); the order is
    /// unspecified.
    ///
    /// Counts how often a ray enters a closed surface, and how often it leaves:
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Unit;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Mesh, Ray};
    /// use impinge::bvh::MeshBvh;
    /// let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    /// let tetrahedron = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    /// let tree = MeshBvh::new(tetrahedron);
    /// let ray = Ray::new(Vec3::new(0.25, 0.125, -1.0), Unit::axis(2))?;
    /// let count = |sides| {
    ///     let mut count = 0;
    ///     tree.for_each_hit(&ray, &RayOptions { sides, ..Default::default() }, |_| count += 1);
    ///     count
    /// };
    /// assert_eq!((count(RaySides::FrontOnly), count(RaySides::BackOnly), count(RaySides::Both)), (1, 1, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn for_each_hit<F: Flow>(
        &self,
        ray: &Ray<V>,
        options: &RayOptions<V::Scalar>,
        visit: impl FnMut(RayHit<V>) -> F,
    ) -> F {
        flow::visit(visit, |visit| V::bvh_visit_hits(self, RayOrSegment::Ray(ray), options, visit))
    }

    /// Calls `visit` for every triangle that a segment hits, as [`MeshBvh::for_each_hit`] does for a ray.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::narrow::RayOptions;
    /// use impinge::shape::{Mesh, Segment};
    /// use impinge::bvh::MeshBvh;
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let mesh = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?;
    /// let tree = MeshBvh::new(mesh);
    /// let down = Segment::new(DVec3::new(0.25, 0.25, 2.0), DVec3::new(0.25, 0.25, -2.0))?;
    /// let mut shares = Vec::new();
    /// tree.for_each_segment_hit(&down, &RayOptions::default(), |hit| shares.push(hit.t));
    /// shares.sort_by(f64::total_cmp);
    /// assert_eq!(shares, [0.375, 0.5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn for_each_segment_hit<F: Flow>(
        &self,
        segment: &Segment<V>,
        options: &RayOptions<V::Scalar>,
        visit: impl FnMut(RayHit<V>) -> F,
    ) -> F {
        flow::visit(visit, |visit| V::bvh_visit_hits(self, RayOrSegment::Segment(segment), options, visit))
    }

    pub(in crate::bvh) fn visit_hits(
        &self,
        path: RayOrSegment<'_, V>,
        options: &RayOptions<V::Scalar>,
        visit: &mut dyn FnMut(RayHit<V>) -> ControlFlow<()>,
    ) {
        self.for_each_candidate(path, options, |line, candidate| {
            if let Some(hit) = self.cast_against_triangle(path, &candidate, options) {
                visit(hit)?;
            }
            RemainingPath::Continue(line.limit(options.max))
        });
    }

    fn run_visitor<W: RayVisitor<V>>(&self, path: RayOrSegment<'_, V>, options: &RayOptions<V::Scalar>) -> W {
        let mut visitor = W::from(*options);
        self.for_each_candidate(path, options, |line, candidate| {
            visitor.visit_triangle(self, path, line, &candidate)
        });
        visitor
    }

    /// Tests a path against one triangle.
    #[inline(never)]
    fn cast_against_triangle(
        &self,
        path: RayOrSegment<'_, V>,
        candidate: &CandidateTriangle<'_>,
        options: &RayOptions<V::Scalar>,
    ) -> Option<RayHit<V>> {
        let number = candidate.number();
        let shape = if is_single::<V>() {
            // Packs then have no other origin, and are in the cache.
            let CandidateTriangle { pack, lane, .. } = candidate;
            Triangle::of(pack.corners.map(|corner| V::from_f64(corner.map(|axis| f64::from(axis[*lane])))))
        } else {
            self.mesh.triangle(number)
        };
        let hit = match path {
            RayOrSegment::Ray(ray) => shape.cast_ray(ray, options),
            RayOrSegment::Segment(segment) => shape.cast_segment(segment, options),
        };
        hit.map(|hit| RayHit { part: number, ..hit })
    }

    /// Calls `visit` for every triangle that a path may meet within its limit; it returns the remaining
    /// length of the line.
    #[inline(always)]
    fn for_each_candidate(
        &self,
        path: RayOrSegment<'_, V>,
        options: &RayOptions<V::Scalar>,
        mut visit: impl FnMut(&PreparedLine, CandidateTriangle<'_>) -> RemainingPath,
    ) {
        let line = if options.is_in_reach() { self.prepare_path(path) } else { None };
        let Some(line) = &line else { return };
        let limit = line.limit(options.max);
        let mut visit = |candidate: CandidateTriangle<'_>| visit(line, candidate);
        let level = Level::new();
        dispatch!(level, simd => self.traverse_line(simd, line, limit, &mut visit));
    }

    /// Returns a path relative to the origin; `None` if the mesh is empty.
    pub(super) fn prepare_path(&self, path: RayOrSegment<'_, V>) -> Option<PreparedLine> {
        let (start, direction, last) = match path {
            RayOrSegment::Ray(ray) => (ray.origin(), ray.direction().get().to_double(), f64::INFINITY),
            RayOrSegment::Segment(segment) => {
                (segment.a(), segment.b().to_double() - segment.a().to_double(), 1.0)
            }
        };
        self.prepare_line(start.to_double(), direction, last, 0.0)
    }

    /// Prepares the line from `start`, which may be off by `slack`, in a direction of any length; `None` if
    /// the mesh is empty.
    pub(super) fn prepare_line(
        &self,
        start: V::Double,
        direction: V::Double,
        last: f64,
        slack: f64,
    ) -> Option<PreparedLine> {
        if self.nodes.is_empty() {
            return None;
        }
        let start = (start - self.origin.to_double()).to_f64();
        let unit = direction.abs().max_element();
        // A segment without length is a line along some axis that ends at once.
        let scaled = V::Double::from_fn(|axis| direction[axis] / unit);
        let direction = if unit > 0.0 { scaled } else { V::Double::unit_axis(0) }.to_f64();
        let slack = rounded_up(slack);
        let furthest = start.iter().fold(self.reach, |furthest, x| furthest.max(x.abs() as f32)) + slack;
        // Starts are rounded to `f32` unless they have that type. Subnormal floats are as far apart as they
        // are large, and so are results computed from them.
        let is_rounded = !is_single::<V>() || slack != 0.0;
        let rounding = if is_rounded { furthest * 2.0 * f32::EPSILON } else { 0.0 } + f32::MIN_POSITIVE;
        Some(PreparedLine {
            slab_intervals: Slabs::new(start, direction, [slack + rounding; 3], furthest),
            shear: Shear::new(start, direction, slack, furthest),
            unit,
            last,
        })
    }

    /// Calls `visit` for every triangle that a line may meet, from near to far; it returns the remaining
    /// length of the line. Even the start of the line is known only up to `slack`.
    pub(crate) fn candidates(
        &self,
        start: V::Double,
        direction: V::Double,
        last: f64,
        slack: f64,
        visit: &mut dyn FnMut(u32) -> f64,
    ) {
        let Some(line) = self.prepare_line(start, direction, last, slack) else { return };
        let mut visit =
            |candidate: CandidateTriangle<'_>| RemainingPath::Continue(line.limit(visit(candidate.number())));
        let level = Level::new();
        dispatch!(level, simd => self.traverse_line(simd, &line, line.limit(last), &mut visit));
    }

    /// Visits all triangles that the line may meet, nearer boxes first, until the visitor stops.
    #[inline(always)]
    pub(super) fn traverse_line<S: Simd>(
        &self,
        simd: S,
        line: &PreparedLine,
        limit: f32,
        visit: &mut impl FnMut(CandidateTriangle<'_>) -> RemainingPath,
    ) {
        self.descend(simd, &mut RayTraversal { line, limit, visit });
    }
}

/// State of the traversal of a line.
pub(super) struct RayTraversal<'a, F> {
    pub line: &'a PreparedLine,
    pub limit: f32,
    pub visit: &'a mut F,
}

impl<S: Simd, F: FnMut(CandidateTriangle<'_>) -> RemainingPath> NodeTest<S> for RayTraversal<'_, F> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }

    #[inline(always)]
    fn test_node(&self, simd: S, node: &Node) -> (u32, [f32; WIDTH]) {
        self.line.slab_intervals.intersect_boxes(simd, node, self.limit)
    }

    #[inline(always)]
    fn test_pack(&mut self, simd: S, pack: &Pack) -> ControlFlow<()> {
        let met = match &self.line.shear {
            Some(shear) => shear.intersect_pack(simd, pack, self.limit),
            None => Hits { possible: pack.filled(), certain: 0 },
        };
        for lane in lanes_of(met.possible) {
            match (self.visit)(CandidateTriangle { pack, lane, is_certain: met.certain >> lane & 1 != 0 }) {
                RemainingPath::Continue(rest) => self.limit = rest,
                RemainingPath::Break(()) => return ControlFlow::Break(()),
            }
        }
        ControlFlow::Continue(())
    }
}

impl PreparedLine {
    /// Converts a parameter of the path to the distance that the tree uses.
    #[inline(always)]
    pub(super) fn limit<S: Scalar>(&self, max: S) -> f32 {
        let max: f64 = max.into();
        let max = if max < self.last { max } else { self.last };
        let limit = max * self.unit * (1.0 + 4.0 * f64::EPSILON);
        // 0 times an infinite path.
        if limit.is_nan() { f32::INFINITY } else { rounded_up(limit) }
    }
}
