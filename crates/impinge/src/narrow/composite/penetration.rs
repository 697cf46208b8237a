//! The way out of a shape of many parts.
//!
//! What parts the deepest of the parts need not part the others: out of one brick of a wall may be into the
//! next. And the least translation that frees two unions is hard to find: their Minkowski difference may have
//! n² pieces with holes between. So some candidates are tried, and **each is followed until the shapes are
//! free**: the ways out of all parts that overlap, the axes, and the path that moves by the deepest part's
//! way out again and again. The shortest is the answer: an upper bound of the least translation, but one that
//! always parts the shapes.
//!
//! Two meshes are not tested triangle by triangle: as instances they have a way out of their own
//! ([`Instance::depth`](crate::assembly::Instance::depth)).

use std::cmp::Ordering;

use super::translated::with_translated;
use super::{contacts, is_opened_second, meshes};
use crate::math::{Scalar, Unit, Vector};
use crate::narrow::collide::signed;
use crate::narrow::contact::contact_of;
use crate::narrow::distance::extent::region;
use crate::narrow::distance::separation::Separation;
use crate::narrow::{Collide, Contact, PairCache, Relation};
use crate::shape::ShapeRef;

/// Ways of parts that are followed, the deepest parts first.
const MAX_PARTS: usize = 12;
/// Moves until a path is given up; each frees at least one part, or nearly so.
const MAX_MOVES: usize = 64;
/// Halvings of the last move, so that the shapes are left in touch: to 10⁻⁷ of it.
const HALVINGS: usize = 24;

/// A translation of `b` that parts two shapes that overlap, of which at least one has parts.
pub(in crate::narrow) fn penetration_of_parts<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
) -> Option<Contact<V>> {
    // Both orders are computed in one, so that they mirror each other to the bit.
    let is_swapped = match (a, b) {
        (ShapeRef::Composite(a), ShapeRef::Composite(b)) => is_opened_second(*a, *b),
        (_, ShapeRef::Composite(_)) => true,
        _ => false,
    };
    if is_swapped { ordered(b, a).map(Contact::flip) } else { ordered(a, b) }
}

fn ordered<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> Option<Contact<V>> {
    if let (ShapeRef::Composite(parts_a), ShapeRef::Composite(parts_b)) = (a, b)
        && let Some(found) = meshes::penetration(*parts_a, *parts_b)
    {
        return found;
    }
    let deepest = signed::<_, true>(*a, *b, 0.0, &mut PairCache::passing())?;
    let contact = contact_of::<V>(deepest);
    if contact.distance >= V::Scalar::ZERO {
        return None;
    }
    if contact.depth() >= V::Scalar::MAX {
        // Nothing parts what has no end.
        return Some(contact);
    }
    let pair = CompositePair { a, b };
    let mut parts = contacts(a, b, V::Scalar::ZERO);
    parts.sort_by(|p, q| p.contact.distance.partial_cmp(&q.contact.distance).unwrap_or(Ordering::Equal));
    let of_parts = parts.iter().take(MAX_PARTS).map(|part| part.contact.normal.get().to_double());
    let of_axes =
        (0..V::DIMENSION).flat_map(|axis| [V::Double::unit_axis(axis), -V::Double::unit_axis(axis)]);
    let mut directions: Vec<V::Double> = Vec::new();
    for direction in of_parts.chain([deepest.normal]).chain(of_axes) {
        if directions.iter().all(|known| (*known - direction).length() > 1e-3) {
            directions.push(direction);
        }
    }
    let point_b = contact.point_b;
    let free = |translation: V::Double| {
        // The tiniest are a direction among doubles only.
        let normal = Unit::new(V::from_double(Unit::new(translation).ok()?.get())).ok()?;
        let depth = pair.enough(normal, V::Scalar::from_f64(translation.length()))?;
        let point_a = point_b + normal.get() * depth;
        // Past the end of the floats nothing can be moved.
        (depth.is_finite() && point_a.is_finite()).then_some(Contact {
            point_a,
            point_b,
            normal,
            distance: -depth,
        })
    };
    let (mut best, mut shortest) = (None, f64::INFINITY);
    // The length of the shortest so far.
    let mut consider = |translation: Option<V::Double>| {
        if let Some(translation) = translation
            && let length = translation.length()
            && length > 0.0
            && length < shortest
            && let Some(found) = free(translation)
        {
            (best, shortest) = (Some(found), length);
        }
        shortest
    };
    let mut most = f64::INFINITY;
    for direction in directions {
        most = consider(pair.follow(direction, most));
    }
    consider(pair.follow_deepest(deepest, most));
    for translation in pair.past_boxes() {
        consider(Some(translation));
    }
    // Between shapes without end there may be no way out that was found.
    best.or(Some(contact))
}

