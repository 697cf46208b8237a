//! Our meshes against meshes and moving shapes, in `f32`.

use std::sync::Arc;

use glam::{Quat, Vec3};
use impinge::assembly::{Cascade, Collision, Instance, Model, find_collisions};
use impinge::compound::SurfaceMesh;
use impinge::math::{Affine, Pose, Rotation};
use impinge::narrow::Collide;
use impinge::shape::{Ball, Hull, Shape};
use impinge::sweep::cast_shape;

use super::Placement;
use crate::error::Error;
use crate::groups::check;
use crate::workload::bumpy_sphere::Surface;
use crate::workload::rays::Sweep;

/// How near a moving shape comes; meshes for casts have a radius of 10.
const SKIN: f32 = 1e-3;

/// A mesh with its trees, at the origin.
pub type Mesh = Arc<Model<Vec3>>;

/// Builds it.
pub fn build(surface: &Surface) -> Result<Mesh, Error> {
    let model = check::model(surface)?;
    model.bvh();
    model.mesh_bvh();
    Ok(Arc::new(model))
}

/// Two meshes, the second one placed.
pub struct Pair {
    models: [Mesh; 2],
    pose: Pose<Vec3>,
}

impl Pair {
    /// The pair.
    pub fn new(first: &Mesh, second: &Mesh, placement: &Placement) -> Result<Self, Error> {
        let pose = Pose {
            rotation: Rotation::<Vec3>::from_quaternion(Quat::from_array(placement.quaternion))?,
            translation: Vec3::from_array(placement.translation),
        };
        Ok(Pair { models: [first.clone(), second.clone()], pose })
    }

    /// The first and the second as shapes.
    fn shapes(&self) -> [SurfaceMesh<Vec3>; 2] {
        let [first, second] = &self.models;
        [SurfaceMesh::from_model(first.clone()), SurfaceMesh::from_model(second.clone()).at(&self.pose)]
    }

    /// Do the solids meet?
    pub fn meets(&self) -> bool {
        let [first, second] = self.shapes();
        first.intersects(&second)
    }

    /// How far apart they are.
    pub fn distance(&self) -> f64 {
        let [first, second] = self.shapes();
        first.distance(&second).into()
    }

    /// How many pairs of triangles meet.
    pub fn pairs(&self) -> u64 {
        self.collisions().first().map_or(0, |found| found.triangle_pairs)
    }

    fn collisions(&self) -> Vec<Collision<Vec3>> {
        let [first, second] = &self.models;
        let bodies = [Instance::new(first, Affine::identity()), Instance::new(second, self.pose)];
        find_collisions(&bodies, &Cascade::default(), &())
    }
}

/// A mesh that stands in the way.
pub struct Obstacle(SurfaceMesh<Vec3>);

impl Obstacle {
    /// The mesh where it is.
    pub fn new(mesh: &Mesh) -> Self {
        Obstacle(SurfaceMesh::from_model(mesh.clone()))
    }

    /// What share of its way a shape goes.
    fn cast(&self, shape: &impl Shape<Vector = Vec3>, motion: [f32; 3]) -> f32 {
        cast_shape(shape, Vec3::from_array(motion), &self.0, SKIN).map_or(f32::INFINITY, |hit| hit.time)
    }

    /// The same of a ball.
    pub fn cast_ball(&self, radius: f32, sweep: &Sweep) -> f32 {
        match Ball::new(Vec3::from_array(sweep.start), radius) {
            Ok(ball) => self.cast(&ball, sweep.motion),
            Err(_) => f32::NAN,
        }
    }

    /// The same of a hull that is given around the origin.
    pub fn cast_hull(&self, hull: &Hull<Vec3>, sweep: &Sweep) -> f32 {
        let pose = Pose::from_translation(Vec3::from_array(sweep.start));
        self.cast(&hull.at(&pose), sweep.motion)
    }
}
