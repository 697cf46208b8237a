//! `xtask-api RUSTDOC.json`: the public items that rustdoc found, a line each, sorted.
//!
//! A program of its own, so that what reads the form of one rustdoc is only compiled to look at public items.

use std::env;
use std::process::ExitCode;

use public_api::Builder;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [file] = arguments.as_slice() else {
        eprintln!("xtask-api RUSTDOC.json");
        return ExitCode::FAILURE;
    };
    // What every type gets by itself says nothing; what is derived does.
    match Builder::from_rustdoc_json(file).omit_blanket_impls(true).omit_auto_trait_impls(true).build() {
        Ok(api) => {
            print!("{api}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{file}: {error}");
            ExitCode::FAILURE
        }
    }
}
