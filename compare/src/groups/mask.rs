//! Pixel masks of 512×512 at random offsets: is there a common pixel, and how many.
//!
//! The peer is pygame-ce, whose mask is the one that most games have, as it is shipped for Python. It runs in a process of its
//! own (`mask/pygame_loops.py`), which takes the time of its loops itself, by the processor's clock: a loop over the offsets, less
//! the same loop over an offset at which the rectangles do not overlap, so that what Python costs does not count. `cargo xtask
//! compare` installs it; where there is no Python, the tasks are measured without a peer.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;
use std::{cell::RefCell, env};

use impinge::mask::Mask;

use crate::error::Error;
use crate::harness::{Bench, Contender, Task, Unit};
use crate::workload::masks::{OFFSETS, Pair, SIDE, pairs};

/// Names the Python that has pygame-ce.
const PYTHON: &str = "IMPINGE_PYGAME_PYTHON";

/// Measures both questions on all pairs.
pub fn run(bench: &mut Bench) -> Result<(), Error> {
    let pygame = match env::var(PYTHON) {
        Ok(python) => Some(Pygame::start(&python)?),
        Err(_) => {
            println!(
                "pygame-ce is left out: no Python that has it is named by {PYTHON}; `cargo xtask compare` does"
            );
            None
        }
    };
    let pygame = pygame.map(RefCell::new);
    for pair in pairs() {
        let masks = [mask(&pair, 0)?, mask(&pair, 1)?];
        let each =
            |ask: &dyn Fn([i32; 2]) -> u64| pair.offsets.iter().map(|&offset| ask(offset)).sum::<u64>();
        let yes_no = || each(&|offset| u64::from(masks[0].overlaps(&masks[1], offset)));
        let count = || each(&|offset| masks[0].overlap_count(&masks[1], offset));
        if let Some(pygame) = &pygame {
            pygame.borrow_mut().load(&pair)?;
        }
        let questions: [(&str, &dyn Fn() -> u64); 2] = [("overlap", &yes_no), ("overlap_area", &count)];
        for (question, ours) in questions {
            let mut remark = String::new();
            let mut peers = Vec::new();
            if let Some(pygame) = &pygame {
                let (_, theirs) = pygame.borrow_mut().ask(question)?;
                remark = format!("checksums: ours {}, pygame-ce's {theirs}", ours());
                let name = pygame.borrow().version.clone();
                // A process that has died shows as an unstable checksum.
                let batch = move || pygame.borrow_mut().ask(question).unwrap_or((Duration::MAX, u64::MAX));
                peers.push(Contender::with_own_clock(&name, batch));
            }
            let what = if question == "overlap" { "yes or no" } else { "count" };
            bench.measure(Task {
                name: format!("{}: {what}", pair.name),
                unit: Unit::NanosecondsPerPair(OFFSETS),
                ours: Some(Contender::new("impinge", ours)),
                peers,
                remark,
            })?;
        }
    }
    Ok(())
}

fn mask(pair: &Pair, which: usize) -> Result<Mask, Error> {
    Mask::from_fn(SIDE, SIDE, |x, y| pair.pixels[which][(x + SIDE * y) as usize])
        .map_err(|error| Error::Peer { peer: "impinge", reason: error.to_string() })
}

/// The other process.
struct Pygame {
    version: String,
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Pygame {
    fn start(python: &str) -> Result<Self, Error> {
        let mut process = Command::new(python)
            .args(["-c", include_str!("mask/pygame_loops.py")])
            .env("PYGAME_HIDE_SUPPORT_PROMPT", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(broken)?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(broken("it has no input or output"));
        };
        let mut pygame = Pygame { version: String::new(), process, input, output: BufReader::new(output) };
        pygame.version = format!("pygame-ce {} as shipped", pygame.line()?);
        Ok(pygame)
    }

    /// Hands over masks and offsets.
    fn load(&mut self, pair: &Pair) -> Result<(), Error> {
        let mut text = format!("load {SIDE}\n");
        for pixels in &pair.pixels {
            text.extend(pixels.iter().map(|&pixel| if pixel { '1' } else { '0' }));
            text.push('\n');
        }
        text.extend(pair.offsets.iter().map(|[x, y]| format!("{x} {y} ")));
        self.say(&text)?;
        self.line().map(|_| ())
    }

    /// One loop over all offsets: its time and the sum of the answers.
    fn ask(&mut self, question: &str) -> Result<(Duration, u64), Error> {
        self.say(question)?;
        let line = self.line()?;
        let mut numbers = line.split_whitespace().map(str::parse::<u64>);
        match (numbers.next(), numbers.next()) {
            (Some(Ok(nanoseconds)), Some(Ok(sum))) => Ok((Duration::from_nanos(nanoseconds), sum)),
            _ => Err(broken(format!("it answered {line:?}"))),
        }
    }

    fn say(&mut self, line: &str) -> Result<(), Error> {
        writeln!(self.input, "{line}").and_then(|()| self.input.flush()).map_err(broken)
    }

    fn line(&mut self) -> Result<String, Error> {
        let mut line = String::new();
        match self.output.read_line(&mut line).map_err(broken)? {
            0 => Err(broken("it ended; its own message is above")),
            _ => Ok(line.trim().to_owned()),
        }
    }
}

impl Drop for Pygame {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn broken(reason: impl ToString) -> Error {
    Error::Peer { peer: "pygame-ce", reason: reason.to_string() }
}
