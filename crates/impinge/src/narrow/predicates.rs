//! Exact predicates: the relation of two shapes as real arithmetic on the given floats defines it.
//!
//! They know no distances. Each runs a filter in floats first, and exact arithmetic where the filter cannot
//! decide ([`crate::math::exact`]).

pub(super) mod aabb_aabb;
pub(super) mod ball;
pub(super) mod box_pair;
pub(super) mod box_triangle;
pub(super) mod half_space;
pub(super) mod obb_obb;
pub(super) mod polyhedra;
pub(super) mod ray_triangle;
pub(super) mod segment_box;
pub(super) mod triangle_triangle;

use super::relation::Relation;
use super::table::takes;
use crate::math::Vector;
use crate::shape::ShapeRef;

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
    Aabb Aabb => aabb_aabb::aabb_aabb;
    Aabb Obb => obb_obb::aabb_obb;
    Aabb Segment => segment_box::aabb_segment;
    Aabb Ray => polyhedra::relation;
    Aabb Triangle => box_triangle::aabb_triangle;
    Aabb Plane => half_space::convex_plane;
    Aabb HalfSpace => half_space::convex_half_space;
    Obb Obb => obb_obb::obb_obb;
    Obb Segment => segment_box::obb_segment;
    Obb Ray => polyhedra::relation;
    Obb Triangle => box_triangle::obb_triangle;
    Obb Plane => half_space::convex_plane;
    Obb HalfSpace => half_space::convex_half_space;
    Segment Segment => polyhedra::relation;
    Segment Ray => polyhedra::relation;
    Segment Triangle => ray_triangle::segment_triangle;
    Segment Plane => half_space::convex_plane;
    Segment HalfSpace => half_space::convex_half_space;
    Ray Ray => polyhedra::relation;
    Ray Triangle => ray_triangle::ray_triangle;
    Ray Plane => half_space::convex_plane;
    Ray HalfSpace => half_space::convex_half_space;
    Triangle Triangle => triangle_triangle::triangle_triangle;
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
