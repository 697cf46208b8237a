//! The funnel: how much entered and left each stage, and what it cost.
//!
//! A run tells an [`Observer`] of its stages. The unit type `()` is one that does not listen: for it no clock is read
//! and all calls compile to nothing.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::clock::Instant;
use crate::narrow::Relation;

/// A stage of the cascade, cheapest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Stage {
    /// Axis-aligned boxes of the objects overlap.
    Aabb,
    /// Bounding balls overlap.
    Ball,
    /// Oriented boxes overlap.
    Obb,
    /// Triangles near the other object: those in the region that both boxes share.
    Region,
    /// Boxes of single triangles overlap.
    TriangleBoxes,
    /// Triangle against triangle, exactly.
    Triangles,
    /// Which solids hold which, among objects whose surfaces do not pierce each other.
    Solids,
}

impl Stage {
    /// What the stage looks at.
    pub fn unit(self) -> Counted {
        match self {
            Stage::Aabb | Stage::Ball | Stage::Obb | Stage::Solids => Counted::ObjectPairs,
            Stage::Region => Counted::Triangles,
            Stage::TriangleBoxes | Stage::Triangles => Counted::TrianglePairs,
        }
    }

    /// A name for machines.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Aabb => "aabb",
            Stage::Ball => "ball",
            Stage::Obb => "obb",
            Stage::Region => "region",
            Stage::TriangleBoxes => "triangle_boxes",
            Stage::Triangles => "triangles",
            Stage::Solids => "solids",
        }
    }
}

/// What a stage counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Counted {
    /// Pairs of objects.
    ObjectPairs,
    /// Triangles, once for every pair of objects that they are looked at for.
    Triangles,
    /// Pairs of triangles.
    TrianglePairs,
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Counted::ObjectPairs => "object pairs",
            Counted::Triangles => "triangles",
            Counted::TrianglePairs => "triangle pairs",
        })
    }
}

/// What a stage did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageReport {
    /// Which one.
    pub stage: Stage,
    /// How many it looked at.
    pub entered: u64,
    /// How many it passed on; of the triangle stages the last one passes on the pairs that meet.
    pub left: u64,
    /// What it took, summed over threads; never part of a result.
    pub time: Duration,
}

/// Listens to a run.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
/// use glam::DVec3;
/// use impinge::cull::{Body, Cascade, Model, Observer, StageReport, collisions};
/// use impinge::math::Pose;
/// use impinge::shape::Mesh;
/// /// Ends a run once so many pairs are done.
/// struct Patience { done: AtomicU64, most: u64 }
/// impl Observer for Patience {
///     fn stage(&self, report: StageReport) {
///         println!("{}: {} of {}", report.stage.name(), report.left, report.entered);
///     }
///     fn progress(&self, done: u64, _total: u64) {
///         self.done.fetch_max(done, Relaxed);
///     }
///     fn goes_on(&self) -> bool {
///         self.done.load(Relaxed) < self.most
///     }
/// }
/// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// let model = Model::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?);
/// let bodies = [0.0, 0.25, 0.5].map(|x| Body::new(&model, Pose::from_translation(DVec3::X * x)));
/// let found = |most| collisions(&bodies, &Cascade::default(), &Patience { done: AtomicU64::new(0), most }).len();
/// assert_eq!((found(0), found(u64::MAX)), (0, 3));
/// # Ok::<(), impinge::shape::MeshError>(())
/// ```
pub trait Observer: Sync {
    /// Does it want to know? If not, nothing is counted or timed.
    const LISTENS: bool = true;

    /// A stage is over.
    fn stage(&self, report: StageReport);

    /// So many of the object pairs that reached the triangle stages are done.
    fn progress(&self, done: u64, total: u64) {
        let _ = (done, total);
    }

    /// Does the run go on? Asked before each pair, and before volumes are made. Once it does not, no more are looked at, and what was found
    /// so far is told, which is not all.
    fn goes_on(&self) -> bool {
        true
    }

    /// Triangles of two objects meet: the numbers of the objects, and of a triangle of each. Those of one pair come in order; of
    /// several pairs, whichever is done first.
    fn meeting(&self, objects: [u32; 2], triangles: [u32; 2], relation: Relation) {
        let _ = (objects, triangles, relation);
    }
}

impl Observer for () {
    const LISTENS: bool = false;
    fn stage(&self, _report: StageReport) {}
}

/// An observer that keeps the reports.
///
/// ```
/// use glam::DVec3;
/// use impinge::cull::{Body, Cascade, Counted, Funnel, Model, Stage, collisions};
/// use impinge::math::Pose;
/// use impinge::shape::Mesh;
/// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// let model = Model::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?);
/// let bodies = [0.0, 0.25, 9.0].map(|x| Body::new(&model, Pose::from_translation(DVec3::X * x)));
/// let funnel = Funnel::default();
/// collisions(&bodies, &Cascade::default(), &funnel);
/// let reports = funnel.reports();
/// // Of three pairs, one has boxes that overlap.
/// assert_eq!((reports[0].stage, reports[0].left), (Stage::Aabb, 1));
/// assert_eq!((Stage::TriangleBoxes.name(), Stage::TriangleBoxes.unit()), ("triangle_boxes", Counted::TrianglePairs));
/// # Ok::<(), impinge::shape::MeshError>(())
/// ```
#[derive(Debug, Default)]
pub struct Funnel(Mutex<Vec<StageReport>>);

impl Funnel {
    /// The stages so far, in the order in which they ran.
    pub fn reports(&self) -> Vec<StageReport> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Observer for Funnel {
    fn stage(&self, report: StageReport) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(report);
    }
}

/// What passed a stage, for some of the pairs.
#[derive(Clone, Copy, Default)]
pub(super) struct Passed {
    pub entered: u64,
    pub left: u64,
    pub time: Duration,
}

impl Passed {
    fn add(self, other: Self) -> Self {
        Passed {
            entered: self.entered + other.entered,
            left: self.left + other.left,
            time: self.time + other.time,
        }
    }
}

/// What the stages did that look at pairs of objects one by one.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    pub region: Passed,
    pub boxes: Passed,
    pub triangles: Passed,
    pub solids: Passed,
}

impl Counts {
    /// Before any pair: the time it took to build trees.
    pub fn of_trees(time: Option<Duration>) -> Self {
        let region = Passed { time: time.unwrap_or_default(), ..Passed::default() };
        Counts { region, ..Counts::default() }
    }

    pub fn add(self, other: &Self) -> Self {
        Counts {
            region: self.region.add(other.region),
            boxes: self.boxes.add(other.boxes),
            triangles: self.triangles.add(other.triangles),
            solids: self.solids.add(other.solids),
        }
    }

    pub fn reports(&self) -> [StageReport; 4] {
        [
            (Stage::Region, self.region),
            (Stage::TriangleBoxes, self.boxes),
            (Stage::Triangles, self.triangles),
            (Stage::Solids, self.solids),
        ]
        .map(|(stage, Passed { entered, left, time })| StageReport { stage, entered, left, time })
    }
}

/// Runs only if somebody looks.
pub(super) struct Stopwatch(Option<Instant>);

impl Stopwatch {
    pub fn start(is_wanted: bool) -> Self {
        Stopwatch(is_wanted.then(Instant::now))
    }

    pub fn elapsed(&self) -> Option<Duration> {
        self.0.map(|start| start.elapsed())
    }
}
