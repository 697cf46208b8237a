//! Balls against everything: a distance against the radius, both squared.
//!
//! A filter in plain floating point decides unless the two are as close as rounding; then the distance is
//! computed in exact numbers, feature by feature: to each corner, to each edge whose inside is nearest, to
//! each face likewise.
//! Source: Ericson, "Real-Time Collision Detection", 2005, §5.1 and §5.2.5.

use std::cmp::Ordering::{self, Equal, Greater, Less};

use super::obb_obb::slack;
use super::polyhedra;
use super::polyhedra::{Convex, Polyhedron};
use crate::math::exact::{Coordinates, Number, Question};
use crate::math::triple::Point;
use crate::math::{Scalar, Vector, exact};
use crate::narrow::Relation;
use crate::shape::{Aabb, Ball, Obb};

/// Compares two sums of squares, each computed with at most 8 roundings of numbers that were exact; `None` if
/// rounding may have turned the answer.
#[inline(always)]
fn compare_squares<S: Scalar>(distance: S, radius: S) -> Option<Relation> {
    let gap = distance - radius;
    // Four times the error bound 2·8u/2, and room for what underflow may hide.
    let error = S::from_f64(32.0) * S::UNIT_ROUNDOFF * (distance + radius) + S::MIN_POSITIVE;
    // One branch that is nearly always taken; which of the two it is costs none.
    (gap.abs() > error).then_some(if gap > S::ZERO { Relation::Disjoint } else { Relation::Overlapping })
}

#[inline]
pub(in crate::narrow) fn ball_ball<V: Vector>(a: &Ball<V>, b: &Ball<V>) -> Relation {
    let between = b.center() - a.center();
    let reach = a.radius() + b.radius();
    compare_squares(between.dot(between), reach * reach)
        .unwrap_or_else(|| decide_balls(RoundedPoint::from(a), RoundedPoint::from(b)))
}

#[inline]
pub(in crate::narrow) fn ball_aabb<V: Vector>(ball: &Ball<V>, bounds: &Aabb<V>) -> Relation {
    let (center, radius) = (ball.center(), ball.radius());
    let outside = V::from_fn(|axis| {
        (bounds.min()[axis] - center[axis]).max(center[axis] - bounds.max()[axis]).max(V::Scalar::ZERO)
    });
    compare_squares(outside.dot(outside), radius * radius).unwrap_or_else(|| ball_convex(ball, bounds))
}

#[inline]
pub(in crate::narrow) fn ball_obb<V: Vector>(ball: &Ball<V>, obb: &Obb<V>) -> Relation {
    let between = ball.center() - obb.center();
    let half = obb.half_extents();
    let local = obb.rotation().inverse_rotate(between);
    let outside = V::from_fn(|axis| (local[axis].abs() - half[axis]).max(V::Scalar::ZERO));
    let farthest = outside.max_element();
    let gap = outside.length() - ball.radius();
    let error = slack::<V>(between.abs().element_sum() + half.element_sum() + ball.radius());
    // Squares must neither overflow nor lose digits to underflow; a distance of exactly 0 has none to lose.
    let least = V::Scalar::MIN_POSITIVE.sqrt() * V::Scalar::from_f64(8192.0);
    let is_in_range =
        (farthest == V::Scalar::ZERO) | ((farthest > least) & (farthest < V::Scalar::ONE / least));
    if (gap.abs() > error) & is_in_range {
        if gap > V::Scalar::ZERO { Relation::Disjoint } else { Relation::Overlapping }
    } else {
        ball_convex(ball, obb)
    }
}

/// Exactly, for any convex polyhedron; of copies, as [`polyhedra::relation`].
#[inline(always)]
pub(in crate::narrow) fn ball_convex<V: Vector, A: Into<Polyhedron> + Copy>(
    ball: &Ball<V>,
    shape: &A,
) -> Relation {
    against(*ball, *shape)
}

#[inline(never)]
fn against<V: Vector, A: Into<Polyhedron>>(ball: Ball<V>, shape: A) -> Relation {
    decide_against(&BallAgainst { ball: RoundedPoint::from(&ball), shape: shape.into() })
}

#[inline(never)]
fn decide_against(question: &BallAgainst) -> Relation {
    exact::decide(question)
}

/// A ball in floats, of whatever vector.
pub(in crate::narrow) struct RoundedPoint {
    pub center: Point,
    pub radius: f64,
}

impl<V: Vector> From<&Ball<V>> for RoundedPoint {
    #[inline]
    fn from(ball: &Ball<V>) -> Self {
        RoundedPoint { center: ball.center().to_f64(), radius: ball.radius().into() }
    }
}

/// Not generic, so compiled once, as what decides the other pairs.
#[inline(never)]
fn decide_balls(a: RoundedPoint, b: RoundedPoint) -> Relation {
    exact::decide(&Balls([a, b]))
}

struct Balls([RoundedPoint; 2]);

impl Question for Balls {
    type Answer = Relation;
    fn answer<N: Number>(&self) -> Result<Relation, N::Doubt> {
        let [a, b] = &self.0;
        let between = exact::difference(&exact::vector::<N>(a.center), &exact::vector(b.center));
        let reach = N::new(a.radius).add(&N::new(b.radius));
        Ok(relation_from(exact::dot(&between, &between).sub(&reach.square()).sign()?))
    }
}

/// The relation for a squared distance that compares so to the squared radius.
fn relation_from(distance_to_radius: Ordering) -> Relation {
    match distance_to_radius {
        Less => Relation::Overlapping,
        Equal => Relation::Touching,
        Greater => Relation::Disjoint,
    }
}

struct BallAgainst {
    ball: RoundedPoint,
    shape: Polyhedron,
}

