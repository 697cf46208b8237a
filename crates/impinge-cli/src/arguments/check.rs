//! The arguments of `impinge check`. The comments on the fields are the help text.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};

use super::{PairArguments, RunArguments, SceneArguments};

const EXAMPLES: &str = "\
Examples:
  impinge check house.glb
      print every collision of the scene as a table
  impinge check architecture.glb electrical.glb --format csv -o clashes.csv
      check two files as one scene, and write the result for a spreadsheet
  impinge check robot.stl --unit mm --touching
      read a file drawn in millimetres, and also report pairs that only touch
  impinge check plant.glb pump.stl --unit pump.stl=mm --pose-of pump.stl=12.5,0,3
      set the unit and the position of one of two files
  impinge check plant.glb --min-depth 0.002
      report only overlaps deeper than 2 mm
  impinge check plant.glb --between '*Pipe*' '*Beam*' --clearance 0.05
      check only pipes against beams, and also report gaps below 50 mm
  impinge check plant.glb --ignore '*Space*' --ignore 'plant.glb/Site/*'
      leave out objects by name or path
  impinge check robot.urdf --joint elbow=1.2 --srdf robot.srdf
      check a robot in a pose, without the link pairs that its SRDF file disables
  impinge check a.urdf b.urdf --pose-of b.urdf=0.9,0,0,0,0,180 --joint a.urdf:elbow=1.2
      check two arms that face each other, one of them with a bent elbow
  impinge check plant.glb --format json -o last.json
  impinge check plant.glb --baseline last.json
      later, after the file has changed: report only new pairs
  impinge check plant.glb --export html=clashes.html
      print the table, and also write a page for the browser
  impinge check plant.glb --format json | jq '.pairs[] | select(.kind == \"contained\")'
      process the JSON report with another program

Kinds of collision:
  overlap    the surfaces cross, or the solids share volume
  contained  one object lies inside the other, which is closed, and their surfaces do not meet
  duplicate  both objects have the same triangles at the same place
  touching   the surfaces meet, but share no volume; reported with --touching or --clearance
  clearance  the objects are disjoint, but their gap is less than --clearance

Exit codes:
  0  no collision found
  1  collisions found (0 with --exit-zero); with --baseline: new collisions found
  2  the check failed; the error message gives the reason
  130  interrupted (Ctrl-C): the report contains the pairs measured so far, if there are any";

/// Find every pair of objects that collide in one or more scene files
///
/// Reads glTF, OBJ, STL, PLY, 3MF, COLLADA, robots (URDF) and tables of boxes. Each node, group, solid or box
/// is one object. All files together are one scene, in metres. Every object is checked against every other
/// one.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = EXAMPLES, after_help = "Exit codes: 0 no collision, 1 collisions found, 2 error. --help has more, and examples.")]
pub(crate) struct CheckArguments {
    #[command(flatten)]
    pub scene: SceneArguments,

    /// Format of the report; by default set by the extension of the -o file, such as .json, or else a table
    #[arg(long, value_enum)]
    pub format: Option<Format>,

    /// Write the report to FILE instead of standard output
    ///
    /// The file is written completely or not at all. An existing file is replaced. `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Also write the report to FILE in another format; may be repeated
    ///
    /// KIND is a format as in --format: `--export html=clashes.html --export csv=clashes.csv`. Each file is
    /// written completely or not at all. `-` is standard output, which takes only one format: then also give
    /// -o FILE.
    #[arg(long, value_name = "KIND=FILE", value_parser = export::<Format>)]
    pub export: Vec<Export<Format>>,

