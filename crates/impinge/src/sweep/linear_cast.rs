//! Linear cast: how far a shape can translate before it comes near an obstacle.
//!
//! While a convex shape moves straight, its signed distance from another is a convex function of time: it
//! never falls faster later on than it falls now, unless it falls now. At a distance d, with n the normal
//! towards the obstacle and u the motion, it stays above a level l at least until (d − l) / (n·u) of the
//! motion is gone, and for ever if n·u ≤ 0. Such steps never pass the level, and converge to it as Newton's
//! method does.
//!
//! A slightly wrong normal leads along a floor in steps as short as the skin is thin. But convexity gives
//! more: after two distances d₀ and d₁ it falls no faster than it did between them, by (d₀ − d₁) / (t₁ − t₀).
//! The further apart the times, the less rounding counts, so such steps get longer and longer. Source:
//! Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996, §2.3.2; van den Bergen 2004.
//!
//! **Two levels.** Only an obstacle that would come nearer than half the skin stops the motion, and it does
//! so a whole skin away. So a shape that rests a skin above the ground, up to rounding, slides over it
//! freely, over inner edges too: there the distance falls to one skin again, and no further.

use super::Obstacles;
use super::backend::Borrowed;
use super::entry_time::{entry, separation_of_ball};
use super::extents::{reach_along, reach_around};
use super::motion::with_squares;
use super::near_contact::{Met, PairId, ShapeCastHit, of_face};
use super::obstacles::{each_convex, each_convex_swept};
use super::one_way::holds;
use crate::math::{Scalar, Vector};
use crate::narrow::{PairCache, Separation, region, signed, translated};
use crate::shape::{Aabb, Ahead, ConvexShape, Core, Shape, ShapeRef, Swept};

/// Minimum distance of a passing shape, as a fraction of the skin.
const MIN_PASSING: f64 = 0.5;
/// Maximum distance by which a stop may be early, as a fraction of the skin. The smaller it is, the fewer
/// edges slightly behind a face are taken for the face.
const MAX_EARLY: f64 = 1.0 / 1024.0;
/// If a shape is already too near, it may come nearer by this fraction of the skin, for rounding, but by at
/// least [`MIN_DRIFT_ROUNDINGS`] roundings.
const MAX_DRIFT: f64 = 1.0 / 32.0;
const MIN_DRIFT_ROUNDINGS: f64 = 16.0;
/// Maximum number of distances of a pair, far more than needed; the motion then ends where it is known to be
/// free.
const MAX_STEPS: usize = 48;
/// How many roundings a constant distance may differ from the next: of the coordinates along the normal, and
/// of the shape.
const NOISE: f64 = 4.0;
/// Longest step by two distances, in multiples of the time between them, so that their errors remain small.
const MAX_STEP_RATIO: f64 = 3.0;
/// Minimum skin, in roundings of the coordinates.
const MIN_SKIN_ROUNDINGS: f64 = 64.0;
/// Minimum rounding, relative to the coordinates. Distances are computed in `f64`, from coordinates of
/// obstacles that may be hundreds of times as large as the coordinates of the shape.
const MIN_ROUNDING: f64 = 1.0 / (1_u64 << 43) as f64;

