//! Convex polygons in the plane: how far apart, how deep in each other, and where they rest on each other.
//!
//! The Minkowski difference of two convex polygons is a convex polygon whose edges are the edges of
//! both. Overlapping polygons are separated along the normal of the edge with the greatest gap, which
//! is then below 0. For disjoint polygons, the gap as a function of the direction has a single peak, at
//! the direction of the nearest points. So the edge with the greatest gap is next to the peak, and
//! **the nearest points are on that edge and at the vertex across from it**: on the edge if the vertex
//! lies over it, otherwise at the edge's end. Where rounding could spoil this, where edges are nearly
//! parallel, the result is checked: two points of convex polygons are nearest if none of their
//! neighbours is nearer.
//!
//! Segments are polygons of two vertices with an edge on either side, points of one; radii are added at the
//! end. A manifold is the edge that faces the other shape less, clipped between the ends of the edge that
//! faces it more: the plane's case of [`manifold`](crate::narrow::manifold::face_clipping), with the same
//! numbers.
//!
//! Two boxes ([`boxes`]) and two hulls ([`hulls`]) go shorter ways to the same answers.
//!
//! Left to the general way: answers as near to 0 as rounding, flat boxes and triangles, hulls of many
//! vertices, extreme sizes.
//! Source: Ericson 2005, §5.2.1 and §9.3; Gregorius, "The Separating Axis Test between Convex Polyhedra", GDC
//! 2013.

mod edge_clipping;
mod hulls;
mod linear_cast;
mod rectangles;

use glam::DVec2;

use super::bounding_balls::are_beyond;
use super::error_bound::{error_bound, magnitude};
use super::pair_order::is_swapped;
use super::separation::{ClosedForm, Separation, TINY, is_single};
use crate::math::Vector;
use crate::narrow::table::takes;
use crate::shape::{ConvexShape, Core};
pub(in crate::narrow) use edge_clipping::{Answer, manifold};
pub(in crate::narrow) use linear_cast::closing;
pub(in crate::narrow) use rectangles::{manifold as manifold_of_boxes, signed as signed_of_boxes};

/// Vertices of the largest polygon that is handled here: beyond, comparing all edges with all vertices does
/// not pay.
const MAX_VERTICES: usize = 16;
/// Vertices are compared so many at a time.
const WIDTH: usize = 4;
/// The sine of the sharpest corner of a triangle: its turn is then certain.
const SHARPEST: f64 = 1e-6;
/// The shortest edge, relative to the coordinates of its polygon. The rounding of its ends rotates it
/// by less than 10⁻¹⁰. The ends of a thinner needle may lead anywhere.
const SHORTEST: f64 = 1e-6;
/// Two lengths that differ by less than this part are the same up to rounding.
const EQUAL: f64 = 1e-13;

/// Squares of squares of sizes between this and its inverse neither overflow nor vanish.
const ORDINARY: f64 = 1e70;

/// Where vertices and edges of a polygon get their numbers from: those that
/// [`feature`](crate::narrow::manifold::feature) gives them.
#[derive(Clone, Copy)]
enum Numbering {
    /// As they are given, the other way round if that is clockwise.
    Points {
        is_clockwise: bool,
    },
    /// Of mirrored axes, the other way round as well.
    Box {
        is_clockwise: bool,
    },
    Hull {
        is_clockwise: bool,
    },
}

/// A place for a polygon of up to `N` vertices, counter-clockwise, filled up with the last of them.
struct ConvexPolygon<const N: usize> {
    count: usize,
    x: [f64; N],
    y: [f64; N],
    numbering: Numbering,
}

impl<const N: usize> ConvexPolygon<N> {
    /// A core as seen from an origin near it; `None` if this file does not handle it.
    #[inline(always)]
    fn new<V: Vector>(core: &Core<'_, V>, origin: DVec2) -> Option<Self> {
        Self::placed(core, origin).filter(Self::has_clear_edges)
    }

