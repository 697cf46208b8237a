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
        let reason = pair.reason.map_or("to be checked", |reason| reason.name());
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
    set(header, &rows, style.width, style.is_colored)
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
        text += &format!(
            "Never: in none of {} samples; collisions in more than {} % of all poses are found with 95 % confidence\n",
            grouped(report.samples),
            two_digits(100.0 * found_share(report.samples))
        );
    }
    text
}

/// The share of all poses that samples find with 95 % certainty: what occurs with a share p is missed by n
/// samples with the chance (1 − p)ⁿ, which is 5 % at p = 1 − 0.05^(1/n), about 3 / n.
fn found_share(samples: u32) -> f64 {
    -(0.05_f64.ln() / f64::from(samples)).exp_m1()
}

/// A number with two digits that mean something, without an exponent.
fn two_digits(number: f64) -> String {
    let rounded = format!("{number:.1e}");
    rounded.parse::<f64>().map_or(rounded, |rounded| rounded.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_is_neither_rounded_away_nor_more_than_all() {
        let told = |samples: u32| two_digits(100.0 * found_share(samples));
        // Three samples miss 63 % with the chance 0.37³, which is 5 %.
        for (samples, share) in [
            (1, "95"),
            (3, "63"),
            (300, "0.99"),
            (2000, "0.15"),
            (10_000, "0.03"),
            (200_000, "0.0015"),
            (u32::MAX, "0.00000007"),
        ] {
            assert_eq!(told(samples), share, "{samples}");
        }
    }
}
