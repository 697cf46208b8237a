//! What people wrote about a group: a file in Markdown, its title first.
//!
//! What they wrote under `## Below 1` explains rows that are behind. Each item of the list begins with the
//! tasks that it is about, in backticks: as they begin, with `*` for any text between.
//!
//! ```text
//! ## Below 1
//!
//! - `ball–ball`, `2D * segment`: the error bound costs as much as the test.
//! ```

/// The section whose items explain rows.
const EXPLAINS: &str = "## Below 1";

/// A note.
#[derive(Debug, PartialEq)]
pub struct Note {
    /// Its first line.
    pub title: String,
    /// The rest; headings are one deeper than in the file, since the page has a title of its own.
    pub text: String,
    /// The tasks that it explains.
    pub explains: Vec<Tasks>,
}

/// Tasks by how they begin.
#[derive(Debug, PartialEq)]
pub struct Tasks(pub String);

impl Tasks {
    /// Is a task one of them?
    pub fn cover(&self, task: &str) -> bool {
        let mut parts = self.0.split('*');
        let Some(rest) = parts.next().and_then(|start| task.strip_prefix(start)) else { return false };
        parts.try_fold(rest, |rest, part| rest.find(part).map(|at| &rest[at + part.len()..])).is_some()
    }
}

impl Note {
    /// Reads a note, or says what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
        let title = first
            .strip_prefix("# ")
            .ok_or("it must begin with its title, in a line that starts with `# `")?;
        let mut explains = Vec::new();
        let (mut in_section, mut in_code) = (false, false);
        let mut deeper = String::new();
        for line in rest.lines() {
            in_code ^= line.starts_with("```");
            let is_heading = line.starts_with('#') && !in_code;
            if is_heading {
                in_section = line == EXPLAINS;
                deeper.push('#');
            }
            if let Some(item) = line.strip_prefix("- ").filter(|_| in_section) {
                explains.extend(explained_by(item)?);
            }
            deeper += line;
            deeper.push('\n');
        }
        Ok(Note { title: title.trim().to_owned(), text: deeper.trim().to_owned(), explains })
    }
}

/// The tasks with which an item begins.
fn explained_by(item: &str) -> Result<Vec<Tasks>, String> {
    let wrong = || {
        format!(
            "under `{EXPLAINS}`, an item must begin with tasks in backticks and a colon; this one does not: `{item}`"
        )
    };
    let mut tasks = Vec::new();
    let mut rest = item;
    loop {
        let (task, after) = rest.strip_prefix('`').and_then(|rest| rest.split_once('`')).ok_or_else(wrong)?;
        tasks.push(Tasks(task.to_owned()));
        match after.strip_prefix(", ") {
            Some(next) => rest = next,
            None if after.strip_prefix(": ").is_some_and(|reason| !reason.trim().is_empty()) => {
                return Ok(tasks);
            }
            None => return Err(wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_text_and_explanations() -> Result<(), String> {
        let text = "# Boxes, `f32`\n\nTwo boxes.\n\n```sh\n# no heading\n```\n\n## Below 1\n\n\
                    - `ball`, `2D * all`: why\n  and more\n- `segment`: why not\n\n## Tried\n\n- nothing\n";
        let note = Note::parse(text)?;
        assert_eq!(note.title, "Boxes, `f32`");
        assert!(note.text.starts_with("Two boxes."), "{}", note.text);
        assert!(note.text.contains("\n### Below 1\n") && note.text.contains("\n# no heading\n"));
        assert_eq!(note.explains, ["ball", "2D * all", "segment"].map(|task| Tasks(task.to_owned())));
        Ok(())
    }

    #[test]
    fn what_is_no_note_is_told() {
        let reason = |text: &str| Note::parse(text).err().unwrap_or_default();
        assert!(reason("Boxes\n").contains("its title"));
        assert!(reason("").contains("its title"));
        for item in ["ball: slow", "`ball` is slow", "`ball`:", "`ball`, segment: slow", "`ball"] {
            let text = format!("# Boxes\n## Below 1\n- {item}\n");
            assert!(reason(&text).contains(item), "{item}");
        }
    }

    #[test]
    fn tasks_are_known_by_how_they_begin() {
        let covers = |tasks: &str, task: &str| Tasks(tasks.to_owned()).cover(task);
        assert!(covers("ball", "ball–ball, 2048 pairs"));
        assert!(!covers("ball", "2D ball–ball"));
        assert!(covers("2D * apart", "2D box–box manifold, apart"));
        assert!(covers("* apart", "2D box–box manifold, apart, warm"));
        assert!(!covers("2D * apart", "2D box–box manifold, mixed"));
        assert!(!covers("a*b*c", "a c b"));
    }
}