    #[inline(always)]
    fn placed<V: Vector>(core: &Core<'_, V>, origin: DVec2) -> Option<Self> {
        let points = |points: &[V], is_clockwise| {
            let point = |i: usize| double(points[i]) - origin;
            Some(Self::from_fn(points.len(), Numbering::Points { is_clockwise }, point))
        };
        match core {
            Core::Point(at) => points(&[*at], false),
            Core::Segment(a, b) if a == b => points(&[*a], false),
            Core::Segment(a, b) => points(&[*a, *b], false),
            Core::Triangle([a, b, c]) => {
                let (u, v) = (double(*b) - double(*a), double(*c) - double(*a));
                let turn = u.perp_dot(v);
                let longest = u.dot(u).max(v.dot(v)).max((u - v).dot(u - v));
                if turn.abs() <= SHARPEST * longest {
                    return None;
                }
                if turn > 0.0 { points(&[*a, *b, *c], false) } else { points(&[*a, *c, *b], true) }
            }
            Core::Box(obb) => {
                let (axes, half) = (obb.axes(), obb.half_extents().to_f64());
                let center = double(obb.center()) - origin;
                let (u, v) = (double(axes[0]) * half[0], double(axes[1]) * half[1]);
                let turn = u.perp_dot(v);
                if turn == 0.0 {
                    return None;
                }
                let is_clockwise = turn < 0.0;
                let (u, v) = if is_clockwise { (v, u) } else { (u, v) };
                let (sum, difference) = (u + v, v - u);
                let corners = [center + sum, center + difference, center - sum, center - difference];
                Some(Self::from_fn(4, Numbering::Box { is_clockwise }, |i| corners[i]))
            }
            Core::Hull(hull, pose) if hull.vertices().len() <= N => {
                let columns = pose.rotation.columns();
                let (u, v) = (double(columns[0]), double(columns[1]));
                let is_clockwise = u.perp_dot(v) < 0.0;
                let translation = double(pose.translation) - origin;
                let vertices = hull.vertices();
                let place = |i: usize| {
                    let vertex = double(vertices[if is_clockwise { vertices.len() - 1 - i } else { i }]);
                    u * vertex.x + v * vertex.y + translation
                };
                Some(Self::from_fn(vertices.len(), Numbering::Hull { is_clockwise }, place))
            }
            _ => None,
        }
    }

    #[inline(always)]
    fn from_fn(count: usize, numbering: Numbering, vertex: impl Fn(usize) -> DVec2) -> Self {
        let (mut x, mut y) = ([0.0; N], [0.0; N]);
        for i in 0..count.next_multiple_of(WIDTH).min(N) {
            let at = vertex(i.min(count - 1));
            (x[i], y[i]) = (at.x, at.y);
        }
        ConvexPolygon { count, x, y, numbering }
    }

    /// Whether edges have the directions that they would have if no corner were rounded.
    #[inline(always)]
    fn has_clear_edges(&self) -> bool {
        let greater = |a: f64, b: f64| if a > b { a } else { b };
        let (mut greatest, mut shortest) = (0.0, f64::INFINITY);
        for (i, (&x, &y)) in self.x.iter().zip(&self.y).enumerate().take(self.count) {
            let next = if i + 1 == self.count { 0 } else { i + 1 };
            let (along_x, along_y) = (self.x[next] - x, self.y[next] - y);
            let square = along_x * along_x + along_y * along_y;
            shortest = if square < shortest { square } else { shortest };
            greatest = greater(greatest, greater(x.abs(), y.abs()));
        }
        self.count < 2 || shortest > SHORTEST * SHORTEST * (greatest * greatest)
    }

    #[inline(always)]
    fn outline(&self) -> PolygonCorners<'_> {
        PolygonCorners { count: self.count, x: &self.x, y: &self.y, numbering: self.numbering }
    }
}

/// A polygon, by its vertices, counter-clockwise; its edges lead from a vertex to the next.
trait PolygonOutline {
    fn count(&self) -> usize;
    fn vertex(&self, i: usize) -> DVec2;
    fn numbering(&self) -> Numbering;
    /// The vertex of the least inner product with a direction.
    fn lowest(&self, direction: DVec2) -> usize;

    #[inline(always)]
    fn next(&self, i: usize) -> usize {
        if i + 1 == self.count() { 0 } else { i + 1 }
    }

    #[inline(always)]
    fn last(&self, i: usize) -> usize {
        if i == 0 { self.count() - 1 } else { i - 1 }
    }

    /// Outwards from edge `i`, as long as the edge.
    #[inline(always)]
    fn outward(&self, i: usize) -> DVec2 {
        let along = self.vertex(self.next(i)) - self.vertex(i);
        DVec2::new(along.y, -along.x)
    }

