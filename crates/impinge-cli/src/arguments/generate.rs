//! What can be asked of `impinge generate`. The comments on the fields are the help text.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

const EXAMPLES: &str = "\
Examples:
  impinge generate bash -o ~/.local/share/bash-completion/completions
      completions for bash, in a file named impinge there
  impinge generate man -o ~/.local/share/man/man1
      a page for each command: man impinge-check";

/// Write manual pages, or completions for a shell
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct GenerateArguments {
    /// Manual pages, or the shell
    #[arg(value_enum)]
    pub what: What,

    /// Write to FOLDER, which is made: the manual pages of all commands, not only the first, or the
    /// completions as the shell looks for them
    #[arg(short, long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
}

/// What can be generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum What {
    /// Manual pages
    Man,
    Bash,
    Zsh,
    Fish,
    Elvish,
    Powershell,
}
