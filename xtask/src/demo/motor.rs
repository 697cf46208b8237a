//! The motor on its pedestal, and the coupling that drives the input shaft.

use super::assembly::{Assembly, Kind, Node};
use super::bearing::SEGMENTS;
use super::fastener::{self, M5, M8};
use super::housing::fastening;
use super::layout::{ALONG_Y, FIT, GAP, shafts};
use super::mesh::{Material, Mesh};
use super::outline::{Outline, circle, circumscribed, extrude, hole, polar, revolve, stepped_shaft};
use glam::{DVec2, DVec3};
use std::f64::consts::{PI, TAU};

const BODY_RADIUS: f64 = 50.0;
const SHAFT_RADIUS: f64 = 9.0;
/// y of the rear and the front face of the body.
const BODY: (f64, f64) = (-300.0, -165.0);
const PEDESTAL_TOP: f64 = 31.5;

/// x and y of the bolts that hold the pedestal on the base plate.
pub fn pedestal_bolts() -> [DVec2; 4] {
    let x = shafts()[0].axis.x;
    [(-52.0, -280.0), (52.0, -280.0), (-52.0, -190.0), (52.0, -190.0)].map(|(dx, y)| DVec2::new(x + dx, y))
}

/// Motor, pedestal and coupling.
pub fn build(assembly: &mut Assembly) -> Node {
    let axis = shafts()[0].axis;
    // Built along z on the axis of the input shaft, which then lies along y.
    let mut turning = vec![body(assembly), front_bell(assembly), fan(assembly), fins(assembly)];
    turning.extend(coupling(assembly));
    let motor = Node::group("motor group", turning).at(axis.x, 0.0, axis.y).turned(ALONG_Y.0, ALONG_Y.1);
    let terminal_box = || Mesh::block(DVec3::new(-25.0, -260.0, 148.6), DVec3::new(25.0, -210.0, 180.0));
    let terminals = assembly.single("terminal box", Material::Blue, terminal_box).at(axis.x, 0.0, 0.0);
    Node::group("drive unit", vec![motor, terminals, pedestal(assembly)])
}

fn body(assembly: &mut Assembly) -> Node {
    let (rear, front) = BODY;
    let bore = circumscribed(SHAFT_RADIUS + 1.5, SEGMENTS);
    let block = || {
        let profile = [
            (0.0, rear),
            (BODY_RADIUS, rear),
            (BODY_RADIUS, front),
            (bore, front),
            (bore, front - 30.0),
            (0.0, front - 30.0),
        ];
        revolve(&profile.map(DVec2::from), SEGMENTS)
    };
    let shaft = || stepped_shaft(front - 25.0, &[(SHAFT_RADIUS, -112.0)], SEGMENTS);
    let gauge = || Mesh::centred_block(20.0, 12.0, 8.0);
    assembly.plant("gauge block", "motor body", Kind::Contained, "a forgotten part inside the solid motor");
    let parts = vec![
        assembly.single("motor body", Material::Blue, block),
        assembly.single("motor shaft", Material::Steel, shaft),
        // Turned askew, so that its box is not the boxes' easy case.
        assembly
            .single("gauge block", Material::Red, gauge)
            .at(12.0, -15.0, -240.0)
            .turned(DVec3::new(0.6, 0.0, 0.8), 0.7),
    ];
    Node::group("rotor and stator", parts)
}

fn front_bell(assembly: &mut Assembly) -> Node {
    let places: Vec<DVec2> = (0..4).map(|k| polar(PI / 4.0 + PI / 2.0 * f64::from(k), 44.0)).collect();
    let mut holes: Vec<Outline> =
        places.iter().map(|&p| hole(p, M5.clearance(), fastener::SEGMENTS)).collect();
    holes.push(hole(DVec2::ZERO, SHAFT_RADIUS + 1.0, SEGMENTS));
    let thickness = 10.0;
    let disc = || extrude(&circle(DVec2::ZERO, 55.0, SEGMENTS), &holes, 0.0, thickness);
    let mut parts = vec![assembly.single("front bell", Material::Blue, disc)];
    for (place, number) in places.iter().zip(1..) {
        // The body is solid: these end inside the bell.
        let fastening = fastening(assembly, "bell", number, M5, 10.0, None);
        parts.push(fastening.at(place.x, place.y, thickness));
    }
    Node::group("bell group", parts).at(0.0, 0.0, BODY.1 + GAP)
}

