//! Degenerate pairs of boxes: extents and centres from a lattice, so that many are flush and many touch.

use super::boxes::Placed3;
use super::random::SplitMix64;

/// What happens to all boxes alike, so that it should change no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// Nothing: along the axes, near the origin; every number is exact.
    Aligned,
    /// Moved by 1000 on every axis; every number is exact.
    Moved,
    /// Turned by one common rotation, which rounds the centres.
    Turned,
    /// Turned, then moved by 1000 on every axis, which rounds the centres to 6·10⁻⁵.
    TurnedAndMoved,
}

impl Placement {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Aligned, Self::Moved, Self::Turned, Self::TurnedAndMoved];

    /// For the name of a task.
    pub fn label(self) -> &'static str {
        match self {
            Self::Aligned => "on a lattice",
            Self::Moved => "on a lattice, moved by 1000",
            Self::Turned => "on a lattice, turned",
            Self::TurnedAndMoved => "on a lattice, turned, moved by 1000",
        }
    }

    /// Are all numbers exact, so that what touches does so exactly?
    pub fn is_exact(self) -> bool {
        matches!(self, Self::Aligned | Self::Moved)
    }
}

/// Boxes with half extents in {¼, ½, ¾, 1}³, the first at the origin, the second at a multiple of ¼ in [−1½,
/// 1½]³. Draws: both half extents, the centre.
pub fn boxes(count: usize, placement: Placement) -> Vec<[Placed3; 2]> {
    let mut random = SplitMix64::new(3);
    let common = random.quaternion();
    let (quaternion, offset) = match placement {
        Placement::Aligned => ([0.0, 0.0, 0.0, 1.0], 0.0),
        Placement::Moved => ([0.0, 0.0, 0.0, 1.0], 1000.0),
        Placement::Turned => (common, 0.0),
        Placement::TurnedAndMoved => (common, 1000.0),
    };
    (0..count)
        .map(|_| {
            let halves: [[f32; 3]; 2] =
                std::array::from_fn(|_| std::array::from_fn(|_| (1 + random.below(4)) as f32 * 0.25));
            let second: [f32; 3] = std::array::from_fn(|_| random.below(13) as f32 * 0.25 - 1.5);
            [([0.0; 3], halves[0]), (second, halves[1])].map(|(center, half)| Placed3 {
                half,
                quaternion,
                center: rotated(quaternion, center).map(|x| x + offset),
            })
        })
        .collect()
}

/// The vector turned by a unit quaternion q: v + 2q×(q×v + w·v), in `f64`, rounded at the end.
pub fn rotated(quaternion: [f32; 4], vector: [f32; 3]) -> [f32; 3] {
    let [x, y, z, w] = quaternion.map(f64::from);
    let (q, v) = ([x, y, z], vector.map(f64::from));
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let once = cross(q, v);
    let twice = cross(q, std::array::from_fn(|i| once[i] + w * v[i]));
    std::array::from_fn(|i| (v[i] + 2.0 * twice[i]) as f32)
}
