//! Closest points of two shapes, with their distance or depth.

use super::distance::separation::Separation;
use crate::math::{Scalar, Unit, Vector, rounded_within_floats};

/// The closest points of two disjoint shapes, or the points that the minimum translation of two overlapping
/// shapes brings together.
///
/// Points are in the coordinates of both shapes, as the [conventions](crate#conventions) state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact<V: Vector> {
    /// The point on the first shape.
    pub point_a: V,
    /// The point on the second shape.
    pub point_b: V,
    /// The direction from the first shape towards the second.
    pub normal: Unit<V>,
    /// The signed distance between the shapes.
    ///
    /// It is negative where they overlap: minus the depth, which is the length of the minimum
    /// translation that separates them, or their deepest parts if the query is about these. Its sign
    /// agrees with the exact [`Relation`](super::Relation): it is 0 exactly where they touch.
    pub distance: V::Scalar,
}

impl<V: Vector> Contact<V> {
    /// Returns the contact of the same shapes in the other order.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Aabb, Ball};
    /// let (floor, ball) = (Aabb::new(-Vec2::ONE, Vec2::X)?, Ball::new(Vec2::new(0.5, 3.0), 1.0)?);
    /// let contact: Contact<Vec2> = floor.closest_points(&ball);
    /// assert_eq!(contact.flip(), ball.closest_points(&floor));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[must_use]
    pub fn flip(self) -> Self {
        Contact {
            point_a: self.point_b,
            point_b: self.point_a,
            normal: -self.normal,
            distance: self.distance,
        }
    }

    /// Returns the penetration depth: the length of the minimum translation that separates the shapes, 0 if
    /// they do not overlap.
    pub fn depth(&self) -> V::Scalar {
        (-self.distance).max(V::Scalar::ZERO)
    }
}

/// Converts a signed distance to the precision of the shapes. If it is not 0, it does not round to 0.
#[inline(always)]
pub(super) fn distance_of<V: Vector>(exact: f64) -> V::Scalar {
    let most: f64 = V::Scalar::MAX.into();
    let distance = V::Scalar::from_f64(exact.clamp(-most, most));
    let smallest = V::Scalar::ZERO.next_up();
    match distance == V::Scalar::ZERO {
        true if exact > 0.0 => smallest,
        true if exact < 0.0 => -smallest,
        _ => distance,
    }
}

/// Converts a separation to the precision of the shapes.
#[inline(always)]
pub(crate) fn contact_of<V: Vector>(found: Separation<V::Double>) -> Contact<V> {
    let distance = distance_of::<V>(found.distance);
    Contact {
        point_a: rounded_within_floats(found.point_a),
        point_b: rounded_within_floats(found.point_b),
        normal: Unit::of_unit(V::from_double(found.normal)),
        distance,
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec3, Vec2};
    use proptest::prelude::*;

    use super::*;
    use crate::narrow::{Collide, Query, Relation};
    use crate::shape::{Ball, ShapeError};

    fn ball<V: Vector>() -> impl Strategy<Value = Ball<V>> {
        (prop::array::uniform3(-4i8..4), 0u8..5, 0usize..3).prop_map(|(center, radius, scale)| {
            let scale = [1.0, 1e-3 / 3.0, 1e5 / 7.0][scale];
            let center = V::from_f64(center.map(|x| f64::from(x) * scale));
            let radius = V::Scalar::from_f64(f64::from(radius) * scale);
            Ball::new(center, radius).expect("the test's own ball is valid")
        })
    }

    fn check<V: Vector>(a: &Ball<V>, b: &Ball<V>) {
        let (contact, mirrored) = (a.closest_points(b), b.closest_points(a));
        assert_eq!(contact.distance, mirrored.distance);
        if a.center() != b.center() {
            assert_eq!((contact.point_a, contact.point_b), (mirrored.point_b, mirrored.point_a));
            assert_eq!(contact.normal, -mirrored.normal);
        }
        let expected = match a.relation(b) {
            Relation::Disjoint => contact.distance > V::Scalar::ZERO && contact.depth() == V::Scalar::ZERO,
            Relation::Touching => contact.distance == V::Scalar::ZERO,
            Relation::Overlapping => contact.depth() > V::Scalar::ZERO,
        };
        assert!(expected, "{contact:?} of {a:?} and {b:?}");
        // In f64: |centres| − radii, off by rounding only.
        let (p, q) = (a.center().to_f64(), b.center().to_f64());
        let squares: f64 = (0..3).map(|i| (p[i] - q[i]) * (p[i] - q[i])).sum();
        let (ra, rb): (f64, f64) = (a.radius().into(), b.radius().into());
        let size = squares.sqrt() + ra + rb;
        let distance: f64 = contact.distance.into();
        let unit_roundoff: f64 = V::Scalar::UNIT_ROUNDOFF.into();
        assert!((distance - (squares.sqrt() - ra - rb)).abs() <= 8.0 * unit_roundoff * size + 1e-40);
    }

    proptest! {
        #[test]
        fn agrees_with_the_relation_and_with_the_plain_formula(a in ball::<DVec3>(), b in ball(), c in ball::<Vec2>(), d in ball()) {
            check(&a, &b);
            check(&c, &d);
        }
    }

    #[test]
    fn huge_and_coincident_balls_have_answers() -> Result<(), ShapeError> {
        let far = |x: f64| Ball::new(DVec3::new(x, 0.0, 0.0), 1.0);
        let contact = far(f64::MAX)?.closest_points(&far(-f64::MAX)?);
        assert_eq!((contact.distance, contact.normal.get()), (f64::MAX, -DVec3::X));
        let same = far(2.0)?.closest_points(&far(2.0)?);
        assert_eq!((same.depth(), same.normal.get()), (2.0, DVec3::X));
        Ok(())
    }

    #[test]
    fn normals_across_tiny_ways_are_unit() -> Result<(), ShapeError> {
        for way in [1e-100, 1e-150, 1e-160, 1e-300, 1e-310, 5e-324] {
            let to = DVec3::new(3.0 * way, -way, 0.0);
            let (a, b) = (Ball::new(DVec3::ZERO, 1.0)?, Ball::new(to, 1.0)?);
            let expected = (DVec3::new(to.x / way, to.y / way, 0.0)).normalize();
            for normal in
                [a.closest_points(&b).normal, a.project_point(to).normal, -b.closest_points(&a).normal]
            {
                assert!((normal.get() - expected).length() < 1e-15, "{normal:?} at {way}");
            }
        }
        Ok(())
    }
}
