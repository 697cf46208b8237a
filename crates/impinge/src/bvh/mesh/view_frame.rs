//! View frames: coordinates with two axes across a direction and the last along it.

use super::directional_penetration::{DirectionalDepth, ViewPoint, depth_in_2d, depth_in_3d};
use crate::math::{Vector, least_axis};
use crate::shape::Triangle;

/// Bound on the rounding error of a height, relative to the coordinates.
const HEIGHT_TOLERANCE: f64 = 1e-14;

/// A frame with one axis along a direction, at a place near the geometry.
#[derive(Clone, Copy, Debug)]
pub(super) struct ViewFrame {
    /// Two axes across the direction, and the direction.
    pub axes: [[f64; 3]; 3],
    /// The origin of the frame.
    pub middle: [f64; 3],
}

impl ViewFrame {
    /// Creates the frame of a unit vector.
    pub fn new<V: Vector>(direction: V::Double, middle: V) -> Self {
        ViewFrame { axes: view_axes::<V>(direction), middle: middle.to_f64() }
    }

    /// Computes how far the first of two triangles reaches beyond the second; `None` if they are not aligned.
    /// Results that cannot exceed `known` may be omitted.
    pub fn depth<V: Vector>(&self, a: &Triangle<V>, b: &Triangle<V>, known: f64) -> Option<DirectionalDepth> {
        let ([a, b, c], [p, q, r]) = (a.points(), b.points());
        let (a, b) = (
            [self.view_point(a), self.view_point(b), self.view_point(c)],
            [self.view_point(p), self.view_point(q), self.view_point(r)],
        );
        let front = f64::max(a[0][2], f64::max(a[1][2], a[2][2]));
        let back = f64::min(b[0][2], f64::min(b[1][2], b[2][2]));
        // Points between corners may be a rounding beyond them.
        if front - back + (front.abs() + back.abs()) * HEIGHT_TOLERANCE <= known {
            return None;
        }
        if V::IS_2D { depth_in_2d(&a, &b) } else { depth_in_3d(&a, &b) }
    }

    #[inline(always)]
    fn view_point<V: Vector>(&self, point: V) -> ViewPoint {
        let (point, middle) = (point.to_f64(), self.middle);
        let from = [point[0] - middle[0], point[1] - middle[1], point[2] - middle[2]];
        let along = |axis: [f64; 3]| axis[0] * from[0] + axis[1] * from[1] + axis[2] * from[2];
        [along(self.axes[0]), along(self.axes[1]), along(self.axes[2])]
    }

    /// Transforms a vector of the frame to the world.
    pub fn vector_to_world<V: Vector>(&self, seen: ViewPoint) -> V::Double {
        let turned = |k: usize| (0..3).map(|i| self.axes[i][k] * seen[i]).sum::<f64>();
        V::Double::from_f64([turned(0), turned(1), turned(2)])
    }

    /// Transforms a point of the frame to the world.
    pub fn point_to_world<V: Vector>(&self, seen: ViewPoint) -> V::Double {
        self.vector_to_world::<V>(seen) + V::Double::from_f64(self.middle)
    }
}

/// Returns two axes across a direction, a unit vector, and the direction. In 2D, the second axis is
/// perpendicular to the plane.
pub(super) fn view_axes<V: Vector>(direction: V::Double) -> [[f64; 3]; 3] {
    let n = direction.to_f64();
    if V::IS_2D {
        return [[n[1], -n[0], 0.0], [0.0, 0.0, 1.0], n];
    }
    let first = direction.perpendicular(V::Double::unit_axis(least_axis(direction)));
    let first = first * (1.0 / first.length());
    [first.to_f64(), direction.perpendicular(first).to_f64(), n]
}
