//! Debug drawing: lines, points and text through one trait, shapes and worlds as lines, and SVG output.
//!
//! Implement [`Draw`] for a target: the line renderer of a game engine, or a list in a test. [`draw_shape`]
//! draws any shape on it, and [`draw_world`] all colliders and contacts of a world. [`Svg`] produces the
//! figures of the project's documentation; [`Projected`] shows 3D from any side.

mod backend;
mod projected;
mod svg;
mod wireframe;

pub(crate) use backend::DrawBackend;
pub use projected::Projected;
pub use svg::Svg;
pub use wireframe::{draw_shape, draw_world};

use crate::math::{Scalar, Vector};
use crate::shape::Segment;

/// The role of a line, point or area. Every target chooses its own colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stroke {
    /// Outlines, labels, arrows.
    Outline,
    /// Content for comparison.
    Secondary,
    /// The first object.
    First,
    /// The second object.
    Second,
    /// Contact points and contact geometry.
    Contact,
}

/// A target for drawing.
///
/// ```
/// use glam::Vec2;
/// use impinge::draw::{Draw, Stroke};
/// /// The input of a line renderer.
/// #[derive(Default)]
/// struct Lines(Vec<[Vec2; 2]>);
/// impl Draw<Vec2> for Lines {
///     fn line(&mut self, from: Vec2, to: Vec2, _role: Stroke) {
///         self.0.push([from, to]);
///     }
///     fn point(&mut self, at: Vec2, role: Stroke) {
///         for arm in [Vec2::X, Vec2::Y] {
///             self.line(at - arm, at + arm, role);
///         }
///     }
///     fn text(&mut self, _at: Vec2, _text: &str, _role: Stroke) {}
/// }
/// let mut lines = Lines::default();
/// lines.point(Vec2::ZERO, Stroke::Contact);
/// lines.arrow(Vec2::ZERO, Vec2::Y * 4.0, 1.0, Stroke::Outline);
/// // Both arms of a cross, then the arrow and both sides of its head.
/// assert_eq!(lines.0.len(), 2 + 3);
/// assert_eq!(lines.0[3], [Vec2::new(-0.5, 3.0), Vec2::new(0.0, 4.0)]);
/// ```
pub trait Draw<V: Vector> {
    /// Draws a straight line.
    fn line(&mut self, from: V, to: V, role: Stroke);
    /// Draws a dot whose size does not depend on the scale.
    fn point(&mut self, at: V, role: Stroke);
    /// Draws a line of text, centred at a point.
    fn text(&mut self, at: V, text: &str, role: Stroke);

    /// Draws several lines, for example the edges of a box.
    fn lines(&mut self, segments: impl IntoIterator<Item = Segment<V>>, role: Stroke)
    where
        Self: Sized,
    {
        for segment in segments {
            self.line(segment.a(), segment.b(), role);
        }
    }

    /// Draws a closed line through corners.
    fn outline(&mut self, corners: &[V], role: Stroke) {
        for (i, &corner) in corners.iter().enumerate() {
            self.line(corner, corners[(i + 1) % corners.len()], role);
        }
    }

    /// Draws a filled area within corners; by default its outline.
    fn area(&mut self, corners: &[V], role: Stroke) {
        self.outline(corners, role);
    }

    /// Draws a line with an arrow head at its end; `head` is the length of the head.
    fn arrow(&mut self, from: V, to: V, head: V::Scalar, role: Stroke)
    where
        Self: Sized,
    {
        self.line(from, to, role);
        let along = to - from;
        let length = along.length();
        // Any direction across will do; in 3D the head is visible from most sides.
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
