//! The geometry of a checked scene, small enough for a page: each mesh once, its corners in 16 bits, as
//! base64.
//!
//! Every mesh is put into a unit cube, and the matrix of each object stretches it to its size; so meshes that
//! differ only in size or place are one. Matrices are `f32`, around an origin in the midst of the objects, so
//! that a scene far out is as fine as one at zero. What is drawn is rounded; the report beside it is not.

use std::collections::{BTreeMap, BTreeSet};

use impinge::glam::DVec3;
use impinge::math::Affine;
use rayon::prelude::*;
use serde::Serialize;

use super::curves::{self, PairCurves};
use super::mesh::{Base64, COARSE_TRIANGLES, Embedded, Extent};
use super::motion::{Frames, Movement};
use super::riders::{Rider, Riders};
use crate::geometry::Geometry;
use crate::report::{Report, coordinates};
use crate::wording::{count, grouped};

/// What the page draws.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Picture {
    /// Subtracted from all coordinates, in metres.
    origin: [f64; 3],
    /// The up axis, as far as the file formats define it.
    up: String,
    meshes: Vec<Embedded>,
    /// Ids of the objects that are drawn, as `u32`.
    objects: Base64,
    /// The mesh of each, as `u32`.
    mesh_of_object: Base64,
    /// Of each, three columns and a translation, as `f32`; of what moves, to where its track is taken from.
    matrices: Base64,
    /// Where what moves is at which times,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tracks: Vec<Frames>,
    /// and the track of each object, as `u32`; [`u32::MAX`] of those that stay. Nothing where nothing moves.
    #[serde(skip_serializing_if = "Base64::is_empty")]
    track_of_object: Base64,
    curves: Vec<PairCurves>,
    /// What is simplified or left out, for people.
    notes: Vec<String>,
}

impl Picture {
    /// Of all objects that were not ignored.
    pub fn new(scene: &Geometry, report: &Report) -> Self {
        let is_ignored: Vec<bool> = report.objects.iter().map(|object| object.ignored).collect();
        let clashing = report.pairs.iter().flat_map(|pair| [pair.a.id as usize, pair.b.id as usize]);
        let (mut picture, origin) = Picture::of(scene, &is_ignored, clashing, None);
        let (curves, left_out) = curves::of(scene, report, origin);
        picture.curves = curves;
        if left_out > 0 {
            let pairs = count(left_out, "pair");
            picture.notes.push(format!("The curves of {pairs} are left out: the page would be too large."));
        }
        picture
    }

    /// The picture of a scene that moves, at its first time. `clashing` are the objects of pairs, the
    /// most severe first.
    pub fn moving(
        scene: &Geometry,
        is_ignored: &[bool],
        clashing: impl Iterator<Item = usize>,
        movement: &Movement,
    ) -> Self {
        Picture::of(scene, is_ignored, clashing, Some(movement)).0
    }

