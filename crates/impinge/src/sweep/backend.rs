//! The part of sweeps in the back end: the code that is compiled once for each vector.

use super::linear_cast::cast_shape_inner;
use super::move_and_slide::move_and_slide_inner;
use super::toi::time_of_impact_inner;
use super::{
    Motion, MoveAndSlide, MoveAndSlideOptions, Obstacles, ShapeCastHit, ShowObstacle, ShowSwept,
    TimeOfImpact, TimeOfImpactOptions,
};
use crate::backend::backend;
use crate::math::Vector;
use crate::shape::{Aabb, ShapeRef, Swept};

/// Obstacles of any type behind a reference, which has a size and so can become a trait object.
pub(super) struct Borrowed<'a, O: ?Sized>(pub &'a O);

impl<V: Vector, O: Obstacles<V> + ?Sized> Obstacles<V> for Borrowed<'_, O> {
    fn visit(&self, region: Aabb<V>, visit: &mut ShowObstacle<'_, V>) {
        self.0.visit(region, visit);
    }

    fn visit_swept(&self, swept: &Swept<V::Double>, visit: &mut ShowSwept<'_, V>) {
        self.0.visit_swept(swept, visit);
    }

    fn reaches_furthest(&self, obstacle: u32, part: u32, direction: V::Double) -> bool {
        self.0.reaches_furthest(obstacle, part, direction)
    }

    fn is_one_way(&self, obstacle: u32) -> bool {
        self.0.is_one_way(obstacle)
    }
}

backend! {
    /// Times of impact, shape casts and slides.
    SweepBackend {
        fn sweep_time_of_impact(
            a: &ShapeRef<'_, Self>,
            motion_a: &Motion<Self>,
            b: &ShapeRef<'_, Self>,
            motion_b: &Motion<Self>,
            options: &TimeOfImpactOptions,
        ) -> TimeOfImpact<Self> = time_of_impact_inner;
        fn sweep_cast_shape(
            shape: &ShapeRef<'_, Self>,
            motion: Self,
            obstacles: &dyn Obstacles<Self>,
            skin: <Self as Vector>::Scalar,
        ) -> Option<ShapeCastHit<Self>> = cast_shape_inner;
        fn sweep_move_and_slide(
            shape: &ShapeRef<'_, Self>,
            motion: Self,
            obstacles: &dyn Obstacles<Self>,
            options: &MoveAndSlideOptions<Self>,
        ) -> MoveAndSlide<Self> = move_and_slide_inner;
    }
}
