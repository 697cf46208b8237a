//! Boxes of objects that come, move and go, and the pairs that they make.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;
use std::ops::{ControlFlow, Range};

use super::filter::Filter;
use super::join::{Join, Show};
use super::layers::Layers;
use super::tree::Tree;
use super::{kept, query};
use crate::Flow;
use crate::math::Vector;
use crate::shape::Aabb;

/// The place of a number without an object.
const FREE: u32 = u32::MAX;
/// The place of an object says in which tree it is, whether it has changed, and its slot.
const STATIC: u32 = 1 << 31;
const CHANGED: u32 = 1 << 30;
const SLOT: u32 = CHANGED - 1;

/// Which objects may touch: their boxes in trees, and all pairs of boxes that overlap.
///
/// Objects have numbers, the least that is free when they come. Fixed ones are kept apart: frames in which only others move do
/// not look at them, and pairs of two fixed ones are not told. Boxes are compared in `f32`, relative to an origin and rounded
/// outwards, closed: touching is overlapping. Of boxes in `f32` with their origin at 0 that is exact; of others a pair may be
/// told that is apart by a rounding, but none is lost.
///
/// A box may hold more than the object: [`Aabb::swept`] holds its way in this step, [`Aabb::grown`] a margin around it.
///
/// The order of what is told follows from the calls made so far alone: it is the same on every machine, and for any number of
/// threads. About 34 bytes are kept for each object in space and 26 in the plane, up to twice as many where objects come one by
/// one, and 8 more if there are filters.
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
/// broad.pairs(|a, b| pairs.push((a, b)));
/// assert!(pairs.is_empty());
/// broad.set(other, &cube_at(1.5)?);
/// // It falls by 1 in this step.
/// broad.set(one, &cube_at(0.5)?.swept(-Vec3::Z)?);
/// broad.changed_pairs(|a, b| pairs.push((a, b)));
/// pairs.sort();
/// assert_eq!(pairs, [(ground, one), (one, other)]);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[doc(alias("DynamicTree", "SAP", "Dbvt"))]
#[derive(Clone)]
pub struct BroadPhase<V: Vector> {
    origin: V,
    moving: Tree<V::Single>,
    fixed: Tree<V::Single>,
    /// Where the box of each number is.
    places: Vec<u32>,
    free: BinaryHeap<Reverse<u32>>,
    /// Of each number; none while all are as they are by default.
    filters: Vec<Filter>,
    /// Numbers whose boxes have changed.
    changed: Vec<u32>,
    /// All that move have.
    has_all_changed: bool,
}

impl<V: Vector> fmt::Debug for BroadPhase<V> {
    /// How many objects there are, and around what.
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
        Self::around(V::ZERO)
    }
}

impl<V: Vector> BroadPhase<V> {
    /// Nothing yet, around 0.
    pub fn new() -> Self {
        Self::default()
    }

    /// Nothing yet, relative to a place near which the objects will be: far from 0 they are told apart as well as near it then.
    /// What is not finite counts as 0.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::broad::BroadPhase;
    /// use impinge::shape::Aabb;
    /// // A site whose coordinates are those of a country: boxes are kept in `f32`, and told apart to a part of a millimetre here.
    /// let site = DVec3::new(2.6e6, 1.2e6, 0.0);
    /// let cube = |x: f64| Aabb::new(site + DVec3::X * x, site + DVec3::X * x + DVec3::ONE);
    /// let mut broad = BroadPhase::around(site);
    /// broad.add_all(&[cube(0.0)?, cube(1.001)?]);
    /// assert_eq!(broad.origin(), site);
    /// assert!(broad.sorted_pairs().is_empty());
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn around(origin: V) -> Self {
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

    /// Takes in an object that moves; its number. Up to 31 that came last are in no order; others have been sorted, which in the
    /// long run costs each as much as being sorted four times with all, and once for each digit to base four of how many came.
    ///
    /// # Panics
    /// If there are 2³⁰ objects.
    pub fn add(&mut self, bounds: &Aabb<V>) -> u32 {
        let number = self.next_number();
        let slot = self.moving.push(number, &kept(bounds, self.origin));
        self.settle(number, slot, 0)
    }

    /// Takes in an object that does not move often; its number.
    ///
    /// # Panics
    /// If there are 2³⁰ objects.
    pub fn add_fixed(&mut self, bounds: &Aabb<V>) -> u32 {
        let number = self.next_number();
        let slot = self.fixed.push(number, &kept(bounds, self.origin));
        self.settle(number, slot, STATIC)
    }

    /// Takes in objects that move, one after the other, and tells their numbers; quicker than one by one if there are none that move
    /// yet.
    ///
    /// # Panics
    /// If there are 2³⁰ objects.
    pub fn add_all(&mut self, boxes: &[Aabb<V>]) -> Vec<u32> {
        if !self.moving.order.is_empty() || !self.free.is_empty() {
            return boxes.iter().map(|bounds| self.add(bounds)).collect();
        }
        let first = self.places.len() as u32;
        assert!(boxes.len() + self.places.len() <= SLOT as usize, "a broad phase holds 2^30 objects");
        let origin = self.origin;
        self.moving = Tree::new(boxes, origin, |bounds| kept(bounds, origin), |i| first + i);
        self.places.resize(self.places.len() + boxes.len(), 0);
        self.resettle(0, 0..boxes.len());
        self.has_all_changed = true;
        (first..self.places.len() as u32).collect()
    }

    /// Takes an object out; false if there is none of this number.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::broad::BroadPhase;
    /// use impinge::shape::Aabb;
    /// let mut broad = BroadPhase::new();
    /// let one = broad.add(&Aabb::new(Vec2::ZERO, Vec2::ONE)?);
    /// assert!(broad.remove(one) && !broad.remove(one));
    /// assert_eq!((broad.len(), broad.bounds(one)), (0, None));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn remove(&mut self, number: u32) -> bool {
        let Some(place) = self.place(number) else { return false };
        self.home_mut(place).clear((place & SLOT) as usize);
        self.places[number as usize] = FREE;
        if let Some(filter) = self.filters.get_mut(number as usize) {
            *filter = Filter::default();
        }
        self.free.push(Reverse(number));
        self.tidy_a_little(place);
        true
    }

