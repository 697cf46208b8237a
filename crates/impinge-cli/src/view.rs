//! `impinge view SCENE…`: a check whose report is a page, opened in the browser.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use crate::arguments::{Color, Format, ViewArguments};
use crate::check;
use crate::error::Error;
use crate::form::form;
use crate::notices;
use crate::output::{self, Output};
use crate::wording::{printable, written_to};

/// Where the page is.
pub(crate) enum Page {
    /// In a place from the command line.
    Given(PathBuf),
    /// Among the temporary files; gone again unless it is kept.
    Temporary(TempPath),
}

impl Page {
    /// A new one among the temporary files.
    pub fn temporary() -> Result<Self, Error> {
        let folder = std::env::temp_dir();
        if !folder.is_dir() {
            return Err(Error::NoTemporaryFolder { folder });
        }
        let file = tempfile::Builder::new().prefix("impinge-").suffix(".html").tempfile();
        // Only the kind of the error: its text names a file that nobody has given.
        let refuse = |error: io::Error| Error::TemporaryFolder { folder, source: error.kind().into() };
        let page = file.map_err(refuse)?.into_temp_path();
        output::set_provisional(Some(&page));
        Ok(Page::Temporary(page))
    }

    pub fn file(&self) -> &Path {
        match self {
            Page::Given(file) => file,
            Page::Temporary(page) => page,
        }
    }

    /// The browser reads it when this program has ended.
    pub fn keep(self) -> Result<PathBuf, Error> {
        match self {
            Page::Given(file) => Ok(file),
            Page::Temporary(page) => {
                output::set_provisional(None);
                page.keep().map_err(|kept| Error::Write { file: kept.path.to_path_buf(), source: kept.error })
            }
        }
    }
}

/// Runs a check, writes the page and opens it. Was anything found?
pub(crate) fn run(arguments: &ViewArguments) -> Result<bool, Error> {
    let mut check = arguments.check.clone();
    if check.watch {
        return Err(Error::ViewIsOnce);
    }
    // Settings are no page: they go where a check writes them, and nothing is opened.
    if check.pairs.show_settings {
        return check::run(&check);
    }
    if !matches!(form(check.format, check.output.as_deref(), &[]), Ok(Format::Table | Format::Html)) {
        return Err(Error::ViewIsPage);
    }
    let page = match check.output {
        Some(file) if file.as_os_str() == "-" => return Err(Error::ViewNeedsFile),
        Some(file) => Page::Given(file),
        None => Page::temporary()?,
    };
    check.format = Some(Format::Html);
    check.output = Some(page.file().to_owned());
    let outcome = check::run(&check);
    // Who interrupts a check has a page of what was measured so far, which says so.
    let is_cut = matches!(outcome, Err(Error::Interrupted));
    if outcome.is_err() && !is_cut {
        return outcome;
    }
    let is_named_here = matches!(page, Page::Temporary(_));
    let file = page.keep()?;
    // Nothing else tells it then.
    if is_named_here && check.run.quiet {
        if check.export.iter().any(|export| export.file.as_os_str() == "-") {
            notices::say(&written_to(&file));
        } else {
            Output::Standard.write(format!("{}\n", printable(&file.display().to_string())).as_bytes())?;
        }
    }
    if !arguments.no_open && !is_cut {
        open(&file, check.run.color);
    }
    outcome
}

/// Opens a page in the browser. The page is complete at this point: a missing browser gives a message,
/// and changes nothing else.
pub(crate) fn open(page: &Path, color: Color) {
    // Absolute, since a browser that runs already has a folder of its own.
    let page = fs::canonicalize(page).unwrap_or(page.to_owned());
    // Why each program that was tried could not be started is of no use to anybody.
    if open::that_detached(&page).is_err() {
        let message = format!(
            "the page is written, but no browser was found; here or on another machine, open it with a browser: {}",
            page.display()
        );
        notices::warning(&message, color);
    }
}
