//! What a person at the terminal should know besides the report: on standard error.
//!
//! If even that is closed, messages are dropped and the run goes on.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use crate::arguments::{Color, PairArguments, RunArguments};
use crate::error::Error;
use crate::warning::Warning;
use crate::wording::{count, printable};

/// At most this many warnings are printed.
const SHOWN: usize = 20;

/// Prints a text unchanged.
pub(crate) fn say(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Prints the error that stopped the check.
pub(crate) fn error(error: &Error, color: Color) {
    say(&labelled("error", AnsiColor::Red, &error.to_string(), color));
}

/// Prints a failure that did not stop the rest.
pub(crate) fn warning(message: &str, color: Color) {
    say(&labelled("warning", AnsiColor::Yellow, message, color));
}

/// Prints useful information where nothing is wrong.
pub(crate) fn note(message: &str, color: Color) {
    say(&labelled("note", AnsiColor::Cyan, message, color));
}

/// Prints the first warnings, and the number of the others.
pub(crate) fn warnings(warnings: &[Warning], color: Color) {
    let mut text = String::new();
    let mut add = |message: &str| text.push_str(&labelled("warning", AnsiColor::Yellow, message, color));
    for warning in warnings.iter().take(SHOWN) {
        add(&self::text(warning));
    }
    if warnings.len() > SHOWN {
        let more = count(warnings.len() - SHOWN, "more warning");
        add(&format!("{more} not shown; --format json lists them all"));
    }
    say(&text);
}

/// Prints the warnings of a run that tested pairs; returns an error instead if there are any and the
/// run is strict.
pub(crate) fn tell_or_refuse(
    warnings: &[Warning],
    pairs: &PairArguments,
    run: &RunArguments,
) -> Result<(), Error> {
    if pairs.strict {
        match warnings {
            [] => {}
            [only] => return Err(Error::Strict { first: text(only) }),
            all => {
                // As there will be no report, nothing else tells any of them.
                all.iter().for_each(|warning| self::warning(&text(warning), run.color));
                return Err(Error::StrictOfMany { warnings: all.len() });
            }
        }
    }
    if !run.quiet {
        self::warnings(warnings, run.color);
    }
    Ok(())
}

/// A warning as text.
pub(crate) fn text(Warning { file, place, message }: &Warning) -> String {
    let file = file.as_ref().map(|file| format!("{file}: ")).unwrap_or_default();
    format!("{file}{place}: {message}")
}

fn labelled(label: &str, color: AnsiColor, message: &str, wish: Color) -> String {
    let style = if wish.is_wanted_on(&io::stderr()) { color.on_default().bold() } else { Style::new() };
    format!("{style}{label}:{style:#} {}\n", printable(message))
}
