//! The query: whole shapes, and the pairs of their convex parts in slices of time, the first ones first.
//!
//! Relative to one shape, the other stays within a known region during a slice
//! ([`relative_bounds`](super::relative_bounds)). A slice in which that region is much larger than the shape
//! is halved. The parts of both in this region are tested by
//! [`conservative_advancement`](super::conservative_advancement).

use smallvec::SmallVec;

use super::clip_unbounded::{between, cut};
use super::conservative_advancement::{AdvancementEnd, ConservativeAdvancement, ImpactCriteria, PairImpact};
use super::moving_convex::MovingConvex;
use super::relative_bounds::{RelativeBounds, Slice};
use crate::math::{Scalar, ShapeError, Unit, Vector, rounded_within_floats};
use crate::narrow::{Collide, Contact, PairCache, Relation, Separation, contact_of, has_parts, signed};
use crate::shape::{Aabb, Shape, ShapeRef};
use crate::sweep::motion::Motion;
use crate::sweep::obstacles::each_convex;

/// Result of [`time_of_impact`].
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeOfImpact<V: Vector> {
    /// The shapes certainly share no point at any time.
    Disjoint,
    /// The shapes come within the tolerance, or this could not be excluded.
    Hit {
        /// Time between 0 and 1, never later than the true first contact.
        time: f64,
        /// Whether the shapes are within the tolerance at this time.
        ///
        /// If not, it is only certain that the motion is free until then. That suffices to prevent
        /// penetration. There are two causes: a shape that rotates thousands of times beside another needs
        /// more steps than the limit, and unbounded shapes may meet too far away to search for.
        converged: bool,
        /// Midpoint of the closest points at this time.
        point: V,
        /// Unit normal from the first shape towards the second.
        normal: Unit<V>,
        /// Index of the part of the first shape; 0 if it has none.
        part_a: u32,
        /// Index of the part of the second shape; 0 if it has none.
        part_b: u32,
    },
    /// The shapes overlap at the start, with this contact of [`Collide::closest_points`].
    ///
    /// For composite shapes it is the contact of the two parts with the deepest overlap;
    /// [`Collide::penetration`] returns the minimum translation of the whole shapes.
    OverlappingAtStart(Contact<V>),
}

impl<V: Vector> TimeOfImpact<V> {
    /// Returns the time of impact; 0 if the shapes overlap at the start.
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::shape::Ball;
    /// use impinge::sweep::{TimeOfImpact, TimeOfImpactOptions, Motion, time_of_impact};
    /// let ball = Ball::new(DVec2::ZERO, 1.0)?;
    /// let wall = Ball::new(DVec2::X * 6.0, 1.0)?;
    /// let options = TimeOfImpactOptions::new(1e-6)?;
    /// let by = |x: f64| Motion::linear(DVec2::X * x);
    /// // The ball moves by 4 of 8.
    /// let impact: TimeOfImpact<DVec2> = time_of_impact(&ball, &by(8.0)?, &wall, &Motion::fixed(), &options);
    /// assert!(impact.time().is_some_and(|time| time <= 0.5 && time > 0.499));
    /// let impact = time_of_impact(&ball, &by(3.0)?, &wall, &Motion::fixed(), &options);
    /// assert_eq!(impact.time(), None);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn time(&self) -> Option<f64> {
        match self {
            TimeOfImpact::Disjoint => None,
            TimeOfImpact::Hit { time, .. } => Some(*time),
            TimeOfImpact::OverlappingAtStart(_) => Some(0.0),
        }
    }
}

/// Options of [`time_of_impact`]: what counts as an impact. They are `f64` for all shapes, as the root search
/// is in `f64`.
///
/// ```
/// use impinge::sweep::TimeOfImpactOptions;
/// let options = TimeOfImpactOptions::new(1e-6)?.with_max_time(0.5)?.with_min_depth(0.01)?;
/// assert_eq!((options.tolerance(), options.max_time(), options.min_depth()), (1e-6, 0.5, 0.01));
/// assert!(options.with_ignore_separating(true).ignore_separating() && !options.ignore_separating());
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeOfImpactOptions {
    tolerance: f64,
    max_time: f64,
    min_depth: f64,
    ignore_separating: bool,
}

impl TimeOfImpactOptions {
    /// Creates options with a tolerance: a length within which shapes count as meeting, so a hit may be early
    /// by that.
    ///
    /// About a thousandth of the shapes' size is good. A tolerance too small for the precision of the
    /// coordinates is increased to the least possible. By default, the whole motion and the first contact
    /// count.
    ///
    /// # Errors
    /// [`ShapeError`] if the tolerance is negative or not finite.
    pub fn new(tolerance: f64) -> Result<Self, ShapeError> {
        ShapeError::size("tolerance", tolerance)?;
        Ok(TimeOfImpactOptions { tolerance, max_time: 1.0, min_depth: 0.0, ignore_separating: false })
    }

