//! Instances that are the union of shells which overlap each other, as parts are that were drawn into one
//! file without uniting them.
//!
//! If the interiors of two unions overlap, then they have a ball in common. It is covered by finitely many
//! intersections of a shell's solid of the one with a shell's solid of the other, so one of these has a
//! volume: two shells, one of each, overlap. So each two are tested on their own, where sides of triangles
//! show what is solid.

use std::collections::HashMap;

use super::instance::Instance;
use super::model::{Model, kept};
use super::shells::{Inside, Part, Shells};
use crate::math::Vector;
use crate::narrow::Relation;
use crate::shape::Mesh;

impl<V: Vector> Model<V> {
    /// Returns its shells as models, if it is the union of them.
    fn pieces(&self) -> &[Model<V>] {
        kept::<Vec<Model<V>>>(&self.pieces, || pieces(self))
    }
}

/// Each shell as a model of its own, if the model is the union of what they hold: none of them is the wall of
/// a cavity, and no triangle counts more than once or turned round. Nothing of a single shell.
fn pieces<V: Vector>(model: &Model<V>) -> Vec<Model<V>> {
    let Shells { of_triangle, shells } = model.shells();
    let is_plain = |part: &Part| part.weight == 1 || shells[part.shell as usize].inside == Inside::Unknown;
    if shells.len() < 2 || model.cavities().contains(&true) || !of_triangle.iter().flatten().all(is_plain) {
        return Vec::new();
    }
    let mesh = model.mesh();
    let mut parts = vec![(Vec::new(), Vec::new()); shells.len()];
    // Corners of another shell are named anew there.
    let mut names: HashMap<(u32, u32), u32> = HashMap::new();
    for (corners, part) in mesh.triangles().iter().zip(of_triangle) {
        let Some(Part { shell, .. }) = *part else { continue };
        let (positions, triangles) = &mut parts[shell as usize];
        triangles.push(corners.map(|corner| {
            *names.entry((shell, corner)).or_insert_with(|| {
                positions.push(mesh.positions()[corner as usize]);
                positions.len() as u32 - 1
            })
        }));
    }
    parts
        .into_iter()
        .filter_map(|(positions, triangles)| Mesh::new(positions, triangles).ok())
        .map(Model::new)
        .collect()
}

/// Do the interiors of two instances overlap, or does a surface run inside the other solid? `None` if neither
/// of those that are to be split is the union of its shells. What is not taken as a solid is its surface
/// alone.
pub(super) fn pieces_overlap<V: Vector>(
    bodies: [&Instance<V>; 2],
    are_solids: [bool; 2],
    are_split: [bool; 2],
) -> Option<bool> {
    let pieces = [0, 1].map(|side| if are_split[side] { bodies[side].model.pieces() } else { &[] });
    if pieces.iter().all(|pieces| pieces.is_empty()) {
        return None;
    }
    let placed = [0, 1].map(|side| {
        let Instance { model, transform } = *bodies[side];
        let models = if pieces[side].is_empty() { std::slice::from_ref(model) } else { pieces[side] };
        let placed = models.iter().map(|model| Instance::new(model, transform));
        placed.filter_map(|body| body.around().map(|around| (body, around))).collect::<Vec<_>>()
    });
    let [ones, others] = &placed;
    Some(ones.iter().any(|(one, around)| {
        let mut near = others.iter().filter(|(_, of_other)| around.meets(of_other));
        near.any(|(other, _)| one.relation_of(other, are_solids) == Relation::Overlapping)
    }))
}
