//! Every object of a scene in turn: what `fit` and `decompose` share around what they ask of each.

use std::path::{Path, PathBuf};

use impinge_scene::{Mesh, Object, Scene};
use rayon::prelude::*;

use crate::error::Error;
use crate::ignore::Ignore;
use crate::output::Output;
use crate::progress::Progress;
use crate::report::Warning;

/// The places for the report and, if it is wanted, for what is written beside it; never one place for both.
pub(crate) fn outputs(
    report: Option<&Path>,
    beside: Option<&Path>,
    scenes: &[PathBuf],
) -> Result<(Output, Option<Output>), Error> {
    let report = Output::new(report, scenes)?;
    let beside = beside.map(|file| Output::new(Some(file), scenes)).transpose()?;
    if let Some(beside) = &beside
        && beside.is_same_as(&report)
    {
        let place = beside.file().map_or("standard output".into(), |file| file.display().to_string());
        return Err(Error::OnePlaceForBoth { place });
    }
    Ok((report, beside))
}

/// The answers for all objects that are not left out, in their order, and the warnings of the scene. Of several errors it is
/// always the first that is told.
pub(crate) fn each<T: Send>(
    scene: Scene,
    ignore: &Ignore,
    progress: &Progress,
    ask: impl Fn(&Object, &Mesh) -> Result<T, Error> + Sync,
) -> Result<(Vec<T>, Vec<Warning>), Error> {
    let Scene { meshes, objects, warnings, .. } = scene;
    let mut warnings: Vec<Warning> = warnings.into_iter().map(Warning::from).collect();
    let (is_ignored, unmatched) = ignore.apply(&objects);
    warnings.extend(unmatched);
    let kept: Vec<&Object> =
        objects.iter().zip(is_ignored).filter(|(_, ignored)| !ignored).map(|(object, _)| object).collect();

    progress.fitting(kept.len());
    let asked = |object: &&Object| {
        let answer = ask(object, &meshes[object.mesh])?;
        progress.advance();
        Ok(answer)
    };
    let answers: Vec<Result<T, Error>> = kept.par_iter().map(asked).collect();
    Ok((answers.into_iter().collect::<Result<_, _>>()?, warnings))
}
