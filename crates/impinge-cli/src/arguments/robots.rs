//! The arguments about robots: packages, poses, shapes. The comments on the fields are the help text.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use impinge_scene::robot::GeometrySet;

use super::finite;
use super::of_files::parted;

/// How to read robots.
#[derive(Clone, Debug, Args)]
pub(crate) struct RobotArguments {
    /// Folder of a package that robots refer to as package://NAME/…; may be repeated
    ///
    /// Without it, the package is searched for in the folder of the robot and its parents.
    #[arg(long, value_name = "NAME=FOLDER", value_parser = package, help_heading = "Robots")]
    pub package: Vec<(String, PathBuf)>,

    /// Value of a joint, in radians or metres; may be repeated
    ///
    /// Other joints are at 0, or at the nearest value within their limits. The value applies to all robots;
    /// for a single one, put its file first: `--joint left.urdf:elbow=1.2`.
    #[arg(long, value_name = "[FILE:]NAME=VALUE", value_parser = joint, help_heading = "Robots")]
    pub joint: Vec<(String, f64)>,

    /// Joint values from a file: a JSON object, or CSV with the columns joint and value
    #[arg(long, value_name = "FILE", help_heading = "Robots")]
    pub joints: Option<PathBuf>,

    /// Which shapes of the links to use
    #[arg(long, value_enum, value_name = "WHICH", default_value_t, help_heading = "Robots")]
    pub geometry: Shapes,

    /// Treat each shape of a link, and each object of a mesh file, as a separate object
    ///
    /// By default a link is one object with the name of the link. Shapes of one link are never checked
    /// against each other.
    #[arg(long, help_heading = "Robots")]
    pub parts: bool,
}

/// Which shapes of links count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shapes {
    /// Collision shapes
    #[default]
    Collision,
    /// Visual shapes
    Visual,
    /// All shapes
    Both,
}

impl From<Shapes> for GeometrySet {
    fn from(shapes: Shapes) -> Self {
        match shapes {
            Shapes::Collision => GeometrySet::Collision,
            Shapes::Visual => GeometrySet::Visual,
            Shapes::Both => GeometrySet::Both,
        }
    }
}

/// `NAME=REST`.
fn named<Rest: From<String>>(text: &str) -> Result<(String, Rest), String> {
    let (name, rest) = text.split_once('=').ok_or("give a name, `=`, and a folder")?;
    Ok((name.trim().to_owned(), Rest::from(rest.trim().to_owned())))
}

/// A package and its folder, which has to be there: a misspelt one would be looked for in vain.
fn package(text: &str) -> Result<(String, PathBuf), String> {
    let (name, folder) = named::<PathBuf>(text)?;
    if folder.is_dir() {
        Ok((name, folder))
    } else {
        Err(format!("folder {} does not exist; correct the path", folder.display()))
    }
}

fn joint(text: &str) -> Result<(String, f64), String> {
    let (name, value) = parted(text).ok_or("give the name of a joint, `=`, and its value")?;
    let (name, value) = (name.trim().to_owned(), value.trim());
    let value =
        finite(value).map_err(|error| format!("{error}; use radians, or metres for sliding joints"))?;
    Ok((name, value))
}
