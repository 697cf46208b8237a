//! The result of a check, in the form of the JSON report.
//!
//! Everything in it but the times is the same for every run on the same files, whatever the platform and the
//! number of threads.

mod changes;
mod listed;
mod pair;
mod pair_id;

use std::time::Duration;

use impinge::assembly::StageReport;
use impinge::glam::DVec3;
use impinge::shape::Aabb;
use impinge_scene::{Placement, SceneFile};
use serde::Serialize;

use crate::limit;
use crate::rules::{Rules, Severity};
use crate::warning::{INTERRUPTED, NOTHING_CHECKED, Warning};

pub(crate) use changes::{AnyKind, Changes, Resolved, Status};
pub(crate) use impinge_query::DistanceKind;
pub(crate) use listed::Listed;
pub(crate) use pair::{Counts, Kind, ObjectName, Pair, Side, is_zero};
pub(crate) use pair_id::{id_of, ids_of_pairs, is_id};

/// The name of this form. The number grows when a program that reads the form would have to change.
pub(crate) const SCHEMA: &str = "impinge-check/2";

/// What was checked and what was found. The fields are written in this order.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Report {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// Is it all? Not so if the check was interrupted or limited: then some pairs that collide are missing.
    pub complete: bool,
    #[serde(skip)]
    pub is_interrupted: bool,
    /// The scene files, as they were given.
    pub files: Vec<String>,
    /// How each of them was read.
    pub read_as: Vec<ReadAs>,
    /// The rules of the run.
    pub rules: Rules,
    /// All objects of all files, in the order of the files. An object's id is its place in this list.
    pub objects: Vec<Object>,
    /// Collisions, the deepest first. Pairs that touch, are near or not deep are listed according to
    /// the rules.
    pub pairs: Vec<Pair>,
    /// Pairs that belong together, the group of the deepest first.
    pub groups: Vec<Group>,
    /// How many pairs of each kind there are, whether listed or not.
    pub counts: Counts,
    /// What has changed since the report of `--baseline`; null without one.
    pub baseline: Option<Changes>,
    /// What was left out or looked wrong.
    pub warnings: Vec<Warning>,
    /// What each stage of the search did.
    pub cascade: Vec<Stage>,
}

impl Report {
    /// The objects that something is near and whose surface is not closed, so that what is inside of them is
    /// not known.
    pub fn open(&self) -> impl Iterator<Item = &Object> {
        self.objects.iter().filter(|object| object.closed == Some(false))
    }

    /// Why it was not finished; nothing if it was.
    pub fn interruption(&self) -> Option<&Warning> {
        self.shortfall().filter(|_| self.is_interrupted)
    }

    /// Why it is not all; nothing if it is.
    pub fn shortfall(&self) -> Option<&Warning> {
        let place = if self.is_interrupted { INTERRUPTED } else { limit::OPTION };
        self.warnings.iter().find(|warning| warning.place == place).filter(|_| !self.complete)
    }

    /// Why no pair was tested; `None` if some were.
    pub fn nothing_checked(&self) -> Option<&Warning> {
        self.warnings.iter().find(|warning| warning.place == NOTHING_CHECKED)
    }

    /// Is anything in it that counts: a pair that is an error, has not been accepted, and was not there
    /// before?
    pub fn has_findings(&self) -> bool {
        self.counts.not_measured > 0 || self.pairs.iter().any(Listed::is_finding)
    }
}

/// How a file was read.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ReadAs {
    /// The file, as it was given.
    pub file: String,
    /// Its format, by content.
    pub format: String,
    /// How long its unit is, in metres.
    pub metres_per_unit: f64,
    /// Does the file define its unit? Otherwise an option sets it, or it is the metre.
    pub has_unit: bool,
    /// The up axis; null if unknown.
    pub up: Option<String>,
    /// The pose of the file; null if it is not set.
    pub placed: Option<Placed>,
}

/// Where a file was put: turned, then moved.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Placed {
    /// In metres.
    pub translation: [f64; 3],
    /// About x, then y, then z, in degrees.
    pub rotation_deg: [f64; 3],
}

