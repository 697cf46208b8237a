//! Pairs of balls, of which half overlap.

use super::random::SplitMix64;

/// Centres and radii of two balls.
pub type Pair<const N: usize> = [([f32; N], f32); 2];

/// Radii U[0.25, 1], the first ball at the origin, the second from it in a uniform direction by U[0, 2.5].
/// Draws: both radii, direction, distance.
pub fn in_space(count: usize) -> Vec<Pair<3>> {
    let mut random = SplitMix64::new(4);
    pairs(count, &mut random, SplitMix64::direction_3d)
}

/// The same in the plane.
pub fn in_plane(count: usize) -> Vec<Pair<2>> {
    let mut random = SplitMix64::new(5);
    pairs(count, &mut random, SplitMix64::direction_2d)
}

/// How far apart they are, in `f64`; negative if they overlap.
pub fn gap<const N: usize>([(a, r), (b, s)]: &Pair<N>) -> f64 {
    let square: f64 = (0..N).map(|i| (f64::from(a[i]) - f64::from(b[i])).powi(2)).sum();
    square.sqrt() - f64::from(*r) - f64::from(*s)
}

fn pairs<const N: usize>(
    count: usize,
    random: &mut SplitMix64,
    direction: impl Fn(&mut SplitMix64) -> [f32; N],
) -> Vec<Pair<N>> {
    (0..count)
        .map(|_| {
            let [first, second] = std::array::from_fn(|_| random.between(0.25, 1.0));
            let direction = direction(random);
            let distance = random.between(0.0, 2.5);
            [([0.0; N], first), (direction.map(|x| x * distance), second)]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_balls_overlap() {
        fn share<const N: usize>(pairs: &[Pair<N>]) -> f64 {
            pairs.iter().filter(|pair| gap(pair) <= 0.0).count() as f64 / pairs.len() as f64
        }
        assert!((share(&in_space(20_000)) - 0.5).abs() < 0.02);
        assert!((share(&in_plane(20_000)) - 0.5).abs() < 0.02);
    }
}
