//! Which files hold queries, and of which kind.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::arguments::CcdKind;
use crate::error::Error;
use crate::sources::is_standard_input;
use crate::warning::Warning;

/// A file of queries.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Source {
    pub file: PathBuf,
    pub kind: CcdKind,
}

/// Returns all selected files, in folders sorted by name, and warnings about skipped files.
pub(super) fn find(
    asked: &[PathBuf],
    otherwise: Option<CcdKind>,
) -> Result<(Vec<Source>, Vec<Warning>), Error> {
    let mut search = Search { otherwise, ..Search::default() };
    for path in asked {
        if fs::metadata(path).map_err(|error| refused(path, error))?.is_dir() {
            let before = search.found.len();
            search.folder(path)?;
            if search.found.len() == before {
                let reason = "there is no .csv file of queries in this folder; name another one, or the file";
                return Err(Error::Queries { file: path.clone(), reason: reason.to_owned() });
            }
        } else {
            let reason = "its queries may be vertex-face or edge-edge: give --kind, or move it to a folder of that name";
            let kind = search.kind(path);
            let kind =
                kind.ok_or_else(|| Error::Queries { file: path.clone(), reason: reason.to_owned() })?;
            search.found.push(Source { file: path.clone(), kind });
        }
    }
    let warnings = search.warnings();
    Ok((search.found, warnings))
}

/// One for all files that are passed over: there may be thousands of them.
fn warning(first: &Path, count: usize) -> Warning {
    let more = if count > 1 { format!(", and so are {} more", count - 1) } else { String::new() };
    let message = format!(
        "skipped, because no folder named vertex-face or edge-edge sets its kind{more}; or give --kind"
    );
    Warning { file: None, place: first.display().to_string(), message }
}

fn refused(path: &Path, error: std::io::Error) -> Error {
    if is_standard_input(path) {
        return Error::NoStandardInput;
    }
    Error::Queries { file: path.to_owned(), reason: format!("it cannot be read: {error}; check the name") }
}

#[derive(Default)]
struct Search {
    otherwise: Option<CcdKind>,
    found: Vec<Source>,
    /// Does any file depend on the option, because no folder sets its kind?
    is_otherwise: bool,
    is_contradicted: bool,
    /// Files of unknown kind.
    passed_over: Vec<PathBuf>,
    /// Folders that were looked into, as links may lead back.
    seen: HashSet<PathBuf>,
}

impl Search {
    fn folder(&mut self, folder: &Path) -> Result<(), Error> {
        if !self.seen.insert(fs::canonicalize(folder).map_err(|error| refused(folder, error))?) {
            return Ok(());
        }
        let entries = fs::read_dir(folder).map_err(|error| refused(folder, error))?;
        let mut paths = Vec::new();
        for entry in entries {
            paths.push(entry.map_err(|error| refused(folder, error))?.path());
        }
        paths.sort();
        for path in paths {
            let is_csv = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
            if path.is_dir() {
                self.folder(&path)?;
            } else if is_csv {
                match self.kind(&path) {
                    Some(kind) => self.found.push(Source { file: path, kind }),
                    None => self.passed_over.push(path),
                }
            }
        }
        Ok(())
    }

    /// The kind that the folder sets, or else the option.
    fn kind(&mut self, file: &Path) -> Option<CcdKind> {
        let named = kind_of_folder(file);
        self.is_otherwise |= named.is_none();
        self.is_contradicted |=
            named.is_some_and(|named| self.otherwise.is_some_and(|otherwise| otherwise != named));
        named.or(self.otherwise)
    }

    fn warnings(&self) -> Vec<Warning> {
        let passed_over = self.passed_over.first().map(|first| warning(first, self.passed_over.len()));
        let is_ineffective = self.is_contradicted && !self.is_otherwise;
        let ineffective = is_ineffective.then(|| Warning {
            file: None,
            place: "--kind".to_owned(),
            message:
                "no effect: all files are in folders that set their kind, some to another one; remove it"
                    .to_owned(),
        });
        passed_over.into_iter().chain(ineffective).collect()
    }
}

/// The kind from the nearest folder with such a name, also if only the absolute path contains it.
fn kind_of_folder(file: &Path) -> Option<CcdKind> {
    let named =
        |path: &Path| path.ancestors().skip(1).find_map(|folder| folder.file_name().and_then(kind_of));
    named(file).or_else(|| named(&fs::canonicalize(file).ok()?))
}

/// The kind that a folder name stands for.
fn kind_of(name: &OsStr) -> Option<CcdKind> {
    match name.to_str()?.to_ascii_lowercase().replace('_', "-").as_str() {
        "vertex-face" => Some(CcdKind::VertexFace),
        "edge-edge" => Some(CcdKind::EdgeEdge),
        _ => None,
    }
}
