//! docs/check.md shows what the program says of the scene.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::check::read;
use crate::step::{Outcome, root};

const GUIDE: &str = "docs/check.md";
/// The part of which the guide says that the report of before lacked it.
const LEFT_OUT: &str = "parallel key";
/// A line of the guide that stands for any number of lines.
const ANY: &str = "…";

/// Fails unless the guide shows what the program says. The folder has the scene, and its report as
/// `clashes.json`.
pub fn compare(program: &Path, folder: &Path) -> Outcome {
    let guide = fs::read_to_string(root().join(GUIDE)).map_err(|e| format!("cannot read {GUIDE}: {e}"))?;
    let guide = guide.replace("\r\n", "\n");
    let mut last = read(&folder.join("clashes.json"))?;
    if let Some(pairs) = last["pairs"].as_array_mut() {
        pairs.retain(|pair| pair["b"]["name"] != LEFT_OUT);
    }
    fs::write(folder.join("last.json"), last.to_string()).map_err(|e| format!("last.json: {e}"))?;
    let runs: Vec<(&str, &str)> = runs(&guide).collect();
    if runs.is_empty() {
        return Err(format!("{GUIDE} shows no run on the demo scene"));
    }
    for (words, shown) in runs {
        let output = Command::new(program).arg("check").args(words.split(' ')).current_dir(folder).output();
        let output = output.map_err(|e| format!("cannot start {}: {e}", program.display()))?;
        let printed = String::from_utf8_lossy(&output.stdout);
        if !shows(shown, &printed) {
            return Err(format!("{GUIDE} does not show what `impinge check {words}` prints:\n{printed}"));
        }
    }
    let report = fs::read_to_string(folder.join("clashes.json")).map_err(|e| format!("clashes.json: {e}"))?;
    match pairs(&guide).find(|pair| !report.contains(pair)) {
        Some(pair) => Err(format!("{GUIDE} shows a pair that is not in the report: {pair}")),
        None => Ok(()),
    }
}

/// The runs on the scene: their words in its folder, and what is shown of them.
fn runs(guide: &str) -> impl Iterator<Item = (&str, &str)> {
    let blocks = guide.split("```text\n$ impinge check target/demo/").skip(1);
    blocks.filter_map(|block| block.split("\n```").next()?.split_once('\n'))
}

/// The pairs of the report, each on one line as it is there.
fn pairs(guide: &str) -> impl Iterator<Item = String> {
    let blocks = guide.split("```json\n").skip(1).filter_map(|block| block.split("\n```").next());
    let is_pair = |text: &String| serde_json::from_str(text).is_ok_and(|pair: Value| pair["id"].is_string());
    blocks.map(|block| block.lines().collect()).filter(is_pair)
}

/// Are these the lines, but for those left out?
fn shows(shown: &str, printed: &str) -> bool {
    let mut printed = printed.lines();
    let mut are_left_out = false;
    let is_next = |line: &str| {
        if line == ANY {
            are_left_out = true;
            return true;
        }
        if std::mem::take(&mut are_left_out) {
            printed.any(|other| other == line)
        } else {
            printed.next() == Some(line)
        }
    };
    shown.lines().all(is_next) && (are_left_out || printed.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_may_be_left_out_where_the_guide_says_so() {
        for shown in ["a\nb\nc", "a\n…\nc", "…\nb\nc", "a\n…", "…"] {
            assert!(shows(shown, "a\nb\nc\n"), "{shown}");
        }
        for shown in ["a\nb", "a\nc", "…\nb", "a\n…\nd", "a\n…\nc\nb", ""] {
            assert!(!shows(shown, "a\nb\nc\n"), "{shown}");
        }
    }

    #[test]
    fn runs_and_pairs_of_a_guide_are_found() {
        let guide = "```text\n$ impinge check target/demo/a.glb --all\nx\n…\n```\n```json\n{\"id\":\"1\",\n\"b\":2}\n```\n```json\n{}\n```\n";
        assert_eq!(runs(guide).collect::<Vec<_>>(), [("a.glb --all", "x\n…")]);
        assert_eq!(pairs(guide).collect::<Vec<_>>(), ["{\"id\":\"1\",\"b\":2}"]);
    }
}
