//! Globs on names and paths of objects.
//!
//! A pattern has to match the whole name of an object or its whole path. `*` also matches `/`, because names of objects, unlike those of
//! files, often hold one.

use std::collections::BTreeSet;

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};
use impinge_scene::Object;

use crate::columns::shortened;
use crate::error::Error;
use crate::wording::grouped;

/// Names of examples are no longer than this.
const EXAMPLE: usize = 60;

/// Patterns that are looked for at once, each known by its number.
pub(crate) struct Patterns(GlobSet);

impl Patterns {
    /// Each pattern, with the place where it stands: an option, or a file and a key.
    pub fn new<'a>(patterns: impl IntoIterator<Item = (String, &'a str)>) -> Result<Self, Error> {
        let mut builder = GlobSetBuilder::new();
        for (place, pattern) in patterns {
            builder.add(glob(place, pattern)?);
        }
        builder.build().map(Patterns).map_err(|source| Error::Patterns { source })
    }

    /// Those that match an object.
    pub fn matching(&self, object: &Object) -> BTreeSet<usize> {
        [&object.name, &object.path].into_iter().flat_map(|text| self.0.matches(text)).collect()
    }
}

/// What a pattern that matches nothing may be meant as: with the file before it, or with other capitals.
pub(crate) fn meant(pattern: &str, objects: &[Object]) -> Option<String> {
    let below = format!("*/{pattern}");
    let (file, capitals) = ("paths begin with the file", "capitals matter");
    let ways = [
        (below.as_str(), true, file.to_owned()),
        (pattern, false, capitals.to_owned()),
        (below.as_str(), false, format!("{file}, and {capitals}")),
    ];
    ways.into_iter().find_map(|(pattern, do_capitals_matter, why)| {
        let glob = builder(pattern).case_insensitive(!do_capitals_matter).build().ok()?.compile_matcher();
        let matched = |object: &&Object| glob.is_match(&object.name) || glob.is_match(&object.path);
        let first = objects.iter().find(matched)?;
        let number = grouped(objects.iter().filter(matched).count() as u64);
        let other = if do_capitals_matter { "" } else { " with other capitals" };
        let example = shortened(if glob.is_match(&first.name) { &first.name } else { &first.path }, EXAMPLE);
        Some(format!("`{pattern}` matches {number}{other}, such as `{example}`: {why}"))
    })
}

/// A pattern that stands in some place.
pub(crate) fn glob(place: String, pattern: &str) -> Result<Glob, Error> {
    let refuse = |source| Error::Pattern { place, pattern: pattern.to_owned(), source };
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

    #[test]
    fn what_a_pattern_may_be_meant_as() {
        let object = |name: &str| Object {
            name: name.to_owned(),
            path: format!("level.gltf/Props/{name}"),
            mesh: 0,
            transform: Default::default(),
            file: Default::default(),
            is_animated: false,
        };
        let objects = ["crate", "Barrel"].map(object);
        let told = |pattern: &str| meant(pattern, &objects).unwrap_or_default();
        let end = "paths begin with the file";
        assert_eq!(
            told("Props/*"),
            format!("`*/Props/*` matches 2, such as `level.gltf/Props/crate`: {end}")
        );
        assert_eq!(
            told("*BARREL*"),
            "`*BARREL*` matches 1 with other capitals, such as `Barrel`: capitals matter"
        );
        let told_both = "`*/props/b*` matches 1 with other capitals, such as `level.gltf/Props/Barrel`";
        assert_eq!(told("props/b*"), format!("{told_both}: {end}, and capitals matter"));
        assert_eq!((told("door"), told("")), Default::default());
    }
}
