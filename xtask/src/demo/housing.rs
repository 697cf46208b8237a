//! The closed housing: base plate on feet, four walls, lid, the rails that hold them together and their
//! bolts.

use super::assembly::{Assembly, Kind, Node};
use super::bearing::SEGMENTS;
use super::fastener::{self, M6, M8, Thread};
use super::layout::{
    ALONG_X, ALONG_Y, BASE_THICKNESS, FIT, GAP, INSIDE_X, INSIDE_Y, LID, RAIL, Shaft, WALL, WALL_TOP,
    rail_bolts, shafts,
};
use super::mesh::{Material, Mesh};
use super::motor;
use super::outline::{Outline, extrude, hole, polar, rectangle, revolve};
use super::piping;
use glam::{DVec2, DVec3};
use std::f64::consts::PI;

/// x and y of the feet.
const FEET: [DVec2; 4] = [
    DVec2::new(-180.0, -330.0),
    DVec2::new(220.0, -330.0),
    DVec2::new(-180.0, 100.0),
    DVec2::new(220.0, 100.0),
];
/// Height of a foot.
const FOOT_HEIGHT: f64 = 30.0;

/// A bolt with its washer, standing on a face at z = 0 of the group; with a nut under a face at `-grip`.
pub fn fastening(
    assembly: &mut Assembly,
    name: &str,
    number: usize,
    thread: Thread,
    length: f64,
    grip: Option<f64>,
) -> Node {
    let size = thread.name;
    let washer = assembly.mesh(&format!("washer {size}"), Material::Zinc, || thread.washer());
    let bolt = assembly.mesh(&format!("bolt {size}x{length}"), Material::Zinc, || thread.bolt(length));
    let mut parts = vec![
        Node::part(format!("{name} washer {number}"), washer).at(0.0, 0.0, GAP),
        Node::part(format!("{name} bolt {number}"), bolt).at(0.0, 0.0, 2.0 * GAP + thread.washer_thickness),
    ];
    if let Some(grip) = grip {
        let nut = assembly.mesh(&format!("nut {size}"), Material::Zinc, || thread.nut());
        parts.push(Node::part(format!("{name} nut {number}"), nut).at(0.0, 0.0, -grip - GAP));
    }
    Node::group(format!("{name} fastening {number}"), parts)
}

/// The whole housing.
pub fn build(assembly: &mut Assembly) -> Node {
    let parts = vec![base(assembly), walls(assembly), rails(assembly), lid(assembly)];
    Node::group("housing", parts)
}

fn base(assembly: &mut Assembly) -> Node {
    let clearance = |thread: Thread| move |p: DVec2| hole(p, thread.clearance(), fastener::SEGMENTS);
    let mut holes: Vec<Outline> = rail_bolts().into_iter().map(clearance(M6)).collect();
    holes.extend(FEET.into_iter().chain(motor::pedestal_bolts()).map(clearance(M8)));
    let outline = rectangle(DVec2::new(-200.0, -350.0), DVec2::new(240.0, 120.0));
    let plate = || extrude(&outline, &holes, -BASE_THICKNESS, 0.0);
    let mut parts = vec![assembly.single("base plate", Material::Iron, plate)];

    let foot = assembly.mesh("foot", Material::Rubber, || {
        let profile = [(5.0, -FOOT_HEIGHT), (25.0, -FOOT_HEIGHT), (18.0, 0.0), (5.0, 0.0)];
        revolve(&profile.map(DVec2::from), 32)
    });
    for (place, number) in FEET.into_iter().zip(1..) {
        let bolt = fastening(assembly, "foot", number, M8, 45.0, None);
        parts.push(bolt.at(place.x, place.y, 0.0));
        parts.push(Node::part(format!("foot {number}"), foot).at(place.x, place.y, -BASE_THICKNESS - GAP));
    }

    // Closed in all round, so only a check for containment sees it.
    let pin = || Mesh::centred_block(10.0, 6.0, 6.0);
    parts.push(assembly.single("lost core pin", Material::Red, pin).at(150.0, -200.0, -BASE_THICKNESS / 2.0));
    assembly.plant(
        "lost core pin",
        "base plate",
        Kind::Contained,
        "left in the mould when the plate was cast",
    );
    Node::group("base", parts)
}

