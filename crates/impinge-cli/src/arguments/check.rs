//! What can be asked of `impinge check`. The comments on the fields are the help text.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};

use super::{PairArguments, RunArguments, SceneArguments};

const EXAMPLES: &str = "\
Examples:
  impinge check house.glb
      every collision of the scene, as a table
  impinge check architecture.glb electrical.glb --format csv -o clashes.csv
      two files as one scene, the result for a spreadsheet
  impinge check robot.stl --unit mm --touching
      a file that was drawn in millimetres; what only touches counts too
  impinge check plant.glb pump.stl --unit pump.stl=mm --pose-of pump.stl=12.5,0,3
      one of two files is in millimetres, and stands elsewhere than it says
  impinge check plant.glb --min-depth 0.002
      what is more than 2 mm deep
  impinge check plant.glb --between '*Pipe*' '*Beam*' --clearance 0.05
      only pipes against beams, and which of them have less than 50 mm between
  impinge check plant.glb --ignore '*Space*' --ignore 'plant.glb/Site/*'
      leave out objects by name or path
  impinge check robot.urdf --joint elbow=1.2 --srdf robot.srdf
      a robot in a pose, without the pairs of links that are known to be harmless
  impinge check a.urdf b.urdf --pose-of b.urdf=0.9,0,0,0,0,180 --joint a.urdf:elbow=1.2
      two arms face to face, of which one is bent
  impinge check plant.glb --format json -o last.json
  impinge check plant.glb --baseline last.json
      later, when the file has changed and keeps its name: only what is new
  impinge check plant.glb --export html=clashes.html
      the table, and a page to look at and to pass on
  impinge check plant.glb --format json | jq '.pairs[] | select(.kind == \"contained\")'
      look at the JSON report with another program

Kinds of collision:
  overlap    the surfaces cross, or the solids share volume
  contained  one object lies wholly inside the other, a closed surface, without meeting it
  duplicate  both have the same triangles at the same place
  touching   the surfaces meet, but nothing is shared beyond that; reported with --touching or --clearance
  clearance  they are apart, but by less than --clearance

Exit codes:
  0  nothing collides
  1  something collides (0 with --exit-zero); with --baseline, something new
  2  the check could not be made; the message says why
  130  it was interrupted (Ctrl-C): the report holds what was measured so far, if anything was";

/// Find every pair of objects that collide in one or more scene files
///
/// Reads glTF, OBJ, STL, PLY, 3MF, COLLADA, robots (URDF) and tables of boxes. Each node, group, solid or box
/// is one object; all files together are one scene, in metres; every object is checked against every other
/// one.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = EXAMPLES, after_help = "Exit codes: 0 nothing collides, 1 something does, 2 error. --help has more, and examples.")]
pub(crate) struct CheckArguments {
    #[command(flatten)]
    pub scene: SceneArguments,

    /// Form of the report; unless it is said, the one that FILE of -o is named after, such as .json, or else
    /// a table
    #[arg(long, value_enum)]
    pub format: Option<Format>,

    /// Write the report to FILE instead of standard output
    ///
    /// The file appears complete or not at all; one that exists is replaced. `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Also write the report to FILE in another form; may be repeated
    ///
    /// KIND is a form as in --format: `--export html=clashes.html --export csv=clashes.csv`. Every file
    /// appears complete or not at all. `-` is standard output, which takes one form only: give -o FILE too.
    #[arg(long, value_name = "KIND=FILE", value_parser = export::<Format>)]
    pub export: Vec<Export<Format>>,

