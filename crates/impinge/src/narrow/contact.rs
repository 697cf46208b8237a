//! Where two shapes come nearest, and how far apart or how deep they are.

use crate::math::{Scalar, Unit, Vector};

/// The nearest points of two shapes that are apart; of two that overlap, the points that the least move would bring
/// together. In the coordinates of both shapes, as the [conventions](crate#conventions) say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact<V: Vector> {
    /// The point on the first shape.
    #[doc(alias = "local_p1")]
    pub on_a: V,
    /// The point on the second shape.
    #[doc(alias = "local_p2")]
    pub on_b: V,
    /// From the first shape towards the second.
    pub normal: Unit<V>,
    /// The distance between the shapes; negative where they overlap: minus the depth, the length of the least move that
    /// parts them, or their deepest parts where it was asked for these. Its sign is that of the exact [`Relation`](super::Relation): 0 exactly where they touch.
    pub distance: V::Scalar,
}

impl<V: Vector> Contact<V> {
    /// Of the same shapes in the other order.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Aabb, Ball};
    /// let (floor, ball) = (Aabb::new(-Vec2::ONE, Vec2::X)?, Ball::new(Vec2::new(0.5, 3.0), 1.0)?);
    /// let contact: Contact<Vec2> = floor.nearest(&ball);
    /// assert_eq!(contact.mirrored(), ball.nearest(&floor));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[must_use]
    pub fn mirrored(self) -> Self {
        Contact { on_a: self.on_b, on_b: self.on_a, normal: -self.normal, distance: self.distance }
    }

    /// How deep the shapes are in each other: the length of the least move that parts them; 0 if they do not overlap.
    pub fn depth(&self) -> V::Scalar {
        (-self.distance).max(V::Scalar::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec3, Vec2};
    use proptest::prelude::*;

    use super::*;
    use crate::narrow::{Collide, Project, Relate, Relation};
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
        let (contact, mirrored) = (a.nearest(b), b.nearest(a));
        assert_eq!(contact.distance, mirrored.distance);
        if a.center() != b.center() {
            assert_eq!((contact.on_a, contact.on_b), (mirrored.on_b, mirrored.on_a));
            assert_eq!(contact.normal, -mirrored.normal);
        }
        let expected = match a.relation(b) {
            Relation::Separate => contact.distance > V::Scalar::ZERO && contact.depth() == V::Scalar::ZERO,
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
        let contact = far(f64::MAX)?.nearest(&far(-f64::MAX)?);
        assert_eq!((contact.distance, contact.normal.get()), (f64::MAX, -DVec3::X));
        let same = far(2.0)?.nearest(&far(2.0)?);
        assert_eq!((same.depth(), same.normal.get()), (2.0, DVec3::X));
        Ok(())
    }

    #[test]
    fn normals_across_tiny_ways_are_unit() -> Result<(), ShapeError> {
        for way in [1e-100, 1e-150, 1e-160, 1e-300, 1e-310, 5e-324] {
            let to = DVec3::new(3.0 * way, -way, 0.0);
            let (a, b) = (Ball::new(DVec3::ZERO, 1.0)?, Ball::new(to, 1.0)?);
            let expected = (DVec3::new(to.x / way, to.y / way, 0.0)).normalize();
            for normal in [a.nearest(&b).normal, a.project(to).normal, -b.nearest(&a).normal] {
                assert!((normal.get() - expected).length() < 1e-15, "{normal:?} at {way}");
            }
        }
        Ok(())
    }
}
