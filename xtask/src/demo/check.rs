//! `cargo xtask demo`: design the scene, let the program check it, compare its answer with the truth.

use super::assembly::{Kind, Planted};
use super::{assembly, guide, write};
use crate::program::Program;
use crate::step::{Outcome, root};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The folder of the demo, relative to the root of the checkout.
pub const FOLDER: &str = "target/demo";
/// `impinge check` exits with this when it has found clashes.
const FOUND: i32 = 1;

/// A clash by the names of its parts, in alphabetical order, and the word for its kind.
type Clash = (String, String, String);

fn clash(a: &str, b: &str, kind: &str) -> Clash {
    (a.min(b).to_owned(), a.max(b).to_owned(), kind.to_owned())
}

/// Writes the scene and its truth, and nothing more.
pub fn design() -> Outcome {
    write(&assembly(), &root().join(FOLDER)).map_err(|e| format!("cannot write the scene to {FOLDER}: {e}"))
}

/// Runs the chore.
pub fn run(program: Program) -> Outcome {
    let folder = root().join(FOLDER);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|e| format!("cannot empty {FOLDER}: {e}"))?;
    }
    let assembly = assembly();
    write(&assembly, &folder).map_err(|e| format!("cannot write the scene to {FOLDER}: {e}"))?;
    println!("wrote {FOLDER}/assembly.glb and {FOLDER}/truth.json\n");

    let program = program.place()?;
    let check = |options: &[&str]| check(&program, options);
    check(&["--stats"])?;
    println!();
    check(&["--format", "json", "-o", &format!("{FOLDER}/clashes.json")])?;
    check(&["--touching", "--format", "json", "-o", &format!("{FOLDER}/clashes-and-touching.json")])?;

    let clashes: Vec<Planted> =
        assembly.planted.iter().filter(|p| p.kind != Kind::Touching).cloned().collect();
    compare(&clashes, &read(&folder.join("clashes.json"))?)?;
    compare(&assembly.planted, &read(&folder.join("clashes-and-touching.json"))?)?;
    println!(
        "all {} planted clashes found, nothing else reported ({} of them touch only, reported with --touching)",
        assembly.planted.len(),
        assembly.planted.len() - clashes.len()
    );
    guide::compare(&program, &folder)
}

/// Runs `impinge check` on the scene and expects it to find something.
fn check(program: &Path, options: &[&str]) -> Outcome {
    let scene = format!("{FOLDER}/assembly.glb");
    let mut command = Command::new(program);
    command.args(["check", &scene]).args(options).current_dir(root());
    let status = command.status().map_err(|e| format!("cannot start {}: {e}", program.display()))?;
    if status.code() == Some(FOUND) {
        return Ok(());
    }
    let options = options.join(" ");
    Err(format!(
        "`impinge check {scene} {options}`: {status}; expected {FOUND}, which says that clashes were found"
    ))
}

pub(super) fn read(path: &Path) -> Result<Value, String> {
    let text = fs::read_to_string(path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    serde_json::from_str(&text).map_err(|e| format!("{} is not JSON: {e}", path.display()))
}

/// The pairs of a report, by name.
fn reported(report: &Value) -> Result<Vec<Clash>, String> {
    let name = |pair: &Value, side: &str| {
        let name = pair[side]["name"].as_str().map(str::to_owned);
        name.ok_or(format!("a pair names no object `{side}`: {pair}"))
    };
    let pairs = report["pairs"].as_array().ok_or("the report has no list `pairs`")?;
    pairs
        .iter()
        .map(|pair| {
            let kind = pair["kind"].as_str().ok_or(format!("a pair has no kind: {pair}"))?;
            Ok(clash(&name(pair, "a")?, &name(pair, "b")?, kind))
        })
        .collect()
}

/// Fails unless the report holds exactly the planted clashes, each once.
fn compare(planted: &[Planted], report: &Value) -> Outcome {
    let found = reported(report)?;
    let truth: BTreeSet<Clash> = planted.iter().map(|p| clash(&p.a, &p.b, p.kind.name())).collect();
    let distinct: BTreeSet<Clash> = found.iter().cloned().collect();
    let mut complaints = Vec::new();
    let mut complain = |title: &str, clashes: Vec<&Clash>| {
        if !clashes.is_empty() {
            complaints.push(format!("{} {title}:", clashes.len()));
            complaints.extend(clashes.iter().map(|(a, b, kind)| format!("  {a} × {b}: {kind}")));
        }
    };
    complain("planted but not reported", truth.difference(&distinct).collect());
    complain("reported but not planted", distinct.difference(&truth).collect());
    if distinct.len() < found.len() {
        complain("reported more than once, among", found.iter().collect());
    }
    if complaints.is_empty() { Ok(()) } else { Err(complaints.join("\n")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn planted() -> Vec<Planted> {
        let plant = |a: &str, b: &str, kind| Planted { a: a.into(), b: b.into(), kind, why: "" };
        vec![plant("nut", "wall", Kind::Overlapping), plant("ball", "hub", Kind::Contained)]
    }

    fn pair(a: &str, b: &str, kind: &str) -> Value {
        json!({"a": {"name": a}, "b": {"name": b}, "kind": kind})
    }

    fn report(pairs: &[Value]) -> Value {
        json!({"pairs": pairs})
    }

    #[test]
    fn the_planted_clashes_in_any_order_are_right() {
        let pairs = [pair("wall", "nut", "overlap"), pair("ball", "hub", "contained")];
        assert_eq!(compare(&planted(), &report(&pairs)), Ok(()));
    }

    #[test]
    fn missing_extra_wrong_and_repeated_clashes_are_named() {
        let complaint = |pairs: &[Value]| compare(&planted(), &report(pairs)).unwrap_err();
        let nut = pair("nut", "wall", "overlap");
        let ball = pair("ball", "hub", "contained");
        assert_eq!(
            complaint(std::slice::from_ref(&nut)),
            "1 planted but not reported:\n  ball × hub: contained"
        );
        let extra = pair("ball", "wall", "overlap");
        assert_eq!(
            complaint(&[nut.clone(), ball.clone(), extra]),
            "1 reported but not planted:\n  ball × wall: overlap"
        );
        let wrong = complaint(&[nut.clone(), pair("ball", "hub", "touching")]);
        assert!(wrong.contains("ball × hub: contained") && wrong.contains("ball × hub: touching"));
        assert!(complaint(&[nut.clone(), ball, nut]).contains("more than once"));
        assert!(complaint(&[json!({"b": {"name": "hub"}, "kind": "touching"})]).contains("names no object"));
    }
}
