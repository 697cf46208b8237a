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
        "-: standard input can provide only the scenes of check, view, sweep, fit and decompose and the requests of query; give a file here"
    )]
    NoStandardInput,

    #[error("{}: {place}: would exceed the limit of {limit} {what}; load less at once{raise}", file.display())]
    TooLarge { file: PathBuf, place: String, what: &'static str, limit: usize, raise: String },

    #[error("{named}: {reason}")]
    Source { named: String, reason: String },

    #[error("{}: the joint values cannot be used: {reason}", file.display())]
    Joints { file: PathBuf, reason: String },

    #[error("{}: {reason}; correct {correct}", file.display())]
    Joint { file: PathBuf, reason: String, correct: String },

    #[error(
        "{place}: joint {joint} needs a robot, but none is given{hint}; add its .urdf file, or remove {place}"
    )]
    JointWithoutRobot { place: String, joint: String, hint: String },

    #[error("{}: {reason}; remove one", file.display())]
    Columns { file: PathBuf, reason: String },

    #[error("{option} '{pattern}': it matches no file; {there_are}; correct it")]
    NoSuchFile { option: &'static str, pattern: String, there_are: String },

    #[error("{}: {what} is given twice, for '{}' and '{}'; remove one", file.display(), patterns[0], patterns[1])]
    SaidTwice { file: PathBuf, what: String, patterns: [String; 2] },

    #[error(
        "{option}: it is given twice for all files; remove one, or name its file, as in {option} {example}"
    )]
    GivenTwice { option: &'static str, example: &'static str },

    #[error("{word}: there is no such file; if it belongs to --touching, write --touching={word}")]
    StrayTouching { word: String },

    #[error("this needs more memory than the {} of --max-memory; raise the limit, or check fewer files at once", most.display().si())]
    Memory { most: ByteSize },

    #[error("--max-memory cannot be enforced: {reason}; remove it")]
    MemoryUnknown { reason: String },

    #[error("{files}: nothing to check: {reason}; {advice}")]
    NothingToCheck { files: String, reason: String, advice: &'static str },

    #[error("{files}: nothing moves: {reason}")]
    NothingMoves { files: String, reason: &'static str },

    #[error("--animation {word}: {there_are}")]
    Animation { word: String, there_are: String },

    #[error("{reason}")]
    Window { reason: String },

    #[error("object {object} exceeds the range of numbers at {time} s; correct its motion")]
    LeavesNumbers { object: String, time: f64 },

    #[error("{file}: object {object}: {source}")]
    Mesh { file: String, object: String, source: MeshError },

    #[error("{file}: object {object}: no volume can be fitted to it: {source}")]
    Fit { file: String, object: String, source: ShapeError },

    #[error("{0}")]
    Decomposition(#[from] CompoundError),

    #[error("{file}: object {object}: it cannot be decomposed: {source}")]
    Decompose { file: String, object: String, source: CompoundError },

    #[error(
        "{place}: `{pattern}` is not a pattern: {}; correct it; put a character in brackets to match it literally, as in `[*]`",
        source.kind()
    )]
    Pattern { place: String, pattern: String, source: globset::Error },

    #[error("the patterns cannot be compiled together: {source}; give fewer or shorter ones")]
    Patterns { source: globset::Error },

    #[error("--between '{a}' '{b}': {reason}")]
    Between { a: String, b: String, reason: String },

    #[error("{}: {reason}", file.display())]
    Settings { file: PathBuf, reason: String },

    #[error("--threads: {count} threads cannot be started: {source}; use fewer")]
    Threads { count: u16, source: rayon::ThreadPoolBuildError },

    #[error("the report and the --write file would both go to {place}; give -o and --write different files")]
    OnePlaceForBoth { place: String },

    #[error("--write {}: {form}; give a name that ends in .{ending}", file.display())]
    NotNamedSo { file: PathBuf, form: &'static str, ending: &'static str },

    #[error(
        "{}: -o writes SRDF, not JSON; name it .srdf, and redirect the report of --format json to another file with `>`",
        file.display()
    )]
    SrdfNamedJson { file: PathBuf },

    #[error("{}: no report format has the extension .{ending}; {advice}", file.display())]
    NamedAfterNoForm { file: PathBuf, ending: String, advice: String },

    #[error("two formats of the report would go to {place}; give -o and every --export a different file")]
    OnePlaceForTwoReports { place: String },

    #[error("interrupted; run it again for all collisions")]
    Interrupted,

    #[error("interrupted before anything was measured, so there is no report; run it again")]
    InterruptedEarly,

    #[error(
        "the sweep was stopped, and no report was written: untested times would appear free of contact; run it again"
    )]
    SweepInterrupted,

    #[error(
        "a report in this format is for other programs, not for the terminal; write it to a file: -o FILE, or --export KIND=FILE"
    )]
    FormOnTerminal,

    #[error(
        "stdin: the format cannot be detected from the content; set it with --stdin-format, as in --stdin-format csv"
    )]
    StandardInputFormat,

    #[error("{0}")]
    OtherRobot(impinge_scene::Warning),

    #[error("{}: {format} is not a robot format; give a .urdf file", file.display())]
    NotARobot { file: PathBuf, format: Format },

    #[error("--watch: standard input can be read only once; name the files to watch")]
    WatchStandardInput,

    #[error(
        "--watch: the page is written only once; use `impinge check --watch --export html=FILE`, and reload the page"
    )]
    ViewIsOnce,

    #[error(
        "`impinge view` always writes a page; for other formats add --export KIND=FILE, or use `impinge check`"
    )]
    ViewIsPage,

    #[error("`impinge view` opens a file; give -o a file name, or use `impinge check --format html`")]
    ViewNeedsFile,

    #[error("{}: this would replace an input file; choose another name", file.display())]
    OverwritesInput { file: PathBuf },

    #[error("{}: the file exists, and settings do not replace files; choose another name", file.display())]
    OverwritesExisting { file: PathBuf },

    #[error("{}: this would replace the baseline, and only a JSON report of the same command may do that; choose another name", file.display())]
    OverwritesBaseline { file: PathBuf },

    #[error("{}: cannot be written: {source}; {}", file.display(), advice(file, source))]
    Write { file: PathBuf, source: io::Error },

    #[error(
        "{}: the folder for temporary files does not exist; correct TMPDIR, or give the page a file: -o FILE, or --export html=FILE for a sweep",
        folder.display()
    )]
    NoTemporaryFolder { folder: PathBuf },

    #[error(
        "{}: the page cannot be written to the folder for temporary files: {source}; correct TMPDIR, or give the page a file: -o FILE, or --export html=FILE for a sweep",
        folder.display()
    )]
    TemporaryFolder { folder: PathBuf, source: io::Error },

    #[error("{}: the folder cannot be created: {source}; {}", folder.display(), advice(folder, source))]
    Folder { folder: PathBuf, source: io::Error },

    #[error("{}: the picture cannot be read: {reason}; {advice}", file.display())]
    Picture { file: PathBuf, reason: String, advice: &'static str },

    #[error("{}: {source}", file.display())]
    Mask { file: PathBuf, source: MaskError },

    #[error("{}: it cannot be rotated and scaled like this: {source}; choose another --scale", file.display())]
    Turned { file: PathBuf, source: MaskError },

    #[error(
        "{}: the picture of both would have {width}×{height} pixels, but at most {most} are drawn; choose a smaller offset",
        file.display()
    )]
    PictureTooLarge { file: PathBuf, width: i64, height: i64, most: i64 },

    #[error("the report and the picture would both go to {place}; give -o and --picture different files")]
    OnePlaceForReportAndPicture { place: String },

    #[error("{first}; --strict makes this an error")]
    Strict { first: String },

    #[error("{warnings} warnings, listed above; --strict makes them an error")]
    StrictOfMany { warnings: usize },

    #[error("{}: the baseline cannot be used: {reason}; give a report of {wanted}", file.display())]
    Baseline { file: PathBuf, reason: String, wanted: &'static str },

    #[error(
        "{}: the baseline cannot be used: {source}; correct the path, or create it with {wanted}",
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
        "standard output: the answers cannot be written: {source}; free space at the destination, or redirect them"
    )]
    Answers { source: io::Error },

    #[error(
        "standard output: the report cannot be written: {source}; free space at the destination, or redirect it"
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
            format!("no file can be created in the folder {}: choose another one", folder.display())
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            format!("allow writing to the folder {}, or choose another one", folder.display())
        }
        io::ErrorKind::IsADirectory => "give the name of a file".to_owned(),
        io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
            "a file with this name exists, but a folder is needed: choose another name".to_owned()
        }
        io::ErrorKind::StorageFull => "free some space, or choose another folder".to_owned(),
        _ => "choose another place".to_owned(),
    }
}
