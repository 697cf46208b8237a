//! What a camera sees, as a hull.

use std::ops::RangeInclusive;

use glam::{DMat4, DVec3, DVec4, Mat4, Vec3, Vec4Swizzles};

use super::Hull;
use crate::math::Scalar;
use crate::shape::ShapeError;

/// If corners are less than this part as far ahead as others, these are as good as infinitely far away.
const LEAST_PART: f64 = 1e-12;

impl Hull<Vec3> {
    /// What a projection takes into its view: all points that have −1 to 1 for x and y, and a depth in the range, where
    /// `to_clip` takes them, after division by w; a frustum, or the box of a parallel projection. In the world, if `to_clip` is
    /// the projection times the view.
    ///
    /// Corners are rounded outwards: what is in the view is in the hull.
    ///
    /// Depths are 0 to 1 in Direct3D, Metal, Vulkan and WebGPU, and −1 to 1 in OpenGL. A projection without an end, or one that
    /// begins at the furthest depth, has a part that is finite: end it at a depth a little before that.
    ///
    /// # Errors
    /// If a number is not finite, the matrix cannot be inverted, or the view reaches infinitely far, or behind the camera.
    ///
    /// ```
    /// use std::f32::consts::FRAC_PI_2;
    ///
    /// use glam::camera::rh::proj::directx::{perspective, perspective_infinite_reverse};
    /// use glam::camera::rh::view::look_to_mat4;
    /// use glam::{DVec3, Vec3};
    /// use impinge::prelude::*;
    /// use impinge::shape::{Ball, Hull};
    /// use impinge::world::{Among, Object, World};
    /// // A right angle of view, from 1 to 101 along −z, from the origin.
    /// let view = look_to_mat4(Vec3::ZERO, -Vec3::Z, Vec3::Y);
    /// let seen = Hull::<Vec3>::frustum(&(perspective(FRAC_PI_2, 1.0, 1.0, 101.0) * view), 0.0..=1.0)?;
    /// assert_eq!((seen.vertices().len(), seen.face_count()), (8, 6));
    /// assert!(seen.intersects(&Ball::new(Vec3::new(9.0, 0.0, -8.0), 1.0)?));
    /// assert!(!seen.intersects(&Ball::new(Vec3::new(0.0, 0.0, 1.0), 1.0)?));
    ///
    /// // What of a world has to be drawn, however far from its origin the camera stands.
    /// let mut world = World::<Vec3>::new();
    /// let ahead = world.add(Object::new(Ball::new(Vec3::ZERO, 1.0)?).at(DVec3::new(1e7, 0.0, -50.0))?)?;
    /// world.add(Object::new(Ball::new(Vec3::ZERO, 1.0)?).at(DVec3::new(1e7, 0.0, 50.0))?)?;
    /// let mut drawn = Vec::new();
    /// let eye = DVec3::X * 1e7;
    /// world.intersecting(&seen, eye, &Among { sensors: true, ..Among::default() }, |object, _| drawn.push(object));
    /// assert_eq!(drawn, [ahead]);
    ///
    /// // Without an end: 1/z is the depth, of which 0.01 is at a distance of 100.
    /// let endless = perspective_infinite_reverse(FRAC_PI_2, 1.0, 1.0) * view;
    /// assert!(Hull::<Vec3>::frustum(&endless, 0.0..=1.0).is_err());
    /// assert_eq!(Hull::<Vec3>::frustum(&endless, 0.01..=1.0)?.bounds().min().z.round(), -100.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn frustum(to_clip: &Mat4, depths: RangeInclusive<f32>) -> Result<Self, ShapeError> {
        let depths = [f64::from(*depths.start()), f64::from(*depths.end())];
        let view = View::new(to_clip.as_dmat4(), depths)?;
        Hull::new(&std::array::from_fn::<_, 8, _>(|i| view.rounded_outwards(i)))
    }
}

impl Hull<DVec3> {
    /// What a projection takes into its view, in `f64`, up to roundings; see [`Hull::frustum`](Hull::<Vec3>::frustum) of `f32`.
    ///
    /// # Errors
    /// As there.
    pub fn frustum(to_clip: &DMat4, depths: RangeInclusive<f64>) -> Result<Self, ShapeError> {
        Hull::new(&View::new(*to_clip, [*depths.start(), *depths.end()])?.corners)
    }
}

/// What is between six planes.
struct View {
    corners: [DVec3; 8],
    /// Those that each corner lies in.
    planes: [[DVec4; 3]; 8],
}

impl View {
    fn new(to_clip: DMat4, depths: [f64; 2]) -> Result<Self, ShapeError> {
        let refused = |reason| Err(ShapeError::Projection { reason });
        if !to_clip.is_finite() || depths.iter().any(|depth| !depth.is_finite()) {
            return refused("has numbers that are not finite");
        }
        // Of a size at which no determinant overflows or vanishes; this changes no point after division by w.
        let largest = to_clip.to_cols_array().iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
        let scaled = to_clip * (1.0 / largest);
        if !scaled.inverse().is_finite() {
            return refused("cannot be inverted, so it has no view");
        }
        // A corner lies in three planes, each a sum of two rows. Through the inverse, the near ones would lose the digits that the
        // far ones have more.
        let rows = scaled.transpose();
        let plane = |row: DVec4, at: f64| row - rows.w_axis * at;
        let planes: [[DVec4; 3]; 8] = std::array::from_fn(|i| {
            let side = |bit: usize| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
            [plane(rows.x_axis, side(0)), plane(rows.y_axis, side(1)), plane(rows.z_axis, depths[i >> 2])]
        });
        let corners = planes.map(in_planes);
        // How far ahead of the camera, or all behind it if the matrix is turned round as a whole.
        let ahead = corners.map(|corner| rows.w_axis.dot(corner.extend(1.0)));
        let most = ahead.iter().fold(0.0, |most: f64, ahead| most.max(ahead.abs()));
        let is_seen = |x: &f64| x * ahead[0].signum() > most * LEAST_PART;
        if !corners.iter().all(|corner| corner.is_finite()) || !ahead.iter().all(is_seen) {
            return refused(
                "has a view that reaches infinitely far, or behind it; give a range of depths that ends sooner",
            );
        }
        Ok(View { corners, planes })
    }

    /// A corner as floats, so that all eight of them hold the view.
    ///
    /// They do if each is in its three planes or beyond: what is furthest in a direction is a corner, the direction is a sum of the
    /// normals of its planes, and so the corner in floats is at least as far. A rounding moves it by √3 units at most, so its planes
    /// are moved by two before.
    fn rounded_outwards(&self, number: usize) -> Vec3 {
        let corner = self.corners[number];
        let nearest = corner.as_vec3();
        if nearest.as_dvec3() == corner {
            return nearest;
        }
        let middle = (self.corners.iter().sum::<DVec3>() / 8.0).extend(1.0);
        let room = 2.0 * f64::from(f32::UNIT_ROUNDOFF) * corner.abs().max_element();
        let outwards = |plane: DVec4| plane.truncate().length() * room * plane.dot(middle).signum();
        in_planes(self.planes[number].map(|plane| plane + DVec4::W * outwards(plane))).as_vec3()
    }
}

/// The point that lies in three planes.
fn in_planes([a, b, c]: [DVec4; 3]) -> DVec3 {
    let minor = |without: fn(DVec4) -> DVec3| without(a).dot(without(b).cross(without(c)));
    DVec3::new(minor(|p| p.yzw()), -minor(|p| p.xzw()), minor(|p| p.xyw())) / -minor(|p| p.xyz())
}
