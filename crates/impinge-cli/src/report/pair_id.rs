//! Names of pairs that stay: 16 hexadecimal digits that depend on the paths of both objects and on nothing
//! else, not on their order either.
//!
//! A hash (FNV-1a of 64 bits) of the lesser path, a byte that is in no text, and the greater path. Of a
//! million pairs, two have the same by a chance of one in forty million.

use std::collections::{BTreeSet, HashMap};

use rayon::prelude::*;

const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;
/// What takes a multiplication by [`PRIME`] back.
const INVERSE: u64 = 0xce96_5057_aff6_957b;
const _: () = assert!(PRIME.wrapping_mul(INVERSE) == 1);

/// The name of a pair of paths.
pub(crate) fn id_of(one: &str, other: &str) -> String {
    let (first, second) = if one <= other { (one, other) } else { (other, one) };
    format!("{:016x}", hash(half(first), second.bytes()))
}

/// Is it a possible result of [`id_of`]?
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

/// Returns the names, as numbers, that are ids of pairs of two of the paths.
///
/// Steps of the hash can be taken back. So not all pairs have to be tried: for each name and each path, as
/// the greater of two, what the hash was before that path is known, and paths that lead there are looked up.
pub(crate) fn ids_of_pairs(
    ids: &BTreeSet<u64>,
    paths: &[&str],
    may_be: impl Fn(usize, usize) -> bool + Sync,
) -> BTreeSet<u64> {
    let mut halves: HashMap<u64, Vec<usize>> = HashMap::new();
    for (number, path) in paths.iter().enumerate() {
        halves.entry(half(path)).or_default().push(number);
    }
    let is_of = |id: u64, second: usize| {
        let back = |hash: u64, byte: u8| hash.wrapping_mul(INVERSE) ^ u64::from(byte);
        let before = paths[second].bytes().rev().fold(id, back);
        let mut firsts = halves.get(&before).into_iter().flatten();
        firsts.any(|&first| first != second && paths[first] <= paths[second] && may_be(first, second))
    };
    let of_second = |second| ids.iter().copied().filter(move |&id| is_of(id, second));
    (0..paths.len()).into_par_iter().flat_map_iter(of_second).collect()
}

/// The hash of the lesser path and of the byte after it.
fn half(first: &str) -> u64 {
    hash(BASIS, first.bytes().chain([0xff]))
}

fn hash(start: u64, bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_depend_on_both_paths_and_not_on_their_order() {
        let id = id_of("site.obj/house", "site.obj/beam");
        assert_eq!(id, id_of("site.obj/beam", "site.obj/house"));
        // Written down once: it may never change, or the reports of before are of no use.
        assert_eq!(id, "7c340a35fa932729");
        assert_ne!(id_of("ab", "c"), id_of("a", "bc"));
        assert!(is_id(&id) && !is_id(&id[1..]) && !is_id("7C340A35FA932729") && !is_id("site.obj/house..."));
    }

    #[test]
    fn ids_are_found_among_paths() {
        let paths = ["roof", "beam", "Türe", "pipe", "be"];
        let number = |one, other| u64::from_str_radix(&id_of(one, other), 16).expect("digits");
        let ids = BTreeSet::from([
            number("roof", "beam"),
            number("Türe", "be"),
            number("pipe", "gone"),
            number("be", "be"),
        ]);
        let all = BTreeSet::from([number("roof", "beam"), number("Türe", "be")]);
        assert_eq!(ids_of_pairs(&ids, &paths, |_, _| true), all);
        let of_doors = ids_of_pairs(&ids, &paths, |one, other| [one, other].contains(&2));
        assert_eq!(of_doors, BTreeSet::from([number("Türe", "be")]));
    }
}
