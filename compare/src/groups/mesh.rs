//! Meshes of 100 thousand triangles against each other, and against shapes that move.
//!
//! Trees stand; each query is asked of one pair, again and again. FCL computes in `f64`, all others in `f32`. Meshes are
//! surfaces to the peers and solid to us, which makes a difference where one lies inside the other. parry3d is asked by its own
//! queries, and by the join of its trees, which its users can call (see [`super::check`]).

#[cfg(feature = "fcl")]
mod fcl;
#[cfg(feature = "jolt")]
mod jolt;
mod ours;

use glam::Vec3;
use impinge::shape::Hull;
use parry3d::math::{Pose, Rotation, Vector};
use parry3d::query::{self, ShapeCastOptions};
use parry3d::shape::{Ball, ConvexPolyhedron, Shape, TriMesh};

use super::check::{self, by_edges, joined_pairs, peer_mesh};
use crate::error::Error;
use crate::harness::{Bench, Contender, Task, Unit};
use crate::pairwise::{Entry, each};
use crate::workload::bumpy_sphere::{RADIUS, for_rays, surface};
use crate::workload::convex::hull_points;
use crate::workload::random::SplitMix64;
use crate::workload::rays::{Sweep, sweeps};

/// Where the second mesh is.
pub struct Placement {
    /// Its rotation: x, y, z, w.
    pub quaternion: [f32; 4],
    /// Its place.
    pub translation: [f32; 3],
}

/// How two spheres of radius 1 lie.
struct Case {
    name: &'static str,
    /// The size of the second one.
    scale: f32,
    translation: [f32; 3],
}

const OVERLAPPING: Case = Case { name: "overlapping a little", scale: 1.0, translation: check::TRANSLATION };
const CROSSING: Case = Case { name: "about one center", scale: 1.0, translation: [0.02, 0.01, 0.03] };
const INSIDE: Case = Case { name: "one inside the other", scale: 0.8, translation: [0.02, 0.01, 0.03] };
const APART: Case = Case { name: "apart", scale: 1.0, translation: [2.2, 0.0, 0.0] };

/// Moving shapes for each mesh.
const SWEEPS: usize = 256;
/// The size of what moves, its reach from the middle.
const REACH: f32 = RADIUS / 20.0;

/// Measures pairs of meshes, then moving shapes.
pub fn run(bench: &mut Bench) -> Result<(), Error> {
    for case in [OVERLAPPING, CROSSING, INSIDE, APART] {
        let pair = Pair::new(&case)?;
        pair.first_contact(bench)?;
        match case.name {
            name if name == OVERLAPPING.name => pair.all_pairs(bench)?,
            name if name == APART.name => pair.distance(bench)?,
            _ => {}
        }
    }
    casts(bench)
}

/// One library's answer to a question about the pair, as a number.
struct Way<'a> {
    name: &'static str,
    answer: Box<dyn Fn() -> f64 + 'a>,
}

fn way<'a>(name: &'static str, answer: impl Fn() -> f64 + 'a) -> Way<'a> {
    Way { name, answer: Box::new(answer) }
}

fn yes_no(answer: bool) -> f64 {
    f64::from(u8::from(answer))
}

/// A pair of meshes, for everybody.
struct Pair {
    name: &'static str,
    ours: ours::Pair,
    parry: [TriMesh; 2],
    parry_pose: Pose,
    #[cfg(feature = "fcl")]
    boxes: [fcl::Mesh; 2],
    #[cfg(feature = "fcl")]
    rectangles: [fcl::Mesh; 2],
    #[cfg(feature = "fcl")]
    fcl_pose: fcl::Pose,
}

impl Pair {
    fn new(case: &Case) -> Result<Self, Error> {
        let (first, second) = (surface(), surface().scaled(case.scale));
        let quaternion = SplitMix64::new(check::ROTATION_SEED).quaternion();
        let placement = Placement { quaternion, translation: case.translation };
        #[cfg(feature = "fcl")]
        let fcl = |volumes| [fcl::Mesh::new(&first, volumes), fcl::Mesh::new(&second, volumes)];
        Ok(Pair {
            name: case.name,
            ours: ours::Pair::new(&ours::build(&first)?, &ours::build(&second)?, &placement)?,
            parry: [peer_mesh(&first)?, peer_mesh(&second)?],
            parry_pose: Pose::from_parts(
                Vector::from_array(case.translation),
                Rotation::from_array(quaternion),
            ),
            #[cfg(feature = "fcl")]
            boxes: fcl(fcl::Volumes::Boxes),
            #[cfg(feature = "fcl")]
            rectangles: fcl(fcl::Volumes::BoxesAndRectangles),
            #[cfg(feature = "fcl")]
            fcl_pose: fcl::pose(&placement),
        })
    }

