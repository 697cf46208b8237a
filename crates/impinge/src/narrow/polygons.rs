//! Convex polygons in the plane: how far apart, how deep in each other, and where they rest on each other.
//!
//! The Minkowski difference of two convex polygons is a convex polygon whose edges are those of both. Overlapping polygons
//! are parted along the normal of one of its edges: that of the greatest gap, which is then below 0. Of polygons that
//! are apart, the gap along a direction has one peak only, where the direction is that of the nearest points. So the
//! edge of the greatest gap is next to the peak, and **the nearest points are on that edge and at the vertex across
//! from it**: on the edge if the vertex lies over it, otherwise at the edge's end. What rounding could spoil, where
//! edges are nearly parallel, is checked: two points of convex polygons are nearest if none of their neighbours is nearer.
//!
//! Segments are polygons of two vertices with an edge on either side, points of one; radii are added at the end. A
//! manifold is the edge that faces the other shape less, clipped between the ends of the edge that faces it more: the
//! plane's case of [`manifold`](super::manifold), with the same numbers.
//!
//! Left to the general way: answers as near to 0 as rounding, flat boxes and triangles, extreme sizes.
//! Source: Ericson 2005, §5.2.1 and §9.3; Gregorius, "The Separating Axis Test between Convex Polyhedra", GDC 2013.

use glam::DVec2;
use smallvec::SmallVec;

use super::collide::contact_of;
use super::feature::ALIGNED;
use super::manifold::{self, Found, Manifold, ManifoldPoint, Points};
use super::separation::{Separation, is_exchanged, is_single};
use super::short::Short;
use super::sign;
use crate::math::Vector;
use crate::shape::{Convex, Core};

/// Vertices of the largest polygon that is asked here: beyond, comparing all edges with all vertices does not pay.
const MOST: usize = 16;
/// Vertices are compared so many at a time.
const WIDTH: usize = 4;
/// The sine of the sharpest corner of a triangle: its turn is then certain.
const SHARPEST: f64 = 1e-6;
/// Two lengths that differ by less than this part are the same up to rounding.
const EQUAL: f64 = 1e-13;

/// Where vertices and edges of a polygon get their numbers from: those that [`feature`](super::feature) gives them.
#[derive(Clone, Copy)]
enum Numbering {
    /// As they are given, the other way round if that is clockwise.
    Points {
        is_clockwise: bool,
    },
    Box,
    Hull,
}

/// A polygon of up to `N` vertices, counter-clockwise, the rest filled up with the last of them.
struct Polygon<const N: usize> {
    count: usize,
    x: [f64; N],
    y: [f64; N],
    numbering: Numbering,
}

impl<const N: usize> Polygon<N> {
    /// A core as seen from an origin near it; `None` if this file has nothing to say about it.
    #[inline(always)]
    fn new<V: Vector>(core: &Core<'_, V>, origin: DVec2) -> Option<Self> {
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
                let is_clockwise = u.perp_dot(v) <= 0.0;
                if is_clockwise || half[0] == 0.0 || half[1] == 0.0 {
                    return None;
                }
                let (sum, difference) = (u + v, v - u);
                let corners = [center + sum, center + difference, center - sum, center - difference];
                Some(Self::from_fn(4, Numbering::Box, |i| corners[i]))
            }
            Core::Hull(hull, pose) if hull.vertices().len() <= N => {
                let columns = pose.rotation.columns();
                let (u, v) = (double(columns[0]), double(columns[1]));
                if u.perp_dot(v) <= 0.0 {
                    return None;
                }
                let translation = double(pose.translation) - origin;
                let vertices = hull.vertices();
                let place = |i: usize| {
                    let vertex = double(vertices[i]);
                    u * vertex.x + v * vertex.y + translation
                };
                Some(Self::from_fn(vertices.len(), Numbering::Hull, place))
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
        Polygon { count, x, y, numbering }
    }

    #[inline(always)]
    fn vertex(&self, i: usize) -> DVec2 {
        DVec2::new(self.x[i], self.y[i])
    }

    #[inline(always)]
    fn next(&self, i: usize) -> usize {
        if i + 1 == self.count { 0 } else { i + 1 }
    }

    #[inline(always)]
    fn last(&self, i: usize) -> usize {
        if i == 0 { self.count - 1 } else { i - 1 }
    }

