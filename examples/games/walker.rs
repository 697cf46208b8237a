//! Whoever falls, stands, runs and jumps: moved by the world, sliding along what is in the way.

use impinge::draw::{Draw, Stroke};
use impinge::math::{Unit, Vector};
use impinge::shape::{Capsule, ShapeError};
use impinge::sweep::{GroundSettings, MoveAndSlideOptions};
use impinge::world::{ColliderHandle, ColliderMoveAndSlide, CollisionWorld, WorldError};

/// Of the capsule of a player: from its feet to its head it is twice this and [`MIDDLE`] high.
pub const RADIUS: f32 = 0.3;
/// Between the ends of the middle of that capsule.
pub const MIDDLE: f32 = 0.6;
/// How far a walker keeps away from what it meets.
pub const SKIN: f32 = 0.02;
/// How fast a jump starts.
const JUMP: f32 = 7.0;
const GRAVITY: f32 = 20.0;

/// An object that walks.
pub struct Walker<V: Vector> {
    pub handle: ColliderHandle,
    /// How fast it goes up; the world knows nothing of gravity.
    rise: f32,
    /// What it stands on.
    ground: Option<ColliderHandle>,
    /// How fast what it stands on goes, or did when it jumped off.
    carried: V,
    /// Where the last slide started, and what came of it.
    slid: Option<(V::Double, ColliderMoveAndSlide<V>)>,
    /// Keeps to ground that falls away.
    on_ground: MoveAndSlideOptions<V>,
    in_air: MoveAndSlideOptions<V>,
}

/// The shape of a player, its feet at the origin.
pub fn capsule<V: Vector<Scalar = f32>>() -> Result<Capsule<V>, ShapeError> {
    let feet = V::unit_axis(1) * RADIUS;
    Capsule::new(feet, feet + V::unit_axis(1) * MIDDLE, RADIUS)
}

impl<V: Vector<Scalar = f32>> Walker<V> {
    /// An object that climbs slopes up to an angle, in radians.
    pub fn new(handle: ColliderHandle, max_slope: f32) -> Result<Self, ShapeError> {
        let ground = GroundSettings::new(Unit::axis(1), max_slope)?;
        let options = MoveAndSlideOptions::new(SKIN)?;
        Ok(Walker {
            handle,
            rise: 0.0,
            ground: None,
            carried: V::ZERO,
            slid: None,
            on_ground: options.with_ground(ground.with_step_height(0.2)?.with_snap_distance(0.2)?),
            in_air: options.with_ground(ground),
        })
    }

    /// Runs with a velocity, for a time. What it stands on takes it along.
    pub fn step(
        &mut self,
        world: &mut CollisionWorld<V>,
        run: V,
        jumps: bool,
        time: f64,
    ) -> Result<(), WorldError> {
        let ground = self.ground.and_then(|ground| world.get(ground).ok());
        self.carried = ground.map_or(self.carried, |ground| V::from_double(ground.velocity()));
        if jumps && ground.is_some() {
            self.rise = JUMP;
        }
        self.rise -= GRAVITY * time as f32;
        let stays = ground.is_some() && self.rise <= 0.0;
        let options = if stays { &self.on_ground } else { &self.in_air };
        let start = world.get(self.handle)?.position();
        let motion = (run + self.carried + V::unit_axis(1) * self.rise) * time as f32;
        let slid = world.move_and_slide(self.handle, motion, options)?;

        // Whoever goes up only brushes past slopes.
        let stands = if self.rise <= 0.0 { slid.ground().map(|hit| hit.obstacle) } else { None };
        self.ground = stands;
        let is_under_ceiling = slid.hits().iter().any(|hit| hit.normal.get()[1] < -0.5);
        if self.ground.is_some() || (is_under_ceiling && self.rise > 0.0) {
            self.rise = 0.0;
        }
        self.slid = Some((start, slid));
        Ok(())
    }

    /// Where its last step was stopped by an object: out of that.
    pub fn pressed_against(&self, object: ColliderHandle) -> Option<V> {
        let (_, slid) = self.slid.as_ref()?;
        let hit = slid.hits().iter().find(|hit| hit.obstacle == object && !hit.is_walkable)?;
        Some(hit.normal.get())
    }

    /// Draws what it met in its last step, with normals.
    pub fn draw_hits(&self, picture: &mut impl Draw<V>) {
        let Some((start, slid)) = &self.slid else { return };
        for hit in slid.hits() {
            // All that a slide tells is seen from where it started.
            let point = V::from_double(*start) + hit.point;
            picture.point(point, Stroke::Contact);
            picture.arrow(point, point + hit.normal.get() * 0.5, 0.15, Stroke::Contact);
        }
    }
}
