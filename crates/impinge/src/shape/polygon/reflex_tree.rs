//! A tree of boxes around the reflex corners of a polygon. Corners are removed as ears are clipped.

use std::ops::Range;

use crate::math::orientation_2d;

/// Maximum number of points in a leaf.
const MAX_LEAF: usize = 8;
/// Marks a missing node.
const NONE: u32 = u32::MAX;

struct ReflexNode {
    min: [f64; 2],
    max: [f64; 2],
    /// The points below the node, as places in the order.
    places: Range<u32>,
    /// The number of these that are not removed.
    live: u32,
    parent: u32,
    /// The first of two adjacent children; [`NONE`] in a leaf.
    children: u32,
}

#[derive(Default)]
pub(super) struct ReflexTree {
    /// Points with their numbers, sorted so that the points of a node are adjacent.
    order: Vec<([f64; 2], u32)>,
    nodes: Vec<ReflexNode>,
    /// The leaf of each point by its number; [`NONE`] if the point is not in the tree.
    leaf: Vec<u32>,
    stack: Vec<u32>,
    /// The number of boxes and points that all queries have visited.
    pub visited: usize,
}

impl ReflexTree {
    /// Builds a tree of points with numbers below `count`.
    pub fn new(points: impl Iterator<Item = ([f64; 2], u32)>, count: usize) -> Self {
        let order: Vec<_> = points.collect();
        let mut tree = ReflexTree { leaf: vec![NONE; count], order, ..ReflexTree::default() };
        tree.nodes.push(node(&tree.order, 0..tree.order.len() as u32, NONE));
        let mut at = 0;
        while at < tree.nodes.len() {
            tree.split(at);
            at += 1;
        }
        tree
    }

    fn split(&mut self, at: usize) {
        let ReflexNode { min, max, places: Range { start, end }, .. } = self.nodes[at];
        let points = &mut self.order[start as usize..end as usize];
        if points.len() <= MAX_LEAF {
            for (_, number) in points {
                self.leaf[*number as usize] = at as u32;
            }
            return;
        }
        // Half the size: the size itself may overflow.
        let half_size = |axis: usize| max[axis] * 0.5 - min[axis] * 0.5;
        let axis = usize::from(half_size(1) > half_size(0));
        let half = points.len() / 2;
        points.select_nth_unstable_by(half, |(a, _), (b, _)| a[axis].total_cmp(&b[axis]));
        let middle = start + half as u32;
        self.nodes[at].children = self.nodes.len() as u32;
        for part in [start..middle, middle..end] {
            self.nodes.push(node(&self.order, part, at as u32));
        }
    }

    /// Removes a point, which must be in the tree.
    pub fn remove(&mut self, number: u32) {
        let mut at = std::mem::replace(&mut self.leaf[number as usize], NONE);
        while let Some(node) = self.nodes.get_mut(at as usize) {
            node.live -= 1;
            at = node.parent;
        }
    }

    /// Tests exactly whether any accepted point is in a counter-clockwise triangle or on its boundary.
    pub fn any_in(&mut self, [a, b, c]: [[f64; 2]; 3], accepts: impl Fn(u32, [f64; 2]) -> bool) -> bool {
        let sides = [[a, b], [b, c], [c, a]];
        let low = [0, 1].map(|axis| a[axis].min(b[axis]).min(c[axis]));
        let high = [0, 1].map(|axis| a[axis].max(b[axis]).max(c[axis]));
        let overlaps = |min: [f64; 2], max: [f64; 2]| {
            (0..2).all(|axis| min[axis] <= high[axis] && low[axis] <= max[axis])
        };
        self.stack.clear();
        self.stack.push(0);
        while let Some(at) = self.stack.pop() {
            self.visited += 1;
            let node = &self.nodes[at as usize];
            if node.live == 0
                || !overlaps(node.min, node.max)
                || sides.iter().any(|&side| node.is_right_of(side))
            {
                continue;
            }
            if node.children != NONE {
                self.stack.extend([node.children, node.children + 1]);
                continue;
            }
            for &(point, number) in &self.order[node.places.start as usize..node.places.end as usize] {
                self.visited += 1;
                if self.leaf[number as usize] != NONE
                    && overlaps(point, point)
                    && sides.iter().all(|&side| is_left_or_on(side, point))
                    && accepts(number, point)
                {
                    return true;
                }
            }
        }
        false
    }
}

/// Tests exactly whether a point is to the left of a line or on it.
pub(super) fn is_left_or_on([from, to]: [[f64; 2]; 2], point: [f64; 2]) -> bool {
    orientation_2d(from, to, point).is_ge()
}

impl ReflexNode {
    /// Tests whether the whole box is to the right of a side: it is if its leftmost corner is.
    fn is_right_of(&self, [from, to]: [[f64; 2]; 2]) -> bool {
        let x = if to[1] > from[1] { self.min[0] } else { self.max[0] };
        let y = if to[0] > from[0] { self.max[1] } else { self.min[1] };
        !is_left_or_on([from, to], [x, y])
    }
}

fn node(order: &[([f64; 2], u32)], places: Range<u32>, parent: u32) -> ReflexNode {
    let (mut min, mut max) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for (point, _) in &order[places.start as usize..places.end as usize] {
        for axis in 0..2 {
            min[axis] = min[axis].min(point[axis]);
            max[axis] = max[axis].max(point[axis]);
        }
    }
    ReflexNode { min, max, live: places.len() as u32, places, parent, children: NONE }
}
