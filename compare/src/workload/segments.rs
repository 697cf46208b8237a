//! Segments near boxes, of which half meet.

use super::random::SplitMix64;

/// For each box a segment with half length U[0.25, 1] in a uniform direction, its middle from the origin in
/// another by U[0, 1.9]. Draws: half length, its direction, direction of the middle, distance.
pub fn in_space(count: usize) -> Vec<[[f32; 3]; 2]> {
    let mut random = SplitMix64::new(6);
    segments(count, 1.9, &mut random, SplitMix64::direction_3d)
}

/// The same in the plane.
pub fn in_plane(count: usize) -> Vec<[[f32; 2]; 2]> {
    let mut random = SplitMix64::new(7);
    segments(count, 1.9, &mut random, SplitMix64::direction_2d)
}

fn segments<const N: usize>(
    count: usize,
    farthest: f32,
    random: &mut SplitMix64,
    direction: impl Fn(&mut SplitMix64) -> [f32; N],
) -> Vec<[[f32; N]; 2]> {
    (0..count)
        .map(|_| {
            let half = random.between(0.25, 1.0);
            let along = direction(random).map(|x| x * half);
            let away = direction(random);
            let distance = random.between(0.0, farthest);
            let end = |side: f32| std::array::from_fn(|i| away[i] * distance + side * along[i]);
            [end(-1.0), end(1.0)]
        })
        .collect()
}
