//! The report as text for people: a table of the pairs, and one of the stages of the cascade.

use anstyle::AnsiColor;

use crate::columns::{Cell, Column, SHOWN, label, not_shown, set, shortened};
use crate::report::{Group, Kind, Listed, Pair, Report, Resolved, Side, Status, Times};
use crate::style::Style;
use crate::wording::{depth_or_gap, fixed, grouped, printable, significant};

/// Points are written to this part of the size of the scene,
const RESOLUTION: f64 = 1e-5;

/// and, where that is less, of so many times the smallest object that is listed: something may be far away
/// from all others.
const FAR: f64 = 1e3;

/// Of the objects of a group so many are named,
const NAMED: usize = 2;
/// each with so many characters at most.
const NAME_WIDTH: usize = 40;

/// And never with more decimals than this, however small the scene.
const MOST_DECIMALS: usize = 12;

/// The groups, or all pairs; nothing if there are none.
pub(crate) fn pairs(report: &Report, all: bool, style: Style) -> String {
    if report.pairs.is_empty() {
        return String::new();
    }
    let objects = report.objects.iter().map(|object| (object.name.as_str(), object.path.as_str()));
    let label = label(objects);
    let decimals = decimals(report);
    // Where the second object of the pair stands first, sides are named the other way round, and the place is
    // on that one.
    let row = |[a, b]: [Cell; 2], pair: &Pair, is_exchanged: bool, number: usize| -> [Cell; 9] {
        let side = if is_exchanged { Side::B } else { Side::A };
        let [x, y, z] = pair.place_on(side).map(|coordinate| Cell::from(rounded(coordinate, decimals)));
        let volume = pair.volume.map(significant).unwrap_or_else(|| "–".to_owned()).into();
        let kind = kind(pair, is_exchanged);
        [
            a,
            b,
            kind,
            depth_or_gap(pair.distance, pair.distance_kind).into(),
            volume,
            x,
            y,
            z,
            grouped(number as u64).into(),
        ]
    };
    let both = |pair: &Pair| pair.sides().map(|object| label(&object.name, &object.path));
    let of_pair = |pair: &Pair| row(both(pair), pair, false, pair.group);
    let of_group = |group: &Group| {
        // The pairs are sorted as the groups are: the first is the gravest.
        let gravest = report.pairs.iter().find(|pair| pair.group == group.id)?;
        let shared = group.object.map(|id| &report.objects[id as usize]);
        let sides = match shared {
            Some(object) => {
                let others = report.pairs.iter().filter(|pair| pair.group == group.id).map(|pair| {
                    let other = if pair.a.id == object.id { &pair.b } else { &pair.a };
                    label(&other.name, &other.path).text
                });
                [label(&object.name, &object.path), named_first(others, group.pairs).into()]
            }
            None => both(gravest),
        };
        Some(row(sides, gravest, group.object == Some(gravest.b.id), group.pairs))
    };
    // What persists or is accepted is listed with everything only.
    let of_interest = report.groups.iter().filter(|group| matches!(group.status, None | Some(Status::New)));
    let rows: Vec<[Cell; 9]> = if all {
        report.pairs.iter().map(of_pair).collect()
    } else {
        of_interest.clone().take(SHOWN).filter_map(of_group).collect()
    };
    if rows.is_empty() {
        return String::new();
    }
    let header = [
        ("a", Column::Name),
        ("b", Column::Name),
        ("kind", Column::Word),
        ("distance", Column::Number),
        ("volume", Column::Number),
        ("x", Column::Number),
        ("y", Column::Number),
        ("z", Column::Number),
        (if all { "group" } else { "pairs" }, Column::Number),
    ];
    let table = set(header, &rows, style.width, style.is_colored);
    let hidden = if all { 0 } else { of_interest.clone().count().saturating_sub(SHOWN) };
    let has_more = |group: &Group| group.object.is_some() && group.pairs > NAMED;
    // One hint is enough.
    let hint = match hidden == 0 && !all && of_interest.clone().any(has_more) {
        true => "+N: N more objects collide with the first; --all lists every pair\n",
        false => "",
    };
    table + hint + &not_shown(hidden, "more group")
}

