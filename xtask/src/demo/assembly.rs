//! The tree of parts, the meshes that they share, and the list of clashes that were planted on purpose.

use super::mesh::{Material, Mesh};
use glam::DVec3;
use serde_json::{Value, json};

/// Which mesh of the assembly a part shows.
pub type MeshId = usize;

/// A mesh with its name and look; many parts may show it.
#[derive(Clone, Debug)]
pub struct NamedMesh {
    /// Unique among the meshes.
    pub name: String,
    /// Its look.
    pub material: Material,
    /// Its surface.
    pub mesh: Mesh,
}

/// A node of the tree: a part (with a mesh) or a group of parts (without).
#[derive(Clone, Debug)]
pub struct Node {
    /// Unique among all nodes: the truth speaks of parts by name.
    pub name: String,
    /// Millimetres.
    pub translation: DVec3,
    /// Axis (a unit vector) and angle in radians, counter-clockwise.
    pub rotation: (DVec3, f64),
    /// Factors along the node's own axes.
    pub scale: DVec3,
    /// Nothing for a group.
    pub mesh: Option<MeshId>,
    /// Does it turn about the axis of its rotation in the animation?
    pub spinning: bool,
    /// Placed relative to this node.
    pub children: Vec<Node>,
}

impl Node {
    /// A group of parts.
    pub fn group(name: impl Into<String>, children: Vec<Node>) -> Node {
        Node {
            name: name.into(),
            translation: DVec3::ZERO,
            rotation: (DVec3::Z, 0.0),
            scale: DVec3::ONE,
            mesh: None,
            spinning: false,
            children,
        }
    }

    /// A single part.
    pub fn part(name: impl Into<String>, mesh: MeshId) -> Node {
        Node { mesh: Some(mesh), ..Node::group(name, Vec::new()) }
    }

    /// Moved to this place, in millimetres.
    pub fn at(self, x: f64, y: f64, z: f64) -> Node {
        Node { translation: DVec3::new(x, y, z), ..self }
    }

    /// Turned about an axis (a unit vector) by an angle in radians.
    pub fn turned(self, axis: DVec3, angle: f64) -> Node {
        Node { rotation: (axis, angle), ..self }
    }

    /// Stretched along its own axes.
    pub fn scaled(self, x: f64, y: f64, z: f64) -> Node {
        Node { scale: DVec3::new(x, y, z), ..self }
    }

    /// Turning in the animation; the check looks at the rest pose.
    pub fn spinning(self) -> Node {
        Node { spinning: true, ..self }
    }

    /// This node and everything below it.
    #[cfg(test)]
    pub fn descendants(&self) -> Vec<&Node> {
        let mut found = vec![self];
        let mut next = 0;
        while next < found.len() {
            found.extend(&found[next].children);
            next += 1;
        }
        found
    }
}

/// How two parts clash; the words are those of the program's report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The surfaces cross.
    Overlapping,
    /// The surfaces meet, the interiors do not.
    Touching,
    /// One lies wholly inside the other without meeting its surface.
    Contained,
}

impl Kind {
    /// Its name in the files.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Overlapping => "overlap",
            Kind::Touching => "touching",
            Kind::Contained => "contained",
        }
    }
}

/// A clash that the assembly holds on purpose.
#[derive(Clone, Debug)]
pub struct Planted {
    /// Name of one part.
    pub a: String,
    /// Name of the other.
    pub b: String,
    /// How they clash.
    pub kind: Kind,
    /// The story behind it.
    pub why: &'static str,
}

/// Everything that goes into the demo scene.
#[derive(Clone, Debug, Default)]
pub struct Assembly {
    /// Shared by the parts.
    pub meshes: Vec<NamedMesh>,
    /// Top-level nodes; z points up.
    pub roots: Vec<Node>,
    /// The truth, by construction.
    pub planted: Vec<Planted>,
}

impl Assembly {
    /// The mesh of this name, built on first use.
    pub fn mesh(&mut self, name: &str, material: Material, build: impl FnOnce() -> Mesh) -> MeshId {
        self.meshes.iter().position(|m| m.name == name).unwrap_or_else(|| {
            self.meshes.push(NamedMesh { name: name.to_owned(), material, mesh: build() });
            self.meshes.len() - 1
        })
    }

    /// A part with a mesh of its own, of the same name.
    pub fn single(&mut self, name: &str, material: Material, build: impl FnOnce() -> Mesh) -> Node {
        Node::part(name, self.mesh(name, material, build))
    }

    /// Notes a clash that the design holds on purpose.
    pub fn plant(&mut self, a: &str, b: &str, kind: Kind, why: &'static str) {
        self.planted.push(Planted { a: a.to_owned(), b: b.to_owned(), kind, why });
    }

    /// The planted clashes as the content of `truth.json`.
    pub fn truth(&self) -> Value {
        let pairs =
            self.planted.iter().map(|p| json!({"a": p.a, "b": p.b, "kind": p.kind.name(), "why": p.why}));
        pairs.collect()
    }

    /// Every node of the tree.
    #[cfg(test)]
    pub fn nodes(&self) -> Vec<&Node> {
        self.roots.iter().flat_map(Node::descendants).collect()
    }
}