    /// Sets the last time that counts. A value above 1 has the effect of 1, the end of the motion.
    ///
    /// # Errors
    /// [`ShapeError`] if the time is negative or not finite.
    pub fn with_max_time(self, max_time: f64) -> Result<Self, ShapeError> {
        ShapeError::size("latest time", max_time)?;
        Ok(TimeOfImpactOptions { max_time: max_time.min(1.0), ..self })
    }

    /// Sets a depth: an impact is the time at which two convex parts overlap by more than this depth, less
    /// the tolerance, instead of the first contact.
    ///
    /// Closed meshes count as surfaces then: a shape inside overlaps nothing.
    ///
    /// # Errors
    /// [`ShapeError`] if the depth is negative or not finite.
    pub fn with_min_depth(self, min_depth: f64) -> Result<Self, ShapeError> {
        ShapeError::size("depth", min_depth)?;
        Ok(TimeOfImpactOptions { min_depth, ..self })
    }

    /// Sets whether shapes that touch or overlap at the start may separate without an impact.
    ///
    /// There is no impact as long as they come no nearer than they are, so a shape may leave another or slide
    /// along it. This holds up to rounding, but the shapes never come nearer than an eighth of the tolerance.
    /// So a pressed shape never creeps into the other, however often the query is repeated. Closed meshes
    /// count as surfaces then: a shape inside overlaps nothing.
    #[must_use]
    pub fn with_ignore_separating(self, ignore_separating: bool) -> Self {
        TimeOfImpactOptions { ignore_separating, ..self }
    }

    /// Sets a gap: an impact is the time at which the shapes come within it, up to which nothing is missed; a
    /// negative depth.
    pub(crate) fn with_gap(self, gap: f64) -> Self {
        TimeOfImpactOptions { min_depth: -gap, ..self }
    }

    /// Returns the distance that counts as a hit.
    pub fn tolerance(&self) -> f64 {
        self.tolerance
    }

    /// Returns the last time that counts.
    pub fn max_time(&self) -> f64 {
        self.max_time
    }

    /// Returns the depth by which convex parts must overlap; 0 if the first contact counts.
    pub fn min_depth(&self) -> f64 {
        self.min_depth
    }

    /// Returns whether shapes that touch or overlap at the start may separate.
    pub fn ignore_separating(&self) -> bool {
        self.ignore_separating
    }
}

/// Computes the first time of impact of two shapes that translate and rotate.
///
/// - [`TimeOfImpact::Disjoint`] is certain: the shapes share no point at any time up to the last.
/// - The time of a [`TimeOfImpact::Hit`] is never later than the true one. The shapes are within the
///   tolerance then, unless `converged` is `false`.
/// - Shapes that overlap at the start return [`TimeOfImpact::OverlappingAtStart`], unless the options let
///   them separate.
///
/// Swapping the shapes and their motions mirrors the result to the bit, but only nearly with a minimum depth,
/// and where a round shape just touches a flat one on its path. Two equal shapes at one place have no
/// direction to mirror. Meshes and polylines are surfaces during the motion, but a shape inside a closed mesh
/// at the start overlaps it, unless there is a minimum depth or shapes may separate.
///
/// Two cases return time 0, as the contact may be too far away: two unbounded shapes, such as planes, if one
/// of them rotates, and two rays at an angle between 0 and 10⁻⁴.
///
/// ```
/// use glam::{DVec3, Vec3};
/// use impinge::shape::{Aabb, Segment};
/// use impinge::sweep::{TimeOfImpact, TimeOfImpactOptions, Motion, time_of_impact};
/// // A rod rotates by a quarter turn about its end, and meets a block on its way.
/// let rod = Segment::new(DVec3::ZERO, DVec3::X * 2.0)?;
/// let turn = Motion::fixed().with_angular_velocity(DVec3::Z * std::f64::consts::FRAC_PI_2, DVec3::ZERO)?;
/// let block = Aabb::new(DVec3::new(1.0, 1.0, -1.0), DVec3::new(3.0, 2.0, 1.0))?;
/// let options = TimeOfImpactOptions::new(1e-6)?;
/// let TimeOfImpact::Hit { time, .. } = time_of_impact(&rod, &turn, &block, &Motion::fixed(), &options) else {
///     panic!("missed");
/// };
/// // Its end meets the block at (√3, 1), after a twelfth of a turn.
/// assert!(time <= 1.0 / 3.0 && time > 1.0 / 3.0 - 1e-5, "{time}");
/// assert_eq!(time_of_impact(&rod, &turn, &block, &turn, &options), TimeOfImpact::Disjoint);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
pub fn time_of_impact<V: Vector, A: Shape<Vector = V>, B: Shape<Vector = V>>(
    a: &A,
    motion_a: &Motion<V>,
    b: &B,
    motion_b: &Motion<V>,
    options: &TimeOfImpactOptions,
) -> TimeOfImpact<V> {
    V::sweep_time_of_impact(&a.shape_ref(), motion_a, &b.shape_ref(), motion_b, options)
}

