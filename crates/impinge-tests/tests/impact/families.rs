//! Motions that are hard to get right, at random: past each other by a hair, flat along a face, many turns,
//! far centres.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::math::{Scalar, Vector};
use impinge::shape::{Aabb, Ball, Capsule, Segment, Triangle};
use impinge::sweep::Motion;

use super::oracle::body::{Body, Path};
use super::oracle::proof::Pair;
use crate::sample::{Random, Sample, Turn, one_of_each};

/// What turns by an axis as long as the angle; in the plane by its third part.
pub trait Turned: Turn {
    /// The motion, and the turn as it was rounded.
    fn turning(motion: Motion<Self>, turn: [f64; 3], center: Self) -> (Motion<Self>, [f64; 3]);
}

macro_rules! turned {
    ($vector:ident, |$turn:ident| $by:expr, |$rounded:ident| $back:expr) => {
        impl Turned for $vector {
            fn turning(motion: Motion<Self>, $turn: [f64; 3], center: Self) -> (Motion<Self>, [f64; 3]) {
                let $rounded = $by;
                (motion.with_angular_velocity($rounded, center).expect("finite"), $back)
            }
        }
    };
}

turned!(Vec2, |turn| turn[2] as f32, |angle| [0.0, 0.0, f64::from(angle)]);
turned!(DVec2, |turn| turn[2], |angle| [0.0, 0.0, angle]);
turned!(Vec3, |turn| Vec3::from_f64(turn), |axis| axis.to_f64());
turned!(DVec3, |turn| DVec3::from_f64(turn), |axis| axis.to_f64());

/// A motion, for the engine and for the oracle.
#[derive(Clone, Copy, Debug)]
pub struct Way<V: Vector> {
    pub motion: Motion<V>,
    pub path: Path,
}

pub fn way<V: Turned>(translation: V, turn: [f64; 3], center: V) -> Way<V> {
    let straight = Motion::linear(translation).expect("finite");
    let (motion, turn) = V::turning(straight, turn, center);
    Way { motion, path: Path { translation: translation.to_f64(), center: center.to_f64(), turn } }
}

pub fn still<V: Turned>() -> Way<V> {
    way(V::ZERO, [0.0; 3], V::ZERO)
}

/// Two shapes on their ways.
pub struct Case<V: Vector> {
    pub shapes: [Sample<V>; 2],
    pub ways: [Way<V>; 2],
    pub tolerance: f64,
}

impl<V: Turned> Case<V> {
    /// As the oracle sees it.
    pub fn pair(&self) -> Pair {
        let bodies = self.shapes.each_ref().map(|shape| Body::of(shape).expect("a hull of points"));
        Pair::new(bodies, self.ways.map(|way| way.path))
    }
}

/// Shapes that the oracle knows, near the origin.
fn shapes<V: Turned>(random: &mut Random) -> Vec<Sample<V>> {
    one_of_each(random).into_iter().filter(|sample| Body::of(sample).is_some()).collect()
}

fn any<V: Turned>(random: &mut Random) -> Sample<V> {
    let mut shapes = shapes(random);
    let number = ((random.signed() * 0.5 + 0.5) * shapes.len() as f64) as usize;
    shapes.swap_remove(number.min(shapes.len() - 1))
}

fn tolerance<V: Vector>(random: &mut Random) -> f64 {
    let all = if V::Scalar::UNIT_ROUNDOFF.into() > 1e-10 { [1e-3, 1e-5, 0.0] } else { [1e-3, 1e-9, 0.0] };
    all[((random.signed() + 1.0) * 1.5).min(2.0) as usize]
}

fn turn(random: &mut Random, angle: f64) -> [f64; 3] {
    random.vector::<DVec3>(angle).to_f64()
}

fn scaled<V: Vector>(vector: V, by: f64) -> V {
    vector * V::Scalar::from_f64(by)
}

/// A family of cases.
pub type Family<V> = fn(&mut Random) -> Case<V>;

