//! Where two balls come nearest, and how far apart or how deep they are.

use super::{Relate, Relation};
use crate::math::{Scalar, Unit, Vector};
use crate::shape::{Ball, ShapeError};

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
    /// parts them. Its sign is that of the exact [`Relation`]: 0 exactly where they touch.
    pub distance: V::Scalar,
}

impl<V: Vector> Contact<V> {
    /// Of the same shapes in the other order.
    pub(super) fn mirrored(self) -> Self {
        Contact { on_a: self.on_b, on_b: self.on_a, normal: -self.normal, distance: self.distance }
    }

    /// How deep the shapes are in each other: the length of the least move that parts them; 0 if they do not overlap.
    pub fn depth(&self) -> V::Scalar {
        (-self.distance).max(V::Scalar::ZERO)
    }

    /// The contact of two balls. Exchanging them mirrors it, to the bit, unless the centres are the same: then the normal
    /// is the x axis. A distance beyond all floats becomes the largest.
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::narrow::Contact;
    /// use impinge::shape::Ball;
    /// let (a, b) = (Ball::new(DVec2::ZERO, 1.0)?, Ball::new(DVec2::new(5.0, 0.0), 2.0)?);
    /// let contact = Contact::of_balls(&a, &b);
    /// assert_eq!((contact.on_a.x, contact.on_b.x, contact.distance), (1.0, 3.0, 2.0));
    /// let deep = Contact::of_balls(&a, &Ball::new(DVec2::new(0.0, 1.5), 1.0)?);
    /// assert_eq!((deep.normal.get(), deep.depth()), (DVec2::Y, 0.5));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn of_balls(a: &Ball<V>, b: &Ball<V>) -> Self {
        // Halves, so that the difference of far-away centres does not overflow.
        let half_between = b.center() * V::Scalar::HALF - a.center() * V::Scalar::HALF;
        let normal = Unit::new(half_between).unwrap_or_else(|_: ShapeError| Unit::axis(0));
        let along = half_between.dot(normal.get());
        let gap = (along - a.radius()) + (along - b.radius());
        let gap = gap.max(-V::Scalar::MAX).min(V::Scalar::MAX);
        // Rounding must not contradict the exact relation.
        let smallest = V::Scalar::ZERO.next_up();
        let distance = match a.relation(b) {
            Relation::Separate => gap.max(smallest),
            Relation::Touching => V::Scalar::ZERO,
            Relation::Overlapping => gap.min(-smallest),
        };
        Contact {
            on_a: a.center() + normal.get() * a.radius(),
            on_b: b.center() - normal.get() * b.radius(),
            normal,
            distance,
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec3, Vec2};
    use proptest::prelude::*;

    use super::*;

    fn ball<V: Vector>() -> impl Strategy<Value = Ball<V>> {
        (prop::array::uniform3(-4i8..4), 0u8..5, 0usize..3).prop_map(|(center, radius, scale)| {
            let scale = [1.0, 1e-3 / 3.0, 1e5 / 7.0][scale];
            let center = V::from_f64(center.map(|x| f64::from(x) * scale));
            let radius = V::Scalar::from_f64(f64::from(radius) * scale);
            Ball::new(center, radius).expect("the test's own ball is valid")
        })
    }

    fn check<V: Vector>(a: &Ball<V>, b: &Ball<V>) {
        let (contact, mirrored) = (Contact::of_balls(a, b), Contact::of_balls(b, a));
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
        let contact = Contact::of_balls(&far(f64::MAX)?, &far(-f64::MAX)?);
        assert_eq!((contact.distance, contact.normal.get()), (f64::MAX, -DVec3::X));
        let same = Contact::of_balls(&far(2.0)?, &far(2.0)?);
        assert_eq!((same.depth(), same.normal.get()), (2.0, DVec3::X));
        Ok(())
    }

    #[test]
    fn normals_across_tiny_ways_are_unit() -> Result<(), ShapeError> {
        use crate::narrow::{Collide, Project};
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