/// Front and back wall with the bearing bores; left and right wall between them.
fn walls(assembly: &mut Assembly) -> Node {
    // Seen along y: x to the right, z downwards.
    let seen_along_y = |p: DVec2| DVec2::new(p.x, -p.y);
    let mut bores = Vec::new();
    for shaft in shafts() {
        let centre = seen_along_y(shaft.axis);
        bores.push(hole(centre, shaft.bearing.outer + FIT, SEGMENTS));
        let around = |angle: f64| centre + polar(angle, shaft.bolt_circle());
        bores.extend(
            Shaft::bolt_angles().map(|a| hole(around(a), fastener::M5.clearance(), fastener::SEGMENTS)),
        );
    }
    let outline = rectangle(DVec2::new(INSIDE_X.0 - WALL, -WALL_TOP), DVec2::new(INSIDE_X.1 + WALL, -GAP));
    let (inner, outer) = (INSIDE_Y, INSIDE_Y + WALL);
    let front = assembly.single("front wall", Material::Iron, || extrude(&outline, &bores, -outer, -inner));
    bores.push(hole(seen_along_y(piping::COOLANT_HOLE), piping::HOLE_RADIUS, 24));
    let back = assembly.single("back wall", Material::Iron, || extrude(&outline, &bores, inner, outer));

    // Seen along x: z downwards is the first coordinate, y the second.
    let depth = INSIDE_Y - GAP;
    let outline = rectangle(DVec2::new(-WALL_TOP, -depth), DVec2::new(-GAP, depth));
    let oil = hole(DVec2::new(-piping::OIL_HOLE.y, piping::OIL_HOLE.x), piping::HOLE_RADIUS, 24);
    let side = assembly.mesh("side wall", Material::Iron, || extrude(&outline, &[oil], 0.0, WALL));
    Node::group(
        "walls",
        vec![
            front.turned(ALONG_Y.0, ALONG_Y.1),
            back.turned(ALONG_Y.0, ALONG_Y.1),
            Node::part("left wall", side).at(INSIDE_X.0 - WALL, 0.0, 0.0).turned(ALONG_X.0, ALONG_X.1),
            Node::part("right wall", side).at(INSIDE_X.1, 0.0, 0.0).turned(ALONG_X.0, ALONG_X.1),
        ],
    )
}

/// Bars along the upper and lower edges of the walls, through which lid and base plate are bolted.
fn rails(assembly: &mut Assembly) -> Node {
    const DRILL_FORGOTTEN: usize = 3;
    let bolts = rail_bolts();
    let (width, height) = RAIL;
    let (left, right) = (INSIDE_X.0 - WALL, INSIDE_X.1 + WALL);
    let outer = INSIDE_Y + WALL + GAP;
    let sides = [
        ("front", rectangle(DVec2::new(left + 2.0, -outer - width), DVec2::new(right - 2.0, -outer)), 0..6),
        ("back", rectangle(DVec2::new(left + 2.0, outer), DVec2::new(right - 2.0, outer + width)), 6..12),
        ("left", rectangle(DVec2::new(left - GAP - width, -70.0), DVec2::new(left - GAP, 70.0)), 12..15),
        ("right", rectangle(DVec2::new(right + GAP, -70.0), DVec2::new(right + GAP + width, 70.0)), 15..18),
    ];
    let mut parts = Vec::new();
    for (side, outline, own) in sides {
        let drilled = |left_out: Option<usize>| {
            let own = own.clone().filter(|&i| Some(i) != left_out);
            let holes: Vec<Outline> =
                own.map(|i| hole(bolts[i], M6.clearance(), fastener::SEGMENTS)).collect();
            extrude(&outline, &holes, 0.0, height)
        };
        let rail = assembly.mesh(&format!("{side} rail"), Material::Iron, || drilled(None));
        let top = match side {
            "front" => {
                assembly.mesh("front rail, one hole short", Material::Iron, || drilled(Some(DRILL_FORGOTTEN)))
            }
            _ => rail,
        };
        parts.push(Node::part(format!("bottom rail {side}"), rail).at(0.0, 0.0, GAP));
        parts.push(Node::part(format!("top rail {side}"), top).at(0.0, 0.0, WALL_TOP - height));
    }
    assembly.plant(
        &format!("lid bolt {}", DRILL_FORGOTTEN + 1),
        "top rail front",
        Kind::Overlapping,
        "the hole in the rail was never drilled",
    );

    for (place, number) in bolts.iter().zip(1..) {
        let grip = height + GAP + BASE_THICKNESS;
        let fastening = fastening(assembly, "base", number, M6, 40.0, Some(grip));
        parts.push(fastening.at(place.x, place.y, height + GAP));
    }

    // Its face stands at y = 89 mm less 0.02 mm: the shallowest clash of all.
    let sensor = || Mesh::centred_block(20.0, 15.0, 10.0);
    let face = outer + width - 0.02;
    parts.push(assembly.single("level sensor", Material::Red, sensor).at(-100.0, face + 7.5, 6.0));
    assembly.plant("level sensor", "bottom rail back", Kind::Overlapping, "set 0.02 mm too close");
    Node::group("rails", parts)
}

