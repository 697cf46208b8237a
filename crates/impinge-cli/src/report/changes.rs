//! What has changed since a report of before.

use serde::Serialize;

use super::Kind;

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
    /// The word for it in all forms of the report.
    pub fn word(self) -> &'static str {
        match self {
            Status::New => "new",
            Status::Persisting => "persisting",
            Status::Accepted => "accepted",
        }
    }
}

/// How a report differs from that of before.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Changes {
    /// The report of before, as it was given.
    pub file: String,
    /// How many pairs are new.
    pub new: usize,
    /// How many were there before.
    pub persisting: usize,
    /// Pairs of before that are no more, sorted by id.
    pub resolved: Vec<Resolved>,
}

/// A pair of before that is no more.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Resolved {
    pub id: String,
    pub a_path: String,
    pub b_path: String,
    /// What it was.
    pub kind: Kind,
    /// How far apart its objects were, in metres.
    pub distance: f64,
}
