//! The lint of prose: banned words, long comment lines, commit subjects, and the migration table.
//!
//! Banned words belong to a private voice: code that *tells* or *asks*, persons in place of code, archaic
//! words. They are rejected in every page, in the documentation comments of the three libraries and of the
//! command line (its help), and in the texts of the playground.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::lint;

/// Comment lines have at most so many characters.
const MAX_COMMENT: usize = 110;
/// Subjects of commits have at most so many.
const MAX_SUBJECT: usize = 72;
/// Words and phrases in every form of theirs, each group with a better word.
const BANNED: [(&[&str], &str); 9] = [
    (&["tell", "tells", "told", "telling"], "return, report, emit or decide"),
    (&["ask", "asks", "asked", "asking"], "query, test or call"),
    (&["say", "says", "said", "saying"], "return, report, state or warn"),
    (&["want", "wants", "wanted", "wanting"], "need, accept or request"),
    (&["hear", "hears", "heard", "forgets", "knows", "knew"], "receive, drop or store"),
    (&["look at", "looks at", "looked at", "looking at"], "test, visit or read"),
    (&["who", "whom", "whoever", "nobody", "somebody", "one's own"], "name the thing, not a person"),
    (&["mended", "gravest", "gladly", "sooner"], "fixed, worst, earlier, or leave it out"),
    (&["as many as", "that of", "those of"], "name the thing again, or give the number"),
];
/// Sources with documentation that users read.
const DOCUMENTED: [&str; 4] = [
    "crates/impinge/src",
    "crates/impinge-query/src",
    "crates/impinge-scene/src",
    "crates/impinge-cli/src/arguments",
];
/// Sources whose texts in double quotes users read.
const QUOTED: &str = "web/playground";
/// Pages that are no prose of ours: the table of renamed items, and pages that a chore writes from others.
const EXEMPT: [&str; 3] = [MIGRATION, "compare/golden", "crates/impinge/guides"];
/// Commits after this one keep the rule about subjects.
const SINCE: &str = "dbf1de5";
/// Where the table of renamed items is, and the lists of public items that it is compared with.
const MIGRATION: &str = "docs/migration.md";
const LISTS: [&str; 3] = ["docs/api/impinge.txt", "docs/api/impinge-query.txt", "docs/api/impinge-scene.txt"];

/// Everything that breaks a rule about prose.
pub fn complaints(root: &Path, files: &[PathBuf]) -> Result<Vec<String>, String> {
    let mut complaints = Vec::new();
    for path in files {
        let extension = path.extension().and_then(|extension| extension.to_str());
        let prose = match extension {
            Some("md") if !EXEMPT.iter().any(|exempt| path.starts_with(exempt)) => Some(Prose::Page),
            Some("rs") if DOCUMENTED.iter().any(|folder| path.starts_with(folder)) => Some(Prose::Comments),
            Some("ts") if path.starts_with(QUOTED) => Some(Prose::Quoted),
            _ => None,
        };
        if let Some(prose) = prose {
            complaints.extend(banned(path, &lint::text(root, path)?, prose));
        }
        if extension == Some("rs") {
            complaints.extend(long_comments(path, &lint::text(root, path)?));
        }
    }
    complaints.extend(subjects(root));
    complaints.extend(migration(root)?);
    Ok(complaints)
}

/// What of a file is prose for users.
#[derive(Clone, Copy)]
enum Prose {
    /// All of it but code.
    Page,
    /// Documentation comments, but for code in them.
    Comments,
    /// Texts in double quotes.
    Quoted,
}

/// Banned words in the prose of a file; code is skipped.
fn banned(path: &Path, text: &str, prose: Prose) -> Vec<String> {
    let words = words(text, prose);
    let starts_with = |rest: &[(usize, String)], phrase: &str| {
        let phrase: Vec<&str> = phrase.split(' ').collect();
        rest.len() >= phrase.len() && phrase.iter().zip(rest).all(|(a, (_, b))| a == b)
    };
    let complaint = |at: usize| {
        let mut groups = BANNED.iter().flat_map(|(group, better)| group.iter().map(move |p| (p, better)));
        let (phrase, better) = groups.find(|(phrase, _)| starts_with(&words[at..], phrase))?;
        Some(format!("{}:{}: \"{phrase}\": {better}", path.display(), words[at].0))
    };
    (0..words.len()).filter_map(complaint).collect()
}

/// The words of a text in lower case, with their lines: prose alone, without code and quotations of code.
fn words(text: &str, kind: Prose) -> Vec<(usize, String)> {
    let mut words = Vec::new();
    let mut is_code = false;
    for (line, number) in text.lines().zip(1..) {
        let line = line.trim_start();
        let quoted;
        let line = match kind {
            Prose::Page => line,
            Prose::Comments => match line.strip_prefix("///").or_else(|| line.strip_prefix("//!")) {
                Some(line) => line.trim_start(),
                None => continue,
            },
            Prose::Quoted => {
                // A single word is a key.
                let texts = line.split('"').skip(1).step_by(2).filter(|text| text.contains(' '));
                quoted = texts.collect::<Vec<_>>().join(" . ");
                &quoted
            }
        };
        if line.starts_with("```") {
            is_code = !is_code;
        }
        if is_code {
            continue;
        }
        // The opening of a page addresses its readers: "For users who …".
        if line.starts_with("For ") {
            continue;
        }
        // Inline code and the end of a sentence part a phrase.
        let prose = line.split('`').step_by(2).collect::<Vec<_>>().join(" . ").replace('.', " . ");
        let apart = |c: char| !(c.is_alphanumeric() || c == '\'' || c == '.');
        words.extend(prose.split(apart).filter(|w| !w.is_empty()).map(|w| (number, w.to_lowercase())));
    }
    words
}

