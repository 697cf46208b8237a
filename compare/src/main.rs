//! Our code and that of peers on the same work, interleaved in one run.
//!
//! ```text
//! cargo xtask compare [--group NAME] [--quick] [--rounds COUNT] [--json FILE]
//! ```
//! Every task prints a line: our median, the best peer's, their ratio (above 1 we are ahead), and how far the answers
//! agree. Every contender gets the same inputs, in its own types, prepared before the clock starts. See [`harness`] for how
//! time is measured, [`agreement`] for how answers are judged, and [`groups`] for how to add a group.

mod agreement;
mod error;
mod groups;
mod harness;
mod judge;
mod memory;
mod pairwise;
mod workload;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use error::Error;
use groups::GROUPS;
use harness::{Bench, FEW_ROUNDS, ROUNDS, Row};

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
    let wanted = |name: &str| arguments.group.as_deref().is_none_or(|group| group == name);
    if !GROUPS.iter().any(|group| wanted(group.name)) {
        let known = GROUPS.iter().map(|group| group.name).collect::<Vec<_>>().join(", ");
        return Err(Error::UnknownGroup { name: arguments.group.clone().unwrap_or_default(), known });
    }
    let usual = if arguments.quick { FEW_ROUNDS } else { ROUNDS };
    let rounds = arguments.rounds.map_or(usual, NonZeroUsize::get);
    // One thread for everybody: what we do in parallel runs on the thread whose CPU time is taken.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(Error::Threads)?;
    let rows = pool.install(|| -> Result<Vec<Row>, Error> {
        let mut bench = Bench::new(rounds, arguments.quick);
        for group in GROUPS.iter().filter(|group| wanted(group.name)) {
            bench.begin(group);
            (group.run)(&mut bench)?;
        }
        Ok(bench.into_rows())
    })?;
    match &arguments.json {
        Some(path) => harness::write_json(&rows, path),
        None => Ok(()),
    }
}
