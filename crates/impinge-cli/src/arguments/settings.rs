//! The arguments about the settings file. The comments on the fields are the help text.

use std::path::PathBuf;

use clap::{Arg, Args};

/// Which file, if any.
#[derive(Clone, Debug, Args)]
pub(crate) struct SettingsArguments {
    /// Settings file, also with rules for pairs of sets; by default `impinge.toml` beside the first scene or
    /// in a parent folder
    ///
    /// An option overrides the setting of the file for all pairs. The values of a rule still apply to its
    /// pairs. See docs/rules.md.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Do not search for impinge.toml
    #[arg(long, conflicts_with = "config")]
    pub no_config: bool,
}

/// `--config` of commands that process objects one by one.
pub(crate) fn of_objects(config: Arg) -> Arg {
    of_files(config, "This command uses `unit`, `up`, `gltf-up` and `[[file]]` of it")
}

/// `--config` of commands for one robot.
pub(crate) fn of_a_robot(config: Arg) -> Arg {
    of_files(config, "This command uses the joints of its `[[file]]`, unless --joint or --joints sets them")
}

/// There are no pairs for which there could be rules.
fn of_files(config: Arg, counts: &str) -> Arg {
    let help = "Settings file; by default `impinge.toml` beside the first file or in a parent folder";
    config.help(help).long_help(format!("{help}\n\n{counts}. See docs/rules.md."))
}
