//! Ctrl-C. The first time the program stops in an orderly way: what a check has measured so far is reported, which says that it is not all; before it
//! measures, and of a sweep, there is no report. The second time it ends at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The exit code of a program that was interrupted, as shells have it.
pub(crate) const INTERRUPTED: u8 = 130;

/// Has somebody asked to stop?
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt {
    heard: Arc<AtomicBool>,
    /// What comes of it, as it is told.
    outcome: Arc<Mutex<&'static str>>,
}

impl Interrupt {
    /// Hears Ctrl-C from now on, and tells what comes of it then. Where that cannot be, it ends the program, as it does anyway.
    pub fn listening(outcome: &'static str) -> Self {
        let interrupt = Interrupt { outcome: Arc::new(Mutex::new(outcome)), ..Interrupt::default() };
        let Interrupt { heard, outcome } = interrupt.clone();
        let _ = ctrlc::set_handler(move || {
            // Held until it is told: what is told is what comes of it.
            let outcome = outcome.lock().unwrap_or_else(PoisonError::into_inner);
            if heard.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED.into());
            }
            anstream::eprintln!("stopping: {outcome}; press Ctrl-C again to end at once");
        });
        interrupt
    }

    /// Something else comes of it from now on. Was it not heard before?
    pub fn promise(&self, outcome: &'static str) -> bool {
        // Held to the end: who is told of one outcome must not get the other.
        let mut told = self.outcome.lock().unwrap_or_else(PoisonError::into_inner);
        *told = outcome;
        !self.is_heard()
    }

    /// Is it time to stop?
    pub fn is_heard(&self) -> bool {
        self.heard.load(Ordering::Relaxed)
    }
}
