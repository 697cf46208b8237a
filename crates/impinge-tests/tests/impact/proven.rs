//! Times of impact against proofs in interval arithmetic ([`oracle`](super::oracle)).
//!
//! Of each answer it is proven that the shapes share no point before, and are within the tolerance then, both
//! of them and the point that is told. `IMPINGE_IMPACTS=1000` looks at so many motions of each family and
//! each kind of number.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::math::{Scalar, Vector};
use impinge::shape::Ball;
use impinge::sweep::{TimeOfImpact, TimeOfImpactOptions, time_of_impact};
use impinge_tests::demand;

use super::families::{Case, Turned, families, still, thin_walls, touching, way};
use super::oracle::body::Body;
use super::oracle::proof::{Pair, Verdict};
use crate::sample::{Random, Sample};

/// How many of what was answered.
#[derive(Debug, Default)]
struct Tally {
    separate: usize,
    hits: usize,
    at_start: usize,
}

impl<V: Turned> Case<V> {
    fn impact(&self, options: &TimeOfImpactOptions) -> TimeOfImpact<V> {
        let [a, b] = &self.shapes;
        let [of_a, of_b] = &self.ways;
        time_of_impact(&a.shape_ref(), &of_a.motion, &b.shape_ref(), &of_b.motion, options)
    }

    fn unit() -> f64 {
        V::Scalar::UNIT_ROUNDOFF.into()
    }

    /// How far apart they may be at a hit: the least tolerance is documented as 128 roundings; and what a
    /// placed shape is off by.
    fn allowed(&self, pair: &Pair) -> f64 {
        let rounding = pair.rounding(Self::unit());
        self.tolerance.max(256.0 * rounding) + 32.0 * rounding
    }

    /// How far a point is from both at a time.
    fn off_point(&self, point: V, time: f64) -> f64 {
        let spot = Sample::Ball(Ball::new(point, V::Scalar::ZERO).expect("finite"));
        let from = |i: usize| {
            let bodies = [&spot, &self.shapes[i]].map(|shape| Body::of(shape).expect("a hull of points"));
            Pair::new(bodies, [still::<V>().path, self.ways[i].path]).apart_at_most(time)
        };
        from(0).max(from(1))
    }

    fn what(&self, family: &str, impact: &TimeOfImpact<V>) -> String {
        let [a, b] = self.shapes.each_ref().map(|shape| (shape.name(), Body::of(shape)));
        let motions = self.ways.map(|way| way.motion);
        format!("{family}, {}: {impact:?} of {a:?}, {b:?}, {motions:?}", self.tolerance)
    }

    /// Proves the answer; what was said.
    fn check(&self, family: &str, tally: &mut Tally) -> TimeOfImpact<V> {
        let options = TimeOfImpactOptions::new(self.tolerance).expect("a tolerance");
        let (impact, pair) = (self.impact(&options), self.pair());
        let what = || self.what(family, &impact);
        let free_until = impact.time().unwrap_or(1.0);
        if free_until > 0.0 {
            assert_eq!(pair.free_until(free_until, 0.0), Verdict::Free, "{}", what());
        }
        match impact {
            TimeOfImpact::Disjoint => tally.separate += 1,
            TimeOfImpact::Hit { time, converged, point, .. } => {
                tally.hits += 1;
                assert!(converged, "{}", what());
                let (apart, allowed) = (pair.apart_at_most(time), self.allowed(&pair));
                assert!(apart <= allowed, "{apart} apart, not {allowed}: {}", what());
                let (off, coarse) = (self.off_point(point, time), Self::unit() * point.to_double().length());
                assert!(off <= 0.5 * apart + allowed + 4.0 * coarse, "{off} from there: {}", what());
            }
            TimeOfImpact::OverlappingAtStart(_) => {
                tally.at_start += 1;
                let apart = pair.apart_at_most(0.0);
                assert!(apart <= 16.0 * pair.rounding(Self::unit()), "{apart} apart: {}", what());
            }
        }
        impact
    }

