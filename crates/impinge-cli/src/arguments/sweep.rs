//! The arguments of `impinge sweep`. The comments on the fields are the help text.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::check::{export, length};
use super::{Export, PairArguments, RunArguments, SceneArguments, finite};

const EXAMPLES: &str = "\
Examples:
  impinge sweep crane.glb
      play all animations, and report which objects touch and when
  impinge sweep crane.glb --animation Lift --from 2 --to 5 --tolerance 0.001
      play three seconds of one animation, with times to a millisecond
  impinge sweep arm.urdf cell.glb --trajectory pick.csv --srdf arm.srdf
      move the joints of a robot by a table: time,shoulder,elbow,…
  impinge sweep crane.glb --clearance 0.1 --between '*Hook*' '*Wall*'
      also report when the hook comes nearer to a wall than 10 cm
  impinge sweep crane.glb --view
      print the table, and show the scene in the browser with a time slider
  impinge sweep crane.glb --format json -o last.json
  impinge sweep crane.glb --baseline last.json
      later, after the file has changed: report only new pairs
  impinge sweep crane.glb --format json | jq '.pairs[] | [.a.name, .b.name, .first.free_until]'
      process the JSON report with another program

Kinds of interval:
  contact    the objects touch or overlap at a time in it
  clearance  the objects are nearer to each other than --clearance at a time in it
  near       neither is confirmed, but at times the gap is less than the motion within the tolerance

A clearance adds intervals after the contact intervals, and does not change those.

Outside the reported intervals no two objects touch: this is proven, not sampled.

Exit codes:
  0  no contact, and no pair comes near
  1  contacts or near pairs found (0 with --exit-zero); with --baseline: new ones found
  2  the sweep failed; the error message gives the reason
  130  interrupted (Ctrl-C): no report, since untested times would appear free of contact";

/// Find when moving objects touch: first times and intervals, with no contact missed
///
/// Plays the node animations of glTF files, or moves robots along a trajectory. For every pair of objects in
/// relative motion, the report has the times at which they may touch, to the tolerance. At all other times
/// they are proven disjoint. See docs/sweep.md.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = EXAMPLES, after_help = "Exit codes: 0 no contact, 1 contacts found, 2 error. --help has more, and examples.")]
pub(crate) struct SweepArguments {
    #[command(flatten)]
    pub scene: SceneArguments,

    /// Play the animation with this name; may be repeated. A number works if no animation in its file has it
    /// as a name
    ///
    /// By default all animations are played together. It is an error if two of them move the same node.
    #[arg(long, value_name = "NAME")]
    pub animation: Vec<String>,

    /// Joint values over time: a CSV file with a column `time`, in seconds, and one column per joint, in
    /// radians or metres
    ///
    /// Joint values are interpolated linearly between rows. Joints without a column keep the value of --joint
    /// or --joints. A column for a single robot has the file before the name: `left.urdf:elbow`.
    #[arg(long, value_name = "FILE", help_heading = "Robots")]
    pub trajectory: Option<PathBuf>,

    /// Start time, in seconds; by default the time of the first key
    #[arg(long, value_name = "TIME", value_parser = finite, allow_negative_numbers = true)]
    pub from: Option<f64>,

    /// End time, in seconds; by default the time of the last key
    #[arg(long, value_name = "TIME", value_parser = finite, allow_negative_numbers = true)]
    pub to: Option<f64>,

    /// Tolerance of reported times, in seconds; by default 1/10,000 of the time from start to end
    #[arg(long, value_name = "TIME", value_parser = duration, allow_negative_numbers = true)]
    pub tolerance: Option<f64>,

    /// Contact times no further apart than this may be merged into one interval, in seconds; by default
    /// 1/1000 of the time from start to end
    ///
    /// It is also the interval at which sliding contacts are tested: a longer one is faster.
    #[arg(long, value_name = "TIME", value_parser = duration, allow_negative_numbers = true)]
    pub shortest_gap: Option<f64>,

    /// Also test pairs that do not move relative to each other
    ///
    /// By default they are only counted; test them with `impinge check`.
    #[arg(long)]
    pub include_still: bool,

    /// Measure and list at most N pairs, 10,000 by default: contacts first, then the earliest. The others are
    /// only counted; 0 for no limit
    ///
    /// If more pairs touch or come within the clearance, a warning gives their number. The exit code takes
    /// all of them into account.
    #[arg(long, value_name = "N")]
    pub max_measured: Option<usize>,

    /// Also report when the gap of a pair is less than DISTANCE, in metres
    #[arg(long, value_name = "DISTANCE", value_parser = length, allow_negative_numbers = true)]
    pub clearance: Option<f64>,

    /// Print one table line for every pair, without a limit
    ///
    /// By default the table stops after 100 lines, with a note, and leaves out accepted and persisting pairs.
    /// JSON and CSV always contain all pairs.
    #[arg(long)]
    pub all: bool,

    /// An earlier JSON report, of a sweep or a check: only pairs that are not in it count as found
    ///
    /// The report marks pairs as new or persisting, and lists the resolved pairs of an earlier sweep. The
    /// table shows the new pairs, or all with --all.
    ///
    /// Pairs are identified by the paths of their objects. A pair that only came near, and now touches,
    /// counts as new. Use the same rules (--clearance, --ignore) and times for both runs.
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,

    /// Format of the report; by default set by the extension of the -o file, such as .json, or else a table
    #[arg(long, value_enum)]
    pub format: Option<SweepFormat>,

    /// Write the report to FILE instead of standard output
    ///
    /// The file is written completely or not at all. An existing file is replaced. `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Also write the report to FILE in another format; may be repeated
    ///
    /// KIND is a format as in --format: `--export html=cycle.html --export csv=cycle.csv`. Each file is
    /// written completely or not at all. `-` is standard output, which takes only one format: then also give
    /// -o FILE.
    #[arg(long, value_name = "KIND=FILE", value_parser = export::<SweepFormat>)]
    pub export: Vec<Export<SweepFormat>>,

    /// Also open the page in the browser
    ///
    /// Opens the page that --format or --export writes, or else a temporary file.
    #[arg(long)]
    pub view: bool,

    /// With --view: only write the page and print its path, as when no browser is found
    #[arg(long, requires = "view")]
    pub no_open: bool,

    #[command(flatten)]
    pub pairs: PairArguments,

    #[command(flatten)]
    pub run: RunArguments,
}

impl SweepArguments {
    /// Options that affect only the report, and whether each was given.
    pub fn of_report(&self) -> impl IntoIterator<Item = (bool, &'static str)> + use<> {
        [
            (self.format.is_some(), "--format"),
            (!self.export.is_empty(), "--export"),
            (self.view, "--view"),
            (self.baseline.is_some(), "--baseline"),
            (self.all, "--all"),
        ]
    }
}

/// Form of the report about moving scenes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SweepFormat {
    /// A table as plain text, with one line per pair
    #[default]
    Table,
    /// One object: schema, files, objects, pairs with their intervals, counts, warnings; see docs/sweep.md
    Json,
    /// The same as JSON lines, each with a `type`: begin, pair, diagnostic; the last line is the summary
    #[value(alias = "ndjson")]
    Jsonl,
    /// One line per interval
    Csv,
    /// One page for the browser, with the moving scene and all pairs; see docs/report.md
    #[value(alias = "htm")]
    Html,
}

/// A time of some length.
fn duration(text: &str) -> Result<f64, String> {
    let time = finite(text)?;
    if time > 0.0 { Ok(time) } else { Err("it must be more than 0 seconds".to_owned()) }
}
