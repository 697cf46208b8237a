//! An axis with intervals on it, for figures of projections.

use glam::DVec2;
use impinge::draw::{Draw, Stroke, Svg};
use impinge::math::Interval;

/// An axis drawn beside the shapes: a direction, and how far from the origin it is drawn.
pub struct Ruler {
    /// The direction of the axis, of length 1.
    pub along: DVec2,
    /// From the origin to where the axis is drawn.
    pub off: DVec2,
}

impl Ruler {
    /// A line in a direction, at a distance to its left.
    pub fn new(along: DVec2, distance: f64) -> Self {
        Ruler { along, off: along.perp() * distance }
    }

    /// A place on the axis, or above it: to its left.
    pub fn at(&self, along: f64, above: f64) -> DVec2 {
        self.along * along + self.off + self.along.perp() * above
    }

    /// The axis, a little longer than what is on it.
    pub fn line(&self, picture: &mut Svg, span: [f64; 2]) {
        picture.line(self.at(span[0], 0.0), self.at(span[1], 0.0), Stroke::Secondary);
    }

    /// An interval with ticks at its ends.
    pub fn interval(&self, picture: &mut Svg, interval: Interval<f64>, above: f64, role: Stroke) {
        let Interval { start, end } = interval;
        picture.line(self.at(start, above), self.at(end, above), role);
        for end in [start, end] {
            picture.line(self.at(end, above - 0.06), self.at(end, above + 0.06), role);
        }
    }

    /// From the corners that lie furthest along the axis down to it.
    pub fn drop(&self, picture: &mut Svg, corners: &[DVec2]) {
        for direction in [self.along, -self.along] {
            let furthest = |p: &&DVec2, q: &&DVec2| p.dot(direction).total_cmp(&q.dot(direction));
            if let Some(&corner) = corners.iter().rev().max_by(furthest) {
                picture.line(corner, self.at(corner.dot(self.along), 0.0), Stroke::Secondary);
            }
        }
    }

    /// Words on the axis, or above it.
    pub fn label(&self, picture: &mut Svg, along: f64, above: f64, text: &str, role: Stroke) {
        picture.text(self.at(along, above), text, role);
    }
}
