//! The geometry of a checked scene, small enough for a page: each mesh once, its corners in 16 bits, as base64.
//!
//! Every mesh is put into a unit cube, in 65,535 steps along each axis, and the matrix of each object stretches it to its size; so
//! meshes that differ only in size or place are one. Matrices are `f32`, around an origin in the midst of the objects, so
//! that a scene far out is as fine as one at zero. What is drawn is rounded; the report beside it is not.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use glam::DVec3;
use impinge::cull::{Body, Model};
use impinge::shape::Aabb;
use impinge_scene::Object;
use rayon::prelude::*;
use serde::{Serialize, Serializer};

use super::curves::{self, PairCurves};
use crate::report::{Report, coordinates};
use crate::wording::{count, grouped};

/// What a page can hold and a browser of a laptop can draw: so many triangles in the file,
const MOST_EMBEDDED: usize = 1_500_000;
/// and so many in the picture, where objects share meshes.
const MOST_DRAWN: usize = 4_000_000;
/// Corners along an edge of the unit cube.
const STEPS: f64 = 65_535.0;

/// What the page draws.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Picture {
    /// Subtracted from all coordinates, in metres.
    origin: [f64; 3],
    /// Which axis points up, as far as the kinds of files tell.
    up: &'static str,
    meshes: Vec<Embedded>,
    /// Ids of the objects that are drawn, as `u32`.
    objects: Base64,
    /// The mesh of each, as `u32`.
    mesh_of_object: Base64,
    /// Of each, three columns and a translation, as `f32`.
    matrices: Base64,
    curves: Vec<PairCurves>,
    /// What is simplified or left out, for people.
    notes: Vec<String>,
}

/// A mesh in the unit cube.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Embedded {
    vertices: usize,
    /// Three numbers of 16 bits for each vertex.
    positions: Base64,
    /// Three numbers for each triangle, of 16 bits if there are no more vertices than that, else of 32.
    indices: Base64,
}

/// Bytes that are written as base64.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Base64(pub Vec<u8>);

impl Serialize for Base64 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&STANDARD.encode(&self.0))
    }
}

/// The checked scene, as the run has it.
pub(crate) struct Scene<'a> {
    pub models: &'a [Model<DVec3>],
    pub objects: &'a [Object],
    pub bodies: &'a [Body<'a, DVec3>],
    pub bounds: &'a [Option<Aabb<DVec3>>],
}

impl Picture {
    /// Of all objects that were not ignored.
    pub fn new(scene: &Scene, report: &Report) -> Self {
        let origin = middle(scene, report);
        let shapes = choose(scene, report);
        let mut picture =
            Picture { origin: coordinates(origin), up: up(scene.objects), ..Picture::default() };

        let wanted: BTreeMap<Shape, ()> = shapes.values().map(|shape| (*shape, ())).collect();
        let wanted: Vec<Shape> = wanted.into_keys().collect();
        let embedded: Vec<Embedded> = wanted.par_iter().map(|shape| shape.embedded(scene)).collect();
        // Meshes that are the same in the unit cube are there once.
        let mut places: BTreeMap<Embedded, u32> = BTreeMap::new();
        let mut place_of: BTreeMap<Shape, u32> = BTreeMap::new();
        for (shape, mesh) in wanted.into_iter().zip(embedded) {
            let place = *places.entry(mesh.clone()).or_insert_with(|| {
                picture.meshes.push(mesh);
                picture.meshes.len() as u32 - 1
            });
            place_of.insert(shape, place);
        }

        let mut too_far = 0;
        for (&id, shape) in &shapes {
            match matrix(scene, id, origin) {
                Some(matrix) => {
                    picture.objects.0.extend((id as u32).to_le_bytes());
                    picture.mesh_of_object.0.extend(place_of[shape].to_le_bytes());
                    picture.matrices.0.extend(matrix.iter().flat_map(|number| number.to_le_bytes()));
                }
                None => too_far += 1,
            }
        }
        let boxes = shapes.values().filter(|shape| matches!(shape, Shape::Box)).count();
        if boxes > 0 {
            picture.notes.push(format!(
                "{} drawn as boxes, since the picture would have more than {} triangles.",
                are(boxes, "object"),
                grouped(MOST_EMBEDDED as u64),
            ));
        }
        if too_far > 0 {
            picture.notes.push(format!("{} too far away or too large to be drawn.", are(too_far, "object")));
        }
        let ignored = report.objects.iter().filter(|object| object.ignored).count();
        if ignored > 0 {
            picture.notes.push(format!("{} not drawn, because of --ignore.", are(ignored, "object")));
        }
        let (curves, left_out) = curves::of(scene, report, origin);
        if left_out > 0 {
            picture.notes.push(format!(
                "The curves of {} are left out, since the page would be too large.",
                count(left_out, "clash").replace("clashs", "clashes"),
            ));
        }
        Picture { curves, ..picture }
    }
}

/// So many of something are …
fn are(number: usize, noun: &str) -> String {
    format!("{} {}", count(number, noun), if number == 1 { "is" } else { "are" })
}

/// What stands for an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    /// The box around its mesh.
    Box,
    /// Its mesh, by number.
    Mesh(usize),
}

