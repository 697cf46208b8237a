//! What a check goes by: the file `impinge.toml`, where there is one, and the words of the command line,
//! which win.
//!
//! The file is looked for beside the first scene and in the folders above. Keys that it does not know are
//! errors: a rule with a slip in it must not be one that is silently not applied.

mod keys;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::arguments::{
    Axis, CheckArguments, GroupBy, LengthUnit, OfFiles, PairArguments, SceneArguments, SettingsArguments,
    SweepArguments, Touching, of_all,
};
use crate::error::Error;
use crate::exactly::{exactly, exactly_if_any};
use crate::file_entry::FileEntry;
use crate::file_names::FileNames;
use crate::output::Output;
use crate::per_file::PerFile;
use crate::rules::{Rules, Severity};
use crate::warning::Warning;

/// The name of the file.
const FILE: &str = "impinge.toml";

/// What is in the file, as it stands there.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, rename_all = "kebab-case")]
pub(crate) struct Settings {
    /// The unit of files that do not define one, if it is set.
    pub unit: Option<LengthUnit>,
    pub up: Option<Axis>,
    /// The up axis of glTF files that do not follow their format.
    pub gltf_up: Option<Axis>,
    pub touching: Option<Touching>,
    /// In metres, as all lengths are.
    pub clearance: Option<f64>,
    pub min_depth: Option<f64>,
    pub group_by: Option<GroupBy>,
    /// How many pairs are measured at most; 0 is no limit.
    pub max_measured: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ignore: Vec<String>,
    /// The settings of single files: first from the command line, then from the file.
    #[serde(rename = "file", skip_serializing_if = "Vec::is_empty")]
    pub single_files: Vec<FileEntry>,
    /// Names for lists of patterns.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub sets: BTreeMap<String, Vec<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rule: Vec<Entry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub accept: Vec<Accepted>,
    /// How many of the patterns of `ignore` are from the file; those after them are from the command line.
    #[serde(skip)]
    pub ignore_in_file: usize,
    /// How many entries about single files are from the command line; those after them are from the file.
    #[serde(skip)]
    pub single_files_by_words: usize,
    /// Pairs of patterns of `--between`, one for each object; if there are any, other pairs are not
    /// tested.
    #[serde(skip)]
    pub between: Vec<[String; 2]>,
    /// Where the file is.
    #[serde(skip)]
    pub file: Option<PathBuf>,
    /// The text of the file: the only source of the line of a key.
    #[serde(skip)]
    text: String,
    /// Files that would have been found for other scenes than the first.
    #[serde(skip)]
    passed_over: Vec<PathBuf>,
}

/// What holds for pairs of an object of one set and an object of another.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Entry {
    /// Names of sets, or patterns.
    #[serde(deserialize_with = "exactly")]
    pub between: [String; 2],
    /// Are such pairs tested?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub touching: Option<Touching>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clearance: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_depth: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<Severity>,
}

impl Entry {
    /// Does all hold for its pairs that holds for others?
    pub fn says_nothing(&self) -> bool {
        let Entry { between: _, check, touching, clearance, min_depth, severity } = self;
        check.is_none()
            && touching.is_none()
            && clearance.is_none()
            && min_depth.is_none()
            && severity.is_none()
    }
}

