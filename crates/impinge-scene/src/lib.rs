//! Scene files as named objects with world poses.
//!
//! [`load`] reads glTF (`.gltf`, `.glb`), Wavefront OBJ, STL, PLY, 3MF, COLLADA, URDF and tables of boxes
//! into one [`Scene`]. A scene has meshes that are stored once, objects that place them in the world, and
//! warnings that count skipped content. The format is detected by content; the file name decides only where
//! the content cannot.
//!
//! [`robot`] reads URDF, computes poses from joint values, and finds adjacent links; [`load`] reads robots at
//! rest. [`motion`] computes the poses of moving objects: [`load_moving`] reads the node animations of glTF,
//! [`robot::Trajectory`] tables of joint values.
//!
//! Guarantees:
//!
//! - *Nothing is lost silently.* Unusable geometry (a vertex that is not a number, a line primitive) is
//!   counted in a [`Warning`]. A file that contradicts itself is a [`SceneError`] that names the place.
//! - *Nothing is rounded needlessly.* Positions and poses are f64 from the text of the file to the scene, so
//!   georeferenced models keep their millimetres.
//! - *No file can do harm.* Memory is proportional to the bytes of the file, not to the counts in a header.
//!   Nothing outside the folder of the scene is read. No bytes make the loader panic.
//!
//! These crates read what they can within the guarantees: `gltf` the chunks of a GLB and the numbers in
//! buffers, `serde_json` JSON, `base64` and `percent-encoding` URIs, `zip` and `roxmltree` archives and XML,
//! `csv` tables. `earcut` triangulates concave polygons; large ones use the exact orientations of `impinge`.
//! `gltf`'s JSON types, `tobj`, `stl_io`, `ply-rs-bw`, `threemf` and `mesh-loader` break one guarantee or
//! more each. The modules that replace them name the guarantee and the test that shows it.
//!
//! # Degenerate input
//!
//! | input | result |
//! |---|---|
//! | triangle with a corner at NaN or infinity | skipped, counted in a warning |
//! | triangle without area | kept: it is still a segment or a point |
//! | mesh without triangles | its objects are skipped, with a warning |
//! | pose that flattens (zero scale, singular matrix) | kept, with a warning: flat objects can be touched |
//! | pose, or posed mesh, beyond the range of f64 | object skipped, with a warning |
//! | points and lines | skipped, counted in a warning |
//! | skins and morph targets | in the pose of the file |
//! | animated skins and morph targets | in the pose of the file, with a warning if the animation is played |
//! | damaged skins and morph targets | undeformed, with a warning |
//! | index out of range, missing or cyclic node, truncated file | error |
//!
//! # Example
//!
//! ```
//! use impinge_scene::{LoadOptions, Unit, load_bytes};
//!
//! let obj = b"o Wedge\nv 0 0 0\nv 1000 0 0\nv 0 1000 0\nf 1 2 3\n";
//! let options = LoadOptions { unit: Some(Unit::Millimetre), ..LoadOptions::default() };
//! let scene = load_bytes("wedge.obj".as_ref(), obj, &options)?;
//!
//! assert_eq!(scene.objects[0].path, "wedge.obj/Wedge");
//! assert_eq!(scene.meshes[0].positions[1].x, 1.0); // metres
//! assert!(scene.warnings.is_empty());
//! # Ok::<(), impinge_scene::SceneError>(())
//! ```

mod box_table;
mod collada;
mod error;
mod file;
mod foreign;
mod format;
mod gltf;
mod loading;
mod mesh_builder;
pub mod motion;
mod obj;
mod placement;
mod ply;
mod polygon;
mod polygon_mesh;
pub mod robot;
mod rotation;
mod scene;
mod solid;
mod stl;
mod table;
mod text;
mod three_mf;
mod unique_path;
mod unit;
mod unit_cube;
mod up_axis;
mod words;
mod xml;

use std::path::Path;

use loading::Loading;
use motion::{Animations, SceneMotion};

pub use error::SceneError;
pub use foreign::unsupported_format;
pub use format::Format;
pub use placement::Placement;
pub use scene::{Mesh, Object, Scene, SceneFile, Warning};
pub use solid::{PlacedSolid, Solid, SolidForm};
pub use unit::Unit;
pub use up_axis::UpAxis;

/// Options for reading a scene file.
#[derive(Clone, Debug)]
pub struct LoadOptions {
    /// The unit of files whose format has none (OBJ, STL, PLY, tables of boxes); `None` means metres. It does
    /// not apply to files with a unit: glTF and URDF are in metres by their specification, 3MF and COLLADA
    /// name it.
    pub unit: Option<Unit>,
    /// The up axis of files that do not name it. It is stored in [`SceneFile::up`]; nothing is rotated.
    pub up: Option<UpAxis>,
    /// The format of the file; `None` detects it by content and name.
    pub format: Option<Format>,
    /// The maximum number of triangles of all meshes of one file. A small glTF file can refer to the same
    /// data repeatedly; this limit stops it before memory is exhausted.
    pub max_triangles: usize,
    /// The maximum number of objects of one file, for the same reason.
    pub max_objects: usize,
    /// The maximum number of objects in files that compose objects of other objects, as in 3MF and COLLADA;
    /// nodes on the way to them count too. A file with more bytes than this may have as many objects as
    /// bytes. [`LoadOptions::max_objects`] also applies.
    pub max_composed_objects: usize,
}

