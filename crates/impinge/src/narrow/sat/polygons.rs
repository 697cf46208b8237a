//! Two hulls in the plane: all sides at once in their own precision, then the one that wins again in `f64`.
//!
//! What A sweeps over, less B, is a convex polygon: A − B, extended by the motion. Its sides have the outward normals of A,
//! those of B turned round, and the two that are perpendicular to the motion. How far it reaches from 0 along a normal is
//! how far A has to move to leave B on that side, extended by the motion. So outward normals say nearly all, and the other
//! end of an axis, for which more corners had to be projected, nothing new:
//!
//! - A negative reach on any normal is an axis on which the shadows are apart for the whole step.
//! - Reaches that are positive on all sides, those of the motion too, have 0 inside: then they are positive in all
//!   directions, and no shadows are apart.
//! - A reach in any direction is at least the least on a side. So the least on a normal is the way out, unless a side of the
//!   motion is nearer, or A is beyond the middle of B there, to be asked at the end.
//!
//! The sides of a hull have normals in its own coordinates, and there the other hull is brought. With a placed hull R·p + t
//! the normal of the placed side is the side's own, pulled back by R, whatever R is; so the signs are those of the axes that
//! the definition names.
//!
//! # What rounding can do
//! Let u be the unit roundoff of the hulls' precision, m the sum of what the coordinates of both and the motion reach. Normals
//! and offsets of hulls are off by 4u·m, the corners of the other by 15u·m, inner products by 30u·m, a reach by 40u·m. Beyond
//! [`ERROR`] its sign is right. All else, and what is left open, is for the projections of all corners on all axes.
//! Source: Ericson 2005, §5.5.3; Gregorius, "The Separating Axis Test between Convex Polyhedra", GDC 2013.

use glam::DVec2;

use super::Step;
use crate::math::{Pose, Scalar, Vector};
use crate::narrow::separation::is_single;
use crate::narrow::sign;
use crate::shape::{Convex, Core, Hull, View};

/// In units of roundoff.
const ERROR: f64 = 64.0;
/// Beyond so many vertices, comparing all sides with all vertices does not pay.
const MOST: usize = 64;
/// Hulls keep vertices and sides in lanes of so many.
const WIDTH: usize = 8;
/// Products of two sizes between this and its inverse neither overflow nor vanish, in `f32` either.
const ORDINARY: f64 = 1e15;
/// Coordinates below this may have differences that have lost digits.
const TINY: f64 = 1e-250;

/// The answer for two hulls, unless it is near to where it changes; `None` as well for other shapes and flat hulls.
#[inline(always)]
pub(super) fn step<V: Vector>(a: &View<'_, V>, b: &View<'_, V>, velocity: V) -> Option<Step<V>> {
    match (a, b) {
        (View::Convex(a), View::Convex(b)) => of_hulls(a, b, velocity),
        _ => None,
    }
}

#[inline(never)]
fn of_hulls<V: Vector>(a: &Convex<'_, V>, b: &Convex<'_, V>, velocity: V) -> Option<Step<V>> {
    let magnitude = sign::magnitude(a) + sign::magnitude(b);
    let (first, second) = (Placed::new(a)?, Placed::new(b)?);
    let (between, motion) = (second.translation - first.translation, double(velocity));
    let sizes = [a, b].map(|convex| convex.core.spread());
    let size = 2.0 * (sizes[0] + sizes[1]) + l1(between) + l1(motion);
    if !(magnitude + size < ORDINARY && sizes[0].min(sizes[1]) > 1.0 / ORDINARY) {
        return None;
    }
    let unit: f64 = V::Scalar::UNIT_ROUNDOFF.into();
    let error = ERROR * unit * size;
    // Nearer than that, a relation may take the hulls for touching.
    let room = sign::room::<V>(magnitude) + error;

    let of_first = least_reach(&first, &second, between, motion);
    if of_first.extended < -room {
        return Some(Step { now: false, will: false, translation: V::Double::ZERO });
    }
    let of_second = least_reach(&second, &first, -between, -motion);
    let least = of_first.extended.min(of_second.extended);
    if least < -room {
        return Some(Step { now: false, will: false, translation: V::Double::ZERO });
    }
    let now = of_first.here.min(of_second.here);
    if now.abs() <= room || least <= error || !is_nearer_than_beside(&first, &second, between, motion, least)
    {
        return None;
    }
    let translation = if of_first.extended <= of_second.extended {
        way_out(&first, &second, between, motion, of_first.side)?
    } else {
        -way_out(&second, &first, -between, -motion, of_second.side)?
    };
    Some(Step { now: now > 0.0, will: true, translation: V::Double::from_fn(|axis| translation[axis]) })
}

