//! The point of the convex hull of some points that is nearest to the origin, and across which direction, in
//! plain floats.
//!
//! Source: Wolfe, "Finding the nearest point in a polytope", Mathematical Programming 11, 1976. A few of the
//! points (the corral), independent of each other, have the nearest point of their hull strictly between
//! them; a point that lies further towards the origin joins them, and who then does not help any more leaves.

use super::Point;

/// What is nearest to the origin.
pub struct Nearest {
    /// Numbers of points, and how much of each; in all 1, up to roundings.
    pub parts: Vec<(usize, f64)>,
    /// Away from the origin, of length 1; none if it is among the points, as far as floats tell.
    pub direction: Option<Point>,
}

pub fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn cross(a: Point, b: Point) -> Point {
    std::array::from_fn(|i| a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3])
}

pub fn minus(a: Point, b: Point) -> Point {
    std::array::from_fn(|i| a[i] - b[i])
}

fn unit(a: Point) -> Option<Point> {
    let length = dot(a, a).sqrt();
    (length > 0.0).then(|| a.map(|part| part / length))
}

pub fn nearest(points: &[Point]) -> Nearest {
    let least = |score: &dyn Fn(Point) -> f64| {
        (0..points.len()).min_by(|&i, &j| score(points[i]).total_cmp(&score(points[j]))).unwrap_or(0)
    };
    let mut parts = vec![(least(&|point| dot(point, point)), 1.0)];
    let size = points.iter().map(|&point| dot(point, point).sqrt()).fold(0.0, f64::max);
    for _ in 0..100 {
        let Some(direction) = across(points, &parts) else { return Nearest { parts, direction: None } };
        let next = least(&|point| dot(direction, point));
        let ahead = dot(direction, points[parts[0].0]) - dot(direction, points[next]);
        if ahead <= 4.0 * f64::EPSILON * size || parts.iter().any(|&(known, _)| known == next) {
            return Nearest { parts, direction: Some(direction) };
        }
        let before = parts.clone();
        parts.push((next, 0.0));
        if tighten(points, &mut parts).is_none() {
            return Nearest { parts: before, direction: Some(direction) };
        }
    }
    Nearest { direction: across(points, &parts), parts }
}

/// Until the point of their affine hull that is nearest to the origin is strictly between them.
fn tighten(points: &[Point], parts: &mut Vec<(usize, f64)>) -> Option<()> {
    loop {
        let weights = foot(points, parts)?;
        if weights.iter().all(|&weight| weight > 0.0) {
            parts.iter_mut().zip(weights).for_each(|(part, weight)| part.1 = weight);
            return Some(());
        }
        // As far towards there as all weights allow.
        let ways = parts.iter().zip(&weights).enumerate().filter(|(_, (_, weight))| **weight <= 0.0);
        let (leaves, way) = ways
            .map(|(i, ((_, now), then))| (i, if *now > *then { now / (now - then) } else { 0.0 }))
            .min_by(|a, b| a.1.total_cmp(&b.1))?;
        parts.iter_mut().zip(weights).for_each(|(part, weight)| part.1 += way * (weight - part.1));
        parts.remove(leaves);
    }
}

/// The weights of the point of an affine hull that is nearest to the origin: least squares in the edges from
/// the first point, made perpendicular to each other one after the other (Gram–Schmidt), for they may be
/// nearly parallel.
fn foot(points: &[Point], parts: &[(usize, f64)]) -> Option<Vec<f64>> {
    let first = points[parts[0].0];
    let edges: Vec<Point> = parts[1..].iter().map(|&(i, _)| minus(points[i], first)).collect();
    let n = edges.len();
    let mut axes: Vec<Point> = Vec::new();
    let mut upper = [[0.0; 4]; 4];
    for (i, &edge) in edges.iter().enumerate() {
        let mut rest = edge;
        for _ in 0..2 {
            for (j, &axis) in axes.iter().enumerate() {
                let along = dot(axis, rest);
                upper[j][i] += along;
                rest = minus(rest, axis.map(|part| part * along));
            }
        }
        upper[i][i] = dot(rest, rest).sqrt();
        if upper[i][i] <= 1e-13 * dot(edge, edge).sqrt() {
            return None;
        }
        axes.push(rest.map(|part| part / upper[i][i]));
    }
    let mut weights = vec![0.0; n];
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| upper[i][j] * weights[j]).sum();
        weights[i] = (-dot(axes[i], first) - known) / upper[i][i];
    }
    Some([1.0 - weights.iter().sum::<f64>()].into_iter().chain(weights).collect())
}

/// From the origin to what is nearest, made exactly perpendicular to all edges: near the origin that itself
/// has few digits.
fn across(points: &[Point], parts: &[(usize, f64)]) -> Option<Point> {
    let nearest: Point =
        std::array::from_fn(|axis| parts.iter().map(|&(i, weight)| weight * points[i][axis]).sum());
    let edge = |i: usize| minus(points[parts[i].0], points[parts[0].0]);
    match parts.len() {
        1 => unit(nearest),
        2 => {
            let edge = unit(edge(1))?;
            let rest = |a: Point| minus(a, edge.map(|part| part * dot(a, edge)));
            unit(rest(unit(rest(nearest))?))
        }
        3 => {
            let normal = unit(cross(edge(1), edge(2)))?;
            let side = dot(normal, points[parts[0].0]);
            (side != 0.0).then(|| normal.map(|part| part * side.signum()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(points: &[Point]) -> (f64, Option<Point>) {
        let found = nearest(points);
        let point: Point =
            std::array::from_fn(|axis| found.parts.iter().map(|&(i, weight)| weight * points[i][axis]).sum());
        (dot(point, point).sqrt(), found.direction)
    }

    #[test]
    fn corners_edges_and_faces_are_found() {
        let tetrahedron = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let moved = |by: Point| tetrahedron.map(|point| std::array::from_fn(|axis| point[axis] + by[axis]));
        for (by, distance, direction) in [
            ([2.0, 0.0, 0.0], 2.0, [1.0, 0.0, 0.0]),
            ([-0.25, -0.25, 3.0], 3.0, [0.0, 0.0, 1.0]),
            ([3.0, 4.0, 0.5], 25.25_f64.sqrt(), [3.0, 4.0, 0.5]),
            ([3.0, 4.0, -0.5], 5.0, [3.0, 4.0, 0.0]),
            ([-0.2, -0.2, 1e-12], 1e-12, [0.0, 0.0, 1.0]),
        ] {
            let (found, normal) = at(&moved(by));
            assert!((found - distance).abs() < 1e-15 * (1.0 + distance), "{by:?}: {found}");
            let (normal, expected) = (normal.expect("apart"), unit(direction).expect("a direction"));
            assert!(dot(normal, expected) > 1.0 - 1e-15, "{by:?}: {normal:?}");
        }
        assert!(at(&moved([-0.1, -0.1, -0.1])).0 < 1e-15);
    }
}
