//! Planes and half-spaces against everything: one projection onto the normal.
//!
//! With \[low, high\] the projections n·x of a shape and o the offset of the plane: the shape is below the
//! plane, on it, or above it as low and high compare to o. For a ball the distance s/|n|, s = n·c − o,
//! compares to the radius as s² does to r²·|n|², which needs no root.

use std::cmp::Ordering::{self, Equal, Greater, Less};

use super::ball::RoundedPoint;
use super::polyhedra::Polyhedron;
use crate::math::exact::{Coordinates, Number, Question};
use crate::math::triple::Point;
use crate::math::{Vector, exact};
use crate::narrow::Relation;
use crate::shape::{Ball, HalfSpace, Plane};

/// A plane in floats, of whatever vector.
struct Flat {
    normal: Point,
    offset: f64,
}

impl<V: Vector> From<&Plane<V>> for Flat {
    fn from(plane: &Plane<V>) -> Self {
        Flat { normal: plane.normal().get().to_f64(), offset: plane.offset().into() }
    }
}

/// How the lowest and the highest point of a shape compare to a plane, along its normal.
struct HalfSpaceSides(Flat, Polyhedron);

impl Question for HalfSpaceSides {
    type Answer = (Ordering, Ordering);
    fn answer<N: Number>(&self) -> Result<Self::Answer, N::Doubt> {
        let (low, high) = self.1.convex::<N>().extent(&exact::vector(self.0.normal), false)?;
        let height = N::new(self.0.offset);
        let compare = |end: Option<N>, endless| end.map_or(Ok(endless), |end| end.sub(&height).sign());
        Ok((compare(low, Less)?, compare(high, Greater)?))
    }
}

/// How a ball's centre compares to a plane, and its distance to the radius.
struct Distance(Flat, RoundedPoint);

impl Question for Distance {
    type Answer = (Ordering, Ordering);
    fn answer<N: Number>(&self) -> Result<Self::Answer, N::Doubt> {
        let Distance(plane, ball) = self;
        let normal: Coordinates<N> = exact::vector(plane.normal);
        let height = exact::dot(&normal, &exact::vector(ball.center)).sub(&N::new(plane.offset));
        let radius = N::new(ball.radius);
        let excess = height.square().sub(&radius.square().mul(&exact::dot(&normal, &normal)));
        // The side matters only where the ball does not reach the plane.
        let excess = excess.sign()?;
        Ok((if excess == Less { Equal } else { height.sign()? }, excess))
    }
}

/// For parallel planes with normals n and k·n: the sign of k, and how the second plane compares to the first
/// along n.
struct Parallel(Flat, Flat);

impl Question for Parallel {
    type Answer = Option<(Ordering, Ordering)>;
    fn answer<N: Number>(&self) -> Result<Self::Answer, N::Doubt> {
        let [first, second]: [Coordinates<N>; 2] =
            [exact::vector(self.0.normal), exact::vector(self.1.normal)];
        for component in exact::cross(&first, &second) {
            if component.sign()? != Equal {
                return Ok(None);
            }
        }
        // n·x = o₁ and k·n·x = o₂ with k = (n₁·n₂)/(n₁·n₁): compare o₂/k to o₁.
        let (square, product) = (exact::dot(&first, &first), exact::dot(&first, &second));
        let heading = product.sign()?;
        let difference =
            N::new(self.1.offset).mul(&square).sub(&N::new(self.0.offset).mul(&product)).sign()?;
        Ok(Some((heading, if heading == Less { difference.reverse() } else { difference })))
    }
}

#[inline(never)]
fn sides(plane: Flat, shape: Polyhedron) -> (Ordering, Ordering) {
    exact::decide(&HalfSpaceSides(plane, shape))
}

#[inline(never)]
fn distance(plane: Flat, ball: RoundedPoint) -> (Ordering, Ordering) {
    exact::decide(&Distance(plane, ball))
}

#[inline(never)]
fn parallel(one: Flat, other: Flat) -> Option<(Ordering, Ordering)> {
    exact::decide(&Parallel(one, other))
}

pub(in crate::narrow) fn convex_plane<V: Vector, A: Into<Polyhedron> + Copy>(
    shape: &A,
    plane: &Plane<V>,
) -> Relation {
    match sides(plane.into(), (*shape).into()) {
        (Less, Greater) => Relation::Overlapping,
        (Greater, _) | (_, Less) => Relation::Disjoint,
        _ => Relation::Touching,
    }
}

pub(in crate::narrow) fn convex_half_space<V: Vector, A: Into<Polyhedron> + Copy>(
    shape: &A,
    half_space: &HalfSpace<V>,
) -> Relation {
    match sides((&half_space.boundary()).into(), (*shape).into()).0 {
        Less => Relation::Overlapping,
        Equal => Relation::Touching,
        Greater => Relation::Disjoint,
    }
}

pub(in crate::narrow) fn ball_plane<V: Vector>(ball: &Ball<V>, plane: &Plane<V>) -> Relation {
    match distance(plane.into(), ball.into()).1 {
        Less => Relation::Overlapping,
        Equal => Relation::Touching,
        Greater => Relation::Disjoint,
    }
}

pub(in crate::narrow) fn ball_half_space<V: Vector>(ball: &Ball<V>, half_space: &HalfSpace<V>) -> Relation {
    match distance((&half_space.boundary()).into(), ball.into()) {
        (_, Less) | (Less, _) => Relation::Overlapping,
        (_, Equal) => Relation::Touching,
        (_, Greater) => Relation::Disjoint,
    }
}

pub(in crate::narrow) fn plane_plane<V: Vector>(a: &Plane<V>, b: &Plane<V>) -> Relation {
    match parallel(a.into(), b.into()) {
        None => Relation::Overlapping,
        Some((_, Equal)) => Relation::Touching,
        Some(_) => Relation::Disjoint,
    }
}

pub(in crate::narrow) fn plane_half_space<V: Vector>(
    plane: &Plane<V>,
    half_space: &HalfSpace<V>,
) -> Relation {
    match parallel((&half_space.boundary()).into(), plane.into()) {
        None | Some((_, Less)) => Relation::Overlapping,
        Some((_, Equal)) => Relation::Touching,
        Some((_, Greater)) => Relation::Disjoint,
    }
}

pub(in crate::narrow) fn half_space_half_space<V: Vector>(a: &HalfSpace<V>, b: &HalfSpace<V>) -> Relation {
    match parallel((&a.boundary()).into(), (&b.boundary()).into()) {
        // Facing each other, they are apart where b's boundary lies above a's.
        Some((Less, Greater)) => Relation::Disjoint,
        Some((Less, Equal)) => Relation::Touching,
        _ => Relation::Overlapping,
    }
}
