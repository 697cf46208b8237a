//! Planes and half-spaces against everything: one projection onto the normal.
//!
//! With \[low, high\] the projections n·x of a shape and o the offset of the plane: the shape is below the
//! plane, on it, or above it as low and high compare to o. For a ball the distance s/|n|, s = n·c − o,
//! compares to the radius as s² does to r²·|n|², which needs no root.

use std::cmp::Ordering::{self, Equal, Greater, Less};

use super::Relation;
use super::convex::Polyhedron;
use crate::math::Vector;
use crate::math::exact::{self, Coordinates, Number, Question};
use crate::shape::{Ball, HalfSpace, Plane};

fn normal<N: Number, V: Vector>(plane: &Plane<V>) -> Coordinates<N> {
    exact::vector(plane.normal().get().to_f64())
}

fn offset<N: Number, V: Vector>(plane: &Plane<V>) -> N {
    N::new(plane.offset().into())
}

/// How the lowest and the highest point of a shape compare to a plane, along its normal.
struct Sides<'a, V: Vector, A>(&'a Plane<V>, &'a A);

impl<V: Vector, A: Polyhedron> Question for Sides<'_, V, A> {
    type Answer = (Ordering, Ordering);
    fn answer<N: Number>(&self) -> Result<Self::Answer, N::Doubt> {
        let (low, high) = self.1.convex::<N>().extent(&normal(self.0), false)?;
        let height = offset::<N, V>(self.0);
        let compare = |end: Option<N>, endless| end.map_or(Ok(endless), |end| end.sub(&height).sign());
        Ok((compare(low, Less)?, compare(high, Greater)?))
    }
}

/// How a ball's centre compares to a plane, and its distance to the radius.
struct Distance<'a, V: Vector>(&'a Plane<V>, &'a Ball<V>);

impl<V: Vector> Question for Distance<'_, V> {
    type Answer = (Ordering, Ordering);
    fn answer<N: Number>(&self) -> Result<Self::Answer, N::Doubt> {
        let normal: Coordinates<N> = normal(self.0);
        let height =
            exact::dot(&normal, &exact::vector(self.1.center().to_f64())).sub(&offset::<N, V>(self.0));
        let radius = N::new(self.1.radius().into());
        let excess = height.square().sub(&radius.square().mul(&exact::dot(&normal, &normal)));
        // The side matters only where the ball does not reach the plane.
        let excess = excess.sign()?;
        Ok((if excess == Less { Equal } else { height.sign()? }, excess))
    }
}

/// For parallel planes with normals n and k·n: the sign of k, and how the second plane compares to the first
/// along n.
struct Parallel<'a, V: Vector>(&'a Plane<V>, &'a Plane<V>);

impl<V: Vector> Question for Parallel<'_, V> {
    type Answer = Option<(Ordering, Ordering)>;
    fn answer<N: Number>(&self) -> Result<Self::Answer, N::Doubt> {
        let (first, second): (Coordinates<N>, Coordinates<N>) = (normal(self.0), normal(self.1));
        for component in exact::cross(&first, &second) {
            if component.sign()? != Equal {
                return Ok(None);
            }
        }
        // n·x = o₁ and k·n·x = o₂ with k = (n₁·n₂)/(n₁·n₁): compare o₂/k to o₁.
        let (square, product) = (exact::dot(&first, &first), exact::dot(&first, &second));
        let heading = product.sign()?;
        let difference =
            offset::<N, V>(self.1).mul(&square).sub(&offset::<N, V>(self.0).mul(&product)).sign()?;
        Ok(Some((heading, if heading == Less { difference.reverse() } else { difference })))
    }
}

pub(super) fn convex_plane<V: Vector, A: Polyhedron>(shape: &A, plane: &Plane<V>) -> Relation {
    match exact::decide(&Sides(plane, shape)) {
        (Less, Greater) => Relation::Overlapping,
        (Greater, _) | (_, Less) => Relation::Disjoint,
        _ => Relation::Touching,
    }
}

pub(super) fn convex_half_space<V: Vector, A: Polyhedron>(shape: &A, half_space: &HalfSpace<V>) -> Relation {
    match exact::decide(&Sides(&half_space.boundary(), shape)).0 {
        Less => Relation::Overlapping,
        Equal => Relation::Touching,
        Greater => Relation::Disjoint,
    }
}

pub(super) fn ball_plane<V: Vector>(ball: &Ball<V>, plane: &Plane<V>) -> Relation {
    match exact::decide(&Distance(plane, ball)).1 {
        Less => Relation::Overlapping,
        Equal => Relation::Touching,
        Greater => Relation::Disjoint,
    }
}

pub(super) fn ball_half_space<V: Vector>(ball: &Ball<V>, half_space: &HalfSpace<V>) -> Relation {
    match exact::decide(&Distance(&half_space.boundary(), ball)) {
        (_, Less) | (Less, _) => Relation::Overlapping,
        (_, Equal) => Relation::Touching,
        (_, Greater) => Relation::Disjoint,
    }
}

pub(super) fn plane_plane<V: Vector>(a: &Plane<V>, b: &Plane<V>) -> Relation {
    match exact::decide(&Parallel(a, b)) {
        None => Relation::Overlapping,
        Some((_, Equal)) => Relation::Touching,
        Some(_) => Relation::Disjoint,
    }
}

pub(super) fn plane_half_space<V: Vector>(plane: &Plane<V>, half_space: &HalfSpace<V>) -> Relation {
    match exact::decide(&Parallel(&half_space.boundary(), plane)) {
        None | Some((_, Less)) => Relation::Overlapping,
        Some((_, Equal)) => Relation::Touching,
        Some((_, Greater)) => Relation::Disjoint,
    }
}

pub(super) fn half_space_half_space<V: Vector>(a: &HalfSpace<V>, b: &HalfSpace<V>) -> Relation {
    match exact::decide(&Parallel(&a.boundary(), &b.boundary())) {
        // Facing each other, they are apart where b's boundary lies above a's.
        Some((Less, Greater)) => Relation::Disjoint,
        Some((Less, Equal)) => Relation::Touching,
        _ => Relation::Overlapping,
    }
}
