//! Which objects of a picture move along, on which track, and where on it they are.
//!
//! Numbers in the page are `f32`; so a track has a point of its own in the midst of what rides on it, as the
//! picture has its origin.

use std::collections::BTreeMap;

use impinge::glam::DVec3;
use impinge::math::Affine;
use impinge_scene::motion::Track;
use rayon::prelude::*;

use super::mesh::Extent;
use super::motion::{Frames, Movement, OnTrack};

/// Objects that move, and the tracks that take them along.
pub(super) struct Riders {
    pub of: BTreeMap<usize, Rider>,
    pub tracks: Vec<Frames>,
}

/// An object on a track.
pub(super) struct Rider {
    /// Where it is there,
    pub below: Affine<DVec3>,
    /// around which point,
    pub middle: DVec3,
    /// and the number of the track; none if that leads too far away.
    pub track: Option<u32>,
}

impl Riders {
    /// Of all objects that are drawn, which have a box of their own.
    pub fn new(movement: &Movement, box_of: impl Fn(usize) -> Option<Extent> + Sync, origin: DVec3) -> Self {
        let mut all = movement.motions.tracks();
        for track in &mut all {
            track.objects.retain(|(id, _)| box_of(*id).is_some());
        }
        all.retain(|track| !track.objects.is_empty());
        let on_track = |track| {
            let around = around(track, &box_of);
            OnTrack { track, middle: around.min + around.size * 0.5, corners: around.corners() }
        };
        let on_tracks: Vec<OnTrack> = all.par_iter().map(on_track).collect();
        let middles: Vec<DVec3> = on_tracks.iter().map(|on_track| on_track.middle).collect();
        let sampled = movement.frames(&on_tracks, origin);
        let (mut of, mut tracks) = (BTreeMap::new(), Vec::new());
        for ((track, middle), frames) in all.into_iter().zip(middles).zip(sampled) {
            let number = frames.map(|frames| {
                tracks.push(frames);
                tracks.len() as u32 - 1
            });
            for (id, below) in track.objects {
                of.insert(id, Rider { below: below.into(), middle, track: number });
            }
        }
        Riders { of, tracks }
    }

    /// How many objects are on tracks that have fewer frames than they should.
    pub fn coarse(&self) -> usize {
        let is_coarse = |track: u32| self.tracks[track as usize].is_coarse;
        self.of.values().filter(|rider| rider.track.is_some_and(is_coarse)).count()
    }
}

/// Around all that is on a track, where it is in it.
fn around(track: &Track, box_of: impl Fn(usize) -> Option<Extent>) -> Extent {
    let placed = track.objects.iter().filter_map(|(id, below)| Some((box_of(*id)?, below)));
    let corners =
        placed.flat_map(|(extent, below)| extent.corners().map(|corner| below.transform_point3(corner)));
    let ends = corners.map(|corner| (corner, corner)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
    let (low, high) = ends.unwrap_or_default();
    Extent { min: low, size: high - low }
}
