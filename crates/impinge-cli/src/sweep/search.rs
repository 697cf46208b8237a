//! All pairs of a scene, at all times: which come near each other in which piece of time, and when they
//! touch.
//!
//! Time is cut into pieces, at all jumps and evenly between them. In each piece, the boxes that hold an
//! object at all its times are put into a tree, one for what moves, beside one for what does not; pairs
//! that meet there are bisected. So a pair is tested only in pieces in which it may touch. Pieces are
//! processed in batches, to bound memory; pairs are reported in their order, so the result is the same
//! for any number of threads.
//!
//! Contact and clearance are searched one after the other, and each has intervals of its own: the
//! options of a clearance do not affect contacts.

use std::collections::{BTreeMap, BTreeSet};

use impinge::bvh::Bvh;
use impinge::glam::DVec3;
use impinge::shape::Aabb;
use rayon::prelude::*;

use super::bisect::{Asked, bisect};
use super::interval::{Interval, Kind};
use super::stage::Stage;
use crate::error::Error;
use crate::excluded_pairs::ExcludedPairs;
use crate::progress::Progress;
use crate::rules::{Applied, Rules};

/// Pieces that the whole time is cut into, besides those between jumps.
pub(super) const PIECES: usize = 64;
/// The number of pieces in a batch.
const TOGETHER: usize = 256;

/// Which pairs are tested, and when.
pub(super) struct Search<'a> {
    pub stage: &'a Stage<'a>,
    pub rules: &'a Rules,
    pub applied: &'a Applied<'a>,
    pub excluded_pairs: &'a ExcludedPairs,
    pub is_ignored: &'a [bool],
    /// From when to when, in seconds.
    pub window: [f64; 2],
    pub tolerance: f64,
    /// Shorter gaps between contacts are not reported.
    pub gap: f64,
    /// Are pairs without relative motion tested?
    pub includes_still: bool,
}

/// What was found.
#[derive(Default)]
pub(super) struct Found {
    /// The pairs that are not proven to be apart at all times, the lesser number first.
    pub pairs: BTreeMap<[u32; 2], Intervals>,
    /// Pairs that come near each other,
    pub near: usize,
    /// and were not tested because they do not move against each other,
    pub still: usize,
    /// because they are links of a robot that are neighbours or disabled,
    pub excluded_links: usize,
    /// because of a rule or --between.
    pub excluded_by_rules: usize,
}

/// When a pair was not proven to be apart.
#[derive(Default)]
pub(super) struct Intervals {
    /// When it touches, or may,
    pub contact: Vec<Interval>,
    /// and when it is within its clearance, or may be, also where it touches.
    pub clearance: Vec<Interval>,
}

impl Intervals {
    /// The most severe kind of them, and when it begins first.
    pub fn begin(&self) -> Option<(Kind, f64)> {
        let of = |list: &[Interval], seen: Kind| -> Vec<(Kind, f64)> {
            let kind = |interval: &Interval| if interval.seen.is_some() { seen } else { Kind::Near };
            list.iter().map(|interval| (kind(interval), interval.from)).collect()
        };
        let all = [of(&self.contact, Kind::Contact), of(&self.clearance, Kind::Clearance)].concat();
        all.into_iter().min_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)))
    }
}

/// What is looked for.
#[derive(Clone, Copy)]
enum Sought {
    Contact,
    Clearance,
}

/// Why a pair is not tested.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Left {
    ByLinks,
    ByRules,
    Still,
}

