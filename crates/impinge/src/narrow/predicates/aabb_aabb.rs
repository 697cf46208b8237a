//! Axis-aligned boxes: comparisons only, so exact as they stand.

use crate::math::Vector;
use crate::narrow::Relation;
use crate::shape::Aabb;

/// The boxes are apart if they are on one axis, and touch if they do on one.
#[inline]
pub(in crate::narrow) fn aabb_aabb<V: Vector>(a: &Aabb<V>, b: &Aabb<V>) -> Relation {
    let (mut separate, mut touching) = (false, false);
    for axis in 0..V::DIMENSION {
        separate |= (a.min()[axis] > b.max()[axis]) | (b.min()[axis] > a.max()[axis]);
        touching |= (a.min()[axis] == b.max()[axis]) | (b.min()[axis] == a.max()[axis]);
    }
    match (separate, touching) {
        (true, _) => Relation::Disjoint,
        (false, true) => Relation::Touching,
        (false, false) => Relation::Overlapping,
    }
}