/// Comment lines that are too long; tables, links and code in them cannot be broken.
fn long_comments(path: &Path, text: &str) -> Vec<String> {
    let mut is_code = false;
    let mut complaints = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let comment = line.trim_start();
        let Some(said) = comment.strip_prefix("//") else { continue };
        let said = said.trim_start_matches(['/', '!']).trim_start();
        if said.starts_with("```") {
            is_code = !is_code;
        }
        let cannot_be_broken = is_code || said.starts_with('|') || said.contains("://");
        if line.chars().count() > MAX_COMMENT && !cannot_be_broken {
            let length = line.chars().count();
            complaints.push(format!("{}:{number}: a comment of {length} characters", path.display()));
        }
    }
    complaints
}

/// Subjects of the commits since the rule holds; none without git or its history.
fn subjects(root: &Path) -> Vec<String> {
    let range = format!("{SINCE}..HEAD");
    let log =
        Command::new("git").args(["log", "--no-merges", "--format=%h %s", &range]).current_dir(root).output();
    let Ok(log) = log else { return Vec::new() };
    if !log.status.success() {
        return Vec::new();
    }
    let text = String::from_utf8_lossy(&log.stdout).into_owned();
    let long = text.lines().filter(|line| {
        line.split_once(' ').is_some_and(|(_, subject)| subject.chars().count() > MAX_SUBJECT)
    });
    long.map(|line| format!("commit {line}: a subject of more than {MAX_SUBJECT} characters")).collect()
}

/// Rows of the table of renamed items whose new name does not exist, or whose old one still does.
fn migration(root: &Path) -> Result<Vec<String>, String> {
    let mut items = HashSet::new();
    for list in LISTS {
        items.extend(lint::text(root, Path::new(list))?.lines().flat_map(paths));
    }
    let page = lint::text(root, Path::new(MIGRATION))?;
    Ok(rows(&page)
        .into_iter()
        .flat_map(|(number, old, new)| {
            let place = format!("{MIGRATION}:{number}");
            let missing = (!items.contains(&new)).then(|| format!("{place}: there is no `{new}`"));
            let is_there = items.contains(&old).then(|| format!("{place}: `{old}` is still there"));
            missing.into_iter().chain(is_there)
        })
        .collect())
}

/// The rows `old | new` of two paths each, with or without outer pipes, with their lines.
fn rows(page: &str) -> Vec<(usize, String, String)> {
    let path = |cell: &str| {
        let inner = cell.trim().strip_prefix('`')?.strip_suffix('`')?.to_owned();
        let is_path = inner.contains("::") && inner.chars().all(|c| c.is_alphanumeric() || "_:".contains(c));
        is_path.then_some(inner)
    };
    let row = |(line, number): (&str, usize)| {
        let line = line.trim();
        let line = line.strip_prefix('|').unwrap_or(line);
        let (old, new) = line.strip_suffix('|').unwrap_or(line).split_once('|')?;
        Some((number, path(old)?, path(new)?))
    };
    page.lines().zip(1..).filter_map(row).collect()
}

/// The paths in a line of a list of public items, without their generic arguments and without `impinge::`.
fn paths(line: &str) -> Vec<String> {
    let mut plain = String::new();
    let mut depth = 0;
    for c in line.chars() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            c if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    let words = plain.split(|c: char| !(c.is_alphanumeric() || "_:".contains(c)));
    words
        .map(|word| word.trim_end_matches(':'))
        .filter(|word| word.contains("::"))
        .map(|word| word.strip_prefix("impinge::").unwrap_or(word).to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn banned_words_are_found_in_prose_alone() {
        let found = |text: &str, prose| banned(Path::new("a"), text, prose).len();
        assert_eq!(found("It tells `told` nothing.\n```\nasked\n```\nRetold.", Prose::Page), 1);
        assert_eq!(found("fn told() {}\n/// Told by whom.\n// told", Prose::Comments), 2);
        assert_eq!(found("It looks\nat that of `a`, looks. At", Prose::Page), 2);
        assert_eq!(found("told: [\"It tells.\", told, \"asked\"]", Prose::Quoted), 1);
    }

    #[test]
    fn long_comments_are_found_unless_they_cannot_be_broken() {
        let long = "x".repeat(MAX_COMMENT);
        let found = |text: &str| long_comments(Path::new("a.rs"), text).len();
        assert_eq!(found(&format!("/// {long}\n// {long}\nlet a = \"{long}\";")), 2);
        assert_eq!(found(&format!("/// | {long} |\n/// ```\n/// {long}\n/// ```")), 0);
    }

    #[test]
    fn rows_and_items_are_read() {
        let page = "| 0.1 | 0.2 |\n|---|---|\n| `cull::Body` | `assembly::Instance` |\n| `--a` | `--b` |\n\n\
                    `a::B` | `c::D`\n`a::B` | `c::D`, `c::E`\n`a::B` | `c::D` | `c::E`\n`a::B`";
        let row = |line, old: &str, new: &str| (line, old.to_owned(), new.to_owned());
        assert_eq!(rows(page), [row(3, "cull::Body", "assembly::Instance"), row(6, "a::B", "c::D")]);
        let line = "pub fn impinge::bvh::Bvh<V>::join<F: FnMut(u32)>(&self, F) -> impinge::Flow";
        assert_eq!(paths(line), ["bvh::Bvh::join", "Flow"].map(str::to_owned)[..1]);
    }
}
