//! The program `impinge`, as a library: what `main` calls, in parts that can be tested.
//!
//! `impinge check SCENE…` reads scene files, finds every pair of objects that collide, and reports them as a
//! table, as JSON, as CSV or as a page for the browser. The files below in the order in which data flows:
//!
//! - *Input*: `arguments` parses the command line. `sources` lists the files to read. `settings` and
//!   `accepted` add the contents of `impinge.toml`; `patterns` and `sets` select objects in it.
//!   `per_file` holds the values for single files; each is an entry of `file_entry`, whose file
//!   `file_names` finds.
//! - *Scene*: `reading` loads the files, `file_labels` gives files of one name unique labels, `robots`
//!   applies joint values, `trajectories` finds the columns that move robots, `models` are the meshes
//!   for the engine. `axes` rotates files that have another up axis than the rest, `placing` applies
//!   the poses of files; `file_sizes`, `parts_size` and `far_apart` warn where files seem to have
//!   another unit or origin. `ignore` selects objects that do not count, `excluded_pairs` links of robots,
//!   `rules` pairs; `ineffective_options` finds options without effect, `empty_check` tests whether any
//!   pair is left.
//! - *Findings*: `check` runs the engine while `progress` shows how far it is, `interrupt` handles
//!   Ctrl-C and `memory` limits the memory; `limit` chooses which pairs are measured where there are
//!   very many, `measuring` does so on threads of its own, `measure` computes the depth and position of
//!   each pair, `group` collects pairs that belong together, `baseline` finds new pairs, and `report`
//!   is all of it.
//! - *Output*: `table`, `json`, `lines`, `csv`, `junit`, `bcf` (with the `views` of groups, which
//!   `snapshot` draws) and `page` write it down, both pictures from the `geometry`; `export` chooses
//!   forms and destinations, `form` which one a file is named after, `output` delivers it,
//!   `stale_parts` removes what killed runs left half-written, `notices` prints each `warning` and
//!   other messages on the terminal. `columns`, `style`, `summary` and `wording` serve the text for
//!   people. `watch` begins again whenever a file changes.
//!
//! `impinge doctor` reports the capabilities of this machine, `impinge generate` writes manual pages
//! and completions. `impinge view SCENE…` runs a check and opens the page in the browser: see `view`.
//! `impinge sweep SCENE…` finds out when moving objects touch: see `sweep`. `impinge fit SCENE…` fits
//! bounding volumes to the objects of the same files: see `fit`. `impinge decompose SCENE…` takes them
//! apart into convex parts: see `decompose`, and `objects` for what both share. `impinge query` answers
//! queries about pairs of shapes, line by line: see `query`. `impinge mask A B` finds where two
//! pictures overlap, pixel by pixel: see `mask`. `impinge ccd FILE…` compares deforming primitives with
//! the ground truth of a benchmark: see `ccd`. `impinge srdf ROBOT` finds out which pairs of links of a
//! robot need no check: see `srdf`.
//!
//! Three streams, kept apart: the report goes to standard output (or the file of `-o`); warnings, errors and
//! progress go to standard error; whether something was found is the exit code.

mod accepted;
mod arguments;
mod axes;
mod baseline;
mod bcf;
mod ccd;
mod check;
mod columns;
mod csv;
mod decompose;
mod doctor;
mod empty_check;
mod error;
mod exact_pair;
mod exactly;
mod excluded_pairs;
mod export;
mod far_apart;
mod file_entry;
mod file_labels;
mod file_names;
mod file_sizes;
mod fit;
mod form;
mod generate;
mod geometry;
mod group;
mod ignore;
mod ineffective_options;
mod inputs;
mod interrupt;
mod json;
mod junit;
mod limit;
mod lines;
mod mask;
mod measure;
mod measuring;
mod memory;
mod models;
mod neighbours;
mod notices;
mod objects;
mod output;
mod page;
mod parts_size;
mod patterns;
mod per_file;
mod placed_links;
mod placed_pair;
mod placing;
mod progress;
mod query;
mod reading;
mod report;
mod robots;
mod rules;
mod sets;
mod settings;
mod snapshot;
mod solids;
mod sources;
mod srdf;
mod stale_parts;
mod style;
mod summary;
mod sweep;
mod table;
mod trajectories;
mod view;
mod views;
mod warning;
mod watch;
mod wording;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Color, Command, lead_to_option};
use error::Error;
use interrupt::INTERRUPTED;