    fn vertex_number(&self, i: usize) -> u32 {
        match self.numbering() {
            Numbering::Points { is_clockwise: true } => [0, 2, 1][i],
            Numbering::Box { is_clockwise: false } => [3, 2, 0, 1][i],
            Numbering::Box { is_clockwise: true } => [3, 1, 0, 2][i],
            Numbering::Hull { is_clockwise: true } => (self.count() - 1 - i) as u32,
            _ => i as u32,
        }
    }

    fn edge_number(&self, i: usize) -> u32 {
        match self.numbering() {
            Numbering::Points { .. } => self.vertex_number(i),
            Numbering::Box { is_clockwise: false } => [3, 0, 2, 1][i],
            Numbering::Box { is_clockwise: true } => [1, 2, 0, 3][i],
            Numbering::Hull { is_clockwise: false } => (self.count() + i) as u32,
            // A face has the number of the vertex from which it leads counter-clockwise, before it is
            // mirrored.
            Numbering::Hull { is_clockwise: true } => self.count() as u32 + self.vertex_number(self.next(i)),
        }
    }
}

/// A polygon, whatever its place holds at most.
#[derive(Clone, Copy)]
struct PolygonCorners<'a> {
    count: usize,
    x: &'a [f64],
    y: &'a [f64],
    numbering: Numbering,
}

impl PolygonCorners<'_> {
    /// The least inner product of a direction and a vertex.
    #[inline(always)]
    fn least(&self, direction: DVec2) -> f64 {
        let mut least = [f64::INFINITY; WIDTH];
        for (x, y) in
            self.x.chunks_exact(WIDTH).zip(self.y.chunks_exact(WIDTH)).take(self.count.div_ceil(WIDTH))
        {
            for lane in 0..WIDTH {
                let along = direction.x * x[lane] + direction.y * y[lane];
                least[lane] = if along < least[lane] { along } else { least[lane] };
            }
        }
        let lesser = |a: f64, b: f64| if a < b { a } else { b };
        lesser(lesser(least[0], least[2]), lesser(least[1], least[3]))
    }
}

impl PolygonOutline for PolygonCorners<'_> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.count
    }

    #[inline(always)]
    fn vertex(&self, i: usize) -> DVec2 {
        DVec2::new(self.x[i], self.y[i])
    }

    #[inline(always)]
    fn numbering(&self) -> Numbering {
        self.numbering
    }

    #[inline(always)]
    fn lowest(&self, direction: DVec2) -> usize {
        let mut best = (0, f64::INFINITY);
        for i in 0..self.count {
            let along = direction.dot(self.vertex(i));
            if along < best.1 {
                best = (i, along);
            }
        }
        best.0
    }
}

#[inline(always)]
fn double<V: Vector>(vector: V) -> DVec2 {
    let [x, y, _] = vector.to_f64();
    DVec2::new(x, y)
}

/// About how long a vector is.
#[inline(always)]
fn reach(vector: DVec2) -> f64 {
    vector.x.abs() + vector.y.abs()
}

/// The edge of the greatest gap.
#[derive(Clone, Copy)]
struct PolygonEdge {
    /// The gap along the normal times its magnitude, which needs no root.
    square: f64,
    number: usize,
    is_of_first: bool,
}

/// Compares the edges of a polygon against another; false as soon as one is known to be beyond.
#[inline(always)]
fn compare(
    own: &PolygonCorners<'_>,
    other: &PolygonCorners<'_>,
    is_of_first: bool,
    beyond: f64,
    best: &mut PolygonEdge,
) -> bool {
    if own.count < 2 {
        return true;
    }
    for number in 0..own.count {
        let outward = own.outward(number);
        let gap = other.least(outward) - outward.dot(own.vertex(number));
        let square = gap * gap.abs() / outward.dot(outward);
        if square > best.square {
            *best = PolygonEdge { square, number, is_of_first };
            if square > beyond {
                return false;
            }
        }
    }
    true
}

/// What two polygons, without their radii, are to each other.
enum Between {
    Beyond,
    Found(Separation<DVec2>),
    Unclear,
}

/// The separation of two polygons, unless it is known to be above `limit`.
#[inline(never)]
fn between(a: PolygonCorners<'_>, b: PolygonCorners<'_>, limit: f64) -> Between {
    let beyond = limit * limit;
    let mut best = PolygonEdge { square: f64::NEG_INFINITY, number: 0, is_of_first: true };
    if !compare(&a, &b, true, beyond, &mut best) || !compare(&b, &a, false, beyond, &mut best) {
        return Between::Beyond;
    }
    if best.square == f64::NEG_INFINITY {
        return Between::Unclear;
    }
    let pair = [&a, &b];
    let own = usize::from(!best.is_of_first);
    match across(pair[own], pair[1 - own], best.number) {
        Some(found) if best.is_of_first => Between::Found(found.separation),
        Some(found) => Between::Found(found.separation.flip()),
        None => Between::Unclear,
    }
}

