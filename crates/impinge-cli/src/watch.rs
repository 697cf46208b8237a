//! `impinge check --watch`: checks again whenever a file changes, and tells the difference.
//!
//! Files are looked at a few times a second rather than with what systems have for it, which shared and remote folders do not know. A
//! program that writes a file in pieces is given time: a file counts once it has stayed the same from one look to the next.

use std::fs;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use crate::arguments::CheckArguments;
use crate::baseline::Baseline;
use crate::check::checked;
use crate::error::Error;
use crate::export::Exports;
use crate::notices;
use crate::settings::Settings;
use crate::sources::Sources;
use crate::table;

/// From one look to the next.
const PAUSE: Duration = Duration::from_millis(300);

/// What a file was like when it was looked at; nothing if it is not there.
type Looks = Vec<(PathBuf, Option<(SystemTime, u64)>)>;

/// Checks again and again, until somebody ends the program.
pub(crate) fn run(arguments: &CheckArguments) -> Result<bool, Error> {
    let mut baseline = arguments.baseline.as_deref().map(Baseline::read).transpose()?;
    loop {
        let before = looks(arguments);
        // What is wrong while somebody is at work is told, and may be right the next time.
        match once(arguments, baseline.clone()) {
            Ok(next) => baseline = Some(next),
            Err(error) => notices::error(&error, arguments.color),
        }
        notices::say("waiting for changes; end with Ctrl-C\n");
        wait(arguments, before);
    }
}

/// One check, and what the next one is compared with.
fn once(arguments: &CheckArguments, baseline: Option<Baseline>) -> Result<Baseline, Error> {
    let exports = Exports::new(arguments, Sources::find(&arguments.scene)?.files())?;
    let checked = checked(&exports, baseline)?;
    exports.deliver(&checked)?;
    notices::say(&table::resolved(&checked.report));
    Ok(Baseline::of("the check before", &checked.report))
}

/// Returns once something has changed and stays as it is.
fn wait(arguments: &CheckArguments, before: Looks) {
    let mut last = before.clone();
    loop {
        sleep(PAUSE);
        let now = looks(arguments);
        if now == last && now != before {
            return;
        }
        last = now;
    }
}

/// All files that the check depends on, but not those that they name.
fn looks(arguments: &CheckArguments) -> Looks {
    let scenes = Sources::find(&arguments.scene).map(|sources| sources.files()).unwrap_or_default();
    let settings = Settings::of(arguments, &scenes).ok().and_then(|settings| settings.file);
    let settings = settings.or_else(|| arguments.config.clone());
    let look = |file: PathBuf| {
        let found = fs::metadata(&file).and_then(|found| Ok((found.modified()?, found.len()))).ok();
        (file, found)
    };
    scenes.into_iter().chain(settings).chain(arguments.srdf.clone()).map(look).collect()
}
