//! Neighbouring links of a robot: pairs that `--adjacent report` alone checks.

use std::collections::BTreeSet;

use impinge::assembly::Model;
use impinge::shape::Mesh;
use impinge_scene::robot::{GeometrySet, Robot, RobotInstances};

use crate::placed_links::PlacedLinks;

/// Pairs of neighbouring links, the smaller number first: the pairs of [`Robot::adjacent`], and pairs
/// that links without shapes and several joints connect if they touch where all joints are at rest, as
/// do the parts of a wrist whose axes meet in one point.
pub(crate) fn neighbours(
    robot: &Robot,
    bodies: &RobotInstances,
    shapes: GeometrySet,
) -> BTreeSet<[usize; 2]> {
    let mut pairs = robot.adjacent_links(shapes);
    let candidates = robot.connected_by_several_joints(shapes);
    if candidates.is_empty() {
        return pairs;
    }
    // What is wrong with a mesh is an error where the scene is checked, and nothing here.
    let model = |mesh: &impinge_scene::Mesh| Mesh::new(mesh.positions.clone(), mesh.triangles.clone());
    let Ok(models) =
        bodies.meshes.iter().map(|mesh| model(mesh).map(Model::new)).collect::<Result<Vec<_>, _>>()
    else {
        return pairs;
    };
    let placed = PlacedLinks::new(robot, bodies, &models);
    let at_rest = placed.at(&robot.default_configuration());
    pairs.extend(candidates.into_iter().filter(|pair| at_rest.collide(*pair) == Some(true)));
    pairs
}
