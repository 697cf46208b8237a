//! Pairs of links that are not looked at: of one link, of neighbours, and those that an SRDF file disables.

use std::collections::BTreeSet;

use impinge_scene::Warning;
use impinge_scene::robot::{ShapeKind, Srdf};

use crate::arguments::Adjacent;
use crate::robots::PlacedRobot;

/// Which pairs of objects are not looked at.
#[derive(Debug, Default)]
pub(crate) struct Exempt {
    /// For each object the robot and the link that it is part of.
    link_of: Vec<Option<(usize, usize)>>,
    /// For each robot pairs of links, the smaller first.
    pairs: Vec<BTreeSet<[usize; 2]>>,
    /// About links that an SRDF file names and no robot has.
    pub warnings: Vec<Warning>,
}

impl Exempt {
    /// What the robots of a scene with so many objects say.
    pub fn of(
        robots: &[PlacedRobot],
        objects: usize,
        shapes: ShapeKind,
        adjacent: Adjacent,
        srdf: Option<&Srdf>,
    ) -> Self {
        let mut exempt = Exempt { link_of: vec![None; objects], ..Exempt::default() };
        let mut best: Option<((bool, usize), Vec<Warning>)> = None;
        for (number, placed) in robots.iter().enumerate() {
            for (object, &link) in placed.links.iter().enumerate() {
                exempt.link_of[placed.first_object + object] = Some((number, link));
            }
            let mut pairs = match adjacent {
                Adjacent::Ignore => placed.robot.adjacent(shapes),
                Adjacent::Report => BTreeSet::new(),
            };
            if let Some(srdf) = srdf {
                let (disabled, warnings) = srdf.pairs(&placed.robot);
                pairs.extend(disabled);
                // Of several robots it is for the one that it fits best.
                let misfit = (srdf.of_another(&placed.robot).is_some(), warnings.len());
                if best.as_ref().is_none_or(|(least, _)| misfit < *least) {
                    best = Some((misfit, warnings));
                }
            }
            exempt.pairs.push(pairs);
        }
        exempt.warnings = best.map(|(_, warnings)| warnings).unwrap_or_default();
        exempt
    }

    /// Is an object part of a link of a robot?
    pub fn is_link(&self, object: u32) -> bool {
        self.link_of.get(object as usize).is_some_and(Option::is_some)
    }

    /// Is a pair of objects not looked at?
    pub fn contains(&self, objects: [u32; 2]) -> bool {
        let [a, b] = objects.map(|object| self.link_of.get(object as usize).copied().flatten());
        let (Some((robot, a)), Some((of_other, b))) = (a, b) else { return false };
        robot == of_other && (a == b || self.pairs[robot].contains(&[a.min(b), a.max(b)]))
    }
}