/// Returns the first point of a linear motion at which a shape comes within a skin of an obstacle.
///
/// Returns `None` if nothing stops the shape.
///
/// - **Never late:** until the hit, no obstacle is nearer than half the skin, unless it was at the start.
/// - **Early** by at most 1/1024 of the skin and eight roundings of the coordinates.
/// - **Passing** at a distance between half a skin and a skin is no hit.
/// - **Skin:** one that is too thin for the precision of the coordinates is increased to the least possible.
///   This includes negative skins and NaN.
/// - **Motion:** one that is not finite counts as none.
/// - **Normal:** one that the surface has at the point, up to 0.001 rad, for any triangulation: the
///   normal of a face or, at a convex edge, a normal between the normals of its faces. For a mesh, the
///   first hit at an edge computes, once, which triangles share vertices.
/// - **Overlap at the start,** or too small a distance: the shape stops at surfaces that it would enter more
///   deeply, not at inner edges of the surface.
///
/// Parts of the moving shape count separately.
///
/// ```
/// use glam::DVec3;
/// use impinge::shape::{Ball, HalfSpace};
/// use impinge::math::Unit;
/// use impinge::sweep::cast_shape;
/// let ground = HalfSpace::new(Unit::new(DVec3::Y)?, 0.0)?;
/// let ball = Ball::new(DVec3::new(0.0, 5.0, 0.0), 1.0)?;
/// let hit = cast_shape(&ball, DVec3::new(3.0, -8.0, 0.0), &ground, 0.01).unwrap();
/// assert!((hit.time - 3.99 / 8.0).abs() < 0.001 && hit.normal.get() == DVec3::Y);
/// assert!(cast_shape(&ball, DVec3::X * 100.0, &ground, 0.01).is_none());
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
pub fn cast_shape<V: Vector, S: Shape<Vector = V>, O: Obstacles<V> + ?Sized>(
    shape: &S,
    motion: V,
    obstacles: &O,
    skin: V::Scalar,
) -> Option<ShapeCastHit<V>> {
    V::sweep_cast_shape(&shape.shape_ref(), motion, &Borrowed(obstacles), skin)
}

/// The code of [`cast_shape`].
pub(super) fn cast_shape_inner<V: Vector>(
    shape: &ShapeRef<'_, V>,
    motion: V,
    obstacles: &dyn Obstacles<V>,
    skin: V::Scalar,
) -> Option<ShapeCastHit<V>> {
    let sweep = Sweep::new(*shape, obstacles, skin);
    let motion = finite::<V>(motion)?;
    let cast = sweep.cast(V::Double::ZERO, motion);
    cast.met.map(|met| met.hit(cast.t, motion * cast.t))
}

/// A motion in `f64`, short enough for its square; `None` if it is not finite.
pub(super) fn finite<V: Vector>(motion: V) -> Option<V::Double> {
    motion.is_finite().then(|| with_squares(motion.to_double()))
}

/// Called with a part of the moving shape, at its start, and an obstacle.
type ShowPair<'s, V> = dyn FnMut(PairId, &ShapeRef<'_, V>, &ShapeRef<'_, V>) + 's;

/// Result of a linear cast.
pub(super) struct Cast<D> {
    /// The free fraction of the motion.
    pub t: f64,
    /// The contact that ends it.
    pub met: Option<Met<D>>,
    /// The distance at the start, if within a skin.
    pub nearest: f64,
}

/// A shape among obstacles, for queries at any translation.
pub(super) struct Sweep<'a, V: Vector, O: ?Sized> {
    shape: ShapeRef<'a, V>,
    bounds: Aabb<V>,
    /// [`coordinates`] of the shape at its start.
    reach: f64,
    pub obstacles: &'a O,
    skin: f64,
}

/// The largest coordinate of the shape in absolute value; for an unbounded shape, its distance from the
/// origin. Rounding is relative to it.
#[inline(never)]
fn coordinates<V: Vector>(shape: &ShapeRef<'_, V>) -> f64 {
    let bounds = match shape {
        ShapeRef::Plane(plane) => return plane.offset().abs().into(),
        ShapeRef::HalfSpace(half_space) => return half_space.boundary().offset().abs().into(),
        ShapeRef::Ray(ray) => return ray.origin().abs().max_element().into(),
        bounded => region(bounded, 0.0),
    };
    let largest: f64 = bounds.min().abs().max(bounds.max().abs()).max_element().into();
    if let ShapeRef::Composite(parts) = shape
        && largest >= V::Scalar::MAX.into()
    {
        // Some of them may be unbounded.
        let mut largest: f64 = 0.0;
        parts.visit(bounds, &mut |_, part| {
            largest = largest.max(coordinates(&part));
            bounds
        });
        return largest;
    }
    largest
}

