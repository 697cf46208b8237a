//! Top-down construction of nodes and packs.
//!
//! A node takes up to eight runs of triangles. The whole is split in two. Then the run with the greatest
//! weight is split, until there are eight runs or all fit into packs. [`SplitStrategy`] defines how runs are
//! split, and their weights. Boxes are computed from the packs up.
//!
//! Large runs are built by several threads, each into its own nodes and packs. These are then appended in
//! order, so the result equals the result of one thread.

use rayon::prelude::*;
use smallvec::SmallVec;

use super::node::{Child, Node};
use super::pack::Pack;
use super::sah_split::ItemBounds;
use super::{PACK, WIDTH};
use crate::math::Vector;
use crate::shape::Mesh;

/// Runs of fewer triangles are built by one thread.
const PARALLEL_SIZE: usize = 1 << 12;

/// A rule that splits runs of triangles.
pub(super) trait SplitStrategy: Sync {
    /// The form in which triangles are sorted.
    type Item: Copy + Send;
    /// Data of a run.
    type Info: Send;
    /// Whether reserved memory that is not needed is kept. Returning it copies everything, which takes a
    /// third of the time of a fast build.
    const KEEPS_CAPACITY: bool;
    /// Computes the data of a run at a depth in splits.
    fn run(&self, items: &[Self::Item], depth: u32) -> Self::Info;
    /// Returns the weight of a run; the heavier of two runs is split first.
    fn weight(run: &Self::Info) -> f32;
    /// Sorts a run into two and returns the length of the first. Neither is empty.
    fn split(&self, run: &Self::Info, items: &mut [Self::Item]) -> usize;
    /// Returns the number of a triangle, and the box around it.
    fn triangle(&self, item: Self::Item) -> (u32, ItemBounds);
}

/// Nodes and packs. There are no more of them than triangles, so 31 bits number them. In nodes, the numbers
/// of both count from the start of these arrays.
#[derive(Default)]
pub(super) struct NodeArrays {
    pub nodes: Vec<Node>,
    pub packs: Vec<Pack>,
}

/// Builds a tree of some items.
pub(super) fn build_tree<V: Vector, S: SplitStrategy>(
    mesh: &Mesh<V>,
    origin: V,
    splits: &S,
    items: &mut [S::Item],
) -> NodeArrays {
    let mut grown = NodeArrays::default();
    // Packs are aligned, and such lists copy everything when they grow. Most packs hold about three
    // triangles, and most nodes eight children.
    let packs = if S::KEEPS_CAPACITY { items.len() * 3 / 8 } else { items.len() / 3 };
    grown.nodes.reserve(packs / 3 + 1);
    grown.packs.reserve(packs + 1);
    let parallel = if rayon::current_num_threads() > 1 {
        // Few runs, since their results are copied.
        PARALLEL_SIZE.max(items.len() / 64)
    } else {
        usize::MAX
    };
    let run = BuildRange { known: splits.run(items, 0), items, depth: 0 };
    TopDownBuilder { mesh, origin, splits, parallel }.node(run, &mut grown);
    if !S::KEEPS_CAPACITY || grown.packs.capacity() > grown.packs.len() / 2 * 3 + 1 {
        grown.nodes.shrink_to_fit();
        grown.packs.shrink_to_fit();
    }
    grown
}

/// Consecutive items.
struct BuildRange<'i, S: SplitStrategy> {
    items: &'i mut [S::Item],
    known: S::Info,
    depth: u32,
}

struct TopDownBuilder<'a, V: Vector, S> {
    mesh: &'a Mesh<V>,
    origin: V,
    splits: &'a S,
    /// Runs of at least this length are built by several threads.
    parallel: usize,
}

impl<V: Vector, S: SplitStrategy> TopDownBuilder<'_, V, S> {
    /// Builds a node from a run, with its descendants behind it; returns the box around it.
    fn node(&self, run: BuildRange<'_, S>, grown: &mut NodeArrays) -> ItemBounds {
        let count = run.items.len();
        let runs = self.split_into_children(run);
        let number = grown.nodes.len();
        grown.nodes.push(Node::EMPTY);
        let mut all = ItemBounds::EMPTY;
        let mut put = |grown: &mut NodeArrays, lane: usize, (child, bounds): (Child, ItemBounds)| {
            grown.nodes[number].set_bounds(lane, &bounds);
            grown.nodes[number].children[lane] = child;
            all.grow(&bounds.min, &bounds.max);
        };
        if count < self.parallel {
            for (lane, run) in runs.into_iter().enumerate() {
                let child = self.child(run, grown);
                put(grown, lane, child);
            }
            return all;
        }
        let apart = runs.into_vec().into_par_iter().map(|run| {
            let mut own = NodeArrays::default();
            let child = self.child(run, &mut own);
            (own, child)
        });
        for (lane, (own, (child, bounds))) in apart.collect::<Vec<_>>().into_iter().enumerate() {
            let child = grown.append(own, child);
            put(grown, lane, (child, bounds));
        }
        all
    }

    /// Builds a run as the child of a node.
    fn child(&self, run: BuildRange<'_, S>, grown: &mut NodeArrays) -> (Child, ItemBounds) {
        if run.items.len() > PACK {
            let number = grown.nodes.len();
            let bounds = self.node(run, grown);
            return (Child::node(number), bounds);
        }
        let number = grown.packs.len();
        let (mut pack, mut bounds) = (Pack::EMPTY, ItemBounds::EMPTY);
        for (lane, &item) in run.items.iter().enumerate() {
            let (triangle, around) = self.splits.triangle(item);
            pack.triangles[lane] = triangle;
            bounds.grow(&around.min, &around.max);
        }
        pack.fill(self.mesh, self.origin);
        grown.packs.push(pack);
        (Child::pack(number), bounds)
    }

    /// Splits a run into up to eight.
    fn split_into_children<'i>(&self, run: BuildRange<'i, S>) -> SmallVec<[BuildRange<'i, S>; WIDTH]> {
        let mut runs: SmallVec<[BuildRange<'i, S>; WIDTH]> = SmallVec::new();
        runs.push(run);
        while runs.len() < WIDTH {
            let mut heaviest: Option<(f32, usize)> = None;
            for (i, run) in runs.iter().enumerate().filter(|(_, run)| run.items.len() > PACK) {
                let weight = S::weight(&run.known);
                if heaviest.is_none_or(|(most, _)| weight > most) {
                    heaviest = Some((weight, i));
                }
            }
            let Some((_, i)) = heaviest else { break };
            let BuildRange { items, known, depth } = runs.remove(i);
            let middle = self.splits.split(&known, items);
            let (left, right) = items.split_at_mut(middle);
            let halves = [left, right].map(|items| {
                let known = self.splits.run(items, depth + 1);
                BuildRange { known, items, depth: depth + 1 }
            });
            runs.insert_many(i, halves);
        }
        runs
    }
}

impl NodeArrays {
    /// Appends other arrays and returns the number of one of their children in these.
    fn append(&mut self, mut others: NodeArrays, child: Child) -> Child {
        let (nodes, packs) = (self.nodes.len(), self.packs.len());
        let moved = |child: Child| match child {
            Child::MISSING => child,
            child if child.is_pack() => Child::pack(child.number() + packs),
            child => Child::node(child.number() + nodes),
        };
        for node in &mut others.nodes {
            node.children = node.children.map(moved);
        }
        self.nodes.append(&mut others.nodes);
        self.packs.append(&mut others.packs);
        moved(child)
    }
}
