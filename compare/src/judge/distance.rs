//! How far apart two convex shapes are, in `f64`, with a proof.
//!
//! The iteration of Gilbert, Johnson and Keerthi, kept plain: the nearest point of a simplex is sought among
//! all its faces. It is trusted for nothing: every step yields two points, whose distance is an upper bound,
//! and a direction along which the shapes are apart, a lower bound. What is returned are these bounds.

/// A vector or point.
pub type V = [f64; 3];

/// A convex shape at its place.
#[derive(Clone, Debug)]
pub enum Solid {
    /// The hull of these points, and all within a radius of it: a capsule has two points, a ball one.
    Points(Vec<V>, f64),
    /// Axis of unit length; half height; radius.
    Cylinder(V, V, f64, f64),
    /// The same, with the apex at the end of the axis.
    Cone(V, V, f64, f64),
}

impl Solid {
    /// The farthest point along a direction, which need not have unit length.
    pub fn support(&self, along: V) -> V {
        match self {
            Solid::Points(points, radius) => {
                let mut best = points[0];
                for &point in points {
                    if dot(point, along) > dot(best, along) {
                        best = point;
                    }
                }
                let length = norm(along);
                if *radius > 0.0 && length > 0.0 { add(best, scale(along, radius / length)) } else { best }
            }
            Solid::Cylinder(center, axis, half, radius) => {
                let height = dot(*axis, along);
                let across = sub(along, scale(*axis, height));
                // Nearly along the axis, what is left has lost its digits: it must not lean along the axis
                // again.
                let across = sub(across, scale(*axis, dot(*axis, across)));
                let length = norm(across);
                let rim =
                    if length > 1e-15 * norm(along) { scale(across, radius / length) } else { [0.0; 3] };
                add(add(*center, scale(*axis, half.copysign(height))), rim)
            }
            Solid::Cone(center, axis, half, radius) => {
                let apex = add(*center, scale(*axis, *half));
                let base =
                    Solid::Cylinder(sub(*center, scale(*axis, *half)), *axis, 0.0, *radius).support(along);
                if dot(apex, along) >= dot(base, along) { apex } else { base }
            }
        }
    }
}

/// Where a ray from outside enters a shape, if it does: it goes on to the plane that parts the point reached
/// from the shape, again and again. The direction has unit length.
pub fn cast(origin: V, direction: V, solid: &Solid) -> Option<f64> {
    let (core, radius) = match solid {
        Solid::Points(points, radius) => (Solid::Points(points.clone(), 0.0), *radius),
        other => (other.clone(), 0.0),
    };
    let mut way = 0.0;
    for _ in 0..1000 {
        let point = Solid::Points(vec![add(origin, scale(direction, way))], 0.0);
        let (bounds, between) = separation(&point, &core);
        let gap = bounds[0] - radius;
        if gap < 1e-11 {
            return Some(way);
        }
        let toward = -dot(direction, between) / norm(between);
        if toward <= 0.0 {
            return None;
        }
        way += gap / toward;
    }
    Some(way)
}

/// Lower and upper bound of the distance; both 0 if the shapes overlap.
pub fn distance(a: &Solid, b: &Solid) -> [f64; 2] {
    // Round shapes are dealt with by their cores: that is exact, and the iteration ends.
    if let (Solid::Points(p, r), Solid::Points(q, s)) = (a, b)
        && r + s > 0.0
    {
        let cores = distance(&Solid::Points(p.clone(), 0.0), &Solid::Points(q.clone(), 0.0));
        return cores.map(|gap| (gap - r - s).max(0.0));
    }
    separation(a, b).0
}

/// The bounds, and the shortest way from the second shape to the first.
fn separation(a: &Solid, b: &Solid) -> ([f64; 2], V) {
    let difference = |along: V| sub(a.support(along), b.support(scale(along, -1.0)));
    let mut simplex = vec![difference([1.0, 0.0, 0.0])];
    let mut nearest = simplex[0];
    let (mut lower, mut upper) = (0.0_f64, f64::INFINITY);
    for _ in 0..500 {
        let length = norm(nearest);
        upper = upper.min(length);
        // Nothing is as near as that without meeting; a flat difference around the origin misses it by
        // rounding.
        if length < 1e-12 {
            return ([0.0, 0.0], nearest);
        }
        let next = difference(scale(nearest, -1.0));
        lower = lower.max(dot(next, nearest) / length);
        if upper - lower < 1e-14 || simplex.contains(&next) {
            break;
        }
        simplex.push(next);
        match nearest_to_origin(&simplex) {
            Some((point, kept)) => (nearest, simplex) = (point, kept),
            None => return ([0.0, 0.0], nearest),
        }
    }
    ([lower, upper], nearest)
}

/// The point of a simplex that is nearest to the origin, and the corners that span its face; `None` if the
/// origin is inside.
fn nearest_to_origin(simplex: &[V]) -> Option<(V, Vec<V>)> {
    let mut best = (simplex[0], vec![simplex[0]]);
    for subset in 1_u32..1 << simplex.len() {
        let corners: Vec<V> =
            (0..simplex.len()).filter(|i| subset >> i & 1 == 1).map(|i| simplex[i]).collect();
        if let Some(weights) = foot(&corners) {
            if corners.len() == 4 {
                return None;
            }
            let point =
                corners.iter().zip(&weights).fold([0.0; 3], |sum, (&p, &weight)| add(sum, scale(p, weight)));
            if norm(point) < norm(best.0) {
                best = (point, corners);
            }
        }
    }
    Some(best)
}

