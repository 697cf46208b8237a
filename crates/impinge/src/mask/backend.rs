//! The part of masks in the back end: the code that is compiled once for each vector.
//!
//! Only [`Mask::at`](super::Mask::at) makes a placed mask, and it accepts only vectors of the plane. So the
//! functions are empty for the other vectors.

use super::PlacedMask;
use crate::backend::backend;
use crate::math::Vector;
use crate::shape::{Aabb, ShapeRef};

backend! {
    /// Placed masks.
    MaskBackend {
        fn mask_aabb(mask: &PlacedMask<'_, Self>) -> Option<Aabb<Self>> = PlacedMask::aabb_inner;
        fn mask_visit(
            mask: &PlacedMask<'_, Self>,
            region: Aabb<Self>,
            visit: &mut dyn FnMut(u32, ShapeRef<'_, Self>) -> Aabb<Self>,
        ) = PlacedMask::visit_inner;
        fn mask_visit_along(
            mask: &PlacedMask<'_, Self>,
            start: <Self as Vector>::Double,
            direction: <Self as Vector>::Double,
            last: f64,
            visit: &mut dyn FnMut(u32, ShapeRef<'_, Self>) -> f64,
        ) = PlacedMask::visit_along_inner;
    }
}
