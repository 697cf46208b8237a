//! Peers that are shipped for Python: a process that reads a line of work, does it, and answers with a line.
//!
//! It takes the time of its loops itself, by the processor's clock, so that what goes to and fro does not
//! count. `cargo xtask compare` installs what the script imports into an environment of its own, and names
//! its Python in a variable; where there is none, tasks are measured without the peer.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use crate::error::Error;

/// The other process.
pub struct PythonPeer {
    /// What it answered at first: what it is.
    pub version: String,
    name: &'static str,
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl PythonPeer {
    /// Runs a script by the Python that a variable names; says so, and is none, if there is none.
    pub fn start(name: &'static str, variable: &str, script: &str) -> Result<Option<Self>, Error> {
        let Ok(python) = env::var(variable) else {
            println!(
                "{name} is left out: no Python that has it is named by {variable}; `cargo xtask compare` does"
            );
            return Ok(None);
        };
        let mut process = Command::new(python)
            .args(["-c", script])
            .env("PYGAME_HIDE_SUPPORT_PROMPT", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| broken(name, error))?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(broken(name, "it has no input or output"));
        };
        let output = BufReader::new(output);
        let mut peer = PythonPeer { version: String::new(), name, process, input, output };
        peer.version = peer.line()?;
        Ok(Some(peer))
    }

    /// Gives it some lines, which it answers with one.
    pub fn say(&mut self, text: &str) -> Result<(), Error> {
        self.write(text)?;
        self.line().map(|_| ())
    }

    /// Asks for some work: the time it took, and a checksum of the answers.
    pub fn ask(&mut self, question: &str) -> Result<(Duration, u64), Error> {
        self.write(question)?;
        let line = self.line()?;
        let mut numbers = line.split_whitespace().map(str::parse::<u64>);
        match (numbers.next(), numbers.next()) {
            (Some(Ok(nanoseconds)), Some(Ok(sum))) => Ok((Duration::from_nanos(nanoseconds), sum)),
            _ => Err(broken(self.name, format!("it answered {line:?}"))),
        }
    }

    fn write(&mut self, text: &str) -> Result<(), Error> {
        let written = writeln!(self.input, "{text}").and_then(|()| self.input.flush());
        written.map_err(|error| broken(self.name, error))
    }

    fn line(&mut self) -> Result<String, Error> {
        let mut line = String::new();
        match self.output.read_line(&mut line).map_err(|error| broken(self.name, error))? {
            0 => Err(broken(self.name, "it ended; its own message is above")),
            _ => Ok(line.trim().to_owned()),
        }
    }
}

impl Drop for PythonPeer {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn broken(peer: &'static str, reason: impl ToString) -> Error {
    Error::Peer { peer, reason: reason.to_string() }
}