/// The code of [`time_of_impact`].
pub(in crate::sweep) fn time_of_impact_inner<V: Vector>(
    view_a: &ShapeRef<'_, V>,
    motion_a: &Motion<V>,
    view_b: &ShapeRef<'_, V>,
    motion_b: &Motion<V>,
    options: &TimeOfImpactOptions,
) -> TimeOfImpact<V> {
    if is_endless(view_a) && is_endless(view_b) && meet_at_once(view_a, motion_a, view_b, motion_b) {
        return of_start(view_a, view_b, options.tolerance);
    }
    let criteria = ImpactCriteria {
        target_distance: -options.min_depth,
        tolerance: options.tolerance,
        ignore_separating: options.ignore_separating,
    };
    let pair = MovingPair {
        a: cut(view_a, motion_a, view_b, motion_b),
        b: cut(view_b, motion_b, view_a, motion_a),
        motions: [motion_a, motion_b],
        criteria,
    };
    let as_wholes = options.min_depth <= 0.0 && !options.ignore_separating;
    let overlap = || as_wholes && view_a.relation(view_b) == Relation::Overlapping;
    // Inside a surface, a shape meets none of its parts, or meets them later.
    if has_parts(view_a, view_b) && overlap() {
        return TimeOfImpact::OverlappingAtStart(view_a.closest_points(view_b));
    }
    let Some(first) = pair.first(options.max_time) else { return TimeOfImpact::Disjoint };
    let PairImpact { t, end, found, from } = first.met;
    if t == 0.0 && overlap() {
        return TimeOfImpact::OverlappingAtStart(view_a.closest_points(view_b));
    }
    if t == 0.0 && !as_wholes && found.distance < -options.min_depth {
        let (point_a, point_b) = (from + found.point_a, from + found.point_b);
        return TimeOfImpact::OverlappingAtStart(contact_of(Separation { point_a, point_b, ..found }));
    }
    TimeOfImpact::Hit {
        time: t,
        converged: end == AdvancementEnd::WithinTolerance,
        point: rounded_within_floats(first.met.point()),
        normal: Unit::of_unit(V::from_double(found.normal)),
        part_a: first.parts[0],
        part_b: first.parts[1],
    }
}

/// Returns whether a shape is unbounded, so that its contact with another such shape may be far from
/// everything.
pub(crate) fn is_endless<V: Vector>(view: &ShapeRef<'_, V>) -> bool {
    matches!(view, ShapeRef::Plane(_) | ShapeRef::HalfSpace(_) | ShapeRef::Ray(_))
}

/// Two rays whose directions differ by less than this, in radians, may meet too far away to search for.
const NEARLY_PARALLEL: f64 = 1e-4;

/// Returns whether two unbounded shapes meet at the start, or may meet too far away.
fn meet_at_once<V: Vector>(
    a: &ShapeRef<'_, V>,
    motion_a: &Motion<V>,
    b: &ShapeRef<'_, V>,
    motion_b: &Motion<V>,
) -> bool {
    let parallel_but_not_quite = match (a, b) {
        (ShapeRef::Ray(a), ShapeRef::Ray(b)) => (f64::MIN_POSITIVE..NEARLY_PARALLEL).contains(&between(a, b)),
        _ => false,
    };
    parallel_but_not_quite
        || motion_a.turn != [0.0; 3]
        || motion_b.turn != [0.0; 3]
        || a.relation(b) != Relation::Disjoint
}

/// The result for two shapes that count as meeting at the start.
fn of_start<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>, tolerance: f64) -> TimeOfImpact<V> {
    let contact = a.closest_points(b);
    if a.relation(b) == Relation::Overlapping {
        return TimeOfImpact::OverlappingAtStart(contact);
    }
    let point = contact.point_a * V::Scalar::HALF + contact.point_b * V::Scalar::HALF;
    let converged = contact.distance.into() <= tolerance;
    TimeOfImpact::Hit { time: 0.0, converged, point, normal: contact.normal, part_a: 0, part_b: 0 }
}

