//! The figures of the documents, drawn by the engine's own drawing. The examples beside this file are small programs,
//! each one idea: run one with `cargo run -p impinge-examples --example NAME`.

pub mod boxes;
pub mod decompose;
pub mod house;
pub mod mask_overlap;
pub mod moving;
mod ruler;
pub mod slide;
