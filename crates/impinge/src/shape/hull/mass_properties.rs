//! Normals, centre and size of a hull.
//!
//! Computed in `f64`, at a scale where nothing overflows.

use crate::math::exact::two_sum;
use crate::math::orientation_2d;
use crate::math::triple::{Point, cross, difference, dot};

/// Returns a power of two that scales numbers up to `largest` to about 1.
pub(in crate::shape) fn scale_for(largest: f64) -> f64 {
    // From the bits of the exponent, because every face needs it.
    let exponent = largest.to_bits() >> 52;
    if (100..1900).contains(&exponent) {
        return f64::from_bits((2045 - exponent) << 52);
    }
    let (_, exponent) = libm::frexp(largest);
    if largest == 0.0 { 1.0 } else { libm::ldexp(1.0, (-exponent).clamp(-1000, 1000)) }
}

/// Returns the unit normal of a side of a polygon that lies on the left of it.
pub(super) fn side_normal(from: Point, to: Point) -> Point {
    let along = normalized(difference(to, from));
    [along[1], -along[0], 0.0]
}

/// Returns the unit normal of a face, towards the side from which its loop is counter-clockwise. It is the
/// sum of the cross products of a fan of triangles: twice the area of the projection on each coordinate plane
/// (Newell).
///
/// Slivers, in which the products nearly cancel, are summed again with full precision.
pub(super) fn face_normal(corners: impl Iterator<Item = Point> + Clone) -> Point {
    let mut rest = corners.clone();
    let Some(origin) = rest.next() else { return [0.0; 3] };
    let size = rest.clone().flat_map(|p| difference(p, origin)).fold(0.0, |size: f64, x| size.max(x.abs()));
    let scale = scale_for(size);
    let spokes = rest.map(|p| difference(p, origin).map(|x| x * scale));
    let (mut normal, mut permanent) = ([0.0; 3], 0.0f64);
    for (u, v) in spokes.clone().zip(spokes.skip(1)) {
        for (i, part) in normal.iter_mut().enumerate() {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            *part += u[j] * v[k] - u[k] * v[j];
            permanent += (u[j] * v[k]).abs() + (u[k] * v[j]).abs();
        }
    }
    if largest(normal) > permanent / 64.0 {
        return normalized(normal);
    }
    normal = sliver_normal(corners.clone(), scale);
    if largest(normal) > 0.0 { normalized(normal) } else { needle_normal(corners) }
}

/// The same without cancellation: differences and products are split into a rounded part and the error, and
/// all parts are summed as if with four times the digits (Ogita, Rump, Oishi, "Accurate sum and dot product",
/// 2005, SumK).
#[cold]
fn sliver_normal(corners: impl Iterator<Item = Point> + Clone, scale: f64) -> Point {
    let mut rest = corners;
    let Some(origin) = rest.next() else { return [0.0; 3] };
    let spokes = rest.map(|p| [0, 1, 2].map(|i| two_difference(p[i], origin[i]).map(|part| part * scale)));
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let mut parts = Vec::new();
        for (u, v) in spokes.clone().zip(spokes.clone().skip(1)) {
            for (a, b, sign) in [(u[j], v[k], 1.0), (u[k], v[j], -1.0)] {
                for (a, b) in [(a[0], b[0]), (a[0], b[1]), (a[1], b[0]), (a[1], b[1])] {
                    parts.extend(two_product(a, b).map(|part| sign * part));
                }
            }
        }
        for _ in 0..3 {
            for i in 1..parts.len() {
                let (sum, error) = two_sum(parts[i], parts[i - 1]);
                (parts[i], parts[i - 1]) = (sum, error);
            }
        }
        parts.iter().sum()
    })
}

/// Returns the normal of a face so thin that even its area underflows. The face resembles a segment, and a
/// unit vector perpendicular to it is a normal up to rounding. The exact signs of the coordinates of the
/// normal decide the side.
#[cold]
fn needle_normal(corners: impl Iterator<Item = Point> + Clone) -> Point {
    let mut rest = corners;
    let (Some(a), Some(b), Some(c)) = (rest.next(), rest.next(), rest.next()) else { return [0.0; 3] };
    let signs = std::array::from_fn(|i| {
        let [a, b, c] = [a, b, c].map(|p| [p[(i + 1) % 3], p[(i + 2) % 3]]);
        f64::from(orientation_2d(a, b, c) as i8)
    });
    let sides = [difference(b, a), difference(c, b), difference(a, c)];
    let longest = sides.into_iter().max_by(|a, b| largest(*a).total_cmp(&largest(*b))).unwrap_or_default();
    let along = normalized(longest);
    let part = dot(signs, along);
    normalized(std::array::from_fn(|i| signs[i] - part * along[i]))
}

