//! In how many poses does each pair of links collide?
//!
//! Sample k of a robot with n free joints takes the numbers k·n … k·n + n − 1 of one sequence of SplitMix64,
//! whose place k is known without those before it. So threads share the samples as they like, and the counts
//! are the same.

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::PI;

use impinge_scene::robot::{Configuration, JointKind, Robot};
use rayon::prelude::*;

use crate::placed_links::PlacedLinks;
use crate::progress::Progress;

/// A robot whose joints are sampled.
pub(super) struct Sampling<'a> {
    pub robot: &'a Robot,
    pub links: PlacedLinks<'a>,
    /// The default pose.
    pub rest: Configuration,
}

/// What was found out about a pair of links.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Count {
    pub is_adjacent: bool,
    /// In collision in the default pose?
    pub at_rest: bool,
    /// In so many samples.
    pub samples: u32,
    /// In this many samples, joints move one of them beyond the range of floats: its collisions there
    /// are unknown.
    pub lost: u32,
}

/// Pairs of links with shapes, the smaller number first, in order.
pub(super) type Counts = BTreeMap<[usize; 2], Count>;

impl Sampling<'_> {
    pub fn run(
        &self,
        samples: u32,
        seed: u64,
        adjacent: &BTreeSet<[usize; 2]>,
        progress: &Progress,
    ) -> Counts {
        let with_shapes: Vec<usize> = self.links.with_shapes().collect();
        let pairs: Vec<[usize; 2]> = with_shapes
            .iter()
            .enumerate()
            .flat_map(|(place, &a)| with_shapes[place + 1..].iter().map(move |&b| [a, b]))
            .collect();
        // Neighbours are left out whatever they do.
        let asked: Vec<[usize; 2]> = pairs.iter().copied().filter(|pair| !adjacent.contains(pair)).collect();

        let at_rest = self.collisions(&self.rest, &asked);
        progress.sampling(samples);
        let none = || vec![[0_u32; 2]; asked.len()];
        let counted = (0..samples).into_par_iter().fold(none, |mut counts, sample| {
            let found = self.collisions(&self.sample(seed, sample), &asked);
            for ([samples, lost], collides) in counts.iter_mut().zip(found) {
                *samples += u32::from(collides == Some(true));
                *lost += u32::from(collides.is_none());
            }
            progress.advance();
            counts
        });
        let sum = |([a, b], [c, d]): ([u32; 2], [u32; 2])| [a + c, b + d];
        let counted = counted.reduce(none, |one, other| one.into_iter().zip(other).map(sum).collect());

        let found = asked.iter().zip(at_rest.into_iter().zip(counted));
        let found = found.map(|(&pair, (at_rest, [samples, lost]))| {
            (pair, Count { at_rest: at_rest == Some(true), samples, lost, is_adjacent: false })
        });
        let neighbours = pairs.iter().filter(|pair| adjacent.contains(*pair));
        let neighbours = neighbours.map(|&pair| (pair, Count { is_adjacent: true, ..Count::default() }));
        found.chain(neighbours).collect()
    }

    /// The values that the default pose and the samples leave to chance, about joints without limits.
    pub fn unlimited(&self) -> Option<String> {
        let is_one = |joint: &&impinge_scene::robot::Joint| {
            joint.is_free() && joint.kind != JointKind::Continuous && limits(joint).is_none()
        };
        let names: Vec<&str> =
            self.robot.joints.iter().filter(is_one).map(|joint| joint.name.as_str()).collect();
        (!names.is_empty()).then(|| {
            let names = names.join(", ");
            format!("without limits: {names}; rotating joints are sampled over the full circle, sliding joints stay fixed")
        })
    }

    /// The pose of a sample.
    fn sample(&self, seed: u64, sample: u32) -> Configuration {
        let mut configuration = self.rest.clone();
        let free = self.robot.joints.iter().filter(|joint| joint.is_free());
        let count = free.clone().count() as u64;
        for (place, joint) in (0u64..).zip(free) {
            let share = uniform(seed, u64::from(sample).wrapping_mul(count).wrapping_add(place));
            let [lower, upper] = match (limits(joint), joint.kind) {
                (Some(limits), _) => limits,
                (None, JointKind::Prismatic) => continue,
                (None, _) => [-PI, PI],
            };
            // Free joints take every finite value.
            let _ = self.robot.set(&mut configuration, &joint.name, lower + share * (upper - lower));
        }
        configuration
    }

    /// For each of the pairs: does it collide? Nothing where one of both is beyond all floats.
    fn collisions(&self, configuration: &Configuration, pairs: &[[usize; 2]]) -> Vec<Option<bool>> {
        let links = self.links.at(configuration);
        pairs.iter().map(|&pair| links.collide(pair)).collect()
    }
}

/// Between which values a joint is sampled. Limits at the ends of the floats, with more between them than a
/// float holds, are none.
fn limits(joint: &impinge_scene::robot::Joint) -> Option<[f64; 2]> {
    joint.limits.filter(|[lower, upper]| (upper - lower).is_finite())
}

/// Number `place` of the sequence of SplitMix64 with that seed (Steele, Lea, Flood 2014), as a number from 0
/// to 1, 1 excluded.
fn uniform(seed: u64, place: u64) -> f64 {
    const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut z = seed.wrapping_add(place.wrapping_add(1).wrapping_mul(GAMMA));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^= z >> 31;
    // The upper 53 bits are what a float holds.
    (z >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the published generator with seed 1234567: 6457827717110365317,
    /// 3203168211198807973.
    #[test]
    fn the_sequence_is_the_published_one() {
        for (place, number) in [(0, 6_457_827_717_110_365_317_u64), (1, 3_203_168_211_198_807_973)] {
            assert_eq!(uniform(1_234_567, place), (number >> 11) as f64 / (1_u64 << 53) as f64);
        }
    }
}
