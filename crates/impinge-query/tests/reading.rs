//! The unit tests of what reads requests. They stand beside the code that they test, and are compiled with
//! these two files alone: with the whole library they would take minutes, as it asks the engine every
//! question of every pair of shapes once more.

#![allow(dead_code, reason = "the rest of the library uses it")]

#[path = "../src/node.rs"]
mod node;
#[path = "../src/problem.rs"]
mod problem;
