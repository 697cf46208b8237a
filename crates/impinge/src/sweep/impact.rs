//! The first time of impact of two shapes that move and turn.
//!
//! The pairs of convex parts that may meet are found in slices of time, the first ones first: seen from the one shape,
//! the other stays within a region that is known, and of a slice in which that is much larger than the shape, the halves are
//! looked at instead. Each pair is an [`approach`](super::approach). Of shapes without an end only what the other
//! may reach counts ([`cut`](super::cut)).

use smallvec::SmallVec;

use super::approach::{Approach, Met, Question};
use super::cut::{between, cut};
use super::motion::Motion;
use super::mover::Mover;
use super::obstacles::each_convex;
use super::sight::{Sight, Slice};
use crate::math::{Scalar, ShapeError, Unit, Vector, rounded_within_floats};
use crate::narrow::{
    Collide, Contact, PairCache, Relate, Relation, Separation, contact_of, has_parts, signed,
};
use crate::shape::{Aabb, Shaped, View};

/// What happens to two shapes on their ways.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Impact<V: Vector> {
    /// Nothing, for certain: at no time do they share a point.
    Separate,
    /// They come within the tolerance, or it could not be told that they do not.
    Hit {
        /// When, between 0 and 1: never later than they really meet.
        time: f64,
        /// Are they within the tolerance then? If not, no more is known than that the way is free until then, which is enough for
        /// who only must not get into anything. What turns thousands of times beside something takes more steps than are tried,
        /// and where shapes without an end meet may be too far away to be looked for.
        is_within_tolerance: bool,
        /// Where: in the middle between the points of both that are nearest then.
        point: V,
        /// From the first shape towards the second.
        normal: Unit<V>,
        /// The number of the part of the first shape; 0 if it has none.
        part_a: u32,
        /// The number of the part of the second shape; 0 if it has none.
        part_b: u32,
    },
    /// They overlap from the start: where, and how deep, as [`Collide::nearest`] tells; for shapes of many parts that is of the two parts
    /// that are deepest in each other, and [`Collide::penetration`] tells the way out of the whole.
    OverlappingAtStart(Contact<V>),
}

impl<V: Vector> Impact<V> {
    /// When; 0 if they overlap at the start.
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::shape::Ball;
    /// use impinge::sweep::{Impact, ImpactOptions, Motion, time_of_impact};
    /// let ball = Ball::new(DVec2::ZERO, 1.0)?;
    /// let wall = Ball::new(DVec2::X * 6.0, 1.0)?;
    /// let options = ImpactOptions::new(1e-6)?;
    /// let by = |x: f64| Motion::straight(DVec2::X * x);
    /// // It goes 4 of 8.
    /// let impact: Impact<DVec2> = time_of_impact(&ball, &by(8.0)?, &wall, &Motion::still(), &options);
    /// assert!(impact.time().is_some_and(|time| time <= 0.5 && time > 0.499));
    /// let impact = time_of_impact(&ball, &by(3.0)?, &wall, &Motion::still(), &options);
    /// assert_eq!(impact.time(), None);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn time(&self) -> Option<f64> {
        match self {
            Impact::Separate => None,
            Impact::Hit { time, .. } => Some(*time),
            Impact::OverlappingAtStart(_) => Some(0.0),
        }
    }
}

/// What counts as an impact. In `f64` whatever the shapes are of, as roots are found in it.
///
/// ```
/// use impinge::sweep::ImpactOptions;
/// let options = ImpactOptions::new(1e-6)?.with_max_time(0.5)?.with_min_depth(0.01)?;
/// assert_eq!((options.tolerance(), options.max_time(), options.min_depth()), (1e-6, 0.5, 0.01));
/// assert!(options.with_ignore_leaving(true).ignore_leaving() && !options.ignore_leaving());
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImpactOptions {
    tolerance: f64,
    max_time: f64,
    min_depth: f64,
    ignore_leaving: bool,
}

impl ImpactOptions {
    /// Shapes that come within a tolerance meet: a length, by which a hit may be early; about a thousandth of their
    /// size is good, and one too small for the precision of the coordinates is taken as large as that needs. All of the motion
    /// counts, and the first touch.
    ///
    /// # Errors
    /// If it is negative or not finite.
    pub fn new(tolerance: f64) -> Result<Self, ShapeError> {
        ShapeError::size("tolerance", tolerance)?;
        Ok(ImpactOptions { tolerance, max_time: 1.0, min_depth: 0.0, ignore_leaving: false })
    }

