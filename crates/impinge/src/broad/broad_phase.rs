//! Boxes of objects that are added, moved and removed, and the pairs that overlap.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;
use std::ops::{ControlFlow, Range};

use super::block_filter::BlockFilters;
use super::collision_filter::CollisionFilter;
use super::simd_block::WIDTH;
use super::spatial_join::{Join, PairSink};
use super::tree::Tree;
use super::{aabb_query, stored_bounds};
use crate::Flow;
use crate::flow;
use crate::math::Vector;
use crate::shape::Aabb;

/// The place of a number without an object.
const FREE: u32 = u32::MAX;
/// The place of an object holds its tree, whether it has changed, and its slot.
const STATIC: u32 = 1 << 31;
const CHANGED: u32 = 1 << 30;
const SLOT: u32 = CHANGED - 1;

/// Stores the boxes of objects in trees and finds all pairs of boxes that overlap.
///
/// - **Numbers:** an added object gets the least free number.
/// - **Fixed objects** have a tree of their own, which needs no work while only other objects move. Pairs of
///   two fixed objects are not reported.
/// - **Precision:** boxes are compared in `f32`, relative to an origin, rounded outwards and closed: touching
///   boxes overlap. For `f32` boxes with origin 0 the result is exact. Otherwise a reported pair may be apart
///   by a rounding, but no overlapping pair is missed.
/// - **Larger boxes:** a box may be larger than its object. [`Aabb::sweep`] covers its motion during a step,
///   [`Aabb::grow`] a margin around it.
/// - **Order:** the order of results depends only on the calls made so far. It is the same on every machine
///   and for any number of threads.
/// - **Memory:** about 34 bytes for each object in 3D and 26 in 2D, up to 75 and 58 if objects are added one
///   by one, and 8 to 16 more with filters.
///
/// ```
/// use glam::Vec3;
/// use impinge::broad::BroadPhase;
/// use impinge::shape::Aabb;
/// let cube_at = |x: f32| Aabb::new(Vec3::splat(x), Vec3::splat(x + 1.0));
/// let mut broad = BroadPhase::new();
/// let ground = broad.add_fixed(&Aabb::new(Vec3::splat(-9.0), Vec3::new(9.0, 9.0, 0.0))?);
/// let (one, other) = (broad.add(&cube_at(0.5)?), broad.add(&cube_at(2.0)?));
/// let mut pairs = Vec::new();
/// broad.for_each_pair(|a, b| pairs.push((a, b)));
/// assert!(pairs.is_empty());
/// broad.set_aabb(other, &cube_at(1.5)?);
/// // The box covers a fall by 1 in this step.
/// broad.set_aabb(one, &cube_at(0.5)?.sweep(-Vec3::Z)?);
/// broad.for_each_changed_pair(|a, b| pairs.push((a, b)));
/// pairs.sort();
/// assert_eq!(pairs, [(ground, one), (one, other)]);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone)]
pub struct BroadPhase<V: Vector> {
    origin: V,
    moving: Tree<V::Single>,
    fixed: Tree<V::Single>,
    /// Where the box of each number is.
    places: Vec<u32>,
    free: BinaryHeap<Reverse<u32>>,
    /// Of each number; empty while all filters are the default.
    filters: Vec<CollisionFilter>,
    /// Numbers whose boxes have changed.
    changed: Vec<u32>,
    /// All that move have.
    has_all_changed: bool,
}

impl<V: Vector> fmt::Debug for BroadPhase<V> {
    /// Formats the number of objects and the origin.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (len, origin) = (self.len(), self.origin);
        formatter
            .debug_struct("BroadPhase")
            .field("len", &len)
            .field("origin", &origin)
            .finish_non_exhaustive()
    }
}

impl<V: Vector> Default for BroadPhase<V> {
    fn default() -> Self {
        Self::with_origin(V::ZERO)
    }
}

