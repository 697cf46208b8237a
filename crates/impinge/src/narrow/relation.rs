//! The relation of two shapes: disjoint, touching or overlapping.
//!
//! The relation follows from the Minkowski difference A − B = {a − b}, the set of all translations that bring
//! a point of B onto a point of A:
//!
//! - *disjoint*: 0 is outside of A − B: the shapes share no point;
//! - *overlapping*: 0 is inside: after every small translation they still share points;
//! - *touching*: 0 is on the boundary: they share points, and an arbitrarily small translation separates
//!   them.
//!
//! So flush faces touch. Crossing segments touch in 3D, while in 2D they overlap. The penetration depth is
//! above zero exactly for overlapping shapes.
//! Source: van den Bergen, "Collision Detection in Interactive 3D Environments", 2003, §2.3.4.

/// The relation of two shapes: disjoint, touching or overlapping.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// The shapes share no point.
    Disjoint,
    /// The shapes share points of their boundaries only: an arbitrarily small translation separates them.
    Touching,
    /// The shapes share more than boundary points.
    Overlapping,
}
