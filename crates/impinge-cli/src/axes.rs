//! The up axis of each file of a scene. Files with z up are rotated if another file has y up. A file
//! with an unknown up axis is not rotated and gets a warning, because its objects may no longer fit the
//! rotated ones.

use std::path::Path;

use impinge_scene::motion::SceneMotion;
use impinge_scene::{Scene, UpAxis, Warning};

use crate::placing::put;
use crate::wording::first_files as names;

/// Turns what has z up to y up, if something else has y up.
pub(crate) fn turn_up(scenes: &mut [Scene], motions: &mut [SceneMotion]) {
    let is_up = |scene: &Scene, axis: UpAxis| scene.files.iter().any(|file| file.up == Some(axis));
    if !scenes.iter().any(|scene| is_up(scene, UpAxis::Y)) {
        return;
    }
    let turned = scenes.iter_mut().zip(motions).filter(|(scene, _)| is_up(scene, UpAxis::Z));
    for (scene, motions) in turned {
        put(scene, motions, UpAxis::Z.to_y_up());
    }
}

/// The files of a scene by the axis that is up in them.
pub(crate) struct Axes<'a> {
    y: Vec<&'a Path>,
    z: Vec<&'a Path>,
    /// Files with an unknown up axis.
    open: Vec<&'a Path>,
    /// Does any file have a pose of its own?
    is_any_placed: bool,
}

impl<'a> Axes<'a> {
    pub fn of(scenes: &'a [Scene]) -> Self {
        let with = |up: Option<UpAxis>| {
            let files = scenes.iter().flat_map(|scene| &scene.files).filter(|file| file.up == up);
            files.map(|file| file.file.as_path()).collect()
        };
        let mut files = scenes.iter().flat_map(|scene| &scene.files);
        Axes {
            y: with(Some(UpAxis::Y)),
            z: with(Some(UpAxis::Z)),
            open: with(None),
            is_any_placed: files.any(|file| file.placement.is_some()),
        }
    }

    /// A note that files were rotated; or that files beside one with y up were not, because their up
    /// axis is unknown.
    pub fn note(&self) -> Option<String> {
        let y = self.y.first()?.display();
        if !self.z.is_empty() {
            let z = names(&self.z);
            let placed = if self.is_any_placed { "; poses given for files use the rotated axes" } else { "" };
            return Some(format!(
                "z is up in {z}, and y in {y}: files with z up are rotated, so that x, y, z become x, z, -y{placed}"
            ));
        }
        (!self.open.is_empty()).then(|| {
            format!(
                "y is up in {y}, and the up axis of {} is unknown: not rotated; --up z rotates files without an up axis, --up y confirms the axes as they are",
                names(&self.open)
            )
        })
    }

    /// A warning about files that stay as they are beside files that are turned.
    pub fn warning(&self) -> Option<Warning> {
        let (y, z) = (self.y.first()?.display(), self.z.first()?.display());
        let (first, others) = self.open.split_first()?;
        let others = if others.is_empty() { String::new() } else { format!(", also of {}", names(others)) };
        Some(Warning {
            file: first.to_path_buf(),
            place: "axes".to_owned(),
            message: format!(
                "the up axis is unknown{others}, so the file is not rotated, unlike {z} beside {y}; --up z also rotates files without an up axis, --up y confirms the axes as they are"
            ),
        })
    }
}
