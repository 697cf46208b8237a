//! What can be asked on the command line. The comments on the fields are the help text.

mod check;
mod doctor;
mod generate;
mod pairs;
mod robots;
mod run;
mod scenes;
mod settings;
mod srdf;
mod sweep;
mod view;

use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};

pub(crate) use check::{CheckArguments, Export, Format, GroupBy, Touching};
pub(crate) use doctor::{DoctorArguments, DoctorFormat};
pub(crate) use generate::{GenerateArguments, What};
pub(crate) use pairs::{Adjacent, PairArguments};
pub(crate) use robots::{RobotArguments, Shapes};
pub(crate) use run::RunArguments;
pub(crate) use scenes::{Axis, SceneArguments};
pub(crate) use settings::SettingsArguments;
pub(crate) use srdf::{DefaultPairs, SrdfArguments, SrdfFormat};
pub(crate) use sweep::{SweepArguments, SweepFormat};
pub(crate) use view::ViewArguments;

/// Finds out whether things collide, and where
#[derive(Debug, Parser)]
#[command(name = "impinge", version, arg_required_else_help = true, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(CheckArguments),
    #[command(after_help = view::AFTER_HELP, after_long_help = view::EXAMPLES)]
    View(ViewArguments),
    Sweep(SweepArguments),
    Query(QueryArguments),
    Fit(FitArguments),
    Mask(MaskArguments),
    Decompose(DecomposeArguments),
    Ccd(CcdArguments),
    Srdf(SrdfArguments),
    Doctor(DoctorArguments),
    Generate(GenerateArguments),
}

/// More threads than any machine has cores would only cost memory.
const MAX_THREADS: i64 = 1024;

const QUERY_EXAMPLES: &str = r#"Examples:
  echo '{"op":"distance","a":{"type":"ball","radius":1},"b":{"shape":{"type":"box","half":[1,1,1]},"pose":{"translation":[5,0,0]}}}' | impinge query
      {"id":1,"relation":"separate","distance":3.0,"normal":[1.0,0.0,0.0],"points":[[1.0,0.0,0.0],[4.0,0.0,0.0]]}
  impinge query requests.jsonl > answers.jsonl
      a file of requests

Operations: relation, distance, penetration, contact, manifold, ray, project, ccd, sweep, clip, moving, bounds, funnel,
            depth, slide, mask, steps
Shapes:     ball, box, aabb, segment, triangle, capsule, cylinder, cone, polygon, hull, mesh, polyline, height_field,
            compound, half_space, plane, ray

Exit codes:
  0  every line was answered
  2  at least one line could not be answered; its answer says why"#;

/// Answer questions about pairs of shapes, rays and points: JSON lines in, JSON lines out
///
/// Each line is a request, an object with `op`, `a` and `b` or `point`; each gets one line of answer, as soon as it is read, with its
/// `id` or the number of its line. A wrong line is answered with an `error` and does not end the run. docs/query.md
/// describes all fields.
#[derive(Debug, Args)]
#[command(after_long_help = QUERY_EXAMPLES, after_help = "Exit codes: 0 all answered, 2 error. --help has more, and examples.")]
pub(crate) struct QueryArguments {
    /// Files of requests, one JSON object per line; `-`, or none, is standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Whether to use colours for messages; `auto` on terminals only, unless NO_COLOR is set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub color: Color,
}

const FIT_EXAMPLES: &str = r#"Examples:
  impinge fit robot.stl --unit mm
      which simple volume stands in best for each part
  impinge fit house.glb --write shapes.jsonl
      the volumes too, one per line, each the beginning of a request of `impinge query`
  jq -c 'select(.id.tightest) + {op: "distance", b: {type: "half_space", normal: [0, 1, 0]}}' shapes.jsonl | impinge query
      how high above the ground each object is, by its best volume

Exit codes:
  0  volumes were fitted to every object
  2  they could not be; the message says why"#;