    /// What happens later than this does not matter; the motion ends at 1 anyway.
    ///
    /// # Errors
    /// If it is negative or not finite.
    pub fn with_max_time(self, max_time: f64) -> Result<Self, ShapeError> {
        ShapeError::size("latest time", max_time)?;
        Ok(ImpactOptions { max_time: max_time.min(1.0), ..self })
    }

    /// Not the first touch, but when two convex parts are in each other by more than a depth, less the tolerance.
    ///
    /// # Errors
    /// If it is negative or not finite.
    pub fn with_min_depth(self, min_depth: f64) -> Result<Self, ShapeError> {
        ShapeError::size("depth", min_depth)?;
        Ok(ImpactOptions { min_depth, ..self })
    }

    /// Shapes that touch or overlap at the start, and come no nearer than they are, do not meet as long as that lasts: a body that
    /// leaves another, or slides along it, is free to do so. That is up to roundings, but never nearer than an eighth of the
    /// tolerance: so nothing creeps into what it is pressed against, however often it is asked. Closed meshes are their surfaces then, and who is inside is in
    /// nothing.
    #[must_use]
    pub fn with_ignore_leaving(self, ignore_leaving: bool) -> Self {
        ImpactOptions { ignore_leaving, ..self }
    }

    /// Not the first touch, but when they come within a gap, up to which nothing is missed: a depth the other way round.
    pub(crate) fn with_gap(self, gap: f64) -> Self {
        ImpactOptions { min_depth: -gap, ..self }
    }

    /// How near counts as a hit.
    pub fn tolerance(&self) -> f64 {
        self.tolerance
    }

    /// Until when hits matter.
    pub fn max_time(&self) -> f64 {
        self.max_time
    }

    /// How deep convex parts may be in each other; 0 if the first touch counts.
    pub fn min_depth(&self) -> f64 {
        self.min_depth
    }

    /// May what touches or overlaps at the start leave?
    pub fn ignore_leaving(&self) -> bool {
        self.ignore_leaving
    }
}

/// The first time at which two shapes that move and turn meet.
///
/// - [`Impact::Separate`] is certain: at no time up to the last do they share a point.
/// - The time of a [`Impact::Hit`] is never later than the true one, and the shapes are within the tolerance then, or it says that
///   they may not be.
/// - What overlaps at the start says so, unless the options let it leave.
///
/// Exchanging the shapes, with their motions, mirrors the answer, to the last digit or nearly so where a depth is allowed. Meshes and
/// polylines are surfaces on their way, and what is inside a closed mesh at the start overlaps with it. Two shapes without an end, such
/// as planes, are said to meet at once if one of them turns, and so are
/// two rays that are parallel up to 10⁻⁴ and not quite: where they will meet may be too far away.
///
/// ```
/// use glam::{DVec3, Vec3};
/// use impinge::shape::{Aabb, Segment};
/// use impinge::sweep::{Impact, ImpactOptions, Motion, time_of_impact};
/// // A rod turns by a quarter about its end, and meets a block on its way.
/// let rod = Segment::new(DVec3::ZERO, DVec3::X * 2.0)?;
/// let turn = Motion::still().turning(DVec3::Z * std::f64::consts::FRAC_PI_2, DVec3::ZERO)?;
/// let block = Aabb::new(DVec3::new(1.0, 1.0, -1.0), DVec3::new(3.0, 2.0, 1.0))?;
/// let options = ImpactOptions::new(1e-6)?;
/// let Impact::Hit { time, .. } = time_of_impact(&rod, &turn, &block, &Motion::still(), &options) else {
///     panic!("missed");
/// };
/// // With its end, at (√3, 1): by a twelfth of a turn.
/// assert!(time <= 1.0 / 3.0 && time > 1.0 / 3.0 - 1e-5, "{time}");
/// assert_eq!(time_of_impact(&rod, &turn, &block, &turn, &options), Impact::Separate);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[doc(alias("cast_shapes_nonlinear", "toi", "continuousCollide", "ccd"))]
pub fn time_of_impact<V: Vector, A: Shaped<Vector = V>, B: Shaped<Vector = V>>(
    a: &A,
    motion_a: &Motion<V>,
    b: &B,
    motion_b: &Motion<V>,
    options: &ImpactOptions,
) -> Impact<V> {
    let (view_a, view_b) = (a.view(), b.view());
    if is_endless(&view_a) && is_endless(&view_b) && meet_at_once(&view_a, motion_a, &view_b, motion_b) {
        return of_start(&view_a, &view_b, options.tolerance);
    }
    let question = Question {
        goal: -options.min_depth,
        tolerance: options.tolerance,
        ignore_leaving: options.ignore_leaving,
    };
    let ways = Ways {
        a: cut(&view_a, motion_a, &view_b, motion_b),
        b: cut(&view_b, motion_b, &view_a, motion_a),
        motions: [motion_a, motion_b],
        question,
    };
    let as_wholes = options.min_depth <= 0.0 && !options.ignore_leaving;
    let overlap = || as_wholes && view_a.relation(&view_b) == Relation::Overlapping;
    // Inside of a surface it is met by none of its parts, or later.
    if has_parts(&view_a, &view_b) && overlap() {
        return Impact::OverlappingAtStart(view_a.nearest(&view_b));
    }
    let Some(first) = ways.first(options.max_time) else { return Impact::Separate };
    let Met { t, is_near, found, from } = first.met;
    if t == 0.0 && overlap() {
        return Impact::OverlappingAtStart(view_a.nearest(&view_b));
    }
    if t == 0.0 && !as_wholes && found.distance < -options.min_depth {
        let (on_a, on_b) = (from + found.on_a, from + found.on_b);
        return Impact::OverlappingAtStart(contact_of(Separation { on_a, on_b, ..found }));
    }
    Impact::Hit {
        time: t,
        is_within_tolerance: is_near,
        point: rounded_within_floats(first.met.point()),
        normal: Unit::of_unit(V::from_double(found.normal)),
        part_a: first.parts[0],
        part_b: first.parts[1],
    }
}

