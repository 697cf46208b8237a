//! Which files make the scene, and what they do not say themselves: the same for `check`, `fit` and `decompose`.

use std::path::PathBuf;

use bytesize::ByteSize;
use clap::{Args, ValueEnum};
use impinge_scene::{Format, UpAxis};
use serde::{Deserialize, Serialize};

use super::{LengthUnit, RobotArguments};

/// The files of a scene.
#[derive(Clone, Debug, Args)]
pub(crate) struct SceneArguments {
    /// Scene files, folders of them, or patterns in quotes, such as 'parts/*.stl'; `-` is standard input
    ///
    /// .glb, .gltf, .obj, .stl, .ply, .3mf, .dae; robots (.urdf); .csv with one box a row. Of folders all scene files are read but
    /// robots and tables, also in folders below, in the order of their names. A file named twice is read once.
    #[arg(required = true, value_name = "SCENE")]
    pub scenes: Vec<PathBuf>,

    /// Unit of length of OBJ, STL, PLY and CSV files, which do not say it; otherwise that of impinge.toml, or metres
    #[arg(long, value_enum)]
    pub unit: Option<LengthUnit>,

    /// The axis that is up in OBJ, STL, PLY and CSV files, which do not say it; otherwise that of impinge.toml
    ///
    /// Matters only where files with both are checked together: then those with z up are turned to y up, and files of which
    /// nobody says it stay as they are.
    #[arg(long, value_enum, value_name = "AXIS")]
    pub up: Option<Axis>,

    /// The axis that is up in glTF files, where that is not y as the format says: converters from IFC may keep z;
    /// otherwise that of impinge.toml
    #[arg(long, value_enum, value_name = "AXIS")]
    pub gltf_up: Option<Axis>,

    /// Format of standard input, where the content does not tell
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub stdin_format: Option<InputFormat>,

    /// End with an error if more memory is needed than SIZE, such as 500MB or 4GiB
    ///
    /// Nothing is half-written then. It may be passed for some milliseconds.
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub max_memory: Option<ByteSize>,

    /// Also say of each file which format, unit and axis it was read with
    #[arg(short, long)]
    pub verbose: bool,

    #[command(flatten)]
    pub robots: RobotArguments,
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
