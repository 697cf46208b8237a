//! The first part of object paths: the name of their file, and as few of its folders as distinguish
//! files of the same name.
//!
//! Baselines and lists of accepted pairs identify objects by their paths. If two files called
//! `part.obj` were numbered in their order, an additional file would give the paths of one to the
//! other, and an accepted pair of one would hide a new pair of the other. So each file gets the
//! shortest end of its own path that is unique among the files of that name. The result does not depend
//! on the order of the files or on the working directory.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf, absolute};

/// For each file, the text that paths of its objects begin with.
pub(crate) fn of(files: &[&Path]) -> Vec<String> {
    let mut labels: Vec<String> = files.iter().map(|file| name(file)).collect();
    let mut of_name: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (number, label) in labels.iter().enumerate() {
        of_name.entry(label.clone()).or_default().push(number);
    }
    for numbers in of_name.into_values().filter(|numbers| numbers.len() > 1) {
        let paths: Vec<Vec<String>> = numbers.iter().map(|&number| parts(files[number])).collect();
        for (number, label) in numbers.into_iter().zip(told_apart(&paths)) {
            labels[number] = label;
        }
    }
    labels
}

/// The name of a file without its folders.
pub(crate) fn name(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Folders of a file from the root down, and its name. A link keeps the name that it was given.
pub(crate) fn parts(file: &Path) -> Vec<String> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // A folder that is not there is an error when the file is read.
    let found = fs::canonicalize(folder).or_else(|_| absolute(folder));
    let folder: PathBuf = found.unwrap_or_else(|_| folder.to_owned());
    let folders = folder.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
    folders.chain([name(file)]).collect()
}

/// The shortest ends of paths of one length that differ, none longer than from the folder that holds them
/// all.
fn told_apart(paths: &[Vec<String>]) -> Vec<String> {
    let is_shared = |place: usize| {
        paths.iter().all(|path| path.len() > place + 1 && path.get(place) == paths[0].get(place))
    };
    let shared = (0..).take_while(|&place| is_shared(place)).count();
    let ends = |length: usize| -> Vec<String> {
        paths.iter().map(|path| path[path.len().saturating_sub(length).max(shared)..].join("/")).collect()
    };
    let longest = paths.iter().map(Vec::len).max().unwrap_or_default();
    let differ = |ends: &Vec<String>| ends.iter().collect::<BTreeSet<_>>().len() == ends.len();
    (2..=longest).map(ends).find(differ).unwrap_or_else(|| ends(longest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels<const N: usize>(files: [&str; N]) -> Vec<String> {
        of(&files.map(Path::new))
    }

    #[test]
    fn only_files_of_one_name_need_folders() {
        assert_eq!(labels(["d1/part.obj", "d2/gear.obj"]), ["part.obj", "gear.obj"]);
        assert_eq!(
            labels(["d1/part.obj", "d2/part.obj", "gear.obj"]),
            ["d1/part.obj", "d2/part.obj", "gear.obj"]
        );
    }

    #[test]
    fn as_many_folders_as_tell_apart_the_same_number_for_all() {
        assert_eq!(labels(["a/x/p.obj", "b/x/p.obj"]), ["a/x/p.obj", "b/x/p.obj"]);
        assert_eq!(labels(["a/x/p.obj", "a/y/p.obj", "b/x/p.obj"]), ["a/x/p.obj", "a/y/p.obj", "b/x/p.obj"]);
        assert_eq!(labels(["a/x/p.obj", "b/y/p.obj"]), ["x/p.obj", "y/p.obj"]);
        // No folder above the one that holds all: its name differs from machine to machine.
        assert_eq!(labels(["p.obj", "src/p.obj"]), ["p.obj", "src/p.obj"]);
    }

    #[test]
    fn neither_order_nor_detours_matter() {
        assert_eq!(labels(["d2/p.obj", "d1/p.obj"]), ["d2/p.obj", "d1/p.obj"]);
        // The folder of this package is there, so a detour through it can be resolved.
        assert_eq!(labels(["src/../tests/p.obj", "./src/p.obj"]), ["tests/p.obj", "src/p.obj"]);
    }
}
