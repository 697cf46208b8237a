//! Settings of single files: an entry `[[file]]` of `impinge.toml`, or `FILE=…` on the command line.

use std::collections::BTreeMap;

use impinge_scene::Placement;
use serde::{Deserialize, Serialize};

use crate::arguments::{Axis, LengthUnit, OfFiles, SceneArguments};
use crate::exactly::exactly_if_any;

/// The settings of the files that a pattern matches.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct FileEntry {
    /// For a name or a path.
    #[serde(rename = "match")]
    pub pattern: String,
    /// The unit of files that do not define one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<LengthUnit>,
    /// The up axis of files that do not define one. It also applies to glTF, where converters keep the
    /// axis of their source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up: Option<Axis>,
    /// By how much they are moved, in metres.
    #[serde(default, deserialize_with = "exactly_if_any", skip_serializing_if = "Option::is_none")]
    pub translation: Option<[f64; 3]>,
    /// By how much they are turned before, about x, then y, then z of the scene, in degrees.
    #[serde(default, deserialize_with = "exactly_if_any", skip_serializing_if = "Option::is_none")]
    pub rotation_deg: Option<[f64; 3]>,
    /// Values of joints of robots, in radians or metres.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub joints: BTreeMap<String, f64>,
}

impl FileEntry {
    /// The settings of single files on the command line: `joints` are patterns of files, names and
    /// values. Arguments with the same pattern form one entry, unless they set the same value twice.
    pub fn of_words(arguments: &SceneArguments, joints: &[(&str, &str, f64)]) -> Vec<FileEntry> {
        let units = alone(&arguments.unit).map(|(entry, &unit)| FileEntry { unit: Some(unit), ..entry });
        let ups = alone(&arguments.up).map(|(entry, &up)| FileEntry { up: Some(up), ..entry });
        let places = alone(&arguments.pose_of).map(|(entry, place)| FileEntry {
            translation: Some(place.translation.to_array()),
            rotation_deg: Some(place.degrees).filter(|degrees| *degrees != [0.0; 3]),
            ..entry
        });
        let joints = joints.iter().map(|(pattern, joint, value)| FileEntry {
            pattern: (*pattern).to_owned(),
            joints: [((*joint).to_owned(), *value)].into(),
            ..FileEntry::default()
        });
        let mut entries: Vec<FileEntry> = Vec::new();
        for word in units.chain(ups).chain(places).chain(joints) {
            match entries.iter_mut().find(|entry| entry.pattern == word.pattern && !entry.says_any_of(&word))
            {
                Some(entry) => entry.add(word),
                None => entries.push(word),
            }
        }
        entries
    }

    /// The pose of the files, if any part of it is set; unset parts are 0.
    pub fn placement(&self) -> Option<Placement> {
        (self.translation.is_some() || self.rotation_deg.is_some()).then(|| Placement {
            degrees: self.rotation_deg.unwrap_or_default(),
            translation: self.translation.unwrap_or_default().into(),
        })
    }

    /// Does the entry set nothing besides its pattern?
    pub fn says_nothing(&self) -> bool {
        *self == FileEntry { pattern: self.pattern.clone(), ..FileEntry::default() }
    }

    /// The key that makes no sense and why, if one does not.
    pub fn problem(&self) -> Option<(&'static str, String)> {
        let of_places = [("translation", self.translation), ("rotation-deg", self.rotation_deg)];
        let of_places = of_places.into_iter().flat_map(|(key, numbers)| {
            numbers.into_iter().flatten().map(move |number| (key, String::new(), number))
        });
        let of_joints = self.joints.iter().map(|(joint, value)| ("joints", format!("{joint}: "), *value));
        let mut numbers = of_places.chain(of_joints);
        let (key, joint, number) = numbers.find(|(_, _, number)| !number.is_finite())?;
        Some((key, format!("{joint}{number} is not finite; give a finite number")))
    }

    /// The command line option of the first value that the entry sets.
    pub fn option(&self) -> &'static str {
        if self.unit.is_some() {
            "--unit"
        } else if self.up.is_some() {
            "--up"
        } else if self.placement().is_some() {
            "--pose-of"
        } else {
            "--joint"
        }
    }

    fn says_any_of(&self, other: &FileEntry) -> bool {
        (self.unit.is_some() && other.unit.is_some())
            || (self.up.is_some() && other.up.is_some())
            || (self.placement().is_some() && other.placement().is_some())
            || other.joints.keys().any(|joint| self.joints.contains_key(joint))
    }

    fn add(&mut self, other: FileEntry) {
        self.unit = self.unit.or(other.unit);
        self.up = self.up.or(other.up);
        self.translation = self.translation.or(other.translation);
        self.rotation_deg = self.rotation_deg.or(other.rotation_deg);
        self.joints.extend(other.joints);
    }
}

/// Values for single files, each with an empty entry for its pattern.
fn alone<T>(words: &[OfFiles<T>]) -> impl Iterator<Item = (FileEntry, &T)> {
    words.iter().filter_map(|OfFiles { files, value }| {
        Some((FileEntry { pattern: files.clone()?, ..FileEntry::default() }, value))
    })
}
