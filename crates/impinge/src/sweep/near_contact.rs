//! A contact of two convex parts that are near each other.

use super::one_way::out_of_front;
use crate::math::{Scalar, Unit, Vector, rounded_within_floats};
use crate::narrow::{Separation, on_face, translated};
use crate::shape::ShapeRef;

/// A hit of a shape cast or of [`move_and_slide`](super::move_and_slide()): where a moving shape meets an
/// obstacle.
///
/// `O` identifies the obstacle: its number in a list of obstacles (`u32`), or in a world its
/// [`ColliderHandle`](crate::world::ColliderHandle).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeCastHit<V: Vector, O = u32> {
    /// The fraction of the motion before the hit, from 0 to 1.
    pub time: V::Scalar,
    /// The translation of the shape from its start to the hit.
    pub translation: V,
    /// The point of the obstacle nearest to the shape at the hit.
    pub point: V,
    /// The normal out of the obstacle, towards the shape.
    pub normal: Unit<V>,
    /// The obstacle: its number in the list, 0 for a single one; in a world, its handle.
    pub obstacle: O,
    /// The number of the part of the obstacle; 0 if it has no parts.
    pub part: u32,
    /// Whether the obstacle is walkable there; false without [`GroundSettings`](super::GroundSettings).
    pub is_walkable: bool,
}

impl<V: Vector, O> ShapeCastHit<V, O> {
    /// Returns the hit with another identifier of the obstacle.
    pub(crate) fn with_obstacle<P>(self, obstacle: P) -> ShapeCastHit<V, P> {
        let ShapeCastHit { time, translation, point, normal, part, is_walkable, .. } = self;
        ShapeCastHit { time, translation, point, normal, obstacle, part, is_walkable }
    }
}

/// Two convex shapes: the obstacle, its part, and the part of a composite moving shape.
pub(super) type PairId = (u32, u32, u32);

/// A near pair.
#[derive(Clone, Copy)]
pub(super) struct Met<D> {
    pub pair: PairId,
    /// From the moving shape towards the obstacle.
    pub normal: D,
    pub point: D,
    pub distance: f64,
    /// For a part of a part, its path; else 0.
    pub path: u64,
    /// Whether the contact is at an edge or corner that only divides a surface.
    pub is_ghost: bool,
    /// For a ghost, if known, the normal towards the face of the edge.
    pub face: Option<D>,
}

impl<D: Vector<Scalar = f64, Double = D>> Met<D> {
    pub fn new(pair: PairId, found: &Separation<D>) -> Self {
        let Separation { normal, point_b, distance, .. } = *found;
        Met { pair, normal, point: point_b, distance, path: 0, is_ghost: false, face: None }
    }

    pub fn hit<V: Vector<Double = D>>(&self, t: f64, translation: D) -> ShapeCastHit<V> {
        ShapeCastHit {
            time: V::Scalar::from_f64(t),
            translation: V::from_double(translation),
            point: rounded_within_floats(self.point),
            normal: Unit::of_unit(V::from_double(-self.normal)),
            obstacle: self.pair.0,
            part: self.pair.1,
            is_walkable: false,
        }
    }
}

/// A ghost of a shape at a translation, with data of its face: the normal, and, if the shape is in the
/// surface and over the face, the minimum translation out of the face.
pub(super) fn of_face<V: Vector>(
    met: Met<V::Double>,
    at: V::Double,
    shape: &ShapeRef<'_, V>,
    part: &ShapeRef<'_, V>,
) -> Met<V::Double> {
    if !met.is_ghost {
        return met;
    }
    let front = out_of_front(part).and_then(|front| Unit::new(front).ok()).map(Unit::get);
    let face = front.map(|front| if front.dot(met.normal) > 0.0 { front } else { -front });
    let met = Met { face, ..met };
    if met.distance >= 0.0 {
        return met;
    }
    let moved = translated(shape, V::from_double(at)).unwrap_or(*shape);
    let Some(manifold) = on_face(part, &moved, 0.0) else { return met };
    let deepest = manifold
        .points
        .iter()
        .reduce(|deepest, point| if point.distance < deepest.distance { point } else { deepest });
    let Some(deepest) = deepest else { return met };
    let normal = -manifold.normal.get().to_double();
    let (point, distance) = (deepest.point_a.to_double(), deepest.distance.into());
    Met { normal, point, distance, is_ghost: false, face: Some(normal), ..met }
}
