//! The changes since an earlier report.
//!
//! A pair is identified by its id, a hash of the paths of both objects (see [`crate::report::id_of`]).
//! A pair that was only near and touches now, or touched and penetrates now, counts as new: an object
//! was moved the wrong way.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use impinge_scene::{Format, Object};
use serde::Deserialize;

use crate::error::Error;
use crate::report::{self, AnyKind, Changes, Listed, Pair, Resolved, Status};
use crate::sources::is_standard_input;
use crate::sweep;
use crate::warning::Warning;

/// A report of before, as far as it matters.
#[derive(Clone)]
pub(crate) struct Baseline {
    file: String,
    pairs: BTreeMap<String, Known>,
    /// Did its run test the same pairs, so that missing pairs are resolved?
    is_of_same: bool,
    /// Was it named by an option? Then it may be the wrong file.
    is_named: bool,
    /// Was all of it measured, or was it interrupted or limited?
    is_complete: bool,
}

#[derive(Deserialize)]
struct Report {
    schema: String,
    /// A report without this field covers all pairs.
    complete: Option<bool>,
    pairs: Vec<Known>,
    #[serde(default)]
    counts: Counts,
}

/// Of a check: pairs that it has not, though they were there.
#[derive(Default, Deserialize)]
struct Counts {
    #[serde(default)]
    not_measured: usize,
    #[serde(default)]
    not_tested: usize,
}

#[derive(Clone, Deserialize)]
struct Known {
    id: String,
    a: Name,
    b: Name,
    kind: AnyKind,
    /// Of a check.
    distance: Option<f64>,
    /// Of a sweep, if they were in each other,
    deepest: Option<Measured>,
    /// or apart.
    nearest: Option<Measured>,
}

#[derive(Clone, Deserialize)]
struct Name {
    path: String,
}

#[derive(Clone, Deserialize)]
struct Measured {
    distance: f64,
}

impl Baseline {
    /// Reads a report for a check.
    pub fn of_check(file: &Path) -> Result<Self, Error> {
        Self::read(file, &[report::SCHEMA], "`impinge check --format json`")
    }

    /// Reads a report for a sweep: of a sweep, or of a check, in which what rests as it overlaps may be known
    /// already.
    pub fn of_sweep(file: &Path) -> Result<Self, Error> {
        Self::read(
            file,
            &[sweep::SCHEMA, report::SCHEMA],
            "`impinge sweep --format json` or `impinge check --format json`",
        )
    }

    /// Reads a report in one of these forms, the first of which is the form of the run itself.
    fn read(file: &Path, schemas: &[&str], wanted: &'static str) -> Result<Self, Error> {
        let refuse = |reason: String| Error::Baseline { file: file.to_owned(), reason, wanted };
        if is_standard_input(file) {
            return Err(Error::NoStandardInput);
        }
        let unreadable = |source| Error::NoBaseline { file: file.to_owned(), source, wanted };
        let bytes = std::fs::read(file).map_err(unreadable)?;
        let Report { schema, complete, pairs, counts } =
            serde_json::from_slice(&bytes).map_err(|error| match other_form(&bytes) {
                Some(form) => refuse(format!("it is a report in the format {form}, but must be JSON")),
                None => refuse(format!("it is not a report of this program: {error}")),
            })?;
        if !schemas.contains(&schema.as_str()) {
            return Err(refuse(format!("its schema is {schema}, not {}", schemas.join(" or "))));
        }
        let pairs = pairs.into_iter().map(|pair| (pair.id.clone(), pair)).collect();
        Ok(Baseline {
            file: file.display().to_string(),
            pairs,
            is_of_same: schemas.first() == Some(&schema.as_str()),
            is_named: true,
            is_complete: complete.unwrap_or(true) && counts.not_measured + counts.not_tested == 0,
        })
    }

    /// Is it of the same kind of run, whose next report may take its place?
    pub fn is_of_same(&self) -> bool {
        self.is_of_same
    }

    /// A report that is still at hand, and a name for it.
    pub fn of(name: &str, report: &report::Report) -> Self {
        let known = |pair: &Pair| Known {
            id: pair.id.clone(),
            a: Name { path: pair.a.path.clone() },
            b: Name { path: pair.b.path.clone() },
            kind: pair.kind(),
            distance: Some(pair.distance),
            deepest: None,
            nearest: None,
        };
        let pairs = report.pairs.iter().map(|pair| (pair.id.clone(), known(pair))).collect();
        Baseline {
            file: name.to_owned(),
            pairs,
            is_of_same: true,
            is_named: false,
            is_complete: report.complete,
        }
    }

