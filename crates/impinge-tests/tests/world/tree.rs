//! The boxes of the tree of a world against the objects that should be in them.

use glam::{DVec3, Vec3};
use impinge::bound::shape_aabb;
use impinge::broad::TreeBox;
use impinge::math::{Pose, Vector};
use impinge::shape::{Aabb, Ball, HalfSpace};
use impinge::world::{Collider, CollisionWorld};

use super::Made;
use super::model::Model;

/// Every object has its own box in the tree, which is in one of each lesser depth.
pub fn all_are_in_the_tree<V: Vector>(world: &CollisionWorld<V>, model: &Model<V>) {
    let boxes: Vec<TreeBox<V::Double>> = world.tree_boxes().collect();
    assert!(boxes.iter().is_sorted_by_key(|part| part.depth));
    assert_eq!(boxes.iter().filter(|part| part.object.is_some()).count(), model.objects.len());
    for (handle, object) in &model.objects {
        let turned = object.shape().at(&Pose { rotation: object.rotation(), translation: V::ZERO });
        let around = shape_aabb(&turned).expect("it has an end");
        let [min, max] = [around.min(), around.max()].map(|corner| object.position() + corner.to_double());
        let own = boxes.iter().find(|part| part.object == Some(handle.index())).expect("its own box");
        assert_eq!(own.is_fixed, object.is_fixed());
        for depth in 0..=own.depth {
            let mut of_depth = boxes.iter().filter(|part| part.depth == depth);
            let holds = |bounds: &Aabb<V::Double>| bounds.contains_point(min) && bounds.contains_point(max);
            assert!(of_depth.any(|part| holds(&part.aabb)), "{handle:?} at depth {depth}");
        }
    }
}

#[test]
fn own_boxes_in_the_tree_have_margins_and_follow_their_objects() -> Made {
    let mut world = CollisionWorld::<Vec3>::with_origin(DVec3::X * 1e6);
    let ball = Collider::new(Ball::new(Vec3::ZERO, 0.5)?).with_position(DVec3::X * 1e6)?.with_margin(0.25)?;
    let ball = world.add(ball.with_velocity(DVec3::Y)?)?;
    let ground = world.add(Collider::new(HalfSpace::new(-impinge::math::Unit::axis(1), 0.0)?).fixed())?;
    let own =
        |world: &CollisionWorld<Vec3>, number| world.tree_boxes().find(|part| part.object == Some(number));
    for steps in 0..3 {
        let bounds = own(&world, ball.index()).ok_or("a box")?.aabb;
        let middle = DVec3::new(1e6, f64::from(steps), 0.0);
        assert!((bounds.center() - middle).length() < 1e-6 && (bounds.size().x - 1.5).abs() < 1e-6);
        world.step(1.0)?;
    }
    let ground = own(&world, ground.index()).ok_or("a box")?;
    assert!(ground.is_fixed && ground.aabb.contains_point(DVec3::new(-1e300, 1.0, f64::MAX)));
    world.remove(ball)?;
    assert!(world.tree_boxes().all(|part| part.is_fixed) && world.tree_boxes().count() == 3);
    Ok(())
}
