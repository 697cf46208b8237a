//! The exact decision, in integers of arbitrary size.
//!
//! All coordinates are multiples of one power of two, which is the unit here. The cubic f of coplanarity has
//! integer coefficients.
//!
//! **f is not zero everywhere:** its roots are the only times at which the polygon can contain the origin.
//! They are tested in order. At a root the polygon lies in one plane with the origin, and contains it exactly
//! if, along an axis along which it has an area, no two of dᵢ × dᵢ₊₁ are of opposite signs. If all of these
//! are zero along every axis, it has collapsed into a segment or point on one line with the origin, as have
//! its edges, and contains it exactly if one of its edges does: dᵢ·dᵢ₊₁ ≤ 0.
//!
//! Proof for these signs: if the polygon contains the origin, it goes around it in one sense along every
//! axis. If, conversely, the signs along one axis are not opposite, and not all zero, their sum, which is
//! twice the area, is not zero, and the origin is on the inner side of every edge.
//!
//! **f is zero everywhere:** the polygon always lies in one plane with the origin. It contains it at the
//! start, or the origin enters through an edge: so does every first time, since within a polygon that has an
//! area, and stays in one plane with the origin, it would have been a little earlier too, and one without is
//! the union of its edges. An edge contains it where dᵢ × dᵢ₊₁ = 0, which are at most three quadratics, and
//! dᵢ·dᵢ₊₁ ≤ 0.

use std::cmp::Ordering;

use num_bigint::BigInt;

use super::difference_polygon::{Kind, Tracks};
use crate::math::exact::mantissa_and_exponent;
use crate::math::exact::polynomial::{Place, Polynomial, Root};
use crate::math::triple::Point;

/// Precision of times, as a fraction of the motion: a time is early by at most 2⁻⁴⁴.
const TIME_WIDTH: f64 = 1.0 / (1_u64 << 44) as f64;

type Whole = [BigInt; 3];

/// A moving point: its position at the start, and its velocity.
#[derive(Clone)]
struct Moving {
    start: Whole,
    velocity: Whole,
}

/// The first time at which the primitives meet, rounded down, if they do until `end`.
pub(super) fn first_time<K: Kind>(tracks: &Tracks, end: f64) -> Option<f64> {
    let corners = Corners::new::<K>(tracks);
    let end = Place::new(end);
    let coplanarity = corners.coplanarity::<K>(tracks);
    if coplanarity.is_zero() { corners.flat::<K>(&end) } else { corners.at_roots::<K>(&coplanarity, &end) }
}

/// The exponent of the unit: the least of all coordinates.
fn unit(tracks: &Tracks) -> i32 {
    let coordinates = tracks.start.iter().chain(&tracks.end).flatten();
    let exponents = coordinates.filter(|&&x| x != 0.0).map(|&x| mantissa_and_exponent(x).1);
    exponents.min().unwrap_or(0)
}

fn whole(point: &Point, unit: i32) -> Whole {
    point.map(|x| {
        let (mantissa, exponent) = mantissa_and_exponent(x);
        if mantissa == 0 { BigInt::ZERO } else { BigInt::from(mantissa) << (exponent - unit) }
    })
}

fn difference(a: &Whole, b: &Whole) -> Whole {
    std::array::from_fn(|i| &a[i] - &b[i])
}

impl Moving {
    /// From the second of two vertices to the first.
    fn between(tracks: &Tracks, [a, b]: [usize; 2], unit: i32) -> Self {
        let at = |points: &[Point; 4]| difference(&whole(&points[a], unit), &whole(&points[b], unit));
        let start = at(&tracks.start);
        let velocity = difference(&at(&tracks.end), &start);
        Moving { start, velocity }
    }

    /// a × b along an axis.
    fn cross(&self, other: &Self, axis: usize) -> [BigInt; 3] {
        let (j, k) = ((axis + 1) % 3, (axis + 2) % 3);
        let of = |a: &Whole, b: &Whole| &a[j] * &b[k] - &a[k] * &b[j];
        [
            of(&self.start, &other.start),
            of(&self.start, &other.velocity) + of(&self.velocity, &other.start),
            of(&self.velocity, &other.velocity),
        ]
    }

    /// a · b.
    fn dot(&self, other: &Self) -> Polynomial {
        let of = |a: &Whole, b: &Whole| &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2];
        Polynomial::new([
            of(&self.start, &other.start),
            of(&self.start, &other.velocity) + of(&self.velocity, &other.start),
            of(&self.velocity, &other.velocity),
        ])
    }
}

/// The corners of the polygon.
struct Corners {
    corners: [Moving; 4],
    unit: i32,
}

/// The earlier of two times, of which each may be none.
fn earlier(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        _ => a.or(b),
    }
}

