//! Bounding volumes for the objects of a scene: files → points → volumes → report.
//!
//! `report` is the result as data, `table` writes it for people, `shapes` for `impinge query`.

mod report;
mod shapes;
mod table;

use glam::DVec3;
use impinge::bound;
use impinge_scene::{Mesh, Object, Scene};
use rayon::prelude::*;

use crate::arguments::{FitArguments, FitFormat};
use crate::error::Error;
use crate::ignore::Ignore;
use crate::output::Output;
use crate::progress::Progress;
use crate::reading::{map, read, threads};
use crate::report::Warning;
use crate::{json, notices};
use report::Report;

/// Fits volumes to all objects and delivers the report.
pub(crate) fn run(arguments: &FitArguments) -> Result<(), Error> {
    let output = Output::new(arguments.output.as_deref(), &arguments.scenes)?;
    let shapes = arguments.write.as_deref().map(|file| Output::new(Some(file), &arguments.scenes));
    let shapes = shapes.transpose()?;
    if let Some(shapes) = &shapes
        && shapes.is_same_as(&output)
    {
        let place = shapes.file().map_or("standard output".into(), |file| file.display().to_string());
        return Err(Error::OnePlaceForBoth { place });
    }
    let ignore = Ignore::new(&arguments.ignore)?;
    let threads = threads(arguments.threads)?;
    let progress = Progress::new(arguments.quiet);
    let scene = threads.install(|| read(&arguments.scenes, arguments.unit, &progress))?;
    let report = threads.install(|| fit(scene, &ignore, arguments, &progress))?;
    progress.finish();

    if !arguments.quiet {
        notices::warnings(&report.warnings, arguments.color);
    }
    if let Some(shapes) = shapes {
        shapes.write(&shapes::lines(&report.objects))?;
    }
    match arguments.format {
        FitFormat::Json => output.write(&json::report(&report)),
        FitFormat::Table => {
            let mut text = table::objects(&report, output.style(arguments.color));
            if !arguments.quiet {
                text.push_str(&table::summary(&report));
            }
            output.write(text.as_bytes())
        }
    }
}

/// The volumes of every object of a scene.
fn fit(
    scene: Scene,
    ignore: &Ignore,
    arguments: &FitArguments,
    progress: &Progress,
) -> Result<Report, Error> {
    let Scene { meshes, objects, warnings } = scene;
    let mut warnings: Vec<Warning> = warnings.into_iter().map(Warning::from).collect();
    let (is_ignored, unmatched) = ignore.apply(&objects);
    warnings.extend(unmatched.into_iter().map(Warning::unmatched_pattern));
    let kept: Vec<&Object> =
        objects.iter().zip(is_ignored).filter(|(_, ignored)| !ignored).map(|(object, _)| object).collect();

    progress.fitting(kept.len());
    let fitted = |object: &&Object| {
        let mesh = &meshes[object.mesh];
        let fits = bound::fit(&points(mesh, object)).map_err(|source| {
            let file = object.file.display().to_string();
            Error::Fit { file, object: object.path.clone(), source }
        })?;
        progress.advance();
        Ok(report::Object::new(object, mesh.triangles.len(), fits))
    };
    let fitted: Vec<Result<report::Object, Error>> = kept.par_iter().map(fitted).collect();
    Ok(Report {
        schema: report::SCHEMA,
        files: arguments.scenes.iter().map(|file| file.display().to_string()).collect(),
        // In their order, so that always the first of several errors is told.
        objects: fitted.into_iter().collect::<Result<_, _>>()?,
        warnings,
    })
}

/// The corners of an object's triangles, where they are in the scene; vertices that no triangle uses do not count.
fn points(mesh: &Mesh, object: &Object) -> Vec<DVec3> {
    let mut is_used = vec![false; mesh.positions.len()];
    for &vertex in mesh.triangles.iter().flatten() {
        if let Some(is_used) = is_used.get_mut(vertex as usize) {
            *is_used = true;
        }
    }
    let used = mesh.positions.iter().zip(is_used).filter(|(_, is_used)| *is_used);
    let map = map(object);
    used.map(|(&position, _)| map.apply(position)).collect()
}
