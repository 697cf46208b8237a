//! `impinge doctor`: what this program can do here, to be put into reports of bugs.

use impinge::math::instruction_set;
use serde::Serialize;

use crate::arguments::{DoctorArguments, DoctorFormat};
use crate::error::Error;
use crate::json;
use crate::output::Output;

/// The contents of the report. The fields are written in this order.
#[derive(Debug, Serialize)]
struct Findings {
    schema: &'static str,
    version: &'static str,
    /// The processor and the system that it was built for.
    target: String,
    /// The instruction set of the machine that it uses.
    instructions: &'static str,
    /// The default number of threads.
    threads: usize,
    /// Is it a release, without the checks of development?
    is_release: bool,
    /// What it reads,
    reads: Vec<String>,
    /// and writes.
    writes: Vec<String>,
}

/// Writes the report.
pub(crate) fn run(arguments: &DoctorArguments) -> Result<(), Error> {
    let formats = <crate::arguments::Format as clap::ValueEnum>::value_variants().iter();
    let names =
        formats.filter_map(clap::ValueEnum::to_possible_value).map(|value| value.get_name().to_owned());
    let findings = Findings {
        schema: "impinge-doctor/1",
        version: env!("CARGO_PKG_VERSION"),
        target: format!("{} {}", std::env::consts::ARCH, std::env::consts::OS),
        instructions: instruction_set(),
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        is_release: !cfg!(debug_assertions),
        reads: impinge_scene::Format::ALL.iter().map(|format| format.to_string()).collect(),
        writes: names.collect(),
    };
    let bytes = match arguments.format {
        DoctorFormat::Json => json::report(&findings),
        DoctorFormat::Table => text(&findings).into_bytes(),
    };
    Output::Standard.write(&bytes)
}

fn text(findings: &Findings) -> String {
    let Findings { version, target, instructions, threads, is_release, reads, writes, .. } = findings;
    let build = if *is_release { "" } else { "; a debug build, slower than a release build" };
    format!(
        "impinge       {version} for {target}{build}\ninstructions  {instructions}; results do not depend on them\nthreads       {threads}; --threads sets the number; results do not depend on it\nreads         {}\nwrites        {}\n",
        reads.join(", "),
        writes.join(", "),
    )
}
