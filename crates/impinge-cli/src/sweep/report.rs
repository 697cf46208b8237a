//! The result of a sweep, in the form of the JSON report. Everything in it is the same for every run on the
//! same files.

use impinge::glam::DVec3;
use impinge::math::Unit;
use impinge::narrow::Relation;
use serde::Serialize;

use super::interval::{Gap, Interval, Kind, nearer};
use super::search::{Found, Intervals};
use super::stage::Stage;
use crate::report::{
    AnyKind, Changes, DistanceKind, Listed, ObjectName, Status, coordinates, id_of, is_zero,
};
use crate::rules::{Applied, Rules, Severity};
use crate::warning::Warning;

/// The name of this form. The number grows when a program that reads the form would have to change.
pub(crate) const SCHEMA: &str = "impinge-sweep/2";
/// At so many times of contact it is looked how deep two objects are.
const MOST_DEPTHS: usize = 8;

/// What was swept and what was found. The fields are written in this order.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// The scene files, as they were given.
    pub files: Vec<String>,
    /// The animations that were played.
    pub animations: Vec<Played>,
    /// The file of --trajectory.
    pub trajectory: Option<String>,
    /// The rules of the run.
    pub rules: Rules,
    /// From when, in seconds,
    pub from: f64,
    /// to when,
    pub to: f64,
    /// and how precisely.
    pub tolerance: f64,
    /// Gaps between contacts that are no longer than this may be missing.
    pub shortest_gap: f64,
    /// All objects of all files, in the order of the files. An object's id is its place in this list.
    pub objects: Vec<Object>,
    /// Pairs that were not proven to be apart at all times, those that come first first.
    pub pairs: Vec<Pair>,
    pub counts: Counts,
    /// What has changed since the report of `--baseline`; null without one.
    pub baseline: Option<Changes>,
    /// What was left out or looked wrong.
    pub warnings: Vec<Warning>,
}

/// An animation of a file.
#[derive(Debug, Serialize)]
pub(super) struct Played {
    pub file: String,
    /// Its place in the file, from 0.
    pub number: usize,
    /// Its name; empty if it has none.
    pub name: String,
}

/// An object of the scene.
#[derive(Debug, Serialize)]
pub(super) struct Object {
    /// Its place in the list, from 0.
    pub id: u32,
    /// The name that the file gives it. Several objects may have the same.
    pub name: String,
    /// File name, then the names down to the object. No other object has the same.
    pub path: String,
    /// How many triangles it has.
    pub triangles: usize,
    /// Does it move, itself or with what it is part of?
    pub moves: bool,
    /// Was it left out (`--ignore`)?
    pub ignored: bool,
}

/// Two objects that touch, or were not proven to be apart.
#[derive(Debug, Serialize)]
pub(super) struct Pair {
    /// Names the pair, the same in every run and in `check`.
    pub id: String,
    pub a: ObjectName,
    pub b: ObjectName,
    /// The most severe of its intervals.
    pub kind: Kind,
    /// The first time of that kind.
    pub first: Start,
    /// When they may touch, the same with and without a clearance: at all other times they do not. Then when
    /// they may be within the clearance: at all other times they are further apart. Either in order.
    pub intervals: Vec<Times>,
    /// How they are when they were last known to be apart before that, or at the beginning.
    pub approach: Option<Approach>,
    /// The deepest of some times at which they were seen in contact.
    pub deepest: Option<Depth>,
    /// The nearest that they were seen apart, within the intervals or at the approach.
    pub nearest: Option<Gap>,
    /// The rule that it falls to, by its place in the list of rules; null if to none.
    pub rule: Option<usize>,
    /// How much it matters.
    pub severity: Severity,
    /// Is it in the report of `--baseline`, or accepted? Null without a baseline, unless it is.
    pub status: Option<Status>,
    /// Why it is accepted. Written if `impinge.toml` gives a reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Listed for Pair {
    fn id(&self) -> &str {
        &self.id
    }

    fn sides(&self) -> [&ObjectName; 2] {
        [&self.a, &self.b]
    }

    fn kind(&self) -> AnyKind {
        AnyKind::InMotion(self.kind)
    }

