//! Groups of pairs: what is one finding is one line of the table.
//!
//! By object: a plate that was set a millimetre too low meets 500 bolts: that is one mistake, and 500 pairs.
//! So pairs of a kind that share an object are one group, those that are new apart from those that persist,
//! and errors apart from warnings. A pair has two objects and is in one group only: the object with the most
//! pairs takes all of its own first, then the one with the most that are left, and so on; of equals the first
//! by path, since the order in which files are named must not change what a group is.
//!
//! By place: a pair is where its ways out begin, in a box around both points, which reaches as much further
//! as the pair is deep. Pairs whose boxes overlap are in one group, and so are those that a chain of such
//! pairs connects.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use impinge::broad::overlapping_pairs;
use impinge::glam::DVec3;
use impinge::shape::Aabb;

use crate::arguments::GroupBy;
use crate::report::{Bounds, Group, Kind, Listed, ObjectName, Pair, Status};
use crate::rules::Severity;

/// The object that all pairs of a group share, and their places in the list.
type Members = (Option<u32>, Vec<usize>);

/// What pairs of a group by object have in common; of the object its place in the order of the paths.
type Key = (Severity, Option<Status>, Kind, usize);

/// Puts pairs, sorted by severity, into groups: the group of the most severe pair comes first.
pub(crate) fn group(pairs: &mut [Pair], by: GroupBy) -> Vec<Group> {
    let mut members = match by {
        GroupBy::Object => by_object(pairs),
        GroupBy::Place => by_place(pairs),
        GroupBy::None => (0..pairs.len()).map(|place| (None, vec![place])).collect(),
    };
    members.sort_by_key(|(_, places)| places.first().copied());
    let group = |(id, (object, places)): (usize, Members)| {
        for &place in &places {
            pairs[place].group = id;
        }
        let boxes = places.iter().filter_map(|&place| pairs[place].overlap_box);
        let overlap_box = boxes.reduce(Bounds::around);
        // Nothing is less than new, and new is the least of all.
        let status = places.iter().map(|&place| pairs[place].status).min().flatten();
        let Pair { kind, severity, distance, .. } = pairs[places[0]];
        Group { id, kind, severity, object, overlap_box, status, pairs: places.len(), distance }
    };
    members.into_iter().enumerate().map(group).collect()
}

fn by_object(pairs: &[Pair]) -> Vec<Members> {
    let objects: BTreeSet<(&str, u32)> =
        pairs.iter().flat_map(Pair::sides).map(|object| (object.path.as_str(), object.id)).collect();
    let ids: Vec<u32> = objects.into_iter().map(|(_, id)| id).collect();
    let rank: BTreeMap<u32, usize> = ids.iter().enumerate().map(|(rank, id)| (*id, rank)).collect();
    let key = |pair: &Pair, object: &ObjectName| (pair.severity, pair.status, pair.kind, rank[&object.id]);
    let mut of_object: BTreeMap<Key, BTreeSet<usize>> = BTreeMap::new();
    for (place, pair) in pairs.iter().enumerate() {
        for object in pair.sides() {
            of_object.entry(key(pair, object)).or_default().insert(place);
        }
    }
    let mut most: BTreeSet<(Reverse<usize>, Key)> =
        of_object.iter().map(|(key, places)| (Reverse(places.len()), *key)).collect();
    let mut members: Vec<Members> = Vec::new();
    while let Some((_, taken)) = most.pop_first() {
        let places = of_object.remove(&taken).unwrap_or_default();
        if places.is_empty() {
            continue;
        }
        for &place in &places {
            for object in pairs[place].sides() {
                let other = key(&pairs[place], object);
                let Some(left) = of_object.get_mut(&other) else { continue };
                most.remove(&(Reverse(left.len()), other));
                left.remove(&place);
                most.insert((Reverse(left.len()), other));
            }
        }
        let shared = (places.len() > 1).then(|| ids[taken.3]);
        members.push((shared, places.into_iter().collect()));
    }
    members
}

fn by_place(pairs: &[Pair]) -> Vec<Members> {
    let around = |pair: &Pair| {
        let [one, other] = [pair.point_a, pair.point_b].map(DVec3::from_array);
        let reach = DVec3::splat(pair.distance.abs());
        // What leaves the floats is where its points are.
        Aabb::new(one.min(other) - reach, one.max(other) + reach)
            .or_else(|_| Aabb::from_corners(one, other))
            .ok()
    };
    let (numbers, boxes): (Vec<usize>, Vec<Aabb<DVec3>>) =
        pairs.iter().enumerate().filter_map(|(place, pair)| Some((place, around(pair)?))).unzip();
    // The first pair that each is connected with.
    let mut first: Vec<usize> = (0..pairs.len()).collect();
    let root = |first: &mut [usize], mut place: usize| {
        while first[place] != place {
            // Half of the way is left out for those who come after.
            first[place] = first[first[place]];
            place = first[place];
        }
        place
    };
    for [one, other] in overlapping_pairs(&boxes) {
        let [one, other] = [one, other].map(|number| root(&mut first, numbers[number as usize]));
        let least = one.min(other);
        (first[one], first[other]) = (least, least);
    }
    let mut of_first: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for place in 0..pairs.len() {
        of_first.entry(root(&mut first, place)).or_default().push(place);
    }
    of_first.into_values().map(|places| (None, places)).collect()
}
