//! Hulls in each other that move a little from one question to the next: what is kept of them never changes
//! an answer.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::math::{Pose, Scalar, Vector};
use impinge::prelude::*;
use impinge::shape::{Ball, Hull, PlacedHull};

use crate::sample::{Random, Turn};

/// Points in a ball or, every third time, corners of a box and on its sides, so that facets are flush and
/// many are as near.
fn hull<V: Vector>(random: &mut Random, number: usize) -> Hull<V> {
    let count = if V::DIMENSION == 2 { 40 } else { 24 };
    let points: Vec<V> = (0..count)
        .map(|_| {
            let point = random.vector::<V>(1.0);
            if number.is_multiple_of(3) {
                V::from_fn(|i| point[i] + point[i])
                    .max(V::splat(-V::Scalar::ONE))
                    .min(V::splat(V::Scalar::ONE))
            } else {
                point * (V::Scalar::ONE / (point.length() + V::Scalar::from_f64(0.1)))
            }
        })
        .collect();
    Hull::new(&points).unwrap()
}

/// The answer with the cache is as good as the one without.
fn assert_agrees<V: Vector>(a: &PlacedHull<'_, V>, b: &PlacedHull<'_, V>, cache: &mut PairCache) -> bool {
    let unit: f64 = V::Scalar::UNIT_ROUNDOFF.into();
    let tolerance = V::Scalar::from_f64((64.0 * unit).max(1e-10));
    let (warm, cold) = (a.contact_with(b, V::Scalar::ZERO, cache), a.contact(b, V::Scalar::ZERO));
    let (Some(warm), Some(cold)) = (warm, cold) else {
        assert_eq!(warm.is_some(), cold.is_some());
        return false;
    };
    assert!((warm.distance - cold.distance).abs() <= tolerance, "{} and {}", warm.distance, cold.distance);
    let moved = Pose {
        translation: b.pose().translation + warm.normal.get() * (tolerance - warm.distance),
        ..b.pose()
    };
    assert!(!a.relation(&b.hull().at(&moved)).eq(&Relation::Overlapping), "the way out does not part them");
    for (point, of) in [(warm.point_a, a), (warm.point_b, b)] {
        assert!(
            of.distance(&Ball::new(point, V::Scalar::ZERO).unwrap()) <= tolerance,
            "a point lies outside"
        );
    }
    warm.distance < V::Scalar::ZERO
}

fn agrees<V: Turn>() {
    let mut random = Random::new(19);
    let mut overlapping = 0;
    let mut passed_on = PairCache::default();
    let at = |random: &mut Random, reach: f64| Pose {
        rotation: V::turn(random),
        translation: random.vector(reach),
    };
    for number in 0..60 {
        let (a, b) = (hull::<V>(&mut random, number), hull::<V>(&mut random, number / 2));
        let a = a.at(&at(&mut random, 0.5));
        let mut pose = at(&mut random, 0.7);
        if number.is_multiple_of(4) {
            pose.rotation = a.pose().rotation;
        }
        let mut kept = PairCache::default();
        for step in 0..24 {
            // Not at all, hardly, a little, and much too far.
            let far = [0.0, 1e-6, 1e-3, 1e-2, 0.3][if step < 20 { step % 4 } else { 4 }];
            pose.translation += random.vector(far);
            if step % 8 == 7 {
                pose.rotation = V::turn(&mut random);
            }
            let b = b.at(&pose);
            overlapping += usize::from(assert_agrees(&a, &b, &mut kept));
            // Of another pair, and of this one in the other order.
            assert_agrees(&a, &b, &mut passed_on);
            assert_agrees(&b, &a, &mut passed_on);
            let mut other = kept.clone();
            assert_agrees(&b, &a, &mut other);
        }
    }
    assert!(overlapping > 500, "only {overlapping} were in each other");
}

#[test]
fn what_is_kept_of_hulls_in_each_other_changes_no_answer() {
    agrees::<Vec2>();
    agrees::<DVec2>();
    agrees::<Vec3>();
    agrees::<DVec3>();
}
