//! Hexagon bolts, nuts and washers: one mesh per size, many nodes.

use super::mesh::Mesh;
use super::outline::{circle, extrude, hole, sleeve, triangulate};
use glam::DVec2;

/// Corners around a shank or its hole.
pub const SEGMENTS: u32 = 16;

/// The dimensions that belong to one nominal thread, in millimetres.
#[derive(Clone, Copy, Debug)]
pub struct Thread {
    /// As on the drawing: "M6".
    pub name: &'static str,
    /// Radius of the shank.
    pub shank: f64,
    /// From the axis to a corner of the hexagon.
    pub hexagon: f64,
    /// Height of the head and of the nut.
    pub head: f64,
    /// Outer radius of the washer.
    pub washer: f64,
    /// Its thickness.
    pub washer_thickness: f64,
}

/// M5, after ISO 4017 and ISO 7089, rounded.
pub const M5: Thread =
    Thread { name: "M5", shank: 2.5, hexagon: 4.6, head: 3.5, washer: 5.0, washer_thickness: 1.0 };
/// M6.
pub const M6: Thread =
    Thread { name: "M6", shank: 3.0, hexagon: 5.8, head: 4.0, washer: 6.0, washer_thickness: 1.6 };
/// M8.
pub const M8: Thread =
    Thread { name: "M8", shank: 4.0, hexagon: 7.5, head: 5.3, washer: 8.0, washer_thickness: 1.6 };

impl Thread {
    /// Radius of a clearance hole for the shank.
    pub fn clearance(self) -> f64 {
        self.shank + 0.3
    }

    /// A bolt: shank from z = 0 down to `-length`, head above.
    pub fn bolt(self, length: f64) -> Mesh {
        let hexagon = circle(DVec2::ZERO, self.hexagon, 6);
        let round = circle(DVec2::ZERO, self.shank, SEGMENTS);
        let mut mesh = Mesh::default();
        // The underside of the head is a face with a hole, in which the shank begins: its indices are those
        // of the first two rings.
        mesh.add_ring(hexagon.iter().map(|p| p.extend(0.0)));
        let neck = mesh.add_ring(round.iter().map(|p| p.extend(0.0)));
        let top = mesh.add_ring(hexagon.iter().map(|p| p.extend(self.head)));
        // A chamfered tip.
        let edge = mesh.add_ring(round.iter().map(|p| p.extend(-length + 0.5)));
        let tip = mesh.add_ring(round.iter().map(|p| (*p * 0.8).extend(-length)));
        let underside = triangulate(&[hexagon, round]);
        mesh.triangles.extend(underside.into_iter().map(|[a, b, c]| [a, c, b]));
        mesh.join_rings(0, top, 6);
        mesh.join_rings(edge, neck, SEGMENTS);
        mesh.join_rings(tip, edge, SEGMENTS);
        mesh.triangles.extend((1..5).map(|k| [top, top + k, top + k + 1]));
        mesh.triangles.extend((1..SEGMENTS - 1).map(|k| [tip, tip + k + 1, tip + k]));
        mesh
    }

    /// A nut with its upper face at z = 0.
    pub fn nut(self) -> Mesh {
        self.nut_across(self.hexagon)
    }

    /// The same with another hexagon: from the axis to a corner, in millimetres.
    pub fn nut_across(self, hexagon: f64) -> Mesh {
        let bore = hole(DVec2::ZERO, self.shank + 0.2, SEGMENTS);
        extrude(&circle(DVec2::ZERO, hexagon, 6), &[bore], -self.head, 0.0)
    }

    /// A washer from z = 0 upwards.
    pub fn washer(self) -> Mesh {
        sleeve(self.shank + 0.2, self.washer, 0.0, self.washer_thickness, 24)
    }
}
