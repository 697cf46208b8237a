//! Ray queries for many rays at once.
//!
//! A ray mostly waits for nodes that are not in the cache. Here several rays take turns, one node each: while
//! one waits for its next node, the others continue. Each ray finds exactly the same hits as alone, in the
//! same order.

use std::ops::ControlFlow;

use fearless_simd::{Level, Simd};
use rayon::prelude::*;

use super::MeshBvh;
use super::front_to_back::LineTraversal;
use super::ray_cast::{
    AnyHit, CandidateTriangle, ClosestHit, PreparedLine, RayOrSegment, RayTraversal, RayVisitor,
};
use crate::math::{Vector, dispatch};
use crate::narrow::{RayHit, RayOptions};
use crate::shape::Ray;

/// Number of rays that take turns.
const TURNS: usize = 8;
/// Number of rays that a thread processes at once.
const CHUNK: usize = 1024;

impl<V: Vector> MeshBvh<V> {
    /// Casts many rays and returns the closest hit of each, in order, as [`MeshBvh::cast_ray`] does.
    ///
    /// This is faster than one call per ray. It uses all threads of the current thread pool.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Unit;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Mesh, Ray};
    /// use impinge::bvh::MeshBvh;
    /// let tree = MeshBvh::new(Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?);
    /// let down = |x: f32| Ray::new(Vec3::new(x, 0.25, 1.0), -Unit::axis(2));
    /// let hits = tree.cast_rays(&[down(0.25)?, down(2.0)?], &RayOptions::default());
    /// assert_eq!(hits[0].map(|hit| hit.t), Some(1.0));
    /// assert_eq!(hits[1], None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn cast_rays(&self, rays: &[Ray<V>], options: &RayOptions<V::Scalar>) -> Vec<Option<RayHit<V>>> {
        V::bvh_cast_rays(self, rays, options)
    }

    pub(in crate::bvh) fn cast_rays_inner(
        &self,
        rays: &[Ray<V>],
        options: &RayOptions<V::Scalar>,
    ) -> Vec<Option<RayHit<V>>> {
        self.each(rays, options, |found: ClosestHit<V>| found.hit)
    }

    /// Returns for each of many rays whether it hits any triangle, as [`MeshBvh::any_hit`] does.
    ///
    /// It uses all threads of the current thread pool.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::math::Unit;
    /// use impinge::narrow::RayOptions;
    /// use impinge::shape::{Mesh, Ray};
    /// use impinge::bvh::MeshBvh;
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let mesh = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?;
    /// let tree = MeshBvh::new(mesh);
    /// let down = |x: f64| Ray::new(DVec3::new(x, 0.25, 2.0), -Unit::axis(2));
    /// // Two points, of which the first is in the shadow.
    /// assert_eq!(tree.any_hits(&[down(0.25)?, down(1.25)?], &RayOptions::default()), [true, false]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn any_hits(&self, rays: &[Ray<V>], options: &RayOptions<V::Scalar>) -> Vec<bool> {
        V::bvh_any_hits(self, rays, options)
    }

    pub(in crate::bvh) fn any_hits_inner(
        &self,
        rays: &[Ray<V>],
        options: &RayOptions<V::Scalar>,
    ) -> Vec<bool> {
        self.each(rays, options, |found: AnyHit<V::Scalar>| found.any_hit)
    }

    fn each<W: RayVisitor<V>, T: Copy + Send>(
        &self,
        rays: &[Ray<V>],
        options: &RayOptions<V::Scalar>,
        answer: impl Fn(W) -> T + Sync,
    ) -> Vec<T> {
        let mut answers = vec![answer(W::from(*options)); rays.len()];
        if !options.is_in_reach() {
            return answers;
        }
        rays.par_chunks(CHUNK).zip(answers.par_chunks_mut(CHUNK)).for_each(|(rays, answers)| {
            let level = Level::new();
            dispatch!(level, simd => self.take_turns(simd, rays, options, |ray, found| answers[ray] = answer(found)));
        });
        answers
    }

    #[inline(always)]
    fn take_turns<S: Simd, W: RayVisitor<V>>(
        &self,
        simd: S,
        rays: &[Ray<V>],
        options: &RayOptions<V::Scalar>,
        mut end: impl FnMut(usize, W),
    ) {
        let mut waiting = rays.iter().enumerate();
        let mut next = || {
            waiting.find_map(|(number, ray)| {
                let path = RayOrSegment::Ray(ray);
                self.prepare_path(path).map(|line| (number, path, line))
            })
        };
        let mut underway = Vec::with_capacity(TURNS);
        while underway.len() < TURNS
            && let Some((number, path, line)) = next()
        {
            let (limit, visitor) = (line.limit(options.max), W::from(*options));
            underway.push(StreamRay { number, path, line, limit, visitor, descent: LineTraversal::new() });
        }
        // Plain loops: code passed to functions of other crates is not compiled for the detected instruction
        // set.
        while !underway.is_empty() {
            let mut turn = 0;
            while turn < underway.len() {
                let traveller = &mut underway[turn];
                if traveller.step(simd, self).is_continue() {
                    turn += 1;
                    continue;
                }
                let (number, visitor) =
                    (traveller.number, std::mem::replace(&mut traveller.visitor, W::from(*options)));
                match next() {
                    Some((number, path, line)) => traveller.set_out(number, path, line, options),
                    None => drop(underway.swap_remove(turn)),
                }
                end(number, visitor);
            }
        }
    }
}

/// A ray in progress.
struct StreamRay<'a, V: Vector, W> {
    number: usize,
    path: RayOrSegment<'a, V>,
    line: PreparedLine,
    limit: f32,
    visitor: W,
    descent: LineTraversal,
}

impl<'a, V: Vector, W: RayVisitor<V>> StreamRay<'a, V, W> {
    /// Starts another ray in its place.
    fn set_out(
        &mut self,
        number: usize,
        path: RayOrSegment<'a, V>,
        line: PreparedLine,
        options: &RayOptions<V::Scalar>,
    ) {
        self.limit = line.limit(options.max);
        (self.number, self.path, self.line) = (number, path, line);
        self.descent.restart();
    }

    #[inline(always)]
    fn step<S: Simd>(&mut self, simd: S, tree: &MeshBvh<V>) -> ControlFlow<()> {
        let StreamRay { path, line, visitor, .. } = self;
        let mut visit =
            |candidate: CandidateTriangle<'_>| visitor.visit_triangle(tree, *path, line, &candidate);
        let mut walk = RayTraversal { line, limit: self.limit, visit: &mut visit };
        self.descent.step(simd, tree, &mut walk)?;
        self.limit = walk.limit;
        self.descent.prefetch(tree);
        ControlFlow::Continue(())
    }
}
