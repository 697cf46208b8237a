use glam::{DMat4, DVec3, Mat4, Vec3, Vec4};
use impinge::prelude::*;
use impinge::shape::{Ball, Hull, ShapeError};

use super::{Random, Tested};

/// A perspective along −z, as a matrix; `None` has no end.
fn perspective(slope: f64, aspect: f64, near: f64, far: Option<f64>) -> DMat4 {
    // Depths from 0 at the near end to 1 at the far one.
    let (scale, shift) = match far {
        Some(far) => (far / (near - far), near * far / (near - far)),
        None => (-1.0, -near),
    };
    DMat4::from_cols_array_2d(&[
        [1.0 / (slope * aspect), 0.0, 0.0, 0.0],
        [0.0, 1.0 / slope, 0.0, 0.0],
        [0.0, 0.0, scale, -1.0],
        [0.0, 0.0, shift, 0.0],
    ])
}

/// A point is in the hull if it is in the view.
#[test]
fn a_frustum_holds_what_a_projection_shows() -> Tested {
    let mut random = Random::new(6);
    for _ in 0..20 {
        let near = 0.1 + random.signed().abs();
        let projection =
            perspective(0.2 + random.signed().abs(), 0.5 + random.signed().abs(), near, Some(near * 20.0));
        let turned = DMat4::from_axis_angle(random.direction::<DVec3>().get(), random.signed() * 3.0);
        let to_clip = projection * turned * DMat4::from_translation(random.vector(5.0));
        let (double, single) = (
            Hull::<DVec3>::frustum(&to_clip, 0.0..=1.0)?,
            Hull::<Vec3>::frustum(&to_clip.as_mat4(), 0.0..=1.0)?,
        );
        assert_eq!(double.vertices().len(), 8);
        // Corners in floats are rounded outwards, so what is in view is in the hull to the last digit.
        let rounded = Hull::<DVec3>::frustum(&to_clip.as_mat4().as_dmat4(), 0.0..=1.0)?;
        let holding =
            Hull::new(&single.vertices().iter().map(|corner| corner.as_dvec3()).collect::<Vec<_>>())?;
        for &corner in rounded.vertices() {
            let outside = Ball::new(corner, 0.0)?.distance(&holding);
            assert!(outside <= 1e-12 * corner.length(), "{corner} is outside by {outside}");
        }
        let from_clip = to_clip.inverse();
        for _ in 0..50 {
            let at: DVec3 = random.vector(1.2);
            let clip = DVec3::new(at.x, at.y, at.z * 0.5 + 0.5);
            let point = from_clip.project_point3(clip);
            // What is beyond the plane of the camera has no place there.
            if (to_clip * point.extend(1.0)).w <= 0.0 {
                continue;
            }
            let room = 1.0 - at.abs().max_element();
            if room.abs() > 1e-3 {
                assert_eq!(double.intersects(&Ball::new(point, 0.0)?), room > 0.0, "{at}");
                assert_eq!(single.intersects(&Ball::new(point.as_vec3(), 0.0)?), room > 0.0, "{at}");
            }
        }
    }
    Ok(())
}

#[test]
fn the_box_of_a_parallel_projection_is_its_view() -> Tested {
    // What is from 2 to 6, of depths from −1 to 1.
    let to_clip =
        Mat4::from_scale_rotation_translation(Vec3::splat(0.5), glam::Quat::IDENTITY, Vec3::splat(-2.0));
    let seen = Hull::<Vec3>::frustum(&to_clip, -1.0..=1.0)?;
    assert_eq!((seen.aabb().min(), seen.aabb().max()), (Vec3::splat(2.0), Vec3::splat(6.0)));
    assert_eq!(seen.vertices().len(), 8);
    Ok(())
}

#[test]
fn what_is_no_view_is_refused() -> Tested {
    let reason = |to_clip: Mat4| match Hull::<Vec3>::frustum(&to_clip, 0.0..=1.0) {
        Err(ShapeError::Projection { reason }) => reason,
        other => panic!("{other:?}"),
    };
    assert!(reason(Mat4::NAN).contains("finite"));
    assert!(reason(Mat4::ZERO).contains("inverted"));
    assert!(reason(Mat4::from_cols(Vec4::X, Vec4::X, Vec4::Z, Vec4::W)).contains("inverted"));
    assert!(reason(perspective(1.0, 1.0, 0.1, None).as_mat4()).contains("unbounded"));
    let endless = perspective(1.0, 1.0, 0.5, None);
    // 1 − near/z is the depth.
    let ended = Hull::<DVec3>::frustum(&endless, 0.0..=0.999)?;
    assert!((ended.aabb().min().z + 500.0).abs() < 1e-6, "{:?}", ended.aabb());
    assert!(Hull::<DVec3>::frustum(&DMat4::IDENTITY, 0.0..=f64::INFINITY).is_err());
    assert!(Hull::<Vec3>::frustum(&Mat4::from_scale(Vec3::splat(1e-39)), 0.0..=1.0).is_err());
    Ok(())
}
