//! Keys of `impinge.toml`: which there are, and which one may have been meant.

use std::collections::BTreeMap;

use serde::Deserializer;
use serde::de::value::{Error as Refusal, StrDeserializer};
use serde::de::{Deserialize, Error, Visitor};

use super::{Accepted, Entry, Settings};
use crate::arguments::{Axis, GroupBy, LengthUnit, Touching};
use crate::file_entry::FileEntry;
use crate::rules::Severity;
use crate::wording::nearest;

/// The message about an unknown key, with the nearest known one.
pub(super) fn unknown(text: &str, path: &str) -> String {
    let (known, place) = match path.split('.').collect::<Vec<_>>()[..] {
        ["rule", number, ..] => (of::<Entry>(), nth("rule", number) + ": "),
        ["accept", number, ..] => (of::<Accepted>(), nth("accept", number) + ": "),
        ["file", number, ..] => (of::<FileEntry>(), nth("file", number) + ": "),
        _ => (of::<Settings>(), String::new()),
    };
    let key = path.rsplit('.').next().unwrap_or(path);
    let hint = match nearest(key, known.iter().copied()) {
        Some(word) => format!("did you mean `{word}`?"),
        None => format!("valid are {}", known.join(", ")),
    };
    format!("{}{place}`{key}` is unknown; {hint}", line(text, path))
}

/// Where a key stands, or an entry as `rule.0`: the line, and what people call it.
pub(super) fn place(text: &str, path: &str) -> String {
    let name = match path.splitn(3, '.').collect::<Vec<_>>()[..] {
        ["sets", ..] => format!("[sets] {}", path.strip_prefix("sets.").unwrap_or(path)),
        [list, number, key] => format!("{}: {key}", nth(list, number)),
        [list, number] => nth(list, number),
        _ => path.to_owned(),
    };
    format!("{}{name}", line(text, path))
}

fn line(text: &str, path: &str) -> String {
    line_of(text, path).map(|line| format!("line {line}: ")).unwrap_or_default()
}

/// The keys of a type, taken from its deserializer: a separate list would become outdated.
fn of<'de, T: Deserialize<'de>>() -> &'static [&'static str] {
    let mut keys: &'static [&'static str] = &[];
    // It is refused after that, since there is nothing to read.
    let _ = T::deserialize(Asked(&mut keys));
    keys
}

/// The words that a key takes, as in "`y` or `z`"; nothing of a key that takes something else.
pub(super) fn words(key: &str) -> Option<String> {
    let refusal = match key {
        "unit" => refusal::<LengthUnit>(),
        "up" | "gltf-up" => refusal::<Axis>(),
        "touching" => refusal::<Touching>(),
        "group-by" => refusal::<GroupBy>(),
        "severity" => refusal::<Severity>(),
        _ => None,
    };
    Some(refusal?.split_once("expected ")?.1.to_owned())
}

/// Rewrites the message of a type about an unknown word, and adds the nearest known one.
pub(super) fn unknown_word(said: &str) -> Option<String> {
    let (word, expected) = said.strip_prefix("unknown variant `")?.split_once("`, ")?;
    let known = expected.split('`').skip(1).step_by(2);
    // Whatever the case: these words have none.
    let hint = nearest(&word.to_lowercase(), known).map(|meant| format!("; did you mean `{meant}`?"));
    Some(format!("`{word}` is not known, {expected}{}", hint.unwrap_or_default()))
}

/// The message of a type about an unknown word, with the words that it accepts.
fn refusal<'de, T: Deserialize<'de>>() -> Option<String> {
    let refused = T::deserialize(StrDeserializer::<Refusal>::new("")).err();
    refused.map(|error| error.to_string())
}

/// Collects the keys of a type.
struct Asked<'k>(&'k mut &'static [&'static str]);

impl<'de> Deserializer<'de> for Asked<'_> {
    type Error = Refusal;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        keys: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        *self.0 = keys;
        self.deserialize_any(visitor)
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Refusal> {
        Err(Refusal::custom("only its keys were asked for"))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// The line that a key stands in, from 1; none where it is written in a way that only a parser understands.
fn line_of(text: &str, path: &str) -> Option<usize> {
    let mut entries: BTreeMap<&str, usize> = BTreeMap::new();
    let mut section = String::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if let Some(list) = line.strip_prefix("[[").and_then(|line| line.strip_suffix("]]")) {
            let entry = entries.entry(list.trim()).or_insert(0);
            section = format!("{}.{entry}.", list.trim());
            *entry += 1;
            if path == list.trim() || section.strip_suffix('.') == Some(path) {
                return Some(number);
            }
        } else if let Some(table) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            section = format!("{}.", table.trim());
            if path == table.trim() {
                return Some(number);
            }
        } else if let Some((key, _)) = line.split_once('=')
            && path.strip_prefix(&section) == Some(key.trim().trim_matches(['"', '\'']))
        {
            return Some(number);
        }
    }
    None
}

/// The place of an entry, counted from 1 as people do.
fn nth(list: &str, number: &str) -> String {
    let number = number.parse::<usize>().map_or(0, |number| number + 1);
    format!("[[{list}]] number {number}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With the names that the file has for them, and without what is only kept with them.
    #[test]
    fn keys_are_those_of_the_types() {
        assert_eq!(of::<Accepted>(), ["between", "id", "reason"]);
        assert_eq!(of::<FileEntry>(), ["match", "unit", "up", "translation", "rotation-deg", "joints"]);
        let settings = of::<Settings>();
        assert!(settings.contains(&"gltf-up") && settings.contains(&"file"), "{settings:?}");
        assert!(!settings.iter().any(|key| key.contains("passed")), "{settings:?}");
    }
}
