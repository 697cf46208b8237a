//! Apart, touching or overlapping: the table of all pairs.
//!
//! For sets A and B look at their Minkowski difference A − B = {a − b}, all the translations that bring a point of B
//! onto a point of A:
//!
//! - *separate*: 0 is outside of A − B: they share no point;
//! - *overlapping*: 0 is inside: every small translation leaves them sharing points;
//! - *touching*: 0 is on the boundary: they share points, and an arbitrarily small translation ends that.
//!
//! So flush faces touch, and so do crossing segments in space, while in the plane crossing segments overlap. The
//! penetration depth is above zero exactly for overlapping shapes.
//! Source: van den Bergen, "Collision Detection in Interactive 3D Environments", 2003, §2.3.4.

use super::separation::are_beyond;
use super::table::takes;
use super::{aabb, ball, box_triangle, convex, half_space, obb, piercing, segment, short, sign, triangle};
use crate::math::Vector;
use crate::shape::{Shaped, View};

/// How two shapes lie.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// They share no point.
    Separate,
    /// They share points of their boundaries only: an arbitrarily small move parts them.
    Touching,
    /// They share more than that.
    Overlapping,
}

/// Shapes that can be asked how they lie to each other.
///
/// Between balls, boxes, segments, rays, triangles, planes and half-spaces the answer is exact: that of real arithmetic on
/// the given floats. Between other shapes it is the sign of their distance, computed in `f64`; shapes that are nearer to
/// touching than some roundings of `f64` are said to touch; of hulls in `f32` see [`Hull`](crate::shape::Hull). `a.relation(&b)` is always `b.relation(&a)`.
///
/// ```
/// use glam::Vec3;
/// use impinge::prelude::*;
/// use impinge::shape::{Aabb, Ball};
/// let room = Aabb::new(Vec3::ZERO, Vec3::ONE)?;
/// let at = |x| Ball::new(Vec3::new(x, 0.5, 0.5), 0.25);
/// assert_eq!(room.relation(&at(1.125)?), Relation::Overlapping);
/// assert_eq!(room.relation(&at(1.25)?), Relation::Touching);
/// assert_eq!(room.relation(&at(1.25_f32.next_up())?), Relation::Separate);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
pub trait Relate<Other: ?Sized = Self> {
    /// Separate, touching or overlapping?
    #[doc(alias("intersection_test", "collide", "overlaps", "test_overlap"))]
    fn relation(&self, other: &Other) -> Relation;

    /// Do they share a point? Touching shapes do.
    #[doc(alias("intersection_test", "collide", "overlaps", "test_overlap"))]
    #[inline]
    fn intersects(&self, other: &Other) -> bool {
        self.relation(other) != Relation::Separate
    }
}

impl<A: Shaped, B: Shaped<Vector = A::Vector>> Relate<B> for A {
    #[inline(always)]
    fn relation(&self, other: &B) -> Relation {
        let (a, b) = (self.view(), other.view());
        // Without full optimisation all arms are left, wherever it is inlined.
        let are_unknown = cfg!(debug_assertions) || A::is_dynamic() && B::is_dynamic();
        if are_unknown { of_dynamic(&a, &b) } else { of_views(a, b) }
    }

    #[inline(always)]
    fn intersects(&self, other: &B) -> bool {
        self.relation(other) != Relation::Separate
    }
}

/// The same for two shapes of which only their values tell what they are.
#[inline(never)]
fn of_dynamic<V: Vector>(a: &View<'_, V>, b: &View<'_, V>) -> Relation {
    of_views(*a, *b)
}

/// The relation of any two shapes. Where their types are known, one arm of all this is left.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn of_views<V: Vector>(a: View<'_, V>, b: View<'_, V>) -> Relation {
    if is_asked_shortly_first(&a, &b)
        && let Some(relation) = short::relation(a, b)
    {
        return relation;
    }
    if let (View::Convex(a), View::Convex(b)) = (&a, &b)
        && are_beyond(a, b, 0.0)
    {
        return Relation::Separate;
    }
    match exact(&a, &b) {
        Some(relation) => relation,
        None => short::relation(a, b).unwrap_or_else(|| sign::relation(&a, &b)),
    }
}

