//! Search for parts by their boxes: in a region, along a line, near a point.

use std::cell::Cell;

use crate::bvh::Bvh;
use crate::math::{Scalar, Vector};
use crate::shape::Aabb;

/// Boxes of parts, in local coordinates, in any search structure.
pub(super) trait PartTree<V: Vector> {
    /// A box around all parts; `None` if there are none.
    fn aabb(&self) -> Option<Aabb<V>>;
    /// Calls `visit` for every part whose box overlaps a region; it returns the region that is still
    /// relevant, which may shrink.
    fn within(&self, region: &Aabb<V>, visit: &mut dyn FnMut(u32) -> Aabb<V>);
    /// Calls `visit` for every part whose box, and all boxes around it, have a rank, lower ranks first. Ranks
    /// may change with the results of `visit`; parts that lose their rank are skipped.
    fn search(&self, search: &dyn PartQuery<V>, visit: &mut dyn FnMut(u32));
    /// Returns whether following a moving shape is better than visiting the whole region around its path.
    /// Trees test eight boxes of a region at once, which is better for short paths.
    fn prefers_path_search(&self) -> bool {
        false
    }
}

/// A search criterion.
pub(super) trait PartQuery<V: Vector> {
    /// Boxes of lower ranks are visited first; `None` if nothing in a box is relevant.
    fn rank(&self, bounds: &Aabb<V>) -> Option<f64>;
    /// All relevant points of a box that has a rank lie between these corners, up to rounding.
    fn part(&self, bounds: &Aabb<V>) -> [V::Double; 2];
}

impl<V: Vector> PartTree<V> for Bvh<V> {
    fn aabb(&self) -> Option<Aabb<V>> {
        self.aabb()
    }
    fn within(&self, region: &Aabb<V>, visit: &mut dyn FnMut(u32) -> Aabb<V>) {
        self.query_shrinking(region, visit);
    }
    fn search(&self, search: &dyn PartQuery<V>, visit: &mut dyn FnMut(u32)) {
        self.ranked(|bounds| search.rank(bounds), visit);
    }
}

/// A region that may shrink.
pub(super) struct RegionQuery<V: Vector>(pub Cell<Aabb<V>>);

impl<V: Vector> PartQuery<V> for RegionQuery<V> {
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

/// All points within a distance of a point, which may shrink. Nearer boxes come first.
pub(super) struct PointQuery<V: Vector> {
    pub point: V::Double,
    pub limit: Cell<f64>,
}

impl<V: Vector> PartQuery<V> for PointQuery<V> {
    fn rank(&self, bounds: &Aabb<V>) -> Option<f64> {
        let outside = bounds.min().to_double() - self.point;
        let outside = outside.max(self.point - bounds.max().to_double()).max(V::Double::ZERO);
        // Divided by the largest coordinate: no square overflows.
        let largest = outside.max_element();
        let scaled = V::Double::from_fn(|axis| outside[axis] / largest);
        let gap = if largest > 0.0 { largest * scaled.length() * (1.0 - 16.0 * f64::EPSILON) } else { 0.0 };
        // A gap that is NaN excludes nothing.
        let gap = if gap.is_nan() { 0.0 } else { gap };
        (gap <= self.limit.get()).then_some(gap)
    }
    fn part(&self, _bounds: &Aabb<V>) -> [V::Double; 2] {
        let reach = V::Double::splat(self.limit.get());
        [self.point - reach, self.point + reach]
    }
}

/// A line, and a box that moves along it. Boxes that it enters earlier come first.
#[derive(Clone)]
pub(super) struct LineQuery<V: Vector> {
    pub from: V::Double,
    pub heading: V::Double,
    /// The length, in multiples of the heading; if negative, the line is empty. It may shrink.
    pub last: Cell<f64>,
    /// The half extents of the moving box, including its position error for every position of the parts.
    pub half: V::Double,
}

impl<V: Vector> LineQuery<V> {
    /// The interval of the line in a box; empty if they do not meet.
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

impl<V: Vector> PartQuery<V> for LineQuery<V> {
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
