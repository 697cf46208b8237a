//! Which objects are left out: globs on names and paths.

use globset::{GlobBuilder, GlobMatcher};
use impinge_scene::Object;

use crate::error::Error;

/// The patterns of `--ignore`.
///
/// A pattern has to match the whole name of an object or its whole path. `*` also matches `/`, because names of
/// objects, unlike those of files, often hold one.
pub(crate) struct Ignore(Vec<GlobMatcher>);

impl Ignore {
    pub fn new(patterns: &[String]) -> Result<Self, Error> {
        let matcher = |pattern: &String| {
            // The same on every platform: a backslash escapes.
            let glob = GlobBuilder::new(pattern).backslash_escape(true).literal_separator(false).build();
            glob.map(|glob| glob.compile_matcher())
                .map_err(|source| Error::Pattern { pattern: pattern.clone(), source })
        };
        patterns.iter().map(matcher).collect::<Result<_, _>>().map(Ignore)
    }

    /// For each object, is it ignored? And the patterns that match nothing.
    pub fn apply(&self, objects: &[Object]) -> (Vec<bool>, Vec<&str>) {
        let mut is_ignored = vec![false; objects.len()];
        let mut unmatched = Vec::new();
        for pattern in &self.0 {
            let mut matches_any = false;
            for (object, is_ignored) in objects.iter().zip(&mut is_ignored) {
                if pattern.is_match(&object.name) || pattern.is_match(&object.path) {
                    *is_ignored = true;
                    matches_any = true;
                }
            }
            if !matches_any {
                unmatched.push(pattern.glob().glob());
            }
        }
        (is_ignored, unmatched)
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
            animated: false,
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
