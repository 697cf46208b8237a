//! Two instances whose surfaces touch and nowhere pierce each other: do their interiors overlap all the same?
//!
//! If they do, then either a part of one surface runs inside the other solid, or both surfaces lie on each
//! other with both solids on the same side. The second shows at two triangles that overlap in a plane. For
//! the first, let R be a connected part of surface A inside solid B, bounded by where A meets the surface
//! of B.
//!
//! - *R ends at a line.* The surfaces pierce nowhere, so the line lies on an edge of a triangle of A, of
//!   B, or of both. Beside it a triangle of A leads into B: the half-plane from the edge through the
//!   triangle lies strictly between the half-planes of B around that edge. These are the triangles of B
//!   that share the edge, or the two halves of the one triangle that the edge lies on.
//! - *R ends at single points, or nowhere.* Then R is a whole shell but for these points, and any other
//!   point of the shell decides.
//!
//! So each pair of triangles that touch is tested once, for the six pairs of an edge of one and the
//! other triangle that share more than a point. All of it are signs of determinants of placed corners,
//! which are exact:
//!
//! ```text
//!        B            seen along the edge: a half-plane d of A runs inside B if the next half-plane of B,
//!     b1  \   d       counter-clockwise from d, has B on its clockwise side
//!          \ /
//!   ────────● b0
//! ```
//!
//! *Flat* edges, between two triangles in one plane, part that plane in nothing: of triangles of two
//! patches in one plane, they are passed over. So the inside of a flush face costs one look per pair of
//! triangles, whatever it is cut into.
//!
//! This holds if all closed shells are consistently oriented and none overlaps another
//! ([`Model::bounds_solids`](super::Model)); open ones bound nothing. Nor may a surface lie on itself, as a
//! cap does that is cut around a hub outside of it: where triangles of one plane cover each other, those at
//! an edge do not show which side is solid. Such a surface has a *crease*. In other instances, sides of
//! triangles do not show what is inside. If their shells overlap, each is tested on its own
//! ([`shell_union`](super::shell_union)). Otherwise points of each touched triangle are looked up
//! ([`is_enclosed`]), which is exact too, but may miss what lies inside only between them, and takes as long
//! as there are triangles near a line for each of these.

use std::cmp::Ordering::{self, Equal, Greater, Less};
use std::collections::{HashMap, HashSet};

use smallvec::SmallVec;

use super::containment::{Solid, faces_outwards, holds};
use super::instance::{Bounded, Instance};
use super::model::{Model, kept};
use super::placed_face::{
    Face, PROJECTIONS, are_on_one_side, corners, flat, is_finite, overlap_in_plane, turns,
};
use super::shell_union::pieces_overlap;
use super::shells::{Inside, Part, Shell};
use super::triangle_fans::FanPair;
use super::triangle_pairs::Meetings;
use crate::math::disjoint_sets::{join, root_of};
use crate::math::triple::Point;
use crate::math::{Scalar, Vector, orientation_2d, orientation_3d};
use crate::narrow::{Collide, Relation, is_enclosed};
use crate::shape::{Aabb, Ball, ShapeRef};

/// The place of a triangle that does not touch the other instance.
const UNTOUCHED: u32 = u32::MAX;

/// Do the interiors of two instances overlap, or does one surface run inside the other solid? These triangles
/// touch, and none pierces another. An instance that is not taken as a solid is its surface alone.
pub(super) fn interiors_overlap<V: Vector>(
    bodies: [Bounded<V>; 2],
    are_solids: [bool; 2],
    touching: &Meetings,
) -> bool {
    if V::IS_2D {
        return false;
    }
    let side = |side: usize| Side::of(bodies[side], are_solids[side], touching.numbers(side).collect());
    let (one, other) = rayon::join(|| side(0), || side(1));
    let sides = [one, other];
    if sides.iter().all(|side| side.interior == Interior::None) {
        return false;
    }
    let are_by_lines = sides.each_ref().map(|side| side.interior == Interior::ByLines);
    if let Some(found) = pieces_overlap([bodies[0].0, bodies[1].0], are_solids, are_by_lines) {
        return found;
    }
    let mut search = Search::new(&sides);
    touching.pairs.iter().any(|pair| search.leads_inside(pair.numbers))
        || touching.fans.iter().any(|fans| search.fans_lead_inside(fans))
        || [0, 1].into_iter().any(|inner| search.looks_up(inner))
}

/// How the inside of an instance is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Interior {
    /// It has none.
    None,
    /// From the sides of its triangles.
    BySides,
    /// From how often a line crosses it.
    ByLines,
}

