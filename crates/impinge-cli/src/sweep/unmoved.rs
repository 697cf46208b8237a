//! Is anything there to be swept? A sweep without testable pairs finds nothing, and must not pass for a
//! clean one.

use super::search::Search;
use crate::empty_check;
use crate::warning::{NOTHING_CHECKED, Warning};
use crate::wording::count;

/// A warning if no pair is left to test, or nothing moves in the window.
pub(super) fn warning(search: &Search) -> Option<Warning> {
    let Search { stage, is_ignored, window, .. } = search;
    if let Some(warning) = empty_check::warning(is_ignored, search.excluded_pairs, search.applied) {
        return Some(warning);
    }
    let kept: Vec<u32> =
        (0u32..).zip(*is_ignored).filter(|(_, ignored)| !**ignored).map(|(id, _)| id).collect();
    let is_moving = |object: u32| stage.motions.is_moving(object as usize);
    // Of two that do not move at all none moves against the other.
    let movers = || kept.iter().copied().filter(|&object| is_moving(object));
    let is_tested = |a: u32| kept.iter().any(|&b| a != b && search.is_tested([a.min(b), a.max(b)]));
    if !search.includes_still && !movers().any(is_tested) {
        let message = format!(
            "no pair to test among the remaining {} has relative motion; --include-still also tests the other pairs",
            count(kept.len(), "object")
        );
        return Some(Warning { file: None, place: NOTHING_CHECKED.to_owned(), message });
    }
    if movers().any(|object| stage.moves_within(object, *window)) {
        return None;
    }
    let [from, to] = window;
    let keys =
        stage.motions.span().map(|[first, last]| format!("; there are keys from {first} s to {last} s"));
    Some(Warning {
        file: None,
        place: "motion".to_owned(),
        message: format!(
            "no tested object moves from {from} s to {to} s{}; change --from and --to",
            keys.unwrap_or_default()
        ),
    })
}
