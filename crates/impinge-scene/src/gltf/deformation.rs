//! Meshes that a node deforms: morph targets, and skins bound to joints, in the pose that the file is in.
//!
//! Source: glTF 2.0, sections 3.7.2.2 (morph targets) and 3.7.3 (skins).

use std::collections::HashMap;
use std::rc::Rc;

use impinge::glam::{DAffine3, DVec3};

use super::accessor::{Accessor, Purpose};
use super::buffer::Buffers;
use super::document::{Document, Mesh, Node, Primitive};
use super::element;
use super::joints::Joints;
use crate::SceneError;
use crate::loading::Loading;
use crate::words::counted;

/// What a node does to the vertices of its mesh.
pub(super) struct Deformation {
    /// Of each morph target; 0 for those left out.
    pub weights: Vec<f64>,
    pub skin: Option<Rc<Skin>>,
}

/// The joints of a skin.
pub(super) struct Skin {
    pub number: usize,
    /// For each the way from the coordinates of the mesh to the world.
    maps: Vec<DAffine3>,
    /// Is one of them, or a node above it, the target of an animation,
    pub is_animated: bool,
    /// and of a selected one?
    pub is_moving: bool,
}

/// All skins that nodes have used so far. Many nodes may have the same one, with many joints.
#[derive(Default)]
pub(super) struct Skins(HashMap<usize, Result<Rc<Skin>, String>>);

impl Skins {
    /// The skin of this number, or what is wrong with it.
    pub fn get(
        &mut self,
        number: usize,
        joints: &Joints,
        (document, buffers): (&Document, &Buffers),
        place: &str,
        loading: &Loading,
    ) -> Result<Rc<Skin>, String> {
        let read = || Skin::read(number, joints, (document, buffers), place, loading);
        self.0
            .entry(number)
            .or_insert_with(|| read().map(Rc::new).map_err(|error| problem(&error, loading)))
            .clone()
    }
}

/// The message of an error without the file, which warnings contain anyway.
pub(super) fn problem(error: &SceneError, loading: &Loading) -> String {
    let error = error.to_string();
    error.strip_prefix(&format!("{}: ", loading.file.display())).unwrap_or(&error).to_owned()
}

impl Deformation {
    /// None if the mesh stays as it is.
    pub fn of(node: &Node, mesh: Option<&Mesh>, skin: Option<Rc<Skin>>) -> Option<Self> {
        let of_mesh = mesh.map(|mesh| &mesh.weights[..]).unwrap_or_default();
        let weights = node.weights.as_deref().unwrap_or(of_mesh);
        // Those of targets that no primitive has say nothing.
        let primitives = mesh.map(|mesh| &mesh.primitives[..]).unwrap_or_default();
        let targets = primitives.iter().map(|primitive| primitive.targets.len()).max().unwrap_or(0);
        let weights = &weights[..weights.len().min(targets)];
        let is_still = skin.is_none() && weights.iter().all(|&weight| weight == 0.0);
        (!is_still).then(|| Deformation { weights: weights.to_vec(), skin })
    }
}

impl Skin {
    fn read(
        number: usize,
        joints: &Joints,
        (document, buffers): (&Document, &Buffers),
        place: &str,
        loading: &Loading,
    ) -> Result<Self, SceneError> {
        let skin = element(&document.skins, "skin", number, place, loading)?;
        let place = format!("skin {number}");
        let inverse = match skin.inverse_bind_matrices {
            None => None,
            Some(matrices) => {
                Accessor::open(matrices, Purpose::Matrices, document, buffers, &place, loading)?
            }
        };
        if let Some(inverse) = inverse.as_ref().filter(|inverse| inverse.count < skin.joints.len()) {
            let problem = format!("its joints are {}, its matrices {}", skin.joints.len(), inverse.count);
            return Err(loading.malformed(place, problem));
        }
        let map = |(rank, &joint): (usize, &usize)| {
            element(&document.nodes, "node", joint, &place, loading)?;
            let world = joints.world(joint).ok_or_else(|| {
                loading.malformed(&place, format!("its joint, node {joint}, does not belong to the scene"))
            })?;
            let bind = inverse.as_ref().map_or(DAffine3::IDENTITY, |inverse| affine(inverse.element(rank)));
            let map = world * bind;
            let problem = || {
                loading.malformed(&place, format!("the transform of its joint, node {joint}, is not finite"))
            };
            map.is_finite().then_some(map).ok_or_else(problem)
        };
        let maps = skin.joints.iter().enumerate().map(map).collect::<Result<_, _>>()?;
        let (is_animated, is_moving) = (joints.are_animated(&skin.joints), joints.are_moving(&skin.joints));
        Ok(Skin { number, maps, is_animated, is_moving })
    }
}

