//! Objects as exact shapes, where triangles are no more than an approximation of them: spheres, cylinders and
//! capsules of robots.
//!
//! Their triangles lie around them, so the cascade and all boxes around triangles lose no pair. What is
//! reported of a pair with anything curved in it is computed from the shapes themselves.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::OnceLock;

use impinge::assembly::{Collision, CollisionKind, Instance, Model};
use impinge::bound::shape_aabb;
use impinge::compound::{AnyShape, Compound, SurfaceMesh};
use impinge::glam::{DAffine3, DMat3, DVec3};
use impinge::math::{Pose, Rotation};
use impinge::narrow::Relation;
use impinge::shape::{Aabb, Capsule, Cylinder, Hull, Mesh, Obb};
use impinge_scene::{PlacedSolid, Solid, SolidForm};

use crate::exact_pair::ExactPair;

/// By this much the axes of a rotation may be off.
const ROTATION_TOLERANCE: f64 = 1e-9;

/// The solids of all objects.
pub(crate) struct Solids<'a> {
    /// For each mesh what its triangles stand for,
    solids: Cow<'a, [Vec<Solid>]>,
    models: &'a [Model<DVec3>],
    /// and its triangles, with curved solids approximated from inside,
    inscribed: Vec<OnceLock<Option<Model<DVec3>>>>,
    /// and for each object its mesh and where it rests. Empty if no mesh has anything curved: there may be
    /// millions of boxes.
    objects: Vec<Placed>,
}

struct Placed {
    mesh: usize,
    rest: DAffine3,
    /// The triangles that stand for themselves, with the scale of the object at rest but without its
    /// translation.
    surface: OnceLock<Option<Box<SurfaceMesh<DVec3>>>>,
}

impl<'a> Solids<'a> {
    /// The solids of objects, each given by its mesh and where it rests.
    pub fn new(
        solids: impl Into<Cow<'a, [Vec<Solid>]>>,
        models: &'a [Model<DVec3>],
        objects: impl Iterator<Item = (usize, DAffine3)>,
    ) -> Self {
        let solids = solids.into();
        let has_curved = !solids.is_empty();
        let objects = objects.filter(|_| has_curved);
        let objects = objects.map(|(mesh, rest)| Placed { mesh, rest, surface: OnceLock::new() });
        let inscribed = solids.iter().map(|_| OnceLock::new()).collect();
        Solids { solids, models, inscribed, objects: objects.collect() }
    }

