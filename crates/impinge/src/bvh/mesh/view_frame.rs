//! Two meshes as they are seen along a direction: two coordinates across it, and the last along it.

use super::directional_penetration::{DirectionalDepth, ViewPoint, depth_in_2d, depth_in_3d};
use crate::math::{Vector, least_axis};
use crate::shape::Triangle;

/// More than is rounded of a height, as a share of the coordinates.
const HEIGHT_TOLERANCE: f64 = 1e-14;

/// A frame with an axis along a direction, at a place near the geometry.
#[derive(Clone, Copy, Debug)]
pub(super) struct ViewFrame {
    /// Two axes across the direction, and itself.
    pub axes: [[f64; 3]; 3],
    /// Where the coordinates are 0.
    pub middle: [f64; 3],
}

impl ViewFrame {
    /// Along a unit vector.
    pub fn new<V: Vector>(direction: V::Double, middle: V) -> Self {
        ViewFrame { axes: view_axes::<V>(direction), middle: middle.to_f64() }
    }

    /// How far the first of two triangles reaches beyond the second, if they are in line. What cannot be more
    /// than is known need not be found.
    pub fn depth<V: Vector>(&self, a: &Triangle<V>, b: &Triangle<V>, known: f64) -> Option<DirectionalDepth> {
        let ([a, b, c], [p, q, r]) = (a.points(), b.points());
        let (a, b) = (
            [self.to_view(a), self.to_view(b), self.to_view(c)],
            [self.to_view(p), self.to_view(q), self.to_view(r)],
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
    fn to_view<V: Vector>(&self, point: V) -> ViewPoint {
        let (point, middle) = (point.to_f64(), self.middle);
        let from = [point[0] - middle[0], point[1] - middle[1], point[2] - middle[2]];
        let along = |axis: [f64; 3]| axis[0] * from[0] + axis[1] * from[1] + axis[2] * from[2];
        [along(self.axes[0]), along(self.axes[1]), along(self.axes[2])]
    }

    /// A vector that is seen, in the world.
    pub fn vector_to_world<V: Vector>(&self, seen: ViewPoint) -> V::Double {
        let turned = |k: usize| (0..3).map(|i| self.axes[i][k] * seen[i]).sum::<f64>();
        V::Double::from_f64([turned(0), turned(1), turned(2)])
    }

    /// A point that is seen, in the world.
    pub fn point_to_world<V: Vector>(&self, seen: ViewPoint) -> V::Double {
        self.vector_to_world::<V>(seen) + V::Double::from_f64(self.middle)
    }
}

/// Two axes across a direction, a unit vector, and itself; of the plane the second is that which is not in
/// it.
pub(super) fn view_axes<V: Vector>(direction: V::Double) -> [[f64; 3]; 3] {
    let n = direction.to_f64();
    if V::IS_2D {
        return [[n[1], -n[0], 0.0], [0.0, 0.0, 1.0], n];
    }
    let first = direction.perpendicular(V::Double::unit_axis(least_axis(direction)));
    let first = first * (1.0 / first.length());
    [first.to_f64(), direction.perpendicular(first).to_f64(), n]
}
