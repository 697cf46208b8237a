//! Pictures that are seen in another way.

use super::{Draw, Role};
use crate::math::{Affine, Vector};

/// Draws on a picture where a map puts things: turned, so that a picture of x and y shows space from another side, as well as enlarged or moved.
///
/// ```
/// use glam::Vec3;
/// use impinge::draw::{self, Role, Svg, Through};
/// use impinge::math::{Pose, Rotation, Unit};
/// use impinge::shape::Aabb;
/// // From above: z is down in the picture, and y towards the reader.
/// let from_above = Pose::from_rotation(Rotation::<Vec3>::from_axis_angle(Unit::axis(0), std::f32::consts::FRAC_PI_2));
/// let view = Aabb::new(Vec3::splat(-4.0), Vec3::splat(4.0))?;
/// let mut picture = Svg::new(&view, 50.0);
/// let mut seen = Through::new(from_above, &mut picture);
/// draw::shape(&Aabb::new(Vec3::ZERO, Vec3::new(1.0, 9.0, 2.0))?, &view, &mut seen, Role::First);
/// // What is 9 high has a floor of 1 by 2.
/// let svg = picture.finish();
/// assert!(svg.contains("x1=\"200.0\" y1=\"200.0\" x2=\"200.0\" y2=\"300.0\""));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[doc(alias("camera", "projection", "isometric"))]
#[derive(Debug)]
pub struct Through<'a, V: Vector, P: ?Sized> {
    map: Affine<V>,
    picture: &'a mut P,
}

impl<'a, V: Vector, P: Draw<V> + ?Sized> Through<'a, V, P> {
    /// Draws on a picture, each point where the map puts it.
    pub fn new(map: impl Into<Affine<V>>, picture: &'a mut P) -> Self {
        Through { map: map.into(), picture }
    }

    fn mapped(&self, corners: &[V]) -> Vec<V> {
        corners.iter().map(|&corner| self.map.apply(corner)).collect()
    }
}

impl<V: Vector, P: Draw<V> + ?Sized> Draw<V> for Through<'_, V, P> {
    fn line(&mut self, from: V, to: V, role: Role) {
        self.picture.line(self.map.apply(from), self.map.apply(to), role);
    }

    fn point(&mut self, at: V, role: Role) {
        self.picture.point(self.map.apply(at), role);
    }

    fn text(&mut self, at: V, text: &str, role: Role) {
        self.picture.text(self.map.apply(at), text, role);
    }

    fn outline(&mut self, corners: &[V], role: Role) {
        let corners = self.mapped(corners);
        self.picture.outline(&corners, role);
    }

    fn area(&mut self, corners: &[V], role: Role) {
        let corners = self.mapped(corners);
        self.picture.area(&corners, role);
    }
}
