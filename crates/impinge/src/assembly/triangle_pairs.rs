//! Two placed meshes: which of their triangles meet.
//!
//! Only triangles in the region that both boxes share can meet. They are found in the tree of each mesh, the
//! region being carried back into the mesh's own frame; each side's finds shrink the region for the other.
//! What is left, usually a small part, is placed in the world, and put into trees of its own, whose boxes are
//! tight there, which rotated boxes never are. The pairs that these trees yield are tested exactly.
//!
//! Where both meshes have the better tree for rays, these are descended together instead. To build
//! them for a pair alone would take longer than the above.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;

use rayon::prelude::*;

use super::cascade_stats::{Counts, Passed, Stopwatch};
use super::instance::{Bounded, Instance};
use super::tree_join::joined;
use super::triangle_fans::{FanPair, fan_pairs};
use crate::bvh::{Bvh, DualTraversal, MeetingTriangles};
use crate::math::Vector;
use crate::narrow::Relation;
use crate::shape::{Aabb, Triangle};

/// Minimum number of pairs that is worth other threads.
const MIN_PARALLEL_PAIRS: usize = 2048;

/// Minimum number of pairs that may meet for a search for fans; the minimum is also [`MIN_PAIRS_EACH`] times
/// the number of near triangles.
const MIN_FAN_PAIRS: usize = 1024;
const MIN_PAIRS_EACH: usize = 4;
/// The same minimum if the number of near triangles is unknown.
const MIN_FAN_TREE_PAIRS: usize = 16_384;

/// Minimum number of touching pairs for a search for fans, where pairs are found one by one.
pub(crate) const MIN_TOUCHING_PAIRS: usize = 1024;

/// The pairs of triangles that meet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meetings {
    /// All that are in no pair of fans; in order where there are fans.
    pub pairs: Vec<MeetingTriangles>,
    /// Those that touch around the hubs of fans, none of which pierces another.
    pub fans: Vec<FanPair>,
}

impl Meetings {
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty() && self.fans.is_empty()
    }

    /// How many they are.
    pub fn count(&self) -> u64 {
        self.pairs.len() as u64 + self.fans.iter().map(FanPair::count).sum::<u64>()
    }

    /// Does one of them pierce another?
    pub fn pierce(&self) -> bool {
        self.pairs.iter().any(MeetingTriangles::pierce)
    }

    /// The triangles of one side that are in any of them, some more than once.
    pub fn numbers(&self, side: usize) -> impl Iterator<Item = u32> {
        let of_fans = self.fans.iter().flat_map(move |fans| fans.triangles[side].iter().copied());
        self.pairs.iter().map(move |pair| pair.numbers[side]).chain(of_fans)
    }

    /// The first of them; of those that pierce each other, if there are any.
    pub fn first(&self) -> Option<[u32; 2]> {
        let piercing = self.pairs.iter().find(|pair| pair.pierce()).map(|pair| pair.numbers);
        let of_pairs = self.pairs.first().map(|pair| pair.numbers);
        let of_fans = self.fans.iter().filter_map(|fans| fans.pairs().next());
        piercing.or_else(|| of_pairs.into_iter().chain(of_fans).min())
    }

    /// All of them, in order.
    pub fn all(&self) -> Cow<'_, [MeetingTriangles]> {
        if self.fans.is_empty() {
            return Cow::Borrowed(&self.pairs);
        }
        let mut all = Vec::with_capacity(self.count() as usize);
        self.for_each(|pair| all.push(pair));
        Cow::Owned(all)
    }

    /// Calls `visit` for all of them, in order.
    pub fn for_each(&self, mut visit: impl FnMut(MeetingTriangles)) {
        // A triangle is in one pair of fans at most.
        let of_first = |fans: &'_ FanPair| fans.triangles[0].clone().into_iter();
        let mut in_fans: Vec<(u32, usize)> =
            self.fans.iter().enumerate().flat_map(|(k, fans)| of_first(fans).map(move |i| (i, k))).collect();
        in_fans.sort_unstable();
        let mut pairs = self.pairs.iter().copied().peekable();
        for (i, k) in in_fans {
            for &j in &self.fans[k].triangles[1] {
                while let Some(pair) = pairs.next_if(|pair| pair.numbers < [i, j]) {
                    visit(pair);
                }
                visit(MeetingTriangles { numbers: [i, j], relation: Relation::Touching });
            }
        }
        pairs.for_each(visit);
    }
}

/// A triangle in the world.
struct Placed<V> {
    index: u32,
    triangle: Triangle<V>,
}

/// All pairs of triangles that meet; and, if requested, the time it took to find them.
pub(super) fn meetings<V: Vector>(
    (a, a_bounds): Bounded<V>,
    (b, b_bounds): Bounded<V>,
    is_counted: bool,
) -> (Meetings, Counts) {
    let mut counts = Counts::default();
    // The boxes in trees are rounded: of parts that just came apart, they are all near each other.
    let are_near = a_bounds.intersection(b_bounds).is_some();
    let pair = if are_near { a.beside_if_built(b, 0.0) } else { None };
    let descended = pair.and_then(|pair| by_both_trees(&pair, a, b, is_counted.then_some(&mut counts)));
    let candidates = descended
        .unwrap_or_else(|| by_region((a, a_bounds), (b, b_bounds), is_counted.then_some(&mut counts)));

    let clock = Stopwatch::start(is_counted);
    let mut pairs = candidates.meeting(a, b);
    pairs.sort_unstable();
    let found = Meetings { pairs, fans: candidates.fans };
    if let Some(time) = clock.elapsed() {
        let of_fans: u64 = found.fans.iter().map(FanPair::count).sum();
        let entered = candidates.pairs.len() as u64 + of_fans;
        counts.triangles = Passed { entered, left: found.count(), time };
    }
    (found, counts)
}

