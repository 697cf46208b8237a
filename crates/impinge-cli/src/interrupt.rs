//! Ctrl-C. The first time the program stops in an orderly way: what a check has found so far is reported, which says that it is not all, and of a
//! sweep there is no report. The second time it ends at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of a program that was interrupted, as shells have it.
pub(crate) const INTERRUPTED: u8 = 130;

/// Has somebody asked to stop?
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Hears Ctrl-C from now on, and tells what comes of it then. Where that cannot be, it ends the program, as it does anyway.
    pub fn listening(outcome: &'static str) -> Self {
        let interrupt = Interrupt::default();
        let heard = interrupt.clone();
        let _ = ctrlc::set_handler(move || {
            if heard.0.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED.into());
            }
            anstream::eprintln!("stopping: {outcome}; press Ctrl-C again to end at once");
        });
        interrupt
    }

    /// Is it time to stop?
    pub fn is_heard(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
