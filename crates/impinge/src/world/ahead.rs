//! How far an object looks ahead, so that contacts are told before they are: speculative contacts.
//!
//! Let two shapes be apart by d, and let them go by m and m' in the next step, while they turn. A point is turned across a chord of its circle:
//! by no more than its distance from the centre times the angle, and no more than twice that distance; let t and t' be the most
//! that this is for any point of each. Then no two points of both come nearer to each other by more than |m − m'| + t + t', and if the
//! shapes touch a step later, d is no more than that now. As |m − m'| is no more than |m| + |m'|, their boxes meet if each is
//! grown by its own |m| + t.
//! Compare: Catto, "Understanding constraints", Game Developers Conference 2014, for what solvers make of such contacts.

use super::objects::Held;
use super::way::Way;
use crate::math::Vector;

/// What an object will do in the next step; nothing, if it is not speculative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ahead<D> {
    pub motion: D,
    /// How far any point is carried by turning.
    pub turning: f64,
}

impl<D: Vector<Scalar = f64, Double = D>> Ahead<D> {
    pub fn nothing() -> Self {
        Ahead { motion: D::ZERO, turning: 0.0 }
    }

    /// In a step of so much time.
    pub fn of<V: Vector<Double = D>>(held: &Held<V>, time: f64) -> Self {
        if !held.object.is_speculative() {
            return Self::nothing();
        }
        let way = Way::looked_at(held, time);
        Ahead { motion: way.motion, turning: way.spread(held, 0.0) }
    }

    /// How far anything of it may come.
    pub fn reach(&self) -> f64 {
        self.motion.length() + self.turning
    }

    /// How much nearer it and another one may come to each other.
    pub fn with(&self, other: &Self) -> f64 {
        (self.motion - other.motion).length() + (self.turning + other.turning)
    }
}
