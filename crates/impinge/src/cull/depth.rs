//! How deep two bodies are in each other: the least translation that parts them, between two bounds.
//!
//! **From above**: a translation that was tried. First the way past everything ([`MeshPair::way_out`]); then ways into what is free on
//! the way, such as the play in a hole: in a direction, what is pierced is in the way until the furthest of it is
//! passed (see `tree/mesh/blocking.rs`), again and again until nothing is; the normals of the triangles that meet are such directions, and the
//! axes, and what is between two or three of them. From the best small turns to all sides are tried. Where it ends, the bodies are asked whether they overlap.
//!
//! **From below**: a ball that has to go through a surface. A point of one body that is within the other solid, r from its surface,
//! is within it after every translation shorter than r. Such points are the corners of one within the other, and places
//! between those where the surfaces pierce each other. And where both bodies are convex, up to rounding, the depth is that of their hulls
//! ([`super::convex`]).
//!
//! Where both bounds agree, the depth is known; where not, the least translation may be hard to find: the difference of two meshes of n
//! triangles may have n² faces and more holes than that.

use std::borrow::Cow;
use std::cell::Cell;

use super::body::Body;
use super::body_pair::BodyPair;
use super::convex::{Hulls, is_past};
use super::meetings::Meetings;
use super::witness::lower_bound;
use crate::math::{Affine, Scalar, Unit, Vector};
use crate::narrow::Relation;
use crate::shape::Aabb;
use crate::tree::{MeetingTriangles, MeshPair, SAME_NORMAL, WayOut, sides};

/// Normals of triangles that are tried as directions, both ways.
const MOST_NORMALS: usize = 8;
/// How many of all ways are put together to ways out of corners, by twos and threes.
const MOST_OF_CORNERS: usize = 4;
/// Places on a way that are looked at before it is given up.
const MOST_PLACES: usize = 48;
/// Pairs of triangles near each other that are looked at, in all places together, before no further way is tried: finely cut surfaces have
/// many places on a way, and each of them costs.
const MOST_LOOKED: usize = 20_000;
/// The first turn that is tried, in radians, and the last.
const TURNS: [f64; 2] = [0.25, 4e-3];
/// Rounds of turns.
const MOST_TURNS: usize = 64;
/// By how much a way must be shorter to be better, as a share.
const SHORTER: f64 = 1e-9;
/// Bounds that differ by no more than this share are one number.
const AGREED: f64 = 1e-6;
/// And so are those that differ by this many of the least steps, if that is no more than this share.
const ROUNDED: f64 = 4.0;
const MOST_ROUNDED: f64 = 1e-4;

/// How deep two bodies, or two meshes as shapes, are in each other, between two bounds.
///
/// The depth is the length of the least translation that parts them, so that they overlap no more; touching is allowed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DepthBounds<V: Vector> {
    /// A translation of the second that certainly parts them: no shorter than the depth.
    pub way_out: WayOut<V>,
    /// No shorter translation of the second parts them, in any direction; 0 where nothing is known.
    pub lower_bound: V::Scalar,
    /// Is the depth known: do both bounds agree, to a millionth of it, or to what is rounded where bodies are placed if that is no more than
    /// a ten thousandth?
    pub is_exact: bool,
}

impl<V: Vector> DepthBounds<V> {
    /// A way out that was tried, and what was found from below: less what is rounded, `least`, and no more than the way out.
    pub(crate) fn between(way_out: WayOut<V>, low: f64, least: f64) -> Self {
        let lower_bound = V::Scalar::from_f64((low - least).max(0.0)).min(way_out.depth);
        let high: f64 = way_out.depth.into();
        let agreed = f64::max(high * AGREED, f64::min(ROUNDED * least, high * MOST_ROUNDED));
        DepthBounds { way_out, lower_bound, is_exact: low > 0.0 && lower_bound.into() >= high - agreed }
    }

    fn mirrored(self) -> Self {
        DepthBounds { way_out: self.way_out.mirrored(), ..self }
    }
}

impl<V: Vector> Body<'_, V> {
    /// How deep another body is in this one, as solids where they are closed, the least translation that parts them, between two bounds;
    /// `None` if they do not overlap, or nothing among the floats parts them.
    ///
    /// The way out may lead into a hole of the other body, if that is free; it need not go past everything. The answer for exchanged
    /// bodies is the mirrored one, to the bit. What encloses nothing, as open surfaces do, has a lower bound of 0.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::cull::{Body, Model};
    /// use impinge::math::{Affine, Pose};
    /// use impinge::shape::Mesh;
    /// let corner = |i: u32| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2 & 1));
    /// let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    /// let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    /// let cube = Model::new(Mesh::new((0..8).map(corner).collect(), triangles)?);
    /// let at = |x, y, z| Body::new(&cube, Pose::from_translation(DVec3::new(x, y, z)));
    /// let depth = at(0.0, 0.0, 0.0).depth(&at(0.25, 0.5, 0.75)).unwrap();
    /// assert!((depth.way_out.depth - 0.25).abs() < 1e-8 && depth.way_out.normal.get().z > 0.999);
    /// assert!(depth.is_exact);
    /// assert!(at(0.0, 0.0, 0.0).depth(&at(1.0, 0.0, 0.0)).is_none());
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn depth(&self, other: &Self) -> Option<DepthBounds<V>> {
        BodyPair::new(self, other).depth()
    }
}

