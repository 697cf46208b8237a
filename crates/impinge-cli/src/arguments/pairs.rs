//! Which pairs are looked at, and what is made of them: the same for `check` and `sweep`. The comments on the
//! fields are the help text.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::SettingsArguments;

/// What is said of pairs.
#[derive(Clone, Debug, Args)]
pub(crate) struct PairArguments {
    #[command(flatten)]
    pub settings: SettingsArguments,

    /// Show what the run would go by, in the form of impinge.toml, and end
    #[arg(long)]
    pub show_settings: bool,

    /// Only look at pairs of an object that matches A and one that matches B; may be repeated
    ///
    /// Globs, as for --ignore, or names of sets in impinge.toml.
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    pub between: Vec<String>,

    /// Leave out objects whose name or path matches PATTERN; may be repeated
    ///
    /// A glob on the whole name or the whole path (`house.glb/Roof/Beam`): `*` stands for any characters,
    /// also `/`; `?` for one; `[ab]` for one of several; `{door,window}` for one of several words. Capitals
    /// matter. An ignored object collides with nothing.
    #[arg(long, value_name = "PATTERN")]
    pub ignore: Vec<String>,

    /// Whether pairs of neighbouring links of a robot are looked at
    ///
    /// Links that a joint connects. Links without shapes may be between them, if at most one joint on the way
    /// moves or if the links touch at rest. Neighbours overlap by design in most robots. Shapes of one link
    /// are never looked at.
    #[arg(long, value_enum, value_name = "WHAT", default_value_t, help_heading = "Robots")]
    pub adjacent: Adjacent,

    /// Pairs of links that this SRDF file disables are not looked at
    #[arg(long, value_name = "FILE", help_heading = "Robots")]
    pub srdf: Option<PathBuf>,

    /// Make it an error if anything had to be left out or is not used: unreadable parts, patterns and rules
    /// that match nothing
    #[arg(long)]
    pub strict: bool,

    /// Exit with 0 even if something is found; errors still exit with 2
    #[arg(long)]
    pub exit_zero: bool,
}

/// What to do about links that are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Adjacent {
    /// Do not look at them
    #[default]
    Ignore,
    /// As at any other pair
    Report,
}
