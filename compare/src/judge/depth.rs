//! How deep two convex shapes are in each other, in `f64`: the length of the least translation that parts
//! them.
//!
//! For polytopes that length is found along a normal of a face, or along the normal of two edges that form a
//! face of the Minkowski difference: exactly those whose arcs on the sphere of normals cross.
//! Source: Gregorius, "The Separating Axis Test between Convex Polyhedra", GDC 2013.
//! For other shapes the least overlap over all directions is sought by trying many and improving the best.

use super::distance::{Solid, V, add, dot, norm, scale, sub};
use crate::workload::random::SplitMix64;

/// A polytope at its place.
#[derive(Clone, Debug, Default)]
pub struct Polytope {
    /// Its corners.
    pub points: Vec<V>,
    /// Its faces: unit normals outwards, and a corner of each.
    pub faces: Vec<(V, usize)>,
    /// Its edges: both ends, and the faces on both sides.
    pub edges: Vec<[usize; 4]>,
}

impl Polytope {
    /// The hull of points in general position (no four of them in a plane), by trying all triples.
    pub fn hull(points: Vec<V>) -> Self {
        let n = points.len();
        let mut faces = Vec::new();
        let mut sides = std::collections::BTreeMap::<[usize; 2], Vec<usize>>::new();
        for i in 0..n {
            for j in i + 1..n {
                for k in j + 1..n {
                    let normal = cross(sub(points[j], points[i]), sub(points[k], points[i]));
                    let offset = dot(normal, points[i]);
                    let side = |positive: bool| {
                        (0..n).all(|m| {
                            m == i || m == j || m == k || (dot(normal, points[m]) > offset) == positive
                        })
                    };
                    let normal = match (side(false), side(true)) {
                        (true, _) => normal,
                        (_, true) => scale(normal, -1.0),
                        _ => continue,
                    };
                    for edge in [[i, j], [j, k], [i, k]] {
                        sides.entry(edge).or_default().push(faces.len());
                    }
                    faces.push((scale(normal, 1.0 / norm(normal)), i));
                }
            }
        }
        let edges = sides.iter().map(|([a, b], faces)| [*a, *b, faces[0], faces[faces.len() - 1]]).collect();
        Polytope { points, faces, edges }
    }

    /// A box around the origin.
    pub fn cuboid(half: V) -> Self {
        let corner =
            |i: usize| std::array::from_fn(|axis| if i >> axis & 1 == 1 { half[axis] } else { -half[axis] });
        let face = |f: usize| {
            let mut normal = [0.0; 3];
            normal[f / 2] = if f % 2 == 1 { 1.0 } else { -1.0 };
            (normal, if f % 2 == 1 { 7 } else { 0 })
        };
        let mut edges = Vec::new();
        for axis in 0..3 {
            let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
            for bits in 0..4 {
                let (at_u, at_v) = (bits & 1, bits >> 1);
                let start = (at_u << u) | (at_v << v);
                edges.push([start, start | 1 << axis, 2 * u + at_u, 2 * v + at_v]);
            }
        }
        Polytope { points: (0..8).map(corner).collect(), faces: (0..6).map(face).collect(), edges }
    }

    /// Moved and turned.
    pub fn at(&self, turn: impl Fn(V) -> V, center: V) -> Self {
        Polytope {
            points: self.points.iter().map(|&point| add(turn(point), center)).collect(),
            faces: self.faces.iter().map(|&(normal, corner)| (turn(normal), corner)).collect(),
            edges: self.edges.clone(),
        }
    }