impl<V: Vector> BodyPair<'_, V> {
    /// How deep they are in each other; see [`Body::depth`].
    pub fn depth(&self) -> Option<DepthBounds<V>> {
        let found = self.search()?.depth();
        // Both orders are computed in one, so that they mirror each other to the bit.
        if self.is_exchanged { found.map(DepthBounds::mirrored) } else { found }
    }

    /// The way out alone, without a bound from below.
    pub(crate) fn way_out(&self) -> Option<WayOut<V>> {
        let search = self.search()?;
        let found = search.shortest(search.hulls().as_ref());
        if self.is_exchanged { found.map(WayOut::mirrored) } else { found }
    }

    /// `None` if they do not overlap.
    fn search(&self) -> Option<Search<'_, V>> {
        let [a, b] = self.bodies;
        let [of_a, of_b] = self.bounds?;
        let meetings = self.meetings();
        let do_overlap = meetings.is_some_and(Meetings::pierce) || a.relation(b) == Relation::Overlapping;
        let all = || meetings.map(Meetings::all).unwrap_or_default();
        do_overlap.then(|| Search::new((a, of_a), (b, of_b), all()))
    }
}

/// A search for the shortest way out.
struct Search<'a, V: Vector> {
    a: (&'a Body<'a, V>, Aabb<V>),
    b: (&'a Body<'a, V>, Aabb<V>),
    /// Their triangles that meet.
    meetings: Cow<'a, [MeetingTriangles]>,
    /// The least step that moves anything, with something to spare.
    least: f64,
    /// How many pairs of triangles were looked at so far.
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
        a: (&'a Body<'a, V>, Aabb<V>),
        b: (&'a Body<'a, V>, Aabb<V>),
        meetings: Cow<'a, [MeetingTriangles]>,
    ) -> Self {
        let reach = |bounds: &Aabb<V>| bounds.min().abs().max(bounds.max().abs()).largest().into();
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

    /// Of bodies that are convex.
    fn hulls(&self) -> Option<Hulls<V>> {
        Hulls::of(self.a.0, self.b.0)
    }

    /// The shortest way out that is found; of convex bodies that of their hulls.
    fn shortest(&self, hulls: Option<&Hulls<V>>) -> Option<WayOut<V>> {
        let of_hulls = hulls.and_then(|Hulls { contact, .. }| {
            let points = [contact.on_a.to_double(), contact.on_b.to_double()];
            let direction = contact.normal.get().to_double();
            self.way_out(&Free { direction, along: contact.depth().into(), points }, is_past)
        });
        let do_part = |a: &Body<V>, b: &Body<V>, _| a.relation(b) != Relation::Overlapping;
        of_hulls.or_else(|| self.way_out(&self.shortest_free()?, do_part))
    }

    /// The shortest of all ways that are tried.
    fn shortest_free(&self) -> Option<Free<V::Double>> {
        let pair = self.a.0.surfaces(self.b.0);
        let past = pair.way_out_in_order(&[1]);
        let mut best = past.map(|past| Free {
            direction: past.normal.get().to_double(),
            along: past.depth.into(),
            points: [past.on_a.to_double(), past.on_b.to_double()],
        });
        let from = best.map(|best| best.along);
        let all: Vec<[u32; 2]> = self.meetings.iter().map(|meeting| meeting.numbers).collect();
        let pierced = self.pierced();
        for direction in self.directions(&pair, if pierced.is_empty() { &all } else { &pierced }) {
            self.try_shorter(&pair, &pierced, direction, &mut best);
        }
        let best_of_straight = best.map(|best| best.along);
        // The way past everything has been turned to all sides already.
        if best_of_straight != from {
            self.turn(&pair, &pierced, &mut best);
        }
        best
    }

    /// The pairs of triangles that pierce each other.
    fn pierced(&self) -> Vec<[u32; 2]> {
        self.meetings.iter().filter(|meeting| meeting.pierce()).map(|meeting| meeting.numbers).collect()
    }

    /// How deep they are at least, by points within both.
    fn low(&self, most: f64) -> f64 {
        lower_bound((self.a.0, &self.a.1), (self.b.0, &self.b.1), &self.pierced(), most)
    }

    /// Across the triangles that meet, along the axes, and out of corners between the first of these; each once.
    fn directions(&self, pair: &MeshPair<'_, V>, meeting: &[[u32; 2]]) -> Vec<V::Double> {
        let mut ways: Vec<V::Double> = Vec::new();
        let axes = (0..V::DIMENSION).map(V::Double::axis);
        for normal in pair.normals_of(meeting, MOST_NORMALS).into_iter().chain(axes) {
            if ways.iter().all(|known| known.dot(normal).abs() < 1.0 - SAME_NORMAL) {
                ways.push(normal);
            }
        }
        let mut directions: Vec<V::Double> = ways.iter().flat_map(|way| [*way, -*way]).collect();
        ways.truncate(MOST_OF_CORNERS);
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

    /// Is it less far in another direction?
    fn try_shorter(
        &self,
        pair: &MeshPair<'_, V>,
        pierced: &[[u32; 2]],
        direction: V::Double,
        best: &mut Option<Free<V::Double>>,
    ) -> bool {
        if self.looked.get() > MOST_LOOKED {
            return false;
        }
        let most = best.map_or(f64::INFINITY, |best| best.along * (1.0 - SHORTER));
        let found = self.first_free(pair, pierced, direction, most);
        *best = found.or(*best);
        found.is_some()
    }

    /// The first free place that is found in a direction, if it is less far than `most`.
    fn first_free(
        &self,
        pair: &MeshPair<'_, V>,
        pierced: &[[u32; 2]],
        direction: V::Double,
        most: f64,
    ) -> Option<Free<V::Double>> {
        // What is pierced where they are is known already, and mostly tells that the way is too far.
        let mut next = pair.blocked_by(pierced, direction, most);
        let mut points = [self.a.1.center().to_double(), self.b.1.center().to_double()];
        let (mut along, mut least) = (0.0, self.least);
        for _ in 0..MOST_PLACES {
            let moved = displaced(self.b.0, direction * along)?;
            let pair = self.a.0.surfaces(&moved);
            if next.is_none() && self.a.0.relation(&moved) != Relation::Overlapping {
                return (along > 0.0).then_some(Free { direction, along, points });
            }
            // Solids may overlap although no triangle pierces another: then all that touches is in the way.
            let next_place = next.or_else(|| {
                let touching: Vec<_> = pair.meetings()?.iter().map(|meeting| meeting.numbers).collect();
                pair.blocked_by(&touching, direction, most)
            });
            let blocked = next_place?;
            points = [blocked.points[0], blocked.points[1] + direction * -along];
            let step = blocked.along * (1.0 + SHORTER) + least;
            if blocked.along < least {
                least += least;
            }
            along += step;
            // Not so of what is not a number.
            let is_shorter = along < most;
            if !is_shorter {
                return None;
            }
            let moved = displaced(self.b.0, direction * along)?;
            let mut looked = self.looked.get();
            next = self.a.0.surfaces(&moved).pierced_along(direction, most - along, &mut looked);
            self.looked.set(looked);
            if looked > MOST_LOOKED {
                return None;
            }
        }
        None
    }

    /// Small turns from the best way.
    fn turn(&self, pair: &MeshPair<'_, V>, pierced: &[[u32; 2]], best: &mut Option<Free<V::Double>>) {
        let mut turn = TURNS[0];
        for _ in 0..MOST_TURNS {
            let Some(from) = best.filter(|_| turn >= TURNS[1]) else { return };
            let mut is_shorter = false;
            for side in sides::<V>(from.direction) {
                if let Ok(direction) = Unit::new(from.direction + side * turn) {
                    is_shorter |= self.try_shorter(pair, pierced, direction.get(), best);
                }
            }
            if !is_shorter {
                turn *= 0.5;
            }
        }
    }

    /// A way in the precision of the bodies, with as much more as rounding asks for until they are parted, whichever of both goes.
    fn way_out(
        &self,
        free: &Free<V::Double>,
        are_parted: impl Fn(&Body<V>, &Body<V>, V) -> bool,
    ) -> Option<WayOut<V>> {
        let normal = Unit::new(V::from_double(free.direction)).ok()?;
        let [on_a, on_b] = free.points.map(V::from_double);
        let mut more = 0.0;
        for _ in 0..16 {
            let distance = V::Scalar::from_f64(free.along + more);
            let way = normal.get() * distance;
            let [a, b] = [displaced(self.a.0, (-way).to_double())?, displaced(self.b.0, way.to_double())?];
            if are_parted(self.a.0, &b, normal.get()) && are_parted(&a, self.b.0, normal.get()) {
                return Some(WayOut { normal, depth: distance, on_a, on_b });
            }
            more = more + more + self.least / 64.0;
        }
        None
    }
}

/// A body at another place, if that is among the floats.
fn displaced<'a, V: Vector>(body: &Body<'a, V>, by: V::Double) -> Option<Body<'a, V>> {
    let map = body.map;
    let translation = map.translation + V::from_double(by);
    translation.is_finite().then_some(Body::new(body.model, Affine { translation, ..map }))
}
