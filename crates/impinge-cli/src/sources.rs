//! From what was named to the files that are read: folders, patterns, standard input; each file once.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use impinge_scene::{Format, Warning, unsupported_format};

use crate::arguments::SceneArguments;
use crate::error::Error;
use crate::wording::count;

/// What stands for standard input.
const STANDARD_INPUT: &str = "-";

/// A place to read a scene from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Source {
    File(PathBuf),
    StandardInput,
}

impl Source {
    /// The name of its file, or one that stands for it.
    pub fn file(&self) -> &Path {
        match self {
            Source::File(file) => file,
            Source::StandardInput => Path::new("stdin"),
        }
    }
}

/// All that is to be read, in the order in which it was named.
#[derive(Clone, Debug)]
pub(crate) struct Sources {
    pub all: Vec<Source>,
    /// What was named twice.
    pub warnings: Vec<Warning>,
    /// What folders have besides, and is read only if it is named.
    pub notes: Vec<String>,
}

impl Sources {
    pub fn find(arguments: &SceneArguments) -> Result<Self, Error> {
        let mut sources = Sources { all: Vec::new(), warnings: Vec::new(), notes: Vec::new() };
        // For each place, was it told that it is named again?
        let mut seen: HashMap<PathBuf, bool> = HashMap::new();
        for named in &arguments.scenes {
            for source in meant_by(named, &mut sources.notes)? {
                // What cannot be found is an error when it is read.
                let place = match &source {
                    Source::File(file) => fs::canonicalize(file).unwrap_or_else(|_| file.clone()),
                    Source::StandardInput => PathBuf::from(STANDARD_INPUT),
                };
                match seen.entry(place) {
                    Entry::Vacant(entry) => {
                        entry.insert(false);
                        sources.all.push(source);
                    }
                    Entry::Occupied(mut was_told) => {
                        if !was_told.insert(true) {
                            let (place, message) =
                                ("command line".to_owned(), "given twice; it is read once".to_owned());
                            sources.warnings.push(Warning { file: source.file().to_owned(), place, message });
                        }
                    }
                }
            }
        }
        Ok(sources)
    }

    /// The files among them.
    pub fn files(&self) -> Vec<PathBuf> {
        self.all.iter().map(|source| source.file().to_owned()).collect()
    }

    /// Their names, for reports.
    pub fn names(&self) -> Vec<String> {
        self.all.iter().map(|source| source.file().display().to_string()).collect()
    }
}

/// Does a word stand for standard input?
pub(crate) fn is_standard_input(named: &Path) -> bool {
    named == Path::new(STANDARD_INPUT)
}

fn meant_by(named: &Path, notes: &mut Vec<String>) -> Result<Vec<Source>, Error> {
    if is_standard_input(named) {
        return Ok(vec![Source::StandardInput]);
    }
    // A file may have a name that looks like a pattern.
    let pattern = named.to_str().filter(|text| text.contains(['*', '?', '[']) && !named.exists());
    let Some(pattern) = pattern else { return in_folder_or_alone(named, notes) };
    let refuse = |reason: String| Error::Source { named: pattern.to_owned(), reason };
    let matches = glob::glob(pattern).map_err(|error| {
        refuse(format!(
            "is not a pattern: {}; put a character in brackets to match it literally, as in `[*]`",
            error.msg
        ))
    })?;
    let mut found = Vec::new();
    // In the order of their names.
    for path in matches {
        let path = path.map_err(|error| {
            let (folder, reason) = (error.path().display(), error.error());
            refuse(format!(
                "cannot be searched for: the folder {folder} cannot be read: {reason}; check the permissions, or name the files one by one"
            ))
        })?;
        found.extend(in_folder_or_alone(&path, notes)?);
    }
    if found.is_empty() {
        return Err(refuse("no file matches this pattern; correct it".to_owned()));
    }
    Ok(found)
}

/// The files of a folder, or the file itself.
fn in_folder_or_alone(path: &Path, notes: &mut Vec<String>) -> Result<Vec<Source>, Error> {
    if !path.is_dir() {
        // They are refused when they are read too, but what to do about it is known here.
        if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            let reason = "is a pipe or a device, not a file; pipe the scene into `-`".to_owned();
            return Err(Error::Source { named: path.display().to_string(), reason });
        }
        return Ok(vec![Source::File(path.to_owned())]);
    }
    let (mut files, mut others) = (Vec::new(), Vec::new());
    folder(path, &mut HashSet::new(), (&mut files, &mut others))?;
    let mut unsupported: BTreeMap<(&str, &str), Vec<&PathBuf>> = BTreeMap::new();
    for file in &others {
        if let Some(told) = unsupported_format(file) {
            unsupported.entry(told).or_default().push(file);
        }
    }
    let mut unsupported: Vec<_> = unsupported.into_iter().collect();
    unsupported.sort_by_key(|(_, files)| files[0]);
    let unsupported = unsupported.into_iter().map(|((what, advice), files)| {
        let more = match files.len() - 1 {
            0 => String::new(),
            1 => ", as is 1 more".to_owned(),
            more => format!(", as are {more} more"),
        };
        format!("{} is {what}{more}: {advice}", files[0].display())
    });
    if files.is_empty() {
        let reason = "there are no scene files in this folder; give another one; name robots (.urdf) and tables (.csv) one by one";
        let reason = unsupported.fold(reason.to_owned(), |reason, told| format!("{reason}; {told}"));
        return Err(Error::Source { named: path.display().to_string(), reason });
    }
    notes.extend(unsupported);
    let kinds = [(Format::Urdf, "robot", ".urdf"), (Format::BoxTable, "table", ".csv")];
    notes.extend(kinds.into_iter().filter_map(|(format, word, ending)| {
        let passed_over: Vec<&PathBuf> =
            others.iter().filter(|file| Format::from_path(file) == Some(format)).collect();
        let first = passed_over.first()?;
        Some(format!(
            "{}: {} ({ending}) in it not read; to read a file, name it: {}",
            path.display(),
            count(passed_over.len(), word),
            first.display()
        ))
    }));
    Ok(files.into_iter().map(Source::File).collect())
}

/// All scene files in a folder and those below, in the order of their names; and all other files, among them
/// those that have to be named alone.
fn folder(
    path: &Path,
    seen: &mut HashSet<PathBuf>,
    (files, others): (&mut Vec<PathBuf>, &mut Vec<PathBuf>),
) -> Result<(), Error> {
    let refuse = |error: std::io::Error| Error::Source {
        named: path.display().to_string(),
        reason: format!("the folder cannot be read: {error}; check the permissions"),
    };
    // Links may lead back.
    if !seen.insert(fs::canonicalize(path).map_err(refuse)?) {
        return Ok(());
    }
    let entries = fs::read_dir(path).map_err(refuse)?;
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>().map_err(refuse)?;
    // Systems keep notes of their own there, such as `._part.stl`, which are no scenes.
    paths.retain(|path| !is_hidden(path));
    paths.sort();
    for path in paths {
        // Tables are not always of boxes: a report of this program is one, too. And robots come with the
        // files of their meshes.
        if path.is_dir() {
            folder(&path, seen, (files, others))?;
            continue;
        }
        match Format::from_path(&path) {
            Some(Format::BoxTable | Format::Urdf) | None => others.push(path),
            Some(_) => files.push(path),
        }
    }
    Ok(())
}

/// Does its name begin with a point?
fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}
