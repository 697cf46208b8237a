//! `xtask-bindgen ENGINE.wasm FOLDER`: the JavaScript and the types around the WebAssembly that `impinge-web`
//! was compiled to.
//!
//! A program of its own, so that only those who build for pages compile what it needs.

use std::env;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [wasm, folder] = arguments.as_slice() else {
        eprintln!("xtask-bindgen ENGINE.wasm FOLDER");
        return ExitCode::FAILURE;
    };
    let made = Bindgen::new().input_path(wasm).out_name("engine").web(true).and_then(|bindgen| {
        bindgen.typescript(true).remove_name_section(true).remove_producers_section(true).generate(folder)
    });
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{wasm}: {error:?}");
            ExitCode::FAILURE
        }
    }
}
