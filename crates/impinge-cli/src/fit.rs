//! Bounding volumes for the objects of a scene: files → points → volumes → report.
//!
//! `report` is the result as data, `table` writes it for people, `shapes` for `impinge query`.

mod report;
mod shapes;
mod table;

use impinge::bound;
use impinge::glam::DVec3;
use impinge_scene::{Mesh, Object, Scene};

use crate::arguments::FitArguments;
use crate::error::Error;
use crate::ignore::Ignore;
use crate::models::map;
use crate::objects::{self, each};
use crate::progress::Progress;
use crate::reading::names;
use report::Report;

/// Fits volumes to all objects and delivers the report.
pub(crate) fn run(arguments: &FitArguments) -> Result<(), Error> {
    let beside = arguments.write.as_deref();
    objects::check_name(beside, "jsonl", "volumes are written as JSON lines")?;
    objects::run(&arguments.objects, beside, fit)
}

/// The volumes of every object of a scene.
fn fit(scene: Scene, ignore: &Ignore, progress: &Progress) -> Result<Report, Error> {
    let files = names(&scene);
    let (objects, warnings) = each(scene, ignore, progress, |object, mesh| {
        let fits = bound::fit(&points(mesh, object)).map_err(|source| {
            let file = object.file.display().to_string();
            Error::Fit { file, object: object.path.clone(), source }
        })?;
        Ok(report::Object::new(object, mesh.triangles.len(), fits))
    })?;
    Ok(Report { schema: report::SCHEMA, files, objects, warnings })
}

/// The corners of an object's triangles, where they are in the scene; vertices that no triangle uses do not
/// count.
fn points(mesh: &Mesh, object: &Object) -> Vec<DVec3> {
    let mut is_used = vec![false; mesh.positions.len()];
    for &vertex in mesh.triangles.iter().flatten() {
        if let Some(is_used) = is_used.get_mut(vertex as usize) {
            *is_used = true;
        }
    }
    let used = mesh.positions.iter().zip(is_used).filter(|(_, is_used)| *is_used);
    let map = map(object);
    used.map(|(&position, _)| map.transform_point(position)).collect()
}
