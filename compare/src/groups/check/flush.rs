//! Parts that touch along flush faces: which of them collide, and how.
//!
//! Ours finds every pair of triangles that meet, and decides exactly that the parts touch and share no
//! volume. FCL lists all contacts; trimesh, through FCL, says which parts collide and ends each pair at its
//! first contact. Neither tells touching from overlapping. Trees stand.

use std::cell::RefCell;
use std::time::Duration;

use glam::DVec3;
use impinge::cull::{Body, Cascade, CollisionKind, Model, collisions};
use impinge::math::Affine;

use super::model;
use crate::error::Error;
use crate::groups::assembly::{PYTHON, load, map, version};
use crate::groups::python::PythonPeer;
use crate::harness::{Bench, Contender, Task, Unit};
use crate::workload::assembly::Placed;
use crate::workload::bumpy_sphere::Surface;
use crate::workload::flush::{cylinder, row, slab};

/// What the script is asked for, the package, and what that is called.
const PEERS: [(&str, &str, &str); 2] =
    [("fcl warm", "fcl", "FCL, all contacts"), ("trimesh warm", "trimesh", "trimesh + FCL, yes or no")];

/// Measures all tasks.
pub fn run(bench: &mut Bench) -> Result<(), Error> {
    let mut python =
        PythonPeer::start("FCL and trimesh", PYTHON, include_str!("../assembly/collision_loops.py"))?;
    let scenes: [(&str, Surface, Vec<Placed>); 3] = [
        ("two flush cylinders of 2,048 sides", cylinder(2048), row(2, [0.0, 0.0, 1.0])),
        ("two flush slabs of 100×100 cells, half a cell apart", slab(100), row(2, [0.5, 0.5, 1.0])),
        ("a run of 1,000 flush pipes of 48 sides", cylinder(48), row(1000, [0.0, 0.0, 1.0])),
    ];
    for (name, part, places) in scenes {
        if let Some(python) = &mut python {
            load(python, &part, &places)?;
        }
        let kept = python.take().map(RefCell::new);
        measure(bench, name, &part, &places, kept.as_ref())?;
        python = kept.map(RefCell::into_inner);
    }
    Ok(())
}

fn measure(
    bench: &mut Bench,
    name: &str,
    part: &Surface,
    places: &[Placed],
    python: Option<&RefCell<PythonPeer>>,
) -> Result<(), Error> {
    let model = model::<DVec3>(part)?;
    let maps = places.iter().map(map).collect::<Result<Vec<_>, _>>()?;
    let (pairs, triangles) = found(&model, &maps);
    let mut remark =
        format!("{pairs} pairs of parts touch, none overlaps; pairs of triangles: {triangles} ours");
    let mut peers = Vec::new();
    for (python, (question, key, peer)) in python.iter().flat_map(|python| PEERS.map(|peer| (python, peer))) {
        let (_, theirs) = python.borrow_mut().ask(question)?;
        remark += &format!(", {theirs} by {peer}");
        let name = format!("{peer} {}", version(&python.borrow().version, key));
        // A process that has died shows as an unstable checksum.
        let batch = move || python.borrow_mut().ask(question).unwrap_or((Duration::MAX, u64::MAX));
        peers.push(Contender::with_own_clock(&name, batch));
    }
    bench.measure(Task {
        name: name.to_owned(),
        unit: Unit::Milliseconds,
        ours: Some(Contender::new("impinge", || found(&model, &maps).1)),
        peers,
        remark,
    })
}

/// How many parts touch, and how many of their triangles; nothing if any overlap.
fn found(model: &Model<DVec3>, maps: &[Affine<DVec3>]) -> (usize, u64) {
    let bodies: Vec<_> = maps.iter().map(|&map| Body::new(model, map)).collect();
    let found = collisions(&bodies, &Cascade::default(), &());
    let is_right = found.iter().all(|pair| pair.kind == CollisionKind::Touching);
    if is_right { (found.len(), found.iter().map(|pair| pair.triangle_pairs).sum()) } else { (0, 0) }
}
