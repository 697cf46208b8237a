//! Stale handles in the lists of moved, moving and changed colliders. The next step removes them, but it may
//! never come.

use super::CollisionWorld;
use crate::math::Vector;

impl<V: Vector> CollisionWorld<V> {
    /// Without steps and calls of `drain_changed`, bounds these lists by twice the number of slots plus 64.
    pub(super) fn prune_stale_handles(&mut self) {
        let most = 2 * self.slots.end() + 64;
        let slots = &self.slots;
        for list in [&mut self.active, &mut self.ccd] {
            if list.len() > most {
                list.retain(|&handle| slots.get(handle).is_ok());
            }
        }
        if self.moved.len() > most {
            self.moved.sort_unstable();
            self.moved.dedup();
            self.moved.retain(|&number| slots.at(number).is_some_and(|entry| entry.has_moved));
        }
        if self.changed.len() > most {
            self.changed = self.collect_changes();
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, Vec2};

    use crate::shape::Ball;
    use crate::world::{Collider, CollisionWorld};

    #[test]
    fn who_comes_and_goes_while_nobody_steps_leaves_nothing() -> Result<(), Box<dyn std::error::Error>> {
        let mut world = CollisionWorld::<Vec2>::new();
        let ball = Collider::new(Ball::new(Vec2::ZERO, 1.0)?).with_velocity(DVec2::X)?.with_ccd(0.01)?;
        let stays = world.add(ball.clone().with_position(DVec2::Y * 9.0)?)?;
        for i in 0..1000 {
            let handle = world.add(ball.clone())?;
            world.remove(handle)?;
            if i % 100 == 0 {
                world.step(0.0)?;
            }
        }
        let CollisionWorld { moved, active, ccd, changed, .. } = &world;
        let lengths = [moved.len(), active.len(), ccd.len(), changed.len()];
        assert!(lengths.into_iter().all(|length| length < 100), "{lengths:?}");
        world.step(1.0)?;
        assert_eq!(world.get(stays)?.position(), DVec2::new(1.0, 9.0));
        Ok(())
    }
}
