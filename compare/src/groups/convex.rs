//! Convex shapes in space, pair by pair: do they overlap, how far apart or how deep are they, where do they
//! touch?
//!
//! Rust peers are compiled as we are; C and C++ peers as their crates or packages ship them, without
//! `-march=native`. "Warm" questions keep each library's own cache for the pair from one small step to the
//! next; "cold" ones are the same without. See [`crate::pairwise`].

#[cfg(feature = "box3d")]
pub mod box3d;
#[cfg(feature = "debian-peers")]
pub mod bullet;
#[cfg(feature = "debian-peers")]
mod ccd;
#[cfg(feature = "jolt")]
pub mod jolt;
#[cfg(any(feature = "jolt", feature = "debian-peers"))]
pub mod matrix;
pub mod ours;
pub mod parry;
mod truth;

use parry3d::shape::{Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, Triangle};

use crate::error::Error;
use crate::harness::Bench;
use crate::judge::depth::Polytope;
use crate::judge::distance::{self, Solid};
use crate::pairwise::{Entry, Wanted, compare};
use crate::workload::IN_CACHE;
use crate::workload::convex::{self, RayCase, Round};
use crate::workload::moving::{self, Pair, Pose3, STEPS};

/// Measures all pairs of shapes.
pub fn run(bench: &mut Bench) -> Result<(), Error> {
    boxes(bench)?;
    capsules(bench)?;
    cylinders(bench)?;
    triangles(bench)?;
    hulls_of_32(bench)?;
    hulls_of_256(bench)?;
    rays(bench)?;
    build(bench)
}

/// Peers that are there only with a feature are added by this.
macro_rules! with {
    ($peers:ident, $feature:literal, $($entry:expr),+ $(,)?) => {
        #[cfg(feature = $feature)]
        $peers.extend([$($entry),+]);
    };
}

fn boxes(bench: &mut Bench) -> Result<(), Error> {
    let pairs: Vec<Pair<[f32; 3], Pose3, STEPS>> = convex::moving_boxes(IN_CACHE);
    let polytope =
        |half: &[f32; 3], pose: &Pose3| truth::polytope(&Polytope::cuboid(half.map(f64::from)), pose);
    let still = first_steps(&pairs);
    let right = truth::of_pairs(&still, polytope, truth::of_polytopes);
    let cuboid = |half: &[f32; 3]| Cuboid::new((*half).into());
    let theirs = parry::prepare(&still, cuboid);
    let own = ours::prepare(&still, ours::cuboid)?;

    #[allow(unused_mut)]
    let mut peers = vec![parry::overlap::<_, Cuboid, 1>(theirs.clone())];
    with!(peers, "jolt", jolt::oriented_boxes(&crate::workload::boxes::in_space(IN_CACHE)));
    compare(bench, "box–box overlap", Wanted::Overlap, &right, 1, Some(ours::overlap(own.clone())), peers)?;

    peers = vec![parry::distance::<_, Cuboid, 1>(theirs.clone())];
    with!(peers, "box3d", box3d::distance(box3d::prepare(&still, box3d::cuboid)));
    with!(peers, "jolt", jolt::distance(jolt::prepare(&still, jolt::cuboid)));
    with!(peers, "debian-peers", bullet::distance(bullet::prepare(&still, bullet::cuboid)));
    compare(
        bench,
        "box–box distance, mixed",
        Wanted::Distance,
        &right,
        1,
        Some(ours::distance(own.clone())),
        peers,
    )?;

    peers =
        vec![parry::manifold::<_, Cuboid, 1>(theirs.clone()), parry::contact::<_, Cuboid, 1>(theirs, 0.0)];
    with!(peers, "box3d", box3d::manifold(box3d::prepare(&still, box3d::cuboid)));
    with!(peers, "jolt", jolt::manifold(jolt::prepare(&still, jolt::cuboid)));
    with!(peers, "debian-peers", bullet::boxes(bullet::prepare(&still, bullet::cuboid)));
    compare(bench, "box–box manifold", Wanted::Depth, &right, 1, Some(ours::manifold(own)), peers)?;

    let apart: Vec<_> = convex::moving_boxes::<1>(3 * IN_CACHE);
    let gaps = truth::of_pairs(&apart, polytope, truth::of_polytopes);
    let (apart, right): (Vec<_>, Vec<f64>) =
        apart.into_iter().zip(gaps).filter(|(_, gap)| *gap > 0.0).take(IN_CACHE).unzip();
    peers = vec![parry::distance::<_, Cuboid, 1>(parry::prepare(&apart, cuboid))];
    with!(peers, "box3d", box3d::distance(box3d::prepare(&apart, box3d::cuboid)));
    with!(peers, "jolt", jolt::distance(jolt::prepare(&apart, jolt::cuboid)));
    with!(peers, "debian-peers", bullet::distance(bullet::prepare(&apart, bullet::cuboid)));
    compare(
        bench,
        "box–box distance, apart",
        Wanted::Distance,
        &right,
        1,
        Some(ours::distance(ours::prepare(&apart, ours::cuboid)?)),
        peers,
    )?;

    let right = truth::of_pairs(&pairs, polytope, truth::of_polytopes);
    for kind in ["cold", "warm"] {
        let own = ours::prepare(&pairs, ours::cuboid)?;
        let own = if kind == "cold" { ours::manifold(own) } else { ours::warm_manifold(own) };
        let theirs = parry::prepare(&pairs, cuboid);
        peers = match kind {
            "cold" => vec![parry::manifold::<_, Cuboid, STEPS>(theirs)],
            _ => vec![parry::warm_manifold::<_, Cuboid, STEPS>(theirs)],
        };
        #[cfg(feature = "box3d")]
        {
            let theirs = box3d::prepare(&pairs, box3d::cuboid);
            peers.push(if kind == "cold" { box3d::manifold(theirs) } else { box3d::warm_manifold(theirs) });
        }
        compare(
            bench,
            &format!("box–box manifold, moving, {kind}"),
            Wanted::Depth,
            &right,
            STEPS,
            Some(own),
            peers,
        )?;
    }
    Ok(())
}

