//! Which objects are left out: globs on names and paths.

use impinge_scene::Object;

use crate::error::Error;
use crate::patterns::Patterns;

/// The patterns of `--ignore`.
pub(crate) struct Ignore {
    patterns: Patterns,
    /// As they were given.
    texts: Vec<String>,
}

impl Ignore {
    pub fn new(patterns: &[String]) -> Result<Self, Error> {
        let texts = patterns.to_vec();
        let patterns = Patterns::new(texts.iter().map(|pattern| ("--ignore", pattern.as_str())))?;
        Ok(Ignore { patterns, texts })
    }

    /// For each object, is it ignored? And the patterns that match nothing.
    pub fn apply(&self, objects: &[Object]) -> (Vec<bool>, Vec<&str>) {
        let mut is_used = vec![false; self.texts.len()];
        let is_ignored = |object: &Object| {
            let matching = self.patterns.matching(object);
            matching.iter().for_each(|&number| is_used[number] = true);
            !matching.is_empty()
        };
        let ignored = objects.iter().map(is_ignored).collect();
        let unused = self.texts.iter().zip(is_used).filter(|(_, is_used)| !is_used);
        (ignored, unused.map(|(text, _)| text.as_str()).collect())
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
