//! Penetration depth of two instances: two bounds of the minimum translation that separates them.
//!
//! **Upper bound**: a translation that was tried.
//!
//! 1. The first candidate passes everything ([`MeshPair::penetration`]).
//! 2. The next ones lead to free places on the way, such as the play in a hole. In a direction, pierced
//!    geometry blocks until its furthest part is passed (see `bvh/mesh/exit_distance.rs`), again and again
//!    until nothing blocks. The directions are normals of the triangles that meet, the axes, and
//!    combinations of two or three of them.
//! 3. From the best, small rotations in all directions are tried.
//!
//! At each end an overlap test of the instances decides.
//!
//! **Lower bound**: a ball that must pass through a surface. A point of one instance within the other
//! solid, at distance r from its surface, stays within it after every translation shorter than r. Such
//! points are the vertices of one within the other, and points between the places where the surfaces
//! pierce each other. If both are convex, up to rounding, the depth equals the depth of their hulls
//! ([`super::convex_depth`]).
//!
//! If both bounds agree, the depth is known. If not, the minimum translation may be hard to find: the
//! Minkowski difference of two meshes of n triangles may have n² faces and more holes than that.

use std::borrow::Cow;
use std::cell::Cell;

use super::convex_depth::{Hulls, is_past};
use super::depth_lower_bound::lower_bound;
use super::instance::Instance;
use super::instance_pair::InstancePair;
use super::triangle_pairs::Meetings;
use crate::bvh::{MeetingTriangles, MeshPair, MinTranslation, SAME_NORMAL, perpendicular_directions};
use crate::math::{Affine, Scalar, Unit, Vector};
use crate::narrow::Relation;
use crate::shape::Aabb;

/// Maximum number of triangle normals that are tried as directions, both ways.
const MAX_NORMALS: usize = 8;
/// Maximum number of directions that are combined in pairs and triples into directions out of corners.
const MAX_COMBINED: usize = 4;
/// Maximum number of tested places on a translation.
const MAX_PLACES: usize = 48;
/// Maximum number of near pairs of triangles that are tested, in all places together, before no further
/// translation is tried: finely meshed surfaces have many places on a translation, and each of them costs.
const MAX_TESTED_PAIRS: usize = 20_000;
/// The first and the last rotation that is tried, in radians.
const TURNS: [f64; 2] = [0.25, 4e-3];
/// Maximum number of rounds of rotations.
const MAX_ROTATIONS: usize = 64;
/// Minimum fraction by which a translation must be shorter to be better.
const MIN_IMPROVEMENT: f64 = 1e-9;
/// Maximum difference of two bounds that count as equal, as a fraction.
const AGREED: f64 = 1e-6;
/// The same for bounds that differ by at most this number of steps of a float, if that is no more than the
/// fraction [`MAX_ROUNDED_FRACTION`].
const MAX_ROUNDED_STEPS: f64 = 4.0;
const MAX_ROUNDED_FRACTION: f64 = 1e-4;

/// Bounds of the penetration depth of two instances, or of two meshes as shapes.
///
/// The depth is the length of the minimum translation after which they do not overlap; touching is allowed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DepthBounds<V: Vector> {
    /// A translation of the second that certainly separates them; its length is an upper bound of the depth.
    pub min_translation: MinTranslation<V>,
    /// No shorter translation of the second separates them, in any direction; 0 if no bound is known.
    pub lower_bound: V::Scalar,
    /// Whether the depth is known: both bounds agree to a millionth of it.
    ///
    /// Agreement to the rounding of the placed vertices also counts, if that is at most a ten thousandth.
    pub is_exact: bool,
}

impl<V: Vector> DepthBounds<V> {
    /// Combines a tried translation and a lower bound: reduced by `least` for rounding, and at most the
    /// translation.
    pub(crate) fn between(min_translation: MinTranslation<V>, low: f64, least: f64) -> Self {
        let lower_bound = V::Scalar::from_f64((low - least).max(0.0)).min(min_translation.depth);
        let high: f64 = min_translation.depth.into();
        let agreed =
            f64::max(high * AGREED, f64::min(MAX_ROUNDED_STEPS * least, high * MAX_ROUNDED_FRACTION));
        DepthBounds {
            min_translation,
            lower_bound,
            is_exact: low > 0.0 && lower_bound.into() >= high - agreed,
        }
    }