    fn severity(&self) -> Severity {
        self.severity
    }

    fn status(&self) -> Option<Status> {
        self.status
    }

    fn mark(&mut self, status: Status) {
        self.status = Some(status);
    }

    fn accept(&mut self, reason: Option<&str>) {
        self.status = Some(Status::Accepted);
        self.reason = reason.map(str::to_owned);
    }
}

/// How an interval begins, in seconds.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Start {
    /// Before this they were proven to be apart; null at the beginning.
    pub free_until: Option<f64>,
    /// At this time they were seen no further apart than the clearance; null if they were not.
    pub within_clearance_by: Option<f64>,
    /// At this time they were seen in contact; null if they were not, or in an interval of the clearance.
    pub touches_by: Option<f64>,
}

/// How an interval ends, in seconds.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct End {
    /// Until this time they were seen in contact; null if they were not, or in an interval of the clearance.
    pub touches_until: Option<f64>,
    /// Until this time they were seen no further apart than the clearance; null if they were not.
    pub within_clearance_until: Option<f64>,
    /// From this time on they are proven to be apart; null at the end.
    pub free_from: Option<f64>,
}

/// An interval of time.
#[derive(Debug, Serialize)]
pub(super) struct Times {
    pub kind: Kind,
    /// The distance that it is about, in metres: they are further apart at all other times; null if it is
    /// about contact.
    pub clearance: Option<f64>,
    pub from: Start,
    pub to: End,
}

/// Two objects at a time.
#[derive(Debug, Serialize)]
pub(super) struct Approach {
    /// In seconds.
    pub time: f64,
    /// In metres; 0 if they touch, or are in each other.
    pub distance: f64,
    /// The nearest point of a,
    pub point_a: [f64; 3],
    /// and of b.
    pub point_b: [f64; 3],
    /// A unit vector from a to b; null if they touch.
    pub normal: Option<[f64; 3]>,
}

/// How deep two objects are in each other at a time.
#[derive(Debug, Serialize)]
pub(super) struct Depth {
    /// In seconds.
    pub time: f64,
    /// In metres, negative, as in `check`; 0 if they only touch, or nothing among the floats parts them.
    pub distance: f64,
    pub distance_kind: DistanceKind,
}

/// How many of what.
#[derive(Debug, Default, Serialize)]
pub(super) struct Counts {
    pub contact: usize,
    pub clearance: usize,
    pub near: usize,
    /// Pairs that came near each other and were tested.
    pub tested: usize,
    /// Near each other, but without moving against each other: left to `check`, unless --include-still.
    pub still: usize,
    /// Near each other, but neighbouring links of a robot, or disabled in an SRDF file.
    pub excluded_links: usize,
    /// Near each other, but excluded by a rule or --between.
    pub excluded_by_rules: usize,
    /// Not proven to be apart, but not measured, and not listed (`--max-measured`). Written if there are any.
    #[serde(skip_serializing_if = "is_zero")]
    pub not_measured: usize,
}

impl Report {
    /// Is anything in it that counts?
    pub fn has_findings(&self) -> bool {
        self.counts.not_measured > 0 || self.pairs.iter().any(Listed::is_finding)
    }
}

impl Counts {
    pub fn of(pairs: &[Pair], found: &Found) -> Self {
        let kind = |kind: Kind| pairs.iter().filter(|pair| pair.kind == kind).count();
        Counts {
            contact: kind(Kind::Contact),
            clearance: kind(Kind::Clearance),
            near: kind(Kind::Near),
            tested: found.near,
            still: found.still,
            excluded_links: found.excluded_links,
            excluded_by_rules: found.excluded_by_rules,
            not_measured: 0,
        }
    }
}

