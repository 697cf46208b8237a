//! The objects of a scene as convex parts: files → meshes → parts → report.
//!
//! `report` is the result as data, `table` writes it for people, `obj` for other programs.

mod obj;
mod report;
mod table;

use impinge::compound::{self, DecomposeOptions, Decomposition};
use impinge::glam::DVec3;
use impinge::shape::{Aabb, Mesh};
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
    let settings = DecomposeOptions::new(arguments.tolerance)?.with_max_parts(arguments.max_parts)?;
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
    let (objects, mut warnings) = each(scene, ignore, progress, |object, mesh| {
        let placed = placed(mesh, object)?;
        let allowed = settings.tolerance() * diagonal(&placed);
        let parts = parts(&placed, object, settings)?;
        Ok(report::Object::new(object, mesh.triangles.len(), allowed, parts))
    })?;
    warnings.extend(report::reaching_too_far(&objects));
    Ok(Report {
        schema: report::SCHEMA,
        files,
        tolerance: settings.tolerance(),
        max_parts: settings.max_parts(),
        objects,
        warnings,
    })
}

/// An object where it is in the scene.
fn placed(mesh: &impinge_scene::Mesh, object: &Object) -> Result<Mesh<DVec3>, Error> {
    let map = map(object);
    let placed = mesh.positions.iter().map(|&position| map.transform_point(position)).collect();
    Mesh::new(placed, mesh.triangles.clone()).map_err(|source| {
        let (file, object) = (object.file.display().to_string(), object.path.clone());
        Error::Mesh { file, object, source }
    })
}

/// Of the box around a mesh.
fn diagonal(mesh: &Mesh<DVec3>) -> f64 {
    Aabb::from_points(mesh.positions().iter().copied())
        .map_or(0.0, |bounds| (bounds.max() - bounds.min()).length())
}

/// The parts of an object.
fn parts(
    mesh: &Mesh<DVec3>,
    object: &Object,
    settings: &DecomposeOptions,
) -> Result<Decomposition<DVec3>, Error> {
    compound::decompose(mesh, settings).map_err(|source| {
        let (file, object) = (object.file.display().to_string(), object.path.clone());
        Error::Decompose { file, object, source }
    })
}