/// Pairs that a person has reviewed and accepted.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Accepted {
    /// Names of sets, or patterns;
    #[serde(default, deserialize_with = "exactly_if_any", skip_serializing_if = "Option::is_none")]
    pub between: Option<[String; 2]>,
    /// or the id of a pair.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Why they are right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Settings {
    /// Creates the settings of a run on scene files.
    pub fn of(arguments: &CheckArguments, scenes: &[PathBuf]) -> Result<Self, Error> {
        let mut settings = Settings::of_pairs(&arguments.pairs, scenes)?.said(&arguments.scene, scenes)?;
        settings.touching = arguments.touching.or(settings.touching);
        settings.clearance = arguments.clearance.or(settings.clearance);
        settings.min_depth = arguments.min_depth.or(settings.min_depth);
        settings.max_measured = arguments.max_measured.or(settings.max_measured);
        settings.group_by = Some(arguments.group_by.or(settings.group_by).unwrap_or_default());
        Ok(settings)
    }

    /// Creates the settings of a run on scenes that move: touching always counts, whatever a check is
    /// set to, and there are no groups.
    pub fn of_sweep(arguments: &SweepArguments, scenes: &[PathBuf]) -> Result<Self, Error> {
        let mut settings = Settings::shown_by_sweep(arguments, scenes)?;
        settings.touching = Some(Touching::Report);
        settings.group_by = None;
        for entry in &mut settings.rule {
            entry.touching = entry.touching.map(|_| Touching::Report);
        }
        Ok(settings)
    }

    /// The same with the settings of the file for touching and groups, which affect only checks: the
    /// user may save the shown settings for use in checks.
    pub fn shown_by_sweep(arguments: &SweepArguments, scenes: &[PathBuf]) -> Result<Self, Error> {
        let settings = Settings::of_pairs(&arguments.pairs, scenes)?.said(&arguments.scene, scenes)?;
        Ok(Settings {
            clearance: arguments.clearance.or(settings.clearance),
            max_measured: arguments.max_measured.or(settings.max_measured),
            ..settings
        })
    }

    /// Reads the named or found file, unless files are disabled, and adds the options that all kinds of
    /// runs share.
    fn of_pairs(pairs: &PairArguments, scenes: &[PathBuf]) -> Result<Self, Error> {
        let mut settings = Settings::named_or_found(&pairs.settings, scenes)?;
        settings.ignore.extend(pairs.ignore.iter().cloned());
        let between = pairs.between.chunks_exact(2);
        settings.between = between.map(|pair| [pair[0].clone(), pair[1].clone()]).collect();
        Ok(settings)
    }

    /// The named or found file, unless files are disabled. It may be unreadable.
    pub fn file_for(arguments: &SettingsArguments, scenes: &[PathBuf]) -> Option<PathBuf> {
        match &arguments.config {
            Some(file) => Some(file.clone()),
            None if arguments.no_config => None,
            None => scenes.first().and_then(|scene| above(scene)),
        }
    }

    /// Reads the settings of that file.
    fn named_or_found(arguments: &SettingsArguments, scenes: &[PathBuf]) -> Result<Self, Error> {
        let file = Settings::file_for(arguments, scenes);
        if arguments.config.is_none() && !arguments.no_config {
            return Settings::found(file, scenes);
        }
        file.map_or_else(|| Ok(Settings::default()), Settings::read)
    }

    /// Reads the file that was found for the scenes, if there is one.
    fn found(file: Option<PathBuf>, scenes: &[PathBuf]) -> Result<Self, Error> {
        let is_same = |other: &PathBuf| match &file {
            Some(file) => std::fs::canonicalize(file).ok() == std::fs::canonicalize(other).ok(),
            None => false,
        };
        // Of the scenes of one folder one is enough.
        let mut folders = BTreeSet::new();
        let others = scenes.iter().skip(1).filter(|scene| folders.insert(scene.parent()));
        let others: BTreeSet<PathBuf> =
            others.filter_map(|scene| above(scene)).filter(|other| !is_same(other)).collect();
        let settings = file.map_or_else(|| Ok(Settings::default()), Settings::read)?;
        Ok(Settings { passed_over: others.into_iter().collect(), ..settings })
    }

    /// Warnings about files of settings that lie beside other scenes than the first.
    pub fn passed_over(&self) -> Vec<Warning> {
        let counts = match self.place() {
            Some(file) => format!("{file} applies to all scenes, because it belongs to the first one"),
            None => "only a file beside the first scene or in a parent folder applies".to_owned(),
        };
        let warning = |file: &PathBuf| Warning {
            file: Some(file.display().to_string()),
            place: "settings".to_owned(),
            message: format!("ignored: {counts}; --config FILE selects another one"),
        };
        self.passed_over.iter().map(warning).collect()
    }

    /// Adds the options about files. Options override the settings of the file.
    fn said(self, arguments: &SceneArguments, scenes: &[PathBuf]) -> Result<Self, Error> {
        once(&arguments.unit, "--unit", "left.stl=mm")?;
        once(&arguments.up, "--up", "left.stl=z")?;
        let names = FileNames::of(scenes, None);
        let joints = arguments.robots.joint.iter();
        let joints = joints.filter_map(|(name, value)| {
            let (pattern, joint) = names.parted(name)?;
            Some((pattern, joint, *value))
        });
        let mut single_files = FileEntry::of_words(arguments, &joints.collect::<Vec<_>>());
        let single_files_by_words = single_files.len();
        single_files.extend(self.single_files);
        Ok(Settings {
            unit: of_all(&arguments.unit).or(self.unit),
            up: of_all(&arguments.up).or(self.up),
            gltf_up: arguments.gltf_up.or(self.gltf_up),
            single_files,
            single_files_by_words,
            ..self
        })
    }

    /// Settings of commands that use only the settings of files; the rest must be valid all the same.
    pub fn only_of_files(
        arguments: &SceneArguments,
        settings: &SettingsArguments,
        scenes: &[PathBuf],
    ) -> Result<Self, Error> {
        Settings::only_in_a_file(settings, scenes)?.said(arguments, scenes)
    }

    /// The same without the command line.
    pub fn only_in_a_file(arguments: &SettingsArguments, scenes: &[PathBuf]) -> Result<Self, Error> {
        let settings = Settings::named_or_found(arguments, scenes)?;
        settings.rules()?;
        Ok(settings)
    }

    /// The rules that they are.
    pub fn rules(&self) -> Result<Rules, Error> {
        Rules::new(self)
    }

    /// What is wrong with a key of the file, such as `rule.0.clearance`.
    pub fn refuse(&self, path: &str, reason: &str) -> Error {
        let reason = format!("{}: {reason}", keys::place(&self.text, path));
        Error::Settings { file: self.file.clone().unwrap_or_else(|| FILE.into()), reason }
    }

    /// Where a key of the file stands, as people know it.
    pub fn place_of(&self, path: &str) -> String {
        let file = self.place().unwrap_or_else(|| FILE.to_owned());
        format!("{file}: {}", keys::place(&self.text, path))
    }

    /// The same without the file, for warnings, which have it by itself.
    pub fn place_in_file(&self, path: &str) -> String {
        keys::place(&self.text, path)
    }

    /// The file, as people know it.
    pub fn place(&self) -> Option<String> {
        self.file.as_ref().map(|file| file.display().to_string())
    }

    /// Prints the settings instead of a run on scenes, if they are valid; and a remark in a line of its
    /// own, if there is one. It never overwrites a file: no scene is opened, so the files it refers to
    /// are unknown.
    pub fn show(
        &self,
        remark: &str,
        output: Option<&Path>,
        (scenes, inputs): (&[PathBuf], &[PathBuf]),
    ) -> Result<(), Error> {
        self.rules()?;
        let single_files = PerFile::new(self, scenes)?.as_in_a_file();
        let shown = Settings { single_files, ..self.clone() }.shown(remark);
        let output = Output::new(output, inputs)?;
        if let Some(file) = output.file().filter(|file| file.is_file()) {
            return Err(Error::OverwritesExisting { file: file.to_owned() });
        }
        output.write(shown.as_bytes())
    }

    /// For people, and to begin a file with.
    fn shown(&self, remark: &str) -> String {
        let mut text = match &self.file {
            Some(file) => format!("# from {}, and the command line\n", file.display()),
            None => format!("# without an {FILE}; from the command line\n"),
        };
        for pair in &self.between {
            let _ = writeln!(text, "# --between '{}' '{}'", pair[0], pair[1]);
        }
        text += remark;
        if self.unit.is_none() {
            // As a key it would be an answer to who asks for the unit of large files.
            text += "# no unit is set: files that do not define one are in metres\n";
        }
        // Neither has a way to fail: what it holds has been read from such a file, or given as words.
        text + &toml::to_string(self).unwrap_or_default()
    }

    fn read(file: PathBuf) -> Result<Self, Error> {
        let refuse = |reason: String| Error::Settings { file: file.clone(), reason };
        let bytes = std::fs::read(&file).map_err(|error| {
            refuse(format!(
                "the settings cannot be read: {error}; correct it or its permissions, select another file with --config, or skip it with --no-config"
            ))
        })?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let is_utf16 = [b"\xff\xfe", b"\xfe\xff"].iter().any(|mark| error.as_bytes().starts_with(*mark));
            refuse(format!(
                "it is {} in UTF-8",
                if is_utf16 { "in UTF-16; save it" } else { "not in UTF-8; save it" }
            ))
        })?;
        let mut unknown = Vec::new();
        let refuse_toml = |error: toml::de::Error| refuse(toml_problem(&text, &error));
        let document = toml::Deserializer::parse(&text).map_err(refuse_toml)?;
        let read: Result<Settings, _> =
            serde_ignored::deserialize(document, |path| unknown.push(path.to_string()));
        // A key that is misspelt is missing as well, and says more.
        let is_missing = |error: &toml::de::Error| error.message().starts_with("missing field");
        if let Some(path) = unknown.first().filter(|_| read.as_ref().err().is_none_or(is_missing)) {
            return Err(refuse(keys::unknown(&text, path)));
        }
        let settings = read.map_err(refuse_toml)?;
        let ignore_in_file = settings.ignore.len();
        let settings = Settings { file: Some(file), text, ignore_in_file, ..settings };
        let problems = settings.single_files.iter().enumerate();
        let mut problems = problems.filter_map(|(number, entry)| Some((number, entry.problem()?)));
        match problems.next() {
            Some((number, (key, reason))) => Err(settings.refuse(&format!("file.{number}.{key}"), &reason)),
            None => Ok(settings),
        }
    }
}

