//! All pairs of colliders whose boxes overlap, and the partners of each collider.
//!
//! Pairs keep their places in a list, and each collider stores its partners and the places of these pairs. A
//! collider has few partners; one that has many, such as a floor, is a partner of others that have few. So a
//! pair is found in the shorter of two lists, without hashing.

use std::sync::Arc;

use smallvec::SmallVec;

use super::collider_pair::ColliderPair;
use super::event::ContactData;
use super::handle::ColliderHandle;
use crate::math::Vector;

/// Maximum length of a list that is searched at once; otherwise the shorter of both is.
const MAX_SCANNED: usize = 16;

/// The other collider of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Partner {
    pub number: u32,
    /// The place of the pair.
    pub pair_index: u32,
}

#[derive(Clone, Debug)]
pub(super) struct PairTable<V: Vector> {
    pairs: Vec<ColliderPair<V>>,
    /// Places of removed pairs.
    free: Vec<u32>,
    /// By index.
    partners: Vec<SmallVec<[Partner; 4]>>,
    /// By place: the positions of the pair partner_positions the partners of its first and second collider.
    partner_positions: Vec<[u32; 2]>,
    /// The contact data of all pairs that have not touched yet.
    empty_contact: Arc<ContactData<V>>,
}

impl<V: Vector> Default for PairTable<V> {
    fn default() -> Self {
        let empty_contact = Arc::new(ContactData::empty());
        PairTable {
            pairs: Vec::new(),
            free: Vec::new(),
            partners: Vec::new(),
            partner_positions: Vec::new(),
            empty_contact,
        }
    }
}

impl<V: Vector> PairTable<V> {
    /// The place of the pair of two colliders, the one with the lesser index first; adds the pair if it is
    /// new.
    pub fn find_or_insert(&mut self, a: ColliderHandle, b: ColliderHandle) -> u32 {
        let numbers = [a.index(), b.index()];
        if let Some(pair_index) = self.find(numbers) {
            return pair_index;
        }
        let pair_index = self.free.pop().unwrap_or(self.pairs.len() as u32);
        let pair = ColliderPair::new(a, b, Arc::clone(&self.empty_contact));
        match self.pairs.get_mut(pair_index as usize) {
            Some(free) => *free = pair,
            None => {
                self.pairs.push(pair);
                self.partner_positions.push([0; 2]);
            }
        }
        let most = numbers[1] as usize;
        if self.partners.len() <= most {
            self.partners.resize_with(most + 1, SmallVec::new);
        }
        for (side, [number, other]) in [numbers, [numbers[1], numbers[0]]].into_iter().enumerate() {
            let partners = &mut self.partners[number as usize];
            self.partner_positions[pair_index as usize][side] = partners.len() as u32;
            partners.push(Partner { number: other, pair_index });
        }
        pair_index
    }

    /// The place of the pair of two indices, the lesser one first, if there is one.
    pub fn find(&self, [a, b]: [u32; 2]) -> Option<u32> {
        let is_short =
            self.partners(a).len() <= MAX_SCANNED || self.partners(a).len() <= self.partners(b).len();
        let (list, other) = if is_short { (self.partners(a), b) } else { (self.partners(b), a) };
        list.iter().find(|partner| partner.number == other).map(|partner| partner.pair_index)
    }

    /// The partners of a collider.
    pub fn partners(&self, number: u32) -> &[Partner] {
        self.partners.get(number as usize).map_or(&[], |partners| partners)
    }

    pub fn get(&self, pair_index: u32) -> &ColliderPair<V> {
        &self.pairs[pair_index as usize]
    }

    pub fn get_mut(&mut self, pair_index: u32) -> &mut ColliderPair<V> {
        &mut self.pairs[pair_index as usize]
    }

    /// All pairs; removed ones do not touch.
    pub fn iter(&self) -> impl Iterator<Item = &ColliderPair<V>> {
        self.pairs.iter()
    }

    /// Pairs that are not removed.
    #[cfg(feature = "serde")]
    pub fn iter_live(&self) -> impl Iterator<Item = &ColliderPair<V>> {
        let by_lesser = (0u32..).zip(&self.partners);
        by_lesser.flat_map(|(number, partners)| {
            let greater = partners.iter().filter(move |partner| partner.number > number);
            greater.map(|partner| self.get(partner.pair_index))
        })
    }

    /// Pairs by their places, which are sorted and distinct.
    pub fn get_many_mut(&mut self, pair_indices: &[u32]) -> Vec<&mut ColliderPair<V>> {
        let (mut rest, mut first) = (&mut self.pairs[..], 0);
        let mut found = Vec::with_capacity(pair_indices.len());
        for &pair_index in pair_indices {
            let (before, behind) = rest.split_at_mut((pair_index - first) as usize + 1);
            found.extend(before.last_mut());
            (rest, first) = (behind, pair_index + 1);
        }
        found
    }

    /// Removes and returns a pair.
    pub fn remove(&mut self, pair_index: u32) -> ColliderPair<V> {
        let removed = ColliderPair::new(
            self.get(pair_index).a,
            self.get(pair_index).b,
            Arc::clone(&self.empty_contact),
        );
        let pair = std::mem::replace(self.get_mut(pair_index), removed);
        for (side, number) in [pair.a.index(), pair.b.index()].into_iter().enumerate() {
            let at = self.partner_positions[pair_index as usize][side];
            let partners = &mut self.partners[number as usize];
            partners.swap_remove(at as usize);
            // The last one is there now.
            if let Some(&Partner { pair_index, .. }) = partners.get(at as usize) {
                let side = usize::from(self.pairs[pair_index as usize].a.index() != number);
                self.partner_positions[pair_index as usize][side] = at;
            }
        }
        self.free.push(pair_index);
        pair
    }
}
