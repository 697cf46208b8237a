//! Floats against integers: the filter and the steps agree with the exact decision.
//!
//! An oracle in `tests/deforming` of `impinge-tests` checks the exact decision itself; this test has many
//! more cases.
//! `IMPINGE_DEFORMING=100000000 cargo test --release -p impinge --lib deforming` sets their number,
//! `IMPINGE_SEED` the seed.

use impinge_tests::deforming_cases::{Case, Kind as Pair, Random};
use impinge_tests::demand;

use super::difference_polygon::{EdgeAndEdge, VertexAndEdge, VertexAndFace};
use super::*;

/// Both ways to the first time.
fn both<K: Kind>(case: &Case, limits: &Limits) -> [Option<f64>; 2] {
    let tracks = Tracks { start: case.start, end: case.end };
    [first_time::<K>(&tracks, limits), exact_decision::first_time::<K>(&tracks, limits.end)]
}

#[test]
fn floats_say_what_whole_numbers_say() {
    let wanted = demand::cases("IMPINGE_DEFORMING", 30_000) as u64;
    let mut random = Random(demand::seed(3));
    for number in 0..wanted {
        let case = random.case(number);
        let end = if random.below(4) == 0 { random.unit() } else { 1.0 };
        let limits = Limits { separation: 0.0, tolerance: [1e-6, 0.0, f64::MAX][random.below(3)], end };
        let [found, exact] = match case.kind {
            Pair::VertexFace => both::<VertexAndFace>(&case, &limits),
            Pair::EdgeEdge => both::<EdgeAndEdge>(&case, &limits),
            Pair::VertexEdge => both::<VertexAndEdge>(&case, &limits),
        };
        assert_eq!(found.is_some(), exact.is_some(), "{case:?} until {end}");
        if let (Some(found), Some(exact)) = (found, exact) {
            // The exact time is itself early by up to 2⁻⁴⁴.
            assert!(found <= exact + 1e-13 && found <= end, "{found} after {exact}: {case:?}");
        }
    }
}
