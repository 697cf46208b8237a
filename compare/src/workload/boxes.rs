//! Pairs of boxes, of which half overlap.

use super::random::SplitMix64;

/// A box under a rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed3 {
    /// Half its edges.
    pub half: [f32; 3],
    /// Its rotation: x, y, z, w.
    pub quaternion: [f32; 4],
    /// Its middle.
    pub center: [f32; 3],
}

/// A box under a rotation in the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed2 {
    /// Half its edges.
    pub half: [f32; 2],
    /// Its rotation, counter-clockwise, in radians.
    pub angle: f32,
    /// Its middle.
    pub center: [f32; 2],
}

/// Boxes with half extents U[0.25, 1]³ under uniform rotations, the first at the origin, the second from it
/// in a uniform direction by U[0, 2.9]. Draws: both half extents, both rotations, direction, distance.
pub fn in_space(count: usize) -> Vec<[Placed3; 2]> {
    let mut random = SplitMix64::new(1);
    (0..count)
        .map(|_| {
            let halves: [[f32; 3]; 2] =
                std::array::from_fn(|_| std::array::from_fn(|_| random.between(0.25, 1.0)));
            let quaternions: [[f32; 4]; 2] = std::array::from_fn(|_| random.quaternion());
            let direction = random.direction_3d();
            let distance = random.between(0.0, 2.9);
            let centers = [[0.0; 3], direction.map(|x| x * distance)];
            std::array::from_fn(|i| Placed3 {
                half: halves[i],
                quaternion: quaternions[i],
                center: centers[i],
            })
        })
        .collect()
}

/// The same in the plane; rotations by U[0, 2π).
pub fn in_plane(count: usize) -> Vec<[Placed2; 2]> {
    let mut random = SplitMix64::new(2);
    (0..count)
        .map(|_| {
            let halves: [[f32; 2]; 2] =
                std::array::from_fn(|_| std::array::from_fn(|_| random.between(0.25, 1.0)));
            let angles: [f32; 2] = std::array::from_fn(|_| random.between(0.0, std::f32::consts::TAU));
            let direction = random.direction_2d();
            let distance = random.between(0.0, 2.9);
            let centers = [[0.0; 2], direction.map(|x| x * distance)];
            std::array::from_fn(|i| Placed2 { half: halves[i], angle: angles[i], center: centers[i] })
        })
        .collect()
}
