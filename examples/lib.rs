//! Two small games, played by a window, by tests and by the figures of the documentation. The examples beside
//! this file are small programs, each one idea: run one with `cargo run --example NAME`.

pub mod games;
