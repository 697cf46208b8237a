//! Linear motions, for queries of composite shapes.

use super::{Aabb, ShapeRef};
use crate::math::Vector;

/// Shape in linear motion, for a search of the parts that may come near it.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Swept<D: Vector> {
    /// Centre of a box around the shape at its start.
    pub middle: D,
    /// Half extents of this box.
    pub half: D,
    /// Maximum distance of a point of the shape from the centre.
    pub radius: D::Scalar,
    /// The whole motion.
    pub motion: D,
    /// Maximum distance of relevant parts; includes the roundings of the query.
    pub margin: D::Scalar,
    /// The relevant part of the motion.
    pub ahead: Ahead<D>,
}

/// The part of a linear motion that is still relevant.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(hidden)]
pub struct Ahead<D: Vector> {
    /// This fraction of the motion; negative if none.
    pub last: D::Scalar,
    /// If present, only parts that reach below a plane are relevant: a unit vector n and an offset, such that
    /// no point p with n·p above the offset comes near in this fraction.
    pub below: Option<(D, D::Scalar)>,
}

/// Callback for a part and its number; returns the part of the motion that is still relevant.
#[doc(hidden)]
pub type ShowSweptPart<'s, V> = dyn FnMut(u32, ShapeRef<'_, V>) -> Ahead<<V as Vector>::Double> + 's;

impl<D: Vector<Scalar = f64, Double = D>> Swept<D> {
    /// Returns a box around the motion up to `last`, with the margin.
    pub(crate) fn region<V: Vector<Double = D>>(&self, last: f64) -> Aabb<V> {
        let (start, end) = (self.middle, self.middle + self.motion * last.max(0.0));
        let reach = self.half + D::splat(self.margin);
        Aabb::looked_in(start.min(end) - reach, start.max(end) + reach)
    }
}

/// Region around a motion that becomes shorter.
pub(crate) struct SweptRegion<V: Vector> {
    swept: Swept<V::Double>,
    pub region: Aabb<V>,
}

impl<V: Vector> SweptRegion<V> {
    pub fn new(swept: &Swept<V::Double>) -> Self {
        SweptRegion { swept: *swept, region: swept.region(swept.ahead.last) }
    }

    /// Returns the remaining region.
    pub fn shrunk(&mut self, ahead: Ahead<V::Double>) -> Aabb<V> {
        if ahead.last < self.swept.ahead.last {
            self.swept.ahead = ahead;
            self.region = self.swept.region(ahead.last);
        }
        self.region
    }
}
