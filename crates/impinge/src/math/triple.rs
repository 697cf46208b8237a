//! Three `f64` as points and vectors of space, for what is computed in `f64` whatever the precision of the input.
//!
//! The order of the operations is part of the answers: products are added from x to z, and nothing is contracted.

/// Coordinates; in the plane the last is 0.
pub(crate) type Point = [f64; 3];

#[inline(always)]
pub(crate) fn sum(a: Point, b: Point) -> Point {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// From `b` to `a`.
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

/// Six times the volume of the tetrahedron that three vectors span; below 0 if they are a left-handed frame.
#[inline(always)]
pub(crate) fn determinant([x, y, z]: [Point; 3]) -> f64 {
    dot(x, cross(y, z))
}
