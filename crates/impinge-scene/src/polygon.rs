//! Polygons with more than three corners, as triangles.
//!
//! A fan from the first corner is right whenever all its triangles turn the same way, which covers convex
//! polygons and uses no corner twice as often as needed. Otherwise the polygon is cut into ears (`earcut`): a
//! fan would cover ground outside a concave polygon and report collisions with the empty corner of an
//! L-shaped floor. Polygons of many corners are cut by [`impinge::shape::triangulate`], since `earcut` takes
//! quadratic time for some of them. Both work in the plane that drops the largest component of the polygon's
//! normal, so that no coordinate is rounded. Normal: Newell's method (Sutherland, Sproull, Schumacker 1974).

mod bridges;

use std::ops::Range;

use earcut::Earcut;
use impinge::glam::{DVec2, DVec3};
use impinge::shape::triangulate;

/// Ears must cover the polygon's area to within this part of it; the slack is for rounding alone.
const AREA_SLACK: f64 = 1e-9;

/// Polygons with so many corners are cut by [`triangulate`]. Below, `earcut` is at most twice as
/// slow for stars and spirals, and up to three times as fast for rough outlines.
const MANY: usize = 1000;

#[derive(Default)]
pub(crate) struct Triangulator {
    earcut: Earcut<f64>,
    flat: Vec<DVec2>,
    ears: Vec<u32>,
    triangles: Vec<[usize; 3]>,
}

impl Triangulator {
    /// The triangles of a polygon as indices of its corners. `corners` are at least three corners of
    /// the outline, then the corners of the holes; `holes` are the indices at which each hole begins.
    ///
    /// `None` where no triangulation is right (a polygon that crosses itself, is bent so far that it folds
    /// over, or reaches beyond the numbers; holes that are not within it): then [`fan`] is as good as any.
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
        // Rounding alone may not make a difference.
        let covers = |triangles: &[[usize; 3]]| {
            let covered: f64 = triangles.iter().map(|triangle| area(triangle).abs()).sum();
            (covered * filled.signum() - whole).abs() <= filled.abs() * AREA_SLACK
        };
        if corners.len() >= MANY {
            let points: Vec<[f64; 2]> = flat.iter().map(|point| point.to_array()).collect();
            let is_complete = cut_large(&points, holes, &mut self.triangles);
            if is_complete && covers(&self.triangles) {
                // They turn left.
                if filled < 0.0 {
                    self.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
                }
                return Some(&self.triangles);
            }
            // A polygon that touches itself may still be put right. One that crosses itself may take
            // quadratic time, for nothing.
            if is_complete && holes.is_empty() && !has_twins(points) {
                return None;
            }
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
        covers(&self.triangles).then_some(&self.triangles)
    }
}

/// Cuts a polygon, with holes as in [`Triangulator::triangulate`], into triangles that turn left. Is
/// the number of triangles right?
fn cut_large(points: &[[f64; 2]], holes: &[u32], triangles: &mut Vec<[usize; 3]>) -> bool {
    let begins = std::iter::once(0).chain(holes.iter().map(|&begin| begin as usize));
    let ends = holes.iter().map(|&end| end as usize).chain([points.len()]);
    let rings: Vec<Range<usize>> = begins.zip(ends).map(|(begin, end)| begin..end).collect();
    let Some(ring) = bridges::joined(points, &rings) else { return false };
    let around: Vec<[f64; 2]> = ring.iter().map(|&corner| points[corner as usize]).collect();
    triangles.clear();
    triangles.extend(
        triangulate(&around).into_iter().map(|triangle| triangle.map(|place| ring[place as usize] as usize)),
    );
    triangles.len() + 2 == ring.len()
}

/// Are any two corners at the same place?
fn has_twins(mut points: Vec<[f64; 2]>) -> bool {
    points.sort_unstable_by(|[ax, ay], [bx, by]| ax.total_cmp(bx).then(ay.total_cmp(by)));
    points.windows(2).any(|pair| pair[0] == pair[1])
}

/// How many of a polygon's corners are around it, and not around a hole.
pub(crate) fn outline(corner_count: usize, holes: &[u32]) -> usize {
    holes.first().map_or(corner_count, |&begin| begin as usize)
}

/// Triangles from the first corner to every edge.
pub(crate) fn fan(corner_count: usize) -> impl Iterator<Item = [usize; 3]> {
    (2..corner_count).map(|corner| [0, corner - 1, corner])
}