/// The first names of so many, and how many more there are: `bolt 1, bolt 2, +498`.
fn named_first(names: impl Iterator<Item = String>, number: usize) -> String {
    let mut words: Vec<String> = names.take(NAMED).map(|name| shortened(&name, NAME_WIDTH)).collect();
    let more = number.saturating_sub(words.len());
    if more > 0 {
        words.push(format!("+{}", grouped(more as u64)));
    }
    words.join(", ")
}

/// A line for each pair of the report of before that is no more.
pub(crate) fn resolved(report: &Report) -> String {
    let line = |pair: &Resolved| {
        let [a, b] = [&pair.a_path, &pair.b_path].map(|path| printable(path));
        format!("resolved: {a} × {b}, was {}\n", pair.kind.name())
    };
    report.baseline.iter().flat_map(|changes| &changes.resolved).map(line).collect()
}

fn kind(pair: &Pair, is_exchanged: bool) -> Cell {
    let word = pair.kind.name();
    let text = match pair.inner {
        Some(inner) if (inner == Side::A) != is_exchanged => format!("{word} (a in b)"),
        Some(_) => format!("{word} (b in a)"),
        None => word.to_owned(),
    };
    let color = match pair.kind {
        Kind::Overlap => AnsiColor::Red,
        Kind::Duplicate | Kind::Contained => AnsiColor::Magenta,
        Kind::Touching | Kind::Clearance => AnsiColor::Yellow,
    };
    Cell { text: pair.marked(text), style: color.on_default() }
}

/// How many decimals points need to distinguish places in this scene and in the listed pairs.
fn decimals(report: &Report) -> usize {
    let bounds = || report.objects.iter().filter_map(|object| object.bounds);
    let listed = report.pairs.iter().flat_map(|pair| [pair.a.id, pair.b.id]);
    let sizes = listed.filter_map(|id| {
        let bounds = report.objects.get(id as usize)?.bounds?;
        let size = (0..3).map(|axis| bounds.max[axis] - bounds.min[axis]).fold(0.0, f64::max);
        (size > 0.0).then_some(size)
    });
    let most = FAR * sizes.fold(f64::INFINITY, f64::min);
    let size = (0..3)
        .map(|axis| {
            let least = bounds().map(|bounds| bounds.min[axis]).fold(f64::INFINITY, f64::min);
            let most = bounds().map(|bounds| bounds.max[axis]).fold(f64::NEG_INFINITY, f64::max);
            most - least
        })
        .fold(0.0, f64::max)
        .min(most);
    let mut decimals = 0;
    let mut step = 1.0;
    while decimals < MOST_DECIMALS && step > size * RESOLUTION {
        decimals += 1;
        step /= 10.0;
    }
    decimals
}

/// A coordinate with so many decimals; never −0.
pub(crate) fn rounded(coordinate: f64, decimals: usize) -> String {
    let text = fixed(coordinate, decimals);
    match text.strip_prefix('-') {
        Some(digits) if digits.chars().all(|digit| matches!(digit, '0' | '.')) => digits.to_owned(),
        _ => text,
    }
}

/// What each stage of the search did, and how long everything took.
pub(crate) fn stages(report: &Report, times: Times, style: Style) -> String {
    let rows: Vec<[Cell; 6]> = report
        .cascade
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
    let [reading, checking, measuring] =
        [times.reading, times.checking, times.measuring].map(|time| time.as_secs_f64() * 1e3);
    set(header, &rows, style.width, style.is_colored)
        + &format!(
            "read in {reading:.1} ms, checked in {checking:.1} ms, measured in {measuring:.1} ms; the times of the stages are summed over all threads\n"
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
        assert_eq!(rounded(-1e300, 4), "-1.0000e300");
    }
}
