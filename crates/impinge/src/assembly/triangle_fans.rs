//! Fans: triangles in one plane around a common corner, the *hub*, as in the cap of a cylinder.
//!
//! Where two fans of one plane share their hub, every triangle of one touches every triangle of the other:
//! n·m pairs that need no test. They are kept as two lists. What else such a pair may share is near their
//! *rims*, the edges opposite the hub, of which each is near few triangles of the other fan.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::instance::Instance;
use super::model::Model;
use super::placed_face::{Face, turn_alike};
use super::tree_join::joined;
use crate::bvh::Bvh;
use crate::math::{Vector, orientation_3d};
use crate::shape::Aabb;

/// Minimum number of triangles around a corner that make a fan: the pairs of fewer are tested quickly.
const MIN_FAN: usize = 16;

/// Two fans of one plane around the same place. Every triangle of the first touches every one of the
/// second, and none pierces another.
#[derive(Clone, Debug)]
pub(crate) struct FanPair {
    /// The triangles of both, in order.
    pub triangles: [Vec<u32>; 2],
    /// Pairs of them that may share more than what all share: all in which a rim comes near the other
    /// triangle.
    pub at_rims: Vec<[u32; 2]>,
}

impl FanPair {
    /// How many pairs of triangles these are.
    pub fn count(&self) -> u64 {
        self.triangles[0].len() as u64 * self.triangles[1].len() as u64
    }

    /// All of them, in order.
    pub fn pairs(&self) -> impl Iterator<Item = [u32; 2]> {
        self.triangles[0].iter().flat_map(|&i| self.triangles[1].iter().map(move |&j| [i, j]))
    }
}

impl<V: Vector> Model<V> {
    /// Returns vertices with so many triangles around them that these may be fans.
    fn hubs(&self) -> &[u32] {
        self.hubs.get_or_init(|| self.neighbours().with_triangles(MIN_FAN).collect())
    }
}

/// All fans of two instances that share plane and hub. A triangle is in one of them at most.
pub(super) fn fan_pairs<V: Vector>(a: &Instance<V>, b: &Instance<V>) -> Vec<FanPair> {
    let mut found = Vec::new();
    let (hubs_a, hubs_b) = (a.model.hubs(), b.model.hubs());
    if V::IS_2D || hubs_a.is_empty() || hubs_b.is_empty() {
        return found;
    }
    let place = |body: &Instance<V>, hub: u32| {
        let place = body.transform.transform_point(body.model.mesh().positions()[hub as usize]);
        // Adding 0 makes −0 the same as 0.
        place.is_finite().then(|| place.to_f64().map(|x| (x + 0.0).to_bits()))
    };
    let at: HashMap<[u64; 3], u32> = hubs_b.iter().filter_map(|&hub| Some((place(b, hub)?, hub))).collect();
    for &hub in hubs_a {
        let Some(&other) = place(a, hub).and_then(|place| at.get(&place)) else { continue };
        let mut fans_of_b = fans(b, other);
        for fan in fans(a, hub) {
            if let Some(number) = fans_of_b.iter().position(|other| are_coplanar(&fan, other)) {
                let other = fans_of_b.swap_remove(number);
                let is_taken = |found: &FanPair| {
                    let [one, two] = &found.triangles;
                    fan.iter().any(|face| one.binary_search(&face.number).is_ok())
                        || other.iter().any(|face| two.binary_search(&face.number).is_ok())
                };
                if !found.iter().any(is_taken) {
                    let origin = a.transform.transform_point(a.model.mesh().positions()[hub as usize]);
                    found.push(pair(&fan, &other, origin));
                }
            }
        }
    }
    found
}

/// The fans around a corner: triangles in one plane that turn the same way, both of whose edges at the hub
/// lead on in that plane.
fn fans<V: Vector>(body: &Instance<V>, hub: u32) -> Vec<Vec<Face>> {
    let model = body.model;
    let mut fans: Vec<Vec<Face>> = Vec::new();
    for number in model.around_corner(hub) {
        let Some(at) = model.mesh().triangles()[number as usize]
            .iter()
            .position(|&vertex| model.same_place(vertex) == model.same_place(hub))
        else {
            continue;
        };
        let face = Face::of(body, number);
        if ![at, (at + 2) % 3].iter().all(|&k| face.across_flat_edge(body, k).is_some()) {
            continue;
        }
        // The hub first, the rim opposite to it.
        let face = face.turned(at);
        match fans.iter_mut().find(|fan| are_alike(&fan[0], &face)) {
            Some(fan) => fan.push(face),
            None => fans.push(vec![face]),
        }
    }
    fans.retain(|fan| fan.len() >= MIN_FAN);
    for fan in &mut fans {
        fan.sort_unstable_by_key(|face| face.number);
    }
    fans
}

/// Do two faces lie in one plane, turn the same way and have their solid on the same side?
fn are_alike(one: &Face, other: &Face) -> bool {
    lies_in_plane(one, other)
        && turn_alike(&one.turns, &other.turns) == Some(true)
        && one.outwards == other.outwards
}

fn are_coplanar(one: &[Face], other: &[Face]) -> bool {
    lies_in_plane(&one[0], &other[0])
}

fn lies_in_plane(one: &Face, other: &Face) -> bool {
    let [a, b, c] = one.corners;
    other.corners.iter().all(|&corner| orientation_3d(a, b, c, corner).is_eq())
}

/// Two fans as a pair, with what comes near their rims.
fn pair<V: Vector>(one: &[Face], other: &[Face], origin: V) -> FanPair {
    let around = |corners: &[[f64; 3]]| {
        let corners = corners.iter().map(|&corner| V::from_f64(corner));
        let first = corners.clone().next().unwrap_or(V::ZERO);
        let ends = corners.fold((first, first), |(low, high), corner| (low.min(corner), high.max(corner)));
        Aabb::between(ends.0, ends.1)
    };
    let tree = |fan: &[Face], from: usize| {
        let boxes: Vec<_> = fan.iter().map(|face| around(&face.corners[from..])).collect();
        Bvh::around(&boxes, origin)
    };
    let mut at_rims = Vec::new();
    for [from, of_other] in [[1, 0], [0, 1]] {
        let _ = joined(&tree(one, from), &tree(other, of_other), &mut |i, j| {
            at_rims.push([one[i as usize].number, other[j as usize].number]);
            ControlFlow::Continue(())
        });
    }
    at_rims.sort_unstable();
    at_rims.dedup();
    let numbers = |fan: &[Face]| fan.iter().map(|face| face.number).collect();
    FanPair { triangles: [numbers(one), numbers(other)], at_rims }
}

impl<V: Vector> Instance<'_, V> {
    /// Returns whether there are coplanar fans around one place, so that many triangles touch each other
    /// there. See [`Instance::relation_of`].
    pub(crate) fn shares_fans(&self, other: &Instance<V>) -> bool {
        !fan_pairs(self, other).is_empty()
    }
}
