//! The short way against the general one, which works in quite another manner: GJK and EPA.

use glam::Vec2;

use super::Answer;
use crate::math::{Pose, Rotation, Scalar, Vector};
use crate::narrow::dispatch as general;
use crate::narrow::distance::closed_form;
use crate::narrow::distance::convex_pair::{Memory, separation};
use crate::narrow::distance::separation::ClosedForm;
use crate::narrow::manifold::contact_manifold::{ContactManifold, DEEPEST, ManifoldPoint};
use crate::prelude::*;
use crate::shape::{
    Aabb, Ball, Capsule, Hull, Obb, PlacedHull, RoundShape, Segment, Shape, ShapeError, ShapeRef, Triangle,
};

/// SplitMix64, from −1 to 1 in steps of 2⁻²³.
struct Random(u64);

impl Random {
    fn signed(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^= x >> 31;
        (x >> 40) as f64 / f64::from(1u32 << 23) - 1.0
    }
}

/// How the shapes of a test are strewn.
#[derive(Clone, Copy, Debug)]
struct Strewn {
    near: f64,
    /// All coordinates are multiples of this, so that edges are parallel and flush; 0 for any coordinates.
    step: f64,
    /// Shapes are so many times wider than high.
    flat: f64,
}

struct Shapes<V: Vector> {
    hulls: Vec<(Hull<V>, Pose<V>)>,
    others: Vec<Box<dyn Shape<Vector = V>>>,
}

impl<V: Vector> Shapes<V> {
    fn new(
        random: &mut Random,
        strewn: Strewn,
        turn: impl Fn(f64) -> Rotation<V>,
    ) -> Result<Self, ShapeError> {
        let stepped = |x: f64| if strewn.step > 0.0 { (x / strewn.step).round() * strewn.step } else { x };
        let scalar = |x: f64| V::Scalar::from_f64(stepped(x));
        let size = |random: &mut Random| scalar(random.signed().abs() + 0.3);
        let vector = |random: &mut Random, size: f64| {
            let x = random.signed();
            V::from_f64([stepped(x * size), stepped(random.signed() * size / strewn.flat), 0.0])
        };
        let place = |random: &mut Random| V::from_fn(|_| scalar(random.signed() * strewn.near));
        let rotation = |random: &mut Random| {
            let angle = random.signed();
            let turned = turn(if strewn.step > 0.0 { 0.0 } else { angle * 3.2 });
            // Every other one mirrors.
            let columns = turned.columns();
            let columns =
                V::basis_from_fn(|axis| if axis > 0 && angle > 0.0 { -columns[1] } else { columns[axis] });
            Rotation::from_columns(columns).unwrap_or_default()
        };
        let pose = |random: &mut Random| Pose { rotation: rotation(random), translation: place(random) };
        let near = place(random);
        let triangle = Triangle::new([(); 3].map(|()| near + vector(random, 1.0)))?;
        let center = place(random);
        let half = V::from_f64([size(random).into(), stepped(0.3 + 0.5 / strewn.flat), 0.0]);
        let obb = Obb::new(center, half, rotation(random))?;
        let (a, b) = (near + vector(random, 1.0), near + vector(random, 1.0));
        let others: Vec<Box<dyn Shape<Vector = V>>> = vec![
            Box::new(Ball::new(place(random), size(random))?),
            Box::new(Ball::new(place(random), V::Scalar::ZERO)?),
            Box::new(Segment::new(a, b)?),
            Box::new(Capsule::new(a, b, size(random))?),
            Box::new(triangle),
            Box::new(RoundShape::new(triangle, size(random))?),
            Box::new(Aabb::from_corners(place(random), place(random))?),
            Box::new(obb),
            Box::new(RoundShape::new(obb, size(random))?),
        ];
        let hulls = [2, 3, 5, 9, 30].map(|count| {
            let points: Vec<V> = (0..count).map(|_| vector(random, 1.0)).collect();
            Hull::new(&points).map(|hull| (hull, pose(random)))
        });
        Ok(Shapes { others, hulls: hulls.into_iter().collect::<Result<_, _>>()? })
    }

    fn views(&self) -> Vec<ShapeRef<'_, V>> {
        let hulls = self.hulls.iter().map(|(hull, pose)| PlacedHull::into_view(hull.at(pose)));
        self.others.iter().map(|shape| shape.shape_ref()).chain(hulls).collect()
    }
}

