//! Two convex polygons that were given as hulls: as other polygons (see [`polygons`](super)), but the edge of
//! the greatest gap is found in the precision of the hulls, in the coordinates of one and then of the other.
//!
//! There the normals are known, and all edges are tested at once, a lane each. The few vertices that count in
//! the end are brought into the world in `f64`. Of gaps that are the same up to rounding, either edge is
//! right.

use glam::DVec2;

use super::edge_clipping::{Answer, edge_feature, feature_at, meet, one_point, rest, rounded};
use super::{Across, MAX_VERTICES, Numbering, PolygonOutline, across, double, of_vector};
use crate::math::{Pose, Scalar, Vector};
use crate::narrow::distance::bounding_balls::are_beyond;
use crate::narrow::distance::error_bound::{error_bound, magnitude};
use crate::narrow::distance::pair_order::is_swapped;
use crate::narrow::distance::separation::{ClosedForm, ORDINARY, Separation};
use crate::narrow::table::takes;
use crate::shape::{ConvexShape, Core, Hull, LANES};

/// A hull in the world, seen from an origin near it. Vertices are transformed on demand.
#[derive(Clone, Copy)]
struct PlacedOutline<'a, V: Vector> {
    hull: &'a Hull<V>,
    columns: [DVec2; 2],
    translation: DVec2,
    is_clockwise: bool,
}

impl<'a, V: Vector> PlacedOutline<'a, V> {
    #[inline(always)]
    fn new(hull: &'a Hull<V>, pose: &Pose<V>, origin: DVec2) -> Self {
        let columns = pose.rotation.columns();
        let columns = [double(columns[0]), double(columns[1])];
        let is_clockwise = columns[0].perp_dot(columns[1]) < 0.0;
        PlacedOutline { hull, columns, translation: double(pose.translation) - origin, is_clockwise }
    }

    /// From the world into the hull's own coordinates.
    #[inline(always)]
    fn inverse(&self) -> [DVec2; 2] {
        let [u, v] = self.columns;
        // Its inverse, up to the square of what it differs from 1 or −1 by.
        let turn = u.perp_dot(v);
        let per_turn = turn * (2.0 - turn * turn);
        [DVec2::new(v.y, -v.x) * per_turn, DVec2::new(-u.y, u.x) * per_turn]
    }

    /// The number of a side of the hull among the edges of the outline.
    #[inline(always)]
    fn edge_of_side(&self, side: usize) -> usize {
        let count = self.hull.vertices().len();
        match self.is_clockwise {
            false => side,
            true if side + 1 == count => side,
            true => count - 2 - side,
        }
    }
}

impl<V: Vector> PolygonOutline for PlacedOutline<'_, V> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.hull.vertices().len()
    }

    #[inline(always)]
    fn vertex(&self, i: usize) -> DVec2 {
        let vertices = self.hull.vertices();
        let vertex = double(vertices[if self.is_clockwise { vertices.len() - 1 - i } else { i }]);
        self.columns[0] * vertex.x + self.columns[1] * vertex.y + self.translation
    }

    fn numbering(&self) -> Numbering {
        Numbering::Hull { is_clockwise: self.is_clockwise }
    }

    /// Returns the lowest vertex in the hull's precision, or a neighbour of it that is lower in `f64`.
    #[inline(always)]
    fn lowest(&self, direction: DVec2) -> usize {
        let [x, y] = self.columns.map(|column| V::Scalar::from_f64(column.dot(direction)));
        let (corners, _) = self.hull.vertex_lanes().as_chunks::<{ 2 * LANES }>();
        let mut best = (V::Scalar::INFINITY, 0);
        for (block, corners) in corners.iter().enumerate() {
            let heights = std::array::from_fn(|i| x * corners[i] + y * corners[LANES + i]);
            let (least, lane) = first_of(heights, Scalar::min);
            if least < best.0 {
                best = (least, block * LANES + lane);
            }
        }
        let vertex = best.1;
        let best = if self.is_clockwise { self.count() - 1 - vertex } else { vertex };
        let height = |i: usize| direction.dot(self.vertex(i));
        let (next, last) = (self.next(best), self.last(best));
        let lower = if height(next) < height(last) { next } else { last };
        // Hardly ever.
        if height(lower) < height(best) { lower } else { best }
    }
}

