//! Rotations from files. Sines come from `libm`, so that they are the same on every machine.

use impinge::glam::{DMat3, DVec3};

/// The largest plausible angle in radians: a full turn, plus rounding to four digits.
pub(crate) const TURN: f64 = std::f64::consts::TAU * (1.0 + 1e-3);

/// The rotation about x by the first angle, then about y, then about z, in radians, all of them axes of the
/// world: what URDF calls `rpy`.
pub(crate) fn rotation_from_angles(angles: [f64; 3]) -> DMat3 {
    rotation_from_sines(angles.map(libm::sincos))
}

/// The same in degrees. Quarters of a turn are exact, so that what was flush stays flush: no f64 is a quarter
/// of a turn in radians.
pub(crate) fn rotation_from_degrees(angles: [f64; 3]) -> DMat3 {
    rotation_from_sines(angles.map(|degrees| match degrees % 360.0 {
        0.0 => (0.0, 1.0),
        90.0 | -270.0 => (1.0, 0.0),
        180.0 | -180.0 => (0.0, -1.0),
        270.0 | -90.0 => (-1.0, 0.0),
        within_a_turn => libm::sincos(within_a_turn.to_radians()),
    }))
}

/// The rotation by three angles, of each its sine and its cosine.
fn rotation_from_sines([(sr, cr), (sp, cp), (sy, cy)]: [(f64, f64); 3]) -> DMat3 {
    DMat3::from_cols(
        DVec3::new(cy * cp, sy * cp, -sp),
        DVec3::new(cy * sp * sr - sy * cr, sy * sp * sr + cy * cr, cp * sr),
        DVec3::new(cy * sp * cr + sy * sr, sy * sp * cr - cy * sr, cp * cr),
    )
}

/// The rotation about an axis by an angle in radians, counter-clockwise seen from its end. An axis of length
/// 0 turns nothing.
pub(crate) fn rotation_about(axis: DVec3, angle: f64) -> DMat3 {
    let Some(axis) = axis.try_normalize() else { return DMat3::IDENTITY };
    let (sine, cosine) = libm::sincos(angle);
    // Rodrigues' formula, column by column.
    let image = |v: DVec3| v * cosine + axis.cross(v) * sine + axis * (axis.dot(v) * (1.0 - cosine));
    DMat3::from_cols(image(DVec3::X), image(DVec3::Y), image(DVec3::Z))
}

/// The rotation of a quaternion x, y, z, w of any length other than 0.
pub(crate) fn from_quaternion(numbers: [f64; 4]) -> Result<DMat3, String> {
    let largest = numbers.iter().fold(0.0_f64, |largest, number| largest.max(number.abs()));
    // Not a number is left to be found in what follows.
    if largest == 0.0 && numbers.iter().all(|number| !number.is_nan()) {
        return Err("the quaternion is 0, which is not a rotation; use (0, 0, 0, 1) for none".to_owned());
    }
    // Their squares neither leave the floats nor vanish.
    Ok(rotation_matrix(numbers.map(|number| number / largest)))
}

/// The rotation of a quaternion x, y, z, w of any length.
///
/// Files hold unit quaternions rounded to a few digits. Dividing by the squared length makes an exact
/// rotation of each (up to the last bit), without a square root: quarter turns come out as matrices of 0 and
/// ±1. A quaternion of length zero gives NaN. Source: Shoemake, "Animating Rotation with Quaternion Curves",
/// 1985.
pub(crate) fn rotation_matrix([x, y, z, w]: [f64; 4]) -> DMat3 {
    let s = 2.0 / (x * x + y * y + z * z + w * w);
    let (xx, yy, zz) = (s * x * x, s * y * y, s * z * z);
    let (xy, xz, yz) = (s * x * y, s * x * z, s * y * z);
    let (wx, wy, wz) = (s * w * x, s * w * y, s * w * z);
    DMat3::from_cols(
        DVec3::new(1.0 - (yy + zz), xy + wz, xz - wy),
        DVec3::new(xy - wz, 1.0 - (xx + zz), yz + wx),
        DVec3::new(xz + wy, yz - wx, 1.0 - (xx + yy)),
    )
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_2;

    use super::*;

    fn assert_near(found: DVec3, expected: DVec3) {
        assert!((found - expected).length() < 1e-15, "{found} is not {expected}");
    }

    #[test]
    fn quarters_of_a_turn() {
        assert_near(rotation_about(DVec3::Z * 2.0, FRAC_PI_2) * DVec3::X, DVec3::Y);
        // About x first, then about z of the world, which leaves what points along it.
        let turned = rotation_from_angles([FRAC_PI_2, 0.0, FRAC_PI_2]);
        assert_near(turned * DVec3::Y, DVec3::Z);
        assert_near(turned * DVec3::X, DVec3::Y);
    }

    #[test]
    fn quarters_by_quaternions_are_exact() {
        for length in [1.0, 0.5_f64.sqrt(), 1e-200, 1e200] {
            let turned = from_quaternion([0.0, 0.0, length, length]);
            assert_eq!(turned, Ok(DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z)), "{length}");
        }
    }

    #[test]
    fn quarters_in_degrees_are_exact() {
        for angles in [[90.0, 0.0, 90.0], [-270.0, 360.0, 450.0]] {
            let turned = rotation_from_degrees(angles);
            assert_eq!((turned * DVec3::Y, turned * DVec3::X), (DVec3::Z, DVec3::Y), "{angles:?}");
        }
        assert_eq!(rotation_from_degrees([0.0, 180.0, -90.0]) * DVec3::Y, DVec3::X);
        let third = rotation_from_degrees([0.0, 0.0, 30.0]);
        assert_near(third * DVec3::X, DVec3::new(0.75_f64.sqrt(), 0.5, 0.0));
    }
}
