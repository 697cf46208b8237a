//! Tables in Markdown: of all groups, and of one group's rows.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::numbers::{figure, median, ratio};
use crate::results::Row;

/// How a group stands.
pub struct Standing {
    /// In how many we are at least as fast as the best peer.
    pub ahead: usize,
    /// In how many we are not.
    pub behind: usize,
    /// In the middle of those.
    pub median: Option<f64>,
}

/// Counts rows; those without anybody to be compared with are in neither.
pub fn standing(rows: &[Row]) -> Standing {
    let leads = || rows.iter().filter_map(Row::lead);
    let behind = leads().filter(|&lead| lead < 1.0).count();
    Standing { ahead: leads().count() - behind, behind, median: median(leads()) }
}

/// Modes of a library that change its answers: each has a column of its own.
const MODES: [&str; 1] = ["robust"];

/// A row for each task, with a column for each peer. The unit of most rows is in the header alone, and what
/// tasks have in common after a colon in a row above them.
pub fn of_rows(rows: &[Row]) -> String {
    let columns = by_count(rows.iter().flat_map(|row| {
        let names: BTreeSet<_> = row.peers.keys().filter_map(|peer| column(peer)).collect();
        names
    }));
    let usual = by_count(rows.iter().map(unit)).first().copied().unwrap_or_default();
    let by_scene = (0..rows.len()).all(|i| is_scene_shared(rows, i));
    let mut text = format!("| task | ours, {usual} |{}\n", cells(columns.iter().map(|name| cell(name))));
    text += &format!("|---|---:|{}\n", "---:|".repeat(columns.len()));
    let mut last = None;
    for row in rows {
        let scene = scene(&row.task).filter(|_| by_scene);
        if let Some((_, scene)) = scene.filter(|(_, scene)| last != Some(*scene)) {
            // The other cells may be left out.
            text += &format!("| *{}* |\n", cell(scene));
            last = Some(scene);
        }
        text += &line(row, scene.map_or(row.task.as_str(), |(what, _)| what), usual, &columns);
    }
    text
}

/// What is done, and on what: `all move: 1000 boxes`.
fn scene(task: &str) -> Option<(&str, &str)> {
    task.rsplit_once(": ")
}

/// Does a row have its scene in common with the one before or after it?
fn is_scene_shared(rows: &[Row], i: usize) -> bool {
    let scene_of = |i: usize| rows.get(i).and_then(|row| scene(&row.task)).map(|(_, scene)| scene);
    let own = scene_of(i);
    own.is_some()
        && (own == scene_of(i + 1) || i.checked_sub(1).is_some_and(|before| own == scene_of(before)))
}

/// Those that come most often first, equal ones in their order.
fn by_count<T: Ord>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut counts = BTreeMap::new();
    for one in all {
        *counts.entry(one).or_insert(0_usize) += 1;
    }
    let mut counts: Vec<(T, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| Reverse(*count));
    counts.into_iter().map(|(one, _)| one).collect()
}

/// The column of a peer: its library, and its mode. None for impinge itself.
fn column(peer: &str) -> Option<String> {
    let library = library(peer);
    let mode = MODES.iter().find(|mode| peer.split([' ', ',']).any(|word| word == **mode));
    (library != "impinge")
        .then(|| mode.map_or_else(|| library.to_owned(), |mode| format!("{library} {mode}")))
}

/// The library alone: `parry` of `parry3d cuboid_cuboid`.
pub fn library(peer: &str) -> &str {
    let first = peer.split([' ', ',']).next().unwrap_or_default();
    first.strip_suffix("2d").or(first.strip_suffix("3d")).unwrap_or(first)
}

fn line(row: &Row, task: &str, usual: &str, columns: &[String]) -> String {
    let mut ours = match row.ours {
        None => "–".to_owned(),
        Some(ours) if unit(row) == usual => figure(ours),
        Some(ours) => format!("{} {}", figure(ours), unit(row)),
    };
    for (name, x) in &row.peers {
        if let Some(how) = name.strip_prefix("impinge ") {
            ours += &format!(" ({} {})", figure(*x), cell(how));
        }
    }
    let mut ratios: Vec<String> = columns.iter().map(|name| against(row, name)).collect();
    while ratios.last().is_some_and(String::is_empty) {
        ratios.pop();
    }
    format!("| {} | {ours} |{}\n", cell(task), cells(ratios.into_iter()))
}

