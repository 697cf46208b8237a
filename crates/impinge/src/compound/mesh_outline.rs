//! The boundary of a 2D mesh as a shape: all edges but those that only divide its area.
//!
//! Each edge is reported by the number of its triangle.

use std::sync::Arc;

use super::part_search::PartTree;
use super::placed_parts::LocalParts;
use crate::assembly::Model;
use crate::math::{Pose, Vector};
use crate::shape::{Segment, ShapeRef};

/// The edges, computed on first use, once per model.
#[derive(Debug)]
pub(super) struct MeshOutline<V: Vector>(pub Arc<Model<V>>);

impl<V: Vector> LocalParts<V> for MeshOutline<V> {
    fn boxes(&self) -> &dyn PartTree<V> {
        self.0.outline().tree()
    }
    fn show(&self, number: u32, pose: &Pose<V>, visit: &mut dyn FnMut(ShapeRef<'_, V>)) {
        let ends = self.0.outline().edge(number).ends;
        let [a, b] = ends.map(|end| pose.place(self.0.mesh().positions()[end as usize]));
        visit(ShapeRef::Segment(Segment::between(a, b)));
    }
    fn reported_number(&self, number: u32) -> u32 {
        self.0.outline().edge(number).triangle
    }
}
