//! The arguments of `impinge ccd`. The comments on the fields are the help text.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Color;

const CCD_EXAMPLES: &str = r#"Examples:
  impinge ccd sample-queries
      read all files in the folder and below; folder names vertex-face and edge-edge set the kind
  impinge ccd data.csv --kind edge-edge --format json
      read one file, and write the result for another program

A file has eight lines per query: the four vertices at the start of the motion, then at its end.
A line has the coordinates, each as numerator,denominator or as one number, then 1 if the query
collides, else 0. A vertex-face query has the vertex and the three corners of the face; an
edge-edge query has the ends of the first edge and of the second.

Exit codes:
  0  no collision was missed
  1  at least one collision was missed
  2  the queries could not be read; the error message gives the reason"#;

/// Run the queries of a continuous collision detection benchmark, and compare the answers with its ground
/// truth
///
/// Reports the number of missed collisions, the number of false positives, and the time per query, which
/// includes reading the clock. Every query runs once, on one thread.
#[derive(Debug, Args)]
#[command(after_long_help = CCD_EXAMPLES, after_help = "Exit codes: 0 none missed, 1 some missed, 2 error. --help has more, and examples.")]
pub(crate) struct CcdArguments {
    /// Query files, or folders, of which all .csv files are read
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Kind of query in files that are not in a folder named vertex-face or edge-edge
    #[arg(long, value_enum)]
    pub kind: Option<CcdKind>,

    /// Primitives that come at least as near as this also collide
    #[arg(
        long,
        value_name = "LENGTH",
        default_value_t = 0.0,
        hide_default_value = true,
        allow_negative_numbers = true
    )]
    pub min_separation: f64,

    /// Maximum further distance of the primitives at the reported time
    #[arg(long, value_name = "LENGTH", default_value_t = 1e-6, allow_negative_numbers = true)]
    pub tolerance: f64,

    /// Format of the report; by default set by the extension of the -o file, such as .json, or else a table
    #[arg(long, value_enum)]
    pub format: Option<CcdFormat>,

    /// Write the report to FILE instead of standard output
    ///
    /// The file is written completely or not at all. An existing file is replaced. `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// No progress or warnings: only the report and errors
    #[arg(short, long)]
    pub quiet: bool,

    /// When to use colours; `auto` uses them on terminals only, unless NO_COLOR is set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub color: Color,
}

/// Which primitives collide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CcdKind {
    /// A vertex and a triangle
    VertexFace,
    /// Two edges
    EdgeEdge,
}

impl CcdKind {
    /// As in the option and in the names of folders.
    pub fn name(self) -> &'static str {
        match self {
            CcdKind::VertexFace => "vertex-face",
            CcdKind::EdgeEdge => "edge-edge",
        }
    }
}

/// Form of the report about queries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CcdFormat {
    /// A table as plain text
    #[default]
    Table,
    /// One object: schema, queries, positives, missed, false, mean_ns, p50_ns, p99_ns, max_ns, files
    Json,
}
