//! Trace of a line through the tree, recorded by the traversal itself, for figures and teaching.
//!
//! A node test that wraps the test of the query. It records the opened nodes and packs and the results of the
//! inner test, and changes nothing. Queries without a trace have no cost.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::ControlFlow;

use fearless_simd::{Level, Simd};

use super::front_to_back::NodeTest;
use super::node::{Child, Node};
use super::pack::Pack;
use super::ray_cast::{CandidateTriangle, RayTraversal, RemainingPath};
use super::sah_split::ItemBounds;
use super::{MeshBvh, WIDTH};
use crate::math::{Vector, dispatch};
use crate::shape::Aabb;

/// A part of a tree that a line has opened.
#[derive(Clone, Debug, PartialEq)]
pub struct TraversalStep<V: Vector> {
    /// The box around it, in the coordinates of the mesh, up to a rounding.
    pub aabb: Aabb<V>,
    /// Number of nodes around it; 0 for the root.
    pub depth: u32,
    /// Contents of the part.
    pub content: NodeContent<V>,
}

/// Contents of a part of a tree.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeContent<V: Vector> {
    /// Child parts: the box of each, and whether the line meets the box before the closest hit so far. Parts
    /// that it meets are opened later, unless a closer hit comes before them.
    Boxes(Vec<(Aabb<V>, bool)>),
    /// A few triangles.
    Triangles {
        /// Numbers of all its triangles.
        all: Vec<u32>,
        /// Numbers of those that needed the exact test, because the test of all four at once could not
        /// exclude them.
        tested: Vec<u32>,
    },
}

impl<V: Vector> MeshBvh<V> {
    /// Traverses as [`MeshBvh::candidates`] does; calls `observe` for every part that is opened, in that
    /// order.
    pub(crate) fn trace_candidates(
        &self,
        [start, direction]: [V::Double; 2],
        last: f64,
        slack: f64,
        observe: &mut dyn FnMut(TraversalStep<V>),
        visit: &mut dyn FnMut(u32) -> f64,
    ) {
        let Some(line) = self.prepare_line(start, direction, last, slack) else { return };
        let tested_triangles = RefCell::new(Vec::new());
        let mut visit = |candidate: CandidateTriangle<'_>| {
            tested_triangles.borrow_mut().push(candidate.number());
            RemainingPath::Continue(line.limit(visit(candidate.number())))
        };
        let walk = RayTraversal { line: &line, limit: line.limit(last), visit: &mut visit };
        let mut known = HashMap::new();
        if let Some(root) = self.nodes.first() {
            known.insert(address_of(root), NodeRecord { bounds: root.bounds(), depth: 0 });
        }
        let (known, opened) = (RefCell::new(known), RefCell::new(Vec::new()));
        let mut traced = TracedTraversal { tree: self, walk, known, opened, tested: &tested_triangles };
        let level = Level::new();
        dispatch!(level, simd => self.descend(simd, &mut traced));
        traced.opened.into_inner().into_iter().for_each(observe);
    }

    fn absolute(&self, bounds: &ItemBounds) -> Aabb<V> {
        let origin = self.origin.to_f64();
        let corner = |of: &[f32; 4]| V::from_f64([0, 1, 2].map(|axis| origin[axis] + f64::from(of[axis])));
        Aabb::between(corner(&bounds.min), corner(&bounds.max))
    }
}

/// Returns the address of a part of the tree, which identifies it.
fn address_of<T>(part: &T) -> *const () {
    std::ptr::from_ref(part).cast()
}

/// Place of a part in the tree.
#[derive(Clone, Copy)]
struct NodeRecord {
    bounds: ItemBounds,
    depth: u32,
}

/// State of the traversal of a line, and the visited parts.
struct TracedTraversal<'a, V: Vector, F> {
    tree: &'a MeshBvh<V>,
    walk: RayTraversal<'a, F>,
    /// Parts found so far.
    known: RefCell<HashMap<*const (), NodeRecord>>,
    opened: RefCell<Vec<TraversalStep<V>>>,
    /// Triangles of the current pack that needed the exact test.
    tested: &'a RefCell<Vec<u32>>,
}

impl<V: Vector, F> TracedTraversal<'_, V, F> {
    fn record(&self, part: *const (), content: NodeContent<V>) {
        if let Some(&NodeRecord { bounds, depth }) = self.known.borrow().get(&part) {
            let bounds = self.tree.absolute(&bounds);
            self.opened.borrow_mut().push(TraversalStep { aabb: bounds, depth, content });
        }
    }
}

impl<S: Simd, V: Vector, F: FnMut(CandidateTriangle<'_>) -> RemainingPath> NodeTest<S>
    for TracedTraversal<'_, V, F>
{
    fn limit(&self) -> f32 {
        NodeTest::<S>::limit(&self.walk)
    }

    fn test_node(&self, simd: S, node: &Node) -> (u32, [f32; WIDTH]) {
        let (met, entries) = self.walk.test_node(simd, node);
        let depth = self.known.borrow().get(&address_of(node)).map_or(0, |place| place.depth) + 1;
        let filled = (0..WIDTH).filter(|&lane| node.children[lane] != Child::MISSING);
        let boxes = filled.map(|lane| {
            let (child, bounds) = (node.children[lane], node.bounds_of(lane));
            let part = if child.is_pack() {
                address_of(&self.tree.packs[child.number()])
            } else {
                address_of(&self.tree.nodes[child.number()])
            };
            self.known.borrow_mut().insert(part, NodeRecord { bounds, depth });
            (self.tree.absolute(&bounds), met >> lane & 1 != 0)
        });
        let content = NodeContent::Boxes(boxes.collect());
        self.record(address_of(node), content);
        (met, entries)
    }

    fn test_pack(&mut self, simd: S, pack: &Pack) -> ControlFlow<()> {
        self.tested.borrow_mut().clear();
        let end = self.walk.test_pack(simd, pack);
        let all = pack.triangles.iter().copied().filter(|&triangle| triangle != u32::MAX).collect();
        self.record(address_of(pack), NodeContent::Triangles { all, tested: self.tested.take() });
        end
    }
}
