//! What follows from the counts: as data, the same for every form of the report.

use std::collections::HashMap;
use std::path::Path;

use impinge_scene::robot::{DisabledCollision, Srdf};
use serde::Serialize;

use super::sampling::{Count, Counts, Sampling};
use crate::arguments::{DefaultPairs, SrdfArguments};
use crate::warning::Warning;
use crate::wording::{count, first_named, grouped};

/// The name of this form. The number grows when a program that reads the form would have to change.
pub(super) const SCHEMA: &str = "impinge-srdf/1";

/// The whole result.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// The file of the robot.
    pub file: String,
    /// Its name.
    pub robot: String,
    /// How many poses were tried.
    pub samples: u32,
    /// Which ones.
    pub seed: u64,
    /// Pairs that collide in this share of them collide always.
    pub always: f64,
    /// Values of the joints in the default pose, in radians and metres.
    pub default_pose: Vec<JointValue>,
    /// All pairs of links with shapes; those with the same reason together.
    pub pairs: Vec<Pair>,
    /// How many of them there are for each reason.
    pub counts: ReasonCounts,
    /// What was left out or looked wrong.
    pub warnings: Vec<Warning>,
}

/// A joint and its value.
#[derive(Debug, Serialize)]
pub(super) struct JointValue {
    pub joint: String,
    pub value: f64,
}

/// Why a pair needs no check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(super) enum Reason {
    Adjacent,
    Always,
    Default,
    Never,
}

impl Reason {
    pub fn name(self) -> &'static str {
        match self {
            Reason::Adjacent => "Adjacent",
            Reason::Always => "Always",
            Reason::Default => "Default",
            Reason::Never => "Never",
        }
    }
}

/// A pair of links.
#[derive(Debug, Serialize)]
pub(super) struct Pair {
    pub link1: String,
    pub link2: String,
    /// Why it needs no check; null if it does.
    pub reason: Option<Reason>,
    /// The reason that the file of --srdf has for it; null if it has none.
    pub given: Option<String>,
    /// In how many samples it collides; null for neighbours, which are not tested.
    pub collisions: Option<u32>,
    /// Does it in the default pose? Null for neighbours.
    pub collides_at_default: Option<bool>,
}

/// How many pairs there are.
#[derive(Debug, Default, Serialize)]
pub(super) struct ReasonCounts {
    pub adjacent: usize,
    pub always: usize,
    pub default: usize,
    pub never: usize,
    /// That collide in some poses: they have to be checked.
    pub to_check: usize,
}

impl Report {
    pub fn new(
        sampling: &Sampling,
        counts: &Counts,
        srdf: Option<&Srdf>,
        mut warnings: Vec<Warning>,
        arguments: &SrdfArguments,
    ) -> Self {
        let robot = sampling.robot;
        warnings.extend(srdf.into_iter().flat_map(|srdf| srdf.pairs(robot).1).map(Warning::from));
        warnings.extend(lost(sampling, counts, arguments.samples));
        let reason = |count: &Count| {
            let is_always = f64::from(count.samples) >= arguments.always * f64::from(arguments.samples);
            match count {
                Count { is_adjacent: true, .. } => Some(Reason::Adjacent),
                _ if is_always => Some(Reason::Always),
                Count { at_rest: true, .. } => {
                    (arguments.default == DefaultPairs::Disable).then_some(Reason::Default)
                }
                Count { samples: 0, lost: 0, .. } => Some(Reason::Never),
                _ => None,
            }
        };
        // The first of entries for the same pair.
        let mut given: HashMap<[&str; 2], &DisabledCollision> = HashMap::new();
        for entry in srdf.into_iter().flat_map(|srdf| &srdf.disabled) {
            let [one, other] = &entry.links;
            given.entry(sorted([one, other])).or_insert(entry);
        }
        let mut pairs = Vec::new();
        for (&[a, b], count) in counts {
            let [link1, link2] = [a, b].map(|link| robot.links[link].name.clone());
            let entry = given.get(&sorted([&link1, &link2])).copied();
            if let (Some(entry), Some(srdf)) = (entry, srdf)
                && entry.reason == Reason::Never.name()
                && (count.samples > 0 || count.at_rest)
            {
                let at_rest = if count.at_rest { " and in the default pose" } else { "" };
                let message = format!(
                    "its reason for {link1} and {link2} is Never, but they collide in {} of {} samples{at_rest}; the entry is kept",
                    grouped(count.samples),
                    grouped(arguments.samples)
                );
                let place = format!("line {}", entry.line);
                warnings.push(Warning { file: Some(srdf.file.display().to_string()), place, message });
            }
            pairs.push(Pair {
                link1,
                link2,
                reason: reason(count),
                given: entry.map(|entry| entry.reason.clone()),
                collisions: (!count.is_adjacent).then_some(count.samples),
                collides_at_default: (!count.is_adjacent).then_some(count.at_rest),
            });
        }
        // Those without a reason last; otherwise in the order of the links.
        pairs.sort_by_key(|pair| (pair.reason.is_none(), pair.reason));
        if let Some(file) = &arguments.output {
            warnings.extend(disabled_by_default(&pairs, file, arguments.samples));
        }
        let default_pose =
            (0..robot.joints.len()).filter(|&joint| robot.joints[joint].is_free()).map(|joint| JointValue {
                joint: robot.joints[joint].name.clone(),
                value: robot.value(&sampling.rest, joint),
            });
        Report {
            schema: SCHEMA,
            file: robot.file.display().to_string(),
            robot: robot.name.clone(),
            samples: arguments.samples,
            seed: arguments.seed,
            always: arguments.always,
            default_pose: default_pose.collect(),
            counts: counted(&pairs),
            pairs,
            warnings,
        }
    }
}

