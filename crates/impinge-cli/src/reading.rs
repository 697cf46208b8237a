//! Scene files → one scene, on as many threads as were asked for.

use std::path::PathBuf;

use glam::DVec3;
use impinge::math::Affine;
use impinge_scene::{LoadOptions, Object, Scene};
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::arguments::LengthUnit;
use crate::error::Error;
use crate::progress::Progress;

/// Threads to work on; 0 for one per core.
pub(crate) fn threads(count: u16) -> Result<ThreadPool, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count.into()).build();
    pool.map_err(|source| Error::Threads { count, source })
}

/// All files as one scene.
pub(crate) fn read(files: &[PathBuf], unit: LengthUnit, progress: &Progress) -> Result<Scene, Error> {
    let options = LoadOptions { unit: Some(unit.into()), ..LoadOptions::default() };
    progress.reading(files.len());
    let scenes: Vec<_> = files.par_iter().map(|file| impinge_scene::load(file, &options)).collect();
    let mut all = Scene::default();
    // In the order in which they were given, so that always the first of several errors is told.
    for scene in scenes {
        all.append(scene?);
    }
    // A scene of which nothing could be read must not look like one in which nothing collides.
    if all.objects.is_empty() {
        let files = files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(", ");
        let reason =
            all.warnings.first().map_or_else(|| "no triangles in it".to_owned(), ToString::to_string);
        return Err(Error::NothingToCheck { files, reason });
    }
    Ok(all)
}

/// Where an object is.
pub(crate) fn map(object: &Object) -> Affine<DVec3> {
    let matrix = object.transform.matrix3;
    Affine {
        columns: [matrix.x_axis, matrix.y_axis, matrix.z_axis],
        translation: object.transform.translation,
    }
}