    /// Whether pairs that only touch are reported too: `ignore`, unless there is a clearance; `--touching`
    /// alone is `report`
    #[arg(long, value_enum, value_name = "WHAT", num_args = 0..=1, require_equals = true,
          default_missing_value = "report")]
    pub touching: Option<Touching>,

    /// Also report pairs that come nearer to each other than DISTANCE, in metres, with the gap between them;
    /// 0 for none
    ///
    /// The more, the longer the report. What touches is nearer than that, and so is reported too, and every
    /// overlap, less deep than --min-depth or not; `--touching=ignore` leaves both out.
    #[arg(long, value_name = "DISTANCE", value_parser = length, allow_negative_numbers = true)]
    pub clearance: Option<f64>,

    /// Ignore overlaps that a translation shorter than DEPTH parts, in metres, where there is no clearance
    ///
    /// The more, the shorter the report. Duplicates are reported however thin they are. Where only a bound of
    /// the depth is known, a pair is ignored if it is certainly less deep.
    #[arg(long, value_name = "DEPTH", value_parser = length, allow_negative_numbers = true)]
    pub min_depth: Option<f64>,

    /// Measure and list at most N pairs, 10,000 unless something else is said, those whose boxes share most,
    /// and count the others; 0 for all
    ///
    /// To find how deep two objects are in each other takes longer than to find that they meet. Where more
    /// pairs collide, a warning says how many, and the exit code is that of all of them.
    #[arg(long, value_name = "N")]
    pub max_measured: Option<usize>,

    /// Which pairs belong together, `object` unless something else is said; the table has one line for each
    /// group
    #[arg(long, value_enum, value_name = "WHAT")]
    pub group_by: Option<GroupBy>,

    /// A line of the table for every pair, however many there are
    ///
    /// Otherwise it has one for each group, and ends after the first hundred, which it says. JSON and CSV
    /// always have all pairs.
    #[arg(long)]
    pub all: bool,

    /// A JSON report of before: only pairs that are not in it count as found
    ///
    /// The report tells which pairs are new, which persist, and which of that report are resolved; the table
    /// shows what is new, and all with --all. A pair is known by the paths of its objects; one that was only
    /// near and touches now is new, and so is one that touched or was near and overlaps now. Give the same
    /// rules (--touching, --clearance, --min-depth, --ignore) to both runs.
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,

    /// A picture of each group of pairs as a PNG in FOLDER, which is made if it is not there: the gravest 500
    ///
    /// They are named by the number of the group in the report and the id of its gravest pair. What else is
    /// in the folder stays; pictures of earlier runs are warned of.
    #[arg(long, value_name = "FOLDER")]
    pub snapshots: Option<PathBuf>,

    /// Check again whenever a file changes, and tell what is new and what is resolved; until Ctrl-C
    ///
    /// Also files that scenes refer to: buffers of glTF, meshes of robots. Standard input cannot be watched.
    #[arg(long, conflicts_with = "show_settings")]
    pub watch: bool,

    /// Also show how many pairs entered and left each stage of the search, and how long it took
    ///
    /// A second table in the text report, on standard error with CSV. JSON always has the counts; this adds
    /// the times, which differ from run to run.
    #[arg(long)]
    pub stats: bool,

    #[command(flatten)]
    pub pairs: PairArguments,

    #[command(flatten)]
    pub run: RunArguments,
}

impl CheckArguments {
    /// The word that was meant for `--touching`, and was taken for a scene because a space stands between
    /// them.
    pub fn stray_touching(&self) -> Option<&str> {
        let is_stray = |word: &&str| Touching::from_str(word, false).is_ok() && !Path::new(word).exists();
        self.touching.and_then(|_| self.scene.scenes.iter().filter_map(|scene| scene.to_str()).find(is_stray))
    }

    /// Options that say something of the report alone, and whether they were given.
    pub fn of_report(&self) -> impl IntoIterator<Item = (bool, &'static str)> + use<> {
        [
            (self.format.is_some(), "--format"),
            (!self.export.is_empty(), "--export"),
            (self.snapshots.is_some(), "--snapshots"),
            (self.baseline.is_some(), "--baseline"),
            (self.all, "--all"),
            (self.stats, "--stats"),
        ]
    }
}

/// What to do about pairs that only touch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Touching {
    /// Count them only
    #[default]
    Ignore,
    /// List them, and count them as collisions
    Report,
}

/// Which pairs belong together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum GroupBy {
    /// Those of a kind that share an object: a plate and all its bolts
    #[default]
    Object,
    /// Those whose ways out come near each other
    Place,
    /// Each is alone
    None,
}

/// A length in metres; 0 is as if it were not given, also in the file of settings.
pub(super) fn length(text: &str) -> Result<f64, String> {
    let length: f64 =
        text.trim().parse().map_err(|_| "give metres as a number alone: 2 mm are 0.002".to_owned())?;
    match length {
        _ if !length.is_finite() => Err("it must be finite".to_owned()),
        _ if length < 0.0 => Err("it must be 0 metres or more".to_owned()),
        _ => Ok(length),
    }
}

/// Form of the report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for people
    #[default]
    Table,
    /// One object: schema, files, objects, pairs, groups, counts, warnings, cascade; docs/check.md describes
    /// it
    Json,
    /// The same in lines, each an object with its `type`: begin, pair, group, diagnostic; the last is the
    /// summary
    #[value(alias = "ndjson")]
    Jsonl,
    /// One line per pair, with all fields that pairs have in JSON
    Csv,
    /// JUnit XML for build servers: a test for each pair
    Junit,
    /// BCF 2.1 for programs that coordinate buildings: a topic with a camera and a picture for each group
    #[value(alias = "bcfzip")]
    Bcf,
    /// The same as BCF 3.0
    Bcf3,
    /// One page to look at in a browser, with the scene and all pairs; docs/report.md describes it
    #[value(alias = "htm")]
    Html,
}

/// A form of the report and where it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Export<Form> {
    pub format: Form,
    /// `-` is standard output.
    pub file: PathBuf,
}

pub(super) fn export<Form: ValueEnum>(text: &str) -> Result<Export<Form>, String> {
    let kinds = || {
        let names = Form::value_variants().iter().filter_map(Form::to_possible_value);
        names.map(|name| name.get_name().to_owned()).collect::<Vec<_>>().join(", ")
    };
    let (kind, file) = text.split_once('=').filter(|(_, file)| !file.is_empty()).ok_or_else(|| {
        format!("give a kind and a file with `=` between them, as html=clashes.html; kinds: {}", kinds())
    })?;
    let format =
        Form::from_str(kind, false).map_err(|_| format!("`{kind}` is no kind; kinds: {}", kinds()))?;
    Ok(Export { format, file: file.into() })
}