/// The ratio to the best peer of a column, bold if it is the best of all and we are ahead. Where there is no
/// ratio the figure is in parentheses.
fn against(row: &Row, name: &str) -> String {
    let peers = row.peers.iter().filter(|(peer, _)| column(peer).as_deref() == Some(name));
    let Some((peer, &x)) = peers.min_by(|one, other| one.1.total_cmp(other.1)) else { return String::new() };
    let lead = match row.ours {
        Some(ours) if ours > 0.0 => Some(x / ours),
        Some(_) if x > 0.0 => Some(f64::INFINITY),
        _ => None,
    };
    let is_bold = *peer == row.best_peer && lead.is_some_and(|lead| lead >= 1.0);
    let ratio = lead.map_or_else(|| "–".to_owned(), ratio);
    let ratio = if is_bold { format!("**{ratio}**") } else { ratio };
    if lead.is_some_and(f64::is_finite) { ratio } else { format!("{ratio} ({})", figure(x)) }
}

/// More cells of a row.
fn cells(texts: impl Iterator<Item = String>) -> String {
    texts.map(|text| format!(" {text} |")).collect()
}

/// What a figure is in, where the task says of what: `ns/pair` is `ns`.
pub fn unit(row: &Row) -> &str {
    row.unit.split('/').next().unwrap_or_default()
}

/// Text that ends neither a cell nor becomes HTML.
pub fn cell(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(ours: Option<f64>, peers: &[(&str, f64)]) -> Row {
        let peers = peers.iter().map(|&(name, figure)| (name.to_owned(), figure));
        Row::new("boxes", "box | ball".to_owned(), "ns/pair", ours, peers, String::new())
    }

    fn table(rows: &[Row]) -> Vec<String> {
        of_rows(rows).lines().map(str::to_owned).collect()
    }

    #[test]
    fn ratios_are_in_columns_and_that_to_the_best_peer_is_bold_if_ahead() {
        let rows = [
            row(Some(23.17), &[("slow3d f", 240.0), ("a < b", 180.3), ("slow3d g", 187.0)]),
            row(Some(2.0), &[("slow2d", 1.0), ("slow2d, robust", 3.0)]),
            row(Some(2.0), &[]),
        ];
        let expected = [
            "| task | ours, ns | slow | a | slow robust |",
            "|---|---:|---:|---:|---:|",
            "| box \\| ball | 23.2 | 8.07 | **7.78** |",
            "| box \\| ball | 2 | 0.50 |  | 1.50 |",
            "| box \\| ball | 2 |",
        ];
        assert_eq!(table(&rows), expected);
    }

    #[test]
    fn figures_stand_where_there_is_no_ratio() {
        let last = |row: Row| table(&[row]).pop();
        let is = |row: Row, expected: &str| assert_eq!(last(row).as_deref(), Some(expected));
        is(row(None, &[("x", 1.0)]), "| box \\| ball | – | – (1) |");
        is(row(Some(0.0), &[("x", 9.0), ("y", 12.0)]), "| box \\| ball | 0 | **∞** (9) | ∞ (12) |");
        is(row(Some(0.0), &[("x", 0.0), ("y", 12.0)]), "| box \\| ball | 0 | – (0) | ∞ (12) |");
        is(row(Some(2.0), &[("impinge on one thread", 1.5)]), "| box \\| ball | 2 (1.50 on one thread) |");
    }

    #[test]
    fn what_tasks_share_is_above_them() {
        let row = |task: &str, unit: &str| {
            let peers = [("x".to_owned(), 3.0)].into_iter();
            Row::new("broad", task.to_owned(), unit, Some(2.0), peers, String::new())
        };
        let rows = [("move: few", "ms"), ("rest: few", "ms"), ("move: many", "ms"), ("bytes: many", "bytes")];
        let rows = rows.map(|(task, unit)| row(task, unit));
        let expected = [
            "| task | ours, ms | x |",
            "|---|---:|---:|",
            "| *few* |",
            "| move | 2 | **1.50** |",
            "| rest | 2 | **1.50** |",
            "| *many* |",
            "| move | 2 | **1.50** |",
            "| bytes | 2 bytes | **1.50** |",
        ];
        assert_eq!(table(&rows), expected);
        // One that shares nothing would seem to be of those above it.
        assert_eq!(table(&rows[..3]).get(2).map(String::as_str), Some("| move: few | 2 | **1.50** |"));
    }

    #[test]
    fn rows_that_nobody_else_has_are_not_counted() {
        let rows = [row(Some(1.0), &[("x", 1.0)]), row(Some(2.0), &[("x", 1.0)]), row(Some(2.0), &[])];
        let standing = standing(&rows);
        assert_eq!((standing.ahead, standing.behind), (1, 1));
        assert_eq!(standing.median, Some(0.5));
    }
}