/// The greatest or least of the lanes and the first that holds it.
#[inline(always)]
fn first_of<S: Scalar>(lanes: [S; LANES], of_two: impl Fn(S, S) -> S) -> (S, usize) {
    let [a, b, c, d, e, f, g, h] = lanes;
    let [a, b, c, d] = [of_two(a, e), of_two(b, f), of_two(c, g), of_two(d, h)];
    let best = of_two(of_two(a, c), of_two(b, d));
    // Backwards, so that the first stays.
    (best, (0..LANES).rev().fold(0, |first, lane| if lanes[lane] == best { lane } else { first }))
}

/// The side of one hull from which the other is furthest, and how far.
#[inline(never)]
fn furthest<V: Vector>(own: &PlacedOutline<'_, V>, other: &PlacedOutline<'_, V>) -> (f64, usize) {
    // Where the other hull's axes and origin are in the coordinates of this one.
    let rows = own.inverse();
    let local = |vector: DVec2| rows.map(|row| V::Scalar::from_f64(row.dot(vector)));
    let (u, v) = (local(other.columns[0]), local(other.columns[1]));
    let center = local(other.translation - own.translation);
    let (sides, _) = own.hull.side_lanes().as_chunks::<{ 3 * LANES }>();
    let (corners, _) = other.hull.vertex_lanes().as_chunks::<{ 2 * LANES }>();
    let mut best = (-V::Scalar::INFINITY, 0);
    for (block, sides) in sides.iter().enumerate() {
        let mut least = [V::Scalar::INFINITY; LANES];
        for corners in corners {
            let along = |axis: usize| -> [V::Scalar; LANES] {
                std::array::from_fn(|i| u[axis] * corners[i] + v[axis] * corners[LANES + i] + center[axis])
            };
            let (x, y) = (along(0), along(1));
            for corner in 0..LANES {
                for lane in 0..LANES {
                    let along = sides[lane] * x[corner] + sides[LANES + lane] * y[corner];
                    least[lane] = Scalar::min(along, least[lane]);
                }
            }
        }
        let gaps: [V::Scalar; LANES] = std::array::from_fn(|lane| least[lane] - sides[2 * LANES + lane]);
        let (most, lane) = first_of(gaps, Scalar::max);
        if most > best.0 {
            best = (most, block * LANES + lane);
        }
    }
    (best.0.into(), best.1)
}

/// The side of a hull that a point is furthest outside of, and how far; below 0 if it is inside.
#[inline(always)]
fn facing<V: Vector>(own: &PlacedOutline<'_, V>, point: DVec2) -> (f64, usize) {
    let [x, y] = own.inverse().map(|row| V::Scalar::from_f64(row.dot(point - own.translation)));
    let (sides, _) = own.hull.side_lanes().as_chunks::<{ 3 * LANES }>();
    let mut best = (-V::Scalar::INFINITY, 0);
    for (block, sides) in sides.iter().enumerate() {
        let heights = std::array::from_fn(|i| sides[i] * x + sides[LANES + i] * y - sides[2 * LANES + i]);
        let (most, lane) = first_of(heights, Scalar::max);
        if most > best.0 {
            best = (most, block * LANES + lane);
        }
    }
    (best.0.into(), best.1)
}

