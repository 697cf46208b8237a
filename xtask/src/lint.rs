//! `cargo xtask lint`: the house rules that a machine can check.

use crate::step::{Outcome, root};
use crate::{book, compiled, guides, links, prose, rooms, shown};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A file is one concept; one this long holds two.
const MAX_LINES: usize = 600;
/// Data this large belongs beside the repository, not into it.
const MAX_BYTES: u64 = 1 << 20;
/// Folders whose sources the rules about code apply to.
const CODE_FOLDERS: [&str; 6] = ["crates", "xtask", "compare", "examples", "figures", "web"];
/// What is made from sources elsewhere; its lines are nobody's to read.
const MADE: &str = "crates/impinge-cli/page";
/// What counts as source there; recorded results of tests may be long.
const SOURCES: [&str; 9] = ["rs", "py", "pyi", "js", "mjs", "ts", "html", "css", "wgsl"];
/// Names that say nothing about what is inside.
const EMPTY_NAMES: [&str; 5] = ["utils", "util", "misc", "helpers", "helper"];
/// What no line of code may hold, and why. Put together here so that this file passes.
const FORBIDDEN: [(&str, &str); 5] = [
    (concat!("cfg(", "dim"), "dimension comes from the vector type, not from a feature"),
    (concat!("cfg(feature = \"", "dim"), "dimension comes from the vector type, not from a feature"),
    (concat!("to", "do!("), "unfinished code does not land"),
    (concat!("unimple", "mented!("), "unfinished code does not land"),
    (concat!("db", "g!("), "left over from debugging"),
];

/// Runs the chore.
pub fn run() -> Outcome {
    let root = root();
    let mut complaints = Vec::new();
    let files = files(&root)?;
    for path in &files {
        let size =
            fs::metadata(root.join(path)).map_err(|e| format!("cannot look at {}: {e}", path.display()))?;
        if size.len() > MAX_BYTES {
            complaints.push(format!("{}: {} bytes; the limit is {MAX_BYTES}", path.display(), size.len()));
        }
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
        let is_code = CODE_FOLDERS.iter().any(|f| path.starts_with(f)) && !path.starts_with(MADE);
        if is_code && SOURCES.contains(&extension) {
            complaints.extend(judge(path, &text(&root, path)?));
        }
    }
    complaints.extend(book::complaints(&root)?);
    complaints.extend(compiled::complaints(&root, &files)?);
    complaints.extend(guides::complaints(&root)?);
    complaints.extend(links::complaints(&root, &files)?);
    complaints.extend(prose::complaints(&root, &files)?);
    complaints.extend(rooms::complaints(&root, &files)?);
    complaints.extend(shown::complaints(&root, &files)?);
    if !complaints.is_empty() {
        return Err(format!("{} house rules broken:\n{}", complaints.len(), complaints.join("\n")));
    }
    println!("{} files keep the house rules", files.len());
    Ok(())
}

/// What is in a file of the checkout, for all rules.
pub fn text(root: &Path, path: &Path) -> Result<String, String> {
    fs::read_to_string(root.join(path)).map_err(|e| format!("cannot read {} as text: {e}", path.display()))
}

/// What is or would be tracked, relative to the root; without git, all but the build folder.
fn files(root: &Path) -> Result<Vec<PathBuf>, String> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"])
        .current_dir(root)
        .output();
    let mut files: Vec<PathBuf> = match listed {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).split_terminator('\0').map(PathBuf::from).collect()
        }
        _ => {
            let mut found = Vec::new();
            walk(root, Path::new(""), &mut found).map_err(|e| format!("cannot list the checkout: {e}"))?;
            found
        }
    };
    // A tracked file may have been deleted in the working tree.
    files.retain(|path| root.join(path).is_file());
    files.sort();
    Ok(files)
}

fn walk(root: &Path, folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        if !entry.file_type()?.is_dir() {
            found.push(path);
        } else if !["target", ".git", "node_modules"].iter().any(|name| entry.file_name() == *name) {
            walk(root, &path, found)?;
        }
    }
    Ok(())
}

/// The rules about one source file.
fn judge(path: &Path, text: &str) -> Vec<String> {
    let shown = path.display();
    let mut complaints = Vec::new();
    let lines = text.lines().count();
    if lines > MAX_LINES {
        complaints.push(format!("{shown}: {lines} lines; split it by concept, the limit is {MAX_LINES}"));
    }
    let names = path.with_extension("");
    if let Some(name) = names.iter().find(|name| EMPTY_NAMES.iter().any(|empty| name == empty)) {
        complaints.push(format!("{shown}: `{}` says nothing; name the concept", name.display()));
    }
    for (line, number) in text.lines().zip(1..) {
        if line.trim_start().starts_with("//") {
            continue;
        }
        for (word, reason) in FORBIDDEN.iter().filter(|(word, _)| line.contains(word)) {
            complaints.push(format!("{shown}:{number}: `{word}`: {reason}"));
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_is_seen_when_broken() {
        let complaints = |path: &str, text: &str| judge(Path::new(path), text).len();
        assert_eq!(complaints("crates/a/src/ball.rs", "fn volume() {}\n"), 0);
        assert_eq!(complaints("crates/a/src/ball.rs", &"\n".repeat(MAX_LINES)), 0);
        assert_eq!(complaints("crates/a/src/ball.rs", &"\n".repeat(MAX_LINES + 1)), 1);
        assert_eq!(complaints("crates/a/src/utils.rs", ""), 1);
        assert_eq!(complaints("crates/a/src/helpers/ball.rs", ""), 1);
        for (word, _) in FORBIDDEN {
            assert_eq!(complaints("crates/a/src/ball.rs", &format!("    {word}")), 1, "{word}");
            assert_eq!(complaints("crates/a/src/ball.rs", &format!("    // no {word} here")), 0, "{word}");
        }
    }
}