/// Fit a ball, boxes, a capsule, a cylinder and the convex hull to every object, and tell which wastes least
///
/// Reads the same files as `check`. For each object, the table has the volume of its convex hull, and for each simple volume
/// its tightness: how many times as large as the hull it is. 1 is best; flat objects have none. Every volume holds all
/// points of its object, with roundings too.
#[derive(Debug, Args)]
#[command(after_long_help = FIT_EXAMPLES, after_help = "Exit codes: 0 fitted, 2 error. --help has more, and examples.")]
pub(crate) struct FitArguments {
    #[command(flatten)]
    pub scene: SceneArguments,

    /// Form of the report
    #[arg(long, value_enum, default_value_t)]
    pub format: FitFormat,

    /// Write the report to FILE instead of standard output
    ///
    /// The file appears complete or not at all; one that exists is replaced. `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Also write the volumes themselves to FILE, as JSON lines
    ///
    /// One volume per line: `id` with object, volume and whether it is the tightest, and `a` with shape and pose, as `impinge
    /// query` reads them.
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,

    /// Leave out objects whose name or path matches PATTERN, as in `check`; may be repeated
    #[arg(long, value_name = "PATTERN")]
    pub ignore: Vec<String>,

    #[command(flatten)]
    pub settings: SettingsArguments,

    #[command(flatten)]
    pub run: RunArguments,
}

const MASK_EXAMPLES: &str = r#"Examples:
  impinge mask ship.png rock.png --offset 40,-12
      does the rock hit the ship if its upper left corner is 40 pixels right of the ship's and 12 above?
  impinge mask ship.png rock.png --offset 40,-12 --rotate 30 --scale 1.5 --picture overlap.png
      the rock turned and enlarged about its middle; and a picture of both
  impinge mask old.bmp new.bmp --transparent ff00ff --format json | jq .count
      pictures without transparency, in which one colour stands for it

Exit codes:
  0  no pixel overlaps
  1  pixels overlap (0 with --exit-zero)
  2  the question could not be answered; the message says why"#;

/// Tell whether two pictures overlap, pixel by pixel, and where
///
/// A pixel is solid if its alpha is above the threshold. Pixels that share only an edge or a corner do not overlap. x goes to the
/// right and y down, from the upper left corner of A. Of animated pictures the first frame counts; 16 bits are rounded to 8.
#[derive(Debug, Args)]
#[command(after_long_help = MASK_EXAMPLES, after_help = "Exit codes: 0 no overlap, 1 overlap, 2 error. --help has more, and examples.")]
pub(crate) struct MaskArguments {
    /// The first picture: PNG, GIF, WebP or BMP
    #[arg(value_name = "A")]
    pub a: PathBuf,

    /// The second picture
    #[arg(value_name = "B")]
    pub b: PathBuf,

    /// Where the upper left corner of B is, in pixels of A: two whole numbers
    #[arg(long, value_name = "X,Y", default_value = "0,0", hide_default_value = true, allow_hyphen_values = true,
          value_parser = pair::<i32>)]
    pub offset: [i32; 2],

    /// Turn B about its middle by so many degrees, counter-clockwise as it is seen
    ///
    /// Whether turned or scaled pictures overlap is decided on the squares of their pixels; the count is of pixels of A whose
    /// centre lies in one of B.
    #[arg(long, value_name = "DEGREES", default_value_t = 0.0, hide_default_value = true, allow_hyphen_values = true,
          value_parser = finite)]
    pub rotate: f64,

    /// Scale B about its middle before it is turned: one factor, or one for each axis; below 0 it is mirrored
    #[arg(long, value_name = "FACTOR", default_value = "1", hide_default_value = true, allow_hyphen_values = true,
          value_parser = scale)]
    pub scale: [f64; 2],

    /// Pixels are solid if their alpha, from 0 to 255, is above this
    #[arg(long, value_name = "ALPHA", default_value_t = 127)]
    pub threshold: u8,

    /// This colour is transparent too, in both pictures: six hexadecimal digits, red, green and blue
    #[arg(long, value_name = "RRGGBB", value_parser = rgb)]
    pub transparent: Option<[u8; 3]>,

    /// Draw both pictures and their overlap into FILE, as PNG
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,

    /// Form of the report
    #[arg(long, value_enum, default_value_t)]
    pub format: MaskFormat,

    /// Write the report to FILE instead of standard output
    ///
    /// The file appears complete or not at all; one that exists is replaced. `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Exit with 0 even if pixels overlap; errors still exit with 2
    #[arg(long)]
    pub exit_zero: bool,

    /// No warnings: nothing but the report and errors
    #[arg(short, long)]
    pub quiet: bool,

    /// Whether to use colours; `auto` on terminals only, unless NO_COLOR is set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub color: Color,
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
/// Reads the same files as `check`. For each object, the table has the number of parts; their tightness: how many times as
/// large as the object they are together, 1 is best, and objects that are not closed have none; and their concavity: how far
/// they reach from the object, in metres. No part of an object is lost.
#[derive(Debug, Args)]
#[command(after_long_help = DECOMPOSE_EXAMPLES, after_help = "Exit codes: 0 taken apart, 2 error. --help has more, and examples.")]
pub(crate) struct DecomposeArguments {
    #[command(flatten)]
    pub scene: SceneArguments,

