//! What constructors refuse: the rows of `docs/degenerate.md` that have no answer.

use glam::{DVec3, Quat, Vec3};
use impinge::math::{Pose, Rotation, Unit};
use impinge::shape::{
    Aabb, Ball, Capsule, Cone, Cylinder, HalfSpace, Hull, Obb, Plane, Ray, Segment, TaperedCapsule, Triangle,
};

pub const NAMES: &[&str] =
    &["refused_not_finite", "refused_corner_not_finite", "refused_negative", "refused_no_direction"];

#[test]
fn refused_not_finite() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let point = Vec3::new(0.0, bad, 0.0);
        assert!(Ball::new(point, 1.0).is_err() && Ball::new(Vec3::ZERO, bad).is_err());
        assert!(Aabb::new(Vec3::ZERO, point).is_err());
        assert!(Obb::new(point, Vec3::ONE, Rotation::identity()).is_err());
        assert!(Obb::new(Vec3::ZERO, point, Rotation::identity()).is_err());
        assert!(Segment::new(point, Vec3::ZERO).is_err() && Segment::new(Vec3::ZERO, point).is_err());
        assert!(Triangle::new([Vec3::ZERO, point, Vec3::ONE]).is_err());
        assert!(Capsule::new(Vec3::ZERO, point, 1.0).is_err());
        assert!(Capsule::new(Vec3::ZERO, Vec3::ONE, bad).is_err());
        let pose = Pose::from_translation(point);
        assert!(TaperedCapsule::new(1.0, 1.0, 1.0, pose).is_err());
        assert!(Cylinder::new(1.0, 1.0, pose).is_err() && Cone::new(1.0, 1.0, pose).is_err());
        let here = Pose::<Vec3>::identity();
        assert!(TaperedCapsule::new(bad, 1.0, 1.0, here).is_err());
        assert!(TaperedCapsule::new(1.0, bad, 1.0, here).is_err());
        assert!(TaperedCapsule::new(1.0, 1.0, bad, here).is_err());
        assert!(Cylinder::new(bad, 1.0, here).is_err() && Cone::new(1.0, bad, here).is_err());
        assert!(Hull::new(&[Vec3::ZERO, point]).is_err());
        assert!(Plane::new(Unit::<Vec3>::axis(0), bad).is_err());
        assert!(HalfSpace::new(Unit::<Vec3>::axis(0), bad).is_err());
        assert!(Unit::new(point).is_err() && Ray::new(point, Unit::axis(0)).is_err());
        assert!(Rotation::<Vec3>::from_quaternion(Quat::from_xyzw(bad, 0.0, 0.0, 1.0)).is_err());
    }
}

#[test]
fn refused_corner_not_finite() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let point = Vec3::new(0.0, bad, 0.0);
        assert!(Aabb::from_corners(point, Vec3::ZERO).is_err(), "{bad} first");
        assert!(Aabb::from_corners(Vec3::ZERO, point).is_err(), "{bad} second");
    }
}

#[test]
fn refused_negative() {
    assert!(Ball::new(DVec3::ZERO, -1e-300).is_err());
    assert!(Obb::new(DVec3::ZERO, DVec3::new(1.0, -1.0, 1.0), Rotation::identity()).is_err());
    assert!(Aabb::new(DVec3::ONE, DVec3::ZERO).is_err());
    let here = Pose::<DVec3>::identity();
    assert!(TaperedCapsule::new(-1.0, 1.0, 1.0, here).is_err());
    assert!(TaperedCapsule::new(1.0, -1.0, 1.0, here).is_err());
    assert!(TaperedCapsule::new(1.0, 1.0, -1.0, here).is_err());
    assert!(Cylinder::new(-1.0, 1.0, here).is_err() && Cone::new(1.0, -1.0, here).is_err());
    assert!(Capsule::new(DVec3::ZERO, DVec3::ONE, -1.0).is_err());
}

#[test]
fn refused_no_direction() {
    assert!(Unit::new(Vec3::ZERO).is_err() && Hull::<Vec3>::new(&[]).is_err());
    assert!(Rotation::<Vec3>::from_quaternion(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)).is_err());
    // Tiny is not zero.
    assert!(Unit::new(Vec3::new(0.0, f32::from_bits(1), 0.0)).is_ok());
}
