//! Motion of objects: nested frames, each fixed or moving, and bounds of the displacement.
//!
//! The pose of an object at a time is the product of the fixed and moving transforms from the world to the
//! object; [`SceneMotion::placement`] computes it. [`SceneMotion::displacement`] bounds how far any point of
//! an object gets from its position at one time, over all times of an interval. With P for the parents, L
//! for the moving transform, and x for a point,
//!
//! |P(t)·L(t)·x − P(s)·L(s)·x| ≤ ‖P(t)‖·|L(t)·x − L(s)·x| + |P(t)·y − P(s)·y|, where y = L(s)·x,
//!
//! so the bound is computed from frame to frame upwards, with a ball that contains the object at the time s.
//! For two objects, only the frames below their common frame count: two wheels of a car do not approach each
//! other because the car moves.
//!
//! Bounds hold for real numbers and are rounded up; the rounding of placed objects is reported
//! separately ([`Displacement::rounding`]). Sines come from `libm`, so results are equal on every
//! machine.

mod animations;
mod frame;
mod timeline;
mod tracks;
mod turns;
mod vectors;

use std::collections::BTreeMap;

use impinge::glam::DAffine3;

use frame::Lengthening;

pub use animations::{Animation, Animations};
pub use frame::LocalBall;
pub(crate) use frame::{Frame, Local};
pub(crate) use timeline::Timeline;
pub use tracks::Track;
pub(crate) use turns::{Turns, unit};
pub(crate) use vectors::{CubicKey, Vectors};

/// How many numbers frames are found by: their parent, and where they are at two times.
const KNOWN: usize = 25;

/// Which share of the numbers that are added up is rounded in a frame, with much to spare: where the object
/// is, and the keys that it is computed from, which may be much larger.
const ROUNDED: f64 = 1e-14;
/// The bounds themselves are rounded by less than this share.
const SPARE: f64 = 1e-12;

/// The motion of the objects of a scene, by their indices in [`Scene::objects`](crate::Scene::objects).
///
/// ```
/// use impinge::glam::{DAffine3, DVec3};
/// use impinge_scene::motion::{Displacement, LocalBall, SceneMotion, RelativeDisplacement};
/// use impinge_scene::robot::{Robot, RobotOptions, Trajectory};
/// let xml = "<robot name='lift'>\
///     <link name='rail'><collision><geometry><box size='1 1 1'/></geometry></collision></link>\
///     <link name='cabin'><collision><geometry><box size='1 1 1'/></geometry></collision></link>\
///     <joint name='hoist' type='prismatic'><parent link='rail'/><child link='cabin'/>\
///     <axis xyz='0 0 1'/><limit lower='0' upper='9'/></joint></robot>";
/// let robot = Robot::from_xml("lift.urdf".as_ref(), xml)?;
/// let bodies = robot.instances(&RobotOptions::default())?;
/// let up = Trajectory::from_csv("up.csv".as_ref(), b"time,hoist\n0,0\n2,4\n")?;
/// let start = robot.default_configuration();
/// let (mut motions, warnings): (SceneMotion, _) = robot.motions(&bodies, &start, &up)?;
/// assert!(warnings.is_empty());
/// // The rail is at rest, and the cabin moves relative to it.
/// assert!(!motions.is_moving(0) && motions.is_moving(1) && motions.is_placed() && motions.is_relative([0, 1]));
/// assert_eq!((motions.span(), motions.jumps()), (Some([0.0, 2.0]), vec![]));
/// assert_eq!(motions.placement(1, 1.0).map(|map| map.translation), Some(DVec3::Z * 2.0));
/// assert_eq!(motions.placement(0, 1.0), None);
/// // From half way it moves up or down by at most 2 m, and changes its distance to the rail by as much.
/// let ball = LocalBall::from_points([DVec3::splat(-0.5), DVec3::splat(0.5)]);
/// let far: Displacement = motions.displacement(1, ball, 1.0, [0.0, 2.0]);
/// let nearer: RelativeDisplacement = motions.relative_displacement([0, 1], [ball; 2], 1.0, [0.0, 2.0]);
/// assert!([far.total(), nearer.total()].iter().all(|total| (2.0..2.001).contains(total)));
/// // Objects that move as one are a track, drawn by its keys.
/// let tracks = motions.tracks();
/// assert_eq!((tracks.len(), tracks[0].objects[0].0), (1, 1));
/// assert_eq!((motions.track_keys(&tracks[0]), motions.track_jumps(&tracks[0])), (vec![0.0, 2.0], vec![]));
/// assert_eq!(motions.track_placement(&tracks[0], 2.0).translation, DVec3::Z * 4.0);
/// // A second lift, 5 m beside it, whose objects come after these two.
/// let mut second = motions.clone();
/// second.transform(DAffine3::from_translation(DVec3::X * 5.0));
/// motions.append(second, 2);
/// assert_eq!(motions.placement(3, 2.0).map(|map| map.translation), Some(DVec3::new(5.0, 0.0, 4.0)));
/// # Ok::<(), impinge_scene::SceneError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneMotion {
    /// Parents come before what is in them.
    frames: Vec<Frame>,
    /// For each frame, by how much lengths in it are lengthened in the world, at any time.
    lengthening: Vec<Lengthening>,
    /// For each frame, the innermost one of it and those around it that moves at all: keys may all be the
    /// same.
    movers: Vec<Option<usize>>,
    /// The frames that are in some place at some times, to find those that move alike.
    known: BTreeMap<[u64; KNOWN], Vec<usize>>,
    /// For each object its frame and its constant transform in it; `None` for objects that never move.
    objects: Vec<Option<(usize, DAffine3)>>,
    /// The animations of the files, in their order, whether they are played or not.
    pub animations: Vec<Animation>,
}

