//! Lines in the frame of a shape, and the interval along which they run through it.

use crate::math::{Vector, rounded_within_floats};
use crate::narrow::distance::frame::Frame;

/// Positions on a line that are computed with a few roundings are off by less than so much of the lengths
/// involved.
pub(in crate::narrow) const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// The line of a ray or segment. Positions along it are lengths in the frame, from its start.
pub(super) struct CastLine<D: Vector> {
    pub frame: Frame<D>,
    pub start: D,
    /// A unit vector.
    pub direction: D,
    /// Where the path ends; infinite for a ray.
    pub last: f64,
    /// The start in the world, where no rounding has touched it.
    origin: D,
    /// How long one unit of the path's own parameter is.
    unit: f64,
    /// Whether the exit of the line is needed, even if it starts outside.
    pub wants_exit: bool,
}

/// One end of a passage.
#[derive(Clone, Copy)]
pub(super) struct PassageEnd<D> {
    pub along: f64,
    /// Outward unit normal.
    pub normal: D,
    pub feature: u32,
}

/// Where a line is inside of a convex shape, up to rounding.
pub(super) struct Passage<D> {
    pub entry: PassageEnd<D>,
    pub exit: PassageEnd<D>,
    /// Inside for certain: from, to; empty if from > to.
    pub surely: (f64, f64),
    /// Nothing outside of this interval is inside.
    pub at_most: (f64, f64),
    /// Whether the shape has two sides and no inside. Then the normal of the entry is the normal of the
    /// front.
    pub is_flat: bool,
}

impl<D: Vector<Scalar = f64>> Passage<D> {
    /// A passage that is taken as it was computed.
    pub fn of_ends(entry: PassageEnd<D>, exit: PassageEnd<D>) -> Self {
        let both = (entry.along, exit.along);
        Passage { entry, exit, surely: both, at_most: both, is_flat: false }
    }

    /// Through a surface at one place, give or take an error; `is_certain` means that it is not beside the
    /// surface.
    pub fn through(along: f64, error: f64, normal: D, is_certain: bool) -> Self {
        let end = PassageEnd { along, normal, feature: 0 };
        let surely = if is_certain { ALWAYS } else { NEVER };
        Passage { entry: end, exit: end, surely, at_most: (along - error, along + error), is_flat: true }
    }

    /// Whether a path that ends at `last` certainly intersects the shape.
    pub fn is_certain(&self, last: f64) -> bool {
        // One place must lie on the path wherever exactly it is; an interval must only reach there.
        let is_on_path = !self.is_flat || (self.at_most.0 >= 0.0 && self.at_most.1 <= last);
        is_on_path && self.surely.0.max(0.0) <= self.surely.1.min(last)
    }

    /// Whether a path that ends at `last` may intersect the shape.
    pub fn is_possible(&self, last: f64) -> bool {
        self.at_most.0.max(0.0) <= self.at_most.1.min(last)
    }
}

/// Where a line meets what it is parallel to, if rounding hid that it is not.
pub(super) const FAR_AWAY: f64 = f64::MAX * 0.25;

/// All of a line, and nothing of it.
pub(super) const ALWAYS: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);
pub(super) const NEVER: (f64, f64) = (f64::INFINITY, f64::NEG_INFINITY);

impl<D: Vector<Scalar = f64>> CastLine<D> {
    /// The line of a ray.
    pub fn along(frame: Frame<D>, origin: D, direction: D) -> Self {
        let length = direction.length();
        CastLine {
            start: frame.point(origin),
            direction: direction * (1.0 / length),
            last: f64::INFINITY,
            origin,
            unit: length * frame.scale,
            wants_exit: false,
            frame,
        }
    }

    /// The line of a segment; if its ends are the same, some line through them.
    pub fn between(frame: Frame<D>, a: D, b: D) -> Self {
        let start = frame.point(a);
        let vector = frame.point(b) - start;
        // Scaled first, so that squares of tiny lengths do not vanish.
        let largest = vector.abs().max_element();
        let (direction, length) = if largest > 0.0 {
            // Divided: one over the least of lengths is infinite.
            let scaled = D::from_fn(|axis| vector[axis] / largest);
            let length = scaled.length();
            (scaled * (1.0 / length), length * largest)
        } else {
            (D::unit_axis(0), 0.0)
        };
        CastLine { start, direction, last: length, origin: a, unit: length, wants_exit: false, frame }
    }

    /// The point at a position, in the frame.
    pub fn at(&self, along: f64) -> D {
        self.start + self.direction * along
    }

    /// The point at a position, in the world.
    pub fn world_point<V: Vector<Double = D>>(&self, along: f64) -> V {
        let way = self.frame.world_vector(self.direction * along) * (1.0 / self.frame.scale);
        rounded_within_floats(self.origin + way)
    }

    /// The path's own parameter at a position.
    pub fn parameter(&self, along: f64) -> f64 {
        if self.unit > 0.0 { along / self.unit } else { 0.0 }
    }

    /// Where the line is nearest to a point, and the vector from the point to there.
    pub fn nearest_to(&self, point: D) -> (f64, D) {
        let along = (point - self.start).dot(self.direction);
        let across = self.at(along) - point;
        // Once more, so that a far start costs no digits.
        let rest = -across.dot(self.direction);
        (along + rest, across + self.direction * rest)
    }
}