/// Has a shape no end, so that where it meets another one like it need not be near to anything?
pub(crate) fn is_endless<V: Vector>(view: &View<'_, V>) -> bool {
    matches!(view, View::Plane(_) | View::HalfSpace(_) | View::Ray(_))
}

/// Two rays whose directions differ by less than this, in radians, may meet too far away to be looked for.
const NEARLY_PARALLEL: f64 = 1e-4;

/// Do two shapes without an end meet at the start, or is it not known where they will?
fn meet_at_once<V: Vector>(
    a: &View<'_, V>,
    motion_a: &Motion<V>,
    b: &View<'_, V>,
    motion_b: &Motion<V>,
) -> bool {
    let parallel_but_not_quite = match (a, b) {
        (View::Ray(a), View::Ray(b)) => (f64::MIN_POSITIVE..NEARLY_PARALLEL).contains(&between(a, b)),
        _ => false,
    };
    parallel_but_not_quite
        || motion_a.turn != [0.0; 3]
        || motion_b.turn != [0.0; 3]
        || a.relation(b) != Relation::Separate
}

/// What two shapes are that are said to meet at once.
fn of_start<V: Vector>(a: &View<'_, V>, b: &View<'_, V>, tolerance: f64) -> Impact<V> {
    let contact = a.nearest(b);
    if a.relation(b) == Relation::Overlapping {
        return Impact::OverlappingAtStart(contact);
    }
    let point = contact.on_a * V::Scalar::HALF + contact.on_b * V::Scalar::HALF;
    let is_within_tolerance = contact.distance.into() <= tolerance;
    Impact::Hit { time: 0.0, is_within_tolerance, point, normal: contact.normal, part_a: 0, part_b: 0 }
}