    /// All but the curves, and the origin.
    fn of(
        scene: &Geometry,
        is_ignored: &[bool],
        clashing: impl Iterator<Item = usize>,
        movement: Option<&Movement>,
    ) -> (Self, DVec3) {
        let shown: Vec<usize> =
            (0..scene.objects.len()).filter(|&id| !is_ignored[id] && scene.bounds[id].is_some()).collect();
        let origin = middle(scene, &shown);
        let mut picture =
            Picture { origin: coordinates(origin), up: scene.up.to_string(), ..Picture::default() };
        let triangles = |mesh: usize| scene.models[mesh].mesh().triangles().len();
        let mesh_of = |id: usize| scene.objects[id].mesh;
        let sizes = shown.iter().map(|&id| (id, (mesh_of(id), triangles(mesh_of(id)))));
        let shapes = choose(&sizes.collect(), clashing, &ROOM);

        let extents: Vec<Extent> = scene.models.par_iter().map(|model| Extent::new(model.mesh())).collect();
        let embed = |shape: &Shape| match *shape {
            Shape::Exact(mesh) => Embedded::exact(scene.models[mesh].mesh(), &extents[mesh]),
            Shape::Coarse(mesh) => Embedded::coarse(scene.models[mesh].mesh(), &extents[mesh]),
            Shape::Box => Embedded::cube(),
        };
        let wanted: Vec<Shape> = shapes.values().copied().collect::<BTreeSet<_>>().into_iter().collect();
        let embedded: Vec<Embedded> = wanted.par_iter().map(embed).collect();
        // Meshes that are the same in the unit cube are there once.
        let mut places: BTreeMap<Embedded, u32> = BTreeMap::new();
        let mut place_of: BTreeMap<Shape, u32> = BTreeMap::new();
        for (shape, mesh) in wanted.into_iter().zip(embedded) {
            let next = places.len() as u32;
            place_of.insert(shape, *places.entry(mesh).or_insert(next));
        }
        let mut meshes: Vec<(Embedded, u32)> = places.into_iter().collect();
        meshes.sort_by_key(|(_, place)| *place);
        picture.meshes = meshes.into_iter().map(|(mesh, _)| mesh).collect();

        let riders = movement.map(|movement| {
            let box_of = |id: usize| shapes.contains_key(&id).then(|| extents[mesh_of(id)]);
            Riders::new(movement, box_of, origin)
        });
        let mut too_far = 0;
        for (&id, shape) in &shapes {
            let extent = &extents[mesh_of(id)];
            let (placed, track) = match riders.as_ref().and_then(|riders| riders.of.get(&id)) {
                None => (matrix(&scene.bodies[id].transform, extent, origin), Some(u32::MAX)),
                Some(Rider { below, middle, track }) => (matrix(below, extent, *middle), *track),
            };
            match placed.zip(track) {
                Some((matrix, track)) => {
                    picture.objects.0.extend((id as u32).to_le_bytes());
                    picture.mesh_of_object.0.extend(place_of[shape].to_le_bytes());
                    picture.matrices.0.extend(matrix.iter().flat_map(|number| number.to_le_bytes()));
                    if riders.is_some() {
                        picture.track_of_object.0.extend(track.to_le_bytes());
                    }
                }
                None => too_far += 1,
            }
        }
        let of = |is: fn(&Shape) -> bool| shapes.values().filter(|shape| is(shape)).count();
        let limit = grouped(ROOM.exact as u64);
        let notes = [
            (
                of(|shape| matches!(shape, Shape::Coarse(_))),
                format!("drawn coarsely, since the page would have more than {limit} triangles."),
            ),
            (
                of(|shape| *shape == Shape::Box),
                format!("drawn as boxes, since the page would have far more than {limit} triangles."),
            ),
            (too_far, "too far away or too large to be drawn.".to_owned()),
            (
                riders.as_ref().map_or(0, Riders::coarse),
                "drawn at few times, with linear motion between them, since the page would be too large."
                    .to_owned(),
            ),
            (
                is_ignored.iter().filter(|ignored| **ignored).count(),
                "not drawn, because of --ignore.".to_owned(),
            ),
        ];
        let note = |(number, what): (usize, String)| {
            (number > 0).then(|| {
                format!("{} {} {what}", count(number, "object"), if number == 1 { "is" } else { "are" })
            })
        };
        picture.notes.extend(notes.into_iter().filter_map(note));
        picture.tracks = riders.map(|riders| riders.tracks).unwrap_or_default();
        (picture, origin)
    }
}

/// What a page can hold and a browser of a laptop can draw, in triangles.
struct Room {
    /// In the file, of meshes that are there as they are,
    exact: usize,
    /// of those that are there coarsely,
    coarse: usize,
    /// and in the picture, where objects share meshes.
    drawn: usize,
}

const ROOM: Room = Room { exact: 1_500_000, coarse: 500_000, drawn: 4_000_000 };

/// What stands for an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    /// Its mesh, by number,
    Exact(usize),
    /// with fewer triangles,
    Coarse(usize),
    /// or the box around it.
    Box,
}