/// Returns the planes of faces: normals, and the extents of the faces along them from the centre. Normals are
/// rounded: the highest corner keeps the whole face below the plane.
pub(super) fn planes<'a>(
    vertices: &[Point],
    center: Point,
    normals: &[Point],
    faces: impl Iterator<Item = &'a [u32]>,
) -> Vec<(Point, f64)> {
    let height = |(&normal, face): (&Point, &[u32])| {
        let heights = face.iter().map(|&corner| dot(normal, difference(vertices[corner as usize], center)));
        (normal, heights.fold(f64::NEG_INFINITY, f64::max))
    };
    normals.iter().zip(faces).map(height).collect()
}

fn two_difference(a: f64, b: f64) -> [f64; 2] {
    let (difference, error) = two_sum(a, -b);
    [difference, error]
}

/// Returns a · b as rounded product and exact error (Dekker 1971).
fn two_product(a: f64, b: f64) -> [f64; 2] {
    /// Splits a number into two halves of 26 digits.
    fn split(a: f64) -> [f64; 2] {
        let c = 134_217_729.0 * a;
        let high = c - (c - a);
        [high, a - high]
    }
    let product = a * b;
    let ([a, a_low], [b, b_low]) = (split(a), split(b));
    [product, a_low * b_low - (((product - a * b) - a_low * b) - a * b_low)]
}

fn largest(a: Point) -> f64 {
    a[0].abs().max(a[1].abs()).max(a[2].abs())
}

/// Returns the direction of a vector of any length; zero for zero.
fn normalized(a: Point) -> Point {
    // Twice, because a vector below 2⁻¹⁰⁰⁰ does not reach 1 at once.
    let a = a.map(|x| x * scale_for(largest(a)));
    let a = a.map(|x| x * scale_for(largest(a)));
    let length = dot(a, a).sqrt();
    if length == 0.0 { a } else { a.map(|x| x / length) }
}

/// Size and centroid.
pub(super) struct Mass {
    /// Length, area or volume, according to the dimension.
    pub(super) size: f64,
    pub(super) center: Point,
}

/// Returns the mass of a hull in 2D (`faces` are sides) or in 3D: the sum over the simplices that a vertex
/// spans with all others.
pub(super) fn mass<'a>(dimension: usize, vertices: &[Point], faces: impl Iterator<Item = &'a [u32]>) -> Mass {
    let at = |vertex: u32| vertices[vertex as usize];
    let count = vertices.len() as f64;
    let mean = vertices.iter().fold([0.0; 3], |sum, p| std::array::from_fn(|i| sum[i] + p[i] / count));
    let origin = vertices[0];
    let (mut size, mut moment) = (0.0, [0.0; 3]);
    let mut add = |part: f64, corners: &[Point]| {
        size += part;
        for i in 0..3 {
            let sum: f64 = corners.iter().map(|p| p[i] - origin[i]).sum();
            moment[i] += part * sum / (dimension + 1) as f64;
        }
    };
    match dimension {
        1 => {
            let along = difference(vertices[1], origin);
            return Mass { size: dot(along, along).sqrt(), center: mean };
        }
        2 => {
            let mut whole = [0.0; 3];
            for pair in vertices[1..].windows(2) {
                let area = cross(difference(pair[0], origin), difference(pair[1], origin));
                whole = std::array::from_fn(|i| whole[i] + area[i]);
            }
            // All triangles face the same way, along this axis most.
            let axis = if whole[2].abs() >= whole[0].abs().max(whole[1].abs()) {
                2
            } else {
                usize::from(whole[1].abs() >= whole[0].abs())
            };
            let slant = dot(whole, whole).sqrt() / whole[axis].abs();
            for pair in vertices[1..].windows(2) {
                let area = cross(difference(pair[0], origin), difference(pair[1], origin))[axis].abs();
                add(area * slant, &[pair[0], pair[1]]);
            }
        }
        3 => {
            for face in faces {
                let [first, rest @ ..] = face else { continue };
                for pair in rest.windows(2) {
                    let [a, b, c] = [at(*first), at(pair[0]), at(pair[1])];
                    let [u, v, w] = [a, b, c].map(|p| difference(p, origin));
                    add(dot(cross(u, v), w).max(0.0), &[a, b, c]);
                }
            }
        }
        _ => {}
    }
    // The simplices were measured by their determinants.
    let determinant = size;
    let size = size / if dimension == 3 { 6.0 } else { 2.0 };
    let center = std::array::from_fn(|i| origin[i] + moment[i] / determinant);
    // Slivers may have a size that rounding removes.
    let is_usable = size > 0.0 && center.iter().all(|x: &f64| x.is_finite());
    Mass { size: if is_usable { size } else { 0.0 }, center: if is_usable { center } else { mean } }
}
