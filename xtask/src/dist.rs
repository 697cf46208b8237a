//! `cargo xtask dist`: the program as one file to copy to machines that have no Rust. On Linux it needs no
//! library either: with glibc linked into it, it runs on any distribution.

use crate::step::{Outcome, cargo, root, run};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How often the program is started to see how long that takes.
const STARTS: usize = 21;

/// Makes the file, and says how large it is, what it needs and how soon it starts.
pub fn make() -> Outcome {
    let target = host()?;
    let is_linux = target.contains("linux");
    let mut build =
        cargo(&["build", "--profile", "dist", "--locked", "--package", "impinge-cli", "--target", &target]);
    build.env("CARGO_PROFILE_DIST_STRIP", "symbols");
    if is_linux {
        // With a target named, this is not for macros of the compiler, which could not be loaded then.
        build.env("RUSTFLAGS", "-C target-feature=+crt-static");
    }
    run(build)?;
    let name = format!("impinge{}", std::env::consts::EXE_SUFFIX);
    let built = root().join("target").join(&target).join("dist").join(&name);
    let folder = root().join("target/dist");
    let file = folder.join(&name);
    let refuse = |error: std::io::Error| format!("{} cannot be written: {error}", file.display());
    fs::create_dir_all(&folder).map_err(refuse)?;
    let bytes = fs::copy(&built, &file).map_err(refuse)?;
    if is_linux {
        needs_no_library(&file)?;
    }
    println!(
        "target/dist/{name} for {target}: {:.1} MB, {}starts in {:.1} ms",
        bytes as f64 / 1e6,
        if is_linux { "needs no library, " } else { "" },
        start(&file)?.as_secs_f64() * 1e3
    );
    Ok(())
}

/// What the compiler builds for if nothing is said.
fn host() -> Result<String, String> {
    let told =
        Command::new("rustc").arg("-vV").output().map_err(|e| format!("cannot start `rustc -vV`: {e}"))?;
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| format!("`rustc -vV` names no host: {told}"))
}

/// Asks the loader.
fn needs_no_library(file: &Path) -> Outcome {
    let told = Command::new("ldd").arg(file).output().map_err(|e| format!("cannot start `ldd`: {e}"))?;
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    if told.contains("=>") { Err(format!("{} needs libraries:\n{told}", file.display())) } else { Ok(()) }
}

/// How long it takes to say its version, most of the time.
fn start(file: &Path) -> Result<Duration, String> {
    let once = |_| {
        let start = Instant::now();
        let ended = Command::new(file).arg("--version").stdout(Stdio::null()).status();
        match ended {
            Ok(status) if status.success() => Ok(start.elapsed()),
            ended => Err(format!("`{} --version` did not end well: {ended:?}", file.display())),
        }
    };
    let mut times = (0..STARTS).map(once).collect::<Result<Vec<_>, _>>()?;
    times.sort();
    Ok(times[STARTS / 2])
}
