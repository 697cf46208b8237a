//! When two objects touch, or are within a clearance: intervals of time are halved until they are proven to
//! be free, or are short.
//!
//! At the middle of an interval the objects are d apart, and until its ends they come nearer to each
//! other by m at most. If d > m, they are apart all the time, unless one is inside the other, and then
//! it is so all the time. If they are deeper in each other than m, they are in contact all the time:
//! what proves a depth, a point of the one so far within the other, or two convex bodies, does not go
//! away by less. Times between two times of contact that are no further apart than the shortest
//! reported gap are not tested: so sliding along the ground is tested at some times, and not in every
//! slice. Where frames around both are uneven by a share e, because of rounding in files, a distance
//! may also shrink or grow by that share: this counts for clearances, and not for contact, since such a
//! frame flattens nothing. Open intervals are halved; an interval as short as the tolerance gets the
//! state at its middle.
//!
//! Source: the bound on motion is the one of conservative advancement (Mirtich, "Impulse-based Dynamic
//! Simulation of Rigid Body Systems", 1996), applied to both halves instead of one after the other, so
//! that intervals of contact come out as well.

use impinge::narrow::Relation;

use super::interval::{Gap, Interval};
use super::stage::{Moment, Stage, middle};
use crate::placed_pair::PlacedPair;

/// Distances are rounded by less than this share.
const SPARE: f64 = 1e-8;
/// Depths cost more than distances: after this many in a row that proved nothing, besides one for each
/// halving, none is computed.
const MOST_DEPTHS: u32 = 4;

/// What holds for a pair of objects.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    pub pair: [u32; 2],
    /// No further apart than this is what is looked for, in metres; 0 for contact.
    pub clearance: f64,
    /// Shorter intervals are not halved, in seconds.
    pub tolerance: f64,
    /// Times of contact that are no further apart than this make one interval, in seconds.
    pub gap: f64,
}

/// What is known of an interval of time from its middle.
enum Known {
    Free,
    Always(Interval),
    /// Nothing yet.
    Open(Relation),
}

/// The intervals of a piece of time, in which nothing jumps, that are not proven to be free; in their order.
pub(super) fn bisect(stage: &Stage, asked: Asked, times: [f64; 2]) -> Vec<Interval> {
    let mut found = Vec::new();
    let most_depths = MOST_DEPTHS + halvings(times, asked.tolerance);
    let mut depths = 0;
    // Slices in their order, the next one last; each begins where the one before it ends.
    let mut waiting = vec![times];
    let mut skipping = Skipping { stage, asked, end: times[1], failed: None };
    while let Some(times) = waiting.pop() {
        let at = middle(times);
        let moment = stage.moment(asked.pair, at, times);
        let relation = match known(&moment, asked.clearance, at, times) {
            Known::Free => continue,
            Known::Always(interval) => {
                Interval::push(&mut found, interval);
                continue;
            }
            Known::Open(relation) => relation,
        };
        let is_short = times[1] - times[0] <= asked.tolerance || at == times[0] || at == times[1];
        if moment.is_still || is_short {
            Interval::push(&mut found, seen(&moment, relation, asked.clearance, at, times));
            continue;
        }
        if relation == Relation::Overlapping && depths < most_depths {
            if moment.pair.depth_at_least() > spared(moment.moves) {
                Interval::push(&mut found, Interval::seen(times, times, None));
                depths = 0;
                continue;
            }
            depths += 1;
        }
        if let Some(until) = skipping.until(&found, times[0], (at, relation)) {
            let mut end = times[1];
            while end < until {
                end = waiting.pop().map_or(until, |next| next[1]);
            }
            Interval::push(&mut found, Interval::seen([times[0], until], [until; 2], None));
            if until < end {
                waiting.push([until, end]);
            }
            continue;
        }
        // The first half is looked at first.
        waiting.extend([[at, times[1]], [times[0], at]]);
    }
    found
}

/// Times that need no test, since they lie between a time of the reported state and a time of contact,
/// near each other.
struct Skipping<'a> {
    stage: &'a Stage<'a>,
    asked: Asked,
    /// The end of all.
    end: f64,
    /// A time at which they were not in contact.
    failed: Option<f64>,
}

impl Skipping<'_> {
    /// The time of contact up to which nothing needs a test. A contact that begins now is reported at
    /// the middle of this interval.
    fn until(&mut self, found: &[Interval], now: f64, (at, relation_there): (f64, Relation)) -> Option<f64> {
        let Asked { pair, gap, .. } = self.asked;
        let [_, mut last] = found.last().filter(|last| last.to == now)?.seen?;
        let mut until = None;
        // At its very end something may jump.
        let limit = self.end.next_down();
        loop {
            let ahead = (last + gap).min(limit);
            if ahead <= last.max(now) || self.failed == Some(ahead) {
                break;
            }
            if self.stage.pair(pair, ahead).relation() == Relation::Disjoint {
                self.failed = Some(ahead);
                break;
            }
            last = ahead;
            until = Some(ahead);
        }
        until.or_else(|| Some(at).filter(|at| relation_there != Relation::Disjoint && at - last <= gap))
    }
}

/// How often a time has to be halved until it is as short as the tolerance.
fn halvings([from, to]: [f64; 2], tolerance: f64) -> u32 {
    let mut length = to - from;
    let mut count = 0;
    while length > tolerance {
        length /= 2.0;
        count += 1;
    }
    count
}

/// What follows for all times from how they are at one.
fn known(moment: &Moment, clearance: f64, at: f64, times: [f64; 2]) -> Known {
    let reach = spared(moment.moves + clearance / moment.evenness);
    // What is not a number proves nothing.
    if !reach.is_finite() {
        return Known::Open(moment.pair.relation());
    }
    if moment.apart > reach {
        return Known::Free;
    }
    let pair = &moment.pair;
    let relation = pair.relation();
    let stay_apart = !pair.are_surfaces_within(spared(moment.moves));
    // Where surfaces stay apart, what is inside stays inside.
    if relation != Relation::Disjoint && (stay_apart || moment.is_still) {
        return Known::Always(Interval::seen(times, times, None));
    }
    if relation == Relation::Disjoint && stay_apart && (clearance == 0.0 || !pair.are_surfaces_within(reach))
    {
        return Known::Free;
    }
    match (clearance > 0.0).then(|| gap(pair, at)).flatten() {
        Some(gap) if spared((gap.distance + moment.moves) / moment.evenness) <= clearance => {
            let nearest = (relation == Relation::Disjoint).then_some(gap);
            Known::Always(Interval::seen(times, times, nearest))
        }
        _ => Known::Open(relation),
    }
}

/// The reported state of a short interval.
fn seen(moment: &Moment, relation: Relation, clearance: f64, at: f64, times: [f64; 2]) -> Interval {
    if relation != Relation::Disjoint {
        return Interval::seen(times, [at; 2], None);
    }
    match gap(&moment.pair, at) {
        Some(gap) if clearance > 0.0 && gap.distance <= clearance => {
            let is_always = moment.is_still && gap.distance / moment.evenness <= clearance;
            let met = if is_always { times } else { [at; 2] };
            Interval::seen(times, met, Some(gap))
        }
        gap => Interval::unseen(times, gap),
    }
}

/// How far two objects are apart.
fn gap(pair: &PlacedPair, time: f64) -> Option<Gap> {
    pair.distance().map(|distance| Gap { time, distance })
}

/// Somewhat more.
fn spared(length: f64) -> f64 {
    length * (1.0 + SPARE)
}
