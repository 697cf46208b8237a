//! What a line visits on its way through the tree, told by the descent itself, for pictures and lessons.
//!
//! A probe around the one that looks for hits: it sees what is opened and what the other makes of it, and changes nothing. Whoever
//! does not ask for it pays nothing.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::ControlFlow;

use fearless_simd::{Level, Simd};

use super::descend::Probe;
use super::node::{Child, Node};
use super::pack::Pack;
use super::ray::{Candidate, Rest, Walk};
use super::split::Bounds;
use super::{MeshTree, WIDTH};
use crate::math::{Vector, dispatch};
use crate::shape::Aabb;

/// A part of a tree that a line has opened.
#[derive(Clone, Debug, PartialEq)]
pub struct Visited<V: Vector> {
    /// The box around it, in the coordinates of the mesh, up to a rounding.
    pub bounds: Aabb<V>,
    /// How many nodes it is in; the root is in none.
    pub depth: u32,
    /// What is in it.
    pub inside: Inside<V>,
}

/// What is in a part of a tree.
#[derive(Clone, Debug, PartialEq)]
pub enum Inside<V: Vector> {
    /// Other parts: the box of each, and whether the line meets that before the nearest hit so far. What it meets it opens later,
    /// unless a nearer hit comes before that.
    Boxes(Vec<(Aabb<V>, bool)>),
    /// A few triangles.
    Triangles {
        /// Their numbers.
        all: Vec<u32>,
        /// Those that had to be asked exactly, as all four were looked at together and it may meet these.
        asked: Vec<u32>,
    },
}

impl<V: Vector> MeshTree<V> {
    /// As [`MeshTree::candidates`]; `observe` is told every part that is opened, in that order.
    pub(crate) fn observed_candidates(
        &self,
        [start, direction]: [V::Double; 2],
        last: f64,
        slack: f64,
        observe: &mut dyn FnMut(Visited<V>),
        visit: &mut dyn FnMut(u32) -> f64,
    ) {
        let Some(line) = self.line_from(start, direction, last, slack) else { return };
        let asked = RefCell::new(Vec::new());
        let mut visit = |candidate: Candidate<'_>| {
            asked.borrow_mut().push(candidate.number());
            Rest::Continue(line.limit(visit(candidate.number())))
        };
        let walk = Walk { line: &line, limit: line.limit(last), visit: &mut visit };
        let mut known = HashMap::new();
        if let Some(root) = self.nodes.first() {
            known.insert(place(root), Place { bounds: root.around(), depth: 0 });
        }
        let (known, opened) = (RefCell::new(known), RefCell::new(Vec::new()));
        let mut watched = Watched { tree: self, walk, known, opened, asked: &asked };
        let level = Level::new();
        dispatch!(level, simd => self.descend(simd, &mut watched));
        watched.opened.into_inner().into_iter().for_each(observe);
    }

    fn absolute(&self, bounds: &Bounds) -> Aabb<V> {
        let origin = self.origin.to_f64();
        let corner = |of: &[f32; 4]| V::from_f64([0, 1, 2].map(|axis| origin[axis] + f64::from(of[axis])));
        Aabb::between(corner(&bounds.min), corner(&bounds.max))
    }
}

/// Where something of the tree is in memory, which tells it from all else of it.
fn place<T>(part: &T) -> *const () {
    std::ptr::from_ref(part).cast()
}

/// Where a part of a tree is.
#[derive(Clone, Copy)]
struct Place {
    bounds: Bounds,
    depth: u32,
}

/// A line on its way, and what it has visited.
struct Watched<'a, V: Vector, F> {
    tree: &'a MeshTree<V>,
    walk: Walk<'a, F>,
    /// What has been met.
    known: RefCell<HashMap<*const (), Place>>,
    opened: RefCell<Vec<Visited<V>>>,
    /// Of the pack that is looked at.
    asked: &'a RefCell<Vec<u32>>,
}

impl<V: Vector, F> Watched<'_, V, F> {
    fn tell(&self, part: *const (), inside: Inside<V>) {
        if let Some(&Place { bounds, depth }) = self.known.borrow().get(&part) {
            let bounds = self.tree.absolute(&bounds);
            self.opened.borrow_mut().push(Visited { bounds, depth, inside });
        }
    }
}

impl<S: Simd, V: Vector, F: FnMut(Candidate<'_>) -> Rest> Probe<S> for Watched<'_, V, F> {
    fn limit(&self) -> f32 {
        Probe::<S>::limit(&self.walk)
    }

    fn enter(&self, simd: S, node: &Node) -> (u32, [f32; WIDTH]) {
        let (met, entries) = self.walk.enter(simd, node);
        let depth = self.known.borrow().get(&place(node)).map_or(0, |place| place.depth) + 1;
        let filled = (0..WIDTH).filter(|&lane| node.children[lane] != Child::MISSING);
        let boxes = filled.map(|lane| {
            let (child, bounds) = (node.children[lane], node.bounds_of(lane));
            let part = if child.is_pack() {
                place(&self.tree.packs[child.number()])
            } else {
                place(&self.tree.nodes[child.number()])
            };
            self.known.borrow_mut().insert(part, Place { bounds, depth });
            (self.tree.absolute(&bounds), met >> lane & 1 != 0)
        });
        let inside = Inside::Boxes(boxes.collect());
        self.tell(place(node), inside);
        (met, entries)
    }

    fn look(&mut self, simd: S, pack: &Pack) -> ControlFlow<()> {
        self.asked.borrow_mut().clear();
        let end = self.walk.look(simd, pack);
        let all = pack.triangles.iter().copied().filter(|&triangle| triangle != u32::MAX).collect();
        self.tell(place(pack), Inside::Triangles { all, asked: self.asked.take() });
        end
    }
}
