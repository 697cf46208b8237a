//! Half-written files that a run left behind when it was killed: the next run that writes into their folder
//! removes them.
//!
//! A file is locked as long as it is being written, and the system drops the lock with the process. So one
//! that can be locked belongs to no run. Versions before did not lock, so only files that have not changed
//! for an hour are removed.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The names of such files begin so,
pub(crate) const PREFIX: &str = ".impinge-";
/// and end so.
pub(crate) const SUFFIX: &str = ".part";

/// What changed within this time may still be written.
const MIN_AGE: Duration = Duration::from_secs(3600);

/// Folders that this run has looked through.
static DONE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Removes what runs before have left in a folder, once. That something cannot be removed does not concern
/// this run.
pub(crate) fn remove(folder: &Path) {
    let mut done = DONE.lock().unwrap_or_else(PoisonError::into_inner);
    if !done.insert(folder.to_owned()) {
        return;
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_part = name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX));
        if is_part && is_stale(&entry.path()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Is it a file of its own that has not changed for long and that no run holds?
fn is_stale(file: &Path) -> bool {
    let is_old = fs::symlink_metadata(file).is_ok_and(|about| {
        let age = about.modified().ok().and_then(|modified| modified.elapsed().ok());
        about.is_file() && age.is_some_and(|age| age > MIN_AGE)
    });
    is_old && File::options().read(true).write(true).open(file).is_ok_and(|file| file.try_lock().is_ok())
}