/// Two shapes on their ways.
struct Ways<'a, 'm, V: Vector> {
    a: View<'a, V>,
    b: View<'a, V>,
    motions: [&'m Motion<V>; 2],
    question: Question,
}

/// The first pair of parts that meets.
struct First<V: Vector> {
    met: Met<V::Double>,
    parts: [u32; 2],
}

/// Slices of time are halved at most so often.
const MOST_HALVINGS: u32 = 8;

impl<V: Vector> Ways<'_, '_, V> {
    fn first(&self, last: f64) -> Option<First<V>> {
        let mut first = None;
        if let (Some(a), Some(b)) =
            (Mover::new(&self.a, self.motions[0]), Mover::new(&self.b, self.motions[1]))
        {
            let met = Approach::new(&a, &b, self.question).first(0.0, last, last)?;
            return Some(First { met, parts: [0, 0] });
        }
        let [motion_a, motion_b] = self.motions;
        let of_a = Sight::of_all(&self.a, [motion_a, motion_b])?;
        let of_b = Sight::of_all(&self.b, [motion_b, motion_a])?;
        let size = of_a.half_size().min(of_b.half_size());
        // The last slice first, so that the first one comes from the end.
        let mut slices: SmallVec<[(f64, f64, u32); 16]> = SmallVec::new();
        slices.push((0.0, last, 0));
        while let Some((start, end, halvings)) = slices.pop() {
            let slice = Slice { start, end };
            let grown = of_a.growth(&slice).min(of_b.growth(&slice));
            if halvings < MOST_HALVINGS && grown > 2.0 * size + self.question.tolerance {
                let middle = 0.5 * (start + end);
                slices.push((middle, end, halvings + 1));
                slices.push((start, middle, halvings + 1));
                continue;
            }
            self.look(&slice, &of_a, self.margin([&of_a, &of_b]), &mut first);
            if first.is_some() {
                return first;
            }
        }
        None
    }

    /// All pairs of parts that may meet in a slice.
    fn look(&self, slice: &Slice, of_a: &Sight<V>, margin: f64, first: &mut Option<First<V>>) {
        let seen = of_a.region(slice, margin);
        each_part(&self.b, seen, &mut |part_b, view_b| {
            let seen = match &self.a {
                View::Parts(_) => {
                    Sight::new(&view_b, [self.motions[1], self.motions[0]]).region(slice, margin)
                }
                _ => seen,
            };
            each_part(&self.a, seen, &mut |part_a, view_a| {
                let cutoff = first.as_ref().map_or(slice.end, |first| first.met.t);
                let Some(met) = self.meeting(&view_a, &view_b, slice, cutoff) else { return };
                // Of those that meet at the same time the nearest, and then the one that is first by where it is: in either order of
                // the shapes the same.
                let order = |met: &Met<V::Double>| (met.t, met.found.distance, met.point().to_f64());
                if first.as_ref().is_none_or(|known| order(&met) < order(&known.met)) {
                    *first = Some(First { met, parts: [part_a, part_b] });
                }
            });
        });
    }

    /// When two parts meet in a slice.
    fn meeting(
        &self,
        a: &View<'_, V>,
        b: &View<'_, V>,
        slice: &Slice,
        cutoff: f64,
    ) -> Option<Met<V::Double>> {
        let [motion_a, motion_b] = self.motions;
        if is_endless(a) && is_endless(b) && meet_at_once(a, motion_a, b, motion_b) {
            let found = signed::<V, true>(*a, *b, f64::INFINITY, &mut PairCache::default())?;
            // They were seen where they are at the start.
            let is_near =
                slice.start == 0.0 && found.distance <= self.question.goal + self.question.tolerance;
            return Some(Met { t: slice.start, is_near, found, from: V::Double::ZERO });
        }
        let mover_a = Mover::new(&cut(a, motion_a, b, motion_b), motion_a)?;
        let mover_b = Mover::new(&cut(b, motion_b, a, motion_a), motion_b)?;
        Approach::new(&mover_a, &mover_b, self.question).first(slice.start, slice.end, cutoff)
    }

    /// More than any pair of parts may be apart that is said to meet: its tolerance may have been too small for its coordinates.
    fn margin(&self, [a, b]: [&Sight<V>; 2]) -> f64 {
        self.question.goal.max(0.0)
            + 2.0 * self.question.tolerance
            + 256.0 * V::Scalar::UNIT_ROUNDOFF.into() * (a.far() + b.far())
    }
}

/// Shows a shape, or those of its parts that may reach into a region.
fn each_part<V: Vector>(view: &View<'_, V>, region: Aabb<V>, show: &mut dyn FnMut(u32, View<'_, V>)) {
    match view {
        View::Parts(parts) => parts.visit(region, &mut |number, part| {
            each_convex(part, region, &mut |part, _| show(number, part));
            region
        }),
        view => show(0, *view),
    }
}
