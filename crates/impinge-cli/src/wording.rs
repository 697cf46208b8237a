//! How numbers and names are written for people.

use std::borrow::Cow;
use std::path::Path;

use crate::report::DistanceKind;

/// A whole number in groups of three digits: `129,354`.
pub(crate) fn grouped(number: impl TryInto<u64>) -> String {
    let digits = number.try_into().unwrap_or(u64::MAX).to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with so many decimals; with an exponent if it has more than fifteen digits before them, as
/// that is easier to read.
pub(crate) fn fixed(number: f64, decimals: usize) -> String {
    if number.abs() < 1e15 { format!("{number:.decimals$}") } else { format!("{number:.4e}") }
}

/// A number with four digits that mean something, without an exponent unless it is tiny or huge.
pub(crate) fn significant(number: f64) -> String {
    let size = number.abs();
    if size == 0.0 {
        "0".to_owned()
    } else if (1e-4..1e6).contains(&size) {
        let decimals = if size >= 1000.0 {
            0
        } else if size >= 1.0 {
            3
        } else {
            5
        };
        format!("{number:.decimals$}")
    } else {
        format!("{number:.1e}")
    }
}

/// The least length in metres that is written in a unit, how long the unit is, and its name.
const UNITS: [(f64, f64, &str); 3] = [(1.0, 1.0, "m"), (1e-5, 1e-3, "mm"), (1e-9, 1e-6, "µm")];

/// A length in metres, with four significant digits in the unit that is easy to read: `12.4 mm`.
pub(crate) fn length(metres: f64) -> String {
    let size = metres.abs();
    if size == 0.0 {
        return "0 m".to_owned();
    }
    match UNITS.into_iter().find(|(least, ..)| size >= *least && size < 1e6) {
        Some((_, scale, unit)) => {
            let value = metres / scale;
            let decimals = (3 - value.abs().log10().floor() as i32).max(0) as usize;
            format!("{} {unit}", trimmed(format!("{value:.decimals$}")))
        }
        None => format!("{metres:.3e} m"),
    }
}

/// A number without the zeros at the end of its fraction.
pub(crate) fn trimmed(number: String) -> String {
    if !number.contains('.') || number.contains('e') {
        return number.replace(".0e", "e");
    }
    number.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A signed distance in words: `12.4 mm deep`, `≤ 38.02 mm deep` where the depth is an upper bound, `3 mm
/// apart`.
pub(crate) fn depth_or_gap(distance: f64, kind: DistanceKind) -> String {
    // The kinds are those of depths: a lower bound of the depth is an upper bound of a gap.
    let bound = match (kind, distance > 0.0) {
        (DistanceKind::Exact, _) => "",
        (DistanceKind::UpperBound, false) | (DistanceKind::LowerBound, true) => "≤ ",
        (DistanceKind::LowerBound, false) | (DistanceKind::UpperBound, true) => "≥ ",
    };
    if distance > 0.0 {
        format!("{bound}{} apart", length(distance))
    } else if distance < 0.0 || kind != DistanceKind::Exact {
        format!("{bound}{} deep", length(distance.abs()))
    } else {
        "0".to_owned()
    }
}

/// Words that are less alike than this, by Jaro and Winkler, are not what was meant.
pub(crate) const ALIKE: f64 = 0.85;

/// Which of some words may have been meant.
pub(crate) fn nearest<'w>(written: &str, words: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let all = words.map(|word| (strsim::jaro_winkler(word, written), word));
    let (likeness, word) = all.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
    (likeness > ALIKE).then_some(word)
}

/// Where something is now, a line.
pub(crate) fn written_to(place: &Path) -> String {
    format!("written to {}\n", printable(&place.display().to_string()))
}

/// So many of something: `1 pair`, `2 pairs`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number as u64), if number == 1 { "" } else { "s" })
}

/// The first of so many names, and how many more there are: `left, right, top, 4 more`.
pub(crate) fn first_named(all: usize, names: impl Iterator<Item = String>) -> String {
    const NAMED: usize = 3;
    let mut named: Vec<String> = names.take(NAMED).collect();
    if all > NAMED {
        named.push(format!("{} more", grouped((all - NAMED) as u64)));
    }
    named.join(", ")
}

/// The first of some files by name, as [`first_named`] has it.
pub(crate) fn first_files(files: &[&Path]) -> String {
    first_named(files.len(), files.iter().map(|file| file.display().to_string()))
}

/// A text from a file without what could command the terminal or is not allowed in XML: control characters,
/// those that turn the direction of writing around, and U+FFFE and U+FFFF.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    let is_harmful = |c: char| {
        c.is_control()
            || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}')
    };
    if !text.contains(is_harmful) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_harmful(c) { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_three() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number as u64), text);
        }
        assert_eq!(grouped(u64::MAX), "18,446,744,073,709,551,615");
    }

    #[test]
    fn depths_are_positive_and_have_a_unit() {
        for (distance, kind, text) in [
            (-0.0124, DistanceKind::Exact, "12.4 mm deep"),
            (-0.038_016, DistanceKind::UpperBound, "≤ 38.02 mm deep"),
            (-1.5, DistanceKind::LowerBound, "≥ 1.5 m deep"),
            (-2.5e-7, DistanceKind::Exact, "0.25 µm deep"),
            (-1e-12, DistanceKind::Exact, "1.000e-12 m deep"),
            (0.003, DistanceKind::Exact, "3 mm apart"),
            (0.2, DistanceKind::LowerBound, "≤ 200 mm apart"),
            (1234.6, DistanceKind::Exact, "1235 m apart"),
            (0.0, DistanceKind::Exact, "0"),
            (0.0, DistanceKind::LowerBound, "≥ 0 m deep"),
        ] {
            assert_eq!(depth_or_gap(distance, kind), text);
        }
    }

    #[test]
    fn huge_numbers_have_exponents() {
        assert_eq!(["12.35", "-0.00"].map(str::to_owned), [fixed(12.345678, 2), fixed(-0.001, 2)]);
        assert_eq!([fixed(-1e300, 3), fixed(1e15, 0)], ["-1.0000e300", "1.0000e15"]);
    }

    #[test]
    fn nothing_commands_the_terminal() {
        assert_eq!(printable("a\0b\u{ffff}c\u{fffe}\u{fffd}"), "a\\u{0}b\\u{ffff}c\\u{fffe}\u{fffd}");
        assert_eq!(printable("Wand \"Süd\" \\ 1"), "Wand \"Süd\" \\ 1");
        assert_eq!(printable("a\x1b[31mb\nc\u{202e}d"), "a\\u{1b}[31mb\\nc\\u{202e}d");
    }
}
