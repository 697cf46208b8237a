//! The report as a page for the browser: one file that needs nothing else.

use crate::report::Report;
use crate::{json, summary};

/// The page.
pub(crate) fn report(report: &Report) -> Vec<u8> {
    let data = escaped(&String::from_utf8_lossy(&json::report(report)));
    let summary = escaped(&summary::of(report));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>impinge</title>\n<p>{summary}</p>\n<pre>{data}</pre>\n"
    )
    .into_bytes()
}

/// A text as HTML shows it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
