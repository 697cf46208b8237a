//! Collision filters: layers and masks of objects.

/// The layers of an object, and the mask of layers that it collides with.
///
/// ```
/// use impinge::broad::CollisionFilter;
/// let player = CollisionFilter { layers: 0b01, mask: u32::MAX };
/// let ghost = CollisionFilter { layers: 0b10, mask: !0b01 };
/// assert!(player.allows(CollisionFilter::default()));
/// assert!(!player.allows(ghost) && !ghost.allows(player));
/// ```
///
/// Both filters must accept the other object. This also applies to sensors: a sensor whose mask has the layer
/// of an object does not detect that object if its mask lacks the layers of the sensor.
///
/// ```
/// use glam::Vec2;
/// use impinge::broad::CollisionFilter;
/// use impinge::shape::Ball;
/// use impinge::world::{Collider, CollisionWorld};
/// const WALLS: u32 = 1;
/// const PLAYERS: u32 = 2;
/// const TRAPS: u32 = 4;
/// let ball = Ball::new(Vec2::ZERO, 1.0)?;
/// let mut world = CollisionWorld::new();
/// world.add(Collider::new(ball).sensor().with_filter(CollisionFilter { layers: TRAPS, mask: PLAYERS }))?;
/// let player = world.add(Collider::new(ball).with_filter(CollisionFilter { layers: PLAYERS, mask: WALLS }))?;
/// assert!(world.step(0.0)?.is_empty());
/// world.set_filter(player, CollisionFilter { layers: PLAYERS, mask: WALLS | TRAPS })?;
/// assert_eq!(world.step(0.0)?.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CollisionFilter {
    /// Layers of the object, one bit each.
    pub layers: u32,
    /// Layers that the object collides with, one bit each.
    pub mask: u32,
}

impl Default for CollisionFilter {
    /// Returns a filter in all layers, with all layers in its mask.
    fn default() -> Self {
        CollisionFilter { layers: u32::MAX, mask: u32::MAX }
    }
}

impl CollisionFilter {
    /// Returns whether two objects may collide: each mask must contain a layer of the other object.
    #[inline(always)]
    pub fn allows(self, other: CollisionFilter) -> bool {
        self.layers & other.mask != 0 && other.layers & self.mask != 0
    }
}
