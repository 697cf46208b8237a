//! Random levels: what a slide promises, checked on the convex hull of the shape at both ends of every part
//! of its way, which is all that it sweeps there.
//!
//! `IMPINGE_LEVELS=100000` checks so many levels of each kind, a few hundred without it; `IMPINGE_SEED`
//! others.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::compound::{AnyShape, Compound};
use impinge::math::{Pose, Scalar};
use impinge::prelude::*;
use impinge::shape::{Aabb, Ball, Capsule, Hull, Obb, RoundShape, Segment, Triangle};
use impinge::sweep::{MoveAndSlide, MoveAndSlideOptions, move_and_slide};
use impinge_tests::demand;

use crate::sample::{Random, Turn};

type Made<T> = Result<T, Box<dyn std::error::Error>>;

/// A shape that moves: all within a radius of the hull of some points.
pub struct Mover<V: Turn> {
    pub points: Vec<V>,
    pub radius: V::Scalar,
    /// If it is a box, that.
    pub obb: Option<Obb<V>>,
}

impl<V: Turn> Mover<V> {
    fn new(random: &mut Random) -> Self {
        let count = [1, 2, 4, 8][(random.signed().abs() * 3.999) as usize];
        let points = (0..count).map(|_| random.vector(0.4)).collect();
        // Sharp ones as well.
        let radius = (random.signed() * 0.4).max(if count < 4 { 0.05 } else { 0.0 });
        Mover { points, radius: V::Scalar::from_f64(radius), obb: None }
    }

    /// A box that moves.
    pub fn of_box(obb: Obb<V>) -> Self {
        Mover { points: obb.corners().collect(), radius: V::Scalar::ZERO, obb: Some(obb) }
    }

    pub fn at(&self, translation: V) -> Made<AnyShape<V>> {
        if let Some(obb) = &self.obb {
            return Ok(Obb::new(obb.center() + translation, obb.half_extents(), obb.rotation())?.into());
        }
        let points: Vec<V> = self.points.iter().map(|&point| point + translation).collect();
        Ok(match points.as_slice() {
            [center] => Ball::new(*center, self.radius)?.into(),
            [a, b] => Capsule::new(*a, *b, self.radius)?.into(),
            _ => AnyShape::from(Hull::new(&points)?).with_rounding(self.radius)?,
        })
    }

    /// How near a straight way comes to a shape.
    fn gap(&self, from: V, to: V, obstacle: &AnyShape<V>) -> Made<f64> {
        let points: Vec<V> = self.points.iter().flat_map(|&point| [point + from, point + to]).collect();
        let swept = RoundShape::new(Hull::new(&points)?, self.radius)?;
        Ok(swept.closest_points(obstacle).distance.into())
    }
}

fn obstacle<V: Turn>(random: &mut Random, kind: usize) -> Made<AnyShape<V>> {
    let center: V = random.vector(3.0);
    let near: V = random.vector(1.5);
    let size = V::from_fn(|_| random.size());
    Ok(match kind % 7 {
        0 => Aabb::from_corners(center, center + near)?.into(),
        1 => Obb::new(center, size, V::turn(random))?.into(),
        2 => Ball::new(center, random.size())?.into(),
        3 => Capsule::new(center, center + near, random.size::<V::Scalar>() * V::Scalar::HALF)?.into(),
        4 => Hull::new(&(0..7).map(|_| center + random.vector(1.0)).collect::<Vec<V>>())?.into(),
        5 => Segment::new(center, center + near)?.into(),
        _ => Triangle::new([center, center + near, center + random.vector(1.5)])?.into(),
    })
}

/// How many levels of a kind to try.
pub fn levels() -> usize {
    demand::cases("IMPINGE_LEVELS", 150)
}

/// Is what a slide promises so, for one step of a mover among shapes?
pub fn check_step<V: Turn>(
    mover: &Mover<V>,
    start: V,
    end: &MoveAndSlide<V>,
    shapes: &[AnyShape<V>],
    skin: f64,
    case: &dyn Fn() -> String,
) -> Made<()> {
    assert!(end.translation.is_finite() && end.remaining.is_finite() && end.depth.is_finite(), "{}", case());
    let mut deepest = 0.0_f64;
    for (number, obstacle) in shapes.iter().enumerate() {
        let before: f64 = mover.at(start)?.closest_points(obstacle).distance.into();
        let after: f64 = mover.at(start + end.translation)?.closest_points(obstacle).distance.into();
        let least = (0.5 * skin).min(before) - 0.05 * skin;
        assert!(after >= least, "{after} to {number}, before {before}; {}", case());
        deepest = deepest.max(-after);
        if before < 0.0 {
            continue;
        }
        let mut from = V::ZERO;
        for &to in end.path() {
            let gap = mover.gap(start + from, start + to, obstacle)?;
            // A step that is pushed out of one thing may come as near to another as that lets it.
            assert!(gap >= least, "{gap} to {number} on the way, before {before}; {}", case());
            from = to;
        }
    }
    assert!((deepest - end.depth.into()).abs() < 1e-3 * skin + 1e-6, "{deepest}; {}", case());
    for hit in end.hits() {
        assert!((hit.normal.get().length().into() - 1.0).abs() < 1e-6, "{}", case());
        assert!(hit.time >= V::Scalar::ZERO && hit.time <= V::Scalar::ONE, "{}", case());
    }
    Ok(())
}

fn check_levels<V: Turn>(seed: u64, skin: f64) -> Made<()> {
    let levels = levels();
    let mut random = Random::new(demand::seed(seed));
    let options = MoveAndSlideOptions::new(V::Scalar::from_f64(skin))?;
    let mut met = 0;
    for level in 0..levels {
        let count = 2 + (random.signed().abs() * [12.0, 30.0][V::DIMENSION - 2]) as usize;
        let shapes = (0..count).map(|i| obstacle::<V>(&mut random, i + level)).collect::<Made<Vec<_>>>()?;
        let mover = Mover::new(&mut random);
        let mut at: V = random.vector(3.0);
        let compound = Compound::new(shapes.iter().map(|shape| (shape.clone(), Pose::identity())))?;
        let options = options.with_push_out(level % 2 == 0);
        // A walk of a few steps, slow ones and some far beyond the level.
        for step in 0..4 {
            let speed = libm::pow(10.0, random.signed() * 2.0 - 0.5);
            let motion: V = random.vector(speed);
            let shape = mover.at(at)?;
            let end = match step % 2 {
                0 => move_and_slide(&shape, motion, &compound, &options),
                _ => move_and_slide(&shape, motion, shapes.as_slice(), &options),
            };
            met += end.hits().len();
            let case =
                || format!("level {level} step {step} of seed {seed}: {motion:?} from {at:?}: {end:?}");
            check_step(&mover, at, &end, &shapes, skin, &case)?;
            at += end.translation;
        }
    }
    assert!(met > levels / 4, "only {met} hits");
    Ok(())
}

#[test]
fn no_wall_is_passed_in_the_plane() -> Made<()> {
    check_levels::<DVec2>(1, 0.01)?;
    check_levels::<Vec2>(2, 0.01)?;
    check_levels::<DVec2>(3, 1e-4)
}

#[test]
fn no_wall_is_passed_in_space() -> Made<()> {
    check_levels::<DVec3>(4, 0.01)?;
    check_levels::<Vec3>(5, 0.02)
}
