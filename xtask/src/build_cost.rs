//! `cargo xtask build-cost`: what a user's project pays to build, beside rapier3d.
//!
//! The projects of compare/build-cost have a world of 1,000 moving balls and boxes, and a ray. They have
//! Cargo's default profiles, but for optimised dependencies in `dev`. Each is built from nothing and again
//! after an edit, by one job: so seconds on the clock are those of one processor, if the machine does nothing
//! else.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use std::{env, fs};

use crate::step::{Outcome, cargo, root, run};

/// Runs of a program, of which the fastest counts.
const RUNS: usize = 5;
/// What is built: its name in the table, its folder, and the features.
const PROJECTS: [(&str, &str, &[&str]); 4] = [
    ("impinge, `d3`", "impinge", &["--features", "d3"]),
    ("impinge, all features", "impinge", &["--features", "all"]),
    ("impinge, no features", "impinge", &[]),
    ("rapier3d 0.36", "rapier3d", &[]),
];

/// Builds all projects and prints the table.
pub fn measure() -> Outcome {
    println!("| project | profile | first build, s | after an edit, s | a step, ms | program, MB |");
    println!("|---|---|---:|---:|---:|---:|");
    for (name, folder, features) in PROJECTS {
        for profile in ["release", "dev"] {
            println!("| {name} | `{profile}` | {} |", row(folder, features, profile)?);
        }
    }
    Ok(())
}

/// The figures of a project in a profile.
fn row(folder: &str, features: &[&str], profile: &str) -> Result<String, String> {
    let folder = root().join("compare/build-cost").join(folder);
    let target = root().join("target/build-cost");
    if target.exists() {
        fs::remove_dir_all(&target).map_err(|e| format!("{}: {e}", target.display()))?;
    }
    // Downloads are no part of a build.
    run(in_project(&folder, &target, &["fetch", "--quiet"]))?;
    let build = |edit: &str| -> Result<f64, String> {
        let arguments = ["build", "--quiet", "--jobs", "1", "--no-default-features", "--profile", profile];
        let mut command = in_project(&folder, &target, &arguments);
        command.args(features).env("EDIT", edit);
        let start = Instant::now();
        run(command)?;
        Ok(start.elapsed().as_secs_f64())
    };
    let (first, after_edit) = (build("1")?, build("2")?);
    let built = if profile == "dev" { "debug" } else { profile };
    let program = target.join(built).join(format!("project{}", env::consts::EXE_SUFFIX));
    let bytes = fs::metadata(&program).map_err(|e| format!("{}: {e}", program.display()))?.len();
    let steps = (0..RUNS).map(|_| step_time(&program)).collect::<Result<Vec<_>, _>>()?;
    let step = steps.into_iter().fold(f64::INFINITY, f64::min);
    Ok(format!("{first:.1} | {after_edit:.1} | {step:.2} | {:.1}", bytes as f64 / 1e6))
}

/// Cargo as a user runs it: without flags of this checkout.
fn in_project(folder: &Path, target: &PathBuf, arguments: &[&str]) -> Command {
    let mut command = cargo(arguments);
    command.current_dir(folder).env("CARGO_TARGET_DIR", target).env("RUSTFLAGS", "");
    command
}

/// The first number that a program prints: milliseconds of a step.
fn step_time(program: &Path) -> Result<f64, String> {
    let output = Command::new(program).output().map_err(|e| format!("{}: {e}", program.display()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let number = text.split_whitespace().next().and_then(|word| word.parse().ok());
    number.ok_or_else(|| format!("{} prints no time: {text}", program.display()))
}
