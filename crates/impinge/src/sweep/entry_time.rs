//! Earliest time at which a moving shape can be near a triangle, in a few products: a start for the search of
//! the exact time.
//!
//! Along any direction, the shape comes within a margin of the triangle no earlier than its furthest
//! point comes within the margin of the nearest vertex. The directions are the axes, and the shortest
//! one from the middle of the shape to the triangle; then the shortest one again from the earliest
//! position found. For a ball, whose furthest points are in line with its middle, these steps are
//! Newton's.

use super::extents::reach_along;
use crate::math::Vector;
use crate::narrow::{Separation, nearest_by_regions};
use crate::shape::{Ball, ShapeRef, Swept, Triangle};

/// Steps towards the triangle: for a ball, more gain nothing; for others mostly the first counts.
const STEPS: usize = 4;

/// A time before which a shape, at a translation at the start of its motion, comes no nearer to an obstacle
/// than the margin; infinite if it does not before `last`, and 0 if unknown.
pub(super) fn entry<V: Vector>(
    shape: &ShapeRef<'_, V>,
    at: V::Double,
    way: &Swept<V::Double>,
    obstacle: &ShapeRef<'_, V>,
    last: f64,
) -> f64 {
    let ShapeRef::Triangle(triangle) = obstacle else { return 0.0 };
    // Relative to the middle of the shape at its start.
    let corners = triangle.points().map(|corner| corner.to_double() - way.middle);
    let Some([first, end]) = of_boxes(way, corners) else { return f64::INFINITY };
    // After it, the time does not matter; before, it must not depend on other results.
    let last = end.min(last);
    if V::IS_2D {
        return if first > last { f64::INFINITY } else { first };
    }
    let approach = Approach { shape, at: at - way.middle, way, corners, last };
    // A smaller gain is not worth a step.
    let least = 1e-4 * way.margin / way.motion.length();
    let mut t = first;
    for _ in 0..STEPS {
        if t > last {
            return f64::INFINITY;
        }
        let middle = way.motion * t;
        let next = approach.along(nearest_by_regions(middle, corners) - middle);
        let is_worth = next - t > least;
        t = t.max(next);
        if !is_worth {
            break;
        }
    }
    if t > last { f64::INFINITY } else { t * (1.0 - 8.0 * f64::EPSILON) }
}

/// The separation of a ball, at a translation, from a triangle in 3D, if it is outside and beyond rounding:
/// nearer than `least`, normals take more care.
pub(super) fn separation_of_ball<V: Vector>(
    ball: &Ball<V>,
    at: V::Double,
    triangle: &Triangle<V>,
    least: f64,
) -> Option<Separation<V::Double>> {
    if V::IS_2D {
        return None;
    }
    let (center, radius) = (ball.center().to_double() + at, ball.radius().into());
    let corners = triangle.points().map(V::to_double);
    let nearest = nearest_by_regions(center, corners);
    let between = nearest - center;
    let square = between.dot(between);
    if !(1e-280..1e280).contains(&square) {
        return None;
    }
    let length = square.sqrt();
    let normal = between * (1.0 / length);
    // Beside slivers another point may be nearest: no vertex may be further this way.
    let is_proven = corners.iter().all(|&corner| {
        let along = corner - nearest;
        normal.dot(along) >= -1e-13 * (along.abs().element_sum() + length)
    });
    let distance = length - radius;
    (is_proven && distance > least).then(|| Separation {
        distance,
        normal,
        point_a: center + normal * radius,
        point_b: nearest,
    })
}

/// The times between which the boxes are within the margin.
fn of_boxes<D: Vector<Scalar = f64>>(way: &Swept<D>, [a, b, c]: [D; 3]) -> Option<[f64; 2]> {
    let (min, max) = (a.min(b).min(c), a.max(b).max(c));
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for axis in 0..D::DIMENSION {
        let reach = way.half[axis] + way.margin;
        let (low, high, speed) = (min[axis] - reach, max[axis] + reach, way.motion[axis]);
        if speed == 0.0 {
            if low > 0.0 || high < 0.0 {
                return None;
            }
            continue;
        }
        let (p, q) = (low / speed, high / speed);
        first = first.max(p.min(q));
        last = last.min(p.max(q) * (1.0 + 8.0 * f64::EPSILON));
    }
    (first * (1.0 - 8.0 * f64::EPSILON) <= last).then_some([first, last])
}

/// A shape moving to a triangle, both relative to the middle of the shape at its start.
struct Approach<'a, V: Vector> {
    shape: &'a ShapeRef<'a, V>,
    at: V::Double,
    way: &'a Swept<V::Double>,
    corners: [V::Double; 3],
    last: f64,
}

impl<V: Vector> Approach<'_, V> {
    /// When they come within the margin along a direction, if by `last`; infinite if not, and 0 if from the
    /// start or unknown.
    fn along(&self, direction: V::Double) -> f64 {
        let square = direction.dot(direction);
        // Squares that have lost digits, or everything.
        if !(1e-280..1e280).contains(&square) {
            return 0.0;
        }
        let normal = direction * (1.0 / square.sqrt());
        let Some(reach) = reach_along(self.shape, normal) else { return 0.0 };
        let [a, b, c] = self.corners.map(|corner| normal.dot(corner));
        let (motion, largest) = (self.way.motion, |vector: V::Double| vector.abs().max_element());
        // Roundings of three products each.
        let wrong = 32.0 * f64::EPSILON;
        let [far_a, far_b, far_c] = self.corners.map(largest);
        let far = far_a.max(far_b).max(far_c) + largest(self.way.half) + largest(self.at);
        let gap = a.min(b).min(c) - (reach + normal.dot(self.at)) - self.way.margin - wrong * far;
        let closing = normal.dot(motion) + wrong * largest(motion);
        match gap > 0.0 {
            true if gap > closing * self.last => f64::INFINITY,
            true => gap / closing,
            // NaN counts as unknown.
            false => 0.0,
        }
    }
}