    fn flip(self) -> Self {
        DepthBounds { min_translation: self.min_translation.flip(), ..self }
    }
}

impl<V: Vector> Instance<'_, V> {
    /// Computes bounds of the penetration depth of two instances, which are solids where they are closed.
    ///
    /// Returns `None` if they do not overlap, or if no translation in the range of floats separates them. The
    /// translation may lead into a free hole of the other instance; it need not pass everything. The result
    /// for exchanged instances is the mirrored one, to the bit. Instances that enclose nothing, such as open
    /// surfaces, have a lower bound of 0.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::assembly::{Instance, Model};
    /// use impinge::math::{Affine, Pose};
    /// use impinge::shape::Mesh;
    /// let corner = |i: u32| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2 & 1));
    /// let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    /// let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    /// let cube = Model::new(Mesh::new((0..8).map(corner).collect(), triangles)?);
    /// let at = |x, y, z| Instance::new(&cube, Pose::from_translation(DVec3::new(x, y, z)));
    /// let depth = at(0.0, 0.0, 0.0).depth(&at(0.25, 0.5, 0.75)).unwrap();
    /// assert!((depth.min_translation.depth - 0.25).abs() < 1e-8 && depth.min_translation.normal.get().z > 0.999);
    /// assert!(depth.is_exact);
    /// assert!(at(0.0, 0.0, 0.0).depth(&at(1.0, 0.0, 0.0)).is_none());
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    #[inline]
    pub fn depth(&self, other: &Self) -> Option<DepthBounds<V>> {
        V::assembly_depth(self, other)
    }

    pub(super) fn depth_inner(&self, other: &Self) -> Option<DepthBounds<V>> {
        InstancePair::new(self, other).depth()
    }
}

impl<V: Vector> InstancePair<'_, V> {
    /// Computes bounds of the penetration depth; see [`Instance::depth`].
    #[inline]
    pub fn depth(&self) -> Option<DepthBounds<V>> {
        V::assembly_pair_depth(self)
    }

    pub(super) fn depth_inner(&self) -> Option<DepthBounds<V>> {
        let found = self.search()?.depth();
        // Both orders are computed in one, so that they mirror each other to the bit.
        if self.is_exchanged { found.map(DepthBounds::flip) } else { found }
    }

    /// Returns the separating translation alone, without a lower bound.
    pub(crate) fn way_out(&self) -> Option<MinTranslation<V>> {
        let search = self.search()?;
        let found = search.shortest(search.hulls().as_ref());
        if self.is_exchanged { found.map(MinTranslation::flip) } else { found }
    }

    /// Returns `None` if they do not overlap.
    fn search(&self) -> Option<Search<'_, V>> {
        let [a, b] = self.bodies;
        let [of_a, of_b] = self.bounds?;
        let meetings = self.meetings();
        let do_overlap = meetings.is_some_and(Meetings::pierce) || a.relation(b) == Relation::Overlapping;
        let all = || meetings.map(Meetings::all).unwrap_or_default();
        do_overlap.then(|| Search::new((a, of_a), (b, of_b), all()))
    }
}

/// A search for the shortest separating translation.
struct Search<'a, V: Vector> {
    a: (&'a Instance<'a, V>, Aabb<V>),
    b: (&'a Instance<'a, V>, Aabb<V>),
    /// Their triangles that meet.
    meetings: Cow<'a, [MeetingTriangles]>,
    /// The least step that moves anything, with something to spare.
    least: f64,
    /// Number of pairs of triangles tested so far.
    looked: Cell<usize>,
}

/// A way that was found to be free at its end.
#[derive(Clone, Copy)]
struct Free<D> {
    direction: D,
    along: f64,
    points: [D; 2],
}

impl<'a, V: Vector> Search<'a, V> {
    fn new(
        a: (&'a Instance<'a, V>, Aabb<V>),
        b: (&'a Instance<'a, V>, Aabb<V>),
        meetings: Cow<'a, [MeetingTriangles]>,
    ) -> Self {
        let reach = |bounds: &Aabb<V>| bounds.min().abs().max(bounds.max().abs()).max_element().into();
        let reach: f64 = reach(&a.1) + reach(&b.1);
        let roundoff: f64 = V::Scalar::UNIT_ROUNDOFF.into();
        Search { a, b, meetings, least: 8.0 * roundoff * reach, looked: Cell::new(0) }
    }

