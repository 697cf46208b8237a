//! Where joints are: skins need to know it before the walk over the nodes comes to them.

use std::collections::BTreeMap;

use impinge::glam::DAffine3;

use super::animation::Movement;
use super::document::Document;
use super::pose::local_transform;

/// A node at rest.
#[derive(Clone, Copy)]
struct Joint {
    world: DAffine3,
    is_animated: bool,
    is_moving: bool,
}

/// All nodes at rest, as far as the scene reaches them; none where the file has no skins.
pub(super) struct Joints(Vec<Option<Joint>>);

impl Joints {
    /// `animated` contains for each node whether it is the target of an animation; `movements` contains
    /// the motion of the nodes in selected animations.
    pub fn new(
        document: &Document,
        roots: &[usize],
        animated: &[bool],
        movements: &BTreeMap<usize, Movement>,
    ) -> Self {
        if document.skins.is_empty() {
            return Joints(Vec::new());
        }
        let mut all = vec![None; document.nodes.len()];
        let top = Joint { world: DAffine3::IDENTITY, is_animated: false, is_moving: false };
        let mut stack: Vec<(usize, Joint)> = roots.iter().map(|&root| (root, top)).collect();
        while let Some((index, parent)) = stack.pop() {
            // The walk refuses nodes that do not exist or are reached twice.
            let Some(node) = document.nodes.get(index).filter(|_| all[index].is_none()) else { continue };
            let movement = movements.get(&index);
            let local =
                movement.and_then(|movement| movement.rest(node)).unwrap_or_else(|| local_transform(node));
            let this = Joint {
                world: parent.world * local,
                is_animated: parent.is_animated || animated[index],
                is_moving: parent.is_moving || movement.is_some(),
            };
            all[index] = Some(this);
            stack.extend(node.children.iter().map(|&child| (child, this)));
        }
        Joints(all)
    }

    /// From the coordinates of a node to the world.
    pub fn world(&self, node: usize) -> Option<DAffine3> {
        self.get(node).map(|joint| joint.world)
    }

    /// Is one of the nodes, or one above it, the target of an animation?
    pub fn are_animated(&self, nodes: &[usize]) -> bool {
        nodes.iter().any(|&node| self.get(node).is_some_and(|joint| joint.is_animated))
    }

    /// Does a selected animation move one of them, or a node above?
    pub fn are_moving(&self, nodes: &[usize]) -> bool {
        nodes.iter().any(|&node| self.get(node).is_some_and(|joint| joint.is_moving))
    }

    fn get(&self, node: usize) -> Option<Joint> {
        *self.0.get(node)?
    }
}