    /// What touches at the start and comes no nearer is free to leave: until then, nothing gets into each
    /// other, up to roundings.
    fn check_leaving(&self, tally: &mut Tally) {
        let options =
            TimeOfImpactOptions::new(self.tolerance).expect("a tolerance").with_ignore_separating(true);
        let (impact, pair) = (self.impact(&options), self.pair());
        let what = || self.what("leaving", &impact);
        let free_until = impact.time().unwrap_or(1.0);
        let level = -128.0 * pair.rounding(Self::unit());
        assert_eq!(pair.free_until(free_until, level), Verdict::Free, "{}", what());
        match impact {
            TimeOfImpact::Disjoint => tally.separate += 1,
            TimeOfImpact::Hit { time, converged, .. } => {
                tally.hits += 1;
                assert!(converged, "{}", what());
                let apart = pair.apart_at_most(time);
                assert!(apart <= self.allowed(&pair), "{apart} apart: {}", what());
            }
            TimeOfImpact::OverlappingAtStart(_) => tally.at_start += 1,
        }
    }
}

fn wanted() -> usize {
    demand::cases("IMPINGE_IMPACTS", 40)
}

/// Every family.
fn check_all<V: Turned>(seed: u64) {
    // Other cases than those of the suite may by chance have none of a kind.
    let are_of_suite = demand::number("IMPINGE_SEED").is_none();
    for (number, (name, family)) in families::<V>().into_iter().enumerate() {
        let mut random = Random::new(demand::seed(seed + 16 * number as u64));
        let mut tally = Tally::default();
        for _ in 0..wanted() {
            let _ = family(&mut random).check(name, &mut tally);
        }
        println!("{name}: {tally:?}");
        // Some meet and some do not, but for those who touch, and those who do not move towards each other.
        let both = tally.separate > 0 && tally.hits > 0;
        let expected = match name {
            "touching at the start" => tally.hits == wanted(),
            "together" | "at rest" => tally.separate > 0,
            "thin walls" => tally.hits > 0,
            _ => both,
        };
        assert!(expected || !are_of_suite, "{name}: {tally:?}");
    }
    let (mut random, mut tally) = (Random::new(demand::seed(seed)), Tally::default());
    for _ in 0..wanted() {
        touching::<V>(&mut random).check_leaving(&mut tally);
    }
    println!("leaving: {tally:?}");
    let expected = tally.separate > 0 && tally.hits + tally.at_start > 0;
    assert!(expected || !are_of_suite, "leaving: {tally:?}");
}

#[test]
fn in_the_plane() {
    check_all::<Vec2>(1000);
    check_all::<DVec2>(2000);
}

#[test]
fn in_space() {
    check_all::<Vec3>(3000);
    check_all::<DVec3>(4000);
}

/// Would it be seen if a time were wrong? Each hit later, and earlier, by more than the tolerance tells.
#[test]
fn the_oracle_does_not_believe_what_is_wrong() {
    let mut random = Random::new(5);
    let (mut late, mut early) = (0, 0);
    for _ in 0..200 {
        let case = Case { tolerance: 1e-6, ..thin_walls::<DVec3>(&mut random) };
        let TimeOfImpact::Hit { time, .. } = case.check("thin walls", &mut Tally::default()) else {
            continue;
        };
        // A thousand in the unit of time: by a ten thousandth of a length.
        let pair = case.pair();
        late += usize::from(pair.free_until(time + 1e-7, 0.0) != Verdict::Free);
        early += usize::from(pair.apart_at_most(time - 1e-7) > case.allowed(&pair));
    }
    assert!(late > 100 && late == early, "{late} late, {early} early");
    // Balls that meet at ½, for certain.
    let at = |x: f64| Sample::Ball(Ball::new(DVec2::X * x, 1.0).expect("finite"));
    let ways = [way(DVec2::X * 4.0, [0.0; 3], DVec2::ZERO), still()];
    let pair = Case { shapes: [at(0.0), at(4.0)], ways, tolerance: 0.0 }.pair();
    assert_eq!(pair.free_until(0.5 - 1e-12, 0.0), Verdict::Free);
    assert!(pair.free_until(0.5, 0.0) != Verdict::Free && pair.free_until(0.9, 0.0) != Verdict::Free);
    assert!(pair.apart_at_most(0.25) >= 1.0 && pair.apart_at_most(0.25) < 1.0 + 1e-12);
    assert!(
        pair.free_until(0.75, -1.0 - 1e-9) == Verdict::Free
            && pair.free_until(0.75, -1.0 + 1e-9) != Verdict::Free
    );
}
