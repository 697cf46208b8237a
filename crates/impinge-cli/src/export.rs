//! The forms of the report and their destinations: one for `--format` and `-o`, and one for each
//! `--export`.
//!
//! To add a form: a word in [`Format`], and a line in [`Exports::render`].

use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use clap::ValueEnum;

use crate::arguments::{CheckArguments, Export, Format};
use crate::check::Checked;
use crate::error::Error;
use crate::form::{Hints, form};
use crate::inputs::{inputs, refuse_baseline};
use crate::output::Output;
use crate::settings::Settings;
use crate::style::Style;
use crate::wording::{count, first_named, printable, written_to};
use crate::{bcf, csv, json, junit, lines, notices, page, summary, table, views};

/// Forms of the report, each with its destination: `--format` first, the others in the order given.
pub(crate) struct Exports<'a> {
    arguments: &'a CheckArguments,
    /// The scene files.
    scenes: Vec<PathBuf>,
    /// What is known to be read before anything is.
    inputs: Vec<PathBuf>,
    places: Vec<(Format, Output)>,
    /// The folder for pictures.
    pictures: Option<&'a Path>,
}

/// What a check is known to read before it reads anything.
pub(crate) fn inputs_of(arguments: &CheckArguments, scenes: &[PathBuf], settings: &Settings) -> Vec<PathBuf> {
    inputs(scenes, &arguments.scene.robots, [&settings.file, &arguments.pairs.srdf])
}

/// What leads to files that are named after none of the forms.
pub(crate) const HINTS: Hints = &[("xml", "for JUnit use --format junit")];

/// Forms that cannot mark a report as incomplete.
const SILENT: [Format; 3] = [Format::Csv, Format::Bcf, Format::Bcf3];

/// The destinations of a report: first `--format` and `-o`, then each `--export`. It rejects two
/// reports with one destination, and forms for programs on a terminal.
pub(crate) fn places<Form: ValueEnum + Default + Copy>(
    (asked, file): (Option<Form>, Option<&Path>),
    hints: Hints,
    more: &[Export<Form>],
    inputs: &[PathBuf],
    is_for_programs: impl Fn(Form) -> bool,
) -> Result<Vec<(Form, Output)>, Error> {
    let report = (form(asked, file, hints)?, file);
    let more = more.iter().map(|Export { format, file }| (*format, Some(file.as_path())));
    let mut places: Vec<(Form, Output)> = Vec::new();
    for (format, file) in [report].into_iter().chain(more) {
        let output = Output::new(file, inputs)?;
        if places.iter().any(|(_, other)| other.is_same_as(&output)) {
            let place = output.file().map_or("standard output".into(), |file| file.display().to_string());
            return Err(Error::OnePlaceForTwoReports { place });
        }
        if is_for_programs(format) && output.file().is_none() && io::stdout().is_terminal() {
            return Err(Error::FormOnTerminal);
        }
        places.push((format, output));
    }
    Ok(places)
}

/// Which files were written; what was found, if the report itself went to one.
pub(crate) fn written<'o>(
    report: &Output,
    written: impl Iterator<Item = &'o Output>,
    summary: &str,
) -> String {
    let mut text = String::new();
    if report.file().is_some() && !summary.is_empty() {
        text = format!("{summary}\n");
    }
    for file in written.filter_map(Output::file) {
        text += &written_to(file);
    }
    text
}

impl<'a> Exports<'a> {
    /// Rejects invalid destinations now, not after a long check.
    pub fn new(
        arguments: &'a CheckArguments,
        scenes: Vec<PathBuf>,
        settings: &Settings,
    ) -> Result<Self, Error> {
        let inputs = inputs_of(arguments, &scenes, settings);
        let report = (arguments.format, arguments.output.as_deref());
        let is_for_programs = |format| matches!(format, Format::Html | Format::Bcf | Format::Bcf3);
        let places = places(report, HINTS, &arguments.export, &inputs, is_for_programs)?;
        let others = places.iter().filter(|(format, _)| *format != Format::Json).map(|(_, output)| output);
        refuse_baseline(others, arguments.baseline.as_deref())?;
        let pictures = arguments.snapshots.as_deref();
        if let Some(folder) = pictures.filter(|folder| !folder.is_dir()) {
            fs::create_dir_all(folder)
                .map_err(|source| Error::Folder { folder: folder.to_owned(), source })?;
        }
        Ok(Exports { arguments, scenes, inputs, places, pictures })
    }