impl Default for LoadOptions {
    fn default() -> Self {
        LoadOptions {
            unit: None,
            up: None,
            format: None,
            max_triangles: 100_000_000,
            max_objects: 10_000_000,
            max_composed_objects: 1_000_000,
        }
    }
}

/// Reads one scene file.
///
/// Objects are in the order of the file. For glTF this is depth first from the roots of the default scene, or
/// from all root nodes if there is none. For OBJ and STL it is the order in which they are first named.
///
/// # Errors
///
/// Returns a [`SceneError`] if the file cannot be read, is of no known format, or contradicts itself.
///
/// # Example
///
/// ```
/// use impinge_scene::{LoadOptions, SceneError, load};
///
/// let error = load("no/such.glb".as_ref(), &LoadOptions::default()).unwrap_err();
/// assert!(matches!(error, SceneError::Read { .. }));
/// ```
pub fn load(path: &Path, options: &LoadOptions) -> Result<Scene, SceneError> {
    load_bytes(path, &file::read(path)?, options)
}

/// Reads a scene that is already in memory. `file` is its name; external glTF buffers are read from the same
/// folder.
///
/// # Errors
///
/// The same as for [`load`].
pub fn load_bytes(file: &Path, bytes: &[u8], options: &LoadOptions) -> Result<Scene, SceneError> {
    read(file, bytes, options, None).map(|(scene, _)| scene)
}

/// Reads one scene file and the motion of its objects: the node animations of glTF. In files of other formats
/// nothing moves.
///
/// # Errors
///
/// The same as for [`load`]; also if a selected animation is invalid, or two of them move the same
/// target.
///
/// ```
/// use impinge_scene::{LoadOptions, load_moving};
/// use impinge_scene::motion::Animations;
///
/// let error = load_moving("no/such.glb".as_ref(), &LoadOptions::default(), &Animations::all());
/// assert!(error.is_err());
/// ```
pub fn load_moving(
    path: &Path,
    options: &LoadOptions,
    animations: &Animations,
) -> Result<(Scene, SceneMotion), SceneError> {
    load_moving_bytes(path, &file::read(path)?, options, animations)
}

/// Reads a scene that is already in memory, and the motion of its objects.
///
/// # Errors
///
/// The same as for [`load_moving`].
///
/// ```
/// use impinge_scene::motion::Animations;
/// use impinge_scene::{LoadOptions, load_moving_bytes};
///
/// let file = "../../docs/scenes/crane.gltf".as_ref();
/// let bytes = std::fs::read(file)?;
/// let (scene, motions) = load_moving_bytes(file, &bytes, &LoadOptions::default(), &Animations::all())?;
/// let moving = (0..scene.objects.len()).filter(|&object| motions.is_moving(object)).count();
/// assert!(moving > 0 && moving < scene.objects.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn load_moving_bytes(
    file: &Path,
    bytes: &[u8],
    options: &LoadOptions,
    animations: &Animations,
) -> Result<(Scene, SceneMotion), SceneError> {
    read(file, bytes, options, Some(animations))
}

fn read(
    file: &Path,
    bytes: &[u8],
    options: &LoadOptions,
    animations: Option<&Animations>,
) -> Result<(Scene, SceneMotion), SceneError> {
    if bytes.is_empty() {
        return Err(SceneError::Empty { file: file.to_path_buf() });
    }
    let format = format::of(file, bytes, options.format)?;
    let mut loading = Loading::new(file, format, options, animations);
    match format {
        Format::Gltf => gltf::load(bytes, &mut loading)?,
        Format::Obj => obj::load(bytes, &mut loading)?,
        Format::Stl => stl::load(bytes, &mut loading)?,
        Format::Ply => ply::load(bytes, &mut loading)?,
        Format::ThreeMf => three_mf::load(bytes, &mut loading)?,
        Format::Collada => collada::load(bytes, &mut loading)?,
        Format::BoxTable => box_table::load(bytes, &mut loading)?,
        Format::Urdf => {
            let robot = robot::Robot::from_bytes(file, bytes)?;
            let bodies = robot.instances(&robot::RobotOptions::default())?;
            return Ok((robot.scene(&bodies, &robot.default_configuration())?, SceneMotion::default()));
        }
    }
    Ok(loading.finish())
}

/// Compiles and runs the examples of the guide to robots as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/robots.md")]
pub struct GuideExamples;
