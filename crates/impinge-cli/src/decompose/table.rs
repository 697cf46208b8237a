//! The report as text for people: a row for each object.

use super::report::{Object, Report};
use crate::columns::{Cell, Column, label, set};
use crate::style::Style;
use crate::wording::count;

/// The objects; nothing if there are none.
pub(super) fn objects(report: &Report, style: Style) -> String {
    if report.objects.is_empty() {
        return String::new();
    }
    let label = label(report.objects.iter().map(|object| (object.name.as_str(), object.path.as_str())));
    let row = |object: &Object| {
        let tightness = object.tightness.map_or("–".to_owned(), |tightness| format!("{tightness:.3}"));
        let [triangles, parts] = [object.triangles, object.parts].map(|count| count.to_string());
        let name = label(&object.name, &object.path);
        [name, triangles.into(), parts.into(), tightness.into(), length(object.concavity).into()]
    };
    let rows: Vec<[Cell; 5]> = report.objects.iter().map(row).collect();
    let number = |title| (title, Column::Number);
    let header = [
        ("object", Column::Name),
        number("triangles"),
        number("parts"),
        number("tightness"),
        number("concavity"),
    ];
    set(header, &rows, style.width, style.is_colored)
}

/// A length with three digits. What is below a billionth is rounding.
fn length(length: f64) -> String {
    match length {
        ..1e-9 => "0".to_owned(),
        1e-4..1e5 => {
            let decimals = 2 - length.log10().floor() as i32;
            format!("{length:.*}", usize::try_from(decimals).unwrap_or(0))
        }
        _ => format!("{length:.2e}"),
    }
}

/// The report in one line.
pub(super) fn summary(report: &Report) -> String {
    let parts = report.objects.iter().map(|object| object.parts).sum();
    format!("{}; {}\n", count(report.objects.len(), "object"), count(parts, "convex part"))
}
