//! With a minimum separation: never missed, and not much too early.
//!
//! The distance at a time is that of the engine's shapes, which are tested elsewhere; it is looked at many
//! times.

use super::*;
use impinge::prelude::*;
use impinge::shape::{Ball, Segment, Triangle};

const TIMES: usize = 400;

/// How far apart the primitives are at a time.
fn distance(case: &Case, t: f64) -> f64 {
    let at = |vertex: usize| {
        let [from, to] = [case.start[vertex], case.end[vertex]].map(DVec3::from_array);
        from * (1.0 - t) + to * t
    };
    let segment = |a: usize, b: usize| Segment::new(at(a), at(b)).expect("finite");
    let point = Ball::new(at(0), 0.0).expect("finite");
    match case.kind {
        Kind::VertexFace => point.distance(&Triangle::new([at(1), at(2), at(3)]).expect("finite")).max(0.0),
        Kind::EdgeEdge => segment(0, 1).distance(&segment(2, 3)).max(0.0),
        Kind::VertexEdge => point.distance(&segment(1, 2)).max(0.0),
    }
}

#[test]
fn what_comes_near_is_never_missed() {
    let mut random = Random(8);
    let (mut near, mut apart) = (0, 0);
    for number in 0..1500 {
        // Of the kinds whose size is that of a unit.
        let case = random.case(number % 15);
        let separation = [0.5, 0.1, 1e-3][random.below(3)];
        let tolerance = 1e-4;
        let options =
            DeformingOptions::new(tolerance).and_then(|options| options.with_min_separation(separation));
        let found = ask::<DVec3, DVec2>(&case, &options.expect("lengths"));
        let reach = found.map_or(1.0, |found| found.time);
        for i in 0..=TIMES {
            let t = i as f64 / TIMES as f64;
            let is_missed = t < reach && distance(&case, t) < separation - 1e-12;
            assert!(!is_missed, "{} apart at {t}, but {found:?}: {case:?}", distance(&case, t));
        }
        if let Some(found) = found {
            near += 1;
            let apart = distance(&case, found.time);
            assert!(apart <= separation + tolerance + 1e-9, "{apart} apart at {found:?}: {case:?}");
            let between =
                (0..3).map(|axis| (found.point_a[axis] - found.point_b[axis]).powi(2)).sum::<f64>().sqrt();
            assert!((between - apart).abs() < 1e-9, "{between} between points, {apart} apart: {case:?}");
        } else {
            apart += 1;
        }
    }
    assert!(near > 100 && apart > 100, "{near} near, {apart} apart");
}

/// What meets without a separation does so with one, and not later.
#[test]
fn a_separation_is_only_earlier() {
    let mut random = Random(9);
    for number in 0..4000 {
        let case = random.case(number);
        let options = DeformingOptions::new(1e-6).expect("a tolerance");
        let Some(found) = ask::<DVec3, DVec2>(&case, &options) else { continue };
        for separation in [5e-324, 1e-9, 1.0, 1e300] {
            let options = options.with_min_separation(separation).expect("a length");
            let earlier = ask::<DVec3, DVec2>(&case, &options);
            let is_earlier = earlier.is_some_and(|earlier| earlier.time <= found.time + 1e-12);
            assert!(is_earlier, "{found:?}, with {separation:e} {earlier:?}: {case:?}");
        }
    }
}
