//! Running other programs, with plain messages when they fail.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// What a chore returns; the message is for people and complete.
pub type Outcome = Result<(), String>;

/// The root of the checkout.
pub fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_path_buf()
}

/// The cargo that runs this, in the root of the checkout.
pub fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// Runs a command to its end with its output shown; anything but success is a failure.
pub fn run(mut command: Command) -> Outcome {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default();
    let mut line = program.to_string_lossy().into_owned();
    for argument in command.get_args() {
        line += &format!(" {}", argument.to_string_lossy());
    }
    let status = command.status().map_err(|e| format!("cannot start `{line}`: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("`{line}` failed ({status})")) }
}

/// Runs one step of a longer chore under a title and prints how long it took.
pub fn step(title: &str, work: impl FnOnce() -> Outcome) -> Outcome {
    println!("==> {title}");
    let start = Instant::now();
    work().map_err(|message| format!("{title}: {message}"))?;
    println!("    {title}: done in {:.1} s\n", start.elapsed().as_secs_f64());
    Ok(())
}
