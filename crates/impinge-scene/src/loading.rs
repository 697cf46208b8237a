//! A scene while it is being loaded: what every format needs on its way.

use std::path::Path;

use glam::{DAffine3, DVec3};

use crate::unique_path::{UniquePaths, shorten};
use crate::{LoadOptions, Mesh, Object, Scene, SceneError, Warning};

pub(crate) struct Loading<'a> {
    pub file: &'a Path,
    options: &'a LoadOptions,
    scene: Scene,
    paths: UniquePaths,
    triangles: usize,
}

impl<'a> Loading<'a> {
    pub fn new(file: &'a Path, options: &'a LoadOptions) -> Self {
        Loading { file, options, scene: Scene::default(), paths: UniquePaths::default(), triangles: 0 }
    }

    pub fn finish(mut self) -> Scene {
        if self.scene.objects.is_empty() {
            self.warn("whole file", "no object with triangles was found");
        }
        self.scene
    }

    /// The name of the file without its folder: the first part of every path.
    pub fn file_name(&self) -> String {
        self.file.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The name of the file without folder and extension: the name of an object that has no other.
    pub fn file_stem(&self) -> String {
        self.file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// A position of a file without a unit of its own, in metres.
    pub fn to_metres(&self, position: DVec3) -> DVec3 {
        self.options.unit.unwrap_or_default().to_metres(position)
    }

    pub fn add_mesh(&mut self, mesh: Mesh) -> usize {
        self.scene.meshes.push(mesh);
        self.scene.meshes.len() - 1
    }

    pub fn mesh(&self, index: usize) -> &Mesh {
        &self.scene.meshes[index]
    }

    /// Adds an object at `path`, which is made unique.
    pub fn add_object(
        &mut self,
        name: String,
        path: &str,
        mesh: usize,
        transform: DAffine3,
        animated: bool,
    ) -> Result<(), SceneError> {
        if self.scene.objects.len() >= self.options.object_limit {
            return Err(self.too_large(format!("object {name}"), "objects", self.options.object_limit));
        }
        let (path, file) = (self.paths.claim(&shorten(path)), self.file.to_path_buf());
        self.scene.objects.push(Object { name, path, mesh, transform, file, animated });
        Ok(())
    }

    /// To be called before `count` triangles are stored: refuses when the file would hold too many.
    ///
    /// The limit never exceeds what 32-bit indices can address.
    pub fn reserve_triangles(&mut self, place: &str, count: usize) -> Result<(), SceneError> {
        let limit = self.options.triangle_limit.min(u32::MAX as usize / 3);
        self.triangles = self.triangles.saturating_add(count);
        if self.triangles > limit { Err(self.too_large(place, "triangles", limit)) } else { Ok(()) }
    }

    pub fn warn(&mut self, place: impl Into<String>, message: impl Into<String>) {
        let file = self.file.to_path_buf();
        self.scene.warnings.push(Warning { file, place: place.into(), message: message.into() });
    }

    pub fn malformed(&self, place: impl Into<String>, problem: impl Into<String>) -> SceneError {
        SceneError::Malformed { file: self.file.to_path_buf(), place: place.into(), problem: problem.into() }
    }

    pub fn truncated(&self, place: impl Into<String>, needed: u64, found: u64) -> SceneError {
        SceneError::Truncated { file: self.file.to_path_buf(), place: place.into(), needed, found }
    }

    fn too_large(&self, place: impl Into<String>, what: &'static str, limit: usize) -> SceneError {
        SceneError::TooLarge { file: self.file.to_path_buf(), place: place.into(), what, limit }
    }
}
