//! Refinement of the axes of a box: by rotations about one of its axes at a time, or about any axis.

use glam::{DVec2, DVec3};

use super::initial_frames::DIRECTIONS;
use super::rotating_calipers::smallest_rectangle;

/// Factor by which a rotation must reduce the volume: this ends the search, and prefers the first among
/// equals.
pub(super) const WORTHWHILE: f64 = 1.0 - 1e-4;

/// The first angle of a rotation about any axis, in radians: about half of the maximum between two cubes.
const FIRST_ROLL: f64 = 0.8;
/// The last such angle: rotations about one axis do the rest, and exactly.
const LAST_ROLL: f64 = 0.04;

/// Three orthonormal axes.
pub(super) type BoxAxes = [DVec3; 3];

/// The world axes.
pub(super) const WORLD: BoxAxes = [DVec3::X, DVec3::Y, DVec3::Z];

/// Axes, and the volume of the box along them; extents below a given minimum count as the minimum, so that
/// among flat boxes the area decides.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrameCandidate {
    pub(super) frame: BoxAxes,
    pub(super) volume: f64,
}

impl FrameCandidate {
    /// Returns the box along these axes around the points.
    pub(super) fn new(frame: BoxAxes, points: &[DVec3], thinnest: f64) -> Self {
        let extent = |axis: DVec3| {
            let (low, high) = ends(points.iter().map(|point| point.dot(axis)));
            (high - low).max(thinnest)
        };
        FrameCandidate { frame, volume: frame.map(extent).into_iter().product() }
    }
}

fn ends(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
}

/// Returns the smallest box around the points that keeps one axis of the frame.
pub(super) fn minimize_about_axis(
    axis: usize,
    frame: &BoxAxes,
    points: &[DVec3],
    thinnest: f64,
) -> FrameCandidate {
    let (u, v) = (frame[(axis + 1) % 3], frame[(axis + 2) % 3]);
    let mut seen: Vec<DVec2> = points.iter().map(|point| DVec2::new(point.dot(u), point.dot(v))).collect();
    let (low, high) = ends(points.iter().map(|point| point.dot(frame[axis])));
    let height = (high - low).max(thinnest);
    let Some(rectangle) = smallest_rectangle(&mut seen, thinnest) else {
        return FrameCandidate { frame: *frame, volume: height * thinnest * thinnest };
    };
    let mut turned = *frame;
    turned[(axis + 1) % 3] = u * rectangle.side.x + v * rectangle.side.y;
    turned[(axis + 2) % 3] = v * rectangle.side.x - u * rectangle.side.y;
    FrameCandidate { frame: turned, volume: height * rectangle.area }
}

/// Rotates the frame about one axis after the other as long as that reduces the box around the points.
pub(super) fn refine_by_axes(start: FrameCandidate, points: &[DVec3], thinnest: f64) -> FrameCandidate {
    let mut best = start;
    let mut settled = 0;
    for axis in (0..3).cycle() {
        let turned = minimize_about_axis(axis, &best.frame, points, thinnest);
        settled += 1;
        if turned.volume < best.volume * WORTHWHILE {
            (best, settled) = (turned, 1);
        }
        if settled == 3 {
            break;
        }
    }
    best
}

/// Rotates the frame about axes in all directions, as long as that reduces the box; if none does, halves the
/// angle.
///
/// Rotations about one axis end when three rectangles are smallest. That may be far from the best box if all
/// three axes would have to change at once: the smallest box of an octahedron is a cube, which such rotations
/// never reach from other boxes.
pub(super) fn refine_by_rotations(start: FrameCandidate, points: &[DVec3], thinnest: f64) -> FrameCandidate {
    // To the faces and to the corners of a cube.
    let axes = DIRECTIONS[..3].iter().chain(&DIRECTIONS[9..]).map(|direction| direction.normalize());
    let mut best = start;
    let mut angle = FIRST_ROLL;
    while angle > LAST_ROLL {
        let before = best.volume;
        for (axis, angle) in axes.clone().flat_map(|axis| [(axis, angle), (axis, -angle)]) {
            let frame = best.frame.map(|vector| rotated(vector, axis, angle));
            let next = FrameCandidate::new(frame, points, thinnest);
            if next.volume < best.volume {
                best = next;
            }
        }
        let is_worthwhile = best.volume < before * WORTHWHILE;
        angle *= if is_worthwhile { 1.0 } else { 0.5 };
    }
    best
}

/// Rotates about an axis by Rodrigues' formula.
fn rotated(vector: DVec3, axis: DVec3, angle: f64) -> DVec3 {
    let (sin, cos) = libm::sincos(angle);
    vector * cos + axis.cross(vector) * sin + axis * axis.dot(vector) * (1.0 - cos)
}

/// Returns the box along a frame around all points; the extreme points join the outer points.
pub(super) fn add_extreme_points(
    frame: &BoxAxes,
    points: &[DVec3],
    outer: &mut Vec<DVec3>,
    thinnest: f64,
) -> FrameCandidate {
    let mut volume = 1.0;
    for &axis in frame {
        let [low, high] = extreme_pair(axis, points);
        volume *= axis.dot(high - low).max(thinnest);
        for point in [low, high] {
            if !outer.contains(&point) {
                outer.push(point);
            }
        }
    }
    FrameCandidate { frame: *frame, volume }
}

/// Returns the first points with the least and the greatest coordinate along a direction; the origin twice if
/// there are none.
pub(super) fn extreme_pair(direction: DVec3, points: &[DVec3]) -> [DVec3; 2] {
    let start = ((DVec3::ZERO, f64::INFINITY), (DVec3::ZERO, f64::NEG_INFINITY));
    let ((low, _), (high, _)) = points.iter().fold(start, |(low, high), &point| {
        let along = direction.dot(point);
        (if along < low.1 { (point, along) } else { low }, if along > high.1 { (point, along) } else { high })
    });
    [low, high]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn points() -> impl Strategy<Value = Vec<DVec3>> {
        let coordinates = prop_oneof![
            prop::array::uniform3(-1.0..1.0),
            prop::array::uniform3(-2..=2).prop_map(|p: [i32; 3]| p.map(f64::from)),
        ];
        prop::collection::vec(coordinates.prop_map(DVec3::from_array), 1..20)
    }

    proptest! {
        #[test]
        fn refined_frames_are_orthonormal_and_smaller(points in points()) {
            let start = FrameCandidate::new(WORLD, &points, 1e-15);
            let rolled = refine_by_rotations(start, &points, 1e-15);
            prop_assert!(rolled.volume <= start.volume);
            let turned = refine_by_axes(rolled, &points, 1e-15);
            prop_assert!(turned.volume <= rolled.volume);
            for (k, axis) in turned.frame.iter().enumerate() {
                prop_assert!((axis.length() - 1.0).abs() < 1e-13);
                prop_assert!(axis.dot(turned.frame[(k + 1) % 3]).abs() < 1e-13);
            }
            // The volume belongs to the box along the new axes, and the extreme points alone have the same
            // box.
            let again = FrameCandidate::new(turned.frame, &points, 1e-15);
            prop_assert!((again.volume - turned.volume).abs() < 1e-12);
            let mut outer = Vec::new();
            let whole = add_extreme_points(&turned.frame, &points, &mut outer, 1e-15);
            let of_outer = FrameCandidate::new(turned.frame, &outer, 1e-15);
            prop_assert!((whole.volume - again.volume).abs() < 1e-12);
            prop_assert!((of_outer.volume - again.volume).abs() < 1e-12);
        }
    }
}
