//! The arguments about threads and output, for most commands. The comments on the fields are the help text.

use clap::Args;

use super::{Color, MAX_THREADS, whole};

/// Threads, and the messages during the run.
#[derive(Clone, Debug, Args)]
pub(crate) struct RunArguments {
    /// Number of threads; 0 for one per core. Results do not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, allow_negative_numbers = true,
          value_parser = |text: &str| whole::<u16>(text, 0, Some(MAX_THREADS)))]
    pub threads: u16,

    /// No progress, warnings or summary: only the report and errors
    #[arg(short, long)]
    pub quiet: bool,

    /// When to use colours; `auto` uses them on terminals only, unless NO_COLOR is set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub color: Color,
}
