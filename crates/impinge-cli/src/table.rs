//! The report as text for people: a table of the pairs, and one of the funnel.

use std::collections::HashMap;

use anstyle::AnsiColor;
use terminal_size::{Width, terminal_size_of};

use crate::arguments::Color;
use crate::check::Times;
use crate::columns::{Cell, Column, set};
use crate::report::{Kind, Pair, Report};
use crate::wording::{grouped, printable};

/// Points are written to this part of the size of the scene.
const RESOLUTION: f64 = 1e-5;

/// And never with more decimals than this, however small the scene.
const MOST_DECIMALS: usize = 12;

/// What the text may make use of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    pub is_colored: bool,
    /// The width of the terminal; none if the text goes elsewhere, where nothing is shortened.
    pub width: Option<usize>,
}

impl Style {
    /// What a stream can show.
    #[cfg(unix)]
    pub fn of(stream: &(impl anstream::stream::RawStream + std::os::fd::AsFd), color: Color) -> Self {
        let width = terminal_size_of(stream).map(|(Width(width), _)| usize::from(width));
        Style { is_colored: color.is_wanted_on(stream), width }
    }

    /// What a stream can show.
    #[cfg(windows)]
    pub fn of(
        stream: &(impl anstream::stream::RawStream + std::os::windows::io::AsHandle),
        color: Color,
    ) -> Self {
        let width = terminal_size_of(stream).map(|(Width(width), _)| usize::from(width));
        Style { is_colored: color.is_wanted_on(stream), width }
    }
}

/// The pairs, and an empty line below them; nothing if there are none.
pub(crate) fn pairs(report: &Report, style: Style) -> String {
    if report.pairs.is_empty() {
        return String::new();
    }
    let objects = report.objects.iter().map(|object| (object.name.as_str(), object.path.as_str()));
    let by_name = label(objects);
    let label = |id: u32| by_name(&report.objects[id as usize].name, &report.objects[id as usize].path);
    let decimals = decimals(report);
    let rows: Vec<[Cell; 7]> = report
        .pairs
        .iter()
        .map(|pair| {
            let [x, y, z] = pair.point.map(|coordinate| Cell::from(rounded(coordinate, decimals)));
            [label(pair.a), label(pair.b), kind(pair), x, y, z, grouped(pair.triangle_pairs).into()]
        })
        .collect();
    let header = [
        ("a", Column::Name),
        ("b", Column::Name),
        ("kind", Column::Word),
        ("x", Column::Number),
        ("y", Column::Number),
        ("z", Column::Number),
        ("triangle pairs", Column::Number),
    ];
    set(header, &rows, style.width, style.is_colored) + "\n"
}

/// What stands for an object in a table, given names and paths of all: its name, where that is enough to find it, or its path.
pub(crate) fn label<'a>(objects: impl Iterator<Item = (&'a str, &'a str)>) -> impl Fn(&str, &str) -> Cell {
    let mut uses = HashMap::new();
    for (name, _) in objects {
        *uses.entry(name).or_insert(0) += 1;
    }
    move |name, path| {
        let is_unique = uses.get(name) == Some(&1) && !name.is_empty();
        Cell::from(printable(if is_unique { name } else { path }).into_owned())
    }
}

fn kind(pair: &Pair) -> Cell {
    let word = pair.kind.word();
    let (text, color) = match pair.kind {
        Kind::Overlapping => (word.to_owned(), AnsiColor::Red),
        Kind::Contained { inner } if inner == pair.a => (format!("{word} (a in b)"), AnsiColor::Magenta),
        Kind::Contained { .. } => (format!("{word} (b in a)"), AnsiColor::Magenta),
        Kind::Touching => (word.to_owned(), AnsiColor::Yellow),
    };
    Cell { text, style: color.on_default() }
}

/// How many decimals points need: enough to tell places of this scene apart.
fn decimals(report: &Report) -> usize {
    let bounds = || report.objects.iter().filter_map(|object| object.bounds);
    let size = (0..3)
        .map(|axis| {
            let least = bounds().map(|bounds| bounds.min[axis]).fold(f64::INFINITY, f64::min);
            let most = bounds().map(|bounds| bounds.max[axis]).fold(f64::NEG_INFINITY, f64::max);
            most - least
        })
        .fold(0.0, f64::max);
    let mut decimals = 0;
    let mut step = 1.0;
    while decimals < MOST_DECIMALS && step > size * RESOLUTION {
        decimals += 1;
        step /= 10.0;
    }
    decimals
}

/// A coordinate with so many decimals; never −0.
fn rounded(coordinate: f64, decimals: usize) -> String {
    let text = format!("{coordinate:.decimals$}");
    match text.strip_prefix('-') {
        Some(digits) if digits.chars().all(|digit| matches!(digit, '0' | '.')) => digits.to_owned(),
        _ => text,
    }
}

/// What each stage of the search did, and how long everything took.
pub(crate) fn funnel(report: &Report, times: Times, style: Style) -> String {
    let rows: Vec<[Cell; 6]> = report
        .funnel
        .iter()
        .map(|stage| {
            let kept = if stage.entered == 0 {
                "–".to_owned()
            } else {
                format!("{:.2} %", 100.0 * stage.left as f64 / stage.entered as f64)
            };
            let time = stage.milliseconds.map(|time| format!("{time:.1} ms")).unwrap_or_default();
            [
                stage.stage.into(),
                stage.unit.as_str().into(),
                grouped(stage.entered).into(),
                grouped(stage.left).into(),
                kept.into(),
                time.into(),
            ]
        })
        .collect();
    let header = [
        ("stage", Column::Word),
        ("counts", Column::Word),
        ("entered", Column::Number),
        ("left", Column::Number),
        ("kept", Column::Number),
        ("time", Column::Number),
    ];
    let [reading, checking] = [times.reading, times.checking].map(|time| time.as_secs_f64() * 1e3);
    set(header, &rows, style.width, style.is_colored)
        + &format!(
            "read in {reading:.1} ms, checked in {checking:.1} ms; the times of the stages add up all threads\n"
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_rounded() {
        assert_eq!(rounded(-1.23456, 2), "-1.23");
        assert_eq!(rounded(-0.001, 2), "0.00");
        assert_eq!(rounded(-0.4, 0), "0");
        assert_eq!(rounded(-10.0, 0), "-10");
    }
}
