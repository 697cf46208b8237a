//! The report for programs that read line by line: JSON lines, and CSV.

use serde::Serialize;

use super::report::{Counts, Pair, Played, Report};
use crate::csv::{no_formula, table};
use crate::lines;
use crate::report::Changes;
use crate::rules::Rules;
use crate::warning::Warning;

/// The name of the form in JSON lines. The number grows when a program that reads the form would have to
/// change.
const SCHEMA: &str = "impinge-sweep-lines/2";

/// The first line of CSV, also of a report without pairs. What is null in JSON is empty.
const HEADER: [&str; 19] = [
    "id",
    "a",
    "b",
    "a_path",
    "b_path",
    "a_id",
    "b_id",
    "interval",
    "kind",
    "free_until",
    "within_clearance_by",
    "touches_by",
    "touches_until",
    "within_clearance_until",
    "free_from",
    "severity",
    "status",
    "clearance",
    "reason",
];

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Record<'a> {
    Begin {
        schema: &'a str,
        files: &'a [String],
        animations: &'a [Played],
        trajectory: &'a Option<String>,
        rules: &'a Rules,
        from: f64,
        to: f64,
        tolerance: f64,
        shortest_gap: f64,
    },
    Pair(&'a Pair),
    Diagnostic(&'a Warning),
    Summary {
        objects: usize,
        moving: usize,
        ignored: usize,
        pairs: usize,
        counts: &'a Counts,
        baseline: &'a Option<Changes>,
        has_findings: bool,
    },
}

/// The whole report, one record per line, the summary last: where it is missing, the end of the report is.
pub(super) fn json(report: &Report) -> Vec<u8> {
    let Report { files, animations, trajectory, rules, from, to, tolerance, shortest_gap, .. } = report;
    let begin = Record::Begin {
        schema: SCHEMA,
        files,
        animations,
        trajectory,
        rules,
        from: *from,
        to: *to,
        tolerance: *tolerance,
        shortest_gap: *shortest_gap,
    };
    let checked = report.objects.iter().filter(|object| !object.ignored);
    let summary = Record::Summary {
        objects: checked.clone().count(),
        moving: checked.clone().filter(|object| object.moves).count(),
        ignored: report.objects.len() - checked.count(),
        pairs: report.pairs.len(),
        counts: &report.counts,
        baseline: &report.baseline,
        has_findings: report.has_findings(),
    };
    let records = std::iter::once(begin)
        .chain(report.pairs.iter().map(Record::Pair))
        .chain(report.warnings.iter().map(Record::Diagnostic))
        .chain(std::iter::once(summary));
    lines::written(records)
}

/// One line per interval.
pub(super) fn csv(report: &Report) -> Vec<u8> {
    let number = |number: Option<f64>| number.map(|number| number.to_string()).unwrap_or_default();
    let records = report.pairs.iter().flat_map(|pair| {
        pair.intervals.iter().enumerate().map(move |(place, interval)| {
            vec![
                pair.id.clone(),
                no_formula(&pair.a.name),
                no_formula(&pair.b.name),
                no_formula(&pair.a.path),
                no_formula(&pair.b.path),
                pair.a.id.to_string(),
                pair.b.id.to_string(),
                place.to_string(),
                interval.kind.name().to_owned(),
                number(interval.from.free_until),
                number(interval.from.within_clearance_by),
                number(interval.from.touches_by),
                number(interval.to.touches_until),
                number(interval.to.within_clearance_until),
                number(interval.to.free_from),
                pair.severity.name().to_owned(),
                pair.status.map(|status| status.name().to_owned()).unwrap_or_default(),
                number(interval.clearance),
                pair.reason.as_deref().map(no_formula).unwrap_or_default(),
            ]
        })
    });
    table(&HEADER, records)
}
