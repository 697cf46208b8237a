//! Globs on names and paths of objects.
//!
//! A pattern has to match the whole name of an object or its whole path. `*` also matches `/`, because
//! object names, unlike file names, often contain one. They often contain brackets, too (`Wall [200]`):
//! a pattern that equals the name or the path of an object matches that object.

use std::collections::{BTreeSet, HashMap};

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};
use impinge_scene::Object;

use crate::columns::shortened;
use crate::error::Error;
use crate::wording::grouped;

/// Names of examples are no longer than this.
const EXAMPLE: usize = 60;

/// Patterns that are looked for at once, each known by its number.
pub(crate) struct Patterns {
    globs: GlobSet,
    /// Those that may be names themselves, by their text.
    names: HashMap<String, Vec<usize>>,
}

/// Special characters other than `*`. A copied name contains no `*` by accident: it always matches any
/// characters.
const SIGNS: [char; 5] = ['[', ']', '{', '}', '?'];

impl Patterns {
    /// Takes each pattern with its place: an option, or a file and a key. The place is computed only
    /// for an invalid pattern, as it needs a pass over the file.
    pub fn new<'a, P: FnOnce() -> String>(
        patterns: impl IntoIterator<Item = (P, &'a str)>,
    ) -> Result<Self, Error> {
        let mut builder = GlobSetBuilder::new();
        let mut names: HashMap<String, Vec<usize>> = HashMap::new();
        for (number, (place, pattern)) in patterns.into_iter().enumerate() {
            builder.add(glob(place, pattern)?);
            if pattern.contains(SIGNS) && !pattern.contains('*') {
                names.entry(pattern.to_owned()).or_default().push(number);
            }
        }
        let globs = builder.build().map_err(|source| Error::Patterns { source })?;
        Ok(Patterns { globs, names })
    }

    /// For each object those that match it.
    pub fn matching(&self, objects: &[Object]) -> impl Iterator<Item = BTreeSet<usize>> {
        let named = move |text: &String| self.names.get(text).into_iter().flatten().copied();
        let are_names: BTreeSet<usize> = match self.names.is_empty() {
            true => BTreeSet::new(),
            false => objects.iter().flat_map(texts).flat_map(named).collect(),
        };
        objects.iter().map(move |object| {
            let matched = texts(object).into_iter().flat_map(|text| self.globs.matches(text));
            let matched = matched.filter(|pattern| !are_names.contains(pattern));
            matched.chain(texts(object).into_iter().flat_map(named)).collect()
        })
    }
}

/// What an object is called.
fn texts(object: &Object) -> [&String; 2] {
    [&object.name, &object.path]
}

/// What a pattern that matches nothing may be meant as: with the file before it, with other capitals, or with
/// signs that stand for themselves.
pub(crate) fn meant(pattern: &str, objects: &[Object]) -> Option<String> {
    let below = format!("*/{pattern}");
    let escaped = with_signs_escaped(pattern);
    let (file, capitals) = ("paths begin with the file", "matching is case-sensitive");
    let signs = "brackets, braces and `?` are wildcards, unless a backslash precedes them";
    let ways = [
        (escaped.as_str(), true, signs.to_owned()),
        (below.as_str(), true, file.to_owned()),
        (pattern, false, capitals.to_owned()),
        (below.as_str(), false, format!("{file}, and {capitals}")),
    ];
    ways.into_iter().find_map(|(pattern, do_capitals_matter, why)| {
        let glob = builder(pattern).case_insensitive(!do_capitals_matter).build().ok()?.compile_matcher();
        let matched = |object: &&Object| glob.is_match(&object.name) || glob.is_match(&object.path);
        let first = objects.iter().find(matched)?;
        let number = grouped(objects.iter().filter(matched).count() as u64);
        let other = if do_capitals_matter { "" } else { " if case is ignored" };
        let example = shortened(if glob.is_match(&first.name) { &first.name } else { &first.path }, EXAMPLE);
        Some(format!("`{pattern}` matches {number}{other}, such as `{example}`: {why}"))
    })
}

/// The same without any choices: backslashes before what stands for something else, but for `*`.
fn with_signs_escaped(pattern: &str) -> String {
    let escape = |letter: char| SIGNS.contains(&letter).then_some('\\').into_iter().chain([letter]);
    pattern.chars().flat_map(escape).collect()
}

/// A pattern that stands in some place.
pub(crate) fn glob(place: impl FnOnce() -> String, pattern: &str) -> Result<Glob, Error> {
    let refuse = |source| Error::Pattern { place: place(), pattern: pattern.to_owned(), source };
    builder(pattern).build().map_err(refuse)
}

/// The same on every platform: a backslash escapes.
fn builder(pattern: &str) -> GlobBuilder<'_> {
    let mut builder = GlobBuilder::new(pattern);
    builder.backslash_escape(true).literal_separator(false);
    builder
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(name: &str) -> Object {
        Object {
            name: name.to_owned(),
            path: format!("level.gltf/Props/{name}"),
            mesh: 0,
            transform: Default::default(),
            file: Default::default(),
            is_animated: false,
        }
    }

    #[test]
    fn what_a_pattern_may_be_meant_as() {
        let objects = ["crate", "Barrel"].map(object);
        let told = |pattern: &str| meant(pattern, &objects).unwrap_or_default();
        let end = "paths begin with the file";
        assert_eq!(
            told("Props/*"),
            format!("`*/Props/*` matches 2, such as `level.gltf/Props/crate`: {end}")
        );
        assert_eq!(
            told("*BARREL*"),
            "`*BARREL*` matches 1 if case is ignored, such as `Barrel`: matching is case-sensitive"
        );
        let told_both = "`*/props/b*` matches 1 if case is ignored, such as `level.gltf/Props/Barrel`";
        assert_eq!(told("props/b*"), format!("{told_both}: {end}, and matching is case-sensitive"));
        assert_eq!((told("door"), told("")), Default::default());
    }

    #[test]
    fn names_come_before_patterns() -> Result<(), Error> {
        let objects = ["Pipe [1]", "Pipe 1", "Wall {200}"].map(object);
        let matched = |patterns: &[&str]| -> Result<Vec<Vec<usize>>, Error> {
            let patterns = patterns.iter().map(|&pattern| (String::new, pattern));
            let found = Patterns::new(patterns)?
                .matching(&objects)
                .map(|found| found.into_iter().collect())
                .collect();
            Ok(found)
        };
        assert_eq!(matched(&["Pipe [1]"])?, [vec![0], vec![], vec![]]);
        assert_eq!(matched(&["level.gltf/Props/Pipe [1]", "Wall {200}"])?, [vec![0], vec![], vec![1]]);
        // What is no name is a pattern, and so is what has a star.
        assert_eq!(matched(&["Pipe [12]", "*[1]"])?, [vec![], vec![0, 1], vec![]]);
        assert_eq!(matched(&["Pipe \\[1\\]"])?, [vec![0], vec![], vec![]]);
        let told = meant("*{200}", &objects).unwrap_or_default();
        assert!(told.starts_with("`*\\{200\\}` matches 1, such as `Wall {200}`: brackets, braces"), "{told}");
        Ok(())
    }
}
