//! Which edges of two polyhedra make a face of their Minkowski difference.
//!
//! On the Gauss map, the unit sphere of directions, a face is the point of its normal. A vertex is the
//! region of directions in which it is furthest, and an edge the arc between the normals of its two
//! faces. A − B has the arcs of A and the arcs of −B, which are the arcs of B on the opposite side.
//! Where two of them cross, both edges are furthest along one direction, and they make a face of A − B.
//! Other pairs of edges make none and are skipped: for two hulls of 32 points, 1 in 100 is left.
//!
//! Two arcs AB and CD cross if C and D lie on different sides of the plane through A, B and the origin,
//! A and B lie on different sides of the plane through C, D and the origin, and both arcs lie on the
//! same half of the sphere. Normals are rounded, so a pair is skipped only if it certainly makes no
//! face.
//! Source: Gregorius, "The Separating Axis Test between Convex Polyhedra", GDC 2013.

use glam::DVec3;

use crate::math::Scalar;

/// Triple products of normals may be off by this many roundings: normals and the axes that rotate them are
/// off by less than 100 in all, and a product has three.
const ROUNDINGS: f64 = 1024.0;

/// The arc of an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc {
    /// The unit normals of the faces at the edge.
    ends: [DVec3; 2],
    /// Their cross product, the second before the first.
    across: DVec3,
    slack: f64,
}

impl Arc {
    /// Between two normals that have been rounded to numbers of a kind.
    #[inline(always)]
    pub fn new<S: Scalar>(ends: [[f64; 3]; 2]) -> Self {
        let ends = ends.map(DVec3::from);
        Arc { ends, across: ends[1].cross(ends[0]), slack: ROUNDINGS * S::UNIT_ROUNDOFF.into() }
    }

    /// Returns whether an edge of a polyhedron and one of another may make a face of the difference.
    #[inline(always)]
    pub fn may_make_face(&self, other: &Arc) -> bool {
        let slack = self.slack.max(other.slack);
        let is_on_one_side = |x: f64, y: f64| x.min(y) > slack || x.max(y) < -slack;
        let is_opposite = |x: f64, y: f64| x * y < 0.0 && x.abs() > slack && y.abs() > slack;
        // Of −B.
        let [of_c, of_d] = other.ends.map(|end| -end.dot(self.across));
        if is_on_one_side(of_c, of_d) {
            return false;
        }
        let [of_a, of_b] = self.ends.map(|end| end.dot(other.across));
        !is_on_one_side(of_a, of_b) && !is_opposite(of_c, of_b) && !is_opposite(of_d, of_a)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arcs_cross_or_do_not() {
        let arc = |from, to| Arc::new::<f64>([from, to]);
        // Along the equator, from 45° west to 45° east.
        let half = 0.5_f64.sqrt();
        let equator = arc([half, -half, 0.0], [half, half, 0.0]);
        // Along a meridian, seen from the other side: crosses in the middle.
        let up = |x: f64, y: f64| arc([-x * half, -y * half, -half], [-x * half, -y * half, half]);
        assert!(equator.may_make_face(&up(1.0, 0.0)));
        // The same meridian not turned around: on the other half of the sphere.
        assert!(!equator.may_make_face(&arc([half, 0.0, -half], [half, 0.0, half])));
        // Further east than the end of the equator's arc.
        assert!(!equator.may_make_face(&up(0.0, 1.0)));
        // At its very end: rounding may decide, so it is left in.
        assert!(equator.may_make_face(&up(half, half)));
        // North of it all the way.
        assert!(!equator.may_make_face(&arc([-0.8, 0.0, 0.6], [-0.6, 0.0, 0.8])));
    }
}