    /// How far parts may reach from an object, as a share of the diagonal of the box around it
    #[arg(long, value_name = "SHARE", default_value_t = 0.02, allow_negative_numbers = true)]
    pub tolerance: f64,

    /// At most so many parts for each object, even if they reach further
    #[arg(long, value_name = "N", default_value_t = 32)]
    pub max_parts: usize,

    /// Form of the report
    #[arg(long, value_enum, default_value_t)]
    pub format: FitFormat,

    /// Write the report to FILE instead of standard output
    ///
    /// The file appears complete or not at all; one that exists is replaced. `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Also write the parts to FILE, in the format OBJ
    ///
    /// One object for each part, named by the path of its object and a number, in metres.
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,

    /// Leave out objects whose name or path matches PATTERN, as in `check`; may be repeated
    #[arg(long, value_name = "PATTERN")]
    pub ignore: Vec<String>,

    #[command(flatten)]
    pub settings: SettingsArguments,

    #[command(flatten)]
    pub run: RunArguments,
}

const CCD_EXAMPLES: &str = r#"Examples:
  impinge ccd sample-queries
      all files in the folder and those in it; folders named vertex-face and edge-edge say which kind
  impinge ccd data.csv --kind edge-edge --format json
      one file, the result for another program

A file has eight lines a query: the four vertices at the start and at the end of the motion. A line has the coordinates, as
numerator,denominator for each or as one number each, and then whether the query collides, 1 or 0. The vertices of vertex-face
are the vertex and the three corners of the face; those of edge-edge the ends of the first edge and of the second.

Exit codes:
  0  no collision was missed
  1  one was missed
  2  the queries could not be read; the message says why"#;

/// Answer the queries of a benchmark of continuous collision detection, and compare with the truth
///
/// Tells how many collisions were missed, how many answers were false alarms, and how long a query took, which includes looking at the
/// clock. Every query is answered once, by one thread.
#[derive(Debug, Args)]
#[command(after_long_help = CCD_EXAMPLES, after_help = "Exit codes: 0 none missed, 1 one missed, 2 error. --help has more, and examples.")]
pub(crate) struct CcdArguments {
    /// Files of queries, or folders, of which all .csv files are taken
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// The kind of queries in files that lie in no folder named vertex-face or edge-edge
    #[arg(long, value_enum)]
    pub kind: Option<CcdKind>,

    /// Primitives that come as near as this collide too
    #[arg(
        long,
        value_name = "LENGTH",
        default_value_t = 0.0,
        hide_default_value = true,
        allow_negative_numbers = true
    )]
    pub min_separation: f64,

    /// How much further apart they may be at the time that is found
    #[arg(long, value_name = "LENGTH", default_value_t = 1e-6, allow_negative_numbers = true)]
    pub tolerance: f64,

    /// Form of the report
    #[arg(long, value_enum, default_value_t)]
    pub format: CcdFormat,

    /// Write the report to FILE instead of standard output
    ///
    /// The file appears complete or not at all; one that exists is replaced. `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// No progress, no warnings: nothing but the report and errors
    #[arg(short, long)]
    pub quiet: bool,

    /// Whether to use colours; `auto` on terminals only, unless NO_COLOR is set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub color: Color,
}

