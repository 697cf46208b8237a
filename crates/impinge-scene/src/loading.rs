//! A scene during loading: the state that every format needs.

use std::borrow::Cow;
use std::path::Path;

use impinge::glam::{DAffine3, DVec3};

use crate::motion::{Animations, SceneMotion};
use crate::unique_path::{UniquePaths, shorten};
use crate::{Format, LoadOptions, Mesh, Object, Scene, SceneError, SceneFile, Unit, UpAxis, Warning, text};

pub(crate) struct Loading<'a> {
    pub file: &'a Path,
    /// Properties of the file. A format that defines them sets them here.
    pub about: SceneFile,
    options: &'a LoadOptions,
    /// The selected animations; `None` if the motion is not loaded.
    pub animations: Option<&'a Animations>,
    /// How the objects move.
    pub motions: SceneMotion,
    scene: Scene,
    paths: UniquePaths,
    triangles: usize,
}

impl<'a> Loading<'a> {
    pub fn new(
        file: &'a Path,
        format: Format,
        options: &'a LoadOptions,
        animations: Option<&'a Animations>,
    ) -> Self {
        let unit = options.unit.unwrap_or_default();
        let about = SceneFile {
            file: file.to_path_buf(),
            format,
            metres_per_unit: unit.metres(),
            has_unit: false,
            up: options.up,
            placement: None,
            parts: Vec::new(),
        };
        Loading {
            file,
            about,
            options,
            animations,
            motions: SceneMotion::default(),
            scene: Scene::default(),
            paths: UniquePaths::default(),
            triangles: 0,
        }
    }

    /// Stores the unit that the file defines, and its up axis if given.
    pub fn say(&mut self, metres_per_unit: f64, up: Option<UpAxis>) {
        self.about.metres_per_unit = metres_per_unit;
        self.about.has_unit = true;
        self.about.up = up.or(self.about.up);
    }

    /// The scene, and how its objects move.
    pub fn finish(mut self) -> (Scene, SceneMotion) {
        if self.scene.objects.is_empty() {
            self.warn("objects", "none with triangles was found; add one, or choose another file");
        }
        self.scene.files.push(self.about);
        (self.scene, self.motions)
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
        self.unit().to_metres(position)
    }

    /// The unit of a file without one of its own.
    pub fn unit(&self) -> Unit {
        self.options.unit.unwrap_or_default()
    }

    /// The largest number of objects, and of what leads to them, in a file of so many bytes in which things
    /// are put together of others: by twos, a thousand bytes may double them thirty times.
    pub fn limit_of_composed(&self, bytes: usize) -> usize {
        self.options.max_objects.min(bytes.max(self.options.max_composed_objects))
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
        is_animated: bool,
    ) -> Result<(), SceneError> {
        if self.scene.objects.len() >= self.options.max_objects {
            return Err(self.too_large(format!("object {name}"), "objects", self.options.max_objects));
        }
        let (path, file) = (self.paths.claim(&shorten(path)), self.file.to_path_buf());
        self.scene.objects.push(Object { name, path, mesh, transform, file, is_animated });
        Ok(())
    }

    /// The object that was added last is in a frame that moves.
    pub fn place_last(&mut self, frame: usize, below: DAffine3) {
        if let Some(last) = self.scene.objects.len().checked_sub(1) {
            self.motions.place(last, frame, below);
        }
    }

    /// To be called before `count` triangles are stored: refuses when the file would hold too many.
    ///
    /// The limit never exceeds what 32-bit indices can address.
    pub fn reserve_triangles(&mut self, place: &str, count: usize) -> Result<(), SceneError> {
        let limit = self.options.max_triangles.min(u32::MAX as usize / 3);
        self.triangles = self.triangles.saturating_add(count);
        if self.triangles > limit { Err(self.too_large(place, "triangles", limit)) } else { Ok(()) }
    }

    pub fn warn(&mut self, place: impl Into<String>, message: impl Into<String>) {
        let file = self.file.to_path_buf();
        self.scene.warnings.push(Warning { file, place: place.into(), message: message.into() });
    }

    /// The text of the file or of its part.
    pub fn text<'b>(&mut self, bytes: &'b [u8]) -> Cow<'b, str> {
        let (text, warning) = text::read(self.file, bytes);
        self.scene.warnings.extend(warning);
        text
    }

    pub fn malformed(&self, place: impl Into<String>, problem: impl Into<String>) -> SceneError {
        SceneError::Malformed { file: self.file.to_path_buf(), place: place.into(), problem: problem.into() }
    }

    /// An error in a table, which people write: the problem includes the advice, to which "export it again"
    /// would add nothing.
    pub fn wrong_in_table(&self, place: impl Into<String>, problem: impl Into<String>) -> SceneError {
        SceneError::Table { file: self.file.to_path_buf(), place: place.into(), problem: problem.into() }
    }

    pub fn foreign(&self, what: &'static str, advice: &'static str) -> SceneError {
        SceneError::UnsupportedFormat { file: self.file.to_path_buf(), what, advice }
    }

    pub fn unsupported(&self, extension: String) -> SceneError {
        SceneError::UnsupportedExtension { file: self.file.to_path_buf(), extension }
    }

    pub fn unsupported_version(&self, version: impl Into<String>) -> SceneError {
        SceneError::UnsupportedVersion { file: self.file.to_path_buf(), version: version.into() }
    }

    pub fn truncated(&self, place: impl Into<String>, needed: u64, found: u64) -> SceneError {
        SceneError::Truncated { file: self.file.to_path_buf(), place: place.into(), needed, found }
    }

    pub fn too_large(&self, place: impl Into<String>, what: &'static str, limit: usize) -> SceneError {
        SceneError::TooLarge { file: self.file.to_path_buf(), place: place.into(), what, limit }
    }
}
