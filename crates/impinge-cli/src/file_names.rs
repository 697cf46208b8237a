//! The names of files in settings and options.
//!
//! On the command line, paths are as given there. `impinge.toml` lies in a folder of its own and must
//! mean the same from any working directory, so its paths are relative to that folder. Both accept the
//! file name alone, and the name in reports.

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::file_labels::{self, name, parts};
use crate::patterns;
use crate::wording::first_named;

/// The source of a file name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speaker {
    CommandLine,
    Settings,
}

/// How many names a file goes by.
const NAMES: usize = 3;

/// The files of a run, by all of their names.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileNames {
    /// For each file its name alone, and what reports call it.
    common: Vec<[String; 2]>,
    /// For each file its path as it was given.
    given: Vec<String>,
    /// For each file its path from the folder of the settings, where it is in there.
    below: Vec<Option<String>>,
}

impl FileNames {
    /// The names of files, beside a file of settings.
    pub fn of(files: &[PathBuf], settings: Option<&Path>) -> Self {
        let paths: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
        let labels = file_labels::of(&paths);
        // Its last part is its name.
        let folder = settings.map(|settings| {
            let mut folder = parts(settings);
            folder.pop();
            folder
        });
        let below = |file: &PathBuf| {
            let parts = parts(file);
            parts.strip_prefix(folder.as_deref()?).map(|below| below.join("/"))
        };
        FileNames {
            common: files.iter().zip(labels).map(|(file, label)| [name(file), label]).collect(),
            given: files.iter().map(|file| file.display().to_string()).collect(),
            below: files.iter().map(below).collect(),
        }
    }

    /// Returns the numbers of the files that a pattern matches; `place` is its position for messages.
    ///
    /// A file whose name looks like a pattern comes first, as where files are named. A path names one file
    /// even if others have the same name; next comes what reports call it, which is as clear.
    pub fn meant(
        &self,
        pattern: &str,
        speaker: Speaker,
        place: impl FnOnce() -> String,
    ) -> Result<Vec<usize>, Error> {
        let all = 0..self.common.len();
        for which in 0..NAMES {
            let is_meant =
                |&file: &usize| self.known_as(file, speaker)[which].is_some_and(|name| name == pattern);
            let exact: Vec<usize> = all.clone().filter(is_meant).collect();
            if !exact.is_empty() {
                return Ok(exact);
            }
        }
        let glob = patterns::glob(place, pattern)?.compile_matcher();
        let is_matched = |&file: &usize| {
            self.known_as(file, speaker).into_iter().flatten().any(|name| glob.is_match(name))
        };
        Ok(all.filter(is_matched).collect())
    }

    /// The pattern and the joint of `FILE:JOINT`; nothing of a joint alone. Names of joints may have colons,
    /// and paths too, so a colon parts them only where files are matched by what is before it.
    pub fn parted<'a>(&self, joint: &'a str) -> Option<(&'a str, &'a str)> {
        let parts = joint.match_indices(':').map(|(at, colon)| (&joint[..at], &joint[at + colon.len()..]));
        let is_file = |pattern: &str| {
            self.meant(pattern, Speaker::CommandLine, || "--joint".to_owned())
                .is_ok_and(|files| !files.is_empty())
        };
        parts.into_iter().find(|(pattern, _)| is_file(pattern))
    }

    /// Lists the files, or the first of them: `there is left.urdf`.
    pub fn there_are(&self, speaker: Speaker) -> String {
        let all = self.common.len();
        let verb = if all == 1 { "is" } else { "are" };
        format!("there {verb} {}", first_named(all, (0..all).map(|file| self.name(file, speaker).to_owned())))
    }

    /// The name that selects this file alone.
    pub fn name(&self, file: usize, speaker: Speaker) -> &str {
        match (speaker, &self.below[file]) {
            (Speaker::Settings, Some(below)) => below,
            (Speaker::Settings, None) => &self.common[file][1],
            (Speaker::CommandLine, _) => &self.given[file],
        }
    }

    /// Its path, what reports call it, and its name.
    fn known_as(&self, file: usize, speaker: Speaker) -> [Option<&str>; NAMES] {
        let path = match speaker {
            Speaker::CommandLine => Some(&self.given[file]),
            Speaker::Settings => self.below[file].as_ref(),
        };
        let [name, label] = &self.common[file];
        [path.map(String::as_str), Some(label), Some(name)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn here() -> String {
        "here".to_owned()
    }

    const FILES: [&str; 3] = ["/plant/arms/left.urdf", "/plant/arms/right.urdf", "/plant/old/left.urdf"];

    fn meant(pattern: &str, speaker: Speaker) -> Result<Vec<usize>, Error> {
        let files: Vec<PathBuf> = FILES.iter().map(PathBuf::from).collect();
        FileNames::of(&files, Some("/plant/impinge.toml".as_ref())).meant(pattern, speaker, here)
    }

    #[test]
    fn names_labels_and_paths() -> Result<(), Error> {
        use Speaker::{CommandLine, Settings};
        for (pattern, of_words, of_settings) in [
            ("right.urdf", &[1][..], &[1][..]),
            // Two files have that name, and reports tell them apart by their folders.
            ("left.urdf", &[0, 2], &[0, 2]),
            ("old/left.urdf", &[2], &[2]),
            ("arms/*", &[0], &[0, 1]),
            ("/plant/arms/*", &[0, 1], &[]),
            ("*left*", &[0, 2], &[0, 2]),
            ("{right,wrong}.urdf", &[1], &[1]),
            // The folder above is nobody's business.
            ("*plant*", &[0, 1, 2], &[]),
            ("Right.urdf", &[], &[]),
        ] {
            assert_eq!(meant(pattern, CommandLine)?, of_words, "{pattern}");
            assert_eq!(meant(pattern, Settings)?, of_settings, "{pattern}");
        }
        assert!(meant("a[", CommandLine).is_err());
        Ok(())
    }

    #[test]
    fn a_path_is_one_file_though_others_have_its_name() -> Result<(), Error> {
        let names = FileNames::of(&["a.stl", "old/a.stl"].map(PathBuf::from), None);
        assert_eq!(names.meant("a.stl", Speaker::CommandLine, here)?, [0]);
        assert_eq!(names.meant("old/a.stl", Speaker::CommandLine, here)?, [1]);
        assert_eq!(names.meant("*a.stl", Speaker::CommandLine, here)?, [0, 1]);
        Ok(())
    }

    #[test]
    fn colons_part_files_from_joints() {
        let files = ["left.urdf", "c:\\arm.urdf"].map(PathBuf::from);
        let names = FileNames::of(&files, None);
        assert_eq!(names.parted("left.urdf:elbow"), Some(("left.urdf", "elbow")));
        assert_eq!(names.parted("l*:arm::elbow"), Some(("l*", "arm::elbow")));
        assert_eq!(names.parted("c:\\arm.urdf:elbow"), Some(("c:\\arm.urdf", "elbow")));
        assert_eq!((names.parted("arm::elbow"), names.parted("elbow")), (None, None));
    }
}