/// An instance, with its triangles that touch the other instance.
struct Side<'a, V: Vector> {
    body: Bounded<'a, V>,
    interior: Interior,
    /// Sorted numbers of triangles, and the triangles.
    numbers: Vec<u32>,
    triangles: Vec<Touched>,
    /// For each triangle of the instance its place among these.
    places: Vec<u32>,
}

/// A triangle that touches the other instance.
struct Touched {
    face: Face,
    /// Which of its edges lead to a triangle in the same plane, with the solid on the same side.
    flat: [bool; 3],
    /// The first of all touched triangles that can be reached through flat edges.
    patch: u32,
}

impl<'a, V: Vector> Side<'a, V> {
    fn of(body: Bounded<'a, V>, is_solid: bool, mut numbers: Vec<u32>) -> Self {
        let model = body.0.model;
        numbers.sort_unstable();
        numbers.dedup();
        let mut places = vec![UNTOUCHED; model.mesh().triangles().len()];
        for (place, &number) in (0..).zip(&numbers) {
            places[number as usize] = place;
        }
        let mut side = Side { body, interior: Interior::None, numbers, triangles: Vec::new(), places };
        let shells = &model.shells().shells;
        if is_solid && shells.iter().any(Shell::is_closed) {
            let is_flattened = body.0.transform.orientation() == 0.0;
            let are_signed = shells.iter().all(|shell| shell.inside != Inside::Odd);
            let has_sides = are_signed && !is_flattened && !model.has_crease() && model.bounds_solids();
            side.interior = if has_sides { Interior::BySides } else { Interior::ByLines };
        }
        let touched = |&number: &u32| {
            let mut face = Face::of(body.0, number);
            // What is taken as hollow bounds nothing.
            face.outwards = face.outwards.filter(|_| side.interior != Interior::None);
            Touched { face, flat: [false; 3], patch: 0 }
        };
        side.triangles = side.numbers.iter().map(touched).collect();
        side.find_patches();
        side
    }

    /// The patches of touched triangles in one plane.
    fn find_patches(&mut self) {
        let mut patches: Vec<u32> = (0..self.numbers.len() as u32).collect();
        if self.interior == Interior::BySides {
            for place in 0..self.numbers.len() {
                for k in 0..3 {
                    let face = &self.triangles[place].face;
                    let Some(other) = face.across_flat_edge(self.body.0, k) else { continue };
                    self.triangles[place].flat[k] = true;
                    let other = self.places[other as usize];
                    if other != UNTOUCHED {
                        join(&mut patches, place as u32, other);
                    }
                }
            }
        }
        for place in 0..self.numbers.len() {
            self.triangles[place].patch = root_of(&mut patches, place as u32);
        }
    }

    /// The triangles that share an edge of a touched one, with itself.
    fn around_edge(&self, place: usize, k: usize) -> impl Iterator<Item = u32> {
        self.body.0.model.around_edge(self.numbers[place], k)
    }

    /// The half-planes of its solid around an edge of a touched triangle. Empty if they do not show where
    /// the solid is.
    fn half_planes(&self, place: usize, k: usize) -> SmallVec<[HalfPlane; 4]> {
        let [p, q] = self.triangles[place].face.edge(k);
        let half_plane = |number: u32| {
            let corners = corners(self.body.0, number);
            let apex = corners.iter().position(|&corner| corner != p && corner != q)?;
            let outwards = faces_outwards(self.body.0, number)?;
            let is_clear = is_finite(corners[apex]) && turns(corners) != [Equal; 3];
            let is_forwards = corners[(apex + 1) % 3] == p;
            is_clear.then_some(HalfPlane { apex: corners[apex], has_solid_ahead: is_forwards != outwards })
        };
        // What repeats another triangle counts with that.
        let shells = self.body.0.model.shells();
        let counts = |number: &u32| shells.of_triangle[*number as usize].is_some();
        let all: Option<_> = self.around_edge(place, k).filter(counts).map(half_plane).collect();
        all.unwrap_or_default()
    }

    /// Which shell a touched triangle is in, if it counts.
    fn shell(&self, place: usize) -> Option<u32> {
        let part: Option<Part> = self.body.0.model.shells().of_triangle[self.numbers[place] as usize];
        part.map(|part| part.shell)
    }
}

impl<V: Vector> Model<V> {
    /// Returns whether its surface has an edge at which it folds back onto itself.
    pub(super) fn has_crease(&self) -> bool {
        *kept(&self.has_crease, || has_crease(self))
    }
}

