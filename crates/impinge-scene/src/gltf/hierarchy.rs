//! From the tree of nodes to objects in the world.
//!
//! Depth first, in the order of the file, with a stack of its own: nodes may be nested deeper than the call
//! stack. Every node has one parent at most; one that is reached twice (a cycle, or a shared child) is an
//! error.

use std::rc::Rc;

use impinge::glam::{DAffine3, DVec3};

use super::buffer::Buffers;
use super::deformation::{Deformation, Skin, Skins};
use super::document::{Document, Node};
use super::joints::Joints;
use super::names::{NodeNames, is_named};
use super::triangles::{Meshes, warn_of_damage};
use super::{animation, element, instancing, label, pose};
use crate::loading::Loading;
use crate::unique_path::shorten;
use crate::words::counted;
use crate::{Mesh, SceneError};

/// A node that waits for its turn.
#[derive(Clone, Copy)]
struct Pending {
    node: usize,
    parent: Parent,
}

/// Where a node is: what those below it take over.
#[derive(Clone, Copy)]
struct Parent {
    world: DAffine3,
    is_animated: bool,
    /// The innermost frame that moves, if motions are loaded,
    frame: Option<usize>,
    /// and from the node to it.
    below: DAffine3,
    /// The nearest node with a name, from this one upwards.
    named: Option<usize>,
    /// How many bytes of the path belong to the nodes above.
    path_length: usize,
}

pub(super) fn load(document: &Document, buffers: &Buffers, loading: &mut Loading) -> Result<(), SceneError> {
    let animated = animated_nodes(document);
    let mut movements = animation::movements(document, buffers, loading)?;
    let roots = roots(document, loading)?;
    if document.scene.is_none() && document.scenes.len() > 1 {
        let number = document.scenes.len();
        let message = format!(
            "there are {number}, and none is the default one: the nodes of all are used together, which may not be intended"
        );
        loading.warn("scenes", message);
    }
    let joints = Joints::new(document, &roots, &animated, &movements);
    let mut placement = Placement {
        document,
        buffers,
        meshes: Meshes::new(document, buffers),
        bounds: Vec::new(),
        path: loading.file_name(),
        joints,
        skins: Skins::default(),
    };
    let names = NodeNames::new(document);
    let mut reached = vec![false; document.nodes.len()];

    let top = Parent {
        world: DAffine3::IDENTITY,
        is_animated: false,
        frame: None,
        below: DAffine3::IDENTITY,
        named: None,
        path_length: placement.path.len(),
    };
    let mut stack: Vec<Pending> = roots.iter().rev().map(|&node| Pending { node, parent: top }).collect();
    while let Some(Pending { node: index, parent }) = stack.pop() {
        // Roots and children are checked before they are stacked.
        let node = &document.nodes[index];
        let place = label("node", index, node.name.as_deref());
        if std::mem::replace(&mut reached[index], true) {
            return Err(loading
                .malformed(place, "is reached twice; a node must have one parent, and cycles have no pose"));
        }
        placement.path.truncate(parent.path_length);
        let name = names.of(index, parent.named);
        placement.path.push('/');
        placement.path.push_str(&name.in_path);

        let movement = movements.remove(&index);
        let rest = movement.as_ref().and_then(|movement| movement.rest(node));
        if rest.is_some() {
            loading
                .warn(&place, "its rotation 0 0 0 0 is invalid: its rest pose is the start of its animation");
        }
        let local = rest.unwrap_or_else(|| pose::local_transform(node));
        let is_animated = parent.is_animated || animated[index];
        let named = if is_named(node) { Some(index) } else { parent.named };
        let mut this =
            Parent { world: parent.world * local, is_animated, below: parent.below * local, named, ..parent };
        this.path_length = placement.path.len();
        if let Some(movement) = movement {
            let (frame, scale) = movement.frame(node, parent.frame, parent.below);
            this.frame = Some(loading.motions.add_frame(frame));
            this.below = scale;
        }
        if pose::is_projective(node) {
            loading.warn(&place, "the last row of its matrix is not 0 0 0 1: ignored");
        }
        if let Some(parts) = pose::parts_beside_matrix(node) {
            let message = format!(
                "has a matrix and also {parts}, which glTF does not allow: the matrix is used, {parts} is ignored"
            );
            loading.warn(&place, message);
        }
        placement.place_node(node, name.of_object, &this, &place, loading)?;

        for &child in node.children.iter().rev() {
            element(&document.nodes, "node", child, &place, loading)?;
            stack.push(Pending { node: child, parent: this });
        }
    }
    check_unreached(document, &reached, loading)
}

