//! The clock, for observers of the time of a step.

/// The clock of the machine.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) use std::time::Instant;

/// A replacement on web pages, where `std::time::Instant::now` panics: no time passes.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use still::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod still {
    use std::time::Duration;

    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Instant;

    impl Instant {
        pub fn now() -> Self {
            Instant
        }

        pub fn elapsed(&self) -> Duration {
            Duration::ZERO
        }
    }
}
