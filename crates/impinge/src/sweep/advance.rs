//! How far a shape can be moved straight before it comes near an obstacle.
//!
//! While a convex shape moves straight, its signed distance from another is a convex function of time: it never falls
//! faster later on than it falls now, unless it falls now. At a distance d, with n the normal towards the obstacle and u the
//! motion, it stays above a level l at least until (d − l) / (n·u) of the motion is gone, and for ever if n·u ≤ 0. Such
//! steps never pass the level, and converge to it as Newton's method does.
//!
//! A normal that is off by a little leads along a floor in steps that are as short as the skin is thin. But convexity says more: after
//! two distances d₀ and d₁ it falls no faster than it did between them, by (d₀ − d₁) / (t₁ − t₀). What these are rounded by counts the
//! less, the further apart their times are, so that such steps get longer and longer.
//! Source: Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996, §2.3.2; van den Bergen 2004.
//!
//! **Two levels.** Only what would come nearer than half the skin stops the motion, and it does so a whole skin away. So
//! whoever rests a skin above the ground, up to roundings, slides over it freely, over inner edges too: there the distance
//! falls to one skin again, and no further.

use super::Obstacles;
use super::entry::{entry, separation_of_ball};
use super::front::holds;
use super::internal_edges::of_face;
use super::motion::with_squares;
use super::obstacles::{each_convex, each_convex_swept};
use super::reach::{reach_along, reach_around};
use crate::math::{Scalar, Unit, Vector, rounded_within_floats};
use crate::narrow::{PairCache, Separation, region, signed, translated};
use crate::shape::{Aabb, Ahead, Convex, Core, Shaped, Swept, View};

/// Whoever passes, passes no nearer than this part of the skin.
const PASSING: f64 = 0.5;
/// By how much of the skin a stop may be early. The less, the less do edges that lie a little behind a face pass for it.
const EARLY: f64 = 1.0 / 1024.0;
/// Who is too near already may come nearer by this part of the skin, which is for roundings, but by no less than so many of them.
const DRIFT: f64 = 1.0 / 32.0;
const LEAST_DRIFT: f64 = 16.0;
/// Far more distances than any pair needs; after these the motion ends where it is known to be free.
const MOST_STEPS: usize = 48;
/// By how many roundings a distance may differ from the next one if it does not change: of the coordinates along the normal, and
/// of the shape.
const NOISE: f64 = 4.0;
/// A step by two distances is no more than so many times as long as the one between them, so that what they are off by remains small.
const LONGER: f64 = 3.0;
/// The least skin, in roundings of the coordinates.
const LEAST_SKIN: f64 = 64.0;
/// No rounding counts as less, relative to the coordinates. Distances are computed in `f64`, from coordinates of obstacles that may be
/// hundreds of times as large as those of the shape.
const FINEST: f64 = 1.0 / (1_u64 << 43) as f64;

/// Where a moving shape meets an obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit<V: Vector> {
    /// How much of the motion is gone then, from 0 to 1.
    pub time: V::Scalar,
    /// Where the shape is then, seen from where it started.
    pub translation: V,
    /// The point of the obstacle that is nearest to it then.
    pub point: V,
    /// Out of the obstacle, towards the shape.
    pub normal: Unit<V>,
    /// The number of the obstacle in its list; 0 if it is alone. Of a world it is that of an object, and another one's once that has been taken
    /// out: [`World::handle`](crate::world::World::handle) tells whose it is now.
    pub obstacle: u32,
    /// The number of its part; 0 if it has none.
    pub part: u32,
    /// Can it be stood on? Only where a [`Ground`](super::Ground) says what that means.
    pub is_walkable: bool,
}

