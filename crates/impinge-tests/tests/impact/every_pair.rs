//! Every pair of kinds, against shapes placed at many times.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::compound::AnyShape;
use impinge::math::{Pose, Rotation, Scalar, Vector};
use impinge::prelude::*;
use impinge::shape::{RoundShape, Shape};
use impinge::sweep::{Motion, TimeOfImpact, TimeOfImpactOptions, time_of_impact};
use impinge_tests::demand;

use crate::sample::{Random, Sample, Turn, one_of_each, one_of_each_of_parts};

/// A motion at random, with a turn of up to so many radians about a point that is no further than that from
/// the origin, on each axis.
trait Spin: Turn {
    fn motion(random: &mut Random, towards: Self, angle: f64, away: f64) -> Motion<Self>;
}

macro_rules! spin {
    ($vector:ident, |$random:ident, $angle:ident| $turn:expr) => {
        impl Spin for $vector {
            fn motion($random: &mut Random, towards: Self, $angle: f64, away: f64) -> Motion<Self> {
                let translation = towards + $random.vector::<Self>(2.0);
                let turn = $turn;
                let center = $random.vector(away);
                Motion::linear(translation)
                    .and_then(|motion| motion.with_angular_velocity(turn, center))
                    .expect("finite")
            }
        }
    };
}

spin!(Vec2, |random, angle| (random.signed() * angle) as f32);
spin!(DVec2, |random, angle| random.signed() * angle);
spin!(Vec3, |random, angle| random.vector::<Vec3>(angle));
spin!(DVec3, |random, angle| random.vector::<DVec3>(angle));

/// A shape that can be placed anywhere; `None` for one of a user's own.
fn any<V: Vector>(sample: &Sample<V>) -> Option<AnyShape<V>> {
    let rounded = |shape: AnyShape<V>, radius: V::Scalar| shape.with_rounding(radius).ok();
    Some(match sample {
        Sample::Ball(shape) => (*shape).into(),
        Sample::Aabb(shape) => (*shape).into(),
        Sample::Obb(shape) => (*shape).into(),
        Sample::Segment(shape) => (*shape).into(),
        Sample::Ray(shape) => (*shape).into(),
        Sample::Triangle(shape) => (*shape).into(),
        Sample::Plane(shape) => (*shape).into(),
        Sample::HalfSpace(shape) => (*shape).into(),
        Sample::Capsule(shape) => (*shape).into(),
        Sample::TaperedCapsule(shape) => (*shape).into(),
        Sample::Cylinder(shape) => (*shape).into(),
        Sample::Cone(shape) => (*shape).into(),
        Sample::Hull(hull, pose) => AnyShape::from(hull.clone()).at(pose),
        Sample::RoundedBox(shape) => rounded((*RoundShape::shape(shape)).into(), shape.radius())?,
        Sample::RoundedTriangle(shape) => rounded((*RoundShape::shape(shape)).into(), shape.radius())?,
        Sample::RoundedCylinder(shape) => rounded((*RoundShape::shape(shape)).into(), shape.radius())?,
        Sample::Parts(_, shape) => shape.clone(),
        Sample::Custom(..) => return None,
    })
}

/// Where a motion takes what was at the origin, unturned.
fn pose_at<V: Vector>(motion: &Motion<V>, t: f64) -> Pose<V> {
    let origin = motion.point_at(t, V::ZERO);
    let column = |axis: usize| V::from_double(motion.point_at(t, V::unit_axis(axis)) - origin);
    let rotation = Rotation::orthonormalize(V::basis_from_fn(column)).expect("a rotation");
    Pose { rotation, translation: V::from_double(origin) }
}

/// How motions are, in turn.
#[derive(Clone, Copy)]
struct Manner {
    angle: f64,
    /// How far away the centre of the turn is.
    away: f64,
    tolerance: f64,
}

const MANNERS: [Manner; 5] = [
    Manner { angle: 0.0, away: 1.5, tolerance: 1e-3 },
    Manner { angle: 0.5, away: 1.5, tolerance: 1e-9 },
    Manner { angle: 3.0, away: 1.5, tolerance: 1e-3 },
    Manner { angle: 12.0, away: 1.5, tolerance: 1e-6 },
    // No more than some lengths on its way.
    Manner { angle: 2e-6, away: 1e6, tolerance: 1e-6 },
];
const TIMES: u32 = 40;

fn is_endless<V: Vector>(sample: &Sample<V>) -> bool {
    matches!(sample, Sample::Ray(_) | Sample::Plane(_) | Sample::HalfSpace(_))
}

struct Pair<'a, V: Vector> {
    a: &'a Sample<V>,
    b: &'a Sample<V>,
    motions: [&'a Motion<V>; 2],
    manner: Manner,
}

