//! Why a check could not be made, or questions not be answered.

use std::io;
use std::path::{Path, PathBuf};

use bytesize::ByteSize;
use impinge::compound::CompoundError;
use impinge::mask::MaskError;
use impinge::shape::{MeshError, ShapeError};
use impinge_scene::{Format, SceneError};

use crate::sources::is_standard_input;
use crate::warning::with_package_option;

/// Why a command could not do its work: what was wrong, where, what to do.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error(transparent)]
    Scene(SceneError),

    #[error(
        "-: standard input is for the scenes of check, view, sweep, fit and decompose and the requests of query; give a file here"
    )]
    NoStandardInput,

    #[error("{}: {place}: would exceed the limit of {limit} {what}; load less at once{raise}", file.display())]
    TooLarge { file: PathBuf, place: String, what: &'static str, limit: usize, raise: String },

    #[error("{named}: {reason}")]
    Source { named: String, reason: String },

    #[error("{}: the pose cannot be used: {reason}", file.display())]
    Pose { file: PathBuf, reason: String },

    #[error("{}: {reason}; correct {correct}", file.display())]
    Joint { file: PathBuf, reason: String, correct: String },

    #[error("{}: {reason}; remove one", file.display())]
    Columns { file: PathBuf, reason: String },

    #[error("{option} '{pattern}': it matches no file; {there_are}; correct it")]
    NoSuchFile { option: &'static str, pattern: String, there_are: String },

    #[error("{}: {what} is given twice, for '{}' and '{}'; leave one out", file.display(), patterns[0], patterns[1])]
    SaidTwice { file: PathBuf, what: String, patterns: [String; 2] },

    #[error(
        "{option}: it is given twice for all files; leave one out, or say which file it is for, as in {option} {example}"
    )]
    GivenTwice { option: &'static str, example: &'static str },

    #[error("{word}: there is no such file; if it belongs to --touching, write --touching={word}")]
    StrayTouching { word: String },

    #[error("this takes more than the {} of --max-memory; allow more, or check fewer files at once", most.display().si())]
    Memory { most: ByteSize },

    #[error("--max-memory cannot be kept: {reason}; leave it out")]
    MemoryUnknown { reason: String },

    #[error("{files}: nothing to check: {reason}; {advice}")]
    NothingToCheck { files: String, reason: String, advice: &'static str },

    #[error("{files}: nothing moves: {reason}")]
    NothingMoves { files: String, reason: &'static str },

    #[error("--animation {word}: {there_are}")]
    Animation { word: String, there_are: String },

    #[error("{reason}")]
    Window { reason: String },

    #[error("object {object} leaves the range of numbers at {time} s; correct how it moves")]
    LeavesNumbers { object: String, time: f64 },

    #[error("{file}: object {object}: {source}")]
    Mesh { file: String, object: String, source: MeshError },

    #[error("{file}: object {object}: no volume fits around it: {source}")]
    Fit { file: String, object: String, source: ShapeError },

    #[error("{0}")]
    Decomposition(#[from] CompoundError),

    #[error("{file}: object {object}: it cannot be taken apart: {source}")]
    Decompose { file: String, object: String, source: CompoundError },

    #[error(
        "{place}: `{pattern}` is not a pattern: {}; correct it; a character in brackets, as in `[*]`, stands for itself",
        source.kind()
    )]
    Pattern { place: String, pattern: String, source: globset::Error },

    #[error("the patterns cannot be looked for together: {source}; give fewer or shorter ones")]
    Patterns { source: globset::Error },

    #[error("--between '{a}' '{b}': {reason}")]
    Between { a: String, b: String, reason: String },

    #[error("{}: {reason}", file.display())]
    Settings { file: PathBuf, reason: String },

    #[error("--threads: {count} threads cannot be started: {source}; ask for fewer")]
    Threads { count: u16, source: rayon::ThreadPoolBuildError },

    #[error(
        "the report and what --write asks for would both go to {place}; give -o and --write different places"
    )]
    OnePlaceForBoth { place: String },

    #[error("--write {}: {form}; give a name that ends in .{ending}", file.display())]
    NotNamedSo { file: PathBuf, form: &'static str, ending: &'static str },

    #[error(
        "{}: -o writes SRDF, not JSON; name it .srdf, and lead the report of --format json to a file of its own with `>`",
        file.display()
    )]
    SrdfNamedJson { file: PathBuf },

    #[error("{}: the report has no form that is named .{ending}; {advice}", file.display())]
    NamedAfterNoForm { file: PathBuf, ending: String, advice: String },

    #[error("two forms of the report would go to {place}; give -o and every --export a place of its own")]
    OnePlaceForTwoReports { place: String },

    #[error("interrupted; run it again for all that collides")]
    Interrupted,

    #[error("interrupted before anything was measured, so there is no report; run it again")]
    InterruptedEarly,

    #[error(
        "the sweep was stopped, and no report was written: times that it had not looked at would pass for free of contact; run it again"
    )]
    SweepInterrupted,

    #[error(
        "the report in this form is for other programs, not for the terminal; give it a file: -o FILE, or --export KIND=FILE"
    )]
    FormOnTerminal,

    #[error(
        "stdin: its content does not tell which format it is in; say it with --stdin-format, as in --stdin-format csv"
    )]
    StandardInputFormat,

    #[error("{0}")]
    OtherRobot(impinge_scene::Warning),

    #[error("{}: {format} is no robot; give a .urdf file", file.display())]
    NotARobot { file: PathBuf, format: Format },

    #[error("--watch: standard input can be read only once; name the files to be watched")]
    WatchStandardInput,

    #[error(
        "--watch: the page is made once; use `impinge check --watch --export html=FILE`, and load the page again"
    )]
    ViewIsOnce,

    #[error(
        "`impinge view` always makes a page; for other forms add --export KIND=FILE, or use `impinge check`"
    )]
    ViewIsPage,

    #[error("`impinge view` opens a file; give -o its name, or use `impinge check --format html`")]
    ViewNeedsFile,

    #[error("{}: this would replace a file that is read; choose another name", file.display())]
    OverwritesInput { file: PathBuf },

    #[error("{}: it is there already, and settings replace no file; choose another name", file.display())]
    OverwritesExisting { file: PathBuf },

    #[error("{}: this would replace the baseline, which only a report in JSON of the same kind of run may do; choose another name", file.display())]
    OverwritesBaseline { file: PathBuf },

    #[error("{}: cannot be written: {source}; {}", file.display(), advice(file, source))]
    Write { file: PathBuf, source: io::Error },

    #[error(
        "{}: the folder for temporary files is not there; correct TMPDIR, or give the page a file: -o FILE, of a sweep --export html=FILE",
        folder.display()
    )]
    NoTemporaryFolder { folder: PathBuf },

    #[error(
        "{}: the folder for temporary files takes no page: {source}; correct TMPDIR, or give the page a file: -o FILE, of a sweep --export html=FILE",
        folder.display()
    )]
    TemporaryFolder { folder: PathBuf, source: io::Error },

    #[error("{}: the folder cannot be made: {source}; {}", folder.display(), advice(folder, source))]
    Folder { folder: PathBuf, source: io::Error },

    #[error("{}: the picture cannot be read: {reason}; {advice}", file.display())]
    Picture { file: PathBuf, reason: String, advice: &'static str },

    #[error("{}: {source}", file.display())]
    Mask { file: PathBuf, source: MaskError },

    #[error("{}: it cannot be turned and scaled like that: {source}; choose another --scale", file.display())]
    Turned { file: PathBuf, source: MaskError },

    #[error(
        "{}: the picture of both would have {width}×{height} pixels, but at most {most} are drawn; choose a smaller offset",
        file.display()
    )]
    PictureTooLarge { file: PathBuf, width: i64, height: i64, most: i64 },

    #[error("the report and the picture would both go to {place}; give -o and --picture different places")]
    OnePlaceForReportAndPicture { place: String },

    #[error("{first}; --strict makes this an error")]
    Strict { first: String },

    #[error("{warnings} warnings, told above; --strict makes them an error")]
    StrictOfMany { warnings: usize },

    #[error("{}: the baseline cannot be used: {reason}; give a report of {wanted}", file.display())]
    Baseline { file: PathBuf, reason: String, wanted: &'static str },

    #[error(
        "{}: the baseline cannot be used: {source}; correct its name, or make it: it is a report of {wanted}",
        file.display()
    )]
    NoBaseline { file: PathBuf, source: io::Error, wanted: &'static str },

    #[error(
        "{file}: the requests cannot be read: {source}; give files of requests, one JSON object per line"
    )]
    Read { file: String, source: io::Error },

    #[error("{}: {reason}", file.display())]
    Queries { file: PathBuf, reason: String },

    #[error("--{option}: {source}")]
    Length { option: &'static str, source: ShapeError },

    #[error(
        "standard output: the answers cannot be written: {source}; make room where they lead, or let them lead elsewhere"
    )]
    Answers { source: io::Error },

    #[error(
        "standard output: the report cannot be written: {source}; make room where it leads, or let it lead elsewhere"
    )]
    StandardOutput { source: io::Error },
}

