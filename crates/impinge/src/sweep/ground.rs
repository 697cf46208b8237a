//! Ground to walk on: slopes, steps, and staying on it.
//!
//! Without a ground, a slide knows no up and no down: a floor is a wall like any other. With one,
//! - ground that can be walked on holds what stands on it: the part of a motion that points down ends there;
//! - slopes that are too steep are walls: they are not climbed, though they are slid down;
//! - walls no higher than a step are climbed: up, on, and down again, if that ends on ground;
//! - a shape that moves down a slope or a step stays on the ground, if it is near enough.

use std::f64::consts::FRAC_PI_2;

use super::advance::{Hit, Met, Sweep};
use super::slide::Walk;
use super::{Obstacles, SlideOptions};
use crate::math::{Scalar, ShapeError, Unit, Vector};
use crate::narrow::{Cast, RayHit, RayOptions};
use crate::shape::{Aabb, Ray};

/// How far a point may lie from a surface that it belongs to, in skins.
const FLUSH: f64 = 1.0 / 8.0;
/// Who is no further away than so many skins is touched: stops are a skin away, and a little early.
const TOUCHED: f64 = 1.25;

/// What a shape can walk on.
///
/// ```
/// use glam::Vec2;
/// use impinge::math::Unit;
/// use impinge::sweep::Ground;
/// let ground = Ground::<Vec2>::new(Unit::axis(1), 0.8)?.with_step_height(0.3)?.with_snap_distance(0.2)?;
/// assert_eq!((ground.max_slope(), ground.step_height(), ground.snap_distance()), (0.8, 0.3, 0.2));
/// assert!(ground.is_walkable(ground.up()) && !ground.is_walkable(Unit::axis(0)));
/// // Degrees are not taken for radians.
/// let error = Ground::<Vec2>::new(Unit::axis(1), 45.0).map_err(|error| error.to_string());
/// assert!(error.is_err_and(|error| error.ends_with("45 degrees are 0.7854")));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[doc(alias = "KinematicCharacterController")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground<V: Vector> {
    up: Unit<V>,
    max_slope: V::Scalar,
    /// Of that angle.
    cosine: V::Scalar,
    step: V::Scalar,
    snap: V::Scalar,
}

impl<V: Vector> Ground<V> {
    /// Which way is up, and how steep ground may be: the angle between its normal and up, in radians, up to a right angle.
    /// Neither steps nor keeping to the ground.
    ///
    /// # Errors
    /// If the angle is negative, not finite, or more than a right angle.
    pub fn new(up: Unit<V>, max_slope: V::Scalar) -> Result<Self, ShapeError> {
        ShapeError::size("maximum slope", max_slope)?;
        let (value, right): (f64, V::Scalar) = (max_slope.into(), V::Scalar::from_f64(FRAC_PI_2));
        // What somebody computed as a right angle is one.
        if value > FRAC_PI_2 + 1e-4 {
            return Err(ShapeError::Angle { field: "maximum slope", value, radians: value.to_radians() });
        }
        let max_slope = max_slope.min(right);
        let (_, cosine) = max_slope.sin_cos();
        Ok(Ground { up, max_slope, cosine, step: V::Scalar::ZERO, snap: V::Scalar::ZERO })
    }

    /// Climbs steps up to a height.
    ///
    /// # Errors
    /// If the height is negative or not finite.
    #[doc(alias = "step_offset")]
    pub fn with_step_height(self, height: V::Scalar) -> Result<Self, ShapeError> {
        ShapeError::size("step height", height)?;
        Ok(Ground { step: height, ..self })
    }

    /// Follows ground that falls away by up to a distance, when the motion does not point up.
    ///
    /// # Errors
    /// If the distance is negative or not finite.
    pub fn with_snap_distance(self, distance: V::Scalar) -> Result<Self, ShapeError> {
        ShapeError::size("snap distance", distance)?;
        Ok(Ground { snap: distance, ..self })
    }

    /// Which way is up.
    pub fn up(&self) -> Unit<V> {
        self.up
    }

    /// How steep it may be: the angle between its normal and up, in radians.
    pub fn max_slope(&self) -> V::Scalar {
        self.max_slope
    }