/// Upper bounds of how far points of an object get.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Displacement {
    /// By motion, in metres; exactly 0 if the object does not move.
    pub motion: f64,
    /// By the rounding of placed objects, in metres.
    pub rounding: f64,
}

impl Displacement {
    /// Returns the sum of both.
    pub fn total(self) -> f64 {
        self.motion + self.rounding
    }
}

/// How the distance of two points, one of each object, changes until other times.
///
/// Let W be the transform of a frame that contains both objects, at a time s and at another one t. Let v be
/// the difference of the points within it, σ and Σ the least and the greatest factor by which W lengthens at
/// any time, and μ the maximum displacement of v. The distance is *d* = |W(s)·v(s)| ≤ Σ·|v(s)|, so
///
/// |W(t)·v(t)| ≥ σ·(|v(s)| − μ) ≥ σ/Σ·(*d* − Σ·μ), and likewise |W(t)·v(t)| ≤ Σ/σ·(*d* + Σ·μ).
///
/// Here Σ·μ is the motion, and σ/Σ the evenness. So points further apart than the motion stay apart, however
/// uneven W is. As W flattens nothing, two images touch exactly where the originals do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RelativeDisplacement {
    /// By motion, in metres; exactly 0 if the objects do not move relative to each other.
    pub motion: f64,
    /// By the rounding of placed objects, in metres.
    pub rounding: f64,
    /// A distance shrinks at most by this factor and grows at most by its inverse, because common frames may
    /// lengthen unevenly, or differently at different times. From 0.99999 to 1.
    pub evenness: f64,
}

impl RelativeDisplacement {
    /// Returns the sum of motion and rounding.
    pub fn total(self) -> f64 {
        self.motion + self.rounding
    }
}

impl SceneMotion {
    /// Returns whether an object moves at any time. Equal keys are no motion.
    pub fn is_moving(&self, object: usize) -> bool {
        self.mover(object).is_some()
    }

    /// Returns whether any object has a motion, even one with a single key that holds at all times.
    pub fn is_placed(&self) -> bool {
        self.objects.iter().any(Option::is_some)
    }

    /// Returns whether two objects move relative to each other.
    ///
    /// They do not if no frame moves them. They also do not if the same frame moves both and keeps their
    /// distance, up to a relative 10⁻⁵: it has no moving scale, and does not rotate within a frame that
    /// scales unevenly.
    pub fn is_relative(&self, [a, b]: [usize; 2]) -> bool {
        let frame = self.mover(a);
        frame != self.mover(b) || frame.is_some_and(|frame| !self.lengthening[frame].is_even())
    }

    /// Returns the times of the first and the last key, in seconds; `None` if nothing moves.
    pub fn span(&self) -> Option<[f64; 2]> {
        let used = self.objects.iter().flatten().flat_map(|(frame, _)| self.chain(Some(*frame), None));
        let mut is_used = vec![false; self.frames.len()];
        used.for_each(|frame| is_used[frame] = true);
        let spans = self.frames.iter().zip(is_used).filter(|(_, is_used)| *is_used);
        let spans = spans.filter_map(|(frame, _)| frame.span());
        spans.reduce(|[a, b], [c, d]| [f64::min(a, c), f64::max(b, d)])
    }

    /// Returns the times at which anything jumps instead of moving, sorted, without duplicates. Bounds for an
    /// interval hold up to its end, and for the end itself only if nothing jumps there.
    pub fn jumps(&self) -> Vec<f64> {
        let mut jumps: Vec<f64> = self.frames.iter().flat_map(|frame| frame.local.jumps()).collect();
        jumps.sort_by(f64::total_cmp);
        jumps.dedup();
        jumps
    }