fn lid(assembly: &mut Assembly) -> Node {
    /// Which nut was taken from the wrong box.
    const WRONG_NUT: usize = 3;
    let (underside, thickness) = LID;
    let top = underside + thickness;
    let bolts = rail_bolts();
    let mut holes: Vec<Outline> =
        bolts.iter().map(|&p| hole(p, M6.clearance(), fastener::SEGMENTS)).collect();
    holes.push(hole(piping::DIPSTICK, piping::DIPSTICK_RADIUS + 0.5, fastener::SEGMENTS));
    let margin = 18.0;
    let corner = DVec2::new(INSIDE_X.1 + WALL + margin, INSIDE_Y + WALL + margin);
    let outline = rectangle(DVec2::new(INSIDE_X.0 - WALL - margin, -corner.y), corner);
    let plate = || extrude(&outline, &holes, underside, top);
    let mut parts = vec![assembly.single("lid", Material::Iron, plate)];
    for (place, number) in bolts.iter().zip(1..) {
        let grip = thickness + GAP + RAIL.1;
        let mut fastening = fastening(assembly, "lid", number, M6, 32.0, Some(grip));
        if number == WRONG_NUT {
            let nut = assembly.mesh("nut of the wrong size", Material::Red, || M6.nut_across(9.3));
            let part = &mut fastening.children[2];
            part.mesh = Some(nut);
            // A corner of the hexagon points at the wall, 0.8 mm too far.
            part.rotation = (DVec3::Z, PI / 6.0);
            assembly.plant(
                &part.name,
                "front wall",
                Kind::Overlapping,
                "its corner bites 0.8 mm into the wall",
            );
        }
        parts.push(fastening.at(place.x, place.y, top));
    }
    let eye = assembly.mesh("lifting eye", Material::Steel, || {
        let ring: Outline =
            (0..16).map(|k| DVec2::new(14.0, 0.0) + polar(PI * f64::from(k) / 8.0, 4.0)).collect();
        revolve(&ring, 32)
    });
    for (x, number) in [(0.0, 1), (150.0, 2)] {
        let eye = Node::part(format!("lifting eye {number}"), eye);
        parts.push(eye.at(x, 0.0, top + 2.0 * GAP + 18.0).turned(ALONG_Y.0, ALONG_Y.1));
    }
    let cap = || {
        let profile =
            [(0.0, 0.0), (6.0, 0.0), (6.0, 8.0), (14.0, 12.0), (14.0, 18.0), (8.0, 24.0), (0.0, 24.0)];
        revolve(&profile.map(DVec2::from), 24)
    };
    parts.push(assembly.single("breather", Material::Zinc, cap).at(-60.0, 30.0, top + GAP));
    Node::group("lid group", parts)
}
