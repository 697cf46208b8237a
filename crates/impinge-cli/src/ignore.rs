//! Which objects are left out: globs on names and paths.

use std::collections::BTreeSet;

use impinge_scene::Object;

use crate::error::Error;
use crate::patterns::{self, Patterns};
use crate::settings::Settings;
use crate::warning::Warning;

/// The patterns of `--ignore`, and of the file of settings.
pub(crate) struct Ignore {
    patterns: Patterns,
    /// Each with the file that it is from, unless it is from the command line.
    listed: Vec<(Option<String>, String)>,
}

impl Ignore {
    /// Creates the patterns of the command line.
    pub fn new(words: &[String]) -> Result<Self, Error> {
        Ignore::of(words.iter().map(|text| (None, text.clone())).collect(), String::new())
    }

    /// Creates the patterns of the settings, including a file.
    pub fn of_settings(settings: &Settings) -> Result<Self, Error> {
        let place = |number: usize| settings.place().filter(|_| number < settings.ignore_in_file);
        let listed = (0..).zip(&settings.ignore).map(|(number, text)| (place(number), text.clone()));
        Ignore::of(listed.collect(), settings.place_of("ignore"))
    }

    fn of(listed: Vec<(Option<String>, String)>, in_file: String) -> Result<Self, Error> {
        let place = |file: &Option<String>| match file {
            Some(_) => in_file.clone(),
            None => "--ignore".to_owned(),
        };
        let patterns = Patterns::new(listed.iter().map(|(file, text)| (|| place(file), text.as_str())))?;
        Ok(Ignore { patterns, listed })
    }

    /// For each object, is it ignored? And warnings about patterns that match nothing.
    pub fn apply(&self, objects: &[Object]) -> (Vec<bool>, Vec<Warning>) {
        let mut is_used = vec![false; self.listed.len()];
        let is_ignored = |matching: BTreeSet<usize>| {
            matching.iter().for_each(|&number| is_used[number] = true);
            !matching.is_empty()
        };
        let ignored = self.patterns.matching(objects).map(is_ignored).collect();
        let unused = self.listed.iter().zip(is_used).filter(|(_, is_used)| !is_used);
        let advice = |text: &str| match patterns::meant(text, objects) {
            Some(meant) => meant,
            None if text.starts_with('*') && text.ends_with('*') => "correct it, or remove it".to_owned(),
            None => "add `*` at its ends to match parts of names".to_owned(),
        };
        let warning = |((file, text), _): (&(Option<String>, String), bool)| Warning {
            file: file.clone(),
            place: format!("{} '{text}'", if file.is_some() { "ignore" } else { "--ignore" }),
            message: format!("matches no object; {}", advice(text)),
        };
        (ignored, unused.map(warning).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(path: &str) -> Object {
        let name = path.split_once('/').map_or(path, |(_, name)| name).to_owned();
        Object {
            name,
            path: path.to_owned(),
            mesh: 0,
            transform: Default::default(),
            file: Default::default(),
            is_animated: false,
        }
    }

    #[test]
    fn whole_names_and_whole_paths() -> Result<(), Error> {
        let objects = ["house.glb/Wall/1", "house.glb/Wall/2", "house.glb/Door", "site.glb/Door"].map(object);
        for (patterns, expected, unmatched) in [
            (&["Wall*"][..], [true, true, false, false], 0),
            (&["Wall"], [false; 4], 1),
            (&["house.glb/*"], [true, true, true, false], 0),
            (&["site.glb/Door", "Wall/[2-9]"], [false, true, false, true], 0),
            (&["{Door,Gate}", "door", "*\\*"], [false, false, true, true], 2),
            (&[""], [false; 4], 1),
            (&[], [false; 4], 0),
        ] {
            let owned: Vec<String> = patterns.iter().map(ToString::to_string).collect();
            let ignore = Ignore::new(&owned)?;
            let (is_ignored, unused) = ignore.apply(&objects);
            assert_eq!((is_ignored.as_slice(), unused.len()), (&expected[..], unmatched), "{patterns:?}");
        }
        Ok(())
    }

    #[test]
    fn a_bad_pattern_is_named() {
        let message = Ignore::new(&["ok".to_owned(), "a[b".to_owned()]).err().map(|error| error.to_string());
        assert!(message.is_some_and(|message| message.contains("`a[b`")));
    }
}
