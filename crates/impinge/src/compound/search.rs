//! How parts are found by their boxes: in a region, along a line, near a point.

use std::cell::Cell;

use crate::math::{Scalar, Vector};
use crate::shape::Aabb;
use crate::tree::Bvh;

/// Boxes of parts, in local coordinates, in whatever order finds them.
pub(super) trait Boxes<V: Vector> {
    /// A box around all parts; `None` if there are none.
    fn bounds(&self) -> Option<Aabb<V>>;
    /// Calls `visit` for every part whose box overlaps a region; it answers with the region that is still of interest, which
    /// may shrink.
    fn within(&self, region: &Aabb<V>, visit: &mut dyn FnMut(u32) -> Aabb<V>);
    /// Calls `visit` for every part whose box, and all boxes around it, have a rank, those with lower ranks first. Ranks may change
    /// with what `visit` finds; those that went are not visited any more.
    fn search(&self, search: &dyn Search<V>, visit: &mut dyn FnMut(u32));
    /// Is it better to follow a moving shape than to look at all of the region around its way? Trees look at eight boxes of a
    /// region at once, which is worth more on short ways.
    fn follows_ways(&self) -> bool {
        false
    }
}

/// What is looked for.
pub(super) trait Search<V: Vector> {
    /// Boxes of lower ranks are looked at first; `None` if nothing in a box is of interest.
    fn rank(&self, bounds: &Aabb<V>) -> Option<f64>;
    /// All that is of interest in a box that has a rank lies between these corners, up to rounding.
    fn part(&self, bounds: &Aabb<V>) -> [V::Double; 2];
}

impl<V: Vector> Boxes<V> for Bvh<V> {
    fn bounds(&self) -> Option<Aabb<V>> {
        self.bounds()
    }
    fn within(&self, region: &Aabb<V>, visit: &mut dyn FnMut(u32) -> Aabb<V>) {
        self.query_shrinking(region, visit);
    }
    fn search(&self, search: &dyn Search<V>, visit: &mut dyn FnMut(u32)) {
        self.ranked(|bounds| search.rank(bounds), visit);
    }
}

/// A region that may shrink.
pub(super) struct Region<V: Vector>(pub Cell<Aabb<V>>);

impl<V: Vector> Search<V> for Region<V> {
    fn rank(&self, bounds: &Aabb<V>) -> Option<f64> {
        let region = self.0.get();
        (0..V::DIMENSION)
            .all(|axis| region.min()[axis] <= bounds.max()[axis] && bounds.min()[axis] <= region.max()[axis])
            .then_some(0.0)
    }
    fn part(&self, _bounds: &Aabb<V>) -> [V::Double; 2] {
        [self.0.get().min().to_double(), self.0.get().max().to_double()]
    }
}

/// What is within a distance of a point, which may shrink. Nearer boxes come first.
pub(super) struct Near<V: Vector> {
    pub point: V::Double,
    pub limit: Cell<f64>,
}

impl<V: Vector> Search<V> for Near<V> {
    fn rank(&self, bounds: &Aabb<V>) -> Option<f64> {
        let outside = bounds.min().to_double() - self.point;
        let outside = outside.max(self.point - bounds.max().to_double()).max(V::Double::ZERO);
        // Of the largest coordinate, 1 is left: no square leaves the floats.
        let largest = outside.largest();
        let scaled = V::Double::from_fn(|axis| outside[axis] / largest);
        let gap = if largest > 0.0 { largest * scaled.length() * (1.0 - 16.0 * f64::EPSILON) } else { 0.0 };
        // What is not a number tells nothing.
        let gap = if gap.is_nan() { 0.0 } else { gap };
        (gap <= self.limit.get()).then_some(gap)
    }
    fn part(&self, _bounds: &Aabb<V>) -> [V::Double; 2] {
        let reach = V::Double::splat(self.limit.get());
        [self.point - reach, self.point + reach]
    }
}

/// A line, and what goes along it. Boxes that it enters sooner come first.
#[derive(Clone)]
pub(super) struct Line<V: Vector> {
    pub from: V::Double,
    pub heading: V::Double,
    /// How many headings it is long; if negative, there is nothing of it. It may get shorter.
    pub last: Cell<f64>,
    /// Half of a box around what goes along it, and how far that may be from where it should be, wherever the parts are.
    pub half: V::Double,
}

impl<V: Vector> Line<V> {
    /// The first and the last of it in a box; there is nothing between if it does not meet that.
    #[inline(always)]
    fn within(&self, bounds: &Aabb<V>) -> Option<[f64; 2]> {
        let unit: f64 = V::Scalar::UNIT_ROUNDOFF.into();
        let (mut first, mut last) = (0.0_f64, self.last.get());
        for axis in 0..V::DIMENSION {
            let (low, high): (f64, f64) = (bounds.min()[axis].into(), bounds.max()[axis].into());
            let low = low - self.half[axis] - self.from[axis];
            let high = high + self.half[axis] - self.from[axis];
            if self.heading[axis] == 0.0 {
                if low > 0.0 || high < 0.0 {
                    return None;
                }
                continue;
            }
            let (p, q) = (low / self.heading[axis], high / self.heading[axis]);
            first = first.max(p.min(q));
            last = last.min(p.max(q));
        }
        let (first, last) = (first * (1.0 - 4.0 * unit), last * (1.0 + 4.0 * unit));
        (first <= last).then_some([first, last])
    }
}

impl<V: Vector> Search<V> for Line<V> {
    #[inline]
    fn rank(&self, bounds: &Aabb<V>) -> Option<f64> {
        self.within(bounds).map(|[first, _]| first)
    }
    fn part(&self, bounds: &Aabb<V>) -> [V::Double; 2] {
        let ends = self.within(bounds).unwrap_or([0.0, f64::INFINITY]);
        let [a, b] = ends.map(|end| self.from + self.heading * end);
        [a.min(b) - self.half, a.max(b) + self.half]
    }
}
