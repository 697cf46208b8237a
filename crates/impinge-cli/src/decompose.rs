//! The objects of a scene as convex parts: files → meshes → parts → report.
//!
//! `report` is the result as data, `table` writes it for people, `obj` for other programs.

mod obj;
mod report;
mod table;

use glam::DVec3;
use impinge::compound::{self, Decomposed, Decomposition};
use impinge::shape::Mesh;
use impinge_scene::{Object, Scene};

use crate::arguments::{DecomposeArguments, FitFormat};
use crate::error::Error;
use crate::ignore::Ignore;
use crate::objects::{each, outputs};
use crate::progress::Progress;
use crate::reading::{Reading, map, names, read, threads};
use crate::settings::Settings;
use crate::sources::Sources;
use crate::{json, notices, unheeded};
use report::Report;

/// Takes all objects apart and delivers the report.
pub(crate) fn run(arguments: &DecomposeArguments) -> Result<(), Error> {
    let settings = Decomposition::new(arguments.tolerance, arguments.max_parts)?;
    let sources = Sources::find(&arguments.scene)?;
    let (output, parts) = outputs(arguments.output.as_deref(), arguments.write.as_deref(), &sources.files())?;
    let ignore = Ignore::new(&arguments.ignore)?;
    let threads = threads(arguments.run.threads)?;
    let progress = Progress::new(arguments.run.quiet);
    let said = Settings::only_of_files(&arguments.scene, &arguments.settings, &sources.files())?;
    let Reading { scene, robots, .. } =
        threads.install(|| read(&sources, &said.of_files(&arguments.scene), &arguments.run, &progress))?;
    let unheeded = unheeded::warnings(&arguments.scene, None, &scene.files, &robots, None);
    let mut report = threads.install(|| decompose(scene, &ignore, &settings, &progress))?;
    report.warnings.extend(unheeded.into_iter().chain(said.passed_over()));
    progress.finish();

    if !arguments.run.quiet {
        notices::warnings(&report.warnings, arguments.run.color);
    }
    if let Some(parts) = parts {
        parts.write(obj::file(&report.objects).as_bytes())?;
    }
    match arguments.format {
        FitFormat::Json => output.write(&json::report(&report)),
        FitFormat::Table => {
            let mut text = table::objects(&report, output.style(arguments.run.color));
            if !arguments.run.quiet {
                text.push_str(&table::summary(&report));
            }
            output.write(text.as_bytes())
        }
    }
}

/// The parts of every object of a scene.
fn decompose(
    scene: Scene,
    ignore: &Ignore,
    settings: &Decomposition,
    progress: &Progress,
) -> Result<Report, Error> {
    let files = names(&scene);
    let (objects, warnings) = each(scene, ignore, progress, |object, mesh| {
        Ok(report::Object::new(object, mesh.triangles.len(), parts(mesh, object, settings)?))
    })?;
    Ok(Report {
        schema: report::SCHEMA,
        files,
        tolerance: settings.tolerance(),
        max_parts: settings.max_parts(),
        objects,
        warnings,
    })
}

/// The parts of an object, where they are in the scene.
fn parts(
    mesh: &impinge_scene::Mesh,
    object: &Object,
    settings: &Decomposition,
) -> Result<Decomposed<DVec3>, Error> {
    let (file, path) = (object.file.display().to_string(), object.path.clone());
    let map = map(object);
    let placed = mesh.positions.iter().map(|&position| map.apply(position)).collect();
    let mesh = Mesh::new(placed, mesh.triangles.clone()).map_err(|source| Error::Mesh {
        file: file.clone(),
        object: path.clone(),
        source,
    })?;
    compound::decompose(&mesh, settings).map_err(|source| Error::Decompose { file, object: path, source })
}
