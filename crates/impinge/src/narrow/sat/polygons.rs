//! Two hulls in 2D: all sides at once in their own precision, then the best one again in `f64`.
//!
//! The volume that A sweeps over, less B, is a convex polygon: A − B, extended by the motion. Its sides have
//! the outward normals of A, the reversed normals of B, and the two that are perpendicular to the motion. Its
//! *reach* along a normal is how far A has to move to leave B on that side, at the end of the step. So the
//! outward normals suffice, and the other ends of the axes, for which more corners would have to be
//! projected, add nothing:
//!
//! - A negative reach is an axis on which the projections are disjoint for the whole step.
//! - If the reaches are positive on all sides, including the sides of the motion, then 0 is inside, the
//!   reach is positive in every direction, and no projections are disjoint.
//! - No reach is less than the least on a side. So the least on a normal gives the minimum translation,
//!   unless a side of the motion is nearer, or A is already beyond the middle of B there.
//!
//! The sides of a hull have their normals in its own coordinates; the other hull is transformed to
//! these. A hull is placed by p ↦ R·p + t. The inner product of a point with the normal of a placed
//! side equals the inner product of the point, transformed back, with the normal of the side itself,
//! times det R, for any R. So the signs equal the signs on the axes that the definition names.
//!
//! # What rounding can do
//! Let u be the unit roundoff of the hulls' precision and m the sum of the magnitudes of the coordinates of
//! both and the motion. Normals of hulls are off by 4u, offsets by 6u·m, the corners of the other by 16u·m,
//! inner products by 32u·m and a reach by 40u·m. Beyond [`ERROR`] its sign is right. Anything left open is
//! for the projections of all corners on all axes.
//! Source: Ericson 2005, §5.5.3; Gregorius, "The Separating Axis Test between Convex Polyhedra", GDC 2013.

use glam::DVec2;

use super::SatStep;
use crate::math::{Pose, Scalar, Vector};
use crate::narrow::distance::error_bound::{error_bound, magnitude};
use crate::narrow::distance::separation::{ORDINARY, is_single};
use crate::shape::{ConvexShape, Core, Hull, LANES, ShapeRef};

/// In units of roundoff.
const ERROR: f64 = 64.0;
/// Beyond so many vertices, comparing all sides with all vertices does not pay.
const MAX_VERTICES: usize = 64;
/// Coordinates below this may have differences that have lost digits.
const TINY: f64 = 1e-250;

/// A number for each of some sides or vertices.
type ProjectionLanes<S> = [S; LANES];

/// The answer for two hulls, unless it is near to where it changes; `None` as well for other shapes and flat
/// hulls.
#[inline(always)]
pub(super) fn step<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>, velocity: V) -> Option<SatStep<V>> {
    match (a, b) {
        (ShapeRef::Convex(a), ShapeRef::Convex(b)) => of_hulls(a, b, velocity),
        _ => None,
    }
}