    /// The height of steps that are climbed; 0 if none are.
    pub fn step_height(&self) -> V::Scalar {
        self.step
    }

    /// How far ground may fall away and still be followed; 0 if it is not.
    pub fn snap_distance(&self) -> V::Scalar {
        self.snap
    }

    /// Up in `f64`.
    pub(super) fn upwards(&self) -> V::Double {
        let up = self.up.get().to_double();
        up * (1.0 / up.length())
    }

    /// Can a surface with this normal, which points out of it, be walked on?
    pub fn is_walkable(&self, normal: Unit<V>) -> bool {
        let slack = V::Scalar::from_f64(16.0) * V::Scalar::UNIT_ROUNDOFF;
        self.up.get().dot(normal.get()) >= self.cosine - slack
    }

    /// For ground that is too steep, the wall that it is: the normal without what points up or down.
    pub(super) fn wall(&self, towards: V::Double) -> Option<V::Double> {
        let up = self.upwards();
        let rise = -towards.dot(up);
        // By the same rule that holds of ground, or what is just as steep as it may be would be both.
        if rise <= 1e-6 || self.is_walkable(Unit::of_unit(V::from_double(-towards))) {
            return None;
        }
        let level = towards + up * rise;
        let length = level.length();
        (length > 1e-6).then(|| level * (1.0 / length))
    }
}

