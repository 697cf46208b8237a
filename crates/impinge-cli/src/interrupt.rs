//! Ctrl-C. While there is nothing to be reported, it ends the program at once. Later the program stops in an
//! orderly way: what a check has measured so far is reported, which says that it is not all. The second time
//! it ends at once then too.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::arguments::Color;
use crate::error::Error;
use crate::{notices, output};

/// The exit code of a program that was interrupted, as shells have it.
pub(crate) const INTERRUPTED: u8 = 130;

/// Has somebody asked to stop?
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt {
    heard: Arc<AtomicBool>,
    /// What comes of it, as it is told; as long as there is nothing, it ends the program.
    outcome: Arc<Mutex<Option<&'static str>>>,
}

impl Interrupt {
    /// Hears Ctrl-C from now on, which ends the program with this error until something is promised. Where it
    /// cannot be heard, it ends the program anyway.
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
