//! Tracks: objects that move as one, with their transform over time and its keys. They serve drawing, which
//! needs one motion per frame, for any number of objects in it.

use impinge::glam::DAffine3;

use super::{Local, SceneMotion};

/// Objects that move as one.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    frame: usize,
    /// The objects by their indices in [`Scene::objects`](crate::Scene::objects), each with its constant
    /// transform in the track.
    pub objects: Vec<(usize, DAffine3)>,
}

impl SceneMotion {
    /// Returns all tracks: each moving object is in exactly one.
    pub fn tracks(&self) -> Vec<Track> {
        let frames = 0..self.frames.len();
        let mut tracks: Vec<Track> = frames.map(|frame| Track { frame, objects: Vec::new() }).collect();
        for (number, object) in self.objects.iter().enumerate() {
            if let Some((frame, below)) = object {
                tracks[*frame].objects.push((number, *below));
            }
        }
        tracks.retain(|track| !track.objects.is_empty());
        tracks
    }

    /// Returns the transform from the coordinates of a track to world coordinates, at a time in
    /// seconds. Apply it after the transform of an object in the track.
    pub fn track_placement(&self, track: &Track, time: f64) -> DAffine3 {
        let chain = self.chain(Some(track.frame), None);
        chain.fold(DAffine3::IDENTITY, |map, frame| self.frames[frame].map(time) * map)
    }

    /// Returns the times of all keys that move a track, in seconds, sorted, without duplicates.
    pub fn track_keys(&self, track: &Track) -> Vec<f64> {
        self.times_of(track, Local::keys)
    }

    /// Returns the times at which a track jumps instead of moving, in seconds, sorted, without duplicates.
    /// They are among its keys.
    pub fn track_jumps(&self, track: &Track) -> Vec<f64> {
        self.times_of(track, Local::jumps)
    }

    fn times_of(&self, track: &Track, of_frame: fn(&Local) -> Vec<f64>) -> Vec<f64> {
        let chain = self.chain(Some(track.frame), None);
        let mut times: Vec<f64> = chain.flat_map(|frame| of_frame(&self.frames[frame].local)).collect();
        times.sort_by(f64::total_cmp);
        times.dedup();
        times
    }
}
