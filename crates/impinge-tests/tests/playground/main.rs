//! What the playground shows as Rust compiles and runs. `web/tests/snippets.test.mjs` writes these files.
#![allow(clippy::approx_constant, reason = "numbers are where somebody dragged them")]
#![allow(dead_code, reason = "what to do with one's own objects is not done to any")]

type Outcome = Result<(), Box<dyn std::error::Error>>;

#[rustfmt::skip]
mod axes_in_space;
#[rustfmt::skip]
mod cascade;
#[rustfmt::skip]
mod clip;
#[rustfmt::skip]
mod clip_in_space;
#[rustfmt::skip]
mod crowd;
#[rustfmt::skip]
mod facing;
#[rustfmt::skip]
mod mask;
#[rustfmt::skip]
mod moving;
#[rustfmt::skip]
mod nearest;
#[rustfmt::skip]
mod nearest_in_space;
#[rustfmt::skip]
mod own_file;
#[rustfmt::skip]
mod ray_tree;
#[rustfmt::skip]
mod refit;
#[rustfmt::skip]
mod slide;
#[rustfmt::skip]
mod steps;
#[rustfmt::skip]
mod tunnelling;
#[rustfmt::skip]
mod volumes;
