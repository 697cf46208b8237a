//! Coordinates of the ends of segments, in `f64`.
//!
//! An end is computed from the features that contain it, not from the triangles that found it, so it has the
//! same coordinates for all of them. It lies on its edge up to rounding, however poorly its position along
//! the edge is conditioned.

use crate::math::triple::{Point, cross, difference, dot};

/// Returns the crossing of an edge and a face.
pub(super) fn edge_face_point(edge: [Point; 2], face: [Point; 3]) -> Point {
    let [start, end, a, b, c] = scale_to_unit([edge[0], edge[1], face[0], face[1], face[2]]);
    let normal = cross(difference(b, a), difference(c, a));
    let [above, below] = [start, end].map(|point| dot(difference(point, a), normal));
    interpolate_edge(edge, above / (above - below))
}

/// Returns the crossing of two edges, the same for either order.
pub(super) fn edge_edge_point(edges: [[Point; 2]; 2]) -> Point {
    let [[a, a_end], [b, b_end]] = edges;
    let [a, a_end, b, b_end] = scale_to_unit([a, a_end, b, b_end]);
    let (along_a, along_b, apart) = (difference(a_end, a), difference(b_end, b), difference(a, b));
    let (aa, bb, ab) = (dot(along_a, along_a), dot(along_b, along_b), dot(along_a, along_b));
    let (ac, bc) = (dot(along_a, apart), dot(along_b, apart));
    let determinant = aa * bb - ab * ab;
    let point_a = interpolate_edge(edges[0], (ab * bc - ac * bb) / determinant);
    let point_b = interpolate_edge(edges[1], (aa * bc - ab * ac) / determinant);
    std::array::from_fn(|axis| point_a[axis] * 0.5 + point_b[axis] * 0.5)
}

/// Returns the point at a share of the way along an edge; the middle, if the share is NaN.
fn interpolate_edge([start, end]: [Point; 2], share: f64) -> Point {
    let share = if share.is_nan() { 0.5 } else { share.clamp(0.0, 1.0) };
    std::array::from_fn(|axis| start[axis] * (1.0 - share) + end[axis] * share)
}

/// Scales all points by a power of two, so that the largest coordinate is between ½ and 1 and products
/// neither overflow nor underflow.
fn scale_to_unit<const N: usize>(points: [Point; N]) -> [Point; N] {
    let largest = points.iter().flatten().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    let exponent = -libm::frexp(largest).1;
    points.map(|point| point.map(|x| libm::ldexp(x, exponent)))
}
