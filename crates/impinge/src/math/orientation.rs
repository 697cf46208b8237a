//! Exact orientation of a point relative to a line or plane.
//!
//! The orientation is the sign of a determinant of differences. A floating-point filter decides nearly every
//! case (Shewchuk 1997, §4.3: the first stage of `orient2d` and `orient3d`). Otherwise the adaptive predicate
//! of the `robust` crate decides, which is exact while nothing underflows or overflows. For coordinates of
//! extreme size, the exact numbers of this crate decide.

use std::cmp::Ordering;

use super::exact::{self, Coordinates, Number, Question};

const EPSILON: f64 = f64::EPSILON / 2.0;
/// Shewchuk's error bounds of the rounded determinants, relative to the permanent.
const ERROR_2D: f64 = (3.0 + 16.0 * EPSILON) * EPSILON;
const ERROR_3D: f64 = (7.0 + 56.0 * EPSILON) * EPSILON;
/// With a permanent below this (in 3D: times the largest height), a product may have underflowed by more than
/// the error bounds allow.
const MIN_PERMANENT: f64 = 1e-280;

/// Returns whether a product of three differences of the coordinates neither underflows nor overflows, to the
/// last digit: multiples of 2⁻²⁰⁰⁻⁵² below 2³⁰⁰.
fn in_range<const N: usize>(points: [&[f64]; N]) -> bool {
    let (least, most) = (2f64.powi(-200), 2f64.powi(300));
    points.into_iter().flatten().all(|&x| x == 0.0 || (least..most).contains(&x.abs()))
}

fn sign(value: f64) -> Ordering {
    value.partial_cmp(&0.0).unwrap_or(Ordering::Equal)
}

