//! Internal edges: at an edge that only divides a surface, the contact is with the surface.
//!
//! The closest point is never at an internal edge. But a motion is stopped a little early, by the first
//! part that is near enough. Beside a face, this part may be an edge of the neighbouring face, with a
//! normal that the surface has nowhere: a slide along it would lead into the surface, or lift the
//! shape. For a shape that is in a surface, the minimum translation out of a part may be sideways, out
//! of its edge and into the next part. Such a **ghost** is detected as in
//! [`manifolds`](crate::narrow::manifolds): where the part is furthest along the normal, a neighbour
//! continues and reaches further. Then the closest normal of the surface replaces it: the normal of the
//! face to which the edge belongs, or of another part as near. Source: Ericson, "Real-Time Collision
//! Detection", 2005, §5.1; Gregorius, "Robust Contact Creation", GDC 2015.

use super::Obstacles;
use super::linear_cast::{Cast, Sweep};
use super::near_contact::{Met, PairId};
use super::obstacles::Inner;
use crate::math::Vector;

impl<V: Vector, O: Obstacles<V> + ?Sized> Sweep<'_, V, O> {
    /// The free fraction of a motion, and the surface that ends it.
    pub fn cast(&self, at: V::Double, motion: V::Double) -> Cast<V::Double> {
        let mut cast = self.first_stop(at, motion, false);
        let Some(met) = cast.met else { return cast };
        let surface = |cast: &Cast<V::Double>, met: Met<V::Double>| {
            let met = if met.is_ghost { met } else { self.marked(met, None) };
            self.on_surface(at + motion * cast.t, met, motion)
        };
        let on_surface = surface(&cast, met);
        let is_near = cast.nearest < self.skin_at(at);
        if on_surface.is_none() && is_near {
            // A shape that starts in a surface, or too near to it, moves along it, over its inner edges.
            cast = self.first_stop(at, motion, true);
            cast.met = cast.met.map(|met| surface(&cast, met).unwrap_or(met));
        } else {
            cast.met = on_surface.or(Some(met));
        }
        cast
    }

    /// The same contact, marked as a ghost or not.
    pub fn marked(&self, met: Met<V::Double>, of: Option<Inner<'_, V>>) -> Met<V::Double> {
        let (obstacle, part, _) = met.pair;
        let outward = -met.normal;
        let is_surface = match of {
            Some(inner) => inner.parts.reaches_furthest(inner.number, outward),
            None => self.obstacles.reaches_furthest(obstacle, part, outward),
        };
        Met { is_ghost: !is_surface, path: of.map_or(0, |inner| inner.path), ..met }
    }

    /// The surface for which a ghost stands at a translation: of the face of its edge and of all parts as
    /// near, the one with the closest normal; for a shape in the surface, that face. The contact itself if it
    /// is no ghost, or nothing else is known; `None` if the motion leads into neither.
    pub fn on_surface(
        &self,
        at: V::Double,
        met: Met<V::Double>,
        motion: V::Double,
    ) -> Option<Met<V::Double>> {
        if !met.is_ghost {
            return Some(met);
        }
        let is_own = |of: &Met<V::Double>| (of.pair, of.path) == (met.pair, met.path);
        let is_inside = met.distance < 0.0;
        let order = |of: &Met<V::Double>| {
            let is_far = if is_inside { !is_own(of) } else { of.distance < 0.0 };
            (is_far, -of.normal.dot(met.normal), of.distance, of.pair)
        };
        let room = self.near_at(at) - self.skin_at(at);
        let is_same = |pair: PairId| pair.0 == met.pair.0;
        let (mut best, mut own): (Option<Met<V::Double>>, _) = (None, None);
        self.near(at, met.distance.max(0.0) + room, is_same, |other| {
            let mut other = other;
            if let Some(face) = other.face.filter(|_| is_own(&other)) {
                own = Some(face);
                if !is_inside {
                    other = Met { normal: face, is_ghost: false, ..met };
                }
            }
            if !other.is_ghost && best.is_none_or(|best| order(&other) < order(&best)) {
                best = Some(other);
            }
        });
        let Some(best) = best else { return Some(met) };
        // By more than is left of the skin to all stopped shapes.
        let leads_into = |normal: V::Double| normal.dot(motion) > room;
        match own {
            _ if leads_into(best.normal) => Some(best),
            // A contact that leads out of the other must be stopped by the face, or not at all.
            Some(face) => leads_into(face).then_some(Met { normal: face, is_ghost: false, ..met }),
            None => Some(best),
        }
    }
}