/// Where a polygon is nearest to an edge of another.
struct Across {
    separation: Separation<DVec2>,
    /// The vertex, if it is over the inside of the edge.
    over: Option<usize>,
}

/// Computes the separation where the edge with the greatest gap belongs to the first polygon.
#[inline(always)]
fn across(own: &impl PolygonOutline, other: &impl PolygonOutline, edge: usize) -> Option<Across> {
    let (from, to) = (own.vertex(edge), own.vertex(own.next(edge)));
    let along = to - from;
    let square = along.dot(along);
    if square < TINY {
        // It has lost digits, and the length and the normal with it.
        return None;
    }
    let outward = DVec2::new(along.y, -along.x);
    let length = square.sqrt();
    let normal = outward * (1.0 / length);
    let mut vertex = other.lowest(outward);
    let mut at = other.vertex(vertex);
    let gap = normal.dot(at - from);
    let mut place = along.dot(at - from);
    let level =
        |point_b: DVec2| Separation { distance: gap, normal, point_a: point_b - normal * gap, point_b };
    if (0.0..=square).contains(&place) {
        return Some(Across { separation: level(at), over: Some(vertex) });
    }
    // A neighbour that is as near to the edge's line may be nearer to the edge, or on the other side of its
    // end.
    let end = if place < 0.0 { from } else { to };
    let is_before = place < 0.0;
    for neighbor in [other.next(vertex), other.last(vertex)] {
        let next = other.vertex(neighbor);
        let next_place = along.dot(next - from);
        let is_level = (normal.dot(next - from) - gap).abs() <= EQUAL * (length + reach(next - at));
        if !is_level {
            continue;
        }
        let (is_across, is_nearer) = if is_before {
            (next_place >= 0.0, next_place > place)
        } else {
            (next_place <= square, next_place < place)
        };
        if is_across {
            return Some(Across { separation: level(end + normal * gap), over: None });
        }
        if is_nearer {
            (vertex, at, place) = (neighbor, next, next_place);
        }
    }
    // Two vertices.
    let away = at - end;
    let distance = away.length();
    let size = length + distance;
    if gap <= 0.0 || distance <= 1e-9 * size {
        return None;
    }
    let corner = if is_before { edge } else { own.next(edge) };
    let tolerance = |step: DVec2| EQUAL * distance * (size + reach(step));
    if !is_nearest(own, corner, away, tolerance) || !is_nearest(other, vertex, -away, tolerance) {
        return None;
    }
    let separation = Separation { distance, normal: away * (1.0 / distance), point_a: end, point_b: at };
    Some(Across { separation, over: None })
}

/// Whether a vertex is further that way than its neighbours, up to a tolerance.
#[inline(always)]
fn is_nearest(
    polygon: &impl PolygonOutline,
    corner: usize,
    away: DVec2,
    tolerance: impl Fn(DVec2) -> f64,
) -> bool {
    let is_behind = |neighbor: usize| {
        let step = polygon.vertex(neighbor) - polygon.vertex(corner);
        step.dot(away) <= tolerance(step)
    };
    is_behind(polygon.next(corner)) & is_behind(polygon.last(corner))
}

/// Computes the separation of two shapes in the world from the separation of their cores, seen from
/// `origin`.
#[inline(always)]
fn in_world(
    found: Option<Separation<DVec2>>,
    radii: [f64; 2],
    origin: DVec2,
    limit: f64,
    room: f64,
) -> ClosedForm<DVec2> {
    let Some(found) = found else {
        return ClosedForm::Open;
    };
    let distance = found.distance - (radii[0] + radii[1]);
    if distance.abs() <= room {
        ClosedForm::Open
    } else if distance > limit {
        ClosedForm::Beyond
    } else {
        ClosedForm::Found(Separation {
            distance,
            normal: found.normal,
            point_a: found.point_a + found.normal * radii[0] + origin,
            point_b: found.point_b - found.normal * radii[1] + origin,
        })
    }
}

/// A pair in the order in which it is computed.
struct PolygonPair<const N: usize, const M: usize> {
    a: ConvexPolygon<N>,
    b: ConvexPolygon<M>,
    radii: [f64; 2],
    origin: DVec2,
    /// By how much the sign of the separation may be wrong.
    room: f64,
}

