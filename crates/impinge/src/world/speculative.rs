//! Speculative contacts: how far a collider looks ahead, so that contacts are reported before they occur.
//!
//! Let two shapes be apart by d, and let them move by m and m' in the next step, while they rotate. A
//! rotation moves a point across a chord of its circle: by at most its distance from the centre times the
//! angle, and at most twice that distance. Let t and t' be the greatest chords of any point of each. Then no
//! two points of both come nearer to each other by more than |m − m'| + t + t'. If the shapes touch a step
//! later, d is at most that now. As |m − m'| is at most |m| + |m'|, their boxes overlap if each is grown by
//! its own |m| + t. Compare: Catto, "Understanding constraints", Game Developers Conference 2014, on the use
//! of such contacts in solvers.

use crate::math::Vector;

/// The motion of a collider in the next step; zero, if it is not speculative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SpeculativeMotion<D> {
    pub motion: D,
    /// How far rotation moves any point.
    pub rotation_displacement: f64,
}

impl<D: Vector<Scalar = f64, Double = D>> SpeculativeMotion<D> {
    pub fn none() -> Self {
        SpeculativeMotion { motion: D::ZERO, rotation_displacement: 0.0 }
    }

    /// How far any point may move.
    pub fn max_displacement(&self) -> f64 {
        self.motion.length() + self.rotation_displacement
    }

    /// How much nearer it and another one may come to each other.
    pub fn max_approach(&self, other: &Self) -> f64 {
        (self.motion - other.motion).length() + (self.rotation_displacement + other.rotation_displacement)
    }
}