/// The polygon seen along the axis that is nearest to its normal, from its first corner (which keeps the
/// digits of small polygons far from the origin).
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
    use impinge::glam::Vec3Swizzles;

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

    /// Alternating radii: ears are long and thin.
    fn star(count: usize) -> Vec<[f64; 2]> {
        let radius = |i: usize| if i.is_multiple_of(2) { 1.0 } else { 0.5 };
        let angle = |i: usize| i as f64 / count as f64 * std::f64::consts::TAU;
        (0..count).map(|i| [radius(i) * libm::cos(angle(i)), radius(i) * libm::sin(angle(i))]).collect()
    }

    /// A band that is wound up twenty times.
    fn spiral(count: usize) -> Vec<[f64; 2]> {
        let half = count / 2;
        let at = |i: usize, out: f64| {
            let angle = i as f64 / half as f64 * 20.0 * std::f64::consts::TAU;
            let radius = 1.0 + angle + out;
            [radius * libm::cos(angle), radius * libm::sin(angle)]
        };
        (0..half).map(|i| at(i, 3.0)).chain((0..half).rev().map(|i| at(i, 0.0))).collect()
    }

    fn comb(count: usize) -> Vec<[f64; 2]> {
        let teeth = (0..count - 2).rev().map(|i| [i as f64, if i.is_multiple_of(2) { 0.0 } else { 1000.0 }]);
        [[0.0, -1.0], [count as f64, -1.0]].into_iter().chain(teeth).collect()
    }

    /// An outline that goes around a hole by a bridge and back, as exporters write faces with holes.
    fn keyhole(count: usize) -> Vec<[f64; 2]> {
        let ring = |radius: f64| {
            star(count / 2 - 1).into_iter().map(move |[x, y]| [(x * radius).round(), (y * radius).round()])
        };
        let (outer, inner): (Vec<_>, Vec<_>) = (ring(1e6).collect(), ring(4e5).collect());
        let hole = inner[..1].iter().chain(inner.iter().rev());
        outer.iter().chain(&outer[..1]).chain(hole).copied().collect()
    }

    #[test]
    fn large_polygons_are_covered_once() {
        for count in [MANY - 2, MANY, 3 * MANY] {
            for shape in [star(count), spiral(count), comb(count), keyhole(count)] {
                let twice: f64 = shape
                    .windows(2)
                    .map(|edge| {
                        (edge[0][0] - shape[0][0]) * (edge[1][1] - shape[0][1])
                            - (edge[0][1] - shape[0][1]) * (edge[1][0] - shape[0][0])
                    })
                    .sum();
                for (turn, is_reversed) in [(0, false), (7, false), (count / 2, true)] {
                    let mut corners = shape.clone();
                    corners.rotate_left(turn);
                    if is_reversed {
                        corners.reverse();
                    }
                    let side = if is_reversed { -1.0 } else { 1.0 };
                    let areas: Vec<f64> = areas(&at(&corners)).into_iter().map(|area| area * side).collect();
                    assert!(areas.iter().all(|&area| area >= 0.0), "{count}: {areas:?}");
                    assert!((areas.iter().sum::<f64>() - twice).abs() <= 1e-12 * twice);
                    // No corner may be missing on an edge that another face has in parts.
                    assert!(count < MANY || areas.len() == corners.len() - 2);
                }
            }
        }
    }

    /// Holes in a row, in each other's way, and level with each other; in either sense.
    #[test]
    fn large_polygons_with_holes_are_covered_once() {
        let round = |[x, y]: [f64; 2], size: f64, count: usize| -> Vec<[f64; 2]> {
            star(count).into_iter().map(|[dx, dy]| [x + size * dx, y + size * dy]).collect()
        };
        let area_of = |ring: &[[f64; 2]]| {
            let cross = |edge: &[[f64; 2]]| {
                let [[ax, ay], [bx, by]] = [edge[0], edge[1]].map(|[x, y]| [x - ring[0][0], y - ring[0][1]]);
                ax * by - ay * bx
            };
            ring.windows(2).map(cross).sum::<f64>().abs()
        };
        let grid =
            (0..6).flat_map(|i| (0..6).map(move |j| [f64::from(i) * 4.0 - 10.0, f64::from(j) * 4.0 - 10.0]));
        let holes: [Vec<[f64; 2]>; 3] =
            [vec![[0.0, 0.0]], vec![[-5.0, 1.0], [5.0, 1.0], [0.0, 4.0]], grid.collect()];
        for centers in holes {
            for (turn, reversed) in
                [(0, [false, false]), (3, [true, false]), (8, [false, true]), (1, [true, true])]
            {
                let mut rings = vec![round([0.0, 0.0], 40.0, 2 * MANY)];
                rings.extend(centers.iter().map(|&center| round(center, 1.5, 100)));
                for (number, ring) in rings.iter_mut().enumerate() {
                    ring.rotate_left(turn);
                    if reversed[usize::from(number > 0)] {
                        ring.reverse();
                    }
                }
                let whole = area_of(&rings[0]) - rings[1..].iter().map(|ring| area_of(ring)).sum::<f64>();
                let begins: Vec<u32> = rings
                    .iter()
                    .scan(0, |begin, ring| {
                        *begin += ring.len() as u32;
                        Some(*begin)
                    })
                    .take(rings.len() - 1)
                    .collect();
                let points = rings.concat();
                let mut triangles = Vec::new();
                assert!(cut_large(&points, &begins, &mut triangles), "{} holes", centers.len());
                let corners = at(&points);
                let mut triangulator = Triangulator::default();
                let triangles = triangulator.triangulate(&corners, &begins).expect("holes within");
                let side = if reversed[0] { -1.0 } else { 1.0 };
                let area = |&[a, b, c]: &[usize; 3]| {
                    side * (corners[b] - corners[a]).cross(corners[c] - corners[a]).z
                };
                assert!(triangles.iter().all(|triangle| area(triangle) > 0.0));
                assert_eq!(triangles.len(), points.len() + 2 * centers.len() - 2);
                assert!((triangles.iter().map(area).sum::<f64>() - whole).abs() <= 1e-12 * whole);
            }
        }
    }

    #[test]
    fn large_polygons_that_cross_themselves_have_no_right_answer() {
        for shift in [3, 5, 1200] {
            let mut crossed = star(3 * MANY);
            crossed.swap(10, 10 + shift);
            assert_eq!(Triangulator::default().triangulate(&at(&crossed), &[]), None, "{shift}");
            crossed.reverse();
            assert_eq!(Triangulator::default().triangulate(&at(&crossed), &[]), None, "{shift}");
        }
    }

    #[test]
    fn polygons_without_area_stay_as_segments() {
        assert_eq!(areas(&at(&[[0.0, 0.0], [1.0, 0.0], [3.0, 0.0], [2.0, 0.0]])), [0.0, 0.0]);
    }
}
