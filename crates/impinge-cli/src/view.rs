//! `impinge view SCENE…`: a check whose report is a page, opened in the browser.

use std::fs;
use std::io;
use std::path::PathBuf;

use tempfile::TempPath;

use crate::arguments::{Format, ViewArguments};
use crate::check;
use crate::error::Error;
use crate::notices;

/// Where the page is.
enum Page {
    /// Where -o says.
    Given(PathBuf),
    /// Among the temporary files; gone again unless it is kept.
    Temporary(TempPath),
}

/// Runs a check, writes the page and opens it. Was anything found?
pub(crate) fn run(arguments: &ViewArguments) -> Result<bool, Error> {
    let mut check = arguments.check.clone();
    if !matches!(check.format, Format::Table | Format::Html) {
        return Err(Error::ViewIsPage);
    }
    if check.watch {
        return Err(Error::ViewIsOnce);
    }
    let page = match check.output {
        Some(file) if file.as_os_str() == "-" => return Err(Error::ViewNeedsFile),
        Some(file) => Page::Given(file),
        None => Page::Temporary(temporary()?),
    };
    check.format = Format::Html;
    check.output = Some(match &page {
        Page::Given(file) => file.clone(),
        Page::Temporary(page) => page.to_path_buf(),
    });
    let is_found = check::run(&check)?;
    // The browser reads it when this program has ended.
    let file = match page {
        Page::Given(file) => file,
        Page::Temporary(page) => {
            page.keep().map_err(|kept| Error::Write { file: kept.path.to_path_buf(), source: kept.error })?
        }
    };
    if !arguments.no_open {
        // Absolute, since a browser that runs already has a folder of its own.
        let file = fs::canonicalize(&file).unwrap_or(file);
        // The check is made and the page is there: what is missing is told, and the exit code is that of the check.
        if let Err(source) = open::that_detached(&file) {
            let message = format!(
                "the page is written, but nothing was found that opens it ({source}); open it with a browser: {}",
                file.display()
            );
            notices::warning(&message, check.color);
        }
    }
    Ok(is_found)
}

fn temporary() -> Result<TempPath, Error> {
    let file = tempfile::Builder::new().prefix("impinge-").suffix(".html").tempfile();
    // Only the kind of the error: its text names a file that nobody has given.
    let refuse = |error: io::Error| Error::Write { file: std::env::temp_dir(), source: error.kind().into() };
    Ok(file.map_err(refuse)?.into_temp_path())
}
