//! `cargo xtask api`: the public items of the libraries, a line each, in `docs/api`.
//!
//! A change of what others rely on is then seen as what it is, in the same commit: a line that goes or changes is a break, and asks for the next
//! minor version before 1.0 and the next major one after; a line that comes is none.

use std::fs;
use std::process::Command;

use crate::step::{Outcome, cargo, root, run};

/// The libraries that others build on.
const LIBRARIES: [&str; 3] = ["impinge", "impinge-query", "impinge-scene"];
/// rustdoc tells its findings in another form with nearly every version of Rust; the lists are made with this one.
const RUST: &str = "rustc 1.95.";

/// Writes the lists.
pub fn make() -> Outcome {
    for library in LIBRARIES {
        let file = root().join("docs/api").join(format!("{library}.txt"));
        fs::write(&file, list(library)?).map_err(|e| format!("cannot write {}: {e}", file.display()))?;
        println!("made docs/api/{library}.txt");
    }
    Ok(())
}

/// Are the lists those of the code? With another Rust this cannot be told, and is not.
pub fn check() -> Outcome {
    let rust =
        Command::new("rustc").arg("--version").output().map_err(|e| format!("cannot start `rustc`: {e}"))?;
    let rust = String::from_utf8_lossy(&rust.stdout).trim().to_owned();
    if !rust.starts_with(RUST) {
        println!("skipped: the lists of public items are made with {RUST}*, and this is {rust}");
        return Ok(());
    }
    let mut changes = Vec::new();
    for library in LIBRARIES {
        let name = format!("docs/api/{library}.txt");
        let listed =
            fs::read_to_string(root().join(&name)).map_err(|e| format!("cannot read {name}: {e}"))?;
        let found = list(library)?;
        changes.extend(difference(&listed, &found));
    }
    if changes.is_empty() {
        return Ok(());
    }
    Err(format!(
        "public items have changed; a line with − breaks what others have written. If that is meant, `cargo xtask api` \
         and a line in CHANGELOG.md say so:\n{}",
        changes.join("\n")
    ))
}

/// The lines that are gone, and those that are new.
fn difference(listed: &str, found: &str) -> Vec<String> {
    let without = |lines: &str, others: &str, sign: &str| -> Vec<String> {
        let others: std::collections::HashSet<&str> = others.lines().collect();
        lines.lines().filter(|line| !others.contains(line)).map(|line| format!("{sign} {line}")).collect()
    };
    [without(listed, found, "−"), without(found, listed, "+")].concat()
}

/// The public items of a library, with its features.
fn list(library: &str) -> Result<String, String> {
    // In a folder of its own: what is compiled to ask rustdoc for JSON is not what is compiled otherwise.
    let mut rustdoc =
        cargo(&["rustdoc", "--quiet", "--locked", "--package", library, "--lib", "--all-features"]);
    rustdoc.args(["--target-dir", "target/api", "--", "-Z", "unstable-options", "--output-format", "json"]);
    rustdoc.args(["--cap-lints", "allow"]);
    // The only way to ask for it.
    rustdoc.env("RUSTC_BOOTSTRAP", "1");
    run(rustdoc)?;
    let json = root().join("target/api/doc").join(format!("{}.json", library.replace('-', "_")));
    let mut reader = cargo(&["run", "--quiet", "--locked", "--package", "xtask-api", "--"]);
    let told = reader.arg(&json).output().map_err(|e| format!("cannot start cargo: {e}"))?;
    if told.status.success() {
        Ok(String::from_utf8_lossy(&told.stdout).into_owned())
    } else {
        Err(format!("cannot list {library}: {}", String::from_utf8_lossy(&told.stderr).trim()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_and_what_comes_is_told() {
        let listed = "pub fn a()\npub fn b(x: f32)\n";
        let found = "pub fn a()\npub fn b(x: f64)\npub fn c()\n";
        assert_eq!(difference(listed, found), ["− pub fn b(x: f32)", "+ pub fn b(x: f64)", "+ pub fn c()"]);
        assert!(difference(listed, listed).is_empty());
    }
}
