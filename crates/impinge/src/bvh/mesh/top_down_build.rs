//! Nodes and packs, grown from the root down.
//!
//! A node takes up to eight runs of triangles. The whole is split in two, then again the run with the
//! greatest weight, until there are eight or all runs fit into packs. [`Splits`] defines how runs are
//! split, and their weights. Boxes are computed from the packs up.
//!
//! Large runs are grown by many threads, each into nodes and packs of its own, which are then put one after
//! the other: as they would have come from one thread.

use rayon::prelude::*;
use smallvec::SmallVec;

use super::node::{Child, Node};
use super::pack::Pack;
use super::sah_split::Bounds;
use super::{PACK, WIDTH};
use crate::math::Vector;
use crate::shape::Mesh;

/// Runs of fewer triangles are grown by one thread.
const PARALLEL: usize = 1 << 12;

/// How runs of triangles are split.
pub(super) trait Splits: Sync {
    /// A triangle, as it is sorted.
    type Item: Copy + Send;
    /// What is known of a run.
    type Run: Send;
    /// May memory that was reserved and not needed stay? To give it back copies all, which takes a third of
    /// the time of a fast build.
    const KEEPS_ROOM: bool;
    /// Processes a run, which so many splits have made.
    fn run(&self, items: &[Self::Item], depth: u32) -> Self::Run;
    /// Of two runs, that which weighs more is split first.
    fn weight(run: &Self::Run) -> f32;
    /// Sorts a run into two; how many are in the first. Neither is empty.
    fn split(&self, run: &Self::Run, items: &mut [Self::Item]) -> usize;
    /// The number of a triangle, and the box around it.
    fn triangle(&self, item: Self::Item) -> (u32, Bounds);
}

/// Nodes and packs, of which there are no more than triangles, so that 31 bits number them; in nodes, numbers
/// of both count from the first of these.
#[derive(Default)]
pub(super) struct Grown {
    pub nodes: Vec<Node>,
    pub packs: Vec<Pack>,
}

/// Grows a tree of some items.
pub(super) fn grown<V: Vector, S: Splits>(
    mesh: &Mesh<V>,
    origin: V,
    splits: &S,
    items: &mut [S::Item],
) -> Grown {
    let mut grown = Grown::default();
    // Packs of ours are aligned, and such lists copy all when they grow. Packs hold three triangles or nearly
    // so, and nodes eight children.
    let packs = if S::KEEPS_ROOM { items.len() * 3 / 8 } else { items.len() / 3 };
    grown.nodes.reserve(packs / 3 + 1);
    grown.packs.reserve(packs + 1);
    let parallel = if rayon::current_num_threads() > 1 {
        // Few of them, since what they have grown is copied.
        PARALLEL.max(items.len() / 64)
    } else {
        usize::MAX
    };
    let run = Run { known: splits.run(items, 0), items, depth: 0 };
    Grower { mesh, origin, splits, parallel }.node(run, &mut grown);
    if !S::KEEPS_ROOM || grown.packs.capacity() > grown.packs.len() / 2 * 3 + 1 {
        grown.nodes.shrink_to_fit();
        grown.packs.shrink_to_fit();
    }
    grown
}

/// Items that follow each other.
struct Run<'i, S: Splits> {
    items: &'i mut [S::Item],
    known: S::Run,
    depth: u32,
}

struct Grower<'a, V: Vector, S> {
    mesh: &'a Mesh<V>,
    origin: V,
    splits: &'a S,
    /// Runs of so many are grown by many threads.
    parallel: usize,
}

impl<V: Vector, S: Splits> Grower<'_, V, S> {
    /// Puts a run into a node, and what is in it behind that; the box around it.
    fn node(&self, run: Run<'_, S>, grown: &mut Grown) -> Bounds {
        let count = run.items.len();
        let runs = self.opened(run);
        let number = grown.nodes.len();
        grown.nodes.push(Node::EMPTY);
        let mut all = Bounds::EMPTY;
        let mut put = |grown: &mut Grown, lane: usize, (child, bounds): (Child, Bounds)| {
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
            let mut own = Grown::default();
            let child = self.child(run, &mut own);
            (own, child)
        });
        for (lane, (own, (child, bounds))) in apart.collect::<Vec<_>>().into_iter().enumerate() {
            let child = grown.append(own, child);
            put(grown, lane, (child, bounds));
        }
        all
    }

    /// A run as the child of a node.
    fn child(&self, run: Run<'_, S>, grown: &mut Grown) -> (Child, Bounds) {
        if run.items.len() > PACK {
            let number = grown.nodes.len();
            let bounds = self.node(run, grown);
            return (Child::node(number), bounds);
        }
        let number = grown.packs.len();
        let (mut pack, mut bounds) = (Pack::EMPTY, Bounds::EMPTY);
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
    fn opened<'i>(&self, run: Run<'i, S>) -> SmallVec<[Run<'i, S>; WIDTH]> {
        let mut runs: SmallVec<[Run<'i, S>; WIDTH]> = SmallVec::new();
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
            let Run { items, known, depth } = runs.remove(i);
            let middle = self.splits.split(&known, items);
            let (left, right) = items.split_at_mut(middle);
            let halves = [left, right].map(|items| {
                let known = self.splits.run(items, depth + 1);
                Run { known, items, depth: depth + 1 }
            });
            runs.insert_many(i, halves);
        }
        runs
    }
}

impl Grown {
    /// Puts others behind these, and returns by which number a child of theirs is known here.
    fn append(&mut self, mut others: Grown, child: Child) -> Child {
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
