//! All pairs of overlapping boxes, within one tree or between two, by descending both sides at once.

use std::ops::ControlFlow;

use super::aabb_query::{lanes_of, overlapping};
use super::build::{Bvh, WIDTH};
use crate::Flow;
use crate::flow;
use crate::math::Vector;

impl<V: Vector> Bvh<V> {
    /// Calls `visit` once for every pair of items whose boxes overlap, the lesser number first.
    ///
    /// `visit` may end the search ([`Flow`]). The pairs are visited in the order of the tree.
    #[inline]
    pub fn self_join<F: Flow>(&self, mut visit: impl FnMut(u32, u32) -> F) -> F {
        flow::visit_each(|[a, b]: [u32; 2]| visit(a, b), |visit| V::bvh_self_join(self, visit))
    }

    /// Calls `visit` for the pairs of every two blocks.
    pub(super) fn self_join_inner(&self, visit: &mut dyn FnMut(&[[u32; 2]]) -> ControlFlow<()>) {
        let Some(root) = self.levels.len().checked_sub(1) else { return };
        let mut found = [[0; 2]; WIDTH * WIDTH];
        // Two equal blocks stand for the pairs within one block.
        let mut stack = vec![(root, 0, 0)];
        while let Some((level, left, right)) = stack.pop() {
            let mut count = 0;
            let (left_lanes, right_lanes) = (self.block(level, left), self.block(level, right));
            for lane in 0..WIDTH {
                let (min, max) = Self::lane(right_lanes, lane);
                let mut mask = overlapping(left_lanes, min, max);
                if left == right {
                    // Each pair of lanes once; a lane with itself only to go down.
                    mask &= if level == 0 { (1 << lane) - 1 } else { (2 << lane) - 1 };
                }
                for other in lanes_of(mask) {
                    let (a, b) = (left * WIDTH + other, right * WIDTH + lane);
                    match level.checked_sub(1) {
                        Some(below) => stack.push((below, a, b)),
                        None => {
                            let (a, b) = (self.order[a], self.order[b]);
                            found[count] = [a.min(b), a.max(b)];
                            count += 1;
                        }
                    }
                }
            }
            if count > 0 && visit(&found[..count]).is_break() {
                return;
            }
        }
    }

    /// Calls `visit` once for every item of this tree and item of `other` whose boxes overlap.
    ///
    /// `visit` may end the search ([`Flow`]). The pairs are visited in the order of the trees. If the
    /// trees have different origins, one of them is copied.
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::shape::Aabb;
    /// use impinge::bvh::Bvh;
    /// let unit_at = |x: f64| Aabb::new(DVec2::new(x, 0.0), DVec2::new(x + 1.0, 1.0));
    /// let pipes = Bvh::new(&[unit_at(0.0)?, unit_at(4.0)?]);
    /// let walls = Bvh::new(&[unit_at(4.5)?, unit_at(9.0)?]);
    /// let mut pairs = Vec::new();
    /// pipes.join(&walls, |pipe, wall| pairs.push((pipe, wall)));
    /// assert_eq!(pairs, [(1, 0)]);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[inline]
    pub fn join<F: Flow>(&self, other: &Self, mut visit: impl FnMut(u32, u32) -> F) -> F {
        flow::visit_each(|[a, b]: [u32; 2]| visit(a, b), |visit| V::bvh_join(self, other, visit))
    }

    /// Calls `visit` for the pairs of every two blocks.
    pub(super) fn join_inner(&self, other: &Self, visit: &mut dyn FnMut(&[[u32; 2]]) -> ControlFlow<()>) {
        if self.origin == other.origin {
            self.join_alike(other, visit)
        } else {
            self.join_alike(&other.moved_to(self.origin), visit)
        }
    }

