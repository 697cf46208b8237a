//! `cargo xtask book`: docs/ as a book, by mdBook, which is installed into target/tools if it is not there.
//!
//! What makes a page belong to the book is `docs/SUMMARY.md`; the house rules see that it names every page,
//! and that links lead somewhere (`links.rs`).

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::links::links;
use crate::step::{Outcome, cargo, root, run};

/// Another version may read `book.toml` in another way.
const VERSION: &str = "0.5.4";

/// Makes the book and says where it is.
pub fn make() -> Outcome {
    let tools = root().join("target/tools");
    let program = tools.join("bin").join(format!("mdbook{}", std::env::consts::EXE_SUFFIX));
    let told = Command::new(&program).arg("--version").output();
    if !told.is_ok_and(|told| String::from_utf8_lossy(&told.stdout).trim() == format!("mdbook v{VERSION}")) {
        let mut install =
            cargo(&["install", "mdbook", "--version", VERSION, "--locked", "--no-default-features"]);
        install.args(["--features", "search", "--root"]).arg(&tools);
        run(install)?;
    }
    let mut build = Command::new(program);
    build.arg("build").current_dir(root());
    run(build)?;
    println!("made target/book/index.html");
    Ok(())
}

/// The pages of docs/ that the summary does not name, or names more than once.
pub fn complaints(root: &Path) -> Result<Vec<String>, String> {
    let docs = root.join("docs");
    let summary = fs::read_to_string(docs.join("SUMMARY.md"))
        .map_err(|e| format!("cannot read docs/SUMMARY.md: {e}"))?;
    let listed = links(&summary);
    let entries = fs::read_dir(&docs).map_err(|e| format!("cannot list docs: {e}"))?;
    let mut pages: Vec<String> = entries
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".md"))
        .collect();
    pages.sort();
    let mut complaints = Vec::new();
    for page in &pages {
        let times = listed.iter().filter(|(_, link)| link == page).count();
        if page != "SUMMARY.md" && times != 1 {
            complaints.push(format!("docs/SUMMARY.md names {page} {times} times; once is right"));
        }
    }
    Ok(complaints)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_names_each_page_once() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let docs = folder.path().join("docs");
        fs::create_dir(&docs)?;
        fs::write(docs.join("SUMMARY.md"), "[A](a.md) [A](a.md) [C](c.md)")?;
        for page in ["a.md", "b.md", "c.md"] {
            fs::write(docs.join(page), "")?;
        }
        let told = complaints(folder.path())?;
        let expected = [
            "docs/SUMMARY.md names a.md 2 times; once is right",
            "docs/SUMMARY.md names b.md 0 times; once is right",
        ];
        assert_eq!(told, expected);
        Ok(())
    }
}