/// What stands for each object, by their ids, given the mesh of each and how many triangles it has. If
/// there is no room for all triangles, clashing objects come first, the most severe first, and then
/// objects with the fewest triangles.
fn choose(
    sizes: &BTreeMap<usize, (usize, usize)>,
    clashing: impl Iterator<Item = usize>,
    room: &Room,
) -> BTreeMap<usize, Shape> {
    let mut rest: Vec<usize> = sizes.keys().copied().collect();
    rest.sort_by_key(|id| (sizes[id].1, *id));
    let mut shapes = BTreeMap::new();
    let mut known = BTreeSet::new();
    let [mut exact, mut coarse, mut drawn] = [0; 3];
    for id in clashing.chain(rest) {
        let Some(&(mesh, triangles)) = sizes.get(&id).filter(|_| !shapes.contains_key(&id)) else { continue };
        let more = |shape: Shape, triangles: usize| if known.contains(&shape) { 0 } else { triangles };
        let few = triangles.min(COARSE_TRIANGLES);
        let [all, some] = [more(Shape::Exact(mesh), triangles), more(Shape::Coarse(mesh), few)];
        let shape = if exact + all <= room.exact && drawn + triangles <= room.drawn {
            exact += all;
            drawn += triangles;
            Shape::Exact(mesh)
        } else if coarse + some <= room.coarse && drawn + few <= room.drawn + room.coarse {
            coarse += some;
            drawn += few;
            Shape::Coarse(mesh)
        } else {
            Shape::Box
        };
        known.insert(shape);
        shapes.insert(id, shape);
    }
    shapes
}

/// What reaches further, in metres, is not drawn: graphics cards compute with squares of coordinates, in
/// `f32`.
pub(super) const FARTHEST: f32 = 1e12;

/// From the unit cube to where an object is, around the origin; none if that is too far or too large.
fn matrix(map: &Affine<DVec3>, extent: &Extent, origin: DVec3) -> Option<[f32; 12]> {
    let Extent { min, size } = extent;
    let [x, y, z] = map.columns;
    let translation = x * min.x + y * min.y + z * min.z + (map.translation - origin);
    let columns = [x * size.x, y * size.y, z * size.z, translation];
    let matrix: [f32; 12] = std::array::from_fn(|place| columns[place / 3][place % 3] as f32);
    matrix.iter().all(|number| number.abs() < FARTHEST).then_some(matrix)
}

/// The middle one of the middles of all objects along each axis: one stray object does not move it.
fn middle(scene: &Geometry, shown: &[usize]) -> DVec3 {
    let middles: Vec<DVec3> = shown
        .iter()
        .filter_map(|&id| scene.bounds[id])
        .map(|bounds| bounds.min() * 0.5 + bounds.max() * 0.5)
        .collect();
    let along = |axis: usize| {
        let mut places: Vec<f64> = middles.iter().map(|middle| middle[axis]).collect();
        places.sort_by(f64::total_cmp);
        places.get(places.len() / 2).copied().unwrap_or(0.0)
    };
    DVec3::new(along(0), along(1), along(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_room_is_short_clashes_come_first_and_then_small_objects() {
        let sizes =
            BTreeMap::from([(0, (0, 5_000)), (1, (1, 100)), (2, (2, 4_000)), (3, (3, 9_000)), (5, (1, 100))]);
        let chosen = |exact, coarse, drawn| -> Vec<Shape> {
            choose(&sizes, [3, 0, 3].into_iter(), &Room { exact, coarse, drawn }).into_values().collect()
        };
        let [zero, one, two, three] = [0, 1, 2, 3].map(Shape::Exact);
        assert_eq!(chosen(usize::MAX, 0, usize::MAX), [zero, one, two, three, one]);
        assert_eq!(chosen(18_100, 0, 18_200), [zero, one, two, three, one], "a shared mesh is there once");
        assert_eq!(chosen(14_100, 0, 20_000), [zero, one, Shape::Box, three, one]);
        assert_eq!(chosen(14_100, 1_500, 20_000), [zero, one, Shape::Coarse(2), three, one]);
        assert_eq!(
            chosen(9_000, 1_600, 20_000),
            [Shape::Coarse(0), Shape::Coarse(1), Shape::Box, three, Shape::Coarse(1)]
        );
        assert_eq!(chosen(0, 0, 0), [Shape::Box; 5]);
    }
}