impl<V: Vector> BroadPhase<V> {
    /// Creates an empty broad phase centred at the origin.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates an empty broad phase whose boxes are stored relative to `origin`.
    ///
    /// Choose a point near the objects: far from 0, they are then separated as precisely as near it. An
    /// origin that is not finite counts as 0.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::broad::BroadPhase;
    /// use impinge::shape::Aabb;
    /// // A site in national coordinates: boxes are stored in `f32`, with a resolution below a millimetre
    /// // here.
    /// let site = DVec3::new(2.6e6, 1.2e6, 0.0);
    /// let cube = |x: f64| Aabb::new(site + DVec3::X * x, site + DVec3::X * x + DVec3::ONE);
    /// let mut broad = BroadPhase::with_origin(site);
    /// broad.add_many(&[cube(0.0)?, cube(1.001)?]);
    /// assert_eq!(broad.origin(), site);
    /// assert!(broad.sorted_pairs().is_empty());
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn with_origin(origin: V) -> Self {
        BroadPhase {
            origin: if origin.is_finite() { origin } else { V::ZERO },
            moving: Tree::default(),
            fixed: Tree::default(),
            places: Vec::new(),
            free: BinaryHeap::new(),
            filters: Vec::new(),
            changed: Vec::new(),
            has_all_changed: false,
        }
    }

    /// Adds a moving object and returns its number.
    ///
    /// At most 31 of the last added objects are unsorted. In the long run, an added object costs as much as
    /// sorting it four times with all others, and at most about log₄(n / 16) times with some of n objects.
    ///
    /// # Panics
    /// If there are 2³⁰ objects.
    #[inline]
    pub fn add(&mut self, bounds: &Aabb<V>) -> u32 {
        V::broad_add(self, bounds)
    }

    pub(super) fn add_inner(&mut self, bounds: &Aabb<V>) -> u32 {
        let number = self.next_number();
        let slot = self.moving.push(number, &stored_bounds(bounds, self.origin));
        self.assign_place(number, slot, 0)
    }

    /// Adds an object that rarely moves and returns its number.
    ///
    /// # Panics
    /// If there are 2³⁰ objects.
    #[inline]
    pub fn add_fixed(&mut self, bounds: &Aabb<V>) -> u32 {
        V::broad_add_fixed(self, bounds)
    }

    pub(super) fn add_fixed_inner(&mut self, bounds: &Aabb<V>) -> u32 {
        let number = self.next_number();
        let slot = self.fixed.push(number, &stored_bounds(bounds, self.origin));
        self.assign_place(number, slot, STATIC)
    }

    /// Adds moving objects in order and returns their numbers.
    ///
    /// This is faster than adding them one by one if there are no moving objects yet.
    ///
    /// # Panics
    /// If there are 2³⁰ objects.
    #[inline]
    pub fn add_many(&mut self, boxes: &[Aabb<V>]) -> Vec<u32> {
        V::broad_add_many(self, boxes)
    }

    pub(super) fn add_many_inner(&mut self, boxes: &[Aabb<V>]) -> Vec<u32> {
        if !self.moving.order.is_empty() || !self.free.is_empty() {
            return boxes.iter().map(|bounds| self.add_inner(bounds)).collect();
        }
        let first = self.places.len() as u32;
        assert!(boxes.len() + self.places.len() <= SLOT as usize, "a broad phase holds 2^30 objects");
        let origin = self.origin;
        self.moving = Tree::new(boxes, origin, |bounds| stored_bounds(bounds, origin), |i| first + i);
        self.places.resize(self.places.len() + boxes.len(), 0);
        self.update_places(0, 0..boxes.len());
        self.has_all_changed = true;
        (first..self.places.len() as u32).collect()
    }

    /// Removes an object; returns false if no object has this number.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::broad::BroadPhase;
    /// use impinge::shape::Aabb;
    /// let mut broad = BroadPhase::new();
    /// let one = broad.add(&Aabb::new(Vec2::ZERO, Vec2::ONE)?);
    /// assert!(broad.remove(one) && !broad.remove(one));
    /// assert_eq!((broad.len(), broad.aabb(one)), (0, None));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[inline]
    pub fn remove(&mut self, number: u32) -> bool {
        V::broad_remove(self, number)
    }

    pub(super) fn remove_inner(&mut self, number: u32) -> bool {
        let Some(place) = self.place_of(number) else { return false };
        self.tree_mut(place).clear((place & SLOT) as usize);
        self.places[number as usize] = FREE;
        if let Some(filter) = self.filters.get_mut(number as usize) {
            *filter = CollisionFilter::default();
        }
        self.free.push(Reverse(number));
        self.maintain_amortised(place);
        true
    }

