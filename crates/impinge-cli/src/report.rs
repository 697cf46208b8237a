//! The result of a check, in the form of the JSON report.
//!
//! Everything in it but the times is the same for every run on the same files, whatever the platform and the number of
//! threads.

use glam::DVec3;
use impinge::cull::{Collision, StageReport};
use impinge::shape::Aabb;
use serde::Serialize;

/// The name of this form. The number grows when a program that reads the form would have to change.
pub(crate) const SCHEMA: &str = "impinge-check/1";

/// What was checked and what was found. The fields are written in this order.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Report {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// The scene files, as they were given.
    pub files: Vec<String>,
    /// All objects of all files, in the order of the files. An object's id is its place in this list.
    pub objects: Vec<Object>,
    /// What collides, sorted by ids. Touching pairs are here only if they were asked for.
    pub pairs: Vec<Pair>,
    /// How many pairs of each kind there are, whether listed or not.
    pub counts: Counts,
    /// What was left out or looked wrong.
    pub warnings: Vec<Warning>,
    /// What each stage of the search did.
    pub funnel: Vec<Stage>,
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

impl From<Aabb<DVec3>> for Bounds {
    fn from(bounds: Aabb<DVec3>) -> Self {
        Bounds { min: coordinates(bounds.min()), max: coordinates(bounds.max()) }
    }
}

/// Two objects that collide.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Pair {
    /// Id of the one.
    pub a: u32,
    /// Id of the other, greater than `a`.
    pub b: u32,
    /// How they collide.
    #[serde(flatten)]
    pub kind: Kind,
    /// A point that both share, in metres.
    pub point: [f64; 3],
    /// How many pairs of triangles, one of each object, meet.
    pub triangle_pairs: u64,
}

/// How two objects collide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Kind {
    /// The surfaces cross, or the solids share volume.
    Overlapping,
    /// The surfaces meet, but nothing is shared beyond that.
    Touching,
    /// One lies wholly inside the other.
    Contained {
        /// Id of the object inside.
        inner: u32,
    },
}

impl Kind {
    /// The word for it in all forms of the report.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Overlapping => "overlapping",
            Kind::Touching => "touching",
            Kind::Contained { .. } => "contained",
        }
    }
}

impl From<&Collision<DVec3>> for Pair {
    fn from(collision: &Collision<DVec3>) -> Self {
        use impinge::cull::Kind as Found;
        let kind = match collision.kind {
            Found::Overlapping => Kind::Overlapping,
            Found::Touching => Kind::Touching,
            Found::Contained { inner } => Kind::Contained { inner },
        };
        let &Collision { a, b, triangle_pairs, .. } = collision;
        Pair { a, b, kind, point: coordinates(collision.point), triangle_pairs }
    }
}

/// How many pairs of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Counts {
    pub overlapping: usize,
    pub contained: usize,
    pub touching: usize,
}

impl Counts {
    pub fn of(pairs: &[Pair]) -> Self {
        pairs.iter().fold(Self::default(), |mut counts, pair| {
            match pair.kind {
                Kind::Overlapping => counts.overlapping += 1,
                Kind::Contained { .. } => counts.contained += 1,
                Kind::Touching => counts.touching += 1,
            }
            counts
        })
    }
}

/// Something that was left out or looked wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Warning {
    /// The file; null if it is about the arguments.
    pub file: Option<String>,
    /// The place in the file, or the argument.
    pub place: String,
    /// What it was.
    pub message: String,
}

impl Warning {
    /// A pattern of `--ignore` that no object matches.
    pub fn unmatched_pattern(pattern: &str) -> Self {
        Warning {
            file: None,
            place: format!("--ignore '{pattern}'"),
            message: "matches no object; `*` at its ends lets it match parts of names".to_owned(),
        }
    }
}

impl From<impinge_scene::Warning> for Warning {
    fn from(warning: impinge_scene::Warning) -> Self {
        let file = Some(warning.file.display().to_string());
        Warning { file, place: warning.place, message: warning.message }
    }
}

/// What a stage of the search did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Stage {
    /// Its name.
    pub stage: &'static str,
    /// What it counts.
    pub unit: String,
    /// How many it looked at.
    pub entered: u64,
    /// How many it passed on.
    pub left: u64,
    /// What it took, all threads together. Written only if asked for, because no two runs agree on it.
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

/// Coordinates as they are written. Adding 0 makes −0 the same as 0.
fn coordinates(point: DVec3) -> [f64; 3] {
    (point + DVec3::ZERO).to_array()
}
