//! How objects move, for the page: where what moves as one is at some times. Between two of these the page
//! goes straight on.
//!
//! Tracks share the room of a page. What one does not need goes to tracks that need more; stops come
//! first (see [`Way`]), then what is needed to go round between them. A track that gets less than it
//! needs is coarse, and the page shows this.

use std::collections::BTreeMap;

use impinge::glam::{DAffine3, DVec3};
use impinge_scene::motion::{SceneMotion, Track};
use rayon::prelude::*;
use serde::Serialize;

use super::mesh::Base64;
use super::picture::FARTHEST;
use super::way::{Frame, STRAY, Way};

/// For all tracks together: some eight megabytes.
const MOST_FRAMES: usize = 100_000;

/// How a scene moves, and which times matter.
pub(crate) struct Movement<'a> {
    pub motions: &'a SceneMotion,
    /// From when to when, in seconds.
    pub window: [f64; 2],
    /// For objects by number, the times that the report tells of them.
    pub told: BTreeMap<usize, Vec<f64>>,
}

/// A track with the box around what is on it.
pub(super) struct OnTrack<'a> {
    pub track: &'a Track,
    /// Poses in the page take along what is around this.
    pub middle: DVec3,
    pub corners: [DVec3; 8],
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
    /// Where each track takes what is on it; none if that is too far away.
    pub(super) fn frames(&self, tracks: &[OnTrack], origin: DVec3) -> Vec<Option<Frames>> {
        let mut ways: Vec<Way> = tracks.par_iter().map(|on| Way::new(self, on.track, on.corners)).collect();
        let needs: Vec<usize> = ways.iter().map(Way::least).collect();
        for (way, room) in ways.iter_mut().zip(shares(&needs, MOST_FRAMES)) {
            way.thin(room);
        }
        let frames = filled(&ways);
        let encoded = ways.iter().zip(tracks).zip(frames).map(|((way, on), (frames, is_whole))| {
            encode(&frames, on.middle, origin, way.is_thin || !is_whole)
        });
        encoded.collect()
    }
}

/// The frames of each way, and whether these are all that it needs. What some leave is shared by the others,
/// until none has enough.
fn filled(ways: &[Way]) -> Vec<(Vec<Frame>, bool)> {
    let stops: usize = ways.iter().map(Way::least).sum();
    let mut left = MOST_FRAMES.saturating_sub(stops);
    let mut found: Vec<Option<Vec<Frame>>> = ways.iter().map(|_| None).collect();
    loop {
        let open: Vec<usize> = (0..ways.len()).filter(|&number| found[number].is_none()).collect();
        let share = left / open.len().max(1);
        let fitting = |&number: &usize| ways[number].frames(STRAY, ways[number].least() + share);
        let fits: Vec<Option<Vec<Frame>>> = open.par_iter().map(fitting).collect();
        if fits.iter().all(Option::is_none) {
            let coarse = |(way, frames): (&Way, Option<Vec<Frame>>)| match frames {
                Some(frames) => (frames, true),
                None => (way.coarse_frames(way.least() + share), false),
            };
            return ways.par_iter().zip(found).map(coarse).collect();
        }
        for (number, frames) in open.into_iter().zip(fits) {
            left -= frames.as_ref().map_or(0, |frames| frames.len() - ways[number].least());
            found[number] = frames;
        }
    }
}

/// What each gets of a total, where the least needs are met first and what is left is shared evenly; two at
/// least.
fn shares(needs: &[usize], total: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..needs.len()).collect();
    order.sort_by_key(|&place| needs[place]);
    let (mut shares, mut left) = (vec![0; needs.len()], total);
    for (number, place) in order.into_iter().enumerate() {
        shares[place] = needs[place].min((left / (needs.len() - number)).max(2));
        left = left.saturating_sub(shares[place]);
    }
    shares
}

/// None if it is too far away.
fn encode(frames: &[Frame], middle: DVec3, origin: DVec3, is_coarse: bool) -> Option<Frames> {
    let (mut times, mut poses) = (Base64::default(), Base64::default());
    for (time, pose) in frames {
        times.0.extend(time.to_le_bytes());
        let pose = DAffine3 { translation: pose.transform_point3(middle) - origin, ..*pose };
        let numbers = pose.to_cols_array().map(|number| number as f32);
        if !numbers.iter().all(|number| number.abs() < FARTHEST) {
            return None;
        }
        poses.0.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }
    Some(Frames { times, poses, is_coarse })
}
