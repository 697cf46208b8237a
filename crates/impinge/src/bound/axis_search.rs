//! The search for a good axis of volumes of revolution: capsules and cylinders.
//!
//! For a given axis direction, the smallest such volume is nearly a problem of the plane: seen along
//! the axis, the smallest circle around the points. What remains is a direction, two angles. Over these
//! angles the volume has many valleys with creases at their bottoms. So the search starts from many
//! directions that are cheap to find, including the edges of the frames where the search for a box
//! starts. The best few of them, no two of them close together, are tilted towards their neighbours by
//! smaller and smaller angles, as long as that reduces the volume. The deepest valleys found this way
//! are followed to their bottom.
//!
//! The search uses only a few outer points. Each direction found is then tested on all points. The
//! support points of the volume there (the points on its surface that determine it) join the outer ones,
//! and the search continues from this direction. It ends when no volume around the outer points is much
//! smaller than the volume around all points. Fewer points never need a larger volume, so no better
//! volume is missed.

use std::f64::consts::{FRAC_PI_4, PI};

use glam::DVec3;
use smallvec::SmallVec;

use super::initial_frames::{extreme_points, starting_frames};

/// The number of starts that are improved.
const MAX_IMPROVED_STARTS: usize = 6;
/// Starts whose axes have at least this cosine, of 8 degrees, between them count as one.
const SAME_AXIS_COSINE: f64 = 0.99;
/// The number of directions tried in 2D: every 3 degrees.
const PLANAR_STARTS: u32 = 60;
/// Relative differences of volumes below this count as rounding.
const TIE_MARGIN: f64 = 1e-10;
/// The first tilt of an axis, in radians: about the distance between starts.
const FIRST_TILT: f64 = 0.2;
/// The last tilt, as a fraction of the angle by which an end moves by a radius: first for all starts, to find
/// the valleys, then in the deepest few of these.
const COARSE: f64 = 0.02;
const FINE: f64 = 1e-4;
/// Maximum number of valleys, the deepest first, that are followed to their bottom.
const MAX_VALLEYS: usize = 2;
/// Factor by which a tilt must reduce the volume, so that axes along world axes stay so.
const NOTICEABLE: f64 = 1.0 - 1e-7;
/// Factor by which the volume around outer points must be smaller than the volume around all, to continue.
const WORTHWHILE: f64 = 1.0 - 1e-4;
/// Maximum number of times that points on the surface of a volume are added, for all starts together.
const MAX_COMPLETIONS: usize = 12;

/// A volume of revolution: all points within `radius` of the part of the axis from `low` to `high`, with
/// round or flat ends.
#[derive(Clone, Debug)]
pub(super) struct AxialVolume {
    /// The direction of the axis, of length 1.
    pub(super) axis: DVec3,
    /// The point of the axis in the plane through the origin that is perpendicular to it.
    pub(super) foot: DVec3,
    /// Its start along the axis.
    pub(super) low: f64,
    /// Its end along the axis.
    pub(super) high: f64,
    pub(super) radius: f64,
    pub(super) volume: f64,
    /// Points on its surface that determine it.
    pub(super) support: SmallVec<[DVec3; 6]>,
}

impl AxialVolume {
    /// The point at a place along the axis.
    pub(super) fn at(&self, along: f64) -> DVec3 {
        self.foot + self.axis * along
    }

    /// The angle by which an end of the axis moves by a radius, at most 1: long, thin volumes need small
    /// angles.
    fn slenderness(&self) -> f64 {
        let height = self.high - self.low;
        if self.radius < height { (self.radius / height).max(1e-5) } else { 1.0 }
    }
}

