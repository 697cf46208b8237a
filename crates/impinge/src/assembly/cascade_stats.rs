//! Statistics of the cascade: how much enters and leaves each stage, and the time it takes.
//!
//! A run reports its stages to an [`Observer`]. The unit type `()` is an observer that is disabled: no clock
//! is read for it, and all calls compile to nothing.

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
    /// Triangles near the other object: those in the intersection of both boxes.
    Region,
    /// Boxes of single triangles overlap.
    TriangleBoxes,
    /// Triangle against triangle, exactly.
    Triangles,
    /// Containment and interior overlap of solids, for objects whose surfaces do not pierce each other.
    Solids,
}

impl Stage {
    /// Returns the unit that the stage counts.
    pub fn unit(self) -> StageUnit {
        match self {
            Stage::Aabb | Stage::Ball | Stage::Obb | Stage::Solids => StageUnit::ObjectPairs,
            Stage::Region => StageUnit::Triangles,
            Stage::TriangleBoxes | Stage::Triangles => StageUnit::TrianglePairs,
        }
    }

    /// Returns the machine-readable name of the stage.
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

/// Unit that a stage counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StageUnit {
    /// Pairs of objects.
    ObjectPairs,
    /// Triangles, counted once for every pair of objects for which they are tested.
    Triangles,
    /// Pairs of triangles.
    TrianglePairs,
}

impl fmt::Display for StageUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StageUnit::ObjectPairs => "object pairs",
            StageUnit::Triangles => "triangles",
            StageUnit::TrianglePairs => "triangle pairs",
        })
    }
}

/// Report of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageReport {
    /// The stage.
    pub stage: Stage,
    /// Number of units tested.
    pub entered: u64,
    /// Number of units passed on; the last triangle stage passes on the pairs that meet.
    pub left: u64,
    /// Time, summed over threads; it is never part of a result.
    pub time: Duration,
}

/// Receives progress and statistics of a run, and can end it.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
/// use glam::DVec3;
/// use impinge::assembly::{Instance, Cascade, Model, Observer, StageReport, find_collisions};
/// use impinge::math::Pose;
/// use impinge::narrow::Relation;
/// use impinge::shape::Mesh;
/// /// Ends a run after a number of pairs.
/// struct Patience { done: AtomicU64, most: u64 }
/// impl Observer for Patience {
///     fn on_stage(&self, report: StageReport) {
///         println!("{}: {} of {}", report.stage.name(), report.left, report.entered);
///     }
///     fn on_triangle_pair(&self, objects: [u32; 2], triangles: [u32; 2], relation: Relation) {
///         println!("{objects:?} meet in {triangles:?}: {relation:?}");
///     }
///     fn on_progress(&self, done: u64, _total: u64) {
///         self.done.fetch_max(done, Relaxed);
///     }
///     fn should_continue(&self) -> bool {
///         self.done.load(Relaxed) < self.most
///     }
/// }
/// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// let model = Model::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?);
/// let bodies = [0.0, 0.25, 0.5].map(|x| Instance::new(&model, Pose::from_translation(DVec3::X * x)));
/// let found = |most| find_collisions(&bodies, &Cascade::default(), &Patience { done: AtomicU64::new(0), most }).len();
/// assert_eq!((found(0), found(u64::MAX)), (0, 3));
/// # Ok::<(), impinge::shape::MeshError>(())
/// ```
pub trait Observer: Sync {
    /// Whether the observer is enabled. If not, nothing is counted or timed.
    const ENABLED: bool = true;

    /// Called after each stage.
    fn on_stage(&self, report: StageReport);

    /// Called after each pair in the triangle stages, with the number of finished pairs and the total.
    fn on_progress(&self, done: u64, total: u64) {
        let _ = (done, total);
    }

    /// Returns whether to continue the run.
    ///
    /// The run calls this before each pair, and before it computes bounding volumes. After a false, no more
    /// pairs are tested, and the run returns the collisions found so far, which are incomplete.
    fn should_continue(&self) -> bool {
        true
    }

