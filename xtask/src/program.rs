//! The program `impinge`, for chores that use it.

use std::path::PathBuf;

use crate::step::{cargo, root, run};

/// How it is compiled. The answers are the same to the byte.
#[derive(Clone, Copy)]
pub enum Program {
    /// As people have it.
    Release,
    /// As its own tests had it, which have just run: four minutes of compiling less.
    OfTheTests,
}

impl Program {
    /// Where it is, compiled from what there is now; or the one that the environment names.
    pub fn place(self) -> Result<PathBuf, String> {
        if let Some(program) = std::env::var_os("IMPINGE") {
            return Ok(root().join(program));
        }
        let profile = match self {
            Program::Release => {
                // Cargo is told to be quiet, and minutes of silence look like a program that hangs.
                println!("compiling the program, some four minutes the first time");
                run(cargo(&["build", "--quiet", "--release", "--package", "impinge-cli"]))?;
                "release"
            }
            Program::OfTheTests => "debug",
        };
        let place =
            root().join("target").join(profile).join(format!("impinge{}", std::env::consts::EXE_SUFFIX));
        if place.is_file() { Ok(place) } else { Err(format!("there is no {}", place.display())) }
    }
}
