//! Ctrl-C. While there is nothing to report, it ends the program at once. Later the program stops in an
//! orderly way: a check reports the pairs measured so far and marks the report as incomplete. A second
//! Ctrl-C ends the program at once.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::arguments::Color;
use crate::error::Error;
use crate::{notices, output};

/// The exit code of a program that was interrupted, as shells have it.
pub(crate) const INTERRUPTED: u8 = 130;

/// Was Ctrl-C pressed?
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt {
    heard: Arc<AtomicBool>,
    /// The message about the result of an interrupt; without one, an interrupt ends the program.
    outcome: Arc<Mutex<Option<&'static str>>>,
}

impl Interrupt {
    /// Handles Ctrl-C from now on. It ends the program with this error until an outcome is set. Where
    /// no handler can be installed, Ctrl-C ends the program anyway.
    pub fn listening(nothing: Error, color: Color) -> Self {
        let interrupt = Interrupt::default();
        let Interrupt { heard, outcome } = interrupt.clone();
        let _ = ctrlc::set_handler(move || {
            // Held until it is told: what is told is what comes of it.
            let outcome = outcome.lock().unwrap_or_else(PoisonError::into_inner);
            // Not behind the line of progress, or what a terminal shows of the keys.
            if io::stderr().is_terminal() {
                anstream::eprintln!();
            }
            let Some(outcome) = *outcome else {
                output::exit_between_files(INTERRUPTED, || notices::error(&nothing, color));
            };
            if heard.swap(true, Ordering::Relaxed) {
                // Not between files: a pipe that nobody reads may never be written.
                output::exit(INTERRUPTED);
            }
            anstream::eprintln!("stopping: {outcome}; press Ctrl-C again to exit at once");
        });
        interrupt
    }

    /// This comes of it from now on.
    pub fn promise(&self, outcome: &'static str) {
        *self.outcome.lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome);
    }

    /// Is it time to stop?
    pub fn is_heard(&self) -> bool {
        self.heard.load(Ordering::Relaxed)
    }
}
