//! Walking: slopes, steps, and staying on the ground.
//!
//! Without ground settings, a slide has no up direction: a floor is an obstacle like any other. With them:
//! - Walkable ground holds a shape: the downward part of a motion ends there.
//! - Steeper slopes are walls: a shape slides down them, but does not climb them.
//! - A shape climbs walls up to the step height: up, forward and down again, if that ends on ground.
//! - A shape that moves down a slope or a step stays on the ground, if it is near enough.

use super::ground_settings::GroundSettings;
use super::{MoveAndSlideOptions, Walk};
use crate::math::{Scalar, Vector};
use crate::narrow::{Query, RayHit, RayOptions};
use crate::shape::{Aabb, Ray};
use crate::sweep::Obstacles;
use crate::sweep::linear_cast::Sweep;
use crate::sweep::near_contact::{Met, ShapeCastHit};

/// Maximum distance of a point from a surface that it belongs to, in skins.
const FLUSH: f64 = 1.0 / 8.0;
/// Maximum distance of a touched surface, in skins: stops are a skin away, and a little early.
const TOUCHED: f64 = 1.25;

impl<V: Vector, O: Obstacles<V> + ?Sized> Sweep<'_, V, O> {
    /// The steep surface to which a walkable edge belongs, if any.
    ///
    /// A sharp shape can meet the edge of a part of a slope while it is above the neighbouring part.
    /// That edge lies in the surface of the nearer part, but its normal may be anywhere between the
    /// normal of the slope and the normal of level ground.
    pub fn steep_surface(
        &self,
        met: &Met<V::Double>,
        at: V::Double,
        ground: &GroundSettings<V>,
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

    /// Tries to climb the obstacle that stopped a walk: up, forward and down again. Returns the walk if it
    /// got further.
    pub(super) fn step_up(
        &self,
        walk: &Walk<V>,
        start: V::Double,
        motion: V::Double,
        options: &MoveAndSlideOptions<V>,
        ground: &GroundSettings<V>,
    ) -> Option<Walk<V>> {
        let up = ground.upwards();
        let height: f64 = ground.step.into();
        let level = motion - up * motion.dot(up);
        let skin = self.skin_at(start);
        let is_wall =
            |hit: &ShapeCastHit<V>| !hit.is_walkable && hit.normal.get().to_double().dot(level) < 0.0;
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
        let hit = met.hit(1.0 - on.remaining, on.at);
        let is_too_high = (met.point - below.point).dot(up) > height;
        let is_steep = self.steep_surface(&met, on.at, ground).is_some();
        if is_too_high || is_steep || !self.stands_on(&hit, skin, ground) {
            return None;
        }
        on.hits.push(ShapeCastHit { is_walkable: true, ..hit });
        on.motion = motion;
        Some(on)
    }

    /// The footing of a walk, from which the height of a step counts; `None` in the air, where no step is
    /// climbed.
    ///
    /// It reaches as far down as [`snap_down`](Self::snap_down): a shape that snaps may climb. On an edge met
    /// nearly from the side, a short way down leads past it. So touched obstacles count as well, unless more
    /// than a step of the shape is below them.
    fn footing(
        &self,
        start: V::Double,
        motion: V::Double,
        ground: &GroundSettings<V>,
    ) -> Option<Met<V::Double>> {
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

    /// Moves a walk down to near ground.
    pub(super) fn snap_down(&self, walk: &mut Walk<V>, motion: V::Double, ground: &GroundSettings<V>) {
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
        let hit = met.hit(1.0 - walk.remaining, to);
        if !self.stands_on(&hit, skin, ground) || self.steep_surface(&met, to, ground).is_some() {
            return;
        }
        if cast.t > 0.0 {
            walk.path.push(V::from_double(walk.at));
            walk.at = to;
        }
        let is_known = |known: &ShapeCastHit<V>| {
            known.is_walkable && (known.obstacle, known.part) == (hit.obstacle, hit.part)
        };
        if !walk.hits.iter().any(is_known) {
            walk.hits.push(ShapeCastHit { is_walkable: true, ..hit });
        }
    }

    /// Returns whether there is walkable ground at a hit. On the edge of a step the normal is steep, but a
    /// ray down beside the edge finds the tread.
    fn stands_on(&self, hit: &ShapeCastHit<V>, skin: f64, ground: &GroundSettings<V>) -> bool {
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

/// Returns whether a motion points up by more than rounding errors.
fn points_up<D: Vector<Scalar = f64>>(motion: D, up: D) -> bool {
    motion.dot(up) > 1e-9 * motion.length()
}