    /// Sets the box of an object; returns false if no object has this number.
    #[inline]
    pub fn set_aabb(&mut self, number: u32, bounds: &Aabb<V>) -> bool {
        V::broad_set_aabb(self, number, bounds)
    }

    pub(super) fn set_aabb_inner(&mut self, number: u32, bounds: &Aabb<V>) -> bool {
        let Some(place) = self.place_of(number) else { return false };
        let bounds = stored_bounds(bounds, self.origin);
        self.tree_mut(place).set((place & SLOT) as usize, &bounds);
        self.mark_changed(number);
        self.maintain_amortised(place);
        true
    }

    /// Sets the boxes of all moving objects: each gets the box at the index of its number.
    ///
    /// Boxes of other numbers are ignored. Objects whose number is beyond the last box keep theirs. All pairs
    /// of moving objects count as changed.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::broad::BroadPhase;
    /// use impinge::shape::Aabb;
    /// let unit_at = |x: f32| Aabb::new(Vec2::new(x, 0.0), Vec2::new(x + 1.0, 1.0));
    /// let mut broad = BroadPhase::new();
    /// broad.add_many(&[unit_at(0.0)?, unit_at(2.0)?, unit_at(4.0)?]);
    /// assert!(broad.sorted_pairs().is_empty());
    /// // All move; the first two now overlap.
    /// broad.set_aabbs(&[unit_at(1.0)?, unit_at(1.5)?, unit_at(5.0)?]);
    /// assert_eq!(broad.sorted_pairs(), [[0, 1]]);
    /// assert_eq!(broad.aabb(2), Some(unit_at(5.0)?));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[inline]
    pub fn set_aabbs(&mut self, boxes: &[Aabb<V>]) {
        V::broad_set_aabbs(self, boxes)
    }

    pub(super) fn set_aabbs_inner(&mut self, boxes: &[Aabb<V>]) {
        let origin = self.origin;
        self.moving.set_all(boxes, |bounds| stored_bounds(bounds, origin));
        let moved = self.moving.maintain();
        self.update_places(0, moved);
        self.has_all_changed = true;
    }

    /// Sets the filter of an object; returns false if no object has this number.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::broad::{BroadPhase, CollisionFilter};
    /// use impinge::shape::Aabb;
    /// let unit = Aabb::new(Vec2::ZERO, Vec2::ONE)?;
    /// let mut broad = BroadPhase::new();
    /// let (player, ghost) = (broad.add(&unit), broad.add(&unit));
    /// assert_eq!(broad.sorted_pairs(), [[player, ghost]]);
    /// // Its mask is now empty.
    /// broad.set_filter(ghost, CollisionFilter { mask: 0, ..CollisionFilter::default() });
    /// assert!(broad.sorted_pairs().is_empty());
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[inline]
    pub fn set_filter(&mut self, number: u32, filter: CollisionFilter) -> bool {
        V::broad_set_filter(self, number, filter)
    }

    pub(super) fn set_filter_inner(&mut self, number: u32, filter: CollisionFilter) -> bool {
        if self.place_of(number).is_none() {
            return false;
        }
        if self.filters.len() <= number as usize {
            self.filters.resize(self.places.len(), CollisionFilter::default());
        }
        self.filters[number as usize] = filter;
        self.mark_changed(number);
        true
    }

    /// Returns the filter of an object, or `None` if no object has this number.
    pub fn filter(&self, number: u32) -> Option<CollisionFilter> {
        self.place_of(number).map(|_| self.filter_of(number))
    }

    /// Returns the filter of an existing object; while all are the default, none is stored.
    #[inline(always)]
    pub(super) fn filter_of(&self, number: u32) -> CollisionFilter {
        self.filters.get(number as usize).copied().unwrap_or_default()
    }

    /// Returns the stored box of an object, in `f32` and relative to [`Self::origin`].
    ///
    /// Returns `None` if no object has this number.
    pub fn aabb(&self, number: u32) -> Option<Aabb<V::Single>> {
        let place = self.place_of(number)?;
        let tree = if place & STATIC == 0 { &self.moving } else { &self.fixed };
        Some(tree.get((place & SLOT) as usize))
    }

