//! The contacts of two shapes part by part.

use super::outward::Faces;
use super::{region, touching_band};
use crate::math::{Scalar, Vector};
use crate::narrow::{Collide, Contact};
use crate::shape::{Shaped, View};

/// A contact with the parts that it is between.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartContact<V: Vector> {
    /// The number of the part of the first shape; 0 if it has no parts.
    pub part_a: u32,
    /// The number of the part of the second shape; 0 if it has no parts.
    pub part_b: u32,
    /// Where these parts are nearest, or how they are parted.
    pub contact: Contact<V>,
}

/// All pairs of parts that meet or come within a margin, with their contacts, sorted by the numbers of the parts.
///
/// A shape without parts is one part. Parts that have parts themselves count as one. What lies within a closed mesh and meets none of its
/// triangles has no contacts with it, although they overlap.
///
/// ```
/// use glam::Vec2;
/// use impinge::compound::Polyline;
/// use impinge::narrow::contacts;
/// use impinge::prelude::*;
/// use impinge::shape::Ball;
/// let corner = Polyline::open(vec![Vec2::new(0.0, 4.0), Vec2::ZERO, Vec2::new(4.0, 0.0)])?;
/// let ball = Ball::new(Vec2::ONE, 1.25)?;
/// let found = contacts(&corner, &ball, 0.0);
/// assert_eq!(found.len(), 2);
/// assert_eq!((found[1].part_a, found[1].contact.normal.get()), (1, Vec2::Y));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("CollisionRequest", "num_max_contacts", "security_margin"))]
pub fn contacts<A: Shaped, B: Shaped<Vector = A::Vector>>(
    a: &A,
    b: &B,
    margin: <A::Vector as Vector>::Scalar,
) -> Vec<PartContact<A::Vector>> {
    let (a, b) = (a.view(), b.view());
    let reach: f64 = margin.max(<A::Vector as Vector>::Scalar::ZERO).into();
    if let (View::Parts(a), View::Parts(b)) = (&a, &b)
        && let Some(found) = super::meshes::contacts(*a, *b, margin)
    {
        return found;
    }
    let faces = Faces::of([&a, &b]);
    let mut found = Vec::new();
    each_part(&a, &b, reach, &mut |part_a, view_a| {
        each_part(&b, &view_a, reach, &mut |part_b, view_b| {
            if let Some(contact) = view_a.contact(&view_b, margin) {
                let contact = faces.outward([part_a, part_b], contact);
                found.push(PartContact { part_a, part_b, contact });
            }
        });
    });
    found.sort_by_key(|found| (found.part_a, found.part_b));
    found
}

/// Shows the parts of a shape that are near another; the shape itself if it has no parts.
pub(super) fn each_part<V: Vector>(
    shape: &View<'_, V>,
    other: &View<'_, V>,
    reach: f64,
    visit: &mut dyn FnMut(u32, View<'_, V>),
) {
    let View::Parts(parts) = shape else {
        return visit(0, *shape);
    };
    let near = region(other, reach + touching_band(*parts, other));
    parts.visit(near, &mut |number, part| {
        visit(number, part);
        near
    });
}