/// The error if something is given twice for all files.
fn once<T>(words: &[OfFiles<T>], option: &'static str, example: &'static str) -> Result<(), Error> {
    let is_twice = words.iter().filter(|word| word.files.is_none()).nth(1).is_some();
    if is_twice { Err(Error::GivenTwice { option, example }) } else { Ok(()) }
}

/// The nearest file of settings in the folder of a scene and those above.
fn above(scene: &Path) -> Option<PathBuf> {
    // As it was given, if it is beside the scene, since that is what people know.
    let beside = scene.parent().unwrap_or(Path::new("")).join(FILE);
    if is_there(&beside) {
        return Some(beside);
    }
    // Standard input is no file: what counts is the folder in which the program runs.
    let scene = std::fs::canonicalize(scene).or_else(|_| std::path::absolute(scene)).ok()?;
    scene.ancestors().skip(1).map(|folder| folder.join(FILE)).find(|file| is_there(file))
}

/// Is there anything of that name? Be it a folder, or a link that leads nowhere: passed over, its rules would
/// silently not apply.
fn is_there(file: &Path) -> bool {
    file.symlink_metadata().is_ok()
}

/// The type names in messages of the parser, and the plain text that replaces them.
const MEANT: [(&str, &str); 7] = [
    ("expected f64", "expected a number without a unit: lengths are in metres, 2 mm is 0.002"),
    ("expected usize", "expected a whole number from 0 on, without quotes"),
    ("expected a boolean", "expected true or false, without quotes"),
    ("expected a sequence", "expected a list, as in [\"*pipe*\"]"),
    ("expected an array of length 2", "expected two sets or patterns, as in [\"*pipe*\", \"*\"]"),
    ("expected an array of length 3", "expected three numbers, as in [1.2, 0.0, 0.0]"),
    ("expected a map", "expected names with numbers, as in { elbow = 1.2 }"),
];