/// Where a shape that is moved straight first comes within a skin of something; `None` if nothing stops it.
///
/// It is never late: up to there, nothing is nearer than half the skin, unless it was from the start. It is early by at most
/// 1/1024 of the skin and eight roundings of the coordinates. What passes by at between half a skin and a whole one is no hit. Skins too
/// thin for the precision of the coordinates are taken as thick as it needs; negative ones, or none, are so too. A motion that is not
/// finite is none.
///
/// The normal is one that the surface has there, up to 0.001 rad, however it is cut into triangles or segments: that of a face, or one
/// between those of the faces at an edge that sticks out. For a mesh, the first hit at an edge finds out which triangles share
/// corners, once. A shape that is in a surface at the start, or too near to it, is stopped by what it would go deeper into, not by the
/// inner edges of the surface. Parts of the moving shape count for themselves.
///
/// ```
/// use glam::DVec3;
/// use impinge::shape::{Ball, HalfSpace};
/// use impinge::math::Unit;
/// use impinge::sweep::translate;
/// let ground = HalfSpace::new(Unit::new(DVec3::Y)?, 0.0)?;
/// let ball = Ball::new(DVec3::new(0.0, 5.0, 0.0), 1.0)?;
/// let hit = translate(&ball, DVec3::new(3.0, -8.0, 0.0), &ground, 0.01).unwrap();
/// assert!((hit.time - 3.99 / 8.0).abs() < 0.001 && hit.normal.get() == DVec3::Y);
/// assert!(translate(&ball, DVec3::X * 100.0, &ground, 0.01).is_none());
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[doc(alias("cast_shapes", "shape_cast", "linear_cast", "sweep_test"))]
pub fn translate<V: Vector, S: Shaped<Vector = V>, O: Obstacles<V> + ?Sized>(
    shape: &S,
    motion: V,
    obstacles: &O,
    skin: V::Scalar,
) -> Option<Hit<V>> {
    let sweep = Sweep::new(shape.view(), obstacles, skin);
    let motion = finite::<V>(motion)?;
    let cast = sweep.cast(V::Double::ZERO, motion);
    cast.met.map(|met| met.hit(cast.t, motion * cast.t))
}

/// A motion in `f64`, short enough for its square; `None` if it is not finite.
pub(super) fn finite<V: Vector>(motion: V) -> Option<V::Double> {
    motion.is_finite().then(|| with_squares(motion.to_double()))
}

/// Which two convex shapes: the obstacle, its part, and of a moving shape of many parts a number of its part.
pub(super) type PairId = (u32, u32, u32);

/// Is shown a part of the moving shape, at its start, and an obstacle.
type ShowPair<'s, V> = dyn FnMut(PairId, &View<'_, V>, &View<'_, V>) + 's;

/// A pair that is near.
#[derive(Clone, Copy)]
pub(super) struct Met<D> {
    pub pair: PairId,
    /// From the moving shape towards the obstacle.
    pub normal: D,
    pub point: D,
    pub distance: f64,
    /// Of a part of a part, which; else 0.
    pub path: u64,
    /// Is it met at an edge or corner that only divides a surface?
    pub is_ghost: bool,
    /// Of a ghost, if it is known, towards the face that the edge belongs to.
    pub face: Option<D>,
}

impl<D: Vector<Scalar = f64, Double = D>> Met<D> {
    fn new(pair: PairId, found: &Separation<D>) -> Self {
        let Separation { normal, on_b, distance, .. } = *found;
        Met { pair, normal, point: on_b, distance, path: 0, is_ghost: false, face: None }
    }

    pub fn hit<V: Vector<Double = D>>(&self, t: f64, translation: D) -> Hit<V> {
        Hit {
            time: V::Scalar::from_f64(t),
            translation: V::from_double(translation),
            point: rounded_within_floats(self.point),
            normal: Unit::of_unit(V::from_double(-self.normal)),
            obstacle: self.pair.0,
            part: self.pair.1,
            is_walkable: false,
        }
    }
}

/// How far a straight motion goes.
pub(super) struct Cast<D> {
    /// The part of the motion that is free.
    pub t: f64,
    /// What ends it there.
    pub met: Option<Met<D>>,
    /// How near something was at the start, if within a skin.
    pub nearest: f64,
}

/// A shape among obstacles, that can be tried at any translation.
pub(super) struct Sweep<'a, V: Vector, O: ?Sized> {
    shape: View<'a, V>,
    bounds: Aabb<V>,
    /// [`coordinates`] of the shape at its start.
    reach: f64,
    pub obstacles: &'a O,
    skin: f64,
}

