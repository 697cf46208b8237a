//! Drawing through a transform.

use super::{Draw, Stroke};
use crate::math::{Affine, Vector};

/// Draws through an affine transform: it rotates, scales or translates everything, so that a picture of x and
/// y can show 3D from another side.
///
/// ```
/// use glam::Vec3;
/// use impinge::draw::{self, Stroke, Svg, Projected};
/// use impinge::math::{Pose, Rotation, Unit};
/// use impinge::shape::Aabb;
/// // From above: z is down in the picture, and y towards the viewer.
/// let from_above = Pose::from_rotation(Rotation::<Vec3>::from_axis_angle(Unit::axis(0), std::f32::consts::FRAC_PI_2));
/// let view = Aabb::new(Vec3::splat(-4.0), Vec3::splat(4.0))?;
/// let mut picture = Svg::new(&view, 50.0);
/// let mut seen = Projected::new(from_above, &mut picture);
/// draw::draw_shape(&Aabb::new(Vec3::ZERO, Vec3::new(1.0, 9.0, 2.0))?, &view, &mut seen, Stroke::First);
/// // The box of height 9 appears as its floor of 1 by 2.
/// let svg = picture.finish();
/// assert!(svg.contains("x1=\"200.0\" y1=\"200.0\" x2=\"200.0\" y2=\"300.0\""));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Debug)]
pub struct Projected<'a, V: Vector, P: ?Sized> {
    map: Affine<V>,
    picture: &'a mut P,
}

impl<'a, V: Vector, P: Draw<V> + ?Sized> Projected<'a, V, P> {
    /// Creates a target that draws each point on a picture, transformed by `map`.
    pub fn new(map: impl Into<Affine<V>>, picture: &'a mut P) -> Self {
        Projected { map: map.into(), picture }
    }

    fn mapped(&self, corners: &[V]) -> Vec<V> {
        corners.iter().map(|&corner| self.map.transform_point(corner)).collect()
    }
}

impl<V: Vector, P: Draw<V> + ?Sized> Draw<V> for Projected<'_, V, P> {
    fn line(&mut self, from: V, to: V, role: Stroke) {
        self.picture.line(self.map.transform_point(from), self.map.transform_point(to), role);
    }

    fn point(&mut self, at: V, role: Stroke) {
        self.picture.point(self.map.transform_point(at), role);
    }

    fn text(&mut self, at: V, text: &str, role: Stroke) {
        self.picture.text(self.map.transform_point(at), text, role);
    }

    fn outline(&mut self, corners: &[V], role: Stroke) {
        let corners = self.mapped(corners);
        self.picture.outline(&corners, role);
    }

    fn area(&mut self, corners: &[V], role: Stroke) {
        let corners = self.mapped(corners);
        self.picture.area(&corners, role);
    }
}
