//! The report for programs that read line by line: JSON lines, and CSV.

use serde::Serialize;

use super::report::{Counts, Pair, Played, Report};
use crate::report::Warning;
use crate::rules::Rules;

/// The name of the form in JSON lines. The number grows when a program that reads the form would have to change.
const SCHEMA: &str = "impinge-sweep-lines/1";

/// The first line of CSV, also of a report without pairs. What is null in JSON is empty.
const HEADER: [&str; 17] = [
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
    "met_by",
    "touches_by",
    "touches_until",
    "met_until",
    "free_from",
    "severity",
    "status",
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
    },
    Pair(&'a Pair),
    Diagnostic(&'a Warning),
    Summary {
        objects: usize,
        moving: usize,
        ignored: usize,
        pairs: usize,
        counts: &'a Counts,
        has_findings: bool,
    },
}

/// The whole report, one record per line, the summary last: where it is missing, the end of the report is.
pub(super) fn json(report: &Report) -> Vec<u8> {
    let Report { files, animations, trajectory, rules, from, to, tolerance, .. } = report;
    let begin = Record::Begin {
        schema: SCHEMA,
        files,
        animations,
        trajectory,
        rules,
        from: *from,
        to: *to,
        tolerance: *tolerance,
    };
    let checked = report.objects.iter().filter(|object| !object.ignored);
    let summary = Record::Summary {
        objects: checked.clone().count(),
        moving: checked.clone().filter(|object| object.moves).count(),
        ignored: report.objects.len() - checked.count(),
        pairs: report.pairs.len(),
        counts: &report.counts,
        has_findings: report.has_findings(),
    };
    let records = std::iter::once(begin)
        .chain(report.pairs.iter().map(Record::Pair))
        .chain(report.warnings.iter().map(Record::Diagnostic))
        .chain(std::iter::once(summary));
    let mut bytes = Vec::new();
    for record in records {
        // Neither a record, whose keys are text, nor a vector has a way to fail.
        let written = serde_json::to_writer(&mut bytes, &record);
        debug_assert!(written.is_ok(), "{written:?}");
        bytes.push(b'\n');
    }
    bytes
}

/// One line per interval.
pub(super) fn csv(report: &Report) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut write = |record: &[String]| {
        // Writing to memory does not fail, and all records have the same length.
        let written = writer.write_record(record);
        debug_assert!(written.is_ok(), "{written:?}");
    };
    write(&HEADER.map(ToOwned::to_owned));
    let time = |time: Option<f64>| time.map(|time| time.to_string()).unwrap_or_default();
    for pair in &report.pairs {
        for (number, interval) in pair.intervals.iter().enumerate() {
            write(&[
                pair.id.clone(),
                pair.a.name.clone(),
                pair.b.name.clone(),
                pair.a.path.clone(),
                pair.b.path.clone(),
                pair.a.id.to_string(),
                pair.b.id.to_string(),
                number.to_string(),
                interval.kind.word().to_owned(),
                time(interval.from.free_until),
                time(interval.from.met_by),
                time(interval.from.touches_by),
                time(interval.to.touches_until),
                time(interval.to.met_until),
                time(interval.to.free_from),
                pair.severity.word().to_owned(),
                pair.status.map(|status| status.word().to_owned()).unwrap_or_default(),
            ]);
        }
    }
    writer.into_inner().unwrap_or_default()
}
