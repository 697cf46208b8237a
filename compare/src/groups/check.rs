//! Meshes against meshes, in short: parts that overlap a little, and parts that touch (see [`flush`]).
//!
//! Two bumpy spheres of 99,840 triangles each that overlap a little: every pair of triangles that meet.
//!
//! *Warm*: the trees of both meshes stand; the second mesh may be anywhere. *Cold*: from corners and
//! triangles, with all that is built on the way. parry3d has no query for all pairs; its users join the trees
//! of two meshes as parry's own mesh intersection does (`leaf_pairs` on boxes carried into the other frame)
//! and test the triangles by one of the public functions. Here: each edge as a ray against the other
//! triangle, which is what the answer comes down to but for coplanar triangles; and the general test of
//! convex shapes (GJK), which in `f32` takes thousands of pairs for meeting that are apart by up to half an
//! edge.
//!
//! Reference: the oriented-box trees of FCL 0.7 take 3.85 ms for 1126 pairs of such spheres, warm.

mod flush;

use std::collections::BTreeSet;

use glam::{DQuat, DVec3, Quat, Vec3};
use impinge::assembly::{Cascade, Instance, Model, find_collisions};
use impinge::math::{Affine, Pose as OwnPose, Rotation, Vector};
use impinge::narrow::Collide;
use impinge::shape::{Mesh, MeshError};
use parry3d::bounding_volume::{Aabb, BoundingVolume};
use parry3d::math::{Mat3, Pose, Rotation as Quaternion, Vector as PeerVector};
use parry3d::query::{Ray, RayCast, details};
use parry3d::shape::{TriMesh, Triangle};

use crate::error::Error;
use crate::harness::{Bench, Contender, Task, Unit};
use crate::workload::bumpy_sphere::{Surface, surface};
use crate::workload::random::SplitMix64;

/// The seed of the second sphere's rotation, chosen so that as many triangles meet as in the reference.
pub const ROTATION_SEED: u64 = 5;
/// Where the second sphere is.
pub const TRANSLATION: [f32; 3] = [1.97, 0.03, 0.02];

/// Measures warm and cold, in both precisions.
pub fn run(bench: &mut Bench) -> Result<(), Error> {
    let surface = surface();
    let quaternion = SplitMix64::new(ROTATION_SEED).quaternion();
    let single: Affine<Vec3> = OwnPose {
        rotation: Rotation::<Vec3>::from_quaternion(Quat::from_array(quaternion))?,
        translation: Vec3::from_array(TRANSLATION),
    }
    .into();
    let double: Affine<DVec3> = OwnPose {
        rotation: Rotation::<DVec3>::from_quaternion(DQuat::from_array(quaternion.map(f64::from)))?,
        translation: DVec3::from_array(TRANSLATION.map(f64::from)),
    }
    .into();
    let pose = Pose::from_parts(PeerVector::from_array(TRANSLATION), Quaternion::from_array(quaternion));

    let theirs = [peer_mesh(&surface)?, peer_mesh(&surface)?];
    measure("f32", bench, &surface, &single, &theirs, &pose)?;
    measure("f64", bench, &surface, &double, &theirs, &pose)?;
    flush::run(bench)
}

fn measure<V: Vector>(
    precision: &str,
    bench: &mut Bench,
    surface: &Surface,
    map: &Affine<V>,
    theirs: &[TriMesh; 2],
    pose: &Pose,
) -> Result<(), Error> {
    let ours = [model::<V>(surface)?, model::<V>(surface)?];
    // The trees that descend together, which nobody builds for one question.
    for model in &ours {
        model.mesh_bvh();
    }
    let own = |models: &[Model<V>; 2]| {
        let bodies = [Instance::new(&models[0], Affine::identity()), Instance::new(&models[1], *map)];
        find_collisions(&bodies, &Cascade::default(), &()).first().map_or(0, |found| found.triangle_pairs)
    };
    let [first, second] = theirs;
    let joined =
        |meet: fn(&Triangle, &Triangle) -> bool| joined_pairs(first, second, pose, 0.0, meet).count() as u64;
    bench.measure(Task {
        name: format!("all pairs of triangles that meet, warm, ours in {precision}"),
        unit: Unit::Milliseconds,
        ours: Some(Contender::new("impinge", || own(&ours))),
        peers: vec![
            Contender::new("parry3d join + edge rays", || joined(by_edges)),
            Contender::new("parry3d join + convex test", || joined(by_gjk)),
        ],
        remark: agreement(&ours, map, own(&ours), theirs, pose),
    })?;

    let cold = |meet: fn(&Triangle, &Triangle) -> bool| -> u64 {
        let (Ok(first), Ok(second)) = (peer_mesh(surface), peer_mesh(surface)) else { return 0 };
        joined_pairs(&first, &second, pose, 0.0, meet).count() as u64
    };
    bench.measure(Task {
        name: format!("all pairs of triangles that meet, cold, ours in {precision}"),
        unit: Unit::Milliseconds,
        ours: Some(Contender::new("impinge", || match (model(surface), model(surface)) {
            (Ok(first), Ok(second)) => own(&[first, second]),
            _ => 0,
        })),
        peers: vec![Contender::new("parry3d join + edge rays", || cold(by_edges))],
        remark: String::new(),
    })
}