    fn join_alike(&self, other: &Self, visit: &mut dyn FnMut(&[[u32; 2]]) -> ControlFlow<()>) {
        let (Some(left_root), Some(right_root)) =
            (self.levels.len().checked_sub(1), other.levels.len().checked_sub(1))
        else {
            return;
        };
        let mut found = [[0; 2]; WIDTH * WIDTH];
        let mut stack = vec![((left_root, 0), (right_root, 0))];
        while let Some(((left_level, left), (right_level, right))) = stack.pop() {
            let (left_lanes, right_lanes) = (self.block(left_level, left), other.block(right_level, right));
            if left_level > right_level {
                let (min, max) = bounds::<V>(right_lanes);
                for lane in lanes_of(overlapping(left_lanes, min, max)) {
                    stack.push(((left_level - 1, left * WIDTH + lane), (right_level, right)));
                }
            } else if right_level > left_level {
                let (min, max) = bounds::<V>(left_lanes);
                for lane in lanes_of(overlapping(right_lanes, min, max)) {
                    stack.push(((left_level, left), (right_level - 1, right * WIDTH + lane)));
                }
            } else {
                let mut count = 0;
                let (min, max) = bounds::<V>(left_lanes);
                for lane in lanes_of(overlapping(right_lanes, min, max)) {
                    let (min, max) = Self::lane(right_lanes, lane);
                    for partner in lanes_of(overlapping(left_lanes, min, max)) {
                        let (a, b) = (left * WIDTH + partner, right * WIDTH + lane);
                        match left_level.checked_sub(1) {
                            Some(below) => stack.push(((below, a), (below, b))),
                            None => {
                                found[count] = [self.order[a], other.order[b]];
                                count += 1;
                            }
                        }
                    }
                }
                if count > 0 && visit(&found[..count]).is_break() {
                    return;
                }
            }
        }
    }
}

