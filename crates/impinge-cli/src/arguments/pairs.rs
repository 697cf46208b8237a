//! The arguments about pairs, for `check` and `sweep`. The comments on the fields are the help text.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::SettingsArguments;

/// Which pairs are tested, and how findings are treated.
#[derive(Clone, Debug, Args)]
pub(crate) struct PairArguments {
    #[command(flatten)]
    pub settings: SettingsArguments,

    /// Print the effective settings in the format of impinge.toml, and exit
    #[arg(long)]
    pub show_settings: bool,

    /// Only test pairs of one object that matches A and one that matches B; may be repeated
    ///
    /// Globs, as for --ignore, or names of sets in impinge.toml.
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    pub between: Vec<String>,

    /// Leave out objects whose name or path matches PATTERN; may be repeated
    ///
    /// A glob for the whole name or the whole path (`house.glb/Roof/Beam`): `*` matches any characters, also
    /// `/`; `?` matches one; `[ab]` matches one of several; `{door,window}` matches one of several words.
    /// Matching is case-sensitive. Ignored objects are in no pair.
    #[arg(long, value_name = "PATTERN")]
    pub ignore: Vec<String>,

    /// Whether to test pairs of adjacent links of a robot
    ///
    /// Links are adjacent if a joint connects them. Links without shapes may be in between, if at most one
    /// joint on the way moves or if the links touch at rest. In most robots adjacent links overlap by design.
    /// Shapes of one link are never tested against each other.
    #[arg(long, value_enum, value_name = "WHAT", default_value_t, help_heading = "Robots")]
    pub adjacent: Adjacent,

    /// Skip pairs of links that this SRDF file disables
    #[arg(long, value_name = "FILE", help_heading = "Robots")]
    pub srdf: Option<PathBuf>,

    /// Treat warnings as errors: unreadable parts that were left out, and patterns and rules that match
    /// nothing
    #[arg(long)]
    pub strict: bool,

    /// Exit with 0 even if collisions are found; errors still exit with 2
    #[arg(long)]
    pub exit_zero: bool,
}

/// What to do about links that are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Adjacent {
    /// Skip them
    #[default]
    Ignore,
    /// Test them like all other pairs
    Report,
}
