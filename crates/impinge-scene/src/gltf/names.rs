//! Names for the nodes of a file, also for those that have none.
//!
//! Many exporters name meshes or groups, and leave the nodes with the meshes without a name. Such an object
//! takes the name of its mesh; if that has none, the name of the nearest node above that has one. The number
//! of the node is added where the name alone would be ambiguous.

use std::collections::HashMap;

use super::document::{Document, Node};

/// What a node is called.
pub(super) struct NodeName {
    /// As a part of paths.
    pub in_path: String,
    /// As the name of its object.
    pub of_object: String,
}

pub(super) struct NodeNames<'a> {
    document: &'a Document,
    /// The number of nodes with a mesh that have this name, their own or the name of their mesh.
    count: HashMap<&'a str, usize>,
}

pub(super) fn is_named(node: &Node) -> bool {
    own(node).is_some()
}

fn own(node: &Node) -> Option<&str> {
    node.name.as_deref().filter(|name| !name.is_empty())
}

impl<'a> NodeNames<'a> {
    pub fn new(document: &'a Document) -> Self {
        let mut names = NodeNames { document, count: HashMap::new() };
        for node in &document.nodes {
            let of_mesh = names.of_mesh(node);
            if let Some(name) = own(node).filter(|_| node.mesh.is_some()).or(of_mesh) {
                *names.count.entry(name).or_default() += 1;
            }
        }
        names
    }

    /// The name of the node with that index, below the nearest named node.
    pub fn of(&self, index: usize, above: Option<usize>) -> NodeName {
        let node = &self.document.nodes[index];
        let same = |name: String| NodeName { in_path: name.clone(), of_object: name };
        let number = format!("node {index}");
        if let Some(name) = own(node) {
            return same(name.to_owned());
        }
        if let Some(name) = self.of_mesh(node) {
            let is_unique = self.count.get(name) == Some(&1);
            return same(if is_unique { name.to_owned() } else { format!("{name} ({number})") });
        }
        // The path has the name above already.
        let above = above.and_then(|above| own(&self.document.nodes[above]));
        let of_object = above.map_or_else(|| number.clone(), |above| format!("{above} ({number})"));
        NodeName { in_path: number, of_object }
    }

    fn of_mesh(&self, node: &Node) -> Option<&'a str> {
        let mesh = self.document.meshes.get(node.mesh?)?;
        mesh.name.as_deref().filter(|name| !name.is_empty())
    }
}
