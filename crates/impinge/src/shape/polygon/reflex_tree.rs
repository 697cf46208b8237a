//! A tree of the points where a polygon does not turn left, which shrinks as ears are cut off: which of them
//! lie in a triangle.

use std::cmp::Ordering;
use std::ops::Range;

use crate::math::orientation_2d;

/// A leaf has at most so many points.
const LEAF: usize = 8;

struct Node {
    min: [f64; 2],
    max: [f64; 2],
    /// Which points are below it, by their places in the order.
    places: Range<usize>,
    /// How many of them have not been removed.
    live: usize,
    parent: Option<usize>,
    /// The first of two children, which follow each other; none of a leaf.
    children: Option<usize>,
}

pub(super) struct ReflexTree {
    /// Points and their numbers, so that those of a node follow each other.
    order: Vec<([f64; 2], usize)>,
    nodes: Vec<Node>,
    /// The leaf of each point by its number; none of points that are not in the tree.
    leaf: Vec<Option<usize>>,
}

impl ReflexTree {
    /// Of some of so many points, with their numbers.
    pub fn new(points: impl Iterator<Item = ([f64; 2], usize)>, count: usize) -> Self {
        let order: Vec<_> = points.collect();
        let mut tree = ReflexTree { nodes: Vec::new(), leaf: vec![None; count], order };
        tree.nodes.push(node(&tree.order, 0..tree.order.len(), None));
        let mut at = 0;
        while at < tree.nodes.len() {
            tree.split(at);
            at += 1;
        }
        tree
    }

    fn split(&mut self, at: usize) {
        let Node { min, max, ref places, .. } = self.nodes[at];
        let places = places.clone();
        if places.len() <= LEAF {
            for (_, number) in &self.order[places] {
                self.leaf[*number] = Some(at);
            }
            return;
        }
        // Halved, so that nothing overflows.
        let size = |axis: usize| max[axis] * 0.5 - min[axis] * 0.5;
        let axis = usize::from(size(1) > size(0));
        let half = places.len() / 2;
        self.order[places.clone()].select_nth_unstable_by(half, |(a, _), (b, _)| a[axis].total_cmp(&b[axis]));
        let middle = places.start + half;
        self.nodes[at].children = Some(self.nodes.len());
        for part in [places.start..middle, middle..places.end] {
            self.nodes.push(node(&self.order, part, Some(at)));
        }
    }

    /// The point is no longer of interest. Each is removed once at most.
    pub fn remove(&mut self, number: usize) {
        let mut next = self.leaf[number].take();
        while let Some(at) = next {
            self.nodes[at].live -= 1;
            next = self.nodes[at].parent;
        }
    }

    /// Is any point that has not been removed in the triangle, which turns left, or on its boundary, other
    /// than those with these numbers? Exactly.
    pub fn any_in(&self, corners: [[f64; 2]; 3], except: [usize; 3]) -> bool {
        let [a, b, c] = corners;
        let sides = [[a, b], [b, c], [c, a]];
        let is_in = |point: [f64; 2]| {
            sides.iter().all(|[from, to]| orientation_2d(*from, *to, point) != Ordering::Less)
        };
        let low = [0, 1].map(|axis| a[axis].min(b[axis]).min(c[axis]));
        let high = [0, 1].map(|axis| a[axis].max(b[axis]).max(c[axis]));
        let mut stack = vec![0];
        while let Some(at) = stack.pop() {
            let node = &self.nodes[at];
            let overlaps = (0..2).all(|axis| node.min[axis] <= high[axis] && low[axis] <= node.max[axis]);
            if node.live == 0 || !overlaps || sides.iter().any(|side| node.is_right_of(side)) {
                continue;
            }
            if let Some(first) = node.children {
                stack.extend([first, first + 1]);
                continue;
            }
            let mut points = self.order[node.places.clone()].iter();
            if points.any(|&(point, number)| {
                self.leaf[number].is_some() && !except.contains(&number) && is_in(point)
            }) {
                return true;
            }
        }
        false
    }
}

impl Node {
    /// Is all of its box to the right of a side? Exactly: then its corner furthest to the left is.
    fn is_right_of(&self, &[from, to]: &[[f64; 2]; 2]) -> bool {
        let x = if to[1] > from[1] { self.min[0] } else { self.max[0] };
        let y = if to[0] > from[0] { self.max[1] } else { self.min[1] };
        orientation_2d(from, to, [x, y]) == Ordering::Less
    }
}

fn node(order: &[([f64; 2], usize)], places: Range<usize>, parent: Option<usize>) -> Node {
    let (mut min, mut max) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for (point, _) in &order[places.clone()] {
        for axis in 0..2 {
            min[axis] = min[axis].min(point[axis]);
            max[axis] = max[axis].max(point[axis]);
        }
    }
    Node { min, max, live: places.len(), places, parent, children: None }
}
