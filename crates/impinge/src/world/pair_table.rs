//! All pairs of colliders whose boxes overlap, and the partners of each collider.
//!
//! Pairs keep their places in a list, and each collider stores its partners and the places of these pairs. A
//! collider has few partners; one that has many, such as a floor, is a partner of others that have few. So a
//! pair is found in the shorter of two lists, without hashing.

use std::sync::Arc;

use smallvec::SmallVec;

use super::collider_pair::Pair;
use super::event::ContactData;
use super::handle::ColliderHandle;
use crate::math::Vector;

/// Maximum length of a list that is searched at once; otherwise the shorter of both is.
const SHORT: usize = 16;

/// The other collider of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Partner {
    pub number: u32,
    /// The place of the pair.
    pub place: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Pairs<V: Vector> {
    pairs: Vec<Pair<V>>,
    /// Places of removed pairs.
    free: Vec<u32>,
    /// By index.
    partners: Vec<SmallVec<[Partner; 4]>>,
    /// By place: the positions of the pair among the partners of its first and second collider.
    among: Vec<[u32; 2]>,
    /// The contact data of all pairs that have not touched yet.
    nothing: Arc<ContactData<V>>,
}

impl<V: Vector> Default for Pairs<V> {
    fn default() -> Self {
        let nothing = Arc::new(ContactData::nothing());
        Pairs { pairs: Vec::new(), free: Vec::new(), partners: Vec::new(), among: Vec::new(), nothing }
    }
}

impl<V: Vector> Pairs<V> {
    /// The place of the pair of two colliders, the one with the lesser index first; adds the pair if it is
    /// new.
    pub fn place_of(&mut self, a: ColliderHandle, b: ColliderHandle) -> u32 {
        let numbers = [a.index(), b.index()];
        if let Some(place) = self.find(numbers) {
            return place;
        }
        let place = self.free.pop().unwrap_or(self.pairs.len() as u32);
        let pair = Pair::new(a, b, Arc::clone(&self.nothing));
        match self.pairs.get_mut(place as usize) {
            Some(free) => *free = pair,
            None => {
                self.pairs.push(pair);
                self.among.push([0; 2]);
            }
        }
        let most = numbers[1] as usize;
        if self.partners.len() <= most {
            self.partners.resize_with(most + 1, SmallVec::new);
        }
        for (side, [number, other]) in [numbers, [numbers[1], numbers[0]]].into_iter().enumerate() {
            let partners = &mut self.partners[number as usize];
            self.among[place as usize][side] = partners.len() as u32;
            partners.push(Partner { number: other, place });
        }
        place
    }

    /// The place of the pair of two indices, the lesser one first, if there is one.
    pub fn find(&self, [a, b]: [u32; 2]) -> Option<u32> {
        let is_short = self.of(a).len() <= SHORT || self.of(a).len() <= self.of(b).len();
        let (list, other) = if is_short { (self.of(a), b) } else { (self.of(b), a) };
        list.iter().find(|partner| partner.number == other).map(|partner| partner.place)
    }

    /// The partners of a collider.
    pub fn of(&self, number: u32) -> &[Partner] {
        self.partners.get(number as usize).map_or(&[], |partners| partners)
    }

    pub fn get(&self, place: u32) -> &Pair<V> {
        &self.pairs[place as usize]
    }

    pub fn get_mut(&mut self, place: u32) -> &mut Pair<V> {
        &mut self.pairs[place as usize]
    }

    /// All pairs; removed ones do not touch.
    pub fn iter(&self) -> impl Iterator<Item = &Pair<V>> {
        self.pairs.iter()
    }

    /// Pairs that are not removed.
    #[cfg(feature = "serde")]
    pub fn living(&self) -> impl Iterator<Item = &Pair<V>> {
        let by_lesser = (0u32..).zip(&self.partners);
        by_lesser.flat_map(|(number, partners)| {
            let greater = partners.iter().filter(move |partner| partner.number > number);
            greater.map(|partner| self.get(partner.place))
        })
    }

    /// Pairs by their places, which are sorted and distinct.
    pub fn several(&mut self, places: &[u32]) -> Vec<&mut Pair<V>> {
        let (mut rest, mut first) = (&mut self.pairs[..], 0);
        let mut found = Vec::with_capacity(places.len());
        for &place in places {
            let (before, behind) = rest.split_at_mut((place - first) as usize + 1);
            found.extend(before.last_mut());
            (rest, first) = (behind, place + 1);
        }
        found
    }

    /// Removes and returns a pair.
    pub fn end(&mut self, place: u32) -> Pair<V> {
        let nobody = Pair::new(self.get(place).a, self.get(place).b, Arc::clone(&self.nothing));
        let pair = std::mem::replace(self.get_mut(place), nobody);
        for (side, number) in [pair.a.index(), pair.b.index()].into_iter().enumerate() {
            let at = self.among[place as usize][side];
            let partners = &mut self.partners[number as usize];
            partners.swap_remove(at as usize);
            // The last one is there now.
            if let Some(&Partner { place, .. }) = partners.get(at as usize) {
                let side = usize::from(self.pairs[place as usize].a.index() != number);
                self.among[place as usize][side] = at;
            }
        }
        self.free.push(place);
        pair
    }
}
