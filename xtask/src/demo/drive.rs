//! What turns: shafts, gears, spacers, bearings, and the caps that hold the bearings in the walls.

use super::assembly::{Assembly, Kind, Node};
use super::bearing::{Bearing, SEGMENTS};
use super::fastener::{self, M5, M8};
use super::gear::{Gear, keyed_bore};
use super::housing::fastening;
use super::layout::{ALONG_Y, CAP_THICKNESS, FIT, GAP, INSIDE_Y, Shaft, TACHO_ELEVATION, WALL, shafts};
use super::mesh::{Material, Mesh};
use super::outline::{Outline, ball, circle, extrude, hole, polar, sleeve};
use glam::{DVec2, DVec3};
use std::f64::consts::PI;

/// All four shafts with everything on them.
pub fn build(assembly: &mut Assembly) -> Node {
    let angles = rest_angles();
    let groups = shafts().into_iter().zip(angles).map(|(shaft, angles)| {
        let mut parts = vec![bare_shaft(assembly, shaft)];
        parts.extend(gears(assembly, shaft, &angles));
        parts.push(end(assembly, shaft, "front").turned(DVec3::X, PI));
        parts.push(end(assembly, shaft, "back"));
        if shaft.name == "C" {
            parts.push(output_flange(assembly, shaft));
        }
        Node::group(format!("shaft group {}", shaft.name), parts)
            .at(shaft.axis.x, 0.0, shaft.axis.y)
            .turned(ALONG_Y.0, ALONG_Y.1)
    });
    let mut groups: Vec<Node> = groups.collect();
    groups.push(feeler_gauge(assembly));
    Node::group("drive", groups)
}

/// The angle of every gear, shaft by shaft, so that all mesh. Seen along y, with z downwards.
fn rest_angles() -> [Vec<f64>; 4] {
    let [a, b, c, d] = shafts().map(|shaft| shaft.gears);
    let gear = |of: &[(&str, Gear, f64, f64)], i: usize| of[i].1;
    let (input, intermediate_pinion) = (0.2, 0.1);
    let intermediate = gear(a, 0).meshing_angle(input, 0.0, gear(b, 0));
    let output = gear(b, 1).meshing_angle(intermediate_pinion, 0.0, gear(c, 0));
    // Half the play of the pair closes the gap between the flanks; another 0.2 mm along the line of action,
    // which leans by the pressure angle of 20°, makes the teeth interfere.
    let too_far = (gear(d, 0).thinning + 0.2 / libm::cos(PI / 9.0)) / gear(d, 0).pitch_radius();
    let tacho = gear(c, 0).meshing_angle(output, -TACHO_ELEVATION, gear(d, 0)) + too_far;
    [vec![input], vec![intermediate, intermediate_pinion], vec![output], vec![tacho]]
}

fn bare_shaft(assembly: &mut Assembly, shaft: Shaft) -> Node {
    let name = format!("shaft {}", shaft.name);
    // The bore of the inner ring is FIT wider than a good seat.
    let back_seat = match shaft.name {
        "C" => shaft.bearing.bore + 0.05,
        _ => shaft.seat,
    };
    if back_seat > shaft.bearing.bore {
        assembly.plant(&name, "inner ring C back", Kind::Overlapping, "the seat is 0.05 mm too thick");
    }
    assembly.single(&name, Material::Steel, || shaft.mesh(back_seat))
}

/// Gears with the spacers between them.
fn gears(assembly: &mut Assembly, shaft: Shaft, angles: &[f64]) -> Vec<Node> {
    let bore_radius = shaft.shoulder + FIT;
    let mut parts = Vec::new();
    let mut spacer_start = 3.0 - INSIDE_Y;
    let last = (INSIDE_Y - 3.0 + GAP, 0.0);
    let gear_ends = shaft.gears.iter().map(|g| (g.2, g.3)).chain([last]);
    for ((start, end), number) in gear_ends.zip(1..) {
        let name = format!("spacer {} {number}", shaft.name);
        let tube = || sleeve(bore_radius, shaft.shoulder + 4.0, spacer_start, start - GAP, SEGMENTS);
        parts.push(assembly.single(&name, Material::Steel, tube));
        spacer_start = end + GAP;
    }
    for (&(name, gear, start, end), &angle) in shaft.gears.iter().zip(angles) {
        let round = hole(DVec2::ZERO, bore_radius, SEGMENTS);
        let (bore, lightening): (Outline, _) = match name {
            "intermediate gear" => (keyed_bore(bore_radius, 2.6, 17.5, SEGMENTS), Some((6, 36.0, 9.0))),
            "output gear" => (round, Some((6, 42.0, 11.0))),
            _ => (round, None),
        };
        let wheel = assembly
            .single(name, Material::Bronze, || gear.mesh(bore, lightening, start, end))
            .turned(DVec3::Z, angle);
        parts.push(match name {
            "input pinion" => wheel.spinning(),
            _ => wheel,
        });
        match name {
            "intermediate gear" => {
                let key = || Mesh::block(DVec3::new(13.0, -2.5, -34.0), DVec3::new(17.3, 2.5, -16.0));
                parts.push(assembly.single("parallel key", Material::Red, key).turned(DVec3::Z, angle));
                assembly.plant("parallel key", "shaft B", Kind::Overlapping, "the shaft has no keyway");
            }
            "output gear" => {
                let place = polar(1.0, 25.0);
                let stray = || ball(2.0, 16);
                parts.push(assembly.single("stray ball", Material::Red, stray).at(place.x, place.y, 15.0));
                assembly.plant("stray ball", "output gear", Kind::Contained, "copied into the solid hub");
            }
            "tacho gear" => {
                assembly.plant("tacho gear", "output gear", Kind::Overlapping, "teeth interfere by 0.2 mm");
            }
            _ => {}
        }
    }
    parts
}

