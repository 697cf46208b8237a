//! `impinge check --watch`: checks again whenever a file changes, and reports the difference.
//!
//! Files are polled a few times a second rather than with the notifications of systems, which shared
//! and remote folders do not support. A program that writes a file in pieces is given time: a file
//! counts once it is unchanged between two polls.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use crate::arguments::CheckArguments;
use crate::baseline::Baseline;
use crate::check::checked;
use crate::error::Error;
use crate::export::Exports;
use crate::interrupt::Interrupt;
use crate::notices;
use crate::settings::Settings;
use crate::sources::{Source, Sources};

/// From one look to the next.
const PAUSE: Duration = Duration::from_millis(300);

/// The state of a file at a poll; `None` if it does not exist.
type Look = Option<(SystemTime, u64)>;

/// What files were like: those that the command line and the settings lead to, and those that these refer to.
#[derive(Clone, Default, PartialEq)]
struct Looks {
    named: BTreeMap<PathBuf, Look>,
    parts: BTreeMap<PathBuf, Look>,
}

impl Looks {
    fn now(arguments: &CheckArguments, parts: &[PathBuf]) -> Self {
        let looks = |files: Vec<PathBuf>| files.into_iter().map(|file| (file.clone(), look(&file))).collect();
        Looks { named: looks(named(arguments)), parts: looks(parts.to_vec()) }
    }
}

/// What one check has found.
struct Once {
    /// For the next one.
    baseline: Baseline,
    /// Files that the scenes refer to.
    parts: Vec<PathBuf>,
}

/// Repeats the check until the user ends the program.
pub(crate) fn run(arguments: &CheckArguments, sources: &Sources) -> Result<bool, Error> {
    if sources.all.contains(&Source::StandardInput) {
        return Err(Error::WatchStandardInput);
    }
    let mut baseline = arguments.baseline.as_deref().map(Baseline::of_check).transpose()?;
    let mut parts = Vec::new();
    let mut is_first = true;
    loop {
        let mut before = Looks::now(arguments, &parts);
        // What is wrong while somebody is at work is told, and may be right the next time.
        match once(arguments, baseline.clone()) {
            Ok(next) => (baseline, parts) = (Some(next.baseline), next.parts),
            // No change of a file mends what the command line says from the beginning.
            Err(error @ Error::OverwritesInput { .. }) if is_first => return Err(error),
            Err(error) => {
                parts.extend(suspects(&error));
                notices::error(&error, arguments.run.color);
            }
        }
        is_first = false;
        // A part that was not known before the check is as it is now.
        before.parts = parts
            .iter()
            .map(|file| (file.clone(), before.parts.get(file).copied().unwrap_or_else(|| look(file))))
            .collect();
        notices::say("waiting for changes; end with Ctrl-C\n");
        wait(arguments, &parts, before);
    }
}

/// One check.
fn once(arguments: &CheckArguments, baseline: Option<Baseline>) -> Result<Once, Error> {
    let sources = Sources::find(&arguments.scene)?;
    let settings = Settings::of(arguments, &sources.files())?;
    let exports = Exports::new(arguments, sources.files(), &settings)?;
    let checked = checked(&exports, (&sources, &settings), baseline, &Interrupt::default())?;
    exports.deliver(&checked)?;
    Ok(Once { baseline: Baseline::of("the previous check", &checked.report), parts: checked.parts })
}

/// Returns once something has changed and stays as it is.
fn wait(arguments: &CheckArguments, parts: &[PathBuf], before: Looks) {
    let mut last = before.clone();
    loop {
        sleep(PAUSE);
        let now = Looks::now(arguments, parts);
        if now == last && now != before {
            return;
        }
        last = now;
    }
}

/// The files that the command line and the settings lead to.
fn named(arguments: &CheckArguments) -> Vec<PathBuf> {
    let scenes = Sources::find(&arguments.scene).map(|sources| sources.files()).unwrap_or_default();
    let settings = Settings::file_for(&arguments.pairs.settings, &scenes);
    let robots = [arguments.pairs.srdf.clone(), arguments.scene.robots.joints.clone()];
    scenes.into_iter().chain(settings).chain(robots.into_iter().flatten()).collect()
}

/// The files to watch after a scene could not be read: the file in the error, and its folder, where a
/// missing one may appear.
fn suspects(error: &Error) -> Vec<PathBuf> {
    let Error::Scene(error) = error else { return Vec::new() };
    let file = error.file();
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    vec![file.to_owned(), folder.to_owned()]
}

fn look(file: &Path) -> Look {
    fs::metadata(file).and_then(|found| Ok((found.modified()?, found.len()))).ok()
}