/// The report entry of a pair; none if there is no interval.
pub(super) fn pair(
    stage: &Stage,
    applied: &Applied,
    numbers: [u32; 2],
    Intervals { contact, clearance }: &Intervals,
    window: [f64; 2],
) -> Option<Pair> {
    let name = |id: u32| {
        let object = &stage.objects[id as usize];
        ObjectName::of(id, &object.name, &object.path)
    };
    let [a, b] = numbers.map(name);
    let terms = applied.terms(numbers[0], numbers[1]);
    let all = contact.iter().map(|interval| (interval, times(interval, None, window)));
    let within = clearance.iter().map(|interval| (interval, times(interval, terms.clearance, window)));
    let all: Vec<(&Interval, Times)> = all.chain(within).collect();
    let kind = all.iter().map(|(_, times)| times.kind).min()?;
    let (first, begins) = all.iter().find(|(_, times)| times.kind == kind)?;
    // Where they jump to is no approach.
    let jumps = first.from > window[0] && stage.jumps_at(first.from);
    let before = if jumps { first.from.next_down() } else { first.from };
    let approach = approach(stage, numbers, before);
    let apart = approach.as_ref().filter(|approach| approach.distance > 0.0);
    let apart = apart.map(|approach| Gap { time: approach.time, distance: approach.distance });
    let gaps = all.iter().map(|(interval, _)| interval.nearest);
    Some(Pair {
        id: id_of(&a.path, &b.path),
        a,
        b,
        kind,
        first: begins.from,
        deepest: deepest(stage, numbers, contact),
        nearest: gaps.chain([apart]).fold(None, nearer),
        approach,
        intervals: all.into_iter().map(|(_, times)| times).collect(),
        rule: applied.rule(numbers[0], numbers[1]),
        severity: terms.severity,
        status: None,
        reason: None,
    })
}

/// The times of an interval in the report: of contact, or of a clearance.
fn times(interval: &Interval, clearance: Option<f64>, [begin, end]: [f64; 2]) -> Times {
    let (first, last) = interval.seen.map(|[first, last]| (first, last)).unzip();
    let kind = match (first, clearance) {
        (None, _) => Kind::Near,
        (Some(_), None) => Kind::Contact,
        (Some(_), Some(_)) => Kind::Clearance,
    };
    let touching = |time: Option<f64>| time.filter(|_| clearance.is_none());
    Times {
        kind,
        clearance,
        from: Start {
            free_until: Some(interval.from).filter(|from| *from > begin),
            within_clearance_by: first,
            touches_by: touching(first),
        },
        to: End {
            touches_until: touching(last),
            within_clearance_until: last,
            free_from: Some(interval.to).filter(|to| *to < end),
        },
    }
}

fn approach(stage: &Stage, numbers: [u32; 2], time: f64) -> Option<Approach> {
    let pair = stage.pair(numbers, time);
    let nearest = pair.nearest()?;
    let is_in = nearest.distance == 0.0 || pair.relation() != Relation::Disjoint;
    let [point_a, point_b] = nearest.points;
    let normal = Unit::new(point_b - point_a).ok().filter(|_| !is_in).map(Unit::get);
    Some(Approach {
        time,
        distance: if is_in { 0.0 } else { nearest.distance },
        point_a: coordinates(point_a),
        point_b: coordinates(point_b),
        normal: normal.map(|normal: DVec3| coordinates(normal)),
    })
}

/// The deepest of some times of contact, spread evenly over all that there are.
fn deepest(stage: &Stage, numbers: [u32; 2], contact: &[Interval]) -> Option<Depth> {
    let contacts: Vec<[f64; 2]> = contact.iter().filter_map(|interval| interval.seen).collect();
    let all: f64 = contacts.iter().map(|[first, last]| last - first).sum();
    // The time at which so much of it has passed.
    let after = |mut share: f64| {
        for &[first, last] in &contacts {
            if share <= last - first {
                return Some((first + share).min(last));
            }
            share -= last - first;
        }
        contacts.last().map(|[_, last]| *last)
    };
    let depth = |time: f64| {
        let pair = stage.pair(numbers, time);
        let depth = pair.depth();
        let are_overlapping = depth.is_some() || pair.relation() == Relation::Overlapping;
        let (distance, distance_kind) = DistanceKind::from_depth(depth, are_overlapping);
        Depth { time, distance, distance_kind }
    };
    let times = (0..MOST_DEPTHS).filter_map(|number| after(all * (number as f64 + 0.5) / MOST_DEPTHS as f64));
    times.map(depth).reduce(|best, next| if next.distance < best.distance { next } else { best })
}