/// A matrix, column by column, without its last row.
fn affine(m: [f64; 16]) -> DAffine3 {
    DAffine3::from_cols_array(&[m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10], m[12], m[13], m[14]])
}

/// The vertices of a primitive that is deformed.
pub(super) struct Deformed<'a> {
    /// Displacements, and how much they count.
    targets: Vec<(Accessor<'a>, f64)>,
    skin: Option<(&'a [DAffine3], Vec<Influences<'a>>)>,
}

/// Up to four joints of each vertex, and how much they count.
struct Influences<'a> {
    /// None where all are joint 0.
    joints: Option<Accessor<'a>>,
    weights: Accessor<'a>,
}

impl<'a> Deformed<'a> {
    pub fn open(
        primitive: &Primitive,
        vertex_count: usize,
        deformation: &'a Deformation,
        document: &Document,
        buffers: &'a Buffers,
        place: &str,
        loading: &Loading,
    ) -> Result<Self, SceneError> {
        let open = |index: usize, purpose| {
            let accessor = Accessor::open(index, purpose, document, buffers, place, loading)?;
            match accessor {
                Some(accessor) if accessor.count < vertex_count => {
                    let [elements, vertices] =
                        [(accessor.count, "element"), (vertex_count, "vertex position")]
                            .map(|(count, noun)| counted(count as u64, noun));
                    let problem = format!("accessor {index} has {elements} for {vertices}");
                    Err(loading.malformed(place, problem))
                }
                accessor => Ok(accessor),
            }
        };
        let mut targets = Vec::new();
        for (target, &weight) in primitive.targets.iter().zip(&deformation.weights) {
            if let Some(&index) = target.get("POSITION").filter(|_| weight != 0.0)
                && let Some(displacements) = open(index, Purpose::Displacements)?
            {
                targets.push((displacements, weight));
            }
        }
        let Some(skin) = deformation.skin.as_ref().map(|skin| &skin.maps[..]) else {
            return Ok(Deformed { targets, skin: None });
        };
        let mut influences = Vec::new();
        for set in 0.. {
            let attribute = |kind: &str| primitive.attributes.get(&format!("{kind}_{set}")).copied();
            let (joints, weights) = match (attribute("JOINTS"), attribute("WEIGHTS")) {
                (None, None) => break,
                (Some(joints), Some(weights)) => (joints, weights),
                _ => {
                    return Err(loading
                        .malformed(place, format!("of JOINTS_{set} and WEIGHTS_{set} it has only one")));
                }
            };
            let joints = open(joints, Purpose::Joints)?;
            // Without data they are all 0.
            if let Some(weights) = open(weights, Purpose::Weights)? {
                influences.push(Influences { joints, weights });
            }
        }
        Ok(Deformed { targets, skin: Some((skin, influences)) })
    }

    /// What keeps a vertex from being skinned.
    pub fn problem(&self, vertex: usize) -> Option<String> {
        let (skin, influences) = self.skin.as_ref()?;
        let mut sum = 0.0;
        for (joint, weight) in influences.iter().flat_map(|influences| influences.at(vertex)) {
            if joint >= skin.len() {
                return Some(format!("vertex {vertex} uses joint {joint}, but its skin has {}", skin.len()));
            }
            sum += weight;
        }
        (!(sum > 0.0 && sum.is_finite())).then(|| format!("the weights of vertex {vertex} add up to {sum}"))
    }

    /// Where a vertex goes that is there at rest, and which has no problem.
    pub fn position(&self, vertex: usize, rest: DVec3) -> DVec3 {
        let displaced = |position: DVec3, (target, weight): &(Accessor, f64)| {
            position + DVec3::from_array(target.element(vertex)) * *weight
        };
        let position = self.targets.iter().fold(rest, displaced);
        let Some((skin, influences)) = &self.skin else { return position };
        let all = influences.iter().flat_map(|influences| influences.at(vertex));
        // The weights are rounded: far from the origin, not to divide by their sum would move the vertex.
        let (sum, total) = all.fold((DVec3::ZERO, 0.0), |(sum, total), (joint, weight)| {
            (sum + skin[joint].transform_point3(position) * weight, total + weight)
        });
        sum / total
    }
}

impl Influences<'_> {
    /// Joints and weights of a vertex; what does not count is left out, as its joint may be any.
    fn at(&self, vertex: usize) -> impl Iterator<Item = (usize, f64)> {
        let joints: [f64; 4] = self.joints.as_ref().map_or([0.0; 4], |joints| joints.element(vertex));
        let weights: [f64; 4] = self.weights.element(vertex);
        joints.into_iter().map(|joint| joint as usize).zip(weights).filter(|&(_, weight)| weight != 0.0)
    }
}