impl From<Placement> for Placed {
    fn from(placement: Placement) -> Self {
        Placed { translation: placement.translation.to_array(), rotation_deg: placement.degrees }
    }
}

impl From<&SceneFile> for ReadAs {
    fn from(file: &SceneFile) -> Self {
        ReadAs {
            file: file.file.display().to_string(),
            format: file.format.to_string(),
            metres_per_unit: file.metres_per_unit,
            has_unit: file.has_unit,
            up: file.up.map(|up| up.to_string()),
            placed: file.placement.map(Placed::from),
        }
    }
}

/// An object of the scene.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Object {
    /// Its place in the list, from 0.
    pub id: u32,
    /// The name that the file gives it. Several objects may have the same.
    pub name: String,
    /// File name, then the names down to the object. No other object has the same.
    pub path: String,
    /// How many triangles it has.
    pub triangles: usize,
    /// The box around it, in metres; null if there is none.
    pub bounds: Option<Bounds>,
    /// Has all of its surface an inside? Of an open one, what lies within is not found. Null where nothing is
    /// near it, so that it does not matter.
    pub closed: Option<bool>,
    /// Was it left out of the check (`--ignore`)?
    pub ignored: bool,
}

/// A box along the axes, in metres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Bounds {
    /// The least coordinates.
    pub min: [f64; 3],
    /// The greatest coordinates.
    pub max: [f64; 3],
}

impl Bounds {
    /// Around both.
    pub fn around(self, other: Self) -> Self {
        let each = |choose: fn(f64, f64) -> f64, one: [f64; 3], other: [f64; 3]| {
            std::array::from_fn(|axis| choose(one[axis], other[axis]))
        };
        Bounds { min: each(f64::min, self.min, other.min), max: each(f64::max, self.max, other.max) }
    }
}

impl From<Aabb<DVec3>> for Bounds {
    fn from(bounds: Aabb<DVec3>) -> Self {
        Bounds { min: coordinates(bounds.min()), max: coordinates(bounds.max()) }
    }
}

/// Pairs that belong together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Group {
    /// Its place in the list, from 0.
    pub id: usize,
    /// The kind of its most severe pair.
    pub kind: Kind,
    /// The severity of its most severe pair.
    pub severity: Severity,
    /// Id of the object that all pairs share; null if there is one pair only, or they are grouped by place.
    pub object: Option<u32>,
    /// A box around the overlap boxes of its pairs, in metres; null if they have none.
    pub overlap_box: Option<Bounds>,
    /// The status of its pairs if all have the same; otherwise `new`, or null, if any is.
    pub status: Option<Status>,
    /// How many pairs are in it.
    pub pairs: usize,
    /// The distance of the most severe of them, in metres.
    pub distance: f64,
}

/// What a stage of the search did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Stage {
    /// Its name.
    pub stage: &'static str,
    /// What it counts.
    pub unit: String,
    /// The number of entries tested.
    pub entered: u64,
    /// How many it passed on.
    pub left: u64,
    /// The duration, all threads together. Written only on request, because no two runs agree on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milliseconds: Option<f64>,
}

impl Stage {
    pub fn new(report: &StageReport, is_timed: bool) -> Self {
        // To the microsecond: more digits would be noise.
        let milliseconds = is_timed.then(|| (report.time.as_secs_f64() * 1e6).round() / 1e3);
        Stage {
            stage: report.stage.name(),
            unit: report.stage.unit().to_string(),
            entered: report.entered,
            left: report.left,
            milliseconds,
        }
    }
}

/// How long the parts of a run took, by the clock on the wall.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    /// The files were read.
    pub reading: Duration,
    /// All pairs that collide were found.
    pub checking: Duration,
    /// It was found how deep they are, and where.
    pub measuring: Duration,
}

/// Coordinates as they are written. Adding 0 makes −0 the same as 0.
pub(crate) fn coordinates(point: DVec3) -> [f64; 3] {
    (point + DVec3::ZERO).to_array()
}
