//! Polygons, circles and capsules in the plane: manifolds, distances, rays.
//!
//! What is said in [`super::convex`] on how peers are compiled, on warm and cold, holds here too.

#[cfg(feature = "box2d")]
pub mod box2d;
mod mover;
mod moving;
pub mod ours;
pub mod parry;

use parry2d::shape::{Ball, Capsule};

use crate::error::Error;
use crate::harness::Bench;
use crate::judge::depth;
use crate::judge::distance::{self, Solid, V};
use crate::pairwise::{Entry, Wanted, compare, judged_steps};
use crate::workload::IN_CACHE;
use crate::workload::convex::{self, Corners, Round};
use crate::workload::moving::{Pair, Pose2, STEPS};

/// Farther apart than the points that Box2D reports in advance, so that nobody reports any.
const CLEARLY_APART: f64 = 0.02;

/// Measures all pairs of shapes.
pub fn run(bench: &mut Bench) -> Result<(), Error> {
    let boxes: Vec<Pair<Corners, Pose2, STEPS>> = convex::flat_boxes(4 * IN_CACHE);
    let octagons: Vec<Pair<Corners, Pose2, STEPS>> = convex::octagons(4 * IN_CACHE, [0.0, 2.9]);
    for (name, pairs) in [("box", boxes), ("8-gon", octagons)] {
        manifolds(bench, name, &pairs)?;
        distances(bench, name, &pairs[..IN_CACHE])?;
        moving::run(bench, name, &pairs[..IN_CACHE])?;
    }
    circles(bench)?;
    capsules(bench)?;
    rays(bench)?;
    mover::run(bench)
}

fn manifolds(bench: &mut Bench, name: &str, pairs: &[Pair<Corners, Pose2, STEPS>]) -> Result<(), Error> {
    let still: Vec<Pair<Corners, Pose2, 1>> = pairs
        .iter()
        .map(|pair| Pair { shapes: pair.shapes.clone(), first: pair.first, second: [pair.second[0]] })
        .collect();
    let right = truth(&still, polygon, of_rounded);
    let apart = still.iter().zip(&right).filter(|(_, gap)| **gap > CLEARLY_APART);
    let (apart, gaps): (Vec<_>, Vec<f64>) =
        apart.take(IN_CACHE).map(|(pair, gap)| (pair.clone(), *gap)).unzip();
    let mixed = (still[..IN_CACHE].to_vec(), right[..IN_CACHE].to_vec());
    for (label, (pairs, right)) in [("mixed", mixed), ("apart", (apart, gaps))] {
        let hulls = ours::hulls(&pairs)?;
        let own = match name {
            "box" => ours::manifold(ours::prepare(&pairs, ours::cuboid)?),
            _ => ours::manifold(ours::polygons(&pairs, &hulls)),
        };
        #[allow(unused_mut)]
        let mut peers = if name == "box" {
            let theirs = parry::prepare(&pairs, parry::cuboid)?;
            vec![parry::manifold(theirs.clone()), parry::contact(theirs)]
        } else {
            let theirs = parry::prepare(&pairs, parry::polygon)?;
            vec![parry::manifold(theirs.clone()), parry::contact(theirs)]
        };
        #[cfg(feature = "box2d")]
        peers.push(box2d::polygons(box2d::prepare(&pairs, box2d_polygon(name))));
        compare(
            bench,
            &format!("2D {name}–{name} manifold, {label}"),
            Wanted::Depth,
            &right,
            1,
            Some(own),
            peers,
        )?;
    }
    let pairs = &pairs[..IN_CACHE];
    let right = truth(pairs, polygon, of_rounded);
    let hulls = ours::hulls(pairs)?;
    let own = match name {
        "box" => ours::warm_manifold(ours::prepare(pairs, ours::cuboid)?),
        _ => ours::warm_manifold(ours::polygons(pairs, &hulls)),
    };
    #[allow(unused_mut)]
    let mut peers = if name == "box" {
        vec![parry::warm_manifold(parry::prepare(pairs, parry::cuboid)?)]
    } else {
        vec![parry::warm_manifold(parry::prepare(pairs, parry::polygon)?)]
    };
    // It keeps nothing for polygons: cold is all there is.
    #[cfg(feature = "box2d")]
    peers.push(box2d::polygons(box2d::prepare(pairs, box2d_polygon(name))));
    compare(
        bench,
        &format!("2D {name}–{name} manifold, moving, warm"),
        Wanted::Depth,
        &right,
        STEPS,
        Some(own),
        peers,
    )
}

/// How Box2D makes them: boxes by their half extents.
#[cfg(feature = "box2d")]
pub fn box2d_polygon(name: &str) -> fn(&Corners) -> boxdd_sys::ffi::b2Polygon {
    if name == "box" { box2d::cuboid } else { box2d::polygon }
}

