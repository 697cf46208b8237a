//! The relation of two shapes: disjoint, touching or overlapping, with the table of all pairs.
//!
//! The relation follows from the Minkowski difference A − B = {a − b}, the set of all translations that bring
//! a point of B onto a point of A:
//!
//! - *disjoint*: 0 is outside of A − B: the shapes share no point;
//! - *overlapping*: 0 is inside: after every small translation they still share points;
//! - *touching*: 0 is on the boundary: they share points, and an arbitrarily small translation separates
//!   them.
//!
//! So flush faces touch. Crossing segments touch in 3D, while in 2D they overlap. The penetration depth is
//! above zero exactly for overlapping shapes.
//! Source: van den Bergen, "Collision Detection in Interactive 3D Environments", 2003, §2.3.4.

use super::backend::NarrowBackend;
use super::separation::are_beyond;
use super::table::takes;
use super::{aabb, ball, box_triangle, convex, half_space, obb, piercing, segment, short, triangle};
use crate::math::Vector;
use crate::shape::{Shape, ShapeRef};

/// The relation of two shapes: disjoint, touching or overlapping.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// The shapes share no point.
    Disjoint,
    /// The shapes share points of their boundaries only: an arbitrarily small translation separates them.
    Touching,
    /// The shapes share more than boundary points.
    Overlapping,
}

/// Computes the relation of two shapes; see [`Collide::relation`](super::Collide::relation).
#[inline(always)]
pub(super) fn relation_of<A: Shape, B: Shape<Vector = A::Vector>>(a: &A, b: &B) -> Relation {
    let (a, b) = (a.shape_ref(), b.shape_ref());
    // Without full optimisation, all arms remain wherever it is inlined.
    let are_unknown = cfg!(debug_assertions) || A::is_dynamic() && B::is_dynamic();
    if are_unknown { A::Vector::narrow_relation(a, b) } else { of_views(a, b) }
}

/// Computes the same for two shapes whose kind is known at run time only.
pub(super) fn of_dynamic<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> Relation {
    of_views(a, b)
}

/// Computes the relation of any two shapes. Where their types are known, one arm of all this is left.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn of_views<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> Relation {
    if is_asked_shortly_first(&a, &b)
        && let Some(relation) = short::relation(a, b)
    {
        return relation;
    }
    if let (ShapeRef::Convex(a), ShapeRef::Convex(b)) = (&a, &b)
        && are_beyond(a, b, 0.0)
    {
        return Relation::Disjoint;
    }
    match exact(&a, &b) {
        Some(relation) => relation,
        None => short::relation(a, b).unwrap_or_else(|| V::narrow_relation_by_distance(a, b)),
    }
}

/// Returns whether the distance of a pair, where it is clear of rounding, is faster than its exact relation.
#[inline(always)]
fn is_asked_shortly_first<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> bool {
    let is_round_or_thin = |a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>| {
        matches!((a, b), (ShapeRef::Ball(_), ShapeRef::Segment(_) | ShapeRef::Triangle(_)))
    };
    is_round_or_thin(a, b) || is_round_or_thin(b, a)
}

/// One line per pair of shapes whose relation is exact, with the function for it. Both orders use the same
/// one.
macro_rules! table {
    ($($a:ident $b:ident => $function:path;)*) => {
        /// Computes the exact relation, for pairs that have one. Where both types are known, one arm is left.
        #[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
        #[allow(unreachable_patterns, reason = "the mirrored arm of a pair of two shapes of one kind")]
        pub(super) fn exact<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> Option<Relation> {
            match (a, b) {
                $(
                    (ShapeRef::$a(a), ShapeRef::$b(b)) => {
                        takes(concat!("exact: ", stringify!($function)));
                        Some($function(a, b))
                    }
                    (ShapeRef::$b(b), ShapeRef::$a(a)) => {
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
