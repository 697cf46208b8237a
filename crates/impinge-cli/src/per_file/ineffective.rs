//! Settings of single files without effect on any of them: the user expects one.

use impinge_scene::{Format, SceneFile, Unit};

use super::{OwnWords, PerFile};
use crate::file_entry::FileEntry;
use crate::file_names::Speaker;
use crate::ineffective_options::leaves_up_open;
use crate::warning::Warning;

/// Warnings about entries that match no file, and about values that others or the files themselves
/// already set.
pub(super) fn warnings(per_file: &PerFile, files: &[SceneFile]) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for (number, entry) in per_file.settings.single_files.iter().enumerate() {
        let about = About { per_file, files, number, entry };
        if per_file.meant[number].is_empty() {
            let there_are = per_file.names.there_are(Speaker::Settings);
            let message = format!("matches no file; {there_are}; correct `match`, or remove it");
            warnings.push(about.warning("", entry.option(), message));
        } else if entry.says_nothing() {
            let message = "it sets nothing for its files; add unit, up, translation, rotation-deg or joints, or remove it";
            warnings.push(about.warning("", entry.option(), message.to_owned()));
        } else {
            warnings.extend(about.unit().into_iter().chain(about.up()).chain(about.placement()));
            warnings.extend(entry.joints.keys().filter_map(|joint| about.joint(joint)));
        }
    }
    warnings
}

/// An entry, and the files that there are.
struct About<'a> {
    per_file: &'a PerFile<'a>,
    files: &'a [SceneFile],
    number: usize,
    entry: &'a FileEntry,
}

impl About<'_> {
    fn unit(&self) -> Option<Warning> {
        let unit = Unit::from(self.entry.unit?);
        let takers = match self.takers("unit", "--unit", |own| own.unit.map(|own| own.by)) {
            Ok(takers) => takers,
            Err(warning) => return warning,
        };
        let is_robot = |file: &&SceneFile| file.format == Format::Urdf;
        let hint =
            if takers.iter().any(is_robot) { "; for meshes of a robot, use `scale` in its file" } else { "" };
        takers
            .iter()
            // The same unit confirms it, where the size of the file makes it doubtful.
            .all(|file| file.has_unit && file.metres_per_unit != unit.metres())
            .then(|| self.said_by_files("unit", "--unit", "their unit", hint))
    }

    fn up(&self) -> Option<Warning> {
        let up = self.entry.up?;
        let takers = match self.takers("up", "--up", |own| own.up.map(|own| own.by)) {
            Ok(takers) => takers,
            Err(warning) => return warning,
        };
        let is_heeded = |file: &&SceneFile| file.format == Format::Gltf || leaves_up_open(file, up.into());
        (!takers.iter().any(is_heeded)).then(|| self.said_by_files("up", "--up", "their up axis", ""))
    }

    fn placement(&self) -> Option<Warning> {
        let placement = self.entry.placement()?;
        let (key, option) = ("translation and rotation-deg", "--pose-of");
        let takers = self.takers(key, option, |own| own.placement.map(|own| own.by));
        // It may be said to take back what another entry says.
        let is_nothing =
            || placement.map() == impinge::glam::DAffine3::IDENTITY && !self.others_place_its_files();
        let told = || {
            let message = "all values are 0: coordinates of the files stay unchanged; correct the values, or remove them";
            self.warning(key, option, message.to_owned())
        };
        takers.map_or_else(|by_others| by_others, |_| is_nothing().then(told))
    }

    fn others_place_its_files(&self) -> bool {
        let PerFile { settings, meant, .. } = self.per_file;
        let own = &meant[self.number];
        let mut others = settings.single_files.iter().zip(meant).enumerate();
        others.any(|(number, (entry, files))| {
            number != self.number
                && entry.placement().is_some()
                && files.iter().any(|file| own.contains(file))
        })
    }

    fn joint(&self, joint: &str) -> Option<Warning> {
        let by = |own: &OwnWords| own.joints.get(joint).map(|own| own.by);
        self.takers(&format!("joints: {joint}"), "--joint", by).err().flatten()
    }

    /// The files that use the value of this entry; if there are none, a warning, unless the command
    /// line overrides it.
    fn takers(
        &self,
        key: &str,
        option: &str,
        by: impl Fn(&OwnWords) -> Option<usize>,
    ) -> Result<Vec<&SceneFile>, Option<Warning>> {
        let meant = &self.per_file.meant[self.number];
        let said_by = |file: usize| by(&self.per_file.own[file]);
        let takers: Vec<&SceneFile> = meant
            .iter()
            .filter(|&&file| said_by(file) == Some(self.number))
            .filter_map(|&file| self.files.get(file))
            .collect();
        if !takers.is_empty() {
            return Ok(takers);
        }
        let others = meant.iter().filter_map(|&file| said_by(file));
        let earlier = others.filter(|&other| self.per_file.speaker(other) == Speaker::Settings).min();
        Err(earlier.map(|earlier| {
            let message = format!(
                "earlier entries set it for all of its files, such as number {}; move it before them, or remove it",
                self.per_file.number_in_file(earlier)
            );
            self.warning(key, option, message)
        }))
    }

    fn said_by_files(&self, key: &str, option: &str, what: &str, hint: &str) -> Warning {
        let message =
            format!("all files that it matches define {what} themselves: it has no effect; remove it{hint}");
        self.warning(key, option, message)
    }

    /// A warning about the entry, or about a key of it.
    fn warning(&self, key: &str, option: &str, message: String) -> Warning {
        let place = self.per_file.place(self.number, option);
        match self.per_file.speaker(self.number) {
            Speaker::CommandLine => Warning { file: None, place, message },
            Speaker::Settings => {
                let place = if key.is_empty() { place } else { format!("{place}: {key}") };
                Warning { file: self.per_file.settings.place(), place, message }
            }
        }
    }
}
