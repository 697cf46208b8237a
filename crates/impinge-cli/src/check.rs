//! The run: files → scene → bodies → collisions → report.

use std::io;
use std::time::{Duration, Instant};

use glam::DVec3;
use impinge::cull::{Body, Cascade, Model, collisions};
use impinge::math::Affine;
use impinge::shape::Mesh;
use impinge_scene::{LoadOptions, Object, Scene};
use rayon::prelude::*;

use crate::arguments::{CheckArguments, Format};
use crate::error::Error;
use crate::ignore::Ignore;
use crate::output::Output;
use crate::progress::Progress;
use crate::report::{self, Bounds, Counts, Kind, Pair, Report, Stage, Warning};
use crate::{csv, json, notices, summary, table};

/// How long the two halves of a run took, by the clock on the wall.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    pub reading: Duration,
    pub checking: Duration,
}

/// Runs a check and delivers the report. Was anything found?
pub(crate) fn run(arguments: &CheckArguments) -> Result<bool, Error> {
    let output = Output::new(arguments.output.as_deref(), &arguments.scenes)?;
    let ignore = Ignore::new(&arguments.ignore)?;
    let threads = rayon::ThreadPoolBuilder::new()
        .num_threads(arguments.threads.into())
        .build()
        .map_err(|source| Error::Threads { count: arguments.threads, source })?;
    let progress = Progress::new(arguments.quiet);
    let start = Instant::now();
    let scene = threads.install(|| read(arguments, &progress))?;
    let reading = start.elapsed();
    let report = threads.install(|| check(scene, &ignore, arguments, &progress))?;
    let times = Times { reading, checking: start.elapsed() - reading };
    progress.finish();

    if !arguments.quiet {
        notices::warnings(&report.warnings, arguments.color);
    }
    deliver(&report, times, arguments, &output)?;
    Ok(!report.pairs.is_empty())
}

/// All files as one scene.
fn read(arguments: &CheckArguments, progress: &Progress) -> Result<Scene, Error> {
    let options = LoadOptions { unit: Some(arguments.unit.into()), ..LoadOptions::default() };
    progress.reading(arguments.scenes.len());
    let scenes: Vec<_> =
        arguments.scenes.par_iter().map(|file| impinge_scene::load(file, &options)).collect();
    let mut all = Scene::default();
    // In the order in which they were given, so that always the first of several errors is told.
    for scene in scenes {
        all.append(scene?);
    }
    // A scene of which nothing could be read must not look like one in which nothing collides.
    if all.objects.is_empty() {
        let files =
            arguments.scenes.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(", ");
        let reason =
            all.warnings.first().map_or_else(|| "no triangles in it".to_owned(), ToString::to_string);
        return Err(Error::NothingToCheck { files, reason });
    }
    Ok(all)
}

/// Every collision of a scene.
fn check(
    scene: Scene,
    ignore: &Ignore,
    arguments: &CheckArguments,
    progress: &Progress,
) -> Result<Report, Error> {
    let Scene { meshes, objects, warnings } = scene;
    let mut warnings: Vec<Warning> = warnings.into_iter().map(Warning::from).collect();
    let (is_ignored, unmatched) = ignore.apply(&objects);
    warnings.extend(unmatched.into_iter().map(|pattern| Warning {
        file: None,
        place: format!("--ignore '{pattern}'"),
        message: "matches no object; `*` at its ends lets it match parts of names".to_owned(),
    }));

    let models = models(meshes, &objects)?;
    let bodies: Vec<Body<DVec3>> =
        objects.iter().map(|object| Body { model: &models[object.mesh], map: map(object) }).collect();
    let described = (0..)
        .zip(&objects)
        .zip(&bodies)
        .zip(&is_ignored)
        .map(|(((id, object), body), &ignored)| report::Object {
            id,
            name: object.name.clone(),
            path: object.path.clone(),
            triangles: body.model.mesh().triangles().len(),
            bounds: body.bounds().map(Bounds::from),
            ignored,
        })
        .collect();

    let (ids, checked): (Vec<u32>, Vec<Body<DVec3>>) =
        (0..).zip(bodies).zip(is_ignored).filter(|(_, ignored)| !ignored).map(|(body, _)| body).unzip();
    let observer = progress.checking();
    let found = collisions(&checked, &Cascade::default(), &observer);
    let mut pairs: Vec<Pair> = found.iter().map(|collision| Pair::new(collision, &ids)).collect();
    let counts = Counts::of(&pairs);
    pairs.retain(|pair| arguments.touching || pair.kind != Kind::Touching);
    Ok(Report {
        schema: report::SCHEMA,
        files: arguments.scenes.iter().map(|file| file.display().to_string()).collect(),
        objects: described,
        pairs,
        counts,
        warnings,
        funnel: observer.stages().iter().map(|stage| Stage::new(stage, arguments.funnel)).collect(),
    })
}

