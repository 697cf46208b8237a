//! What is asked of a pair, and compared with the reference.

use std::collections::BTreeMap;

use glam::DVec3;
use impinge::math::{Scalar, Vector};
use impinge::narrow::{Contact, ContactManifold};
use impinge::prelude::{Collide, PairCache, Relation};
use impinge::shape::ShapeRef;

use super::body::{Body, Core, Effort};
use super::pair::Pair;
use super::random::Random;
use super::shapes::{TestShape, wide};

/// What went wrong with the pairs of two kinds of shapes, and the largest errors, by question.
pub type Errors = BTreeMap<&'static str, Class>;

/// The answers to one question.
#[derive(Default)]
pub struct Class {
    /// The largest error, relative to the size of the pair, if there is a size to it.
    pub worst: f64,
    pub failures: u64,
    /// The failure with the largest error.
    pub message: String,
    worst_failure: f64,
}

/// Relations may be wrong within so many units in the last place of the coordinates.
const BAND: f64 = 8.0;
/// Errors of so many units in the last place of the coordinates are not counted.
const ROUNDING: f64 = 4.0;
/// What distances in `f64` are off by at most, of round shapes too.
const DISTANCE: f64 = 1e-6;
/// Points of shapes of a user's own, in `f32`.
const OWN_POINTS: f64 = 1e-3;
/// Where the distance has all digits, as flat as it is around its minimum, the normal has half of them.
const NORMAL: f64 = 1e-5;
/// Of the points that a normal leads between, and what it is off by at most, however near they are.
const NORMAL_ROUNDINGS: f64 = 64.0;
const NORMAL_AT_WORST: f64 = 1e-4;

struct Case<'a, V: Vector> {
    pair: &'a Pair,
    a: TestShape<V>,
    b: TestShape<V>,
    body_a: Body,
    body_b: Body,
    /// Of the pair, from corner to corner.
    size: f64,
    /// The largest coordinates of both.
    magnitude: f64,
    tolerance: f64,
    /// How far the points of the answer are outside of the shapes.
    outside: [f64; 2],
    is_thorough: bool,
    number: u64,
    errors: &'a mut Errors,
}

/// The bounds of `docs/accuracy.md`, relative to the size of the pair.
pub fn tolerance<V: Vector>(is_smooth: bool) -> f64 {
    match (V::Scalar::UNIT_ROUNDOFF.into() > 1e-10, is_smooth, V::DIMENSION) {
        (true, false, _) => 1e-5,
        (true, true, _) => 1e-4,
        (false, false, 2) => 1e-9,
        // Simplices of edges that are nearly parallel are slim: half of the digits are left.
        (false, false, _) => 1e-6,
        // Where they are nearly as deep all around, the descent to the least depth is slow.
        (false, true, _) => 1e-4,
    }
}

/// Asks everything of one pair. Only if `is_thorough`, the reference searches at length where it has to
/// search, and the pair is moved, with caches and without. `stale` was last used for quite another pair.
pub fn check<V: Vector>(
    pair: &Pair,
    number: u64,
    is_thorough: bool,
    stale: &mut PairCache,
    random: &mut Random,
    errors: &mut Errors,
) {
    let (a, b) = pair.shapes::<V>();
    let (body_a, body_b) = (a.body(), b.body());
    let is_smooth = body_a.is_smooth() || body_b.is_smooth();
    let nearest = a.shape_ref().closest_points(&b.shape_ref());
    let outside =
        [body_a.distance_to_point(wide(nearest.point_a)), body_b.distance_to_point(wide(nearest.point_b))];
    let mut case = Case {
        pair,
        size: body_a.diameter() + body_b.diameter(),
        magnitude: body_a.magnitude() + body_b.magnitude(),
        tolerance: tolerance::<V>(is_smooth),
        a,
        b,
        body_a,
        body_b,
        outside,
        is_thorough,
        number,
        errors,
    };
    let relation = case.truth(&nearest);
    case.points(&nearest);
    let manifold = case.manifolds(&nearest);
    case.mirror(relation, &nearest, manifold);
    if is_thorough {
        case.motion(&nearest, random);
        case.caches(stale, random);
    }
}