    /// Two objects as exact shapes where they are; nothing if neither is curved, so that their triangles are
    /// exact.
    pub fn pair(&self, objects: [u32; 2], maps: [DAffine3; 2]) -> Option<ExactPair<'_>> {
        let [a, b] = objects.map(|object| object as usize);
        if !(self.is_curved(a) || self.is_curved(b)) {
            return None;
        }
        let around = [(a, maps[0]), (b, maps[1])].map(|(object, map)| self.body(object, map));
        let inside = [(a, maps[0]), (b, maps[1])].map(|(object, map)| self.inscribed_body(object, map));
        let [inside_a, inside_b] = inside;
        let parts = [self.parts(a, &maps[0])?, self.parts(b, &maps[1])?];
        ExactPair::new(parts, around, inside_a.zip(inside_b).map(<[_; 2]>::from))
    }

    /// Two objects at rest.
    pub fn pair_at_rest(&self, objects: [u32; 2]) -> Option<ExactPair<'_>> {
        let [a, b] = objects.map(|object| self.objects.get(object as usize).map(|placed| placed.rest));
        self.pair(objects, [a?, b?])
    }

    /// A collision of the triangles of two bodies as one of exact shapes; nothing if these are apart.
    pub fn exactly(
        &self,
        collision: Collision<DVec3>,
        bodies: &[Instance<DVec3>],
    ) -> Option<Collision<DVec3>> {
        let objects = [collision.a, collision.b];
        let Some(pair) = self.pair_at_rest(objects) else { return Some(collision) };
        let kind = match pair.relation() {
            Relation::Disjoint => return None,
            Relation::Touching => CollisionKind::Touching,
            Relation::Overlapping => {
                // Each of two that are the same lies in the other.
                let [a, b] = objects.map(|object| &bodies[object as usize]);
                match pair.inner().filter(|_| !a.is_duplicate_of(b)) {
                    Some(inner) => CollisionKind::Contained { inner: objects[inner] },
                    None => CollisionKind::Overlapping,
                }
            }
        };
        // Only of what overlaps do the curves of triangles mean anything.
        let triangle_pairs = if kind == CollisionKind::Overlapping { collision.triangle_pairs } else { 0 };
        Some(Collision { kind, triangle_pairs, ..collision })
    }

    /// A box around an object with a curved part, at rest. That around its triangles is larger.
    pub fn bounds_at_rest(&self, object: usize) -> Option<Aabb<DVec3>> {
        let parts = self.is_curved(object).then(|| self.parts(object, &self.objects[object].rest))??;
        shape_aabb(&union(&parts)?)
    }

    fn is_curved(&self, object: usize) -> bool {
        let placed = self.objects.get(object);
        placed.is_some_and(|placed| self.solids[placed.mesh].iter().any(|solid| solid.form.is_curved()))
    }

    /// The triangles of an object, which lie around what is curved in it.
    fn body(&self, object: usize, map: DAffine3) -> Instance<'_, DVec3> {
        Instance::new(&self.models[self.objects[object].mesh], map)
    }

    /// The triangles of an object, with its curved solids approximated from inside; nothing if that is
    /// flat.
    fn inscribed_body(&self, object: usize, map: DAffine3) -> Option<Instance<'_, DVec3>> {
        if !self.is_curved(object) {
            return Some(self.body(object, map));
        }
        let mesh = self.objects[object].mesh;
        let model = || inscribed(self.models[mesh].mesh(), &self.solids[mesh]).map(Model::new);
        self.inscribed[mesh].get_or_init(model).as_ref().map(|model| Instance::new(model, map))
    }

    /// The parts of an object; nothing if they have no exact shape, as where a map deforms a ball.
    fn parts(&self, object: usize, map: &DAffine3) -> Option<Vec<AnyShape<DVec3>>> {
        let placed = &self.objects[object];
        let solids = &self.solids[placed.mesh];
        let shapes = solids.iter().map(|solid| shape(&solid.transform(map)?));
        let mut parts: Vec<AnyShape<DVec3>> = shapes.collect::<Option<_>>()?;
        let mesh = self.models[placed.mesh].mesh();
        if solids.iter().map(|solid| solid.triangles.len()).sum::<usize>() < mesh.triangles().len() {
            parts.push(placed.surface(mesh, solids, map)?.into());
        }
        (!parts.is_empty()).then_some(parts)
    }
}

impl Placed {
    /// The triangles that stand for themselves, where the object is.
    fn surface(&self, mesh: &Mesh<DVec3>, solids: &[Solid], map: &DAffine3) -> Option<SurfaceMesh<DVec3>> {
        let kept = self.surface.get_or_init(|| surface(mesh, solids, &self.rest.matrix3).map(Box::new));
        let turned = if map.matrix3 == self.rest.matrix3 {
            Some(Rotation::identity())
        } else {
            rotation(&(map.matrix3 * self.rest.matrix3.inverse()))
        };
        match turned {
            Some(rotation) => Some(kept.as_ref()?.at(&Pose { rotation, translation: map.translation })),
            // Its scale changes.
            None => {
                let pose = Pose { rotation: Rotation::identity(), translation: map.translation };
                Some(surface(mesh, solids, &map.matrix3)?.at(&pose))
            }
        }
    }
}

/// The triangles of a mesh that belong to no solid, under a linear map.
fn surface(mesh: &Mesh<DVec3>, solids: &[Solid], map: &DMat3) -> Option<SurfaceMesh<DVec3>> {
    let is_solid = |triangle: usize| solids.iter().any(|solid| solid.triangles.contains(&triangle));
    let mut numbers: Vec<Option<u32>> = vec![None; mesh.positions().len()];
    let mut positions = Vec::new();
    let mut triangles = Vec::new();
    for (_, corners) in mesh.triangles().iter().enumerate().filter(|(number, _)| !is_solid(*number)) {
        triangles.push(corners.map(|corner| {
            *numbers[corner as usize].get_or_insert_with(|| {
                positions.push(*map * mesh.positions()[corner as usize]);
                positions.len() as u32 - 1
            })
        }));
    }
    Mesh::new(positions, triangles).ok().map(SurfaceMesh::new)
}

