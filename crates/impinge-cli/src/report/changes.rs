//! What has changed since a report of before.

use serde::{Deserialize, Serialize};

use super::Kind;
use crate::sweep::Kind as KindInMotion;

/// How two objects are to each other, in the words of a check or of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(untagged)]
pub(crate) enum AnyKind {
    AtRest(Kind),
    InMotion(KindInMotion),
}

impl AnyKind {
    /// Its name in all forms of the report.
    pub fn name(self) -> &'static str {
        match self {
            AnyKind::AtRest(kind) => kind.name(),
            AnyKind::InMotion(kind) => kind.name(),
        }
    }

    /// Is it graver than what was before?
    pub fn is_worse_than(self, before: Self) -> bool {
        self.gravity() > before.gravity()
    }

    fn gravity(self) -> Gravity {
        match self {
            AnyKind::AtRest(Kind::Duplicate | Kind::Overlap | Kind::Contained) => Gravity::In,
            // What touches and what is in the other are one in a sweep.
            AnyKind::AtRest(Kind::Touching) | AnyKind::InMotion(KindInMotion::Contact) => Gravity::Touching,
            AnyKind::AtRest(Kind::Clearance)
            | AnyKind::InMotion(KindInMotion::Clearance | KindInMotion::Near) => Gravity::Apart,
        }
    }
}

/// What makes a pair new that was known.
#[derive(PartialEq, PartialOrd)]
enum Gravity {
    Apart,
    Touching,
    In,
}

/// Is a pair in the report of before, or accepted?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    /// It is not, or was less grave.
    New,
    /// It is.
    Persisting,
    /// It is in the list of accepted pairs, which counts more than any report.
    Accepted,
}

impl Status {
    /// Its name in all forms of the report.
    pub fn name(self) -> &'static str {
        match self {
            Status::New => "new",
            Status::Persisting => "persisting",
            Status::Accepted => "accepted",
        }
    }
}

/// The changes since the earlier report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Changes {
    /// The report of before, as it was given.
    pub file: String,
    /// How many pairs are new.
    pub new: usize,
    /// How many were there before.
    pub persisting: usize,
    /// Pairs of the earlier report that are gone, sorted by id. A check tests other pairs than a sweep,
    /// so none are listed if one report is of a check and the other of a sweep.
    pub resolved: Vec<Resolved>,
}

/// A pair of before that is no more.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Resolved {
    pub id: String,
    pub a_path: String,
    pub b_path: String,
    /// What it was.
    pub kind: AnyKind,
    /// The distance of its objects, in metres; null if the report did not contain it.
    pub distance: Option<f64>,
}
