//! Neighbouring links of a robot: pairs that are not checked unless that is asked for.

use std::collections::BTreeSet;

use glam::DVec3;
use impinge::cull::{Body, Model};
use impinge::narrow::{Relate, Relation};
use impinge::shape::{Aabb, Mesh};
use impinge_scene::robot::{Robot, RobotBodies, ShapeKind};

/// Pairs of neighbouring links, the smaller number first: those of [`Robot::adjacent`], and those that links without shapes and several
/// joints connect if they touch where all joints are at rest, as do the parts of a wrist whose axes meet in one point.
pub(crate) fn neighbours(robot: &Robot, bodies: &RobotBodies, shapes: ShapeKind) -> BTreeSet<[usize; 2]> {
    let mut pairs = robot.adjacent(shapes);
    let candidates = robot.connected_by_several_joints(shapes);
    if candidates.is_empty() {
        return pairs;
    }
    // What is wrong with a mesh is an error where the scene is checked.
    let model = |mesh: &impinge_scene::Mesh| Mesh::new(mesh.positions.clone(), mesh.triangles.clone()).ok();
    let models: Vec<Option<Model<DVec3>>> =
        bodies.meshes.iter().map(|mesh| model(mesh).map(Model::new)).collect();
    let maps = robot.link_maps(&robot.rest());
    let mut placed: Vec<Vec<(Body<DVec3>, Aabb<DVec3>)>> = vec![Vec::new(); robot.links.len()];
    for part in &bodies.bodies {
        let body = models[part.mesh].as_ref().map(|model| Body::new(model, maps[part.link] * part.map));
        placed[part.link].extend(body.and_then(|body| body.bounds().map(|bounds| (body, bounds))));
    }
    let touch = |[a, b]: &[usize; 2]| {
        placed[*a].iter().any(|(first, in_a)| {
            let others = placed[*b].iter();
            others.filter(|(_, in_b)| in_a.intersects(in_b)).any(|(second, _)| do_collide(first, second))
        })
    };
    pairs.extend(candidates.into_iter().filter(touch));
    pairs
}

/// Do the surfaces meet, or does one body lie in the other?
pub(crate) fn do_collide(a: &Body<DVec3>, b: &Body<DVec3>) -> bool {
    a.surfaces(b).is_within(0.0) || a.relation(b) != Relation::Separate
}
