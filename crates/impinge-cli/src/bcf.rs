//! The report as BCF, which programs for buildings exchange their findings in: a zip with one topic per
//! group.
//!
//! A topic has a camera on the clash, the objects it is about, and a picture. It is known by a name
//! that is made of the group, so that the same clash of tomorrow is the same topic. Dates are the dates
//! of the scene files, so that the same files make the same bytes. Coordinates are in metres, with z
//! up, as BCF requires.
//!
//! buildingSMART, "BCF-XML" 2.1 (2017) and 3.0 (2021). What both have in common is written once; what differs
//! is named where it does.

mod xml;

use std::collections::BTreeSet;
use std::io::{Cursor, Write};
use std::path::Path;
use std::time::{Duration, SystemTime};

use impinge_scene::UpAxis;
use uuid::Uuid;
use zip::ZipWriter;
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;

use crate::file_labels;
use crate::report::{Group, Pair, Report, Status};
use crate::views::{GroupView, pairs_of_groups};

/// The version of BCF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Version {
    /// 2.1, which most programs read.
    Two,
    /// 3.0.
    Three,
}

/// A name that is made of other names, always the same.
fn name_of(what: &str) -> Uuid {
    Uuid::new_v5(&Uuid::new_v5(&Uuid::NAMESPACE_URL, b"impinge:bcf"), what.as_bytes())
}

/// The names of all groups: from the object that all pairs share, or else from the most severe pair.
///
/// Of several groups of one object that differ in severity or status, one has the name that it would have
/// alone: what persists before what is new, so that a topic goes on where it was, and what is accepted last.
fn names_of_groups(report: &Report, pairs: &[Vec<&Pair>]) -> Vec<Uuid> {
    let own = |group: &Group| {
        let shared =
            group.object.map(|id| format!("{}:{}", group.kind.name(), report.objects[id as usize].path));
        let gravest = || pairs[group.id].first().map(|pair| pair.id.clone());
        shared.or_else(gravest).unwrap_or_default()
    };
    let rank = |group: &Group| {
        let of_status = match group.status {
            None | Some(Status::Persisting) => 0,
            Some(Status::New) => 1,
            Some(Status::Accepted) => 2,
        };
        (of_status, group.severity, group.id)
    };
    let mut groups: Vec<&Group> = report.groups.iter().collect();
    groups.sort_by_key(|group| rank(group));
    let mut taken = BTreeSet::new();
    let mut names = vec![Uuid::nil(); groups.len()];
    for group in groups {
        let own = own(group);
        names[group.id] = if taken.insert(own.clone()) {
            name_of(&own)
        } else {
            // Own names begin with a kind of clash, or are the id of a pair.
            name_of(&format!(
                "group:{}:{}:{own}",
                group.severity.name(),
                group.status.map_or("", Status::name)
            ))
        };
    }
    names
}

/// The end of the year 9999, in seconds since 1970: years have four digits.
const LAST_SECOND: u64 = 253_402_300_799;

/// The file, with a topic for each group that there is a view of.
pub(crate) fn report(
    report: &Report,
    (views, up): (&[GroupView], UpAxis),
    date: SystemTime,
    version: Version,
) -> ZipResult<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let mut add = |name: &str, content: &[u8]| {
        archive.start_file(name, SimpleFileOptions::default())?;
        archive.write_all(content)?;
        ZipResult::Ok(())
    };
    // Files may bear any date, also one that cannot be written.
    let last = SystemTime::UNIX_EPOCH + Duration::from_secs(LAST_SECOND);
    let date = humantime::format_rfc3339_seconds(date.clamp(SystemTime::UNIX_EPOCH, last)).to_string();
    // By their names: folders belong to this machine, and the file is passed on.
    let files = file_labels::of(&report.files.iter().map(Path::new).collect::<Vec<_>>());
    let pen = xml::Pen { version, date: &date, files: &files, is_y_up: up == UpAxis::Y };
    add("bcf.version", &pen.version())?;
    if version == Version::Three {
        add("extensions.xml", &pen.extensions())?;
    }
    let pairs = pairs_of_groups(report);
    let names = names_of_groups(report, &pairs);
    for (((group, seen), name), pairs) in report.groups.iter().zip(views).zip(names).zip(&pairs) {
        let viewpoint = name_of(&format!("viewpoint:{name}"));
        add(&format!("{name}/markup.bcf"), &pen.markup(report, group, pairs, name, viewpoint))?;
        add(&format!("{name}/viewpoint.bcfv"), &pen.viewpoint(pairs, &seen.view, viewpoint))?;
        add(&format!("{name}/snapshot.png"), &seen.picture)?;
    }
    Ok(archive.finish()?.into_inner())
}
