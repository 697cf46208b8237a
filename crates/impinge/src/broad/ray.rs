//! What a ray passes through.
//!
//! The slab method with rounding to the safe side, as for meshes: see `tree/mesh/node.rs`, where the bound is. Source: Kay &
//! Kajiya 1986; Ize, "Robust BVH Ray Traversal", 2013.

use std::ops::ControlFlow;

use fearless_simd::{Simd, SimdBase, SimdMask, f32x16};

use super::block::{Lanes, WIDTH};
use super::descend::{Rank, descend};
use super::is_single;
use super::phase::BroadPhase;
use crate::math::{Scalar, Vector, rounded_up};
use crate::shape::Ray;
use crate::tree::{FURTHER, Slabs};

impl<V: Vector> BroadPhase<V> {
    /// Shows objects whose boxes a ray meets up to the distance `max`, mostly the nearer first. `visit` answers how far along the
    /// ray is still of interest: boxes that are entered further are not shown.
    ///
    /// No box that the ray meets is left out; boxes that it misses by some roundings may be shown. If `max` is negative or not a
    /// number, nothing is.
    ///
    /// The nearest of two, by their own distance:
    /// ```
    /// use std::ops::ControlFlow;
    /// use glam::Vec3;
    /// use impinge::broad::BroadPhase;
    /// use impinge::math::Unit;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Aabb, Ball, Ray};
    /// let balls = [5.0, 9.0].map(|x| Ball::new(Vec3::X * x, 1.0));
    /// let balls = balls.into_iter().collect::<Result<Vec<_>, _>>()?;
    /// let mut broad = BroadPhase::new();
    /// for ball in &balls {
    ///     broad.insert(&Aabb::new(ball.center() - Vec3::ONE, ball.center() + Vec3::ONE)?);
    /// }
    /// let ray = Ray::new(Vec3::ZERO, Unit::axis(0))?;
    /// let mut nearest = None;
    /// let _ = broad.along(&ray, 100.0, |number| {
    ///     let max = nearest.map_or(100.0, |(_, t)| t);
    ///     if let Some(hit) = balls[number as usize].cast_ray(&ray, RayOptions { max, ..Default::default() }) {
    ///         nearest = Some((number, hit.t));
    ///     }
    ///     ControlFlow::<(), _>::Continue(nearest.map_or(100.0, |(_, t)| t))
    /// });
    /// assert_eq!(nearest, Some((0, 4.0)));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn along<B>(
        &self,
        ray: &Ray<V>,
        max: V::Scalar,
        mut visit: impl FnMut(u32) -> ControlFlow<B, V::Scalar>,
    ) -> ControlFlow<B> {
        if Into::<f64>::into(max).is_nan() || max < V::Scalar::ZERO {
            return ControlFlow::Continue(());
        }
        let start = (ray.origin().to_double() - self.origin().to_double()).to_f64();
        let heading = ray.direction().get().to_double();
        let unit = heading.abs().largest();
        let direction = V::Double::from_fn(|axis| heading[axis] / unit).to_f64();
        let reach = self.trees().map(|tree| tree.reach()).into_iter().fold(0.0, f32::max);
        let furthest = start.iter().fold(reach, |furthest, x| Scalar::max(furthest, rounded_up(x.abs())));
        // Starts are rounded to `f32`, if they are not of that kind.
        let is_exact = is_single::<V>() && self.origin() == V::ZERO;
        let slack = if is_exact { 0.0 } else { furthest * 2.0 * f32::EPSILON };
        let line = Line { slabs: Slabs::new(start, direction, [slack; 3], furthest) };
        let limit = |max: V::Scalar| -> f32 {
            let max: f64 = max.into();
            if max.is_nan() {
                f32::NEG_INFINITY
            } else {
                rounded_up(max * unit * (1.0 + f64::from(f32::EPSILON)))
            }
        };
        descend(self.trees(), &line, limit(max), &mut |number| match visit(number) {
            ControlFlow::Continue(max) => ControlFlow::Continue(limit(max)),
            ControlFlow::Break(found) => ControlFlow::Break(found),
        })
    }
}

/// A ray as blocks are asked for it.
struct Line {
    slabs: Slabs,
}

impl Rank for Line {
    #[inline(always)]
    fn ranks<S: Simd, V: Vector>(&self, simd: S, block: &[Lanes], limit: f32) -> (u32, [f32; WIDTH]) {
        let slabs = &self.slabs;
        if slabs.is_everything_met() {
            // Missing boxes are inside out.
            let is_there = block[0].load(simd).simd_le(block[V::DIMENSION].load(simd));
            return (is_there.to_bitmask() as u32, [0.0; WIDTH]);
        }
        let mut first = f32x16::splat(simd, 0.0);
        let mut last = f32x16::splat(simd, f32::INFINITY);
        for axis in 0..V::DIMENSION {
            let near = block[axis + V::DIMENSION * slabs.near[axis]].load(simd);
            let far = block[axis + V::DIMENSION * (1 - slabs.near[axis])].load(simd);
            first = ((near - slabs.near_from[axis]) * slabs.inverse[axis]).max(first);
            last = ((far - slabs.far_from[axis]) * slabs.inverse[axis]).min(last);
        }
        // The limit too, which may be where the ray enters the very box.
        let last = last.min(f32x16::splat(simd, limit)) * FURTHER;
        (first.simd_le(last).to_bitmask() as u32, first.to_array())
    }
}
