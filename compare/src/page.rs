//! What is made of the results: `docs/benchmarks.md`, a figure for each group, and the README's table.
//!
//! ```text
//! docs/benchmarks.json   results, as `--write` keeps them ─┐
//! compare/notes/*.md     what people wrote about them ─────┴→ docs/benchmarks.md, docs/figures/benchmarks/*.svg, README.md
//! ```
//! The same results and notes make the same bytes, so that a test sees whether what is committed is stale.
//! The other thing that it holds is that each row below 1 is explained: see [`explained`].

mod document;
mod explained;
mod notes;
mod numbers;
mod plot;
mod readme;
mod table;

use std::collections::BTreeMap;
use std::path::Path;

use crate::error::Error;
use crate::groups::GROUPS;
use crate::results::{Results, write as write_file};
use document::Section;
use notes::Note;

/// The results, from the root of the checkout.
pub const RESULTS: &str = "docs/benchmarks.json";
const PAGE: &str = "docs/benchmarks.md";
/// Where figures lie, as the page names them.
const FIGURES: &str = "figures/benchmarks";
const NOTES: &str = "compare/notes";
/// How the page begins and ends, besides a note for each group.
const HEAD: &str = "head.md";
const BY_HAND: &str = "by-hand.md";
const README: &str = "README.md";

/// All that is made of the results and notes.
struct Made {
    /// By their paths from the root of the checkout.
    files: BTreeMap<String, String>,
    /// What does not fit, one line each.
    complaints: Vec<String>,
}

/// Writes the page, its figures and the README's table, and takes away figures of what is not there any more.
///
/// # Errors
/// Also where a row below 1 is not explained, or an explanation explains none; then everything is written
/// nevertheless.
pub fn write(checkout: &Path) -> Result<(), Error> {
    let made = make(checkout, &names())?;
    write_made(checkout, &made)?;
    told(made.complaints)
}

/// Is everything as [`write()`] would write it, and every row below 1 explained?
///
/// # Errors
/// With a line for each thing that is not.
pub fn check(checkout: &Path) -> Result<(), Error> {
    told(complaints(checkout, &names())?)
}

fn names() -> Vec<&'static str> {
    GROUPS.iter().map(|group| group.name).collect()
}

fn told(complaints: Vec<String>) -> Result<(), Error> {
    if complaints.is_empty() { Ok(()) } else { Err(Error::Complaints { complaints }) }
}

fn write_made(checkout: &Path, made: &Made) -> Result<(), Error> {
    let folder = checkout.join("docs").join(FIGURES);
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| Error::Write { path, source }
    };
    std::fs::create_dir_all(&folder).map_err(failed(&folder))?;
    for (path, text) in &made.files {
        write_file(&checkout.join(path), text)?;
    }
    for path in figures_of_nothing(checkout, made) {
        let path = checkout.join(path);
        std::fs::remove_file(&path).map_err(failed(&path))?;
    }
    Ok(())
}

fn complaints(checkout: &Path, groups: &[&str]) -> Result<Vec<String>, Error> {
    let made = make(checkout, groups)?;
    let stale = made.files.iter().filter(|(path, text)| {
        // What is not there is as stale as what is not text.
        std::fs::read_to_string(checkout.join(path)).ok().as_ref() != Some(*text)
    });
    let mut complaints: Vec<String> = stale
        .map(|(path, _)| {
            format!("{path} does not match {RESULTS} and {NOTES}; run `cargo xtask compare --page`")
        })
        .collect();
    complaints.extend(
        figures_of_nothing(checkout, &made).into_iter().map(|path| {
            format!("{path} belongs to no measured group; `cargo xtask compare --page` removes it")
        }),
    );
    complaints.extend(made.complaints);
    Ok(complaints)
}

/// Figures that are there and would not be made.
fn figures_of_nothing(checkout: &Path, made: &Made) -> Vec<String> {
    let entries = std::fs::read_dir(checkout.join("docs").join(FIGURES));
    let names =
        entries.into_iter().flatten().flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut paths: Vec<String> =
        names.filter(|name| name.ends_with(".svg")).map(|name| format!("docs/{FIGURES}/{name}")).collect();
    paths.retain(|path| !made.files.contains_key(path));
    paths.sort();
    paths
}

/// What the results and notes of a checkout give, for these groups.
fn make(checkout: &Path, groups: &[&str]) -> Result<Made, Error> {
    let results = Results::read(&checkout.join(RESULTS))?;
    let note = |name: &str| -> Result<Note, Error> {
        let path = checkout.join(NOTES).join(name);
        Note::parse(&read(&path)?).map_err(|reason| Error::Note { path, reason })
    };
    let mut complaints: Vec<String> = results
        .groups
        .iter()
        .filter(|measured| !groups.contains(&measured.name.as_str()))
        .map(|measured| {
            format!("{RESULTS} has a group `{}`, which no longer exists; remove it", measured.name)
        })
        .collect();
    let mut sections = Vec::new();
    for &name in groups {
        let section = Section { name, note: note(&format!("{name}.md"))?, measured: results.of(name) };
        if let Some(measured) = section.measured {
            complaints.extend(explained::complaints(&format!("{NOTES}/{name}.md"), &section.note, measured));
        }
        sections.push(section);
    }
    let mut files = BTreeMap::new();
    for section in &sections {
        if let Some(measured) = section.measured {
            let figure = plot::draw(&section.note.title, &measured.rows);
            files.insert(format!("docs/{FIGURES}/{}.svg", section.name), figure);
        }
    }
    files.insert(PAGE.to_owned(), document::write(&note(HEAD)?, &sections, &note(BY_HAND)?));
    match readme::with_table(&read(&checkout.join(README))?, &results) {
        Ok(text) => {
            files.insert(README.to_owned(), text);
        }
        Err(reason) => complaints.push(reason),
    }
    Ok(Made { files, complaints })
}

fn read(path: &Path) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(|source| Error::Read { path: path.to_owned(), source })
}

#[cfg(test)]
mod tests;
