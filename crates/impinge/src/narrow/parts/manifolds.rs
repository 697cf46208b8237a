//! What rests on a surface, part by part, as if the surface were not made of parts.
//!
//! A box that slides over flat ground overlaps triangles, of each of which the shortest way out may be sideways, across an edge that
//! only divides the ground. A solver would stop it there. Such a contact tells itself: **where the part is furthest along
//! the normal, a neighbour goes on and gets further**. So the edge or corner is no place where the surface ends in that direction,
//! and what is nearer or deeper there is the neighbour's. Then the part is asked along its own normal instead, from the side on which
//! the shape lies less deep, and counts if anything of the shape is over it. No edge needs to be marked, convex or not,
//! and it holds for any number of parts at an edge.
//!
//! Triangles that lie in one plane say no more than that they meet: either side of it parts them. Of two solids that rest on each
//! other there the one out of the first and into the second is meant ([`outward`](super::outward)).
//! Source: the Voronoi regions of features, Ericson 2005, §5.1; Gregorius, "Robust Contact Creation", GDC 2015, on ghosts.

use super::contacts::each_part;
use super::is_after;
use super::outward::{Faces, Side};
use crate::math::{Scalar, Vector};
use crate::narrow::manifold::over_face;
use crate::narrow::{Collide, Manifold};
use crate::shape::{Shaped, View};

/// A manifold with the parts that it is between.
#[derive(Clone, Debug, PartialEq)]
pub struct PartManifold<V: Vector> {
    /// The number of the part of the first shape; 0 if it has no parts.
    pub part_a: u32,
    /// The number of the part of the second shape; 0 if it has no parts.
    pub part_b: u32,
    /// Where these parts rest on each other.
    pub manifold: Manifold<V>,
}

pub(super) fn deepest<V: Vector>(manifold: &Manifold<V>) -> V::Scalar {
    manifold.points.iter().map(|point| point.distance).fold(V::Scalar::INFINITY, Scalar::min)
}

/// Where shapes of many parts rest on each other, or come within a margin: a manifold for each pair of parts, sorted by their numbers,
/// **without the ghosts at edges that only divide a surface**.
///
/// Meshes, height fields and, in the plane, polylines are surfaces; their edges and corners count only as far as the surface ends
/// or bends there. So what slides over flat ground meets nothing but the ground, however it is cut into triangles. There is a
/// manifold exactly if [`contacts`](super::contacts) finds a contact; it may be of fewer pairs. Parts of compounds stand for
/// themselves. What lies within a closed mesh and touches no triangle has none: [`Collide::penetration`] tells its way out.
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
#[doc(alias("contact_manifold", "ContactManifold"))]
pub fn manifolds<A: Shaped, B: Shaped<Vector = A::Vector>>(
    a: &A,
    b: &B,
    margin: <A::Vector as Vector>::Scalar,
) -> Vec<PartManifold<A::Vector>> {
    let (a, b) = (a.view(), b.view());
    let reach: f64 = margin.max(<A::Vector as Vector>::Scalar::ZERO).into();
    let faces = Faces::of([&a, &b]);
    let mut found = Vec::new();
    let mut ghosts: Vec<PartManifold<A::Vector>> = Vec::new();
    each_part(&a, &b, reach, &mut |part_a, view_a| {
        each_part(&b, &view_a, reach, &mut |part_b, view_b| {
            let Some(mut manifold) = view_a.manifold(&view_b, margin) else { return };
            let side = faces.side([part_a, part_b], manifold.normal, deepest(&manifold));
            if side == Side::Other {
                manifold = manifold.turned();
            }
            let normal = manifold.normal.get().to_double();
            let raw = PartManifold { part_a, part_b, manifold };
            if side == Side::Behind {
                return ghosts.push(raw);
            }
            if a.reaches_furthest(part_a, normal) && b.reaches_furthest(part_b, -normal) {
                return found.push(raw);
            }
            ghosts.push(raw);
            let manifold = match (&a, &b) {
                // Which of two surfaces the other rests on, neither can tell.
                (View::Parts(_), View::Parts(_)) => None,
                (View::Parts(_), _) => on_face(&view_a, &view_b, margin.into()),
                _ => on_face(&view_b, &view_a, margin.into()).map(Manifold::mirrored),
            };
            found.extend(manifold.map(|manifold| PartManifold { part_a, part_b, manifold }));
        });
    });
    if found.is_empty() {
        // Better one that may be a ghost than none.
        let is_exchanged =
            ghosts.len() > 1 && matches!((&a, &b), (View::Parts(a), View::Parts(b)) if is_after(*a, *b));
        let order = |of: &PartManifold<A::Vector>| match is_exchanged {
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

/// A part of a surface and a shape along the normal of the part, from the side on which the shape is less deep; `None` if nothing of
/// the shape is over it, or the part is no face.
pub(crate) fn on_face<V: Vector>(part: &View<'_, V>, shape: &View<'_, V>, limit: f64) -> Option<Manifold<V>> {
    over_face(&part.convex()?, &shape.convex()?, limit)
}