/// How many pairs the short way answered.
fn check<V: Vector>(
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
    tolerance: f64,
    strewn: Strewn,
    name: &str,
) -> usize {
    let (Some(convex_a), Some(convex_b)) = (a.convex(), b.convex()) else {
        return 0;
    };
    let expected = separation::<V, true>(&convex_a, &convex_b, f64::INFINITY, &mut Memory::default())
        .expect("without a limit there is an answer");
    let size = expected.point_a.abs().element_sum()
        + expected.point_b.abs().element_sum()
        + expected.distance.abs()
        + 1.0;
    let found = match closed_form::signed::<V, true>(a, b, f64::INFINITY) {
        ClosedForm::Found(found) => found,
        ClosedForm::Open => return 0,
        ClosedForm::Beyond => panic!("{name}: beyond all limits"),
    };
    let error = (found.distance - expected.distance).abs();
    assert!(error <= tolerance * size, "{name}: off by {error:e}: {found:?}, not {expected:?}");
    assert_eq!(found.distance > 0.0, expected.distance > 0.0, "{name}: {found:?}, not {expected:?}");
    let gap = (found.point_b - found.point_a - found.normal * found.distance).length();
    assert!(gap <= tolerance * size, "{name}: points are off by {gap:e}: {found:?}");

    // A limit leaves out what is beyond it, and nothing else.
    let just_less = found.distance * 0.999;
    if found.distance > 0.0 {
        assert!(
            !matches!(closed_form::signed::<V, true>(a, b, just_less), ClosedForm::Found(_)),
            "{name}: {found:?}"
        );
    }
    assert!(
        !matches!(closed_form::signed::<V, true>(a, b, found.distance.max(0.0)), ClosedForm::Beyond),
        "{name}: {found:?}"
    );

    // Manifolds: the same points under the same numbers.
    for margin in [0.0, 0.75] {
        let answer = match closed_form::manifold_in_plane(a, b, margin) {
            Answer::Points(answer) => Some(ContactManifold::from(answer)),
            Answer::Nothing => None,
            Answer::Open => continue,
        };
        let right = general::manifold(&a, &b, margin, &mut PairCache::default());
        assert_eq!(answer.is_some(), right.is_some(), "{name}: manifold");
        let (Some(answer), Some(right)) = (answer, right) else {
            continue;
        };
        assert_eq!(answer.normal, right.normal, "{name}: manifold");
        let deepest = |manifold: &ContactManifold<V>| {
            manifold.points.iter().map(|point| point.distance.into()).fold(f64::INFINITY, f64::min)
        };
        let error = (deepest(&answer) - deepest(&right)).abs();
        assert!(error <= tolerance * size, "{name}, margin {margin}: {answer:?}, not {right:?}");
        // Of equal depths, and of sides that end where others begin, rounding picks one or the other.
        if strewn.step > 0.0 || right.points.iter().any(|point| point.feature == DEEPEST) {
            continue;
        }
        // Where vertices are nearest, or edges nearly parallel, their numbers are such a choice.
        let of_cores = found.distance + convex_a.radius.into() + convex_b.radius.into();
        let is_clear = of_cores < 0.0 && strewn.flat == 1.0;
        let is_known = |point: &ManifoldPoint<V>, known: &ManifoldPoint<V>| {
            let error = (point.point_a - known.point_a)
                .abs()
                .element_sum()
                .max((point.point_b - known.point_b).abs().element_sum());
            let error: f64 = error.max((point.distance - known.distance).abs()).into();
            let is_same =
                point.feature == known.feature || known.feature == DEEPEST || point.feature == DEEPEST;
            error <= tolerance * size && (!is_clear || is_same)
        };
        for (points, others) in [(&answer.points, &right.points), (&right.points, &answer.points)] {
            let are_known = points.iter().all(|point| others.iter().any(|other| is_known(point, other)));
            assert!(are_known, "{name}, margin {margin}: {answer:?}, not {right:?}");
        }
    }
    1
}

fn check_all<V: Vector>(tolerance: f64, turn: impl Fn(f64) -> Rotation<V>) {
    let mut random = Random(11);
    let (mut answered, mut asked) = (0, 0);
    for (near, step, flat) in
        [(1.0, 0.0, 1.0), (2.5, 0.0, 1.0), (1.0, 0.0, 1e3), (2.0, 0.25, 1.0), (3.0, 0.125, 1.0)]
    {
        let strewn = Strewn { near, step, flat };
        for case in 0..100 {
            let [first, second] = [(); 2]
                .map(|()| Shapes::new(&mut random, strewn, &turn).expect("the test's own shapes are valid"));
            for (i, a) in first.views().into_iter().enumerate() {
                for (j, b) in second.views().into_iter().enumerate() {
                    answered +=
                        check(a, b, tolerance, strewn, &format!("{strewn:?} case {case}: {i} and {j}"));
                    asked += 1;
                }
            }
        }
    }
    assert!(answered * 10 > asked * 8, "the short way answered {answered} of {asked} only");
}

#[test]
fn the_general_way_agrees() {
    check_all::<Vec2>(1e-6, |angle| Rotation::<Vec2>::from_angle(angle as f32));
}
