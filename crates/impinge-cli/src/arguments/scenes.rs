//! Which files make the scene, and what they do not say themselves: the same for all commands that read
//! scenes.

use std::path::PathBuf;

use bytesize::ByteSize;
use clap::{Args, ValueEnum};
use impinge_scene::{Format, LoadOptions, Placement, UpAxis};
use serde::{Deserialize, Serialize};

use super::of_files::{OfFilesParser, parted};
use super::{LengthUnit, OfFiles, RobotArguments, finite};

/// How a place is given.
const PLACE_EXAMPLE: &str =
    "left.stl=1.2,0,0 in metres, or left.stl=1.2,0,0,0,0,90 turned by degrees about x, y and z";

/// The files of a scene.
#[derive(Clone, Debug, Args)]
pub(crate) struct SceneArguments {
    /// Scene files, folders of them, or patterns in quotes, such as 'parts/*.stl'; `-` is standard input
    ///
    /// .glb, .gltf, .obj, .stl, .ply, .3mf, .dae; robots (.urdf); .csv with one box a row. Of folders all
    /// scene files are read but robots and tables, also in folders below, in the order of their names. A file
    /// named twice is read once.
    #[arg(required = true, value_name = "SCENE")]
    pub scenes: Vec<PathBuf>,

    /// Unit of length of OBJ, STL, PLY and CSV files, which do not say it; otherwise that of impinge.toml, or
    /// metres
    ///
    /// Of one file alone with its name before it: `--unit mm --unit site.obj=m`. FILE is a name, a path as it
    /// is given, or a pattern in quotes; may be repeated.
    #[arg(long, value_parser = OfFilesParser::<LengthUnit>::new(), value_name = "[FILE=]UNIT", ignore_case = true)]
    pub unit: Vec<OfFiles<LengthUnit>>,

    /// The axis that is up in OBJ, STL, PLY and CSV files, which do not say it; otherwise that of
    /// impinge.toml
    ///
    /// Matters only where files with both are checked together: then those with z up are turned to y up, and
    /// files of which nobody says it stay as they are. Of one file alone, glTF too, with its name before it,
    /// as for --unit: `--up house.glb=z`.
    #[arg(long, value_parser = OfFilesParser::<Axis>::new(), value_name = "[FILE=]AXIS")]
    pub up: Vec<OfFiles<Axis>>,

    /// The axis that is up in glTF files, where that is not y as the format says: converters from IFC may
    /// keep z; otherwise that of impinge.toml
    #[arg(long, value_enum, value_name = "AXIS")]
    pub gltf_up: Option<Axis>,

    /// Where a file stands: turned by degrees about x, then y, then z, then moved by metres; may be repeated
    ///
    /// `--pose-of left.stl=1.2,0,0` moves it along x, `--pose-of left.stl=1.2,0,0,0,0,90` turns it about z
    /// before. The axes are those of all
    /// files together, the origin is that of the file. FILE is as for --unit; impinge.toml says the same as
    /// `[[file]]`.
    #[arg(long, value_name = "FILE=X,Y,Z[,ROLL,PITCH,YAW]", value_parser = place)]
    pub pose_of: Vec<OfFiles<Placement>>,

    /// Format of standard input, where the content does not tell
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub stdin_format: Option<InputFormat>,

    /// End with an error if more memory is needed than SIZE, such as 500MB or 4GiB
    ///
    /// Nothing is half-written then. It may be passed for some milliseconds.
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub max_memory: Option<ByteSize>,

    #[command(flatten)]
    pub limits: LimitArguments,

    /// Also say of each file which format, unit and axis it was read with, and where it was put
    #[arg(short, long)]
    pub verbose: bool,

    #[command(flatten)]
    pub robots: RobotArguments,
}

/// How much one file may hold.
#[derive(Clone, Debug, Args)]
pub(crate) struct LimitArguments {
    /// The most objects that one file may hold, 10,000,000 unless it is given; 1,000,000 where 3MF and
    /// COLLADA compose objects of others
    ///
    /// A small file can ask for the same object again and again; the limit ends that with an error. More
    /// objects take more memory: --max-memory bounds it.
    #[arg(long, value_name = "N", hide_short_help = true)]
    pub max_objects: Option<usize>,

    /// The most triangles that the meshes of one file may hold together, 100,000,000 unless it is given
    #[arg(long, value_name = "N", hide_short_help = true)]
    pub max_triangles: Option<usize>,
}

impl LimitArguments {
    /// How a file is read, with the limits that are given.
    pub fn limited(&self, options: LoadOptions) -> LoadOptions {
        LoadOptions {
            object_limit: self.max_objects.unwrap_or(options.object_limit),
            composed_object_limit: self.max_objects.unwrap_or(options.composed_object_limit),
            triangle_limit: self.max_triangles.unwrap_or(options.triangle_limit),
            ..options
        }
    }
}

/// A file, and where it stands.
fn place(text: &str) -> Result<OfFiles<Placement>, String> {
    let wrong = |what: String| format!("{what}, as in {PLACE_EXAMPLE}");
    let (files, numbers) =
        parted(text).ok_or_else(|| wrong("give a file, `=`, and where it stands".to_owned()))?;
    let numbers: Vec<f64> = numbers.split(',').map(finite).collect::<Result<_, _>>().map_err(wrong)?;
    let (translation, degrees) = match numbers[..] {
        [x, y, z] => ([x, y, z], [0.0; 3]),
        [x, y, z, roll, pitch, yaw] => ([x, y, z], [roll, pitch, yaw]),
        _ => return Err(wrong(format!("there are {} numbers; give three or six", numbers.len()))),
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
        _ if is_number(text) => Err("say bytes of what: 500MB, 4GiB".to_owned()),
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
