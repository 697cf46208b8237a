//! What is between keys that are rotations, as unit quaternions x, y, z, w. Ways are angles in radians.

use std::f64::consts::PI;

use super::timeline::Pieces;
use super::vectors::{CubicKey, between, control_points, distance, hermite, largest_of, length, part};

/// Below this angle the arc between two quaternions is straight, to the last bit.
const STRAIGHT: f64 = 1e-6;

/// Which share of the numbers that a point of a spline is computed from is rounded, with much to spare.
const ROUNDED: f64 = 1e-14;

/// Rotations at keys, and how to go from one to the next.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Turns {
    /// Each holds until the next.
    Step(Vec<[f64; 4]>),
    /// Along the shorter arc, at one speed. Of two equally long arcs, the signs of the quaternions
    /// select one.
    Slerp(Vec<[f64; 4]>),
    /// Splines of quaternions, brought back to unit length.
    Cubic(Vec<CubicKey<4>>),
}

impl Pieces for Turns {
    type Value = [f64; 4];

    fn at(&self, piece: usize, seconds: f64, u: f64) -> [f64; 4] {
        match self {
            Turns::Step(values) => values[piece],
            Turns::Slerp(values) => slerp(values[piece], values[piece + 1], u),
            Turns::Cubic(keys) => {
                let point = hermite(&keys[piece], &keys[piece + 1], seconds, u);
                // Where a spline runs through 0 there is no rotation; bounds take any there.
                unit(point).unwrap_or(keys[piece].value)
            }
        }
    }

    fn key(&self, key: usize) -> [f64; 4] {
        match self {
            Turns::Step(values) | Turns::Slerp(values) => values[key],
            Turns::Cubic(keys) => keys[key].value,
        }
    }

    fn way(&self, piece: usize, seconds: f64, shares: [f64; 2]) -> f64 {
        match self {
            Turns::Step(_) => 0.0,
            Turns::Slerp(values) => angle(values[piece], values[piece + 1]) * (shares[1] - shares[0]),
            Turns::Cubic(keys) => {
                let points = control_points(&keys[piece], &keys[piece + 1], seconds);
                angle_of_part(&part(&points, shares), ROUNDED * largest_of(&points))
            }
        }
    }

    /// Rotations are of length 1; what is rounded of splines is counted as a way.
    fn largest(&self, _piece: usize, _seconds: f64) -> f64 {
        0.0
    }

    fn way_to_next(&self, piece: usize, seconds: f64, from: f64) -> f64 {
        match self {
            Turns::Step(values) => angle(values[piece], values[piece + 1]),
            _ => self.way(piece, seconds, [from, 1.0]),
        }
    }
}

/// A quaternion of length 1; none of 0, or of what is not finite.
pub(crate) fn unit(quaternion: [f64; 4]) -> Option<[f64; 4]> {
    let largest = quaternion.iter().fold(0.0_f64, |largest, number| largest.max(number.abs()));
    if !(largest > 0.0 && quaternion.iter().all(|number| number.is_finite())) {
        return None;
    }
    let scaled = quaternion.map(|number| number / largest);
    let length = scaled.iter().map(|number| number * number).sum::<f64>().sqrt();
    Some(scaled.map(|number| number / length))
}

fn dot(a: [f64; 4], b: [f64; 4]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The second quaternion, or its opposite, which is the same rotation: whichever is nearer to the first.
fn nearer(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    if dot(a, b) < 0.0 { b.map(|number| -number) } else { b }
}

/// The angle between two unit quaternions, no more than a quarter turn once they are near: precise for small
/// angles too.
fn arc(a: [f64; 4], b: [f64; 4]) -> f64 {
    2.0 * libm::atan2(distance(&a, &b), distance(&a, &b.map(|number| -number)))
}

/// By how much a rotation has to be turned to be another one.
fn angle(a: [f64; 4], b: [f64; 4]) -> f64 {
    2.0 * arc(a, nearer(a, b))
}

/// Source: Shoemake, "Animating Rotation with Quaternion Curves", 1985.
fn slerp(a: [f64; 4], b: [f64; 4], u: f64) -> [f64; 4] {
    let b = nearer(a, b);
    let arc = arc(a, b);
    let point = if arc < STRAIGHT {
        between(&a, &b, u)
    } else {
        let [of_a, of_b] = [1.0 - u, u].map(|share| libm::sin(arc * share) / libm::sin(arc));
        std::array::from_fn(|axis| a[axis] * of_a + b[axis] * of_b)
    };
    unit(point).unwrap_or(a)
}

/// How far the rotations of a spline turn, at most.
///
/// Seen from the origin, a curve that stays r away from it turns by its length over r at most, and the
/// rotation by twice that. The curve stays in the hull of its control points, and that beyond the least of
/// their heights in any direction. Points are computed, and so are control points, each with a rounding of
/// some length.
fn angle_of_part(points: &[[f64; 4]; 4], rounding: f64) -> f64 {
    let middle = std::array::from_fn(|axis| points.iter().map(|point| point[axis]).sum());
    let Some(direction) = unit(middle) else { return PI };
    let length = length(points);
    if length == 0.0 {
        return 0.0;
    }
    let height = points.iter().map(|point| dot(*point, direction)).fold(f64::INFINITY, f64::min) - rounding;
    // Two rotations are never further apart than half a turn. What is not a number is left to that too.
    if height > 0.0 { f64::min(2.0 * (length + 2.0 * rounding) / height, PI) } else { PI }
}