/// Pairs of triangles that may meet.
struct Candidates<V> {
    /// If triangles are placed already, the pairs number these.
    placed: Option<[Vec<Placed<V>>; 2]>,
    pairs: Vec<(u32, u32)>,
    fans: Vec<FanPair>,
}

impl<V: Vector> Candidates<V> {
    /// Those that do.
    fn meeting(&self, a: &Instance<V>, b: &Instance<V>) -> Vec<MeetingTriangles> {
        let meet = |&(i, j): &(u32, u32)| match &self.placed {
            Some([near_a, near_b]) => {
                let (one, other) = (&near_a[i as usize], &near_b[j as usize]);
                MeetingTriangles::of([one.index, other.index], &one.triangle, &other.triangle)
            }
            None => MeetingTriangles::of([i, j], &a.placed_triangle(i), &b.placed_triangle(j)),
        };
        if self.pairs.len() < MIN_PARALLEL_PAIRS {
            self.pairs.iter().filter_map(meet).collect()
        } else {
            self.pairs.par_iter().with_min_len(MIN_PARALLEL_PAIRS / 4).filter_map(meet).collect()
        }
    }
}

/// By descending the trees of both meshes together. `None` if that comes upon so many pairs that there are
/// fans to be left out.
fn by_both_trees<V: Vector>(
    pair: &DualTraversal<'_, V>,
    a: &Instance<V>,
    b: &Instance<V>,
    counts: Option<&mut Counts>,
) -> Option<Candidates<V>> {
    let clock = Stopwatch::start(counts.is_some());
    let mut pairs = Vec::new();
    let end = pair.for_each_near_pair(|i, j| {
        pairs.push((i, j));
        let has_fans = pairs.len() == MIN_FAN_TREE_PAIRS && !fan_pairs(a, b).is_empty();
        if has_fans { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if end.is_break() {
        return None;
    }
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
    Some(Candidates { placed: None, pairs, fans: Vec::new() })
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
    let (mut pairs, mut fans) = (Vec::new(), Vec::new());
    if !near_a.is_empty() && !near_b.is_empty() {
        let many = MIN_FAN_PAIRS.max(MIN_PAIRS_EACH * (near_a.len() + near_b.len()));
        let end = joined(&tree(&near_a), &tree(&near_b), &mut |i, j| {
            pairs.push((i, j));
            if pairs.len() == many {
                fans = fan_pairs(a, b);
            }
            if fans.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if end.is_break() {
            pairs = beside_fans([&near_a, &near_b], &fans, middle);
        }
    }
    let of_fans: u64 = fans.iter().map(FanPair::count).sum();
    if let (Some(time), Some(counts)) = (clock.elapsed(), &mut counts) {
        let entered = near_a.len() as u64 * near_b.len() as u64;
        counts.boxes = Passed { entered, left: pairs.len() as u64 + of_fans, time };
    }
    Candidates { placed: Some([near_a, near_b]), pairs, fans }
}

/// All pairs of near triangles whose boxes overlap, but for those in a pair of fans.
fn beside_fans<V: Vector>(near: [&[Placed<V>]; 2], fans: &[FanPair], middle: V) -> Vec<(u32, u32)> {
    // For each side a group of the triangles in no fan, and one for each fan.
    let groups = [0, 1].map(|side: usize| {
        let mut groups: Vec<Vec<u32>> = vec![Vec::new(); fans.len() + 1];
        let fan_of: HashMap<u32, usize> = (1..)
            .zip(fans)
            .flat_map(|(group, fans)| fans.triangles[side].iter().map(move |&number| (number, group)))
            .collect();
        for (place, placed) in (0..).zip(near[side]) {
            groups[fan_of.get(&placed.index).copied().unwrap_or(0)].push(place);
        }
        groups
    });
    let trees = [0, 1].map(|side| {
        let tree = |group: &Vec<u32>| {
            let bounds = |&place: &u32| near[side][place as usize].triangle.bounds();
            Bvh::around(&group.iter().map(bounds).collect::<Vec<_>>(), middle)
        };
        groups[side].iter().map(tree).collect::<Vec<_>>()
    });
    let mut pairs = Vec::new();
    for (k, one) in trees[0].iter().enumerate() {
        for (l, other) in trees[1].iter().enumerate() {
            if k == 0 || k != l {
                let _ = joined(one, other, &mut |i, j| {
                    pairs.push((groups[0][k][i as usize], groups[1][l][j as usize]));
                    ControlFlow::Continue(())
                });
            }
        }
    }
    pairs
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
    let near_b = near_b.into_iter().filter(|placed| placed.triangle.bounds().meets(&region)).collect();
    (near_a, near_b)
}

/// The triangles of one instance whose boxes meet the region, in the order of the tree.
fn near<V: Vector>(body: &Instance<V>, region: &Aabb<V>) -> Vec<Placed<V>> {
    let mut found = Vec::new();
    body.near(region, |index| {
        let triangle = body.placed_triangle(index);
        if triangle.bounds().meets(region) {
            found.push(Placed { index, triangle });
        }
    });
    found
}

/// The box around placed triangles.
fn around<V: Vector>(placed: &[Placed<V>]) -> Option<Aabb<V>> {
    placed.iter().map(|placed| placed.triangle.bounds()).reduce(|all, bounds| all.merge(&bounds))
}
