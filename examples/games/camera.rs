//! Space on a plane: a camera through which a game in space draws on what takes drawings of the plane.

use glam::{Vec2, Vec3};
use impinge::draw::{Draw, Stroke};

/// Where one looks from, and which way.
#[derive(Clone, Copy, Debug)]
pub struct Camera {
    /// Where it is.
    pub eye: Vec3,
    /// Into the picture, of length 1.
    pub ahead: Vec3,
    /// To the right of the picture, of length 1.
    pub right: Vec3,
    /// To the upper end of the picture, of length 1.
    pub up: Vec3,
}

impl Camera {
    /// From somewhere towards something, which is in the middle of the picture. Not straight up or down.
    pub fn new(eye: Vec3, target: Vec3) -> Self {
        let ahead = (target - eye).normalize_or_zero();
        let right = ahead.cross(Vec3::Y).normalize_or_zero();
        Camera { eye, ahead, right, up: right.cross(ahead) }
    }

    /// Where a point is in the picture: what is as far away as the picture is from the eye, which is 1, is
    /// drawn in its size.
    pub fn project(&self, point: Vec3) -> Vec2 {
        let seen = point - self.eye;
        // What is beside or behind the eye has no place; it ends up far outside.
        let depth = seen.dot(self.ahead).max(1e-3);
        Vec2::new(seen.dot(self.right), seen.dot(self.up)) / depth
    }
}

/// What draws on a picture through a camera.
pub struct Through<'a, D> {
    /// The camera.
    pub camera: Camera,
    /// The picture.
    pub picture: &'a mut D,
}

impl<D: Draw<Vec2>> Draw<Vec3> for Through<'_, D> {
    fn line(&mut self, from: Vec3, to: Vec3, role: Stroke) {
        self.picture.line(self.camera.project(from), self.camera.project(to), role);
    }

    fn point(&mut self, at: Vec3, role: Stroke) {
        self.picture.point(self.camera.project(at), role);
    }

    fn text(&mut self, at: Vec3, text: &str, role: Stroke) {
        self.picture.text(self.camera.project(at), text, role);
    }

    /// Only if it is seen from the front: then its corners come counter-clockwise.
    fn area(&mut self, corners: &[Vec3], role: Stroke) {
        let seen: Vec<Vec2> = corners.iter().map(|&corner| self.camera.project(corner)).collect();
        let next = seen.iter().cycle().skip(1);
        let twice_the_area: f32 = seen.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum();
        if twice_the_area > 0.0 {
            self.picture.area(&seen, role);
        }
    }
}
