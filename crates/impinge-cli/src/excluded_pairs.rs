//! Excluded pairs of links: of one link, of neighbours, and pairs that an SRDF file disables.

use std::collections::{BTreeMap, BTreeSet};

use impinge_scene::Warning;
use impinge_scene::robot::Srdf;

use crate::arguments::Adjacent;
use crate::robots::PlacedRobot;

/// The pairs of objects that are not tested.
#[derive(Debug, Default)]
pub(crate) struct ExcludedPairs {
    /// For each object the robot and the link that it is part of.
    link_of: Vec<Option<(usize, usize)>>,
    /// For each robot its neighbouring links, the smaller number first; none where they are checked,
    neighbours: Vec<BTreeSet<[usize; 2]>>,
    /// and the pairs of links that an SRDF file disables.
    disabled: Vec<BTreeSet<[usize; 2]>>,
    /// About links that an SRDF file names and no robot has.
    pub warnings: Vec<Warning>,
}

impl ExcludedPairs {
    /// The exclusions of the robots of a scene with this many objects.
    pub fn of(robots: &[PlacedRobot], objects: usize, adjacent: Adjacent, srdf: Option<&Srdf>) -> Self {
        let mut excluded = ExcludedPairs { link_of: vec![None; objects], ..ExcludedPairs::default() };
        let mut best: Option<((bool, usize), Vec<Warning>)> = None;
        for (number, placed) in robots.iter().enumerate() {
            for (object, &link) in placed.links.iter().enumerate() {
                excluded.link_of[placed.first_object + object] = Some((number, link));
            }
            excluded.neighbours.push(match adjacent {
                Adjacent::Ignore => placed.neighbours.clone(),
                Adjacent::Report => BTreeSet::new(),
            });
            let mut pairs = BTreeSet::new();
            if let Some(srdf) = srdf {
                let (disabled, warnings) = srdf.pairs(&placed.robot);
                pairs = disabled;
                // Of several robots it is for the one that it fits best.
                let misfit = (srdf.check_robot(&placed.robot).is_some(), warnings.len());
                if best.as_ref().is_none_or(|(least, _)| misfit < *least) {
                    best = Some((misfit, warnings));
                }
            }
            excluded.disabled.push(pairs);
        }
        excluded.warnings = best.map(|(_, warnings)| warnings).unwrap_or_default();
        excluded
    }

    /// Is an object part of a link of a robot?
    pub fn is_link(&self, object: u32) -> bool {
        self.link_of.get(object as usize).is_some_and(Option::is_some)
    }

    /// Is a pair of objects excluded?
    pub fn contains(&self, objects: [u32; 2]) -> bool {
        let [a, b] = objects.map(|object| self.link_of.get(object as usize).copied().flatten());
        let (Some((robot, a)), Some((of_other, b))) = (a, b) else { return false };
        let pair = [a.min(b), a.max(b)];
        let is_of = |pairs: &[BTreeSet<[usize; 2]>]| pairs[robot].contains(&pair);
        robot == of_other && (a == b || is_of(&self.neighbours) || is_of(&self.disabled))
    }

    /// Counts the excluded pairs of some objects by reason. A pair with several reasons counts for the
    /// first.
    pub fn count(&self, objects: impl Iterator<Item = u32>) -> ExclusionCounts {
        let mut objects_of: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for link in objects.filter_map(|object| self.link_of.get(object as usize).copied().flatten()) {
            *objects_of.entry(link).or_default() += 1;
        }
        let of = |robot: usize, link: usize| objects_of.get(&(robot, link)).copied().unwrap_or(0);
        let pairs = |robot: usize, pair: &[usize; 2]| of(robot, pair[0]) * of(robot, pair[1]);
        let neighbours = self.neighbours.iter().enumerate();
        let disabled = self.disabled.iter().enumerate();
        ExclusionCounts {
            of_one_link: objects_of.values().map(|count| count * (count - 1) / 2).sum(),
            neighbours: neighbours
                .flat_map(|(robot, all)| all.iter().map(move |pair| pairs(robot, pair)))
                .sum(),
            disabled: disabled
                .flat_map(|(robot, all)| {
                    all.difference(&self.neighbours[robot]).map(move |pair| pairs(robot, pair))
                })
                .sum(),
        }
    }
}

/// The number of excluded pairs of objects.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ExclusionCounts {
    /// Shapes of one link.
    pub of_one_link: usize,
    /// Shapes of neighbouring links.
    pub neighbours: usize,
    /// Shapes of links that an SRDF file disables.
    pub disabled: usize,
}
