//! Ray queries.
//!
//! Boxes of a block are tested by the slab method ([`Slabs`]). A ray parallel to planes does not cross them;
//! its start decides whether it is between them.

use std::ops::ControlFlow;

use fearless_simd::{Simd, SimdBase, SimdMask, f32x16};

use super::broad_phase::BroadPhase;
use super::ranked_traversal::{Rank, descend};
use super::simd_block::BlockLanes;
use crate::bvh::Slabs;
use crate::flow;
use crate::math::{Scalar, Vector, rounded_down, rounded_up};
use crate::shape::Ray;

impl<V: Vector> BroadPhase<V> {
    /// Calls `visit` for objects whose boxes a ray meets up to the distance `max`, mostly the nearer first.
    ///
    /// `visit` returns the new maximum distance along the ray; boxes that the ray enters later are skipped.
    /// It may also break off the search. No box that the ray meets within the range of `f32` is missed. Boxes
    /// that it misses by some roundings may be reported. If `max` is negative or NaN, nothing is reported.
    ///
    /// The nearest of two, by their own distance:
    /// ```
    /// use std::ops::ControlFlow;
    /// use glam::Vec3;
    /// use impinge::broad::BroadPhase;
    /// use impinge::math::Unit;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Ball, Ray};
    /// let balls = [5.0, 9.0].map(|x| Ball::new(Vec3::X * x, 1.0));
    /// let balls = balls.into_iter().collect::<Result<Vec<_>, _>>()?;
    /// let mut broad = BroadPhase::new();
    /// for ball in &balls {
    ///     broad.add(&ball.aabb());
    /// }
    /// let ray = Ray::new(Vec3::ZERO, Unit::axis(0))?;
    /// let mut nearest = None;
    /// let _ = broad.cast_ray(&ray, 100.0, |number| {
    ///     let max = nearest.map_or(100.0, |(_, t)| t);
    ///     if let Some(hit) = balls[number as usize].cast_ray(&ray, &RayOptions { max, ..Default::default() }) {
    ///         nearest = Some((number, hit.t));
    ///     }
    ///     ControlFlow::<(), _>::Continue(nearest.map_or(100.0, |(_, t)| t))
    /// });
    /// assert_eq!(nearest, Some((0, 4.0)));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[inline]
    pub fn cast_ray<B>(
        &self,
        ray: &Ray<V>,
        max: V::Scalar,
        visit: impl FnMut(u32) -> ControlFlow<B, V::Scalar>,
    ) -> ControlFlow<B> {
        flow::visit_limited(visit, |visit| V::broad_cast_ray(self, ray, max, visit))
    }

    pub(super) fn cast_ray_inner(
        &self,
        ray: &Ray<V>,
        max: V::Scalar,
        visit: &mut dyn FnMut(u32) -> ControlFlow<(), V::Scalar>,
    ) {
        if Into::<f64>::into(max).is_nan() || max < V::Scalar::ZERO {
            return;
        }
        let start = (ray.origin().to_double() - self.origin().to_double()).to_f64();
        let heading = ray.direction().get().to_double();
        let unit = heading.abs().max_element();
        let direction = V::Double::from_fn(|axis| heading[axis] / unit).to_f64();
        let rounding = if self.origin() == V::ZERO { 0.0 } else { f64::EPSILON };
        let line = SweptLine::new::<V>(start, rounding, direction, Into::<f64>::into(max) * unit);
        let limit = |max: V::Scalar| -> f32 {
            let max: f64 = max.into();
            if max.is_nan() {
                f32::NEG_INFINITY
            } else {
                rounded_up(max * unit * (1.0 + f64::from(f32::EPSILON)))
            }
        };
        let _ = descend(self.trees(), &line, limit(max), &mut |number| visit(number).map_continue(limit));
    }
}

/// Components of a direction below this count as 0: their inverse may not be finite.
const LEAST: f64 = f32::MIN_POSITIVE as f64;

