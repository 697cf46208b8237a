//! Boxes of many objects that move: all pairs that overlap, frame by frame, and what a box or a ray finds
//! among them.
//!
//! A frame is all that it takes from the new boxes to the last pair. *Kept*: what stood in the last frame is
//! used again, as physics engines do; *from nothing*: it is thrown away. Two frames alternate, in which
//! everything has moved by up to a 20th of the spacing; figures are for one of them. Everybody counts the
//! pairs of the very same boxes, and must find as many as we do.
//!
//! Whoever has no way for a task is not in its row, and a million boxes are asked of trees with a join of
//! their own only: where each box is a question from the root, a frame takes seconds.

#[cfg(feature = "box2d")]
mod box2d;
#[cfg(feature = "box3d")]
mod box3d;
#[cfg(any(feature = "box2d", feature = "box3d"))]
mod dynamic_tree;
#[cfg(feature = "jolt")]
mod jolt;
mod ours;
mod parry;
mod rstar;

use std::time::Instant;

use glam::{Vec2, Vec3};
use impinge::math::Vector;

use crate::error::Error;
use crate::harness::{Bench, Contender, Stated, Task, Unit};
use crate::workload::objects::{Frames, RAYS, Spread, frames};

/// One library's broad phase over the objects of a workload. Between two tasks all objects are as in the
/// first frame.
trait Phase<V: Vector> {
    /// Moves all to a frame; how many pairs there are.
    fn frame(&mut self, frame: usize) -> usize;
    /// Builds all anew for a frame; how many pairs there are. None if that is what it always does, or nobody
    /// would.
    fn anew(&mut self, frame: usize) -> Option<usize>;
    /// Moves every hundredth object, from this one on, to a frame; how many pairs of those there are.
    fn few(&mut self, from: usize, frame: usize) -> Option<usize>;
    /// How many boxes overlap each of so many boxes of the second frame, all together.
    fn query(&self, count: usize) -> usize;
    /// How many rays meet a box; of each the nearest box is looked for.
    fn rays(&self) -> Option<usize>;
    /// Bytes that are kept.
    fn bytes(&self) -> Option<usize>;
}

/// A library, and how its broad phase is filled with the first frame.
struct Library<V: Vector> {
    name: &'static str,
    start: fn(&Frames<V>) -> Box<dyn Phase<V>>,
    /// Does it look for all pairs at once?
    has_join: bool,
}

/// Measures in space.
pub fn in_space(bench: &mut Bench) -> Result<(), Error> {
    let libraries: Vec<Library<Vec3>> = vec![
        Library { name: "impinge", start: ours::start, has_join: true },
        Library { name: "parry Bvh", start: parry::in_space, has_join: true },
        Library { name: "rstar", start: rstar::start::<Vec3, 3>, has_join: true },
        #[cfg(feature = "box3d")]
        Library { name: "Box3D b3DynamicTree", start: box3d::start, has_join: false },
        #[cfg(feature = "jolt")]
        Library { name: "Jolt BroadPhaseQuadTree", start: jolt::start, has_join: false },
    ];
    run(bench, &libraries)
}

/// Measures in the plane.
pub fn in_plane(bench: &mut Bench) -> Result<(), Error> {
    let libraries: Vec<Library<Vec2>> = vec![
        Library { name: "impinge", start: ours::start, has_join: true },
        Library { name: "parry Bvh", start: parry::in_plane, has_join: true },
        Library { name: "rstar", start: rstar::start::<Vec2, 2>, has_join: true },
        #[cfg(feature = "box2d")]
        Library { name: "Box2D b2DynamicTree", start: box2d::start, has_join: false },
    ];
    run(bench, &libraries)
}

/// Boxes that are asked for what overlaps them.
const QUERIES: usize = 10_000;
/// The task in which everybody rounds as he likes.
const ON_A_RAY: &str = "ray cast";

