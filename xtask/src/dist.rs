//! `cargo xtask dist`: the program for machines that have no Rust, as one file and as the archive of a
//! release: `impinge-TARGET-vVERSION.tar.gz` with the program, its manual pages, completions and licences,
//! under the names that `package.metadata.binstall` of `crates/impinge-cli/Cargo.toml` expects. On Linux the
//! program needs no library either: with glibc linked into it, it runs on any distribution.

use crate::step::{Outcome, cargo, root, run};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How often the program is started to measure the start-up time.
const STARTS: usize = 21;

/// Shells for which the archive has completions.
const SHELLS: [&str; 5] = ["bash", "zsh", "fish", "elvish", "powershell"];

/// Builds the program and its archive, and prints sizes, dependencies and the start-up time.
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
    let archive = archive(&file, &target)?;
    println!("target/dist/{archive}: the program, manual pages, completions and licences");
    Ok(())
}

/// Packs the program for a release; returns the name of the archive.
fn archive(program: &Path, target: &str) -> Result<String, String> {
    let dist = root().join("target/dist");
    let stem = format!("impinge-{target}-v{}", env!("CARGO_PKG_VERSION"));
    let folder = dist.join(&stem);
    let refuse = |error: std::io::Error| format!("{} cannot be written: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(refuse)?;
    }
    fs::create_dir_all(&folder).map_err(refuse)?;
    let name = program.file_name().unwrap_or_default();
    fs::copy(program, folder.join(name)).map_err(refuse)?;
    for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(root().join(license), folder.join(license)).map_err(refuse)?;
    }
    fs::copy(root().join("crates/impinge-cli/README.md"), folder.join("README.md")).map_err(refuse)?;
    let outputs = SHELLS.map(|shell| (shell, "completions")).into_iter().chain([("man", "man")]);
    for (what, place) in outputs {
        let mut generate = Command::new(program);
        generate.args(["generate", what, "--output"]).arg(folder.join(place));
        run(generate)?;
    }
    // GNU tar and the bsdtar of macOS and Windows take the same options.
    let archive = format!("{stem}.tar.gz");
    let mut tar = Command::new("tar");
    tar.args(["-czf", &archive, &stem]).current_dir(&dist);
    run(tar)?;
    Ok(archive)
}

/// The target that the compiler builds for by default.
fn host() -> Result<String, String> {
    let output =
        Command::new("rustc").arg("-vV").output().map_err(|e| format!("cannot start `rustc -vV`: {e}"))?;
    let output = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = output.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| format!("`rustc -vV` names no host: {output}"))
}

/// Checks with the loader.
fn needs_no_library(file: &Path) -> Outcome {
    let output = Command::new("ldd").arg(file).output().map_err(|e| format!("cannot start `ldd`: {e}"))?;
    let output = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.contains("=>") { Err(format!("{} needs libraries:\n{output}", file.display())) } else { Ok(()) }
}

/// The median time to print the version.
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