/// A ray in the form that blocks are tested with, in `f32`.
///
/// Coordinates of boxes may be as large as `f32` allows; coordinates of missing boxes are infinite.
/// Differences and quotients are then infinite too, with the right signs; none is NaN.
struct SweptLine {
    slabs: Slabs,
    /// Fixed coordinates of the ray, if it is parallel to the planes of an axis.
    between: Option<[[f32; 2]; 3]>,
}

impl SweptLine {
    /// From `start`, with a relative rounding, in `direction`, whose greatest component is 1, as far as
    /// `reach`.
    fn new<V: Vector>(start: [f64; 3], rounding: f64, direction: [f64; 3], reach: f64) -> Self {
        // All that is between the ends of `f32` is met, from 0 on.
        let everything = Slabs {
            near_from: [f32::MAX; 3],
            far_from: [-f32::MAX; 3],
            inverse: [f32::MAX; 3],
            near: [0; 3],
        };
        let mut line = SweptLine { slabs: everything, between: None };
        if start.iter().any(|x| (*x as f32).is_infinite()) {
            return line;
        }
        for axis in 0..V::DIMENSION {
            let heading = direction[axis];
            let is_along = heading.abs() < LEAST;
            let aside = if is_along { heading.abs() * reach.min(f64::from(f32::MAX)) } else { 0.0 };
            let slack = start[axis].abs() * rounding + aside;
            let (low, high) = (rounded_down(start[axis] - slack), rounded_up(start[axis] + slack));
            if is_along {
                line.between.get_or_insert([[f32::NEG_INFINITY, f32::INFINITY]; 3])[axis] = [low, high];
                continue;
            }
            line.slabs.inverse[axis] = (1.0 / heading) as f32;
            let is_back = heading < 0.0;
            line.slabs.near_from[axis] = if is_back { low } else { high };
            line.slabs.far_from[axis] = if is_back { high } else { low };
            line.slabs.near[axis] = usize::from(is_back);
        }
        line
    }
}

impl Rank for SweptLine {
    #[inline(always)]
    fn ranks<S: Simd, V: Vector>(&self, simd: S, block: &[BlockLanes], limit: f32) -> (u32, f32x16<S>) {
        let planes = |axis: usize, near: usize| {
            [near, 1 - near].map(|side| block[axis + side * V::DIMENSION].load(simd))
        };
        let [first, last] = self.slabs.clip(simd, V::DIMENSION, planes, limit);
        let mut met = first.simd_le(last);
        if let Some(between) = &self.between {
            for (axis, [low, high]) in between.iter().enumerate().take(V::DIMENSION) {
                met &= block[axis].load(simd).simd_le(*high)
                    & block[V::DIMENSION + axis].load(simd).simd_ge(*low);
            }
        }
        (met.to_bitmask() as u32, first)
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec3, Vec2, Vec3};
    use proptest::prelude::*;

    use super::*;
    use crate::math::Unit;
    use crate::narrow::{Clip, ClipResult};
    use crate::shape::Aabb;

    /// Many small boxes, below them one without an end to any side but its upper one.
    fn over_ground<V: Vector>(end: f64) -> BroadPhase<V> {
        let mut broad = BroadPhase::new();
        let ground = Aabb::new(V::splat(V::Scalar::from_f64(-end)), V::from_f64([end, end, -5.0]));
        broad.add(&ground.unwrap());
        for number in 0..8000 {
            let place = [number % 20, number / 20 % 20, number / 400].map(f64::from);
            let (min, size) = (V::from_f64(place), V::splat(V::Scalar::from_f64(0.5)));
            broad.add(&Aabb::new(min, min + size).unwrap());
        }
        broad
    }

