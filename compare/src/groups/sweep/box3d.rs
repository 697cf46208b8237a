//! Box3D: GJK along a straight way; turns by axes that turn with a face or stand still, looked along for a
//! root, from a distance to the next.
//!
//! Both stop at its slop of 5 mm, up to a quarter of it.

use boxddd_sys::ffi;
use glam::Quat;

use super::verdict::Peer;
use crate::groups::convex::box3d::{Proxied, parts, relative, transform, vector};
use crate::pairwise::each;
use crate::workload::flights::{Flight3, Turning};
use crate::workload::moving::Pose3;

/// Two shapes on their ways.
pub struct Case<S> {
    shapes: [S; 2],
    sweeps: [ffi::b3Sweep; 2],
}

/// The workload in Box3D's types.
pub fn prepare<T, S>(flights: &[Flight3<T>], shape: impl Fn(&T) -> S) -> Vec<Case<S>> {
    let case = |flight: &Flight3<T>| {
        let [a, b] = &flight.shapes;
        let [start_a, start_b] = &flight.starts;
        let [turn_a, turn_b] = flight.turns;
        let sweeps = [sweep(start_a, [0.0; 3], turn_a), sweep(start_b, flight.motion, turn_b)];
        Case { shapes: [shape(a), shape(b)], sweeps }
    };
    flights.iter().map(case).collect()
}

fn sweep(start: &Pose3, motion: [f32; 3], turn: [f32; 3]) -> ffi::b3Sweep {
    let from = transform(start);
    let turned = Quat::from_scaled_axis(turn.into()) * Quat::from_array(start.quaternion);
    let center = std::array::from_fn(|i| start.center[i] + motion[i]);
    let to = transform(&Pose3 { center, quaternion: turned.normalize().to_array() });
    ffi::b3Sweep {
        localCenter: ffi::b3Vec3 { x: 0.0, y: 0.0, z: 0.0 },
        c1: from.p,
        c2: to.p,
        q1: from.q,
        q2: to.q,
    }
}

/// `b3ShapeCast`, or `b3TimeOfImpact` if something turns.
pub fn entry<'a, S: Proxied + 'a>(cases: Vec<Case<S>>, turning: Turning) -> Peer<'a> {
    if turning == Turning::Neither {
        return Peer::steady(each("Box3D b3ShapeCast", cases, |Case { shapes: [a, b], sweeps }| {
            let [first, second] = sweeps.map(|sweep| ffi::b3Transform { p: sweep.c1, q: sweep.q1 });
            let (_, turn) = parts(&first);
            let (end, _) = parts(&ffi::b3Transform { p: sweeps[1].c2, q: sweeps[1].q2 });
            let input = ffi::b3ShapeCastPairInput {
                proxyA: a.proxy(),
                proxyB: b.proxy(),
                transform: relative(&first, &second),
                translationB: vector(turn.conjugate() * (end - parts(&second).0)),
                maxFraction: 1.0,
                canEncroach: false,
            };
            // SAFETY: the proxies borrow from shapes that live.
            let found = unsafe { ffi::b3ShapeCast(&raw const input) };
            if found.hit { found.fraction } else { f32::NAN }
        }));
    }
    let entry = each("Box3D b3TimeOfImpact", cases, |Case { shapes: [a, b], sweeps }| {
        let [sweep_a, sweep_b] = *sweeps;
        let input = ffi::b3TOIInput {
            proxyA: a.proxy(),
            proxyB: b.proxy(),
            sweepA: sweep_a,
            sweepB: sweep_b,
            maxFraction: 1.0,
        };
        // SAFETY: as above.
        let found = unsafe { ffi::b3TimeOfImpact(&raw const input) };
        // What failed has a time too, up to which its world would go.
        let is_apart = found.state == ffi::b3TOIState_b3_toiStateSeparated;
        if is_apart { f32::NAN } else { found.fraction }
    });
    Peer::blended(entry, 0.5)
}