    /// Outwards from edge `i`, which leads from vertex `i` to the next, as long as the edge.
    #[inline(always)]
    fn outward(&self, i: usize) -> DVec2 {
        let along = self.vertex(self.next(i)) - self.vertex(i);
        DVec2::new(along.y, -along.x)
    }

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

    /// The vertex of the least inner product with a direction.
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

    fn vertex_number(&self, i: usize) -> u32 {
        match self.numbering {
            Numbering::Points { is_clockwise: true } => [0, 2, 1][i],
            Numbering::Box => [3, 2, 0, 1][i],
            _ => i as u32,
        }
    }

    fn edge_number(&self, i: usize) -> u32 {
        match self.numbering {
            Numbering::Points { .. } => self.vertex_number(i),
            Numbering::Box => [3, 0, 2, 1][i],
            Numbering::Hull => (self.count + i) as u32,
        }
    }
}

#[inline(always)]
fn double<V: Vector>(vector: V) -> DVec2 {
    let [x, y, _] = vector.to_f64();
    DVec2::new(x, y)
}

/// The edge of the greatest gap.
#[derive(Clone, Copy)]
struct Edge {
    /// The gap along the normal times its magnitude, which needs no root.
    square: f64,
    number: usize,
    is_of_first: bool,
}

/// Compares the edges of a polygon against another; false as soon as one is known to be beyond.
#[inline(always)]
fn compare<const N: usize, const M: usize>(
    own: &Polygon<N>,
    other: &Polygon<M>,
    is_of_first: bool,
    beyond: f64,
    best: &mut Edge,
) -> bool {
    if own.count < 2 {
        return true;
    }
    for number in 0..own.count {
        let outward = own.outward(number);
        let gap = other.least(outward) - outward.dot(own.vertex(number));
        let square = gap * gap.abs() / outward.dot(outward);
        if square > best.square {
            *best = Edge { square, number, is_of_first };
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
fn between<const N: usize, const M: usize>(a: &Polygon<N>, b: &Polygon<M>, limit: f64) -> Between {
    let beyond = limit * limit;
    let mut best = Edge { square: f64::NEG_INFINITY, number: 0, is_of_first: true };
    if !compare(a, b, true, beyond, &mut best) || !compare(b, a, false, beyond, &mut best) {
        return Between::Beyond;
    }
    if best.square == f64::NEG_INFINITY {
        return Between::Unclear;
    }
    let found = if best.is_of_first {
        across(a, b, best.number)
    } else {
        across(b, a, best.number).map(Separation::mirrored)
    };
    found.map_or(Between::Unclear, Between::Found)
}

/// The separation where the greatest gap is that of an edge of the first polygon.
#[inline(always)]
fn across<const N: usize, const M: usize>(
    own: &Polygon<N>,
    other: &Polygon<M>,
    edge: usize,
) -> Option<Separation<DVec2>> {
    let (from, to) = (own.vertex(edge), own.vertex(own.next(edge)));
    let along = to - from;
    let square = along.dot(along);
    let outward = DVec2::new(along.y, -along.x);
    let length = square.sqrt();
    let normal = outward * (1.0 / length);
    let mut vertex = other.lowest(outward);
    let mut at = other.vertex(vertex);
    let gap = normal.dot(at - from);
    let mut place = along.dot(at - from);
    let over = |on_b: DVec2| Some(Separation { distance: gap, normal, on_a: on_b - normal * gap, on_b });
    if (0.0..=square).contains(&place) {
        return over(at);
    }
    // A neighbour that is as near to the edge's line may be nearer to the edge, or on the other side of its end.
    let end = if place < 0.0 { from } else { to };
    let is_before = place < 0.0;
    for neighbor in [other.next(vertex), other.last(vertex)] {
        let next = other.vertex(neighbor);
        let next_place = along.dot(next - from);
        let is_level = (normal.dot(next - from) - gap).abs() <= EQUAL * (length + (next - at).length());
        if !is_level {
            continue;
        }
        let (is_across, is_nearer) = if is_before {
            (next_place >= 0.0, next_place > place)
        } else {
            (next_place <= square, next_place < place)
        };
        if is_across {
            return over(end + normal * gap);
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
    let is_nearest = |polygon: &dyn Fn(usize) -> DVec2, neighbors: [usize; 2], at: DVec2, away: DVec2| {
        neighbors.into_iter().all(|neighbor| {
            let step = polygon(neighbor) - at;
            step.dot(away) <= EQUAL * distance * (size + step.length())
        })
    };
    let own_neighbors = [own.next(corner), own.last(corner)];
    let other_neighbors = [other.next(vertex), other.last(vertex)];
    if !is_nearest(&|i| own.vertex(i), own_neighbors, end, away)
        || !is_nearest(&|i| other.vertex(i), other_neighbors, at, -away)
    {
        return None;
    }
    Some(Separation { distance, normal: away * (1.0 / distance), on_a: end, on_b: at })
}

/// A pair in the order in which it is computed.
struct Pair<const N: usize, const M: usize> {
    a: Polygon<N>,
    b: Polygon<M>,
    radii: [f64; 2],
    origin: DVec2,
    /// By how much the sign of the separation may be wrong.
    room: f64,
}

impl<const N: usize, const M: usize> Pair<N, M> {
    #[inline(always)]
    fn new<V: Vector>(a: &Convex<'_, V>, b: &Convex<'_, V>) -> Option<Self> {
        let magnitude = sign::magnitude(a) + sign::magnitude(b);
        let is_of_ordinary_size = magnitude < 1e70 && a.core.spread().max(b.core.spread()) > 1e-70;
        if !(is_single::<V>() || is_of_ordinary_size) {
            return None;
        }
        let origin = double(a.core.anchor());
        Some(Pair {
            a: Polygon::new(&a.core, origin)?,
            b: Polygon::new(&b.core, origin)?,
            radii: [a.radius.into(), b.radius.into()],
            origin,
            room: sign::room::<V>(magnitude),
        })
    }

    /// In the world.
    #[inline(always)]
    fn separation(&self, limit: f64) -> Short<DVec2> {
        let radii = self.radii[0] + self.radii[1];
        match between(&self.a, &self.b, limit + radii + self.room) {
            Between::Beyond => Short::Beyond,
            Between::Unclear => Short::Open,
            Between::Found(found) => {
                let distance = found.distance - radii;
                if distance.abs() <= self.room {
                    Short::Open
                } else if distance > limit {
                    Short::Beyond
                } else {
                    Short::Found(Separation {
                        distance,
                        normal: found.normal,
                        on_a: found.on_a + found.normal * self.radii[0] + self.origin,
                        on_b: found.on_b - found.normal * self.radii[1] + self.origin,
                    })
                }
            }
        }
    }
}

/// Runs a piece of code on a pair in its order, with room for as many vertices as its cores may have.
macro_rules! in_order {
    ($a:expr, $b:expr, |$pair:ident| $answer:expr, $open:expr) => {{
        match (matches!($a.core, Core::Hull(..)), matches!($b.core, Core::Hull(..))) {
            (false, false) => Pair::<WIDTH, WIDTH>::new($a, $b).map_or($open, |$pair| $answer),
            (false, true) => Pair::<WIDTH, MOST>::new($a, $b).map_or($open, |$pair| $answer),
            (true, false) => Pair::<MOST, WIDTH>::new($a, $b).map_or($open, |$pair| $answer),
            (true, true) => Pair::<MOST, MOST>::new($a, $b).map_or($open, |$pair| $answer),
        }
    }};
}

/// The separation of two shapes in the plane as far as `limit`.
#[inline(always)]
pub(super) fn signed<V: Vector>(a: &Convex<'_, V>, b: &Convex<'_, V>, limit: f64) -> Short<V::Double> {
    if !is_exchanged(a, b) {
        return ordered(a, b, limit);
    }
    match ordered(b, a, limit) {
        Short::Found(found) => Short::Found(found.mirrored()),
        short => short,
    }
}

#[inline(never)]
fn ordered<V: Vector>(a: &Convex<'_, V>, b: &Convex<'_, V>, limit: f64) -> Short<V::Double> {
    match in_order!(a, b, |pair| pair.separation(limit), Short::Open) {
        Short::Found(found) => Short::Found(of_vector::<V>(found)),
        Short::Beyond => Short::Beyond,
        Short::Open => Short::Open,
    }
}

#[inline(always)]
fn of_vector<V: Vector>(found: Separation<DVec2>) -> Separation<V::Double> {
    let vector = |vector: DVec2| V::Double::from_fn(|axis| vector[axis]);
    Separation {
        distance: found.distance,
        normal: vector(found.normal),
        on_a: vector(found.on_a),
        on_b: vector(found.on_b),
    }
}

/// The manifold of two shapes in the plane as far as `limit`: `None` if this file has nothing to say about it.
#[inline(always)]
pub(super) fn manifold<V: Vector>(
    a: &Convex<'_, V>,
    b: &Convex<'_, V>,
    known: Option<Separation<V::Double>>,
    limit: f64,
) -> Option<Option<Manifold<V>>> {
    if !is_exchanged(a, b) {
        return ordered_manifold(a, b, known, limit);
    }
    Some(ordered_manifold(b, a, known.map(Separation::mirrored), limit)?.map(Manifold::mirrored))
}

#[inline(never)]
fn ordered_manifold<V: Vector>(
    a: &Convex<'_, V>,
    b: &Convex<'_, V>,
    known: Option<Separation<V::Double>>,
    limit: f64,
) -> Option<Option<Manifold<V>>> {
    in_order!(
        a,
        b,
        |pair| {
            let found = match known {
                Some(known) => Separation {
                    distance: known.distance,
                    normal: double(known.normal),
                    on_a: double(known.on_a),
                    on_b: double(known.on_b),
                },
                None => match pair.separation(limit) {
                    Short::Found(found) => found,
                    Short::Beyond => return Some(None),
                    Short::Open => return None,
                },
            };
            let (points, count) = rest(&pair, &found, limit);
            Some(Some(rounded::<V>(&found, &points[..count], pair.room / 64.0)))
        },
        None
    )
}

/// The feature of a polygon in a direction: an edge, if it faces that way, or a vertex.
struct Feature {
    /// The ends of the edge, or the vertex twice.
    ends: [DVec2; 2],
    end_numbers: [u32; 2],
    /// Of an edge: the outward unit normal.
    normal: Option<DVec2>,
    number: u32,
}

#[inline(always)]
fn feature<const N: usize>(polygon: &Polygon<N>, direction: DVec2) -> Feature {
    let top = polygon.lowest(-direction);
    if polygon.count > 1 {
        let facing = |edge: usize| {
            let outward = polygon.outward(edge);
            let normal = outward * (1.0 / outward.length());
            (normal.dot(direction), normal, edge)
        };
        let (left, right) = (facing(top), facing(polygon.last(top)));
        let (facing, normal, edge) = if left.0 > right.0 { left } else { right };
        if facing >= ALIGNED {
            let ends = [edge, polygon.next(edge)];
            return Feature {
                ends: ends.map(|end| polygon.vertex(end)),
                end_numbers: ends.map(|end| polygon.vertex_number(end)),
                normal: Some(normal),
                number: polygon.edge_number(edge),
            };
        }
    }
    let number = polygon.vertex_number(top);
    Feature { ends: [polygon.vertex(top); 2], end_numbers: [number; 2], normal: None, number }
}

/// The points in which two polygons rest on each other, in the world.
#[inline(always)]
fn rest<const N: usize, const M: usize>(
    pair: &Pair<N, M>,
    found: &Separation<DVec2>,
    limit: f64,
) -> ([Found<DVec2>; 2], usize) {
    let (of_a, of_b) = (feature(&pair.a, found.normal), feature(&pair.b, -found.normal));
    let nothing = Found { on_a: DVec2::ZERO, on_b: DVec2::ZERO, distance: 0.0, feature: 0 };
    let facing = |feature: &Feature| feature.normal.map_or(0.0, |normal| normal.dot(found.normal).abs());
    let (facing_a, facing_b) = (facing(&of_a), facing(&of_b));
    // As in the general way.
    let rank = |feature: &Feature| (feature.normal.is_some(), feature.number);
    let is_a_reference =
        if (facing_a - facing_b).abs() > 1e-6 { facing_a > facing_b } else { rank(&of_a) >= rank(&of_b) };
    let (reference, other, normal) =
        if is_a_reference { (&of_a, &of_b, found.normal) } else { (&of_b, &of_a, -found.normal) };
    let Some(plane) = reference.normal else {
        return ([nothing; 2], 0);
    };
    let (cuts, count) = clip(reference, other, normal);
    let per_facing = 1.0 / plane.dot(normal);
    let radii = pair.radii[0] + pair.radii[1];
    let (mut points, mut kept) = ([nothing; 2], 0);
    for cut in &cuts[..count] {
        // Along the normal, not across the plane: so far the shapes would have to move to meet here.
        let distance = plane.dot(cut.point - reference.ends[0]) * per_facing;
        if distance - radii > limit {
            continue;
        }
        let on_reference = cut.point - normal * distance;
        let (on_a, on_b) = if is_a_reference { (on_reference, cut.point) } else { (cut.point, on_reference) };
        points[kept] = Found {
            on_a: on_a + found.normal * pair.radii[0] + pair.origin,
            on_b: on_b - found.normal * pair.radii[1] + pair.origin,
            distance: distance - radii,
            feature: manifold::number_of([reference.number, other.number, cut.into, cut.out]),
        };
        kept += 1;
    }
    (points, kept)
}

/// An end of what is left of an edge, by the numbers of what leads to it and away from it.
#[derive(Clone, Copy)]
struct Cut {
    point: DVec2,
    into: u32,
    out: u32,
}

/// About how long a vector is.
#[inline(always)]
fn reach(vector: DVec2) -> f64 {
    vector.x.abs() + vector.y.abs()
}

/// What is left of a feature between the ends of the reference.
#[inline(always)]
fn clip(reference: &Feature, other: &Feature, normal: DVec2) -> ([Cut; 2], usize) {
    let [first, second] = other.end_numbers.map(|number| number << 1);
    let mut cuts = [
        Cut { point: other.ends[0], into: second, out: first },
        Cut { point: other.ends[1], into: first, out: second },
    ];
    let mut count = if other.normal.is_some() { 2 } else { 1 };
    let [from, to] = reference.ends;
    let along = DVec2::new(normal.y, -normal.x);
    let along = if along.dot(to - from) > 0.0 { along } else { -along };
    // Where two vertices are nearest, the one is exactly beside the other: rounding must not say on which side.
    let exactly = EQUAL * (reach(to - from) + reach(other.ends[0] - from) + reach(other.ends[1] - from));
    for (side, (base, outward)) in [(from, -along), (to, along)].into_iter().enumerate() {
        let height = |cut: &Cut| outward.dot(cut.point - base);
        let (low, high) = (height(&cuts[0]), height(&cuts[1]));
        let (is_low_left, is_high_left) = (low <= exactly, high <= exactly);
        if count < 2 || is_low_left == is_high_left {
            count = if is_low_left { count } else { 0 };
            continue;
        }
        let side = (side as u32) << 1 | 1;
        let crossing = || cuts[0].point + (cuts[1].point - cuts[0].point) * (low / (low - high));
        if low < -exactly {
            cuts[1] = Cut { point: crossing(), into: cuts[0].out, out: side };
        } else if high < -exactly {
            cuts[0] = Cut { point: crossing(), into: side, out: cuts[0].out };
        } else {
            cuts[0] = if is_low_left { cuts[0] } else { cuts[1] };
            count = 1;
        }
    }
    (cuts, count)
}

/// The points, the deepest first, in the precision of the shapes.
#[inline(always)]
fn rounded<V: Vector>(found: &Separation<DVec2>, points: &[Found<DVec2>], exactly: f64) -> Manifold<V> {
    let vector = |vector: DVec2| V::Double::from_fn(|axis| vector[axis]);
    let whole = of_vector::<V>(*found);
    let missed = points.iter().map(|point| point.distance).fold(f64::INFINITY, f64::min) - found.distance;
    // Where clipping missed the deepest point by more than rounding, the general way says which points stay.
    if missed > exactly {
        let mut points: Points<V::Double> = points
            .iter()
            .map(|point| Found {
                on_a: vector(point.on_a),
                on_b: vector(point.on_b),
                distance: point.distance,
                feature: point.feature,
            })
            .collect();
        return manifold::rounded(whole, &mut points);
    }
    let point = |point: &Found<DVec2>| {
        let (on_a, on_b) = (vector(point.on_a), vector(point.on_b));
        let contact =
            contact_of::<V>(Separation { distance: point.distance, normal: whole.normal, on_a, on_b });
        ManifoldPoint {
            on_a: contact.on_a,
            on_b: contact.on_b,
            distance: contact.distance,
            feature: point.feature,
        }
    };
    let mut kept = SmallVec::new();
    match points {
        [first, second] if first.on_a == second.on_a => kept.push(point(first)),
        [first, second] if second.distance < first.distance => {
            kept.push(point(second));
            kept.push(point(first));
        }
        _ => kept.extend(points.iter().map(point)),
    }
    Manifold { points: kept, normal: contact_of::<V>(whole).normal }
}

#[cfg(test)]
mod tests;
