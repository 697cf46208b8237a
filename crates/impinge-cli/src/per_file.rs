//! Settings of each file: its unit, its up axis, its pose, its joint values.
//!
//! Settings for single files override settings for all files. In both cases the command line overrides
//! `impinge.toml`, and of several entries there the first counts that matches a file and has the key.
//! `ineffective` finds entries without effect.

mod ineffective;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use impinge_scene::{LoadOptions, Placement, SceneFile, Unit, UpAxis};

use crate::arguments::{Axis, LengthUnit};
use crate::error::Error;
use crate::file_entry::FileEntry;
use crate::file_names::{FileNames, Speaker};
use crate::file_sizes::SaidBy;
use crate::robots::{PlacedRobot, why_unknown};
use crate::settings::Settings;
use crate::warning::Warning;

/// The settings of each file of a run. A file is identified by its index in the list of files.
pub(crate) struct PerFile<'a> {
    settings: &'a Settings,
    pub names: FileNames,
    /// For each entry the files that it is for.
    meant: Vec<Vec<usize>>,
    /// For each file what is said of it alone.
    own: Vec<OwnWords>,
}

/// The settings of one file alone.
#[derive(Default)]
struct OwnWords {
    unit: Option<Own<LengthUnit>>,
    up: Option<Own<Axis>>,
    placement: Option<Own<Placement>>,
    joints: BTreeMap<String, Own<f64>>,
}

/// A setting of one file.
#[derive(Clone, Copy)]
struct Own<T> {
    value: T,
    /// The number of the entry that sets it.
    by: usize,
}

impl<'a> PerFile<'a> {
    /// Assigns the settings, which include the command line, to files. It is an error if a pattern on
    /// the command line matches no file, or if two options set the same value of one file.
    pub fn new(settings: &'a Settings, files: &[PathBuf]) -> Result<Self, Error> {
        let names = FileNames::of(files, settings.file.as_deref());
        let mut per_file = PerFile { settings, names, meant: Vec::new(), own: Vec::new() };
        for (number, entry) in settings.single_files.iter().enumerate() {
            let speaker = per_file.speaker(number);
            let place = || match speaker {
                Speaker::Settings => {
                    settings.place_of(&format!("file.{}.match", per_file.number_in_file(number) - 1))
                }
                Speaker::CommandLine => entry.option().to_owned(),
            };
            let meant = per_file.names.meant(&entry.pattern, speaker, place)?;
            if speaker == Speaker::CommandLine && meant.is_empty() {
                let there_are = per_file.names.there_are(speaker);
                let (option, pattern) = (entry.option(), entry.pattern.clone());
                return Err(Error::NoSuchFile { option, pattern, there_are });
            }
            per_file.meant.push(meant);
        }
        for (number, file) in files.iter().enumerate() {
            per_file.refuse_twice(number, file)?;
            let own = per_file.own_words(number);
            per_file.own.push(own);
        }
        Ok(per_file)
    }

    /// How to read a file.
    pub fn load_options(&self, file: usize) -> LoadOptions {
        let own = &self.own[file];
        let unit = own.unit.map(|own| own.value).or(self.settings.unit);
        let up = own.up.map(|own| own.value).or(self.settings.up);
        LoadOptions {
            unit: Some(unit.unwrap_or_default().into()),
            up: up.map(UpAxis::from),
            ..LoadOptions::default()
        }
    }

    /// What states the unit of a file with that number. An entry for a file that states its own unit confirms
    /// it if it gives the same.
    pub fn unit_said_by(&self, number: usize, file: &SceneFile) -> SaidBy {
        let own = self.own[number].unit;
        if file.has_unit {
            let is_confirmed = own.is_some_and(|own| Unit::from(own.value).metres() == file.metres_per_unit);
            return if is_confirmed { SaidBy::One } else { SaidBy::Itself };
        }
        match (own, self.settings.unit) {
            (Some(_), _) => SaidBy::One,
            (None, Some(unit)) => SaidBy::All(unit),
            (None, None) => SaidBy::Nobody,
        }
    }

    /// The up axis of a file if it is glTF and its axis differs from the format.
    pub fn gltf_up(&self, file: usize) -> Option<UpAxis> {
        self.own[file].up.map(|own| own.value).or(self.settings.gltf_up).map(UpAxis::from)
    }

    /// The pose of a file, if it is set.
    pub fn placement(&self, file: usize) -> Option<Placement> {
        self.own[file].placement.map(|own| own.value)
    }

    /// Joint values of a file if it is a robot, each with the place that sets it.
    pub fn joints(&self, file: usize) -> impl Iterator<Item = (&str, f64, String)> {
        let joints = self.own[file].joints.iter();
        joints.map(|(name, own)| (name.as_str(), own.value, self.speaks_of_joints(own.by)))
    }

    /// Is the value of a joint set for this file alone?
    pub fn says_joint(&self, file: usize, joint: &str) -> bool {
        self.own[file].joints.contains_key(joint)
    }

