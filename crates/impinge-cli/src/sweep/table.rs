//! The report as text for people: a line for each pair.

use anstyle::AnsiColor;

use super::interval::Kind;
use super::report::{Pair, Report, Start};
use super::search::PIECES;
use crate::columns::{Cell, Column, SHOWN as MOST_PAIRS, label, not_shown, set};
use crate::report::{DistanceKind, Listed};
use crate::style::Style;
use crate::summary::{changed, not_counted};
use crate::warning::NOTHING_CHECKED;
use crate::wording::{count, depth_or_gap, grouped, significant, trimmed};

/// More intervals than this are counted only.
const SHOWN: usize = 3;
/// And times never have more decimals than this,
const MOST_DECIMALS: usize = 12;
/// so with a finer tolerance, or if they are this large, they have exponents.
const TINY: f64 = 1e-12;
const LARGE: f64 = 1e12;

/// The pairs, all or those that are news; nothing if there are none.
pub(super) fn pairs(report: &Report, all: bool, style: Style) -> String {
    let listed: Vec<&Pair> = report.pairs.iter().filter(|pair| all || pair.is_news()).collect();
    if listed.is_empty() {
        return String::new();
    }
    let shown = if all { listed.len() } else { listed.len().min(MOST_PAIRS) };
    let objects = report.objects.iter().map(|object| (object.name.as_str(), object.path.as_str()));
    let label = label(objects);
    let clock = Clock::of(report);
    let row = |pair: &&Pair| -> [Cell; 6] {
        let distance = match (&pair.deepest, &pair.nearest) {
            (Some(deepest), _) => depth_or_gap(deepest.distance, deepest.distance_kind),
            // They were seen that near, and may have come nearer.
            (None, Some(gap)) => depth_or_gap(gap.distance, DistanceKind::LowerBound),
            (None, None) => "–".to_owned(),
        };
        [
            label(&pair.a.name, &pair.a.path),
            label(&pair.b.name, &pair.b.path),
            kind(pair),
            clock.first(&pair.first).into(),
            clock.intervals(pair).into(),
            distance.into(),
        ]
    };
    let rows: Vec<[Cell; 6]> = listed[..shown].iter().map(row).collect();
    let header = [
        ("a", Column::Name),
        ("b", Column::Name),
        ("kind", Column::Word),
        ("first", Column::Number),
        ("intervals", Column::Word),
        ("distance", Column::Number),
    ];
    set(header, &rows, style.width, style.is_colored) + &not_shown(listed.len() - shown, "more pair")
}

/// What was found, in a line.
pub(super) fn summary(report: &Report) -> String {
    let counts = &report.counts;
    let kinds = [(counts.contact, "contact"), (counts.clearance, "clearance"), (counts.near, "near")];
    let kinds: Vec<String> = kinds
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, word)| format!("{} {word}", grouped(number as u64)))
        .collect();
    let found = match report.pairs.len() {
        0 if report.warnings.iter().any(|warning| warning.place == NOTHING_CHECKED) => {
            NOTHING_CHECKED.to_owned()
        }
        0 => "no contacts".to_owned(),
        pairs => format!("{} ({})", count(pairs, "pair"), kinds.join(", ")),
    };
    let checked = report.objects.iter().filter(|object| !object.ignored);
    let moving = checked.clone().filter(|object| object.moves).count();
    let [from, to] = [report.from, report.to].map(plain);
    let mut text = format!(
        "{found} among {} ({} moving) from {from} s to {to} s (tolerance {} s)",
        count(checked.count(), "object"),
        grouped(moving as u64),
        trimmed(significant(report.tolerance))
    );
    if counts.near > 0 {
        text += &format!(
            "; {} of them neither confirmed nor ruled out (--tolerance)",
            grouped(counts.near as u64)
        );
    }
    if counts.not_measured > 0 {
        let more = grouped(counts.not_measured as u64);
        text += &format!("; {more} more that touch or come near not measured (--max-measured)");
    }
    text += &not_counted(&report.pairs);
    text += &changed(report.baseline.as_ref());
    let left_out = [
        (counts.still, "without relative motion (--include-still)"),
        (counts.excluded_links, "of links (--adjacent, --srdf)"),
        (counts.excluded_by_rules, "by rules or --between"),
    ];
    let left_out = left_out.into_iter().filter(|(number, _)| *number > 0);
    let left_out: Vec<String> =
        left_out.map(|(number, why)| format!("{} {why}", count(number, "pair"))).collect();
    if !left_out.is_empty() {
        text += &format!("; near each other, but not tested: {}", left_out.join(", "));
    }
    text + "\n"
}

