//! Jolt 5: straight ways only; a turn is not asked for in its narrow phase. Its answer has contact points and
//! a depth too.

use glam::{Quat, Vec3};

use super::verdict::Peer;
use crate::groups::convex::jolt::{center, start};
use crate::groups::convex::matrix::{Matrix, Shape};
use crate::groups::mesh::jolt::{Prepared, cast};
use crate::pairwise::each;
use crate::workload::flights::Flight3;
use crate::workload::moving::Pose3;

/// Both shapes, and the start and motion of the second as seen from the first.
pub type Case = ([Shape; 2], Prepared);

/// The workload in Jolt's types; the frame of the first is left beforehand, which the others do within their
/// time.
pub fn prepare<T>(flights: &[Flight3<T>], shape: impl Fn(&T) -> Shape) -> Vec<Case> {
    start();
    let case = |flight: &Flight3<T>| {
        let shapes = [shape(&flight.shapes[0]), shape(&flight.shapes[1])];
        let centers = shapes.map(center);
        let [first, second] = flight.starts;
        let back = Quat::from_array(first.quaternion).conjugate();
        let between = Vec3::from_array(second.center) - Vec3::from_array(first.center);
        let seen = Pose3 {
            center: (back * between - Vec3::from_array(centers[0])).to_array(),
            quaternion: (back * Quat::from_array(second.quaternion)).to_array(),
        };
        let motion = (back * Vec3::from_array(flight.motion)).to_array();
        (shapes, (Matrix::by_columns(&seen, centers[1]), motion))
    };
    flights.iter().map(case).collect()
}

/// `CollisionDispatch::sCastShapeVsShapeLocalSpace`.
pub fn entry<'a>(cases: Vec<Case>) -> Peer<'a> {
    Peer::steady(each("Jolt sCastShapeVsShapeLocalSpace", cases, |([a, b], way)| {
        let part = cast(*b, way, *a);
        if part.is_finite() { part } else { f32::NAN }
    }))
}