    fn depth(&self) -> Option<DepthBounds<V>> {
        let hulls = self.hulls();
        let way_out = self.shortest(hulls.as_ref())?;
        let of_hulls = hulls.map_or(0.0, |hulls| hulls.least_depth());
        let low = if of_hulls > 0.0 { of_hulls } else { self.low(way_out.depth.into()) };
        Some(DepthBounds::between(way_out, low, self.least))
    }

    /// Returns the hulls of convex instances.
    fn hulls(&self) -> Option<Hulls<V>> {
        Hulls::of(self.a.0, self.b.0)
    }

    /// Returns the shortest translation found; for convex instances, the translation of their hulls.
    fn shortest(&self, hulls: Option<&Hulls<V>>) -> Option<MinTranslation<V>> {
        let of_hulls = hulls.and_then(|Hulls { contact, .. }| {
            let points = [contact.point_a.to_double(), contact.point_b.to_double()];
            let direction = contact.normal.get().to_double();
            self.way_out(&Free { direction, along: contact.depth().into(), points }, is_past)
        });
        let do_part = |a: &Instance<V>, b: &Instance<V>, _| a.relation(b) != Relation::Overlapping;
        of_hulls.or_else(|| self.way_out(&self.shortest_free()?, do_part))
    }

    /// The shortest of all ways that are tried.
    fn shortest_free(&self) -> Option<Free<V::Double>> {
        let pair = self.a.0.mesh_pair(self.b.0);
        let past = pair.penetration_in_order(&[1]);
        let mut best = past.map(|past| Free {
            direction: past.normal.get().to_double(),
            along: past.depth.into(),
            points: [past.point_a.to_double(), past.point_b.to_double()],
        });
        let from = best.map(|best| best.along);
        let all: Vec<[u32; 2]> = self.meetings.iter().map(|meeting| meeting.numbers).collect();
        let pierced = self.pierced();
        for direction in self.directions(&pair, if pierced.is_empty() { &all } else { &pierced }) {
            self.try_shorter(&pair, &pierced, direction, &mut best);
        }
        let best_of_straight = best.map(|best| best.along);
        // All rotations of the way past everything have been tried already.
        if best_of_straight != from {
            self.turn(&pair, &pierced, &mut best);
        }
        best
    }

    /// The pairs of triangles that pierce each other.
    fn pierced(&self) -> Vec<[u32; 2]> {
        self.meetings.iter().filter(|meeting| meeting.pierce()).map(|meeting| meeting.numbers).collect()
    }

    /// Returns a lower bound of the depth, from points within both.
    fn low(&self, most: f64) -> f64 {
        lower_bound((self.a.0, &self.a.1), (self.b.0, &self.b.1), &self.pierced(), most)
    }

    /// Across the triangles that meet, along the axes, and out of corners between the first of these; each
    /// once.
    fn directions(&self, pair: &MeshPair<'_, V>, meeting: &[[u32; 2]]) -> Vec<V::Double> {
        let mut ways: Vec<V::Double> = Vec::new();
        let axes = (0..V::DIMENSION).map(V::Double::unit_axis);
        for normal in pair.frequent_normals(meeting, MAX_NORMALS).into_iter().chain(axes) {
            if ways.iter().all(|known| known.dot(normal).abs() < 1.0 - SAME_NORMAL) {
                ways.push(normal);
            }
        }
        let mut directions: Vec<V::Double> = ways.iter().flat_map(|way| [*way, -*way]).collect();
        ways.truncate(MAX_COMBINED);
        for (i, one) in ways.iter().enumerate() {
            for (j, other) in ways[..i].iter().enumerate() {
                let two = [*one + *other, *one - *other];
                let three = ways[..j].iter().flat_map(|third| two.map(|two| [two + *third, two - *third]));
                let corners = two.into_iter().chain(three.flatten());
                let units = corners.filter_map(|corner| Unit::new(corner).ok()).map(Unit::get);
                directions.extend(units.flat_map(|way| [way, -way]));
            }
        }
        directions
    }

