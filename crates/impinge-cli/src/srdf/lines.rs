//! The pairs as SRDF.

use std::borrow::Cow;

use impinge_scene::robot::Srdf;

use super::report::{Pair, Reason, Report};

/// The whole file: the earlier one with the pairs that it lacks, or a new one.
pub(super) fn file(report: &Report, srdf: Option<&Srdf>) -> String {
    let new = report.pairs.iter().filter(|pair| pair.given.is_none());
    let lines: Vec<String> = new.filter_map(|pair| line(pair, report.samples)).collect();
    let about = format!(
        "  <!-- impinge srdf: {} samples, seed {}; Always: in {} of them or more; Never: in none -->\n",
        report.samples, report.seed, report.always
    );
    let lines = if lines.is_empty() { String::new() } else { about + &lines.concat() };
    match srdf {
        Some(srdf) if lines.is_empty() => srdf.text.clone(),
        Some(srdf) => srdf.insert_lines(&lines),
        None => format!(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<robot name=\"{}\">\n{lines}</robot>\n",
            attribute(&report.robot)
        ),
    }
}

/// An entry, followed by its count if there is one; `None` for a pair that needs a check.
fn line(pair: &Pair, samples: u32) -> Option<String> {
    let reason = pair.reason?;
    let count = match (reason, pair.collisions) {
        (Reason::Always | Reason::Default, Some(count)) => format!(" <!-- in {count} of {samples} -->"),
        _ => String::new(),
    };
    let [link1, link2] = [&pair.link1, &pair.link2].map(|name| attribute(name));
    Some(format!(
        "  <disable_collisions link1=\"{link1}\" link2=\"{link2}\" reason=\"{}\"/>{count}\n",
        reason.name()
    ))
}

/// Characters that would end a text between quotes in XML, or be read back as spaces, and what stands for
/// them; `&` first, as it begins all others.
const ESCAPED: [(char, &str); 6] =
    [('&', "&amp;"), ('<', "&lt;"), ('"', "&quot;"), ('\n', "&#10;"), ('\t', "&#9;"), ('\r', "&#13;")];

/// A text between quotes in XML.
fn attribute(text: &str) -> Cow<'_, str> {
    if !text.contains(ESCAPED.map(|(character, _)| character)) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(
        ESCAPED.iter().fold(text.to_owned(), |text, (character, written)| text.replace(*character, written)),
    )
}