/// The message where a number or a table stands instead of a word.
const WORD_BELONGS: &str = "a word in quotes is expected here";

/// What is wrong with the text of a file, in one line: where, what stands there, and what was expected.
fn toml_problem(text: &str, error: &toml::de::Error) -> String {
    // Of `[rule]` it says that it wants a list, but not how such a list is written.
    if error.message().starts_with("invalid type: map")
        && let Some((number, list)) =
            (1..).zip(text.lines()).find_map(|(number, line)| Some((number, single(line)?)))
    {
        return format!("line {number}: `[{list}]`: it is a list, so each entry begins with `[[{list}]]`");
    }
    // Its own words are for those who know how words are read here.
    let message = error.message().replace("wanted string or table", WORD_BELONGS);
    let message = message.lines().collect::<Vec<_>>().join("; ");
    let message = keys::unknown_word(&message).unwrap_or(message);
    let message = MEANT.iter().fold(message, |message, (expected, meant)| {
        // At its end: what stands in the file may be the same words.
        message.strip_suffix(expected).map(|found| format!("{found}{meant}")).unwrap_or(message)
    });
    let Some(place) = error.span() else { return message };
    let before = text.get(..place.start).unwrap_or(text);
    let number = before.matches('\n').count();
    let line = text.lines().nth(number).unwrap_or_default().trim();
    let key = line.split('=').next().unwrap_or_default().trim();
    let words = keys::words(key).filter(|_| message.ends_with(WORD_BELONGS));
    let words = words.map(|words| format!(": {words}")).unwrap_or_default();
    let line: String = line.chars().take(80).collect();
    format!("line {}: `{line}`: {message}{words}", number + 1)
}

/// The list of which a line begins an entry as if it were the only one.
fn single(line: &str) -> Option<&'static str> {
    let line = line.split('#').next().unwrap_or_default().trim();
    let name = line.strip_prefix('[')?.strip_suffix(']')?.trim();
    ["file", "rule", "accept"].into_iter().find(|list| *list == name)
}
