//! The files that a run reads: what it writes takes the place of none of them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::arguments::RobotArguments;
use crate::error::Error;
use crate::output::Output;

/// All files that a run is known to read before it reads any. Those that the scenes refer to are known
/// afterwards, and a report of `--baseline` is not among them: the next one may take its place, if it can be
/// a baseline too.
pub(crate) fn inputs<'a>(
    scenes: &'a [PathBuf],
    robots: &'a RobotArguments,
    others: impl IntoIterator<Item = &'a Option<PathBuf>>,
) -> Vec<PathBuf> {
    let named = [&robots.joints].into_iter().chain(others).flatten();
    scenes.iter().chain(named).cloned().collect()
}

/// The error if something that is to be written would take the place of a file that is read, by whatever
/// name.
pub(crate) fn refuse_inputs<'o>(
    outputs: impl IntoIterator<Item = &'o Output>,
    inputs: &[PathBuf],
) -> Result<(), Error> {
    for file in outputs.into_iter().filter_map(Output::file) {
        let Ok(existing) = fs::canonicalize(file) else { continue };
        if inputs.iter().any(|input| fs::canonicalize(input).is_ok_and(|input| input == existing)) {
            return Err(Error::OverwritesInput { file: file.to_owned() });
        }
    }
    Ok(())
}

/// The error if what cannot be a baseline would take the place of the one that the run is held against.
pub(crate) fn refuse_baseline<'o>(
    outputs: impl IntoIterator<Item = &'o Output>,
    baseline: Option<&Path>,
) -> Result<(), Error> {
    let Some(baseline) = baseline else { return Ok(()) };
    refuse_inputs(outputs, &[baseline.to_owned()]).map_err(|error| match error {
        Error::OverwritesInput { file } => Error::OverwritesBaseline { file },
        other => other,
    })
}