/// A mesh with the triangles of curved solids drawn inside these; nothing if one is flat.
fn inscribed(mesh: &Mesh<DVec3>, solids: &[Solid]) -> Option<Mesh<DVec3>> {
    let inwards = 1.0 / (1.0 + SolidForm::MAX_OVERSHOOT);
    let mut positions = mesh.positions().to_vec();
    for solid in solids.iter().filter(|solid| solid.form.is_curved()) {
        if solid.transform.matrix3.determinant() == 0.0 {
            return None;
        }
        // The bases of a cylinder are flat, and only as far out as roundings.
        let z = if solid.form == SolidForm::Cylinder { 1.0 - ROTATION_TOLERANCE } else { inwards };
        let scale = DAffine3::from_scale(DVec3::new(inwards, inwards, z));
        let map = solid.transform * scale * solid.transform.inverse();
        let corners = mesh.triangles()[solid.triangles.clone()].as_flattened();
        let corners: BTreeSet<u32> = corners.iter().copied().collect();
        for corner in corners {
            let position = &mut positions[corner as usize];
            *position = map.transform_point3(*position);
        }
    }
    Mesh::new(positions, mesh.triangles().to_vec()).ok()
}

/// The rotation that a matrix is, if it is one.
fn rotation(matrix: &DMat3) -> Option<Rotation<DVec3>> {
    let excess = (matrix.transpose() * *matrix - DMat3::IDENTITY).to_cols_array();
    let is_rotation =
        matrix.determinant() > 0.0 && excess.iter().all(|entry| entry.abs() <= ROTATION_TOLERANCE);
    is_rotation.then(|| Rotation::orthonormalize(axes(matrix)).ok()).flatten()
}

fn axes(matrix: &DMat3) -> [DVec3; 3] {
    [matrix.x_axis, matrix.y_axis, matrix.z_axis]
}

fn shape(solid: &PlacedSolid) -> Option<AnyShape<DVec3>> {
    match *solid {
        PlacedSolid::Box { center, half_axes } => cuboid(center, half_axes),
        PlacedSolid::Capsule { ends: [a, b], radius } => Some(Capsule::new(a, b, radius).ok()?.into()),
        PlacedSolid::Cylinder { center, axis, half_length, radius } => {
            // The axis of a cylinder is y.
            let x = axis.any_orthonormal_vector();
            let rotation = Rotation::orthonormalize([x, axis, x.cross(axis)]).ok()?;
            let pose = Pose { rotation, translation: center };
            Some(Cylinder::new(half_length, radius, pose).ok()?.into())
        }
    }
}

fn cuboid(center: DVec3, half_axes: [DVec3; 3]) -> Option<AnyShape<DVec3>> {
    let half = DVec3::from_array(half_axes.map(DVec3::length));
    if half.min_element() > 0.0 {
        let [x, y, z] = half_axes;
        // A box is its own mirror image.
        let z = if x.cross(y).dot(z) < 0.0 { -z } else { z };
        let rotation = Rotation::orthonormalize([x, y, z]).ok()?;
        return Some(Obb::new(center, half, rotation).ok()?.into());
    }
    // A flat box has not all directions that a rotation needs.
    let corner = |number: u32| {
        let signed = |axis: usize| if number >> axis & 1 == 0 { -half_axes[axis] } else { half_axes[axis] };
        center + signed(0) + signed(1) + signed(2)
    };
    let corners: Vec<DVec3> = (0..8).map(corner).collect();
    Some(Hull::new(&corners).ok()?.into())
}

/// For each mesh what its triangles stand for; nothing at all if none is curved.
pub(crate) fn solids_of(meshes: &[impinge_scene::Mesh]) -> Vec<Vec<Solid>> {
    let has_curved = meshes.iter().flat_map(|mesh| &mesh.solids).any(|solid| solid.form.is_curved());
    let meshes = meshes.iter().filter(|_| has_curved);
    meshes.map(|mesh| mesh.solids.clone()).collect()
}

/// Parts as one shape.
pub(crate) fn union(parts: &[AnyShape<DVec3>]) -> Option<AnyShape<DVec3>> {
    match parts {
        [part] => Some(part.clone()),
        _ => {
            let parts = parts.iter().map(|part| (part.clone(), Pose::identity()));
            Compound::new(parts).ok().map(AnyShape::from)
        }
    }
}