/// The largest number that a shape is given by, in size: a coordinate, or of what has no end, how far from the origin it is. So much of
/// it is rounded.
#[inline(never)]
fn coordinates<V: Vector>(shape: &View<'_, V>) -> f64 {
    let bounds = match shape {
        View::Plane(plane) => return plane.offset().abs().into(),
        View::HalfSpace(half_space) => return half_space.boundary().offset().abs().into(),
        View::Ray(ray) => return ray.origin().abs().largest().into(),
        bounded => region(bounded, 0.0),
    };
    let largest: f64 = bounds.min().abs().max(bounds.max().abs()).largest().into();
    if let View::Parts(parts) = shape
        && largest >= V::Scalar::MAX.into()
    {
        // Some of them may have no end.
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
    pub fn new(shape: View<'a, V>, obstacles: &'a O, skin: V::Scalar) -> Self {
        let (bounds, reach) = (region(&shape, 0.0), coordinates(&shape));
        // A skin that is not a number is none.
        let skin = if skin.is_finite() { skin.into() } else { 0.0 };
        Sweep { shape, bounds, reach, obstacles, skin }
    }

    /// The skin at a translation: not thinner than the coordinates there can tell.
    pub fn skin_at(&self, at: V::Double) -> f64 {
        self.skin.max(LEAST_SKIN * self.rounding(at.abs().largest()))
    }

    /// What is no further from something than this is a skin from it; less more is within rounding.
    pub fn near_at(&self, at: V::Double) -> f64 {
        self.skin_at(at) * (1.0 + EARLY) + 2.0 * NOISE * self.rounding(at.abs().largest())
    }

    /// What coordinates of the shape are rounded by, so far from its start.
    fn rounding(&self, away: f64) -> f64 {
        let unit: f64 = V::Scalar::UNIT_ROUNDOFF.into();
        (self.reach + away) * unit.max(FINEST) + V::Scalar::SMALLEST_NORMAL.into()
    }

    /// How high the shape begins, where it starts; if that is not known, the box around it.
    pub fn lowest(&self, up: V::Double) -> f64 {
        if let Some(reach) = reach_along(&self.shape, -up) {
            return -reach;
        }
        let (low, high) = (self.bounds.min().to_double(), self.bounds.max().to_double());
        up.max(V::Double::ZERO).dot(low) + up.min(V::Double::ZERO).dot(high)
    }

    /// A motion from a translation, as it is shown to shapes of many parts.
    fn swept(&self, at: V::Double, motion: V::Double, margin: f64) -> Swept<V::Double> {
        let (low, high) = (self.bounds.min().to_double(), self.bounds.max().to_double());
        let half = high * 0.5 - low * 0.5;
        let size = self.reach + at.abs().largest().max((at + motion).abs().largest());
        Swept {
            middle: low * 0.5 + high * 0.5 + at,
            half,
            radius: reach_around(&self.shape, low * 0.5 + high * 0.5).min(half.length()),
            motion,
            margin: margin + 16.0 * V::Scalar::UNIT_ROUNDOFF.into() * size,
            ahead: Ahead { last: 1.0, below: None },
        }
    }

    /// Shows the moving shape, or those parts of it that may come within a margin of an obstacle.
    fn each_moving(
        &self,
        swept: &Swept<V::Double>,
        at: V::Double,
        (obstacle, part): (u32, u32),
        view: &View<'_, V>,
        show: &mut ShowPair<'_, V>,
    ) {
        if !matches!(self.shape, View::Parts(_)) {
            return show((obstacle, part, 0), &self.shape, view);
        }
        let back = moved_back(&region(view, swept.margin), at, at + swept.motion);
        let mut number = 0;
        each_convex(self.shape, back, &mut |shape, _| {
            show((obstacle, part, number), &shape, view);
            number += 1;
        });
    }

    /// All pairs within a margin at a translation that are wanted.
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
                        && (!self.obstacles.is_one_sided(obstacle)
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

    /// How much of a motion is free. What ends it is marked as a ghost only where it is a part of a part. With `is_along`, inner edges of a
    /// surface that the motion does not lead into are passed, but nothing of the surface comes nearer than what passes by, or than it was.
    pub fn first_stop(&self, at: V::Double, motion: V::Double, is_along: bool) -> Cast<V::Double> {
        let most = self.near_at(at).max(self.near_at(at + motion));
        let swept = self.swept(at, motion, most);
        let mut cast = Cast { t: 1.0, met: None, nearest: f64::INFINITY };
        let mut below = None;
        self.obstacles.visit_swept(&swept, &mut |obstacle, part, view| {
            let is_one_sided = self.obstacles.is_one_sided(obstacle);
            let before = Swept { ahead: Ahead { last: cast.t, below }, ..swept };
            each_convex_swept(view, &before, &mut |view, of| {
                self.each_moving(&swept, at, (obstacle, part), &view, &mut |pair, shape, view| {
                    let (mut end, start) = self.advance(shape, at, &swept, view, cast.t);
                    let is_held = |t: f64, found: &Separation<V::Double>| {
                        !is_one_sided || holds(view, found, self.skin_at(at + motion * t))
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
                            // Of those that stop it at once, the nearest: a face before the edges beside it.
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

    /// The plane that the shape and the margin reach along a normal, at a time of the way and nowhere before; `None` if that is
    /// not known.
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

    /// How far one convex shape can move before another; and how they lie at the start, if within a skin.
    fn advance(
        &self,
        shape: &View<'_, V>,
        at: V::Double,
        way: &Swept<V::Double>,
        obstacle: &View<'_, V>,
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
        for _ in 0..MOST_STEPS {
            let (skin, near) = (self.skin_at(at + motion * t), self.near_at(at + motion * t));
            // Who is stopped no later than others is one of them, if the rest of the motion would lead further in.
            let last = if stop.is_some() { 1.0 } else { last };
            // What comes nearer than this until then may stop it then.
            let most = near.max(self.near_at(at + motion * last));
            let limit = most + (last - t) * length;
            let Some(found) = separation(shape, at + motion * t, obstacle, limit, &mut cache) else {
                return (End::Free, start);
            };
            if t == 0.0 && stop.is_none() {
                start = Some(found);
            }
            // Whoever is not near at the start may come as near as those who pass by.
            let passing = self.passing(at, motion, t, start.map_or(f64::INFINITY, |start| start.distance));
            if stop.is_none() && found.distance <= near {
                if leads_within(passing, &found, motion, 1.0 - t) {
                    return (End::Stop(t, found), start);
                }
                stop = Some((t, found));
            }
            if let Some((t, stopped)) = stop
                && found.distance <= passing + 0.5 * DRIFT * skin
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

    /// As near as that comes whoever passes, at a time of a motion, if it was so far away at the start: half the skin there, or no nearer than
    /// it was but for roundings, which are the more the further away.
    fn passing(&self, at: V::Double, motion: V::Double, t: f64, nearest: f64) -> f64 {
        let thin = self.skin_at(at);
        let rounding = self.rounding(at.abs().largest() + t * motion.abs().largest());
        (nearest - (DRIFT * thin).max(LEAST_DRIFT * rounding)).min(PASSING * thin)
    }

    /// How near something is at a translation, if it is nearer than those who pass by; else infinite.
    fn nearest_of(&self, at: V::Double, is_wanted: impl Fn(PairId) -> bool) -> f64 {
        let mut nearest = f64::INFINITY;
        self.near(at, PASSING * self.skin_at(at), is_wanted, |met| nearest = nearest.min(met.distance));
        nearest
    }

    /// When one convex shape that has passed an inner edge comes nearer than those who pass by, between a time and another.
    fn falls_nearer(
        &self,
        shape: &View<'_, V>,
        at: V::Double,
        way: &Swept<V::Double>,
        obstacle: &View<'_, V>,
        [mut t, last]: [f64; 2],
        nearest: f64,
    ) -> End<V::Double> {
        let motion = way.motion;
        let length = motion.length();
        let steeper = slope_error(shape).max(slope_error(obstacle)) * length;
        let mut cache = PairCache::default();
        let mut descent = Descent::default();
        for _ in 0..MOST_STEPS {
            let level = self.passing(at, motion, t, nearest);
            let near = level + 0.5 * DRIFT * self.skin_at(at + motion * t);
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

/// The distances of one pair on its way to a level.
struct Descent<D> {
    /// When it was last looked at, and how they lay.
    latest: Option<(f64, Separation<D>)>,
}

impl<D> Default for Descent<D> {
    fn default() -> Self {
        Descent { latest: None }
    }
}

impl<D: Vector<Scalar = f64>> Descent<D> {
    /// How long they stay above the level for certain, so far above it and falling no faster than by `slope` now, up to roundings.
    fn step(&mut self, t: f64, found: &Separation<D>, above: f64, slope: f64, noise: f64) -> f64 {
        let by_fall = self.latest.map_or(0.0, |(known, before)| {
            let (between, fallen) = (t - known, before.distance - found.distance + noise);
            if fallen * LONGER > above { above / fallen * between } else { LONGER * between }
        });
        self.latest = Some((t, *found));
        by_fall.max(above / slope)
    }
}

/// How the motion of one pair ends.
enum End<D> {
    /// Nothing stops it, or not before something else does.
    Free,
    /// It is stopped, by what is found there.
    Stop(f64, Separation<D>),
    /// It is free up to there at least, and no more is known; with how they lie there.
    Unknown(f64, Separation<D>),
}

/// Does the rest of a motion lead nearer than a level? For the two points that are nearest now, which are no nearer than the shapes.
fn leads_within<D: Vector<Scalar = f64>>(level: f64, now: &Separation<D>, motion: D, rest: f64) -> bool {
    let between = now.on_b - now.on_a;
    let nearest = between.dot(motion) / motion.dot(motion);
    now.distance > 0.0 && nearest > 0.0 && (between - motion * nearest.min(rest)).length() <= level
}

/// By how much the normals of a shape may be off, in radians: of smooth shapes without a closed form GJK finds the distance
/// to 10⁻⁷ of their size in `f32`, and so the normal to the root of that.
fn slope_error<V: Vector>(view: &View<'_, V>) -> f64 {
    let is_single = V::Scalar::UNIT_ROUNDOFF.into() > 1e-10;
    match view {
        View::Convex(Convex { core: Core::Cylinder(_) | Core::Cone(_) | Core::Custom(..), .. })
            if is_single =>
        {
            4e-3
        }
        _ => 1e-6,
    }
}

/// The separation of a shape at a translation from an obstacle, unless it is beyond `limit`.
fn separation<V: Vector>(
    shape: &View<'_, V>,
    at: V::Double,
    obstacle: &View<'_, V>,
    limit: f64,
    cache: &mut PairCache,
) -> Option<Separation<V::Double>> {
    if let (View::Ball(ball), View::Triangle(triangle)) = (shape, obstacle) {
        // Clear of what the coordinates of a ball are rounded by when it is moved.
        let size = (ball.center().to_double().abs() + at.abs()).sum() + ball.radius().into();
        let least = 16.0 * V::Scalar::UNIT_ROUNDOFF.into() * size + V::Scalar::SMALLEST_NORMAL.into();
        if let Some(found) = separation_of_ball(ball, at, triangle, least) {
            return (found.distance <= limit).then_some(found);
        }
    }
    let moved = translated(shape, V::from_double(at)).unwrap_or(*shape);
    signed::<V, true>(moved, *obstacle, limit, cache)
}

/// What a moving shape sees of a region, from where it started.
fn moved_back<V: Vector>(region: &Aabb<V>, from: V::Double, to: V::Double) -> Aabb<V> {
    let (low, high) = (from.min(to), from.max(to));
    let (min, max) = (region.min().to_double() - high, region.max().to_double() - low);
    let slack = V::Double::splat(8.0 * V::Scalar::UNIT_ROUNDOFF.into() * min.abs().max(max.abs()).largest());
    Aabb::looked_in(min - slack, max + slack)
}
