//! The report in one line, and a pair in a few words.

use crate::columns::{label, shortened};
use crate::report::{Changes, DistanceKind, Kind, Listed, Object, Pair, Report, Side, Status};
use crate::rules::Severity;
use crate::warning::NOTHING_CHECKED;
use crate::wording::{count, first_named, grouped, length, printable};

/// Describes in plain words how two objects collide.
pub(crate) fn of_pair(pair: &Pair) -> String {
    let length = length(pair.distance.abs());
    let kind = match pair.inner {
        Some(Side::A) => format!("{} (the first in the second)", pair.kind.name()),
        Some(Side::B) => format!("{} (the second in the first)", pair.kind.name()),
        None => pair.kind.name().to_owned(),
    };
    match (pair.kind, pair.distance_kind) {
        (Kind::Touching, _) => kind,
        (Kind::Clearance, _) => format!("{kind}, {length} apart"),
        (_, DistanceKind::Exact) => format!("{kind}, {length} deep"),
        (_, DistanceKind::UpperBound) => format!("{kind}, at most {length} deep"),
        (_, DistanceKind::LowerBound) => format!("{kind}, at least {length} deep"),
    }
}

/// What was found among how much.
pub(crate) fn of(report: &Report) -> String {
    let touching = report.pairs.iter().filter(|pair| pair.kind == Kind::Touching).count();
    let unlisted = report.counts.touching.saturating_sub(touching);
    let checked = report.objects.iter().filter(|object| !object.ignored);
    let triangles = checked.clone().map(|object| object.triangles).sum();
    let ignored = report.objects.iter().filter(|object| object.ignored).count();

    let gaps = report.pairs.iter().filter(|pair| pair.kind == Kind::Clearance).count();
    let mut found = match report.pairs.len() - gaps {
        // It must not pass for a clean one.
        0 if report.nothing_checked().is_some() => NOTHING_CHECKED.to_owned(),
        0 if report.interruption().is_some() => "no collision was measured".to_owned(),
        0 => "no collisions".to_owned(),
        collisions => count(collisions, "collision"),
    };
    if gaps > 0 {
        found += &format!(" and {}", count(gaps, "narrow gap"));
    }
    let mut text =
        format!("{found} among {} ({})", count(checked.count(), "object"), count(triangles, "triangle"));
    if ignored > 0 {
        text += &format!(", {} ignored", grouped(ignored as u64));
    }
    let number = |kind| if kind == Kind::Touching { touching } else { report.counts.get(kind) };
    let kinds: Vec<String> = Kind::ALL
        .into_iter()
        .map(|kind| (number(kind), kind.name()))
        .filter(|(number, _)| *number > 0)
        .map(|(number, word)| format!("{} {word}", grouped(number as u64)))
        .collect();
    if !kinds.is_empty() {
        text += &format!(": {}", kinds.join(", "));
    }
    if report.groups.len() < report.pairs.len() {
        text += &format!("; in {}", count(report.groups.len(), "group"));
    }
    text += &not_counted(&report.pairs);
    text += &changed(report.baseline.as_ref());
    if unlisted > 0 {
        text += &format!("; {} not counted (--touching)", count(unlisted, "touching pair"));
    }
    if report.counts.excluded_links > 0 {
        let pairs = count(report.counts.excluded_links, "pair");
        text += &format!(
            "; {pairs} of adjacent or disabled links near each other not tested (--adjacent, --srdf)"
        );
    }
    if report.counts.excluded_by_rules > 0 {
        let pairs = count(report.counts.excluded_by_rules, "pair");
        let by = match (report.rules.between.is_empty(), report.rules.rules.iter().all(|rule| rule.check)) {
            (false, true) => "--between",
            (false, false) => "--between, rules",
            (true, _) => "rules",
        };
        text += &format!("; {pairs} near each other not tested ({by})");
    }
    if report.counts.not_measured > 0 {
        let more = grouped(report.counts.not_measured as u64);
        text += &format!("; {more} more that collide or touch not measured (--max-measured)");
    }
    if report.counts.not_tested > 0 {
        let pairs = count(report.counts.not_tested, "pair");
        text += &format!("; {pairs} near each other not tested for clearance (--max-measured)");
    }
    if report.counts.shallow > 0 {
        text += &format!("; {} shallower than min-depth", count(report.counts.shallow, "pair"));
    }
    text + &open(report)
}

/// How many of the pairs make no exit code, and why.
pub(crate) fn not_counted(pairs: &[impl Listed]) -> String {
    let of_severity = |severity: Severity| {
        (pairs.iter().filter(|pair| pair.severity() == severity).count(), severity.name())
    };
    let accepted = pairs.iter().filter(|pair| pair.status() == Some(Status::Accepted)).count();
    [of_severity(Severity::Warning), of_severity(Severity::Info), (accepted, Status::Accepted.name())]
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, word)| format!("; {} of them {word}", grouped(number as u64)))
        .collect()
}

/// How many pairs are new, persist or are resolved since the report of before, if there is one.
pub(crate) fn changed(changes: Option<&Changes>) -> String {
    let Some(Changes { file, new, persisting, resolved }) = changes else { return String::new() };
    let [new, persisting, resolved] =
        [*new, *persisting, resolved.len()].map(|number| grouped(number as u64));
    format!("; {new} new, {persisting} persisting, {resolved} resolved since {}", printable(file))
}

/// How many objects have no inside that is known, and what the first are called.
fn open(report: &Report) -> String {
    let number = report.open().count();
    if number == 0 {
        return String::new();
    }
    let objects = report.objects.iter().map(|object| (object.name.as_str(), object.path.as_str()));
    let label = label(objects);
    let name = |object: &Object| shortened(&label(&object.name, &object.path).text, 40);
    let names = first_named(number, report.open().map(name));
    let objects =
        if number == 1 { "1 object is" } else { &format!("{} objects are", grouped(number as u64)) };
    format!("; {objects} not closed, so contained objects are not found ({names})")
}
