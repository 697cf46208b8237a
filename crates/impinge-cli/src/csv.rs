//! The report as CSV: one line per pair, for spreadsheets and data frames. Fields are quoted as RFC 4180 says.

use crate::report::{Kind, Report};

/// The first line, also of a report without pairs.
///
/// `a` and `b` are names, the paths tell objects of the same name apart. `inner` says which of the two lies inside
/// the other, `a` or `b`; it is empty unless the kind is `contained`. Coordinates are in metres.
const HEADER: [&str; 10] = ["a", "b", "a_path", "b_path", "kind", "inner", "x", "y", "z", "triangle_pairs"];

/// The pairs of the report.
pub(crate) fn report(report: &Report) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut write = |record: &[&str; 10]| {
        // All records have ten fields, and a vector takes everything.
        let written = writer.write_record(record);
        debug_assert!(written.is_ok(), "{written:?}");
    };
    write(&HEADER);
    for pair in &report.pairs {
        let [a, b] = [pair.a, pair.b].map(|id| &report.objects[id as usize]);
        let inner = match pair.kind {
            Kind::Contained { inner } if inner == pair.a => "a",
            Kind::Contained { .. } => "b",
            Kind::Overlapping | Kind::Touching => "",
        };
        // With an exponent where that is shorter, as in JSON; reading it back gives the same number.
        let [x, y, z] = pair.point.map(|coordinate| format!("{coordinate:?}"));
        let triangle_pairs = pair.triangle_pairs.to_string();
        let kind = pair.kind.word();
        write(&[&a.name, &b.name, &a.path, &b.path, kind, inner, &x, &y, &z, &triangle_pairs]);
    }
    writer.into_inner().unwrap_or_default()
}
