//! The contact manifold, and how points are reduced to the few that a solver needs.
//!
//! Of more than four points, the deepest is kept, and those that span the largest area with it.
//! Source: Gregorius, "Robust Contact Creation", GDC 2015.

use smallvec::SmallVec;

use crate::math::{Scalar, Unit, Vector};
use crate::narrow::contact::{Contact, contact_of};
use crate::narrow::distance::separation::Separation;

/// The area in which two shapes intersect or come within a margin.
///
/// Points are in the coordinates of both shapes, as the [conventions](crate#conventions) state.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactManifold<V: Vector> {
    /// The direction from the first shape towards the second.
    pub normal: Unit<V>,
    pub(crate) points: SmallVec<[ManifoldPoint<V>; 4]>,
}

/// A point of a [`ContactManifold`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ManifoldPoint<V: Vector> {
    /// The point on the first shape.
    pub point_a: V,
    /// The point on the second shape.
    pub point_b: V,
    /// The distance between the shapes at this point, along the normal; negative where they overlap.
    pub distance: V::Scalar,
    /// The id of the features in contact: it stays the same while the same vertices, edges and faces are in
    /// contact.
    pub feature: u64,
}

impl<V: Vector> ManifoldPoint<V> {
    /// Returns the penetration depth at this point, 0 if the shapes do not overlap here.
    pub fn depth(&self) -> V::Scalar {
        (-self.distance).max(V::Scalar::ZERO)
    }
}

impl<V: Vector> ContactManifold<V> {
    /// Returns the points: one or two in 2D, one to four in 3D.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::prelude::*;
    /// use impinge::shape::Aabb;
    /// let floor = Aabb::new(Vec2::new(-9.0, -1.0), Vec2::new(9.0, 0.0))?;
    /// let crate_ = Aabb::new(Vec2::ZERO, Vec2::ONE)?;
    /// let manifold = floor.manifold(&crate_, 0.0).ok_or("they touch")?;
    /// let ends: Vec<f32> = manifold.points().iter().map(|point| point.point_a.x).collect();
    /// assert!(manifold.normal.get() == Vec2::Y && ends.contains(&0.0) && ends.contains(&1.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn points(&self) -> &[ManifoldPoint<V>] {
        &self.points
    }

    /// Returns the manifold of the same shapes in the other order.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Aabb, Ball};
    /// let (floor, ball) = (Aabb::new(-Vec2::ONE, Vec2::X)?, Ball::new(Vec2::new(0.0, 0.75), 1.0)?);
    /// let manifold: ContactManifold<Vec2> = floor.manifold(&ball, 0.0).ok_or("they overlap")?;
    /// assert_eq!(Some(manifold.flip()), ball.manifold(&floor, 0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn flip(mut self) -> Self {
        self.normal = -self.normal;
        for point in &mut self.points {
            std::mem::swap(&mut point.point_a, &mut point.point_b);
        }
        self
    }

    /// Reverses the normal, so that gaps become depths.
    pub(crate) fn turned(mut self) -> Self {
        self.normal = -self.normal;
        for point in &mut self.points {
            point.distance = V::Scalar::ZERO - point.distance;
        }
        self
    }
}

/// A point before it is rounded.
#[derive(Clone, Copy)]
pub(in crate::narrow) struct Found<D> {
    pub point_a: D,
    pub point_b: D,
    pub distance: f64,
    pub feature: u64,
}

/// Points before the reduction: rarely more than eight.
pub(in crate::narrow) type Points<D> = SmallVec<[Found<D>; 8]>;

/// The feature id of the point that the separation found, where no features are in contact.
pub(in crate::narrow) const DEEPEST: u64 = u64::MAX;

/// The manifold of a single point.
#[inline(always)]
pub(in crate::narrow) fn of_one_point<V: Vector>(found: Separation<V::Double>) -> ContactManifold<V> {
    let Contact { point_a, point_b, distance, normal } = contact_of::<V>(found);
    let mut points = SmallVec::new();
    points.push(ManifoldPoint { point_a, point_b, distance, feature: DEEPEST });
    ContactManifold { points, normal }
}

