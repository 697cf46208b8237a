//! Two placed meshes: which of their triangles meet.
//!
//! Only triangles in the region that both boxes share can meet. They are found in the tree of each mesh, the region being
//! carried back into the mesh's own frame; each side's finds shrink the region for the other. What is left, usually a small part,
//! is placed in the world, and put into trees of its own, whose boxes are tight there, which rotated boxes never are. The pairs
//! that these trees yield are tested exactly.
//!
//! Where both meshes have the better tree that rays ask for, these are descended together instead. To build them for a pair alone
//! would take longer than the above.

use std::ops::ControlFlow;
use std::time::Duration;

use rayon::prelude::*;

use super::body::Body;
use super::funnel::{Counts, Passed, Stopwatch};
use super::solid::Bounded;
use crate::math::Vector;
use crate::narrow::Relate;
use crate::shape::{Aabb, Triangle};
use crate::tree::{Bvh, MeetingTriangles, Pair};

/// More pairs than this are worth waking other threads for.
const PARALLEL: usize = 2048;

/// A triangle in the world.
struct Placed<V> {
    index: u32,
    triangle: Triangle<V>,
}

/// All pairs of triangles that meet, sorted; and, if wanted, what it took to find them.
pub(super) fn meetings<V: Vector>(
    (a, a_bounds): Bounded<V>,
    (b, b_bounds): Bounded<V>,
    is_counted: bool,
) -> (Vec<MeetingTriangles>, Counts) {
    let mut counts = Counts::default();
    let pair = a.beside_if_built(b, 0.0);
    let candidates = match &pair {
        Some(pair) => by_both_trees(pair, a, b, is_counted.then_some(&mut counts)),
        None => by_region((a, a_bounds), (b, b_bounds), is_counted.then_some(&mut counts)),
    };

    let clock = Stopwatch::start(is_counted);
    let mut found = candidates.meeting(a, b);
    found.sort_unstable();
    if let Some(time) = clock.elapsed() {
        counts.triangles = Passed { entered: candidates.pairs.len() as u64, left: found.len() as u64, time };
    }
    (found, counts)
}

/// Pairs of triangles that may meet.
struct Candidates<V> {
    /// If triangles are placed already, the pairs number these.
    placed: Option<[Vec<Placed<V>>; 2]>,
    pairs: Vec<(u32, u32)>,
}

impl<V: Vector> Candidates<V> {
    /// Those that do.
    fn meeting(&self, a: &Body<V>, b: &Body<V>) -> Vec<MeetingTriangles> {
        let meet = |&(i, j): &(u32, u32)| match &self.placed {
            Some([near_a, near_b]) => {
                let (one, other) = (&near_a[i as usize], &near_b[j as usize]);
                MeetingTriangles::of([one.index, other.index], &one.triangle, &other.triangle)
            }
            None => MeetingTriangles::of([i, j], &a.placed_triangle(i), &b.placed_triangle(j)),
        };
        if self.pairs.len() < PARALLEL {
            self.pairs.iter().filter_map(meet).collect()
        } else {
            self.pairs.par_iter().with_min_len(PARALLEL / 4).filter_map(meet).collect()
        }
    }
}

/// By descending the trees of both meshes together.
fn by_both_trees<V: Vector>(
    pair: &Pair<'_, V>,
    a: &Body<V>,
    b: &Body<V>,
    counts: Option<&mut Counts>,
) -> Candidates<V> {
    let clock = Stopwatch::start(counts.is_some());
    let mut pairs = Vec::new();
    let _ = pair.near(|i, j| {
        pairs.push((i, j));
        ControlFlow::<()>::Continue(())
    });
    if let (Some(time), Some(counts)) = (clock.elapsed(), counts) {
        let distinct = |number: fn(&(u32, u32)) -> u32| {
            let mut numbers: Vec<u32> = pairs.iter().map(number).collect();
            numbers.sort_unstable();
            numbers.dedup();
            numbers.len() as u64
        };
        let (near_a, near_b) = (distinct(|pair| pair.0), distinct(|pair| pair.1));
        let all = (a.model.mesh().triangles().len() + b.model.mesh().triangles().len()) as u64;
        // Both in one step.
        counts.region = Passed { entered: all, left: near_a + near_b, time: Duration::ZERO };
        counts.boxes = Passed { entered: near_a * near_b, left: pairs.len() as u64, time };
    }
    Candidates { placed: None, pairs }
}

/// By trees of the triangles in the region that both boxes share.
fn by_region<V: Vector>(
    (a, a_bounds): Bounded<V>,
    (b, b_bounds): Bounded<V>,
    mut counts: Option<&mut Counts>,
) -> Candidates<V> {
    let clock = Stopwatch::start(counts.is_some());
    let (near_a, near_b) = near_triangles((a, a_bounds), (b, b_bounds));
    if let (Some(time), Some(counts)) = (clock.elapsed(), &mut counts) {
        let all = (a.model.mesh().triangles().len() + b.model.mesh().triangles().len()) as u64;
        counts.region = Passed { entered: all, left: (near_a.len() + near_b.len()) as u64, time };
    }

    let clock = Stopwatch::start(counts.is_some());
    let middle = a_bounds.intersection(b_bounds).map_or(V::ZERO, |region| region.center());
    let tree = |near: &[Placed<V>]| {
        let boxes: Vec<_> = near.iter().map(|placed| placed.triangle.bounds()).collect();
        Bvh::around(&boxes, middle)
    };
    let mut pairs = Vec::new();
    if !near_a.is_empty() && !near_b.is_empty() {
        tree(&near_a).join(&tree(&near_b), |i, j| pairs.push((i, j)));
    }
    if let (Some(time), Some(counts)) = (clock.elapsed(), &mut counts) {
        let entered = near_a.len() as u64 * near_b.len() as u64;
        counts.boxes = Passed { entered, left: pairs.len() as u64, time };
    }
    Candidates { placed: Some([near_a, near_b]), pairs }
}

/// The triangles of both in the region that they share.
fn near_triangles<V: Vector>(
    (a, a_bounds): Bounded<V>,
    (b, b_bounds): Bounded<V>,
) -> (Vec<Placed<V>>, Vec<Placed<V>>) {
    let nothing = (Vec::new(), Vec::new());
    let Some(region) = a_bounds.intersection(b_bounds) else { return nothing };
    let near_b = near(b, &region);
    let Some(region) = around(&near_b).and_then(|bounds| bounds.intersection(&region)) else {
        return nothing;
    };
    let near_a = near(a, &region);
    let Some(region) = around(&near_a).and_then(|bounds| bounds.intersection(&region)) else {
        return nothing;
    };
    let near_b = near_b.into_iter().filter(|placed| placed.triangle.bounds().intersects(&region)).collect();
    (near_a, near_b)
}

/// The triangles of one body whose boxes meet the region, in the order of the tree.
fn near<V: Vector>(body: &Body<V>, region: &Aabb<V>) -> Vec<Placed<V>> {
    let mut found = Vec::new();
    body.near(region, |index| {
        let triangle = body.placed_triangle(index);
        if triangle.bounds().intersects(region) {
            found.push(Placed { index, triangle });
        }
    });
    found
}

/// The box around placed triangles.
fn around<V: Vector>(placed: &[Placed<V>]) -> Option<Aabb<V>> {
    placed.iter().map(|placed| placed.triangle.bounds()).reduce(|all, bounds| all.merged(&bounds))
}
