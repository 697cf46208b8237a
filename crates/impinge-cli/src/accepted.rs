//! Pairs that somebody has looked at and found to be right: they stay in the report, and count no more.

use crate::report::{Listed, Status, Warning};
use crate::rules::Applied;
use crate::settings::Settings;

/// Marks those that are, and tells of the entries of the list that none is for: what they were about is gone.
pub(crate) fn mark(pairs: &mut [impl Listed], settings: &Settings, applied: &Applied) -> Vec<Warning> {
    let mut is_used = vec![false; settings.accept.len()];
    for pair in pairs {
        let entries: Vec<usize> =
            entries(pair.id(), pair.sides().map(|object| object.id), settings, applied).collect();
        for number in entries {
            is_used[number] = true;
            pair.mark(Status::Accepted);
        }
    }
    let unused = (1..).zip(&settings.accept).zip(is_used).filter(|(_, is_used)| !is_used);
    let warning = |((number, accepted), _): ((usize, &crate::settings::Accepted), bool)| {
        let what = match (&accepted.between, &accepted.id) {
            (Some([a, b]), _) => format!("between {a} and {b}"),
            (None, id) => id.clone().unwrap_or_default(),
        };
        Warning {
            file: settings.place(),
            place: format!("[[accept]] number {number} ({what})"),
            message: "nothing that is listed falls to it; remove it if what it was for is gone".to_owned(),
        }
    };
    unused.map(warning).collect()
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
