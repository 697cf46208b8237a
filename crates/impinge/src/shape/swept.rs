//! Straight ways, as shapes of many parts are asked about them.

use super::{Aabb, View};
use crate::math::Vector;

/// A shape that moves straight: what of a shape of many parts may come near it?
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Swept<D: Vector> {
    /// The middle of a box around it at its start.
    pub middle: D,
    /// Half the sides of that box.
    pub half: D,
    /// No point of it is further from the middle.
    pub radius: D::Scalar,
    /// Its whole motion.
    pub motion: D,
    /// What comes no nearer than this is of no interest; with room for the roundings of what is asked.
    pub margin: D::Scalar,
    /// What of the way is of interest.
    pub ahead: Ahead<D>,
}

/// What is still of interest of a straight way.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(hidden)]
pub struct Ahead<D: Vector> {
    /// This share of the motion; if negative, none.
    pub last: D::Scalar,
    /// Only what reaches below a plane, if there is one: a unit vector n and an offset, of which no point p with n·p above it
    /// comes near on this share.
    pub below: Option<(D, D::Scalar)>,
}

/// Is shown a part by its number; answers with what of a way is still of interest.
#[doc(hidden)]
pub type ShowSweptPart<'s, V> = dyn FnMut(u32, View<'_, V>) -> Ahead<<V as Vector>::Double> + 's;

impl<D: Vector<Scalar = f64, Double = D>> Swept<D> {
    /// A box around the way as far as `last`, and the margin.
    pub(crate) fn region<V: Vector<Double = D>>(&self, last: f64) -> Aabb<V> {
        let (start, end) = (self.middle, self.middle + self.motion * last.max(0.0));
        let reach = self.half + D::splat(self.margin);
        Aabb::looked_in(start.min(end) - reach, start.max(end) + reach)
    }
}

/// The region around a way that gets shorter.
pub(crate) struct SweptRegion<V: Vector> {
    swept: Swept<V::Double>,
    pub region: Aabb<V>,
}

impl<V: Vector> SweptRegion<V> {
    pub fn new(swept: &Swept<V::Double>) -> Self {
        SweptRegion { swept: *swept, region: swept.region(swept.ahead.last) }
    }

    /// What is left of it.
    pub fn shrunk(&mut self, ahead: Ahead<V::Double>) -> Aabb<V> {
        if ahead.last < self.swept.ahead.last {
            self.swept.ahead = ahead;
            self.region = self.swept.region(ahead.last);
        }
        self.region
    }
}