impl<'a, V: Vector, O: Obstacles<V> + ?Sized> Sweep<'a, V, O> {
    pub fn new(shape: ShapeRef<'a, V>, obstacles: &'a O, skin: V::Scalar) -> Self {
        let (bounds, reach) = (region(&shape, 0.0), coordinates(&shape));
        // A skin that is NaN counts as 0.
        let skin = if skin.is_finite() { skin.into() } else { 0.0 };
        Sweep { shape, bounds, reach, obstacles, skin }
    }

    /// The skin at a translation, at least as thick as the precision of the coordinates requires.
    pub fn skin_at(&self, at: V::Double) -> f64 {
        self.skin.max(MIN_SKIN_ROUNDINGS * self.rounding(at.abs().max_element()))
    }

    /// Maximum distance that counts as a skin; less excess is within rounding.
    pub fn near_at(&self, at: V::Double) -> f64 {
        self.skin_at(at) * (1.0 + MAX_EARLY) + 2.0 * NOISE * self.rounding(at.abs().max_element())
    }

    /// Rounding of the shape's coordinates, at a distance from its start.
    fn rounding(&self, away: f64) -> f64 {
        let unit: f64 = V::Scalar::UNIT_ROUNDOFF.into();
        (self.reach + away) * unit.max(MIN_ROUNDING) + V::Scalar::MIN_POSITIVE.into()
    }

    /// Returns the height of the lowest point of the shape at its start; if unknown, of its bounding
    /// box.
    pub fn lowest(&self, up: V::Double) -> f64 {
        if let Some(reach) = reach_along(&self.shape, -up) {
            return -reach;
        }
        let (low, high) = (self.bounds.min().to_double(), self.bounds.max().to_double());
        up.max(V::Double::ZERO).dot(low) + up.min(V::Double::ZERO).dot(high)
    }

    /// A motion from a translation, in the form for composite shapes.
    fn swept(&self, at: V::Double, motion: V::Double, margin: f64) -> Swept<V::Double> {
        let (low, high) = (self.bounds.min().to_double(), self.bounds.max().to_double());
        let half = high * 0.5 - low * 0.5;
        let size = self.reach + at.abs().max_element().max((at + motion).abs().max_element());
        Swept {
            middle: low * 0.5 + high * 0.5 + at,
            half,
            radius: reach_around(&self.shape, low * 0.5 + high * 0.5).min(half.length()),
            motion,
            margin: margin + 16.0 * V::Scalar::UNIT_ROUNDOFF.into() * size,
            ahead: Ahead { last: 1.0, below: None },
        }
    }

    /// Calls `show` with the moving shape, or with those parts of it that may come within a margin of an
    /// obstacle.
    fn each_moving(
        &self,
        swept: &Swept<V::Double>,
        at: V::Double,
        (obstacle, part): (u32, u32),
        view: &ShapeRef<'_, V>,
        show: &mut ShowPair<'_, V>,
    ) {
        if !matches!(self.shape, ShapeRef::Composite(_)) {
            return show((obstacle, part, 0), &self.shape, view);
        }
        let back = moved_back(&region(view, swept.margin), at, at + swept.motion);
        let mut number = 0;
        each_convex(self.shape, back, &mut |shape, _| {
            show((obstacle, part, number), &shape, view);
            number += 1;
        });
    }

    /// All selected pairs within a margin at a translation.
    pub fn near(
        &self,
        at: V::Double,
        margin: f64,
        is_wanted: impl Fn(PairId) -> bool,
        mut found: impl FnMut(Met<V::Double>),
    ) {
        let swept = self.swept(at, V::Double::ZERO, margin);
        let around = swept.region(0.0);
        self.obstacles.visit(around, &mut |obstacle, part, view| {
            each_convex(view, around, &mut |view, of| {
                self.each_moving(&swept, at, (obstacle, part), &view, &mut |pair, shape, view| {
                    if is_wanted(pair)
                        && let Some(separation) =
                            separation(shape, at, view, margin, &mut PairCache::default())
                        && separation.distance <= margin
                        && (!self.obstacles.is_one_way(obstacle)
                            || holds(view, &separation, self.skin_at(at)))
                    {
                        let met = self.marked(Met::new(pair, &separation), of);
                        found(of_face(met, at, shape, view));
                    }
                });
            });
            around
        });
    }

