//! The way of a track: at which times the page has it, so that it may go straight on in between.
//!
//! It stops at all keys, at both sides of each jump, and at the times in the report. Between two stops
//! there are so many more frames that corners stray by no more than a share of the size of what moves,
//! estimated from three times in each interval.

use impinge::glam::{DAffine3, DVec3};
use impinge_scene::motion::{SceneMotion, Track};

use super::motion::Movement;

/// So far corners may stray, as a share of the size of what moves: less than a pixel, where it fills the
/// window.
pub(super) const STRAY: f64 = 2e-4;
/// Where there is no room for that, so often is four times as much tried.
const MOST_COARSENINGS: u32 = 8;
/// A piece of time between two stops is not halved more often than this.
const MOST_HALVINGS: u32 = 10;

/// When, in seconds, and where to a track takes what is on it.
pub(super) type Frame = (f64, DAffine3);

pub(super) struct Way<'a> {
    motions: &'a SceneMotion,
    track: &'a Track,
    /// Of a box around what moves.
    corners: [DVec3; 8],
    stops: Vec<Stop>,
    /// Its size, the greatest at any stop, in metres.
    size: f64,
    /// Were stops left out?
    pub is_thin: bool,
}

/// A time at which the page should have the track.
#[derive(Clone, Copy)]
struct Stop {
    /// In seconds.
    time: f64,
    /// Then it needs a frame for each side.
    jumps: bool,
    /// An end, a jump or a time in the report: left out last.
    is_vital: bool,
}

impl<'a> Way<'a> {
    pub fn new(movement: &Movement<'a>, track: &'a Track, corners: [DVec3; 8]) -> Self {
        let [from, to] = movement.window;
        let motions = movement.motions;
        let told = track.objects.iter().filter_map(|(object, _)| movement.told.get(object)).flatten();
        let mut vital = motions.track_jumps(track);
        let jumps = vital.clone();
        vital.extend(told);
        vital.extend(movement.window);
        vital.sort_by(f64::total_cmp);
        let mut times = motions.track_keys(track);
        times.extend(&vital);
        times.retain(|time| from <= *time && *time <= to);
        times.sort_by(f64::total_cmp);
        times.dedup();
        let holds =
            |sorted: &[f64], time: f64| sorted.binary_search_by(|other| other.total_cmp(&time)).is_ok();
        let stop = |time: f64| Stop {
            time,
            // Before the start there is no side.
            jumps: time > from && holds(&jumps, time),
            is_vital: holds(&vital, time),
        };
        let stops: Vec<Stop> = times.into_iter().map(stop).collect();
        let mut way = Way { motions, track, corners, stops, size: 0.0, is_thin: false };
        way.size = way.stops.iter().map(|stop| diagonal(&way.pose(stop.time), &corners)).fold(0.0, f64::max);
        way
    }

    /// How many frames its stops need.
    pub fn least(&self) -> usize {
        self.stops.iter().map(Stop::frames).sum()
    }

    /// Leaves out stops, spread evenly, until there is room for the others: of keys first.
    pub fn thin(&mut self, room: usize) {
        if self.least() <= room {
            return;
        }
        self.is_thin = true;
        let (vital, keys): (Vec<Stop>, Vec<Stop>) = self.stops.iter().partition(|stop| stop.is_vital);
        let need: usize = vital.iter().map(Stop::frames).sum();
        self.stops = if need <= room {
            [spread(&keys, room - need), vital].concat()
        } else {
            // Each may be a jump; the ends stay.
            spread(&vital, (room / 2).max(2))
        };
        self.stops.sort_by(|one, other| one.time.total_cmp(&other.time));
    }

    /// The stops and what is needed between them, if there is room for that.
    pub fn frames(&self, stray: f64, room: usize) -> Option<Vec<Frame>> {
        let first = self.stops.first()?;
        let mut filling = Filling { way: self, stray: stray * self.size, room, frames: Vec::new() };
        filling.frames.push((first.time, self.pose(first.time)));
        for stop in &self.stops[1..] {
            // Just before a jump it is still on its way.
            let end = if stop.jumps { stop.time.next_down() } else { stop.time };
            let before = self.pose(end);
            filling.between((end, before), MOST_HALVINGS);
            if stop.jumps {
                filling.frames.push((stop.time, before));
            }
            filling.frames.push((stop.time, self.pose(stop.time)));
            if filling.frames.len() > room {
                return None;
            }
        }
        Some(filling.frames)
    }

    /// The stops, and as much between them as there is room for.
    pub fn coarse_frames(&self, room: usize) -> Vec<Frame> {
        let strays = (1..=MOST_COARSENINGS).map(|power| STRAY * 4_f64.powi(power as i32));
        let found = strays.chain([f64::INFINITY]).find_map(|stray| self.frames(stray, room));
        found.unwrap_or_default()
    }

    fn pose(&self, time: f64) -> DAffine3 {
        self.motions.track_placement(self.track, time)
    }
}

impl Stop {
    fn frames(&self) -> usize {
        1 + usize::from(self.jumps)
    }
}

/// The frames of a way as they are found.
struct Filling<'a, 'w> {
    way: &'w Way<'a>,
    /// In metres.
    stray: f64,
    room: usize,
    frames: Vec<Frame>,
}

impl Filling<'_, '_> {
    /// Adds what is needed between the last frame and the next one, without that.
    fn between(&mut self, next: Frame, halvings: u32) {
        let Some(&last) = self.frames.last() else { return };
        let time = |share: f64| last.0 + (next.0 - last.0) * share;
        // Not the middle alone: what goes there and back may be right in it.
        let strays = |share: f64| {
            let placed = self.way.pose(time(share));
            let far = |corner: &DVec3| {
                let straight = last.1.transform_point3(*corner).lerp(next.1.transform_point3(*corner), share);
                placed.transform_point3(*corner).distance(straight)
            };
            self.way.corners.iter().map(far).fold(0.0, f64::max) > self.stray
        };
        if halvings == 0 || self.frames.len() > self.room || ![0.5, 0.25, 0.75].into_iter().any(strays) {
            return;
        }
        let middle = (time(0.5), self.way.pose(time(0.5)));
        self.between(middle, halvings - 1);
        self.frames.push(middle);
        self.between(next, halvings - 1);
    }
}

/// So many of some, from the first to the last.
fn spread(stops: &[Stop], count: usize) -> Vec<Stop> {
    let count = count.min(stops.len());
    let gaps = count.saturating_sub(1).max(1);
    (0..count).map(|number| stops[number * (stops.len() - 1) / gaps]).collect()
}

/// The longest diagonal of a placed box.
fn diagonal(pose: &DAffine3, corners: &[DVec3; 8]) -> f64 {
    let [one, other] =
        [0, 7].map(|flip| [0, 1, 2, 3].map(|corner| pose.transform_point3(corners[corner ^ flip])));
    one.into_iter().zip(other).map(|(one, other)| one.distance(other)).fold(0.0, f64::max)
}