    /// A warning if no pair of it can be in a scene, or none of one of its files, since other files are read,
    /// or files with other names: all of that would pass for resolved, and what was known for new.
    pub fn stranger(&self, objects: &[Object]) -> Option<Warning> {
        let here: BTreeSet<&str> = objects.iter().map(|object| object.path.as_str()).collect();
        let are_here = |pair: &Known| [&pair.a, &pair.b].map(|name| here.contains(name.path.as_str()));
        let first = self.pairs.values().next().filter(|_| self.is_named)?;
        let known = || self.pairs.values().flat_map(|pair| [pair.a.path.as_str(), pair.b.path.as_str()]);
        let mut gone = known().filter(|path| !here.contains(*path));
        // In the order of paths, as ids have none that means anything.
        let in_other_parts = gone.clone().filter_map(|path| Some((path, other_parts(path, &here)?)));
        if let Some((_, message)) = in_other_parts.min() {
            return Some(self.warning(message));
        }
        let of_no_file = if self.pairs.values().any(|pair| are_here(pair) == [true, true]) {
            let files: BTreeSet<&str> = here.iter().map(|path| first_name(path)).collect();
            Some(gone.find(|path| is_in_file(path) && !files.contains(first_name(path)))?)
        } else {
            None
        };
        // With more folders, or with fewer.
        let longer: BTreeMap<&str, &str> =
            here.iter().flat_map(|path| ends(path).map(move |end| (end, *path))).collect();
        let renamed =
            |path: &str| longer.get(path).or_else(|| ends(path).find_map(|end| here.get(end))).copied();
        let called = |(path, renamed): (&str, &str)| {
            format!(
                "its path `{path}` is `{renamed}` here, because paths include folders if files share a name; create the baseline again, or read the same files as before"
            )
        };
        if let Some(path) = of_no_file {
            return Some(self.warning(match renamed(path) {
                Some(renamed) => called((path, renamed)),
                None => format!(
                    "nothing of `{}` in it is here: its pairs count as resolved, and as new if the file was renamed; create the baseline again",
                    first_name(path)
                ),
            }));
        }
        let reason = match gone.find_map(|path| Some((path, renamed(path)?))) {
            Some(names) => format!(": {}", called(names)),
            // Of a clash that is no more, one object may be gone.
            None if known().any(|path| here.contains(path)) => return None,
            None => {
                format!(", and none of its objects, such as `{}`; give a report of this scene", first.a.path)
            }
        };
        Some(self.warning(format!("none of its pairs is in this scene{reason}")))
    }

    /// A warning if it is of a run that was interrupted or limited: what it had not measured yet passes for
    /// new.
    pub fn incomplete(&self) -> Option<Warning> {
        let message = "its run was interrupted, or measured only some pairs (--max-measured): pairs reported as new may be old pairs that it did not measure; create the baseline again";
        (!self.is_complete).then(|| self.warning(message.to_owned()))
    }

    fn warning(&self, message: String) -> Warning {
        Warning { file: Some(self.file.clone()), place: "--baseline".to_owned(), message }
    }

    /// Marks pairs that are not accepted as new or persisting, and returns the changes. Resolved pairs
    /// are known only if the run tested all pairs.
    pub fn compare(mut self, pairs: &mut [impl Listed], are_all: bool) -> Changes {
        for pair in &mut *pairs {
            let before = self.pairs.remove(pair.id());
            let is_known = before.is_some_and(|known| !pair.kind().is_worse_than(known.kind));
            if pair.status() == Some(Status::Accepted) {
                continue;
            }
            pair.mark(if is_known { Status::Persisting } else { Status::New });
        }
        let count = |status| pairs.iter().filter(|pair| pair.status() == Some(status)).count();
        let are_resolved = are_all && self.is_of_same;
        let resolved = |known: Known| Resolved {
            id: known.id,
            a_path: known.a.path,
            b_path: known.b.path,
            kind: known.kind,
            distance: known.distance.or_else(|| Some(known.deepest.or(known.nearest)?.distance)),
        };
        Changes {
            file: self.file,
            new: count(Status::New),
            persisting: count(Status::Persisting),
            resolved: self.pairs.into_values().filter(|_| are_resolved).map(resolved).collect(),
        }
    }
}

/// What to do about the path of a robot's object that is not here, since links are in parts either here or in
/// the report alone (`--parts`).
fn other_parts(path: &str, here: &BTreeSet<&str>) -> Option<String> {
    if !is_in_robot(path) {
        return None;
    }
    let above = || path.match_indices('/').map(|(end, _)| &path[..end]);
    if let Some(link) = above().find(|link| is_in_robot(link) && here.contains(link)) {
        return Some(format!(
            "its object `{path}` is part of `{link}` here, because each link is one object: its pairs count as resolved, and the pairs of the link as new; use --parts, which makes each shape an object, or create the baseline again"
        ));
    }
    let below = format!("{path}/");
    let part = here.range(&*below..).next().filter(|part| part.starts_with(&below))?;
    Some(format!(
        "its object `{path}` is a link that --parts splits into objects here, such as `{part}`: its pairs count as resolved, and the pairs of its parts as new; remove --parts, or create the baseline again"
    ))
}

/// Is it the path of something in a robot? Robots from standard input are not known by their names.
fn is_in_robot(path: &str) -> bool {
    path.match_indices('/').any(|(end, _)| Format::from_path(Path::new(&path[..end])) == Some(Format::Urdf))
}

/// The form of a report that has not all that is needed here, as it begins.
fn other_form(bytes: &[u8]) -> Option<&'static str> {
    const BEGINNINGS: [(&[u8], &str); 2] =
        [(b"{\"type\":\"begin\"", "JSON lines"), (b"id,a,b,a_path,", "CSV")];
    BEGINNINGS.iter().find(|(beginning, _)| bytes.starts_with(beginning)).map(|(_, form)| *form)
}

/// What a path begins with: its file, or a folder of that where files have the same name.
fn first_name(path: &str) -> &str {
    path.split('/').next().unwrap_or(path)
}

/// Does a path begin with a file of a known kind, or with a folder of one? Standard input has another name.
fn is_in_file(path: &str) -> bool {
    path.match_indices('/').any(|(end, _)| Format::from_path(Path::new(&path[..end])).is_some())
}

/// What is left of a path without its first names.
fn ends(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(at, _)| &path[at + 1..])
}
