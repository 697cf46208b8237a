//! What a scene is: meshes, objects that place them, warnings about what was left out.

use std::fmt;
use std::path::PathBuf;

use glam::{DAffine3, DVec3};

use crate::unique_path::UniquePaths;
use crate::{Format, Placement, Solid, UpAxis};

/// Named objects in one world, in metres.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The shapes, each stored once however many objects share it.
    pub meshes: Vec<Mesh>,
    /// The objects, in the order of the files.
    pub objects: Vec<Object>,
    /// What was left out or looked wrong, in the order of the files.
    pub warnings: Vec<Warning>,
    /// The files that were read.
    pub files: Vec<SceneFile>,
}

/// A file that a scene came from.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneFile {
    /// The file.
    pub file: PathBuf,
    /// Its format.
    pub format: Format,
    /// The length of its unit; positions of the scene are in metres all the same.
    pub metres_per_unit: f64,
    /// Does the file or its format say so? If not, it is what [`LoadOptions::unit`](crate::LoadOptions::unit) says.
    pub says_unit: bool,
    /// The axis that points upwards, if that is known. Nothing has been turned.
    pub up: Option<UpAxis>,
    /// Where it stands among others, if somebody has said so. Nothing has been moved.
    pub placement: Option<Placement>,
    /// Files that it refers to and that were read with it: buffers of glTF, meshes of robots. Who watches a scene watches these too.
    pub parts: Vec<PathBuf>,
}

/// A set of triangles in its own coordinates.
///
/// As loaded: all positions are finite, all indices are in range, and every position is used by a triangle.
/// Triangles without area are kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// The name that the file gives, or one that tells the place ("mesh 3").
    pub name: String,
    /// Corners of the triangles, in metres.
    pub positions: Vec<DVec3>,
    /// Each triangle as three indices into `positions`, in the winding of the file.
    pub triangles: Vec<[u32; 3]>,
    /// What some of the triangles stand for: boxes of tables, and boxes, spheres, cylinders and capsules of
    /// robots.
    pub solids: Vec<Solid>,
}

/// A mesh at its place in the world.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// The name that the file gives, or one that tells the place: "node 7", "Engine (node 7)".
    pub name: String,
    /// Where the object stands, from the file name down: `house.glb/Roof/Beam`. Unique in the scene: a path that
    /// occurs again gets ` #2`, ` #3` and so on; a very long one has its middle replaced by `…`.
    pub path: String,
    /// Index into [`Scene::meshes`].
    pub mesh: usize,
    /// From the coordinates of the mesh to those of the world. May mirror, scale, shear or flatten.
    pub transform: DAffine3,
    /// The file it came from.
    pub file: PathBuf,
    /// Does an animation of the file move this object (itself or a node above it)? The pose is the one at rest.
    pub is_animated: bool,
}

/// Something that was left out or looked wrong, while the rest of the file could be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The file.
    pub file: PathBuf,
    /// The place in the file, such as `line 12` or `mesh 3 (Wall)`.
    pub place: String,
    /// What it was and how often.
    pub message: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}: {}", self.file.display(), self.place, self.message)
    }
}

impl Scene {
    /// Adds the objects of another scene after those of this one. Paths stay unique.
    ///
    /// # Example
    ///
    /// ```
    /// use impinge_scene::{LoadOptions, Scene, load_bytes};
    ///
    /// let obj = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    /// let mut scene: Scene = load_bytes("part.obj".as_ref(), obj, &LoadOptions::default())?;
    /// scene.append(scene.clone());
    /// assert_eq!(scene.objects[1].path, "part.obj #2");
    /// assert_eq!(scene.objects[1].mesh, 1);
    /// # Ok::<(), impinge_scene::SceneError>(())
    /// ```
    pub fn append(&mut self, other: Scene) {
        self.extend([other]);
    }

    /// The number of triangles in the world: a mesh that several objects share counts for each of them.
    ///
    /// ```
    /// use impinge_scene::{LoadOptions, Scene, load_bytes};
    ///
    /// let square = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";
    /// let mut scene: Scene = load_bytes("square.obj".as_ref(), square, &LoadOptions::default())?;
    /// scene.objects.push(scene.objects[0].clone()); // shares its mesh
    /// assert_eq!((scene.meshes[0].triangles.len(), scene.triangle_count()), (2, 4));
    /// # Ok::<(), impinge_scene::SceneError>(())
    /// ```
    pub fn triangle_count(&self) -> usize {
        self.objects.iter().map(|object| self.meshes[object.mesh].triangles.len()).sum()
    }
}

/// One scene after the other, as by [`Scene::append`].
impl Extend<Scene> for Scene {
    fn extend<Scenes: IntoIterator<Item = Scene>>(&mut self, scenes: Scenes) {
        let mut paths = UniquePaths::default();
        for object in &self.objects {
            paths.claim(&object.path);
        }
        for scene in scenes {
            let first_mesh = self.meshes.len();
            self.meshes.extend(scene.meshes);
            self.objects.extend(scene.objects.into_iter().map(|object| Object {
                path: paths.claim(&object.path),
                mesh: first_mesh + object.mesh,
                ..object
            }));
            self.warnings.extend(scene.warnings);
            self.files.extend(scene.files);
        }
    }
}
