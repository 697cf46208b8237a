//! Every chore of the project: `cargo xtask` lists them.

mod api;
mod bcf;
mod book;
mod compare;
mod compiled;
mod demo;
mod dist;
mod engine;
mod everything;
mod install;
mod links;
mod peers;
mod program;
mod python;
mod rooms;
mod rules;
mod shown;
mod step;
mod trust;
mod versions;
mod web;

use program::Program;
use std::env;
use std::process::ExitCode;
use step::{Outcome, cargo, run};

const CHORES: &str = "\
cargo xtask CHORE

  test                                       everything that must hold before a change lands
  demo                                       write the demo scene, check it, compare with the planted truth
  rules                                      the house rules that a machine can check
  oracle [--cases N]                         the engine against exact arithmetic (default: 1000000 cases)
  accuracy [--cases N]                       distances, depths and contacts against a reference (default: 10000 cases)
  plain                                      the engine's own tests with plain numbers among the instruction sets
  trust [--minutes M] [--only NAME] [--seed S]
                                             all that is tested on random cases, on many new ones; --write keeps what is found for docs/trust.md
  trust --page                               make docs/trust.md of the results that are kept
  compare [--group G] [--quick] [--json F]   side-by-side benchmarks with peers; also --rounds N; --write keeps their results and makes docs/benchmarks.md
  compare --page | --check                   make docs/benchmarks.md of the results that are kept, or see whether it is stale
  web [--check | --test | --figures]         make all pages, see whether that of the report is stale, test them in a browser, draw their figures
  dist                                       the program as one file for machines without Rust
  engine                                     the engine for web pages, as WebAssembly with its types
  playground                                 a page on which the engine answers while shapes are dragged, on this machine alone
  bcf                                        let another program read the BCF files of the demo scene
  api [--check]                              list the public items of the libraries in docs/api, or see whether the lists are stale
  book                                       the documentation as a book to read in the browser, into target/book
  figures                                    draw the figures of the documentation into docs/figures
";

fn main() -> ExitCode {
    if let Some(code) = api::as_rustdoc() {
        return code;
    }
    let arguments: Vec<String> = env::args().skip(1).collect();
    let outcome = match arguments.iter().map(String::as_str).collect::<Vec<&str>>().as_slice() {
        [] | ["help" | "--help" | "-h"] => {
            print!("{CHORES}");
            Ok(())
        }
        ["test"] => everything::run_all(),
        ["demo"] => demo::run(Program::Release),
        ["rules"] => rules::run(),
        ["oracle"] => oracle("1000000"),
        ["oracle", "--cases", cases] => oracle(cases),
        ["accuracy"] => accuracy("10000"),
        ["accuracy", "--cases", cases] => accuracy(cases),
        ["plain"] => plain(),
        ["trust", "--page"] => trust::write_page(),
        ["trust", options @ ..] => trust::run_all(options),
        ["compare", page @ ("--page" | "--check")] => compare::make_page(page),
        ["compare", options @ ..] => compare::measure(options),
        ["dist"] => dist::make(),
        ["bcf"] => bcf::run_all(Program::Release),
        ["web"] => web::make(),
        ["web", "--check"] => web::check(Program::Release),
        ["web", "--test"] => web::test(Program::Release, false),
        ["web", "--figures"] => web::test(Program::Release, true),
        ["engine"] => engine::make(Program::Release),
        ["playground"] => web::serve_playground(),
        ["api"] => api::make(),
        ["api", "--check"] => api::document().and_then(|()| api::check(Program::Release)),
        ["book"] => book::make(),
        ["figures"] => {
            run(cargo(&["run", "--package", "impinge-examples", "--bin", "figures", "--", "docs/figures"]))
        }
        other => Err(format!("there is no chore `{}`\n\n{CHORES}", other.join(" "))),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {}", message.trim_end());
            ExitCode::FAILURE
        }
    }
}

/// Every exact answer of the engine against rational arithmetic, on this many random and degenerate cases.
fn oracle(cases: &str) -> Outcome {
    let count: u64 = cases.parse().map_err(|_| format!("--cases takes a whole number, not `{cases}`"))?;
    let mut test =
        cargo(&["test", "--release", "--package", "impinge-tests", "--test", "shapes", "oracle::"]);
    test.args(["--", "--nocapture"]);
    test.env("IMPINGE_ORACLE_CASES", count.to_string());
    run(test)
}

/// The engine's own tests, which compare the instruction sets that a machine has, with plain numbers among these.
fn plain() -> Outcome {
    let mut test = cargo(&["test", "--package", "impinge", "--lib"]);
    test.args(["--features", "fearless_simd/force_support_fallback"]);
    // In a folder of its own, as its flags are others: this one is of crates/impinge/src/math/instructions.rs.
    test.args(["--target-dir", "target/plain"]).env("RUSTFLAGS", "--cfg plain_numbers");
    run(test)
}

/// Everything that is asked of two convex shapes, on this many pairs of each two kinds; prints the largest errors.
fn accuracy(cases: &str) -> Outcome {
    let count: u64 = cases.parse().map_err(|_| format!("--cases takes a whole number, not `{cases}`"))?;
    let mut test =
        cargo(&["test", "--release", "--package", "impinge-tests", "--test", "shapes", "accuracy::"]);
    test.args(["--no-fail-fast", "--", "--nocapture"]);
    test.env("IMPINGE_ACCURACY_CASES", count.to_string());
    test.env("IMPINGE_ACCURACY_TABLE", "1");
    run(test)
}
