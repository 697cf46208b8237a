//! The program `impinge`. Everything it does is in the library of this crate, where it can be tested.

use std::process::ExitCode;

fn main() -> ExitCode {
    impinge_cli::run(std::env::args_os())
}