    /// The free fraction of a motion. Only a part of a part is marked as a ghost at its end. With `is_along`,
    /// the motion passes inner edges of a surface that it does not lead into, but comes no nearer to the
    /// surface than a passing shape, or than at the start.
    pub fn first_stop(&self, at: V::Double, motion: V::Double, is_along: bool) -> Cast<V::Double> {
        let most = self.near_at(at).max(self.near_at(at + motion));
        let swept = self.swept(at, motion, most);
        let mut cast = Cast { t: 1.0, met: None, nearest: f64::INFINITY };
        let mut below = None;
        self.obstacles.visit_swept(&swept, &mut |obstacle, part, view| {
            let is_one_way = self.obstacles.is_one_way(obstacle);
            let before = Swept { ahead: Ahead { last: cast.t, below }, ..swept };
            each_convex_swept(view, &before, &mut |view, of| {
                self.each_moving(&swept, at, (obstacle, part), &view, &mut |pair, shape, view| {
                    let (mut end, start) = self.advance(shape, at, &swept, view, cast.t);
                    let is_held = |t: f64, found: &Separation<V::Double>| {
                        !is_one_way || holds(view, found, self.skin_at(at + motion * t))
                    };
                    if let Some(start) = start.filter(|start| is_held(0.0, start)) {
                        cast.nearest = cast.nearest.min(start.distance);
                    }
                    if let End::Stop(t, found) = &end
                        && is_along
                    {
                        let met = self.marked(Met::new(pair, found), of);
                        if self.on_surface(at + motion * *t, met, motion).is_none() {
                            let is_of_surface =
                                |other: PairId| other.0 == obstacle && (of.is_none() || other.1 == part);
                            let nearest = self.nearest_of(at, is_of_surface);
                            end = self.falls_nearer(shape, at, &swept, view, [*t, cast.t], nearest);
                        }
                    }
                    if let End::Stop(t, found) = &end
                        && !is_held(*t, found)
                    {
                        end = End::Free;
                    }
                    match end {
                        End::Free => {}
                        End::Stop(t, found) | End::Unknown(t, found) => {
                            let mut met = Met::new(pair, &found);
                            // Of several immediate stops, the nearest: a face before the edges beside it.
                            let order = |t: f64, met: &Met<V::Double>| (t, met.distance, met.pair);
                            if cast.met.is_some_and(|known| order(t, &met) >= order(cast.t, &known)) {
                                return;
                            }
                            if is_along || of.is_some() {
                                met = self.marked(met, of);
                            }
                            (cast.t, cast.met) = (t, Some(met));
                            below = self.reached(&swept, at, t, found.normal);
                        }
                    }
                });
                Ahead { last: cast.t, below }
            })
        });
        cast
    }

    /// The plane that the shape and the margin reach along a normal, at a time of the motion and not before;
    /// `None` if unknown.
    fn reached(
        &self,
        swept: &Swept<V::Double>,
        at: V::Double,
        t: f64,
        normal: V::Double,
    ) -> Option<(V::Double, f64)> {
        let reach = reach_along(&self.shape, normal)? + normal.dot(at + swept.motion * t);
        let is_ahead = normal.dot(swept.motion) >= 0.0;
        (is_ahead && reach.is_finite()).then_some((normal, reach + swept.margin))
    }

