//! The report as JUnit XML, which the pages of build servers show: one test for each pair, which fails if the
//! pair is an error.
//!
//! What is accepted, persists since the baseline, or only warns is a test that was skipped, with the reason.
//! Where nothing is listed, one test passes, since a list without tests looks as if nothing had been checked;
//! where nothing was, it is skipped. A check that was interrupted, or that did not measure all pairs, is a
//! test that could not be made.

use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use crate::notices;
use crate::report::{Pair, Report, Status};
use crate::rules::Severity;
use crate::summary;
use crate::wording::printable;

/// The whole report.
pub(crate) fn report(report: &Report) -> Vec<u8> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    // A vector takes everything.
    let written = suites(&mut writer, report);
    debug_assert!(written.is_ok(), "{written:?}");
    let mut bytes = writer.into_inner();
    bytes.push(b'\n');
    bytes
}

fn suites(writer: &mut Writer<Vec<u8>>, report: &Report) -> io::Result<()> {
    let failures = report.pairs.iter().filter(|pair| why_skipped(pair).is_none()).count();
    let errors = usize::from(report.shortfall().is_some());
    let nothing = report.nothing_checked().filter(|_| report.pairs.is_empty() && errors == 0);
    let numbers = [
        ("tests", (report.pairs.len() + errors).max(1)),
        ("failures", failures),
        ("errors", errors),
        ("skipped", report.pairs.len() - failures + usize::from(nothing.is_some())),
    ];
    let numbers = numbers.map(|(name, number)| (name, number.to_string()));
    let numbers = || numbers.iter().map(|(name, number)| (*name, number.as_str()));
    let files = printable(&report.files.join(", ")).into_owned();
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let suites = writer.create_element("testsuites").with_attributes(numbers());
    suites.write_inner_content(|writer| {
        let suite = writer.create_element("testsuite").with_attribute(("name", "impinge check"));
        let suite = suite.with_attributes(numbers());
        suite.write_inner_content(|writer| {
            if let Some(shortfall) = report.shortfall() {
                let message = notices::text(shortfall);
                case(writer, &files, "the whole check").write_inner_content(|writer| {
                    let error = writer.create_element("error").with_attribute(("message", message.as_str()));
                    error.with_attribute(("type", shortfall.place.trim_start_matches('-'))).write_empty()?;
                    Ok(())
                })?;
            } else if report.pairs.is_empty() {
                let summary = printable(&summary::of(report)).into_owned();
                let case = case(writer, &files, &summary);
                match nothing {
                    Some(nothing) => case.write_inner_content(|writer| skipped(writer, &nothing.message))?,
                    None => case.write_empty()?,
                };
            }
            report.pairs.iter().try_for_each(|pair| test(writer, &files, pair))
        })?;
        Ok(())
    })?;
    Ok(())
}

/// A test of a name.
fn case<'a>(
    writer: &'a mut Writer<Vec<u8>>,
    files: &str,
    name: &str,
) -> quick_xml::writer::ElementWriter<'a, Vec<u8>> {
    writer.create_element("testcase").with_attribute(("classname", files)).with_attribute(("name", name))
}

fn test(writer: &mut Writer<Vec<u8>>, files: &str, pair: &Pair) -> io::Result<()> {
    let name = format!("{} × {}", printable(&pair.a.path), printable(&pair.b.path));
    let message = summary::of_pair(pair);
    let [x, y, z] = pair.place();
    let details = format!(
        "id {}\npoint {x:?} {y:?} {z:?}\nnormal {:?} {:?} {:?}\n",
        pair.id, pair.normal[0], pair.normal[1], pair.normal[2]
    );
    case(writer, files, &name).write_inner_content(|writer| {
        match why_skipped(pair) {
            Some(why) => {
                let reason = pair.reason.as_ref().map(|reason| format!(" ({})", printable(reason)));
                let message = format!("{why}{}: {message}", reason.unwrap_or_default());
                skipped(writer, &message)?;
            }
            None => {
                let failure = writer.create_element("failure").with_attribute(("message", message.as_str()));
                let failure = failure.with_attribute(("type", pair.kind.name()));
                failure.write_text_content(BytesText::new(&details))?;
            }
        }
        Ok(())
    })?;
    Ok(())
}

/// Why a test was not made, or its outcome does not count.
fn skipped(writer: &mut Writer<Vec<u8>>, why: &str) -> io::Result<()> {
    writer.create_element("skipped").with_attribute(("message", why)).write_empty()?;
    Ok(())
}

/// Why a pair does not count; nothing if it does.
fn why_skipped(pair: &Pair) -> Option<&'static str> {
    match (pair.status, pair.severity) {
        (Some(status @ (Status::Accepted | Status::Persisting)), _) => Some(status.name()),
        (_, Severity::Error) => None,
        (_, severity) => Some(severity.name()),
    }
}
