//! Pipes, the cable conduit and the small fittings on the housing.

use super::assembly::{Assembly, Kind, Node};
use super::fastener;
use super::layout::{ALONG_X, GAP, INSIDE_X, LID, WALL};
use super::mesh::Material;
use super::outline::{ball, extrude, hole, pipe, rectangle, stepped_shaft};
use glam::{DVec2, DVec3};

/// Outer and inner radius of the pipes.
const PIPE: (f64, f64) = (6.0, 4.5);
const BEND_RADIUS: f64 = 18.0;
/// A wall is drilled this wide where a pipe passes.
pub const HOLE_RADIUS: f64 = 6.5;
/// y and z of the oil pipe in the side walls.
pub const OIL_HOLE: DVec2 = DVec2::new(-45.0, 60.0);
/// x and z of the coolant pipe in the back wall.
pub const COOLANT_HOLE: DVec2 = DVec2::new(40.0, 150.0);
/// x and y of the dipstick in the lid.
pub const DIPSTICK: DVec2 = DVec2::new(115.0, -10.0);
/// Its radius.
pub const DIPSTICK_RADIUS: f64 = 3.0;
/// Height of the oil pipe above the lid.
const OIL_HEIGHT: f64 = 225.0;

/// All of it.
pub fn build(assembly: &mut Assembly) -> Node {
    let mut parts = pipes(assembly);
    parts.extend(clamps(assembly));
    parts.extend(fittings(assembly));
    Node::group("piping", parts)
}

fn pipes(assembly: &mut Assembly) -> Vec<Node> {
    let point = |x: f64, y: f64, z: f64| DVec3::new(x, y, z);
    let (outer, inner) = PIPE;
    let hollow = |corners: &[DVec3]| pipe(corners, BEND_RADIUS, outer, Some(inner));
    // Out of the right wall, over the lid, into the left wall.
    let oil = [
        point(180.0, OIL_HOLE.x, OIL_HOLE.y),
        point(250.0, OIL_HOLE.x, OIL_HOLE.y),
        point(250.0, OIL_HOLE.x, OIL_HEIGHT),
        point(-180.0, OIL_HOLE.x, OIL_HEIGHT),
        point(-180.0, OIL_HOLE.x, OIL_HOLE.y),
        point(-125.0, OIL_HOLE.x, OIL_HOLE.y),
    ];
    // Along y over the lid, 7 mm below the oil pipe: both are 12 mm thick.
    let crossing = OIL_HEIGHT - 7.0;
    let coolant = [
        point(COOLANT_HOLE.x, -150.0, crossing),
        point(COOLANT_HOLE.x, 130.0, crossing),
        point(COOLANT_HOLE.x, 130.0, COOLANT_HOLE.y),
        point(COOLANT_HOLE.x, 45.0, COOLANT_HOLE.y),
    ];
    assembly.plant("oil pipe", "coolant pipe", Kind::Overlapping, "routed by two people");
    // Into the left wall, where nobody drilled a hole.
    let back = [
        point(-230.0, -120.0, 30.0),
        point(-230.0, 30.0, 30.0),
        point(-230.0, 30.0, 100.0),
        point(-125.0, 30.0, 100.0),
    ];
    assembly.plant("return pipe", "left wall", Kind::Overlapping, "the wall has no hole for it");
    // From the motor's terminal box down to the base plate and along it; the cable runs inside.
    let route = [
        point(-64.5, -235.0, 165.0),
        point(60.0, -235.0, 165.0),
        point(60.0, -235.0, 20.0),
        point(228.0, -235.0, 20.0),
        point(228.0, 80.0, 20.0),
    ];
    vec![
        assembly.single("oil pipe", Material::Copper, || hollow(&oil)),
        assembly.single("coolant pipe", Material::Copper, || hollow(&coolant)),
        assembly.single("return pipe", Material::Copper, || hollow(&back)),
        assembly.single("conduit", Material::Zinc, || pipe(&route, BEND_RADIUS, 5.0, Some(3.5))),
        assembly.single("cable", Material::Rubber, || pipe(&route, BEND_RADIUS, 2.4, None)),
    ]
}

/// Blocks on the lid that carry the oil pipe.
fn clamps(assembly: &mut Assembly) -> Vec<Node> {
    let foot = LID.0 + LID.1 + GAP;
    // Seen along x: z downwards is the first coordinate, y the second.
    let outline =
        rectangle(DVec2::new(-OIL_HEIGHT - 12.0, OIL_HOLE.x - 14.0), DVec2::new(-foot, OIL_HOLE.x + 14.0));
    let bore = hole(DVec2::new(-OIL_HEIGHT, OIL_HOLE.x), PIPE.0 + 0.15, 20);
    let clamp = assembly.mesh("pipe clamp", Material::Zinc, || extrude(&outline, &[bore], -8.0, 8.0));
    let place = |(x, number)| {
        Node::part(format!("pipe clamp {number}"), clamp).at(x, 0.0, 0.0).turned(ALONG_X.0, ALONG_X.1)
    };
    [(-110.0, 1), (-20.0, 2), (120.0, 3), (190.0, 4)].map(place).into()
}

fn fittings(assembly: &mut Assembly) -> Vec<Node> {
    let top = LID.0 + LID.1;
    let stick = || {
        let steps = [(DIPSTICK_RADIUS, top + 1.0), (7.0, top + 6.0), (3.0, top + 12.0)];
        stepped_shaft(30.0, &steps, fastener::SEGMENTS)
    };
    // A ball, flattened to a lens by a scale that differs from axis to axis.
    let lens = || ball(10.0, 24);
    let wall = INSIDE_X.1 + WALL;
    assembly.plant("sight glass", "right wall", Kind::Overlapping, "set into a wall without a window");
    vec![
        assembly.single("dipstick", Material::Steel, stick).at(DIPSTICK.x, DIPSTICK.y, 0.0),
        assembly.single("sight glass", Material::Red, lens).at(wall, 40.0, 50.0).scaled(0.4, 1.0, 1.0),
    ]
}
