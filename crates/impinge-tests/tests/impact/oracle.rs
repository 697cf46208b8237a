//! Proofs about shapes on their ways, in interval arithmetic, which share nothing with the engine but the
//! question.
//!
//! A shape is the convex hull of points, and everything within a radius of it. Two of them are **proven
//! free** during a time if along some direction the one begins after the other ends, at every moment of it
//! and whatever was rounded; times of which that is not found are halved. They are **proven near** at a
//! moment by a point of each: no more than so far apart. Directions and points are guessed in plain floats
//! ([`nearest`]); a bad guess costs time, and never proves anything that is wrong.
//!
//! 1. [`interval`]: numbers that are known to lie between two floats, with sine and cosine;
//! 2. [`jet`]: such numbers as they change with time;
//! 3. [`nearest`]: where two sets of points are nearest, more or less;
//! 4. [`body`]: shapes and their motions as they are here;
//! 5. [`proof`]: what is proven.

pub mod body;
mod interval;
mod jet;
mod nearest;
pub mod proof;

/// A vector in space; of one in the plane the third part is 0.
type Point = [f64; 3];