/// A warning about samples that lead beyond the floats: pairs that are not seen to collide elsewhere have to
/// be checked.
fn lost(sampling: &Sampling, counts: &Counts, samples: u32) -> Option<Warning> {
    let lost: Vec<(&[usize; 2], &Count)> = counts.iter().filter(|(_, count)| count.lost > 0).collect();
    let name = |link: &usize| &sampling.robot.links[*link].name;
    let named = lost.iter().map(|([a, b], count)| {
        format!("{} and {} in {} of {} samples", name(a), name(b), grouped(count.lost), grouped(samples))
    });
    let named = first_named(lost.len(), named);
    (!lost.is_empty()).then(|| Warning {
        file: Some(sampling.robot.file.display().to_string()),
        place: "joints".to_owned(),
        message: format!(
            "samples exceed the range of numbers, where collisions cannot be computed: {named}; give the joints realistic limits"
        ),
    })
}

/// A warning about pairs that a file disables only because they collide in the default pose: no check
/// finds their other collisions.
fn disabled_by_default(pairs: &[Pair], file: &Path, samples: u32) -> Option<Warning> {
    let is_new = |pair: &&Pair| pair.reason == Some(Reason::Default) && pair.given.is_none();
    let all: Vec<&Pair> = pairs.iter().filter(is_new).collect();
    let number = count(all.len(), "pair");
    let are = if all.len() == 1 { "is" } else { "are" };
    let named = all.iter().map(|Pair { link1, link2, collisions, .. }| {
        format!("{link1} and {link2} in {} of {} samples", grouped(collisions.unwrap_or(0)), grouped(samples))
    });
    let named = first_named(all.len(), named);
    (!all.is_empty()).then(|| Warning {
        file: Some(file.display().to_string()),
        place: Reason::Default.name().to_owned(),
        message: format!(
            "{number} {are} disabled because of collisions in the default pose, but not in all others ({named}); if the robot does not take that pose, set a collision-free one with --joint or --joints, or have them checked with --default ignore"
        ),
    })
}

/// Names of links in the order of the alphabet, as files name them in any.
fn sorted([one, other]: [&str; 2]) -> [&str; 2] {
    if one <= other { [one, other] } else { [other, one] }
}

fn counted(pairs: &[Pair]) -> ReasonCounts {
    let mut counts = ReasonCounts::default();
    for pair in pairs {
        *match pair.reason {
            Some(Reason::Adjacent) => &mut counts.adjacent,
            Some(Reason::Always) => &mut counts.always,
            Some(Reason::Default) => &mut counts.default,
            Some(Reason::Never) => &mut counts.never,
            None => &mut counts.to_check,
        } += 1;
    }
    counts
}
