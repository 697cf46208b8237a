//! The arguments of `impinge doctor`. The comments on the fields are the help text.

use clap::{Args, ValueEnum};

/// Print the capabilities of the program on this machine: version, CPU instructions, threads, formats
#[derive(Debug, Args)]
pub(crate) struct DoctorArguments {
    /// Format of the output
    #[arg(long, value_enum, default_value_t)]
    pub format: DoctorFormat,
}

/// Form of the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DoctorFormat {
    /// A table as plain text
    #[default]
    Table,
    /// One object
    Json,
}
