//! Times of impact: when do two shapes first meet, of which the second flies by, straight or turning, or both
//! turn?
//!
//! What is said in [`super::convex`] on how peers are compiled holds here too. Who has a tolerance says when
//! shapes that come near are said to meet: ours is that of Box2D and Box3D, [`TOLERANCE`]. Others have one of
//! their own, or none.

#[cfg(feature = "box2d")]
mod box2d;
#[cfg(feature = "box3d")]
mod box3d;
#[cfg(feature = "debian-peers")]
mod bullet;
#[cfg(feature = "jolt")]
mod jolt;
mod ours;
mod parry;
mod verdict;

use parry2d::shape as flat;
use parry3d::shape::{ConvexPolyhedron, Cuboid};

use self::verdict::Peer;
use crate::error::Error;
use crate::groups::convex::{ours as own_convex, parry as parry_convex};
use crate::groups::poly2d::parry as parry_flat;
use crate::harness::{Bench, Task, Unit};
use crate::judge::distance::V;
use crate::judge::impact::Body;
use crate::pairwise::Entry;
use crate::workload::IN_CACHE;
use crate::workload::convex::{Corners, hull_points};
use crate::workload::flights::{self, Flight2, Flight3, Turning};
use crate::workload::moving::Pose3;

/// Shapes nearer than this meet: the linear slop of Box2D and Box3D, which stop at that distance, up to a
/// quarter of it.
const TOLERANCE: f64 = 0.005;

/// Measures all pairs of shapes.
pub fn run(bench: &mut Bench) -> Result<(), Error> {
    let turnings =
        [("straight", Turning::Neither), ("the second turns", Turning::Second), ("both turn", Turning::Both)];
    for (label, turning) in turnings {
        let boxes = turned(&flights::boxes(IN_CACHE), |flight| flight.turning(turning));
        space_boxes(bench, &format!("box–box, {label}"), turning, &boxes)?;
        let hulls = turned(&flights::hulls(IN_CACHE), |flight| flight.turning(turning));
        space_hulls(bench, &format!("hull32–hull32, {label}"), turning, &hulls)?;
    }
    for (label, turning) in turnings {
        let boxes = turned(&flights::flat_boxes(IN_CACHE), |flight| flight.turning(turning));
        plane(bench, "box", &format!("2D box–box, {label}"), turning, &boxes)?;
        let octagons = turned(&flights::octagons(IN_CACHE), |flight| flight.turning(turning));
        plane(bench, "8-gon", &format!("2D 8-gon–8-gon, {label}"), turning, &octagons)?;
    }
    Ok(())
}

fn turned<T>(flights: &[T], turned: impl Fn(&T) -> T) -> Vec<T> {
    flights.iter().map(turned).collect()
}

fn space_boxes(
    bench: &mut Bench,
    name: &str,
    turning: Turning,
    flights: &[Flight3<[f32; 3]>],
) -> Result<(), Error> {
    let corner = |half: &[f32; 3], i: usize| -> [f32; 3] {
        std::array::from_fn(|axis| if i >> axis & 1 == 1 { half[axis] } else { -half[axis] })
    };
    let bodies = in_space(flights, |half| (0..8).map(|i| corner(half, i)).collect());
    let theirs = parry::in_space(flights, |half| Cuboid::new((*half).into()));
    #[allow(unused_mut)]
    let mut peers = vec![Peer::steady(parry::space::<_, Cuboid>(theirs, turning))];
    #[cfg(feature = "box3d")]
    peers.push(box3d::entry(box3d::prepare(flights, crate::groups::convex::box3d::cuboid), turning));
    #[cfg(feature = "jolt")]
    if turning == Turning::Neither {
        peers.push(jolt::entry(jolt::prepare(flights, crate::groups::convex::jolt::cuboid)));
    }
    #[cfg(feature = "debian-peers")]
    peers.push(bullet::entry(bullet::prepare(flights, crate::groups::convex::bullet::cuboid), turning));
    measure(bench, name, &bodies, ours::entry(ours::in_space(flights, own_convex::cuboid)?)?, peers)
}

