//! Times in which two objects touch, or are nearer than a clearance; or may.

use serde::{Deserialize, Serialize};

/// The relation of two objects at a time, the most severe first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// They were seen to touch, or to be in each other.
    Contact,
    /// They were seen nearer to each other than the clearance.
    Clearance,
    /// Neither was seen, and neither could be ruled out.
    #[default]
    Near,
}

impl Kind {
    /// Its name in all forms of the report.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Contact => "contact",
            Kind::Clearance => "clearance",
            Kind::Near => "near",
        }
    }
}

/// Times, from one up to another, at which two objects were not proven to be apart. Those in a row make one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Interval {
    pub from: f64,
    pub to: f64,
    /// The first and the last time at which what was looked for was seen: contact, or no more distance than
    /// the clearance.
    pub seen: Option<[f64; 2]>,
    /// The nearest that they were seen apart, with the time.
    pub nearest: Option<Gap>,
}

/// A distance at a time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Gap {
    /// In seconds.
    pub time: f64,
    /// In metres.
    pub distance: f64,
}

impl Interval {
    /// In which it was seen from one time to another, and how far apart they were then, if they were.
    pub fn seen([from, to]: [f64; 2], seen: [f64; 2], nearest: Option<Gap>) -> Self {
        Interval { from, to, seen: Some(seen), nearest }
    }

    /// In which it was not seen.
    pub fn unseen([from, to]: [f64; 2], nearest: Option<Gap>) -> Self {
        Interval { from, to, seen: None, nearest }
    }

    /// Adds when something was seen that is a case of it: what touches is within any clearance.
    pub fn see(&mut self, times: [f64; 2]) {
        for time in times.into_iter().filter(|time| (self.from..=self.to).contains(time)) {
            let [first, last] = self.seen.unwrap_or([time; 2]);
            self.seen = Some([first.min(time), last.max(time)]);
        }
    }

    /// Adds what comes after all that is in a list.
    pub fn push(list: &mut Vec<Interval>, next: Interval) {
        match list.last_mut() {
            Some(last) if last.to == next.from => last.extend(next),
            _ => list.push(next),
        }
    }

    /// Nothing was seen at a time, as everything jumps there: the last that was seen is the moment before,
    /// unless all is at that time.
    pub fn end_before(&mut self, time: f64) {
        if let Some([_, last]) = self.seen.as_mut().filter(|[_, last]| *last == time) {
            *last = time.next_down().max(self.from);
        }
    }

    fn extend(&mut self, next: Interval) {
        self.to = next.to;
        self.seen = match (self.seen, next.seen) {
            (Some([first, _]), Some([_, last])) => Some([first, last]),
            (one, other) => one.or(other),
        };
        self.nearest = nearer(self.nearest, next.nearest);
    }
}

/// The one with the lesser distance; of equals the first.
pub(super) fn nearer(one: Option<Gap>, other: Option<Gap>) -> Option<Gap> {
    match (one, other) {
        (Some(one), Some(other)) if other.distance < one.distance => Some(other),
        (one, other) => one.or(other),
    }
}