impl From<SceneError> for Error {
    fn from(error: SceneError) -> Self {
        match error {
            // Scenes from standard input have another name.
            SceneError::Read { file, .. } if is_standard_input(&file) => Error::NoStandardInput,
            SceneError::Mesh { file, place, problem } => {
                Error::Scene(SceneError::Mesh { file, place, problem: with_package_option(problem) })
            }
            SceneError::TooLarge { file, place, what, limit } => {
                // The library has options of its own, which this program sets by these.
                let option = match what {
                    "triangles" => Some("--max-triangles"),
                    "objects" | "nodes" => Some("--max-objects"),
                    _ => None,
                };
                let raise =
                    option.map_or_else(String::new, |option| format!(", or raise it with {option} N"));
                Error::TooLarge { file, place, what, limit, raise }
            }
            error => Error::Scene(error),
        }
    }
}

/// What to do about a file that could not be written.
fn advice(file: &Path, problem: &io::Error) -> String {
    let folder = match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    match problem.kind() {
        io::ErrorKind::NotFound if !folder.is_dir() => {
            format!("create the folder {} first", folder.display())
        }
        io::ErrorKind::NotFound => {
            format!("the folder {} takes no new files: choose another one", folder.display())
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            format!("allow writing to the folder {}, or choose another one", folder.display())
        }
        io::ErrorKind::IsADirectory => "give the name of a file".to_owned(),
        io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
            "a file of this name is there, and a folder is needed: choose another name".to_owned()
        }
        io::ErrorKind::StorageFull => "make room, or choose another folder".to_owned(),
        _ => "choose another place".to_owned(),
    }
}
