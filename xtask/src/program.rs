//! The program `impinge`, for chores that use it, and the tools that they have of their own.

use std::path::PathBuf;
use std::process::Command;

use crate::step::{cargo, root, run};

/// How it is compiled. The answers are the same to the byte.
#[derive(Clone, Copy)]
pub enum Program {
    /// As people have it.
    Release,
    /// As the tests have it, which are compiled already: four minutes of compiling less.
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
        let place = compiled(profile, "impinge");
        if place.is_file() { Ok(place) } else { Err(format!("there is no {}", place.display())) }
    }

    /// A tool that is a package of its own, ready for its arguments.
    ///
    /// Asked for alone, it is compiled with fewer features of what it uses than beside everything else, so
    /// all of that is compiled once more.
    pub fn tool(self, name: &str) -> Command {
        match self {
            Program::Release => cargo(&["run", "--quiet", "--locked", "--package", name, "--"]),
            Program::OfTheTests => Command::new(compiled("debug", name)),
        }
    }
}

/// Where cargo puts a program.
fn compiled(profile: &str, name: &str) -> PathBuf {
    root().join("target").join(profile).join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}
