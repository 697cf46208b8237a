//! Edges that only divide a surface: what is met there is the surface.
//!
//! What is nearest to a shape is never met at an internal edge. But a motion is stopped a little early, by whatever part is near
//! enough first, and beside a face that may be an edge of its neighbour, with a normal that the surface has nowhere: to slide along it
//! would lead into the surface, or lift the shape. And of a shape that is in a surface, the shortest way out of a part may be sideways, out
//! of its edge and into the next. Such a **ghost** tells itself as in [`manifolds`](crate::narrow::manifolds): where the part is furthest
//! along the normal, a neighbour goes on and gets further. Then what is nearest there takes its place, or, of what is in a
//! surface, the face that the edge belongs to.
//! Source: Ericson, "Real-Time Collision Detection", 2005, §5.1; Gregorius, "Robust Contact Creation", GDC 2015.

use super::Obstacles;
use super::advance::{EARLY, Met, Sweep};
use super::obstacles::Inner;
use crate::math::Vector;
use crate::narrow::{on_face, translated};
use crate::shape::View;

impl<V: Vector, O: Obstacles<V> + ?Sized> Sweep<'_, V, O> {
    /// The same, knowing whether it is a ghost.
    pub fn marked(&self, met: Met<V::Double>, of: Inner<'_, V>) -> Met<V::Double> {
        let (obstacle, part, _) = met.pair;
        let outward = -met.normal;
        let is_surface = match of {
            Some((parts, number)) => parts.reaches_furthest(number, outward),
            None => self.obstacles.reaches_furthest(obstacle, part, outward),
        };
        Met { is_ghost: !is_surface, ..met }
    }

    /// What of the surface a ghost stands for at a translation: the face that it belongs to if the shape is in that, else what is
    /// nearest. Itself if it is none, or nothing is known that is better; `None` if the shape is in the surface and the
    /// motion leads no deeper.
    pub fn on_surface(
        &self,
        at: V::Double,
        met: Met<V::Double>,
        motion: V::Double,
    ) -> Option<Met<V::Double>> {
        if !met.is_ghost {
            return Some(met);
        }
        let is_inside = |of: &Met<V::Double>| of.distance < 0.0;
        let order = |of: &Met<V::Double>| {
            (of.pair != met.pair, is_inside(of) && !is_inside(&met), of.distance, of.pair)
        };
        let mut best: Option<Met<V::Double>> = None;
        self.near(at, met.distance.max(0.0) + EARLY * self.skin_at(at), |other| {
            if other.pair.0 == met.pair.0
                && !other.is_ghost
                && best.is_none_or(|best| order(&other) < order(&best))
            {
                best = Some(other);
            }
        });
        let Some(best) = best else { return Some(met) };
        (best.distance >= 0.0 || best.normal.dot(motion) > 0.0).then_some(best)
    }
}

/// Of a ghost of a shape at a translation that is in a surface, the way out of the face, if the shape is over that.
pub(super) fn out_of_face<V: Vector>(
    met: Met<V::Double>,
    at: V::Double,
    shape: &View<'_, V>,
    part: &View<'_, V>,
) -> Met<V::Double> {
    if !met.is_ghost || met.distance >= 0.0 {
        return met;
    }
    let moved = translated(shape, V::from_double(at)).unwrap_or(*shape);
    let Some(manifold) = on_face(part, &moved, 0.0) else { return met };
    let deepest = manifold
        .points
        .iter()
        .reduce(|deepest, point| if point.distance < deepest.distance { point } else { deepest });
    let Some(deepest) = deepest else { return met };
    Met {
        normal: -manifold.normal.get().to_double(),
        point: deepest.on_a.to_double(),
        distance: deepest.distance.into(),
        is_ghost: false,
        ..met
    }
}
