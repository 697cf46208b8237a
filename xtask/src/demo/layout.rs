//! The dimensions that several parts of the gearbox must agree on, in millimetres; z points up, the shafts
//! lie along y, the top of the base plate is z = 0.
//!
//! Nothing touches by accident: parts that a fitter would press together stand [`GAP`] or [`FIT`] apart, so
//! that the list of planted clashes is the whole truth.

use super::bearing::Bearing;
use super::gear::Gear;
use super::mesh::Mesh;
use super::outline::{polar, stepped_shaft};
use glam::{DVec2, DVec3};
use std::f64::consts::PI;

/// Between faces that lie on each other.
pub const GAP: f64 = 0.1;
/// Between a bore and what sits in it, radially.
pub const FIT: f64 = 0.06;

/// Height of the three main shafts.
pub const SHAFT_HEIGHT: f64 = 90.0;
/// Inner faces of the walls: x from left to right.
pub const INSIDE_X: (f64, f64) = (-135.0, 190.0);
/// Half the inner width, along y.
pub const INSIDE_Y: f64 = 60.0;
/// Thickness of a wall.
pub const WALL: f64 = 12.0;
/// Upper edge of the walls.
pub const WALL_TOP: f64 = 190.0;
/// Underside of the lid, and its thickness.
pub const LID: (f64, f64) = (WALL_TOP + GAP, 10.0);
/// Width and height of the rails that hold lid and walls.
pub const RAIL: (f64, f64) = (16.9, 12.0);
/// Thickness of the base plate.
pub const BASE_THICKNESS: f64 = 20.0;
/// Thickness of a bearing cap.
pub const CAP_THICKNESS: f64 = 6.0;
/// Bolts on one bearing cap.
pub const CAP_BOLTS: u32 = 6;

/// Where x and y of the bolts through lid and base plate are: six in front, six behind, three on either side.
pub fn rail_bolts() -> Vec<DVec2> {
    let middle = INSIDE_Y + WALL + GAP + RAIL.0 / 2.0 - 0.05;
    let long = |y: f64| (0..6).map(move |k| DVec2::new(-130.0 + 62.0 * f64::from(k), y));
    let short = |x: f64| [-50.0, 0.0, 50.0].map(move |y| DVec2::new(x, y));
    let side = WALL + GAP + RAIL.0 / 2.0 - 0.05;
    long(-middle)
        .chain(long(middle))
        .chain(short(INSIDE_X.0 - side))
        .chain(short(INSIDE_X.1 + side))
        .collect()
}

/// A shaft with its bearings, and the gears on it.
#[derive(Clone, Copy, Debug)]
pub struct Shaft {
    /// "A" is driven by the motor, "C" drives the machine.
    pub name: &'static str,
    /// x and z of the axis.
    pub axis: DVec2,
    /// Radius in the bearings.
    pub seat: f64,
    /// Radius under the gears.
    pub shoulder: f64,
    /// The same at both ends.
    pub bearing: Bearing,
    /// How far it stands out of the housing: y of the front end and of the back end, and the radius out
    /// there.
    pub ends: (f64, f64),
    /// Radius outside of the housing.
    pub end_radius: f64,
    /// What it carries: name, gear, first and last y.
    pub gears: &'static [(&'static str, Gear, f64, f64)],
}

const fn gear(module: f64, teeth: u32) -> Gear {
    Gear { module, teeth, thinning: 0.15 }
}

/// Gears of the first stage.
const INPUT_PINION: Gear = gear(2.0, 24);
const INTERMEDIATE_GEAR: Gear = gear(2.0, 56);
/// Gears of the second stage.
const INTERMEDIATE_PINION: Gear = gear(2.5, 22);
const OUTPUT_GEAR: Gear = gear(2.5, 50);
/// Drives the tachometer; meshes with the output gear.
const TACHO_GEAR: Gear = gear(2.5, 20);
/// Elevation of the tachometer's axis as seen from the output shaft, in radians.
pub const TACHO_ELEVATION: f64 = PI / 6.0;

/// The four shafts: input, intermediate, output, tachometer.
pub fn shafts() -> [Shaft; 4] {
    let shaft = |name, axis, seat: f64, shoulder, outer, ball, gears| Shaft {
        name,
        axis,
        seat,
        shoulder,
        bearing: Bearing { bore: seat + FIT, outer, ball },
        ends: (-70.0, 70.0),
        end_radius: seat - 1.0,
        gears,
    };
    let input = DVec2::new(-90.0, SHAFT_HEIGHT);
    let intermediate = input + DVec2::X * (INPUT_PINION.pitch_radius() + INTERMEDIATE_GEAR.pitch_radius());
    let output = intermediate + DVec2::X * (INTERMEDIATE_PINION.pitch_radius() + OUTPUT_GEAR.pitch_radius());
    let tacho = output + polar(TACHO_ELEVATION, OUTPUT_GEAR.pitch_radius() + TACHO_GEAR.pitch_radius());
    [
        Shaft {
            ends: (-110.0, 70.0),
            ..shaft("A", input, 10.0, 12.0, 22.0, 3.2, &[("input pinion", INPUT_PINION, -35.0, -15.0)])
        },
        shaft(
            "B",
            intermediate,
            12.5,
            15.0,
            26.0,
            3.6,
            &[
                ("intermediate gear", INTERMEDIATE_GEAR, -35.0, -15.0),
                ("intermediate pinion", INTERMEDIATE_PINION, 3.0, 27.0),
            ],
        ),
        Shaft {
            ends: (-70.0, 150.0),
            ..shaft("C", output, 15.0, 18.0, 31.0, 4.2, &[("output gear", OUTPUT_GEAR, 3.0, 27.0)])
        },
        shaft("D", tacho, 8.0, 10.0, 17.0, 2.4, &[("tacho gear", TACHO_GEAR, 5.0, 25.0)]),
    ]
}

impl Shaft {
    /// Radius of the circle of bolts on a bearing cap.
    pub fn bolt_circle(self) -> f64 {
        self.bearing.outer + 6.0
    }

    /// Radius of a bearing cap.
    pub fn cap_radius(self) -> f64 {
        self.bearing.outer + 12.0
    }

    /// Angles of its bolts.
    pub fn bolt_angles() -> impl Iterator<Item = f64> {
        (0..CAP_BOLTS).map(|k| PI / 6.0 + PI / 3.0 * f64::from(k))
    }

    /// The shaft along z, with the given radius in the back bearing.
    pub fn mesh(self, back_seat: f64) -> Mesh {
        let (front, back) = self.ends;
        let wall = INSIDE_Y + WALL;
        let inner = INSIDE_Y - 2.0;
        let mut steps = Vec::new();
        if front < -wall {
            steps.push((self.end_radius, -wall));
        }
        steps.extend([(self.seat, -inner), (self.shoulder, inner), (back_seat, back.min(wall))]);
        if back > wall {
            steps.push((self.end_radius, back));
        }
        stepped_shaft(front, &steps, super::bearing::SEGMENTS)
    }
}

/// Turns what was built along z so that it lies along y: z becomes y, y points down.
pub const ALONG_Y: (DVec3, f64) = (DVec3::X, -PI / 2.0);
/// Turns what was built along z so that it lies along x: z becomes x, x points down.
pub const ALONG_X: (DVec3, f64) = (DVec3::Y, PI / 2.0);
