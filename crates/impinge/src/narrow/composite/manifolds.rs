//! Contact manifolds per pair of parts, without ghost contacts at internal edges.
//!
//! A box that slides over flat ground overlaps triangles. The minimum translation out of each triangle may be
//! sideways, across an edge that only divides the ground; a solver would stop the box there. Such a ghost
//! contact can be detected: **where the part is furthest along the normal, a neighbour reaches further**. The
//! surface does not end at that edge or vertex in that direction, and anything nearer or deeper there belongs
//! to the neighbour. The part is then tested along its own normal, from the side on which the shape lies less
//! deep. This manifold counts if anything of the shape is over the part. No edge needs to be marked, convex
//! or not, and the method works for any number of parts at an edge.
//!
//! Triangles in one plane only show that they touch: a translation to either side of the plane separates
//! them. For two solids in contact, the normal points out of the first and into the second
//! ([`outward`](super::flush_faces)).
//! Source: the Voronoi regions of features, Ericson 2005, §5.1; Gregorius, "Robust Contact Creation", GDC
//! 2015, on ghosts.

use super::contacts::each_part;
use super::flush_faces::{Faces, FlushSide};
use super::is_after;
use crate::math::{Scalar, Vector};
use crate::narrow::backend::NarrowBackend;
use crate::narrow::manifold::face_clipping::over_face;
use crate::narrow::{Collide, ContactManifold};
use crate::shape::{Shape, ShapeRef};

/// A manifold, with the numbers of the two parts.
#[derive(Clone, Debug, PartialEq)]
pub struct PartManifold<V: Vector> {
    /// The number of the part of the first shape; 0 if it has no parts.
    pub part_a: u32,
    /// The number of the part of the second shape; 0 if it has no parts.
    pub part_b: u32,
    /// The contact manifold of these parts.
    pub manifold: ContactManifold<V>,
}

pub(super) fn deepest<V: Vector>(manifold: &ContactManifold<V>) -> V::Scalar {
    manifold.points.iter().map(|point| point.distance).fold(V::Scalar::INFINITY, Scalar::min)
}

/// Computes the manifolds of all pairs of parts that intersect or come within a margin, sorted by part
/// numbers, **without the ghost contacts at edges that only divide a surface**.
///
/// Meshes, height fields and, in 2D, polylines are surfaces. Their edges and vertices count only where the
/// surface ends or bends. So a shape that slides over flat ground has contacts with the ground only, however
/// the ground is cut into triangles. There is a manifold exactly if [`contacts`](super::contacts) finds a
/// contact, but there may be fewer pairs. Parts of compounds are independent of each other. A shape within a
/// closed mesh that touches no triangle has no manifold; [`Collide::penetration`] computes its minimum
/// translation.
///
/// ```
/// use glam::Vec3;
/// use impinge::compound::HeightField;
/// use impinge::prelude::*;
/// use impinge::shape::Aabb;
/// let ground = HeightField::<Vec3>::new(vec![0.0; 25], 5, [1.0, 1.0])?;
/// // A crate that has sunk in by 0.1, its side 0.05 beyond the line x = 2 between two rows of cells.
/// let sunk = Aabb::new(Vec3::new(0.5, -0.1, 0.5), Vec3::new(2.05, 1.0, 1.5))?;
/// let sideways = |normal: Vec3| normal.y < 0.9;
/// assert!(contacts(&ground, &sunk, 0.0).iter().any(|found| sideways(found.contact.normal.get())));
/// assert!(!manifolds(&ground, &sunk, 0.0).iter().any(|found| sideways(found.manifold.normal.get())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn manifolds<A: Shape, B: Shape<Vector = A::Vector>>(
    a: &A,
    b: &B,
    margin: <A::Vector as Vector>::Scalar,
) -> Vec<PartManifold<A::Vector>> {
    A::Vector::narrow_manifolds(&a.shape_ref(), &b.shape_ref(), margin)
}

/// The code of [`manifolds`].
pub(in crate::narrow) fn manifolds_inner<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    margin: V::Scalar,
) -> Vec<PartManifold<V>> {
    let reach: f64 = margin.max(V::Scalar::ZERO).into();
    let faces = Faces::of([a, b]);
    let mut found = Vec::new();
    let mut ghosts: Vec<PartManifold<V>> = Vec::new();
    each_part(a, b, reach, &mut |part_a, view_a| {
        each_part(b, &view_a, reach, &mut |part_b, view_b| {
            let Some(mut manifold) = view_a.manifold(&view_b, margin) else { return };
            let side = faces.side([part_a, part_b], manifold.normal, deepest(&manifold));
            if side == FlushSide::Other {
                manifold = manifold.turned();
            }
            let normal = manifold.normal.get().to_double();
            let raw = PartManifold { part_a, part_b, manifold };
            if side == FlushSide::Behind {
                return ghosts.push(raw);
            }
            if a.reaches_furthest(part_a, normal) && b.reaches_furthest(part_b, -normal) {
                return found.push(raw);
            }
            ghosts.push(raw);
            let manifold = match (&a, &b) {
                // With two surfaces, neither shows which of the two the other rests on.
                (ShapeRef::Composite(_), ShapeRef::Composite(_)) => None,
                (ShapeRef::Composite(_), _) => on_face(&view_a, &view_b, margin.into()),
                _ => on_face(&view_b, &view_a, margin.into()).map(ContactManifold::flip),
            };
            found.extend(manifold.map(|manifold| PartManifold { part_a, part_b, manifold }));
        });
    });
    if found.is_empty() {
        // A possible ghost is better than no manifold.
        let is_swapped = ghosts.len() > 1
            && matches!((&a, &b), (ShapeRef::Composite(a), ShapeRef::Composite(b)) if is_after(*a, *b));
        let order = |of: &PartManifold<V>| match is_swapped {
            true => (of.part_b, of.part_a),
            false => (of.part_a, of.part_b),
        };
        found.extend(ghosts.into_iter().reduce(|best, ghost| {
            let (known, new) = (deepest(&best.manifold), deepest(&ghost.manifold));
            if new < known || new == known && order(&ghost) < order(&best) { ghost } else { best }
        }));
    }
    found.sort_by_key(|found| (found.part_a, found.part_b));
    found
}

/// Computes the manifold of a part of a surface and a shape along the normal of the part, from the side on
/// which the shape is less deep; `None` if nothing of the shape is over it, or the part is no face.
pub(crate) fn on_face<V: Vector>(
    part: &ShapeRef<'_, V>,
    shape: &ShapeRef<'_, V>,
    limit: f64,
) -> Option<ContactManifold<V>> {
    over_face(&part.convex()?, &shape.convex()?, limit)
}
