//! Which objects have anything to do with each other.

/// The layers that an object is in, and those that it has to do with.
///
/// ```
/// use impinge::broad::Filter;
/// let player = Filter { layers: 0b01, meets: u32::MAX };
/// let ghost = Filter { layers: 0b10, meets: !0b01 };
/// assert!(player.allows(Filter::default()));
/// assert!(!player.allows(ghost) && !ghost.allows(player));
/// ```
///
/// Both must want to, also of a sensor: it may name the layer of somebody who does not name its own, and then is told nothing of them.
///
/// ```
/// use glam::Vec2;
/// use impinge::broad::Filter;
/// use impinge::shape::Ball;
/// use impinge::world::{Object, World};
/// const WALLS: u32 = 1;
/// const PLAYERS: u32 = 2;
/// const TRAPS: u32 = 4;
/// let ball = Ball::new(Vec2::ZERO, 1.0)?;
/// let mut world = World::new();
/// world.add(Object::new(ball).sensor().with_filter(Filter { layers: TRAPS, meets: PLAYERS }))?;
/// let player = world.add(Object::new(ball).with_filter(Filter { layers: PLAYERS, meets: WALLS }))?;
/// assert!(world.step(0.0)?.is_empty());
/// world.set_filter(player, Filter { layers: PLAYERS, meets: WALLS | TRAPS })?;
/// assert_eq!(world.step(0.0)?.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("InteractionGroups", "CollisionMask", "category_bits"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Filter {
    /// A bit for each layer that it is in.
    pub layers: u32,
    /// A bit for each layer whose objects it meets.
    pub meets: u32,
}

impl Default for Filter {
    /// In all layers, and meets all.
    fn default() -> Self {
        Filter { layers: u32::MAX, meets: u32::MAX }
    }
}

impl Filter {
    /// Do two objects meet? Both must want to.
    #[inline(always)]
    pub fn allows(self, other: Filter) -> bool {
        self.layers & other.meets != 0 && other.layers & self.meets != 0
    }
}
