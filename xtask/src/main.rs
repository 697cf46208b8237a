//! The chores of the project; `cargo xtask` lists them.

mod api;
mod bcf;
mod book;
mod build_cost;
mod ci;
mod compare;
mod compiled;
mod demo;
mod dist;
mod engine;
mod guides;
mod install;
mod links;
mod lint;
mod peers;
mod program;
mod prose;
mod python;
mod rooms;
mod shown;
mod soak;
mod step;
mod versions;
mod web;

use program::Program;
use std::env;
use std::process::ExitCode;
use step::{Outcome, cargo, run};

const CHORES: &str = "\
cargo xtask CHORE

  test                                       run everything that must pass before a change lands
  demo                                       write the demo scene, check it, compare with the planted clashes
  lint                                       check the house rules: names, prose, links, file lengths
  oracle [--cases N]                         test the engine against exact arithmetic (default: 1000000 cases)
  accuracy [--cases N]                       measure distances, depths and contacts against a reference (default: 10000 cases)
  scalar-fallback                            run the engine's unit tests without SIMD instructions
  soak [--minutes M] [--only NAME] [--seed S] [--write]
                                             run the random tests on many new cases; --write stores the results in docs/trust.json
  soak --page                                make docs/trust.md from the stored results
  compare [--group G] [--quick] [--json F]   benchmark beside the peers; also --rounds N; --write stores the results
  compare --page | --check                   make docs/benchmarks.md from the stored results, or check that it is up to date
  build-cost                                 measure builds of a user's project beside rapier3d: the table of docs/costs.md
  web [--check | --test | --figures]         build all pages, check that the report page is up to date, test in a browser, draw figures
  dist                                       build the program as archives for machines without Rust
  engine                                     build the engine for web pages: WebAssembly with TypeScript types
  playground                                 serve the playground on this machine
  bcf                                        read the BCF files of the demo scene with another program
  api [--check]                              list the public items in docs/api, or check that the lists are up to date
  book                                       build the documentation as a book in target/book
  guides                                     copy guides of docs/ to crates/impinge/guides, the pages of rustdoc
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
        ["test"] => ci::run_all(),
        ["demo"] => demo::run(Program::Release),
        ["lint"] => lint::run(),
        ["oracle"] => oracle("1000000"),
        ["oracle", "--cases", cases] => oracle(cases),
        ["accuracy"] => accuracy("10000"),
        ["accuracy", "--cases", cases] => accuracy(cases),
        ["scalar-fallback"] => scalar_fallback(),
        ["soak", "--page"] => soak::write_page(),
        ["soak", options @ ..] => soak::run_all(options),
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
        ["build-cost"] => build_cost::measure(),
        ["guides"] => guides::make(),
        ["figures"] => run(cargo(&["run", "--package", "impinge-figures", "--", "docs/figures"])),
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

/// The engine's own tests, which compare the instruction sets that a machine has, with plain numbers among
/// these.
fn scalar_fallback() -> Outcome {
    let mut test = cargo(&["test", "--package", "impinge", "--lib"]);
    test.args(["--features", "fearless_simd/force_support_fallback"]);
    // In a folder of its own, as its flags are others: this one is of
    // crates/impinge/src/math/test_instruction_sets.rs.
    test.args(["--target-dir", "target/scalar-fallback"]).env("RUSTFLAGS", "--cfg plain_numbers");
    run(test)
}

/// Everything that is asked of two convex shapes, on this many pairs of each two kinds; prints the largest
/// errors.
fn accuracy(cases: &str) -> Outcome {
    let count: u64 = cases.parse().map_err(|_| format!("--cases takes a whole number, not `{cases}`"))?;
    let mut test =
        cargo(&["test", "--release", "--package", "impinge-tests", "--test", "shapes", "accuracy::"]);
    test.args(["--no-fail-fast", "--", "--nocapture"]);
    test.env("IMPINGE_ACCURACY_CASES", count.to_string());
    test.env("IMPINGE_ACCURACY_TABLE", "1");
    run(test)
}
