//! What can be asked of `impinge sweep`. The comments on the fields are the help text.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::check::{export, length};
use super::{Export, PairArguments, RunArguments, SceneArguments, finite};

const EXAMPLES: &str = "\
Examples:
  impinge sweep crane.glb
      when does what touch what, while its animations are played
  impinge sweep crane.glb --animation Lift --from 2 --to 5 --tolerance 0.001
      one animation, three seconds of it, times to a millisecond
  impinge sweep arm.urdf cell.glb --trajectory pick.csv --srdf arm.srdf
      a robot whose joints follow a table: time,shoulder,elbow,…
  impinge sweep crane.glb --clearance 0.1 --between '*Hook*' '*Wall*'
      also when the hook comes nearer to a wall than 10 cm
  impinge sweep crane.glb --view
      the table, and the scene in the browser with a slider for time
  impinge sweep crane.glb --format json -o last.json
  impinge sweep crane.glb --baseline last.json
      later, when the file has changed and keeps its name: only what is new
  impinge sweep crane.glb --format json | jq '.pairs[] | [.a.name, .b.name, .first.free_until]'
      look at the JSON report with another program

Kinds:
  contact    they were seen to touch, or to be in each other
  clearance  they were seen nearer to each other than --clearance
  near       neither was seen, but at times they are nearer than they move within the tolerance

A clearance adds intervals, which come after those of contact, and changes nothing about these.

Outside of the intervals that are reported no two objects touch: that is proven, not sampled.

Exit codes:
  0  nothing touches, and nothing comes near
  1  something does (0 with --exit-zero); with --baseline, something new
  2  the sweep could not be made; the message says why
  130  it was interrupted (Ctrl-C): there is no report: what was not looked at would pass for free";

/// Find out when things touch that move: first times and intervals, never missing any
///
/// Plays the node animations of glTF files, or moves robots along a trajectory. Of every pair of objects that
/// move against each other the times are told at which they may touch, to the tolerance; everywhere else they
/// are proven to be apart. docs/sweep.md has the rest.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = EXAMPLES, after_help = "Exit codes: 0 nothing touches, 1 something does, 2 error. --help has more, and examples.")]
pub(crate) struct SweepArguments {
    #[command(flatten)]
    pub scene: SceneArguments,

    /// Play the animation with this name, or number if none in its file has such a name; may be repeated
    ///
    /// Otherwise all are played together, which is an error if two of them move the same.
    #[arg(long, value_name = "NAME")]
    pub animation: Vec<String>,

    /// Values of joints over time: CSV with a column `time`, in seconds, and one for each joint, in radians
    /// or metres
    ///
    /// Joints go straight from row to row. Those that are not in it stay as --joint and --pose say. A column
    /// for one robot alone has its file before its name: `left.urdf:elbow`.
    #[arg(long, value_name = "FILE", help_heading = "Robots")]
    pub trajectory: Option<PathBuf>,

    /// The time to begin at, in seconds; otherwise that of the first key
    #[arg(long, value_name = "TIME", value_parser = finite, allow_negative_numbers = true)]
    pub from: Option<f64>,

    /// The time to end at, in seconds; otherwise that of the last key
    #[arg(long, value_name = "TIME", value_parser = finite, allow_negative_numbers = true)]
    pub to: Option<f64>,

    /// How precisely times are told, in seconds; otherwise a ten-thousandth of the time from beginning to end
    #[arg(long, value_name = "TIME", value_parser = duration, allow_negative_numbers = true)]
    pub tolerance: Option<f64>,

    /// Times of contact that are no further apart than this may be told as one interval, in seconds;
    /// otherwise a thousandth of the time from beginning to end
    ///
    /// What slides along something is looked at so often: the longer, the faster.
    #[arg(long, value_name = "TIME", value_parser = duration, allow_negative_numbers = true)]
    pub shortest_gap: Option<f64>,

    /// Also look at pairs that do not move against each other
    ///
    /// Otherwise they are left to `impinge check`, and counted.
    #[arg(long)]
    pub include_still: bool,

    /// Measure and list at most N pairs, 10,000 unless something else is said: those in contact first, then
    /// the earliest; and count the others; 0 for all
    ///
    /// Where more pairs touch, or come within the clearance, a warning says how many, and the exit code is
    /// that of all of them.
    #[arg(long, value_name = "N")]
    pub max_measured: Option<usize>,

    /// Also report when pairs come nearer to each other than DISTANCE, in metres
    #[arg(long, value_name = "DISTANCE", value_parser = length, allow_negative_numbers = true)]
    pub clearance: Option<f64>,

    /// A line of the table for every pair, however many there are
    ///
    /// Otherwise it ends after the first hundred, which it says, and leaves out what is accepted or persists.
    /// JSON and CSV always have all pairs.
    #[arg(long)]
    pub all: bool,

    /// A JSON report of before, of a sweep or a check: only pairs that are not in it count as found
    ///
    /// The report tells which pairs are new, which persist, and which of an earlier sweep are resolved; the
    /// table shows what is new, and all with --all. A pair is known by the paths of its objects; one that
    /// only came near, and touches now, is new. Give the same rules (--clearance, --ignore) and times to both
    /// runs.
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,

    /// Form of the report; unless it is said, the one that FILE of -o is named after, such as .json, or else
    /// a table
    #[arg(long, value_enum)]
    pub format: Option<SweepFormat>,

    /// Write the report to FILE instead of standard output
    ///
    /// The file appears complete or not at all; one that exists is replaced. `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Also write the report to FILE in another form; may be repeated
    ///
    /// KIND is a form as in --format: `--export html=cycle.html --export csv=cycle.csv`. Every file appears
    /// complete or not at all. `-` is standard output, which takes one form only: give -o FILE too.
    #[arg(long, value_name = "KIND=FILE", value_parser = export::<SweepFormat>)]
    pub export: Vec<Export<SweepFormat>>,

    /// Also open the page in the browser
    ///
    /// The one that --format or --export asks for, or else one among the temporary files.
    #[arg(long)]
    pub view: bool,

    /// With --view: only write the page, and say where; as it is where no browser is found
    #[arg(long, requires = "view")]
    pub no_open: bool,

    #[command(flatten)]
    pub pairs: PairArguments,

    #[command(flatten)]
    pub run: RunArguments,
}

impl SweepArguments {
    /// Options that say something of the report alone, and whether they were given.
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
    /// Text for people: a line for each pair
    #[default]
    Table,
    /// One object: schema, files, objects, pairs with their intervals, counts, warnings; docs/sweep.md
    /// describes it
    Json,
    /// The same in lines, each an object with its `type`: begin, pair, diagnostic; the last is the summary
    #[value(alias = "ndjson")]
    Jsonl,
    /// One line per interval
    Csv,
    /// One page to look at in a browser, with the scene in motion and all pairs; docs/report.md describes it
    #[value(alias = "htm")]
    Html,
}

/// A time of some length.
fn duration(text: &str) -> Result<f64, String> {
    let time = finite(text)?;
    if time > 0.0 { Ok(time) } else { Err("it must be more than 0 seconds".to_owned()) }
}
