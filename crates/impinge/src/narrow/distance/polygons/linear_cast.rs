//! The time at which two convex polygons, one of which translates linearly, come near each other.
//!
//! The edges of their Minkowski difference are the edges of both polygons. A moving point is inside the
//! difference as long as it is on the inner side of the lines through all edges ([`SlabTimes`]). For a
//! distance, all lines move outwards by it. This is exact except at the corners, which are then too far
//! out; there the polygons are tested at their positions.

use glam::DVec2;

use super::{ConvexPolygon, MAX_VERTICES, PolygonOutline, WIDTH, across, double, of_vector};
use crate::math::Vector;
use crate::narrow::distance::linear_cast::{Closing, SlabTimes, Times};
use crate::shape::ConvexShape;

/// When two polygons come near of which the second moves, in this order, seen from an origin near the first,
/// and where they are then, seen from there too; `None` for cores that are none. Of gaps, `slack` may be
/// rounding.
#[inline(never)]
pub(in crate::narrow) fn closing<V: Vector>(
    [a, b]: [&ConvexShape<'_, V>; 2],
    origin: V::Double,
    motion: V::Double,
    times: Times,
    slack: f64,
) -> Option<Closing<V::Double>> {
    let (origin, motion) = (double(origin), double(motion));
    let first: ConvexPolygon<MAX_VERTICES> = ConvexPolygon::new(&a.core, origin)?;
    let mut second: ConvexPolygon<MAX_VERTICES> = ConvexPolygon::new(&b.core, origin)?;
    if first.count < 2 || second.count < 2 {
        return None;
    }
    let mut slab_intervals = SlabTimes::new(times.start, times.last);
    let level = times.level + slack;
    cut(&mut slab_intervals, [&first, &second], -motion, level, 0);
    cut(&mut slab_intervals, [&second, &first], motion, level, MAX_VERTICES);
    if slab_intervals.is_empty() {
        return Some(Closing::Never);
    }
    let t = slab_intervals.enter;
    for i in 0..MAX_VERTICES {
        second.x[i] += motion.x * t;
        second.y[i] += motion.y * t;
    }
    let (first, second) = (first.outline(), second.outline());
    let found = slab_intervals.last_axis.and_then(|edge| match edge.checked_sub(MAX_VERTICES) {
        None => Some(across(&first, &second, edge)?.separation),
        Some(edge) => Some(across(&second, &first, edge)?.separation.flip()),
    });
    Some(match found.filter(|found| found.distance > 0.0 && found.distance <= times.near) {
        Some(found) => Closing::Near(t, of_vector::<V>(found)),
        None => Closing::Until(t),
    })
}

/// The times at which the other is on the inner side of all edges, or no further out than a level. Edges are
/// numbered from `number` on.
#[inline(always)]
fn cut(
    slab_intervals: &mut SlabTimes<usize>,
    [own, other]: [&ConvexPolygon<MAX_VERTICES>; 2],
    closing: DVec2,
    level: f64,
    number: usize,
) {
    let (from, count) = (own.outline(), own.count);
    for start in (0..count).step_by(WIDTH) {
        // A few edges at a time, a lane each; the last may come twice.
        let (mut x, mut y, mut along) = ([0.0; WIDTH], [0.0; WIDTH], [0.0; WIDTH]);
        for lane in 0..WIDTH {
            let edge = (start + lane).min(count - 1);
            let outward = from.outward(edge);
            (x[lane], y[lane], along[lane]) = (outward.x, outward.y, outward.dot(from.vertex(edge)));
        }
        let mut least = [f64::INFINITY; WIDTH];
        for corner in 0..other.count.min(MAX_VERTICES) {
            let (u, v) = (other.x[corner], other.y[corner]);
            for lane in 0..WIDTH {
                let along = x[lane] * u + y[lane] * v;
                least[lane] = if along < least[lane] { along } else { least[lane] };
            }
        }
        for lane in 0..WIDTH {
            let length = (x[lane] * x[lane] + y[lane] * y[lane]).sqrt();
            let gap = least[lane] - along[lane] - level * length;
            let closing = x[lane] * closing.x + y[lane] * closing.y;
            slab_intervals.cut_one_side(gap, closing, number + (start + lane).min(count - 1));
        }
    }
}
