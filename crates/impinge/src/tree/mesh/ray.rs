//! Rays and segments through a mesh: the closest hit, any, all.
//!
//! Nodes are entered from near to far, so that most of what is behind the first hit is never looked at.

use std::ops::ControlFlow;

use fearless_simd::{Level, Simd};

use super::descend::Probe;
use super::node::{Node, Slabs};
use super::pack::{Met, Pack, Shear};
use super::{MeshTree, WIDTH, is_single};
use crate::Flow;
use crate::math::{Scalar, Vector, dispatch, rounded_up};
use crate::narrow::{Cast, RayHit, RayOptions, RaySides};
use crate::shape::{Ray, Segment, Triangle};
use crate::tree::query::lanes_of;

/// A ray or a segment.
#[derive(Clone, Copy)]
pub(super) enum Path<'a, V: Vector> {
    Ray(&'a Ray<V>),
    Segment(&'a Segment<V>),
}

/// A line as the tree is asked for it.
pub(super) struct Line {
    slabs: Slabs,
    /// None if numbers are so great or so small that only the exact test can be asked.
    shear: Option<Shear>,
    /// How far the line goes for one unit of its path's parameter, along its greatest component.
    unit: f64,
    /// Where the path ends, as its parameter.
    last: f64,
}

/// A triangle that a line may meet.
pub(super) struct Candidate<'a> {
    pack: &'a Pack,
    lane: usize,
    /// Does it for certain?
    pub is_certain: bool,
}

impl Candidate<'_> {
    /// The number of the triangle.
    #[inline(always)]
    pub fn number(&self) -> u32 {
        self.pack.triangles[self.lane]
    }
}

/// What is left of a line after a triangle: as far as this, or nothing.
pub(super) type Rest = ControlFlow<(), f32>;

/// What is wanted of a path, and what is known of it.
pub(super) trait Wanted<V: Vector>: From<RayOptions<V::Scalar>> {
    /// Looks at a triangle; answers what of the path is still of interest.
    fn look(&mut self, tree: &MeshTree<V>, path: Path<'_, V>, line: &Line, candidate: &Candidate<'_>)
    -> Rest;
}

/// The closest hit, and what of the path lies before it.
pub(super) struct Closest<V: Vector> {
    options: RayOptions<V::Scalar>,
    pub hit: Option<RayHit<V>>,
}

impl<V: Vector> From<RayOptions<V::Scalar>> for Closest<V> {
    fn from(options: RayOptions<V::Scalar>) -> Self {
        Closest { options, hit: None }
    }
}

impl<V: Vector> Wanted<V> for Closest<V> {
    #[inline(always)]
    fn look(
        &mut self,
        tree: &MeshTree<V>,
        path: Path<'_, V>,
        line: &Line,
        candidate: &Candidate<'_>,
    ) -> Rest {
        if let Some(hit) = tree.cast(path, candidate, &self.options)
            && self.hit.as_ref().is_none_or(|known| hit.t < known.t || hit.part < known.part)
        {
            self.options.max = hit.t;
            self.hit = Some(hit);
        }
        Rest::Continue(line.limit(self.options.max))
    }
}

/// Is anything hit?
pub(super) struct Any<S> {
    options: RayOptions<S>,
    pub is_hit: bool,
}

impl<S> From<RayOptions<S>> for Any<S> {
    fn from(options: RayOptions<S>) -> Self {
        Any { options, is_hit: false }
    }
}

impl<V: Vector> Wanted<V> for Any<V::Scalar> {
    #[inline(always)]
    fn look(
        &mut self,
        tree: &MeshTree<V>,
        path: Path<'_, V>,
        line: &Line,
        candidate: &Candidate<'_>,
    ) -> Rest {
        self.is_hit = (candidate.is_certain && self.options.sides == RaySides::Both)
            || tree.cast(path, candidate, &self.options).is_some();
        if self.is_hit { Rest::Break(()) } else { Rest::Continue(line.limit(self.options.max)) }
    }
}

impl<V: Vector> MeshTree<V> {
    /// The triangle that a ray hits first, its number in `part`; of equally near ones that of the least number.
    ///
    /// Exact, as rays at a single triangle are: no ray slips through an edge or a corner that triangles share. Triangles have two
    /// sides and no inside, so [`RayOptions::mode`] does not matter.
    #[doc(alias("cast_ray", "raycast", "ray_cast", "intersect_ray"))]
    pub fn closest_hit(&self, ray: &Ray<V>, options: &RayOptions<V::Scalar>) -> Option<RayHit<V>> {
        self.wanted::<Closest<V>>(Path::Ray(ray), options).hit
    }

