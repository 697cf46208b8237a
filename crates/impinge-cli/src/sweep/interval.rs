//! Times in which two objects touch, or may.

use serde::Serialize;

/// How two objects are to each other at a time, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    /// They were seen to touch, or to be in each other.
    Contact,
    /// They were seen nearer to each other than the clearance.
    Clearance,
    /// Neither was seen, and neither could be ruled out.
    Near,
}

impl Kind {
    /// The word for it in all forms of the report.
    pub fn word(self) -> &'static str {
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
    /// The first and the last time at which they were seen in contact,
    pub contact: Option<[f64; 2]>,
    /// or no further apart than the clearance, or in contact.
    pub met: Option<[f64; 2]>,
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
    /// In which they touch all the time.
    pub fn contact(times: [f64; 2]) -> Self {
        Interval { contact: Some(times), met: Some(times), ..Interval::unseen(times) }
    }

    /// At one time of which they touch.
    pub fn touched(times: [f64; 2], at: f64) -> Self {
        Interval { contact: Some([at; 2]), met: Some([at; 2]), ..Interval::unseen(times) }
    }

    /// In which they are within the clearance all the time, or at one time of it.
    pub fn within(times: [f64; 2], met: [f64; 2], gap: Gap) -> Self {
        Interval { met: Some(met), nearest: Some(gap), ..Interval::unseen(times) }
    }

    /// In which nothing was seen.
    pub fn near(times: [f64; 2], nearest: Option<Gap>) -> Self {
        Interval { nearest, ..Interval::unseen(times) }
    }

    fn unseen([from, to]: [f64; 2]) -> Self {
        Interval { from, to, contact: None, met: None, nearest: None }
    }

    pub fn kind(&self) -> Kind {
        match (self.contact, self.met) {
            (Some(_), _) => Kind::Contact,
            (None, Some(_)) => Kind::Clearance,
            (None, None) => Kind::Near,
        }
    }

    /// Adds what comes after all that is in a list.
    pub fn push(list: &mut Vec<Interval>, next: Interval) {
        match list.last_mut() {
            Some(last) if last.to == next.from => last.extend(next),
            _ => list.push(next),
        }
    }

    /// Nothing was seen at a time, as everything jumps there: the last that was seen is the moment before, unless all is at that time.
    pub fn end_before(&mut self, time: f64) {
        for last in [&mut self.contact, &mut self.met].into_iter().flatten().filter(|last| last[1] == time) {
            last[1] = time.next_down().max(self.from);
        }
    }

    fn extend(&mut self, next: Interval) {
        let both = |one: Option<[f64; 2]>, other: Option<[f64; 2]>| match (one, other) {
            (Some([first, _]), Some([_, last])) => Some([first, last]),
            (one, other) => one.or(other),
        };
        self.to = next.to;
        self.contact = both(self.contact, next.contact);
        self.met = both(self.met, next.met);
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
