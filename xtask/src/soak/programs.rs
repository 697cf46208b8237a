//! The programs of tests that a run asks.
//!
//! They are compiled once, and a copy of each is asked. So a run of hours is of one state of the sources,
//! whatever is edited and compiled beside it, and what does not compile is no finding.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};

use serde_json::Value;

use super::claims::Claim;
use crate::step::cargo;

/// In each folder of copies: who can lock it knows that the run has ended.
const LOCK: &str = "lock";

/// The copies of one run, in a folder of its own: no other run exchanges them, and they are gone when it
/// ends.
pub struct Copies {
    folder: PathBuf,
    /// The system lets go of it however the run ends.
    _lock: File,
}

impl Copies {
    /// None yet. What runs left that were cut short is removed.
    pub fn new(within: &Path) -> Result<Self, String> {
        remove_ended(within);
        let folder = within.join(process::id().to_string());
        let lock = fs::create_dir_all(&folder).and_then(|()| File::create(folder.join(LOCK)));
        let lock = lock.and_then(|lock| lock.lock().map(|()| lock));
        let lock = lock.map_err(|error| format!("{}: {error}; make room in it", folder.display()))?;
        Ok(Copies { folder, _lock: lock })
    }

    /// Copies a program.
    fn add(&self, program: TestProgram) -> Result<TestProgram, String> {
        let path = self.folder.join(program.path.file_name().unwrap_or_default());
        fs::copy(&program.path, &path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(TestProgram { path, ..program })
    }
}

impl Drop for Copies {
    fn drop(&mut self) {
        // Whoever comes next tries again.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn remove_ended(within: &Path) {
    for folder in fs::read_dir(within).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if File::open(folder.join(LOCK)).is_ok_and(|lock| lock.try_lock().is_ok()) {
            let _ = fs::remove_dir_all(folder);
        }
    }
}

/// A program of tests.
#[derive(Debug, PartialEq)]
pub struct TestProgram {
    path: PathBuf,
    /// Of its package, where `cargo test` starts it.
    folder: PathBuf,
}

impl TestProgram {
    /// Compiles the tests of a claim. Most have one program; there is a library in every package.
    pub fn of_claim(claim: &Claim, copies: &Copies) -> Result<Vec<TestProgram>, String> {
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
        built.into_iter().map(|program| copies.add(program)).collect()
    }

    /// Starts the tests whose names have one of these parts.
    pub fn command(&self, tests: &str) -> Command {
        let mut command = Command::new(&self.path);
        command.arg("--quiet").args(tests.split_whitespace()).current_dir(&self.folder);
        // What is found is told with its seed; no files beside the sources.
        command.env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "true");
        command
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
    fn copies_are_of_one_run_and_gone_with_it() -> Result<(), Box<dyn std::error::Error>> {
        let within = tempfile::tempdir()?;
        let built = within.path().join("shapes-1");
        fs::write(&built, "a program")?;
        // Of a run that was cut short.
        fs::create_dir(within.path().join("0"))?;
        File::create(within.path().join("0").join(LOCK))?;
        let copies = Copies::new(within.path())?;
        assert!(!within.path().join("0").exists());
        let program = copies.add(TestProgram { path: built.clone(), folder: within.path().into() })?;
        fs::write(&built, "of other sources")?;
        // Another one that begins leaves them alone.
        remove_ended(within.path());
        assert_eq!(fs::read_to_string(&program.path)?, "a program");
        drop(copies);
        assert!(!program.path.exists() && built.exists());
        Ok(())
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
