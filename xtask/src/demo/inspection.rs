//! Parts that touch *exactly*: on the free corner of the base plate, before the housing.
//!
//! Two parts touch only if their coordinates agree to the last bit. All of these are whole multiples of
//! 1/1024 m, which f32, f64 and every sum of them hold exactly; no part is turned; and the root of the scene
//! only swaps axes.

use super::assembly::{Assembly, Kind, Node};
use super::fastener::M8;
use super::mesh::{Material, Mesh};
use glam::DVec3;

/// 1/1024 m, in millimetres.
const STEP: f64 = 1000.0 / 1024.0;

/// A point in whole steps.
fn grid(x: i32, y: i32, z: i32) -> DVec3 {
    DVec3::new(f64::from(x), f64::from(y), f64::from(z)) * STEP
}

/// A roof from its ridge (at `height`, along x or y) to a rectangle at z = 0; upside down if `height` is
/// negative.
fn wedge(half_x: i32, half_y: i32, height: i32, ridge_along_x: bool) -> Mesh {
    let end = if ridge_along_x { (half_x, 0) } else { (0, half_y) };
    let corners = [
        grid(-half_x, -half_y, 0),
        grid(half_x, -half_y, 0),
        grid(half_x, half_y, 0),
        grid(-half_x, half_y, 0),
        grid(-end.0, -end.1, height),
        grid(end.0, end.1, height),
    ];
    if ridge_along_x {
        Mesh::polyhedron(&corners, &[&[3, 2, 1, 0], &[0, 1, 5, 4], &[2, 3, 4, 5], &[1, 2, 5], &[3, 0, 4]])
    } else {
        Mesh::polyhedron(&corners, &[&[3, 2, 1, 0], &[0, 1, 4], &[2, 3, 5], &[1, 2, 5, 4], &[3, 0, 4, 5]])
    }
}

/// A pyramid on a square at z = 0 with its apex at `height`.
fn pyramid(half: i32, height: i32) -> Mesh {
    let corners = [
        grid(-half, -half, 0),
        grid(half, -half, 0),
        grid(half, half, 0),
        grid(-half, half, 0),
        grid(0, 0, height),
    ];
    Mesh::polyhedron(&corners, &[&[3, 2, 1, 0], &[0, 1, 4], &[1, 2, 4], &[2, 3, 4], &[3, 0, 4]])
}

/// The parts, each pair on its own spot.
pub fn build(assembly: &mut Assembly) -> Node {
    let mut parts = Vec::new();
    let mut place = |assembly: &mut Assembly, name: &str, mesh: Mesh, x: i32, y: i32, z: i32| {
        let at = grid(x, y, z);
        parts.push(assembly.single(name, Material::Red, || mesh).at(at.x, at.y, at.z));
    };
    let block = |x: i32, y: i32, z: i32| Mesh::block(DVec3::ZERO, grid(x, y, z));

    // Face on face, the smaller inside the larger: ring-shaped contact on the base plate, whose top is z = 0.
    place(assembly, "loose washer 1", M8.washer(), 30, -130, 0);
    place(assembly, "loose washer 2", M8.washer(), 52, -150, 0);
    for name in ["loose washer 1", "loose washer 2"] {
        assembly.plant(name, "base plate", Kind::Touching, "lies flush on the plate");
    }

    // Face on face, side by side, overhanging each other.
    place(assembly, "stop block left", block(16, 24, 20), 80, -150, 1);
    place(assembly, "stop block right", block(12, 30, 14), 96, -140, 1);
    assembly.plant("stop block left", "stop block right", Kind::Touching, "pushed together, faces flush");

    // The same face twice, corner on corner.
    place(assembly, "gauge lower", block(12, 12, 8), 130, -150, 1);
    place(assembly, "gauge upper", block(12, 12, 8), 130, -150, 9);
    assembly.plant("gauge lower", "gauge upper", Kind::Touching, "stacked, faces identical");

    // Two ridges cross in one point.
    place(assembly, "knife lower", wedge(12, 6, 10, true), 170, -140, 1);
    place(assembly, "knife upper", wedge(6, 12, -10, false), 170, -140, 21);
    assembly.plant("knife lower", "knife upper", Kind::Touching, "edge across edge");

    // One edge in common, the rest apart.
    place(assembly, "step lower", block(10, 20, 10), 30, -200, 1);
    place(assembly, "step upper", block(10, 20, 10), 40, -200, 11);
    assembly.plant("step lower", "step upper", Kind::Touching, "edge along edge");

    // A tip on a face.
    place(assembly, "anvil", block(30, 20, 10), 80, -205, 1);
    place(assembly, "scriber", pyramid(5, -20), 93, -196, 31);
    assembly.plant("scriber", "anvil", Kind::Touching, "tip on face");

    // A tip on a tip.
    place(assembly, "centre lower", pyramid(6, 12), 140, -195, 1);
    place(assembly, "centre upper", pyramid(6, -12), 140, -195, 25);
    assembly.plant("centre lower", "centre upper", Kind::Touching, "tip on tip");
    Node::group("inspection", parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::assembly;

    /// Bounds of an unturned part below an unmoved group, as a reader of the file computes them, in metres.
    fn bounds(assembly: &Assembly, name: &str) -> (DVec3, DVec3) {
        let metres = |p: DVec3| (p / 1000.0).as_vec3().as_dvec3();
        let node = assembly.nodes().into_iter().find(|n| n.name == name).unwrap();
        assert_eq!((node.rotation.1, node.scale), (0.0, DVec3::ONE), "{name}");
        let mesh = &assembly.meshes[node.mesh.unwrap()].mesh;
        let points = mesh.positions.iter().map(|&p| metres(p) + metres(node.translation));
        points.fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), p| (low.min(p), high.max(p)))
    }

    /// One plane has the two parts on its two sides, and both reach it: they cannot overlap.
    #[test]
    fn touching_parts_share_a_plane_to_the_last_bit() {
        let assembly = assembly();
        for planted in assembly.planted.iter().filter(|p| p.kind == Kind::Touching) {
            let ((low, high), (other_low, other_high)) =
                (bounds(&assembly, &planted.a), bounds(&assembly, &planted.b));
            let shared = (0..3).any(|i| low[i] == other_high[i] || high[i] == other_low[i]);
            assert!(shared, "{} and {}", planted.a, planted.b);
        }
    }
}
