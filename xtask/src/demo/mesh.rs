//! A closed triangle mesh, in millimetres.
//!
//! Every part of the demo is the surface of a solid: each edge belongs to exactly two triangles, which run
//! along it in opposite directions, and the triangles turn counter-clockwise when seen from outside.

use glam::DVec3;

/// How a part looks in a viewer; the check does not care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Material {
    /// Turned and ground steel: shafts, bearings.
    Steel,
    /// Gears.
    Bronze,
    /// Cast housing parts.
    Iron,
    /// Screws, nuts and washers.
    Zinc,
    /// Pipes.
    Copper,
    /// Feet, cables, bushes.
    Rubber,
    /// The motor.
    Blue,
    /// What somebody forgot or got wrong.
    Red,
}

impl Material {
    /// All of them, in the order of their discriminants.
    pub const ALL: [Material; 8] = [
        Material::Steel,
        Material::Bronze,
        Material::Iron,
        Material::Zinc,
        Material::Copper,
        Material::Rubber,
        Material::Blue,
        Material::Red,
    ];

    /// Linear red, green and blue, and metalness.
    pub fn colour(self) -> ([f64; 3], f64) {
        match self {
            Material::Steel => ([0.55, 0.57, 0.6], 0.9),
            Material::Bronze => ([0.62, 0.42, 0.16], 0.8),
            Material::Iron => ([0.16, 0.26, 0.2], 0.1),
            Material::Zinc => ([0.7, 0.68, 0.55], 0.9),
            Material::Copper => ([0.72, 0.3, 0.15], 0.8),
            Material::Rubber => ([0.03, 0.03, 0.03], 0.0),
            Material::Blue => ([0.05, 0.12, 0.35], 0.2),
            Material::Red => ([0.7, 0.04, 0.03], 0.1),
        }
    }
}

/// A closed surface.
#[derive(Clone, Debug, Default)]
pub struct Mesh {
    /// Millimetres.
    pub positions: Vec<DVec3>,
    /// Counter-clockwise from outside.
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// Adds a ring of points and returns the index of its first.
    pub fn add_ring(&mut self, points: impl IntoIterator<Item = DVec3>) -> u32 {
        let first = self.positions.len() as u32;
        self.positions.extend(points);
        first
    }

    /// Joins two closed rings of `count` points, counter-clockwise about the direction from `lower` to
    /// `upper`, by quads that look outwards.
    pub fn join_rings(&mut self, lower: u32, upper: u32, count: u32) {
        for k in 0..count {
            let next = (k + 1) % count;
            self.triangles.push([lower + k, lower + next, upper + next]);
            self.triangles.push([lower + k, upper + next, upper + k]);
        }
    }

    /// A convex solid from its corners and its faces (each a loop of corners, all turning the same way).
    pub fn polyhedron(positions: &[DVec3], faces: &[&[u32]]) -> Mesh {
        let mut mesh = Mesh { positions: positions.to_vec(), triangles: Vec::new() };
        for face in faces {
            mesh.triangles.extend((1..face.len() - 1).map(|i| [face[0], face[i], face[i + 1]]));
        }
        mesh.face_outwards();
        mesh
    }

    /// A box from corner to corner.
    pub fn block(min: DVec3, max: DVec3) -> Mesh {
        let corner = |i: u32| {
            let pick = |bit: u32, low: f64, high: f64| if i & bit == 0 { low } else { high };
            DVec3::new(pick(1, min.x, max.x), pick(2, min.y, max.y), pick(4, min.z, max.z))
        };
        let corners: Vec<DVec3> = (0..8).map(corner).collect();
        Mesh::polyhedron(
            &corners,
            &[&[0, 2, 3, 1], &[4, 5, 7, 6], &[0, 1, 5, 4], &[2, 6, 7, 3], &[0, 4, 6, 2], &[1, 3, 7, 5]],
        )
    }

    /// A box of this size around the origin.
    pub fn centred_block(x: f64, y: f64, z: f64) -> Mesh {
        let half = DVec3::new(x, y, z) / 2.0;
        Mesh::block(-half, half)
    }

    /// Six times the enclosed volume would do for the sign; this is the volume itself, in mm³.
    pub fn volume(&self) -> f64 {
        let corner = |i: u32| self.positions[i as usize];
        self.triangles.iter().map(|&[a, b, c]| corner(a).dot(corner(b).cross(corner(c))) / 6.0).sum()
    }

    /// Turns all triangles over if the surface is inside out.
    pub fn face_outwards(&mut self) {
        if self.volume() < 0.0 {
            self.triangles.iter_mut().for_each(|t| t.swap(1, 2));
        }
    }
}
