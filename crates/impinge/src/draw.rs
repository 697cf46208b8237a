//! Drawing: lines, points and text through one small trait, shapes and worlds as lines, and SVG made of them.
//!
//! Whoever wants pictures implements [`Draw`]: a game engine with its line renderer, a test with a list. [`shape`](fn@shape) then draws any shape
//! on it, and [`world`](fn@world) all that a world holds. The figures of the project's own documents are made with [`Svg`]; [`Through`] shows
//! space from any side.

mod shapes;
mod svg;
mod through;

pub use shapes::{shape, world};
pub use svg::Svg;
pub use through::Through;

use crate::math::{Scalar, Vector};
use crate::shape::Segment;

/// What is drawn, rather than how: every target picks its own colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Outlines, labels, arrows.
    Ink,
    /// What is only there to compare with.
    Faint,
    /// The first object.
    First,
    /// The second object.
    Second,
    /// Where they meet.
    Contact,
}

/// Something that can be drawn on.
///
/// ```
/// use glam::Vec2;
/// use impinge::draw::{Draw, Role};
/// /// What a line renderer is given.
/// #[derive(Default)]
/// struct Lines(Vec<[Vec2; 2]>);
/// impl Draw<Vec2> for Lines {
///     fn line(&mut self, from: Vec2, to: Vec2, _role: Role) {
///         self.0.push([from, to]);
///     }
///     fn point(&mut self, at: Vec2, role: Role) {
///         for arm in [Vec2::X, Vec2::Y] {
///             self.line(at - arm, at + arm, role);
///         }
///     }
///     fn text(&mut self, _at: Vec2, _text: &str, _role: Role) {}
/// }
/// let mut lines = Lines::default();
/// lines.point(Vec2::ZERO, Role::Contact);
/// lines.arrow(Vec2::ZERO, Vec2::Y * 4.0, 1.0, Role::Ink);
/// // Both arms of a cross, then the arrow and both sides of its head.
/// assert_eq!(lines.0.len(), 2 + 3);
/// assert_eq!(lines.0[3], [Vec2::new(-0.5, 3.0), Vec2::new(0.0, 4.0)]);
/// ```
pub trait Draw<V: Vector> {
    /// A straight line.
    fn line(&mut self, from: V, to: V, role: Role);
    /// A dot that does not grow with the scale.
    fn point(&mut self, at: V, role: Role);
    /// A line of text, its middle at a point.
    fn text(&mut self, at: V, text: &str, role: Role);

    /// Several lines: the edges of a box, say.
    fn lines(&mut self, segments: impl IntoIterator<Item = Segment<V>>, role: Role)
    where
        Self: Sized,
    {
        for segment in segments {
            self.line(segment.a(), segment.b(), role);
        }
    }

    /// A closed line through corners.
    fn outline(&mut self, corners: &[V], role: Role) {
        for (i, &corner) in corners.iter().enumerate() {
            self.line(corner, corners[(i + 1) % corners.len()], role);
        }
    }

    /// A surface within corners. Where there are only lines, its outline.
    fn area(&mut self, corners: &[V], role: Role) {
        self.outline(corners, role);
    }

    /// A line with a head at its end.
    fn arrow(&mut self, from: V, to: V, head: V::Scalar, role: Role)
    where
        Self: Sized,
    {
        self.line(from, to, role);
        let along = to - from;
        let length = along.length();
        // Any direction across will do; in space the head shows from most sides.
        let across = V::from_fn(|axis| match axis {
            0 => -along[1],
            1 => along[0],
            _ => V::Scalar::ZERO,
        });
        let scale = |vector: V| V::from_fn(|axis| vector[axis] / length * head);
        if length > V::Scalar::ZERO {
            for side in [scale(across), -scale(across)] {
                let side = V::from_fn(|axis| side[axis] * V::Scalar::HALF);
                self.line(to - scale(along) + side, to, role);
            }
        }
    }
}