/// A hull in the world, its vertices seen from its own origin.
#[derive(Clone, Copy)]
struct Placed<'a, V: Vector> {
    hull: &'a Hull<V>,
    columns: [DVec2; 2],
    translation: DVec2,
}

impl<'a, V: Vector> Placed<'a, V> {
    #[inline(always)]
    fn new(convex: &Convex<'a, V>) -> Option<Self> {
        let Core::Hull(hull, Pose { rotation, translation }) = &convex.core else { return None };
        if hull.dimension() != 2 || hull.vertices().len() > MOST || convex.radius > V::Scalar::ZERO {
            return None;
        }
        let is_tiny = |x: &V::Scalar| x.abs().into() < TINY && *x != V::Scalar::ZERO;
        if !is_single::<V>() && hull.vertex_lanes().iter().any(is_tiny) {
            return None;
        }
        let columns = rotation.columns();
        let columns = [double(columns[0]), double(columns[1])];
        Some(Placed { hull, columns, translation: double(*translation) })
    }

    /// Where inner products with the direction are those of vertices with this one.
    #[inline(always)]
    fn pulled_back(&self, direction: DVec2) -> DVec2 {
        DVec2::new(self.columns[0].dot(direction), self.columns[1].dot(direction))
    }
}

/// How far the first shape has to move to leave the second by a side.
struct Reach {
    /// The least of all sides, now.
    here: f64,
    /// The least of all sides within the step, and whose it is.
    extended: f64,
    side: usize,
}

/// The least reach of all sides of one hull.
#[inline(never)]
fn least_reach<V: Vector>(
    own: &Placed<'_, V>,
    other: &Placed<'_, V>,
    between: DVec2,
    motion: DVec2,
) -> Reach {
    // From the world into the hull's own coordinates; the inverse is right up to the square of the roundings in a rotation.
    let [u, v] = own.columns;
    let turn = u.perp_dot(v);
    let per_turn = turn * (2.0 - turn * turn);
    let rows = [DVec2::new(v.y, -v.x) * per_turn, DVec2::new(-u.y, u.x) * per_turn];
    let local = |vector: DVec2| rows.map(|row| V::Scalar::from_f64(row.dot(vector)));
    let (u, v) = (local(other.columns[0]), local(other.columns[1]));
    let (center, motion) = (local(between), local(motion));
    let (sides, _) = own.hull.side_lanes().as_chunks::<{ 3 * WIDTH }>();
    let (corners, _) = other.hull.vertex_lanes().as_chunks::<{ 2 * WIDTH }>();
    let (mut here, mut best) = (V::Scalar::INFINITY, (V::Scalar::INFINITY, 0));
    for (block, sides) in sides.iter().enumerate() {
        let mut low = [V::Scalar::INFINITY; WIDTH];
        for corners in corners {
            let along = |axis: usize| -> [V::Scalar; WIDTH] {
                std::array::from_fn(|i| u[axis] * corners[i] + v[axis] * corners[WIDTH + i] + center[axis])
            };
            let (x, y) = (along(0), along(1));
            for corner in 0..WIDTH {
                for lane in 0..WIDTH {
                    let along = sides[lane] * x[corner] + sides[WIDTH + lane] * y[corner];
                    low[lane] = Scalar::min(along, low[lane]);
                }
            }
        }
        let down: [V::Scalar; WIDTH] = std::array::from_fn(|lane| sides[2 * WIDTH + lane] - low[lane]);
        let extended = std::array::from_fn(|lane| {
            let reach = sides[lane] * motion[0] + sides[WIDTH + lane] * motion[1];
            down[lane] + Scalar::max(reach, V::Scalar::ZERO)
        });
        here = Scalar::min(folded(down, Scalar::min), here);
        let least = folded(extended, Scalar::min);
        if least < best.0 {
            // Backwards, so that the first stays.
            let lane =
                (0..WIDTH).rev().fold(0, |first, lane| if extended[lane] == least { lane } else { first });
            best = (least, block * WIDTH + lane);
        }
    }
    Reach { here: here.into(), extended: best.0.into(), side: best.1 }
}