impl<V: Vector> Case<'_, V> {
    fn views(&self) -> (ShapeRef<'_, V>, ShapeRef<'_, V>) {
        (self.a.shape_ref(), self.b.shape_ref())
    }

    /// What a length may be off by because coordinates were rounded, however small the pair is.
    fn rounding(&self) -> f64 {
        let unit: f64 = V::Scalar::UNIT_ROUNDOFF.into();
        ROUNDING * 2.0 * unit * self.magnitude
    }

    fn fail(&mut self, question: &'static str, relative: f64, message: impl FnOnce() -> String) {
        let Case { number, a, b, pair, errors, .. } = self;
        let class = errors.entry(question).or_default();
        class.failures += 1;
        if class.failures == 1 || relative > class.worst_failure {
            class.worst_failure = relative;
            let (style, message) = (pair.style, message());
            class.message =
                format!("case {number} ({style:?}): {question}: {message}\n  a = {a:?}\n  b = {b:?}");
        }
    }

    /// An error in length, to be within the tolerance for a length of `size`.
    fn measure(&mut self, question: &'static str, error: f64, size: f64, what: impl FnOnce() -> String) {
        self.measure_within(question, error, size, self.tolerance, what);
    }

    fn measure_within(
        &mut self,
        question: &'static str,
        error: f64,
        size: f64,
        tolerance: f64,
        what: impl FnOnce() -> String,
    ) {
        let rounding = self.rounding();
        let relative = if error <= rounding { 0.0 } else { (error - rounding) / size };
        // Not a number is a failure too.
        let relative = if relative.is_nan() { f64::INFINITY } else { relative };
        let class = self.errors.entry(question).or_default();
        class.worst = class.worst.max(relative);
        if relative > tolerance {
            self.fail(question, relative, || format!("off by {relative:.1e} of the size: {}", what()));
        }
    }

    /// The reference: the signed distance. An answer that proves itself right up to rounding is taken for it.
    fn expected(&self, nearest: &Contact<V>) -> f64 {
        let (normal, got) = (wide(nearest.normal.get()).normalize(), nearest.distance.into());
        let (a, b) = (&self.body_a, &self.body_b);
        if a.is_bounded() && b.is_bounded() && got > 0.0 {
            let low = a.gap(b, normal);
            let between = (wide(nearest.point_b) - wide(nearest.point_a)).length();
            let high = between + self.outside[0] + self.outside[1];
            let error = (got - low).abs().max((high - got).abs());
            if low > self.band() && error <= self.rounding() {
                return got;
            }
        }
        a.signed_distance(b, normal, if self.is_thorough { &Effort::THOROUGH } else { &Effort::QUICK })
    }

    /// A normal between points that are so far apart can only be as good as the points, which were rounded to
    /// `f64`: their rounding over the distance. The engine computes `f32` in `f64`, with digits to spare.
    fn tolerance_of_normal(&self, distance: f64) -> f64 {
        let rounding = NORMAL_ROUNDINGS * f64::EPSILON * (self.magnitude + self.size);
        self.tolerance.max(NORMAL).max((rounding / distance.abs()).min(NORMAL_AT_WORST))
    }

    /// How far from 0 a signed distance has to be for its sign to be asked.
    fn band(&self) -> f64 {
        let is_single = V::Scalar::UNIT_ROUNDOFF.into() > 1e-10;
        // In `f64` the reference is no better than this; the sign of the exact pairs is for the oracle's
        // rational numbers.
        let of_reference = if is_single { 0.0 } else { 1e-11 * (self.size + self.magnitude) };
        of_reference.max(self.rounding() * (BAND / ROUNDING))
    }

    /// Whether a signed distance says something else, and is far enough from 0 to be asked.
    fn is_denied(&self, relation: Relation, expected: f64) -> bool {
        let is_right = match relation {
            Relation::Disjoint => expected > 0.0,
            Relation::Touching => false,
            Relation::Overlapping => expected < 0.0,
        };
        !is_right && expected.abs() > self.band()
    }

    /// Distance, depth and relation against the reference, and whether the normal gives what was promised.
    fn truth(&mut self, nearest: &Contact<V>) -> Relation {
        let normal = wide(nearest.normal.get());
        let length = normal.length();
        if length.is_nan() || (length - 1.0).abs() > 1e-6 {
            self.fail("unit normal", 0.0, || format!("{normal:?} has the length {length}"));
        }
        let mut expected = self.expected(nearest);
        let relation = self.a.shape_ref().relation(&self.b.shape_ref());
        if self.is_denied(relation, expected) {
            // A search is too low by what it missed, up to its last step: before it denies a gap, down to
            // rounding.
            let (a, b) = (&self.body_a, &self.body_b);
            expected = expected.max(a.signed_distance(b, normal.normalize(), &Effort::FINE));
        }
        let got: f64 = nearest.distance.into();
        let size = self.size + expected.abs();
        let question = if expected > 0.0 { "distance" } else { "depth" };
        let is_double = V::Scalar::UNIT_ROUNDOFF.into() < 1e-10;
        let most = if is_double && expected > 0.0 { DISTANCE } else { f64::INFINITY };
        self.measure_within(question, (got - expected).abs(), size, self.tolerance.min(most), || {
            format!("expected {expected:e}, got {nearest:?}")
        });
        if self.body_a.is_bounded() && self.body_b.is_bounded() {
            let gap = self.body_a.gap(&self.body_b, normal.normalize());
            let tolerance = self.tolerance_of_normal(got);
            self.measure_within("normal", (gap - got).abs(), size, tolerance, || {
                format!("along it they are {gap:e} apart, expected {expected:e}, got {nearest:?}")
            });
        }
        if self.is_denied(relation, expected) {
            self.fail("relation", expected.abs() / size, || {
                format!("{relation:?}, but the signed distance is {expected:e}")
            });
        }
        let (a, b) = self.views();
        let has_contact = a.contact(&b, V::Scalar::ZERO).is_some();
        let penetrates = a.penetration(&b).is_some();
        if has_contact != (relation != Relation::Disjoint)
            || penetrates != (relation == Relation::Overlapping)
        {
            self.fail("contact", 0.0, || {
                format!("{relation:?}, contact {has_contact}, penetration {penetrates}: {nearest:?}")
            });
        }
        let sign = got.partial_cmp(&0.0);
        let expected_sign = match relation {
            Relation::Disjoint => 1.0,
            Relation::Touching => 0.0,
            Relation::Overlapping => -1.0,
        };
        if sign != f64::partial_cmp(&expected_sign, &0.0) {
            self.fail("sign", 0.0, || format!("{relation:?} but {nearest:?}"));
        }
        relation
    }

    /// The points lie on the shapes, and the normal leads from one to the other.
    fn points(&mut self, nearest: &Contact<V>) {
        let (point_a, point_b, normal) =
            (wide(nearest.point_a), wide(nearest.point_b), wide(nearest.normal.get()));
        let distance: f64 = nearest.distance.into();
        let [outside_a, outside_b] = self.outside;
        let between = (point_b - point_a - normal * distance).length();
        let size = self.size + distance.abs();
        for (question, error) in
            [("point on a", outside_a), ("point on b", outside_b), ("points along normal", between)]
        {
            self.measure_within(question, error, size, self.tolerance_of_points(), || {
                format!("by {error:e}: {nearest:?}")
            });
        }
    }

    /// A shape of a user's own is asked in its own precision: by how much a point of a slim one turns away
    /// when the direction is rounded.
    fn tolerance_of_points(&self) -> f64 {
        let is_own = |body: &Body| matches!(body.core, Core::Ellipsoid { .. });
        let is_single = V::Scalar::UNIT_ROUNDOFF.into() > 1e-10;
        if is_single && (is_own(&self.body_a) || is_own(&self.body_b)) { OWN_POINTS } else { self.tolerance }
    }

    /// The other way round: the same bits.
    fn mirror(&mut self, relation: Relation, nearest: &Contact<V>, manifold: Option<ContactManifold<V>>) {
        let (a, b) = self.views();
        let mirrored = b.relation(&a);
        let back = b.closest_points(&a);
        let other = b.manifold(&a, self.margin());
        if relation != mirrored {
            self.fail("relation mirrored", 0.0, || format!("{relation:?}, mirrored {mirrored:?}"));
        }
        let is_mirrored = (nearest.point_a, nearest.point_b, nearest.normal, nearest.distance)
            == (back.point_b, back.point_a, -back.normal, back.distance);
        if !is_mirrored && !self.are_same() {
            self.fail("nearest mirrored", 0.0, || format!("{nearest:?}, mirrored {back:?}"));
        }
        type Points<V> = Vec<(V, V, <V as Vector>::Scalar)>;
        let plain = |m: &ContactManifold<V>| {
            m.points().iter().map(|p| (p.point_a, p.point_b, p.distance)).collect::<Points<V>>()
        };
        let swapped = |m: &ContactManifold<V>| {
            m.points().iter().map(|p| (p.point_b, p.point_a, p.distance)).collect::<Points<V>>()
        };
        let (plain, swapped) = (manifold.as_ref().map(plain), other.as_ref().map(swapped));
        if plain != swapped && !self.are_same() {
            let is_permuted = match (&plain, &swapped) {
                (Some(x), Some(y)) => x.len() == y.len() && x.iter().all(|point| y.contains(point)),
                _ => false,
            };
            let question = if is_permuted { "manifold mirrored, order" } else { "manifold mirrored" };
            self.fail(question, 0.0, || format!("{manifold:?}, mirrored {other:?}"));
        }
    }

    /// Of two shapes that are the same, nothing tells which comes first.
    fn are_same(&self) -> bool {
        let text =
            |shape: &TestShape<V>| format!("{shape:?}").replace("-0.0,", "0.0,").replace("-0.0)", "0.0)");
        match (&self.body_a.core, &self.body_b.core) {
            (Core::Polytope(a), Core::Polytope(b)) => {
                a.points == b.points && self.body_a.radius == self.body_b.radius
            }
            _ => text(&self.a) == text(&self.b),
        }
    }

    /// How far apart shapes may be to have a manifold.
    fn margin(&self) -> V::Scalar {
        V::Scalar::from_f64(self.size * 0.1)
    }

    fn manifolds(&mut self, nearest: &Contact<V>) -> Option<ContactManifold<V>> {
        let distance: f64 = nearest.distance.into();
        let mut last = None;
        for margin in [V::Scalar::ZERO, self.margin()] {
            let (a, b) = self.views();
            last = a.manifold(&b, margin);
            let margin: f64 = margin.into();
            match &last {
                Some(manifold) => self.manifold(manifold, nearest, margin),
                None if distance <= margin * (1.0 - 1e-6) => {
                    self.fail("manifold exists", 0.0, || format!("none within {margin}: {nearest:?}"));
                }
                None => {}
            }
        }
        last
    }

    fn manifold(&mut self, manifold: &ContactManifold<V>, nearest: &Contact<V>, margin: f64) {
        let expected: f64 = nearest.distance.into();
        let (size, normal) = (self.size + expected.abs(), wide(manifold.normal.get()));
        let distances = || manifold.points().iter().map(|point| point.distance.into());
        let (deepest, furthest) =
            (distances().fold(f64::INFINITY, f64::min), distances().fold(f64::NEG_INFINITY, f64::max));
        self.measure("manifold deepest", (deepest - expected).abs(), size, || {
            format!("the deepest point is at {deepest:e}: {manifold:?}, {nearest:?}")
        });
        self.measure("manifold margin", furthest - margin, size, || {
            format!("beyond {margin:e}: {manifold:?}")
        });
        for point in manifold.points() {
            let (point_a, point_b): (DVec3, DVec3) = (wide(point.point_a), wide(point.point_b));
            let apart: f64 = point.distance.into();
            let errors = [
                ("manifold on a", self.body_a.distance_to_point(point_a)),
                ("manifold on b", self.body_b.distance_to_point(point_b)),
                ("manifold along normal", ((point_b - point_a).dot(normal) - apart).abs()),
            ];
            for (question, error) in errors {
                self.measure_within(question, error, size, self.tolerance_of_points(), || {
                    format!("by {error:e}: {point:?} of {manifold:?}, margin {margin:e}, {nearest:?}")
                });
            }
        }
    }

    /// Both carried somewhere else: the same distance.
    fn motion(&mut self, nearest: &Contact<V>, random: &mut Random) {
        let axes = match self.pair.can_turn() {
            true => random.rotation(V::DIMENSION),
            false => [DVec3::X, DVec3::Y, DVec3::Z],
        };
        if self.size == 0.0 {
            // Nothing that rounding could be compared with.
            return;
        }
        let by = random.point(V::DIMENSION) * self.size;
        let (a, b) = self.pair.carried(&axes, by).shapes::<V>();
        let carried = a.shape_ref().closest_points(&b.shape_ref());
        let (expected, got): (f64, f64) = (nearest.distance.into(), carried.distance.into());
        // Coordinates were rounded anew.
        let size = self.size + expected.abs() + self.magnitude + by.length();
        let error = (expected - got).abs();
        self.measure("moved", error, size, || format!("{expected:e}, somewhere else {got:e}: {a:?} {b:?}"));
    }

    /// Caches never change an answer, be they of the pair a moment ago or of another pair.
    fn caches(&mut self, stale: &mut PairCache, random: &mut Random) {
        const STEPS: usize = 4;
        self.warm(stale.clone(), stale.clone(), stale.clone(), None);
        let (mut for_nearest, mut for_contact, mut for_manifold) = Default::default();
        let step = random.direction(V::DIMENSION) * (self.size * random.decades(1e-4, 1e-1));
        for i in 0..STEPS {
            let moved = self.pair.moved(step * i as f64);
            let b = moved.b.place::<V>(moved.place_b);
            (for_nearest, for_contact, for_manifold) =
                self.warm(for_nearest, for_contact, for_manifold, Some(b));
        }
        *stale = for_nearest;
    }

    /// Asks with caches, against the cold answer; `moved` in place of the second shape.
    fn warm(
        &mut self,
        mut for_nearest: PairCache,
        mut for_contact: PairCache,
        mut for_manifold: PairCache,
        moved: Option<TestShape<V>>,
    ) -> (PairCache, PairCache, PairCache) {
        let margin = self.margin();
        let (a, b) = (self.a.shape_ref(), moved.as_ref().unwrap_or(&self.b).shape_ref());
        let cold = a.closest_points(&b);
        let warm = a.closest_points_with(&b, &mut for_nearest);
        let contact = a.contact_with(&b, margin, &mut for_contact);
        let manifold = a.manifold_with(&b, margin, &mut for_manifold);
        let expected: f64 = cold.distance.into();
        let size = self.size + expected.abs();
        let difference = |other: V::Scalar| (expected - other.into()).abs();
        let limit: f64 = margin.into();
        // Nothing found is as good as the margin.
        let of_contact = contact.map_or((limit - expected).max(0.0), |contact| difference(contact.distance));
        let deepest = manifold.as_ref().and_then(|manifold| {
            manifold.points().iter().map(|point| difference(point.distance)).min_by(f64::total_cmp)
        });
        let of_manifold = deepest.unwrap_or((limit - expected).max(0.0));
        let errors = [difference(warm.distance), of_contact, of_manifold];
        for (error, question) in
            errors.into_iter().zip(["nearest cached", "contact cached", "manifold cached"])
        {
            self.measure(question, error, size, || {
                format!("cold {cold:?}, warm {warm:?}, {contact:?}, {manifold:?}; b is now {moved:?}")
            });
        }
        (for_nearest, for_contact, for_manifold)
    }
}