fn space_hulls(
    bench: &mut Bench,
    name: &str,
    turning: Turning,
    flights: &[Flight3<usize>],
) -> Result<(), Error> {
    let points = hull_points(32);
    let bodies = in_space(flights, |&number| points[number].clone());
    let hulls = parry_convex::hulls(&points)?;
    let theirs = parry::in_space(flights, |&number| &hulls[number]);
    #[allow(unused_mut)]
    let mut peers = vec![Peer::steady(parry::space::<_, ConvexPolyhedron>(theirs, turning))];
    #[cfg(feature = "box3d")]
    {
        let hulls = crate::groups::convex::box3d::hulls(&points)?;
        peers.push(box3d::entry(box3d::prepare(flights, |&number| hulls[number].clone()), turning));
    }
    #[cfg(feature = "jolt")]
    if turning == Turning::Neither {
        let hulls = crate::groups::convex::jolt::hulls(&points)?;
        peers.push(jolt::entry(jolt::prepare(flights, |&number| hulls[number])));
    }
    #[cfg(feature = "debian-peers")]
    {
        let hulls = crate::groups::convex::bullet::hulls(&points);
        peers.push(bullet::entry(bullet::prepare(flights, |&number| hulls[number]), turning));
    }
    let hulls = own_convex::hulls(&points)?;
    let own = ours::in_space(flights, |&number, pose: &Pose3| own_convex::hull(&hulls[number], pose))?;
    measure(bench, name, &bodies, ours::entry(own)?, peers)
}

fn plane(
    bench: &mut Bench,
    kind: &str,
    name: &str,
    turning: Turning,
    flights: &[Flight2],
) -> Result<(), Error> {
    let bodies = in_plane(flights);
    #[allow(unused_mut)]
    let mut peers = match kind {
        "box" => {
            let theirs = parry::in_plane(flights, parry_flat::cuboid)?;
            vec![Peer::steady(parry::plane::<flat::Cuboid>(theirs, turning))]
        }
        _ => {
            let theirs = parry::in_plane(flights, parry_flat::polygon)?;
            vec![Peer::steady(parry::plane::<flat::ConvexPolygon>(theirs, turning))]
        }
    };
    #[cfg(feature = "box2d")]
    peers.push(box2d::entry(box2d::prepare(flights, crate::groups::poly2d::box2d_polygon(kind)), turning));
    let hulls = ours::hulls(flights)?;
    let own = match kind {
        "box" => ours::entry(ours::boxes(flights)?)?,
        _ => ours::entry(ours::polygons(flights, &hulls)?)?,
    };
    measure(bench, name, &bodies, own, peers)
}

fn measure(
    bench: &mut Bench,
    name: &str,
    bodies: &[[Body; 2]],
    ours: Entry,
    peers: Vec<Peer>,
) -> Result<(), Error> {
    let remark = verdict::remark(name, bodies, &ours, &peers)?;
    bench.measure(Task {
        name: name.to_owned(),
        unit: Unit::NanosecondsPerPair(bodies.len()),
        ours: Some(ours.contender),
        peers: peers.into_iter().map(|peer| peer.entry.contender).collect(),
        remark,
    })
}

/// Both shapes of all flights for the judge.
fn in_space<S>(flights: &[Flight3<S>], points: impl Fn(&S) -> Vec<[f32; 3]>) -> Vec<[Body; 2]> {
    let body = |flight: &Flight3<S>, i: usize| {
        let Pose3 { center, quaternion } = flight.starts[i];
        let [x, y, z, w] = quaternion.map(f64::from);
        let s = 2.0 / (x * x + y * y + z * z + w * w);
        let rows = [
            [1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
            [s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x)],
            [s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y)],
        ];
        let turned = |point: [f32; 3]| -> V {
            let v = point.map(f64::from);
            rows.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
        };
        let points = points(&flight.shapes[i]).into_iter().map(turned).collect();
        let motion = if i == 1 { flight.motion.map(f64::from) } else { [0.0; 3] };
        Body::new(points, center.map(f64::from), motion, flight.turns[i].map(f64::from))
    };
    flights.iter().map(|flight| [body(flight, 0), body(flight, 1)]).collect()
}

/// The same in the plane.
fn in_plane(flights: &[Flight2]) -> Vec<[Body; 2]> {
    let flat = |[x, y]: [f32; 2]| [f64::from(x), f64::from(y), 0.0];
    let body = |flight: &Flight2, i: usize| {
        let start = flight.starts[i];
        let (sine, cosine) = libm::sincos(f64::from(start.angle));
        let turned = |&corner: &[f32; 2]| {
            let [x, y, _] = flat(corner);
            [cosine * x - sine * y, sine * x + cosine * y, 0.0]
        };
        let corners: &Corners = &flight.shapes[i];
        let motion = if i == 1 { flat(flight.motion) } else { [0.0; 3] };
        let turn = [0.0, 0.0, f64::from(flight.turns[i])];
        Body::new(corners.iter().map(turned).collect(), flat(start.center), motion, turn)
    };
    flights.iter().map(|flight| [body(flight, 0), body(flight, 1)]).collect()
}