#[inline(never)]
fn of_hulls<V: Vector>(a: &ConvexShape<'_, V>, b: &ConvexShape<'_, V>, velocity: V) -> Option<SatStep<V>> {
    let (first, second) = (PlacedPolygon::new(a)?, PlacedPolygon::new(b)?);
    let sizes = [a, b].map(|convex| convex.core.spread());
    let magnitude = magnitude(a) + magnitude(b);
    let (between, motion) = (second.translation - first.translation, velocity);
    let (distance, way): (f64, f64) = (between.abs().element_sum().into(), motion.abs().element_sum().into());
    let size = 2.0 * (sizes[0] + sizes[1]) + distance + way;
    let is_ordinary = magnitude + size < ORDINARY && sizes[0].min(sizes[1]) > 1.0 / ORDINARY;
    if !is_ordinary || (way > 0.0 && way < 1.0 / ORDINARY) {
        return None;
    }
    let unit: f64 = V::Scalar::UNIT_ROUNDOFF.into();
    let error = ERROR * unit * size;
    // Nearer than that, a relation may take the hulls for touching.
    let room = error_bound::<V>(magnitude) + error;
    let beyond = V::Scalar::from_f64(-room * 1.001);
    let apart = Some(SatStep { now: false, will: false, translation: V::Double::ZERO });

    let in_first = PolygonExtent::new(&first, &second, between, motion);
    let of_first = in_first.reaches(first.hull, second.hull);
    let least_of_first = folded(of_first.extended, Scalar::min);
    if least_of_first < beyond {
        return apart;
    }
    let in_second = PolygonExtent::new(&second, &first, -between, -motion);
    let of_second = in_second.reaches(second.hull, first.hull);
    let least_of_second = folded(of_second.extended, Scalar::min);
    if least_of_second < beyond {
        return apart;
    }
    let here = folded(lanes(|lane| Scalar::min(of_first.here[lane], of_second.here[lane])), Scalar::min);
    let least = Scalar::min(least_of_first, least_of_second);
    // The sides of the motion are not nearer than the nearest of all others, as they add nothing to the reach
    // along them.
    let is_least = || {
        let (beside, least): (f64, f64) =
            (in_first.beside(&in_second, first.hull, second.hull).into(), least.into());
        beside >= 0.0 && beside * beside >= least * least * square(double(motion))
    };
    let (is_clear, is_beyond_error) = (here.abs().into() > room, least.into() > error);
    if !(is_clear && is_beyond_error && (least <= here || is_least())) {
        return None;
    }
    let (between, motion) = (double(second.translation) - double(first.translation), double(motion));
    let translation = if least_of_first <= least_of_second {
        way_out(&first, &second, between, motion, of_first.side_of(least), error)?
    } else {
        -way_out(&second, &first, -between, -motion, of_second.side_of(least), error)?
    };
    let now = here > V::Scalar::ZERO;
    Some(SatStep { now, will: true, translation: V::Double::from_fn(|axis| translation[axis]) })
}

/// A hull in the world.
#[derive(Clone, Copy)]
struct PlacedPolygon<'a, V: Vector> {
    hull: &'a Hull<V>,
    columns: [V; 2],
    translation: V,
}

impl<'a, V: Vector> PlacedPolygon<'a, V> {
    #[inline(always)]
    fn new(convex: &ConvexShape<'a, V>) -> Option<Self> {
        let Core::Hull(hull, Pose { rotation, translation }) = &convex.core else { return None };
        if hull.dimension() != 2 || hull.vertices().len() > MAX_VERTICES || convex.radius > V::Scalar::ZERO {
            return None;
        }
        let is_tiny = |x: &V::Scalar| x.abs().into() < TINY && *x != V::Scalar::ZERO;
        if !is_single::<V>() && hull.vertex_lanes().iter().any(is_tiny) {
            return None;
        }
        let columns = rotation.columns();
        Some(PlacedPolygon { hull, columns: [columns[0], columns[1]], translation: *translation })
    }

    /// 1, or −1 of mirrored axes, up to rounding.
    #[inline(always)]
    fn turn(&self) -> V::Scalar {
        let [u, v] = self.columns;
        u[0] * v[1] - u[1] * v[0]
    }
}

/// The other hull in the coordinates of one.
struct PolygonExtent<S> {
    /// Its axes and its origin.
    u: [S; 2],
    v: [S; 2],
    center: [S; 2],
    /// How the one moves.
    motion: [S; 2],
    /// The determinant of the axes of the own hull: 1, or −1 of mirrored axes, up to rounding.
    turn: S,
}

/// How far a hull has to move to leave the other by each of its sides; where there are more sides than lanes,
/// the least.
#[derive(Clone, Copy)]
struct Reaches<S> {
    here: ProjectionLanes<S>,
    /// Within the step.
    extended: ProjectionLanes<S>,
    /// The number of these sides, by the first of those that were processed together.
    first: ProjectionLanes<S>,
}

