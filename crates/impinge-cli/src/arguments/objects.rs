//! What `impinge fit` and `impinge decompose` are asked about each object of a scene. The comments on the
//! fields are the help text.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use impinge::compound::DecomposeOptions;

use super::settings::of_objects;
use super::{RunArguments, SceneArguments, SettingsArguments, finite, from_one};

/// A scene whose objects are asked about one by one, and where the report goes.
#[derive(Debug, Args)]
pub(crate) struct ObjectsArguments {
    #[command(flatten)]
    pub scene: SceneArguments,

    /// Form of the report; unless it is said, the one that FILE of -o is named after, such as .json, or else
    /// a table
    #[arg(long, value_enum)]
    pub format: Option<ObjectsFormat>,

    /// Write the report to FILE instead of standard output
    ///
    /// The file appears complete or not at all; one that exists is replaced. `-` is standard output.
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
    /// Text for people
    #[default]
    Table,
    /// One object: schema, files, objects with their volumes or parts, warnings
    Json,
}

const FIT_EXAMPLES: &str = r#"Examples:
  impinge fit robot.stl --unit mm
      which simple volume stands in best for each part
  impinge fit house.glb --write shapes.jsonl
      the volumes too, one per line, each the beginning of a request of `impinge query`
  jq -c 'select(.id.tightest) + {op: "distance", b: {type: "half_space", normal: [0, 1, 0]}}' \
      shapes.jsonl | impinge query
      how high above the ground each object is, by its best volume

Exit codes:
  0  volumes were fitted to every object
  2  they could not be; the message says why"#;

/// Fit a ball, boxes, a capsule, a cylinder and the convex hull to every object, and tell which wastes least
///
/// Reads the same files as `check`. For each object, the table has the volume of its convex hull, and for
/// each simple volume its tightness: how many times as large as the hull it is. 1 is best; flat objects have
/// none. Every volume holds all points of its object, with roundings too.
#[derive(Debug, Args)]
#[command(mut_arg("config", of_objects), after_long_help = FIT_EXAMPLES, after_help = "Exit codes: 0 fitted, 2 error. --help has more, and examples.")]
pub(crate) struct FitArguments {
    /// Also write the volumes themselves to FILE, as JSON lines: its name has to end in .jsonl
    ///
    /// One volume per line: `id` with object, volume and whether it is the tightest, and `a` with shape and
    /// pose, as `impinge query` reads them.
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,

    #[command(flatten)]
    pub objects: ObjectsArguments,
}

const DECOMPOSE_EXAMPLES: &str = r#"Examples:
  impinge decompose gear.stl --unit mm
      into how many convex parts the gear goes, and how well they stand in for it
  impinge decompose gear.stl --tolerance 0.005 --max-parts 100 --write parts.obj
      more closely, and the parts as a file for other programs

Exit codes:
  0  every object was taken apart
  2  they could not be; the message says why"#;

/// Take every object apart into a few convex parts that together cover it
///
/// Reads the same files as `check`. For each object, the table has the number of parts; their tightness: how
/// many times as large as the object they are together, 1 is best, and objects that are not closed have none;
/// and their concavity: how far they reach from the object, in metres, as samples of their points tell. No
/// part of an object is lost.
#[derive(Debug, Args)]
#[command(mut_arg("config", of_objects), after_long_help = DECOMPOSE_EXAMPLES, after_help = "Exit codes: 0 taken apart, 2 error. --help has more, and examples.")]
pub(crate) struct DecomposeArguments {
    /// How far parts may reach from an object, as a share of the diagonal of the box around it
    #[arg(long, value_name = "SHARE", default_value_t = 0.02, allow_negative_numbers = true, value_parser = share)]
    pub tolerance: f64,

    /// At most so many parts for each object, even if they reach further
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = from_one::<usize>, allow_negative_numbers = true)]
    pub max_parts: usize,

    /// Also write the parts to FILE, in the format OBJ, which its name has to end in
    ///
    /// One object for each part, named by the path of its object and a number, in metres.
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
