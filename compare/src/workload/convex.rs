//! Convex shapes in pairs: boxes, capsules, cylinders, triangles, hulls; polygons in the plane.

use super::boxes;
use super::moving::{self, Pair, Pose2, Pose3};
use super::random::SplitMix64;

/// Hulls to choose from.
pub const HULLS: usize = 64;

/// A capsule, cylinder or cone along its own y axis.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// Half its height; of a capsule, half the length of its segment.
    pub half: f32,
    /// Its radius.
    pub radius: f32,
}

/// The boxes of [`boxes::in_space`], and how they go on.
pub fn moving_boxes<const N: usize>(count: usize) -> Vec<Pair<[f32; 3], Pose3, N>> {
    let mut random = SplitMix64::new(20);
    boxes::in_space(count)
        .iter()
        .map(|pair| {
            let [first, second] =
                pair.map(|placed| Pose3 { center: placed.center, quaternion: placed.quaternion });
            Pair {
                shapes: pair.map(|placed| placed.half),
                first,
                second: moving::in_space(second, moving::USUAL, &mut random),
            }
        })
        .collect()
}

/// [`HULLS`] sets of points, uniform on the unit sphere.
pub fn hull_points(points: usize) -> Vec<Vec<[f32; 3]>> {
    let mut random = SplitMix64::new(21);
    (0..HULLS).map(|_| (0..points).map(|_| random.direction_3d()).collect()).collect()
}

/// Pairs of those hulls, by number, at a distance of their origins U\[near, far\]. Draws: both numbers, then
/// as
/// [`moving::placed_in_space`].
pub fn hulls<const N: usize>(count: usize, range: [f32; 2], most: f32) -> Vec<Pair<usize, Pose3, N>> {
    let mut random = SplitMix64::new(22);
    (0..count)
        .map(|_| {
            let numbers = std::array::from_fn(|_| random.below(HULLS as u64) as usize);
            moving::placed_in_space(numbers, range, most, &mut random)
        })
        .collect()
}

/// Half height U\[0.25, 1\], radius U\[0.25, 0.75\], distance U\[0, `farthest`\].
pub fn rounds<const N: usize>(count: usize, farthest: f32) -> Vec<Pair<Round, Pose3, N>> {
    let mut random = SplitMix64::new(23);
    (0..count)
        .map(|_| {
            let shapes = std::array::from_fn(|_| Round {
                half: random.between(0.25, 1.0),
                radius: random.between(0.25, 0.75),
            });
            moving::placed_in_space(shapes, [0.0, farthest], moving::USUAL, &mut random)
        })
        .collect()
}

/// Triangles with corners in uniform directions by U\[0.5, 1\] from the origin, and from a point at a
/// distance U\[0, 0.5\]: some meet.
pub fn triangles(count: usize) -> Vec<[[[f32; 3]; 3]; 2]> {
    let mut random = SplitMix64::new(24);
    (0..count)
        .map(|_| {
            let triangle = |center: [f32; 3], random: &mut SplitMix64| {
                std::array::from_fn(|_| {
                    let (direction, length) = (random.direction_3d(), random.between(0.5, 1.0));
                    std::array::from_fn(|i| center[i] + direction[i] * length)
                })
            };
            let first = triangle([0.0; 3], &mut random);
            let direction = random.direction_3d();
            let distance = random.between(0.0, 0.5);
            [first, triangle(direction.map(|x| x * distance), &mut random)]
        })
        .collect()
}

/// Rays from a distance of 3 towards a point of the unit ball's cube; with the shape that they may hit and
/// its place. Draws: half height, radius (as of [`rounds`]), number of a hull, rotation, origin, aim.
pub fn rays(count: usize) -> Vec<RayCase> {
    let mut random = SplitMix64::new(25);
    (0..count)
        .map(|_| {
            let round = Round { half: random.between(0.25, 1.0), radius: random.between(0.25, 0.75) };
            let hull = random.below(HULLS as u64) as usize;
            let quaternion = random.quaternion();
            let origin = random.direction_3d().map(|x| 3.0 * x);
            let aim: [f32; 3] = std::array::from_fn(|_| random.between(-1.0, 1.0));
            let toward: [f32; 3] = std::array::from_fn(|i| aim[i] - origin[i]);
            let length = toward.iter().map(|x| x * x).sum::<f32>().sqrt();
            let direction = toward.map(|x| x / length);
            RayCase { round, hull, pose: Pose3 { center: [0.0; 3], quaternion }, origin, direction }
        })
        .collect()
}

