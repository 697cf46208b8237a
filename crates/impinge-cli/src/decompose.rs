//! The objects of a scene as convex parts: files → meshes → parts → report.
//!
//! `report` is the result as data, `table` writes it for people, `obj` for other programs.

mod obj;
mod report;
mod table;

use glam::DVec3;
use impinge::compound::{self, DecomposeOptions, Decomposed};
use impinge::shape::Mesh;
use impinge_scene::{Object, Scene};

use crate::arguments::DecomposeArguments;
use crate::error::Error;
use crate::ignore::Ignore;
use crate::models::map;
use crate::objects::{self, each};
use crate::progress::Progress;
use crate::reading::names;
use report::Report;

/// Takes all objects apart and delivers the report.
pub(crate) fn run(arguments: &DecomposeArguments) -> Result<(), Error> {
    objects::check_name(arguments.write.as_deref(), "obj", "parts are written as OBJ")?;
    let settings = DecomposeOptions::new(arguments.tolerance, arguments.max_parts)?;
    let parts = |scene, ignore: &Ignore, progress: &Progress| decompose(scene, ignore, &settings, progress);
    objects::run(&arguments.objects, arguments.write.as_deref(), parts)
}

/// The parts of every object of a scene.
fn decompose(
    scene: Scene,
    ignore: &Ignore,
    settings: &DecomposeOptions,
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
    settings: &DecomposeOptions,
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