/// The weights of the corners at the foot of the perpendicular from the origin onto the space that they span,
/// if it lies within them: the solution of the normal equations.
fn foot(corners: &[V]) -> Option<Vec<f64>> {
    let (origin, rest) = corners.split_first()?;
    let edges: Vec<V> = rest.iter().map(|&p| sub(p, *origin)).collect();
    let n = edges.len();
    let mut rows: Vec<Vec<f64>> =
        edges.iter().map(|&e| edges.iter().map(|&f| dot(e, f)).chain([-dot(e, *origin)]).collect()).collect();
    let largest = edges.iter().map(|&edge| dot(edge, edge)).fold(0.0, f64::max);
    for column in 0..n {
        let pivot = (column..n).max_by(|&i, &j| rows[i][column].abs().total_cmp(&rows[j][column].abs()))?;
        rows.swap(column, pivot);
        // Flat but for rounding: a smaller face serves.
        if rows[column][column].abs() <= 1e-13 * largest {
            return None;
        }
        let pivot = rows[column].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(row, _)| *row != column) {
            let factor = row[column] / pivot[column];
            for (value, above) in row.iter_mut().zip(&pivot).skip(column) {
                *value -= factor * above;
            }
        }
    }
    let mut weights: Vec<f64> = (0..n).map(|i| rows[i][n] / rows[i][i]).collect();
    weights.insert(0, 1.0 - weights.iter().sum::<f64>());
    weights.iter().all(|&weight| weight >= 0.0).then_some(weights)
}

pub(super) fn dot(a: V, b: V) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn add(a: V, b: V) -> V {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(super) fn sub(a: V, b: V) -> V {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn scale(a: V, s: f64) -> V {
    a.map(|x| x * s)
}

pub(super) fn norm(a: V) -> f64 {
    dot(a, a).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(center: V) -> Solid {
        let corner =
            |i: usize| std::array::from_fn(|axis| center[axis] + if i >> axis & 1 == 1 { 1.0 } else { -1.0 });
        Solid::Points((0..8).map(corner).collect(), 0.0)
    }

    #[test]
    fn hand_worked_distances() {
        let close = |found: [f64; 2], expected: f64| {
            assert!(
                (found[0] - expected).abs() < 1e-9 && (found[1] - expected).abs() < 1e-9,
                "{found:?} {expected}"
            );
        };
        close(distance(&cube([0.0; 3]), &cube([4.0, 0.5, 0.0])), 2.0);
        close(distance(&cube([0.0; 3]), &cube([3.0, 3.0, 3.0])), 3f64.sqrt());
        close(distance(&cube([0.0; 3]), &cube([1.0, 0.3, -0.2])), 0.0);
        let capsule = |y: f64| Solid::Points(vec![[-5.0, y, 0.0], [5.0, y, 0.0]], 0.5);
        close(distance(&capsule(0.0), &capsule(3.0)), 2.0);
        let cylinder = |center: V| Solid::Cylinder(center, [0.0, 0.0, 1.0], 1.0, 1.0);
        close(distance(&cylinder([0.0; 3]), &cylinder([3.0, 4.0, 0.0])), 3.0);
        close(distance(&cylinder([0.0; 3]), &cylinder([0.3, 0.4, 3.0])), 1.0);
        close(distance(&cylinder([0.0; 3]), &cylinder([5.0, 0.0, 6.0])), 5.0);
        // The four corners of the difference of parallel segments lie in a plane.
        let segment = |y: f64, z: f64| Solid::Points(vec![[-1.0, y, z], [1.0, y, z]], 0.0);
        close(distance(&segment(0.0, 0.0), &segment(0.3, 0.4)), 0.5);
        // Segments in a plane that cross at odd angles.
        for i in 0..100 {
            let (sine, cosine) = libm::sincos(f64::from(i) * 0.7 + 0.1);
            let across = vec![[0.3 - cosine, 0.1 - sine, 0.0], [0.3 + cosine, 0.1 + sine, 0.0]];
            let crossed = (0.1 - 0.3 * sine / cosine).abs() < 1.0 && sine.abs() > 0.2;
            if crossed && (0.3 - 0.1 * cosine / sine).abs() < 0.9 {
                assert_eq!(distance(&segment(0.0, 0.0), &Solid::Points(across, 0.0)), [0.0, 0.0]);
            }
        }
    }

    #[test]
    fn bounds_are_tight_for_round_shapes() {
        let mut random = crate::workload::random::SplitMix64::new(1);
        for _ in 0..200 {
            let mut cylinder =
                |center: V| Solid::Cylinder(center, random.direction_3d().map(f64::from), 0.5, 0.4);
            let (a, b) = (cylinder([0.0; 3]), cylinder([1.0, 0.5, 0.3]));
            let [lower, upper] = distance(&a, &b);
            assert!(upper - lower < 1e-7, "{lower} {upper} {a:?} {b:?}");
        }
    }

    #[test]
    fn rays_enter_where_they_should() {
        let z = [0.0, 0.0, -1.0];
        let hit = |origin: V, solid: &Solid| cast(origin, z, solid);
        let near = |found: Option<f64>, expected: f64| found.is_some_and(|way| (way - expected).abs() < 1e-9);
        assert!(near(hit([0.2, 0.3, 5.0], &cube([0.0; 3])), 4.0));
        assert_eq!(hit([1.2, 0.3, 5.0], &cube([0.0; 3])), None);
        let up = [0.0, 0.0, 1.0];
        assert!(near(hit([0.5, 0.0, 5.0], &Solid::Cone([0.0; 3], up, 1.0, 1.0)), 5.0));
        let ball = Solid::Points(vec![[0.0; 3]], 1.0);
        assert!(near(hit([0.6, 0.0, 5.0], &ball), 4.2));
        assert_eq!(hit([1.01, 0.0, 5.0], &ball), None);
    }
}