/// Returns the smallest volume found over all axis directions, and outer points that include its support
/// points; `about` computes the volume for a given direction. `None` if there are no points.
pub(super) fn smallest_about_any_axis(
    points: &[DVec3],
    dimension: usize,
    about: impl Fn(DVec3, &[DVec3]) -> AxialVolume,
) -> Option<(AxialVolume, Vec<DVec3>)> {
    let mut outer = extreme_points(points);
    let mut completions = 0..MAX_COMPLETIONS;
    let mut best: Option<AxialVolume> = None;
    let starts = good_starts(points, dimension, &outer, &about);
    let mut valleys: Vec<AxialVolume> = starts
        .into_iter()
        .map(|start| refine_axis(start, FIRST_TILT, COARSE, dimension, &outer, &about))
        .collect();
    valleys.sort_by(|a, b| a.volume.total_cmp(&b.volume));
    valleys.truncate(MAX_VALLEYS);
    for valley in valleys {
        let mut candidate = refine_axis(valley, COARSE, FINE, dimension, &outer, &about);
        // Over all points the volume can only be larger: one that is not the smallest now stays so.
        while best.as_ref().is_none_or(|best| candidate.volume < best.volume * WORTHWHILE)
            && completions.next().is_some()
        {
            let whole = about(candidate.axis, points);
            let missing: Vec<DVec3> =
                whole.support.iter().copied().filter(|point| !outer.contains(point)).collect();
            let is_settled = missing.is_empty() || candidate.volume >= whole.volume * WORTHWHILE;
            if best.as_ref().is_none_or(|best| whole.volume < best.volume * NOTICEABLE) {
                best = Some(whole);
            }
            outer.extend(missing);
            if is_settled {
                break;
            }
            candidate = refine_axis(about(candidate.axis, &outer), COARSE, FINE, dimension, &outer, &about);
        }
    }
    best.map(|best| (best, outer))
}

/// Returns the best starts, no two of them close together.
fn good_starts(
    points: &[DVec3],
    dimension: usize,
    outer: &[DVec3],
    about: &impl Fn(DVec3, &[DVec3]) -> AxialVolume,
) -> Vec<AxialVolume> {
    let axes: Vec<DVec3> = match dimension {
        2 => (0..PLANAR_STARTS).map(|k| planar_axis(PI * f64::from(k) / f64::from(PLANAR_STARTS))).collect(),
        _ => starting_frames(points, outer).flatten().collect(),
    };
    // Among equals up to rounding the first one wins, so world axes are preferred.
    let ranked = |(rank, axis)| {
        let round = about(axis, outer);
        (round.volume * (1.0 + rank as f64 * TIE_MARGIN), round)
    };
    let mut all: Vec<(f64, AxialVolume)> = axes.into_iter().enumerate().map(ranked).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut good: Vec<AxialVolume> = Vec::new();
    for (_, start) in all {
        if good.len() < MAX_IMPROVED_STARTS
            && good.iter().all(|other| other.axis.dot(start.axis).abs() < SAME_AXIS_COSINE)
        {
            good.push(start);
        }
    }
    good
}

fn planar_axis(angle: f64) -> DVec3 {
    let (sin, cos) = libm::sincos(angle);
    // At right angles without the rounding of sine and cosine.
    let cleaned = |value: f64| if value.abs() < f64::EPSILON { 0.0 } else { value };
    DVec3::new(cleaned(cos), cleaned(sin), 0.0).normalize()
}

/// Tilts the axis towards its neighbours by smaller and smaller angles as long as that reduces the volume.
fn refine_axis(
    start: AxialVolume,
    first: f64,
    last: f64,
    dimension: usize,
    points: &[DVec3],
    about: &impl Fn(DVec3, &[DVec3]) -> AxialVolume,
) -> AxialVolume {
    let mut best = start;
    let mut angle = first;
    while angle > last * best.slenderness() {
        let (u, v) = match dimension {
            2 => (best.axis.cross(DVec3::Z), DVec3::ZERO),
            _ => best.axis.any_orthonormal_pair(),
        };
        let towards = (0..if dimension == 2 { 2 } else { 8 }).map(|k| match (dimension, k) {
            (2, 0) => u,
            (2, _) => -u,
            _ => {
                let (sin, cos) = libm::sincos(FRAC_PI_4 * f64::from(k));
                u * cos + v * sin
            }
        });
        let axis = best.axis;
        let next = towards
            .map(|side| about((axis + side * angle).normalize(), points))
            .reduce(|least, next| if next.volume < least.volume { next } else { least });
        match next {
            Some(next) if next.volume < best.volume * NOTICEABLE => best = next,
            _ => angle *= 0.5,
        }
    }
    best
}
