//! What the answers were worth: as data, and as text for people.

use std::fmt::Write;

use anstyle::AnsiColor;
use serde::Serialize;

use super::files::Source;
use crate::columns::{Cell, Column, set};
use crate::style::Style;
use crate::wording::{count, grouped, printable};

/// Goes up whenever something changes for readers of the JSON form.
const SCHEMA: &str = "impinge-ccd/1";

/// So many queries that were answered wrongly are named in the text.
const MOST_NAMED: usize = 20;

/// The answer to a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Answer {
    /// Where it begins in its file.
    pub line: usize,
    /// In truth.
    pub collides: bool,
    pub found: bool,
    /// Includes the time to read the clock.
    pub nanoseconds: u64,
}

/// Counts and times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(super) struct Figures {
    queries: usize,
    /// Those that collide in truth.
    positives: usize,
    /// Collide, but were not found to.
    missed: usize,
    /// Do not collide, but were found to.
    r#false: usize,
    mean_ns: f64,
    /// Half of all took no longer.
    p50_ns: u64,
    p99_ns: u64,
    max_ns: u64,
}

/// The whole report. Its outermost keys are fixed: programs that compare engines read them.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    /// The version of this form.
    schema: &'static str,
    #[serde(flatten)]
    all: Figures,
    files: Vec<File>,
    #[serde(skip)]
    wrong: Vec<Wrong>,
}

#[derive(Debug, Serialize)]
struct File {
    file: String,
    kind: &'static str,
    #[serde(flatten)]
    figures: Figures,
}

/// A query that was answered wrongly.
#[derive(Debug)]
struct Wrong {
    file: String,
    line: usize,
    is_missed: bool,
}

impl Figures {
    fn new<'a>(answers: impl Iterator<Item = &'a Answer>) -> Self {
        let mut figures = Figures::default();
        let mut times = Vec::new();
        for answer in answers {
            figures.queries += 1;
            figures.positives += usize::from(answer.collides);
            figures.missed += usize::from(answer.collides && !answer.found);
            figures.r#false += usize::from(!answer.collides && answer.found);
            times.push(answer.nanoseconds);
        }
        times.sort_unstable();
        let Some(&max) = times.last() else { return figures };
        // The least time that so many of a hundred did not exceed.
        let percentile = |percent: usize| times[(times.len() * percent).div_ceil(100).max(1) - 1];
        let mean = times.iter().sum::<u64>() as f64 / times.len() as f64;
        // Tenths of a nanosecond are more than any clock tells.
        let mean_ns = (mean * 10.0).round() / 10.0;
        Figures { mean_ns, p50_ns: percentile(50), p99_ns: percentile(99), max_ns: max, ..figures }
    }
}

impl Report {
    pub fn new(answered: &[(&Source, Vec<Answer>)]) -> Self {
        let mut wrong = Vec::new();
        let mut files = Vec::new();
        for (source, answers) in answered {
            let file = source.file.display().to_string();
            for answer in answers.iter().filter(|answer| answer.found != answer.collides) {
                wrong.push(Wrong { file: file.clone(), line: answer.line, is_missed: answer.collides });
            }
            files.push(File { file, kind: source.kind.name(), figures: Figures::new(answers.iter()) });
        }
        // Those that were missed first.
        wrong.sort_by_key(|wrong| !wrong.is_missed);
        Report {
            schema: SCHEMA,
            all: Figures::new(answered.iter().flat_map(|(_, answers)| answers)),
            files,
            wrong,
        }
    }

    pub fn is_missed(&self) -> bool {
        self.all.missed > 0
    }

    /// The report for people: a line for each file, what was wrong, and the sum.
    pub fn text(&self, style: Style) -> String {
        let time = |nanoseconds: f64| format!("{:.3} µs", nanoseconds / 1e3);
        let rows: Vec<[Cell; 10]> = self
            .files
            .iter()
            .map(|File { file, kind, figures }| {
                let times = [figures.p50_ns, figures.p99_ns, figures.max_ns];
                let [p50, p99, max] = times.map(|nanoseconds| Cell::from(time(nanoseconds as f64)));
                let counts = [figures.queries, figures.positives, figures.missed, figures.r#false];
                let [queries, positives, missed, alarms] =
                    counts.map(|count| Cell::from(grouped(count as u64)));
                let name = Cell::from(printable(file).into_owned());
                [
                    name,
                    (*kind).into(),
                    queries,
                    positives,
                    missed,
                    alarms,
                    time(figures.mean_ns).into(),
                    p50,
                    p99,
                    max,
                ]
            })
            .collect();
        let header = [
            ("file", Column::Name),
            ("kind", Column::Word),
            ("queries", Column::Number),
            ("positives", Column::Number),
            ("missed", Column::Number),
            ("false", Column::Number),
            ("mean", Column::Number),
            ("p50", Column::Number),
            ("p99", Column::Number),
            ("max", Column::Number),
        ];
        let mut text = set(header, &rows, style.width, style.is_colored) + "\n";
        // Writing to a string cannot fail.
        for Wrong { file, line, is_missed } in self.wrong.iter().take(MOST_NAMED) {
            let what = if *is_missed { "missed" } else { "false" };
            _ = writeln!(text, "{what}: {}, the query from line {line}", printable(file));
        }
        let unnamed = self.wrong.len().saturating_sub(MOST_NAMED);
        if unnamed > 0 {
            _ = writeln!(text, "and {} more with wrong answers", grouped(unnamed as u64));
        }
        let Figures { queries, positives, missed, r#false, mean_ns, p50_ns, p99_ns, max_ns } = self.all;
        let color = if missed > 0 { AnsiColor::Red } else { AnsiColor::Green };
        let color = if style.is_colored { color.on_default().bold() } else { anstyle::Style::new() };
        let queries = match queries {
            1 => "1 query".to_owned(),
            _ => format!("{} queries", grouped(queries as u64)),
        };
        let (positives, missed) = (grouped(positives as u64), grouped(missed as u64));
        let alarms = count(r#false, "false positive");
        let [p50, p99, max] = [p50_ns, p99_ns, max_ns].map(|nanoseconds| time(nanoseconds as f64));
        _ = writeln!(
            text,
            "{color}{missed} missed{color:#} of {positives} that collide; {alarms}; {queries}, each in {} on average (p50 {p50}, \
             p99 {p99}, at most {max})",
            time(mean_ns)
        );
        text
    }
}
