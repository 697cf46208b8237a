//! On which side of a common plane two triangles of solids rest on each other.
//!
//! Triangles that lie in one plane are parted by the least move to either side of it; which one is reported
//! is chance. If one of them is a face of a solid, only one makes sense: away from what the face bounds. So a
//! normal that leads into the face of a solid is turned around, where the triangles meet up to rounding.
//! Where they are further apart, one lies behind the face of the other, within its solid: there other
//! triangles decide.

use crate::math::{Scalar, Unit, Vector};
use crate::narrow::Contact;
use crate::shape::{CompositeShape, ShapeRef};

/// Faces belong to one plane if the cosine between their normals is above this.
pub(super) const FLUSH: f64 = 1.0 - 1e-6;

/// Distances that are this many roundings of the largest coordinates are none.
const ROUNDINGS: f64 = 16.0;

/// On which side a normal leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FlushSide {
    /// The right one, as far as it can be determined.
    This,
    /// The opposite one is meant.
    Other,
    /// It leads from behind a face, to what is too far within the solid to rest on it.
    Behind,
}

/// The faces of two surfaces, as far as they bound solids.
pub(super) struct Faces<'a, V: Vector> {
    solids: [Option<&'a dyn CompositeShape<V>>; 2],
    /// Points that are nearer to each other than this are at one place up to rounding.
    rounding: V::Scalar,
}

impl<'a, V: Vector> Faces<'a, V> {
    /// Of shapes with a volume of their own every contact is on its side.
    pub fn of(shapes: [&ShapeRef<'a, V>; 2]) -> Self {
        let [ShapeRef::Composite(a), ShapeRef::Composite(b)] = shapes else {
            return Faces { solids: [None, None], rounding: V::Scalar::ZERO };
        };
        let solid = |parts: &'a dyn CompositeShape<V>| (!parts.is_hollow()).then_some(parts);
        let size = |parts: &dyn CompositeShape<V>| {
            parts
                .aabb()
                .map_or(V::Scalar::ZERO, |bounds| bounds.min().abs().max(bounds.max().abs()).max_element())
        };
        let unit = V::Scalar::from_f64(ROUNDINGS) * V::Scalar::UNIT_ROUNDOFF;
        Faces { solids: [solid(*a), solid(*b)], rounding: unit * (size(*a) + size(*b)) }
    }

    /// Whether there is a solid at all.
    pub fn bound_a_solid(&self) -> bool {
        let is_solid = |parts: &dyn CompositeShape<V>| parts.body().is_some_and(|body| body.bounds_a_solid());
        self.solids.into_iter().flatten().any(is_solid)
    }

    fn outward_normal(&self, side: usize, part: u32) -> Option<V::Double> {
        self.solids[side]?.body()?.outward_normal(part)
    }

    /// On which side of two parts, so far apart at least, a normal from the first to the second leads.
    pub fn side(&self, parts: [u32; 2], normal: Unit<V>, distance: V::Scalar) -> FlushSide {
        let normal = normal.get().to_double();
        // How far the normal leads out of the face of the first, and into that of the second.
        let along =
            |side: usize, normal: V::Double| Some(self.outward_normal(side, parts[side])?.dot(normal));
        let along = [along(0, normal), along(1, -normal)];
        let any = |is: fn(f64) -> bool| along.into_iter().flatten().any(is);
        // Faces that look the same way contradict each other: then it is as good as the opposite.
        if !any(|along| along < -FLUSH) || any(|along| along > FLUSH) {
            return FlushSide::This;
        }
        if distance.abs() <= self.rounding { FlushSide::Other } else { FlushSide::Behind }
    }

    /// A contact of two parts, out of the first solid.
    pub fn outward(&self, parts: [u32; 2], contact: Contact<V>) -> Contact<V> {
        let Contact { normal, distance, .. } = contact;
        match self.side(parts, normal, distance) {
            FlushSide::Other => Contact { normal: -normal, distance: V::Scalar::ZERO - distance, ..contact },
            _ => contact,
        }
    }
}
