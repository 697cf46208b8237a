//! Parts that touch along flush faces: which of them collide, and how.
//!
//! *All contacts*: ours finds every pair of triangles that meet, and decides exactly that the parts touch and
//! share no volume. FCL lists all contacts, up to a million for two parts, and does not distinguish touching
//! from overlapping. *Yes or no*: which parts meet; trimesh, through FCL, ends each pair at its first
//! contact, and so does ours. Trees stand.

use std::cell::RefCell;
use std::time::Duration;

use glam::DVec3;
use impinge::assembly::{Cascade, CollisionKind, Instance, find_collisions};
use impinge::broad::overlapping_pairs;
use impinge::shape::Aabb;

use super::model;
use crate::error::Error;
use crate::groups::assembly::{PYTHON, load, map, version};
use crate::groups::python::PythonPeer;
use crate::harness::{Bench, Contender, Task, Unit};
use crate::workload::assembly::Placed;
use crate::workload::bumpy_sphere::Surface;
use crate::workload::flush::{cylinder, row, slab};

/// A question: its name, how ours answers it (the number of pairs of parts, and a checksum), and for the peer
/// the question of the script, the package and the name.
type Question = (&'static str, fn(&[Instance<DVec3>], &[Aabb<DVec3>]) -> (usize, u64), [&'static str; 3]);
const QUESTIONS: [Question; 2] = [
    ("all contacts", all_contacts, ["fcl warm", "fcl", "FCL"]),
    ("yes or no", yes_or_no, ["trimesh warm", "trimesh", "trimesh + FCL"]),
];

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
    scene: &str,
    part: &Surface,
    places: &[Placed],
    python: Option<&RefCell<PythonPeer>>,
) -> Result<(), Error> {
    let model = model::<DVec3>(part)?;
    model.mesh_bvh();
    let maps = places.iter().map(map).collect::<Result<Vec<_>, _>>()?;
    let bodies: Vec<_> = maps.iter().map(|&map| Instance::new(&model, map)).collect();
    let boxes: Vec<_> = bodies.iter().filter_map(Instance::aabb).collect();
    for (what, ours, [question, package, peer]) in QUESTIONS {
        let (pairs, count) = ours(&bodies, &boxes);
        let mut remark = format!("{pairs} pairs of parts touch, none overlaps; counted: {count} by ours");
        let mut peers = Vec::new();
        if let Some(python) = python {
            let (_, theirs) = python.borrow_mut().ask(question)?;
            let name = format!("{peer} {}", version(&python.borrow().version, package));
            remark += &format!(", {theirs} by {name}");
            // A process that has died shows as an unstable checksum.
            let batch = move || python.borrow_mut().ask(question).unwrap_or((Duration::MAX, u64::MAX));
            peers.push(Contender::with_own_clock(&name, batch));
        }
        bench.measure(Task {
            name: format!("{scene}: {what}"),
            unit: Unit::Milliseconds,
            ours: Some(Contender::new("impinge", || ours(&bodies, &boxes).1)),
            peers,
            remark,
        })?;
    }
    Ok(())
}

/// How many pairs of parts touch, and how many of their triangles; nothing if any overlap.
fn all_contacts(bodies: &[Instance<DVec3>], _boxes: &[Aabb<DVec3>]) -> (usize, u64) {
    let found = find_collisions(bodies, &Cascade::default(), &());
    let is_right = found.iter().all(|pair| pair.kind == CollisionKind::Touching);
    if is_right { (found.len(), found.iter().map(|pair| pair.triangle_pairs).sum()) } else { (0, 0) }
}

/// How many pairs of parts have a point of their surfaces in common. Boxes around the parts stand, as in the
/// peer's manager.
fn yes_or_no(bodies: &[Instance<DVec3>], boxes: &[Aabb<DVec3>]) -> (usize, u64) {
    let near = overlapping_pairs(boxes);
    let do_meet = |&&[a, b]: &&[u32; 2]| bodies[a as usize].mesh_pair(&bodies[b as usize]).is_within(0.0);
    let count = near.iter().filter(do_meet).count();
    (count, count as u64)
}