impl Shape {
    fn embedded(self, scene: &Scene) -> Embedded {
        let Shape::Mesh(number) = self else { return cube() };
        let mesh = scene.models[number].mesh();
        let (min, size) = extent(&scene.models[number]);
        let corner = |point: &DVec3| (((*point - min) / size) * STEPS).round().to_array();
        let positions = mesh.positions().iter().flat_map(corner).map(|share| share as u16);
        Embedded::new(mesh.positions().len(), positions, mesh.triangles().iter().copied())
    }
}

impl Embedded {
    fn new(
        vertices: usize,
        positions: impl Iterator<Item = u16>,
        triangles: impl Iterator<Item = [u32; 3]>,
    ) -> Self {
        let positions = positions.flat_map(u16::to_le_bytes).collect();
        let indices = triangles.flatten();
        let indices = if vertices <= 1 << 16 {
            indices.flat_map(|index| (index as u16).to_le_bytes()).collect()
        } else {
            indices.flat_map(u32::to_le_bytes).collect()
        };
        Embedded { vertices, positions: Base64(positions), indices: Base64(indices) }
    }
}

/// The whole unit cube, facing outwards.
fn cube() -> Embedded {
    let corners =
        (0..8).flat_map(|corner| [0, 1, 2].map(|axis| if corner >> axis & 1 == 0 { 0 } else { u16::MAX }));
    let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    Embedded::new(8, corners, sides.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]))
}

/// The least corner of a mesh, and its size; where it is flat, a size that any number can be divided by.
fn extent(model: &Model<DVec3>) -> (DVec3, DVec3) {
    let points = model.mesh().positions();
    let min = points.iter().copied().reduce(DVec3::min).unwrap_or(DVec3::ZERO);
    let max = points.iter().copied().reduce(DVec3::max).unwrap_or(DVec3::ZERO);
    let size = max - min;
    let largest = if size.max_element() > 0.0 { size.max_element() } else { 1.0 };
    (min, DVec3::select(size.cmpgt(DVec3::ZERO), size, DVec3::splat(largest)))
}

/// From the unit cube to where an object is, around the origin; none if that leaves `f32`.
fn matrix(scene: &Scene, id: usize, origin: DVec3) -> Option<[f32; 12]> {
    let map = &scene.bodies[id].map;
    let (min, size) = extent(&scene.models[scene.objects[id].mesh]);
    let [x, y, z] = map.columns;
    let translation = x * min.x + y * min.y + z * min.z + (map.translation - origin);
    let columns = [x * size.x, y * size.y, z * size.z, translation];
    let matrix: [f32; 12] = std::array::from_fn(|place| columns[place / 3][place % 3] as f32);
    matrix.iter().all(|number| number.is_finite()).then_some(matrix)
}

/// The middle one of the middles of all objects along each axis: one stray object does not move it.
fn middle(scene: &Scene, report: &Report) -> DVec3 {
    let is_shown = |id: &usize| !report.objects[*id].ignored;
    let shown: Vec<DVec3> = (0..scene.bounds.len())
        .filter(is_shown)
        .filter_map(|id| scene.bounds[id])
        .map(|bounds| bounds.min() * 0.5 + bounds.max() * 0.5)
        .collect();
    let along = |axis: usize| {
        let mut places: Vec<f64> = shown.iter().map(|middle| middle[axis]).collect();
        places.sort_by(f64::total_cmp);
        places.get(places.len() / 2).copied().unwrap_or(0.0)
    };
    DVec3::new(along(0), along(1), along(2))
}

/// What stands for each object, by their ids. If not all fit into the page with their triangles, those do that clash, the gravest
/// first, and then those with the fewest.
fn choose(scene: &Scene, report: &Report) -> BTreeMap<usize, Shape> {
    let triangles = |id: usize| report.objects[id].triangles;
    let clashing = report.pairs.iter().flat_map(|pair| [pair.a.id as usize, pair.b.id as usize]);
    let mut rest: Vec<usize> = (0..scene.objects.len()).collect();
    rest.sort_by_key(|&id| (triangles(id), id));
    let mut shapes = BTreeMap::new();
    let mut known = BTreeMap::new();
    let [mut embedded, mut drawn] = [0, 0];
    for id in clashing.chain(rest) {
        if report.objects[id].ignored || scene.bounds[id].is_none() || shapes.contains_key(&id) {
            continue;
        }
        let mesh = scene.objects[id].mesh;
        let more = if known.contains_key(&mesh) { 0 } else { triangles(id) };
        if embedded + more > MOST_EMBEDDED || drawn + triangles(id) > MOST_DRAWN {
            shapes.insert(id, Shape::Box);
            continue;
        }
        known.insert(mesh, ());
        embedded += more;
        drawn += triangles(id);
        shapes.insert(id, Shape::Mesh(mesh));
    }
    shapes
}

/// glTF says that y points up; programs that write OBJ and STL mostly mean z.
fn up(objects: &[Object]) -> &'static str {
    let is_gltf = |object: &Object| {
        let extension = object.file.extension().unwrap_or_default();
        extension.eq_ignore_ascii_case("glb") || extension.eq_ignore_ascii_case("gltf")
    };
    if objects.iter().all(is_gltf) { "y" } else { "z" }
}
