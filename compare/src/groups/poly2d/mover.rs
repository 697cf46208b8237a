//! A capsule that moves and slides through a level of ten thousand polygons.
//!
//! Every step starts where a walk of ours came to, the same for all, as walks of different engines would part
//! soon. Box2D's way is that of its own sample: up to five rounds of `b2World_CollideMover`, `b2SolvePlanes`
//! and `b2World_CastMover`, until a round moves by less than a tolerance. That of the sample is an eighth of
//! a step here, so it takes part once more with a finer one. It comes to rest its slop deep in what it meets,
//! ours a skin outside: so its capsule is thicker by both, to come to rest in the same places. Ends are
//! compared with ours, and held against the level, to see that all do the same work.

use glam::Vec2;
use impinge::compound::{AnyShape, Compound};
use impinge::math::Pose;
use impinge::narrow::Collide;
use impinge::shape::{Capsule, Hull, ShapeError};
use impinge::sweep::{MoveAndSlideOptions, move_and_slide};

use crate::error::Error;
use crate::harness::{Bench, Contender, Task, Unit};
use crate::workload::random::SplitMix64;

/// Columns and rows of the level, with a polygon in each cell.
const CELLS: usize = 100;
/// The size of a cell.
const CELL: f32 = 2.0;
const STEPS: usize = 10_000;
/// How far each step wants to go.
const PACE: f32 = 0.08;
/// The capsule: half the length of its segment, and its radius.
const HALF: f32 = 0.15;
const RADIUS: f32 = 0.15;
/// That of Box2D.
const SKIN: f32 = 0.005;

/// A place, and where it wants to go from there.
type Step = (Vec2, Vec2);

/// One engine's way to do a step: where it ends.
type Mover<'a> = Box<dyn FnMut(Step) -> Vec2 + 'a>;

/// Measures 10,000 steps.
pub fn run(bench: &mut Bench) -> Result<(), Error> {
    let polygons = polygons();
    let level = level(&polygons)?;
    let options = MoveAndSlideOptions::new(SKIN)?;
    let ours = {
        let level = level.clone();
        move |(at, motion): Step| match capsule(at) {
            Ok(shape) => at + move_and_slide(&shape, motion, &level, &options).translation,
            // Places stay finite.
            Err(_) => at,
        }
    };
    let steps = steps(&ours);
    let ends: Vec<Vec2> = steps.iter().map(|&step| ours(step)).collect();
    let mut remark = String::new();
    let mut contender = |name: &str, mut mover: Mover<'static>| -> Result<Contender<'static>, Error> {
        remark += &verdict(name, &steps, &ends, &mut mover, &level)?;
        let steps = steps.clone();
        Ok(Contender::new(name, move || {
            steps.iter().fold(0, |sum: u64, &step| {
                let end = mover(step);
                sum.wrapping_add(u64::from(end.x.to_bits())).wrapping_add(u64::from(end.y.to_bits()) << 32)
            })
        }))
    };
    let ours = contender("impinge slide", Box::new(ours))?;
    #[allow(unused_mut)]
    let mut peers = Vec::new();
    #[cfg(feature = "box2d")]
    for (name, tolerance) in
        [("Box2D mover, tolerance of its sample", 0.01), ("Box2D mover, tolerance 0.0001", 0.0001)]
    {
        let mover = super::box2d::Mover::new(&polygons, HALF, RADIUS + 2.0 * SKIN, tolerance);
        peers.push(contender(name, Box::new(move |(at, motion)| mover.go(at, motion)))?);
    }
    let name = "2D 10,000 capsule slides among 10,000 polygons".to_owned();
    bench.measure(Task { name, unit: Unit::Milliseconds, ours: Some(ours), peers, remark })
}

/// Polygons of five to eight corners, one near the middle of each cell.
fn polygons() -> Vec<Vec<Vec2>> {
    let mut random = SplitMix64::new(60);
    let polygon = |cell: usize| {
        let cell_at = Vec2::new((cell % CELLS) as f32, (cell / CELLS) as f32) * CELL;
        let center = cell_at + Vec2::new(random.between(-0.5, 0.5), random.between(-0.5, 0.5));
        let (corners, size) = (5 + cell % 4, random.between(0.3, 0.7));
        let corner = |k: usize| {
            let turn = (k as f32 + random.between(0.0, 0.6)) / corners as f32;
            let (sine, cosine) = libm::sincosf(turn * std::f32::consts::TAU);
            center + Vec2::new(cosine, sine) * size
        };
        (0..corners).map(corner).collect()
    };
    (0..CELLS * CELLS).map(polygon).collect()
}

fn level(polygons: &[Vec<Vec2>]) -> Result<Compound<Vec2>, Error> {
    let part = |corners: &Vec<Vec2>| -> Result<(AnyShape<Vec2>, Pose<Vec2>), ShapeError> {
        Ok((Hull::new(corners)?.into(), Pose::identity()))
    };
    Ok(Compound::new(polygons.iter().map(part).collect::<Result<Vec<_>, _>>()?)?)
}

fn capsule(at: Vec2) -> Result<Capsule<Vec2>, ShapeError> {
    Capsule::new(at - Vec2::Y * HALF, at + Vec2::Y * HALF, RADIUS)
}

/// A walk that heads another way every 50 steps, and keeps away from the end of the level.
fn steps(mut go: impl FnMut(Step) -> Vec2) -> Vec<Step> {
    let middle = CELLS as f32 * CELL / 2.0;
    let mut at = Vec2::splat(middle);
    let mut next = |step: usize| {
        let (sine, cosine) = libm::sincosf((step / 50) as f32 * 2.4);
        let step = (at, Vec2::new(cosine, sine) * PACE);
        at = go(step);
        at = at.clamp(Vec2::splat(0.1 * middle), Vec2::splat(1.9 * middle));
        step
    };
    (0..STEPS).map(&mut next).collect()
}

/// How far the steps went, how many ended deep in something, and how many where ours did.
fn verdict(
    name: &str,
    steps: &[Step],
    ends: &[Vec2],
    mover: &mut Mover<'_>,
    level: &Compound<Vec2>,
) -> Result<String, Error> {
    let (mut gone, mut deepest) = (0.0, 0.0_f32);
    let (mut met, mut alike, mut deep) = (0_u32, 0_u32, 0_u32);
    for (&(at, motion), &our_end) in steps.iter().zip(ends) {
        let end = mover((at, motion));
        gone += f64::from((end - at).length()) / steps.len() as f64;
        let depth = capsule(end)?.contact(level, 0.0).map_or(0.0, |contact| contact.depth());
        deepest = deepest.max(depth);
        deep += u32::from(depth > SKIN);
        if (our_end - at - motion).length() > SKIN {
            met += 1;
            alike += u32::from((end - our_end).length() <= 2.0 * SKIN);
        }
    }
    Ok(format!(
        "\n{name}: {gone:.4} of {PACE} moved on average; {deep} ends deeper than {SKIN}, at most {deepest:.4}; of {met} steps \
         with contact, {alike} end within {} of ours",
        2.0 * SKIN
    ))
}
