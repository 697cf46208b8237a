//! The page: how to read it, how all groups stand, each group, and what was measured by hand.

use super::FIGURES;
use super::notes::Note;
use super::numbers::ratio;
use super::table::{cell, of_rows, standing};
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
    page += "| group | rows | ahead | behind | median ratio | measured |\n|---|---:|---:|---:|---:|---|\n";
    page.extend(sections.iter().map(line));
    for section in sections {
        page += &format!("\n## {}\n\n{}\n", section.note.title, found(section));
        if !section.note.text.is_empty() {
            page += &format!("\n{}\n", section.note.text);
        }
    }
    page + &format!("\n## {}\n\n{}\n", by_hand.title, by_hand.text)
}

/// How a group stands.
fn line(section: &Section) -> String {
    let title = &section.note.title;
    let link = format!("[{title}](#{})", anchor(title));
    let Some(measured) = section.measured else { return format!("| {link} | | | | | never |\n") };
    let standing = standing(&measured.rows);
    let median = standing.median.map_or_else(|| "–".to_owned(), ratio);
    let day = measured.how.begun.split('T').next().unwrap_or_default();
    format!("| {link} | {} | {} | {} | {median} | {day} |\n", standing.rows, standing.ahead, standing.behind)
}

/// What was measured, and how.
fn found(section: &Section) -> String {
    let Some(Measured { how, rows, .. }) = section.measured else {
        return format!("Not measured yet: run `cargo xtask compare --group {} --write`.", section.name);
    };
    let standing = standing(rows);
    let mut text = format!("{}\n\n{}\n", circumstances(section.name, how), of_rows(rows));
    text += &format!(
        "![Ratios to the best peer: {} ahead, {} behind]({FIGURES}/{}.svg)\n",
        standing.ahead, standing.behind, section.name
    );
    text.trim_end().to_owned()
}

/// A sentence for whoever wants to know how much the figures are worth.
fn circumstances(group: &str, how: &Circumstances) -> String {
    let minute = how.begun.get(..16).unwrap_or(&how.begun).replacen('T', " ", 1);
    let processor = how.processor.as_deref().unwrap_or("unknown processor");
    let cores = if how.cores == 1 { "1 core".to_owned() } else { format!("{} cores", how.cores) };
    let load = match (how.load_at_start, how.load_at_end) {
        (Some(start), Some(end)) => format!("load {start:.2}/{end:.2}"),
        _ => "load unknown".to_owned(),
    };
    let peers: Vec<String> =
        how.versions.iter().map(|(name, version)| format!("{} {}", cell(name), cell(version))).collect();
    let peers = if peers.is_empty() { String::new() } else { format!(" Peers: {}.", peers.join(", ")) };
    format!(
        "`--group {group}`: {minute} UTC, {}, {cores}, {load}; Rust {}, `{}`, {} rounds.{peers}",
        cell(processor),
        how.rust,
        how.profile,
        how.rounds
    )
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

    #[test]
    fn systems_that_tell_little_leave_gaps() {
        let how = Circumstances {
            begun: "2026-11-23T20:15:01Z".to_owned(),
            cores: 1,
            rust: "1.95.0".to_owned(),
            profile: "dist".to_owned(),
            rounds: 21,
            ..Circumstances::default()
        };
        assert_eq!(
            circumstances("rays", &how),
            "`--group rays`: 2026-11-23 20:15 UTC, unknown processor, 1 core, load unknown; Rust 1.95.0, `dist`, 21 rounds."
        );
    }
}
