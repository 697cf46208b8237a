//! Where the file of settings is: the same for all commands that go by it. The comments on the fields are the help text.

use std::path::PathBuf;

use clap::Args;

/// Which file, if any.
#[derive(Clone, Debug, Args)]
pub(crate) struct SettingsArguments {
    /// Settings and rules for pairs of sets; otherwise `impinge.toml` beside the first scene or in a folder above
    ///
    /// An option takes the place of what the file says for all pairs; what a rule says itself of its pairs stays. docs/rules.md describes
    /// the file.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Do not look for impinge.toml
    #[arg(long, conflicts_with = "config")]
    pub no_config: bool,
}
