//! The page of this checkout, and that of a small made-up one in `compare/golden`.
//!
//! `UPDATE_GOLDEN=1` writes what is made of the latter; look at the difference.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use super::{complaints, make, write_made};

/// The groups of the made-up checkout; the last one was never measured.
const GROUPS: [&str; 3] = ["boxes", "rays", "mask"];

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden")
}

/// A copy to spoil, in a folder of its own.
fn copy(name: &str) -> std::io::Result<PathBuf> {
    let copy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/tmp/page").join(name);
    if copy.exists() {
        fs::remove_dir_all(&copy)?;
    }
    fn copy_into(from: &Path, to: &Path) -> std::io::Result<()> {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            let (from, to) = (entry.path(), to.join(entry.file_name()));
            if from.is_dir() { copy_into(&from, &to)? } else { fs::copy(&from, &to).map(|_| ())? }
        }
        Ok(())
    }
    copy_into(&golden(), &copy)?;
    Ok(copy)
}

#[test]
fn this_checkout_is_as_its_results_and_notes_have_it() -> Result<(), Box<dyn Error>> {
    super::check(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))?;
    Ok(())
}

#[test]
fn the_made_up_page_is_as_it_was() -> Result<(), Box<dyn Error>> {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        write_made(&golden(), &make(&golden(), &GROUPS)?)?;
    }
    assert_eq!(complaints(&golden(), &GROUPS)?, [""; 0]);
    Ok(())
}

#[test]
fn what_is_stale_is_told_and_mended() -> Result<(), Box<dyn Error>> {
    let checkout = copy("stale")?;
    let figures = checkout.join("docs/figures/benchmarks");
    fs::remove_file(figures.join("boxes.svg"))?;
    fs::write(figures.join("mask.svg"), "")?;
    let page = checkout.join("docs/benchmarks.md");
    fs::write(&page, fs::read_to_string(&page)? + "by hand\n")?;
    let told = complaints(&checkout, &GROUPS)?;
    let files =
        ["docs/benchmarks.md", "docs/figures/benchmarks/boxes.svg", "docs/figures/benchmarks/mask.svg"];
    assert_eq!(told.len(), files.len(), "{told:?}");
    assert!(told.iter().zip(files).all(|(line, file)| line.starts_with(file) && line.contains("--page")));
    write_made(&checkout, &make(&checkout, &GROUPS)?)?;
    assert_eq!(complaints(&checkout, &GROUPS)?, [""; 0]);
    Ok(())
}

#[test]
fn what_does_not_fit_is_told() -> Result<(), Box<dyn Error>> {
    let checkout = copy("unfit")?;
    // A group that is gone, and a note that explains what was never there.
    let told = complaints(&checkout, &["boxes", "mask"])?;
    assert!(told.iter().any(|line| line.contains("`rays`, which no longer exists")), "{told:?}");
    let note = checkout.join("compare/notes/boxes.md");
    fs::write(&note, "# Boxes\n\n## Below 1\n\n- `cone`: slow\n")?;
    let told = complaints(&checkout, &GROUPS)?;
    assert!(told.iter().any(|line| line.contains("compare/notes/boxes.md: explains `cone`")), "{told:?}");
    assert!(told.iter().any(|line| line.contains("begins with `ball–ball, 2048 pairs`")), "{told:?}");
    Ok(())
}

#[test]
fn bad_files_are_named() -> Result<(), Box<dyn Error>> {
    let checkout = copy("bad")?;
    let reason = || complaints(&checkout, &GROUPS).err().map(|error| error.to_string()).unwrap_or_default();
    fs::write(checkout.join("compare/notes/rays.md"), "no title\n")?;
    assert!(reason().contains("rays.md: it must begin with its title"), "{}", reason());
    fs::remove_file(checkout.join("compare/notes/rays.md"))?;
    assert!(reason().starts_with("cannot read ") && reason().contains("rays.md"), "{}", reason());
    fs::write(checkout.join("docs/benchmarks.json"), "{\"groups\": 3}")?;
    assert!(reason().contains("benchmarks.json") && reason().contains("line 1"), "{}", reason());
    Ok(())
}