fn distances(bench: &mut Bench, name: &str, pairs: &[Pair<Corners, Pose2, STEPS>]) -> Result<(), Error> {
    let right = truth(pairs, polygon, of_rounded);
    let hulls = ours::hulls(pairs)?;
    for kind in ["cold", "warm"] {
        let own = match (name, kind) {
            ("box", "cold") => ours::distance(ours::prepare(pairs, ours::cuboid)?),
            ("box", _) => ours::warm_distance(ours::prepare(pairs, ours::cuboid)?),
            (_, "cold") => ours::distance(ours::polygons(pairs, &hulls)),
            _ => ours::warm_distance(ours::polygons(pairs, &hulls)),
        };
        // parry keeps nothing: cold is all there is.
        #[allow(unused_mut)]
        let mut peers: Vec<Entry> = if name == "box" {
            vec![parry::distance(parry::prepare(pairs, parry::cuboid)?)]
        } else {
            vec![parry::distance(parry::prepare(pairs, parry::polygon)?)]
        };
        #[cfg(feature = "box2d")]
        {
            let make = box2d_polygon(name);
            let theirs = box2d::prepare(pairs, |corners| box2d::proxy(&make(corners)));
            peers.push(if kind == "cold" { box2d::distance(theirs) } else { box2d::warm_distance(theirs) });
        }
        let name = format!("2D {name}–{name} distance, mixed, {kind}");
        compare(bench, &name, Wanted::Distance, &right, STEPS, Some(own), peers)?;
    }
    Ok(())
}

fn circles(bench: &mut Bench) -> Result<(), Error> {
    let pairs: Vec<Pair<Round, Pose2, 1>> = convex::flat_rounds(IN_CACHE, 2.0);
    let circle = |round: &Round, pose: &Pose2| (vec![at(pose, [0.0; 2])], f64::from(round.radius));
    let right = truth(&pairs, circle, of_rounded);
    let theirs = parry::prepare(&pairs, |round| Ok(Ball::new(round.radius)))?;
    #[allow(unused_mut)]
    let mut peers = vec![parry::manifold(theirs.clone()), parry::contact(theirs)];
    #[cfg(feature = "box2d")]
    peers.push(box2d::circles(box2d::prepare(&pairs, box2d::circle)));
    compare(
        bench,
        "2D circle–circle manifold, mixed",
        Wanted::Depth,
        &right,
        1,
        Some(ours::manifold(ours::prepare(&pairs, ours::circle)?)),
        peers,
    )
}

fn capsules(bench: &mut Bench) -> Result<(), Error> {
    let pairs: Vec<Pair<Round, Pose2, 1>> = convex::flat_rounds(IN_CACHE, 2.9);
    let capsule = |round: &Round, pose: &Pose2| {
        let ends = [-round.half, round.half].map(|y| at(pose, [0.0, y]));
        (ends.to_vec(), f64::from(round.radius))
    };
    let right = truth(&pairs, capsule, of_rounded);
    let theirs = parry::prepare(&pairs, |round| Ok(Capsule::new_y(round.half, round.radius)))?;
    #[allow(unused_mut)]
    let mut peers = vec![parry::manifold(theirs.clone()), parry::contact(theirs)];
    #[cfg(feature = "box2d")]
    peers.push(box2d::capsules(box2d::prepare(&pairs, box2d::capsule)));
    compare(
        bench,
        "2D capsule–capsule manifold, mixed",
        Wanted::Depth,
        &right,
        1,
        Some(ours::manifold(ours::prepare(&pairs, ours::capsule)?)),
        peers,
    )
}

fn rays(bench: &mut Bench) -> Result<(), Error> {
    let cases = convex::flat_rays(IN_CACHE);
    let right: Vec<f64> = cases
        .iter()
        .map(|(corners, pose, origin, direction)| {
            let flat = |v: &[f32; 2]| [f64::from(v[0]), f64::from(v[1]), 0.0];
            let solid = Solid::Points(polygon(corners, pose).0, 0.0);
            distance::cast(flat(origin), flat(direction), &solid).unwrap_or(f64::NAN)
        })
        .collect();
    let hulls = ours::ray_hulls(&cases)?;
    let own = ours::ray(&cases, &hulls)?;
    #[allow(unused_mut)]
    let mut peers = vec![parry::ray(&cases)?];
    #[cfg(feature = "box2d")]
    peers.push(box2d::ray(&cases));
    compare(bench, "2D ray–8-gon", Wanted::Hit, &right, 1, Some(own), peers)
}

/// The signed distance of all pairs at all judged steps, in the order of the answers.
fn truth<S, T, const N: usize>(
    pairs: &[Pair<S, Pose2, N>],
    place: impl Fn(&S, &Pose2) -> T,
    signed: impl Fn(&T, &T) -> f64,
) -> Vec<f64> {
    let at = |step: usize, pair: &Pair<S, Pose2, N>| {
        signed(&place(&pair.shapes[0], &pair.first), &place(&pair.shapes[1], &pair.second[step]))
    };
    judged_steps(N)
        .flat_map(|step| pairs.iter().map(move |pair| (step, pair)))
        .map(|(step, pair)| at(step, pair))
        .collect()
}

type RoundPolygon = (Vec<V>, f64);

/// Of polygons, segments or points, and all within a radius of them.
fn of_rounded((a, r): &RoundPolygon, (b, s): &RoundPolygon) -> f64 {
    let cores = distance::distance(&Solid::Points(a.clone(), 0.0), &Solid::Points(b.clone(), 0.0))[1];
    let signed = if cores > 0.0 { cores } else { -depth::of_polygons(a, b) };
    signed - r - s
}

fn polygon(corners: &Corners, pose: &Pose2) -> RoundPolygon {
    (corners.iter().map(|&corner| at(pose, corner)).collect(), 0.0)
}

fn at(pose: &Pose2, [x, y]: [f32; 2]) -> V {
    let (sine, cosine) = libm::sincos(f64::from(pose.angle));
    let (x, y) = (f64::from(x), f64::from(y));
    let [center_x, center_y] = pose.center.map(f64::from);
    [center_x + cosine * x - sine * y, center_y + sine * x + cosine * y, 0.0]
}