impl<S: Scalar> PolygonExtent<S> {
    #[inline(always)]
    fn new<V: Vector<Scalar = S>>(
        own: &PlacedPolygon<'_, V>,
        other: &PlacedPolygon<'_, V>,
        between: V,
        motion: V,
    ) -> Self {
        let [u, v] = own.columns;
        let turn = own.turn();
        // One over it, up to the square of what it differs from 1 or −1 by.
        let per_turn = turn * (S::ONE + S::ONE - turn * turn);
        let rows = [[v[1] * per_turn, -v[0] * per_turn], [-u[1] * per_turn, u[0] * per_turn]];
        let local = |vector: V| rows.map(|row| row[0] * vector[0] + row[1] * vector[1]);
        let [u, v] = other.columns.map(local);
        PolygonExtent { u, v, center: local(between), motion: local(motion), turn }
    }

    #[inline(always)]
    fn reaches<V: Vector<Scalar = S>>(&self, own: &Hull<V>, other: &Hull<V>) -> Reaches<S> {
        let (sides, _) = own.side_lanes().as_chunks::<{ 3 * LANES }>();
        let (corners, _) = other.vertex_lanes().as_chunks::<{ 2 * LANES }>();
        let Some((first, rest)) = sides.split_first() else { return Reaches::NONE };
        let mut least = self.reaches_of(first, corners);
        for (block, sides) in rest.iter().enumerate() {
            let reaches = self.reaches_of(sides, corners);
            let first = S::from_f64(((block + 1) * LANES) as f64);
            for lane in 0..LANES {
                let is_less = reaches.extended[lane] < least.extended[lane];
                least.first[lane] = if is_less { first } else { least.first[lane] };
                least.extended[lane] = if is_less { reaches.extended[lane] } else { least.extended[lane] };
                least.here[lane] = Scalar::min(reaches.here[lane], least.here[lane]);
            }
        }
        least
    }

    #[inline(always)]
    fn reaches_of(&self, sides: &[S; 3 * LANES], corners: &[[S; 2 * LANES]]) -> Reaches<S> {
        let (u, v, center, motion) = (self.u, self.v, self.center, self.motion);
        let mut low = [S::INFINITY; LANES];
        for corners in corners {
            let along =
                |axis: usize| lanes(|i| u[axis] * corners[i] + v[axis] * corners[LANES + i] + center[axis]);
            let (x, y) = (along(0), along(1));
            for corner in 0..LANES {
                for lane in 0..LANES {
                    let along = sides[lane] * x[corner] + sides[LANES + lane] * y[corner];
                    low[lane] = Scalar::min(along, low[lane]);
                }
            }
        }
        let here = lanes(|lane| sides[2 * LANES + lane] - low[lane]);
        let extended = lanes(|lane| {
            let reach = sides[lane] * motion[0] + sides[LANES + lane] * motion[1];
            here[lane] + Scalar::max(reach, S::ZERO)
        });
        Reaches { here, extended, first: [S::ZERO; LANES] }
    }

    /// The lesser reach of the two sides that the motion makes, times the motion's length.
    #[inline(always)]
    fn beside<V: Vector<Scalar = S>>(&self, in_second: &Self, first: &Hull<V>, second: &Hull<V>) -> S {
        // The motion turned in the world is the motion turned in a hull's own coordinates, except where these
        // are mirrored.
        let across = |seen: &Self| [seen.motion[1] * seen.turn, -seen.motion[0] * seen.turn];
        let (of_first, of_second) = (across(self), across(in_second));
        // That of the second is opposite, as is its motion.
        let ([a_low, a_high], [b_high, b_low]) =
            (ends(first, of_first), ends(second, of_second).map(|end| -end));
        let offset = of_first[0] * self.center[0] + of_first[1] * self.center[1];
        Scalar::min(a_high - (b_low + offset), (b_high + offset) - a_low)
    }
}

