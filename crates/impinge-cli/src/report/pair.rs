//! One pair of objects that was found: the same record in every form of the report.

use std::cmp::Ordering;

use impinge_query::DistanceKind;
use serde::{Deserialize, Serialize};

use super::{Bounds, Listed, Status};
use crate::rules::{Severity, Terms};

/// Two objects that collide.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Pair {
    /// Names the pair, the same in every run: see [`id_of`].
    pub id: String,
    /// The one, whose number is the lesser.
    pub a: ObjectName,
    /// The other.
    pub b: ObjectName,
    /// How they collide.
    pub kind: Kind,
    /// Which of both lies inside the other; null unless the kind is `contained`.
    pub inner: Option<Side>,
    /// How far apart they are, in metres; negative where they are in each other, by the least translation
    /// that parts them.
    pub distance: f64,
    /// What is known of the distance.
    pub distance_kind: DistanceKind,
    /// No translation that is shorter parts them, which is proven; null if nothing has to.
    pub depth_at_least: Option<f64>,
    /// On a, and where b has to go to: moved by the depth along the normal, `point_b` is at `point_a`. Of
    /// what touches, a point of both.
    pub point_a: [f64; 3],
    /// On b.
    pub point_b: [f64; 3],
    /// A unit vector from a to b: where b has to go to come out of a.
    pub normal: [f64; 3],
    /// What the boxes around both share, in metres; null if nothing.
    pub overlap_box: Option<Bounds>,
    /// How many pairs of triangles, one of each object, meet.
    pub triangle_pairs: u64,
    /// How long the curves are in which the surfaces meet, in metres.
    pub curve_length: f64,
    /// The volume that both share, in cubic metres; null unless both are closed, without parts that overlap
    /// each other.
    pub volume: Option<f64>,
    /// The group that it is in, by its place in the list of groups.
    pub group: usize,
    /// The rule that it falls to, by its place in the list of rules; null if to none.
    pub rule: Option<usize>,
    /// How much it matters.
    pub severity: Severity,
    /// Is it in the report of `--baseline`, or accepted? Null without a baseline, unless it is.
    pub status: Option<Status>,
    /// Why it is accepted. Written if `impinge.toml` gives a reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Pair {
    /// Errors before warnings; then the deepest first; of equals the most severe kind, then by their
    /// paths, so that the order of the files does not matter.
    pub fn by_severity(&self, other: &Self) -> Ordering {
        let by_distance = || self.distance.total_cmp(&other.distance);
        let by_paths = || self.sorted_paths().cmp(&other.sorted_paths());
        self.severity
            .cmp(&other.severity)
            .then_with(by_distance)
            .then_with(|| self.kind.cmp(&other.kind))
            .then_with(by_paths)
    }

    /// Where to look for it: on the first object, or on the one that lies in the other.
    pub fn place(&self) -> [f64; 3] {
        self.place_on(Side::A)
    }

    /// The same where another object is of interest, unless one lies in the other.
    pub fn place_on(&self, side: Side) -> [f64; 3] {
        match self.inner.unwrap_or(side) {
            Side::A => self.point_a,
            Side::B => self.point_b,
        }
    }

    fn sorted_paths(&self) -> [&str; 2] {
        let [a, b] = self.sides().map(|object| object.path.as_str());
        if a <= b { [a, b] } else { [b, a] }
    }
}

/// Which object it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ObjectName {
    /// Its place in the list of objects.
    pub id: u32,
    /// The name that the file gives it.
    pub name: String,
    /// File name, then the names down to the object. No other object has the same.
    pub path: String,
}

impl ObjectName {
    pub fn of(id: u32, name: &str, path: &str) -> Self {
        ObjectName { id, name: name.to_owned(), path: path.to_owned() }
    }
}

/// One object of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    A,
    B,
}

/// How two objects collide, the most severe first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// The same surface is there twice.
    Duplicate,
    /// The surfaces cross, or the solids share volume.
    Overlap,
    /// One lies wholly inside the other.
    Contained,
    /// The surfaces meet, but nothing is shared beyond that.
    Touching,
    /// They are apart, but nearer to each other than was allowed.
    Clearance,
}

impl Kind {
    /// All of them, the most severe first.
    pub const ALL: [Kind; 5] =
        [Kind::Duplicate, Kind::Overlap, Kind::Contained, Kind::Touching, Kind::Clearance];

    /// Its name in all forms of the report.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Duplicate => "duplicate",
            Kind::Overlap => "overlap",
            Kind::Contained => "contained",
            Kind::Touching => "touching",
            Kind::Clearance => "clearance",
        }
    }
}

/// How many pairs of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Counts {
    pub duplicate: usize,
    pub overlap: usize,
    pub contained: usize,
    pub touching: usize,
    pub clearance: usize,
    /// Less deep than is of interest, and not listed; not among the others.
    pub shallow: usize,
    /// Near each other, but not tested: links of a robot that are neighbours, or that an SRDF file
    /// disables. Written if there are any.
    #[serde(skip_serializing_if = "is_zero")]
    pub excluded_links: usize,
    /// Near each other, but excluded by the rules or by `--between`. Written if there are any.
    #[serde(skip_serializing_if = "is_zero")]
    pub excluded_by_rules: usize,
    /// They meet, but were not measured, and are not listed (`--max-measured`). Written if there are any.
    #[serde(skip_serializing_if = "is_zero")]
    pub not_measured: usize,
    /// Near each other, but not tested for clearance (`--max-measured`). Written if there are any.
    #[serde(skip_serializing_if = "is_zero")]
    pub not_tested: usize,
}

/// Has the signature that `skip_serializing_if` of `serde` requires.
pub(crate) fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl Counts {
    pub fn of<'t>(pairs: &[Pair], terms: impl Fn(&Pair) -> &'t Terms) -> Self {
        let mut counts = Self::default();
        for pair in pairs {
            *if terms(pair).is_shallow(pair) { &mut counts.shallow } else { counts.entry(pair.kind) } += 1;
        }
        counts
    }

    /// How many of a kind.
    pub fn get(mut self, kind: Kind) -> usize {
        *self.entry(kind)
    }

    fn entry(&mut self, kind: Kind) -> &mut usize {
        match kind {
            Kind::Duplicate => &mut self.duplicate,
            Kind::Overlap => &mut self.overlap,
            Kind::Contained => &mut self.contained,
            Kind::Touching => &mut self.touching,
            Kind::Clearance => &mut self.clearance,
        }
    }
}
