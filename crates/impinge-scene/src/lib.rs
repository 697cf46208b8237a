//! Scene files as named objects with world poses.
//!
//! [`load`] reads glTF (`.gltf`, `.glb`), Wavefront OBJ, STL, PLY, 3MF, COLLADA, URDF and tables of boxes into one [`Scene`]: meshes that
//! are stored once, objects that place them in the world, and warnings that count what was left out. The format is
//! told by content; the file name only decides where the content cannot.
//!
//! [`robot`] reads URDF, puts its joints into a pose, and tells which links are neighbours; [`load`] reads robots at rest.
//! [`motion`] tells where objects are that move: [`load_moving`] reads the node animations of glTF, [`robot::Trajectory`] tables of joints.
//!
//! Three promises:
//! - *Nothing is lost silently.* Geometry that cannot be used (a vertex that is not a number, a line primitive) is
//!   counted in a [`Warning`]; a file that contradicts itself is a [`SceneError`] that names the place.
//! - *Nothing is rounded needlessly.* Positions and poses are f64 from the text of the file to the scene, so that
//!   georeferenced models keep their millimetres.
//! - *No file can hurt.* Memory follows the bytes that are there, not those that a header claims; nothing outside the
//!   folder of the scene is read; no bytes make the loader panic.
//!
//! Crates read what they can read within these promises: `gltf` the chunks of a GLB and the numbers in buffers,
//! `serde_json` the JSON, `base64` and `percent-encoding` the URIs, `zip` and `roxmltree` archives and XML, `csv` tables; `earcut` cuts
//! concave polygons, of which the large ones are cut with the exact orientations of `robust`. `gltf`'s JSON types, `tobj`, `stl_io`, `ply-rs-bw`, `threemf` and `mesh-loader` break one promise or more each; the modules in their place say which, and which test shows it.
//!
//! # Degenerate input, in one table
//!
//! | input | what happens |
//! |---|---|
//! | triangle with a corner at NaN or infinity | skipped, counted in a warning |
//! | triangle without area | kept: it is still a segment or a point |
//! | mesh without triangles | its objects are left out, with a warning |
//! | pose that flattens (zero scale, singular matrix) | kept, with a warning: a flat object can still be touched |
//! | pose, or posed mesh, beyond the range of f64 | object left out, with a warning |
//! | points and lines | skipped, counted in a warning |
//! | skins and morph targets | in the pose of the file, also where an animation moves them, with a warning if it is played; damaged ones undeformed, with a warning |
//! | index out of range, missing or cyclic node, cut-off file | error |
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
use motion::{Animations, Motions};

pub use error::SceneError;
pub use foreign::unsupported_format;
pub use format::Format;
pub use placement::Placement;
pub use scene::{Mesh, Object, Scene, SceneFile, Warning};
pub use solid::{PlacedSolid, Solid, SolidForm};
pub use unit::Unit;
pub use up_axis::UpAxis;

/// How to read a scene file.
#[derive(Clone, Debug)]
pub struct LoadOptions {
    /// The unit of files whose format has none (OBJ, STL, PLY, tables of boxes); `None` means metres. It does not apply to files that say
    /// theirs: glTF and URDF are in metres by their specification, 3MF and COLLADA name it.
    pub unit: Option<Unit>,
    /// Which axis points upwards in files that do not say it. It is written into [`SceneFile::up`]; nothing is turned.
    pub up: Option<UpAxis>,
    /// The format of the file; `None` to tell it by content and name.
    pub format: Option<Format>,
    /// The largest number of triangles that the meshes of one file may hold together. A small glTF file can ask for
    /// the same data again and again; this stops it before memory does.
    pub triangle_limit: usize,
    /// The largest number of objects that one file may hold, for the same reason.
    pub object_limit: usize,
    /// The same where a file composes objects of others again and again, as 3MF and COLLADA do, and of what
    /// leads to them. A file that has more bytes than that may hold as many objects as bytes.
    /// [`LoadOptions::object_limit`] holds as well.
    pub composed_object_limit: usize,
}

impl Default for LoadOptions {
    fn default() -> Self {
        LoadOptions {
            unit: None,
            up: None,
            format: None,
            triangle_limit: 100_000_000,
            object_limit: 10_000_000,
            composed_object_limit: 1_000_000,
        }
    }
}

/// Reads one scene file.
///
/// Objects come in the order of the file: for glTF depth first from the roots of the default scene (all root nodes
/// where there is none), for OBJ and STL as they are first named.
///
/// # Errors
///
/// See [`SceneError`]: the file cannot be read, is none of the known formats, or contradicts itself.
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

/// Reads a scene that is already in memory. `file` gives it its name; external glTF buffers are looked for beside it.
///
/// # Errors
///
/// As for [`load`].
pub fn load_bytes(file: &Path, bytes: &[u8], options: &LoadOptions) -> Result<Scene, SceneError> {
    read(file, bytes, options, None).map(|(scene, _)| scene)
}

/// Reads one scene file, and how its objects move: the node animations of glTF. Nothing moves in files of other formats.
///
/// # Errors
///
/// As for [`load`]; also if an animation that is wanted is broken, or if two of them move the same.
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
) -> Result<(Scene, Motions), SceneError> {
    load_moving_bytes(path, &file::read(path)?, options, animations)
}

/// Reads a scene that is already in memory, and how its objects move.
///
/// # Errors
///
/// As for [`load_moving`].
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
) -> Result<(Scene, Motions), SceneError> {
    read(file, bytes, options, Some(animations))
}

fn read(
    file: &Path,
    bytes: &[u8],
    options: &LoadOptions,
    animations: Option<&Animations>,
) -> Result<(Scene, Motions), SceneError> {
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
            let bodies = robot.bodies(&robot::RobotOptions::default())?;
            return Ok((robot.scene(&bodies, &robot.rest())?, Motions::default()));
        }
    }
    Ok(loading.finish())
}

/// Compiles the examples of the guide to robots, so that they stay true.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/robots.md")]
pub struct GuideExamples;