    fn first_contact(&self, bench: &mut Bench) -> Result<(), Error> {
        let [first, second] = &self.parry;
        let joined = || joined_pairs(first, second, &self.parry_pose, 0.0, by_edges).next().is_some();
        #[allow(unused_mut)]
        let mut peers = vec![
            way("parry3d join + edge rays", move || yes_no(joined())),
            way("parry3d intersection_test", || {
                let found = query::intersection_test(&Pose::IDENTITY, first, &self.parry_pose, second);
                found.map_or(f64::NAN, |found| yes_no(found.intersecting))
            }),
        ];
        #[cfg(feature = "fcl")]
        peers.extend([
            way("FCL OBB", || yes_no(self.boxes[0].meets(&self.boxes[1], &self.fcl_pose))),
            way("FCL OBBRSS", || yes_no(self.rectangles[0].meets(&self.rectangles[1], &self.fcl_pose))),
        ]);
        let name = format!("first contact, {}", self.name);
        let ours = way("impinge", || yes_no(self.ours.meets()));
        measure(bench, name, Unit::MicrosecondsPerQuery(1), Some(ours), peers)
    }

    fn all_pairs(&self, bench: &mut Bench) -> Result<(), Error> {
        let [first, second] = &self.parry;
        let joined = || joined_pairs(first, second, &self.parry_pose, 0.0, by_edges).count();
        #[allow(unused_mut)]
        let mut peers = vec![way("parry3d join + edge rays", move || joined() as f64)];
        #[cfg(feature = "fcl")]
        peers.extend([
            way("FCL OBB", || self.boxes[0].pairs(&self.boxes[1], &self.fcl_pose) as f64),
            way("FCL OBBRSS", || self.rectangles[0].pairs(&self.rectangles[1], &self.fcl_pose) as f64),
        ]);
        let name = format!("all pairs of triangles that meet, {}", self.name);
        let ours = way("impinge", || self.ours.pairs() as f64);
        measure(bench, name, Unit::Milliseconds, Some(ours), peers)
    }

    fn distance(&self, bench: &mut Bench) -> Result<(), Error> {
        let [first, second] = &self.parry;
        #[allow(unused_mut)]
        let mut peers = vec![way("parry3d distance", || {
            let found = query::distance(&Pose::IDENTITY, first, &self.parry_pose, second);
            found.map_or(f64::NAN, |found| f64::from(found.distance))
        })];
        #[cfg(feature = "fcl")]
        peers.push(way("FCL OBBRSS", || self.rectangles[0].distance(&self.rectangles[1], &self.fcl_pose)));
        let name = format!("distance, {}", self.name);
        let ours = way("impinge", || f64::from(self.ours.distance()));
        measure(bench, name, Unit::MicrosecondsPerQuery(1), Some(ours), peers)
    }
}

/// Measures, and says what everybody answers.
fn measure(
    bench: &mut Bench,
    name: String,
    unit: Unit,
    ours: Option<Way>,
    peers: Vec<Way>,
) -> Result<(), Error> {
    let answers: Vec<(&str, f64)> = ours.iter().chain(&peers).map(|way| (way.name, (way.answer)())).collect();
    let first = answers.first().map_or(f64::NAN, |answer| answer.1);
    let remark = if answers.iter().all(|answer| answer.1 == first) {
        format!("all answer {first}")
    } else {
        answers.iter().map(|(name, answer)| format!("{name} answers {answer}")).collect::<Vec<_>>().join("\n")
    };
    fn contender<'a>(way: Way<'a>) -> Contender<'a> {
        Contender::new(way.name, move || (way.answer)().to_bits())
    }
    let ours = ours.map(contender);
    bench.measure(Task { name, unit, ours, peers: peers.into_iter().map(contender).collect(), remark })
}

/// Balls and hulls that fly at a mesh without turning.
fn casts(bench: &mut Bench) -> Result<(), Error> {
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
fn jolt_cast<'a>(
    mesh: super::convex::matrix::Shape,
    shape: super::convex::matrix::Shape,
    sweeps: &[Sweep],
) -> Entry<'a> {
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
            "\n{}: {} hit; where both hit, up to {apart:.1e} of the way between their answer and ours",
            peer.name,
            hits(peer)
        );
    }
    let peers = peers.into_iter().map(|peer| peer.contender).collect();
    let unit = Unit::MicrosecondsPerQuery(SWEEPS);
    let name = format!("{what} at 100k triangles");
    bench.measure(Task { name, unit, ours: Some(ours.contender), peers, remark })
}