    /// Returns the transform from the coordinates of an object's mesh to world coordinates, at a time
    /// in seconds. `None` for objects that never move, whose transform is
    /// [`Object::transform`](crate::Object::transform).
    ///
    /// Before its first key and after its last one, everything keeps the value of that key.
    pub fn placement(&self, object: usize, time: f64) -> Option<DAffine3> {
        let (frame, below) = self.objects.get(object).copied().flatten()?;
        Some(self.chain(Some(frame), None).fold(below, |map, frame| self.frames[frame].map(time) * map))
    }

    /// Bounds how far any point in a ball around an object gets from its position at the time `at`, for all
    /// times from `times[0]` up to `times[1]`, exclusive. `at` must be between them.
    pub fn displacement(&self, object: usize, ball: LocalBall, at: f64, times: [f64; 2]) -> Displacement {
        let moved = self.climb(object, ball, None, at, times);
        Displacement { motion: moved.motion, rounding: moved.rounding }
    }

    /// Bounds how much the distance of two objects can change from its value at one time: the displacements
    /// of both, below their common frame.
    ///
    /// A frame that changes shapes, by a scale that moves or differs along the axes, is not used as a common
    /// frame. Rounding in files does not count as such; it is reported as [`RelativeDisplacement::evenness`].
    pub fn relative_displacement(
        &self,
        objects: [usize; 2],
        balls: [LocalBall; 2],
        at: f64,
        times: [f64; 2],
    ) -> RelativeDisplacement {
        let common = self.common(objects);
        // Where the common frame is in the world matters for what is rounded there.
        let [a, b] = [0, 1].map(|side| {
            let below = self.climb(objects[side], balls[side], common, at, times);
            let above = self.climb(objects[side], balls[side], None, at, times);
            (below.motion, above.rounding)
        });
        let around = common.map_or(Lengthening::NONE, |frame| self.lengthening[frame]);
        RelativeDisplacement {
            motion: (a.0 + b.0) * around.most,
            rounding: a.1 + b.1,
            evenness: around.evenness(),
        }
    }

    /// Appends the motions of a scene whose objects come after the first `objects` objects of this one.
    pub fn append(&mut self, other: SceneMotion, objects: usize) {
        let first = self.frames.len();
        let parent = |frame: Frame| Frame { parent: frame.parent.map(|parent| parent + first), ..frame };
        self.frames.extend(other.frames.into_iter().map(parent));
        self.learn(first);
        self.lengthening.extend(other.lengthening);
        self.movers.extend(other.movers.into_iter().map(|mover| mover.map(|mover| mover + first)));
        self.objects.resize(objects, None);
        let moved = |(frame, below): (usize, DAffine3)| (frame + first, below);
        self.objects.extend(other.objects.into_iter().map(|object| object.map(moved)));
        self.animations.extend(other.animations);
    }

    /// Transforms the whole world, by a rotation or translation.
    pub fn transform(&mut self, map: DAffine3) {
        for frame in self.frames.iter_mut().filter(|frame| frame.parent.is_none()) {
            frame.fixed = map * frame.fixed;
        }
        self.known.clear();
        self.learn(0);
        // Rotations are rounded, so frames may lengthen a little more or less than before.
        self.lengthening.clear();
        for frame in &self.frames {
            let above = self.lengthening_around(frame);
            self.lengthening.push(above.after(frame.lengthening()));
        }
    }

    /// Adds a frame, and returns its number. If an equal frame exists, with the same parent and the
    /// same keys, it returns that one: so objects in either do not move against each other.
    pub(crate) fn add_frame(&mut self, frame: Frame) -> usize {
        let known = self.known.entry(known_by(&frame)).or_default();
        if let Some(&same) = known.iter().find(|&&other| self.frames[other] == frame) {
            return same;
        }
        let number = self.frames.len();
        known.push(number);
        let above = self.lengthening_around(&frame);
        self.lengthening.push(above.after(frame.lengthening()));
        let mover =
            if frame.is_still() { frame.parent.and_then(|parent| self.movers[parent]) } else { Some(number) };
        self.movers.push(mover);
        self.frames.push(frame);
        number
    }

    /// Where the frames from one on are, which are new or have moved.
    fn learn(&mut self, first: usize) {
        for (number, frame) in self.frames.iter().enumerate().skip(first) {
            self.known.entry(known_by(frame)).or_default().push(number);
        }
    }

    /// By how much what is around a frame lengthens; parents come first.
    fn lengthening_around(&self, frame: &Frame) -> Lengthening {
        frame.parent.map_or(Lengthening::NONE, |parent| self.lengthening[parent])
    }

