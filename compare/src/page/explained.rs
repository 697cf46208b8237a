//! A row below 1 must be explained, and an explanation must have something to explain.

use super::notes::Note;
use super::numbers::ratio;
use crate::results::Measured;

/// From one run to the next rows move by some percent. What is explained and nearer to 1 than this may stay
/// so, since it may be below again the next time.
const CLEARLY_AHEAD: f64 = 1.1;

/// What is missing in a note, and what is too much in it; one line each.
pub fn complaints(path: &str, note: &Note, measured: &Measured) -> Vec<String> {
    let leads = || measured.rows.iter().map(|row| (row.task.as_str(), row.lead()));
    let unexplained = leads().filter_map(|(task, lead)| {
        let lead = lead.filter(|&lead| lead < 1.0)?;
        let is_explained = note.explains.iter().any(|tasks| tasks.cover(task));
        (!is_explained).then(|| {
            format!(
                "{path}: nothing under `## Below 1` begins with `{task}`, whose ratio is {}; add a reason",
                ratio(lead)
            )
        })
    });
    let idle = note.explains.iter().filter_map(|tasks| {
        let covered: Vec<_> = leads().filter(|(task, _)| tasks.cover(task)).collect();
        let least = covered.iter().filter_map(|&(_, lead)| lead).min_by(f64::total_cmp);
        let reason = match least {
            _ if covered.is_empty() => "which matches no row; the rows may have been renamed".to_owned(),
            None => "which has no peer; remove it".to_owned(),
            Some(least) if least < CLEARLY_AHEAD => return None,
            Some(least) => format!("which is no longer below 1: its least ratio is {}", ratio(least)),
        };
        Some(format!("{path}: explains `{}`, {reason}", tasks.0))
    });
    unexplained.chain(idle).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circumstances::Circumstances;
    use crate::results::Row;

    fn measured(rows: &[(&str, f64, &[f64])]) -> Measured {
        let row = |&(task, ours, peers): &(&str, f64, &[f64])| {
            let peers = peers.iter().map(|&figure| ("peer".to_owned(), figure));
            Row::new("boxes", task.to_owned(), "ms", Some(ours), peers, String::new())
        };
        let rows = rows.iter().map(row).collect();
        Measured { name: "boxes".to_owned(), how: Circumstances::default(), rows }
    }

    fn told(note: &str, rows: &[(&str, f64, &[f64])]) -> Result<Vec<String>, String> {
        let note = Note::parse(&format!("# Boxes\n## Below 1\n{note}"))?;
        Ok(complaints("boxes.md", &note, &measured(rows)))
    }

    #[test]
    fn a_row_below_1_must_be_explained() -> Result<(), String> {
        let rows: &[(&str, f64, &[f64])] =
            &[("ball", 3.0, &[2.0]), ("box", 1.0, &[2.0]), ("ray", 0.0, &[0.0])];
        let missing =
            "boxes.md: nothing under `## Below 1` begins with `ball`, whose ratio is 0.66; add a reason";
        assert_eq!(told("", rows)?, [missing]);
        assert!(told("- `ball`: why\n", rows)?.is_empty());
        // Elsewhere it explains nothing.
        assert_eq!(told("\n## Tried\n- `ball`: why\n", rows)?, [missing]);
        Ok(())
    }

    #[test]
    fn an_explanation_needs_a_row() -> Result<(), String> {
        let rows: &[(&str, f64, &[f64])] = &[
            ("ball, few", 1.0, &[1.05]),
            ("ball, many", 1.0, &[2.0]),
            ("box", 1.0, &[3.0]),
            ("alone", 1.0, &[]),
        ];
        // Near 1, and with one row that is.
        assert!(told("- `ball`: why\n", rows)?.is_empty());
        assert_eq!(
            told("- `ball, many`, `box`, `alone`, `cone`: why\n", rows)?,
            [
                "boxes.md: explains `ball, many`, which is no longer below 1: its least ratio is 2.00",
                "boxes.md: explains `box`, which is no longer below 1: its least ratio is 3.00",
                "boxes.md: explains `alone`, which has no peer; remove it",
                "boxes.md: explains `cone`, which matches no row; the rows may have been renamed",
            ]
        );
        Ok(())
    }
}