    /// The files and the joint that a name like `left.urdf:elbow` means; nothing of a joint alone.
    pub fn parted<'b>(&self, joint: &'b str) -> Option<(Vec<usize>, &'b str)> {
        let (pattern, joint) = self.names.parted(joint)?;
        let files =
            self.names.meant(pattern, Speaker::CommandLine, || "--trajectory".to_owned()).unwrap_or_default();
        Some((files, joint))
    }

    /// The error if a joint is in none of the robots among the files of its entry: a misspelt one must not be
    /// lost.
    pub fn check_joints(&self, robots: &[PlacedRobot]) -> Result<(), Error> {
        for (number, entry) in self.settings.single_files.iter().enumerate() {
            // Of an entry for no file there is a warning.
            let meant = &self.meant[number];
            let robots: Vec<_> = robots.iter().filter(|placed| meant.contains(&placed.file)).collect();
            let is_unknown =
                |joint: &&String| robots.iter().all(|placed| placed.robot.joint(joint).is_none());
            let Some(joint) = entry.joints.keys().find(is_unknown).filter(|_| !meant.is_empty()) else {
                continue;
            };
            let (file, reason) = match robots.first() {
                Some(placed) => (placed.robot.file.clone(), why_unknown(&placed.robot, joint)),
                None => {
                    let file =
                        self.settings.file.clone().filter(|_| self.speaker(number) == Speaker::Settings);
                    let reason =
                        format!("`{}` matches no robot, but joint `{joint}` needs one", entry.pattern);
                    (file.unwrap_or_else(|| "--joint".into()), reason)
                }
            };
            return Err(Error::Joint { file, reason, correct: self.speaks_of_joints(number) });
        }
        Ok(())
    }

    /// The entries as a file of settings has them: paths begin at its folder there, so where the command line
    /// names files by theirs, the names of reports stand for them.
    pub fn as_in_a_file(&self) -> Vec<FileEntry> {
        let entries = self.settings.single_files.iter().zip(&self.meant);
        let in_a_file = |(entry, meant): (&FileEntry, &Vec<usize>)| {
            let again = self.names.meant(&entry.pattern, Speaker::Settings, || entry.option().to_owned());
            if again.is_ok_and(|again| again == *meant) {
                return vec![entry.clone()];
            }
            let names = meant.iter().map(|&file| self.names.name(file, Speaker::Settings).to_owned());
            names.map(|pattern| FileEntry { pattern, ..entry.clone() }).collect()
        };
        entries.flat_map(in_a_file).collect()
    }

    /// Warnings about settings of single files without effect.
    pub fn ineffective(&self, files: &[SceneFile]) -> Vec<Warning> {
        ineffective::warnings(self, files)
    }

    /// Does the unit for all files apply to any file: one that has no unit of its own?
    pub fn is_unit_of_all_heeded(&self, files: &[SceneFile]) -> bool {
        files.iter().zip(&self.own).any(|(file, own)| !file.has_unit && own.unit.is_none())
    }

    /// The same of the axis that is up, in files of which it is open to some.
    pub fn is_up_of_all_heeded(&self, files: &[SceneFile], is_open: impl Fn(&SceneFile) -> bool) -> bool {
        files.iter().zip(&self.own).any(|(file, own)| is_open(file) && own.up.is_none())
    }

    /// For each setting, the value of the first entry for a file that has it.
    fn own_words(&self, file: usize) -> OwnWords {
        let mut own = OwnWords::default();
        for (by, entry) in self.entries_of(file) {
            own.unit = own.unit.or(entry.unit.map(|value| Own { value, by }));
            own.up = own.up.or(entry.up.map(|value| Own { value, by }));
            own.placement = own.placement.or(entry.placement().map(|value| Own { value, by }));
            for (joint, &value) in &entry.joints {
                own.joints.entry(joint.clone()).or_insert(Own { value, by });
            }
        }
        own
    }

    /// The error if the command line sets a value of a file twice: the intended value is ambiguous.
    fn refuse_twice(&self, number: usize, file: &Path) -> Result<(), Error> {
        let words = || self.entries_of(number).filter(|(by, _)| self.speaker(*by) == Speaker::CommandLine);
        let twice = |what: &str, says: &dyn Fn(&FileEntry) -> bool| {
            let patterns: Vec<&String> =
                words().filter(|(_, entry)| says(entry)).map(|(_, entry)| &entry.pattern).collect();
            match patterns[..] {
                [first, second, ..] => Err(Error::SaidTwice {
                    file: file.to_owned(),
                    what: what.to_owned(),
                    patterns: [first, second].map(String::clone),
                }),
                _ => Ok(()),
            }
        };
        twice("its unit", &|entry| entry.unit.is_some())?;
        twice("its up axis", &|entry| entry.up.is_some())?;
        twice("its pose", &|entry| entry.placement().is_some())?;
        let joints: BTreeSet<&String> = words().flat_map(|(_, entry)| entry.joints.keys()).collect();
        joints.into_iter().try_for_each(|joint| {
            twice(&format!("its joint {joint}"), &|entry| entry.joints.contains_key(joint))
        })
    }

    fn entries_of(&self, file: usize) -> impl Iterator<Item = (usize, &'a FileEntry)> {
        let entries = self.settings.single_files.iter().enumerate();
        entries.filter(move |(number, _)| self.meant[*number].contains(&file))
    }

    fn speaker(&self, entry: usize) -> Speaker {
        if entry < self.settings.single_files_by_words { Speaker::CommandLine } else { Speaker::Settings }
    }

    /// The place of an entry, for people; `option` is its option if it comes from the command line.
    fn place(&self, entry: usize, option: &str) -> String {
        let pattern = &self.settings.single_files[entry].pattern;
        match self.speaker(entry) {
            Speaker::CommandLine => format!("{option} '{pattern}'"),
            Speaker::Settings => {
                let path = format!("file.{}", self.number_in_file(entry) - 1);
                format!("{} ({pattern})", self.settings.place_in_file(&path))
            }
        }
    }

    /// The place to correct if an entry has an invalid joint.
    fn speaks_of_joints(&self, entry: usize) -> String {
        match (self.speaker(entry), self.settings.place()) {
            (Speaker::Settings, Some(file)) => {
                format!("`joints` of [[file]] number {} in {file}", self.number_in_file(entry))
            }
            _ => "--joint".to_owned(),
        }
    }

    /// As people count.
    fn number_in_file(&self, entry: usize) -> usize {
        entry + 1 - self.settings.single_files_by_words
    }
}
