//! Distances, depths, normals, points, manifolds and cached answers against an independent reference in
//! `f64`.
//!
//! The reference ([`body`], [`polytope`]) shares no code and no method with the engine: it tries every
//! feature and every direction that could matter. It is asked about random pairs of each two kinds of shapes
//! ([`pair`]), in the plane and in space, in `f32` and `f64`; [`check`] says what must hold.
//!
//! How many pairs of each: environment variable `IMPINGE_ACCURACY_CASES`; `IMPINGE_ACCURACY_FIRST` is the
//! number of the first one, `IMPINGE_ACCURACY_PAIR` the only pair to be looked at ("Obb Hull"). A failure
//! prints all three, with which it alone is run again. `IMPINGE_ACCURACY_TABLE` prints the largest errors,
//! relative to the size of each pair, as `docs/accuracy.json` has them.

mod body;
mod check;
mod pair;
mod polytope;
mod random;
mod shapes;

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::math::Vector;
use impinge::prelude::PairCache;
use impinge_tests::demand;

use body::Effort;
use check::{Errors, check};
use pair::Pair;
use random::Random;
use shapes::Kind;

const CASES: u64 = 250;
/// One of so many is asked everything.
const THOROUGH: u64 = 10;

/// The columns of the table, and the questions that they sum up.
const COLUMNS: [(&str, &[&str]); 6] = [
    ("distance", &["distance"]),
    ("depth", &["depth"]),
    ("normal", &["normal"]),
    ("points", &["point on a", "point on b", "points along normal"]),
    ("manifold", &["manifold deepest", "manifold on a", "manifold on b", "manifold along normal"]),
    ("moved", &["moved"]),
];

/// Asks everything of one pair. Each two kinds have their own sequence, each case its own seed; both
/// precisions see the same.
fn check_case<V: Vector>(
    [kind_a, kind_b]: [Kind; 2],
    case: u64,
    is_thorough: bool,
    stale: &mut PairCache,
    errors: &mut Errors,
) {
    let (pair, mut random) = drawn([kind_a, kind_b], case, V::DIMENSION);
    check::<V>(&pair, case, is_thorough, stale, &mut random, errors);
}

/// A pair by its number, and what is drawn after it.
fn drawn([kind_a, kind_b]: [Kind; 2], case: u64, dimension: usize) -> (Pair, Random) {
    let seed = (kind_a as u64) << 56 | (kind_b as u64) << 48 | (dimension as u64) << 44 | case;
    let mut random = Random(Random(seed).bits());
    (Pair::draw(kind_a, kind_b, dimension, &mut random), random)
}

/// Asks all pairs of two kinds, with a smooth core among them or without.
fn check_all<V: Vector>(precision: &str, smooth: bool) {
    let cases = demand::number("IMPINGE_ACCURACY_CASES").unwrap_or(CASES);
    let first = demand::number("IMPINGE_ACCURACY_FIRST").unwrap_or(0);
    let only = std::env::var("IMPINGE_ACCURACY_PAIR").ok();
    let mut stale = PairCache::default();
    let mut found: Vec<(String, Errors)> = Vec::new();
    for (i, &kind_a) in Kind::ALL.iter().enumerate() {
        for &kind_b in &Kind::ALL[i..] {
            let pair_name = format!("{kind_a:?} {kind_b:?}");
            let is_asked = only.as_ref().is_none_or(|only| *only == pair_name);
            let is_asked = is_asked && smooth == (kind_a.is_smooth() || kind_b.is_smooth());
            if !is_asked || !(kind_a.is_bounded() || kind_b.is_bounded()) {
                continue;
            }
            let mut errors = Errors::default();
            for case in first..first + cases {
                check_case::<V>([kind_a, kind_b], case, case % THOROUGH == 0, &mut stale, &mut errors);
            }
            found.push((pair_name, errors));
        }
    }
    if std::env::var("IMPINGE_ACCURACY_TABLE").is_ok() {
        println!("{}D {precision}, {cases} pairs each\n{}", V::DIMENSION, table(&found));
    }
    let wrong = || {
        let classes = found.iter().flat_map(|(pair, errors)| errors.values().map(move |class| (pair, class)));
        classes.filter(|(_, class)| class.failures > 0)
    };
    let failures: u64 = wrong().map(|(_, class)| class.failures).sum();
    let name = |pair: &str| format!("{}D {precision} {pair}", V::DIMENSION);
    let messages: Vec<String> =
        wrong().map(|(pair, class)| format!("{} {}", name(pair), class.message)).collect();
    assert!(
        failures == 0,
        "{failures} answers are wrong, the worst of each pair and question:\n{}\n(again: IMPINGE_ACCURACY_PAIR=<pair> \
         IMPINGE_ACCURACY_FIRST=<case> IMPINGE_ACCURACY_CASES=1)",
        messages.join("\n")
    );
}

