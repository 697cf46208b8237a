//! The default form of a report: the one that its file is named after.

use std::path::Path;

use clap::ValueEnum;

use crate::error::Error;

/// Endings that promise a form: of reports, and of tables, texts and pictures of other programs. A
/// table under such a name would be misleading.
const PROMISING: [&str; 24] = [
    "json", "jsonl", "ndjson", "csv", "tsv", "html", "htm", "xml", "bcf", "bcfzip", "sarif", "yaml", "yml",
    "xls", "xlsx", "ods", "doc", "docx", "pdf", "png", "jpg", "jpeg", "gif", "svg",
];

/// What other names lead to, each an ending and what to give for it.
pub(crate) type Hints = &'static [(&'static str, &'static str)];

/// The selected form, or else the form that the file is named after, or else a table.
pub(crate) fn form<Form: ValueEnum + Default>(
    asked: Option<Form>,
    file: Option<&Path>,
    hints: Hints,
) -> Result<Form, Error> {
    if let Some(form) = asked {
        return Ok(form);
    }
    let ending = |file: &Path| Some(file.extension()?.to_str()?.to_lowercase());
    let Some((file, ending)) = file.and_then(|file| Some((file, ending(file)?))) else {
        return Ok(Form::default());
    };
    if let Ok(form) = Form::from_str(&ending, false) {
        return Ok(form);
    }
    let hint = hints.iter().find(|(hinted, _)| *hinted == ending).map(|(_, option)| *option);
    if hint.is_none() && !PROMISING.contains(&ending.as_str()) {
        return Ok(Form::default());
    }
    Err(Error::NamedAfterNoForm { file: file.to_owned(), ending, advice: advice::<Form>(hint) })
}

/// Describes how to create such a file, if possible, and how to write a report to it anyway.
fn advice<Form: ValueEnum>(hint: Option<&str>) -> String {
    let names = Form::value_variants().iter().filter_map(Form::to_possible_value);
    let names: Vec<String> = names.map(|name| name.get_name().to_owned()).collect();
    let otherwise = format!("choose its format with --format: {}", names.join(", "));
    hint.map_or(otherwise.clone(), |hint| format!("{hint}; or {otherwise}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::{Format, ObjectsFormat};

    fn named(name: &str) -> Option<Format> {
        form(None, Some(name.as_ref()), &[]).ok()
    }

    #[test]
    fn names_say_the_form_where_nobody_does() {
        for (name, found) in [
            ("last.json", Some(Format::Json)),
            ("out/LAST.JSON", Some(Format::Json)),
            ("lines.jsonl", Some(Format::Jsonl)),
            ("a.json.csv", Some(Format::Csv)),
            ("page.html", Some(Format::Html)),
            ("page.htm", Some(Format::Html)),
            ("topics.bcf", Some(Format::Bcf)),
            ("tests.xml", None),
            ("lines.ndjson", Some(Format::Jsonl)),
            ("table.XLSX", None),
            ("report.txt", Some(Format::Table)),
            ("report", Some(Format::Table)),
            (".json", Some(Format::Table)),
            ("-", Some(Format::Table)),
            ("out.json/report", Some(Format::Table)),
        ] {
            assert_eq!(named(name), found, "{name}");
        }
        let asked = form(Some(Format::Table), Some("last.json".as_ref()), &[]);
        assert!(matches!(asked, Ok(Format::Table)), "what was said counts");
    }

    #[test]
    fn names_that_mislead_are_refused_with_what_to_do() {
        let refused = |hints| form::<ObjectsFormat>(None, Some("out.jsonl".as_ref()), hints).err();
        let told = |hints| refused(hints).map(|error| error.to_string()).unwrap_or_default();
        let rest = "choose its format with --format: table, json";
        assert_eq!(told(&[]), format!("out.jsonl: no report format has the extension .jsonl; {rest}"));
        assert_eq!(
            told(&[("jsonl", "for the volumes give --write FILE")]),
            format!(
                "out.jsonl: no report format has the extension .jsonl; for the volumes give --write FILE; or {rest}"
            )
        );
    }
}
