//! The report as JSON lines: one record per line, each with its `type`.
//!
//! `begin`, then the objects that pairs name in `pair` records themselves, groups, what looked wrong as
//! `diagnostic`, and `summary`. The summary is the last line: where it is missing, the end of the report is.

use serde::Serialize;

use crate::report::{Changes, Counts, Group, Pair, Report, Stage};
use crate::rules::Rules;
use crate::warning::Warning;

/// The name of this form. The number grows when a program that reads the form would have to change.
const SCHEMA: &str = "impinge-check-lines/2";

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Record<'a> {
    Begin { schema: &'a str, files: &'a [String], rules: &'a Rules },
    Pair(&'a Pair),
    Group(&'a Group),
    Diagnostic(&'a Warning),
    Summary(Summary<'a>),
}

#[derive(Serialize)]
struct Summary<'a> {
    /// Is it all? Not so if the check was interrupted or limited.
    complete: bool,
    /// How many objects were checked,
    objects: usize,
    /// and how many left out.
    ignored: usize,
    triangles: usize,
    /// How many of those that something is near are not closed.
    open: usize,
    pairs: usize,
    groups: usize,
    counts: &'a Counts,
    baseline: &'a Option<Changes>,
    cascade: &'a [Stage],
    /// Does anything in it make the exit code 1?
    has_findings: bool,
}

/// The whole report.
pub(crate) fn report(report: &Report) -> Vec<u8> {
    let checked = report.objects.iter().filter(|object| !object.ignored);
    let summary = Summary {
        complete: report.complete,
        objects: checked.clone().count(),
        ignored: report.objects.len() - checked.clone().count(),
        triangles: checked.map(|object| object.triangles).sum(),
        open: report.open().count(),
        pairs: report.pairs.len(),
        groups: report.groups.len(),
        counts: &report.counts,
        baseline: &report.baseline,
        cascade: &report.cascade,
        has_findings: report.has_findings(),
    };
    let begin = Record::Begin { schema: SCHEMA, files: &report.files, rules: &report.rules };
    let records = std::iter::once(begin)
        .chain(report.pairs.iter().map(Record::Pair))
        .chain(report.groups.iter().map(Record::Group))
        .chain(report.warnings.iter().map(Record::Diagnostic))
        .chain(std::iter::once(Record::Summary(summary)));
    written(records)
}

/// Records as lines of JSON.
pub(crate) fn written(records: impl Iterator<Item = impl Serialize>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for record in records {
        // Neither a record, whose keys are text, nor a vector has a way to fail.
        let written = serde_json::to_writer(&mut bytes, &record);
        debug_assert!(written.is_ok(), "{written:?}");
        bytes.push(b'\n');
    }
    bytes
}