/// One line for each pair: the largest errors relative to the size, beyond a few roundings of the
/// coordinates.
fn table(found: &[(String, Errors)]) -> String {
    let head = COLUMNS.map(|(column, _)| column).join(" | ");
    let mut table = format!("| pair | {head} | failures |\n|---|{}---|\n", "---|".repeat(COLUMNS.len()));
    for (pair, errors) in found {
        let worst = |questions: &[&str]| {
            let classes = questions.iter().filter_map(|question| errors.get(question));
            let worst = classes.map(|class| class.worst).fold(0.0, f64::max);
            if worst == 0.0 { "–".to_string() } else { format!("{worst:.0e}") }
        };
        let cells = COLUMNS.map(|(_, questions)| worst(questions)).join(" | ");
        let failures: u64 = errors.values().map(|class| class.failures).sum();
        table += &format!("| {pair} | {cells} | {failures} |\n");
    }
    table
}

#[test]
fn polytopes_are_right_in_the_plane_in_f32() {
    check_all::<Vec2>("f32", false);
}

#[test]
fn smooth_shapes_are_right_in_the_plane_in_f32() {
    check_all::<Vec2>("f32", true);
}

#[test]
fn polytopes_are_right_in_the_plane_in_f64() {
    check_all::<DVec2>("f64", false);
}

#[test]
fn smooth_shapes_are_right_in_the_plane_in_f64() {
    check_all::<DVec2>("f64", true);
}

#[test]
fn polytopes_are_right_in_space_in_f32() {
    check_all::<Vec3>("f32", false);
}

#[test]
fn smooth_shapes_are_right_in_space_in_f32() {
    check_all::<Vec3>("f32", true);
}

#[test]
fn polytopes_are_right_in_space_in_f64() {
    check_all::<DVec3>("f64", false);
}

#[test]
fn smooth_shapes_are_right_in_space_in_f64() {
    check_all::<DVec3>("f64", true);
}

/// Cases that longer runs found wrong, asked everything.
fn check_once_wrong<V: Vector>(cases: &[(Kind, Kind, u64)]) {
    for &(kind_a, kind_b, case) in cases {
        let mut errors = Errors::default();
        check_case::<V>([kind_a, kind_b], case, true, &mut PairCache::default(), &mut errors);
        let failure = errors.values().find(|class| class.failures > 0);
        assert!(failure.is_none(), "{kind_a:?} {kind_b:?} {}", failure.map_or("", |class| &class.message));
    }
}

#[test]
fn what_was_wrong_in_the_plane_stays_right() {
    use Kind::*;
    let cases = [
        // Manifolds of flat cones: of a direction along the axis only rounding is across it.
        (Cone, Plane, 29316),
        (Cone, Cone, 10350),
        (Obb, Cone, 20536),
        (Cylinder, Cone, 14519),
        // The normal of a touch was rounding.
        (Aabb, Ellipsoid, 12601),
        // Points beside the shape.
        (RoundedHull, Ellipsoid, 14659),
        (Cylinder, Cylinder, 1580),
    ];
    check_once_wrong::<Vec2>(&cases);
    check_once_wrong::<DVec2>(&cases);
}

