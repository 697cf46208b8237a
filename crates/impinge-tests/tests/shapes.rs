//! Tests of pairs of shapes, from outside: one program, so that what they share is compiled once.

mod accuracy;
mod cast;
mod clip;
mod degenerate;
mod draw;
mod moving;
mod oracle;
mod pairs;
mod sample;
