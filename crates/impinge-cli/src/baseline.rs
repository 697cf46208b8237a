//! What has changed since a report of before.
//!
//! Pairs are known by their ids, which are those of the paths of both objects (see [`crate::report::id_of`]). One that was only near or
//! touched, and is in the other object now, is new: somebody has moved something the wrong way.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use crate::error::Error;
use crate::report::{self, Changes, Kind, Pair, Resolved, Status};

/// A report of before, as far as it matters.
#[derive(Clone)]
pub(crate) struct Baseline {
    file: String,
    pairs: BTreeMap<String, Known>,
}

#[derive(Deserialize)]
struct Report {
    schema: String,
    pairs: Vec<Known>,
}

#[derive(Clone, Deserialize)]
struct Known {
    id: String,
    a: Name,
    b: Name,
    kind: Kind,
    distance: f64,
}

#[derive(Clone, Deserialize)]
struct Name {
    path: String,
}

impl Baseline {
    /// Reads a report.
    pub fn read(file: &Path) -> Result<Self, Error> {
        let refuse = |reason: String| Error::Baseline { file: file.to_owned(), reason };
        let bytes = std::fs::read(file).map_err(|error| refuse(error.to_string()))?;
        let Report { schema, pairs } = serde_json::from_slice(&bytes)
            .map_err(|error| refuse(format!("it is no report of this program: {error}")))?;
        if schema != report::SCHEMA {
            return Err(refuse(format!("it follows {schema}, not {}", report::SCHEMA)));
        }
        let pairs = pairs.into_iter().map(|pair| (pair.id.clone(), pair)).collect();
        Ok(Baseline { file: file.display().to_string(), pairs })
    }

    /// A report that is still at hand, and a name for it.
    pub fn of(name: &str, report: &report::Report) -> Self {
        let known = |pair: &Pair| Known {
            id: pair.id.clone(),
            a: Name { path: pair.a.path.clone() },
            b: Name { path: pair.b.path.clone() },
            kind: pair.kind,
            distance: pair.distance,
        };
        let pairs = report.pairs.iter().map(|pair| (pair.id.clone(), known(pair))).collect();
        Baseline { file: name.to_owned(), pairs }
    }

    /// Marks pairs that are not accepted as new or persisting, and tells what has changed. Only of all pairs it is known which are resolved.
    pub fn compare(mut self, pairs: &mut [Pair], are_all: bool) -> Changes {
        for pair in &mut *pairs {
            let is_known = self.pairs.remove(&pair.id).is_some_and(|known| !is_worse(pair.kind, known.kind));
            if pair.status == Some(Status::Accepted) {
                continue;
            }
            pair.status = Some(if is_known { Status::Persisting } else { Status::New });
        }
        let count = |status| pairs.iter().filter(|pair| pair.status == Some(status)).count();
        let resolved = |known: Known| Resolved {
            id: known.id,
            a_path: known.a.path,
            b_path: known.b.path,
            kind: known.kind,
            distance: known.distance,
        };
        Changes {
            file: self.file,
            new: count(Status::New),
            persisting: count(Status::Persisting),
            resolved: self.pairs.into_values().filter(|_| are_all).map(resolved).collect(),
        }
    }
}

/// Are objects in each other now that were not?
fn is_worse(now: Kind, before: Kind) -> bool {
    let is_in = |kind| matches!(kind, Kind::Duplicate | Kind::Overlap | Kind::Contained);
    (is_in(now) && !is_in(before)) || (now == Kind::Touching && before == Kind::Clearance)
}
