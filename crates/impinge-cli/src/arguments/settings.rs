//! Where the file of settings is: the same for all commands that go by it. The comments on the fields are the
//! help text.

use std::path::PathBuf;

use clap::{Arg, Args};

/// Which file, if any.
#[derive(Clone, Debug, Args)]
pub(crate) struct SettingsArguments {
    /// Settings and rules for pairs of sets; otherwise `impinge.toml` beside the first scene or in a folder
    /// above
    ///
    /// An option takes the place of what the file says for all pairs; what a rule says itself of its pairs
    /// stays. docs/rules.md describes the file.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Do not look for impinge.toml
    #[arg(long, conflicts_with = "config")]
    pub no_config: bool,
}

/// `--config` of commands that ask about objects one by one.
pub(crate) fn of_objects(config: Arg) -> Arg {
    of_files(config, "`unit`, `up`, `gltf-up` and `[[file]]` of it count here")
}

/// `--config` of commands for one robot.
pub(crate) fn of_a_robot(config: Arg) -> Arg {
    of_files(config, "The joints of its `[[file]]` count here, if neither --joint nor --pose says them")
}

/// There are no pairs for which there could be rules.
fn of_files(config: Arg, counts: &str) -> Arg {
    let help = "What is said of files; otherwise `impinge.toml` beside the first one or in a folder above";
    config.help(help).long_help(format!("{help}\n\n{counts}; docs/rules.md describes the file."))
}