/// From corner to corner of both, as long as an edge leads nearer: what is nearest among its neighbours is
/// nearest of all, for the distance to a convex set has one valley only. `None` where a step does not lead
/// nearer, as if they overlap.
/// Source: Lin & Canny, "A Fast Algorithm for Incremental Distance Calculation", 1991.
#[inline(always)]
fn walk<V: Vector>(pair: [&PlacedOutline<'_, V>; 2], mut corners: [usize; 2]) -> Option<AcrossHull> {
    let mut last = f64::INFINITY;
    'walk: loop {
        let at = [pair[0].vertex(corners[0]), pair[1].vertex(corners[1])];
        let between = at[1] - at[0];
        let square = between.dot(between);
        if square >= last {
            return None;
        }
        last = square;
        for own in 0..2 {
            let (polygon, other) = (pair[own], pair[1 - own]);
            let towards = at[1 - own] - at[own];
            for (end, edge) in [
                (polygon.next(corners[own]), corners[own]),
                (polygon.last(corners[own]), polygon.last(corners[own])),
            ] {
                let along = polygon.vertex(end) - at[own];
                let (place, square) = (along.dot(towards), along.dot(along));
                if place <= 0.0 {
                    continue;
                }
                if place >= square {
                    corners[own] = end;
                    continue 'walk;
                }
                // Over the inside of the edge: the vertex nearest to its line.
                let outward = DVec2::new(along.y, -along.x) * (1.0 / square.sqrt());
                let outward = if end == edge { -outward } else { outward };
                let (vertex, point_b) = descended(other, corners[1 - own], outward);
                let (gap, place) = (outward.dot(point_b - at[own]), along.dot(point_b - at[own]));
                if gap <= 0.0 {
                    return None;
                }
                if place < 0.0 || place > square {
                    corners[1 - own] = vertex;
                    corners[own] = if place < 0.0 { corners[own] } else { end };
                    continue 'walk;
                }
                let separation =
                    Separation { distance: gap, normal: outward, point_a: point_b - outward * gap, point_b };
                let separation = if own == 1 { separation.flip() } else { separation };
                return Some(AcrossHull { separation, over: Some(vertex), own, edge });
            }
        }
        let distance = square.sqrt();
        let separation =
            Separation { distance, normal: between * (1.0 / distance), point_a: at[0], point_b: at[1] };
        return Some(AcrossHull { separation, over: None, own: 0, edge: corners[0] });
    }
}

/// The vertex of the least inner product with a direction, by steps to neighbours.
#[inline(always)]
fn descended<V: Vector>(polygon: &PlacedOutline<'_, V>, start: usize, direction: DVec2) -> (usize, DVec2) {
    let (mut vertex, mut at) = (start, polygon.vertex(start));
    // Rounding could lead around a flat polygon forever.
    'descend: for _ in 0..polygon.count() {
        for neighbor in [polygon.next(vertex), polygon.last(vertex)] {
            let next = polygon.vertex(neighbor);
            if direction.dot(next - at) < 0.0 {
                (vertex, at) = (neighbor, next);
                continue 'descend;
            }
        }
        break;
    }
    (vertex, at)
}

/// [`Across`], in the order of the pair.
struct AcrossHull {
    separation: Separation<DVec2>,
    over: Option<usize>,
    /// Which of the two has the edge, and which edge it is.
    own: usize,
    edge: usize,
}

enum NearestFeatures {
    Beyond,
    /// By so much at least.
    Overlapping(f64),
    Across(AcrossHull),
    Unclear,
}

/// Two hulls in the order in which they are computed.
struct HullPair<'a, V: Vector> {
    a: PlacedOutline<'a, V>,
    b: PlacedOutline<'a, V>,
    radii: [f64; 2],
    origin: DVec2,
    /// By how much the sign of the separation may be wrong.
    room: f64,
}