/// Has a surface an edge at which two of its triangles lie on the same half-plane?
fn has_crease<V: Vector>(model: &Model<V>) -> bool {
    let of_triangle = &model.shells().of_triangle;
    let corners = |number: u32| model.mesh().triangle(number).points().map(V::to_f64);
    let is_folded = |number: u32, k: usize| {
        let [p, q, apex] = [0, 1, 2].map(|step| corners(number)[(k + step) % 3]);
        model.around_edge(number, k).filter(|&other| other > number).any(|other| {
            let beside = corners(other).into_iter().find(|&corner| corner != p && corner != q);
            let is_same =
                |other| orientation_3d(p, q, apex, other) == Equal && are_beside([p, q], apex, other);
            of_triangle[other as usize].is_some() && beside.is_some_and(is_same)
        })
    };
    let counted = (0..).zip(of_triangle).filter(|(_, part)| part.is_some());
    V::IS_3D && counted.into_iter().any(|(number, _)| (0..3).any(|k| is_folded(number, k)))
}

/// A half-plane from an edge, through the third corner of a triangle.
struct HalfPlane {
    apex: Point,
    /// Is the solid on its counter-clockwise side, seen against the direction of the edge?
    has_solid_ahead: bool,
}

/// Does the half-plane from an edge through a point run strictly inside the solid between some half-planes?
/// `None` if they do not show it.
fn runs_between([p, q]: [Point; 2], half_planes: &[HalfPlane], point: Point) -> Option<bool> {
    // Counter-clockwise from one half-plane to another by less than half a turn: `Greater`.
    let turn = |from: Point, to: Point| orientation_3d(p, q, from, to).reverse();
    let is_same = |one: Point, other: Point| turn(one, other) == Equal && are_beside([p, q], one, other);
    // In quarters of a turn: by how much at least.
    let quarters = |to: Point| match turn(point, to) {
        Greater => 1,
        Equal => 2,
        Less => 3,
    };
    if half_planes.iter().any(|half_plane| is_same(half_plane.apex, point)) {
        // On the surface.
        return Some(false);
    }
    let order = |one: &&HalfPlane, other: &&HalfPlane| {
        quarters(one.apex).cmp(&quarters(other.apex)).then_with(|| turn(other.apex, one.apex))
    };
    let next = half_planes.iter().min_by(order)?;
    let is_next = |other: &&HalfPlane| is_same(other.apex, next.apex);
    let is_clear =
        half_planes.iter().filter(is_next).all(|other| other.has_solid_ahead == next.has_solid_ahead);
    is_clear.then_some(!next.has_solid_ahead)
}

/// Are two points of one plane through a line on one side of that line?
fn are_beside([p, q]: [Point; 2], one: Point, other: Point) -> bool {
    PROJECTIONS.iter().any(|&axes| {
        let [p, q, one, other] = [p, q, one, other].map(|point| flat(point, axes));
        let side = orientation_2d(p, q, one);
        side != Equal && side == orientation_2d(p, q, other)
    })
}

/// What a segment and a triangle in whose plane it lies have in common, if more than a point: how the
/// triangle lies beside it.
enum Along {
    /// The segment runs through the triangle, which has points on both sides of it.
    Projected([Point; 2]),
    /// It runs along an edge; the third corner is beside it.
    Edge(Point),
}

impl Along {
    fn of([p, q]: [Point; 2], triangle: &Face) -> Option<Self> {
        let projection = triangle.turns.iter().position(|turn| *turn != Equal)?;
        let axes = PROJECTIONS[projection];
        let [a, b] = [p, q].map(|end| flat(end, axes));
        let corners = triangle.corners.map(|corner| flat(corner, axes));
        let sides = corners.map(|corner| orientation_2d(a, b, corner));
        let on_line = sides.iter().filter(|side| **side == Equal).count();
        if on_line >= 2 {
            let apex = sides.iter().position(|side| *side != Equal)?;
            let ends = [1, 2].map(|step| corners[(apex + step) % 3]);
            let axis = usize::from(a[0] == b[0]);
            let range =
                |ends: [[f64; 2]; 2]| [ends[0][axis].min(ends[1][axis]), ends[0][axis].max(ends[1][axis])];
            let ([low, high], [least, most]) = (range([a, b]), range(ends));
            return (low.max(least) < high.min(most)).then_some(Along::Edge(triangle.corners[apex]));
        }
        let on = |side: Ordering| Some(triangle.corners[sides.iter().position(|other| *other == side)?]);
        let both = [on(Greater)?, on(Less)?];
        // Apart, or only touching, if the line of an edge has both ends beyond it or on it.
        let inwards = triangle.turns[projection];
        let is_beyond = |k: usize| {
            let beyond = |end| orientation_2d(corners[k], corners[(k + 1) % 3], end) != inwards;
            beyond(a) && beyond(b)
        };
        (!(0..3).any(is_beyond)).then_some(Along::Projected(both))
    }
}

