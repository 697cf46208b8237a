//! Links between pages in Markdown: each leads to a file that is there, and to a heading of it if it names
//! one.
//!
//! Read are lines of text as our pages have them, not all of Markdown: `[text](target)`, headings that begin
//! with `#`, code between backticks, blocks of it between fences.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use crate::{guides, lint};

/// Pieces of other pages, whose links count there, and a made-up page for tests.
const PIECES: &str = "compare";

/// The links of all pages that lead nowhere.
pub fn complaints(root: &Path, files: &[PathBuf]) -> Result<Vec<String>, String> {
    // The guides of the crate have links of rustdoc.
    let is_page = |path: &&PathBuf| {
        path.extension().is_some_and(|e| e == "md")
            && !path.starts_with(PIECES)
            && !path.starts_with(guides::FOLDER)
    };
    let mut pages = BTreeMap::new();
    for path in files.iter().filter(is_page) {
        pages.insert(path.clone(), lint::text(root, path)?);
    }
    let anchors: BTreeMap<&Path, BTreeSet<String>> =
        pages.iter().map(|(path, text)| (path.as_path(), anchors(text))).collect();
    let mut complaints = Vec::new();
    for (path, text) in &pages {
        for (line, link) in links(text).into_iter().filter(|(_, link)| !is_elsewhere(link)) {
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if file.is_empty() { path.clone() } else { beside(path, file) };
            let is_folder = || files.iter().any(|path| path.starts_with(&target));
            if files.binary_search(&target).is_err() && !is_folder() {
                complaints.push(format!("{}:{line}: {file} is not there", path.display()));
            } else if !anchor.is_empty()
                && anchors.get(target.as_path()).is_some_and(|anchors| !anchors.contains(anchor))
            {
                let target = target.display();
                complaints.push(format!("{}:{line}: {target} has no heading for #{anchor}", path.display()));
            }
        }
    }
    Ok(complaints)
}

/// Where the links of a page lead, with the lines that they stand in.
pub fn links(page: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in prose(page) {
        let line = without_code(line);
        let targets = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        found.extend(targets.map(|target| (number, target.to_owned())));
    }
    found
}

/// What the headings of a page are called in links to them, as GitHub and mdBook have it.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    for (_, line) in prose(page) {
        let heading = line.trim_start_matches('#');
        let depth = line.len() - heading.len();
        if !(1..=6).contains(&depth) || !heading.starts_with(' ') {
            continue;
        }
        let name = anchor(heading.trim());
        let numbered = (1..).map(|number| format!("{name}-{number}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !anchors.contains(name));
        anchors.extend(free);
    }
    anchors
}

fn anchor(heading: &str) -> String {
    // Of a link in it only the text counts.
    let parts = heading.split("](").enumerate();
    let shown = parts.map(|(part, text)| match (part, text.split_once(')')) {
        (1.., Some((_, rest))) => rest,
        _ => text,
    });
    let kept = shown.flat_map(str::chars).filter(|&c| c.is_alphanumeric() || " -_".contains(c));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The lines outside of blocks of code, counted from 1.
fn prose(page: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fence = None;
    (1..).zip(page.lines()).filter(move |(_, line)| {
        let mark = ["```", "~~~"].into_iter().find(|mark| line.trim_start().starts_with(mark));
        let is_code = fence.is_some() || mark.is_some();
        if fence.is_none() {
            fence = mark;
        } else if fence == mark {
            fence = None;
        }
        !is_code
    })
}

/// A line without what stands between backticks, of which a code ends with as many as it begins with.
fn without_code(line: &str) -> String {
    let mut kept = String::new();
    let mut rest = line;
    while let Some(start) = rest.find('`') {
        let marks = rest[start..].len() - rest[start..].trim_start_matches('`').len();
        let (mark, after) = rest[start..].split_at(marks);
        kept += &rest[..start];
        rest = after.split_once(mark).map_or(after, |(_, behind)| behind);
    }
    kept + rest
}

/// Does a link lead out of the checkout?
fn is_elsewhere(link: &str) -> bool {
    link.contains("://") || link.starts_with("mailto:")
}

/// The file that a page names, from the root.
fn beside(page: &Path, file: &str) -> PathBuf {
    let mut path = page.parent().unwrap_or(Path::new("")).to_path_buf();
    for part in Path::new(file).components() {
        match part {
            Component::ParentDir if path.pop() => {}
            Component::CurDir => {}
            part => path.push(part),
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn links_are_found_in_text_and_pictures_but_not_in_code() {
        let text = "[a](b.md) and ![c](d/e.svg): ![f][g] (h), [i](j.md#k)\n`[l](m)` ``[n`o](p)`` [`q`](r.md)\n\
                    ```rust\nvec![s](t)\n```\n[u\nv](w)";
        let found = links(text);
        let expected = [(1, "b.md"), (1, "d/e.svg"), (1, "j.md#k"), (2, "r.md"), (7, "w")]
            .map(|(l, t)| (l, t.to_owned()));
        assert_eq!(found, expected);
    }

    #[test]
    fn headings_are_called_as_in_a_browser() {
        let text = "# The *way* of the data\n## What `impinge check` reports: all!\n#hash\n```sh\n# a comment\n```\n\
                    ### [Linked](to.md) – twice\n## A_b-c 2\n## A_b-c 2";
        let expected = [
            "a_b-c-2",
            "a_b-c-2-1",
            "linked--twice",
            "the-way-of-the-data",
            "what-impinge-check-reports-all",
        ];
        assert_eq!(anchors(text).into_iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn what_leads_nowhere_is_told() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let pages = [
            ("README.md", "[docs](docs) [page](docs/a.md#one) [code](docs/code.rs#L3)\n[gone](docs/gone.md)"),
            ("compare/notes/piece.md", "[beside the page that it is put into](a.md)"),
            ("docs/a.md", "# One\n[up](../README.md) [b](b.md#two) [here](#one) [there](#there)"),
            (
                "docs/b.md",
                "[out](https://example.org/) [mail](mailto:a@example.org) [too far](../../README.md)",
            ),
            ("docs/code.rs", ""),
        ];
        for (path, text) in pages {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap_or(folder.path()))?;
            fs::write(path, text)?;
        }
        let told = complaints(folder.path(), &pages.map(|(path, _)| PathBuf::from(path)))?;
        let expected = [
            "README.md:2: docs/gone.md is not there",
            "docs/a.md:2: docs/b.md has no heading for #two",
            "docs/a.md:2: docs/a.md has no heading for #there",
            "docs/b.md:1: ../../README.md is not there",
        ];
        assert_eq!(told, expected);
        Ok(())
    }
}