    /// Returns the point that stored boxes are relative to.
    pub fn origin(&self) -> V {
        self.origin
    }

    /// Returns the number of objects.
    pub fn len(&self) -> usize {
        self.places.len() - self.free.len()
    }

    /// Returns whether there are no objects.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the memory in use, in bytes.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::broad::BroadPhase;
    /// use impinge::shape::Aabb;
    /// let mut broad = BroadPhase::new();
    /// broad.add_many(&[Aabb::new(Vec3::ZERO, Vec3::ONE)?; 10_000]);
    /// let each = broad.bytes() / broad.len();
    /// assert!((30..70).contains(&each), "{each}");
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn bytes(&self) -> usize {
        let lists = [&self.places, &self.changed];
        let lists: usize = lists.iter().map(|list| size_of::<u32>() * list.capacity()).sum();
        lists
            + size_of::<u32>() * self.free.capacity()
            + self.moving.bytes()
            + self.fixed.bytes()
            + size_of::<CollisionFilter>() * self.filters.capacity()
    }

    /// Calls `visit` once for every two objects whose boxes overlap and whose filters allow each other.
    ///
    /// The lesser number comes first. Pairs of two fixed objects are skipped. `visit` may end the search
    /// ([`Flow`]).
    #[inline]
    pub fn for_each_pair<F: Flow>(&mut self, mut visit: impl FnMut(u32, u32) -> F) -> F {
        flow::visit_each(|[a, b]: [u32; 2]| visit(a, b), |visit| V::broad_for_each_pair(self, visit))
    }

    pub(super) fn for_each_pair_inner(&mut self, visit: &mut PairSink<'_>) {
        self.maintain();
        self.clear_changes();
        let _ = self.join(visit);
    }

    /// Returns the pairs of [`BroadPhase::for_each_pair`] as a sorted list.
    #[inline]
    pub fn sorted_pairs(&mut self) -> Vec<[u32; 2]> {
        V::broad_sorted_pairs(self)
    }

    pub(super) fn sorted_pairs_inner(&mut self) -> Vec<[u32; 2]> {
        self.maintain();
        self.clear_changes();
        let mut found = Vec::new();
        let _ = self.join(&mut |pairs| {
            found.extend_from_slice(pairs);
            ControlFlow::Continue(())
        });
        super::sort_pairs(&mut found, self.places.len());
        found
    }

    /// Calls `visit` for every overlapping pair of which one object has changed since the last query for
    /// pairs.
    ///
    /// A change is an addition, a new box or a new filter. `visit` may end the search ([`Flow`]); pairs that
    /// it has not seen by then are not reported the next time either. If few objects have changed, only their
    /// surroundings are searched.
    #[inline]
    pub fn for_each_changed_pair<F: Flow>(&mut self, mut visit: impl FnMut(u32, u32) -> F) -> F {
        flow::visit_each(|[a, b]: [u32; 2]| visit(a, b), |visit| V::broad_for_each_changed_pair(self, visit))
    }

    pub(super) fn for_each_changed_pair_inner(&mut self, visit: &mut PairSink<'_>) {
        self.maintain();
        self.changed.sort_unstable();
        self.changed.dedup();
        let _ = if self.has_all_changed || self.changed.len() > self.len() / 16 {
            let mut changed_pairs = Vec::new();
            self.join(&mut |pairs| {
                let has_changed = |[a, b]: &[u32; 2]| self.has_changed(*a) || self.has_changed(*b);
                changed_pairs.clear();
                changed_pairs.extend(pairs.iter().copied().filter(has_changed));
                visit(&changed_pairs)
            })
        } else {
            self.changed.iter().try_for_each(|&number| self.pairs_of_changed(number, visit))
        };
        self.clear_changes();
    }

    /// Calls `visit` for the pairs of a changed object; a pair of two changed objects belongs to the lesser
    /// number.
    fn pairs_of_changed(&self, number: u32, visit: &mut PairSink<'_>) -> ControlFlow<()> {
        let (Some(place), Some(bounds)) = (self.place_of(number), self.aabb(number)) else {
            return ControlFlow::Continue(());
        };
        let filter = self.filter_of(number);
        let mut found = |others: &[u32]| {
            let (mut pairs, mut count) = ([[0; 2]; WIDTH], 0);
            for &other in others {
                let is_new = other != number && (number < other || !self.has_changed(other));
                if is_new && filter.allows(self.filter_of(other)) {
                    pairs[count] = [number.min(other), number.max(other)];
                    count += 1;
                }
            }
            if count > 0 { visit(&pairs[..count]) } else { ControlFlow::Continue(()) }
        };
        // Pairs of two fixed objects are not reported.
        let trees = &self.trees()[..if place & STATIC == 0 { 2 } else { 1 }];
        aabb_query::for_each_overlapping(trees, &bounds, &mut found)
    }