fn capsules(bench: &mut Bench) -> Result<(), Error> {
    let pairs: Vec<Pair<Round, Pose3, 1>> = convex::rounds(IN_CACHE, 2.9);
    let right = truth::of_pairs(&pairs, truth::capsule, truth::of_capsules);
    let theirs = parry::prepare(&pairs, |round| Capsule::new_y(round.half, round.radius));
    #[allow(unused_mut)]
    let mut peers = vec![parry::distance::<_, Capsule, 1>(theirs.clone())];
    with!(
        peers,
        "box3d",
        box3d::distance(box3d::prepare(&pairs, |round| box3d::Capsule(box3d::capsule(round))))
    );
    with!(peers, "jolt", jolt::distance(jolt::prepare(&pairs, jolt::capsule)));
    compare(
        bench,
        "capsule–capsule distance",
        Wanted::Distance,
        &right,
        1,
        Some(ours::distance(ours::prepare(&pairs, ours::capsule)?)),
        peers,
    )?;

    peers =
        vec![parry::contact::<_, Capsule, 1>(theirs.clone(), 0.0), parry::manifold::<_, Capsule, 1>(theirs)];
    with!(
        peers,
        "box3d",
        box3d::capsules(box3d::prepare(&pairs, |round| box3d::Capsule(box3d::capsule(round))))
    );
    with!(peers, "jolt", jolt::contact(jolt::prepare(&pairs, jolt::capsule)));
    with!(peers, "debian-peers", bullet::contact(bullet::prepare(&pairs, bullet::capsule)));
    compare(
        bench,
        "capsule–capsule contact",
        Wanted::Depth,
        &right,
        1,
        Some(ours::contact(ours::prepare(&pairs, ours::capsule)?)),
        peers,
    )
}

fn cylinders(bench: &mut Bench) -> Result<(), Error> {
    let pairs: Vec<Pair<Round, Pose3, 1>> = convex::rounds(IN_CACHE, 2.5);
    let right = truth::of_pairs(&pairs, truth::cylinder, truth::of_cylinders);
    let theirs = parry::prepare(&pairs, |round| Cylinder::new(round.half, round.radius));
    #[allow(unused_mut)]
    let mut peers = vec![parry::overlap::<_, Cylinder, 1>(theirs.clone())];
    with!(peers, "jolt", jolt::overlap(jolt::prepare(&pairs, jolt::cylinder)));
    compare(
        bench,
        "cylinder–cylinder overlap",
        Wanted::Overlap,
        &right,
        1,
        Some(ours::overlap(ours::prepare(&pairs, ours::cylinder)?)),
        peers,
    )?;

    peers = vec![parry::distance::<_, Cylinder, 1>(theirs.clone())];
    with!(peers, "jolt", jolt::distance(jolt::prepare(&pairs, jolt::cylinder)));
    with!(peers, "debian-peers", bullet::distance(bullet::prepare(&pairs, bullet::cylinder)));
    compare(
        bench,
        "cylinder–cylinder distance",
        Wanted::Distance,
        &right,
        1,
        Some(ours::distance(ours::prepare(&pairs, ours::cylinder)?)),
        peers,
    )?;

    peers = vec![parry::contact::<_, Cylinder, 1>(theirs, 0.0)];
    with!(peers, "jolt", jolt::contact(jolt::prepare(&pairs, jolt::cylinder)));
    with!(peers, "debian-peers", bullet::contact(bullet::prepare(&pairs, bullet::cylinder)));
    compare(
        bench,
        "cylinder–cylinder contact",
        Wanted::Depth,
        &right,
        1,
        Some(ours::contact(ours::prepare(&pairs, ours::cylinder)?)),
        peers,
    )
}

