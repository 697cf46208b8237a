//! What is between keys that are numbers or vectors: translations, scales, values of joints.

use super::timeline::{Pieces, Timeline};

/// Values at keys, and how to go from one to the next.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Vectors<const N: usize> {
    /// Each holds until the next.
    Step(Vec<[f64; N]>),
    /// Straight on.
    Linear(Vec<[f64; N]>),
    /// Cubic Hermite splines, as glTF has them.
    Cubic(Vec<CubicKey<N>>),
}

/// A key of a spline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CubicKey<const N: usize> {
    /// The change per second with which the value arrives,
    pub arrives: [f64; N],
    pub value: [f64; N],
    /// and that with which it leaves.
    pub leaves: [f64; N],
}

impl<const N: usize> Pieces for Vectors<N> {
    type Value = [f64; N];

    fn at(&self, piece: usize, seconds: f64, u: f64) -> [f64; N] {
        match self {
            Vectors::Step(values) => values[piece],
            Vectors::Linear(values) => between(&values[piece], &values[piece + 1], u),
            Vectors::Cubic(keys) => hermite(&keys[piece], &keys[piece + 1], seconds, u),
        }
    }

    fn key(&self, key: usize) -> [f64; N] {
        match self {
            Vectors::Step(values) | Vectors::Linear(values) => values[key],
            Vectors::Cubic(keys) => keys[key].value,
        }
    }

    fn way(&self, piece: usize, seconds: f64, shares: [f64; 2]) -> f64 {
        match self {
            Vectors::Step(_) => 0.0,
            Vectors::Linear(values) => distance(&values[piece], &values[piece + 1]) * (shares[1] - shares[0]),
            Vectors::Cubic(keys) => {
                length(&part(&control_points(&keys[piece], &keys[piece + 1], seconds), shares))
            }
        }
    }

    fn way_to_next(&self, piece: usize, seconds: f64, from: f64) -> f64 {
        match self {
            Vectors::Step(values) => distance(&values[piece], &values[piece + 1]),
            _ => self.way(piece, seconds, [from, 1.0]),
        }
    }

    fn largest(&self, piece: usize, seconds: f64) -> f64 {
        match self {
            Vectors::Step(_) => 0.0,
            Vectors::Linear(values) => size(&values[piece]).max(size(&values[piece + 1])),
            Vectors::Cubic(keys) => largest_of(&control_points(&keys[piece], &keys[piece + 1], seconds)),
        }
    }
}

/// The length of a vector.
pub(super) fn size<const N: usize>(value: &[f64; N]) -> f64 {
    distance(&[0.0; N], value)
}

impl<const N: usize> Timeline<Vectors<N>> {
    /// The least and the greatest that each component is at any time: no further than the control points of
    /// splines.
    pub fn range(&self) -> [[f64; N]; 2] {
        let (times, pieces) = self.parts();
        let reached: Vec<[f64; N]> = match pieces {
            Vectors::Step(values) | Vectors::Linear(values) => values.clone(),
            Vectors::Cubic(keys) => {
                let parts = keys.windows(2).zip(times.windows(2));
                let points =
                    parts.flat_map(|(key, time)| control_points(&key[0], &key[1], time[1] - time[0]));
                points.chain([keys[0].value]).collect()
            }
        };
        let end = |pick: fn(f64, f64) -> f64| {
            std::array::from_fn(|axis| reached.iter().map(|value| value[axis]).fold(reached[0][axis], pick))
        };
        [end(f64::min), end(f64::max)]
    }
}

/// A point of the straight line between two.
pub(super) fn between<const N: usize>(a: &[f64; N], b: &[f64; N], u: f64) -> [f64; N] {
    std::array::from_fn(|axis| a[axis] * (1.0 - u) + b[axis] * u)
}

pub(super) fn distance<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (b - a) * (b - a)).sum::<f64>().sqrt()
}

/// Source: glTF 2.0, appendix C.5.
pub(super) fn hermite<const N: usize>(a: &CubicKey<N>, b: &CubicKey<N>, seconds: f64, u: f64) -> [f64; N] {
    let (square, cube) = (u * u, u * u * u);
    std::array::from_fn(|axis| {
        (2.0 * cube - 3.0 * square + 1.0) * a.value[axis]
            + seconds * (cube - 2.0 * square + u) * a.leaves[axis]
            + (3.0 * square - 2.0 * cube) * b.value[axis]
            + seconds * (cube - square) * b.arrives[axis]
    })
}

/// The same curve in Bézier's form.
pub(super) fn control_points<const N: usize>(
    a: &CubicKey<N>,
    b: &CubicKey<N>,
    seconds: f64,
) -> [[f64; N]; 4] {
    let beside = |value: &[f64; N], change: &[f64; N], step: f64| {
        std::array::from_fn(|axis| value[axis] + change[axis] * step / 3.0)
    };
    [a.value, beside(&a.value, &a.leaves, seconds), beside(&b.value, &b.arrives, -seconds), b.value]
}

/// The control points of a part of a Bézier curve: its values at repeated shares (blossoms).
pub(super) fn part<const N: usize>(points: &[[f64; N]; 4], [from, to]: [f64; 2]) -> [[f64; N]; 4] {
    let blossom = |shares: [f64; 3]| {
        let [p, q, r, s] = points;
        let [pq, qr, rs] = [between(p, q, shares[0]), between(q, r, shares[0]), between(r, s, shares[0])];
        between(&between(&pq, &qr, shares[1]), &between(&qr, &rs, shares[1]), shares[2])
    };
    [[from; 3], [from, from, to], [from, to, to], [to; 3]].map(blossom)
}

/// A curve is no longer than its control polygon.
pub(super) fn length<const N: usize>(points: &[[f64; N]; 4]) -> f64 {
    points.windows(2).map(|two| distance(&two[0], &two[1])).sum()
}

/// No number from which points of a curve are computed is larger: those are sums of control points and of
/// what lies between them.
pub(super) fn largest_of<const N: usize>(points: &[[f64; N]; 4]) -> f64 {
    4.0 * points.iter().map(size).fold(0.0, f64::max)
}