/// The fan behind the motor, in its cover.
fn fan(assembly: &mut Assembly) -> Node {
    let wheel = || {
        let star = (0..28).map(|k| polar(TAU * f64::from(k) / 28.0, if k % 4 < 2 { 47.0 } else { 18.0 }));
        extrude(&star.collect::<Outline>(), &[], 0.0, 14.0)
    };
    let cover = || {
        let inner = circumscribed(54.0, SEGMENTS);
        let profile =
            [(0.0, -340.0), (57.0, -340.0), (57.0, -302.0), (inner, -302.0), (inner, -338.0), (0.0, -338.0)];
        revolve(&profile.map(DVec2::from), SEGMENTS)
    };
    let parts = vec![
        assembly.single("fan", Material::Zinc, wheel).at(0.0, 0.0, -325.0),
        assembly.single("fan cover", Material::Blue, cover),
    ];
    Node::group("fan group", parts)
}

/// Cooling fins around the body: one blank, stretched along one of its axes.
fn fins(assembly: &mut Assembly) -> Node {
    const COUNT: u32 = 24;
    /// The one below the terminal box, straight up: z points down here.
    const TOP: u32 = 18;
    let blank = assembly.mesh("fin blank", Material::Blue, || Mesh::centred_block(10.0, 2.0, 115.0));
    let fins = (0..COUNT).map(|k| {
        let height = if k == TOP { 10.0 } else { 8.0 };
        let angle = TAU * f64::from(k) / f64::from(COUNT);
        let place = polar(angle, BODY_RADIUS + GAP + height / 2.0);
        Node::part(format!("fin {}", k + 1), blank)
            .at(place.x, place.y, -232.5)
            .turned(DVec3::Z, angle)
            .scaled(height / 10.0, 1.0, 1.0)
    });
    let group = Node::group("fins", fins.collect());
    assembly.plant(
        &format!("fin {}", TOP + 1),
        "terminal box",
        Kind::Overlapping,
        "the fin of a larger motor",
    );
    group
}

fn pedestal(assembly: &mut Assembly) -> Node {
    let x = shafts()[0].axis.x;
    let holes = pedestal_bolts().map(|p| hole(p, M8.clearance(), fastener::SEGMENTS));
    let outline = rectangle_around(x, 62.0, -292.0, -178.0);
    let block = || extrude(&outline, &holes, GAP, PEDESTAL_TOP);
    let mut parts = vec![assembly.single("pedestal", Material::Iron, block)];
    for (place, number) in pedestal_bolts().iter().zip(1..) {
        let grip = PEDESTAL_TOP + super::layout::BASE_THICKNESS;
        let fastening = fastening(assembly, "pedestal", number, M8, 60.0, Some(grip));
        parts.push(fastening.at(place.x, place.y, PEDESTAL_TOP));
    }
    Node::group("pedestal group", parts)
}

fn rectangle_around(x: f64, half_width: f64, y0: f64, y1: f64) -> Outline {
    super::outline::rectangle(DVec2::new(x - half_width, y0), DVec2::new(x + half_width, y1))
}

/// Two discs, joined by six bushed pins.
fn coupling(assembly: &mut Assembly) -> Vec<Node> {
    const PIN_RADIUS: f64 = 4.0;
    /// The pin whose hole in the motor's disc was drilled in the wrong place.
    const OFF: usize = 4;
    let places: Vec<DVec2> = (0..6).map(|k| polar(PI / 3.0 * f64::from(k), 22.0)).collect();
    let disc = |shift: DVec2| {
        let centre = |i: usize| places[i] + if i + 1 == OFF { shift } else { DVec2::ZERO };
        let mut holes: Vec<Outline> =
            (0..places.len()).map(|i| hole(centre(i), PIN_RADIUS + 0.3, fastener::SEGMENTS)).collect();
        holes.push(hole(DVec2::ZERO, SHAFT_RADIUS + FIT, SEGMENTS));
        extrude(&circle(DVec2::ZERO, 30.0, SEGMENTS), &holes, 0.0, 14.0)
    };
    let mut parts = vec![
        assembly.single("coupling disc gearbox", Material::Steel, || disc(DVec2::ZERO)).at(0.0, 0.0, -108.0),
        assembly.single("coupling disc motor", Material::Steel, || disc(DVec2::Y * 0.5)).at(0.0, 0.0, -128.0),
    ];
    let pin = assembly.mesh("coupling pin", Material::Rubber, || {
        stepped_shaft(-20.0, &[(PIN_RADIUS, 20.0)], fastener::SEGMENTS)
    });
    for (place, number) in places.iter().zip(1..) {
        parts.push(Node::part(format!("coupling pin {number}"), pin).at(place.x, place.y, -111.0));
    }
    assembly.plant(
        &format!("coupling pin {OFF}"),
        "coupling disc motor",
        Kind::Overlapping,
        "its hole is drilled 0.5 mm off, with 0.3 mm of clearance",
    );
    parts
}
