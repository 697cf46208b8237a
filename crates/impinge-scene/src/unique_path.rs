//! Unique paths of objects.

use std::collections::HashMap;

/// Longest path in bytes. Nodes can be nested a hundred thousand deep; paths that repeated all of it would be
/// quadratic in the size of the file.
const LONGEST: usize = 1000;

/// The paths given away so far.
#[derive(Default)]
pub(crate) struct UniquePaths {
    /// For each path: how often it was asked for.
    asked: HashMap<String, usize>,
}

impl UniquePaths {
    /// `path` itself the first time, then `path #2`, `path #3`, skipping those that are taken by name.
    pub fn claim(&mut self, path: &str) -> String {
        let Some(mut count) = self.asked.get(path).copied() else {
            self.asked.insert(path.to_owned(), 1);
            return path.to_owned();
        };
        let numbered = loop {
            count += 1;
            let numbered = format!("{path} #{count}");
            if !self.asked.contains_key(&numbered) {
                break numbered;
            }
        };
        self.asked.insert(path.to_owned(), count);
        self.asked.insert(numbered.clone(), 1);
        numbered
    }
}

/// The path itself, or its two ends with `…` between.
pub(crate) fn shorten(path: &str) -> String {
    if path.len() <= LONGEST {
        return path.to_owned();
    }
    let half = (LONGEST - '…'.len_utf8()) / 2;
    let head = path.floor_char_boundary(half);
    let tail = path.ceil_char_boundary(path.len() - half);
    format!("{}…{}", &path[..head], &path[tail..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_paths_are_numbered_around_taken_ones() {
        let mut paths = UniquePaths::default();
        let claimed: Vec<String> = ["a", "a #2", "a", "a", "b"].map(|path| paths.claim(path)).into();
        assert_eq!(claimed, ["a", "a #2", "a #3", "a #4", "b"]);
    }

    #[test]
    fn long_paths_lose_their_middle_and_stay_unique() {
        let mut paths = UniquePaths::default();
        let long = shorten(&"é".repeat(5000));
        assert!(long.len() <= LONGEST && long.contains('…'));
        assert_eq!(shorten(&long), long);
        assert_ne!(paths.claim(&long), paths.claim(&long));
    }
}
