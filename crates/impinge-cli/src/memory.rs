//! `--max-memory`: the program ends with a message before it takes what others need.
//!
//! A thread looks a few hundred times a second at what the program has in memory. So it may take some more
//! for some milliseconds; what is read or built meanwhile is that fast. It ends between files, never within
//! one, so that what is written is complete or not there.

use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use bytesize::ByteSize;
use memory_stats::memory_stats;

use crate::FAILED;
use crate::arguments::Color;
use crate::error::Error;
use crate::notices;
use crate::output;

/// From one look to the next.
const PAUSE: Duration = Duration::from_millis(3);

/// Bounds the memory of the program from now on, if a bound is given. Of several the first counts: a program
/// has one.
pub(crate) fn bound(most: Option<ByteSize>, color: Color) -> Result<(), Error> {
    static IS_BOUND: OnceLock<()> = OnceLock::new();
    let Some(most) = most else { return Ok(()) };
    // Too much already, or nobody to ask.
    if taken()? > most {
        return Err(Error::Memory { most });
    }
    if IS_BOUND.set(()).is_ok() {
        let looking = move || {
            while taken().is_ok_and(|taken| taken <= most) {
                thread::sleep(PAUSE);
            }
            output::exit_between_files(FAILED, || notices::error(&Error::Memory { most }, color));
        };
        let thread = thread::Builder::new().name("memory".to_owned()).spawn(looking);
        thread.map(drop).map_err(|source| Error::MemoryUnknown { reason: source.to_string() })?;
    }
    Ok(())
}

/// What the program has in memory now.
fn taken() -> Result<ByteSize, Error> {
    let reason = || "this system does not report the memory use of the program".to_owned();
    let stats = memory_stats().ok_or_else(|| Error::MemoryUnknown { reason: reason() })?;
    Ok(ByteSize::b(stats.physical_mem as u64))
}
