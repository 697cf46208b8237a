//! A dense assembly, a hundred copies of a part of 20,000 triangles: which of them collide, with every pair
//! of triangles that meet.
//!
//! *Warm*: what is built once for the part stands. *Cold*: from corners and triangles. The peers are Coal and
//! FCL with their trees of oriented boxes, as they are shipped for Python, asked for all contacts of every
//! two parts whose boxes overlap; what builds trees and asks is C++, and Python only the loop over some
//! hundred pairs. The last task has no peer: none tells how deep two meshes are in each other, other than
//! triangle by triangle, or how much volume they share.

use std::cell::RefCell;
use std::time::Duration;

use glam::{DQuat, DVec3};
use impinge::assembly::{Cascade, Collision, Instance, Model, find_collisions};
use impinge::math::{Affine, Pose, Rotation};

use super::check::model;
use super::python::PythonPeer;
use crate::error::Error;
use crate::harness::{Bench, Contender, Task, Unit};
use crate::workload::assembly::{Placed, part, places};
use crate::workload::bumpy_sphere::Surface;

/// Names the Python that has Coal and FCL.
pub(super) const PYTHON: &str = "IMPINGE_COLLISION_PYTHON";
/// What the script is asked for, and what that is called.
const PEERS: [(&str, &str); 2] = [("coal", "Coal"), ("fcl", "FCL")];

/// Measures all tasks.
pub fn run(bench: &mut Bench) -> Result<(), Error> {
    let (part, places) = (part(), places());
    let maps = places.iter().map(map).collect::<Result<Vec<_>, _>>()?;
    let mut python = PythonPeer::start("Coal and FCL", PYTHON, include_str!("assembly/collision_loops.py"))?;
    if let Some(python) = &mut python {
        load(python, &part, &places)?;
    }
    let python = python.map(RefCell::new);
    let standing = model::<DVec3>(&part)?;
    standing.mesh_bvh();
    let count = |found: &[Collision<DVec3>]| found.iter().map(|pair| pair.triangle_pairs).sum::<u64>();
    let warm = || count(&found(&standing, &maps));
    let cold = || model::<DVec3>(&part).map_or(0, |model| count(&found(&model, &maps)));
    let tasks: [(&str, &dyn Fn() -> u64); 2] = [("warm", &warm), ("cold", &cold)];
    for (state, ours) in tasks {
        let mut remark =
            format!("{} pairs of parts; pairs of triangles: {} ours", found(&standing, &maps).len(), ours());
        let mut peers = Vec::new();
        for (python, (key, name)) in python.iter().flat_map(|python| PEERS.map(|peer| (python, peer))) {
            let question = format!("{key} {state}");
            let (_, theirs) = python.borrow_mut().ask(&question)?;
            remark += &format!(", {theirs} {name}'s");
            let name = format!("{name} {}", version(&python.borrow().version, key));
            // A process that has died shows as an unstable checksum.
            let batch = move || python.borrow_mut().ask(&question).unwrap_or((Duration::MAX, u64::MAX));
            peers.push(Contender::with_own_clock(&name, batch));
        }
        bench.measure(Task {
            name: format!("100 parts of 20,000 triangles: all pairs of triangles that meet, {state}"),
            unit: Unit::Milliseconds,
            ours: Some(Contender::new("impinge", ours)),
            peers,
            remark,
        })?;
    }
    bench.measure(Task {
        name: "100 parts of 20,000 triangles: depth and shared volume of each collision, warm".to_owned(),
        unit: Unit::Milliseconds,
        ours: Some(Contender::new("impinge", || measured(&standing, &maps))),
        peers: Vec::new(),
        remark: "no peer computes either".to_owned(),
    })
}

fn found(model: &Model<DVec3>, maps: &[Affine<DVec3>]) -> Vec<Collision<DVec3>> {
    let bodies: Vec<_> = maps.iter().map(|&map| Instance::new(model, map)).collect();
    find_collisions(&bodies, &Cascade::default(), &())
}

/// How deep all collisions are, and what they share: in millionths, all together.
fn measured(model: &Model<DVec3>, maps: &[Affine<DVec3>]) -> u64 {
    let each = found(model, maps).into_iter().map(|pair| {
        let [a, b] = [pair.a, pair.b].map(|number| Instance::new(model, maps[number as usize]));
        a.depth(&b).map_or(0.0, |depth| depth.min_translation.depth)
            + a.intersection_volume(&b).unwrap_or(0.0)
    });
    (each.sum::<f64>() * 1e6) as u64
}

pub(super) fn map(placed: &Placed) -> Result<Affine<DVec3>, Error> {
    let quaternion = DQuat::from_array(placed.quaternion.map(f64::from));
    let rotation = Rotation::<DVec3>::from_quaternion(quaternion)?;
    Ok(Pose { rotation, translation: DVec3::from_array(placed.translation.map(f64::from)) }.into())
}

/// Hands over the part and where it is.
pub(super) fn load(python: &mut PythonPeer, part: &Surface, places: &[Placed]) -> Result<(), Error> {
    let mut text = String::from("load\n");
    text.extend(part.positions.iter().flatten().map(|x| format!("{x} ")));
    text.push('\n');
    text.extend(part.triangles.iter().flatten().map(|number| format!("{number} ")));
    text.push('\n');
    let numbers = places.iter().flat_map(|placed| placed.quaternion.into_iter().chain(placed.translation));
    text.extend(numbers.map(|x| format!("{x} ")));
    python.say(&text)
}

/// The version of one of them, out of `coal=3.0.3 fcl=0.7.0`.
pub(super) fn version<'a>(all: &'a str, key: &str) -> &'a str {
    let of = |word: &'a str| word.strip_prefix(key).and_then(|rest| rest.strip_prefix('='));
    all.split_whitespace().find_map(of).unwrap_or("?")
}
