//! The report as CSV: one line per pair, for spreadsheets and data frames. Fields are quoted according
//! to RFC 4180.
//!
//! Spreadsheets take a field that begins with `=`, `+`, `-`, `@`, a tab or a line break for a formula,
//! quoted or not, and a formula can call programs and send what is in other fields. Names come from
//! untrusted files, so such a name gets an apostrophe before it, which spreadsheets show as "this is
//! text" (OWASP, "CSV Injection"). Programs that read the CSV can identify objects by `a_id` and
//! `b_id`.

use crate::report::{Pair, Report, Side, Status};

/// The first line, also of a report without pairs.
///
/// The fields are the fields of a pair in the JSON report, with lists taken apart; null becomes an
/// empty field. Lengths are in metres.
const HEADER: [&str; 35] = [
    "id",
    "a",
    "b",
    "a_path",
    "b_path",
    "a_id",
    "b_id",
    "kind",
    "inner",
    "distance",
    "distance_kind",
    "depth_at_least",
    "point_a_x",
    "point_a_y",
    "point_a_z",
    "point_b_x",
    "point_b_y",
    "point_b_z",
    "normal_x",
    "normal_y",
    "normal_z",
    "overlap_box_min_x",
    "overlap_box_min_y",
    "overlap_box_min_z",
    "overlap_box_max_x",
    "overlap_box_max_y",
    "overlap_box_max_z",
    "triangle_pairs",
    "curve_length",
    "volume",
    "group",
    "rule",
    "severity",
    "status",
    "reason",
];

/// The pairs of the report.
pub(crate) fn report(report: &Report) -> Vec<u8> {
    table(&HEADER, report.pairs.iter().map(record))
}

/// A table of CSV: its first line, and one for each record, which has as many fields.
pub(crate) fn table(header: &[&str], records: impl Iterator<Item = Vec<String>>) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut write = |record: &[String]| {
        // All records have as many fields, and a vector takes everything.
        let written = writer.write_record(record);
        debug_assert!(written.is_ok(), "{written:?}");
    };
    write(&header.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
    records.for_each(|record| write(&record));
    writer.into_inner().unwrap_or_default()
}

fn record(pair: &Pair) -> Vec<String> {
    // With an exponent where that is shorter, as in JSON; reading it back gives the same number.
    let number = |number: f64| format!("{number:?}");
    let optional = |value: Option<f64>| value.map(number).unwrap_or_default();
    let inner = match pair.inner {
        Some(Side::A) => "a",
        Some(Side::B) => "b",
        None => "",
    };
    let mut record = vec![pair.id.clone()];
    record.extend([&pair.a.name, &pair.b.name, &pair.a.path, &pair.b.path].map(|name| no_formula(name)));
    record.extend([pair.a.id, pair.b.id].map(|id| id.to_string()));
    record.extend([pair.kind.name(), inner].map(str::to_owned));
    record.extend([
        number(pair.distance),
        pair.distance_kind.name().to_owned(),
        optional(pair.depth_at_least),
    ]);
    record.extend([pair.point_a, pair.point_b, pair.normal].into_iter().flatten().map(number));
    let ends =
        pair.overlap_box.map(|bounds| [bounds.min, bounds.max].concat().into_iter().map(Some).collect());
    record.extend(ends.unwrap_or_else(|| vec![None; 6]).into_iter().map(optional));
    record.extend([pair.triangle_pairs.to_string(), number(pair.curve_length), optional(pair.volume)]);
    record.push(pair.group.to_string());
    record.push(pair.rule.map(|rule| rule.to_string()).unwrap_or_default());
    record.push(pair.severity.name().to_owned());
    record.push(pair.status.map_or("", Status::name).to_owned());
    record.push(pair.reason.as_deref().map(no_formula).unwrap_or_default());
    record
}

/// A name that no spreadsheet takes for a formula.
pub(crate) fn no_formula(name: &str) -> String {
    let is_formula = name.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
    if is_formula { format!("'{name}") } else { name.to_owned() }
}
