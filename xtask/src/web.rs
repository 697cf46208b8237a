//! `cargo xtask web`: the page of the report, from its source in `web/` to what the program embeds, and the
//! tests of all that is for browsers.
//!
//! What is made is committed in `crates/impinge-cli/page`, so that building the program needs no Node; here
//! is told when it is stale.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::install::{available, can_install, works};
use crate::program::Program;
use crate::step::{Outcome, root, run};

/// What the program embeds, relative to the root.
const MADE: &str = "crates/impinge-cli/page";
/// The best first: the one that cannot open windows does without their cost, which is a fifth of all that
/// tests of pages take.
const BROWSERS: [&str; 5] =
    ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/// Makes what the program embeds, the engine for pages, and the playground.
pub fn make() -> Outcome {
    crate::engine::make(Program::Release)?;
    check_types()?;
    build(&root().join(MADE))?;
    println!("made {MADE}; build the program to have it in there");
    playground()
}

/// Checks the types, and whether what is committed is what the source makes.
pub fn check(tools: Program) -> Outcome {
    // Types of the playground are those of the engine.
    crate::engine::make(tools)?;
    check_types()?;
    let fresh = root().join("target/page");
    if fresh.exists() {
        fs::remove_dir_all(&fresh).map_err(|e| format!("cannot empty target/page: {e}"))?;
    }
    build(&fresh)?;
    let committed = root().join(MADE);
    if names(&fresh)? != names(&committed)? {
        return Err(format!("{MADE} has other files than web/ makes; run `cargo xtask web` and commit them"));
    }
    for name in names(&fresh)? {
        let read =
            |folder: &Path| fs::read(folder.join(&name)).map_err(|e| format!("cannot read {name}: {e}"));
        if read(&fresh)? != read(&committed)? {
            return Err(format!("{MADE}/{name} is stale; run `cargo xtask web` and commit what it makes"));
        }
    }
    println!("{MADE} is what web/ makes");
    Ok(())
}

/// Is what tests of pages start there, or can it be installed? Asked before all tests rather than after them.
pub fn foresee() -> Outcome {
    let is_there = is_node_new_enough() && works("npm") && BROWSERS.iter().any(|browser| works(browser));
    if is_there || can_install() {
        return Ok(());
    }
    Err("Node.js 20.11 or newer with npm, and Chromium are needed for the tests of pages, and can be installed here by root on Debian only; install them as your \
         system does, and call this again"
        .to_owned())
}

/// Installs what pages need, their tests too, and compiles the engine for them. Does nothing when all is
/// there.
pub fn install() -> Outcome {
    prepare()?;
    install_browser()?;
    crate::engine::compile().map(drop)
}

/// Opens pages that the program makes in a browser without a window and uses them; asks the engine for pages
/// what the program is asked.
pub fn test(program: Program, update: bool) -> Outcome {
    check(program)?;
    playground()?;
    let browser = install_browser()?;
    let program = program.place()?;
    crate::demo::design()?;
    let mut tests = node();
    // A browser that hangs fails its file after ten minutes: no file takes one.
    tests.args(["--test", "--test-concurrency=1", "--test-timeout=600000", "--test-reporter=spec", "tests/"]);
    tests.env("IMPINGE", program).env("BROWSER_PROGRAM", browser);
    tests.env("DEMO", root().join(crate::demo::FOLDER).join("assembly.glb"));
    if update {
        tests.env("UPDATE_FIGURES", "1");
    }
    run(tests)
}

/// Makes an npm package of a folder that has the WebAssembly of the engine and what the compiler says of it.
pub fn package(folder: &Path) -> Outcome {
    prepare()?;
    let mut package = node();
    package.arg("engine.mjs").arg(folder);
    run(package)
}

/// Makes the playground with the engine that is made already.
fn playground() -> Outcome {
    let mut make = node();
    make.args(["playground.mjs", "../target/web/playground"]);
    run(make)
}

/// Serves it on this machine alone until it is stopped.
pub fn serve_playground() -> Outcome {
    crate::engine::make(Program::Release)?;
    check_types()?;
    playground()?;
    let mut serve = node();
    serve.args(["serve.mjs", "../target/web/playground", "8080"]);
    run(serve)
}

/// Node and the packages of `web/package-lock.json`. Does nothing when all is there.
fn prepare() -> Outcome {
    available("Node.js 20.11 or newer", "nodejs", is_node_new_enough)?;
    available("npm", "npm", || works("npm"))?;
    // A copy of the list that was installed last tells whether it is still the one.
    let web = root().join("web");
    let (wanted, installed) = (web.join("package-lock.json"), web.join("node_modules/.installed-lock.json"));
    let list = fs::read(&wanted).map_err(|e| format!("cannot read web/package-lock.json: {e}"))?;
    if fs::read(&installed).is_ok_and(|installed| installed == list) {
        return Ok(());
    }
    let mut npm = Command::new("npm");
    npm.args(["ci", "--no-fund", "--no-audit", "--loglevel=error"]).current_dir(&web);
    run(npm)
        .map_err(|error| format!("the packages of web/ cannot be installed: {error}; is there a network?"))?;
    fs::write(&installed, list).map_err(|e| format!("cannot write into web/node_modules: {e}"))
}

/// Playwright needs version 20, and `--test-timeout` 20.11.
fn is_node_new_enough() -> bool {
    let output = Command::new("node").arg("--version").output();
    output.is_ok_and(|output| version(&String::from_utf8_lossy(&output.stdout)) >= Some((20, 11)))
}

/// The first two numbers of `v20.11.1`.
fn version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.trim().trim_start_matches('v').split('.').map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

fn check_types() -> Outcome {
    let mut types = node();
    types.args(["node_modules/typescript/bin/tsc", "--project", "."]);
    run(types)
}

fn build(folder: &Path) -> Outcome {
    let mut build = node();
    build.arg("build.mjs").arg(folder);
    run(build)
}

fn node() -> Command {
    let mut node = Command::new("node");
    node.current_dir(root().join("web"));
    node
}

fn install_browser() -> Result<PathBuf, String> {
    available("Chromium", "chromium-headless-shell", || browser().is_some())?;
    browser().ok_or_else(|| "there is no Chromium".to_owned())
}

/// Where the browser is.
fn browser() -> Option<PathBuf> {
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    let places = BROWSERS.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    places.into_iter().find(|place| place.is_file())
}

fn names(folder: &Path) -> Result<Vec<String>, String> {
    let refuse = |e| format!("cannot list {}: {e}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(refuse)? {
        names.push(entry.map_err(refuse)?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}