/// Reduces the points, with the deepest among them, and rounds them to the precision of the shapes.
#[inline(always)]
pub(in crate::narrow) fn rounded<V: Vector>(
    found: Separation<V::Double>,
    points: &mut Points<V::Double>,
) -> ContactManifold<V> {
    let deepest = points.iter().map(|point| point.distance).fold(f64::INFINITY, f64::min);
    let depth = found.distance * found.distance;
    let size = points.iter().fold(depth, |most: f64, point| {
        let away = point.point_a - found.point_a;
        most.max(away.dot(away))
    });
    // The separation itself counts where clipping missed it by more than rounding; searches in 3D have more
    // of it.
    let missed = deepest - found.distance;
    let rounding = if V::IS_2D { 1e-18 } else { 1e-14 };
    if points.is_empty() || missed > 0.0 && missed * missed > rounding * size {
        let Separation { point_a, point_b, distance, .. } = found;
        points.push(Found { point_a, point_b, distance, feature: DEEPEST });
    }
    if V::IS_2D {
        two(points);
    } else if points.len() > 4 {
        four(points, found.normal);
    }
    let mut kept: SmallVec<[ManifoldPoint<V>; 4]> = SmallVec::new();
    for &Found { point_a, point_b, distance, feature } in points.iter() {
        let contact = contact_of::<V>(Separation { distance, normal: found.normal, point_a, point_b });
        let Contact { point_a, point_b, distance, .. } = contact;
        // Corners of both shapes at one place are one point.
        if !kept.iter().any(|point| point.point_a == point_a && point.point_b == point_b) {
            kept.push(ManifoldPoint { point_a, point_b, distance, feature });
        }
    }
    ContactManifold { points: kept, normal: contact_of::<V>(found).normal }
}

/// Keeps these of the points, in this order.
fn keep<D: Copy, const N: usize>(points: &mut Points<D>, which: [Option<usize>; N]) {
    let kept: SmallVec<[Found<D>; 4]> = which.into_iter().flatten().map(|i| points[i]).collect();
    points.clear();
    points.extend_from_slice(&kept);
}

/// The deepest point and the one furthest from it.
fn two<D: Vector<Scalar = f64>>(points: &mut Points<D>) {
    let Some(first) = deepest_of(points) else {
        return;
    };
    let away =
        |point: &Found<D>| (point.point_a - points[first].point_a).dot(point.point_a - points[first].point_a);
    let second = most(points, away).filter(|&second| away(&points[second]) > 0.0);
    keep(points, [Some(first), second]);
}

/// Four points: the deepest, the one furthest from it, and those that add most area on both sides of these.
#[inline(never)]
fn four<D: Vector<Scalar = f64>>(points: &mut Points<D>, normal: D) {
    let Some(first) = deepest_of(points) else {
        return;
    };
    let from = points[first].point_a;
    let Some(second) = most(points, |point| (point.point_a - from).dot(point.point_a - from)) else {
        return;
    };
    let across = (points[second].point_a - from).perpendicular(normal);
    let side = |point: &Found<D>| across.dot(point.point_a - from);
    // The side of the second point is 0 up to rounding.
    let is_new = |i: &usize| *i != first && *i != second;
    let third = most(points, side).filter(|i| is_new(i) && side(&points[*i]) > 0.0);
    let fourth = most(points, |point| -side(point)).filter(|i| is_new(i) && side(&points[*i]) < 0.0);
    keep(points, [Some(first), third, Some(second), fourth]);
}

pub(in crate::narrow) fn deepest_of<D>(points: &[Found<D>]) -> Option<usize> {
    most(points, |point| -point.distance)
}

/// The first of the points of which a number is greatest.
fn most<D>(points: &[Found<D>], number: impl Fn(&Found<D>) -> f64) -> Option<usize> {
    (0..points.len()).reduce(|best, i| if number(&points[i]) > number(&points[best]) { i } else { best })
}

/// Combines several numbers to one that is unique in practice: all bits of each affect all bits of it.
#[inline(always)]
pub(in crate::narrow) fn number_of([a, b, c, d]: [u32; 4]) -> u64 {
    let pair = |low: u32, high: u32| u128::from(u64::from(low) | u64::from(high) << 32);
    // Odd numbers without a pattern, as the folded products of wyhash need them (Wang Yi, 2019).
    let product = (pair(a, b) ^ 0xa076_1d64_78bd_642f) * (pair(c, d) ^ 0xe703_7ed1_a0b4_28db);
    (product as u64) ^ (product >> 64) as u64
}