/// Two moving shapes.
struct MovingPair<'a, 'm, V: Vector> {
    a: ShapeRef<'a, V>,
    b: ShapeRef<'a, V>,
    motions: [&'m Motion<V>; 2],
    criteria: ImpactCriteria,
}

/// The first pair of parts that meets.
struct First<V: Vector> {
    met: PairImpact<V::Double>,
    parts: [u32; 2],
}

/// Maximum number of halvings of a slice of time.
const MAX_HALVINGS: u32 = 8;

impl<V: Vector> MovingPair<'_, '_, V> {
    fn first(&self, last: f64) -> Option<First<V>> {
        let mut first = None;
        if let (Some(a), Some(b)) =
            (MovingConvex::new(&self.a, self.motions[0]), MovingConvex::new(&self.b, self.motions[1]))
        {
            let met = ConservativeAdvancement::new(&a, &b, self.criteria).first(0.0, last, last)?;
            return Some(First { met, parts: [0, 0] });
        }
        let [motion_a, motion_b] = self.motions;
        let of_a = RelativeBounds::of_all(&self.a, [motion_a, motion_b])?;
        let of_b = RelativeBounds::of_all(&self.b, [motion_b, motion_a])?;
        let size = of_a.half_size().min(of_b.half_size());
        // The last slice first, so that the first one is popped first.
        let mut slices: SmallVec<[(f64, f64, u32); 16]> = SmallVec::new();
        slices.push((0.0, last, 0));
        while let Some((start, end, halvings)) = slices.pop() {
            let slice = Slice { start, end };
            let grown = of_a.growth(&slice).min(of_b.growth(&slice));
            if halvings < MAX_HALVINGS && grown > 2.0 * size + self.criteria.tolerance {
                let middle = 0.5 * (start + end);
                slices.push((middle, end, halvings + 1));
                slices.push((start, middle, halvings + 1));
                continue;
            }
            self.test_slice(&slice, &of_a, self.margin([&of_a, &of_b]), &mut first);
            if first.is_some() {
                return first;
            }
        }
        None
    }

    /// Tests all pairs of parts that may meet in a slice.
    fn test_slice(&self, slice: &Slice, of_a: &RelativeBounds<V>, margin: f64, first: &mut Option<First<V>>) {
        let seen = of_a.region(slice, margin);
        each_part(&self.b, seen, &mut |part_b, view_b| {
            let seen = match &self.a {
                ShapeRef::Composite(_) => {
                    RelativeBounds::new(&view_b, [self.motions[1], self.motions[0]]).region(slice, margin)
                }
                _ => seen,
            };
            each_part(&self.a, seen, &mut |part_a, view_a| {
                let cutoff = first.as_ref().map_or(slice.end, |first| first.met.t);
                let Some(met) = self.test_parts(&view_a, &view_b, slice, cutoff) else { return };
                // Of pairs that meet at the same time the nearest, then the first by position: the same for
                // either order of the shapes.
                let order = |met: &PairImpact<V::Double>| (met.t, met.found.distance, met.point().to_f64());
                if first.as_ref().is_none_or(|known| order(&met) < order(&known.met)) {
                    *first = Some(First { met, parts: [part_a, part_b] });
                }
            });
        });
    }

    /// Returns the time at which two parts meet in a slice.
    fn test_parts(
        &self,
        a: &ShapeRef<'_, V>,
        b: &ShapeRef<'_, V>,
        slice: &Slice,
        cutoff: f64,
    ) -> Option<PairImpact<V::Double>> {
        let [motion_a, motion_b] = self.motions;
        if is_endless(a) && is_endless(b) && meet_at_once(a, motion_a, b, motion_b) {
            let found = signed::<V, true>(*a, *b, f64::INFINITY, &mut PairCache::default())?;
            // The separation is the one at the start.
            let is_near = slice.start == 0.0
                && found.distance <= self.criteria.target_distance + self.criteria.tolerance;
            let end = if is_near { AdvancementEnd::WithinTolerance } else { AdvancementEnd::TooFar };
            return Some(PairImpact { t: slice.start, end, found, from: V::Double::ZERO });
        }
        let mover_a = MovingConvex::new(&cut(a, motion_a, b, motion_b), motion_a)?;
        let mover_b = MovingConvex::new(&cut(b, motion_b, a, motion_a), motion_b)?;
        ConservativeAdvancement::new(&mover_a, &mover_b, self.criteria).first(slice.start, slice.end, cutoff)
    }

    /// Upper bound on the distance of a pair of parts that counts as an impact: its tolerance may have been
    /// too small for its coordinates.
    fn margin(&self, [a, b]: [&RelativeBounds<V>; 2]) -> f64 {
        self.criteria.target_distance.max(0.0)
            + 2.0 * self.criteria.tolerance
            + 256.0 * V::Scalar::UNIT_ROUNDOFF.into() * (a.far() + b.far())
    }
}

/// Calls `show` with a shape, or with each of its parts that may reach into a region.
fn each_part<V: Vector>(view: &ShapeRef<'_, V>, region: Aabb<V>, show: &mut dyn FnMut(u32, ShapeRef<'_, V>)) {
    match view {
        ShapeRef::Composite(parts) => parts.visit(region, &mut |number, part| {
            each_convex(part, region, &mut |part, _| show(number, part));
            region
        }),
        view => show(0, *view),
    }
}
