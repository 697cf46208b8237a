//! In which forms the report of a sweep is written, and where to; as `export` does it for checks.

use std::path::PathBuf;

use super::report::Report;
use super::{lines, table};
use crate::arguments::{SweepArguments, SweepFormat};
use crate::error::Error;
use crate::export::{places, written};
use crate::inputs::refuse_baseline;
use crate::output::Output;
use crate::page::{self, Picture};
use crate::view::{self, Page};
use crate::wording::written_to;
use crate::{json, notices};

/// Forms of the report, each with its destination: `--format` first, the others in the order given.
pub(super) struct Exports<'a> {
    arguments: &'a SweepArguments,
    places: Vec<(SweepFormat, Output)>,
    /// The page that is opened in the browser.
    viewed: Option<Page>,
}

impl<'a> Exports<'a> {
    /// Rejects invalid destinations now, not after a long sweep.
    pub fn new(arguments: &'a SweepArguments, inputs: &[PathBuf]) -> Result<Self, Error> {
        let report = (arguments.format, arguments.output.as_deref());
        let is_for_programs = |format| format == SweepFormat::Html;
        let mut places = places(report, &[], &arguments.export, inputs, is_for_programs)?;
        let others =
            places.iter().filter(|(format, _)| *format != SweepFormat::Json).map(|(_, output)| output);
        refuse_baseline(others, arguments.baseline.as_deref())?;
        let mut viewed = None;
        if arguments.view {
            let is_page = |(format, _): &&(SweepFormat, Output)| *format == SweepFormat::Html;
            let given = places.iter().filter(is_page).find_map(|(_, output)| output.file());
            let page = given.map_or_else(Page::temporary, |file| Ok(Page::Given(file.to_owned())))?;
            if let Page::Temporary(file) = &page {
                places.push((SweepFormat::Html, Output::File(file.to_path_buf())));
            }
            viewed = Some(page);
        }
        Ok(Exports { arguments, places, viewed })
    }

    /// Where it is written to.
    pub fn outputs(&self) -> Vec<&Output> {
        self.places.iter().map(|(_, output)| output).collect()
    }

    /// Is the page one of the forms?
    pub fn has_page(&self) -> bool {
        self.places.iter().any(|(format, _)| *format == SweepFormat::Html)
    }

    /// Writes the report in all forms, and opens the page if requested. The picture is there if the
    /// page is one of the forms.
    ///
    /// Every file appears complete or not at all; of several, those before one that cannot be written are
    /// there.
    pub fn deliver(self, report: &Report, picture: Option<&Picture>) -> Result<(), Error> {
        let all = self.places.iter().map(|(format, output)| self.render(*format, output, report, picture));
        let all: Vec<Vec<u8>> = all.collect();
        for ((_, output), bytes) in self.places.iter().zip(&all) {
            output.write(bytes)?;
        }
        if !self.arguments.run.quiet {
            let outputs = self.places.iter().map(|(_, output)| output);
            notices::say(&written(&self.places[0].1, outputs, table::summary(report).trim_end()));
        }
        if let Some(page) = self.viewed {
            let is_named_here = matches!(page, Page::Temporary(_));
            let page = page.keep()?;
            // Nothing else tells it then; standard output is for the report.
            if is_named_here && self.arguments.run.quiet {
                notices::say(&written_to(&page));
            }
            if !self.arguments.no_open {
                view::open(&page, self.arguments.run.color);
            }
        }
        Ok(())
    }

    fn render(
        &self,
        format: SweepFormat,
        output: &Output,
        report: &Report,
        picture: Option<&Picture>,
    ) -> Vec<u8> {
        match format {
            SweepFormat::Json => json::report(report),
            SweepFormat::Jsonl => lines::json(report),
            SweepFormat::Csv => lines::csv(report),
            SweepFormat::Html => {
                let Some(picture) = picture else { return Vec::new() };
                page::of(report, table::summary(report).trim_end().to_owned(), &report.files, picture)
            }
            SweepFormat::Table => {
                let mut text =
                    table::pairs(report, self.arguments.all, output.style(self.arguments.run.color));
                if !self.arguments.run.quiet {
                    text += if text.is_empty() { "" } else { "\n" };
                    text += &table::summary(report);
                }
                text.into_bytes()
            }
        }
    }
}
