//! Which objects have anything to do with each other.

/// The layers that an object is in, and those that it has to do with.
///
/// ```
/// use impinge::broad::Filter;
/// let player = Filter { layers: 0b01, meets: u32::MAX };
/// let ghost = Filter { layers: 0b10, meets: !0b01 };
/// assert!(player.lets(Filter::default()));
/// assert!(!player.lets(ghost) && !ghost.lets(player));
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
    pub fn lets(self, other: Filter) -> bool {
        self.layers & other.meets != 0 && other.layers & self.meets != 0
    }
}
