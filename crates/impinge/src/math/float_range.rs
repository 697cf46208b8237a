//! Clamping to the float range, so that query results are finite, and scaling, so that products of sizes are
//! finite.

use super::{Scalar, Vector};

/// Clamps a point to the float range. Finite points are unchanged, and NaN becomes the least float.
#[inline(always)]
pub(crate) fn within_floats<V: Vector>(point: V) -> V {
    let most = V::splat(V::Scalar::MAX);
    point.max(-most).min(most)
}

/// Rounds a point in `f64` to the scalar of shapes, clamped in the same way.
#[inline(always)]
pub(crate) fn rounded_within_floats<V: Vector>(point: V::Double) -> V {
    let most = V::Double::splat(V::Scalar::MAX.into());
    V::from_double(point.max(-most).min(most))
}

/// Returns 2⁻ᵏ for a size near 2ᵏ, from its bits.
pub(crate) fn scale_for(size: f64) -> f64 {
    let exponent = ((size.to_bits() >> 52) & 0x7ff).clamp(24, 2022);
    f64::from_bits((2046 - exponent) << 52)
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, Vec2};

    use super::*;

    #[test]
    fn points_are_clamped_to_the_float_range() {
        let point = Vec2::new(1.5, f32::INFINITY);
        assert_eq!(within_floats(point), Vec2::new(1.5, f32::MAX));
        assert_eq!(within_floats(Vec2::new(f32::NAN, f32::NEG_INFINITY)), Vec2::splat(-f32::MAX));
        let far = DVec2::new(1e39, -f64::INFINITY);
        assert_eq!(rounded_within_floats::<Vec2>(far), Vec2::new(f32::MAX, -f32::MAX));
        assert_eq!(rounded_within_floats::<Vec2>(DVec2::new(f64::NAN, 0.1)), Vec2::new(-f32::MAX, 0.1));
        assert_eq!(rounded_within_floats::<DVec2>(far), DVec2::new(1e39, -f64::MAX));
    }
}