/// The box around a block.
#[inline(always)]
fn bounds<V: Vector>(lanes: &[[f32; WIDTH]]) -> (V::Single, V::Single) {
    let least = |lanes: &[f32; WIDTH]| {
        lanes.iter().fold(f32::INFINITY, |least, &x| if x < least { x } else { least })
    };
    let most = |lanes: &[f32; WIDTH]| {
        lanes.iter().fold(f32::NEG_INFINITY, |most, &x| if x > most { x } else { most })
    };
    (
        V::Single::from_fn(|axis| least(&lanes[axis])),
        V::Single::from_fn(|axis| most(&lanes[V::DIMENSION + axis])),
    )
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use glam::{DVec3, Vec2};
    use proptest::prelude::*;

    use super::*;
    use crate::shape::Aabb;

    fn boxes<V: Vector>(most: usize) -> impl Strategy<Value = Vec<Aabb<V>>> {
        let corner = prop::array::uniform3(-20i8..20);
        prop::collection::vec((corner.clone(), corner), 0..most).prop_map(|corners| {
            let point = |p: [i8; 3]| V::from_f64(p.map(f64::from));
            corners
                .into_iter()
                .map(|(a, size)| {
                    let b = size.map(|s| s / 4);
                    let (a, b) = (point(a), point(a) + point(b));
                    Aabb::between(a.min(b), a.max(b))
                })
                .collect()
        })
    }

    fn check<V: Vector>(left: &[Aabb<V>], right: &[Aabb<V>]) {
        let (tree, other) = (Bvh::new(left), Bvh::new(right));
        let mut found = Vec::new();
        tree.self_join(|a, b| found.push((a, b)));
        found.sort_unstable();
        let count = left.len() as u32;
        let expected: Vec<_> = (0..count)
            .flat_map(|a| (a + 1..count).map(move |b| (a, b)))
            .filter(|&(a, b)| left[a as usize].meets(&left[b as usize]))
            .collect();
        assert_eq!(found, expected);

        let mut found = Vec::new();
        tree.join(&other, |a, b| found.push((a, b)));
        found.sort_unstable();
        let expected: Vec<_> = (0..count)
            .flat_map(|a| (0..right.len() as u32).map(move |b| (a, b)))
            .filter(|&(a, b)| left[a as usize].meets(&right[b as usize]))
            .collect();
        assert_eq!(found, expected);

        for (number, bounds) in right.iter().enumerate() {
            let mut found = Vec::new();
            tree.query_aabb(bounds, |item| found.push((item, number as u32)));
            found.sort_unstable();
            let all: Vec<_> = expected.iter().copied().filter(|pair| pair.1 == number as u32).collect();
            assert_eq!(found, all);
        }
    }

    /// The first three pairs of a search, and how it ended.
    fn first(
        join: impl FnOnce(&mut dyn FnMut(u32, u32) -> ControlFlow<u32>) -> ControlFlow<u32>,
    ) -> Vec<[u32; 2]> {
        let mut shown = Vec::new();
        let end = join(&mut |a, b| {
            shown.push([a, b]);
            if shown.len() < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(b) }
        });
        assert_eq!(end.break_value(), shown.get(2).map(|pair| pair[1]));
        shown
    }

    #[test]
    fn a_search_ends_where_it_is_told_to() {
        let beside = |x: f64| Aabb::between(DVec3::splat(x), DVec3::splat(x + 0.75));
        let boxes: Vec<_> = (0..300).map(|i| beside(f64::from(i) * 0.5)).collect();
        for count in [2, 3, 4, 300] {
            let tree = Bvh::new(&boxes[..count]);
            let other = Bvh::new(&boxes[count / 2..]);
            let (mut within, mut between) = (Vec::new(), Vec::new());
            tree.self_join(|a, b| within.push([a, b]));
            tree.join(&other, |a, b| between.push([a, b]));
            assert!(within.len() == count - 1 && between.len() >= count / 2);
            assert_eq!(first(|visit| tree.self_join(visit)), within[..within.len().min(3)]);
            assert_eq!(first(|visit| tree.join(&other, visit)), between[..between.len().min(3)]);
        }
    }

    proptest! {
        #[test]
        fn finds_what_brute_force_finds_in_space(left in boxes::<DVec3>(700), right in boxes(90)) {
            check(&left, &right);
        }

        #[test]
        fn finds_what_brute_force_finds_in_the_plane(left in boxes::<Vec2>(80), right in boxes(80)) {
            check(&left, &right);
        }
    }

    #[test]
    fn boxes_beyond_single_precision_are_found() {
        let around = |x: f64, half: f64| Aabb::between(DVec3::splat(x - half), DVec3::splat(x + half));
        let boxes = [
            around(0.0, 1e300),
            around(1e200, 1.0),
            around(-1e200, 1.0),
            around(0.0, 1.0),
            around(1e201, 0.0),
        ];
        let mut found = Vec::new();
        Bvh::new(&boxes).self_join(|a, b| found.push((a, b)));
        found.sort_unstable();
        // Beyond the range of f32 the tree cannot separate two boxes, but loses none.
        assert_eq!(found, [(0, 1), (0, 2), (0, 3), (0, 4), (1, 4)]);
        assert_eq!(crate::broad::overlapping_pairs(&boxes), [[0, 1], [0, 2], [0, 3], [0, 4]]);
        let mut count = 0;
        Bvh::new(&boxes).query_aabb(&around(1e250, 1e250), |_| count += 1);
        assert_eq!(count, 4);
    }

    #[test]
    fn far_from_the_origin_of_the_world_nothing_more_is_found() {
        // Millimetres at a georeferenced place, where neighbours in f32 are half a metre apart.
        let boxes_at = |far: f64| -> Vec<Aabb<DVec3>> {
            let cell = |i: u32| DVec3::new(f64::from(i % 16), f64::from(i / 16 % 16), f64::from(i / 256));
            (0..4096)
                .map(|i| DVec3::splat(far) + cell(i) * 0.0078125)
                .map(|corner| Aabb::between(corner, corner + DVec3::splat(0.00390625)))
                .collect()
        };
        for far in [0.0, 5e6, -2e9] {
            let boxes = boxes_at(far);
            let (tree, other) = (Bvh::new(&boxes), Bvh::new(&boxes[..512]));
            let (mut pairs, mut joined) = (0, 0);
            tree.self_join(|_, _| pairs += 1);
            tree.join(&other, |_, _| joined += 1);
            assert_eq!((pairs, joined), (0, 512), "at {far}");
        }
    }

    #[test]
    fn one_far_away_box_does_not_make_the_work_quadratic() {
        let unit_at = |x: f64| Aabb::between(DVec3::splat(x), DVec3::splat(x + 0.5));
        let mut boxes: Vec<_> = (0..20_000).map(|i| unit_at(f64::from(i))).collect();
        boxes.push(unit_at(1e30));
        let tree = Bvh::new(&boxes);
        let mut pairs = 0;
        tree.self_join(|_, _| pairs += 1);
        assert_eq!(pairs, 0);
    }
}
