//! The report as a page for the browser: one self-contained file that makes no requests, so that it can
//! be mailed, kept and opened anywhere.
//!
//! It holds the JSON report, the geometry ([`Picture`]) and the program that draws both, which `web/` makes
//! and `page/` keeps (`cargo xtask web`). Names from files are data in it and never code: `<` is written as
//! `\u003c`, so that nothing can end the element that the data is in, and the policy at its head lets no
//! other script run, and nothing be fetched.

mod curves;
mod mesh;
mod motion;
mod picture;
mod riders;
mod way;

use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::{file_labels, json};

pub(crate) use motion::Movement;
pub(crate) use picture::Picture;

const PAGE: &str = include_str!("../page/report.html");
const STYLE: &str = include_str!("../page/style.css");
const SCRIPT: &str = include_str!("../page/report.js");

/// What the page has beside the report.
#[derive(Serialize)]
struct SceneData<'a> {
    summary: String,
    program: &'static str,
    #[serde(flatten)]
    picture: &'a Picture,
}

/// The page of a report, of a check or a sweep, with a one-line summary of the findings and files.
pub(crate) fn of(report: &impl Serialize, summary: String, files: &[String], picture: &Picture) -> Vec<u8> {
    let program = concat!("impinge ", env!("CARGO_PKG_VERSION"), " and three.js (MIT licence)");
    let scene = SceneData { summary, program, picture };
    let policy = format!(
        "default-src 'none'; script-src '{}'; style-src '{}'; img-src data: blob:; base-uri 'none'; form-action 'none'",
        hash(SCRIPT),
        hash(STYLE)
    );
    let data = data("report-data", &json::report(report)) + &data("scene-data", &json::report(&scene));
    let script = format!("<script>{SCRIPT}</script>");
    fill([
        ("policy", &policy),
        ("title", &escaped(&title(files))),
        ("style", STYLE),
        ("data", &data),
        ("script", &script),
    ])
}

/// The names of the files without their folders, which mean nothing to other readers of the page.
fn title(files: &[String]) -> String {
    let paths: Vec<&Path> = files.iter().map(Path::new).collect();
    file_labels::of(&paths).join(", ")
}

/// Puts contents into the page, in the order in which it has room for them.
fn fill(contents: [(&str, &str); 5]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = PAGE;
    for (name, content) in contents {
        // A test sees to it that the page has them all.
        let (before, after) = rest.split_once(&format!("<!--{name}-->")).unwrap_or((rest, ""));
        bytes.extend(before.bytes().chain(content.bytes()));
        rest = after;
    }
    bytes.extend(rest.bytes());
    bytes
}

/// JSON as an element that the page reads. In JSON, `<` occurs in texts only, where it may be written like
/// that.
fn data(id: &str, json: &[u8]) -> String {
    let text = String::from_utf8_lossy(json).replace('<', "\\u003c");
    format!("<script type=\"application/json\" id=\"{id}\">{text}</script>\n")
}

/// How a policy names the text of a script or style.
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

/// A text as HTML shows it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_room_for_all_and_scripts_cannot_end_early() {
        let marks: Vec<_> = ["policy", "title", "style", "data", "script"]
            .map(|name| PAGE.find(&format!("<!--{name}-->")))
            .into();
        assert!(marks.iter().all(Option::is_some) && marks.is_sorted(), "{marks:?}");
        assert_eq!(PAGE.matches("<!--").count(), marks.len());
        assert!(!SCRIPT.contains("</script") && !SCRIPT.contains("<!--") && !STYLE.contains("</style"));
        // Browsers read other line ends as these, and then the hash is another one.
        assert!(!SCRIPT.contains('\r') && !STYLE.contains('\r'));
    }

    #[test]
    fn data_stays_data() {
        let text = data("x", br#"{"name":"</script><img onerror=alert(1)>"}"#);
        assert_eq!(text.matches('<').count(), 2);
        assert_eq!(escaped("a<b>&lt;"), "a&lt;b>&amp;lt;");
    }
}