    /// Called for two triangles that meet: the numbers of the objects, and of a triangle of each.
    ///
    /// Triangles of one pair of objects are reported in order; pairs in the order in which they finish.
    fn on_triangle_pair(&self, objects: [u32; 2], triangles: [u32; 2], relation: Relation) {
        let _ = (objects, triangles, relation);
    }
}

/// An observer behind a reference, so that the cascade is compiled once for all observers. The constant of
/// [`Observer`] keeps that trait from being a trait object itself.
pub trait AnyObserver: Sync {
    /// [`Observer::ENABLED`].
    fn is_enabled(&self) -> bool;
    /// [`Observer::on_stage`].
    fn on_stage(&self, report: StageReport);
    /// [`Observer::on_progress`].
    fn on_progress(&self, done: u64, total: u64);
    /// [`Observer::should_continue`].
    fn should_continue(&self) -> bool;
    /// [`Observer::on_triangle_pair`].
    fn on_triangle_pair(&self, objects: [u32; 2], triangles: [u32; 2], relation: Relation);
}

impl<O: Observer> AnyObserver for O {
    fn is_enabled(&self) -> bool {
        O::ENABLED
    }
    fn on_stage(&self, report: StageReport) {
        Observer::on_stage(self, report);
    }
    fn on_progress(&self, done: u64, total: u64) {
        Observer::on_progress(self, done, total);
    }
    fn should_continue(&self) -> bool {
        Observer::should_continue(self)
    }
    fn on_triangle_pair(&self, objects: [u32; 2], triangles: [u32; 2], relation: Relation) {
        Observer::on_triangle_pair(self, objects, triangles, relation);
    }
}

impl Observer for () {
    const ENABLED: bool = false;
    fn on_stage(&self, _report: StageReport) {}
}

/// An observer that stores the reports.
///
/// ```
/// use glam::DVec3;
/// use impinge::assembly::{Instance, Cascade, StageUnit, CascadeStats, Model, Stage, find_collisions};
/// use impinge::math::Pose;
/// use impinge::narrow::Relation;
/// use impinge::shape::Mesh;
/// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// let model = Model::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?);
/// let bodies = [0.0, 0.25, 9.0].map(|x| Instance::new(&model, Pose::from_translation(DVec3::X * x)));
/// let funnel = CascadeStats::default();
/// find_collisions(&bodies, &Cascade::default(), &funnel);
/// let reports = funnel.reports();
/// // Of three pairs, one has boxes that overlap.
/// assert_eq!((reports[0].stage, reports[0].left), (Stage::Aabb, 1));
/// assert_eq!((Stage::TriangleBoxes.name(), Stage::TriangleBoxes.unit()), ("triangle_boxes", StageUnit::TrianglePairs));
/// # Ok::<(), impinge::shape::MeshError>(())
/// ```
#[derive(Debug, Default)]
pub struct CascadeStats(Mutex<Vec<StageReport>>);

impl CascadeStats {
    /// Returns the reports of the stages so far, in the order in which they ran.
    pub fn reports(&self) -> Vec<StageReport> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Observer for CascadeStats {
    fn on_stage(&self, report: StageReport) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(report);
    }
}

/// Units that passed a stage, for some of the pairs.
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

/// Counts of the stages that test pairs of objects one by one.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    pub region: Passed,
    pub boxes: Passed,
    pub triangles: Passed,
    pub solids: Passed,
}

impl Counts {
    /// Returns the counts before any pair: the time to build trees.
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

/// A clock that runs only for enabled observers.
pub(super) struct Stopwatch(Option<Instant>);

impl Stopwatch {
    pub fn start(is_wanted: bool) -> Self {
        Stopwatch(is_wanted.then(Instant::now))
    }

    pub fn elapsed(&self) -> Option<Duration> {
        self.0.map(|start| start.elapsed())
    }
}