    /// The same of a segment.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::narrow::RayOptions;
    /// use impinge::shape::{Mesh, Segment};
    /// use impinge::tree::MeshTree;
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let mesh = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?;
    /// let tree = MeshTree::new(mesh);
    /// // Down through the slope, at a height of a half, and the bottom.
    /// let down = Segment::new(DVec3::new(0.25, 0.25, 2.0), DVec3::new(0.25, 0.25, -2.0))?;
    /// let hit = tree.closest_hit_of_segment(&down, &RayOptions::default());
    /// // Of a segment `t` is a share.
    /// assert_eq!(hit.map(|hit| (hit.t, hit.part)), Some((0.375, 2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn closest_hit_of_segment(
        &self,
        segment: &Segment<V>,
        options: &RayOptions<V::Scalar>,
    ) -> Option<RayHit<V>> {
        self.wanted::<Closest<V>>(Path::Segment(segment), options).hit
    }

    /// Does a ray hit anything?
    #[doc(alias("occluded", "any_hit", "shadow_ray"))]
    pub fn is_hit(&self, ray: &Ray<V>, options: &RayOptions<V::Scalar>) -> bool {
        self.wanted::<Any<V::Scalar>>(Path::Ray(ray), options).is_hit
    }

    /// Does a segment hit anything?
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::narrow::RayOptions;
    /// use impinge::shape::{Mesh, Segment};
    /// use impinge::tree::MeshTree;
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let mesh = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?;
    /// let tree = MeshTree::new(mesh);
    /// let sight = |x: f64| Segment::new(DVec3::new(x, 0.25, 2.0), DVec3::new(x, 0.25, -2.0));
    /// assert!(tree.is_hit_by_segment(&sight(0.25)?, &RayOptions::default()));
    /// assert!(!tree.is_hit_by_segment(&sight(1.25)?, &RayOptions::default()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_hit_by_segment(&self, segment: &Segment<V>, options: &RayOptions<V::Scalar>) -> bool {
        self.wanted::<Any<V::Scalar>>(Path::Segment(segment), options).is_hit
    }

    /// Calls `visit` for every triangle that a ray hits, until it ends the search ([`Flow`]); in no order of distance.
    ///
    /// How often a ray enters a closed surface, and how often it leaves:
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Unit;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Mesh, Ray};
    /// use impinge::tree::MeshTree;
    /// let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    /// let tetrahedron = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    /// let tree = MeshTree::new(tetrahedron);
    /// let ray = Ray::new(Vec3::new(0.25, 0.125, -1.0), Unit::axis(2))?;
    /// let count = |sides| {
    ///     let mut count = 0;
    ///     tree.hits(&ray, &RayOptions { sides, ..Default::default() }, |_| count += 1);
    ///     count
    /// };
    /// assert_eq!((count(RaySides::FrontOnly), count(RaySides::BackOnly), count(RaySides::Both)), (1, 1, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hits<F: Flow>(
        &self,
        ray: &Ray<V>,
        options: &RayOptions<V::Scalar>,
        visit: impl FnMut(RayHit<V>) -> F,
    ) -> F {
        self.all(Path::Ray(ray), options, visit)
    }

    /// The same of a segment.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::narrow::RayOptions;
    /// use impinge::shape::{Mesh, Segment};
    /// use impinge::tree::MeshTree;
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let mesh = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?;
    /// let tree = MeshTree::new(mesh);
    /// let down = Segment::new(DVec3::new(0.25, 0.25, 2.0), DVec3::new(0.25, 0.25, -2.0))?;
    /// let mut shares = Vec::new();
    /// tree.hits_of_segment(&down, &RayOptions::default(), |hit| shares.push(hit.t));
    /// shares.sort_by(f64::total_cmp);
    /// assert_eq!(shares, [0.375, 0.5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hits_of_segment<F: Flow>(
        &self,
        segment: &Segment<V>,
        options: &RayOptions<V::Scalar>,
        visit: impl FnMut(RayHit<V>) -> F,
    ) -> F {
        self.all(Path::Segment(segment), options, visit)
    }

    fn all<F: Flow>(
        &self,
        path: Path<'_, V>,
        options: &RayOptions<V::Scalar>,
        mut visit: impl FnMut(RayHit<V>) -> F,
    ) -> F {
        let mut end = F::going_on();
        self.along(path, options, |line, candidate| {
            if let Some(hit) = self.cast(path, &candidate, options) {
                end = visit(hit);
            }
            if end.is_end() { Rest::Break(()) } else { Rest::Continue(line.limit(options.max)) }
        });
        end
    }

    fn wanted<W: Wanted<V>>(&self, path: Path<'_, V>, options: &RayOptions<V::Scalar>) -> W {
        let mut wanted = W::from(*options);
        self.along(path, options, |line, candidate| wanted.look(self, path, line, &candidate));
        wanted
    }

    /// A path at one triangle.
    #[inline(never)]
    fn cast(
        &self,
        path: Path<'_, V>,
        candidate: &Candidate<'_>,
        options: &RayOptions<V::Scalar>,
    ) -> Option<RayHit<V>> {
        let number = candidate.number();
        let shape = if is_single::<V>() {
            // Packs are relative to no other origin then, and at hand.
            let Candidate { pack, lane, .. } = candidate;
            Triangle::of(pack.corners.map(|corner| V::from_f64(corner.map(|axis| f64::from(axis[*lane])))))
        } else {
            self.mesh.triangle(number)
        };
        let hit = match path {
            Path::Ray(ray) => shape.cast_ray(ray, options),
            Path::Segment(segment) => shape.cast_segment(segment, options),
        };
        hit.map(|hit| RayHit { part: number, ..hit })
    }

    /// Calls `visit` for every triangle that a path may meet within its limit; it answers how much of the line is still of interest.
    #[inline(always)]
    fn along(
        &self,
        path: Path<'_, V>,
        options: &RayOptions<V::Scalar>,
        mut visit: impl FnMut(&Line, Candidate<'_>) -> Rest,
    ) {
        let line = if options.is_in_reach() { self.line(path) } else { None };
        let Some(line) = &line else { return };
        let limit = line.limit(options.max);
        let mut visit = |candidate: Candidate<'_>| visit(line, candidate);
        let level = Level::new();
        dispatch!(level, simd => self.walk(simd, line, limit, &mut visit));
    }

    /// A path relative to the origin; none if the mesh is empty.
    pub(super) fn line(&self, path: Path<'_, V>) -> Option<Line> {
        let (start, direction, last) = match path {
            Path::Ray(ray) => (ray.origin(), ray.direction().get().to_double(), f64::INFINITY),
            Path::Segment(segment) => (segment.a(), segment.b().to_double() - segment.a().to_double(), 1.0),
        };
        self.line_from(start.to_double(), direction, last, 0.0)
    }

    /// The line from `start`, which may be off by `slack`, in a direction of any length.
    pub(super) fn line_from(
        &self,
        start: V::Double,
        direction: V::Double,
        last: f64,
        slack: f64,
    ) -> Option<Line> {
        if self.nodes.is_empty() {
            return None;
        }
        let start = (start - self.origin.to_double()).to_f64();
        let unit = direction.abs().largest();
        // A segment without length is a line along some axis that ends at once.
        let scaled = V::Double::from_fn(|axis| direction[axis] / unit);
        let direction = if unit > 0.0 { scaled } else { V::Double::axis(0) }.to_f64();
        let slack = rounded_up(slack);
        let furthest = start.iter().fold(self.reach, |furthest, x| furthest.max(x.abs() as f32)) + slack;
        // Starts are rounded to `f32`, if they are not of that kind. The least floats are as far apart as they are large, and so are
        // what is computed of them.
        let is_rounded = !is_single::<V>() || slack != 0.0;
        let rounding = if is_rounded { furthest * 2.0 * f32::EPSILON } else { 0.0 } + f32::MIN_POSITIVE;
        Some(Line {
            slabs: Slabs::new(start, direction, [slack + rounding; 3], furthest),
            shear: Shear::new(start, direction, slack, furthest),
            unit,
            last,
        })
    }

    /// Calls `visit` for every triangle that a line may meet, of which even the start is known only up to `slack`, from near to
    /// far; it answers how far along the line is still of interest.
    pub(crate) fn candidates(
        &self,
        start: V::Double,
        direction: V::Double,
        last: f64,
        slack: f64,
        visit: &mut dyn FnMut(u32) -> f64,
    ) {
        let Some(line) = self.line_from(start, direction, last, slack) else { return };
        let mut visit = |candidate: Candidate<'_>| Rest::Continue(line.limit(visit(candidate.number())));
        let level = Level::new();
        dispatch!(level, simd => self.walk(simd, &line, line.limit(last), &mut visit));
    }

    /// Shows all triangles that the line may meet, until told to stop; those of nearer boxes first.
    #[inline(always)]
    pub(super) fn walk<S: Simd>(
        &self,
        simd: S,
        line: &Line,
        limit: f32,
        visit: &mut impl FnMut(Candidate<'_>) -> Rest,
    ) {
        self.descend(simd, &mut Walk { line, limit, visit });
    }
}

/// A line on its way through the tree.
pub(super) struct Walk<'a, F> {
    pub line: &'a Line,
    pub limit: f32,
    pub visit: &'a mut F,
}

