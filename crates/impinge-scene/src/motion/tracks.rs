//! What moves as one: the objects of a frame, where it takes them, and when the way in which it does so changes. For those who draw
//! motions, which is done for each frame once, however many objects are in it.

use glam::DAffine3;

use super::{Local, Motions};

/// Objects that move as one.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    frame: usize,
    /// The objects by their places in [`Scene::objects`](crate::Scene::objects), each with where it is in the track at all times.
    pub objects: Vec<(usize, DAffine3)>,
}

impl Motions {
    /// Everything that moves, each object in one track.
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

    /// From the coordinates of a track to those of the world, at a time in seconds. After it comes where an object is in the track.
    pub fn track_placement(&self, track: &Track, time: f64) -> DAffine3 {
        let chain = self.chain(Some(track.frame), None);
        chain.fold(DAffine3::IDENTITY, |map, frame| self.frames[frame].map(time) * map)
    }

    /// The times of all keys that move a track, in seconds, each once, in order.
    pub fn track_keys(&self, track: &Track) -> Vec<f64> {
        self.times_of(track, Local::keys)
    }

    /// When a track jumps instead of moving, in seconds, each time once, in order; these are keys of it.
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