/// The exit code when nothing collides.
const NOTHING_FOUND: u8 = 0;
/// The exit code when something collides.
const FOUND: u8 = 1;
/// The exit code when the question could not be answered. Wrong arguments end with the same code.
pub(crate) const FAILED: u8 = 2;

/// Runs the program with its arguments, the first of which is its own name.
///
/// The exit code is 0 if nothing collides, 1 if something does, 2 after an error, which is printed on
/// standard error, and 130 if it was interrupted.
///
/// ```
/// let code = impinge_cli::run(["impinge", "--version"]);
/// assert_eq!(format!("{code:?}"), format!("{:?}", std::process::ExitCode::SUCCESS));
/// ```
pub fn run<Word: Into<OsString> + Clone>(arguments: impl IntoIterator<Item = Word>) -> ExitCode {
    let words: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    let arguments = match Arguments::try_parse_from(&words) {
        Ok(arguments) => arguments,
        Err(message) => {
            let message = lead_to_option(message, &words);
            // Also the way in which help and version arrive. Nobody is left to hear if even this cannot be
            // printed.
            let _ = message.print();
            return if message.use_stderr() { FAILED.into() } else { NOTHING_FOUND.into() };
        }
    };
    let (code, color) = match arguments.command {
        Command::Check(arguments) => {
            let code = |is_found| if is_found && !arguments.pairs.exit_zero { FOUND } else { NOTHING_FOUND };
            (check::run(&arguments).map(code), arguments.run.color)
        }
        Command::View(arguments) => {
            let code =
                |is_found| if is_found && !arguments.check.pairs.exit_zero { FOUND } else { NOTHING_FOUND };
            (view::run(&arguments).map(code), arguments.check.run.color)
        }
        Command::Sweep(arguments) => {
            let code = |is_found| if is_found && !arguments.pairs.exit_zero { FOUND } else { NOTHING_FOUND };
            (sweep::run(&arguments).map(code), arguments.run.color)
        }
        Command::Fit(arguments) => {
            (fit::run(&arguments).map(|()| NOTHING_FOUND), arguments.objects.run.color)
        }
        Command::Decompose(arguments) => {
            (decompose::run(&arguments).map(|()| NOTHING_FOUND), arguments.objects.run.color)
        }
        Command::Query(arguments) => {
            let code = |are_all_answered| if are_all_answered { NOTHING_FOUND } else { FAILED };
            (query::run(&arguments).map(code), arguments.color)
        }
        Command::Mask(arguments) => {
            let code = |overlap| if overlap && !arguments.exit_zero { FOUND } else { NOTHING_FOUND };
            (mask::run(&arguments).map(code), arguments.color)
        }
        Command::Ccd(arguments) => {
            let code = |is_missed| if is_missed { FOUND } else { NOTHING_FOUND };
            (ccd::run(&arguments).map(code), arguments.color)
        }
        Command::Doctor(arguments) => (doctor::run(&arguments).map(|()| NOTHING_FOUND), Color::Auto),
        Command::Generate(arguments) => (generate::run(&arguments).map(|()| NOTHING_FOUND), Color::Auto),
        Command::Srdf(arguments) => (srdf::run(&arguments).map(|()| NOTHING_FOUND), arguments.run.color),
    };
    match code {
        Ok(code) => code.into(),
        Err(error) => {
            notices::error(&error, color);
            if matches!(error, Error::Interrupted) { INTERRUPTED.into() } else { FAILED.into() }
        }
    }
}