impl<'a, V: Vector> HullPair<'a, V> {
    #[inline(always)]
    fn new(a: &ConvexShape<'a, V>, b: &ConvexShape<'a, V>) -> Option<Self> {
        let (Core::Hull(hull_a, pose_a), Core::Hull(hull_b, pose_b)) = (&a.core, &b.core) else {
            return None;
        };
        let is_polygon = |hull: &Hull<V>| hull.dimension() == 2 && hull.vertices().len() <= MAX_VERTICES;
        let magnitude = magnitude(a) + magnitude(b);
        let is_ordinary = magnitude < ORDINARY && a.core.spread().min(b.core.spread()) > 1.0 / ORDINARY;
        if !is_polygon(hull_a) || !is_polygon(hull_b) || !is_ordinary {
            return None;
        }
        let origin = double(pose_a.translation);
        Some(HullPair {
            a: PlacedOutline::new(hull_a, pose_a, origin),
            b: PlacedOutline::new(hull_b, pose_b, origin),
            radii: [a.radius.into(), b.radius.into()],
            origin,
            room: error_bound::<V>(magnitude),
        })
    }

    /// Where the hulls are nearest; without `depth`, of those that overlap the gap only.
    #[inline(always)]
    fn nearest(&self, limit: f64, depth: bool) -> NearestFeatures {
        let (a, b) = (&self.a, &self.b);
        let beyond = limit + self.radii[0] + self.radii[1] + self.room;
        let of_a = furthest(a, b);
        if of_a.0 > beyond {
            return NearestFeatures::Beyond;
        }
        let of_b = furthest(b, a);
        let gap = of_a.0.max(of_b.0);
        if gap > beyond {
            return NearestFeatures::Beyond;
        }
        if !depth && gap < -self.room {
            return NearestFeatures::Overlapping(gap);
        }
        // Chosen by an index, for a branch would be taken every other time.
        let edges = [a.edge_of_side(of_a.1), b.edge_of_side(of_b.1)];
        let is_of_second = of_b.0 > of_a.0;
        let across = self.across(is_of_second, edges[usize::from(is_of_second)]);
        across.map_or(NearestFeatures::Unclear, NearestFeatures::Across)
    }

    /// Where the other hull is nearest to an edge of one.
    #[inline(always)]
    fn across(&self, is_of_second: bool, edge: usize) -> Option<AcrossHull> {
        let pair = [&self.a, &self.b];
        let own = usize::from(is_of_second);
        let Across { separation, over } = across(pair[own], pair[1 - own], edge)?;
        let separation = if is_of_second { separation.flip() } else { separation };
        Some(AcrossHull { separation, over, own, edge })
    }

    /// The same, searched between the centres first: most pairs either both hold a point there, or are
    /// nearest around it.
    #[inline(always)]
    fn nearest_between(&self, limit: f64, depth: bool) -> NearestFeatures {
        let (a, b) = (&self.a, &self.b);
        let between = self.between();
        let (of_a, of_b) = (facing(a, between), facing(b, between));
        let outside = of_a.0.max(of_b.0);
        if !depth && outside < -self.room {
            return NearestFeatures::Overlapping(outside);
        }
        if outside > 0.0 {
            let found = walk([a, b], [a.edge_of_side(of_a.1), b.edge_of_side(of_b.1)]);
            if let Some(found) = found.filter(|found| found.separation.distance > self.room) {
                return NearestFeatures::Across(found);
            }
        }
        self.nearest(limit, depth)
    }

    /// Returns a point between the centres, nearer to the centre of the smaller hull.
    #[inline(always)]
    fn between(&self) -> DVec2 {
        let center = |placed: &PlacedOutline<'_, V>| {
            let center = double(placed.hull.center());
            placed.columns[0] * center.x + placed.columns[1] * center.y + placed.translation
        };
        let (a, b) = (center(&self.a), center(&self.b));
        let [radius_a, radius_b]: [f64; 2] = [self.a.hull.radius().into(), self.b.hull.radius().into()];
        a + (b - a) * (radius_a / (radius_a + radius_b))
    }

    fn in_world(&self, found: Separation<DVec2>, limit: f64) -> ClosedForm<DVec2> {
        super::in_world(Some(found), self.radii, self.origin, limit, self.room)
    }
}

