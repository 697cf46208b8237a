//! The programs of tests that a run asks.
//!
//! They are compiled once, and a copy of each is asked. So a run of hours is of one state of the sources, whatever is edited and compiled
//! beside it, and what does not compile is no finding.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::claims::Claim;
use crate::step::cargo;

/// A program of tests.
#[derive(Debug, PartialEq)]
pub struct TestProgram {
    path: PathBuf,
    /// Of its package, where `cargo test` starts it.
    folder: PathBuf,
}

impl TestProgram {
    /// Compiles the tests of a claim. Most have one program; there is a library in every package.
    pub fn of_claim(claim: &Claim) -> Result<Vec<TestProgram>, String> {
        // Of all packages, so that what `cargo xtask test` has compiled is used as it is.
        let mut build = cargo(&["test", "--workspace", "--quiet", "--no-run"]);
        build.arg("--message-format=json-render-diagnostics").args(claim.target.split(' '));
        let output = build.stderr(Stdio::inherit()).output();
        let output = output.map_err(|error| format!("cargo cannot be started: {error}"))?;
        if !output.status.success() {
            return Err(format!("the tests of `{}` do not compile", claim.name));
        }
        let built = built(&String::from_utf8_lossy(&output.stdout));
        if built.is_empty() {
            return Err(format!("cargo does not say where the tests of `{}` are", claim.name));
        }
        built.into_iter().map(TestProgram::kept).collect()
    }

    /// Starts the tests whose names have one of these parts.
    pub fn command(&self, tests: &str) -> Command {
        let mut command = Command::new(&self.path);
        command.arg("--quiet").args(tests.split_whitespace()).current_dir(&self.folder);
        command
    }

    /// Its copy.
    fn kept(self) -> Result<TestProgram, String> {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let path = self.path.with_file_name(format!("kept-{name}"));
        fs::copy(&self.path, &path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(TestProgram { path, ..self })
    }
}

/// Has a program of tests that ended said that at least one of them passed?
pub fn has_passed_any(output: &[u8]) -> bool {
    String::from_utf8_lossy(output).lines().filter_map(|line| line.strip_prefix("test result: ok. ")).any(
        |rest| {
            let passed = rest.split_once(" passed").and_then(|(count, _)| count.parse::<u64>().ok());
            passed.is_some_and(|passed| passed > 0)
        },
    )
}

/// The programs of tests that cargo says it has built, a message a line.
fn built(messages: &str) -> Vec<TestProgram> {
    let program = |message: Value| {
        let is_test = message["profile"]["test"].as_bool()?;
        let path = message["executable"].as_str().filter(|_| is_test)?.into();
        let mut folder = PathBuf::from(message["manifest_path"].as_str()?);
        folder.pop();
        Some(TestProgram { path, folder })
    };
    messages.lines().filter_map(|line| serde_json::from_str(line).ok()).filter_map(program).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_that_are_not_there_do_not_pass() {
        let said = |count: u32| {
            format!("\nrunning {count} tests\n\ntest result: ok. {count} passed; 0 failed; 0 ignored\n")
        };
        assert!(has_passed_any(said(12).as_bytes()));
        assert!(!has_passed_any(said(0).as_bytes()) && !has_passed_any(b""));
    }

    #[test]
    fn of_what_cargo_builds_only_tests_are_asked() {
        let messages = r#"
            {"reason":"compiler-artifact","manifest_path":"/a/Cargo.toml","profile":{"test":false},"executable":null}
            {"reason":"compiler-artifact","manifest_path":"/a/Cargo.toml","profile":{"test":false},"executable":"/t/a"}
            {"reason":"compiler-artifact","manifest_path":"/a/Cargo.toml","profile":{"test":true},"executable":"/t/deps/shapes-1"}
            {"reason":"build-finished","success":true}
        "#;
        let shapes = TestProgram { path: "/t/deps/shapes-1".into(), folder: "/a".into() };
        assert_eq!(built(messages), [shapes]);
    }
}