impl<V: Vector> Pair<'_, V> {
    fn impact(&self) -> TimeOfImpact<V> {
        let options = TimeOfImpactOptions::new(self.manner.tolerance).expect("a tolerance");
        let impact = time_of_impact(
            &self.a.shape_ref(),
            self.motions[0],
            &self.b.shape_ref(),
            self.motions[1],
            &options,
        );
        let mirrored = time_of_impact(
            &self.b.shape_ref(),
            self.motions[1],
            &self.a.shape_ref(),
            self.motions[0],
            &options,
        );
        assert_eq!(impact.time(), mirrored.time(), "{}", self.what());
        if let (
            TimeOfImpact::Hit { point, normal, .. },
            TimeOfImpact::Hit { point: other, normal: back, .. },
        ) = (&impact, &mirrored)
        {
            assert_eq!((point, normal.get()), (other, -back.get()), "{}", self.what());
        }
        impact
    }

    fn what(&self) -> String {
        format!("{} and {}: {:?}, {:?}", self.a.name(), self.b.name(), self.motions[0], self.motions[1])
    }

    /// How they lie at a time: their distance, or minus their depth.
    fn distance(&self, t: f64) -> Option<f64> {
        let [a, b] = [(self.a, self.motions[0]), (self.b, self.motions[1])]
            .map(|(sample, motion)| any(sample).map(|shape| shape.at(&pose_at(motion, t))));
        let (a, b) = (a?, b?);
        let distance: f64 = a.shape_ref().distance(&b.shape_ref()).into();
        Some(if distance > 0.0 {
            distance
        } else {
            a.shape_ref().closest_points(&b.shape_ref()).distance.into()
        })
    }

    /// Is the answer right, as far as looking at some times can tell? What it was.
    fn check(&self) -> TimeOfImpact<V> {
        let impact = self.impact();
        // What placing shapes may be off by: they are some 10 across, but for boxes in place of planes.
        let size =
            40.0 + self.motions.iter().map(|motion| motion.point_at(1.0, V::ZERO).length()).sum::<f64>();
        let larger = if is_endless(self.a) || is_endless(self.b) { 16.0 } else { 1.0 };
        // Both centres, on each axis.
        let far = 6.0 * f64::EPSILON * self.manner.away;
        let slack = 64.0 * larger * (V::Scalar::UNIT_ROUNDOFF.into() * size + far);
        let end = impact.time().unwrap_or(1.0);
        for i in 0..=TIMES {
            let t = end * f64::from(i) / f64::from(TIMES);
            let Some(distance) = self.distance(t) else { return impact };
            let is_end = i == TIMES && matches!(impact, TimeOfImpact::Hit { converged: true, .. });
            assert!(
                distance > -slack || matches!(impact, TimeOfImpact::OverlappingAtStart(_)),
                "{}: {impact:?}, but {distance} at {t}",
                self.what()
            );
            if is_end {
                let near = self.manner.tolerance + slack + 128.0 * far;
                assert!(distance <= near, "{}: {impact:?}, but {distance} apart", self.what());
            }
        }
        impact
    }
}

fn wanted() -> usize {
    demand::cases("IMPINGE_IMPACTS", MANNERS.len())
}

fn check_all<V: Spin>(seed: u64) {
    let mut random = Random::new(demand::seed(seed));
    let (mut hits, mut misses, mut starts, mut unsure) = (0, 0, 0, 0);
    for round in 0..wanted() {
        let all = |random: &mut Random| {
            let mut all = one_of_each::<V>(random);
            all.extend(one_of_each_of_parts::<V>(random));
            all
        };
        let (left, right) = (all(&mut random), all(&mut random));
        for a in &left {
            for b in &right {
                let away = random.vector::<V>(6.0);
                let b = b.moved(away);
                // Towards each other, more or less; sometimes without turning.
                let manner @ Manner { angle, away: from, .. } = MANNERS[round % MANNERS.len()];
                let towards = away * V::Scalar::from_f64(0.5 + 0.7 * random.signed());
                let motions = [
                    V::motion(&mut random, towards, angle, from),
                    V::motion(&mut random, -towards, angle * 0.5, from),
                ];
                match (Pair { a, b: &b, motions: [&motions[0], &motions[1]], manner }).check() {
                    TimeOfImpact::Disjoint => misses += 1,
                    TimeOfImpact::Hit { converged: true, .. } => hits += 1,
                    // Of two without an end, more is said to meet than does; of others, very few.
                    TimeOfImpact::Hit { .. } => unsure += usize::from(!(is_endless(a) && is_endless(&b))),
                    TimeOfImpact::OverlappingAtStart(_) => starts += 1,
                }
            }
        }
    }
    assert!(
        hits > 50 * wanted() && misses > 50 * wanted() && starts > 10 * wanted(),
        "{hits} {misses} {starts}"
    );
    assert!(unsure <= wanted() / 4, "{unsure} of {hits} hits may be further apart than the tolerance");
}

#[test]
fn in_the_plane() {
    check_all::<Vec2>(1);
    check_all::<DVec2>(2);
}

#[test]
fn in_space() {
    check_all::<Vec3>(3);
    check_all::<DVec3>(4);
}
