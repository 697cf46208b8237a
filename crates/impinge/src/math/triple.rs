//! Points and vectors of three `f64`, for computations in `f64` whatever the precision of the input.
//!
//! Results depend on the order of the operations: products are added from x to z, without fused multiply-add.

/// Coordinates; in 2D the last is 0.
pub(crate) type Point = [f64; 3];

#[inline(always)]
pub(crate) fn sum(a: Point, b: Point) -> Point {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// Returns the vector from `b` to `a`.
#[inline(always)]
pub(crate) fn difference(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
pub(crate) fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
pub(crate) fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Returns six times the signed volume of the tetrahedron of three vectors; negative for a left-handed frame.
#[inline(always)]
pub(crate) fn determinant([x, y, z]: [Point; 3]) -> f64 {
    dot(x, cross(y, z))
}
