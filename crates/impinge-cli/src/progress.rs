//! How far a run is: one line on standard error, if that is a terminal. It is wiped when the run is over.

use std::fmt;
use std::io::{IsTerminal, stderr};
use std::sync::Once;
use std::time::Duration;

use impinge::assembly::{CascadeStats, Observer, StageReport};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::wording::grouped;

/// The line.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    pub fn new(is_quiet: bool) -> Self {
        let is_shown = !is_quiet && stderr().is_terminal();
        let target = if is_shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target).with_style(ProgressStyle::default_spinner());
        if is_shown {
            // A thread of its own keeps the line alive during long steps.
            bar.enable_steady_tick(Duration::from_millis(100));
        }
        Progress(bar)
    }

    /// The files are being read.
    pub fn reading(&self, files: usize) {
        self.0.set_message(if files == 1 {
            "reading the scene".into()
        } else {
            format!("reading {files} scenes")
        });
    }

    /// Files of queries are being read.
    pub fn reading_queries(&self) {
        self.0.set_message("reading queries");
    }

    /// The search begins. The observer keeps what the stages did, and moves the line.
    pub fn checking(&self) -> Watch<'_> {
        self.0.set_message("searching for objects near each other");
        Watch { stats: CascadeStats::default(), begin: Once::new(), progress: self }
    }

    /// So many pairs that collide are to be measured.
    pub fn measuring(&self, pairs: usize) {
        self.0.set_position(0);
        self.begin("measuring", pairs as u64, "pairs");
    }

    /// Pictures of so many groups are to be drawn.
    pub fn drawing(&self, groups: usize) {
        self.0.set_position(0);
        self.begin("drawing", groups as u64, "pictures");
    }

    /// Volumes are being fitted to so many objects.
    pub fn fitting(&self, objects: usize) {
        self.begin("fitting", objects as u64, "objects");
    }

    /// Sets the number of pieces of time to test.
    pub fn looking(&self, pieces: usize) {
        self.begin("looking", pieces as u64, "time intervals");
    }

    /// So many poses are to be tried.
    pub fn sampling(&self, poses: u32) {
        self.begin("sampling", poses.into(), "poses");
    }

    /// So many queries are to be answered.
    pub fn asking(&self, queries: usize) {
        self.begin("asking", queries as u64, "queries");
    }

    /// So many of them are done.
    pub fn advance_by(&self, queries: usize) {
        self.0.inc(queries as u64);
    }

    /// One of what was begun is done.
    pub fn advance(&self) {
        self.0.inc(1);
    }

    /// The line becomes a bar.
    fn begin(&self, message: &'static str, total: u64, what: &str) {
        self.0.set_length(total);
        self.0.set_message(message);
        let template =
            format!("{{msg}} [{{bar:40}}] {{human_pos}}/{{human_len}} {what}, {{rate}}, {{eta}} left");
        // Where the template is wrong, the line without a bar remains.
        if let Ok(style) = ProgressStyle::with_template(&template) {
            let style = style.with_key("rate", |state: &ProgressState, line: &mut dyn fmt::Write| {
                // A line that cannot be written is not shown.
                let _ = line.write_str(&rate(state.per_sec()));
            });
            self.0.set_style(style.progress_chars("=> "));
        }
    }

    /// The run is over.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}

/// Watches a search.
pub(crate) struct Watch<'a> {
    stats: CascadeStats,
    /// The first pair turns the line into a bar.
    begin: Once,
    progress: &'a Progress,
}

impl Watch<'_> {
    /// What the stages did.
    ///
    /// Where pairs were searched in several parts, a stage reports once for each part: these are added up.
    pub fn stages(&self) -> Vec<StageReport> {
        let mut stages: Vec<StageReport> = Vec::new();
        for report in self.stats.reports() {
            match stages.iter_mut().find(|known| known.stage == report.stage) {
                Some(known) => {
                    known.entered += report.entered;
                    known.left += report.left;
                    known.time += report.time;
                }
                None => stages.push(report),
            }
        }
        stages
    }
}

impl Observer for Watch<'_> {
    fn on_stage(&self, report: StageReport) {
        self.stats.on_stage(report);
    }

    fn on_progress(&self, _done: u64, total: u64) {
        if self.progress.0.is_hidden() {
            return;
        }
        self.begin.call_once(|| self.progress.begin("checking", total, "pairs"));
        // Threads report out of order: count them rather than believe the last.
        self.progress.advance();
    }
}

/// How much is done in a second, with a decimal where it is little.
fn rate(per_second: f64) -> String {
    if per_second < 10.0 {
        format!("{per_second:.1}/s")
    } else {
        format!("{}/s", grouped(per_second.round() as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_short() {
        let told = [0.0, 0.25, 9.94, 81.4, 12_345.6].map(rate);
        assert_eq!(told, ["0.0/s", "0.2/s", "9.9/s", "81/s", "12,346/s"]);
    }
}
