//! Box2D: as [Box3D](super::box3d), in the plane.

use boxdd_sys::ffi;
use glam::Vec2;

use super::verdict::Peer;
use crate::groups::poly2d::box2d::{parts, proxy, relative, transform, vector};
use crate::pairwise::each;
use crate::workload::convex::Corners;
use crate::workload::flights::{Flight2, Turning};
use crate::workload::moving::Pose2;

/// Two polygons on their ways.
pub struct Case {
    shapes: [ffi::b2ShapeProxy; 2],
    sweeps: [ffi::b2Sweep; 2],
}

/// The workload in Box2D's types.
pub fn prepare(flights: &[Flight2], polygon: impl Fn(&Corners) -> ffi::b2Polygon) -> Vec<Case> {
    let case = |flight: &Flight2| {
        let [a, b] = &flight.shapes;
        let [start_a, start_b] = &flight.starts;
        let [turn_a, turn_b] = flight.turns;
        let sweeps = [sweep(start_a, [0.0; 2], turn_a), sweep(start_b, flight.motion, turn_b)];
        Case { shapes: [proxy(&polygon(a)), proxy(&polygon(b))], sweeps }
    };
    flights.iter().map(case).collect()
}

fn sweep(start: &Pose2, motion: [f32; 2], turn: f32) -> ffi::b2Sweep {
    let from = transform(start);
    let center = std::array::from_fn(|i| start.center[i] + motion[i]);
    let to = transform(&Pose2 { center, angle: start.angle + turn });
    ffi::b2Sweep { localCenter: vector(Vec2::ZERO), c1: from.p, c2: to.p, q1: from.q, q2: to.q }
}

/// `b2ShapeCast`, or `b2TimeOfImpact` if something turns.
pub fn entry<'a>(cases: Vec<Case>, turning: Turning) -> Peer<'a> {
    if turning == Turning::Neither {
        return Peer::steady(each("Box2D b2ShapeCast", cases, |Case { shapes: [a, b], sweeps }| {
            let [first, second] = sweeps.map(|sweep| ffi::b2Transform { p: sweep.c1, q: sweep.q1 });
            let (_, turn) = parts(&first);
            let (end, _) = parts(&ffi::b2Transform { p: sweeps[1].c2, q: sweeps[1].q2 });
            let back = Vec2::new(turn.x, -turn.y);
            let input = ffi::b2ShapeCastPairInput {
                proxyA: *a,
                proxyB: *b,
                transform: relative(&first, &second),
                translationB: vector(back.rotate(end - parts(&second).0)),
                maxFraction: 1.0,
                canEncroach: false,
            };
            // SAFETY: takes and returns plain values.
            let found = unsafe { ffi::b2ShapeCast(&raw const input) };
            if found.hit { found.fraction } else { f32::NAN }
        }));
    }
    let entry = each("Box2D b2TimeOfImpact", cases, |Case { shapes: [a, b], sweeps }| {
        let [sweep_a, sweep_b] = *sweeps;
        let input =
            ffi::b2TOIInput { proxyA: *a, proxyB: *b, sweepA: sweep_a, sweepB: sweep_b, maxFraction: 1.0 };
        // SAFETY: as above.
        let found = unsafe { ffi::b2TimeOfImpact(&raw const input) };
        // What failed has a time too, up to which its world would go.
        let is_apart = found.state == ffi::b2TOIState_b2_toiStateSeparated;
        if is_apart { f32::NAN } else { found.fraction }
    });
    Peer::blended(entry, 1.0)
}