#[test]
fn what_was_wrong_in_space_stays_right() {
    use Kind::*;
    let cases = [
        // Points beside the shapes, where round shapes are deep in each other.
        (Aabb, Cylinder, 17466),
        (Segment, Cone, 27056),
        (Capsule, Cone, 23319),
        (Cylinder, Cylinder, 13529),
        (Cylinder, Cylinder, 25235),
        (Cylinder, Cone, 24382),
        (Cone, Ellipsoid, 19299),
        (Ellipsoid, Ellipsoid, 26962),
        (RoundedHull, Cone, 11379),
        // Ways out that were too long.
        (RoundedBox, Ellipsoid, 18145),
        (Cylinder, Cone, 21405),
        // Normals of touches.
        (Obb, Cone, 510),
        (Hull, Cone, 543),
        (Segment, Segment, 109239),
        (Segment, Segment, 110),
        // In `f64`, said to be apart where no direction had shown a gap, or to meet where one had.
        (Obb, Cylinder, 5157),
        (Obb, Ellipsoid, 3458),
        (Segment, Cylinder, 9615),
        (Segment, Cylinder, 8918),
        (Cylinder, Cylinder, 7292),
        (Cylinder, Cone, 9761),
        (Cylinder, Ellipsoid, 8881),
        (Cone, Ellipsoid, 1817),
        (Cone, Ellipsoid, 3812),
        (Cylinder, Cone, 12958),
        (Cylinder, Cylinder, 14207),
        (Capsule, Cylinder, 13013),
        (Segment, Cylinder, 23475),
        (Cone, Cone, 3174),
        (Cone, Cone, 31353),
        // Of boxes and segments that nearly touch along an edge, contact and relation differed.
        (Obb, Segment, 10176),
        (Obb, Segment, 35198),
        (Cylinder, Cylinder, 75968),
        (Segment, RoundedBox, 1551),
        // Edges that cross beyond their ends, where a face is nearly as good.
        (Obb, Obb, 256046),
        (Obb, Obb, 354689),
        // Faces so nearly parallel that the next corner brought the search no nearer, to the last digit.
        (Obb, RoundedBox, 107740946238),
        (Triangle, HalfSpace, 481850),
        // Slivers, of which the reference was wrong.
        (Ball, Triangle, 10388),
        (Ball, Triangle, 16872),
    ];
    check_once_wrong::<Vec3>(&cases);
    check_once_wrong::<DVec3>(&cases);
}

/// A capsule whose end touches the side of a cone, exactly: a quick search ended 3·10⁻¹⁰ below 0, and said
/// that they overlap.
#[test]
fn a_quick_search_blames_nobody_for_its_last_step() {
    let (kinds, case) = ([Kind::Capsule, Kind::Cone], 107_738_502_656);
    let (a, b) = drawn(kinds, case, 3).0.shapes::<DVec3>();
    let quick = a.body().signed_distance(&b.body(), glam::DVec3::ZERO, &Effort::QUICK);
    assert!(quick < -1e-10, "it is not misled any more, so this asks nothing: {quick}");

    let mut errors = Errors::default();
    check_case::<DVec3>(kinds, case, false, &mut PairCache::default(), &mut errors);
    let failure = errors.values().find(|class| class.failures > 0);
    assert!(failure.is_none(), "{}", failure.map_or("", |class| &class.message));
}

/// The reference against itself: searching directions finds what trying all candidates finds.
#[test]
fn both_methods_of_the_reference_agree() {
    let kinds = [Kind::Ball, Kind::Obb, Kind::Segment, Kind::Triangle, Kind::Hull];
    let mut misses = Vec::new();
    for case in 0..300u64 {
        let mut random = Random(case);
        let dimension = 2 + (case % 2) as usize;
        let [kind_a, kind_b] = [random.below(kinds.len()), random.below(kinds.len())].map(|kind| kinds[kind]);
        let pair = Pair::draw(kind_a, kind_b, dimension, &mut random);
        let (a, b) = match dimension {
            2 => {
                let (a, b) = pair.shapes::<DVec2>();
                (a.body(), b.body())
            }
            _ => {
                let (a, b) = pair.shapes::<DVec3>();
                (a.body(), b.body())
            }
        };
        let exact = a.signed_distance(&b, glam::DVec3::ZERO, &Effort::THOROUGH);
        let searched = a.signed_distance_by_search(&b, glam::DVec3::ZERO, &Effort::THOROUGH);
        let size = a.diameter() + b.diameter() + exact.abs();
        assert!(
            searched <= exact + 1e-12 * size,
            "case {case}: {exact}, but a gap of {searched}: {a:?} {b:?}"
        );
        misses.push((exact - searched) / size);
    }
    misses.sort_by(f64::total_cmp);
    let (most, worst) = (misses[misses.len() * 95 / 100], misses[misses.len() - 1]);
    assert!(most < 1e-6 && worst < 1e-4, "the search misses mostly {most:e}, at worst {worst:e} of the size");
}
