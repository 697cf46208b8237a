//! `cargo xtask api`: the public items of the libraries, a line each, in `docs/api`.
//!
//! A change of what others rely on is then seen as what it is, in the same commit: a line that goes or
//! changes is a break, and asks for the next minor version before 1.0 and the next major one after; a line
//! that comes is none, but for variants of enums that others may match, for fields of structs that they may
//! build of such, and for what they must add to their own of a trait. Not seen is what has no line: whether a
//! type can go to another thread, and a first private field.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::process::{Command, ExitCode};

use crate::program::Program;
use crate::step::{Outcome, cargo, root, run};

/// The libraries that others build on.
const LIBRARIES: [&str; 3] = ["impinge", "impinge-query", "impinge-scene"];
/// rustdoc tells its findings in another form with nearly every version of Rust; the lists are made with this
/// one.
const RUST: &str = "rustc 1.95.";

/// Set where cargo is to start this program for rustdoc.
const AS_RUSTDOC: &str = "XTASK_AS_RUSTDOC";

/// Makes the documentation, in which nothing may be amiss, and beside it what rustdoc tells programs of the
/// libraries.
///
/// For the latter, cargo is told that this program is its rustdoc. Were rustdoc asked in the usual way, by
/// `RUSTC_BOOTSTRAP` for all of cargo, all dependencies would be other code to it than those of the tests,
/// and be looked at once more.
pub fn document() -> Outcome {
    let mut doc = cargo(&["doc", "--quiet", "--locked", "--workspace", "--no-deps"]);
    doc.args(["--features", "impinge/serde"]);
    let own = env::current_exe().map_err(|e| format!("cannot tell where xtask is: {e}"))?;
    doc.env("RUSTDOC", own).env(AS_RUSTDOC, "1");
    // By the name that nobody asks for, what was documented without this program is out of date.
    doc.env("RUSTDOCFLAGS", "-D warnings --cfg as_rustdoc");
    run(doc)
}

/// What rustdoc ends with, if cargo has started this program in its place.
pub fn as_rustdoc() -> Option<ExitCode> {
    env::var_os(AS_RUSTDOC)?;
    let given: Vec<OsString> = env::args_os().skip(1).collect();
    let run = |more: &[&str]| {
        let mut rustdoc = Command::new("rustdoc");
        rustdoc.args(&given).args(more).env_remove(AS_RUSTDOC);
        if !more.is_empty() {
            // The only way to ask for JSON.
            rustdoc.env("RUSTC_BOOTSTRAP", "1");
        }
        rustdoc.status().is_ok_and(|status| status.success())
    };
    let name = given.windows(2).find(|two| two[0] == "--crate-name").map(|two| two[1].to_string_lossy());
    let is_library = name.is_some_and(|name| LIBRARIES.contains(&&*name.replace('_', "-")));
    let json = ["-Z", "unstable-options", "--output-format", "json", "--cap-lints", "allow"];
    let is_done = run(&[]) && (!is_library || run(&json));
    Some(if is_done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Writes the lists.
pub fn make() -> Outcome {
    document()?;
    for library in LIBRARIES {
        let file = root().join("docs/api").join(format!("{library}.txt"));
        fs::write(&file, list(library, Program::Release)?)
            .map_err(|e| format!("cannot write {}: {e}", file.display()))?;
        println!("made docs/api/{library}.txt");
    }
    Ok(())
}

/// Are the lists those of the code, which is documented? With another Rust this cannot be told, and is not.
pub fn check(tools: Program) -> Outcome {
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
        let found = list(library, tools)?;
        changes.extend(difference(&listed, &found));
    }
    if changes.is_empty() {
        return Ok(());
    }
    Err(format!(
        "public items have changed; a line with − breaks what others have written, and one with ! does if they match that enum, \
         build that struct, or have to implement it of that trait. If that is meant, `cargo xtask api` and a line in CHANGELOG.md say so:\n{}",
        changes.join("\n")
    ))
}

/// The lines that are gone, and those that are new.
fn difference(listed: &str, found: &str) -> Vec<String> {
    let without = |lines: &'_ str, others: &'_ str| -> Vec<String> {
        let others: std::collections::HashSet<&str> = others.lines().collect();
        lines.lines().filter(|line| !others.contains(line)).map(str::to_owned).collect()
    };
    let gone = without(listed, found).into_iter().map(|line| format!("− {line}"));
    let come = without(found, listed).into_iter();
    let come = come.map(|line| format!("{} {line}", if may_break(&line, listed) { '!' } else { '+' }));
    gone.chain(come).collect()
}

/// Is a new line a variant of a listed enum that may be matched whole, a field of a listed struct that has
/// others, or an item of a listed trait?
fn may_break(line: &str, listed: &str) -> bool {
    let words: Vec<&str> = line.split([' ', '(', '<']).collect();
    let (kind, path) = match words[..] {
        ["pub", "fn" | "const" | "type", path, ..] => ("pub trait", path),
        ["pub", path, ..] if path.ends_with(':') => ("pub struct", path),
        ["pub", path, ..] => ("pub enum", path),
        _ => return false,
    };
    let Some((parent, _)) = path.trim_end_matches(':').rsplit_once("::") else { return false };
    // Without any field that is seen, it has some that are not, and nobody builds it of them.
    if kind == "pub struct" && !listed.contains(&format!("\npub {parent}::")) {
        return false;
    }
    // Behind its name come parameters, bounds, or nothing.
    let is_name = |rest: &str| {
        !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_') && !rest.starts_with("::")
    };
    let is_parent =
        |known: &str| known.strip_prefix(kind)?.strip_prefix(' ')?.strip_prefix(parent).map(is_name);
    listed.lines().any(|known| is_parent(known) == Some(true))
}

/// The public items of a library that is documented, with its features.
fn list(library: &str, tools: Program) -> Result<String, String> {
    let json = root().join("target/doc").join(format!("{}.json", library.replace('-', "_")));
    let told =
        tools.tool("xtask-api").arg(&json).output().map_err(|e| format!("cannot start xtask-api: {e}"))?;
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

    #[test]
    fn what_comes_into_an_enum_or_a_trait_may_break() {
        let listed = "#[non_exhaustive] pub enum a::Kind\npub enum a::Side\npub enum a::Sides<V>\npub trait a::Draw<V: b::Vector>: Sized\npub struct a::Point\npub a::Point::x: f32\npub struct a::Closed\n";
        for (line, sign) in [
            ("pub a::Side::Left", '!'),
            ("pub a::Sides::Left(V)", '!'),
            ("pub a::Kind::Left", '+'),
            ("pub a::Other::Left", '+'),
            ("pub fn a::Side::clone(&self) -> a::Side", '+'),
            ("pub fn a::Draw::line(&mut self, from: V)", '!'),
            ("pub fn a::DrawAll::line(&mut self)", '+'),
            ("pub a::Point::z: f32", '!'),
            ("pub a::Closed::x: f32", '+'),
        ] {
            assert_eq!(difference(listed, &format!("{listed}{line}\n")), [format!("{sign} {line}")]);
        }
    }
}
