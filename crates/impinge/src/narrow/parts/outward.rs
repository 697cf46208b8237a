//! On which side of a common plane two triangles of solids rest on each other.
//!
//! Triangles that lie in one plane are parted by the least move to either side of it; which one is told is chance. If one of them is a
//! face of a solid, only one makes sense: away from what the face bounds. So a normal that leads into the face of a solid is
//! turned around, where the triangles meet up to rounding. Where they are further apart, one lies behind the face of the other, within
//! its solid: there other triangles tell what happens.

use crate::cull::Body;
use crate::math::{Scalar, Unit, Vector};
use crate::narrow::Contact;
use crate::shape::View;

/// Normals of which the cosine is above this are those of one plane.
const FLUSH: f64 = 1.0 - 1e-6;

/// Distances that are this many roundings of the coordinates are none.
const ROUNDINGS: f64 = 16.0;

/// On which side a normal leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The right one, as far as can be told.
    This,
    /// The opposite one is meant.
    Other,
    /// It leads from behind a face, to what is too far within the solid to rest on it.
    Behind,
}

/// The faces of two shapes, as far as they bound solids.
pub(super) struct Faces<'a, V: Vector>([Option<Body<'a, V>>; 2]);

impl<'a, V: Vector> Faces<'a, V> {
    pub fn of(shapes: [&View<'a, V>; 2]) -> Self {
        let solid = |shape: &View<'a, V>| match shape {
            View::Parts(parts) if !parts.is_hollow() => parts.body(),
            _ => None,
        };
        Faces(shapes.map(solid))
    }

    /// On which side of two parts a normal from the first to the second leads. They may meet or not, up to rounding.
    pub fn side(&self, parts: [u32; 2], normal: Unit<V>, are_met: impl FnOnce() -> bool) -> Side {
        let normal = normal.get().to_double();
        // How far the normal leads out of the face of the first, and into that of the second.
        let along = |side: usize, normal: V::Double| {
            let outward = self.0[side].as_ref()?.outward_normal(parts[side])?;
            Some(outward.dot(normal))
        };
        let along = [along(0, normal), along(1, -normal)];
        let any = |is: fn(f64) -> bool| along.into_iter().flatten().any(is);
        // Faces that look the same way contradict each other: then it is as good as the opposite.
        if !any(|along| along < -FLUSH) || any(|along| along > FLUSH) {
            return Side::This;
        }
        if are_met() { Side::Other } else { Side::Behind }
    }

    /// A contact of two parts, out of the first solid.
    pub fn outward(&self, parts: [u32; 2], contact: Contact<V>) -> Contact<V> {
        let Contact { on_a, on_b, normal, distance } = contact;
        match self.side(parts, normal, || are_met(distance, on_a, on_b)) {
            Side::Other => Contact { normal: -normal, distance: V::Scalar::ZERO - distance, ..contact },
            _ => contact,
        }
    }
}

/// Are two points, so far apart, at one place up to rounding?
pub(super) fn are_met<V: Vector>(distance: V::Scalar, on_a: V, on_b: V) -> bool {
    let unit = V::Scalar::from_f64(ROUNDINGS) * V::Scalar::UNIT_ROUNDOFF;
    distance.abs() <= unit * (on_a.abs().sum() + on_b.abs().sum())
}