impl<const N: usize, const M: usize> PolygonPair<N, M> {
    #[inline(always)]
    fn new<V: Vector>(a: &ConvexShape<'_, V>, b: &ConvexShape<'_, V>) -> Option<Self> {
        let magnitude = magnitude(a) + magnitude(b);
        // Quotients of squares: points have no edges to divide by, and short edges must have squares.
        let is_ordinary = || {
            let spreads = [a.core.spread(), b.core.spread()];
            magnitude < ORDINARY
                && spreads.iter().any(|&spread| spread > 0.0)
                && spreads.iter().all(|&spread| spread == 0.0 || spread > 1.0 / ORDINARY)
        };
        if !is_single::<V>() && !is_ordinary() {
            return None;
        }
        let origin = double(a.core.anchor());
        Some(PolygonPair {
            a: ConvexPolygon::new(&a.core, origin)?,
            b: ConvexPolygon::new(&b.core, origin)?,
            radii: [a.radius.into(), b.radius.into()],
            origin,
            room: error_bound::<V>(magnitude),
        })
    }

    /// In the world.
    #[inline(always)]
    fn separation(&self, limit: f64) -> ClosedForm<DVec2> {
        let radii = self.radii[0] + self.radii[1];
        match between(self.a.outline(), self.b.outline(), limit + radii + self.room) {
            Between::Beyond => ClosedForm::Beyond,
            Between::Unclear => ClosedForm::Open,
            Between::Found(found) => in_world(Some(found), self.radii, self.origin, limit, self.room),
        }
    }
}

/// Runs a piece of code on a pair in its order, with room for as many vertices as its cores may have.
macro_rules! in_order {
    ($a:expr, $b:expr, |$pair:ident| $answer:expr, $open:expr) => {{
        match (matches!($a.core, Core::Hull(..)), matches!($b.core, Core::Hull(..))) {
            (false, false) => PolygonPair::<WIDTH, WIDTH>::new($a, $b).map_or($open, |$pair| $answer),
            (false, true) => PolygonPair::<WIDTH, MAX_VERTICES>::new($a, $b).map_or($open, |$pair| $answer),
            (true, false) => PolygonPair::<MAX_VERTICES, WIDTH>::new($a, $b).map_or($open, |$pair| $answer),
            (true, true) => {
                PolygonPair::<MAX_VERTICES, MAX_VERTICES>::new($a, $b).map_or($open, |$pair| $answer)
            }
        }
    }};
}

use in_order;

/// Computes the separation of two shapes in the plane as far as `limit`. Without `DEPTH`, the
/// separation of overlapping hulls is only a lower bound.
#[inline(always)]
pub(in crate::narrow) fn signed<V: Vector, const DEPTH: bool>(
    a: &ConvexShape<'_, V>,
    b: &ConvexShape<'_, V>,
    limit: f64,
) -> ClosedForm<V::Double> {
    if let (Core::Hull(..), Core::Hull(..)) = (&a.core, &b.core) {
        match hulls::signed::<V, DEPTH>(a, b, limit) {
            ClosedForm::Open => {}
            short => return short,
        }
    }
    if !is_swapped(a, b) {
        return ordered(a, b, limit);
    }
    match ordered(b, a, limit) {
        ClosedForm::Found(found) => ClosedForm::Found(found.flip()),
        short => short,
    }
}

#[inline(never)]
fn ordered<V: Vector>(a: &ConvexShape<'_, V>, b: &ConvexShape<'_, V>, limit: f64) -> ClosedForm<V::Double> {
    if are_beyond(a, b, limit) {
        return ClosedForm::Beyond;
    }
    takes("axes of polygons");
    match in_order!(a, b, |pair| pair.separation(limit), ClosedForm::Open) {
        ClosedForm::Found(found) => ClosedForm::Found(of_vector::<V>(found)),
        ClosedForm::Beyond => ClosedForm::Beyond,
        ClosedForm::Open => ClosedForm::Open,
    }
}

#[inline(always)]
fn of_vector<V: Vector>(found: Separation<DVec2>) -> Separation<V::Double> {
    let vector = |vector: DVec2| V::Double::from_fn(|axis| vector[axis]);
    Separation {
        distance: found.distance,
        normal: vector(found.normal),
        point_a: vector(found.point_a),
        point_b: vector(found.point_b),
    }
}

#[cfg(test)]
mod tests;
