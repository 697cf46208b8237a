//! The arguments about scene files, for all commands that read scenes. The comments on the fields are the
//! help text.

use std::path::PathBuf;

use bytesize::ByteSize;
use clap::{Args, ValueEnum};
use impinge_scene::{Format, LoadOptions, Placement, UpAxis};
use serde::{Deserialize, Serialize};

use super::of_files::{OfFilesParser, parted};
use super::{LengthUnit, OfFiles, RobotArguments, finite};

/// How a place is given.
const PLACE_EXAMPLE: &str =
    "left.stl=1.2,0,0 in metres, or left.stl=1.2,0,0,0,0,90 with degrees about x, y and z";

/// The files of a scene.
#[derive(Clone, Debug, Args)]
pub(crate) struct SceneArguments {
    /// Scene files, folders, or patterns in quotes, such as 'parts/*.stl'; `-` is standard input
    ///
    /// Formats: .glb, .gltf, .obj, .stl, .ply, .3mf, .dae; robots (.urdf); .csv with one box per row. A
    /// folder stands for all scene files in it and below, in the order of their names, except robots and
    /// tables. A file given twice is read once.
    #[arg(required = true, value_name = "SCENE")]
    pub scenes: Vec<PathBuf>,

    /// Length unit of OBJ, STL, PLY and CSV files, which do not define one; by default the unit in
    /// impinge.toml, or metres
    ///
    /// For a single file, put its name first: `--unit mm --unit site.obj=m`. FILE is a name, a path as given,
    /// or a pattern in quotes; may be repeated.
    #[arg(long, value_parser = OfFilesParser::<LengthUnit>::new(), value_name = "[FILE=]UNIT", ignore_case = true)]
    pub unit: Vec<OfFiles<LengthUnit>>,

    /// Up axis of OBJ, STL, PLY and CSV files, which do not define one; by default the axis in impinge.toml
    ///
    /// It only matters if files with both up axes are checked together. Then files with z up are rotated to y
    /// up; files without a known up axis stay unchanged. For a single file, also glTF, put its name first, as
    /// for --unit: `--up house.glb=z`.
    #[arg(long, value_parser = OfFilesParser::<Axis>::new(), value_name = "[FILE=]AXIS")]
    pub up: Vec<OfFiles<Axis>>,

    /// Up axis of glTF files, if not y as the format defines: converters from IFC may keep z; by default the
    /// axis in impinge.toml
    #[arg(long, value_enum, value_name = "AXIS")]
    pub gltf_up: Option<Axis>,

    /// Pose of a file: rotation in degrees about x, then y, then z, followed by a translation in metres; may
    /// be repeated
    ///
    /// `--pose-of left.stl=1.2,0,0` translates the file along x. `--pose-of left.stl=1.2,0,0,0,0,90`
    /// first rotates it about z. The rotation is about the origin of the file, along the axes of the
    /// scene. FILE is as for --unit; in impinge.toml the same is set by `[[file]]`.
    #[arg(long, value_name = "FILE=X,Y,Z[,ROLL,PITCH,YAW]", value_parser = place)]
    pub pose_of: Vec<OfFiles<Placement>>,

    /// Format of standard input, if it cannot be detected from the content
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub stdin_format: Option<InputFormat>,

    /// Stop with an error if more memory than SIZE is needed, such as 500MB or 4GiB
    ///
    /// No partial file is left then. The limit can be exceeded for some milliseconds.
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub max_memory: Option<ByteSize>,

    #[command(flatten)]
    pub limits: LimitArguments,

    /// Also print the format, unit, up axis and pose of each file
    #[arg(short, long)]
    pub verbose: bool,

    #[command(flatten)]
    pub robots: RobotArguments,
}

/// How much one file may hold.
#[derive(Clone, Debug, Args)]
pub(crate) struct LimitArguments {
    /// Maximum number of objects in one file, 10,000,000 by default; 1,000,000 for 3MF and COLLADA, which
    /// compose objects of others
    ///
    /// A small file can instantiate the same object very often; the limit stops that with an error. More
    /// objects take more memory: limit it with --max-memory.
    #[arg(long, value_name = "N", hide_short_help = true)]
    pub max_objects: Option<usize>,

    /// Maximum number of triangles of all meshes in one file together, 100,000,000 by default
    #[arg(long, value_name = "N", hide_short_help = true)]
    pub max_triangles: Option<usize>,
}

impl LimitArguments {
    /// How a file is read, with the limits that are given.
    pub fn limited(&self, options: LoadOptions) -> LoadOptions {
        LoadOptions {
            max_objects: self.max_objects.unwrap_or(options.max_objects),
            max_composed_objects: self.max_objects.unwrap_or(options.max_composed_objects),
            max_triangles: self.max_triangles.unwrap_or(options.max_triangles),
            ..options
        }
    }
}

/// A file, and where it stands.
fn place(text: &str) -> Result<OfFiles<Placement>, String> {
    let wrong = |what: String| format!("{what}, as in {PLACE_EXAMPLE}");
    let (files, numbers) = parted(text).ok_or_else(|| wrong("give a file, `=`, and its pose".to_owned()))?;
    let numbers: Vec<f64> = numbers.split(',').map(finite).collect::<Result<_, _>>().map_err(wrong)?;
    let (translation, degrees) = match numbers[..] {
        [x, y, z] => ([x, y, z], [0.0; 3]),
        [x, y, z, roll, pitch, yaw] => ([x, y, z], [roll, pitch, yaw]),
        _ => return Err(wrong(format!("{} given of three or six numbers", numbers.len()))),
    };
    Ok(OfFiles {
        files: Some(files.to_owned()),
        value: Placement { degrees, translation: translation.into() },
    })
}

/// A size of memory.
fn size(text: &str) -> Result<ByteSize, String> {
    let is_number = |size: &str| size.trim().chars().all(|c| c.is_ascii_digit() || c == '.');
    match text.parse() {
        Ok(ByteSize(0)) => Err("it must be more than 0".to_owned()),
        // A number alone might be megabytes as well.
        _ if is_number(text) => Err("give a unit: 500MB, 4GiB".to_owned()),
        Ok(size) => Ok(size),
        Err(_) => Err("give a number and a unit: 500MB, 4GiB".to_owned()),
    }
}

/// An axis that can be up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Axis {
    Y,
    Z,
}

impl From<Axis> for UpAxis {
    fn from(axis: Axis) -> Self {
        match axis {
            Axis::Y => UpAxis::Y,
            Axis::Z => UpAxis::Z,
        }
    }
}

/// A format that can be read from a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum InputFormat {
    Glb,
    Gltf,
    Obj,
    Stl,
    Ply,
    #[value(name = "3mf")]
    ThreeMf,
    Dae,
    Csv,
    Urdf,
}

impl From<InputFormat> for Format {
    fn from(format: InputFormat) -> Self {
        match format {
            InputFormat::Glb | InputFormat::Gltf => Format::Gltf,
            InputFormat::Obj => Format::Obj,
            InputFormat::Stl => Format::Stl,
            InputFormat::Ply => Format::Ply,
            InputFormat::ThreeMf => Format::ThreeMf,
            InputFormat::Dae => Format::Collada,
            InputFormat::Csv => Format::BoxTable,
            InputFormat::Urdf => Format::Urdf,
        }
    }
}
