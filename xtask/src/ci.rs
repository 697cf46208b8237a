//! `cargo xtask test`: everything that must pass before a change lands, cheapest first. It stops at the first
//! failure, after the steps that run beside it have ended.

use crate::program::Program;
use crate::step::{Outcome, cargo, run, step};
use crate::{api, bcf, demo, lint, web};
use std::process::Command;
use std::thread;
use std::time::Instant;

/// Installs what the tests need beyond Rust. Must do nothing when all is there already.
///
/// What pages need is installed beside the lints; whether it can be is asked now.
fn install_prerequisites() -> Outcome {
    // rustfmt and clippy come with the toolchain unless it was installed with the minimal profile.
    for (component, probe) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        let found = cargo(&[probe, "--version"]).output().is_ok_and(|output| output.status.success());
        if !found {
            let mut rustup = Command::new("rustup");
            rustup.args(["component", "add", component]);
            run(rustup)?;
        }
    }
    web::foresee()
}

/// What random tests draw from here, so that a run says the same every time. On its own, `cargo test` draws
/// anew.
const SEED: &str = "20260101";

/// All tests, unless the environment says otherwise on the same random cases each time.
fn tests(arguments: &[&str]) -> Command {
    let mut test = cargo(&["test", "--workspace"]);
    test.args(arguments);
    if std::env::var_os("PROPTEST_RNG_SEED").is_none() {
        test.env("PROPTEST_RNG_SEED", SEED);
    }
    test
}

/// What is asked of the libraries, and of the program by tests.
fn all_but_pages() -> Outcome {
    step("documentation", api::document)?;
    step("public items", || api::check(Program::OfTheTests))?;
    step("tests compiled", || run(tests(&["--no-run"])))?;
    // Not quiet: the closing lines of every test program are the evidence. Includes the examples in the docs.
    step("tests", || run(tests(&[])))
}

/// What work in a thread of its own came to.
fn ended(thread: thread::ScopedJoinHandle<'_, Outcome>) -> Outcome {
    thread.join().map_err(|_| "its thread panicked".to_owned())?
}

/// Runs the chore.
pub fn run_all() -> Outcome {
    let start = Instant::now();
    step("prerequisites", install_prerequisites)?;
    step("format", || run(cargo(&["fmt", "--all", "--check"])))?;
    step("house rules", lint::run)?;
    thread::scope(|scope| {
        // What pages need takes minutes, mostly of one core or of the network, in folders of its own.
        let ahead = scope.spawn(web::install);
        step("lints", || {
            run(cargo(&["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"]))
        })?;
        // By the tests that call them, as only `cargo test` gives them the features that they have in all
        // tests.
        step("programs compiled", || run(tests(&["--no-run", "--test", "program", "--test", "call"])))?;
        step("demo", || demo::run(Program::OfTheTests))?;
        // The largest test programs, compiled one by one at the end, and most tests take one core, and a
        // browser waits now and then.
        let beside = scope.spawn(|| {
            step("what pages need", || ended(ahead))?;
            step("page", || web::test(Program::OfTheTests, false))?;
            step("BCF", || bcf::run_all(Program::OfTheTests))
        });
        let rest = all_but_pages();
        let page = ended(beside);
        // Of two that failed the first is told at the end, and the other one here.
        if let (Err(_), Err(of_page)) = (&rest, &page) {
            eprintln!("xtask: {of_page}");
        }
        rest.and(page)
    })?;
    println!("everything passed in {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}