pub fn families<V: Turned>() -> [(&'static str, Family<V>); 10] {
    [
        ("towards each other", towards),
        ("grazing", grazing),
        ("brushing", brushing),
        ("along a face", along_a_face),
        ("spinning rods", spinning_rods),
        ("thin walls", thin_walls),
        ("together", together),
        ("at rest", at_rest),
        ("far centres", far_centres),
        ("touching at the start", touching),
    ]
}

fn towards<V: Turned>(random: &mut Random) -> Case<V> {
    let away = random.vector::<V>(6.0);
    let shapes = [any(random), any::<V>(random).moved(away)];
    let mut one = |towards: V| {
        let translation = scaled(towards, 0.7 + 0.5 * random.signed()) + random.vector(0.5);
        let angle = 3.0 * random.signed();
        way(translation, turn(random, angle), random.vector(1.5))
    };
    Case { shapes, ways: [one(away), one(-away)], tolerance: tolerance::<V>(random) }
}

/// Straight past each other, at a distance, or into each other by as much.
fn grazing<V: Turned>(random: &mut Random) -> Case<V> {
    let [a, b]: [Sample<V>; 2] = [any(random), any(random)];
    // Beside each other along the first axis, before each other along the second.
    let end = |sample: &Sample<V>, side: f64| {
        let body = Body::of(sample).expect("a hull of points");
        let ends = body.corners.iter().map(|corner| side * corner[0].middle() + body.radius);
        side * ends.fold(f64::MIN, f64::max)
    };
    let gap = [1e-2, 1e-4, -1e-4, -1e-2][((random.signed() + 1.0) * 2.0).min(3.0) as usize];
    let beside = scaled(V::unit_axis(0), end(&a, 1.0) - end(&b, -1.0) + gap);
    let ahead = scaled(V::unit_axis(1), 5.0 + random.signed());
    let b = b.moved(beside + ahead);
    let past = way(scaled(ahead, 2.0), [0.0; 3], V::ZERO);
    let slow = way(scaled(ahead, -0.5), [0.0; 3], V::ZERO);
    Case { shapes: [a, b], ways: [past, slow], tolerance: tolerance::<V>(random) * 0.1 }
}

/// On their ways they come as near as that, or into each other by as much, as they turn: moved there, after a
/// look at many times.
fn brushing<V: Turned>(random: &mut Random) -> Case<V> {
    let case = towards::<V>(random);
    let pair = case.pair();
    let apart = |&a: &f64, &b: &f64| pair.apart_at_most(a).total_cmp(&pair.apart_at_most(b));
    let nearest = |times: &mut dyn Iterator<Item = f64>| times.min_by(apart).unwrap_or(0.0);
    let (mut time, mut step) = (nearest(&mut (0..=64).map(|i| f64::from(i) / 64.0)), 1.0 / 64.0);
    for _ in 0..12 {
        time = nearest(&mut (-2..=2).map(|i| (time + 0.5 * step * f64::from(i)).clamp(0.0, 1.0)));
        step *= 0.5;
    }
    let Some(direction) = pair.direction(time) else { return case };
    let gap = [1e-2, 1e-4, 1e-6, -1e-6, -1e-4, -1e-2][((random.signed() + 1.0) * 3.0).min(5.0) as usize];
    let by = scaled(V::from_f64(direction), gap - pair.apart_at_most(time));
    let [a, b] = case.shapes;
    let [way_of_a, way_of_b] = case.ways;
    let center = V::from_f64(way_of_b.path.center) + by;
    let moved = way(V::from_f64(way_of_b.path.translation), way_of_b.path.turn, center);
    Case { shapes: [a, b.moved(by)], ways: [way_of_a, moved], tolerance: case.tolerance * 0.01 }
}

fn block<V: Turned>(min: [f64; 3], max: [f64; 3]) -> Sample<V> {
    Sample::Aabb(Aabb::new(V::from_f64(min), V::from_f64(max)).expect("a box"))
}

/// A box over the top of another one, near it, goes along and turns flat, or sinks by little more or less
/// than the gap.
fn along_a_face<V: Turned>(random: &mut Random) -> Case<V> {
    let gap = [1e-1, 1e-2, 1e-3][((random.signed() + 1.0) * 1.5).min(2.0) as usize];
    let table = block::<V>([-9.0, -1.0, -9.0], [9.0, 0.0, 9.0]);
    let plate = block::<V>([-1.0, gap, -1.0], [1.0, gap + 0.5, 1.0]);
    let sinks = gap * if random.signed() > 0.0 { 0.9 } else { 1.1 };
    let along = V::from_f64([3.0 * random.signed(), -sinks, 2.0 * random.signed()]);
    let turn = [0.0, if V::DIMENSION == 3 { 4.0 * random.signed() } else { 0.0 }, 0.0];
    let ways = [way(along, turn, V::ZERO), still()];
    Case { shapes: [plate, table], ways, tolerance: tolerance::<V>(random) * 0.1 }
}

fn rod<V: Turned>(random: &mut Random, from: V) -> Sample<V> {
    let to = from + scaled(random.direction::<V>().get(), 2.0);
    if random.signed() > 0.0 {
        Sample::Segment(Segment::new(from, to).expect("finite"))
    } else {
        Sample::Capsule(Capsule::new(from, to, V::Scalar::from_f64(0.05)).expect("finite"))
    }
}

/// About one of their ends, by several turns, beside each other or near.
fn spinning_rods<V: Turned>(random: &mut Random) -> Case<V> {
    let apart = V::from_f64([3.2 + random.signed(), 0.0, 0.0]);
    let shapes = [rod(random, V::ZERO), rod(random, apart)];
    let mut spin = |center: V| {
        let [x, y, z] = turn(random, 1.0);
        way(random.vector(0.3), [x, y, 25.0 * z], center)
    };
    let ways = [spin(V::ZERO), spin(apart)];
    Case { shapes, ways, tolerance: tolerance::<V>(random) }
}

/// A fast small thing, tumbling, at a wall without any thickness.
pub fn thin_walls<V: Turned>(random: &mut Random) -> Case<V> {
    let wall = if V::DIMENSION == 2 {
        Sample::Segment(
            Segment::new(V::from_f64([500.0, -2.0, 0.0]), V::from_f64([500.0, 2.0, 0.0])).expect("finite"),
        )
    } else {
        let corners = [[500.0, -2.0, -2.0], [500.0, 2.0, -2.0], [500.0, 0.0, 3.0]];
        Sample::Triangle(Triangle::new(corners.map(V::from_f64)).expect("finite"))
    };
    let bullet = rod(random, V::ZERO);
    let fast = V::from_f64([1000.0, 3.0 * random.signed(), 3.0 * random.signed()]);
    let ways =
        [way(fast, turn(random, 12.0), random.vector(0.1)), way(random.vector(1.0), [0.0; 3], V::ZERO)];
    Case { shapes: [bullet, wall], ways, tolerance: tolerance::<V>(random) }
}

/// Both by the same motion: they stay as they are.
fn together<V: Turned>(random: &mut Random) -> Case<V> {
    let away = scaled(random.direction::<V>().get(), 3.0 + 1.5 * random.signed());
    let shapes = [any(random), any::<V>(random).moved(away)];
    let both = way(random.vector(10.0), turn(random, 9.0), random.vector(3.0));
    Case { shapes, ways: [both, both], tolerance: tolerance::<V>(random) }
}

fn at_rest<V: Turned>(random: &mut Random) -> Case<V> {
    Case { ways: [still(), still()], ..towards(random) }
}

/// A swing about a point a million away.
fn far_centres<V: Turned>(random: &mut Random) -> Case<V> {
    let away = random.vector::<V>(4.0);
    let shapes = [any(random), any::<V>(random).moved(away)];
    let mut swing = |towards: V| {
        let center = scaled(random.direction::<V>().get(), 1e6);
        way(towards + random.vector(1.0), turn(random, 2e-6), center)
    };
    let ways = [swing(away), swing(V::ZERO)];
    Case { shapes, ways, tolerance: tolerance::<V>(random) }
}

/// A ball on a box, or a box on it: they touch, exactly.
pub fn touching<V: Turned>(random: &mut Random) -> Case<V> {
    let table = block::<V>([-4.0, -1.0, -4.0], [4.0, 0.0, 4.0]);
    let upper = if random.signed() > 0.0 {
        block::<V>([-1.0, 0.0, -1.0], [1.0, 0.5, 1.0])
    } else {
        let center = V::from_f64([random.signed(), 0.5, 0.0]);
        Sample::Ball(Ball::new(center, V::Scalar::from_f64(0.5)).expect("finite"))
    };
    let mut some = || {
        let turn = turn(random, 1.0);
        way(random.vector(1.0), turn, random.vector(1.0))
    };
    let ways = [some(), some()];
    Case { shapes: [upper, table], ways, tolerance: tolerance::<V>(random) }
}