/// Two numbers with a comma between them.
fn pair<T: FromStr>(text: &str) -> Result<[T; 2], String>
where
    T::Err: Display,
{
    let (x, y) = text.split_once(',').ok_or("give two numbers with a comma between them")?;
    let number = |text: &str| {
        let number = text.trim().parse::<T>();
        number.map_err(|error| format!("`{text}`: {error}; give two numbers with a comma between them"))
    };
    Ok([number(x)?, number(y)?])
}

fn finite(text: &str) -> Result<f64, String> {
    let number: f64 = text
        .trim()
        .parse()
        .map_err(|_| format!("`{}` is not a number; give one alone, without a unit", text.trim()))?;
    if number.is_finite() { Ok(number) } else { Err("it must be finite".to_owned()) }
}

fn scale(text: &str) -> Result<[f64; 2], String> {
    let factors = if text.contains(',') { pair(text)? } else { [finite(text)?; 2] };
    if factors.iter().all(|factor| factor.is_finite() && *factor != 0.0) {
        Ok(factors)
    } else {
        Err("factors must be finite and not 0".to_owned())
    }
}

fn rgb(text: &str) -> Result<[u8; 3], String> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    let is_color = digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let number = u32::from_str_radix(digits, 16).ok().filter(|_| is_color);
    let [_, red, green, blue] = number.ok_or("give six hexadecimal digits, as ff00ff")?.to_be_bytes();
    Ok([red, green, blue])
}

/// Form of the report about pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum MaskFormat {
    /// Text for people
    #[default]
    Text,
    /// One object: schema, a, b, offset, rotate, scale, relation, count, first, bounds, normal, warnings
    Json,
}

/// Which primitives collide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CcdKind {
    /// A vertex and a triangle
    VertexFace,
    /// Two edges
    EdgeEdge,
}

/// Form of the report about queries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CcdFormat {
    /// Text for people
    #[default]
    Table,
    /// One object: queries, positives, missed, false, mean_ns, p50_ns, p99_ns, max_ns, files
    Json,
}

/// Form of the report about volumes or parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum FitFormat {
    /// Text for people
    #[default]
    Table,
    /// One object: schema, files, objects with their volumes or parts, warnings
    Json,
}

/// A unit that files can be drawn in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LengthUnit {
    /// Metres
    #[default]
    M,
    /// Millimetres
    Mm,
    /// Centimetres
    Cm,
    /// Inches
    In,
    /// Feet
    Ft,
}

impl From<LengthUnit> for impinge_scene::Unit {
    fn from(unit: LengthUnit) -> Self {
        match unit {
            LengthUnit::M => Self::Metre,
            LengthUnit::Mm => Self::Millimetre,
            LengthUnit::Cm => Self::Centimetre,
            LengthUnit::In => Self::Inch,
            LengthUnit::Ft => Self::Foot,
        }
    }
}

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

impl Color {
    /// Are colours wanted on this stream? `auto` looks at the stream and at NO_COLOR, CLICOLOR and TERM.
    pub fn is_wanted_on(self, stream: &impl anstream::stream::RawStream) -> bool {
        match self {
            Color::Auto => anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never,
            Color::Always => true,
            Color::Never => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn the_help_of_query_names_all_that_can_be_asked() {
        // From a label to the next one, or to the empty line.
        let told = |from: &str, to: &str| {
            let (_, text) = QUERY_EXAMPLES.split_once(from).unwrap_or_default();
            let (text, _) = text.split_once(to).unwrap_or_default();
            text.split(',').map(str::trim).collect::<Vec<&str>>()
        };
        assert_eq!(told("Operations:", "Shapes:"), impinge_query::operations().collect::<Vec<_>>());
        assert_eq!(told("Shapes:", "\n\n"), impinge_query::kinds_of_shape().collect::<Vec<_>>());
    }
}
