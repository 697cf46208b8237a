//! Deforming primitives against the truth of a benchmark: files → queries → answers → report.
//!
//! `files` finds the files and their kinds, `queries` reads them with numbers of any size (`number`),
//! `report` counts and writes.
//!
//! Source of the format: Wang, Ferguson, Schneider, Jiang, Attene, Panozzo, "A large scale benchmark and an
//! inclusion-based algorithm for continuous collision detection", 2021.

mod files;
mod number;
mod queries;
mod report;

use std::hint::black_box;
use std::time::Instant;

use impinge::sweep::{DeformingOptions, EdgeEdge, VertexFace};

use crate::arguments::{CcdArguments, CcdFormat, CcdKind};
use crate::error::Error;
use crate::export::written;
use crate::form::form;
use crate::output::Output;
use crate::progress::Progress;
use crate::{json, notices};
use files::Source;
use queries::Query;
use report::{Answer, Report};

/// The line of progress is moved after so many queries.
const STRIDE: usize = 4096;

/// Answers all queries and delivers the report. Was a collision missed?
pub(crate) fn run(arguments: &CcdArguments) -> Result<bool, Error> {
    let output = Output::new(arguments.output.as_deref(), &arguments.files)?;
    let form = form(arguments.format, output.file(), &[])?;
    let options = options(arguments)?;
    let progress = Progress::new(arguments.quiet);
    progress.reading_queries();
    let (sources, warnings) = files::find(&arguments.files, arguments.kind)?;
    let mut files = Vec::new();
    for source in sources {
        let queries = queries::read(&source.file, source.kind)?;
        files.push((source, queries));
    }
    progress.asking(files.iter().map(|(_, queries)| queries.len()).sum());
    let mut answered = Vec::new();
    for (source, queries) in &files {
        answered.push((source, answers(source, queries, &options, &progress)));
    }
    progress.finish();
    let report = Report::new(&answered);
    if !arguments.quiet {
        notices::warnings(&warnings, arguments.color);
    }
    match form {
        CcdFormat::Json => output.write(&json::report(&report))?,
        CcdFormat::Table => output.write(report.text(output.style(arguments.color)).as_bytes())?,
    }
    if !arguments.quiet {
        notices::say(&written(&output, [&output].into_iter(), ""));
    }
    Ok(report.is_missed())
}

fn options(arguments: &CcdArguments) -> Result<DeformingOptions<f64>, Error> {
    let length = |option| move |source| Error::Length { option, source };
    DeformingOptions::new(arguments.tolerance)
        .map_err(length("tolerance"))?
        .with_min_separation(arguments.min_separation)
        .map_err(length("min-separation"))
}

/// The answers to the queries of a file, each with its time.
fn answers(
    source: &Source,
    queries: &[Query],
    options: &DeformingOptions<f64>,
    progress: &Progress,
) -> Vec<Answer> {
    let mut answers = Vec::with_capacity(queries.len());
    for chunk in queries.chunks(STRIDE) {
        for query in chunk {
            let (start, end) = (black_box(query.start), black_box(query.end));
            let begin = Instant::now();
            // Coordinates that were read are finite, so that nothing is refused.
            let found = match source.kind {
                CcdKind::VertexFace => {
                    VertexFace::new(start, end).ok().and_then(|pair| pair.first_contact(options))
                }
                CcdKind::EdgeEdge => {
                    EdgeEdge::new(start, end).ok().and_then(|pair| pair.first_contact(options))
                }
            };
            let found = black_box(found).is_some();
            let nanoseconds = begin.elapsed().as_nanos() as u64;
            answers.push(Answer { line: query.line, collides: query.collides, found, nanoseconds });
        }
        progress.advance_by(chunk.len());
    }
    answers
}
