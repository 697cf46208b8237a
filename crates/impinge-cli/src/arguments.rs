//! The command line. The comments on the fields are the help text.

mod ccd;
mod check;
mod doctor;
mod generate;
mod mask;
mod objects;
mod of_files;
mod pairs;
mod query;
mod robots;
mod run;
mod scenes;
mod settings;
mod srdf;
mod sweep;
mod unknown;
mod view;

use clap::{Parser, Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};

pub(crate) use ccd::{CcdArguments, CcdFormat, CcdKind};
pub(crate) use check::{CheckArguments, Export, Format, GroupBy, Touching};
pub(crate) use doctor::{DoctorArguments, DoctorFormat};
pub(crate) use generate::{GenerateArguments, What};
pub(crate) use mask::{MaskArguments, MaskFormat};
pub(crate) use objects::{DecomposeArguments, FitArguments, ObjectsArguments, ObjectsFormat};
pub(crate) use of_files::{OfFiles, of_all};
pub(crate) use pairs::{Adjacent, PairArguments};
pub(crate) use query::QueryArguments;
pub(crate) use robots::{RobotArguments, Shapes};
pub(crate) use run::RunArguments;
pub(crate) use scenes::{Axis, LimitArguments, SceneArguments};
pub(crate) use settings::SettingsArguments;
pub(crate) use srdf::{DefaultPairs, SrdfArguments, SrdfFormat};
pub(crate) use sweep::{SweepArguments, SweepFormat};
pub(crate) use unknown::lead_to_option;
pub(crate) use view::ViewArguments;

/// Help is no wider than this, however wide the terminal is.
const WIDTH: usize = 100;

/// Finds collisions between objects in scene files
#[derive(Debug, Parser)]
#[command(name = "impinge", version, arg_required_else_help = true, max_term_width = WIDTH)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(CheckArguments),
    #[command(after_help = view::AFTER_HELP, after_long_help = view::EXAMPLES)]
    View(ViewArguments),
    Sweep(SweepArguments),
    Query(QueryArguments),
    Fit(FitArguments),
    Mask(MaskArguments),
    Decompose(DecomposeArguments),
    Ccd(CcdArguments),
    Srdf(SrdfArguments),
    Doctor(DoctorArguments),
    Generate(GenerateArguments),
}

/// More threads than any machine has cores would only cost memory.
const MAX_THREADS: u64 = 1024;

/// A number that is one: neither infinite nor NaN.
fn finite(text: &str) -> Result<f64, String> {
    let number: f64 = text
        .trim()
        .parse()
        .map_err(|_| format!("`{}` is not a number; give a number without a unit", text.trim()))?;
    if number.is_finite() { Ok(number) } else { Err("it must be finite".to_owned()) }
}

/// A whole number within the limits. The message of clap for other numbers shows the range in Rust
/// syntax.
fn whole<N: TryFrom<u64>>(text: &str, least: u64, most: Option<u64>) -> Result<N, String> {
    let number = text.trim().parse().ok().filter(|number: &u64| *number >= least);
    let number = number.filter(|number| most.is_none_or(|most| *number <= most));
    let to = most.map_or("on".to_owned(), |most| format!("to {most}"));
    let number = number.ok_or_else(|| format!("give a whole number from {least} {to}"))?;
    N::try_from(number).map_err(|_| "it is too large".to_owned())
}

/// A whole number from 1 on.
fn from_one<N: TryFrom<u64>>(text: &str) -> Result<N, String> {
    whole(text, 1, None)
}

/// A unit that files can be drawn in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LengthUnit {
    /// Metres
    #[default]
    M,
    /// Millimetres
    Mm,
    /// Centimetres
    Cm,
    /// Inches
    In,
    /// Feet
    Ft,
}

impl From<LengthUnit> for impinge_scene::Unit {
    fn from(unit: LengthUnit) -> Self {
        match unit {
            LengthUnit::M => Self::Metre,
            LengthUnit::Mm => Self::Millimetre,
            LengthUnit::Cm => Self::Centimetre,
            LengthUnit::In => Self::Inch,
            LengthUnit::Ft => Self::Foot,
        }
    }
}

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

impl Color {
    /// Does this stream get colours? `auto` tests the stream and NO_COLOR, CLICOLOR and TERM.
    pub fn is_wanted_on(self, stream: &impl anstream::stream::RawStream) -> bool {
        match self {
            Color::Auto => anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never,
            Color::Always => true,
            Color::Never => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn whole_numbers_are_told_in_words() {
        assert_eq!((from_one("7"), whole(" 0 ", 0, Some(9))), (Ok(7_u32), Ok(0_u8)));
        for text in ["0", "-3", "x", "1.5", "", "99999999999999999999"] {
            assert_eq!(from_one::<u32>(text), Err("give a whole number from 1 on".to_owned()), "{text}");
        }
        assert_eq!(from_one::<u32>("4294967296"), Err("it is too large".to_owned()));
        assert_eq!(whole::<u8>("10", 0, Some(9)), Err("give a whole number from 0 to 9".to_owned()));
    }

    /// What is wrapped cannot be pasted into a shell.
    #[test]
    fn examples_are_not_wrapped() {
        let mut examples = 0;
        for command in Arguments::command().get_subcommands() {
            let text = command.get_after_long_help().or(command.get_after_help()).map(ToString::to_string);
            let text = text.unwrap_or_default();
            for part in text.split("\n\n").filter(|part| part.starts_with("Examples:")) {
                let width = |line: &&str| line.chars().count();
                let widest = part.lines().max_by_key(width).unwrap_or_default();
                assert!(width(&widest) <= WIDTH, "{}: {widest}", command.get_name());
                examples += 1;
            }
        }
        assert!(examples > 8, "only {examples} commands have examples");
    }
}
