//! Tests of meshes, trees, parts and masks, from outside: one program, so that what they share is compiled
//! once.

mod assembly;
mod curves;
mod decompose;
mod masks;
mod parts;
mod queries;
#[allow(dead_code, reason = "shared with the tests of pairs")]
mod sample;
