//! The arguments of `impinge fit` and `impinge decompose`. The comments on the fields are the help text.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use impinge::compound::DecomposeOptions;

use super::settings::of_objects;
use super::{RunArguments, SceneArguments, SettingsArguments, finite, from_one};

/// A scene whose objects are processed one by one, and where the report goes.
#[derive(Debug, Args)]
pub(crate) struct ObjectsArguments {
    #[command(flatten)]
    pub scene: SceneArguments,

    /// Format of the report; by default set by the extension of the -o file, such as .json, or else a table
    #[arg(long, value_enum)]
    pub format: Option<ObjectsFormat>,

    /// Write the report to FILE instead of standard output
    ///
    /// The file is written completely or not at all. An existing file is replaced. `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Leave out objects whose name or path matches PATTERN, as in `check`; may be repeated
    #[arg(long, value_name = "PATTERN")]
    pub ignore: Vec<String>,

    #[command(flatten)]
    pub settings: SettingsArguments,

    #[command(flatten)]
    pub run: RunArguments,
}

/// Form of the report about volumes or parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ObjectsFormat {
    /// A table as plain text
    #[default]
    Table,
    /// One object: schema, files, objects with their volumes or parts, warnings
    Json,
}

const FIT_EXAMPLES: &str = r#"Examples:
  impinge fit robot.stl --unit mm
      print which simple volume fits each part best
  impinge fit house.glb --write shapes.jsonl
      also write the volumes, one per line, as the beginning of requests for `impinge query`
  jq -c 'select(.id.tightest) + {op: "distance", b: {type: "half_space", normal: [0, 1, 0]}}' \
      shapes.jsonl | impinge query
      compute the height of each object above the ground, by its best volume

Exit codes:
  0  volumes were fitted to every object
  2  fitting failed; the error message gives the reason"#;

/// Fit a ball, boxes, a capsule, a cylinder and the convex hull to every object, and report the tightest
///
/// Reads the same files as `check`. For each object, the table has the volume of the convex hull. For each
/// simple volume, it has the tightness: its volume divided by the volume of the hull. 1 is best; flat objects
/// have no tightness. Every volume contains all points of its object, in spite of rounding.
#[derive(Debug, Args)]
#[command(mut_arg("config", of_objects), after_long_help = FIT_EXAMPLES, after_help = "Exit codes: 0 fitted, 2 error. --help has more, and examples.")]
pub(crate) struct FitArguments {
    /// Also write the volumes to FILE as JSON lines; the name must end in .jsonl
    ///
    /// One volume per line: `id` with object, volume and whether it is the tightest; `a` with shape and pose
    /// in the format of `impinge query`.
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,

    #[command(flatten)]
    pub objects: ObjectsArguments,
}

const DECOMPOSE_EXAMPLES: &str = r#"Examples:
  impinge decompose gear.stl --unit mm
      decompose a gear, and print the number of convex parts and how tight they are
  impinge decompose gear.stl --tolerance 0.005 --max-parts 100 --write parts.obj
      decompose it more finely, and write the parts to a file for other programs

Exit codes:
  0  every object was decomposed
  2  decomposition failed; the error message gives the reason"#;

/// Decompose every object into a few convex parts that together cover it
///
/// Reads the same files as `check`. For each object, the table has the number of parts, their tightness and
/// their concavity. The tightness is the volume of all parts divided by the volume of the object; 1 is best,
/// and objects that are not closed have none. The concavity is how far parts extend beyond the object, in
/// metres, estimated from samples of their points. The parts cover the whole object.
#[derive(Debug, Args)]
#[command(mut_arg("config", of_objects), after_long_help = DECOMPOSE_EXAMPLES, after_help = "Exit codes: 0 decomposed, 2 error. --help has more, and examples.")]
pub(crate) struct DecomposeArguments {
    /// How far parts may extend beyond an object, as a fraction of the diagonal of its bounding box
    #[arg(long, value_name = "SHARE", default_value_t = 0.02, allow_negative_numbers = true, value_parser = share)]
    pub tolerance: f64,

    /// Maximum number of parts per object, even if they then extend further
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = from_one::<usize>, allow_negative_numbers = true)]
    pub max_parts: usize,

    /// Also write the parts to FILE in OBJ format; the name must end in .obj
    ///
    /// One OBJ object per part, named by the path of its source object and a number, in metres.
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,

    #[command(flatten)]
    pub objects: ObjectsArguments,
}

/// How far parts may reach, as the engine takes it.
fn share(text: &str) -> Result<f64, String> {
    let share = finite(text)?;
    DecomposeOptions::new(share).map(|options| options.tolerance()).map_err(|error| error.to_string())
}
