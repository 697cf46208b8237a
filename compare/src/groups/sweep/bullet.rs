//! Bullet 3: GJK along a straight way, as its world does it; turns by steps that no point outruns, down to 1
//! mm.

use glam::{Quat, Vec3};

use super::verdict::Peer;
use crate::groups::convex::matrix::{Matrix, Shape};
use crate::pairwise::each;
use crate::workload::flights::{Flight3, Turning};
use crate::workload::moving::Pose3;

unsafe extern "C" {
    fn bullet_cast(a: Shape, poses_a: *const f32, b: Shape, poses_b: *const f32, turning: bool) -> f32;
}

/// Both shapes, each with its first and its last pose.
pub type Case = [(Shape, [Matrix; 2]); 2];

/// The workload in Bullet's types.
pub fn prepare<T>(flights: &[Flight3<T>], shape: impl Fn(&T) -> Shape) -> Vec<Case> {
    let case = |flight: &Flight3<T>| {
        let side = |i: usize| {
            let start = &flight.starts[i];
            let motion = if i == 1 { flight.motion } else { [0.0; 3] };
            let turn = Quat::from_scaled_axis(flight.turns[i].into());
            let end = Pose3 {
                center: (Vec3::from_array(start.center) + Vec3::from_array(motion)).to_array(),
                quaternion: (turn * Quat::from_array(start.quaternion)).to_array(),
            };
            let poses = [Matrix::by_rows(start, [0.0; 3]), Matrix::by_rows(&end, [0.0; 3])];
            (shape(&flight.shapes[i]), poses)
        };
        [side(0), side(1)]
    };
    flights.iter().map(case).collect()
}

/// `btSubsimplexConvexCast`, or `btContinuousConvexCollision` if something turns.
pub fn entry<'a>(cases: Vec<Case>, turning: Turning) -> Peer<'a> {
    let turns = turning != Turning::Neither;
    let name = if turns { "Bullet btContinuousConvexCollision" } else { "Bullet btSubsimplexConvexCast" };
    Peer::steady(each(name, cases, move |[(a, poses_a), (b, poses_b)]: &Case| {
        // SAFETY: shapes were made by Bullet and live to the end of the program; two matrices lie one behind
        // the other.
        unsafe { bullet_cast(*a, poses_a[0].pointer(), *b, poses_b[0].pointer(), turns) }
    }))
}