/// A mesh of ours; its tree is built when it is needed.
pub fn model<V: Vector>(surface: &Surface) -> Result<Model<V>, MeshError> {
    let positions = surface.positions.iter().map(|corner| V::from_f64(corner.map(f64::from))).collect();
    Ok(Model::new(Mesh::new(positions, surface.triangles.clone())?))
}

/// A mesh of parry's.
pub fn peer_mesh(surface: &Surface) -> Result<TriMesh, Error> {
    let positions = surface.positions.iter().map(|&corner| PeerVector::from_array(corner)).collect();
    TriMesh::new(positions, surface.triangles.clone())
        .map_err(|error| Error::Peer { peer: "parry3d", reason: error.to_string() })
}

/// The pairs of triangles that `meet`, among those whose boxes do by parry's join; boxes are widened by
/// `margin`.
pub fn joined_pairs<'a>(
    first: &'a TriMesh,
    second: &'a TriMesh,
    pose: &'a Pose,
    margin: f32,
    meet: impl Fn(&Triangle, &Triangle) -> bool + 'a,
) -> impl Iterator<Item = (u32, u32)> + 'a {
    // What `Aabb::transform_by` computes, without making the matrix anew for every box.
    let matrix = Mat3::from_quat(pose.rotation);
    let reach = Mat3::from_cols(matrix.x_axis.abs(), matrix.y_axis.abs(), matrix.z_axis.abs());
    let candidates = first.bvh().leaf_pairs(second.bvh(), move |one, other| {
        let other = other.aabb();
        let center = matrix * other.center() + pose.translation;
        one.aabb().intersects(&Aabb::from_half_extents(center, reach * other.half_extents() + margin))
    });
    candidates.filter(move |&(i, j)| meet(&first.triangle(i), &second.triangle(j).transformed(pose)))
}

/// parry's test of any two convex shapes.
fn by_gjk(one: &Triangle, other: &Triangle) -> bool {
    details::intersection_test_support_map_support_map(&Pose::IDENTITY, one, other)
}

/// Does an edge of one pierce the other?
pub fn by_edges(one: &Triangle, other: &Triangle) -> bool {
    let pierces = |edges: &Triangle, face: &Triangle| {
        [(edges.a, edges.b), (edges.b, edges.c), (edges.c, edges.a)]
            .into_iter()
            .any(|(from, to)| face.cast_local_ray(&Ray::new(from, to - from), 1.0, true).is_some())
    };
    pierces(one, other) || pierces(other, one)
}

/// Which pairs differ, and what would have been right: all that are anywhere near, tested exactly on our
/// corners.
fn agreement<V: Vector>(
    ours: &[Model<V>; 2],
    map: &Affine<V>,
    count: u64,
    theirs: &[TriMesh; 2],
    pose: &Pose,
) -> String {
    let bodies = [Instance::new(&ours[0], Affine::identity()), Instance::new(&ours[1], *map)];
    let [first, second] = theirs;
    let near = joined_pairs(first, second, pose, 1e-4, |_, _| true);
    let meet = |&(i, j): &(u32, u32)| Some(bodies[0].triangle(i)?.intersects(&bodies[1].triangle(j)?));
    let right: BTreeSet<(u32, u32)> = near.filter(|pair| meet(pair) == Some(true)).collect();
    let mut text = format!("{count} pairs; brute force over nearby pairs: {}", right.len());
    for (name, meet) in [("edge rays", by_edges as fn(&Triangle, &Triangle) -> bool), ("convex test", by_gjk)]
    {
        let found: BTreeSet<(u32, u32)> = joined_pairs(first, second, pose, 0.0, meet).collect();
        let missing = right.difference(&found).count();
        let extra = found.difference(&right).count();
        text += &format!(
            "\nparry3d join + {name}: {}, {extra} of them not in ours; {missing} of ours missing",
            found.len()
        );
    }
    text
}
