//! Which algorithm answers which pair: the table, as it is taken and not as it is meant.
//!
//! In tests, every algorithm reports that it was used. The test of this file queries one pair of each kinds
//! of shapes and prints which one answered (`cargo test -p impinge --lib -- --nocapture the_table`); no pair
//! may be without an answer.

/// Reports that an algorithm answers; outside of tests, does nothing.
#[inline(always)]
pub(super) fn takes(_algorithm: &'static str) {
    #[cfg(test)]
    tests::TAKEN.with_borrow_mut(|taken| taken.push(_algorithm));
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::{BTreeMap, BTreeSet};
    use std::sync::Arc;

    use glam::{DVec3, Vec2};

    use crate::compound::{AnyShape, Compound, CompoundError, HeightField, Polyline, SurfaceMesh};
    use crate::math::{Pose, Rotation, Scalar, Unit};
    use crate::prelude::*;
    use crate::shape::*;

    thread_local! {
        pub(super) static TAKEN: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
    }

    /// A user's shape.
    struct CustomShape;

    impl<V: Vector> Support<V> for CustomShape {
        fn support(&self, direction: V) -> V {
            Unit::new(direction).map_or(V::ZERO, Unit::get)
        }
    }

    /// One of each kind, around `at`; none is tiny, or in a special place.
    fn kinds<V: Vector>(at: V) -> Result<Vec<(&'static str, AnyShape<V>)>, CompoundError> {
        let scalar = V::Scalar::from_f64;
        let point = |x: f64, y: f64, z: f64| at + V::from_f64([x, y, z]);
        let pose = Pose { rotation: Rotation::identity(), translation: at };
        let corners =
            [point(0.1, 1.0, 0.2), point(-0.9, -0.4, 0.3), point(0.8, -0.5, -0.4), point(0.2, 0.1, 1.0)];
        let triangle = [corners[0], corners[1], corners[2]];
        let one = V::Scalar::ONE;
        let direction = Unit::new(V::from_f64([0.3, 0.9, 0.2]))?;
        let offset = direction.get().dot(at);
        let mesh =
            Mesh::new(corners.to_vec(), vec![[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]]).unwrap_or_default();
        let rows = if V::IS_2D { 1 } else { 3 };
        let ball = Ball::new(at, one)?;
        Ok(vec![
            ("ball", ball.into()),
            ("aabb", Aabb::new(at - V::splat(one), at + V::splat(one))?.into()),
            ("obb", Obb::new(at, V::from_f64([1.0, 0.5, 0.7]), Rotation::identity())?.into()),
            ("segment", Segment::new(corners[0], corners[1])?.into()),
            ("ray", Ray::new(corners[1], direction)?.into()),
            ("triangle", Triangle::new(triangle)?.into()),
            ("plane", Plane::new(direction, offset)?.into()),
            ("half-space", HalfSpace::new(direction, offset)?.into()),
            ("capsule", Capsule::new(corners[0], corners[1], scalar(0.3))?.into()),
            ("tapered capsule", TaperedCapsule::new(one, scalar(0.6), scalar(0.3), pose)?.into()),
            ("cylinder", Cylinder::new(one, scalar(0.6), pose)?.into()),
            ("cone", Cone::new(one, scalar(0.6), pose)?.into()),
            ("hull", Hull::new(&corners)?.into()),
            ("rounded", AnyShape::from(Hull::new(&corners)?).with_rounding(scalar(0.2))?),
            ("custom", AnyShape::custom(Arc::new(CustomShape)).at(&pose)),
            ("compound", Compound::new([(ball.into(), Pose::identity())])?.into()),
            ("polyline", Polyline::new_open(corners.to_vec())?.into()),
            ("height field", HeightField::new(vec![one; 4 * rows], 4, [one, one])?.at(&pose).into()),
            ("mesh", SurfaceMesh::new(mesh).into()),
        ])
    }

    /// What answered a question.
    fn taken<T>(query: impl FnOnce() -> T) -> (T, BTreeSet<&'static str>) {
        TAKEN.take();
        let answer = query();
        (answer, TAKEN.take().into_iter().collect())
    }

    type Lines = BTreeMap<(&'static str, String), BTreeSet<String>>;

    fn query_all<V: Vector>(lines: &mut Lines) -> Result<usize, CompoundError> {
        let mut pairs = 0;
        // Apart, and deep in each other.
        for away in [0.25, 6.0] {
            let (first, second) = (kinds(V::ZERO)?, kinds(V::from_f64([away, away * 0.5, away * 0.25]))?);
            for (i, (a_name, a)) in first.iter().enumerate() {
                for (b_name, b) in &second[i..] {
                    pairs += 1;
                    let (_, relation) = taken(|| a.relation(b));
                    let (nearest, distance) = taken(|| a.closest_points(b));
                    let (_, manifold) = taken(|| a.manifold(b, V::Scalar::ONE));
                    let length: f64 = nearest.normal.get().length().into();
                    assert!((length - 1.0).abs() < 1e-5, "{a_name} and {b_name}: {nearest:?}");
                    for (question, answered) in
                        [("relation", relation), ("distance, depth", distance), ("manifold", manifold)]
                    {
                        let answered = answered.into_iter().collect::<Vec<_>>().join(" + ");
                        assert!(!answered.is_empty(), "{question}: nobody answers {a_name} and {b_name}");
                        lines.entry((question, answered)).or_default().insert(format!("{a_name}–{b_name}"));
                    }
                }
            }
        }
        Ok(pairs)
    }

    #[test]
    fn the_table_has_no_hole() -> Result<(), CompoundError> {
        type Query = fn(&mut Lines) -> Result<usize, CompoundError>;
        for (dimension, query) in [(2, query_all::<Vec2> as Query), (3, query_all::<DVec3>)] {
            let mut lines = Lines::new();
            // All pairs of 19 kinds, apart and overlapping.
            assert_eq!(query(&mut lines)?, 2 * 19 * 20 / 2);
            println!("\nIn {dimension}D:");
            for ((question, answered), pairs) in &lines {
                println!("{question:16} {answered}");
                println!("{:16}   {}", "", pairs.iter().cloned().collect::<Vec<_>>().join(", "));
            }
        }
        Ok(())
    }
}
