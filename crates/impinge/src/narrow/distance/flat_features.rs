//! Straight lines and flat faces of shapes near an extreme point.

use smallvec::SmallVec;

use super::separation::measured;
use crate::math::Vector;

/// Maximum sine of the angle of a line along which cores may touch.
const MAX_LEANING: f64 = 0.01;

/// Maximum number of lines of two surfaces near a translation.
const MAX_LINES: usize = 8;
/// Straight lines and flat faces of two cores, near the points that are furthest along a direction.
pub(in crate::narrow) struct FlatFeatures<D> {
    way: D,
    /// Unit vectors.
    pub lines: SmallVec<[D; MAX_LINES]>,
    normals: SmallVec<[D; 2]>,
}

impl<D: Vector<Scalar = f64>> FlatFeatures<D> {
    pub fn near(way: D) -> Self {
        FlatFeatures { way, lines: SmallVec::new(), normals: SmallVec::new() }
    }

    /// Adds a line, as a vector of any length, if it is nearly perpendicular to the direction.
    pub fn line(&mut self, line: D) {
        if let Some((_, line)) = measured(line)
            && line.dot(self.way).abs() < MAX_LEANING
            && self.lines.len() < MAX_LINES
        {
            self.lines.push(line);
        }
    }

    /// Adds the unit normal of a face, if it is nearly along the direction.
    pub fn normal(&mut self, normal: D) {
        let along = normal.dot(self.way);
        if along.abs() > 1.0 - MAX_LEANING {
            self.normals.push(if along < 0.0 { -normal } else { normal });
        }
    }

    /// Returns unit vectors near the direction: normals, and vectors perpendicular to one line or to two.
    pub fn ways(&self) -> SmallVec<[D; 16]> {
        let across = |line: D| self.way - line * line.dot(self.way);
        let mut ways: SmallVec<[D; 16]> = self.lines.iter().map(|&line| across(line)).collect();
        if D::IS_3D {
            for (i, &line) in self.lines.iter().enumerate() {
                for &other in &self.lines[..i] {
                    let normal = line.perpendicular(other);
                    ways.push(if normal.dot(self.way) < 0.0 { -normal } else { normal });
                }
            }
        }
        let mut units: SmallVec<[D; 16]> = self.normals.iter().copied().collect();
        units.extend(ways.into_iter().filter_map(measured).map(|(_, way)| way));
        units
    }
}