fn kind(pair: &Pair) -> Cell {
    let color = match pair.kind {
        Kind::Contact => AnsiColor::Red,
        Kind::Clearance | Kind::Near => AnsiColor::Yellow,
    };
    Cell { text: pair.marked(pair.kind.name().to_owned()), style: color.on_default() }
}

/// A time as it was given, with an exponent if that is shorter by far.
fn plain(time: f64) -> String {
    let size = time.abs();
    if size == 0.0 || (1e-6..1e12).contains(&size) { time.to_string() } else { format!("{time:e}") }
}

/// How times are written: with as many decimals as the tolerance has, or the pieces of time if those are
/// shorter, or as many digits behind an exponent.
struct Clock {
    decimals: usize,
    has_exponents: bool,
    ends: [f64; 2],
}

impl Clock {
    fn of(report: &Report) -> Self {
        let ends = [report.from, report.to];
        // Slices are no longer than the pieces.
        let finest = report.tolerance.min((report.to - report.from) / PIECES as f64);
        let largest = ends[0].abs().max(ends[1].abs());
        let has_exponents = largest >= LARGE || report.tolerance < TINY;
        let (mut decimals, mut step) = (0, if has_exponents { largest } else { 1.0 });
        while decimals < MOST_DECIMALS && step > finest {
            decimals += 1;
            step /= 10.0;
        }
        Clock { decimals, has_exponents, ends }
    }

    fn time(&self, time: f64) -> String {
        let decimals = self.decimals;
        // Adding 0 makes −0 the same as 0.
        let time = time + 0.0;
        if self.has_exponents && time != 0.0 {
            format!("{time:.decimals$e}")
        } else {
            format!("{time:.decimals$}")
        }
    }

    /// The first time: between which two, where that is known.
    fn first(&self, first: &Start) -> String {
        match (first.free_until, first.within_clearance_by) {
            (None, _) => "from the start".to_owned(),
            (Some(from), Some(to)) => {
                let half = (to - from) / 2.0;
                format!("{} ± {}", self.time(from + half), significant(half))
            }
            (Some(from), None) => format!("after {}", self.time(from)),
        }
    }

    /// Each from when to when; and its kind, where that is not the one of the pair, or is about something
    /// else.
    fn intervals(&self, pair: &Pair) -> String {
        let intervals = &pair.intervals;
        let shown = intervals.iter().take(SHOWN).map(|interval| {
            let from = interval.from.free_until.unwrap_or(self.ends[0]);
            let to = interval.to.free_from.unwrap_or(self.ends[1]);
            let kind = match interval.kind {
                Kind::Near if interval.clearance.is_some() => "near the clearance",
                kind if kind == pair.kind => "",
                kind => kind.name(),
            };
            // A dash would look like one minus more.
            let dash = if self.ends[0] < 0.0 { " to " } else { "–" };
            format!("{}{dash}{} {kind}", self.time(from), self.time(to)).trim_end().to_owned()
        });
        let mut text = shown.collect::<Vec<_>>().join(", ");
        if intervals.len() > SHOWN {
            text += &format!(", {} more", intervals.len() - SHOWN);
        }
        text
    }
}
