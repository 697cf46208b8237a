//! Separation of two convex shapes: one signed number, the distance or minus the depth, with its points and
//! its normal.

use crate::math::{Scalar, Vector};
use crate::shape::ShapeRef;

/// The result, in a frame or in the world.
#[derive(Clone, Copy, Debug)]
pub struct Separation<D> {
    /// Negative: minus the depth.
    pub distance: f64,
    /// A unit vector from A to B.
    pub normal: D,
    pub point_a: D,
    pub point_b: D,
}

impl<D: Vector<Scalar = f64>> Separation<D> {
    /// Returns the separation of the same shapes in the other order.
    #[inline(always)]
    pub fn flip(self) -> Self {
        Separation {
            distance: self.distance,
            normal: -self.normal,
            point_a: self.point_b,
            point_b: self.point_a,
        }
    }

    /// Returns the separation with all lengths times a factor.
    pub fn scaled(self, factor: f64) -> Self {
        let (point_a, point_b) = (self.point_a * factor, self.point_b * factor);
        Separation { distance: self.distance * factor, point_a, point_b, ..self }
    }

    /// Creates the separation of the nearest points of two cores; without a distance the normal is `resting`.
    #[inline(always)]
    pub fn of_points(point_a: D, point_b: D, resting: impl FnOnce() -> D) -> Self {
        match measured(point_b - point_a) {
            Some((distance, normal)) => Separation { distance, normal, point_a, point_b },
            None => Separation { distance: 0.0, normal: resting(), point_a, point_b },
        }
    }
}

/// Products of two sizes between this and its inverse neither overflow nor underflow, even in `f32`.
pub(in crate::narrow) const ORDINARY: f64 = 1e15;
/// Squares up to this may have lost some or all digits.
pub(in crate::narrow) const TINY: f64 = 1e-290;

/// Returns the length of a vector and its direction; `None` if it is 0.
#[inline(always)]
pub(in crate::narrow) fn measured<D: Vector<Scalar = f64>>(vector: D) -> Option<(f64, D)> {
    let square = vector.dot(vector);
    if square < TINY {
        return measured_by_largest(vector);
    }
    let length = square.sqrt();
    Some((length, vector * (1.0 / length)))
}

/// Computes them relative to the greatest component, whose square does not underflow.
#[cold]
#[inline(never)]
fn measured_by_largest<D: Vector<Scalar = f64>>(vector: D) -> Option<(f64, D)> {
    let (largest, scaled) = (vector.abs().max_element(), near_one(vector));
    let length = scaled.length();
    (largest > 0.0).then(|| (length * largest, scaled * (1.0 / length)))
}

/// Returns a vector of the same direction whose greatest component is 1, or 0.
#[cold]
pub(in crate::narrow) fn near_one<D: Vector<Scalar = f64>>(vector: D) -> D {
    let largest = vector.abs().max_element();
    // Divided, as the reciprocal of the smallest floats is infinite.
    if largest > 0.0 { D::from_fn(|axis| vector[axis] / largest) } else { vector }
}

/// Returns whether the numbers are `f32`. Then nothing overflows in `f64`, and differences need no origin
/// near the shapes.
#[inline(always)]
pub(crate) fn is_single<V: Vector>() -> bool {
    V::Scalar::UNIT_ROUNDOFF.into() > 1e-10
}

/// The result of a closed form.
pub(in crate::narrow) enum ClosedForm<D> {
    /// This separation.
    Found(Separation<D>),
    /// Further apart than the limit.
    Beyond,
    /// No result.
    Open,
}

/// Returns the separation of two shapes of which one has no part: infinite, with a normal away from that one.
pub(in crate::narrow) fn of_nothing<V: Vector>(a: &ShapeRef<'_, V>) -> Separation<V::Double> {
    let is_nothing = matches!(a, ShapeRef::Composite(parts) if parts.aabb().is_none());
    let normal = V::Double::unit_axis(0) * if is_nothing { 1.0 } else { -1.0 };
    Separation { distance: f64::INFINITY, normal, point_a: V::Double::ZERO, point_b: V::Double::ZERO }
}
