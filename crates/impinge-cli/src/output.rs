//! Where the report goes: standard output, or a file that appears complete or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::arguments::Color;
use crate::error::Error;
use crate::inputs::refuse_inputs;
use crate::stale_parts;
use crate::style::Style;

/// The destination of a report.
pub(crate) enum Output {
    Standard,
    File(PathBuf),
}

impl Output {
    /// The destination of `-o`. Rejects an invalid one now, not after a long check.
    pub fn new(file: Option<&Path>, inputs: &[PathBuf]) -> Result<Self, Error> {
        let Some(file) = file.filter(|file| file.as_os_str() != "-") else { return Ok(Output::Standard) };
        // By another name, such as /dev/stdout, or that of the file to which it leads.
        if is_open_as(file, io::stdout()) {
            return Ok(Output::Standard);
        }
        let refuse = |source: io::Error| Err(Error::Write { file: file.to_owned(), source });
        if file.is_dir() {
            return refuse(io::ErrorKind::IsADirectory.into());
        }
        // Without the separator it would be another name.
        if file.to_string_lossy().ends_with(std::path::is_separator) {
            return refuse(io::Error::new(io::ErrorKind::IsADirectory, "the path names a folder"));
        }
        let output = Output::File(file.to_owned());
        refuse_inputs([&output], inputs)?;
        if !folder(file).is_dir() {
            return refuse(io::Error::new(io::ErrorKind::NotFound, "its folder does not exist"));
        }
        if !is_written_in_place(file) {
            // Whether the folder takes it; it is gone again at once.
            let _tried_alone = between_files();
            stale_parts::remove(folder(file));
            let existing = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
            part_of(&existing).map_err(|source| Error::Write { file: file.to_owned(), source })?;
        }
        Ok(output)
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
    /// A pipe that the reader closes early (`impinge … | head`) is no error.
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

/// A file that is there in advance and goes with the program, unless it is kept.
static PROVISIONAL: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Waits until no file is being written; none will be before what is returned is dropped.
fn between_files() -> impl Drop {
    // A panic while writing leaves no half of a file either.
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on this file, or none, goes with the program when it has to end at once. There is one at most.
pub(crate) fn set_provisional(file: Option<&Path>) {
    *PROVISIONAL.lock().unwrap_or_else(PoisonError::into_inner) = file.map(Path::to_owned);
}

/// Ends the program between two files, never within one, and prints the reason.
pub(crate) fn exit_between_files(code: u8, tell: impl FnOnce()) -> ! {
    let _no_file_is_half_written = between_files();
    tell();
    exit(code)
}

/// Ends the program, and leaves nothing behind that was there in advance.
pub(crate) fn exit(code: u8) -> ! {
    if let Some(file) = PROVISIONAL.lock().unwrap_or_else(PoisonError::into_inner).take() {
        // That it could not be removed is not why the program ends.
        let _ = fs::remove_file(file);
    }
    std::process::exit(code.into())
}

/// Writes a new file beside the old one, then gives it the old one's name.
fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let _written_alone = between_files();
    if is_open_as(file, io::stderr()) {
        return io::stderr().write_all(bytes);
    }
    if is_written_in_place(file) {
        return fs::OpenOptions::new().write(true).create(true).truncate(true).open(file)?.write_all(bytes);
    }
    // A link stays a link: what it leads to is replaced.
    let file = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let existing = fs::metadata(&file).ok();
    let mut part = part_of(&file)?;
    part.write_all(bytes)?;
    if let Some(existing) = existing {
        part.as_file().set_permissions(existing.permissions())?;
    }
    part.persist(&file).map_err(|error| error.error)?;
    Ok(())
}

/// A new file beside another one.
fn part_of(file: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(stale_parts::PREFIX).suffix(stale_parts::SUFFIX).rand_bytes(stale_parts::RANDOM_LENGTH);
    #[cfg(unix)]
    {
        // As any new file, subject to the umask; not readable by the owner alone, as temporary files are.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // Only the kind of an error: its text is about a file with a name that nobody has given.
    let part = builder.tempfile_in(folder(file)).map_err(|error| io::Error::from(error.kind()))?;
    // Held until it is closed: so other runs see that it is not left behind. Where files cannot be locked,
    // its age has to do.
    let _ = part.as_file().try_lock();
    Ok(part)
}

/// Would a new file of that name take the place of what it is not? A pipe or a device, such as /dev/null, is
/// to stay one; a link that leads nowhere yet is not to be lost; and of a file that another program has open,
/// which is what it means there, only the name would change.
fn is_written_in_place(file: &Path) -> bool {
    match fs::metadata(file) {
        Ok(existing) => !existing.is_file() || leads_to_open_file(file),
        Err(_) => file.is_symlink(),
    }
}

/// Does a name such as /dev/fd/3, or a link to it, stand for a file that is open?
fn leads_to_open_file(file: &Path) -> bool {
    let mut file = file.to_owned();
    // The system follows no more links than that.
    for _ in 0..40 {
        let Ok(folder) = fs::canonicalize(folder(&file)) else { return false };
        if folder.starts_with("/proc") && folder.ends_with("fd") {
            return true;
        }
        let Ok(target) = fs::read_link(&file) else { return false };
        file = folder.join(target);
    }
    false
}

/// Is a file the one that a stream of this program leads to?
#[cfg(unix)]
fn is_open_as(file: &Path, stream: impl std::os::fd::AsFd) -> bool {
    use std::os::unix::fs::MetadataExt;
    let open = stream.as_fd().try_clone_to_owned().and_then(|open| fs::File::from(open).metadata());
    let same = |a: fs::Metadata, b: fs::Metadata| (a.dev(), a.ino()) == (b.dev(), b.ino());
    fs::metadata(file).is_ok_and(|file| open.is_ok_and(|open| same(file, open)))
}

#[cfg(not(unix))]
fn is_open_as<Stream>(_: &Path, _: Stream) -> bool {
    false
}

/// The folder that a file lies in.
fn folder(file: &Path) -> &Path {
    match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}