/// The least and the greatest inner product of a vertex with a direction in the hull's own coordinates.
#[inline(always)]
fn ends<V: Vector>(hull: &Hull<V>, [x, y]: [V::Scalar; 2]) -> [V::Scalar; 2] {
    let (corners, _) = hull.vertex_lanes().as_chunks::<{ 2 * LANES }>();
    let (mut low, mut high) = ([V::Scalar::INFINITY; LANES], [-V::Scalar::INFINITY; LANES]);
    for corners in corners {
        let along = lanes(|lane| x * corners[lane] + y * corners[LANES + lane]);
        low = lanes(|lane| Scalar::min(along[lane], low[lane]));
        high = lanes(|lane| Scalar::max(along[lane], high[lane]));
    }
    [folded(low, Scalar::min), folded(high, Scalar::max)]
}

impl<S: Scalar> Reaches<S> {
    const NONE: Self =
        Reaches { here: [S::INFINITY; LANES], extended: [S::INFINITY; LANES], first: [S::ZERO; LANES] };

    /// The side whose reach is the least.
    #[inline(always)]
    fn side_of(&self, least: S) -> usize {
        // Backwards, so that the first stays.
        let lane =
            (0..LANES).rev().fold(0, |first, lane| if self.extended[lane] == least { lane } else { first });
        let first: f64 = self.first[lane].into();
        first as usize + lane
    }
}

/// The translation by which the first hull leaves the second across one of its sides, if that clearly leads
/// back to where it is now.
#[inline(always)]
fn way_out<V: Vector>(
    own: &PlacedPolygon<'_, V>,
    other: &PlacedPolygon<'_, V>,
    between: DVec2,
    motion: DVec2,
    side: usize,
    error: f64,
) -> Option<DVec2> {
    let vertices = own.hull.vertices();
    let (from, to) = (vertices[side], vertices[if side + 1 == vertices.len() { 0 } else { side + 1 }]);
    let (from, edge) = (double(from), double(to) - double(from));
    let [u, v] = own.columns.map(double);
    let along = u * edge.x + v * edge.y;
    let normal = DVec2::new(along.y, -along.x) * 1.0_f64.copysign(u.perp_dot(v));
    let square = square(normal);

    let [x, y] = other.columns.map(|column| double(column).dot(normal));
    let (corners, _) = other.hull.vertex_lanes().as_chunks::<{ 2 * LANES }>();
    let mut low = [f64::INFINITY; LANES];
    for corners in corners {
        let along = lanes(|lane| x * corners[lane].into() + y * corners[LANES + lane].into());
        low = lanes(|lane| Scalar::min(along[lane], low[lane]));
    }
    let down = normal.dot(u * from.x + v * from.y - between) - folded(low, Scalar::min);

    // The other end need not be known as well.
    let per_length = 1.0 / square.sqrt();
    let scalar = |x: f64| V::Scalar::from_f64(x * per_length);
    let [own_low, _] = ends(own.hull, own.columns.map(|column| scalar(double(column).dot(normal))));
    let [_, other_high] = ends(other.hull, [scalar(x), scalar(y)]);
    let up = other_high.into() + normal.dot(between) * per_length - own_low.into();
    let length = (down + Scalar::max(normal.dot(motion), 0.0)) / square;
    (up - down * per_length > error && length.is_finite()).then_some(-normal * length)
}

#[inline(always)]
fn lanes<S: Scalar>(lane: impl FnMut(usize) -> S) -> ProjectionLanes<S> {
    std::array::from_fn(lane)
}

/// The halves of the lanes combined, until one is left.
#[inline(always)]
fn folded<S: Scalar>([a, b, c, d, e, f, g, h]: ProjectionLanes<S>, combine: impl Fn(S, S) -> S) -> S {
    let [a, b, c, d] = [combine(a, e), combine(b, f), combine(c, g), combine(d, h)];
    combine(combine(a, c), combine(b, d))
}

#[inline(always)]
fn double<V: Vector>(vector: V) -> DVec2 {
    let [x, y, _] = vector.to_f64();
    DVec2::new(x, y)
}

#[inline(always)]
fn square(vector: DVec2) -> f64 {
    vector.dot(vector)
}