/// The separation of the deepest two parts, if they overlap: two solids among them are one part each, with a
/// way out of their own.
fn deepest_pair<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> Option<Separation<V::Double>> {
    let is_overlap = |found: &Separation<V::Double>| found.distance < 0.0;
    if let (ShapeRef::Composite(parts_a), ShapeRef::Composite(parts_b)) = (a, b) {
        if let Some(found) = meshes::penetration(*parts_a, *parts_b) {
            return found.map(separation_of).filter(is_overlap);
        }
        let is_filled = parts_a.boundary().is_some() || parts_b.boundary().is_some();
        let is_mesh = parts_a.body().is_some() && parts_b.body().is_some();
        if !is_filled && !is_mesh {
            let is_swapped = is_opened_second(*parts_a, *parts_b);
            let (opened, other) = if is_swapped { (parts_b, a) } else { (parts_a, b) };
            let near = region(other, 0.0);
            let mut deepest: Option<Separation<V::Double>> = None;
            opened.visit(near, &mut |_, part| {
                let found = deepest_pair(&part, other);
                deepest =
                    [deepest, found].into_iter().flatten().min_by(|p, q| p.distance.total_cmp(&q.distance));
                near
            });
            // What one encloses is in none of its parts.
            if deepest.is_some() || a.relation(b) != Relation::Overlapping {
                return if is_swapped { deepest.map(Separation::flip) } else { deepest };
            }
        }
    }
    signed::<_, true>(*a, *b, 0.0, &mut PairCache::passing()).filter(is_overlap)
}

fn separation_of<V: Vector>(contact: Contact<V>) -> Separation<V::Double> {
    let (point_a, point_b) = (contact.point_a.to_double(), contact.point_b.to_double());
    Separation {
        distance: contact.distance.into(),
        normal: contact.normal.get().to_double(),
        point_a,
        point_b,
    }
}

struct CompositePair<'a, 'b, V: Vector> {
    a: &'a ShapeRef<'b, V>,
    b: &'a ShapeRef<'b, V>,
}

impl<V: Vector> CompositePair<'_, '_, V> {
    /// The separation when the second shape has moved, if they overlap still.
    fn overlap(&self, translation: V::Double) -> Option<Separation<V::Double>> {
        with_translated(self.b, V::from_double(translation), &mut |moved| deepest_pair(self.a, &moved))
    }

    /// Whether they still overlap when the second shape has moved. Faster than the depth.
    fn is_overlapping(&self, translation: V::Double) -> bool {
        with_translated(self.b, V::from_double(translation), &mut |moved| {
            self.a.relation(&moved) == Relation::Overlapping
        })
    }

    /// How far to go in a direction; no more than `most` is needed.
    fn follow(&self, direction: V::Double, most: f64) -> Option<V::Double> {
        let (mut inside, mut along) = (0.0, 0.0);
        let mut roundings = 2.0;
        for _ in 0..MAX_MOVES {
            let Some(found) = self.overlap(direction * along) else {
                return self.least(direction, inside, along, most).map(|least| direction * least);
            };
            if along >= most {
                return None;
            }
            inside = along;
            // Distances from convex shapes grow no slower than they do here; where the way is nearly along
            // the surface, a few steps do.
            let slope = found.normal.dot(direction).max(0.125);
            let step = (-found.distance / slope).max(along * 1e-9);
            // Less than the rounding of coordinates would move nothing, and no such moves lead far along an
            // edge between two parts.
            let coordinates = found.point_a.abs().max_element().max(found.point_b.abs().max_element());
            let least = roundings * V::Scalar::UNIT_ROUNDOFF.into() * coordinates;
            if along > 0.0 && step < least {
                roundings *= 2.0;
                along += least;
            } else {
                along += step * (1.0 + 1e-9);
            }
            if !along.is_finite() {
                return None;
            }
            along = along.min(most);
        }
        None
    }

