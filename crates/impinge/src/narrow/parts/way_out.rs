//! The way out of a shape of many parts.
//!
//! What parts the deepest of the parts need not part the others: out of one brick of a wall may be into the next. And the
//! least translation that frees two unions is hard to find: their Minkowski difference may have n² pieces with holes
//! between. So some candidates are tried, and **each is followed until the shapes are free**: the ways out of all parts
//! that overlap, the axes, and the path that moves by the deepest part's way out again and again. The shortest is the
//! answer: an upper bound of the least translation, but one that always parts the shapes.

use super::contacts;
use super::translated::with_translated;
use crate::math::{Scalar, Unit, Vector};
use crate::narrow::collide::{contact_of, signed};
use crate::narrow::relation::{Relation, of_views};
use crate::narrow::separation::Separation;
use crate::narrow::{Contact, PairCache};
use crate::shape::View;

/// Ways of parts that are followed, the deepest parts first.
const MOST_PARTS: usize = 12;
/// Moves until a path is given up; each frees at least one part, or nearly so.
const MOST_MOVES: usize = 64;
/// Halvings of the last move, so that the shapes are left in touch: to 10⁻⁷ of it.
const HALVINGS: usize = 24;

/// A translation of `b` that parts two shapes that overlap, of which at least one has parts.
pub(in crate::narrow) fn way_out<V: Vector>(a: &View<'_, V>, b: &View<'_, V>) -> Option<Contact<V>> {
    let deepest = signed::<_, true>(*a, *b, 0.0, &mut PairCache::default())?;
    let contact = contact_of::<V>(deepest);
    if contact.distance >= V::Scalar::ZERO {
        return None;
    }
    if contact.depth() >= V::Scalar::MAX {
        // Nothing parts what has no end.
        return Some(contact);
    }
    let pair = Pair { a, b };
    let mut best: Option<V::Double> = None;
    let mut keep = |translation: Option<V::Double>| {
        let Some(found) = translation else { return };
        if best.is_none_or(|best| found.length() < best.length()) {
            best = Some(found);
        }
    };
    keep(pair.follow_deepest(deepest));
    let mut parts = contacts(a, b, V::Scalar::ZERO);
    parts.sort_by(|p, q| {
        p.contact.distance.partial_cmp(&q.contact.distance).unwrap_or(std::cmp::Ordering::Equal)
    });
    let of_parts = parts.iter().take(MOST_PARTS).map(|part| part.contact.normal.get().to_double());
    let of_axes = (0..V::DIMENSION).flat_map(|axis| [V::Double::axis(axis), -V::Double::axis(axis)]);
    let mut tried: Vec<V::Double> = Vec::new();
    for direction in of_parts.chain([deepest.normal]).chain(of_axes) {
        if tried.iter().all(|known| (*known - direction).length() > 1e-3) {
            tried.push(direction);
            keep(pair.follow(direction));
        }
    }
    let translation = best?;
    let depth = translation.length();
    let normal = Unit::new(V::from_double(translation)).unwrap_or(contact.normal);
    let depth = pair.enough(normal, V::Scalar::from_f64(depth));
    let on_b = contact.on_b;
    Some(Contact { on_a: on_b + normal.get() * depth, on_b, normal, distance: -depth })
}

struct Pair<'a, 'b, V: Vector> {
    a: &'a View<'b, V>,
    b: &'a View<'b, V>,
}

impl<V: Vector> Pair<'_, '_, V> {
    /// The separation when the second shape has moved, if they overlap still.
    fn overlap(&self, translation: V::Double) -> Option<Separation<V::Double>> {
        with_translated(self.b, V::from_double(translation), &mut |moved| {
            signed::<_, true>(*self.a, moved, 0.0, &mut PairCache::default())
                .filter(|found| found.distance < 0.0)
        })
    }

    /// How far to go in a direction.
    fn follow(&self, direction: V::Double) -> Option<V::Double> {
        let (mut inside, mut along) = (0.0, 0.0);
        for _ in 0..MOST_MOVES {
            let Some(found) = self.overlap(direction * along) else {
                return Some(direction * self.least(direction, inside, along));
            };
            inside = along;
            // Distances from convex shapes grow no slower than they do here; where the way is nearly along the surface, a few
            // steps do.
            let slope = found.normal.dot(direction).max(0.125);
            along += (-found.distance / slope).max(along * 1e-9) * (1.0 + 1e-9);
            if !along.is_finite() {
                return None;
            }
        }
        None
    }

    /// By the deepest part's way out, again and again.
    fn follow_deepest(&self, mut found: Separation<V::Double>) -> Option<V::Double> {
        let mut translation = V::Double::ZERO;
        for _ in 0..MOST_MOVES {
            translation += found.normal * (-found.distance * (1.0 + 1e-9));
            let Some(next) = self.overlap(translation) else {
                let length = translation.length();
                let direction = translation * (1.0 / length);
                return (length > 0.0).then(|| direction * self.least(direction, 0.0, length));
            };
            if !next.distance.is_finite() {
                return None;
            }
            found = next;
        }
        None
    }

    /// Between where they overlap and where they are free, the least place found to be free.
    fn least(&self, direction: V::Double, mut inside: f64, mut free: f64) -> f64 {
        for _ in 0..HALVINGS {
            let middle = 0.5 * (inside + free);
            if self.overlap(direction * middle).is_some() {
                inside = middle;
            } else {
                free = middle;
            }
        }
        free
    }

    /// The depth with as much more as rounding asks for.
    fn enough(&self, normal: Unit<V>, depth: V::Scalar) -> V::Scalar {
        let mut more = V::Scalar::UNIT_ROUNDOFF;
        for _ in 0..16 {
            let enough = depth * (V::Scalar::ONE + more);
            let is_free = with_translated(self.b, normal.get() * enough, &mut |moved| {
                of_views(*self.a, moved) != Relation::Overlapping
            });
            if is_free {
                return enough;
            }
            more = more + more;
        }
        depth * (V::Scalar::ONE + more)
    }
}