/// The roots of the default scene; without one, all nodes that are nobody's child.
fn roots(document: &Document, loading: &Loading) -> Result<Vec<usize>, SceneError> {
    let Some(scene) = document.scene else {
        let mut is_child = vec![false; document.nodes.len()];
        for &child in document.nodes.iter().flat_map(|node| &node.children) {
            if let Some(is_child) = is_child.get_mut(child) {
                *is_child = true;
            }
        }
        return Ok((0..document.nodes.len()).filter(|&node| !is_child[node]).collect());
    };
    let roots = &element(&document.scenes, "scene", scene, "default scene", loading)?.nodes;
    for &root in roots {
        element(&document.nodes, "node", root, &format!("scene {scene}"), loading)?;
    }
    Ok(roots.clone())
}

/// For each node: is it the target of an animation?
fn animated_nodes(document: &Document) -> Vec<bool> {
    let mut animated = vec![false; document.nodes.len()];
    for channel in document.animations.iter().flat_map(|animation| &animation.channels) {
        if let Some(animated) = channel.target.node.and_then(|node| animated.get_mut(node)) {
            *animated = true;
        }
    }
    animated
}

/// Nodes of other scenes are left out on purpose; where all nodes were meant, only a cycle keeps one from
/// being reached.
fn check_unreached(document: &Document, reached: &[bool], loading: &mut Loading) -> Result<(), SceneError> {
    let unreached = || document.nodes.iter().enumerate().filter(|&(index, _)| !reached[index]);
    if document.scene.is_none() {
        return match unreached().next() {
            None => Ok(()),
            Some((index, node)) => {
                let place = label("node", index, node.name.as_deref());
                Err(loading.malformed(place, "is its own ancestor; cycles have no pose"))
            }
        };
    }
    let with_mesh = unreached().filter(|(_, node)| node.mesh.is_some()).count();
    if with_mesh > 0 {
        loading.warn(
            "nodes",
            format!("{} with a mesh outside the default scene: left out", counted(with_mesh as u64, "node")),
        );
    }
    Ok(())
}

struct Placement<'a> {
    document: &'a Document,
    buffers: &'a Buffers<'a>,
    meshes: Meshes<'a>,
    /// For each mesh of the scene, its least and greatest coordinates.
    bounds: Vec<[DVec3; 2]>,
    /// Of the present node, from the file name down.
    path: String,
    joints: Joints,
    skins: Skins,
}

