//! `sat::moving`: now, within the step, and the way out, in one question.
//!
//! Peers cast shapes instead: the time of impact, which is another answer. So ours is alone here, and its
//! figure to be read beside those of manifolds.

use glam::Vec2;
use impinge::narrow::sat;
use impinge::shape::Shape;

use super::{RoundPolygon, ours, polygon, truth};
use crate::error::Error;
use crate::harness::Bench;
use crate::pairwise::{Entry, Wanted, cold, compare};
use crate::workload::convex::Corners;
use crate::workload::moving::{Pair, Pose2, STEPS};

/// A step of about a quarter of the sizes.
const VELOCITY: Vec2 = Vec2::new(0.25, 0.0625);

/// Boxes or 8-gons, of which the first moves.
pub fn run(bench: &mut Bench, name: &str, pairs: &[Pair<Corners, Pose2, STEPS>]) -> Result<(), Error> {
    let right = truth(pairs, polygon, least_way);
    let hulls = ours::hulls(pairs)?;
    let own = match name {
        "box" => moving(ours::prepare(pairs, ours::cuboid)?),
        _ => moving(ours::polygons(pairs, &hulls)),
    };
    let name = format!("2D {name}–{name} moving, now and within the step, alone");
    compare(bench, &name, Wanted::Depth, &right, STEPS, Some(own), Vec::new())
}

/// The length of the translation as a depth; NaN where they will not meet.
fn moving<'a, T: Shape<Vector = Vec2> + 'a, const N: usize>(pairs: ours::Prepared<T, N>) -> Entry<'a> {
    cold("impinge", pairs, |_, a, b| {
        sat::swept(a, b, VELOCITY).translation().map_or(f32::NAN, |translation| -translation.length())
    })
}

/// Minus the length of the way out over all normals of sides; the widest gap if one parts the extended
/// projections.
fn least_way((a, _): &RoundPolygon, (b, _): &RoundPolygon) -> f64 {
    let (mut least, mut gap) = (f64::INFINITY, f64::NEG_INFINITY);
    for own in [a, b] {
        for (i, from) in own.iter().enumerate() {
            let to = own[(i + 1) % own.len()];
            let (x, y) = (to[1] - from[1], from[0] - to[0]);
            let length = x.hypot(y);
            let ends = |corners: &[[f64; 3]]| {
                let along = corners.iter().map(|corner| (corner[0] * x + corner[1] * y) / length);
                along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)))
            };
            let ((low, high), (b_low, b_high)) = (ends(a), ends(b));
            let reach = (f64::from(VELOCITY.x) * x + f64::from(VELOCITY.y) * y) / length;
            let (down, up) = (high - b_low + reach.max(0.0), b_high - low - reach.min(0.0));
            gap = gap.max(-down.min(up));
            least = least.min(if low + high < b_low + b_high { down } else { up });
        }
    }
    if gap > 0.0 { gap } else { -least }
}
