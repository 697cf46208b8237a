//! Front-to-back traversal of the tree along a line.
//!
//! Of the boxes of a node that the line intersects, the nearest is entered next. The others go on a stack,
//! the furthest at the bottom. A box from the stack is tested against the limit again, so most nodes behind
//! the first hit are never opened.

use std::ops::ControlFlow;

use fearless_simd::Simd;

use super::node::{Child, Node};
use super::pack::Pack;
use super::{MeshBvh, WIDTH};
use crate::bvh::aabb_query::lanes_of;
use crate::bvh::slabs::SLAB_ROUNDING;
use crate::math::Vector;
use crate::math::prefetch::prefetch;

/// Test of nodes and packs against a line, with the state of the query.
pub(super) trait NodeTest<S: Simd> {
    /// Returns the greatest relevant distance along the line.
    fn limit(&self) -> f32;
    /// Returns the boxes of a node that the line enters before the limit, a bit each, and the entry
    /// distances.
    fn test_node(&self, simd: S, node: &Node) -> (u32, [f32; WIDTH]);
    /// Tests the triangles of a pack; breaks when nothing remains.
    fn test_pack(&mut self, simd: S, pack: &Pack) -> ControlFlow<()>;
}

/// State of a traversal.
pub(super) struct LineTraversal {
    /// The next node or pack.
    child: Child,
    stack: TraversalStack,
}

/// The stack of nodes and packs. The first few entries, which mostly are all, are stored inline.
struct TraversalStack {
    inline: [(Child, f32); INLINE_CAPACITY],
    spilled: Vec<(Child, f32)>,
    len: usize,
}

/// Capacity that suffices for most traversals.
const INLINE_CAPACITY: usize = 32;

impl TraversalStack {
    #[inline(always)]
    fn new() -> Self {
        TraversalStack { inline: [(Child::node(0), 0.0); INLINE_CAPACITY], spilled: Vec::new(), len: 0 }
    }

    fn clear(&mut self) {
        self.len = 0;
        self.spilled.clear();
    }

    #[inline(always)]
    fn push(&mut self, child: (Child, f32)) {
        match self.inline.get_mut(self.len) {
            Some(place) => *place = child,
            None => self.push_spilled(child),
        }
        self.len += 1;
    }

    #[cold]
    #[inline(never)]
    fn push_spilled(&mut self, child: (Child, f32)) {
        self.spilled.push(child);
    }

    #[inline(always)]
    fn get(&self, place: usize) -> (Child, f32) {
        match self.inline.get(place) {
            Some(child) => *child,
            None => self.spilled[place - INLINE_CAPACITY],
        }
    }

    #[inline(always)]
    fn set(&mut self, place: usize, child: (Child, f32)) {
        match self.inline.get_mut(place) {
            Some(known) => *known = child,
            None => self.spilled[place - INLINE_CAPACITY] = child,
        }
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<(Child, f32)> {
        self.len = self.len.checked_sub(1)?;
        match self.inline.get(self.len) {
            Some(child) => Some(*child),
            None => self.spilled.pop(),
        }
    }
}

impl LineTraversal {
    /// Starts at the root.
    pub fn new() -> Self {
        LineTraversal { child: Child::node(0), stack: TraversalStack::new() }
    }

    /// Restarts at the root.
    pub fn restart(&mut self) {
        self.child = Child::node(0);
        self.stack.clear();
    }

    /// Tests one node or pack; breaks at the end.
    #[inline(always)]
    pub fn step<S: Simd, V: Vector>(
        &mut self,
        simd: S,
        tree: &MeshBvh<V>,
        probe: &mut impl NodeTest<S>,
    ) -> ControlFlow<()> {
        if self.child.is_pack() {
            probe.test_pack(simd, &tree.packs[self.child.number()])?;
        } else {
            let node = &tree.nodes[self.child.number()];
            let (mask, entries) = probe.test_node(simd, node);
            let mut lanes = lanes_of(mask);
            if let Some(first) = lanes.next() {
                let mut nearest = (node.children[first], entries[first]);
                let before = self.stack.len;
                for lane in lanes {
                    let next = (node.children[lane], entries[lane]);
                    let further =
                        if next.1 < nearest.1 { std::mem::replace(&mut nearest, next) } else { next };
                    tree.prefetch(further.0);
                    // Insertion sort among the entries of this node, the nearest last.
                    let mut place = self.stack.len;
                    self.stack.push(further);
                    while place > before {
                        let below = self.stack.get(place - 1);
                        if below.1 >= further.1 {
                            break;
                        }
                        self.stack.set(place, below);
                        place -= 1;
                        self.stack.set(place, further);
                    }
                }
                // At the end of the float range, missing boxes pass the test too.
                if nearest.0 != Child::MISSING {
                    self.child = nearest.0;
                    return ControlFlow::Continue(());
                }
            }
        }
        loop {
            match self.stack.pop() {
                None => return ControlFlow::Break(()),
                Some((next, entry)) if entry <= probe.limit() * SLAB_ROUNDING && next != Child::MISSING => {
                    self.child = next;
                    return ControlFlow::Continue(());
                }
                Some(_) => {}
            }
        }
    }

    /// Prefetches the next node or pack.
    #[inline(always)]
    pub fn prefetch<V: Vector>(&self, tree: &MeshBvh<V>) {
        tree.prefetch(self.child);
    }
}

impl<V: Vector> MeshBvh<V> {
    /// Runs a test over the tree, nearer boxes first. The tree must have nodes.
    #[inline(always)]
    pub(super) fn descend<S: Simd>(&self, simd: S, probe: &mut impl NodeTest<S>) {
        let mut descent = LineTraversal::new();
        while descent.step(simd, self, probe).is_continue() {}
    }

    /// Prefetches a node or pack that will be needed soon.
    #[inline(always)]
    fn prefetch(&self, child: Child) {
        let (first, lines) = if child.is_pack() {
            (self.packs.as_ptr().wrapping_add(child.number()).cast::<u8>(), 3)
        } else {
            (self.nodes.as_ptr().wrapping_add(child.number()).cast::<u8>(), 4)
        };
        for line in 0..lines {
            prefetch(first.wrapping_add(line * 64));
        }
    }
}