impl Placement<'_> {
    /// Adds the object of a node, or its objects if it has instances, or none.
    fn place_node(
        &mut self,
        node: &Node,
        name: String,
        this: &Parent,
        place: &str,
        loading: &mut Loading,
    ) -> Result<(), SceneError> {
        let Some(mesh) = node.mesh else { return Ok(()) };
        let (mesh, skin) = self.mesh(node, mesh, place, loading)?;
        let Some(mesh) = mesh else {
            loading.warn(place, "left out: its mesh has no triangles");
            return Ok(());
        };
        let skinned = skin.map(|skin| Self::skinned(&skin, this, place, loading));
        let this = skinned.as_ref().unwrap_or(this);
        match &node.extensions.instancing {
            None => self.place_object(name, "", mesh, this, place, loading),
            Some(instancing) => {
                let copies = instancing::transforms(instancing, self.document, self.buffers, place, loading)?;
                for (number, copy) in copies.into_iter().enumerate() {
                    let number = format!(" [{number}]");
                    let (name, place) = (format!("{name}{number}"), format!("{place}{number}"));
                    let at = Parent { world: this.world * copy, below: this.below * copy, ..*this };
                    self.place_object(name, &number, mesh, &at, &place, loading)?;
                }
                Ok(())
            }
        }
    }

    /// The mesh of a node in the scene, and its skin if that has put the mesh into the world.
    fn mesh(
        &mut self,
        node: &Node,
        mesh: usize,
        place: &str,
        loading: &mut Loading,
    ) -> Result<(Option<usize>, Option<Rc<Skin>>), SceneError> {
        let source = (self.document, self.buffers);
        let skin = node.skin.map(|skin| self.skins.get(skin, &self.joints, source, place, loading));
        let skin = match skin.transpose() {
            Ok(skin) => skin,
            Err(problem) => {
                warn_of_damage(&problem, place, loading);
                return Ok((self.meshes.get(mesh, place, loading)?, None));
            }
        };
        let Some(deformation) = Deformation::of(node, self.document.meshes.get(mesh), skin) else {
            return Ok((self.meshes.get(mesh, place, loading)?, None));
        };
        let (mesh, is_deformed) = self.meshes.deformed(mesh, &deformation, place, loading)?;
        Ok((mesh, deformation.skin.filter(|_| is_deformed)))
    }

    /// Where a node is whose skin has put its mesh into the world.
    fn skinned(skin: &Skin, this: &Parent, place: &str, loading: &mut Loading) -> Parent {
        if skin.is_moving {
            loading.warn(place, "its joints move, which is not supported for skins: it stays unchanged");
        }
        let is_animated = this.is_animated || skin.is_animated;
        let still = DAffine3::IDENTITY;
        Parent { world: still, is_animated, frame: None, below: still, ..*this }
    }

    fn place_object(
        &mut self,
        name: String,
        path_ending: &str,
        mesh: usize,
        at: &Parent,
        place: &str,
        loading: &mut Loading,
    ) -> Result<(), SceneError> {
        let transform = at.world;
        while self.bounds.len() <= mesh {
            self.bounds.push(bounds(loading.mesh(self.bounds.len())));
        }
        if !transform.is_finite() {
            loading.warn(
                place,
                "left out: its transform is not finite (a rotation 0 0 0 0, or numbers too large)",
            );
            return Ok(());
        }
        if !corners(self.bounds[mesh]).all(|corner| transform.transform_point3(corner).is_finite()) {
            loading.warn(place, "left out: in world coordinates it exceeds the range of f64");
            return Ok(());
        }
        if transform.matrix3.determinant() == 0.0 {
            loading.warn(place, "its transform flattens it (zero scale or singular matrix): kept unchanged");
        }
        // Shortened before it is copied: among many nested nodes, the whole would be copied for each.
        let path = shorten(&self.path) + path_ending;
        loading.add_object(name, &path, mesh, transform, at.is_animated)?;
        if let Some(frame) = at.frame {
            loading.place_last(frame, at.below);
        }
        Ok(())
    }
}

/// Meshes are never empty here.
fn bounds(mesh: &Mesh) -> [DVec3; 2] {
    let all = [DVec3::INFINITY, DVec3::NEG_INFINITY];
    mesh.positions.iter().fold(all, |[low, high], &position| [low.min(position), high.max(position)])
}

fn corners([low, high]: [DVec3; 2]) -> impl Iterator<Item = DVec3> {
    (0..8).map(move |corner| {
        let pick = |axis: usize| if corner >> axis & 1 == 0 { low[axis] } else { high[axis] };
        DVec3::new(pick(0), pick(1), pick(2))
    })
}
