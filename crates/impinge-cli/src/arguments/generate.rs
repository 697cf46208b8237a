//! The arguments of `impinge generate`. The comments on the fields are the help text.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

const EXAMPLES: &str = "\
Examples:
  impinge generate bash -o ~/.local/share/bash-completion/completions
      write completions for bash to a file named impinge in the folder
  impinge generate man -o ~/.local/share/man/man1
      write one page per command, to read with `man impinge-check`";

/// Write manual pages, or completions for a shell
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct GenerateArguments {
    /// What to generate: manual pages, or completions for a shell
    #[arg(value_enum)]
    pub what: What,

    /// Write to FOLDER, which is created if needed: the manual pages of all commands, not only the first one,
    /// or the completions under the file name that the shell expects
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