impl<S: Simd, F: FnMut(Candidate<'_>) -> Rest> Probe<S> for Walk<'_, F> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }

    #[inline(always)]
    fn enter(&self, simd: S, node: &Node) -> (u32, [f32; WIDTH]) {
        self.line.slabs.enter(simd, node, self.limit)
    }

    #[inline(always)]
    fn look(&mut self, simd: S, pack: &Pack) -> ControlFlow<()> {
        let met = match &self.line.shear {
            Some(shear) => shear.meet(simd, pack, self.limit),
            None => Met { possible: pack.filled(), certain: 0 },
        };
        for lane in lanes_of(met.possible) {
            match (self.visit)(Candidate { pack, lane, is_certain: met.certain >> lane & 1 != 0 }) {
                Rest::Continue(rest) => self.limit = rest,
                Rest::Break(()) => return ControlFlow::Break(()),
            }
        }
        ControlFlow::Continue(())
    }
}

impl Line {
    /// The parameter of the path as the tree counts it.
    #[inline(always)]
    pub(super) fn limit<S: Scalar>(&self, max: S) -> f32 {
        let max: f64 = max.into();
        let max = if max < self.last { max } else { self.last };
        let limit = max * self.unit * (1.0 + 4.0 * f64::EPSILON);
        // 0 of a way without end.
        if limit.is_nan() { f32::INFINITY } else { rounded_up(limit) }
    }
}
