//! Polygons with more than three corners, as triangles.
//!
//! A fan from the first corner is right whenever all its triangles turn the same way, which covers convex polygons
//! and uses no corner twice as often as needed. Otherwise the polygon is cut into ears (`earcut`): a fan would cover
//! ground outside a concave polygon and report collisions with the empty corner of an L-shaped floor.
//! Both work in the plane that drops the largest component of the polygon's normal, so that no coordinate is rounded.
//! Normal: Newell's method (Sutherland, Sproull, Schumacker 1974).

use earcut::Earcut;
use glam::{DVec2, DVec3};

/// Ears must cover the polygon's area to within this part of it; the slack is for rounding alone.
const AREA_SLACK: f64 = 1e-9;

#[derive(Default)]
pub(crate) struct Triangulator {
    earcut: Earcut<f64>,
    flat: Vec<DVec2>,
    ears: Vec<u32>,
    triangles: Vec<[usize; 3]>,
}

impl Triangulator {
    /// The triangles of a polygon as indices of its corners. At least three corners; then those of its holes, each of which begins at one of
    /// these places.
    ///
    /// `None` where no triangulation is right (a polygon that crosses itself, is bent so far that it folds over, or
    /// reaches beyond the numbers; holes that are not within it): then [`fan`] is as good as any.
    pub fn triangulate(&mut self, corners: &[DVec3], holes: &[u32]) -> Option<&[[usize; 3]]> {
        let around = outline(corners.len(), holes);
        self.triangles.clear();
        self.triangles.extend(fan(around));
        if corners.len() == 3 {
            return Some(&self.triangles);
        }
        flatten(corners, around, &mut self.flat);
        let flat = &self.flat;
        let area = |&[a, b, c]: &[usize; 3]| (flat[b] - flat[a]).perp_dot(flat[c] - flat[a]);
        let is_convex =
            self.triangles.iter().all(|t| area(t) >= 0.0) || self.triangles.iter().all(|t| area(t) <= 0.0);
        if is_convex && holes.is_empty() {
            return Some(&self.triangles);
        }

        // The signed areas of a fan add up to that of the polygon, whatever its shape.
        let filled: f64 = self.triangles.iter().map(area).sum();
        let ends = holes.iter().skip(1).map(|&end| end as usize).chain([corners.len()]);
        let holes_begin = holes.iter().map(|&begin| begin as usize);
        let of_hole = |(begin, end): (usize, usize)| {
            fan(end - begin).map(|t| area(&t.map(|corner| begin + corner))).sum::<f64>().abs()
        };
        let whole = filled - filled.signum() * holes_begin.zip(ends).map(of_hole).sum::<f64>();
        if !whole.is_finite() {
            return None;
        }
        self.earcut.earcut(self.flat.iter().map(|point| point.to_array()), holes, &mut self.ears);
        self.triangles.clear();
        self.triangles
            .extend(self.ears.chunks_exact(3).map(|ear| [ear[0], ear[1], ear[2]].map(|i| i as usize)));
        // Earcut has its own mind about the winding.
        for ear in &mut self.triangles {
            if area(ear) * filled < 0.0 {
                ear.swap(1, 2);
            }
        }
        let covered: f64 = self.triangles.iter().map(area).sum();
        ((covered - whole).abs() <= filled.abs() * AREA_SLACK).then_some(&self.triangles)
    }
}

/// How many of a polygon's corners are around it, and not around a hole.
pub(crate) fn outline(corner_count: usize, holes: &[u32]) -> usize {
    holes.first().map_or(corner_count, |&begin| begin as usize)
}

/// Triangles from the first corner to every edge.
pub(crate) fn fan(corner_count: usize) -> impl Iterator<Item = [usize; 3]> {
    (2..corner_count).map(|corner| [0, corner - 1, corner])
}

/// The polygon seen along the axis that is nearest to its normal, from its first corner (which keeps the digits of
/// small polygons far from the origin).
///
/// So many of its corners, the first, are around it; the others are around its holes.
fn flatten(corners: &[DVec3], around: usize, flat: &mut Vec<DVec2>) {
    let origin = corners[0];
    let normal: DVec3 = corners[..around]
        .windows(2)
        .map(|edge| (edge[0] - origin).cross(edge[1] - origin))
        .fold(DVec3::ZERO, |a, b| a + b);
    let size = normal.abs();
    flat.clear();
    flat.extend(corners.iter().map(|&corner| {
        let p = corner - origin;
        if size.x >= size.y && size.x >= size.z {
            DVec2::new(p.y, p.z)
        } else if size.y >= size.z {
            DVec2::new(p.z, p.x)
        } else {
            DVec2::new(p.x, p.y)
        }
    }));
}

