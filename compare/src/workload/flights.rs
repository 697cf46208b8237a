//! Pairs of shapes of which the second flies past the first or into it, from the time 0 to 1, and which may
//! turn on the way.
//!
//! The first is at the origin and stays there, the second starts 5 from it in a uniform direction and goes by
//! −2 · start + U[−5, 5) on every axis: as far behind the first as it was before it, more or less. Turns are
//! by U[−π/4, π/4), in space about uniform axes. All start under uniform rotations.

use std::f32::consts::{FRAC_PI_4, TAU};

use super::convex::{Corners, HULLS, octagon};
use super::moving::{Pose2, Pose3};
use super::random::SplitMix64;

/// Two shapes and their ways.
#[derive(Clone, Debug)]
pub struct Flight<S, P, M, T> {
    /// The shapes, in their own frames.
    pub shapes: [S; 2],
    /// Where they start.
    pub starts: [P; 2],
    /// How far the second goes.
    pub motion: M,
    /// By how much they turn about their origins.
    pub turns: [T; 2],
}

/// In space; a turn is an axis that is as long as the angle.
pub type Flight3<S> = Flight<S, Pose3, [f32; 3], [f32; 3]>;
/// In the plane; a turn is an angle, counter-clockwise.
pub type Flight2 = Flight<Corners, Pose2, [f32; 2], f32>;

/// Who turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turning {
    /// None.
    Neither,
    /// The one that moves.
    Second,
    /// Both.
    Both,
}

impl<S: Clone, P: Copy, M: Copy, T: Copy + Default> Flight<S, P, M, T> {
    /// The same without the turns that there are not to be.
    pub fn turning(&self, who: Turning) -> Self {
        let [first, second] = self.turns;
        let turns = match who {
            Turning::Neither => [T::default(); 2],
            Turning::Second => [T::default(), second],
            Turning::Both => [first, second],
        };
        Flight { turns, ..self.clone() }
    }
}

/// Boxes with half extents U\[0.25, 1\]³. Draws: both half extents, then as [`in_space`].
pub fn boxes(count: usize) -> Vec<Flight3<[f32; 3]>> {
    let mut random = SplitMix64::new(70);
    let half = |random: &mut SplitMix64| std::array::from_fn(|_| random.between(0.25, 1.0));
    let mut flight = |_| {
        let halves = std::array::from_fn(|_| half(&mut random));
        in_space(halves, &mut random)
    };
    (0..count).map(&mut flight).collect()
}

/// Hulls by number. Draws: both numbers, then as [`in_space`].
pub fn hulls(count: usize) -> Vec<Flight3<usize>> {
    let mut random = SplitMix64::new(71);
    let mut flight = |_| {
        let numbers = std::array::from_fn(|_| random.below(HULLS as u64) as usize);
        in_space(numbers, &mut random)
    };
    (0..count).map(&mut flight).collect()
}

/// Boxes in the plane with half extents U\[0.25, 1\]². Draws: both half extents, then as [`in_plane`].
pub fn flat_boxes(count: usize) -> Vec<Flight2> {
    let mut random = SplitMix64::new(72);
    let corners = |random: &mut SplitMix64| {
        let [x, y] = std::array::from_fn(|_| random.between(0.25, 1.0));
        vec![[-x, -y], [x, -y], [x, y], [-x, y]]
    };
    let mut flight = |_| {
        let shapes = std::array::from_fn(|_| corners(&mut random));
        in_plane(shapes, &mut random)
    };
    (0..count).map(&mut flight).collect()
}

/// 8-gons. Draws: both, then as [`in_plane`].
pub fn octagons(count: usize) -> Vec<Flight2> {
    let mut random = SplitMix64::new(73);
    let mut flight = |_| {
        let shapes = std::array::from_fn(|_| octagon(&mut random));
        in_plane(shapes, &mut random)
    };
    (0..count).map(&mut flight).collect()
}

/// How far away the second starts.
const AWAY: f32 = 5.0;

/// Draws: both rotations, direction, motion, axis and angle of both turns.
fn in_space<S>(shapes: [S; 2], random: &mut SplitMix64) -> Flight3<S> {
    let quaternions: [[f32; 4]; 2] = std::array::from_fn(|_| random.quaternion());
    let start = random.direction_3d().map(|x| AWAY * x);
    let motion = start.map(|x| random.between(-5.0, 5.0) - 2.0 * x);
    let turns = std::array::from_fn(|_| {
        let (axis, angle) = (random.direction_3d(), random.between(-FRAC_PI_4, FRAC_PI_4));
        axis.map(|x| x * angle)
    });
    let starts = [
        Pose3 { center: [0.0; 3], quaternion: quaternions[0] },
        Pose3 { center: start, quaternion: quaternions[1] },
    ];
    Flight { shapes, starts, motion, turns }
}

/// Draws: both rotations, direction, motion, both turns.
fn in_plane(shapes: [Corners; 2], random: &mut SplitMix64) -> Flight2 {
    let angles: [f32; 2] = std::array::from_fn(|_| random.between(0.0, TAU));
    let start = random.direction_2d().map(|x| AWAY * x);
    let motion = start.map(|x| random.between(-5.0, 5.0) - 2.0 * x);
    let turns = std::array::from_fn(|_| random.between(-FRAC_PI_4, FRAC_PI_4));
    let starts = [Pose2 { center: [0.0; 2], angle: angles[0] }, Pose2 { center: start, angle: angles[1] }];
    Flight { shapes, starts, motion, turns }
}
