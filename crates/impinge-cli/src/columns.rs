//! Text in columns: its cells, how names stand in it, and how it is set.

use std::collections::HashMap;

use anstyle::Style;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::wording::{count, printable};

/// Spaces between columns.
const GAP: usize = 2;
/// A shortened name keeps at least this many characters to stay recognisable; lines may get too long
/// instead.
const LEAST: usize = 20;
/// Names longer than this are shortened wherever the text goes: one of a thousand letters would push all else
/// out of sight.
const LONGEST: usize = 100;

/// A table shows at most this many groups or pairs.
pub(crate) const SHOWN: usize = 100;

/// How a column is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    /// Names: on the left, and shortened in the middle where the terminal is too narrow.
    Name,
    /// Words: on the left.
    Word,
    /// Numbers: on the right.
    Number,
}

/// A cell of a table: text in one line, and its style in coloured output.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub text: String,
    pub style: Style,
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Cell { text, style: Style::new() }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

/// What stands for an object in a table, given names and paths of all: its name, where that is enough to find
/// it, or its path.
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

/// A line with the number of rows that are not in the table, if any.
pub(crate) fn not_shown(number: usize, what: &str) -> String {
    if number == 0 {
        return String::new();
    }
    format!("… {} not shown: --all lists every pair\n", count(number, what))
}

/// Sets rows below a header, in lines that end without spaces; `width` is the width of the terminal, if
/// there is one.
pub(crate) fn set<const N: usize>(
    header: [(&str, Column); N],
    rows: &[[Cell; N]],
    width: Option<usize>,
    is_colored: bool,
) -> String {
    let columns = header.map(|(_, column)| column);
    let bold = |(title, _): (&str, Column)| Cell { text: title.to_owned(), style: Style::new().bold() };
    let header = header.map(bold);
    let widest = |column: usize| rows.iter().chain([&header]).map(|row| row[column].text.width()).max();
    let natural: [usize; N] = std::array::from_fn(|column| widest(column).unwrap_or_default());
    let cap = name_cap(&columns, &natural, width);
    let widths: [usize; N] = std::array::from_fn(|column| match columns[column] {
        Column::Name => natural[column].min(cap),
        Column::Word | Column::Number => natural[column],
    });

    let mut text = String::new();
    for row in [&header].into_iter().chain(rows) {
        let mut spaces = 0;
        for ((cell, column), width) in row.iter().zip(columns).zip(widths) {
            let shown = shortened(&cell.text, width);
            let free = width.saturating_sub(shown.width());
            let (before, after) = if column == Column::Number { (free, 0) } else { (0, free) };
            text.extend(std::iter::repeat_n(' ', spaces + before));
            let style = if is_colored { cell.style } else { Style::new() };
            text.push_str(&format!("{style}{shown}{style:#}"));
            spaces = after + GAP;
        }
        text.push('\n');
    }
    text
}

/// The greatest width of names with which the table fits the terminal.
fn name_cap(columns: &[Column], natural: &[usize], width: Option<usize>) -> usize {
    let Some(width) = width else { return LONGEST };
    let total = |cap: usize| {
        let set = |(column, natural): (&Column, &usize)| {
            if *column == Column::Name { (*natural).min(cap) } else { *natural }
        };
        columns.iter().zip(natural).map(set).sum::<usize>() + GAP * columns.len().saturating_sub(1)
    };
    let longest = natural.iter().copied().max().unwrap_or_default().min(width).min(LONGEST);
    (LEAST..=longest).rev().find(|&cap| total(cap) <= width).unwrap_or(LEAST)
}

/// A text that is at most so wide, with `…` for what is missing from its middle: names differ at their ends.
pub(crate) fn shortened(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let kept = width.saturating_sub(1);
    let head: String = fitting(text.chars(), kept.div_ceil(2)).collect();
    let tail: Vec<char> = fitting(text.chars().rev(), kept / 2).collect();
    head + "…" + &tail.iter().rev().collect::<String>()
}

/// The longest prefix that fits.
fn fitting(characters: impl Iterator<Item = char>, width: usize) -> impl Iterator<Item = char> {
    characters.scan(0, move |used, c| {
        *used += c.width().unwrap_or(0);
        (*used <= width).then_some(c)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: [(&str, Column); 3] =
        [("name", Column::Name), ("kind", Column::Word), ("n", Column::Number)];

    fn rows() -> Vec<[Cell; 3]> {
        vec![
            ["Wall".into(), "long".into(), "1".into()],
            ["Wand über dem grünen Dach".into(), "x".into(), "1,000".into()],
        ]
    }

    #[test]
    fn columns_line_up() {
        let expected = "\
name                       kind      n
Wall                       long      1
Wand über dem grünen Dach  x     1,000
";
        assert_eq!(set(HEADER, &rows(), None, false), expected);
        assert_eq!(set(HEADER, &rows(), Some(38), false), expected);
    }

    #[test]
    fn names_give_way_to_the_terminal() {
        let narrow = set(HEADER, &rows(), Some(33), false);
        assert_eq!(narrow.lines().last(), Some("Wand über …ünen Dach  x     1,000"));
        // Never below the least, whatever the terminal.
        assert_eq!(set(HEADER, &rows(), Some(0), false), narrow);
    }

    #[test]
    fn no_name_takes_more_than_its_share() {
        let long = format!("{}end", "x".repeat(1000));
        let rows = [[long.as_str().into(), "kind".into(), "1".into()]];
        for width in [None, Some(5000)] {
            let text = set(HEADER, &rows, width, false);
            let line = text.lines().last().unwrap_or_default();
            assert_eq!(line.width(), LONGEST + 2 + 4 + 2 + 1);
            assert!(line.starts_with("xxx") && line.contains("…") && line.contains("end  kind"), "{line}");
        }
    }

    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!(shortened("壁壁壁壁壁壁", 7), "壁…壁");
        assert_eq!(shortened("壁壁壁", 6), "壁壁壁");
    }
}