impl Corners {
    fn new<K: Kind>(tracks: &Tracks) -> Self {
        let unit = unit(tracks);
        Corners { corners: K::DIFFERENCES.map(|vertices| Moving::between(tracks, vertices, unit)), unit }
    }

    /// The cubic, or in 2D the quadratic, that is zero where the polygon lies in one plane with the origin.
    fn coplanarity<K: Kind>(&self, tracks: &Tracks) -> Polynomial {
        if K::IS_PLANAR {
            return Polynomial::new(self.corners[0].cross(&self.corners[1], 2));
        }
        let [x, y, z] = K::SPANNED.map(|vertices| Moving::between(tracks, vertices, self.unit));
        let mut cubic = [BigInt::ZERO, BigInt::ZERO, BigInt::ZERO, BigInt::ZERO];
        for axis in 0..3 {
            for (power, normal) in y.cross(&z, axis).into_iter().enumerate() {
                cubic[power] += &x.start[axis] * &normal;
                cubic[power + 1] += &x.velocity[axis] * normal;
            }
        }
        Polynomial::new(cubic)
    }

    /// The edges, as the numbers of their corners.
    fn edges<K: Kind>() -> impl Iterator<Item = (usize, usize)> {
        // Both edges of a polygon with two corners are the same.
        let count = if K::CORNERS == 2 { 1 } else { K::CORNERS };
        (0..count).map(|i| (i, (i + 1) % K::CORNERS))
    }

    /// The polygon at roots of the polynomial of coplanarity.
    fn at_roots<K: Kind>(&self, coplanarity: &Polynomial, end: &Place) -> Option<f64> {
        let (simple, roots) = coplanarity.roots(end);
        for root in roots {
            let mut root = simple.narrowed(root);
            if self.contain_origin::<K>(&simple, &mut root) {
                return Some(lower_bound(&simple, root));
            }
        }
        None
    }

    /// Returns whether the polygon, in one plane with the origin at this root, contains it.
    fn contain_origin<K: Kind>(&self, of: &Polynomial, root: &mut Root) -> bool {
        let axes = if K::IS_PLANAR { 2..3 } else { 0..3 };
        for axis in axes {
            let mut turns = [false; 2];
            for (i, j) in Self::edges::<K>() {
                let cross = Polynomial::new(self.corners[i].cross(&self.corners[j], axis));
                match of.sign_of(&cross, root) {
                    Ordering::Less => turns[0] = true,
                    Ordering::Greater => turns[1] = true,
                    Ordering::Equal => {}
                }
            }
            match turns {
                [true, true] => return false,
                [false, false] => {}
                // One edge turns around the origin only if that is not on its line.
                _ => return K::CORNERS > 2,
            }
        }
        Self::edges::<K>().any(|(i, j)| of.sign_of(&self.corners[i].dot(&self.corners[j]), root).is_le())
    }

    /// The first time of a polygon that always lies in one plane with the origin.
    fn flat<K: Kind>(&self, end: &Place) -> Option<f64> {
        let nothing = Polynomial::new([]);
        if self.contain_origin::<K>(&nothing, &mut Root::At(Place::new(0.0))) {
            return Some(0.0);
        }
        Self::edges::<K>().map(|(i, j)| self.edge(i, j, end)).fold(None, earlier)
    }

    /// When an edge contains the origin first, after the start.
    fn edge(&self, i: usize, j: usize, end: &Place) -> Option<f64> {
        let (a, b) = (&self.corners[i], &self.corners[j]);
        let crosses = [0, 1, 2].map(|axis| Polynomial::new(a.cross(b, axis)));
        let along = a.dot(b);
        let Some(first) = crosses.iter().find(|cross| !cross.is_zero()) else {
            // Always on one line with the origin, which is not between its ends at the start.
            let (simple, roots) = along.roots(end);
            return roots.into_iter().next().map(|root| lower_bound(&simple, simple.narrowed(root)));
        };
        let (simple, roots) = first.roots(end);
        for root in roots {
            let mut root = simple.narrowed(root);
            let is_on_line = crosses.iter().all(|cross| simple.sign_of(cross, &mut root).is_eq());
            if is_on_line && simple.sign_of(&along, &mut root).is_le() {
                return Some(lower_bound(&simple, root));
            }
        }
        None
    }
}

/// A float that is not above a root, and below it by at most [`TIME_WIDTH`].
fn lower_bound(of: &Polynomial, mut root: Root) -> f64 {
    loop {
        match &root {
            Root::At(place) => return place.rounded_down(),
            Root::Between(lo, hi) => {
                let (lo, hi) = (lo.rounded_down(), hi.rounded_down());
                if hi - lo <= TIME_WIDTH {
                    return lo;
                }
                root = of.halved(root);
            }
        }
    }
}