fn triangles(bench: &mut Bench) -> Result<(), Error> {
    let pairs = convex::triangles(IN_CACHE);
    let right: Vec<f64> = pairs.iter().map(|[a, b]| truth::of_triangles(a, b)).collect();
    let peers = vec![parry::overlap::<_, Triangle, 1>(parry::triangles(&pairs))];
    compare(
        bench,
        "triangle–triangle overlap",
        Wanted::Overlap,
        &right,
        1,
        Some(ours::overlap(ours::triangles(&pairs)?)),
        peers,
    )
}

fn hulls_of_32(bench: &mut Bench) -> Result<(), Error> {
    let points = convex::hull_points(32);
    let polytopes = polytopes(&points);
    let polytope = |number: &usize, pose: &Pose3| truth::polytope(&polytopes[*number], pose);
    let own_hulls = ours::hulls(&points)?;
    let own_hull = |&number: &usize, pose: &Pose3| ours::hull(&own_hulls[number], pose);
    let parry_hulls = parry::hulls(&points)?;
    #[cfg(feature = "box3d")]
    let box3d_hulls = box3d::hulls(&points)?;
    #[cfg(feature = "jolt")]
    let jolt_hulls = jolt::hulls(&points)?;
    #[cfg(feature = "debian-peers")]
    let bullet_hulls = bullet::hulls(&points);

    for (label, range) in [("mixed", [0.0, 3.6]), ("apart", [3.0, 4.0])] {
        let pairs = convex::hulls::<1>(IN_CACHE, range, moving::USUAL);
        let right = truth::of_pairs(&pairs, polytope, truth::of_polytopes);
        #[allow(unused_mut)]
        let mut peers =
            vec![parry::overlap::<_, ConvexPolyhedron, 1>(parry::prepare(&pairs, |&i| &parry_hulls[i]))];
        with!(peers, "box3d", box3d::overlap(box3d::prepare(&pairs, |&i| box3d_hulls[i].clone())));
        with!(peers, "jolt", jolt::overlap(jolt::prepare(&pairs, |&i| jolt_hulls[i])));
        with!(
            peers,
            "debian-peers",
            ccd::gjk(ccd::prepare(&pairs, &points)),
            ccd::mpr(ccd::prepare(&pairs, &points))
        );
        compare(
            bench,
            &format!("hull32–hull32 overlap, {label}"),
            Wanted::Overlap,
            &right,
            1,
            Some(ours::overlap(ours::prepare(&pairs, own_hull)?)),
            peers,
        )?;
    }

    for (label, range) in [("far", [3.0, 4.0]), ("near", [2.0, 2.2])] {
        let pairs = convex::hulls::<STEPS>(IN_CACHE, range, moving::USUAL);
        let right = truth::of_pairs(&pairs, polytope, truth::of_polytopes);
        for kind in ["cold", "warm"] {
            let theirs = parry::prepare(&pairs, |&i| &parry_hulls[i]);
            #[allow(unused_mut)]
            let mut peers: Vec<Entry> = match kind {
                "cold" => vec![parry::distance::<_, ConvexPolyhedron, STEPS>(theirs)],
                _ => vec![parry::warm_distance::<_, ConvexPolyhedron, STEPS>(theirs)],
            };
            #[cfg(feature = "box3d")]
            {
                let theirs = box3d::prepare(&pairs, |&i| box3d_hulls[i].clone());
                peers.push(if kind == "cold" {
                    box3d::distance(theirs)
                } else {
                    box3d::warm_distance(theirs)
                });
            }
            #[cfg(feature = "jolt")]
            {
                let theirs = jolt::prepare(&pairs, |&i| jolt_hulls[i]);
                peers.push(if kind == "cold" { jolt::distance(theirs) } else { jolt::warm_distance(theirs) });
            }
            #[cfg(feature = "debian-peers")]
            if kind == "cold" {
                peers.push(bullet::distance(bullet::prepare(&pairs, |&i| bullet_hulls[i])));
            }
            let own = ours::prepare(&pairs, own_hull)?;
            let own = if kind == "cold" { ours::distance(own) } else { ours::warm_distance(own) };
            let name = format!("hull32–hull32 distance, {label}, {kind}");
            compare(bench, &name, Wanted::Distance, &right, STEPS, Some(own), peers)?;
        }
    }

    for (kind, most) in [("cold", moving::USUAL), ("warm", moving::USUAL), ("warm and slow", moving::SLOW)] {
        let pairs = convex::hulls::<STEPS>(IN_CACHE, [1.2, 1.7], most);
        let right = truth::of_pairs(&pairs, polytope, truth::of_polytopes);
        let theirs = parry::prepare(&pairs, |&i| &parry_hulls[i]);
        #[allow(unused_mut)]
        let mut peers = match kind {
            "cold" => vec![parry::contact::<_, ConvexPolyhedron, STEPS>(theirs, 0.0)],
            _ => vec![parry::warm_manifold::<_, ConvexPolyhedron, STEPS>(theirs)],
        };
        #[cfg(feature = "box3d")]
        {
            let theirs = box3d::prepare(&pairs, |&i| box3d_hulls[i].clone());
            peers.push(if kind == "cold" { box3d::manifold(theirs) } else { box3d::warm_manifold(theirs) });
        }
        if kind == "cold" {
            with!(peers, "jolt", jolt::contact(jolt::prepare(&pairs, |&i| jolt_hulls[i])));
            with!(peers, "debian-peers", bullet::contact(bullet::prepare(&pairs, |&i| bullet_hulls[i])));
            with!(peers, "debian-peers", ccd::depth(ccd::prepare(&pairs, &points)));
        }
        let own = ours::prepare(&pairs, own_hull)?;
        let own = if kind == "cold" { ours::contact(own) } else { ours::warm_contact(own) };
        let name = format!("hull32–hull32 least translation, {kind}");
        compare(bench, &name, Wanted::Depth, &right, STEPS, Some(own), peers)?;
    }
    Ok(())
}