impl Question for BallAgainst {
    type Answer = Relation;
    fn answer<N: Number>(&self) -> Result<Relation, N::Doubt> {
        let shape = self.shape.convex::<N>();
        let RoundedPoint { center, radius } = self.ball;
        let inside = |shape| polyhedra::relation_of(self.shape.dimension, shape, &Convex::point(center));
        if radius == 0.0 {
            return inside(&shape);
        }
        let surface = NearestBound { center: exact::vector(center), radius_squared: N::new(radius).square() }
            .surface(&shape);
        if let Ok(Less) = surface {
            return Ok(Relation::Overlapping);
        }
        // The surface may be far away because the centre is deep inside.
        match inside(&shape)? {
            Relation::Disjoint => Ok(relation_from(surface?)),
            _ => Ok(Relation::Overlapping),
        }
    }
}

/// Compares distances from the centre to the features of a polyhedron with the radius, both squared.
struct NearestBound<N> {
    center: Coordinates<N>,
    radius_squared: N,
}

impl<N: Number> NearestBound<N> {
    /// The least comparison over all features; a certain `Less` settles it, whatever is open elsewhere.
    fn surface(&self, shape: &Convex<N>) -> Result<Ordering, N::Doubt> {
        let mut least = Ok(Greater);
        let mut note = |comparison: Result<Ordering, N::Doubt>| {
            let settled = matches!(comparison, Ok(Less));
            match comparison {
                Ok(order) if settled => least = Ok(order),
                Ok(order) => least = std::mem::replace(&mut least, Ok(Greater)).map(|known| known.min(order)),
                Err(doubt) => least = Err(doubt),
            }
            settled
        };
        // One of the two lists is trivial: the points of a simplex have no generators, and boxes one point.
        let corners = corners(shape);
        if corners.iter().any(|corner| note(self.vertex(corner))) {
            return Ok(Less);
        }
        let points = &shape.points;
        for i in 0..points.len() {
            for j in i + 1..points.len() {
                if note(self.edge(&points[i], &exact::difference(&points[j], &points[i]), true)) {
                    return Ok(Less);
                }
            }
        }
        if let [a, b, c] = points.as_slice() {
            let (u, v) = (exact::difference(b, a), exact::difference(c, a));
            if note(self.face(a, &u, &v, false)) {
                return Ok(Less);
            }
        }
        if let Some(direction) = &shape.direction
            && note(self.edge(&points[0], direction, false))
        {
            return Ok(Less);
        }
        let generators = &shape.generators;
        for (i, u) in generators.iter().enumerate() {
            for (index, corner) in corners.iter().enumerate() {
                // Corner indices count generators in binary: take the corners at which u, and below v,
                // starts.
                if index >> i & 1 == 1 {
                    continue;
                }
                if note(self.edge(corner, u, true)) {
                    return Ok(Less);
                }
                for (j, v) in generators.iter().enumerate().skip(i + 1) {
                    if index >> j & 1 == 0 && note(self.face(corner, u, v, true)) {
                        return Ok(Less);
                    }
                }
            }
        }
        least
    }

    fn vertex(&self, point: &Coordinates<N>) -> Result<Ordering, N::Doubt> {
        let between = exact::difference(&self.center, point);
        exact::dot(&between, &between).sub(&self.radius_squared).sign()
    }

    /// The inside of an edge from `start` along `direction`, of the direction's length or endless; `Greater`
    /// if an end is nearer.
    fn edge(
        &self,
        start: &Coordinates<N>,
        direction: &Coordinates<N>,
        bounded: bool,
    ) -> Result<Ordering, N::Doubt> {
        let between = exact::difference(&self.center, start);
        let square = exact::dot(direction, direction);
        // Distance from the line: |w × d|² / |d|².
        let area = exact::cross(&between, direction);
        let comparison = exact::dot(&area, &area).sub(&self.radius_squared.mul(&square)).sign();
        if matches!(comparison, Ok(Greater)) {
            return comparison;
        }
        let along = exact::dot(&between, direction);
        let before = along.sign()? != Greater;
        if before || bounded && along.sub(&square).sign()? != Less {
            return Ok(Greater);
        }
        comparison
    }

    /// The inside of a parallelogram or triangle spanned by u and v; `Greater` if an edge is nearer.
    fn face(
        &self,
        corner: &Coordinates<N>,
        u: &Coordinates<N>,
        v: &Coordinates<N>,
        is_parallelogram: bool,
    ) -> Result<Ordering, N::Doubt> {
        let between = exact::difference(&self.center, corner);
        let normal = exact::cross(u, v);
        let square = exact::dot(&normal, &normal);
        // Distance from the plane: (w · n)² / |n|².
        let height = exact::dot(&between, &normal);
        let comparison = height.square().sub(&self.radius_squared.mul(&square)).sign();
        if matches!(comparison, Ok(Greater)) {
            return comparison;
        }
        // w = α·u + β·v + γ·n, with α·|n|² = (w × v)·n and β·|n|² = (u × w)·n.
        let along_u = exact::dot(&exact::cross(&between, v), &normal);
        let along_v = exact::dot(&exact::cross(u, &between), &normal);
        let farthest = if is_parallelogram { along_u.max(&along_v) } else { along_u.add(&along_v) };
        let is_inside = along_u.min(&along_v).sign()? == Greater && farthest.sub(&square).sign()? == Less;
        if is_inside { comparison } else { Ok(Greater) }
    }
}

/// All corners: of a sum of generators, number k has those whose bit is set in k.
fn corners<N: Number>(shape: &Convex<N>) -> Vec<Coordinates<N>> {
    let mut corners: Vec<_> = shape.points.to_vec();
    for generator in &shape.generators {
        let moved: Vec<_> = corners.iter().map(|corner| exact::sum(corner, generator)).collect();
        corners.extend(moved);
    }
    corners
}
