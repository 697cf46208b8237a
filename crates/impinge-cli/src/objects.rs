//! Every object of a scene in turn: what `fit` and `decompose` share around their work on each.

use std::path::{Path, PathBuf};

use impinge_scene::{Mesh, Object, Scene};
use rayon::prelude::*;
use serde::Serialize;

use crate::arguments::{ObjectsArguments, ObjectsFormat};
use crate::error::Error;
use crate::export::written;
use crate::form::{Hints, form};
use crate::ignore::Ignore;
use crate::inputs::inputs;
use crate::output::Output;
use crate::per_file::PerFile;
use crate::progress::Progress;
use crate::reading::{Reading, read, threads};
use crate::settings::Settings;
use crate::sources::Sources;
use crate::style::Style;
use crate::warning::Warning;
use crate::{empty_check, ineffective_options, json, notices};

/// What was found out about the objects, in all its forms; as JSON it is what it serialises to.
pub(crate) trait ObjectsReport: Serialize + Send {
    /// What leads to files that are named after no form of it.
    const HINTS: Hints;

    /// What was left out or looked wrong.
    fn warnings(&mut self) -> &mut Vec<Warning>;

    /// The objects as rows for people; nothing if there are none.
    fn table(&self, style: Style) -> String;

    /// What it comes to, in a line or two below the table.
    fn summary(&self) -> String;

    /// The file that is written beside the report with `--write`.
    fn beside(&self) -> Vec<u8>;
}

/// Is what is written beside the report named as what it is? A slip must replace no file of another kind;
/// devices and pipes have other names.
pub(crate) fn check_name(
    beside: Option<&Path>,
    ending: &'static str,
    form: &'static str,
) -> Result<(), Error> {
    let is_named = |file: &Path| file.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending));
    let is_no_file = |file: &Path| file.metadata().is_ok_and(|found| !found.is_file());
    match beside {
        Some(file) if file.as_os_str() != "-" && !is_named(file) && !is_no_file(file) => {
            Err(Error::NotNamedSo { file: file.to_owned(), form, ending })
        }
        _ => Ok(()),
    }
}

/// Reads the scene, computes the report, and writes it, and the additional file if one is named.
pub(crate) fn run<R: ObjectsReport>(
    arguments: &ObjectsArguments,
    beside: Option<&Path>,
    ask: impl FnOnce(Scene, &Ignore, &Progress) -> Result<R, Error> + Send,
) -> Result<(), Error> {
    let sources = Sources::find(&arguments.scene)?;
    let scenes = sources.files();
    let said = Settings::only_of_files(&arguments.scene, &arguments.settings, &scenes)?;
    let inputs = inputs(&scenes, &arguments.scene.robots, [&said.file]);
    let (output, beside) = outputs(arguments.output.as_deref(), beside, &inputs)?;
    let form = form(arguments.format, output.file(), R::HINTS)?;
    let ignore = Ignore::new(&arguments.ignore)?;
    let threads = threads(arguments.run.threads)?;
    let progress = Progress::new(arguments.run.quiet);
    let per_file = PerFile::new(&said, &scenes)?;
    let written_to: Vec<&Output> = [&output].into_iter().chain(&beside).collect();
    let Reading { scene, robots, .. } = threads
        .install(|| read((&sources, &per_file), &arguments.scene, &arguments.run, &written_to, &progress))?;
    let ineffective =
        ineffective_options::warnings(&arguments.scene, None, (&scene.files, &per_file), &robots, None);
    let mut report = threads.install(|| ask(scene, &ignore, &progress))?;
    report.warnings().extend(ineffective.into_iter().chain(said.passed_over()));
    progress.finish();

    if !arguments.run.quiet {
        notices::warnings(report.warnings(), arguments.run.color);
    }
    if let Some(beside) = &beside {
        beside.write(&report.beside())?;
    }
    match form {
        ObjectsFormat::Json => output.write(&json::report(&report))?,
        ObjectsFormat::Table => {
            let mut text = report.table(output.style(arguments.run.color));
            if !arguments.run.quiet {
                text += if text.is_empty() { "" } else { "\n" };
                text += &report.summary();
            }
            output.write(text.as_bytes())?;
        }
    }
    if !arguments.run.quiet {
        notices::say(&written(&output, written_to.into_iter(), report.summary().trim_end()));
    }
    Ok(())
}

/// The destinations of the report and of the optional additional file; one destination for both is an
/// error.
fn outputs(
    report: Option<&Path>,
    beside: Option<&Path>,
    inputs: &[PathBuf],
) -> Result<(Output, Option<Output>), Error> {
    let report = Output::new(report, inputs)?;
    let beside = beside.map(|file| Output::new(Some(file), inputs)).transpose()?;
    if let Some(beside) = &beside
        && beside.is_same_as(&report)
    {
        let place = beside.file().map_or("standard output".into(), |file| file.display().to_string());
        return Err(Error::OnePlaceForBoth { place });
    }
    Ok((report, beside))
}

/// The results for all objects that are not left out, in their order, and the warnings of the scene. Of
/// several errors it always returns the first.
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
    // First, since it says most.
    warnings.splice(0..0, empty_check::all_ignored(&is_ignored));
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