    /// All trees that are searched.
    pub(super) fn trees(&self) -> [&Tree<V::Single>; 2] {
        [&self.moving, &self.fixed]
    }

    fn join(&self, show: &mut PairSink<'_>) -> ControlFlow<()> {
        let mut meet = Vec::new();
        let mut let_through = |pairs: &[[u32; 2]]| {
            if self.filters.is_empty() {
                return show(pairs);
            }
            let lets = |[a, b]: &[u32; 2]| self.filter_of(*a).allows(self.filter_of(*b));
            meet.clear();
            meet.extend(pairs.iter().copied().filter(lets));
            show(&meet)
        };
        let layers = (!self.filters.is_empty()).then(|| {
            let filter = |number: u32| self.filter_of(number);
            [BlockFilters::new(&self.moving, filter), BlockFilters::new(&self.fixed, filter)]
        });
        let filters_of = |i: usize| layers.as_ref().map(|layers| [&layers[0], &layers[i]]);
        Join::self_join(&self.moving).with_filters(filters_of(0)).run_until(&mut let_through)?;
        Join::between(&self.moving, &self.fixed).with_filters(filters_of(1)).run_until(&mut let_through)
    }

    /// Performs all pending maintenance of both trees.
    fn maintain(&mut self) {
        let moved = self.moving.maintain();
        self.update_places(0, moved);
        let moved = self.fixed.maintain();
        self.update_places(STATIC, moved);
    }

    /// Performs amortised maintenance of the tree of a place.
    fn maintain_amortised(&mut self, place: u32) {
        let moved = self.tree_mut(place).maintain_amortised();
        self.update_places(place & STATIC, moved);
    }

    /// Stores which objects have boxes in some slots of a tree.
    fn update_places(&mut self, flag: u32, slots: Range<usize>) {
        let tree = if flag == STATIC { &self.fixed } else { &self.moving };
        for slot in slots {
            if let Some(place) = self.places.get_mut(tree.order[slot] as usize) {
                *place = *place & CHANGED | flag | slot as u32;
            }
        }
    }

    fn next_number(&mut self) -> u32 {
        self.free.pop().map(|Reverse(number)| number).unwrap_or_else(|| {
            assert!(self.places.len() < SLOT as usize, "a broad phase holds 2^30 objects");
            self.places.push(FREE);
            self.places.len() as u32 - 1
        })
    }

    fn assign_place(&mut self, number: u32, slot: usize, flag: u32) -> u32 {
        self.places[number as usize] = slot as u32 | flag;
        self.mark_changed(number);
        self.maintain_amortised(flag);
        number
    }

    fn place_of(&self, number: u32) -> Option<u32> {
        self.places.get(number as usize).copied().filter(|&place| place != FREE)
    }

    fn tree_mut(&mut self, place: u32) -> &mut Tree<V::Single> {
        if place & STATIC == 0 { &mut self.moving } else { &mut self.fixed }
    }

    fn mark_changed(&mut self, number: u32) {
        let place = &mut self.places[number as usize];
        if *place & CHANGED == 0 {
            *place |= CHANGED;
            self.changed.push(number);
            // A number that was free in between is listed twice.
            if self.changed.len() > 2 * self.places.len() {
                self.changed.sort_unstable();
                self.changed.dedup();
            }
        }
    }

    fn has_changed(&self, number: u32) -> bool {
        let place = self.places[number as usize];
        place & CHANGED != 0 || self.has_all_changed && place & STATIC == 0
    }

    fn clear_changes(&mut self) {
        for number in self.changed.drain(..) {
            let place = &mut self.places[number as usize];
            if *place != FREE {
                *place &= !CHANGED;
            }
        }
        self.has_all_changed = false;
    }
}