    /// Whether to report pairs that only touch. The default is `ignore` without a clearance and `report` with
    /// one; `--touching` alone means `report`
    #[arg(long, value_enum, value_name = "WHAT", num_args = 0..=1, require_equals = true,
          default_missing_value = "report")]
    pub touching: Option<Touching>,

    /// Also report pairs whose gap is less than DISTANCE, in metres, with the gap; 0 for none
    ///
    /// A larger distance gives a longer report. Touching pairs and all overlaps are within the clearance, so
    /// they are reported too, whatever --min-depth is. `--touching=ignore` leaves out touching pairs and
    /// overlaps below --min-depth.
    #[arg(long, value_name = "DISTANCE", value_parser = length, allow_negative_numbers = true)]
    pub clearance: Option<f64>,

    /// Ignore overlaps that a translation shorter than DEPTH separates, in metres; only without a clearance
    ///
    /// A larger depth gives a shorter report. Duplicates are always reported. If only a bound of the depth is
    /// known, a pair is ignored only if its depth is certainly smaller.
    #[arg(long, value_name = "DEPTH", value_parser = length, allow_negative_numbers = true)]
    pub min_depth: Option<f64>,

    /// Measure and list at most N pairs, 10,000 by default: those whose bounding boxes overlap most. The
    /// others are only counted; 0 for no limit
    ///
    /// Measuring a depth takes longer than detecting a collision. If more pairs collide, a warning gives
    /// their number. The exit code takes all of them into account.
    #[arg(long, value_name = "N")]
    pub max_measured: Option<usize>,

    /// How to group pairs, `object` by default. The table has one line per group
    #[arg(long, value_enum, value_name = "WHAT")]
    pub group_by: Option<GroupBy>,

    /// Print one table line for every pair, without a limit
    ///
    /// By default the table has one line per group and stops after 100 lines, with a note. JSON and CSV
    /// always contain all pairs.
    #[arg(long)]
    pub all: bool,

    /// An earlier JSON report: only pairs that are not in it count as found
    ///
    /// The report marks pairs as new or persisting, and lists the resolved pairs of the earlier report. The
    /// table shows the new pairs, or all with --all.
    ///
    /// Pairs are identified by the paths of their objects. A pair counts as new if it was only near and now
    /// touches, or if it touched or was near and now overlaps. Use the same rules (--touching, --clearance,
    /// --min-depth, --ignore) for both runs.
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,

    /// Write a PNG picture of each group of pairs, at most the 500 worst, to FOLDER, which is created if
    /// needed
    ///
    /// File names contain the number of the group in the report and the id of its worst pair. Other files in
    /// the folder are kept; pictures of earlier runs cause a warning.
    #[arg(long, value_name = "FOLDER")]
    pub snapshots: Option<PathBuf>,

    /// Check again whenever a file changes, and report new and resolved pairs; stop with Ctrl-C
    ///
    /// Also watches files that scenes refer to: glTF buffers and robot meshes. Standard input cannot be
    /// watched.
    #[arg(long, conflicts_with = "show_settings")]
    pub watch: bool,

    /// Also show how many pairs entered and left each stage of the search, and how long each stage took
    ///
    /// Adds a second table to the text report; with CSV it goes to standard error. JSON always contains the
    /// counts; this option adds the times, which differ from run to run.
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

    /// Options that affect only the report, and whether each was given.
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
    /// Only count them
    #[default]
    Ignore,
    /// List them, and count them as collisions
    Report,
}

/// Which pairs belong together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum GroupBy {
    /// Group pairs of the same kind that share an object, such as a plate and all its bolts
    #[default]
    Object,
    /// Group pairs whose separating translations are close to each other
    Place,
    /// Do not group pairs
    None,
}

/// A length in metres; 0 is as if it were not given, also in the file of settings.
pub(super) fn length(text: &str) -> Result<f64, String> {
    let length: f64 = text
        .trim()
        .parse()
        .map_err(|_| "give a number of metres, without a unit: 2 mm is 0.002".to_owned())?;
    match length {
        _ if !length.is_finite() => Err("it must be finite".to_owned()),
        _ if length < 0.0 => Err("it must be 0 metres or more".to_owned()),
        _ => Ok(length),
    }
}

/// Form of the report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A table as plain text
    #[default]
    Table,
    /// One object: schema, files, objects, pairs, groups, counts, warnings, cascade; see docs/check.md
    Json,
    /// The same as JSON lines, each with a `type`: begin, pair, group, diagnostic; the last line is the
    /// summary
    #[value(alias = "ndjson")]
    Jsonl,
    /// One line per pair, with all fields of pairs in JSON
    Csv,
    /// JUnit XML for CI servers: one test per pair
    Junit,
    /// BCF 2.1 for BIM coordination software: one topic per group, with a camera and a picture
    #[value(alias = "bcfzip")]
    Bcf,
    /// The same as BCF 3.0
    Bcf3,
    /// One page for the browser, with the scene and all pairs; see docs/report.md
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
    let (kind, file) = text
        .split_once('=')
        .filter(|(_, file)| !file.is_empty())
        .ok_or_else(|| format!("give a kind, `=` and a file, as in html=clashes.html; kinds: {}", kinds()))?;
    let format = Form::from_str(kind, false)
        .map_err(|_| format!("`{kind}` is not a kind of report; kinds: {}", kinds()))?;
    Ok(Export { format, file: file.into() })
}
