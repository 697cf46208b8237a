//! The report as text for people: a row for each pair.

use super::report::{Pair, Report};
use crate::columns::{Cell, Column, set};
use crate::style::Style;
use crate::wording::{count, grouped, printable};

/// The pairs, and an empty line below them; nothing if there are none.
pub(super) fn pairs(report: &Report, style: Style) -> String {
    if report.pairs.is_empty() {
        return String::new();
    }
    let row = |pair: &Pair| -> [Cell; 5] {
        let reason = pair.reason.map_or("to be checked", |reason| reason.word());
        let collisions = pair.collisions.map_or("–".to_owned(), grouped);
        let given = pair.given.as_deref().unwrap_or("–");
        let name = |name: &str| Cell::from(printable(name).into_owned());
        [name(&pair.link1), name(&pair.link2), reason.into(), collisions.into(), name(given)]
    };
    let rows: Vec<[Cell; 5]> = report.pairs.iter().map(row).collect();
    let header = [
        ("link", Column::Name),
        ("link", Column::Name),
        ("reason", Column::Word),
        ("collisions", Column::Number),
        ("--srdf", Column::Word),
    ];
    set(header, &rows, style.width, style.is_colored) + "\n"
}

/// The report in one line, and how sure "Never" is.
pub(super) fn summary(report: &Report) -> String {
    let counts = &report.counts;
    let mut text = format!(
        "{} of links: {} Adjacent, {} Always, {} Default, {} Never, {} to be checked\n",
        count(report.pairs.len(), "pair"),
        grouped(counts.adjacent as u64),
        grouped(counts.always as u64),
        grouped(counts.default as u64),
        grouped(counts.never as u64),
        grouped(counts.to_check as u64)
    );
    if counts.never > 0 {
        // What occurs with a share p is missed by n samples with the chance (1 − p)ⁿ, which is 5 % at p = 3 / n.
        let share = 300.0 / f64::from(report.samples);
        text += &format!(
            "Never: in none of {} samples; what collides in more than {share:.2} % of all poses is found with 95 % certainty\n",
            grouped(report.samples)
        );
    }
    text
}