fn hulls_of_256(bench: &mut Bench) -> Result<(), Error> {
    let points = convex::hull_points(256);
    let polytopes = polytopes(&points);
    let polytope = |number: &usize, pose: &Pose3| truth::polytope(&polytopes[*number], pose);
    let parry_hulls = parry::hulls(&points)?;
    let pairs = convex::hulls::<1>(IN_CACHE, [0.0, 3.6], moving::USUAL);
    let own_hulls = ours::hulls(&points)?;
    let own = ours::prepare(&pairs, |&number, pose| ours::hull(&own_hulls[number], pose))?;
    let right = truth::of_pairs(&pairs, polytope, truth::of_polytopes);
    let theirs = parry::prepare(&pairs, |&i| &parry_hulls[i]);

    #[cfg(feature = "jolt")]
    let jolt_pairs = {
        let hulls = jolt::hulls(&points)?;
        jolt::prepare(&pairs, |&i| hulls[i])
    };
    #[cfg(feature = "debian-peers")]
    let bullet_pairs = {
        let hulls = bullet::hulls(&points);
        bullet::prepare(&pairs, |&i| hulls[i])
    };
    #[allow(unused_mut)]
    let mut peers = vec![parry::overlap::<_, ConvexPolyhedron, 1>(theirs.clone())];
    with!(peers, "jolt", jolt::overlap(jolt_pairs.clone()));
    with!(peers, "debian-peers", ccd::mpr(ccd::prepare(&pairs, &points)));
    compare(
        bench,
        "hull256–hull256 overlap, mixed",
        Wanted::Overlap,
        &right,
        1,
        Some(ours::overlap(own.clone())),
        peers,
    )?;

    peers = vec![parry::distance::<_, ConvexPolyhedron, 1>(theirs.clone())];
    with!(peers, "jolt", jolt::distance(jolt_pairs.clone()));
    with!(peers, "debian-peers", bullet::distance(bullet_pairs.clone()));
    compare(
        bench,
        "hull256–hull256 distance, mixed",
        Wanted::Distance,
        &right,
        1,
        Some(ours::distance(own.clone())),
        peers,
    )?;

    peers = vec![parry::contact::<_, ConvexPolyhedron, 1>(theirs, 0.0)];
    with!(peers, "jolt", jolt::contact(jolt_pairs));
    with!(peers, "debian-peers", bullet::contact(bullet_pairs));
    compare(
        bench,
        "hull256–hull256 contact, mixed",
        Wanted::Depth,
        &right,
        1,
        Some(ours::contact(own)),
        peers,
    )
}