    /// Moves an object; false if there is none of this number.
    pub fn set(&mut self, number: u32, bounds: &Aabb<V>) -> bool {
        let Some(place) = self.place(number) else { return false };
        let bounds = kept(bounds, self.origin);
        self.home_mut(place).set((place & SLOT) as usize, &bounds);
        self.mark_changed(number);
        self.tidy_a_little(place);
        true
    }

    /// Moves all objects that are not fixed: each to the box with its number. Boxes of other numbers are not looked at, and
    /// objects whose number is beyond the last box stay where they are; pairs of all count as changed.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::broad::BroadPhase;
    /// use impinge::shape::Aabb;
    /// let unit_at = |x: f32| Aabb::new(Vec2::new(x, 0.0), Vec2::new(x + 1.0, 1.0));
    /// let mut broad = BroadPhase::new();
    /// broad.add_all(&[unit_at(0.0)?, unit_at(2.0)?, unit_at(4.0)?]);
    /// assert!(broad.sorted_pairs().is_empty());
    /// // All have moved: the first two onto each other.
    /// broad.set_all(&[unit_at(1.0)?, unit_at(1.5)?, unit_at(5.0)?]);
    /// assert_eq!(broad.sorted_pairs(), [[0, 1]]);
    /// assert_eq!(broad.bounds(2), Some(unit_at(5.0)?));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn set_all(&mut self, boxes: &[Aabb<V>]) {
        let origin = self.origin;
        self.moving.set_all(boxes, |bounds| kept(bounds, origin));
        let moved = self.moving.tidy();
        self.resettle(0, moved);
        self.has_all_changed = true;
    }

    /// Says what an object meets; false if there is none of this number.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::broad::{BroadPhase, Filter};
    /// use impinge::shape::Aabb;
    /// let unit = Aabb::new(Vec2::ZERO, Vec2::ONE)?;
    /// let mut broad = BroadPhase::new();
    /// let (player, ghost) = (broad.add(&unit), broad.add(&unit));
    /// assert_eq!(broad.sorted_pairs(), [[player, ghost]]);
    /// // It meets nothing any more.
    /// broad.set_filter(ghost, Filter { meets: 0, ..Filter::default() });
    /// assert!(broad.sorted_pairs().is_empty());
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn set_filter(&mut self, number: u32, filter: Filter) -> bool {
        if self.place(number).is_none() {
            return false;
        }
        if self.filters.len() <= number as usize {
            self.filters.resize(self.places.len(), Filter::default());
        }
        self.filters[number as usize] = filter;
        self.mark_changed(number);
        true
    }

    /// What an object meets; none if there is none of this number.
    pub fn filter(&self, number: u32) -> Option<Filter> {
        self.place(number).map(|_| self.filter_of(number))
    }

    /// What an object meets that there is; mostly everything, of which nothing is kept.
    #[inline(always)]
    pub(super) fn filter_of(&self, number: u32) -> Filter {
        self.filters.get(number as usize).copied().unwrap_or_default()
    }

    /// The box of an object as it is kept, in `f32` and relative to [`Self::origin`]; none if there is none of this number.
    pub fn bounds(&self, number: u32) -> Option<Aabb<V::Single>> {
        let place = self.place(number)?;
        let tree = if place & STATIC == 0 { &self.moving } else { &self.fixed };
        Some(tree.get((place & SLOT) as usize))
    }

    /// What boxes are kept relative to.
    pub fn origin(&self) -> V {
        self.origin
    }

    /// How many objects there are.
    pub fn len(&self) -> usize {
        self.places.len() - self.free.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What is kept, in bytes.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::broad::BroadPhase;
    /// use impinge::shape::Aabb;
    /// let mut broad = BroadPhase::new();
    /// broad.add_all(&[Aabb::new(Vec3::ZERO, Vec3::ONE)?; 10_000]);
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
            + size_of::<Filter>() * self.filters.capacity()
    }

    /// Shows every two objects whose boxes overlap and whose filters let them meet, once, the lesser number first, until `visit` ends the
    /// search ([`Flow`]); not those that are both fixed.
    pub fn pairs<F: Flow>(&mut self, mut visit: impl FnMut(u32, u32) -> F) -> F {
        self.tidy();
        self.forget_changes();
        let mut end = F::going_on();
        let _ = self.join(&mut |pairs| {
            pairs.iter().try_for_each(|&[a, b]| {
                end = visit(a, b);
                end.control()
            })
        });
        end
    }

    /// The same pairs as a list, sorted.
    pub fn sorted_pairs(&mut self) -> Vec<[u32; 2]> {
        self.tidy();
        self.forget_changes();
        let mut found = Vec::new();
        let _ = self.join(&mut |pairs| {
            found.extend_from_slice(pairs);
            ControlFlow::Continue(())
        });
        super::sort_pairs(&mut found, self.places.len());
        found
    }

    /// Shows those pairs of which one has come, or has been moved or given a filter, since pairs were last asked for, until `visit` ends
    /// the search ([`Flow`]): what it was not shown then, it is not shown the next time either. Where few have changed, this looks only
    /// around them.
    pub fn changed_pairs<F: Flow>(&mut self, mut visit: impl FnMut(u32, u32) -> F) -> F {
        self.tidy();
        self.changed.sort_unstable();
        self.changed.dedup();
        let mut end = F::going_on();
        let mut show = |a: u32, b: u32| {
            end = visit(a, b);
            end.control()
        };
        let _ = if self.has_all_changed || self.changed.len() > self.len() / 16 {
            self.join(&mut |pairs| {
                let changed = |[a, b]: &&[u32; 2]| self.has_changed(*a) || self.has_changed(*b);
                pairs.iter().filter(changed).try_for_each(|&[a, b]| show(a, b))
            })
        } else {
            self.changed.iter().try_for_each(|&number| self.pairs_of_changed(number, &mut show))
        };
        self.forget_changes();
        end
    }

    /// Shows the pairs of an object that has changed; those with others that have, at the lesser number.
    fn pairs_of_changed(
        &self,
        number: u32,
        show: &mut impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (Some(place), Some(bounds)) = (self.place(number), self.bounds(number)) else {
            return ControlFlow::Continue(());
        };
        let filter = self.filter_of(number);
        let mut found = |other: u32| {
            let is_new = other != number && (number < other || !self.has_changed(other));
            if is_new && filter.allows(self.filter_of(other)) {
                show(number.min(other), number.max(other))
            } else {
                ControlFlow::Continue(())
            }
        };
        query::each(&self.moving, &bounds, &mut found)?;
        if place & STATIC == 0 {
            query::each(&self.fixed, &bounds, &mut found)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// All trees that are searched.
    pub(super) fn trees(&self) -> [&Tree<V::Single>; 2] {
        [&self.moving, &self.fixed]
    }

    fn join(&self, show: &mut Show<'_>) -> ControlFlow<()> {
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
            [Layers::new(&self.moving, filter), Layers::new(&self.fixed, filter)]
        });
        let among = |i: usize| layers.as_ref().map(|layers| [&layers[0], &layers[i]]);
        Join::within(&self.moving).among(among(0)).run_until(&mut let_through)?;
        Join::between(&self.moving, &self.fixed).among(among(1)).run_until(&mut let_through)
    }

    /// Makes both trees tidy.
    fn tidy(&mut self) {
        let moved = self.moving.tidy();
        self.resettle(0, moved);
        let moved = self.fixed.tidy();
        self.resettle(STATIC, moved);
    }

    /// Makes the tree of a place tidy, as far as what happened to it pays for that.
    fn tidy_a_little(&mut self, place: u32) {
        let moved = self.home_mut(place).tidy_a_little();
        self.resettle(place & STATIC, moved);
    }

    /// Takes over whose boxes are in some slots of a tree.
    fn resettle(&mut self, flag: u32, slots: Range<usize>) {
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

    fn settle(&mut self, number: u32, slot: usize, flag: u32) -> u32 {
        self.places[number as usize] = slot as u32 | flag;
        self.mark_changed(number);
        self.tidy_a_little(flag);
        number
    }

    fn place(&self, number: u32) -> Option<u32> {
        self.places.get(number as usize).copied().filter(|&place| place != FREE)
    }

    fn home_mut(&mut self, place: u32) -> &mut Tree<V::Single> {
        if place & STATIC == 0 { &mut self.moving } else { &mut self.fixed }
    }

    fn mark_changed(&mut self, number: u32) {
        let place = &mut self.places[number as usize];
        if *place & CHANGED == 0 {
            *place |= CHANGED;
            self.changed.push(number);
            // A number that was free in between comes twice.
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

    fn forget_changes(&mut self) {
        for number in self.changed.drain(..) {
            let place = &mut self.places[number as usize];
            if *place != FREE {
                *place &= !CHANGED;
            }
        }
        self.has_all_changed = false;
    }
}