    fn reach(&self, along: V) -> f64 {
        self.points.iter().map(|&point| dot(point, along)).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// The depth of overlapping polytopes (for others it is not negative, but means little).
pub fn of_polytopes(a: &Polytope, b: &Polytope) -> f64 {
    let mut least = f64::INFINITY;
    for (one, other) in [(a, b), (b, a)] {
        for &(normal, corner) in &one.faces {
            least = least.min(dot(normal, one.points[corner]) + other.reach(scale(normal, -1.0)));
        }
    }
    for &[a0, a1, left, right] in &a.edges {
        let (p, q) = (a.faces[left].0, a.faces[right].0);
        let across_a = cross(p, q);
        for &[b0, b1, left, right] in &b.edges {
            // The faces of the second shape, mirrored: those of minus that shape.
            let (r, s) = (scale(b.faces[left].0, -1.0), scale(b.faces[right].0, -1.0));
            let across_b = cross(r, s);
            let (r_side, s_side) = (dot(r, across_a), dot(s, across_a));
            let (p_side, q_side) = (dot(p, across_b), dot(q, across_b));
            // Each arc crosses the great circle of the other, and on the same hemisphere.
            if r_side * s_side >= 0.0 || p_side * q_side >= 0.0 || r_side * q_side <= 0.0 {
                continue;
            }
            let mut normal = cross(sub(a.points[a1], a.points[a0]), sub(b.points[b1], b.points[b0]));
            let length = norm(normal);
            if length < 1e-12 {
                continue;
            }
            normal = scale(normal, 1.0 / length);
            // Outwards of the first shape: on the side of its faces' normals.
            if dot(normal, add(p, q)) < 0.0 {
                normal = scale(normal, -1.0);
            }
            least = least.min(dot(normal, sub(a.points[a0], b.points[b0])));
        }
    }
    least
}

/// The depth of overlapping convex polygons or segments in the plane: along a normal of an edge.
pub fn of_polygons(a: &[V], b: &[V]) -> f64 {
    let mut least = f64::INFINITY;
    for (one, other) in [(a, b), (b, a)] {
        for (i, &start) in one.iter().enumerate() {
            let along = sub(one[(i + 1) % one.len()], start);
            let normal = scale([along[1], -along[0], 0.0], 1.0 / norm(along));
            let reach =
                |points: &[V], way: V| points.iter().map(|&p| dot(p, way)).fold(f64::NEG_INFINITY, f64::max);
            least = least.min(reach(one, normal) + reach(other, scale(normal, -1.0)));
        }
    }
    least
}

/// The depth of other overlapping shapes, by search; never too small but for rounding.
pub fn of_solids(a: &Solid, b: &Solid) -> f64 {
    let overlap = |along: V| dot(along, a.support(along)) - dot(along, b.support(scale(along, -1.0)));
    let mut random = SplitMix64::new(30);
    let mut starts: Vec<(f64, V)> =
        directions(a, b).into_iter().map(|along| (overlap(along), along)).collect();
    starts.sort_by(|one, other| one.0.total_cmp(&other.0));
    starts.truncate(6);
    let mut least = f64::INFINITY;
    for (mut depth, mut along) in starts {
        let mut step = 0.1;
        while step > 1e-10 {
            let mut improved = false;
            // In random directions, since the function has creases along which fixed ones would get stuck.
            for _ in 0..24 {
                let tried = add(along, scale(random.direction_3d().map(f64::from), step));
                let tried = scale(tried, 1.0 / norm(tried));
                let found = overlap(tried);
                if found < depth {
                    (depth, along, improved) = (found, tried, true);
                    break;
                }
            }
            step *= if improved { 1.5 } else { 0.7 };
        }
        least = least.min(depth);
    }
    axes(a, b).iter().map(|&axis| least_across(axis, &overlap)).fold(least, f64::min)
}

/// The least overlap along directions square to an axis: for cylinders a crease, which the search in all
/// directions only comes near to.
fn least_across(axis: V, overlap: &impl Fn(V) -> f64) -> f64 {
    const SAMPLES: usize = 128;
    let aside = if axis[0].abs() < 0.7 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
    let u = cross(axis, aside);
    let u = scale(u, 1.0 / norm(u));
    let v = cross(axis, u);
    let at = |angle: f64| {
        let (sine, cosine) = libm::sincos(angle);
        overlap(add(scale(u, cosine), scale(v, sine)))
    };
    let step = std::f64::consts::TAU / SAMPLES as f64;
    let samples: Vec<f64> = (0..SAMPLES).map(|i| at(i as f64 * step)).collect();
    (0..SAMPLES)
        .filter(|&i| {
            samples[i] <= samples[(i + 1) % SAMPLES] && samples[i] <= samples[(i + SAMPLES - 1) % SAMPLES]
        })
        .map(|i| {
            // Thirds: there is one minimum between the neighbours.
            let (mut low, mut high) = ((i as f64 - 1.0) * step, (i as f64 + 1.0) * step);
            for _ in 0..80 {
                let third = (high - low) / 3.0;
                if at(low + third) < at(high - third) { high -= third } else { low += third }
            }
            at((low + high) / 2.0)
        })
        .fold(f64::INFINITY, f64::min)
}

/// Directions all over the sphere (a Fibonacci lattice), and those that cylinders favour.
fn directions(a: &Solid, b: &Solid) -> Vec<V> {
    const COUNT: usize = 400;
    let golden = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    let mut directions: Vec<V> = (0..COUNT)
        .map(|i| {
            let z = 1.0 - (2 * i + 1) as f64 / COUNT as f64;
            let (sine, cosine) = libm::sincos(golden * i as f64);
            let radius = (1.0 - z * z).sqrt();
            [radius * cosine, radius * sine, z]
        })
        .collect();
    let axes = axes(a, b);
    if let [one, other] = axes[..] {
        let normal = cross(one, other);
        let length = norm(normal);
        if length > 1e-9 {
            directions.extend([scale(normal, 1.0 / length), scale(normal, -1.0 / length)]);
        }
    }
    directions.extend(axes.iter().flat_map(|&axis| [axis, scale(axis, -1.0)]));
    directions
}

/// The axes of cylinders.
fn axes(a: &Solid, b: &Solid) -> Vec<V> {
    let axis = |solid: &&Solid| match solid {
        Solid::Cylinder(_, axis, ..) => Some(*axis),
        Solid::Points(..) | Solid::Cone(..) => None,
    };
    [a, b].iter().filter_map(axis).collect()
}

fn cross(a: V, b: V) -> V {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_have_the_topology_of_hulls() {
        let cuboid = Polytope::cuboid([1.0, 2.0, 3.0]);
        assert_eq!((cuboid.points.len(), cuboid.faces.len(), cuboid.edges.len()), (8, 6, 12));
        for &[a, b, left, right] in &cuboid.edges {
            for face in [left, right] {
                let (normal, corner) = cuboid.faces[face];
                let offset = dot(normal, cuboid.points[corner]);
                assert_eq!([dot(normal, cuboid.points[a]), dot(normal, cuboid.points[b])], [offset; 2]);
            }
        }
    }

    #[test]
    fn hulls_obey_euler() {
        let mut random = SplitMix64::new(1);
        let hull = Polytope::hull((0..20).map(|_| random.direction_3d().map(f64::from)).collect());
        assert_eq!((hull.faces.len(), hull.edges.len()), (36, 54));
    }

    #[test]
    fn the_search_confirms_the_exact_depth() {
        let mut random = SplitMix64::new(2);
        let mut points = || (0..12).map(|_| random.direction_3d().map(f64::from)).collect::<Vec<V>>();
        for _ in 0..20 {
            let (a, b) = (Polytope::hull(points()), Polytope::hull(points()).at(|v| v, [0.5, 0.3, 0.2]));
            let exact = of_polytopes(&a, &b);
            let searched = of_solids(&Solid::Points(a.points, 0.0), &Solid::Points(b.points, 0.0));
            assert!(searched > exact - 1e-12 && searched < exact + 1e-3, "{searched} {exact}");
        }
    }

    #[test]
    fn the_search_finds_the_same_from_both_sides() {
        let mut random = SplitMix64::new(4);
        for _ in 0..40 {
            let mut cylinder =
                |center: V| Solid::Cylinder(center, random.direction_3d().map(f64::from), 0.6, 0.5);
            let (a, b) = (cylinder([0.0; 3]), cylinder([0.4, 0.3, 0.2]));
            let (there, back) = (of_solids(&a, &b), of_solids(&b, &a));
            assert!((there - back).abs() < 1e-6, "{there} {back}");
        }
    }

    #[test]
    fn hand_worked_depths() {
        let (a, b) = (Polytope::cuboid([1.0; 3]), Polytope::cuboid([1.0; 3]).at(|v| v, [1.5, 0.2, 0.0]));
        assert!((of_polytopes(&a, &b) - 0.5).abs() < 1e-15);
        let cylinder = |center: V| Solid::Cylinder(center, [0.0, 0.0, 1.0], 1.0, 1.0);
        assert!((of_solids(&cylinder([0.0; 3]), &cylinder([1.2, 0.9, 0.0])) - 0.5).abs() < 1e-7);
        assert!((of_solids(&cylinder([0.0; 3]), &cylinder([0.1, 0.0, 1.75])) - 0.25).abs() < 1e-7);
        // Many slanted axes: along them, the rim must not be taken from noise.
        let mut random = SplitMix64::new(3);
        for _ in 0..20 {
            let axis = random.direction_3d().map(f64::from);
            let axis = scale(axis, 1.0 / norm(axis));
            let (a, b) = (
                Solid::Cylinder([0.0; 3], axis, 1.0, 1.0),
                Solid::Cylinder(scale(axis, 1.75), axis, 1.0, 1.0),
            );
            let depth = of_solids(&a, &b);
            assert!((depth - 0.25).abs() < 1e-7, "{depth}");
        }
    }
}
