//! Every answer of `relation` against an independent exact oracle.
//!
//! The engine looks for separating axes and compares features, in floating-point expansions. The oracle
//! solves linear systems, and finds nearest points by their characteristic property, in whole numbers of any
//! length ([`decide`]). The two share no code and no method. Both are asked about random pairs of each two
//! shapes, in the plane and in space, in `f32` and `f64`; [`source`] tells which, and why these are hard.
//!
//! How many pairs: environment variable `IMPINGE_ORACLE_CASES`; `IMPINGE_ORACLE_FIRST` is the number of the
//! first one. A mismatch prints both, with which it alone is run again. `IMPINGE_ORACLE_COUNTS` prints the
//! numbers of answers.

mod decide;
mod examples;
pub(crate) mod number;
mod sample;
mod set;
mod source;
mod system;

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::prelude::{Collide, Relation, Shape, Vector};
use impinge::shape::{Aabb, Ball, HalfSpace, Obb, Plane, Ray, Segment, ShapeRef, Triangle};
use impinge_tests::demand;

use sample::Sample;
use source::{Source, SplitMix64};

/// Enough for all classes of all pairs to show each answer.
const CASES: u64 = 1500;
/// A test of fewer cases cannot tell whether all answers occur.
const CASES_TO_COUNT: u64 = 1000;
/// Of all cases, at least this share must give each answer that is possible.
const LEAST_SHARE: f64 = 0.01;
const MISMATCHES_TO_PRINT: usize = 3;

/// Asks engine and oracle about random shapes A and B.
fn check<V: Vector, A: Sample<V> + Shape<Vector = V>, B: Sample<V> + Shape<Vector = V>>(name: &str) {
    let cases = demand::number("IMPINGE_ORACLE_CASES").unwrap_or(CASES);
    let first = demand::number("IMPINGE_ORACLE_FIRST").unwrap_or(0);
    // Each pair of shapes has its own sequence, each case its own seed.
    let seed_of_test = name.bytes().fold(0, |seed, byte| SplitMix64(seed ^ u64::from(byte)).next());
    let mut counts = [0u64; 3];
    let (mut wrong, mut mismatches) = (0u64, Vec::new());
    for case in first..first + cases {
        let seed = SplitMix64(seed_of_test ^ case).next();
        let mut source = Source::<V>::new(seed);
        source.begin_shape();
        let a = A::sample(&mut source);
        source.begin_shape();
        let b = B::sample(&mut source);
        let expected = decide::relation(&a.set(), &b.set(), V::DIMENSION);
        counts[expected as usize] += 1;
        let ((got, intersects), (mirrored, intersects_mirrored)) =
            (answers(a.shape_ref(), b.shape_ref()), answers(b.shape_ref(), a.shape_ref()));
        let intersects = (intersects, intersects_mirrored);
        let meets = expected != Relation::Disjoint;
        if (got, mirrored, intersects) != (expected, expected, (meets, meets)) {
            wrong += 1;
            if mismatches.len() == MISMATCHES_TO_PRINT {
                continue;
            }
            // Debug prints floats with all the digits that are needed to read them back.
            mismatches.push(format!(
                "case {case}, class {:?}, seed {seed:#x}\n  a = {a:?}\n  b = {b:?}\n  expected {expected:?}, \
                 a.relation(&b) = {got:?}, b.relation(&a) = {mirrored:?}, intersects = {intersects:?}",
                source.class
            ));
        }
    }
    if std::env::var("IMPINGE_ORACLE_COUNTS").is_ok() {
        println!("{name}: separate, touching, overlapping: {counts:?}");
    }
    assert!(
        wrong == 0,
        "{name}: {wrong} of {cases} answers are wrong, the first of them:\n{}\n(again: IMPINGE_ORACLE_FIRST=<case> \
         IMPINGE_ORACLE_CASES=1)",
        mismatches.join("\n")
    );
    // Shapes overlap only if their dimensions add up to those of space.
    let can_overlap = A::DIMENSIONS + B::DIMENSIONS >= V::DIMENSION;
    let possible = if can_overlap { &counts[..] } else { &counts[..2] };
    if cases >= CASES_TO_COUNT {
        let least = (cases as f64 * LEAST_SHARE) as u64;
        assert!(possible.iter().all(|&count| count >= least), "{name}: hardly any of one answer: {counts:?}");
    }
    assert!(can_overlap || counts[2] == 0, "{name}: the oracle errs, these cannot overlap: {counts:?}");
}

/// The engine's answers. Asked as views, they are compiled once for each type of vectors, and not once for
/// each pair.
#[inline(never)]
fn answers<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> (Relation, bool) {
    (a.relation(&b), a.intersects(&b))
}

/// A test for each pair, dimension and precision.
macro_rules! pairs {
    ($($name:ident: $a:ident, $b:ident;)*) => {
        $(mod $name {
            use super::*;
            pairs!(@tests $name, $a, $b, plane_f32: Vec2, space_f32: Vec3, plane_f64: DVec2, space_f64: DVec3);
        })*
    };
    (@tests $name:ident, $a:ident, $b:ident, $($test:ident: $vector:ident),*) => {
        $(#[test]
        fn $test() {
            check::<$vector, $a<$vector>, $b<$vector>>(concat!(stringify!($name), "::", stringify!($test)));
        })*
    };
}

pairs! {
    ball_ball: Ball, Ball;
    ball_aabb: Ball, Aabb;
    ball_obb: Ball, Obb;
    ball_segment: Ball, Segment;
    ball_ray: Ball, Ray;
    ball_plane: Ball, Plane;
    ball_half_space: Ball, HalfSpace;
    ball_triangle: Ball, Triangle;
    aabb_aabb: Aabb, Aabb;
    aabb_obb: Aabb, Obb;
    aabb_segment: Aabb, Segment;
    aabb_ray: Aabb, Ray;
    aabb_plane: Aabb, Plane;
    aabb_half_space: Aabb, HalfSpace;
    aabb_triangle: Aabb, Triangle;
    obb_obb: Obb, Obb;
    obb_segment: Obb, Segment;
    obb_ray: Obb, Ray;
    obb_plane: Obb, Plane;
    obb_half_space: Obb, HalfSpace;
    obb_triangle: Obb, Triangle;
    segment_segment: Segment, Segment;
    segment_ray: Segment, Ray;
    segment_plane: Segment, Plane;
    segment_half_space: Segment, HalfSpace;
    segment_triangle: Segment, Triangle;
    ray_ray: Ray, Ray;
    ray_plane: Ray, Plane;
    ray_half_space: Ray, HalfSpace;
    ray_triangle: Ray, Triangle;
    plane_plane: Plane, Plane;
    plane_half_space: Plane, HalfSpace;
    plane_triangle: Plane, Triangle;
    half_space_half_space: HalfSpace, HalfSpace;
    half_space_triangle: HalfSpace, Triangle;
    triangle_triangle: Triangle, Triangle;
}
