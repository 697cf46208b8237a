//! How objects move, for the page: where what moves as one is at some times. Between two of these the page goes straight on.
//!
//! The times are those of all keys, both sides of each jump, and the ends of what the report tells; between them so many more that
//! corners stray by no more than a share of the size of what moves, as far as three times between each two tell. Of what would need
//! more frames than its share of the page, they are spread evenly.

use std::collections::BTreeMap;

use glam::{DAffine3, DVec3};
use impinge_scene::motion::{Motions, Track};
use serde::Serialize;

use super::mesh::Base64;
use super::picture::FARTHEST;

/// So far corners may stray, as a share of the size of what moves: less than a pixel, where it fills the window.
const STRAY: f64 = 2e-4;
/// For all tracks together: some eight megabytes.
const MOST_FRAMES: usize = 100_000;
/// A piece of time between two keys is not halved more often than this.
const MOST_HALVINGS: u32 = 10;

/// How a scene moves, and which times matter.
pub(crate) struct Movement<'a> {
    pub motions: &'a Motions,
    /// From when to when, in seconds.
    pub window: [f64; 2],
    /// For objects by number, the times that the report tells of them.
    pub told: BTreeMap<usize, Vec<f64>>,
}

/// Where a track is at some times.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Frames {
    /// In seconds, as `f64`, in order; of two that are the same, the first is how a jump begins.
    times: Base64,
    /// For each, three columns and a translation, around the origin of the picture, as `f32`.
    poses: Base64,
    /// Has it fewer times than it should?
    #[serde(skip)]
    pub is_coarse: bool,
}

impl Movement<'_> {
    /// How many frames each of some tracks may have.
    pub(super) fn room(tracks: usize) -> usize {
        (MOST_FRAMES / tracks.max(1)).max(2)
    }

    /// Where a track takes what is around a point in it; none if that is too far away. `corners` are those of a box around what moves.
    pub(super) fn frames(
        &self,
        track: &Track,
        (middle, corners): (DVec3, &[DVec3; 8]),
        origin: DVec3,
        room: usize,
    ) -> Option<Frames> {
        let sampled = self.sampled(track, corners, room);
        let is_coarse = sampled.is_none();
        let frames = sampled.unwrap_or_else(|| self.even(track, room));
        let (mut times, mut poses) = (Base64::default(), Base64::default());
        for (time, pose) in frames {
            times.0.extend(time.to_le_bytes());
            let pose = DAffine3 { translation: pose.transform_point3(middle) - origin, ..pose };
            let numbers = pose.to_cols_array().map(|number| number as f32);
            if !numbers.iter().all(|number| number.abs() < FARTHEST) {
                return None;
            }
            poses.0.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        Some(Frames { times, poses, is_coarse })
    }

    /// At all times that are needed; none if there is no room for so many.
    fn sampled(&self, track: &Track, corners: &[DVec3; 8], room: usize) -> Option<Vec<(f64, DAffine3)>> {
        let [from, to] = self.window;
        let told = track.objects.iter().filter_map(|(object, _)| self.told.get(object)).flatten().copied();
        let mut times = self.motions.track_keys(track);
        times.extend(told);
        times.retain(|time| from < *time && *time < to);
        times.extend(self.window);
        times.sort_by(f64::total_cmp);
        times.dedup();
        if times.len() > room {
            return None;
        }
        let jumps = self.motions.track_jumps(track);
        let pose = |time: f64| self.motions.track_placement(track, time);
        let sizes = times.iter().map(|&time| size(&pose(time), corners));
        let way = Way { pose: &pose, corners, stray: STRAY * sizes.fold(0.0, f64::max), room };
        let mut frames = vec![(from, pose(from))];
        for piece in times.windows(2) {
            let jumps_there = jumps.contains(&piece[1]);
            // Just before the jump it is still on its way.
            let end = if jumps_there { piece[1].next_down() } else { piece[1] };
            way.fill(&mut frames, (end, pose(end)), MOST_HALVINGS);
            if jumps_there {
                frames.push((piece[1], pose(end)));
            }
            frames.push((piece[1], pose(piece[1])));
            if frames.len() > room {
                return None;
            }
        }
        Some(frames)
    }

    fn even(&self, track: &Track, room: usize) -> Vec<(f64, DAffine3)> {
        let [from, to] = self.window;
        let last = (room - 1) as f64;
        let time = |number: usize| from + (to - from) * (number as f64 / last);
        (0..room).map(time).map(|time| (time, self.motions.track_placement(track, time))).collect()
    }
}

/// The way of a track.
struct Way<'a, Pose: Fn(f64) -> DAffine3> {
    pose: &'a Pose,
    corners: &'a [DVec3; 8],
    /// In metres.
    stray: f64,
    room: usize,
}

impl<Pose: Fn(f64) -> DAffine3> Way<'_, Pose> {
    /// Adds what is needed between the last frame and the next one, without that.
    fn fill(&self, frames: &mut Vec<(f64, DAffine3)>, next: (f64, DAffine3), halvings: u32) {
        let Some(&last) = frames.last() else { return };
        let time = |share: f64| last.0 + (next.0 - last.0) * share;
        // Not the middle alone: what goes there and back may be right in it.
        let strays = |share: f64| {
            let placed = (self.pose)(time(share));
            let far = |corner: &DVec3| {
                let straight = last.1.transform_point3(*corner).lerp(next.1.transform_point3(*corner), share);
                placed.transform_point3(*corner).distance(straight)
            };
            self.corners.iter().map(far).fold(0.0, f64::max) > self.stray
        };
        if halvings == 0 || frames.len() > self.room || ![0.5, 0.25, 0.75].into_iter().any(strays) {
            return;
        }
        let middle = (time(0.5), (self.pose)(time(0.5)));
        self.fill(frames, middle, halvings - 1);
        frames.push(middle);
        self.fill(frames, next, halvings - 1);
    }
}

/// The longest diagonal of a placed box.
fn size(pose: &DAffine3, corners: &[DVec3; 8]) -> f64 {
    let [one, other] =
        [0, 7].map(|flip| [0, 1, 2, 3].map(|corner| pose.transform_point3(corners[corner ^ flip])));
    one.into_iter().zip(other).map(|(one, other)| one.distance(other)).fold(0.0, f64::max)
}
