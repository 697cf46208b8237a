//! Does the check test any pair of objects? A check that tests none finds nothing, and must not pass
//! for a clean one.

use std::collections::BTreeMap;

use crate::excluded_pairs::{ExcludedPairs, ExclusionCounts};
use crate::rules::Applied;
use crate::warning::{NOTHING_CHECKED, Warning};
use crate::wording::count;

/// A warning if ignored objects, excluded links and rules leave no pair.
pub(crate) fn warning(is_ignored: &[bool], excluded: &ExcludedPairs, applied: &Applied) -> Option<Warning> {
    let mut of_class: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    let kept = (0u32..).zip(is_ignored).filter(|(_, is_ignored)| !**is_ignored);
    for (object, _) in kept.clone() {
        of_class.entry(applied.class(object)).or_default().push(object);
    }
    // Rules decide for classes; only links of one robot are excluded one by one.
    let is_tested = |one: &Vec<u32>, other: &Vec<u32>| {
        let is_pair = |a: u32, b: u32| a != b && !excluded.contains([a, b]);
        applied.is_checked(one[0], other[0]) && one.iter().any(|&a| other.iter().any(|&b| is_pair(a, b)))
    };
    if of_class.values().any(|one| of_class.values().any(|other| is_tested(one, other))) {
        return None;
    }
    if let Some(warning) = all_ignored(is_ignored) {
        return Some(warning);
    }
    let message = match (kept.clone().count(), is_ignored.len()) {
        (1, 1) => "there is only one object, and a collision needs two; bodies within one solid are not separated: export them as separate solids, objects or files"
            .to_owned(),
        (1, _) => "all objects but one are ignored; ignore fewer".to_owned(),
        (left, _) => why_no_pair(left, &excluded.count(kept.map(|(object, _)| object)), applied),
    };
    Some(nothing_checked(message))
}

/// Why no pair of so many objects is left, and which option would change that. Only what was given or applies
/// is named.
fn why_no_pair(objects: usize, excluded: &ExclusionCounts, applied: &Applied) -> String {
    let ExclusionCounts { of_one_link, neighbours, disabled } = *excluded;
    let others = (objects * (objects - 1) / 2).saturating_sub(of_one_link + neighbours + disabled);
    let reasons = [
        (neighbours, "of adjacent links, which `--adjacent report` checks"),
        (disabled, "disabled by --srdf"),
        (of_one_link, "of shapes of one link"),
        (others, applied.leaves_out()),
    ];
    let reasons = reasons.into_iter().filter(|(pairs, _)| *pairs > 0);
    let reasons: Vec<String> =
        reasons.map(|(pairs, why)| format!("{} {why}", count(pairs, "pair"))).collect();
    format!("no pair of {} is left: {}", count(objects, "object"), reasons.join(", "))
}

/// A warning if no object is left to test.
pub(crate) fn all_ignored(is_ignored: &[bool]) -> Option<Warning> {
    let is_any_left = is_ignored.iter().any(|is_ignored| !is_ignored);
    let message = || match is_ignored.len() {
        1 => "the only object is ignored; do not ignore it".to_owned(),
        all => format!("all {} are ignored; ignore fewer", count(all, "object")),
    };
    (!is_any_left).then(|| nothing_checked(message()))
}

fn nothing_checked(message: String) -> Warning {
    Warning { file: None, place: NOTHING_CHECKED.to_owned(), message }
}