/// The meshes for the engine, which all objects that place one of them share.
fn models(meshes: Vec<impinge_scene::Mesh>, objects: &[Object]) -> Result<Vec<Model<DVec3>>, Error> {
    let model = |(number, mesh): (usize, impinge_scene::Mesh)| {
        Mesh::new(mesh.positions, mesh.triangles).map(Model::new).map_err(|source| {
            let user = objects.iter().find(|object| object.mesh == number);
            let file = user.map(|object| object.file.display().to_string()).unwrap_or_default();
            let object = user.map_or(mesh.name, |object| object.path.clone());
            Error::Mesh { file, object, source }
        })
    };
    meshes.into_iter().enumerate().map(model).collect()
}

/// Where an object is.
fn map(object: &Object) -> Affine<DVec3> {
    let matrix = object.transform.matrix3;
    Affine {
        columns: [matrix.x_axis, matrix.y_axis, matrix.z_axis],
        translation: object.transform.translation,
    }
}

/// Writes the report where it was asked for, and tells on standard error what its form has no place for.
fn deliver(report: &Report, times: Times, arguments: &CheckArguments, output: &Output) -> Result<(), Error> {
    let summary = summary::of(report, arguments.touching);
    let funnel = |style| table::funnel(report, times, style);
    match arguments.format {
        Format::Json => output.write(&json::report(report))?,
        Format::Csv => output.write(&csv::report(report))?,
        Format::Table => {
            let style = output.style(arguments.color);
            let mut text = table::pairs(report, style);
            if !arguments.quiet {
                text.push_str(&summary);
                text.push('\n');
            }
            if arguments.funnel {
                text.push('\n');
                text.push_str(&funnel(style));
            }
            output.write(text.as_bytes())?;
        }
    }
    if arguments.funnel && arguments.format == Format::Csv {
        notices::say(&funnel(table::Style::of(&io::stderr(), arguments.color)));
    }
    if let (Some(file), false) = (output.file(), arguments.quiet) {
        notices::say(&format!("{summary}\nwritten to {}\n", file.display()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::arguments::{Arguments, Command};

    #[test]
    fn a_mesh_that_is_refused_is_named() -> Result<(), Box<dyn std::error::Error>> {
        let mesh = impinge_scene::Mesh {
            name: "plate".to_owned(),
            positions: vec![DVec3::ZERO, DVec3::X, DVec3::NAN],
            triangles: vec![[0, 1, 2]],
        };
        let object = Object {
            name: "lid".to_owned(),
            path: "box.obj/lid".to_owned(),
            mesh: 0,
            transform: Default::default(),
            file: "parts/box.obj".into(),
            animated: false,
        };
        let scene = Scene { meshes: vec![mesh], objects: vec![object], warnings: Vec::new() };
        let Command::Check(arguments) = Arguments::try_parse_from(["impinge", "check", "box.obj"])?.command;
        let refused = check(scene, &Ignore::new(&[])?, &arguments, &Progress::new(true));
        let message = refused.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(
            message.starts_with("parts/box.obj: object box.obj/lid: vertex 2 must be finite"),
            "{message}"
        );
        Ok(())
    }
}
