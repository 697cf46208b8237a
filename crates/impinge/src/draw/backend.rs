//! The part of drawing in the back end: the code that is compiled once for each vector.

use super::wireframe::{draw_shape_inner, draw_world_inner};
use super::{Draw, Stroke};
use crate::backend::backend;
use crate::math::Vector;
use crate::shape::{Aabb, ShapeRef};
use crate::world::CollisionWorld;

backend! {
    /// Drawings of shapes and worlds.
    DrawBackend {
        fn draw_shape(
            shape: &ShapeRef<'_, Self>, within: &Aabb<Self>, picture: &mut dyn Draw<Self>, role: Stroke,
        ) = draw_shape_inner;
        fn draw_world(
            world: &CollisionWorld<Self>,
            place: <Self as Vector>::Double,
            within: &Aabb<Self>,
            picture: &mut dyn Draw<Self>,
        ) = draw_world_inner;
    }
}
