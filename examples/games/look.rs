//! What things look like: the engine knows their shapes, a game their faces and colours.

use glam::{Vec2, Vec3};
use impinge::draw::{Draw, Stroke};
use impinge::math::Vector;
use impinge::shape::{Aabb, Obb};
use impinge::world::Collider;

/// Faces with corners counter-clockwise, seen from outside; in the plane one is enough.
#[derive(Clone, Debug)]
pub struct Look<V> {
    pub faces: Vec<Vec<V>>,
    pub role: Stroke,
}

impl Look<Vec2> {
    /// A polygon.
    pub fn polygon(corners: &[Vec2], role: Stroke) -> Self {
        Look { faces: vec![corners.to_vec()], role }
    }

    /// A box.
    pub fn rectangle(bounds: &Aabb<Vec2>, role: Stroke) -> Self {
        let (min, max) = (bounds.min(), bounds.max());
        Look::polygon(&[min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)], role)
    }
}

impl Look<Vec3> {
    /// A box.
    pub fn block(block: &Obb<Vec3>, role: Stroke) -> Self {
        let (center, half, axes) = (block.center(), block.half_extents(), block.axes());
        let mut faces = Vec::new();
        for axis in 0..3 {
            for sign in [1.0, -1.0] {
                // The other axes, such that the corners come counter-clockwise.
                let [u, v] = [1, 2].map(|next| (axis + next) % 3).map(|other| axes[other] * half[other]);
                let middle = center + axes[axis] * half[axis] * sign;
                faces.push(vec![
                    middle - u - v * sign,
                    middle + u - v * sign,
                    middle + u + v * sign,
                    middle - u + v * sign,
                ]);
            }
        }
        Look { faces, role }
    }
}

impl<V: Vector<Scalar = f32>> Look<V> {
    /// A ball, or a capsule that stands upright from `a` to `b`: how it looks where the picture goes along
    /// two directions, to the right and up.
    pub fn round([a, b]: [V; 2], radius: f32, [right, up]: [V; 2], role: Stroke) -> Self {
        const HALF: u16 = 16;
        let corner = |center: V, part: u16| {
            // Between the parts, so that the halves of a ball have no corner in common.
            let angle = std::f32::consts::PI * (f32::from(part) + 0.5) / f32::from(HALF);
            let (sine, cosine) = libm::sincosf(angle);
            center + right * (radius * cosine) + up * (radius * sine)
        };
        let above = (0..HALF).map(|part| corner(b, part));
        let below = (HALF..2 * HALF).map(|part| corner(a, part));
        Look { faces: vec![above.chain(below).collect()], role }
    }
}

impl<V: Vector> Look<V> {
    /// Draws it where an object is, and as that is turned.
    pub fn draw(&self, object: &Collider<V>, picture: &mut impl Draw<V>) {
        let position = V::from_double(object.position());
        for face in &self.faces {
            let corners: Vec<V> =
                face.iter().map(|&corner| position + object.rotation().rotate(corner)).collect();
            picture.area(&corners, self.role);
        }
    }
}