    /// How far one convex shape can move before another, and their separation at the start, if within a skin.
    fn advance(
        &self,
        shape: &ShapeRef<'_, V>,
        at: V::Double,
        way: &Swept<V::Double>,
        obstacle: &ShapeRef<'_, V>,
        last: f64,
    ) -> (End<V::Double>, Option<Separation<V::Double>>) {
        let motion = way.motion;
        let mut t = entry(shape, at, way, obstacle, last);
        if t > last {
            return (End::Free, None);
        }
        let length = motion.length();
        let steeper = slope_error(shape).max(slope_error(obstacle)) * length;
        let mut cache = PairCache::default();
        let mut stop: Option<(f64, Separation<V::Double>)> = None;
        let mut start = None;
        let mut descent = Descent::default();
        for _ in 0..MAX_STEPS {
            let (skin, near) = (self.skin_at(at + motion * t), self.near_at(at + motion * t));
            // An obstacle that stops no later than others counts if the rest of the motion would lead further
            // in.
            let last = if stop.is_some() { 1.0 } else { last };
            // An obstacle that comes nearer than this until then may stop it then.
            let most = near.max(self.near_at(at + motion * last));
            let limit = most + (last - t) * length;
            let Some(found) = separation(shape, at + motion * t, obstacle, limit, &mut cache) else {
                return (End::Free, start);
            };
            if t == 0.0 && stop.is_none() {
                start = Some(found);
            }
            // A shape that is not near at the start may come as near as a passing one.
            let passing = self.passing(at, motion, t, start.map_or(f64::INFINITY, |start| start.distance));
            if stop.is_none() && found.distance <= near {
                if leads_within(passing, &found, motion, 1.0 - t) {
                    return (End::Stop(t, found), start);
                }
                stop = Some((t, found));
            }
            if let Some((t, stopped)) = stop
                && found.distance <= passing + 0.5 * MAX_DRIFT * skin
            {
                return (End::Stop(t, stopped), start);
            }
            let slope = found.normal.dot(motion) + steeper;
            if slope <= 0.0 {
                return (End::Free, start);
            }
            let (level, last) = if stop.is_some() { (passing, 1.0) } else { (skin, last) };
            let noise = NOISE * self.rounding(found.normal.abs().dot((at + motion * t).abs()));
            t += descent.step(t, &found, found.distance - level, slope, noise);
            if t > last || t >= 1.0 {
                return (End::Free, start);
            }
        }
        (descent.latest.map_or(End::Free, |(t, found)| End::Unknown(t, found)), start)
    }

    /// Least distance of a passing shape at a time of a motion, given its distance at the start: half the
    /// skin there, or that distance but for rounding, which grows with the coordinates.
    fn passing(&self, at: V::Double, motion: V::Double, t: f64, nearest: f64) -> f64 {
        let thin = self.skin_at(at);
        let rounding = self.rounding(at.abs().max_element() + t * motion.abs().max_element());
        (nearest - (MAX_DRIFT * thin).max(MIN_DRIFT_ROUNDINGS * rounding)).min(MIN_PASSING * thin)
    }

    /// Returns the distance at a translation if it is less than the distance of a passing shape; else
    /// infinity.
    fn nearest_of(&self, at: V::Double, is_wanted: impl Fn(PairId) -> bool) -> f64 {
        let mut nearest = f64::INFINITY;
        self.near(at, MIN_PASSING * self.skin_at(at), is_wanted, |met| nearest = nearest.min(met.distance));
        nearest
    }

    /// When a convex shape that has passed an inner edge comes nearer than a passing shape, between two
    /// times.
    fn falls_nearer(
        &self,
        shape: &ShapeRef<'_, V>,
        at: V::Double,
        way: &Swept<V::Double>,
        obstacle: &ShapeRef<'_, V>,
        [mut t, last]: [f64; 2],
        nearest: f64,
    ) -> End<V::Double> {
        let motion = way.motion;
        let length = motion.length();
        let steeper = slope_error(shape).max(slope_error(obstacle)) * length;
        let mut cache = PairCache::default();
        let mut descent = Descent::default();
        for _ in 0..MAX_STEPS {
            let level = self.passing(at, motion, t, nearest);
            let near = level + 0.5 * MAX_DRIFT * self.skin_at(at + motion * t);
            let limit = near.max(0.0) + (last - t) * length;
            let Some(found) = separation(shape, at + motion * t, obstacle, limit, &mut cache) else {
                return End::Free;
            };
            let slope = found.normal.dot(motion) + steeper;
            if slope <= 0.0 {
                return End::Free;
            }
            if found.distance <= near {
                return End::Stop(t, found);
            }
            let noise = NOISE * self.rounding(found.normal.abs().dot((at + motion * t).abs()));
            t += descent.step(t, &found, found.distance - level, slope, noise);
            if t > last || t >= 1.0 {
                return End::Free;
            }
        }
        descent.latest.map_or(End::Free, |(t, found)| End::Unknown(t, found))
    }
}

