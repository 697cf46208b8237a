//! The triangles of a mesh: all its primitives together.

use std::collections::HashMap;

use impinge::glam::DVec3;

use super::accessor::{Accessor, Purpose};
use super::buffer::Buffers;
use super::deformation::{Deformation, Deformed, problem};
use super::document::{Document, Mesh, Primitive};
use super::{element, is_harmless, label};
use crate::SceneError;
use crate::loading::Loading;
use crate::mesh_builder::{MeshBuilder, not_finite_message};
use crate::words::{counted, excerpt};

const TRIANGLES: u32 = 4;
const TRIANGLE_STRIP: u32 = 5;
const TRIANGLE_FAN: u32 = 6;

/// What a primitive is made of: accessors of positions and indices, mode.
type PrimitiveKey = (Option<usize>, Option<usize>, u32);
/// A mesh, a skin, and the bits of the weights of morph targets: equal keys have equal vertices.
type DeformationKey = (usize, Option<usize>, Vec<u64>);

/// Meshes of the document that have become meshes of the scene.
///
/// Each is read at its first use by a node, and stored once: also where several meshes of the document
/// consist of the same data, as writers that find equal buffers leave them.
pub(super) struct Meshes<'a> {
    document: &'a Document,
    buffers: &'a Buffers<'a>,
    builder: MeshBuilder,
    /// Index in the scene, or none if a mesh has no triangles.
    by_index: HashMap<usize, Option<usize>>,
    by_content: HashMap<Vec<PrimitiveKey>, Option<usize>>,
    /// Meshes that are deformed, or what is wrong with how they are.
    by_deformation: HashMap<DeformationKey, Result<Option<usize>, String>>,
}

impl<'a> Meshes<'a> {
    pub fn new(document: &'a Document, buffers: &'a Buffers<'a>) -> Self {
        let builder = MeshBuilder::default();
        Meshes {
            document,
            buffers,
            builder,
            by_index: HashMap::new(),
            by_content: HashMap::new(),
            by_deformation: HashMap::new(),
        }
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
            None => {
                let sources = self.sources(index, mesh, loading)?;
                self.build(index, mesh, &sources, &[], loading)
            }
        };
        self.by_content.insert(content, found);
        self.by_index.insert(index, found);
        Ok(found)
    }

    /// The mesh of a node that deforms it, which only nodes that deform it alike share. If the
    /// deformation data is damaged, the mesh is taken as it is, with a warning: the second value is
    /// true if the mesh is deformed.
    pub fn deformed(
        &mut self,
        index: usize,
        deformation: &Deformation,
        place: &str,
        loading: &mut Loading,
    ) -> Result<(Option<usize>, bool), SceneError> {
        let weights = deformation.weights.iter().map(|weight| weight.to_bits()).collect();
        let key = (index, deformation.skin.as_ref().map(|skin| skin.number), weights);
        let found = match self.by_deformation.get(&key) {
            Some(known) => known.clone(),
            None => {
                let mesh = element(&self.document.meshes, "mesh", index, place, loading)?;
                let sources = self.sources(index, mesh, loading)?;
                let deformed: Result<Vec<Deformed>, SceneError> =
                    sources.iter().map(|source| source.deformed(deformation, self, loading)).collect();
                let found = match deformed {
                    Ok(deformed) => Ok(self.build(index, mesh, &sources, &deformed, loading)),
                    Err(error) => Err(problem(&error, loading)),
                };
                self.by_deformation.insert(key, found.clone());
                found
            }
        };
        match found {
            Ok(found) => Ok((found, true)),
            Err(problem) => {
                warn_of_damage(&problem, place, loading);
                Ok((self.get(index, place, loading)?, false))
            }
        }
    }

    /// The primitives of a mesh that have triangles.
    fn sources(
        &self,
        index: usize,
        mesh: &'a Mesh,
        loading: &mut Loading,
    ) -> Result<Vec<Source<'a>>, SceneError> {
        let place = label("mesh", index, mesh.name.as_deref());
        let mut sources = Vec::new();
        for (number, primitive) in mesh.primitives.iter().enumerate() {
            let place = format!("{place}, primitive {number}");
            sources.extend(self.open(primitive, place, loading)?);
        }
        Ok(sources)
    }

    /// Opens a primitive, unless there is nothing to be read in it.
    fn open(
        &self,
        primitive: &'a Primitive,
        place: String,
        loading: &mut Loading,
    ) -> Result<Option<Source<'a>>, SceneError> {
        let open = |index, purpose, loading: &Loading| {
            Accessor::open(index, purpose, self.document, self.buffers, &place, loading)
        };
        if !matches!(primitive.mode, TRIANGLES | TRIANGLE_STRIP | TRIANGLE_FAN) {
            loading.warn(place, format!("skipped: {}", mode_name(primitive.mode)));
            return Ok(None);
        }
        let Some(&position_index) = primitive.attributes.get("POSITION") else {
            loading.warn(place, "skipped: it has no positions");
            return Ok(None);
        };
        let positions = open(position_index, Purpose::Vector3, loading)?;
        let indices = match primitive.indices {
            Some(index) => Some(open(index, Purpose::Indices, loading)?),
            None => None,
        };
        let (Some(positions), None | Some(Some(_))) = (positions, &indices) else {
            loading.warn(place, no_data_message(primitive));
            return Ok(None);
        };
        let indices = indices.flatten();
        let corners = indices.as_ref().map_or(positions.count, |indices| indices.count);
        let triangles = match primitive.mode {
            TRIANGLES => corners / 3,
            _ => corners.saturating_sub(2),
        };
        loading.reserve_triangles(&place, triangles)?;
        if let Some(indices) = &indices
            && let Some(at) = (0..indices.count).find(|&at| indices.vertex(at) >= positions.count)
        {
            let (vertex, count) = (indices.vertex(at), positions.count);
            return Err(
                loading.malformed(place, format!("index {at} is vertex {vertex}, but there are {count}"))
            );
        }
        if primitive.mode == TRIANGLES && corners % 3 != 0 {
            let rest = counted(corners as u64 % 3, "corner");
            loading.warn(&place, format!("{rest} after the last triangle: ignored"));
        }
        Ok(Some(Source { primitive, place, positions, indices, corners, triangles }))
    }

    /// Makes a mesh of these primitives, deformed if a deformation is given.
    fn build(
        &mut self,
        index: usize,
        mesh: &Mesh,
        sources: &[Source],
        deformed: &[Deformed],
        loading: &mut Loading,
    ) -> Option<usize> {
        let mut previous = None;
        for (number, source) in sources.iter().enumerate() {
            let deformed = deformed.get(number);
            // Vertices are shared as long as they stay the same.
            let vertices = source.vertices(deformed.is_some());
            if previous.as_ref() != Some(&vertices) {
                self.builder.begin_vertices(source.positions.count);
            }
            previous = Some(vertices);
            for triangle in 0..source.triangles {
                self.builder.add_triangle(source.triangle(triangle), |vertex| {
                    let rest = DVec3::from_array(source.positions.element(vertex));
                    deformed.map_or(rest, |deformed| deformed.position(vertex, rest))
                });
            }
        }
        let name = mesh.name.clone().unwrap_or_else(|| format!("mesh {index}"));
        let (built, not_finite) = self.builder.finish(name);
        if not_finite > 0 {
            let place = label("mesh", index, mesh.name.as_deref());
            loading.warn(place, not_finite_message(not_finite));
        }
        (!built.triangles.is_empty()).then(|| loading.add_mesh(built))
    }
}