/// The separation of two hulls as far as `limit`; open if this file does not decide it.
#[inline(never)]
pub(super) fn signed<V: Vector, const DEPTH: bool>(
    a: &ConvexShape<'_, V>,
    b: &ConvexShape<'_, V>,
    limit: f64,
) -> ClosedForm<V::Double> {
    if limit < f64::INFINITY && are_beyond(a, b, limit) {
        return ClosedForm::Beyond;
    }
    let is_swapped = is_swapped(a, b);
    let (a, b) = if is_swapped { (b, a) } else { (a, b) };
    let Some(pair) = HullPair::new(a, b) else {
        return ClosedForm::Open;
    };
    takes("sides of hulls");
    let separation = match pair.nearest_between(limit, DEPTH) {
        NearestFeatures::Across(AcrossHull { separation, .. }) => separation,
        NearestFeatures::Beyond => return ClosedForm::Beyond,
        NearestFeatures::Unclear => return ClosedForm::Open,
        NearestFeatures::Overlapping(gap) => {
            let (point_a, point_b) = (V::Double::ZERO, V::Double::ZERO);
            let distance = gap - (pair.radii[0] + pair.radii[1]);
            return ClosedForm::Found(Separation {
                distance,
                normal: V::Double::unit_axis(0),
                point_a,
                point_b,
            });
        }
    };
    match pair.in_world(separation, limit) {
        ClosedForm::Found(found) => {
            ClosedForm::Found(of_vector::<V>(if is_swapped { found.flip() } else { found }))
        }
        ClosedForm::Beyond => ClosedForm::Beyond,
        ClosedForm::Open => ClosedForm::Open,
    }
}

/// The manifold of two hulls as far as `limit`, or `Open`.
#[inline(never)]
pub(super) fn manifold<V: Vector>(a: &ConvexShape<'_, V>, b: &ConvexShape<'_, V>, limit: f64) -> Answer<V> {
    if are_beyond(a, b, limit) {
        return Answer::Nothing;
    }
    let is_swapped = is_swapped(a, b);
    let (a, b) = if is_swapped { (b, a) } else { (a, b) };
    let Some(pair) = HullPair::new(a, b) else {
        return Answer::Open;
    };
    takes("sides of hulls");
    // Most pairs here overlap, which is found without a search between them. Those that do not
    // must get the same result as from [`signed`].
    let nearest = match pair.nearest(limit, true) {
        NearestFeatures::Across(across) if across.separation.distance <= pair.room => {
            NearestFeatures::Across(across)
        }
        NearestFeatures::Beyond => NearestFeatures::Beyond,
        _ => pair.nearest_between(limit, true),
    };
    let AcrossHull { separation, over, own, edge } = match nearest {
        NearestFeatures::Across(across) => across,
        NearestFeatures::Beyond => return Answer::Nothing,
        NearestFeatures::Unclear | NearestFeatures::Overlapping(_) => return Answer::Open,
    };
    let found = match pair.in_world(separation, limit) {
        ClosedForm::Found(found) => found,
        ClosedForm::Beyond => return Answer::Nothing,
        ClosedForm::Open => return Answer::Open,
    };
    let exactly = pair.room / 64.0;
    let Some(vertex) = over else {
        let (points, count) = rest(&pair.a, &pair.b, pair.radii, pair.origin, &found, limit);
        return rounded(found, points, count, exactly, is_swapped);
    };
    let hulls = [&pair.a, &pair.b];
    let normal = [found.normal, -found.normal][own];
    let of_other = feature_at(hulls[1 - own], vertex, -normal);
    if of_other.outward.is_none() {
        return one_point(found, [hulls[own].edge_number(edge), of_other.number], is_swapped);
    }
    let of_own = edge_feature(hulls[own], edge, 1.0);
    let features = if own == 1 { [of_other, of_own] } else { [of_own, of_other] };
    let (points, count) = meet(&features, pair.radii, pair.origin, &found, limit);
    rounded(found, points, count, exactly, is_swapped)
}
