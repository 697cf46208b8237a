//! Deforming primitives: exactly when the oracle says so, never later, in any order.
//!
//! `IMPINGE_DEFORMING=100000000 cargo test --release -p impinge-tests --test motions deforming::soak` asks so
//! many, `IMPINGE_SEED` others.

mod by_hand;
mod oracle;
mod real;
mod separation;

use std::cmp::Ordering;

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::math::Vector;
use impinge::sweep::{CcdHit, DeformingOptions, EdgeEdge, VertexEdge, VertexFace};
use impinge_tests::deforming_cases::{Case, Kind, Point, Random};
use impinge_tests::demand;

/// What is asked of a case, in one precision: when, where, and in which direction, in `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Found {
    time: f64,
    point_a: Point,
    point_b: Point,
    normal: Option<Point>,
}

fn found<V: Vector>(meeting: Option<CcdHit<V>>) -> Option<Found> {
    meeting.map(|meeting| Found {
        time: meeting.time.into(),
        point_a: meeting.point_a.to_f64(),
        point_b: meeting.point_b.to_f64(),
        normal: meeting.normal.map(|normal| normal.get().to_f64()),
    })
}

/// Asks the engine, in the space of three dimensions and that of two.
fn ask<Space: Vector, Plane: Vector<Scalar = Space::Scalar>>(
    case: &Case,
    options: &DeformingOptions<Space::Scalar>,
) -> Option<Found> {
    let (start, end) = (case.start.map(Space::from_f64), case.end.map(Space::from_f64));
    let flat = |points: &[Point; 4]| [0, 1, 2].map(|vertex| Plane::from_f64(points[vertex]));
    match case.kind {
        Kind::VertexFace => {
            let pair = VertexFace::new(start, end).expect("finite");
            let meeting = pair.first_contact(options);
            assert_eq!(meeting.is_some(), pair.intersects(options), "{case:?}");
            found(meeting)
        }
        Kind::EdgeEdge => {
            let pair = EdgeEdge::new(start, end).expect("finite");
            let meeting = pair.first_contact(options);
            assert_eq!(meeting.is_some(), pair.intersects(options), "{case:?}");
            found(meeting)
        }
        Kind::VertexEdge => {
            let pair = VertexEdge::new(flat(&case.start), flat(&case.end)).expect("finite");
            let meeting = pair.first_contact(options);
            assert_eq!(meeting.is_some(), pair.intersects(options), "{case:?}");
            found(meeting)
        }
    }
}

/// As the oracle wants it: the vertices of each primitive, with both places.
fn primitives(case: &Case) -> [Vec<[Point; 2]>; 2] {
    let of = |vertices: std::ops::Range<usize>| vertices.map(|i| [case.start[i], case.end[i]]).collect();
    match case.kind {
        Kind::VertexFace => [of(0..1), of(1..4)],
        Kind::EdgeEdge => [of(0..2), of(2..4)],
        Kind::VertexEdge => [of(0..1), of(1..3)],
    }
}

/// How far a vertex is from one of the other primitive at most, at the start or at the end.
fn size(case: &Case) -> f64 {
    let [a, b] = primitives(case);
    let mut size = 0.0_f64;
    for (p, q) in a.iter().flat_map(|p| b.iter().map(move |q| (p, q))) {
        for (p, q) in p.iter().zip(q) {
            size = p.iter().zip(q).fold(size, |size, (x, y)| size.max((0.5 * x - 0.5 * y).abs()));
        }
    }
    2.0 * size
}

/// The engine against the oracle.
fn check(case: &Case, tolerance: f64) {
    let options = DeformingOptions::new(tolerance).expect("a tolerance");
    let [a, b] = primitives(case);
    let found = ask::<DVec3, DVec2>(case, &options);
    let truth = oracle::first_meeting(&a, &b);
    match (found, truth) {
        (None, None) => {}
        (Some(found), Some([lo, hi])) => {
            assert_ne!(hi.compared_to_float(found.time), Ordering::Greater, "{found:?} is late: {case:?}");
            // Early by what the tolerance allows at the greatest speed, or by roundings of the motion.
            let early = (tolerance / size(case)).max(1e-13);
            let latest = (found.time + early).min(1.0);
            assert_ne!(lo.compared_to_float(latest), Ordering::Less, "{found:?} is early, {lo:?}: {case:?}");
            plausible(case, &found);
        }
        (found, truth) => panic!("found {found:?}, but in truth {truth:?}: {case:?}"),
    }
}