    /// Returns whether another direction gives a shorter way.
    fn try_shorter(
        &self,
        pair: &MeshPair<'_, V>,
        pierced: &[[u32; 2]],
        direction: V::Double,
        best: &mut Option<Free<V::Double>>,
    ) -> bool {
        if self.looked.get() > MAX_TESTED_PAIRS {
            return false;
        }
        let most = best.map_or(f64::INFINITY, |best| best.along * (1.0 - MIN_IMPROVEMENT));
        let found = self.first_free(pair, pierced, direction, most);
        *best = found.or(*best);
        found.is_some()
    }

    /// Returns the first free place in a direction, if it is nearer than `most`.
    fn first_free(
        &self,
        pair: &MeshPair<'_, V>,
        pierced: &[[u32; 2]],
        direction: V::Double,
        most: f64,
    ) -> Option<Free<V::Double>> {
        // The triangles pierced at the start are known already, and mostly show that the way is too long.
        let mut next = pair.exit_distance(pierced, direction, most);
        let mut points = [self.a.1.center().to_double(), self.b.1.center().to_double()];
        let (mut along, mut least) = (0.0, self.least);
        for _ in 0..MAX_PLACES {
            let moved = displaced(self.b.0, direction * along)?;
            let pair = self.a.0.mesh_pair(&moved);
            if next.is_none() && self.a.0.relation(&moved) != Relation::Overlapping {
                return (along > 0.0).then_some(Free { direction, along, points });
            }
            // Solids may overlap although no triangle pierces another: then all that touches is in the way.
            let next_place = next.or_else(|| {
                let touching: Vec<_> = pair.meetings()?.iter().map(|meeting| meeting.numbers).collect();
                pair.exit_distance(&touching, direction, most)
            });
            let blocked = next_place?;
            points = [blocked.points[0], blocked.points[1] + direction * -along];
            let step = blocked.along * (1.0 + MIN_IMPROVEMENT) + least;
            if blocked.along < least {
                least += least;
            }
            along += step;
            // False for NaN.
            let is_shorter = along < most;
            if !is_shorter {
                return None;
            }
            let moved = displaced(self.b.0, direction * along)?;
            let mut looked = self.looked.get();
            next = self.a.0.mesh_pair(&moved).piercing_exit_distance(direction, most - along, &mut looked);
            self.looked.set(looked);
            if looked > MAX_TESTED_PAIRS {
                return None;
            }
        }
        None
    }

    /// Tries small rotations of the best way.
    fn turn(&self, pair: &MeshPair<'_, V>, pierced: &[[u32; 2]], best: &mut Option<Free<V::Double>>) {
        let mut turn = TURNS[0];
        for _ in 0..MAX_ROTATIONS {
            let Some(from) = best.filter(|_| turn >= TURNS[1]) else { return };
            let mut is_shorter = false;
            for side in perpendicular_directions::<V>(from.direction) {
                if let Ok(direction) = Unit::new(from.direction + side * turn) {
                    is_shorter |= self.try_shorter(pair, pierced, direction.get(), best);
                }
            }
            if !is_shorter {
                turn *= 0.5;
            }
        }
    }

    /// Returns a way in the precision of the instances, extended for rounding until they are separated,
    /// whichever moves.
    fn way_out(
        &self,
        free: &Free<V::Double>,
        are_parted: impl Fn(&Instance<V>, &Instance<V>, V) -> bool,
    ) -> Option<MinTranslation<V>> {
        let normal = Unit::new(V::from_double(free.direction)).ok()?;
        let [point_a, point_b] = free.points.map(V::from_double);
        let mut more = 0.0;
        for _ in 0..16 {
            let distance = V::Scalar::from_f64(free.along + more);
            let way = normal.get() * distance;
            let [a, b] = [displaced(self.a.0, (-way).to_double())?, displaced(self.b.0, way.to_double())?];
            if are_parted(self.a.0, &b, normal.get()) && are_parted(&a, self.b.0, normal.get()) {
                return Some(MinTranslation { normal, depth: distance, point_a, point_b });
            }
            more = more + more + self.least / 64.0;
        }
        None
    }
}

/// Returns an instance at another place, if that is in the range of floats.
fn displaced<'a, V: Vector>(body: &Instance<'a, V>, by: V::Double) -> Option<Instance<'a, V>> {
    let map = body.transform;
    let translation = map.translation + V::from_double(by);
    translation.is_finite().then_some(Instance::new(body.model, Affine { translation, ..map }))
}
