//! The triangles of a mesh: all its primitives together.

use std::collections::HashMap;

use glam::DVec3;

use super::accessor::{Accessor, Purpose};
use super::buffer::Buffers;
use super::document::{Document, Mesh, Primitive};
use super::{element, label};
use crate::SceneError;
use crate::loading::Loading;
use crate::mesh_builder::{MeshBuilder, not_finite_message};

const TRIANGLES: u32 = 4;
const TRIANGLE_STRIP: u32 = 5;
const TRIANGLE_FAN: u32 = 6;

/// What a primitive is made of: accessors of positions and indices, mode.
type PrimitiveKey = (Option<usize>, Option<usize>, u32);

/// Meshes of the document that have become meshes of the scene.
///
/// Each is read when the first node asks for it, and stored once: also where several meshes of the document consist
/// of the same data, as writers that find equal buffers leave them.
pub(super) struct Meshes<'a> {
    document: &'a Document,
    buffers: &'a Buffers<'a>,
    builder: MeshBuilder,
    /// Index in the scene, or none if a mesh has no triangles.
    by_index: HashMap<usize, Option<usize>>,
    by_content: HashMap<Vec<PrimitiveKey>, Option<usize>>,
}

impl<'a> Meshes<'a> {
    pub fn new(document: &'a Document, buffers: &'a Buffers<'a>) -> Self {
        let builder = MeshBuilder::default();
        Meshes { document, buffers, builder, by_index: HashMap::new(), by_content: HashMap::new() }
    }

    /// The index in the scene of mesh `index` of the document; none if it has no triangles.
    pub fn get(
        &mut self,
        index: usize,
        place: &str,
        loading: &mut Loading,
    ) -> Result<Option<usize>, SceneError> {
        if let Some(&known) = self.by_index.get(&index) {
            return Ok(known);
        }
        let mesh = element(&self.document.meshes, "mesh", index, place, loading)?;
        let content: Vec<PrimitiveKey> = mesh.primitives.iter().map(key).collect();
        let found = match self.by_content.get(&content) {
            Some(&known) => known,
            None => self.read(index, mesh, loading)?,
        };
        self.by_content.insert(content, found);
        self.by_index.insert(index, found);
        Ok(found)
    }

    fn read(
        &mut self,
        index: usize,
        mesh: &Mesh,
        loading: &mut Loading,
    ) -> Result<Option<usize>, SceneError> {
        let place = label("mesh", index, mesh.name.as_deref());
        let mut previous = None;
        for (number, primitive) in mesh.primitives.iter().enumerate() {
            let place = format!("{place}, primitive {number}");
            previous = self.read_primitive(primitive, previous, &place, loading)?;
        }
        let name = mesh.name.clone().unwrap_or_else(|| format!("mesh {index}"));
        let (built, not_finite) = self.builder.finish(name);
        if not_finite > 0 {
            loading.warn(&place, not_finite_message(not_finite));
        }
        Ok((!built.triangles.is_empty()).then(|| loading.add_mesh(built)))
    }

    /// Adds the triangles of a primitive. `previous` is the accessor of positions of the one before; vertices are
    /// shared as long as it stays the same. Returns that of this one.
    fn read_primitive(
        &mut self,
        primitive: &Primitive,
        previous: Option<usize>,
        place: &str,
        loading: &mut Loading,
    ) -> Result<Option<usize>, SceneError> {
        let open = |index, purpose, loading: &Loading| {
            Accessor::open(index, purpose, self.document, self.buffers, place, loading)
        };
        if !matches!(primitive.mode, TRIANGLES | TRIANGLE_STRIP | TRIANGLE_FAN) {
            loading.warn(place, format!("skipped: {}", mode_name(primitive.mode)));
            return Ok(previous);
        }
        let Some(&position_index) = primitive.attributes.get("POSITION") else {
            loading.warn(place, "skipped: it has no positions");
            return Ok(previous);
        };
        let positions = open(position_index, Purpose::Vector3, loading)?;
        let indices = match primitive.indices {
            Some(index) => Some(open(index, Purpose::Indices, loading)?),
            None => None,
        };
        let (Some(positions), None | Some(Some(_))) = (positions, &indices) else {
            let message =
                "skipped: its positions or indices have no data, or an extension that is not understood";
            loading.warn(place, message);
            return Ok(previous);
        };
        let indices = indices.flatten();
        if !primitive.targets.is_empty() {
            loading.warn(place, "morph targets are not applied: taken at rest");
        }
        let vertices = indices.as_ref().map_or(positions.count, |indices| indices.count);
        let count = match primitive.mode {
            TRIANGLES => vertices / 3,
            _ => vertices.saturating_sub(2),
        };
        loading.reserve_triangles(place, count)?;
        if let Some(indices) = &indices
            && let Some(at) = (0..indices.count).find(|&at| indices.vertex(at) >= positions.count)
        {
            let (vertex, count) = (indices.vertex(at), positions.count);
            return Err(
                loading.malformed(place, format!("index {at} is vertex {vertex}, but there are {count}"))
            );
        }
        if primitive.mode == TRIANGLES && vertices % 3 != 0 {
            loading.warn(place, format!("{} corners are left over after the last triangle", vertices % 3));
        }

        if previous != Some(position_index) {
            self.builder.begin_vertices(positions.count);
        }
        let vertex = |at: usize| indices.as_ref().map_or(at, |indices| indices.vertex(at));
        for triangle in 0..count {
            let corners = match primitive.mode {
                TRIANGLES => [3 * triangle, 3 * triangle + 1, 3 * triangle + 2],
                // Every other triangle of a strip is turned round, so that all face the same way.
                TRIANGLE_STRIP => [triangle, triangle + 1 + triangle % 2, triangle + 2 - triangle % 2],
                _ => [triangle + 1, triangle + 2, 0],
            };
            self.builder
                .add_triangle(corners.map(vertex), |vertex| DVec3::from_array(positions.element(vertex)));
        }
        Ok(Some(position_index))
    }
}

fn key(primitive: &Primitive) -> PrimitiveKey {
    (primitive.attributes.get("POSITION").copied(), primitive.indices, primitive.mode)
}

fn mode_name(mode: u32) -> String {
    match mode {
        0 => "it consists of points, which have no area".into(),
        1..=3 => "it consists of lines, which have no area".into(),
        _ => format!("mode {mode} is not known to glTF"),
    }
}