#[cfg(test)]
mod tests {
    use glam::Vec3Swizzles;

    use super::*;

    /// Twice the area of every triangle, seen from above.
    fn areas(corners: &[DVec3]) -> Vec<f64> {
        let mut triangulator = Triangulator::default();
        let triangles = triangulator.triangulate(corners, &[]).expect("a simple polygon");
        triangles
            .iter()
            .map(|&[a, b, c]| (corners[b] - corners[a]).cross(corners[c] - corners[a]).z)
            .collect()
    }

    fn at(points: &[[f64; 2]]) -> Vec<DVec3> {
        points.iter().map(|&[x, y]| DVec3::new(x, y, 0.5 * x)).collect()
    }

    #[test]
    fn convex_polygons_are_fans() {
        let square = at(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
        assert_eq!(Triangulator::default().triangulate(&square, &[]), Some(&[[0, 1, 2], [0, 2, 3]][..]));
    }

    #[test]
    fn an_l_shape_covers_its_area_once_whatever_the_first_corner_and_the_sense() {
        let corners = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
        for start in 0..6 {
            let mut turned = corners;
            turned.rotate_left(start);
            let counterclockwise = areas(&at(&turned));
            assert!(counterclockwise.iter().all(|&area| area >= 0.0), "{counterclockwise:?}");
            assert_eq!(counterclockwise.iter().sum::<f64>(), 6.0);
            turned.reverse();
            let clockwise = areas(&at(&turned));
            assert!(clockwise.iter().all(|&area| area <= 0.0), "{clockwise:?}");
            assert_eq!(clockwise.iter().sum::<f64>(), -6.0);
        }
    }

    #[test]
    fn a_bow_tie_has_no_right_answer() {
        let bow_tie = at(&[[0.0, 0.0], [2.0, 1.0], [2.0, 0.0], [0.0, 2.0]]);
        assert_eq!(Triangulator::default().triangulate(&bow_tie, &[]), None);
    }

    /// Whatever the sense of either, and from wherever it is seen.
    #[test]
    fn holes_are_left_out() {
        let square =
            |[x, y]: [f64; 2], edge: f64| [[x, y], [x + edge, y], [x + edge, y + edge], [x, y + edge]];
        for reversed in [[false, false], [true, false], [false, true], [true, true]] {
            let mut rings = [square([0.0, 0.0], 4.0), square([0.5, 0.5], 1.0), square([2.5, 2.0], 1.0)];
            for (ring, is_reversed) in rings.iter_mut().zip([reversed[0], reversed[1], !reversed[1]]) {
                if is_reversed {
                    ring.reverse();
                }
            }
            for turn in [|p: DVec3| p, |p: DVec3| p.zxy(), |p: DVec3| p.yzx()] {
                let corners: Vec<DVec3> = at(rings.as_flattened()).into_iter().map(turn).collect();
                let mut triangulator = Triangulator::default();
                let triangles = triangulator.triangulate(&corners, &[4, 8]).expect("holes within");
                let crosses = triangles.iter().map(|&[a, b, c]| {
                    (corners[b] - corners[a]).cross(corners[c] - corners[a]).dot(turn(DVec3::Z))
                });
                let side = if reversed[0] { -1.0 } else { 1.0 };
                let areas: Vec<f64> = crosses.map(|cross| cross * side).collect();
                assert!(areas.iter().all(|&area| area >= 0.0), "{areas:?}");
                assert_eq!((areas.len(), areas.iter().sum::<f64>()), (14, 2.0 * (16.0 - 2.0)));
            }
        }
    }

    #[test]
    fn a_hole_outside_has_no_right_answer() {
        let corners = at(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [5.0, 5.0], [6.0, 5.0], [5.0, 6.0]]);
        assert_eq!(Triangulator::default().triangulate(&corners, &[3]), None);
    }

    #[test]
    fn polygons_without_area_stay_as_segments() {
        assert_eq!(areas(&at(&[[0.0, 0.0], [1.0, 0.0], [3.0, 0.0], [2.0, 0.0]])), [0.0, 0.0]);
    }
}
