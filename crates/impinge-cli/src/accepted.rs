//! Pairs that a person has reviewed and accepted: they stay in the report and do not count.
//!
//! Checks and sweeps share one list but find different things: a sweep finds contacts during motion, a
//! check finds contacts at rest. A run therefore reports an entry as unused only if neither kind of run
//! could match it, and only if this run tested the objects of the entry.

use std::collections::BTreeSet;

use impinge_scene::Object;

use crate::report::{Listed, ids_of_pairs};
use crate::rules::Applied;
use crate::settings::Settings;
use crate::warning::Warning;

/// Marks those that are. The numbers of the entries of the list that nothing falls to.
pub(crate) fn mark(pairs: &mut [impl Listed], settings: &Settings, applied: &Applied) -> Vec<usize> {
    let mut is_used = vec![false; settings.accept.len()];
    for pair in pairs {
        let entries: Vec<usize> =
            entries(pair.id(), pair.sides().map(|object| object.id), settings, applied).collect();
        entries.iter().for_each(|&number| is_used[number] = true);
        if !entries.is_empty() {
            pair.accept(entries.iter().find_map(|&number| settings.accept[number].reason.as_deref()));
        }
    }
    (0..).zip(is_used).filter(|(_, is_used)| !is_used).map(|(number, _)| number).collect()
}

/// Warnings about entries that nothing falls to, but for those that are for an object that may be found
/// elsewhere, with any other one, and for pairs that `--between` leaves out.
pub(crate) fn stale(
    unused: &[usize],
    (settings, applied): (&Settings, &Applied),
    objects: &[Object],
    may_be_found_elsewhere: impl Fn(u32) -> bool,
    message: &str,
) -> Vec<Warning> {
    let id = |number: usize| u64::from_str_radix(settings.accept[number].id.as_deref()?, 16).ok();
    let mut ids: BTreeSet<u64> = unused.iter().filter_map(|&number| id(number)).collect();
    if !ids.is_empty() {
        let elsewhere: Vec<bool> = (0..objects.len() as u32).map(&may_be_found_elsewhere).collect();
        let paths: Vec<&str> = objects.iter().map(|object| object.path.as_str()).collect();
        let found = ids_of_pairs(&ids, &paths, |one, other| {
            elsewhere[one] || elsewhere[other] || applied.is_left_out(one as u32, other as u32)
        });
        ids.retain(|id| !found.contains(id));
    }
    let is_stale = |number: &&usize| match id(**number) {
        Some(id) => ids.contains(&id),
        None => {
            !applied.accepts_any_left_out(**number)
                && !applied.accepts_any_of(**number, &may_be_found_elsewhere)
        }
    };
    let warning = |&number: &usize| Warning {
        file: settings.place(),
        place: place(number, settings),
        message: format!("{message}; remove it if it is no longer needed"),
    };
    unused.iter().filter(is_stale).map(warning).collect()
}

/// An entry, as people find it.
fn place(number: usize, settings: &Settings) -> String {
    let accepted = &settings.accept[number];
    let what = match (&accepted.between, &accepted.id) {
        (Some([a, b]), _) => format!("between {a} and {b}"),
        (None, id) => id.clone().unwrap_or_default(),
    };
    format!("{} ({what})", settings.place_in_file(&format!("accept.{number}")))
}

/// The entries of the list that are for a pair.
fn entries(
    id: &str,
    [a, b]: [u32; 2],
    settings: &Settings,
    applied: &Applied,
) -> impl Iterator<Item = usize> {
    let by_id =
        (0..settings.accept.len()).filter(move |&number| settings.accept[number].id.as_deref() == Some(id));
    by_id.chain(applied.accepted(a, b))
}