    /// By the deepest part's way out, again and again.
    fn follow_deepest(&self, mut found: Separation<V::Double>, most: f64) -> Option<V::Double> {
        let mut translation = V::Double::ZERO;
        for _ in 0..MAX_MOVES {
            translation += found.normal * (-found.distance * (1.0 + 1e-9));
            let Some(next) = self.overlap(translation) else {
                let length = translation.length();
                if length <= 0.0 {
                    return None;
                }
                let direction = translation * (1.0 / length);
                return self.least(direction, 0.0, length, most).map(|least| direction * least);
            };
            if !next.distance.is_finite() {
                return None;
            }
            found = next;
        }
        None
    }

    /// Between where they overlap and where they are free, the least place found to be free; no more than
    /// `most` is needed.
    fn least(&self, direction: V::Double, mut inside: f64, mut free: f64, most: f64) -> Option<f64> {
        for _ in 0..HALVINGS {
            if inside > most {
                return None;
            }
            let middle = 0.5 * (inside + free);
            if self.is_overlapping(direction * middle) {
                inside = middle;
            } else {
                free = middle;
            }
        }
        Some(free)
    }

    /// Past the boxes around both: long, but certain.
    fn past_boxes(&self) -> Vec<V::Double> {
        let (a, b) = (region(self.a, 0.0), region(self.b, 0.0));
        let translation = |axis: usize| {
            let up = a.max()[axis].into() - b.min()[axis].into();
            let down = a.min()[axis].into() - b.max()[axis].into();
            V::Double::unit_axis(axis) * if up <= -down { up } else { down }
        };
        (0..V::DIMENSION).map(translation).filter(|way| way.is_finite()).collect()
    }

    /// The depth with as much more as rounding needs, whichever of both goes, if that is little. What is
    /// moved is rounded as its coordinates are, however short the way is.
    fn enough(&self, normal: Unit<V>, depth: V::Scalar) -> Option<V::Scalar> {
        let rounding = V::Scalar::UNIT_ROUNDOFF * depth.max(self.coordinates());
        let mut more = V::Scalar::ZERO;
        for _ in 0..16 {
            let enough = depth + more;
            let way = normal.get() * enough;
            let is_parted = |moved: &ShapeRef<'_, V>, other: &ShapeRef<'_, V>| {
                moved.relation(other) != Relation::Overlapping
            };
            let is_free = with_translated(self.b, way, &mut |moved| is_parted(&moved, self.a));
            if is_free && with_translated(self.a, -way, &mut |moved| is_parted(&moved, self.b)) {
                return Some(enough);
            }
            more = more + more + rounding;
        }
        None
    }

    /// The greatest coordinate of what has an end.
    fn coordinates(&self) -> V::Scalar {
        let greatest = |view: &ShapeRef<'_, V>| {
            let around = region(view, 0.0);
            let shown = around.min().abs().max(around.max().abs()).max_element();
            // Where a mesh is placed may be far from where it is.
            let body = if let ShapeRef::Composite(parts) = view { parts.body() } else { None };
            body.map_or(shown, |body| shown.max(body.transform.translation.abs().max_element()))
        };
        let ends = [self.a, self.b].map(greatest);
        let has_end = |end: &V::Scalar| *end < V::Scalar::MAX * V::Scalar::HALF;
        ends.into_iter().filter(has_end).fold(V::Scalar::ZERO, V::Scalar::max)
    }
}