/// One end of a shaft: the bearing in its wall and the cap outside; z points out of the housing.
fn end(assembly: &mut Assembly, shaft: Shaft, side: &str) -> Node {
    let label = format!("{} {side}", shaft.name);
    let bearing = shaft.bearing;
    let size = shaft.name;
    let inner = assembly.mesh(&format!("inner ring {size}"), Material::Steel, || bearing.inner_ring());
    let outer = assembly.mesh(&format!("outer ring {size}"), Material::Steel, || bearing.outer_ring());
    let rolling = assembly.mesh(&format!("ball {size}"), Material::Steel, || ball(bearing.ball, 16));
    let mut parts = vec![
        Node::part(format!("inner ring {label}"), inner),
        Node::part(format!("outer ring {label}"), outer),
    ];
    for number in 0..Bearing::BALLS {
        let name = format!("ball {label} {}", number + 1);
        let (angle, mut place) = bearing.ball_place(number);
        if name == "ball D front 3" {
            // Twice the gap to its groove.
            place += polar(angle, 2.0 * super::bearing::BALL_GAP);
            assembly.plant(&name, "outer ring D front", Kind::Overlapping, "pressed through its groove");
        }
        parts.push(Node::part(name, rolling).at(place.x, place.y, 0.0).turned(DVec3::Z, angle));
    }
    let bearing = Node::group(format!("bearing {label}"), parts).at(0.0, 0.0, INSIDE_Y + WALL / 2.0);

    let open = if side == "front" { shaft.ends.0 < -INSIDE_Y - WALL } else { shaft.ends.1 > INSIDE_Y + WALL };
    let cap_name = if open { format!("open cap {size}") } else { format!("closed cap {size}") };
    let places: Vec<DVec2> = Shaft::bolt_angles().map(|a| polar(a, shaft.bolt_circle())).collect();
    let cap = assembly.mesh(&cap_name, Material::Iron, || {
        let mut holes: Vec<Outline> =
            places.iter().map(|&p| hole(p, M5.clearance(), fastener::SEGMENTS)).collect();
        if open {
            holes.push(hole(DVec2::ZERO, shaft.end_radius + 1.0, SEGMENTS));
        }
        extrude(&circle(DVec2::ZERO, shaft.cap_radius(), 48), &holes, 0.0, CAP_THICKNESS)
    });
    let mut parts = vec![Node::part(format!("cap {label}"), cap)];
    for (place, number) in places.iter().zip(1..) {
        let fastening = fastening(assembly, &format!("cap {label}"), number, M5, 22.0, None);
        parts.push(fastening.at(place.x, place.y, CAP_THICKNESS));
    }
    let cap = Node::group(format!("cap group {label}"), parts).at(0.0, 0.0, INSIDE_Y + WALL + GAP);
    Node::group(format!("end {label}"), vec![bearing, cap])
}

fn output_flange(assembly: &mut Assembly, shaft: Shaft) -> Node {
    let places: Vec<DVec2> = (0..6).map(|k| polar(PI / 3.0 * f64::from(k), 32.0)).collect();
    let mut holes: Vec<Outline> =
        places.iter().map(|&p| hole(p, M8.clearance(), fastener::SEGMENTS)).collect();
    holes.push(hole(DVec2::ZERO, shaft.end_radius + FIT, SEGMENTS));
    let thickness = 15.0;
    let disc = || extrude(&circle(DVec2::ZERO, 45.0, 48), &holes, 0.0, thickness);
    let mut parts = vec![assembly.single("output flange", Material::Steel, disc)];
    for (place, number) in places.iter().zip(1..) {
        let fastening = fastening(assembly, "flange", number, M8, 26.0, Some(thickness));
        parts.push(fastening.at(place.x, place.y, thickness));
    }
    Node::group("output", parts).at(0.0, 0.0, 120.0)
}

/// A gauge 0.05 mm thin, forgotten across two teeth: thinner than any grid or tolerance would see.
fn feeler_gauge(assembly: &mut Assembly) -> Node {
    let [input, ..] = shafts();
    let gauge = || Mesh::centred_block(12.0, 0.05, 53.0);
    let (tip, middle) = (26.0, -25.0);
    let reach = input.axis.y + tip - 4.0;
    assembly.plant("feeler gauge", "input pinion", Kind::Overlapping, "forgotten between the teeth");
    assembly.single("feeler gauge", Material::Red, gauge).at(input.axis.x, middle, reach + 26.5)
}
