//! What `impinge ccd` is asked. The comments on the fields are the help text.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Color;

const CCD_EXAMPLES: &str = r#"Examples:
  impinge ccd sample-queries
      all files in the folder and below; folders named vertex-face and edge-edge say which kind
  impinge ccd data.csv --kind edge-edge --format json
      one file, the result for another program

A file has eight lines a query: the four vertices at the start and at the end of the motion. A
line has the coordinates, as numerator,denominator for each or as one number each, and then
whether the query collides, 1 or 0. The vertices of vertex-face are the vertex and the three
corners of the face; those of edge-edge the ends of the first edge and of the second.

Exit codes:
  0  no collision was missed
  1  one was missed
  2  the queries could not be read; the message says why"#;

/// Answer the queries of a benchmark of continuous collision detection, and compare with the truth
///
/// Tells how many collisions were missed, how many answers were false alarms, and how long a query took,
/// which includes looking at the clock. Every query is answered once, by one thread.
#[derive(Debug, Args)]
#[command(after_long_help = CCD_EXAMPLES, after_help = "Exit codes: 0 none missed, 1 one missed, 2 error. --help has more, and examples.")]
pub(crate) struct CcdArguments {
    /// Files of queries, or folders, of which all .csv files are taken
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// The kind of queries in files that lie in no folder named vertex-face or edge-edge
    #[arg(long, value_enum)]
    pub kind: Option<CcdKind>,

    /// Primitives that come as near as this collide too
    #[arg(
        long,
        value_name = "LENGTH",
        default_value_t = 0.0,
        hide_default_value = true,
        allow_negative_numbers = true
    )]
    pub min_separation: f64,

    /// How much further apart they may be at the time that is found
    #[arg(long, value_name = "LENGTH", default_value_t = 1e-6, allow_negative_numbers = true)]
    pub tolerance: f64,

    /// Form of the report; unless it is said, the one that FILE of -o is named after, such as .json, or else
    /// a table
    #[arg(long, value_enum)]
    pub format: Option<CcdFormat>,

    /// Write the report to FILE instead of standard output
    ///
    /// The file appears complete or not at all; one that exists is replaced. `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// No progress, no warnings: nothing but the report and errors
    #[arg(short, long)]
    pub quiet: bool,

    /// Whether to use colours; `auto` on terminals only, unless NO_COLOR is set
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
    /// Text for people
    #[default]
    Table,
    /// One object: schema, queries, positives, missed, false, mean_ns, p50_ns, p99_ns, max_ns, files
    Json,
}
