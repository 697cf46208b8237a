//! `cargo xtask engine`: the engine for web pages, as an npm package in `target/web/impinge`: WebAssembly,
//! JavaScript and types.
//!
//! Where the Rust in use has the target for WebAssembly, that compiles it. Where it has not, Debian's Rust
//! does, for which the standard library is compiled from Debian's sources first, once, into `target/wasm`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::install::available;
use crate::program::Program;
use crate::step::{Outcome, cargo, root, run};

const TARGET: &str = "wasm32-unknown-unknown";
/// Vectors of 128 bits are in all browsers since 2023. Where code is to be small, the compiler calls even
/// functions of a line, each a check of an index; with these inlined as far as is told here, the code is no
/// larger and twice as fast.
const FLAGS: &str = "-C target-feature=+simd128 -C llvm-args=-inline-threshold=60";
/// Where the package is made, relative to the root.
pub const MADE: &str = "target/web/impinge";
/// Debian's Rust, wherever another one comes first.
const DEBIAN: [&str; 2] = ["/usr/bin/cargo", "/usr/bin/rustc"];
const DEBIAN_LIBRARY: &str = "/usr/lib/rustlib/src/rust/library/Cargo.toml";
/// How its standard library is asked for: without what reads the stack of a panic, which WebAssembly has no
/// way to.
const LIBRARY: &str = "-Z build-std=std,panic_abort -Z build-std-features=";

/// Makes the package and says how large it is.
pub fn make(tools: Program) -> Outcome {
    let wasm = compile()?;
    let folder = root().join(MADE);
    let mut bindgen = tools.tool("xtask-bindgen");
    bindgen.arg(&wasm).arg(&folder);
    run(bindgen)?;
    crate::web::package(&folder)?;
    println!("made {MADE}");
    Ok(())
}

/// The WebAssembly as it comes from the compiler.
pub fn compile() -> Result<PathBuf, String> {
    let mut build = if has_target()? { own() } else { debian()? };
    // Minutes of silence look like a program that hangs.
    println!("compiling the engine for pages, some minutes the first time");
    build.args(["build", "--quiet", "--locked", "--profile", "web", "--package", "impinge-web"]);
    build.args(["--target", TARGET, "--target-dir", "target/wasm"]);
    run(build)?;
    Ok(root().join("target/wasm").join(TARGET).join("web/impinge_web.wasm"))
}

/// Has the Rust in use a standard library for WebAssembly?
fn has_target() -> Result<bool, String> {
    let told = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
    let told = told.map_err(|error| format!("cannot start `rustc`: {error}"))?;
    Ok(has_library(Path::new(String::from_utf8_lossy(&told.stdout).trim())))
}

fn has_library(folder: &Path) -> bool {
    let Ok(entries) = fs::read_dir(folder) else { return false };
    entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("libstd-"))
}

fn own() -> Command {
    let mut build = cargo(&[]);
    build.env("RUSTFLAGS", FLAGS);
    build
}

/// Debian's Rust, with a standard library of our own beside it.
fn debian() -> Result<Command, String> {
    // Together, as all are of one version.
    available("Rust for WebAssembly", "cargo-web rustc-web rust-web-src", || {
        Path::new(DEBIAN_LIBRARY).is_file() && DEBIAN.into_iter().all(is_new_enough)
    })?;
    available("the linker for WebAssembly", "lld-22", || linker().is_some())?;
    let linker = linker().ok_or("there is no wasm-ld")?;
    let sysroot = standard_library()?;
    let mut build = with_debian(&root());
    build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
    build.env("RUSTFLAGS", format!("{FLAGS} --sysroot {}", sysroot.display()));
    Ok(build)
}

/// Debian's cargo and rustc, and nothing of what the Rust in use says to them.
fn with_debian(folder: &Path) -> Command {
    let mut cargo = Command::new(DEBIAN[0]);
    cargo.env("RUSTC", DEBIAN[1]).current_dir(folder);
    for name in ["CARGO", "RUSTUP_TOOLCHAIN", "RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS"] {
        cargo.env_remove(name);
    }
    cargo
}

/// Is a program of Rust there, and no older than the Rust that the engine asks for?
fn is_new_enough(program: &str) -> bool {
    // The major and the minor number.
    let numbers = |version: &str| -> Option<[u32; 2]> {
        let mut numbers = version.split('.').map(str::parse);
        Some([numbers.next()?.ok()?, numbers.next()?.ok()?])
    };
    let told = Command::new(program).arg("--version").output();
    let told = told.map(|told| String::from_utf8_lossy(&told.stdout).into_owned()).unwrap_or_default();
    let found = told.split(' ').nth(1).and_then(numbers);
    found.is_some_and(|found| Some(found) >= numbers(env!("CARGO_PKG_RUST_VERSION")))
}

/// Debian has a number in its name.
fn linker() -> Option<PathBuf> {
    let entries = fs::read_dir("/usr/bin").ok()?;
    let is_linker =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("wasm-ld"));
    entries.flatten().map(|entry| entry.path()).filter(is_linker).max()
}

/// A folder for `--sysroot` with the standard library for WebAssembly, compiled from Debian's sources unless
/// that is done.
fn standard_library() -> Result<PathBuf, String> {
    let place = root().join("target/wasm/standard-library");
    let sysroot = place.join("sysroot");
    let libraries = sysroot.join("lib/rustlib").join(TARGET).join("lib");
    let compiler = Command::new(DEBIAN[1])
        .arg("-vV")
        .output()
        .map_err(|e| format!("cannot start {}: {e}", DEBIAN[1]))?;
    // That of another compiler would not be understood, and one that was asked for otherwise makes another
    // engine.
    let made_by = format!("{}{LIBRARY}\n", String::from_utf8_lossy(&compiler.stdout));
    let stamp = place.join("compiler.txt");
    if has_library(&libraries) && fs::read_to_string(&stamp).is_ok_and(|of| of == made_by) {
        return Ok(sysroot);
    }
    let refuse = |error: std::io::Error| format!("{} cannot be written: {error}", place.display());
    if place.exists() {
        fs::remove_dir_all(&place).map_err(refuse)?;
    }
    // A package of nothing, since a library is only compiled for somebody.
    fs::create_dir_all(place.join("src")).map_err(refuse)?;
    fs::create_dir_all(&libraries).map_err(refuse)?;
    fs::write(place.join("src/lib.rs"), "").map_err(refuse)?;
    let manifest = "[package]\nname = \"nothing\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n";
    fs::write(place.join("Cargo.toml"), manifest).map_err(refuse)?;
    let mut build = with_debian(&place);
    build.args(["build", "--quiet", "--release", "--target", TARGET, "--target-dir", "target"]);
    build.args(LIBRARY.split(' '));
    // The only way to ask for it.
    build.env("RUSTC_BOOTSTRAP", "1");
    run(build)?;
    let built = place.join("target").join(TARGET).join("release/deps");
    for entry in fs::read_dir(&built).map_err(refuse)?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".rlib") && !name.starts_with("libnothing-") {
            fs::copy(entry.path(), libraries.join(&name)).map_err(refuse)?;
        }
    }
    fs::write(&stamp, made_by).map_err(refuse)?;
    Ok(sysroot)
}