    /// The arguments of the check.
    pub fn arguments(&self) -> &'a CheckArguments {
        self.arguments
    }

    /// Where it is written to, but for the pictures.
    pub fn outputs(&self) -> Vec<&Output> {
        self.places.iter().map(|(_, output)| output).collect()
    }

    /// Are groups to be seen in anything?
    pub fn show_groups(&self) -> bool {
        self.has(&[Format::Bcf, Format::Bcf3]) || self.pictures.is_some()
    }

    /// The message when the user interrupts the check while it measures.
    pub fn outcome_of_interruption(&self) -> &'static str {
        if self.places.iter().any(|(_, output)| self.is_baseline(output)) {
            "the baseline will stay unchanged; elsewhere, the findings so far will be reported, except as CSV and BCF"
        } else if self.has(&SILENT) {
            "the findings so far will be reported, except as CSV and BCF, which cannot mark a report as incomplete"
        } else {
            "the findings so far will be reported"
        }
    }

    /// Is one of these forms selected?
    pub fn has(&self, wanted: &[Format]) -> bool {
        self.places.iter().any(|(format, _)| wanted.contains(format))
    }

    /// Would the report that the run is held against be replaced?
    fn is_baseline(&self, output: &Output) -> bool {
        refuse_baseline([output], self.arguments.baseline.as_deref()).is_err()
    }

    /// Writes the report in all forms. An incomplete report is written only in forms that mark it as
    /// such. What these forms cannot contain goes to standard error.
    ///
    /// Every file appears complete or not at all; of several, those before one that cannot be written are
    /// there.
    pub fn deliver(&self, checked: &Checked) -> Result<(), Error> {
        let (places, unwritten): (Vec<_>, Vec<_>) = self.places.iter().partition(|(format, output)| {
            let is_part = checked.report.interruption().is_some();
            !is_part || !SILENT.contains(format) && !self.is_baseline(output)
        });
        let all = places.iter().map(|(format, output)| self.render(*format, output, checked));
        let all = all.collect::<Result<Vec<Vec<u8>>, Error>>()?;
        let pictures = self.pictures_of(checked)?;
        for ((_, output), bytes) in places.iter().zip(&all) {
            output.write(bytes)?;
        }
        for (output, picture) in pictures {
            output.write(picture)?;
        }
        if self.arguments.stats && self.places[0].0 == Format::Csv {
            let style = Style::of(&io::stderr(), self.arguments.run.color);
            notices::say(&table::stages(&checked.report, checked.times, style));
        }
        if !self.arguments.run.quiet {
            let left_out = views::left_out(&checked.report);
            if left_out > 0 && self.show_groups() {
                let groups = count(left_out, "group");
                notices::say(&format!("only the worst groups have topics and pictures; {groups} left out\n"));
            }
            let outputs = places.iter().map(|(_, output)| output);
            let report = &self.places[0].1;
            let mut told = written(report, outputs, &summary::of(&checked.report));
            if let Some(folder) = self.pictures {
                let pictures = match checked.report.groups.len() - left_out {
                    0 => "no pictures".to_owned(),
                    pictures => count(pictures, "picture"),
                };
                told += &format!("{pictures} written to {}\n", printable(&folder.display().to_string()));
            }
            notices::say(&told);
            if let Some(folder) = self.pictures {
                self.tell_earlier_pictures(folder, checked);
            }
            for (_, output) in unwritten {
                let place = output.file().map_or("standard output".into(), |file| file.display().to_string());
                let reason = if self.is_baseline(output) {
                    "an incomplete report would replace the baseline"
                } else {
                    "this format cannot mark a report as incomplete, unlike JSON"
                };
                let message = format!("{place}: not written: {reason}");
                notices::warning(&message, self.arguments.run.color);
            }
        }
        Ok(())
    }

    /// Reports which pictures in the folder are from earlier runs.
    fn tell_earlier_pictures(&self, folder: &Path, checked: &Checked) {
        let earlier = views::of_earlier_runs(folder, &checked.report);
        let are_of = match earlier.len() {
            0 => return,
            1 => "is of an earlier run",
            _ => "are of earlier runs",
        };
        let pictures = count(earlier.len(), "picture");
        let named = first_named(earlier.len(), earlier.into_iter());
        let folder = folder.display();
        let message = format!(
            "{pictures} in {folder} {are_of} ({named}); remove unneeded ones, or choose another folder"
        );
        notices::warning(&message, self.arguments.run.color);
    }

    /// The pictures, if selected, each with its destination: their names are known only now.
    fn pictures_of<'c>(&self, checked: &'c Checked) -> Result<Vec<(Output, &'c [u8])>, Error> {
        let (Some(folder), Some(views)) = (self.pictures, &checked.shown.views) else {
            return Ok(Vec::new());
        };
        let inputs = [&self.inputs[..], &checked.parts].concat();
        let pictures = views::names(&checked.report).zip(views);
        pictures
            .map(|(name, seen)| Ok((Output::new(Some(&folder.join(name)), &inputs)?, &seen.picture[..])))
            .collect()
    }

    /// The report in one form.
    fn render(&self, format: Format, output: &Output, checked: &Checked) -> Result<Vec<u8>, Error> {
        let bytes = match format {
            Format::Table => self.table(output, checked).into_bytes(),
            Format::Json => json::report(&checked.report),
            Format::Jsonl => lines::report(&checked.report),
            Format::Csv => csv::report(&checked.report),
            Format::Junit => junit::report(&checked.report),
            Format::Bcf => self.bcf(output, checked, bcf::Version::Two)?,
            Format::Bcf3 => self.bcf(output, checked, bcf::Version::Three)?,
            Format::Html => {
                // It is there whenever this form is wanted.
                let Some(picture) = &checked.shown.picture else { return Ok(Vec::new()) };
                let report = &checked.report;
                page::of(report, summary::of(report), &report.files, picture)
            }
        };
        Ok(bytes)
    }

    fn bcf(&self, output: &Output, checked: &Checked, version: bcf::Version) -> Result<Vec<u8>, Error> {
        let Some(views) = &checked.shown.views else { return Ok(Vec::new()) };
        let modified = |file: &PathBuf| fs::metadata(file).and_then(|file| file.modified()).ok();
        let date = self.scenes.iter().filter_map(modified).max().unwrap_or(SystemTime::UNIX_EPOCH);
        bcf::report(&checked.report, (views, checked.shown.up), date, version).map_err(|error| Error::Write {
            file: output.file().map_or_else(|| "standard output".into(), Path::to_owned),
            source: error.into(),
        })
    }

    fn table(&self, output: &Output, Checked { report, times, .. }: &Checked) -> String {
        let style = output.style(self.arguments.run.color);
        let mut text = table::pairs(report, self.arguments.all, style);
        if !self.arguments.run.quiet && !text.is_empty() {
            text.push('\n');
        }
        if self.arguments.watch {
            text.push_str(&table::resolved(report));
        }
        if !self.arguments.run.quiet {
            text.push_str(&summary::of(report));
            text.push('\n');
        }
        if self.arguments.stats {
            text.push('\n');
            text.push_str(&table::stages(report, *times, style));
        }
        // Also where nothing but the report is wanted: it would pass for all of it.
        if let Some(interruption) = report.interruption() {
            text += &format!("\n{}\n", notices::text(interruption));
        }
        text
    }
}