/// A ray and what it may hit.
#[derive(Clone, Copy, Debug)]
pub struct RayCase {
    /// The capsule, cylinder or cone.
    pub round: Round,
    /// The number of the hull.
    pub hull: usize,
    /// Where either is.
    pub pose: Pose3,
    /// Where the ray starts.
    pub origin: [f32; 3],
    /// Where to, at unit length.
    pub direction: [f32; 3],
}

/// Corners of a polygon, counter-clockwise, around the origin; boxes have 4, the others 8.
pub type Corners = Vec<[f32; 2]>;

/// The boxes of [`boxes::in_plane`], and how they go on.
pub fn flat_boxes<const N: usize>(count: usize) -> Vec<Pair<Corners, Pose2, N>> {
    let mut random = SplitMix64::new(26);
    boxes::in_plane(count)
        .iter()
        .map(|pair| {
            let [first, second] = pair.map(|placed| Pose2 { center: placed.center, angle: placed.angle });
            let shapes = pair.map(|placed| {
                let [x, y] = placed.half;
                vec![[-x, -y], [x, -y], [x, y], [-x, y]]
            });
            Pair { shapes, first, second: moving::in_plane(second, &mut random) }
        })
        .collect()
}

/// 8-gons of radius U\[0.5, 1\], each corner off its place on the circle by up to a fifth of the way to the
/// next; distance U\[near, far\].
pub fn octagons<const N: usize>(count: usize, range: [f32; 2]) -> Vec<Pair<Corners, Pose2, N>> {
    let mut random = SplitMix64::new(27);
    (0..count)
        .map(|_| {
            let shapes = std::array::from_fn(|_| octagon(&mut random));
            moving::placed_in_plane(shapes, range, &mut random)
        })
        .collect()
}

/// One of them. Draws: radius, corners.
pub fn octagon(random: &mut SplitMix64) -> Corners {
    let radius = random.between(0.5, 1.0);
    (0..8)
        .map(|i| {
            let angle = f64::from(i as f32 + random.between(-0.2, 0.2)) * std::f64::consts::TAU / 8.0;
            let (sine, cosine) = libm::sincos(angle);
            [radius * cosine as f32, radius * sine as f32]
        })
        .collect()
}

/// Capsules in the plane as those of [`rounds`], along their own y axis; distance U\[0, `farthest`\].
pub fn flat_rounds<const N: usize>(count: usize, farthest: f32) -> Vec<Pair<Round, Pose2, N>> {
    let mut random = SplitMix64::new(28);
    (0..count)
        .map(|_| {
            let shapes = std::array::from_fn(|_| Round {
                half: random.between(0.25, 1.0),
                radius: random.between(0.25, 0.75),
            });
            moving::placed_in_plane(shapes, [0.0, farthest], &mut random)
        })
        .collect()
}

/// A polygon, its place, and the ray that may hit it: origin, direction at unit length.
pub type FlatRayCase = (Corners, Pose2, [f32; 2], [f32; 2]);

/// 8-gons under random rotations around the origin, and rays from a distance of 3 towards a point of the
/// square around the unit circle.
pub fn flat_rays(count: usize) -> Vec<FlatRayCase> {
    let mut random = SplitMix64::new(29);
    (0..count)
        .map(|_| {
            let polygon = octagon(&mut random);
            let pose = Pose2 { center: [0.0; 2], angle: random.between(0.0, std::f32::consts::TAU) };
            let origin = random.direction_2d().map(|x| 3.0 * x);
            let aim: [f32; 2] = std::array::from_fn(|_| random.between(-1.0, 1.0));
            let toward: [f32; 2] = std::array::from_fn(|i| aim[i] - origin[i]);
            let length = toward.iter().map(|x| x * x).sum::<f32>().sqrt();
            (polygon, pose, origin, toward.map(|x| x / length))
        })
        .collect()
}