impl Search<'_> {
    pub fn run(&self, progress: &Progress) -> Result<Found, Error> {
        let mut found = Found::default();
        self.look(Sought::Contact, &mut found, progress)?;
        if self.rules.greatest_clearance() > 0.0 {
            self.look(Sought::Clearance, &mut found, progress)?;
        }
        for Intervals { contact, clearance } in found.pairs.values_mut() {
            let touched = contact.iter().filter_map(|interval| interval.seen);
            touched.for_each(|times| clearance.iter_mut().for_each(|interval| interval.see(times)));
        }
        Ok(found)
    }

    /// Adds the intervals of all pairs. What is counted is what comes near each other in the last look, which
    /// is the widest.
    fn look(&self, sought: Sought, found: &mut Found, progress: &Progress) -> Result<(), Error> {
        let (moving, still): (Vec<u32>, Vec<u32>) = (0..self.stage.objects.len() as u32)
            .filter(|&object| !self.is_ignored[object as usize])
            .partition(|&object| self.stage.motions.is_moving(object as usize));
        let distance = match sought {
            Sought::Contact => 0.0,
            Sought::Clearance => self.rules.greatest_clearance() * (0.5 + 1e-9),
        };
        let around = |object: &u32| self.stage.around(*object, self.window, distance);
        let boxes: Vec<Aabb<DVec3>> = still.par_iter().map(around).collect::<Result<_, _>>()?;
        let still_tree = Bvh::new(&boxes);

        let mut met = BTreeMap::new();
        // What never moves is near what it is near at all times.
        still_tree.self_join(|a, b| {
            met.insert(sorted(still[a as usize], still[b as usize]), None);
        });
        for (pair, left) in &mut met {
            *left = self.left(*pair);
        }
        let pieces = self.pieces();
        progress.looking(pieces.len());
        let resting: Vec<[u32; 2]> =
            met.iter().filter(|(_, left)| left.is_none()).map(|(pair, _)| *pair).collect();
        let whole = resting.par_iter().map(|&pair| (pair, self.bisected(sought, pair, self.window)));
        for (pair, intervals) in whole.collect::<Vec<_>>() {
            found.add(sought, pair, intervals);
        }

        for pieces in pieces.chunks(TOGETHER) {
            let near = |&times: &[f64; 2]| {
                let around = |object: &u32| self.stage.around(*object, times, distance);
                let boxes: Vec<Aabb<DVec3>> = moving.iter().map(around).collect::<Result<_, _>>()?;
                let tree = Bvh::new(&boxes);
                let mut pairs = BTreeSet::new();
                tree.self_join(|a, b| {
                    pairs.insert(sorted(moving[a as usize], moving[b as usize]));
                });
                tree.join(&still_tree, |a, b| {
                    pairs.insert(sorted(moving[a as usize], still[b as usize]));
                });
                Ok((times, pairs))
            };
            let near: Vec<([f64; 2], BTreeSet<[u32; 2]>)> =
                pieces.par_iter().map(near).collect::<Result<_, Error>>()?;
            let mut tasks = Vec::new();
            for (times, pairs) in near {
                for pair in pairs {
                    if met.entry(pair).or_insert_with(|| self.left(pair)).is_none() {
                        tasks.push((pair, times));
                    }
                }
            }
            let looked = tasks.par_iter().map(|&(pair, times)| (pair, self.bisected(sought, pair, times)));
            for (pair, intervals) in looked.collect::<Vec<_>>() {
                found.add(sought, pair, intervals);
            }
            progress.advance_by(pieces.len());
        }
        let count = |why: Option<Left>| met.values().filter(|left| **left == why).count();
        found.near = count(None);
        found.still = count(Some(Left::Still));
        found.excluded_links = count(Some(Left::ByLinks));
        found.excluded_by_rules = count(Some(Left::ByRules));
        Ok(())
    }

    /// Is a pair tested, the lesser number first, if it comes near each other?
    pub fn is_tested(&self, pair: [u32; 2]) -> bool {
        self.left(pair).is_none()
    }

    fn left(&self, pair: [u32; 2]) -> Option<Left> {
        if self.excluded_pairs.contains(pair) {
            Some(Left::ByLinks)
        } else if !self.applied.is_checked(pair[0], pair[1]) {
            Some(Left::ByRules)
        } else if !self.includes_still && !self.stage.motions.is_relative(pair.map(|object| object as usize))
        {
            Some(Left::Still)
        } else {
            None
        }
    }

    fn bisected(&self, sought: Sought, pair: [u32; 2], times: [f64; 2]) -> Vec<Interval> {
        let clearance = match sought {
            Sought::Contact => 0.0,
            Sought::Clearance => match self.applied.terms(pair[0], pair[1]).clearance {
                Some(clearance) if clearance > 0.0 => clearance,
                _ => return Vec::new(),
            },
        };
        let asked = Asked { pair, clearance, tolerance: self.tolerance, gap: self.gap };
        let mut intervals = bisect(self.stage, asked, times);
        if let Some(last) = intervals.last_mut().filter(|_| self.stage.jumps_at(times[1])) {
            last.end_before(times[1]);
        }
        intervals
    }

    /// A box that holds an object all the time; none where it leaves the range of numbers.
    pub fn around(&self, object: u32) -> Option<Aabb<DVec3>> {
        let is_moving = self.stage.motions.is_moving(object as usize);
        let pieces = if is_moving { self.pieces() } else { vec![self.window] };
        let boxes = pieces.into_iter().map(|times| self.stage.around(object, times, 0.0).ok());
        boxes.reduce(|one, other| Some(one?.merge(&other?))).flatten()
    }

    /// The window in pieces without jumps, each up to the next; and its end by itself, where something jumps
    /// there.
    fn pieces(&self) -> Vec<[f64; 2]> {
        let [from, to] = self.window;
        let jumps = &self.stage.jumps;
        let even = (1..PIECES).map(|piece| from + (to - from) * (piece as f64 / PIECES as f64));
        let mut ends: Vec<f64> =
            even.chain(jumps.iter().copied()).filter(|time| from < *time && *time < to).collect();
        ends.extend([from, to]);
        ends.sort_by(f64::total_cmp);
        ends.dedup();
        let mut pieces: Vec<[f64; 2]> = ends.windows(2).map(|two| [two[0], two[1]]).collect();
        if self.stage.jumps_at(to) {
            pieces.push([to; 2]);
        }
        pieces
    }
}

fn sorted(a: u32, b: u32) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

impl Found {
    fn add(&mut self, sought: Sought, pair: [u32; 2], intervals: Vec<Interval>) {
        if intervals.is_empty() {
            return;
        }
        let of_pair = self.pairs.entry(pair).or_default();
        let list = match sought {
            Sought::Contact => &mut of_pair.contact,
            Sought::Clearance => &mut of_pair.clearance,
        };
        for interval in intervals {
            Interval::push(list, interval);
        }
    }
}
