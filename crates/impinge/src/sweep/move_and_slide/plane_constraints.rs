//! Motions among planes: the smallest change that keeps a motion on one side of all of them.
//!
//! A shape that touches obstacles may move by any u with nᵢ·u ≤ 0, where the nᵢ point into the obstacles: a
//! cone. The result is the nearest motion in the cone, for **all planes at once**. Going from plane to plane
//! instead, each undoing the change of the last, makes characters jitter in acute corners.

use crate::math::Vector;

/// Maximum component into a plane of a motion that counts as parallel, as a fraction of the motion: far above
/// the rounding of normals, far below a visible step.
const ALONG: f64 = 1e-10;
/// Maximum sine of the angle between two planes that count as one, without a common line.
const SAME_PLANE: f64 = 1e-9;

/// Returns the motion nearest to `requested` with n·u ≤ 0 for all normals.
///
/// The nearest point of a cone is the projection onto one of its faces: the whole, a plane, in 3D a line
/// between two planes, or its tip. Of those projections that lie in the cone, the longest is the nearest, as
/// |u − w|² = |w|² − |u|².
pub(super) fn nearest_allowed<D: Vector<Scalar = f64>>(requested: D, normals: &[D]) -> D {
    let room = ALONG * requested.length();
    let is_allowed = |motion: D| normals.iter().all(|normal| normal.dot(motion) <= room);
    if is_allowed(requested) {
        return requested;
    }
    let mut best = D::ZERO;
    let mut consider = |motion: D| {
        if motion.dot(motion) > best.dot(best) && is_allowed(motion) {
            best = motion;
        }
    };
    for (i, &normal) in normals.iter().enumerate() {
        consider(requested - normal * normal.dot(requested));
        if D::IS_2D {
            continue;
        }
        for &other in &normals[..i] {
            let line = normal.perpendicular(other);
            let square = line.dot(line);
            if square > SAME_PLANE * SAME_PLANE {
                consider(line * (line.dot(requested) / square));
            }
        }
    }
    best
}

/// Maximum number of sweeps over all planes. Each satisfies the plane that it ends with; for two planes at an
/// angle α the error falls by cos² α per sweep.
const MAX_SWEEPS: usize = 64;

/// Returns the shortest motion with n·u ≤ −gap for all planes; if there is none, a motion that satisfies them
/// in part.
///
/// Source: Hildreth, "A quadratic programming procedure", 1957: every plane in turn pushes as far as needed,
/// and takes back its earlier excess.
pub(super) fn shortest_separation<D: Vector<Scalar = f64>>(planes: &[(D, f64)]) -> D {
    let mut pushes = vec![0.0_f64; planes.len()];
    let mut motion = D::ZERO;
    let widest = planes.iter().fold(0.0_f64, |widest, plane| widest.max(plane.1));
    for _ in 0..MAX_SWEEPS {
        let mut most = 0.0_f64;
        for (&(normal, gap), push) in planes.iter().zip(&mut pushes) {
            let new = (*push + gap + normal.dot(motion)).max(0.0);
            motion += normal * (*push - new);
            most = most.max((new - *push).abs());
            *push = new;
        }
        if most <= 1e-9 * widest {
            break;
        }
    }
    motion
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, DVec3};

    use super::*;

    #[test]
    fn motions_keep_to_one_side_of_all_planes() {
        let floor = -DVec3::Y;
        assert_eq!(nearest_allowed(DVec3::new(1.0, -1.0, 0.0), &[floor]), DVec3::X);
        assert_eq!(nearest_allowed(DVec3::Y, &[floor]), DVec3::Y);
        // There is no way into a corner of three walls; along two of them there is.
        let corner = [floor, DVec3::X, DVec3::Z];
        assert_eq!(nearest_allowed(DVec3::new(1.0, -2.0, 3.0), &corner), DVec3::ZERO);
        assert_eq!(nearest_allowed(DVec3::new(1.0, -2.0, -3.0), &corner), DVec3::new(0.0, 0.0, -3.0));
        // Into an acute wedge: sliding along one wall leads into the other.
        let wedge = [DVec2::new(0.1, 1.0).normalize(), DVec2::new(0.1, -1.0).normalize()];
        assert_eq!(nearest_allowed(DVec2::new(1.0, 0.3), &wedge), DVec2::ZERO);
    }

    #[test]
    fn the_way_out_of_two_planes_is_out_of_both() {
        let planes = [(-DVec2::Y, 0.5), (DVec2::new(0.6, 0.8), 0.25)];
        let out = shortest_separation(&planes);
        assert!(planes.iter().all(|(normal, gap)| normal.dot(out) <= -gap + 1e-6));
        assert!((out - DVec2::new(-13.0 / 12.0, 0.5)).length() < 1e-6, "{out}");
        // Between planes without room the result is finite.
        assert!(shortest_separation(&[(DVec2::X, 1.0), (-DVec2::X, 1.0)]).is_finite());
    }
}
