//! Where the report goes: standard output, or a file that appears complete or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::arguments::Color;
use crate::error::Error;
use crate::style::Style;

/// The destination of a report.
pub(crate) enum Output {
    Standard,
    File(PathBuf),
}

impl Output {
    /// The destination of `-o`. What can be seen to be wrong with it is said now, not after a long check.
    pub fn new(file: Option<&Path>, scenes: &[PathBuf]) -> Result<Self, Error> {
        let Some(file) = file.filter(|file| file.as_os_str() != "-") else { return Ok(Output::Standard) };
        let refuse = |source: io::Error| Err(Error::Write { file: file.to_owned(), source });
        if let Ok(existing) = fs::canonicalize(file) {
            if existing.is_dir() {
                return refuse(io::ErrorKind::IsADirectory.into());
            }
            if scenes.iter().any(|scene| fs::canonicalize(scene).is_ok_and(|scene| scene == existing)) {
                return Err(Error::OverwritesScene { file: file.to_owned() });
            }
        }
        if !folder(file).is_dir() {
            return refuse(io::Error::new(io::ErrorKind::NotFound, "its folder is not there"));
        }
        Ok(Output::File(file.to_owned()))
    }

    /// The file, if it is one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Output::Standard => None,
            Output::File(file) => Some(file),
        }
    }

    /// Would one replace, or be mixed with, the other?
    pub fn is_same_as(&self, other: &Self) -> bool {
        match (self, other) {
            (Output::Standard, Output::Standard) => true,
            (Output::File(a), Output::File(b)) => {
                let named = |file: &Path| {
                    (fs::canonicalize(folder(file)).ok(), file.file_name().map(ToOwned::to_owned))
                };
                named(a) == named(b)
                    || fs::canonicalize(a).is_ok_and(|a| fs::canonicalize(b).is_ok_and(|b| a == b))
            }
            _ => false,
        }
    }

    /// How text is to look there.
    pub fn style(&self, color: Color) -> Style {
        match self {
            Output::Standard => Style::of(&io::stdout(), color),
            Output::File(_) => Style { is_colored: color == Color::Always, width: None },
        }
    }

    /// Writes all of a report.
    ///
    /// A reader who has seen enough and closes the pipe (`impinge … | head`) makes no error.
    pub fn write(&self, bytes: &[u8]) -> Result<(), Error> {
        match self {
            Output::Standard => {
                let mut stdout = io::stdout().lock();
                match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
                    Err(source) if source.kind() != io::ErrorKind::BrokenPipe => {
                        Err(Error::StandardOutput { source })
                    }
                    _ => Ok(()),
                }
            }
            Output::File(file) => {
                replace(file, bytes).map_err(|source| Error::Write { file: file.clone(), source })
            }
        }
    }
}

/// Held while a file is written.
static WRITING: Mutex<()> = Mutex::new(());

/// Waits until no file is being written; none will be before what is returned is dropped.
pub(crate) fn between_files() -> impl Drop {
    // A panic while writing leaves no half of a file either.
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes a new file beside the old one, then gives it the old one's name.
fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let _written_alone = between_files();
    // A link stays a link: what it leads to is replaced.
    let file = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let existing = fs::metadata(&file).ok();
    if existing.as_ref().is_some_and(|existing| !existing.is_file()) {
        // A pipe or a device, such as /dev/null: replacing it by a file would do harm.
        return fs::OpenOptions::new().write(true).open(&file)?.write_all(bytes);
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".impinge-").suffix(".part");
    #[cfg(unix)]
    {
        // As any new file, subject to the umask; not readable by the owner alone, as temporary files are.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // Only the kind of an error: its text is about a file with a name that nobody has given.
    let mut part = builder.tempfile_in(folder(&file)).map_err(|error| io::Error::from(error.kind()))?;
    part.write_all(bytes)?;
    if let Some(existing) = existing {
        part.as_file().set_permissions(existing.permissions())?;
    }
    part.persist(&file).map_err(|error| error.error)?;
    Ok(())
}

/// The folder that a file lies in.
fn folder(file: &Path) -> &Path {
    match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}
