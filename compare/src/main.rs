//! Our code and that of peers on the same work, interleaved in one run.
//!
//! ```text
//! cargo xtask compare [--group NAME] [--quick] [--rounds COUNT] [--json FILE] [--write]
//! cargo xtask compare --page | --check
//! ```
//! Every task prints a line: our median, the best peer's, their ratio (above 1 we are ahead), and how far the
//! answers agree. Every contender gets the same inputs, in its own types, prepared before the clock starts.
//! See
//! [`harness`] for how
//! time is measured, [`agreement`] for how answers are judged, and [`groups`] for how to add a group. What
//! `--write` keeps of a run is in [`results`], and what is made of that in [`page`].

mod agreement;
mod circumstances;
mod error;
mod groups;
mod harness;
mod judge;
mod memory;
mod page;
mod pairwise;
mod results;
mod workload;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;

use circumstances::Circumstances;
use error::Error;
use groups::{GROUPS, Group};
use harness::{Bench, FEW_ROUNDS, ROUNDS};
use results::{Measured, Results, Row};

/// For the rows about memory; the same for all that is written in Rust.
#[global_allocator]
static ALLOCATOR: memory::Counting = memory::Counting;

/// Side-by-side benchmarks with peers.
#[derive(Parser)]
#[command(name = "compare")]
struct Arguments {
    /// Run this group only.
    #[arg(long, value_name = "NAME")]
    group: Option<String>,
    /// Five rounds instead of 21, fewer rays and no mesh of a million triangles: for a first look.
    #[arg(long)]
    quick: bool,
    /// So many rounds instead of 21, or of five.
    #[arg(long, value_name = "COUNT")]
    rounds: Option<NonZeroUsize>,
    /// Write the rows into this file, as a JSON array.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Keep the results in docs/benchmarks.json, group by group, and make docs/benchmarks.md of them.
    #[arg(long, conflicts_with = "quick")]
    write: bool,
    /// Measure nothing: make docs/benchmarks.md, its figures and the README's table of the results that are
    /// kept and of the notes.
    #[arg(long, conflicts_with_all = ["group", "quick", "rounds", "json", "write", "check"])]
    page: bool,
    /// Measure nothing: is all that `--page` makes as it would make it, and is every row below 1 explained?
    #[arg(long, conflicts_with_all = ["group", "quick", "rounds", "json", "write"])]
    check: bool,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("compare: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Error> {
    if arguments.check {
        return page::check(&checkout());
    }
    if arguments.page {
        return page::write(&checkout());
    }
    let wanted = |name: &str| arguments.group.as_deref().is_none_or(|group| group == name);
    if !GROUPS.iter().any(|group| wanted(group.name)) {
        let known = GROUPS.iter().map(|group| group.name).collect::<Vec<_>>().join(", ");
        return Err(Error::UnknownGroup { name: arguments.group.clone().unwrap_or_default(), known });
    }
    let mut kept = if arguments.write { Some(Kept::open()?) } else { None };
    let usual = if arguments.quick { FEW_ROUNDS } else { ROUNDS };
    let rounds = arguments.rounds.map_or(usual, NonZeroUsize::get);
    // One thread for everybody: what we do in parallel runs on the thread whose CPU time is taken.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(Error::Threads)?;
    let rows = pool.install(|| -> Result<Vec<Row>, Error> {
        let mut bench = Bench::new(rounds, arguments.quick);
        let mut all = Vec::new();
        for group in GROUPS.iter().filter(|group| wanted(group.name)) {
            let start = Circumstances::now(rounds);
            bench.begin(group);
            (group.run)(&mut bench)?;
            let rows = bench.take_rows();
            if let Some(kept) = &mut kept {
                kept.keep(group, start, &rows)?;
            }
            all.extend(rows);
        }
        Ok(all)
    })?;
    if let Some(path) = &arguments.json {
        results::write_json(&rows, path)?;
    }
    if arguments.write { page::write(&checkout()) } else { Ok(()) }
}

/// The checkout that this program was compiled in: `docs` and the notes are there.
fn checkout() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_path_buf()
}

/// The results in docs/benchmarks.json. They are written group by group, so that a run which ends early
/// leaves what it has.
struct Kept {
    path: PathBuf,
    results: Results,
    versions: BTreeMap<String, String>,
}

impl Kept {
    fn open() -> Result<Self, Error> {
        let versions = circumstances::known_versions()?;
        let path = checkout().join(page::RESULTS);
        Ok(Kept { results: Results::read(&path)?, path, versions })
    }

    fn keep(&mut self, group: &Group, start: Circumstances, rows: &[Row]) -> Result<(), Error> {
        let how = start.ended(&self.versions, rows);
        self.results.replace(Measured { name: group.name.to_owned(), how, rows: rows.to_vec() });
        results::write_json(&self.results, &self.path)
    }
}