impl<V: Vector, O: Obstacles<V> + ?Sized> Sweep<'_, V, O> {
    /// The steep surface that something walkable is only an edge of, if so.
    ///
    /// Of a slope in many parts, one is met with its edge while a sharp shape is still above the part beside it: that edge
    /// lies in the surface of the nearer part, but its normal may be any between the slope's and what looks like level
    /// ground.
    pub fn steep_surface(
        &self,
        met: &Met<V::Double>,
        at: V::Double,
        ground: &Ground<V>,
    ) -> Option<Met<V::Double>> {
        let is_walkable = |met: &Met<V::Double>| ground.is_walkable(met.hit(0.0, at).normal);
        if !is_walkable(met) {
            return None;
        }
        let room = FLUSH * self.skin_at(at);
        let mut steep: Option<Met<V::Double>> = None;
        self.near(
            at,
            met.distance,
            |_| true,
            |other| {
                // The same point of the shape is nearest to both.
                let off_surface = (met.point - other.point).dot(other.normal);
                let off_distance = met.distance * met.normal.dot(other.normal) - other.distance;
                if off_surface.abs().max(off_distance.abs()) <= room
                    && steep.is_none_or(|steep| other.distance < steep.distance)
                    && !is_walkable(&other)
                {
                    steep = Some(other);
                }
            },
        );
        steep
    }

    /// Tries to climb what stopped a walk: up, on and down again. The walk that did, if it got further.
    pub fn step_up(
        &self,
        walk: &Walk<V>,
        start: V::Double,
        motion: V::Double,
        options: &SlideOptions<V>,
        ground: &Ground<V>,
    ) -> Option<Walk<V>> {
        let up = ground.upwards();
        let height: f64 = ground.step.into();
        let level = motion - up * motion.dot(up);
        let skin = self.skin_at(start);
        let is_wall = |hit: &Hit<V>| !hit.is_walkable && hit.normal.get().to_double().dot(level) < 0.0;
        if height <= skin || level == V::Double::ZERO || !walk.hits.iter().any(is_wall) {
            return None;
        }
        let below = self.footing(start, motion, ground)?;
        let raised = self.cast(start, up * height);
        let high = start + up * (height * raised.t);
        let mut on = Walk::new(high, level);
        on.path.extend_from_slice(&walk.path[..walk.corners_out]);
        on.path.push(V::from_double(high));
        on.run(self, options);
        on.was_inside |= walk.was_inside;
        let gain = (on.at - walk.at).dot(level) / level.length();
        if gain <= skin * 0.25 {
            return None;
        }
        let down = up * -(height * raised.t + (-motion.dot(up)).max(0.0));
        let landed = self.cast(on.at, down);
        let met = landed.met?;
        on.path.push(V::from_double(on.at));
        on.at += down * landed.t;
        let hit = met.hit(1.0 - on.left, on.at);
        let is_too_high = (met.point - below.point).dot(up) > height;
        let is_steep = self.steep_surface(&met, on.at, ground).is_some();
        if is_too_high || is_steep || !self.stands_on(&hit, skin, ground) {
            return None;
        }
        on.hits.push(Hit { is_walkable: true, ..hit });
        on.motion = motion;
        Some(on)
    }

    /// What a walk sets out from, by which the height of a step is counted; `None` in the air, from where nobody climbs.
    ///
    /// It reaches as far down as [`snap_down`](Self::snap_down) does: whoever that holds may climb. On an edge that is met
    /// nearly from the side a short way down leads past it, so that what is touched counts as well, unless more than a
    /// step of the shape is below it.
    fn footing(&self, start: V::Double, motion: V::Double, ground: &Ground<V>) -> Option<Met<V::Double>> {
        let up = ground.upwards();
        let skin = self.skin_at(start);
        let follows = if points_up(motion, up) { 0.0 } else { ground.snap.into() };
        let stands = |met: &Met<V::Double>| self.stands_on(&met.hit(0.0, start), skin, ground);
        let below = self.cast(start, up * -(skin + skin.max(follows))).met.filter(stands);
        below.or_else(|| {
            let highest = self.lowest(up) + start.dot(up) + ground.step.into();
            let mut touched: Option<Met<V::Double>> = None;
            self.near(
                start,
                TOUCHED * skin,
                |_| true,
                |met| {
                    if met.point.dot(up) <= highest
                        && stands(&met)
                        && touched.is_none_or(|known| met.distance < known.distance)
                    {
                        touched = Some(met);
                    }
                },
            );
            touched
        })
    }

    /// Moves a walk down to ground that is near.
    pub fn snap_down(&self, walk: &mut Walk<V>, motion: V::Double, ground: &Ground<V>) {
        let up = ground.upwards();
        let distance: f64 = ground.snap.into();
        if distance <= 0.0 || points_up(motion, up) {
            return;
        }
        let skin = self.skin_at(walk.at);
        let down = up * -(distance + skin);
        let cast = self.cast(walk.at, down);
        let Some(met) = cast.met else { return };
        let to = walk.at + down * cast.t;
        let hit = met.hit(1.0 - walk.left, to);
        if !self.stands_on(&hit, skin, ground) || self.steep_surface(&met, to, ground).is_some() {
            return;
        }
        if cast.t > 0.0 {
            walk.path.push(V::from_double(walk.at));
            walk.at = to;
        }
        let is_known =
            |known: &Hit<V>| known.is_walkable && (known.obstacle, known.part) == (hit.obstacle, hit.part);
        if !walk.hits.iter().any(is_known) {
            walk.hits.push(Hit { is_walkable: true, ..hit });
        }
    }

    /// Is there ground to stand on at a hit? On the edge of a step the normal is steep, but a ray down beside the edge
    /// finds the tread.
    fn stands_on(&self, hit: &Hit<V>, skin: f64, ground: &Ground<V>) -> bool {
        if ground.is_walkable(hit.normal) {
            return true;
        }
        let (up, normal) = (ground.upwards(), hit.normal.get().to_double());
        let rise = normal.dot(up);
        let level = normal - up * rise;
        if rise <= 1e-3 || level == V::Double::ZERO {
            return false;
        }
        let inward = level * (-2.0 * skin / level.length());
        let origin = V::from_double(hit.point.to_double() + inward + up * (4.0 * skin));
        let Ok(ray) = Ray::new(origin, -ground.up) else { return false };
        let max = V::Scalar::from_f64(8.0 * skin);
        let reach = V::splat(max + max);
        let near = Aabb::between(origin - reach, origin + reach);
        let mut first: Option<RayHit<V>> = None;
        self.obstacles.visit(near, &mut |_, _, view| {
            if let Some(found) = view.cast_ray(&ray, &RayOptions { max, ..RayOptions::default() })
                && first.is_none_or(|first| found.t < first.t)
            {
                first = Some(found);
            }
            near
        });
        first.is_some_and(|first| ground.is_walkable(first.normal))
    }
}

/// Does a motion lead up, more than roundings do?
fn points_up<D: Vector<Scalar = f64>>(motion: D, up: D) -> bool {
    motion.dot(up) > 1e-9 * motion.length()
}
