//! Polygon simplification.
//!
//! A point may be removed on two conditions. The triangle with its neighbours contains no other remaining
//! point, so that no crossing arises. All points removed between the neighbours are near the edge that
//! replaces them. The points that matter least, by the area of the triangle, are removed first.
//! Source: Visvalingam, Whyatt, "Line generalisation by repeated elimination of points", 1993, with the
//! checks added.

use std::cmp::Ordering;

use super::{is_in_triangle, planar, turn};
use crate::math::{Vector, scale_for};

/// Returns the numbers of the points that stay. The time grows with the square of their number.
pub(super) fn kept_points<V: Vector>(points: &[V], tolerance: f64) -> Vec<usize> {
    let mut kept: Vec<usize> = (0..points.len()).collect();
    while kept.len() > 3 {
        let count = kept.len();
        let neighbors = |i: usize| [kept[(i + count - 1) % count], kept[i], kept[(i + 1) % count]];
        let mut order: Vec<(f64, usize)> =
            (0..count).map(|i| (area(neighbors(i).map(|point| points[point])), i)).collect();
        order.sort_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
        // In one round the neighbours of a removed point stay.
        let mut goes = vec![false; count];
        for (_, i) in order {
            let (before, after) = ((i + count - 1) % count, (i + 1) % count);
            let remaining = count - goes.iter().filter(|&&goes| goes).count();
            if goes[before] || goes[after] || remaining == 3 {
                continue;
            }
            let [a, b, c] = neighbors(i);
            let corner = [a, b, c].map(|point| points[point]);
            let corner = match turn(corner[0], corner[1], corner[2]) {
                Ordering::Less => [corner[2], corner[1], corner[0]],
                _ => corner,
            };
            let is_free = |j: &usize| {
                goes[*j] || [a, b, c].contains(&kept[*j]) || !is_in_triangle(corner, points[kept[*j]])
            };
            let mut between =
                (1..points.len()).map(|step| (a + step) % points.len()).take_while(|&point| point != c);
            goes[i] = between.all(|point| distance(points[point], points[a], points[c]) <= tolerance)
                && (0..count).all(|j| is_free(&j));
        }
        if !goes.contains(&true) {
            break;
        }
        kept = kept.iter().zip(&goes).filter(|(_, goes)| !**goes).map(|(&point, _)| point).collect();
    }
    kept
}

fn area<V: Vector>(corner: [V; 3]) -> f64 {
    let [a, b, c] = corner.map(planar);
    ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).abs() / 2.0
}

/// Returns the distance from a point to a segment.
fn distance<V: Vector>(point: V, from: V, to: V) -> f64 {
    let [point, from, to] = [point, from, to].map(planar);
    let (along, away) = ([to[0] - from[0], to[1] - from[1]], [point[0] - from[0], point[1] - from[1]]);
    // Scaled to about 1, where no square overflows or underflows.
    let scale = scale_for(along.iter().chain(&away).fold(0.0, |most, length| length.abs().max(most)));
    let [along, away] = [along, away].map(|way| way.map(|length| length * scale));
    let squared = along[0] * along[0] + along[1] * along[1];
    let t = if squared > 0.0 { (away[0] * along[0] + away[1] * along[1]) / squared } else { 0.0 };
    let t = t.clamp(0.0, 1.0);
    // From the cross product if the foot is inside, so that points on the segment have distance 0.
    if t > 0.0 && t < 1.0 {
        return (along[0] * away[1] - along[1] * away[0]).abs() / squared.sqrt() / scale;
    }
    libm::hypot(away[0] - t * along[0], away[1] - t * along[1]) / scale
}
