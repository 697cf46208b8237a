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
/// have so many random letters and digits of ASCII after that,
pub(crate) const RANDOM_LENGTH: usize = 6;
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
        if entry.file_name().to_str().is_some_and(is_part) && is_stale(&entry.path()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Is it the name of such a file? Files of other names are not ours to remove, however alike.
fn is_part(name: &str) -> bool {
    let random = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
    random.is_some_and(|random| {
        random.len() == RANDOM_LENGTH && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Is it a file of its own that has not changed for long and that no run holds?
fn is_stale(file: &Path) -> bool {
    let is_old = fs::symlink_metadata(file).is_ok_and(|about| {
        let age = about.modified().ok().and_then(|modified| modified.elapsed().ok());
        about.is_file() && age.is_some_and(|age| age > MIN_AGE)
    });
    is_old && File::options().read(true).write(true).open(file).is_ok_and(|file| file.try_lock().is_ok())
}
