//! Contacts of two shapes, per pair of parts.

use super::flush_faces::Faces;
use super::touching_band;
use crate::math::{Scalar, Vector};
use crate::narrow::backend::NarrowBackend;
use crate::narrow::distance::extent::region;
use crate::narrow::{Collide, Contact};
use crate::shape::{Shape, ShapeRef};

/// A contact, with the numbers of the two parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartContact<V: Vector> {
    /// The number of the part of the first shape; 0 if it has no parts.
    pub part_a: u32,
    /// The number of the part of the second shape; 0 if it has no parts.
    pub part_b: u32,
    /// The closest points of these parts, or the minimum translation that separates them.
    pub contact: Contact<V>,
}

/// Computes the contacts of all pairs of parts that intersect or come within a margin, sorted by part
/// numbers.
///
/// A shape without parts counts as one part. Parts that have parts themselves count as one. A shape within a
/// closed mesh that intersects none of its triangles has no contacts with it, although the two overlap.
///
/// ```
/// use glam::Vec2;
/// use impinge::compound::Polyline;
/// use impinge::narrow::contacts;
/// use impinge::prelude::*;
/// use impinge::shape::Ball;
/// let corner = Polyline::new_open(vec![Vec2::new(0.0, 4.0), Vec2::ZERO, Vec2::new(4.0, 0.0)])?;
/// let ball = Ball::new(Vec2::ONE, 1.25)?;
/// let found = contacts(&corner, &ball, 0.0);
/// assert_eq!(found.len(), 2);
/// assert_eq!((found[1].part_a, found[1].contact.normal.get()), (1, Vec2::Y));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn contacts<A: Shape, B: Shape<Vector = A::Vector>>(
    a: &A,
    b: &B,
    margin: <A::Vector as Vector>::Scalar,
) -> Vec<PartContact<A::Vector>> {
    A::Vector::narrow_contacts(&a.shape_ref(), &b.shape_ref(), margin)
}

/// The code of [`contacts`].
pub(in crate::narrow) fn contacts_inner<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    margin: V::Scalar,
) -> Vec<PartContact<V>> {
    let reach: f64 = margin.max(V::Scalar::ZERO).into();
    if let (ShapeRef::Composite(a), ShapeRef::Composite(b)) = (a, b)
        && let Some(found) = super::meshes::contacts(*a, *b, margin)
    {
        return found;
    }
    let faces = Faces::of([a, b]);
    let mut found = Vec::new();
    each_part(a, b, reach, &mut |part_a, view_a| {
        each_part(b, &view_a, reach, &mut |part_b, view_b| {
            if let Some(contact) = view_a.contact(&view_b, margin) {
                let contact = faces.outward([part_a, part_b], contact);
                found.push(PartContact { part_a, part_b, contact });
            }
        });
    });
    found.sort_by_key(|found| (found.part_a, found.part_b));
    found
}

/// Visits the parts of a shape that are near another; the shape itself if it has no parts.
pub(super) fn each_part<V: Vector>(
    shape: &ShapeRef<'_, V>,
    other: &ShapeRef<'_, V>,
    reach: f64,
    visit: &mut dyn FnMut(u32, ShapeRef<'_, V>),
) {
    let ShapeRef::Composite(parts) = shape else {
        return visit(0, *shape);
    };
    let near = region(other, reach + touching_band(*parts, other));
    parts.visit(near, &mut |number, part| {
        visit(number, part);
        near
    });
}