    /// An object is in a frame.
    pub(crate) fn place(&mut self, object: usize, frame: usize, below: DAffine3) {
        self.objects.resize(self.objects.len().max(object + 1), None);
        self.objects[object] = Some((frame, below));
    }

    fn frame_of(&self, object: usize) -> Option<usize> {
        self.objects.get(object).copied().flatten().map(|(frame, _)| frame)
    }

    /// The innermost frame that moves an object.
    fn mover(&self, object: usize) -> Option<usize> {
        self.frame_of(object).and_then(|frame| self.movers[frame])
    }

    /// A frame and those around it, from within, up to one that is left out.
    fn chain(&self, frame: Option<usize>, until: Option<usize>) -> impl Iterator<Item = usize> {
        let chain = std::iter::successors(frame, |&frame| self.frames[frame].parent);
        chain.take_while(move |&frame| Some(frame) != until)
    }

    /// The innermost frame that two objects have in common and that keeps shapes, but for what files round,
    /// as do all around it.
    fn common(&self, [a, b]: [usize; 2]) -> Option<usize> {
        let (mut a, mut b) = (self.frame_of(a), self.frame_of(b));
        // Parents have lesser numbers, so the greater of both is in the other or beside it.
        while a != b {
            let inner = if a > b { &mut a } else { &mut b };
            *inner = inner.and_then(|frame| self.frames[frame].parent);
        }
        self.chain(a, None).find(|&frame| self.lengthening[frame].is_even())
    }

    /// How far an object gets within a frame around it, or in the world.
    fn climb(
        &self,
        object: usize,
        ball: LocalBall,
        until: Option<usize>,
        at: f64,
        times: [f64; 2],
    ) -> Displacement {
        let Some((innermost, below)) = self.objects.get(object).copied().flatten() else {
            return Displacement { motion: 0.0, rounding: 0.0 };
        };
        let mut around = ball.transform(&below);
        // What is further out lengthens what happens further in; it is divided out again on the way up.
        let chain: Vec<usize> = self.chain(Some(innermost), until).collect();
        let stretches: Vec<f64> = chain.iter().map(|&frame| self.frames[frame].stretch(at, times)).collect();
        let mut lengthened = vec![1.0; chain.len()];
        for level in (1..chain.len()).rev() {
            lengthened[level - 1] = lengthened[level] * stretches[level];
        }
        let (mut motion, mut rounding) = (0.0, 0.0);
        for (level, &frame) in chain.iter().enumerate() {
            let frame = &self.frames[frame];
            let fixed = frame::stretch(&frame.fixed.matrix3);
            let moved = frame.local.displacement(&around, at, times);
            let before = around.reach();
            let numbers = frame.local.numbers(&around);
            around = around.transform(&frame.map(at));
            motion += lengthened[level] * fixed * moved;
            let largest = stretches[level] * (before + moved)
                + fixed * numbers
                + around.reach()
                + frame.fixed.translation.length();
            rounding += lengthened[level] * largest * ROUNDED;
        }
        Displacement { motion: motion * (1.0 + SPARE), rounding }
    }
}

/// Numbers that are the same for frames that are the same, and for few others.
fn known_by(frame: &Frame) -> [u64; KNOWN] {
    let [first, last] = frame.span().unwrap_or_default();
    let middle = first * 0.5 + last * 0.5;
    let places = [first, middle].into_iter().flat_map(|time| frame.map(time).to_cols_array());
    let mut numbers = [frame.parent.map_or(0, |parent| parent as u64 + 1); KNOWN];
    for (number, place) in numbers[1..].iter_mut().zip(places) {
        *number = place.to_bits();
    }
    numbers
}

#[cfg(test)]
mod tests {
    use impinge::glam::DVec3;

    use super::*;

    /// Also among those that came from another scene, or were turned with the world.
    #[test]
    fn a_frame_that_is_there_is_not_added_again() {
        let frame = |x: f64, parent| Frame {
            parent,
            fixed: DAffine3::from_translation(DVec3::X * x),
            local: Local::Slide { axis: DVec3::Z, way: Timeline::constant(Vectors::Linear(vec![[0.5]])) },
        };
        let mut motions = SceneMotion::default();
        assert_eq!([frame(1.0, None), frame(2.0, Some(0))].map(|frame| motions.add_frame(frame)), [0, 1]);
        motions.append(motions.clone(), 0);
        motions.transform(DAffine3::from_translation(DVec3::X * 2.0));
        assert_eq!((motions.add_frame(frame(3.0, None)), motions.add_frame(frame(2.0, Some(2)))), (0, 3));
        assert_eq!(motions.add_frame(frame(1.0, None)), 4);
    }
}
