//! View frustums of cameras, as hulls.

use std::ops::RangeInclusive;

use glam::{DMat4, DVec3, DVec4, Mat4, Vec3, Vec4Swizzles};

use super::Hull;
use crate::math::Scalar;
use crate::shape::ShapeError;

/// Minimum ratio of the depths of two corners: with a lesser one, the further counts as infinitely far away.
const MIN_DEPTH_RATIO: f64 = 1e-12;

impl Hull<Vec3> {
    /// Creates the hull of the view volume of a projection: a frustum, or a box for a parallel projection.
    ///
    /// The volume contains all points that `to_clip` maps, after division by w, to x and y from −1 to 1 and a
    /// depth in the range. If `to_clip` is the projection times the view matrix, the hull is in world
    /// coordinates.
    ///
    /// Corners are rounded outwards: the hull contains the whole view.
    ///
    /// Depths are 0 to 1 in Direct3D, Metal, Vulkan and WebGPU, and −1 to 1 in OpenGL. For an infinite
    /// projection, reversed or not, use a range that stops slightly before the infinite depth: that part of
    /// the view is finite.
    ///
    /// # Errors
    /// If a number is not finite, the matrix cannot be inverted, or the view reaches infinitely far or behind
    /// the camera.
    ///
    /// ```
    /// use std::f32::consts::FRAC_PI_2;
    ///
    /// use glam::camera::rh::proj::directx::{perspective, perspective_infinite_reverse};
    /// use glam::camera::rh::view::look_to_mat4;
    /// use glam::{DVec3, Vec3};
    /// use impinge::prelude::*;
    /// use impinge::shape::{Ball, Hull};
    /// use impinge::world::{QueryFilter, Collider, CollisionWorld};
    /// // A right angle of view, from 1 to 101 along −z, from the origin.
    /// let view = look_to_mat4(Vec3::ZERO, -Vec3::Z, Vec3::Y);
    /// let seen = Hull::<Vec3>::frustum(&(perspective(FRAC_PI_2, 1.0, 1.0, 101.0) * view), 0.0..=1.0)?;
    /// assert_eq!((seen.vertices().len(), seen.face_count()), (8, 6));
    /// assert!(seen.intersects(&Ball::new(Vec3::new(9.0, 0.0, -8.0), 1.0)?));
    /// assert!(!seen.intersects(&Ball::new(Vec3::new(0.0, 0.0, 1.0), 1.0)?));
    ///
    /// // The visible colliders of a world, however far the camera is from its origin.
    /// let mut world = CollisionWorld::<Vec3>::new();
    /// let ahead = world
    ///     .add(Collider::new(Ball::new(Vec3::ZERO, 1.0)?).with_position(DVec3::new(1e7, 0.0, -50.0))?)?;
    /// world.add(Collider::new(Ball::new(Vec3::ZERO, 1.0)?).with_position(DVec3::new(1e7, 0.0, 50.0))?)?;
    /// let mut drawn = Vec::new();
    /// let eye = DVec3::X * 1e7;
    /// world.for_each_intersecting(
    ///     &seen, eye, &QueryFilter { sensors: true, ..QueryFilter::default() },
    ///     |object, _| drawn.push(object));
    /// assert_eq!(drawn, [ahead]);
    ///
    /// // An infinite projection: the depth is 1/z, so 0.01 is at a distance of 100.
    /// let endless = perspective_infinite_reverse(FRAC_PI_2, 1.0, 1.0) * view;
    /// assert!(Hull::<Vec3>::frustum(&endless, 0.0..=1.0).is_err());
    /// assert_eq!(Hull::<Vec3>::frustum(&endless, 0.01..=1.0)?.aabb().min().z.round(), -100.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn frustum(to_clip: &Mat4, depths: RangeInclusive<f32>) -> Result<Self, ShapeError> {
        let depths = [f64::from(*depths.start()), f64::from(*depths.end())];
        let view = View::new(to_clip.as_dmat4(), depths)?;
        Hull::new(&std::array::from_fn::<_, 8, _>(|i| view.rounded_outwards(i)))
    }
}

impl Hull<DVec3> {
    /// Creates the hull of the view volume of a projection in `f64`, up to rounding; see
    /// [`Hull::frustum`](Hull::<Vec3>::frustum) for `f32`.
    ///
    /// # Errors
    /// As for `f32`.
    pub fn frustum(to_clip: &DMat4, depths: RangeInclusive<f64>) -> Result<Self, ShapeError> {
        Hull::new(&View::new(*to_clip, [*depths.start(), *depths.end()])?.corners)
    }
}

/// Volume between six planes.
struct View {
    corners: [DVec3; 8],
    /// The planes through each corner.
    planes: [[DVec4; 3]; 8],
}

impl View {
    fn new(to_clip: DMat4, depths: [f64; 2]) -> Result<Self, ShapeError> {
        let refused = |reason| Err(ShapeError::Projection { reason });
        if !to_clip.is_finite() || depths.iter().any(|depth| !depth.is_finite()) {
            return refused("has numbers that are not finite");
        }
        // A size at which no determinant overflows or underflows; this changes no point after division by w.
        let largest = to_clip.to_cols_array().iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
        let scaled = to_clip * (1.0 / largest);
        if !scaled.inverse().is_finite() {
            return refused("cannot be inverted, so it has no view");
        }
        // A corner lies in three planes, each a sum of two rows. With the inverse matrix, near corners would
        // lose the digits that far corners have in addition.
        let rows = scaled.transpose();
        let plane = |row: DVec4, at: f64| row - rows.w_axis * at;
        let planes: [[DVec4; 3]; 8] = std::array::from_fn(|i| {
            let side = |bit: usize| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
            [plane(rows.x_axis, side(0)), plane(rows.y_axis, side(1)), plane(rows.z_axis, depths[i >> 2])]
        });
        let corners = planes.map(in_planes);
        // Distance ahead of the camera; all are behind it if the whole matrix has the opposite sign.
        let ahead = corners.map(|corner| rows.w_axis.dot(corner.extend(1.0)));
        let most = ahead.iter().fold(0.0, |most: f64, ahead| most.max(ahead.abs()));
        let is_seen = |x: &f64| x * ahead[0].signum() > most * MIN_DEPTH_RATIO;
        if !corners.iter().all(|corner| corner.is_finite()) || !ahead.iter().all(is_seen) {
            return refused(
                "has an unbounded view, or one that reaches behind the camera; use a smaller depth range",
            );
        }
        Ok(View { corners, planes })
    }

    /// Rounds a corner, so that all eight of them contain the view.
    ///
    /// They contain it if each is in its three planes or beyond. The furthest point in a direction is a
    /// corner, and the direction is a sum of the normals of its planes, so the rounded corner is at least as
    /// far. A rounding moves it by at most √3 units, so its planes are moved by two before.
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

/// Returns the common point of three planes.
fn in_planes([a, b, c]: [DVec4; 3]) -> DVec3 {
    let minor = |without: fn(DVec4) -> DVec3| without(a).dot(without(b).cross(without(c)));
    DVec3::new(minor(|p| p.yzw()), -minor(|p| p.xzw()), minor(|p| p.xyw())) / -minor(|p| p.xyz())
}