    fn looks_at_few<V: Vector>(end: f64) {
        let broad = over_ground::<V>(end);
        let far = V::Scalar::from_f64(f64::INFINITY);
        for (start, direction, nearest, most) in [
            ([-3.0, 10.25, 10.25], [1.0, 0.0, 0.0], 4200, 24),
            ([-3.0, -2.7, -2.5], [1.0, 1.0, 1.0], 0, 24),
            ([10.25, 10.25, -3.0], [0.0, 0.0, -1.0], u32::MAX, 2),
        ] {
            let nearest = if nearest == u32::MAX { 0 } else { nearest + 1 };
            let ray = Ray::new(V::from_f64(start), Unit::new(V::from_f64(direction)).unwrap()).unwrap();
            let mut seen = Vec::new();
            let _ = broad.cast_ray(&ray, far, |number| {
                seen.push(number);
                ControlFlow::<(), _>::Continue(if number == nearest { V::Scalar::from_f64(4.0) } else { far })
            });
            assert!(seen.contains(&nearest) && seen.len() <= most, "{nearest}: {seen:?}");
        }
        let mut seen = Vec::new();
        let _ =
            broad.nearest_to_point(V::from_f64([10.25, 10.25, -2.0]), V::Scalar::from_f64(4.0), |number| {
                seen.push(number);
                ControlFlow::<(), _>::Continue(V::Scalar::from_f64(4.0))
            });
        assert!(seen.contains(&0) && seen.len() < 100, "{seen:?}");
    }

    #[test]
    fn a_box_without_an_end_costs_little() {
        looks_at_few::<Vec3>(f32::MAX.into());
        looks_at_few::<DVec3>(f64::MAX);
    }

    /// A coordinate: of a lattice, an end of all, or far away.
    fn coordinate(choice: u8, end: f64) -> f64 {
        match choice {
            0 => -end,
            1 => end,
            2 => -1e25,
            3 => 1e35,
            _ => f64::from(choice) - 14.0,
        }
    }

    fn loses_nothing<V: Vector>(
        boxes: &[[[u8; 3]; 2]],
        start: [u8; 3],
        direction: [i8; 3],
        tiny: f64,
        end: f64,
    ) {
        let at = |choice: u8| coordinate(choice, end);
        let boxes: Vec<Aabb<V>> = boxes
            .iter()
            .map(|[a, b]| Aabb::from_corners(V::from_f64(a.map(at)), V::from_f64(b.map(at))).unwrap())
            .collect();
        let part =
            |component: i8| if component.abs() == 4 { tiny * f64::from(component) } else { component.into() };
        let Ok(direction) = Unit::new(V::from_f64(direction.map(part))) else { return };
        let ray = Ray::new(V::from_f64(start.map(|choice| f64::from(choice) - 10.0)), direction).unwrap();
        let mut broad = BroadPhase::new();
        broad.add_many(&boxes);
        let mut found = vec![false; boxes.len()];
        let _ = broad.cast_ray(&ray, V::Scalar::from_f64(f64::INFINITY), |number| {
            found[number as usize] = true;
            ControlFlow::<(), _>::Continue(V::Scalar::from_f64(f64::INFINITY))
        });
        for (bounds, found) in boxes.iter().zip(found) {
            let is_met = |crossing: ClipResult<V>| crossing.interval.start.into() < 3e38;
            assert!(found || !ray.clip(bounds).is_some_and(is_met), "{bounds:?} {ray:?}");
        }
    }

    proptest! {
        #[test]
        fn no_box_is_lost_whatever_its_size_and_the_direction(
            boxes in prop::collection::vec(prop::array::uniform2(prop::array::uniform3(0_u8..30)), 1..100),
            start in prop::array::uniform3(0_u8..20),
            direction in prop::array::uniform3(-4_i8..=4),
            tiny in prop::sample::select(vec![1e-10, 1e-25, 1e-33, 1e-38, 1e-42]),
        ) {
            loses_nothing::<Vec3>(&boxes, start, direction, tiny, f32::MAX.into());
            loses_nothing::<Vec2>(&boxes, start, direction, tiny, f32::MAX.into());
            loses_nothing::<DVec3>(&boxes, start, direction, tiny, f64::MAX);
        }
    }
}