fn run<V: Vector<Scalar = f32>>(bench: &mut Bench, libraries: &[Library<V>]) -> Result<(), Error> {
    let mut workloads = vec![
        (10_000, 1.0, Spread::Uniform),
        (10_000, 10.0, Spread::Uniform),
        (100_000, 1.0, Spread::Uniform),
        (100_000, 10.0, Spread::Uniform),
        (100_000, 1.0, Spread::Clusters),
    ];
    if !bench.is_quick() {
        workloads.extend([(1_000_000, 1.0, Spread::Uniform), (1_000_000, 10.0, Spread::Uniform)]);
    }
    for (count, overlaps, spread) in workloads {
        let frames = frames::<V>(count, overlaps, spread)?;
        let libraries = libraries.iter().filter(|library| count < 1_000_000 || library.has_join);
        let mut phases = libraries
            .map(|library| Contestant { name: library.name, phase: (library.start)(&frames) })
            .collect::<Vec<_>>();
        let pairs = phases[0].phase.frame(0);
        let lie = if spread == Spread::Uniform { "uniform" } else { "clusters, sizes over two decades" };
        let name = format!("{count} objects, {lie}, {:.1} overlaps each", 2.0 * pairs as f64 / count as f64);
        let frame = Unit::MillisecondsPerFrame(2);
        measure(bench, &mut phases, &format!("all move, kept: {name}"), frame, |phase, _| {
            Some(phase.frame(1) + phase.frame(0))
        })?;
        measure(bench, &mut phases, &format!("all move, from nothing: {name}"), frame, |phase, _| {
            Some(phase.anew(1)? + phase.anew(0)?)
        })?;
        if count >= 100_000 && spread == Spread::Uniform {
            on_two_threads(bench, &frames, &name)?;
        }
        if count != 100_000 {
            continue;
        }
        measure(bench, &mut phases, &format!("1 % moves: {name}"), frame, |phase, from| {
            Some(phase.few(from, 1)? + phase.few(from, 0)?)
        })?;
        let query = Unit::MicrosecondsPerQuery(QUERIES);
        measure(bench, &mut phases, &format!("box query: {name}"), query, |phase, _| {
            Some(phase.query(QUERIES))
        })?;
        let ray = Unit::MicrosecondsPerQuery(RAYS);
        measure(bench, &mut phases, &format!("{ON_A_RAY}: {name}"), ray, |phase, _| phase.rays())?;
        let bytes = |contestant: &Contestant<V>| {
            Some((contestant.name, contestant.phase.bytes()? as f64 / count as f64))
        };
        let mut bytes = phases.iter().filter_map(bytes);
        bench.state(Stated {
            name: format!("memory per object: {name}"),
            unit: "bytes",
            ours: bytes.next().map(|(_, bytes)| bytes),
            peers: bytes.collect(),
            remark: String::new(),
        });
    }
    Ok(())
}

/// A broad phase that takes part.
struct Contestant<V: Vector> {
    name: &'static str,
    phase: Box<dyn Phase<V>>,
}

/// Lets all who can do a task do it, the first of them being us. Each time it gets another number, below 100;
/// for the first one everybody must find as much as we do, but for rays.
fn measure<V: Vector>(
    bench: &mut Bench,
    phases: &mut [Contestant<V>],
    task: &str,
    unit: Unit,
    batch: impl Fn(&mut dyn Phase<V>, usize) -> Option<usize> + Copy,
) -> Result<(), Error> {
    let mut ours = None;
    let mut remark = String::new();
    let mut contenders = Vec::new();
    for Contestant { name, phase } in phases {
        let Some(found) = batch(&mut **phase, 0) else { continue };
        let expected = *ours.get_or_insert(found);
        if !task.starts_with(ON_A_RAY) && found != expected {
            return Err(Error::Disagreement {
                task: task.to_owned(),
                peer: name,
                theirs: found,
                ours: expected,
            });
        }
        remark += &format!("{name} {found}; ");
        let mut turn = 0;
        contenders.push(Contender::new(name, move || {
            turn = (turn + 1) % 100;
            // With other numbers others move, so that the count says nothing.
            std::hint::black_box(batch(&mut **phase, turn));
            0
        }));
    }
    let mut contenders = contenders.into_iter();
    let remark = format!("found: {}", remark.trim_end_matches("; "));
    bench.measure(Task {
        name: task.to_owned(),
        unit,
        ours: contenders.next(),
        peers: contenders.collect(),
        remark,
    })
}

/// What a second thread brings: by the clock on the wall, so on a machine that does nothing else.
fn on_two_threads<V: Vector<Scalar = f32>>(
    bench: &mut Bench,
    frames: &Frames<V>,
    name: &str,
) -> Result<(), Error> {
    let on = |threads: usize, name: &str| -> Result<Contender, Error> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(Error::Threads)?;
        let mut phase = ours::Own::new(frames);
        Ok(Contender::with_own_clock(name, move || {
            let start = Instant::now();
            let found = pool.install(|| phase.frame(1) + phase.frame(0));
            (start.elapsed(), found as u64)
        }))
    };
    bench.measure(Task {
        name: format!("all move, kept, wall clock: {name}"),
        unit: Unit::MillisecondsPerFrame(2),
        ours: Some(on(2, "impinge")?),
        peers: vec![on(1, "impinge on one thread")?],
        remark: "ours on two threads".to_owned(),
    })
}
