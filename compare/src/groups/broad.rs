//! Boxes of many objects that move: all pairs that overlap, frame by frame, and what a box or a ray finds among them.
//!
//! A frame is all that it takes from the new boxes to the last pair. *Kept*: what stood in the last frame is used again, as
//! physics engines do; *from nothing*: it is thrown away. Two frames alternate, in which everything has moved by up to a 20th of
//! the spacing; figures are for one of them. Everybody counts the pairs, which must be as many as ours.
//!
//! parry's broad phase is that of rapier: `Bvh` with leaves updated in place, `optimize_incremental` and `refit`.
//! Its build from nothing is the binned one, which is its quicker.

mod ours;
mod parry;

use glam::{Vec2, Vec3};
use impinge::math::Vector;

use crate::error::Error;
use crate::harness::{Bench, Contender, Stated, Task, Unit};
use crate::workload::objects::{Frames, RAYS, Spread, frames};

/// One library's broad phase over the objects of a workload.
trait Phase<V: Vector> {
    /// As the objects are in the first frame.
    fn new(frames: &Frames<V>) -> Self;
    /// Moves all to a frame; how many pairs there are.
    fn frame(&mut self, frame: usize) -> usize;
    /// Builds all anew for a frame; how many pairs there are.
    fn anew(&mut self, frame: usize) -> usize;
    /// Moves every hundredth object, from this one on, to a frame; how many pairs of those there are.
    fn few(&mut self, from: usize, frame: usize) -> usize;
    /// How many boxes overlap each box of the second frame, all together.
    fn query(&self, count: usize) -> usize;
    /// How many rays meet a box of the first frame; of each the nearest box is looked for.
    fn rays(&self) -> usize;
    /// Bytes that are kept.
    fn bytes(&self) -> usize;
}

/// Measures in space.
pub fn in_space(bench: &mut Bench) -> Result<(), Error> {
    run::<Vec3, parry::InSpace>(bench)
}

/// Measures in the plane.
pub fn in_plane(bench: &mut Bench) -> Result<(), Error> {
    run::<Vec2, parry::InPlane>(bench)
}

fn run<V: Vector<Scalar = f32>, P: Phase<V>>(bench: &mut Bench) -> Result<(), Error> {
    let mut tasks = vec![
        (10_000, 1.0, Spread::Uniform),
        (10_000, 10.0, Spread::Uniform),
        (100_000, 1.0, Spread::Uniform),
        (100_000, 10.0, Spread::Uniform),
        (100_000, 1.0, Spread::Clusters),
    ];
    if !bench.is_quick() {
        tasks.extend([(1_000_000, 1.0, Spread::Uniform), (1_000_000, 10.0, Spread::Uniform)]);
    }
    for (count, overlaps, spread) in tasks {
        let frames = frames::<V>(count, overlaps, spread)?;
        let (mut ours, mut theirs) = (ours::Own::<V>::new(&frames), P::new(&frames));
        let pairs = ours.frame(0);
        let remark = format!("{pairs} pairs; parry {}", theirs.frame(0));
        let lie = if spread == Spread::Uniform { "uniform" } else { "clusters, sizes over two decades" };
        let name = format!("{count} objects, {lie}, {:.1} overlaps each", 2.0 * pairs as f64 / count as f64);
        bench.measure(Task {
            name: format!("all move, kept: {name}"),
            unit: Unit::MillisecondsPerFrame(2),
            ours: Some(all_move("impinge", ours::Own::new(&frames))),
            peers: vec![all_move("parry Bvh", P::new(&frames))],
            remark,
        })?;
        bench.measure(Task {
            name: format!("all move, from nothing: {name}"),
            unit: Unit::MillisecondsPerFrame(2),
            ours: Some(built("impinge", ours::Own::new(&frames))),
            peers: vec![built("parry Bvh", P::new(&frames))],
            remark: String::new(),
        })?;
        if count != 100_000 {
            continue;
        }
        bench.measure(Task {
            name: format!("1 % moves, pairs of those: {name}"),
            unit: Unit::MillisecondsPerFrame(2),
            ours: Some(few_move("impinge", ours::Own::new(&frames))),
            peers: vec![few_move("parry Bvh", P::new(&frames))],
            remark: String::new(),
        })?;
        const QUERIES: usize = 10_000;
        bench.measure(Task {
            name: format!("what overlaps a box: {name}"),
            unit: Unit::MicrosecondsPerQuery(QUERIES),
            ours: Some(Contender::new("impinge", || ours.query(QUERIES) as u64)),
            peers: vec![Contender::new("parry Bvh", || theirs.query(QUERIES) as u64)],
            remark: String::new(),
        })?;
        bench.measure(Task {
            name: format!("the nearest box on a ray: {name}"),
            unit: Unit::MicrosecondsPerQuery(RAYS),
            ours: Some(Contender::new("impinge", || ours.rays() as u64)),
            peers: vec![Contender::new("parry Bvh", || theirs.rays() as u64)],
            remark: format!("{} of {RAYS} meet one; parry {}", ours.rays(), theirs.rays()),
        })?;
        bench.state(Stated {
            name: format!("bytes for each object: {name}"),
            unit: "bytes",
            ours: Some(ours.bytes() as f64 / count as f64),
            peers: vec![("parry Bvh", theirs.bytes() as f64 / count as f64)],
            remark: String::new(),
        });
    }
    Ok(())
}

fn all_move<'a, V: Vector>(name: &str, mut phase: impl Phase<V> + 'a) -> Contender<'a> {
    Contender::new(name, move || (phase.frame(1) + phase.frame(0)) as u64)
}

fn built<'a, V: Vector>(name: &str, mut phase: impl Phase<V> + 'a) -> Contender<'a> {
    Contender::new(name, move || (phase.anew(1) + phase.anew(0)) as u64)
}

fn few_move<'a, V: Vector>(name: &str, mut phase: impl Phase<V> + 'a) -> Contender<'a> {
    let mut from = 0;
    Contender::new(name, move || {
        from = (from + 1) % 100;
        let _ = (phase.few(from, 1), phase.few(from, 0));
        // Every time it is others that move, so the count says nothing.
        0
    })
}
