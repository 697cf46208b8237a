//! Pairs of placed shapes of which the second moves a little from step to step, as things do from frame to
//! frame.
//!
//! Libraries that keep a cache per pair gain by it ("warm"); the same poses asked without one are "cold".
//! Every step moves the second shape by U(−0.01, 0.01) on every axis and turns it by up to 0.01 rad about a
//! uniform axis; of slow things, by a tenth of that.

use super::random::SplitMix64;

/// Poses of a pair that moves.
pub const STEPS: usize = 8;

/// Two shapes, the place of the first, and the places that the second takes one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Pair<S, P, const N: usize> {
    /// The shapes, in their own frames.
    pub shapes: [S; 2],
    /// Where the first is.
    pub first: P,
    /// Where the second is, step by step.
    pub second: [P; N],
}

impl<S, P, const N: usize> Pair<S, P, N> {
    /// The same pair in the types of a library: `shape` makes its shapes, `place` its poses or placed shapes.
    pub fn prepared<T, Q>(&self, shape: impl Fn(&S) -> T, place: impl Fn(&S, &P) -> Q) -> Pair<T, Q, N> {
        let [a, b] = &self.shapes;
        Pair {
            shapes: [shape(a), shape(b)],
            first: place(a, &self.first),
            second: std::array::from_fn(|step| place(b, &self.second[step])),
        }
    }

    /// The same for a library that may refuse.
    pub fn try_prepared<Q: Clone, E>(
        &self,
        place: impl Fn(&S, &P) -> Result<Q, E>,
    ) -> Result<Pair<(), Q, N>, E> {
        let [a, b] = &self.shapes;
        let second = self.second.iter().map(|pose| place(b, pose)).collect::<Result<Vec<Q>, E>>()?;
        let second = std::array::from_fn(|step| second[step].clone());
        Ok(Pair { shapes: [(), ()], first: place(a, &self.first)?, second })
    }
}

/// A place in space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose3 {
    /// Where the shape's origin is.
    pub center: [f32; 3],
    /// Its rotation: x, y, z, w.
    pub quaternion: [f32; 4],
}

/// A place in the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose2 {
    /// Where the shape's origin is.
    pub center: [f32; 2],
    /// Its rotation, counter-clockwise, in radians.
    pub angle: f32,
}

/// The most that a shape moves per step on an axis, and turns in radians.
pub const USUAL: f32 = 0.01;
/// A tenth of it.
pub const SLOW: f32 = 0.001;

/// The pose and those that follow it. Draws per step: movement, axis, angle.
pub fn in_space<const N: usize>(start: Pose3, most: f32, random: &mut SplitMix64) -> [Pose3; N] {
    let mut pose = start;
    std::array::from_fn(|step| {
        if step > 0 {
            pose.center = pose.center.map(|x| x + random.between(-most, most));
            let axis = random.direction_3d().map(f64::from);
            let (sine, cosine) = libm::sincos(f64::from(random.between(0.0, most)) / 2.0);
            let turn = [axis[0] * sine, axis[1] * sine, axis[2] * sine, cosine];
            let turned = product(turn, pose.quaternion.map(f64::from));
            let length = turned.iter().map(|x| x * x).sum::<f64>().sqrt();
            pose.quaternion = turned.map(|x| (x / length) as f32);
        }
        pose
    })
}

/// The same in the plane. Draws per step: movement, angle U(−0.01, 0.01).
pub fn in_plane<const N: usize>(start: Pose2, random: &mut SplitMix64) -> [Pose2; N] {
    let mut pose = start;
    std::array::from_fn(|step| {
        if step > 0 {
            pose.center = pose.center.map(|x| x + random.between(-0.01, 0.01));
            pose.angle += random.between(-0.01, 0.01);
        }
        pose
    })
}

/// The first shape at the origin, the second in a uniform direction at a distance U\[near, far\], both under
/// uniform rotations. Draws: both rotations, direction, distance, steps of at most `most`.
pub fn placed_in_space<S, const N: usize>(
    shapes: [S; 2],
    [near, far]: [f32; 2],
    most: f32,
    random: &mut SplitMix64,
) -> Pair<S, Pose3, N> {
    let quaternions: [[f32; 4]; 2] = std::array::from_fn(|_| random.quaternion());
    let direction = random.direction_3d();
    let distance = random.between(near, far);
    let second = Pose3 { center: direction.map(|x| x * distance), quaternion: quaternions[1] };
    Pair {
        shapes,
        first: Pose3 { center: [0.0; 3], quaternion: quaternions[0] },
        second: in_space(second, most, random),
    }
}

/// The same in the plane.
pub fn placed_in_plane<S, const N: usize>(
    shapes: [S; 2],
    [near, far]: [f32; 2],
    random: &mut SplitMix64,
) -> Pair<S, Pose2, N> {
    let angles: [f32; 2] = std::array::from_fn(|_| random.between(0.0, std::f32::consts::TAU));
    let direction = random.direction_2d();
    let distance = random.between(near, far);
    let second = Pose2 { center: direction.map(|x| x * distance), angle: angles[1] };
    Pair { shapes, first: Pose2 { center: [0.0; 2], angle: angles[0] }, second: in_plane(second, random) }
}

/// Hamilton's product: the rotation by `b`, then by `a`.
fn product(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    let ([ax, ay, az, aw], [bx, by, bz, bw]) = (a, b);
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_small_and_rotations_stay_rotations() {
        let mut random = SplitMix64::new(1);
        for _ in 0..100 {
            let pair: Pair<(), Pose3, STEPS> = placed_in_space([(), ()], [1.0, 2.0], USUAL, &mut random);
            for pair in pair.second.windows(2) {
                let [before, after] = [pair[0], pair[1]];
                assert!((0..3).all(|i| (after.center[i] - before.center[i]).abs() <= 0.0101));
                let cosine: f32 = (0..4).map(|i| after.quaternion[i] * before.quaternion[i]).sum();
                assert!(cosine > (0.0051_f32).cos() && cosine < 1.0 + 1e-6, "{cosine}");
                assert_ne!(before.quaternion, after.quaternion);
            }
        }
    }
}