/// The distances of one pair while it approaches a level.
struct Descent<D> {
    /// The time of the last distance, and the separation then.
    latest: Option<(f64, Separation<D>)>,
}

impl<D> Default for Descent<D> {
    fn default() -> Self {
        Descent { latest: None }
    }
}

impl<D: Vector<Scalar = f64>> Descent<D> {
    /// How long the distance certainly stays above the level, given its excess and the rate `slope` at which
    /// it falls now, up to rounding.
    fn step(&mut self, t: f64, found: &Separation<D>, above: f64, slope: f64, noise: f64) -> f64 {
        let by_fall = self.latest.map_or(0.0, |(known, before)| {
            let (between, fallen) = (t - known, before.distance - found.distance + noise);
            if fallen * MAX_STEP_RATIO > above { above / fallen * between } else { MAX_STEP_RATIO * between }
        });
        self.latest = Some((t, *found));
        by_fall.max(above / slope)
    }
}

/// End of the motion of one pair.
enum End<D> {
    /// Nothing stops it, or not before something else does.
    Free,
    /// An obstacle stops it, with this separation.
    Stop(f64, Separation<D>),
    /// It is free at least until then, and no more is known; with the separation then.
    Unknown(f64, Separation<D>),
}

/// Returns whether the rest of a motion leads nearer than a level, for the two closest points now, which are
/// no nearer than the shapes.
fn leads_within<D: Vector<Scalar = f64>>(level: f64, now: &Separation<D>, motion: D, rest: f64) -> bool {
    let between = now.point_b - now.point_a;
    let nearest = between.dot(motion) / motion.dot(motion);
    now.distance > 0.0 && nearest > 0.0 && (between - motion * nearest.min(rest)).length() <= level
}

/// Error of the normals of a shape, in radians: for smooth shapes without a closed form, GJK finds the
/// distance to 10⁻⁷ of their size in `f32`, and so the normal to the root of that.
fn slope_error<V: Vector>(view: &ShapeRef<'_, V>) -> f64 {
    let is_single = V::Scalar::UNIT_ROUNDOFF.into() > 1e-10;
    match view {
        ShapeRef::Convex(ConvexShape { core: Core::Revolution(_) | Core::Custom(..), .. }) if is_single => {
            4e-3
        }
        _ => 1e-6,
    }
}

/// The separation of a shape at a translation from an obstacle, unless it is beyond `limit`.
fn separation<V: Vector>(
    shape: &ShapeRef<'_, V>,
    at: V::Double,
    obstacle: &ShapeRef<'_, V>,
    limit: f64,
    cache: &mut PairCache,
) -> Option<Separation<V::Double>> {
    if let (ShapeRef::Ball(ball), ShapeRef::Triangle(triangle)) = (shape, obstacle) {
        // Beyond the rounding of a ball's coordinates when it moves.
        let size = (ball.center().to_double().abs() + at.abs()).element_sum() + ball.radius().into();
        let least = 16.0 * V::Scalar::UNIT_ROUNDOFF.into() * size + V::Scalar::MIN_POSITIVE.into();
        if let Some(found) = separation_of_ball(ball, at, triangle, least) {
            return (found.distance <= limit).then_some(found);
        }
    }
    let moved = translated(shape, V::from_double(at)).unwrap_or(*shape);
    signed::<V, true>(moved, *obstacle, limit, cache)
}

/// A region relative to the start of a moving shape.
fn moved_back<V: Vector>(region: &Aabb<V>, from: V::Double, to: V::Double) -> Aabb<V> {
    let (low, high) = (from.min(to), from.max(to));
    let (min, max) = (region.min().to_double() - high, region.max().to_double() - low);
    let slack =
        V::Double::splat(8.0 * V::Scalar::UNIT_ROUNDOFF.into() * min.abs().max(max.abs()).max_element());
    Aabb::looked_in(min - slack, max + slack)
}
