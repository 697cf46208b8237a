//! Bounds of a shape relative to another one, in a slice of time in which both may translate and rotate.

use crate::math::{Scalar, Vector};
use crate::narrow::region;
use crate::shape::{Aabb, ShapeRef};
use crate::sweep::motion::Motion;

/// An interval of time.
pub(super) struct Slice {
    pub start: f64,
    pub end: f64,
}

/// A shape relative to another one, which moves as well.
pub(super) struct RelativeBounds<'m, V: Vector> {
    bounds: Aabb<V>,
    /// The motion of the shape, and the motion of the other shape.
    motions: [&'m Motion<V>; 2],
    middle: V::Double,
    radius: f64,
}

impl<'m, V: Vector> RelativeBounds<'m, V> {
    pub fn new(view: &ShapeRef<'_, V>, motions: [&'m Motion<V>; 2]) -> Self {
        let bounds = region(view, 0.0);
        let (low, high) = (bounds.min().to_double(), bounds.max().to_double());
        let radius = (high * 0.5 - low * 0.5).length();
        RelativeBounds { bounds, motions, middle: low * 0.5 + high * 0.5, radius }
    }

    /// Of a whole shape; `None` if it has no parts.
    pub fn of_all(view: &ShapeRef<'_, V>, motions: [&'m Motion<V>; 2]) -> Option<Self> {
        if let ShapeRef::Composite(parts) = view {
            parts.aabb()?;
        }
        Some(Self::new(view, motions))
    }

    /// Half the longest side of its bounding box.
    pub fn half_size(&self) -> f64 {
        (self.bounds.max().to_double() * 0.5 - self.bounds.min().to_double() * 0.5).max_element()
    }

    /// Upper bound on its coordinates at all times.
    pub fn far(&self) -> f64 {
        let [own, _] = self.motions;
        let places = self.middle.abs() + own.center.abs() + own.translation.abs();
        self.radius + places.element_sum() + own.angle() * ((self.middle - own.center).length() + self.radius)
    }

    fn turns(&self) -> bool {
        self.motions.iter().any(|motion| motion.turn != [0.0; 3])
    }

    /// Its middle relative to the other shape at a time.
    fn seen(&self, t: f64) -> V::Double {
        let [own, other] = self.motions;
        other.place(t).apply_inverse(own.place(t).apply(self.middle))
    }

    /// Maximum distance of its middle, during a slice, from its place at the middle of the slice.
    pub fn growth(&self, slice: &Slice) -> f64 {
        let half = 0.5 * (slice.end - slice.start);
        if !self.turns() {
            return (self.seen(slice.end) - self.seen(slice.start)).abs().max_element() * 0.5;
        }
        let [own, other] = self.motions;
        let about = |motion: &Motion<V>| motion.angle() * (self.middle - motion.center).length();
        let speed = own.translation.length() + about(own) + other.translation.length();
        let middle = slice.start + half;
        let from_center =
            (own.place(middle).apply(self.middle) - other.place(middle).to).length() + half * speed;
        half * (speed + other.angle() * from_center)
    }

    /// The region of its places during a slice, and a margin around it.
    pub fn region(&self, slice: &Slice, margin: f64) -> Aabb<V> {
        let (low, high) = if self.turns() {
            let seen = self.seen(0.5 * (slice.start + slice.end));
            let around = V::Double::splat(self.radius + self.growth(slice));
            (seen - around, seen + around)
        } else {
            let (low, high) = (self.bounds.min().to_double(), self.bounds.max().to_double());
            let moved = [self.seen(slice.start) - self.middle, self.seen(slice.end) - self.middle];
            (low + moved[0].min(moved[1]), high + moved[0].max(moved[1]))
        };
        let far = low.abs().max(high.abs()).max_element() + self.middle.abs().max_element();
        let slack = V::Double::splat(margin + 64.0 * V::Scalar::UNIT_ROUNDOFF.into() * (far + self.radius));
        Aabb::looked_in(low - slack, high + slack)
    }
}
