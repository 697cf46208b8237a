//! The page: how to read it, how all groups stand, each group, and what was measured by hand.

use std::collections::{BTreeMap, BTreeSet};

use super::FIGURES;
use super::notes::Note;
use super::numbers::ratio;
use super::table::{cell, library, of_rows, standing};
use crate::circumstances::Circumstances;
use crate::results::Measured;

/// A group on the page.
pub struct Section<'a> {
    /// What `--group` calls it.
    pub name: &'a str,
    /// What is written about it.
    pub note: Note,
    /// Its rows, if it was ever measured.
    pub measured: Option<&'a Measured>,
}

/// The whole page.
pub fn write(head: &Note, sections: &[Section], by_hand: &Note) -> String {
    let mut page = format!("# {}\n\n{}\n\n", head.title, head.text);
    let all: Vec<&Circumstances> =
        sections.iter().filter_map(|section| Some(&section.measured?.how)).collect();
    let common = common_machine(&all);
    if let Some(machine) = &common {
        page += &format!("All groups: {machine}, {}.\n", loads(&all));
    }
    page += &format!("{}\n\n", peers(&all));
    page += "| group | ahead | behind | median ratio |\n|---|---:|---:|---:|\n";
    page.extend(sections.iter().map(line));
    for section in sections {
        let found = found(section, common.is_some());
        page += &format!("\n## {}\n\n{found}\n", section.note.title);
        if !section.note.text.is_empty() {
            page += &format!("\n{}\n", section.note.text);
        }
    }
    page + &format!("\n## {}\n\n{}\n", by_hand.title, by_hand.text)
}

/// How a group stands.
fn line(section: &Section) -> String {
    let title = &section.note.title;
    let link = format!("[{title}](#{}), `{}`", anchor(title), section.name);
    let Some(measured) = section.measured else { return format!("| {link} | never measured |\n") };
    let standing = standing(&measured.rows);
    let median = standing.median.map_or_else(|| "–".to_owned(), ratio);
    format!("| {link} | {} | {} | {median} |\n", standing.ahead, standing.behind)
}

/// What was measured, and how; without the machine if it is that of all groups.
fn found(section: &Section, is_machine_known: bool) -> String {
    let Some(Measured { how, rows, .. }) = section.measured else {
        return format!("Not measured yet: run `cargo xtask compare --group {} --write`.", section.name);
    };
    let standing = standing(rows);
    let circumstances = format!("{}, {}.\n\n", machine(how), loads(&[how]));
    let mut text = if is_machine_known { String::new() } else { circumstances };
    text += &format!(
        "{}\n![{} ahead, {} behind]({FIGURES}/{}.svg)",
        of_rows(rows),
        standing.ahead,
        standing.behind,
        section.name
    );
    text
}

/// What figures depend on besides the peers and the load; none if it differs between groups.
fn common_machine(all: &[&Circumstances]) -> Option<String> {
    let first = machine(all.first()?);
    all.iter().all(|how| machine(how) == first).then_some(first)
}

fn machine(how: &Circumstances) -> String {
    let day = how.begun.split('T').next().unwrap_or_default();
    let processor = cell(how.processor.as_deref().unwrap_or("unknown processor"));
    let cores = if how.cores == 1 { "1 core".to_owned() } else { format!("{} cores", how.cores) };
    format!("{day}, {processor}, {cores}, Rust {}, `{}`, {} rounds", how.rust, how.profile, how.rounds)
}

/// The least and the greatest load at a start or an end.
fn loads(all: &[&Circumstances]) -> String {
    let loads = || all.iter().flat_map(|how| [how.load_at_start, how.load_at_end]).flatten();
    match (loads().min_by(f64::total_cmp), loads().max_by(f64::total_cmp)) {
        (Some(least), Some(most)) => format!("load {least:.2} to {most:.2}"),
        _ => "load unknown".to_owned(),
    }
}

/// The libraries of all groups, each with its versions.
fn peers(all: &[&Circumstances]) -> String {
    let mut versions = BTreeMap::<_, BTreeSet<_>>::new();
    for (name, version) in all.iter().flat_map(|how| &how.versions) {
        versions.entry(library(name)).or_default().insert(cell(version));
    }
    let peer = |(name, versions): (&str, BTreeSet<String>)| {
        format!("{} {}", cell(name), versions.into_iter().collect::<Vec<_>>().join(" and "))
    };
    let peers: Vec<String> = versions.into_iter().map(peer).collect();
    if peers.is_empty() { "No peers.".to_owned() } else { format!("Peers: {}.", peers.join(", ")) }
}

/// The place of a heading in the page, as GitHub and mdBook name it.
fn anchor(title: &str) -> String {
    let kept = title.chars().filter(|letter| letter.is_alphanumeric() || [' ', '-', '_'].contains(letter));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_headings() {
        assert_eq!(anchor("Boxes, balls and segments, `f32`"), "boxes-balls-and-segments-f32");
        assert_eq!(anchor("Times of impact"), "times-of-impact");
    }

    fn measured_on(day: &str, load: Option<f64>) -> Circumstances {
        Circumstances {
            begun: format!("{day}T20:15:01Z"),
            cores: 1,
            load_at_end: load,
            rust: "1.95.0".to_owned(),
            profile: "dist".to_owned(),
            rounds: 21,
            ..Circumstances::default()
        }
    }

    #[test]
    fn machines_without_names_and_loads_leave_gaps() {
        let how = measured_on("2026-11-23", None);
        assert_eq!(machine(&how), "2026-11-23, unknown processor, 1 core, Rust 1.95.0, `dist`, 21 rounds");
        assert_eq!((loads(&[&how]).as_str(), peers(&[&how]).as_str()), ("load unknown", "No peers."));
    }

    #[test]
    fn the_machine_is_common_if_all_groups_have_it() {
        let one = measured_on("2026-11-23", Some(1.0));
        let other = measured_on("2026-11-23", Some(0.5));
        assert_eq!(common_machine(&[&one, &other]), Some(machine(&one)));
        assert_eq!(loads(&[&one, &other]), "load 0.50 to 1.00");
        assert_eq!(common_machine(&[&one, &measured_on("2026-11-24", None)]), None);
        assert_eq!(common_machine(&[]), None);
    }

    #[test]
    fn libraries_are_named_once_with_all_versions() {
        let of = |versions: &[(&str, &str)]| {
            let versions = versions.iter().map(|&(name, version)| (name.to_owned(), version.to_owned()));
            Circumstances { versions: versions.collect(), ..Circumstances::default() }
        };
        let one = of(&[("parry2d", "0.31.1"), ("parry3d", "0.31.1"), ("FCL", "0.7.0.11")]);
        let other = of(&[("FCL", "0.7.0-3"), ("parry", "0.31.1")]);
        assert_eq!(peers(&[&one, &other]), "Peers: FCL 0.7.0-3 and 0.7.0.11, parry 0.31.1.");
    }
}
