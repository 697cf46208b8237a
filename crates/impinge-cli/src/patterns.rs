//! Globs on names and paths of objects.
//!
//! A pattern has to match the whole name of an object or its whole path. `*` also matches `/`, because names of objects, unlike those of
//! files, often hold one.

use std::collections::BTreeSet;

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};
use impinge_scene::Object;

use crate::error::Error;

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

/// The same on every platform: a backslash escapes.
fn glob(place: String, pattern: &str) -> Result<Glob, Error> {
    let glob = GlobBuilder::new(pattern).backslash_escape(true).literal_separator(false).build();
    let refuse = |source| Error::Pattern { place, pattern: pattern.to_owned(), source };
    glob.map_err(refuse)
}
