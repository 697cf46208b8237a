//! Balls and hulls that fly at a mesh without turning.

use glam::Vec3;
use impinge::shape::Hull;
use parry3d::math::{Pose, Vector};
use parry3d::query::{self, ShapeCastOptions};
use parry3d::shape::{Ball, ConvexPolyhedron, Shape, TriMesh};

#[cfg(feature = "jolt")]
use super::jolt;
use super::ours;
use crate::error::Error;
use crate::groups::check::peer_mesh;
use crate::harness::{Bench, Task, Unit};
use crate::pairwise::{Entry, each};
use crate::workload::bumpy_sphere::{RADIUS, for_rays};
use crate::workload::convex::hull_points;
use crate::workload::rays::{Sweep, sweeps};

/// How many fly.
const SWEEPS: usize = 256;
/// The size of what flies, its reach from the middle.
const REACH: f32 = RADIUS / 20.0;

/// Measures balls, then hulls of 32 points.
pub fn run(bench: &mut Bench) -> Result<(), Error> {
    let (surface, sweeps) = (for_rays(), sweeps(SWEEPS));
    let points: Vec<[f32; 3]> = hull_points(32)[0].iter().map(|point| point.map(|x| REACH * x)).collect();
    let ours = ours::Obstacle::new(&ours::build(&surface)?);
    let parry = peer_mesh(&surface)?;
    #[cfg(feature = "jolt")]
    let jolt = jolt::mesh(&surface)?;

    #[allow(unused_mut)]
    let mut peers = vec![parry_cast(&parry, Ball::new(REACH), &sweeps)];
    #[cfg(feature = "jolt")]
    peers.push(jolt_cast(jolt, jolt::ball(REACH), &sweeps));
    let own = each("impinge", sweeps.clone(), |sweep| ours.cast_ball(REACH, sweep));
    measure_casts(bench, "cast of a ball", own, peers)?;

    let hull = Hull::new(&points.iter().map(|&point| Vec3::from_array(point)).collect::<Vec<_>>())?;
    let corners: Vec<Vector> = points.iter().map(|&point| Vector::from_array(point)).collect();
    let theirs = ConvexPolyhedron::from_convex_hull(&corners)
        .ok_or(Error::Peer { peer: "parry3d", reason: "no hull of the workload's points".to_owned() })?;
    #[allow(unused_mut)]
    let mut peers = vec![parry_cast(&parry, theirs, &sweeps)];
    #[cfg(feature = "jolt")]
    peers.push(jolt_cast(jolt, jolt::hull(&points)?, &sweeps));
    let own = each("impinge", sweeps.clone(), |sweep| ours.cast_hull(&hull, sweep));
    measure_casts(bench, "cast of a hull of 32 points", own, peers)
}

/// `cast_shapes`: what share of its way the shape goes.
fn parry_cast<'a>(mesh: &'a TriMesh, shape: impl Shape, sweeps: &[Sweep]) -> Entry<'a> {
    let prepared = |sweep: &Sweep| {
        (Pose::from_translation(Vector::from_array(sweep.start)), Vector::from_array(sweep.motion))
    };
    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
    each("parry3d cast_shapes", sweeps.iter().map(prepared).collect(), move |(start, motion)| {
        let hit = query::cast_shapes(start, *motion, &shape, &Pose::IDENTITY, Vector::ZERO, mesh, options);
        hit.ok().flatten().map_or(f32::INFINITY, |hit| hit.time_of_impact)
    })
}

#[cfg(feature = "jolt")]
fn jolt_cast<'a>(mesh: jolt::Shape, shape: jolt::Shape, sweeps: &[Sweep]) -> Entry<'a> {
    let prepared = sweeps.iter().map(|sweep| jolt::prepare(shape, sweep)).collect();
    each("Jolt sCastShapeVsShape", prepared, move |sweep| jolt::cast(shape, sweep, mesh))
}

fn measure_casts(bench: &mut Bench, what: &str, ours: Entry, peers: Vec<Entry>) -> Result<(), Error> {
    let hits = |entry: &Entry| entry.answers.iter().filter(|share| share.is_finite()).count();
    let mut remark = format!("{} of {SWEEPS} hit", hits(&ours));
    for peer in &peers {
        let both = || ours.answers.iter().zip(&peer.answers).filter(|(a, b)| a.is_finite() && b.is_finite());
        let apart = both().map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        remark += &format!(
            "\n{}: {} hit; where both hit, times differ by up to {apart:.1e}",
            peer.name,
            hits(peer)
        );
    }
    let peers = peers.into_iter().map(|peer| peer.contender).collect();
    let unit = Unit::MicrosecondsPerQuery(SWEEPS);
    let name = format!("{what} at 100k triangles");
    bench.measure(Task { name, unit, ours: Some(ours.contender), peers, remark })
}
