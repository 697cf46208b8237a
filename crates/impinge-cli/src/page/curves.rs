//! The curves in which the objects of each pair meet, for the page to draw.

use impinge::assembly::InstancePair;
use impinge::glam::DVec3;
use rayon::prelude::*;
use serde::Serialize;

use super::mesh::Base64;
use crate::geometry::Geometry;
use crate::report::Report;

/// More points than this would make the page heavy: five megabytes.
const MOST_POINTS: usize = 300_000;

/// The curves of a pair.
#[derive(Clone, Debug, Serialize)]
pub(super) struct PairCurves {
    /// The place of the pair in the list.
    pair: usize,
    /// How many points each curve has.
    lengths: Vec<usize>,
    /// The points, around the origin of the picture, as `f32`.
    points: Base64,
}

/// Curves of all pairs whose surfaces cross, the most severe first, up to the limit of the page; and
/// the number of pairs left out.
pub(super) fn of(scene: &Geometry, report: &Report, origin: DVec3) -> (Vec<PairCurves>, usize) {
    let crossing = report.pairs.par_iter().enumerate().filter(|(_, pair)| pair.curve_length > 0.0);
    let all = crossing.map(|(place, pair)| {
        let [a, b] = [pair.a.id, pair.b.id].map(|id| &scene.bodies[id as usize]);
        let curves = InstancePair::new(a, b).curves();
        let lines = curves.iter().filter(|curve| curve.points.len() > 1).map(|curve| {
            let back = curve.points.first().filter(|_| curve.is_closed);
            curve.points.iter().chain(back).map(|point| point.point).collect::<Vec<DVec3>>()
        });
        (place, lines.collect::<Vec<_>>())
    });
    let all: Vec<(usize, Vec<Vec<DVec3>>)> = all.collect();
    let (mut kept, mut left_out, mut room) = (Vec::new(), 0, MOST_POINTS);
    for (pair, lines) in all {
        let lengths: Vec<usize> = lines.iter().map(Vec::len).collect();
        let needed: usize = lengths.iter().sum();
        if needed > room {
            left_out += 1;
            continue;
        }
        room -= needed;
        let numbers = lines.iter().flatten().flat_map(|point| (*point - origin).to_array());
        let points = Base64(numbers.flat_map(|number| (number as f32).to_le_bytes()).collect());
        kept.push(PairCurves { pair, lengths, points });
    }
    (kept, left_out)
}