/// Are the sides that the motion makes as far as that, at least?
#[inline(always)]
fn is_nearer_than_beside<V: Vector>(
    first: &Placed<'_, V>,
    second: &Placed<'_, V>,
    between: DVec2,
    motion: DVec2,
    least: f64,
) -> bool {
    let largest = motion.x.abs().max(motion.y.abs());
    if largest == 0.0 {
        return true;
    }
    // Its greater coordinate becomes 1, so that nothing vanishes.
    let across = DVec2::new(motion.y, -motion.x) * (1.0 / largest);
    let ends = |placed: &Placed<'_, V>| {
        let direction = placed.pulled_back(across);
        let [x, y] = [direction.x, direction.y].map(V::Scalar::from_f64);
        let (corners, _) = placed.hull.vertex_lanes().as_chunks::<{ 2 * WIDTH }>();
        let (mut low, mut high) = ([V::Scalar::INFINITY; WIDTH], [-V::Scalar::INFINITY; WIDTH]);
        for corners in corners {
            for lane in 0..WIDTH {
                let along = x * corners[lane] + y * corners[WIDTH + lane];
                low[lane] = Scalar::min(along, low[lane]);
                high[lane] = Scalar::max(along, high[lane]);
            }
        }
        [folded(low, Scalar::min).into(), folded(high, Scalar::max).into()]
    };
    let ([a_low, a_high], [b_low, b_high]) = (ends(first), ends(second));
    let offset: f64 = across.dot(between);
    let nearer = Scalar::min(a_high - (b_low + offset), (b_high + offset) - a_low);
    // Not a comparison the other way round, for NaN.
    nearer * nearer >= least * least * across.dot(across) && nearer > 0.0
}

/// The translation by which the first hull leaves the second across one of its sides, if that leads back to where it is now.
#[inline(always)]
fn way_out<V: Vector>(
    own: &Placed<'_, V>,
    other: &Placed<'_, V>,
    between: DVec2,
    motion: DVec2,
    side: usize,
) -> Option<DVec2> {
    let vertices = own.hull.vertices();
    let next = if side + 1 == vertices.len() { 0 } else { side + 1 };
    let edge = double(vertices[next]) - double(vertices[side]);
    let [u, v] = own.columns;
    let along = u * edge.x + v * edge.y;
    let turn = 1.0_f64.copysign(u.perp_dot(v));
    let normal = DVec2::new(along.y, -along.x) * turn;
    let ends = |placed: &Placed<'_, V>| {
        let direction = placed.pulled_back(normal);
        let (corners, _) = placed.hull.vertex_lanes().as_chunks::<{ 2 * WIDTH }>();
        let (mut low, mut high) = ([f64::INFINITY; WIDTH], [f64::NEG_INFINITY; WIDTH]);
        for corners in corners {
            for lane in 0..WIDTH {
                let along = direction.x * corners[lane].into() + direction.y * corners[WIDTH + lane].into();
                low[lane] = Scalar::min(along, low[lane]);
                high[lane] = Scalar::max(along, high[lane]);
            }
        }
        [folded(low, Scalar::min), folded(high, Scalar::max)]
    };
    let ([low, high], [other_low, other_high]) = (ends(own), ends(other));
    let (offset, reach) = (normal.dot(between), normal.dot(motion));
    let (down, up) = (high - (other_low + offset), (other_high + offset) - low);
    let is_back = down < up || (down == up && reach > 0.0);
    let length = (down + Scalar::max(reach, 0.0)) / normal.dot(normal);
    (is_back && length.is_finite()).then_some(-normal * length)
}

/// The halves of the lanes combined, until one is left.
#[inline(always)]
fn folded<S: Scalar>([a, b, c, d, e, f, g, h]: [S; WIDTH], combine: impl Fn(S, S) -> S) -> S {
    let [a, b, c, d] = [combine(a, e), combine(b, f), combine(c, g), combine(d, h)];
    combine(combine(a, c), combine(b, d))
}

#[inline(always)]
fn double<V: Vector>(vector: V) -> DVec2 {
    let [x, y, _] = vector.to_f64();
    DVec2::new(x, y)
}

/// The sum of the magnitudes of the coordinates.
#[inline(always)]
fn l1(vector: DVec2) -> f64 {
    vector.x.abs() + vector.y.abs()
}