/// Returns the side of the line through `a` and `b` on which `c` lies, exactly for all finite coordinates.
///
/// - [`Ordering::Greater`]: to the left, where a, b, c turn counter-clockwise.
/// - [`Ordering::Equal`]: on the line.
/// - [`Ordering::Less`]: to the right.
///
/// ```
/// use impinge::math::orientation_2d;
/// use std::cmp::Ordering;
/// assert_eq!(orientation_2d([0.0, 0.0], [1.0, 0.0], [0.5, 1e-300]), Ordering::Greater);
/// assert_eq!(orientation_2d([0.1, 0.1], [0.2, 0.2], [0.3, 0.3]), Ordering::Equal);
/// ```
pub fn orientation_2d(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> Ordering {
    let left = (a[0] - c[0]) * (b[1] - c[1]);
    let right = (a[1] - c[1]) * (b[0] - c[0]);
    let determinant = left - right;
    let permanent = left.abs() + right.abs();
    if permanent > MIN_PERMANENT && determinant.abs() > ERROR_2D * permanent {
        return sign(determinant);
    }
    orientation_2d_exact([a, b, c])
}

#[cold]
fn orientation_2d_exact([a, b, c]: [[f64; 2]; 3]) -> Ordering {
    // Shared corners: two coincident points turn neither way.
    if a == b || b == c || c == a {
        return Ordering::Equal;
    }
    if in_range([&a, &b, &c]) {
        let coordinate = |p: [f64; 2]| robust::Coord { x: p[0], y: p[1] };
        return sign(robust::orient2d(coordinate(a), coordinate(b), coordinate(c)));
    }
    exact::decide(&OrientationSign([
        [a[0], a[1], 0.0],
        [b[0], b[1], 0.0],
        [c[0], c[1], 0.0],
        [c[0], c[1], -1.0],
    ]))
}

/// Returns the side of the plane through `a`, `b` and `c` on which `d` lies, exactly for all finite
/// coordinates.
///
/// - [`Ordering::Greater`]: seen from `d`, a, b, c turn clockwise.
/// - [`Ordering::Equal`]: in the plane.
/// - [`Ordering::Less`]: seen from `d`, a, b, c turn counter-clockwise.
///
/// ```
/// use impinge::math::orientation_3d;
/// use std::cmp::Ordering;
/// let floor = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// let side = |d| orientation_3d(floor[0], floor[1], floor[2], d);
/// assert_eq!(side([0.0, 0.0, -1.0]), Ordering::Greater);
/// assert_eq!(side([7.0, 7.0, 0.0]), Ordering::Equal);
/// assert_eq!(side([7.0, 7.0, 1e-200]), Ordering::Less);
/// ```
#[inline]
pub fn orientation_3d(a: [f64; 3], b: [f64; 3], c: [f64; 3], d: [f64; 3]) -> Ordering {
    let [ad, bd, cd] = [a, b, c].map(|p| [p[0] - d[0], p[1] - d[1], p[2] - d[2]]);
    let (bc, cb) = (bd[0] * cd[1], cd[0] * bd[1]);
    let (ca, ac) = (cd[0] * ad[1], ad[0] * cd[1]);
    let (ab, ba) = (ad[0] * bd[1], bd[0] * ad[1]);
    let determinant = ad[2] * (bc - cb) + bd[2] * (ca - ac) + cd[2] * (ab - ba);
    let permanent = (bc.abs() + cb.abs()) * ad[2].abs()
        + (ca.abs() + ac.abs()) * bd[2].abs()
        + (ab.abs() + ba.abs()) * cd[2].abs();
    let height = 1.0 + ad[2].abs() + bd[2].abs() + cd[2].abs();
    if permanent > MIN_PERMANENT * height && determinant.abs() > ERROR_3D * permanent {
        return sign(determinant);
    }
    orientation_3d_exact([a, b, c, d])
}

#[cold]
fn orientation_3d_exact(points: [[f64; 3]; 4]) -> Ordering {
    // Walls and floors: points in an axis-aligned plane need no more digits.
    let [first, rest @ ..] = &points;
    if (0..3).any(|axis| rest.iter().all(|point| point[axis] == first[axis])) {
        return Ordering::Equal;
    }
    // Shared corners: three points are always coplanar.
    if (0..3).any(|i| points[i + 1..].contains(&points[i])) {
        return Ordering::Equal;
    }
    // Extrusions: two parallel lines along an axis are always coplanar.
    let are_on_two_lines = |[x, y]: [usize; 2]| {
        let line = |point: &[f64; 3]| [point[x], point[y]];
        let first_line = line(first);
        let mut others = rest.iter().map(line).filter(|other| *other != first_line);
        others.next().is_none_or(|second| others.all(|other| other == second))
    };
    if [[0, 1], [1, 2], [2, 0]].into_iter().any(are_on_two_lines) {
        return Ordering::Equal;
    }
    if in_range([&points[0], &points[1], &points[2], &points[3]]) {
        let [a, b, c, d] = points.map(|p| robust::Coord3D { x: p[0], y: p[1], z: p[2] });
        return sign(robust::orient3d(a, b, c, d));
    }
    exact::decide(&OrientationSign(points))
}

/// Returns the sign of the determinant of (a − d, b − d, c − d).
struct OrientationSign([[f64; 3]; 4]);

impl Question for OrientationSign {
    type Answer = Ordering;
    fn answer<N: Number>(&self) -> Result<Ordering, N::Doubt> {
        let [a, b, c, d]: [Coordinates<N>; 4] = self.0.map(exact::vector);
        let [a, b, c] = [a, b, c].map(|p| exact::difference(&p, &d));
        exact::dot(&a, &exact::cross(&b, &c)).sign()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn near_plane() -> impl Strategy<Value = [[f64; 3]; 4]> {
        let coordinate = (-3i32..=3, -1i64..=1, 0usize..4).prop_map(|(whole, ulp, scale)| {
            let x = f64::from(whole) / 3.0 * [1.0, 1e-3, 1e250, 1e-250][scale];
            f64::from_bits((x.to_bits() as i64 + if whole == 0 { 0 } else { ulp }) as u64)
        });
        // Coordinates that points share, as do corners of boxes and extrusions.
        let copies = prop::collection::vec((0usize..4, 0usize..4, 0usize..3), 0..9);
        let points = prop::array::uniform4(prop::array::uniform3(coordinate));
        (points, copies).prop_map(|(mut points, copies)| {
            for (from, to, axis) in copies {
                points[to][axis] = points[from][axis];
            }
            points
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(impinge_tests::demand::random_cases(20_000)))]

        #[test]
        fn filter_and_robust_agree_with_exact_numbers(points in near_plane()) {
            let [a, b, c, d] = points;
            prop_assert_eq!(orientation_3d(a, b, c, d), exact::decide(&OrientationSign(points)));
            let flat = |p: [f64; 3]| [p[0], p[1]];
            let turn = orientation_2d(flat(a), flat(b), flat(c));
            prop_assert_eq!(orientation_2d(flat(b), flat(a), flat(c)), turn.reverse());
            let lifted = [flat(a), flat(b), flat(c), flat(c)].map(|p| [p[0], p[1], 0.0]);
            let mut lifted = lifted;
            lifted[3][2] = -1.0;
            prop_assert_eq!(exact::decide(&OrientationSign(lifted)), turn);
        }
    }

    #[test]
    fn extreme_coordinates_are_decided() {
        let huge = 1e308;
        let corner = [[huge, 0.0, 0.0], [0.0, huge, 0.0], [0.0, 0.0, huge]];
        assert_eq!(orientation_3d(corner[0], corner[1], corner[2], [0.0; 3]), Ordering::Greater);
        let tiny = 5e-324;
        let corner = [[tiny, 0.0, 0.0], [0.0, tiny, 0.0], [0.0, 0.0, tiny]];
        assert_eq!(orientation_3d(corner[0], corner[1], corner[2], [0.0; 3]), Ordering::Greater);
        assert_eq!(orientation_2d([tiny, 0.0], [0.0, tiny], [0.0, 0.0]), Ordering::Greater);
    }
}