/// A primitive that has been opened and checked.
struct Source<'a> {
    primitive: &'a Primitive,
    place: String,
    positions: Accessor<'a>,
    indices: Option<Accessor<'a>>,
    corners: usize,
    triangles: usize,
}

impl<'a> Source<'a> {
    fn vertex(&self, corner: usize) -> usize {
        self.indices.as_ref().map_or(corner, |indices| indices.vertex(corner))
    }

    /// The vertices of a triangle.
    fn triangle(&self, number: usize) -> [usize; 3] {
        let corners = match self.primitive.mode {
            TRIANGLES => [3 * number, 3 * number + 1, 3 * number + 2],
            // Every other triangle of a strip is turned round, so that all face the same way.
            TRIANGLE_STRIP => [number, number + 1 + number % 2, number + 2 - number % 2],
            _ => [number + 1, number + 2, 0],
        };
        corners.map(|corner| self.vertex(corner))
    }

    /// The key that distinguishes the vertices from the vertices of another primitive: the accessors
    /// that decide where they are, of morph targets with the number of the target.
    fn vertices(&self, is_deformed: bool) -> Vec<(Option<usize>, &'a str, usize)> {
        let primitive: &'a Primitive = self.primitive;
        let decides = |name: &str| {
            name == "POSITION" || is_deformed && (name.starts_with("JOINTS_") || name.starts_with("WEIGHTS_"))
        };
        let of_mesh = primitive.attributes.iter().filter(|(name, _)| decides(name));
        let of_mesh = of_mesh.map(|(name, &accessor)| (None, name.as_str(), accessor));
        let targets = primitive.targets.iter().enumerate().filter(|_| is_deformed);
        let of_targets =
            targets.filter_map(|(number, target)| Some((Some(number), "POSITION", *target.get("POSITION")?)));
        of_mesh.chain(of_targets).collect()
    }

    /// How it is deformed, if all its vertices can be.
    fn deformed<'b>(
        &self,
        deformation: &'b Deformation,
        meshes: &Meshes<'b>,
        loading: &Loading,
    ) -> Result<Deformed<'b>, SceneError> {
        let (document, buffers) = (meshes.document, meshes.buffers);
        let (primitive, count) = (self.primitive, self.positions.count);
        let deformed =
            Deformed::open(primitive, count, deformation, document, buffers, &self.place, loading)?;
        // Each vertex once, however many triangles have it.
        let mut is_known = vec![false; count];
        let mut vertices = (0..self.corners).map(|corner| self.vertex(corner));
        let problem = vertices.find_map(|vertex| {
            if std::mem::replace(&mut is_known[vertex], true) { None } else { deformed.problem(vertex) }
        });
        match problem {
            None => Ok(deformed),
            Some(problem) => Err(loading.malformed(&self.place, problem)),
        }
    }
}

/// A mesh that cannot be deformed is still there.
pub(super) fn warn_of_damage(problem: &str, place: &str, loading: &mut Loading) {
    loading.warn(place, format!("used without its skin and morph targets: {problem}"));
}

fn key(primitive: &Primitive) -> PrimitiveKey {
    (primitive.attributes.get("POSITION").copied(), primitive.indices, primitive.mode)
}

/// The warning for a primitive without data, or with data in an unsupported extension.
fn no_data_message(primitive: &Primitive) -> String {
    let others = primitive.extensions.keys().filter(|extension| !is_harmless(extension));
    let others: Vec<String> = others.map(|extension| excerpt(extension)).collect();
    match &others[..] {
        [] => "skipped: its positions or indices have no data".to_owned(),
        names => format!(
            "skipped: its positions or indices have only data of {}, which is not supported; export the scene without it",
            names.join(", ")
        ),
    }
}

fn mode_name(mode: u32) -> String {
    match mode {
        0 => "it consists of points, which have no area".into(),
        1..=3 => "it consists of lines, which have no area".into(),
        _ => format!("mode {mode} is not defined in glTF"),
    }
}
