//! The report in one line.

use crate::report::{Counts, Report};
use crate::wording::{count, grouped};

/// What was found among how much.
pub(crate) fn of(report: &Report, touching_counts: bool) -> String {
    let Counts { overlapping, contained, touching } = report.counts;
    let checked = report.objects.iter().filter(|object| !object.ignored);
    let triangles = checked.clone().map(|object| object.triangles).sum();
    let ignored = report.objects.iter().filter(|object| object.ignored).count();

    let found = if report.pairs.is_empty() {
        "no collisions".to_owned()
    } else {
        count(report.pairs.len(), "collision")
    };
    let mut text =
        format!("{found} among {} ({})", count(checked.count(), "object"), count(triangles, "triangle"));
    if ignored > 0 {
        text += &format!(", {} ignored", grouped(ignored as u64));
    }
    let listed_touching = if touching_counts { touching } else { 0 };
    let kinds = [(overlapping, "overlapping"), (contained, "contained"), (listed_touching, "touching")];
    let kinds: Vec<String> = kinds
        .iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, word)| format!("{} {word}", grouped(*number as u64)))
        .collect();
    if !kinds.is_empty() {
        text += &format!(": {}", kinds.join(", "));
    }
    if touching > 0 && !touching_counts {
        text += &format!("; {} not counted (--touching)", count(touching, "touching pair"));
    }
    text
}
