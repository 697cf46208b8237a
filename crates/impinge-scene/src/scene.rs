//! Scenes: meshes, objects that place them, and warnings about skipped content.

use std::fmt;
use std::path::PathBuf;

use impinge::glam::{DAffine3, DVec3};

use crate::unique_path::UniquePaths;
use crate::{Format, Placement, Solid, UpAxis};

/// Named objects in one world, in metres.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The meshes, each stored once, even if several objects share it.
    pub meshes: Vec<Mesh>,
    /// The objects, in the order of the files.
    pub objects: Vec<Object>,
    /// Skipped or suspicious content, in the order of the files.
    pub warnings: Vec<Warning>,
    /// The files that were read.
    pub files: Vec<SceneFile>,
}

/// A source file of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneFile {
    /// The path of the file.
    pub file: PathBuf,
    /// Its format.
    pub format: Format,
    /// The length of its unit in metres; positions of the scene are always in metres.
    pub metres_per_unit: f64,
    /// Whether the file or its format defines the unit. If not, it comes from
    /// [`LoadOptions::unit`](crate::LoadOptions::unit).
    pub has_unit: bool,
    /// The up axis, if known. Nothing is rotated.
    pub up: Option<UpAxis>,
    /// The placement of the file among others, if one was given. Nothing is moved.
    pub placement: Option<Placement>,
    /// Other files that were read with it: buffers of glTF, meshes of robots. A program that watches a scene
    /// for changes must watch them too.
    pub parts: Vec<PathBuf>,
}

/// A set of triangles in its own coordinates.
///
/// After loading, all positions are finite, all indices are in range, and every position is used by a
/// triangle. Triangles without area are kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// The name from the file, or one that gives the place ("mesh 3").
    pub name: String,
    /// Corners of the triangles, in metres.
    pub positions: Vec<DVec3>,
    /// Each triangle as three indices into `positions`, in the winding of the file.
    pub triangles: Vec<[u32; 3]>,
    /// The solids that some of the triangles represent: boxes of tables, and boxes, spheres, cylinders and
    /// capsules of robots.
    pub solids: Vec<Solid>,
}

/// A mesh at a pose in the world.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// The name from the file, or one that gives the place: "node 7", "Engine (node 7)".
    pub name: String,
    /// The path of the object, from the file name down: `house.glb/Roof/Beam`. Unique in the scene: a path
    /// that occurs again gets ` #2`, ` #3` and so on; a very long one has its middle replaced by `…`.
    pub path: String,
    /// Index into [`Scene::meshes`].
    pub mesh: usize,
    /// Transform from the coordinates of the mesh to world coordinates. It may mirror, scale, shear or
    /// flatten.
    pub transform: DAffine3,
    /// The file of the object.
    pub file: PathBuf,
    /// Whether an animation of the file moves this object, itself or a node above it. The transform is the
    /// pose at rest.
    pub is_animated: bool,
}

/// Skipped or suspicious content in a file that was otherwise usable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The file.
    pub file: PathBuf,
    /// The place in the file, such as `line 12` or `mesh 3 (Wall)`.
    pub place: String,
    /// The problem and how often it occurs.
    pub message: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}: {}", self.file.display(), self.place, self.message)
    }
}

impl Scene {
    /// Appends the objects of another scene. Paths stay unique.
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

    /// Returns the number of triangles in the world: a mesh that several objects share counts for each of
    /// them.
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

/// Appends scenes, one after the other, with [`Scene::append`].
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
