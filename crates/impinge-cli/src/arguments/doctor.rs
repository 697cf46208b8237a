//! What can be asked of `impinge doctor`. The comments on the fields are the help text.

use clap::{Args, ValueEnum};

/// Tell what this program can do here: version, instructions of the machine, threads, formats
#[derive(Debug, Args)]
pub(crate) struct DoctorArguments {
    /// Form of the answer
    #[arg(long, value_enum, default_value_t)]
    pub format: DoctorFormat,
}

/// Form of the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DoctorFormat {
    /// Text for people
    #[default]
    Table,
    /// One object
    Json,
}
