//! The relation of two exact sets A and B of d-dimensional space, from its definition.
//!
//! With D = A − B = {a − b}: separate if 0 is not in D, overlapping if 0 is in its interior, touching
//! otherwise.
//!
//! - **No round ball among them.** 0 is in D if a solution of a linear system exists: parameters of a point
//!   of A and of
//!   a point of B that are the same point. The relative interior of D is the difference of the relative
//!   interiors
//!   (Rockafellar 1970, corollary 6.6.2): 0 is in it if a solution with strict inequalities exists. The
//!   interior is the
//!   relative interior if A and B together span all directions, else it is empty.
//! - **A round ball and a set S.** D = S − ball is the set of points within `radius` of S − center, and its
//!   interior
//!   those nearer than that: the distance from the centre to S decides.

use std::cmp::Ordering;

use impinge::prelude::Relation;

use super::number::{Dyadic, Point, determinant, difference, dot, point, scaled, sum};
use super::set::{Image, Set};
use super::system::{Affine, Solutions, System};

/// `dimension` is 2 or 3.
pub fn relation(a: &Set, b: &Set, dimension: usize) -> Relation {
    match (a, b) {
        (Set::Ball { center, radius }, other) | (other, Set::Ball { center, radius }) => {
            ball_relation(center, radius, other, dimension)
        }
        _ => polyhedra_relation(&a.image(), &b.image(), dimension),
    }
}

fn ball_relation(center: &Point, radius: &Dyadic, other: &Set, dimension: usize) -> Relation {
    // Distances are compared as squares.
    let distance_to_reach = match other {
        Set::Ball { center: other_center, radius: other_radius } => {
            let between = difference(center, other_center);
            dot(&between, &between).cmp(&(radius + other_radius).square())
        }
        Set::Plane { normal, offset } => {
            let height = &dot(normal, center) - offset;
            height.square().cmp(&(&radius.square() * &dot(normal, normal)))
        }
        Set::HalfSpace { normal, offset } => {
            let height = &dot(normal, center) - offset;
            if height.sign() == Ordering::Less {
                Ordering::Less
            } else {
                height.square().cmp(&(&radius.square() * &dot(normal, normal)))
            }
        }
        Set::Swept { .. } | Set::Triangle(_) => {
            if radius.is_zero() {
                let point = Set::Swept { base: center.clone(), sweeps: Vec::new() };
                return polyhedra_relation(&point.image(), &other.image(), dimension);
            }
            compare_distance(center, other, radius)
        }
    };
    match distance_to_reach {
        Ordering::Greater => Relation::Disjoint,
        Ordering::Equal => Relation::Touching,
        Ordering::Less => Relation::Overlapping,
    }
}

/// How the distance from `center` to the set compares to `radius`.
///
/// A point x of the set is nearest if and only if no point p of the set is nearer in the direction v = x −
/// center: v·(p − x) ≥ 0. It is the foot of the perpendicular on the affine hull of one of the faces. So each
/// such foot is looked at until one is in its face and has that property; there is no second one.
fn compare_distance(center: &Point, set: &Set, radius: &Dyadic) -> Ordering {
    let (corners, endless) = (set.corners(), set.endless_directions());
    for face in set.faces() {
        let face = face.image();
        // Least squares: Σⱼ (directionᵢ·directionⱼ) sⱼ = directionᵢ·(center − base), by Cramer's rule; a face
        // of fewer than three directions is filled up with equations sᵢ = 0.
        let n = face.directions.len();
        let gram = |i: usize, j: usize| {
            if i < n && j < n {
                dot(&face.directions[i], &face.directions[j])
            } else {
                Dyadic::new(f64::from(i == j))
            }
        };
        let columns: [Point; 3] = std::array::from_fn(|j| std::array::from_fn(|i| gram(i, j)));
        let to_center = difference(center, &face.base);
        let right: Point =
            std::array::from_fn(|i| if i < n { dot(&face.directions[i], &to_center) } else { Dyadic::ZERO });
        let denominator = determinant([&columns[0], &columns[1], &columns[2]]);
        if denominator.is_zero() {
            // Flattened: the affine hull is that of a smaller face.
            continue;
        }
        let numerators: [Dyadic; 3] = std::array::from_fn(|k| {
            let column = |j| if j == k { &right } else { &columns[j] };
            determinant([column(0), column(1), column(2)])
        });
        let in_face = |condition: &Affine| condition.at(&numerators, &denominator).sign() != Ordering::Less;
        if !face.inequalities.iter().all(in_face) {
            continue;
        }
        // v = foot − center, times the denominator, which is positive.
        let v = face
            .directions
            .iter()
            .zip(&numerators)
            .fold(scaled(&to_center, &-&denominator), |v, (direction, s)| sum(&v, &scaled(direction, s)));
        let square = dot(&v, &v);
        let supports = |corner: &Point| &dot(&v, &difference(corner, center)) * &denominator >= square;
        let should_continue = |direction: &Point| dot(&v, direction).sign() != Ordering::Less;
        if corners.iter().all(supports) && endless.iter().all(should_continue) {
            return square.cmp(&(radius * &denominator).square());
        }
    }
    panic!("no point of {set:?} is nearest to {center:?}");
}

fn polyhedra_relation(a: &Image, b: &Image, dimension: usize) -> Relation {
    // Variables: the parameters of a, then those of b.
    let (n, m) = (a.directions.len(), b.directions.len());
    let of_a = |row: &Affine| Affine {
        constant: row.constant.clone(),
        coefficients: [row.coefficients.as_slice(), &vec![Dyadic::ZERO; m]].concat(),
    };
    let of_b = |row: &Affine| Affine {
        constant: row.constant.clone(),
        coefficients: [vec![Dyadic::ZERO; n].as_slice(), &row.coefficients].concat(),
    };
    let same_point = (0..3).map(|axis| Affine {
        constant: &a.base[axis] - &b.base[axis],
        coefficients: (a.directions.iter().map(|direction| direction[axis].clone()))
            .chain(b.directions.iter().map(|direction| -&direction[axis]))
            .collect(),
    });
    let system = System {
        equations: (a.equations.iter().map(of_a))
            .chain(b.equations.iter().map(of_b))
            .chain(same_point)
            .collect(),
        inequalities: a.inequalities.iter().map(of_a).chain(b.inequalities.iter().map(of_b)).collect(),
    };
    match system.solutions() {
        Solutions::None => Relation::Disjoint,
        Solutions::Strict if span_everything(a, b, dimension) => Relation::Overlapping,
        _ => Relation::Touching,
    }
}

/// Are three of the directions independent? In the plane z counts as one.
fn span_everything(a: &Image, b: &Image, dimension: usize) -> bool {
    let mut span: Vec<&Point> = a.span.iter().chain(&b.span).collect();
    let z = point([0.0, 0.0, 1.0]);
    if dimension == 2 {
        span.push(&z);
    }
    let n = span.len();
    let mut triples = (0..n).flat_map(|i| (i + 1..n).flat_map(move |j| (j + 1..n).map(move |k| [i, j, k])));
    triples.any(|triple| !determinant(triple.map(|i| span[i])).is_zero())
}