/// Finite, a normal of length 1.
fn plausible(case: &Case, found: &Found) {
    assert!(found.point_a.iter().chain(&found.point_b).all(|x| x.is_finite()), "{found:?}: {case:?}");
    if let Some(normal) = found.normal {
        let length = normal.iter().map(|x| x * x).sum::<f64>().sqrt();
        assert!((length - 1.0).abs() < 1e-12, "{found:?}: {case:?}");
    }
}

/// With its vertices in another order: the faces' corners, the edges' ends.
fn reordered(case: &Case, random: &mut Random) -> Case {
    let mut case = *case;
    let mut swap = |i: usize, j: usize| {
        if random.below(2) == 0 {
            case.start.swap(i, j);
            case.end.swap(i, j);
        }
    };
    match case.kind {
        Kind::VertexFace => {
            swap(1, 2);
            swap(2, 3);
            swap(1, 2);
        }
        Kind::EdgeEdge => {
            swap(0, 1);
            swap(2, 3);
        }
        Kind::VertexEdge => swap(1, 2),
    }
    case
}

/// With its two edges exchanged.
fn exchanged(case: &Case) -> Case {
    let turned = |[a, b, c, d]: [Point; 4]| [c, d, a, b];
    Case { start: turned(case.start), end: turned(case.end), ..*case }
}

/// The same to the bit, whatever the order.
fn check_order(case: &Case, random: &mut Random) {
    let options = DeformingOptions::new(1e-6).expect("a tolerance");
    let options =
        if random.below(3) == 0 { options.with_min_separation(0.25).expect("a length") } else { options };
    let found = ask::<DVec3, DVec2>(case, &options);
    assert_eq!(found, ask::<DVec3, DVec2>(&reordered(case, random), &options), "{case:?}");
    if case.kind == Kind::EdgeEdge {
        let mirrored = found.map(|found| Found {
            point_a: found.point_b,
            point_b: found.point_a,
            normal: found.normal.map(|normal| normal.map(|x| -x)),
            ..found
        });
        let other = ask::<DVec3, DVec2>(&exchanged(case), &options);
        // An edge and itself cannot be told apart.
        let [a, b] = primitives(case);
        if a != b && a.iter().rev().ne(&b) {
            assert_eq!(mirrored, other, "{case:?}");
        }
    }
}

/// In `f32` the answer is that for the same numbers in `f64`, with the time rounded down.
fn check_single(case: &Case) {
    let single = |points: [Point; 4]| points.map(|point| point.map(|x| f64::from(x as f32)));
    let case = Case { start: single(case.start), end: single(case.end), ..*case };
    if case.start.iter().chain(&case.end).flatten().any(|x| !x.is_finite()) {
        return;
    }
    let found = ask::<Vec3, Vec2>(&case, &DeformingOptions::new(1e-6).expect("a tolerance"));
    let double =
        ask::<DVec3, DVec2>(&case, &DeformingOptions::new(f64::from(1e-6_f32)).expect("a tolerance"));
    assert_eq!(found.is_some(), double.is_some(), "{case:?}");
    if let (Some(found), Some(double)) = (found, double) {
        assert!(found.time <= double.time && double.time - found.time < 1e-7, "{found:?} {double:?}");
    }
}

fn run(seed: u64, wanted: u64) {
    let mut random = Random(seed);
    for number in 0..wanted {
        let case = random.case(number);
        check(&case, [1e-6, 0.0, 1e-3, f64::MAX][random.below(4)]);
        check_order(&case, &mut random);
        check_single(&case);
    }
}

#[test]
fn every_kind_of_case_against_the_oracle() {
    run(1, 4_000);
}

/// As many as asked for.
#[test]
fn soak() {
    run(demand::seed(2), demand::cases("IMPINGE_DEFORMING", 2000) as u64);
}