fn rays(bench: &mut Bench) -> Result<(), Error> {
    let cases = convex::rays(IN_CACHE);
    let points = convex::hull_points(32);
    let parry_hulls = parry::hulls(&points)?;
    let polytopes = polytopes(&points);
    let truth = |solid: &dyn Fn(&RayCase) -> Solid| -> Vec<f64> {
        let way = |case: &RayCase| {
            distance::cast(case.origin.map(f64::from), case.direction.map(f64::from), &solid(case))
        };
        cases.iter().map(|case| way(case).unwrap_or(f64::NAN)).collect()
    };

    #[allow(unused_mut)]
    let mut peers =
        vec![parry::ray::<_, Capsule>(&cases, |case| Capsule::new_y(case.round.half, case.round.radius))];
    with!(peers, "box3d", box3d::ray_capsule(&cases));
    let right = truth(&|case| truth::capsule(&case.round, &case.pose));
    let ours = ours::ray(&cases, |case| ours::capsule(&case.round, &case.pose))?;
    compare(bench, "ray–capsule", Wanted::Hit, &right, 1, Some(ours), peers)?;
    let peers =
        vec![parry::ray::<_, Cylinder>(&cases, |case| Cylinder::new(case.round.half, case.round.radius))];
    let right = truth(&|case| truth::cylinder(&case.round, &case.pose));
    let ours = ours::ray(&cases, |case| ours::cylinder(&case.round, &case.pose))?;
    compare(bench, "ray–cylinder", Wanted::Hit, &right, 1, Some(ours), peers)?;
    let peers = vec![parry::ray::<_, Cone>(&cases, |case| Cone::new(case.round.half, case.round.radius))];
    let right = truth(&|case| truth::cone(&case.round, &case.pose));
    let ours = ours::ray(&cases, |case| ours::cone(&case.round, &case.pose))?;
    compare(bench, "ray–cone", Wanted::Hit, &right, 1, Some(ours), peers)?;
    #[allow(unused_mut)]
    let mut peers = vec![parry::ray::<_, ConvexPolyhedron>(&cases, |case| &parry_hulls[case.hull])];
    #[cfg(feature = "box3d")]
    peers.push(box3d::ray_hull(&box3d::hulls(&points)?, &cases));
    let right = truth(&|case| Solid::Points(truth::polytope(&polytopes[case.hull], &case.pose).points, 0.0));
    let own = ours::hulls(&points)?;
    let ours = ours::ray(&cases, |case| ours::hull(&own[case.hull], &case.pose))?;
    compare(bench, "ray–hull32", Wanted::Hit, &right, 1, Some(ours), peers)
}

fn build(bench: &mut Bench) -> Result<(), Error> {
    let points = convex::hull_points(32);
    let right: Vec<f64> = polytopes(&points).iter().map(|polytope| polytope.faces.len() as f64).collect();
    #[allow(unused_mut)]
    let mut peers = vec![parry::build_hull(&points)];
    with!(peers, "box3d", box3d::build_hull(&points));
    with!(peers, "jolt", jolt::build_hull(&points));
    compare(
        bench,
        "build of a hull of 32 points, number of faces",
        Wanted::Count,
        &right,
        1,
        Some(ours::build_hull(&points)),
        peers,
    )
}

fn polytopes(points: &[Vec<[f32; 3]>]) -> Vec<Polytope> {
    points.iter().map(|points| Polytope::hull(points.iter().map(|p| p.map(f64::from)).collect())).collect()
}

/// The pairs before they move.
fn first_steps<S: Copy, const N: usize>(pairs: &[Pair<S, Pose3, N>]) -> Vec<Pair<S, Pose3, 1>> {
    pairs
        .iter()
        .map(|pair| Pair { shapes: pair.shapes, first: pair.first, second: [pair.second[0]] })
        .collect()
}