/// Pairs whose distance, where it is clear of rounding, is known sooner than their exact relation.
#[inline(always)]
fn is_asked_shortly_first<V: Vector>(a: &View<'_, V>, b: &View<'_, V>) -> bool {
    let is_round_or_thin = |a: &View<'_, V>, b: &View<'_, V>| {
        matches!((a, b), (View::Ball(_), View::Segment(_) | View::Triangle(_)))
    };
    is_round_or_thin(a, b) || is_round_or_thin(b, a)
}

/// One line per pair of shapes whose relation is exact: which function answers it. Both orders go to the same one.
macro_rules! table {
    ($($a:ident $b:ident => $function:path;)*) => {
        /// The exact relation, for pairs that have one. Where the types of both shapes are known, one arm is left.
        #[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
        #[allow(unreachable_patterns, reason = "the mirrored arm of a pair of two shapes of one kind")]
        pub(super) fn exact<V: Vector>(a: &View<'_, V>, b: &View<'_, V>) -> Option<Relation> {
            match (a, b) {
                $(
                    (View::$a(a), View::$b(b)) => {
                        takes(concat!("exact: ", stringify!($function)));
                        Some($function(a, b))
                    }
                    (View::$b(b), View::$a(a)) => {
                        takes(concat!("exact: ", stringify!($function)));
                        Some($function(a, b))
                    }
                )*
                _ => None,
            }
        }
        /// The pairs of the table, to be checked for holes.
        #[cfg(test)]
        const PAIRS: &[(&str, &str)] = &[$((stringify!($a), stringify!($b))),*];
    };
}

table! {
    Ball Ball => ball::ball_ball;
    Ball Aabb => ball::ball_aabb;
    Ball Obb => ball::ball_obb;
    Ball Segment => ball::ball_convex;
    Ball Ray => ball::ball_convex;
    Ball Triangle => ball::ball_convex;
    Ball Plane => half_space::ball_plane;
    Ball HalfSpace => half_space::ball_half_space;
    Aabb Aabb => aabb::aabb_aabb;
    Aabb Obb => obb::aabb_obb;
    Aabb Segment => segment::aabb_segment;
    Aabb Ray => convex::relation;
    Aabb Triangle => box_triangle::aabb_triangle;
    Aabb Plane => half_space::convex_plane;
    Aabb HalfSpace => half_space::convex_half_space;
    Obb Obb => obb::obb_obb;
    Obb Segment => segment::obb_segment;
    Obb Ray => convex::relation;
    Obb Triangle => box_triangle::obb_triangle;
    Obb Plane => half_space::convex_plane;
    Obb HalfSpace => half_space::convex_half_space;
    Segment Segment => convex::relation;
    Segment Ray => convex::relation;
    Segment Triangle => piercing::segment_triangle;
    Segment Plane => half_space::convex_plane;
    Segment HalfSpace => half_space::convex_half_space;
    Ray Ray => convex::relation;
    Ray Triangle => piercing::ray_triangle;
    Ray Plane => half_space::convex_plane;
    Ray HalfSpace => half_space::convex_half_space;
    Triangle Triangle => triangle::triangle_triangle;
    Triangle Plane => half_space::convex_plane;
    Triangle HalfSpace => half_space::convex_half_space;
    Plane Plane => half_space::plane_plane;
    Plane HalfSpace => half_space::plane_half_space;
    HalfSpace HalfSpace => half_space::half_space_half_space;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_exact_relations_has_no_hole() {
        let shapes = ["Ball", "Aabb", "Obb", "Segment", "Ray", "Triangle", "Plane", "HalfSpace"];
        for (i, a) in shapes.iter().enumerate() {
            for b in &shapes[i..] {
                assert!(PAIRS.contains(&(a, b)), "no function for {a} and {b}");
            }
        }
    }
}
