//! Words of a text file: coordinates, and excerpts and counts for messages.

use impinge::glam::DVec3;

/// `x y z`, as OBJ and STL files write them. What follows (a weight, a colour, a comment) is ignored.
pub(crate) fn parse_position(text: &str) -> Result<DVec3, String> {
    let mut words = text.split_whitespace();
    let mut coordinate = || {
        let word = words.next().ok_or("a vertex needs three coordinates")?;
        parse_coordinate(word)
            .ok_or_else(|| format!("`{}` is not a coordinate{}", excerpt(word), comma_hint(word)))
    };
    Ok(DVec3::new(coordinate()?, coordinate()?, coordinate()?))
}

/// What to do about commas in numbers, or between them, after the words that these are none.
pub(crate) fn comma_hint(text: &str) -> &'static str {
    let is_decimal = |word: &str| {
        word.split_once(',').is_some_and(|(_, decimals)| {
            !decimals.is_empty() && decimals.bytes().all(|digit| digit.is_ascii_digit())
        })
    };
    let words = || text.split_whitespace().filter(|word| word.contains(','));
    match words().count() {
        0 => "",
        _ if words().all(is_decimal) => "; write a point before the decimals",
        _ => "; separate numbers by spaces, without commas",
    }
}

/// The beginning of a word from a file, fit to be shown: no control characters, no endless lines.
pub(crate) fn excerpt(word: &str) -> String {
    word.chars().take(60).flat_map(char::escape_debug).collect()
}

/// `1 byte`, `2 bytes`.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{s}")
}

/// A coordinate; `None` if it is not a number at all.
///
/// Not-a-number is a number here: besides `nan` and `inf`, which Rust reads, there are the forms of
/// Microsoft's run-time library (`1.#QNAN`, `-1.#IND`, `1.#INF`, `nan(ind)`), all read as NaN. The caller
/// drops the vertex and goes on.
pub(crate) fn parse_coordinate(text: &str) -> Option<f64> {
    if let Ok(value) = text.parse() {
        return Some(value);
    }
    let lower = text.trim_start_matches(['+', '-']).to_ascii_lowercase();
    (lower.starts_with("1.#") || lower.starts_with("nan")).then_some(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_are_for_decimals_or_between_numbers() {
        for (text, hint) in [
            ("0,5 0 0", "a point before the decimals"),
            ("1.234,5", "a point before the decimals"),
            ("0, 0, 1", "separate numbers by spaces"),
            ("1.0,2.0,3.0", "separate numbers by spaces"),
        ] {
            assert!(comma_hint(text).contains(hint), "{text}");
        }
        assert_eq!(comma_hint("1 2 x"), "");
    }

    #[test]
    fn one_is_no_plural() {
        let bytes = |count| counted(count, "byte");
        assert_eq!([bytes(0), bytes(1), bytes(2)], ["0 bytes", "1 byte", "2 bytes"]);
    }

    #[test]
    fn numbers_and_what_passes_for_them() {
        assert_eq!(parse_coordinate("2600000.123456789"), Some(2_600_000.123_456_789));
        assert_eq!(parse_coordinate("-1e-3"), Some(-0.001));
        for not_a_number in ["nan", "-NaN", "1.#QNAN", "-1.#IND00", "-nan(ind)"] {
            assert!(parse_coordinate(not_a_number).is_some_and(f64::is_nan), "{not_a_number}");
        }
        for garbage in ["", "one", "1,5", "0x10", "#"] {
            assert_eq!(parse_coordinate(garbage), None, "{garbage}");
        }
    }
}