/// The search through all pairs of triangles that touch.
struct Search<'a, 'b, V: Vector> {
    sides: &'b [Side<'a, V>; 2],
    /// Which patches lie in one plane.
    coplanar: HashMap<[u32; 2], bool>,
    /// The pair of patches that was looked up last, as the next one mostly is.
    last: Option<([u32; 2], bool)>,
    /// For each side the shells that share more than points with the surface of a solid,
    met: [HashSet<u32>; 2],
    /// and the triangles at edges that do not show where the other solid is.
    unclear: [HashSet<u32>; 2],
}

impl<'a, 'b, V: Vector> Search<'a, 'b, V> {
    fn new(sides: &'b [Side<'a, V>; 2]) -> Self {
        let (met, unclear) = Default::default();
        Search { sides, coplanar: HashMap::new(), last: None, met, unclear }
    }

    /// Do two triangles that touch show that one leads into the solid of the other?
    fn leads_inside(&mut self, numbers: [u32; 2]) -> bool {
        let sides = self.sides;
        let places = [0, 1].map(|side| sides[side].places[numbers[side] as usize] as usize);
        let touched = [0, 1].map(|side| &sides[side].triangles[places[side]]);
        let [one, other] = touched.map(|touched| &touched.face);
        if one.is_degenerate() || other.is_degenerate() {
            return false;
        }
        if self.are_coplanar(touched) {
            if are_on_one_side(one, other) && overlap_in_plane(one.corners, other.corners) {
                return true;
            }
            let at_edge = |side: usize, k: usize| !touched[side].flat[k];
            return (0..6).any(|i| at_edge(i / 3, i % 3) && self.leads_inside_at(places, i / 3, i % 3, None));
        }
        for side in [0, 1] {
            let [of_edges, plane] = if side == 0 { [one, other] } else { [other, one] };
            let [a, b, c] = plane.corners;
            let heights = of_edges.corners.map(|corner| orientation_3d(a, b, c, corner));
            for k in 0..3 {
                let is_in_plane = heights[k] == Equal && heights[(k + 1) % 3] == Equal;
                if is_in_plane && self.leads_inside_at(places, side, k, Some(heights[(k + 2) % 3])) {
                    return true;
                }
            }
        }
        false
    }

    /// The same of two fans. All of their triangles lie in one plane, and have their solids on the same
    /// side of it if any two have.
    fn fans_lead_inside(&mut self, fans: &FanPair) -> bool {
        let first = |side: usize| {
            let number = *fans.triangles[side].first()?;
            let side = &self.sides[side];
            Some(&side.triangles[side.places[number as usize] as usize].face)
        };
        let on_one_side = first(0).zip(first(1)).is_some_and(|(one, other)| are_on_one_side(one, other));
        // A pair that overlaps comes soon, mostly as the first.
        on_one_side && fans.pairs().any(|numbers| self.leads_inside(numbers))
            || fans.at_rims.iter().any(|&numbers| self.leads_inside(numbers))
    }

    /// The same at an edge of one of them that lies in the plane of the other, and on which side of that
    /// its third corner is.
    fn leads_inside_at(
        &mut self,
        places: [usize; 2],
        side: usize,
        k: usize,
        height: Option<Ordering>,
    ) -> bool {
        let [own, other] = [&self.sides[side], &self.sides[1 - side]];
        let [place, at] = [places[side], places[1 - side]];
        let (of_edge, triangle) = (&own.triangles[place].face, &other.triangles[at].face);
        let edge = of_edge.edge(k);
        let Some(along) = Along::of(edge, triangle) else { return false };
        let is_known = |side: &Side<V>| side.interior == Interior::BySides;
        // The triangle with the edge may lead into the solid of the other one,
        if let (Along::Projected(_), true) = (&along, is_known(other) && triangle.outwards.is_some()) {
            self.met[side].extend(own.shell(place));
            if height.is_some_and(|height| triangle.has_on_solid_side(height)) {
                return true;
            }
        }
        // and that into the solid around the edge.
        if !is_known(own) || of_edge.outwards.is_none() {
            return false;
        }
        let points: SmallVec<[Point; 2]> = match along {
            Along::Projected(both) => SmallVec::from(both),
            Along::Edge(apex) => SmallVec::from_slice(&[apex]),
        };
        let [a, b, c] = of_edge.corners;
        if own.triangles[place].flat[k] {
            self.met[1 - side].extend(other.shell(at));
            return points.iter().any(|&point| of_edge.has_on_solid_side(orientation_3d(a, b, c, point)));
        }
        let half_planes = own.half_planes(place, k);
        for point in points {
            match runs_between(edge, &half_planes, point) {
                Some(true) => return true,
                Some(false) => self.met[1 - side].extend(other.shell(at)),
                None => {
                    self.unclear[1 - side].insert(other.numbers[at]);
                    return false;
                }
            }
        }
        false
    }

    /// Do two touched triangles lie in one plane? Decided once for all of their patches.
    fn are_coplanar(&mut self, [one, other]: [&Touched; 2]) -> bool {
        let patches = [one.patch, other.patch];
        if let Some((_, known)) = self.last.filter(|(last, _)| *last == patches) {
            return known;
        }
        let [a, b, c] = one.face.corners;
        let are = || other.face.corners.iter().all(|&corner| orientation_3d(a, b, c, corner) == Equal);
        let known = *self.coplanar.entry(patches).or_insert_with(are);
        self.last = Some((patches, known));
        known
    }

    /// Does a part of one surface lie inside the other solid that its edges do not show? Points of it are
    /// looked up.
    fn looks_up(&self, inner: usize) -> bool {
        let [own, other] = [&self.sides[inner], &self.sides[1 - inner]];
        if other.interior == Interior::None {
            return false;
        }
        let at = |number: u32| ShapeRef::Triangle(own.body.0.placed_triangle(number));
        let is_inside = |number: u32| is_enclosed(&Solid(other.body), &at(number), Relation::Touching);
        if other.interior == Interior::ByLines {
            return own.numbers.iter().any(|&number| is_inside(number))
                || self.holds_whole_shell(inner, is_inside);
        }
        self.unclear[inner].iter().any(|&number| is_inside(number))
            || self.holds_whole_shell(inner, is_inside)
    }

    /// Does the other solid hold a shell that shares no more than points with its surface?
    fn holds_whole_shell(&self, inner: usize, is_inside: impl Fn(u32) -> bool) -> bool {
        let [own, other] = [&self.sides[inner], &self.sides[1 - inner]];
        let model = own.body.0.model;
        let shells = model.shells();
        let mut is_open: Vec<bool> =
            (0..shells.shells.len() as u32).map(|shell| !self.met[inner].contains(&shell)).collect();
        // A triangle that touches nothing has no corner on the other surface.
        let mut left = is_open.iter().filter(|is_open| **is_open).count();
        for (number, part) in (0..).zip(&shells.of_triangle) {
            let Some(part) = part else { continue };
            if left == 0 {
                return false;
            }
            if is_open[part.shell as usize] && own.places[number as usize] == UNTOUCHED {
                let corner = own.body.0.placed_triangle(number).points()[0];
                if holds(other.body, corner) {
                    return true;
                }
                is_open[part.shell as usize] = false;
                left -= 1;
            }
        }
        // Shells of which all triangles touch: any corner off the other surface, else points of each
        // triangle.
        let of_open = |number: &&u32| {
            shells.of_triangle[**number as usize].is_some_and(|part| is_open[part.shell as usize])
        };
        let mut decided = HashSet::new();
        for &number in own.numbers.iter().filter(of_open) {
            let shell = shells.of_triangle[number as usize].map(|part| part.shell);
            if decided.contains(&shell) {
                continue;
            }
            let corners = own.body.0.placed_triangle(number).points();
            if let Some(&corner) = corners.iter().find(|&&corner| !is_on_surface(other.body.0, corner)) {
                if holds(other.body, corner) {
                    return true;
                }
                decided.insert(shell);
            }
        }
        own.numbers.iter().filter(of_open).any(|&number| {
            let shell = shells.of_triangle[number as usize].map(|part| part.shell);
            !decided.contains(&shell) && is_inside(number)
        })
    }
}

/// Is a point on the surface of an instance? Exact.
fn is_on_surface<V: Vector>(body: &Instance<V>, point: V) -> bool {
    let Ok(place) = Ball::new(point, V::Scalar::ZERO) else { return false };
    let mut is_on = false;
    body.near(&Aabb::between(point, point), |number| {
        is_on = is_on || body.placed_triangle(number).intersects(&place);
    });
    is_on
}
