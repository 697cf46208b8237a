//! What `impinge query` is asked on the command line. The comments on the fields are the help text.

use std::path::PathBuf;

use clap::Args;

use super::Color;

const QUERY_EXAMPLES: &str = r#"Examples:
  echo '{"op":"distance","a":{"type":"ball","radius":1},' \
       '"b":{"shape":{"type":"box","half":[1,1,1]},"pose":{"translation":[5,0,0]}}}' | impinge query
      {"id":1,"relation":"disjoint","distance":3.0,"normal":[1.0,0.0,0.0],"points":…}
  impinge query requests.jsonl > answers.jsonl
      a file of requests

Operations: relation, distance, penetration, contact, manifold, cast_ray, project_point, ccd,
            time_of_impact, clip, swept_sat, fit, cascade, depth, move_and_slide, mask, gjk_trace
Shapes:     ball, box, aabb, segment, triangle, capsule, cylinder, cone, polygon, hull, mesh,
            polyline, height_field, compound, half_space, plane, ray

Exit codes:
  0  every line was answered
  2  at least one line could not be answered; its answer says why"#;

/// Answer questions about pairs of shapes, rays and points: JSON lines in, JSON lines out
///
/// Each line is a request, an object with `op`, `a` and `b` or `point`; each gets one line of answer, as soon
/// as it is read, with its `id` or the number of its line. A wrong line is answered with an `error` and does
/// not end the run. docs/query.md describes all fields.
#[derive(Debug, Args)]
#[command(after_long_help = QUERY_EXAMPLES, after_help = "Exit codes: 0 all answered, 2 error. --help has more, and examples.")]
pub(crate) struct QueryArguments {
    /// Files of requests, one JSON object per line; `-`, or none, is standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// No hint that requests are awaited from the terminal: nothing but answers and errors
    #[arg(short, long)]
    pub quiet: bool,

    /// Whether to use colours for messages; `auto` on terminals only, unless NO_COLOR is set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub color: Color,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_of_query_names_all_that_can_be_asked() {
        // From a label to the next one, or to the empty line.
        let told = |from: &str, to: &str| {
            let (_, text) = QUERY_EXAMPLES.split_once(from).unwrap_or_default();
            let (text, _) = text.split_once(to).unwrap_or_default();
            text.split(',').map(str::trim).collect::<Vec<&str>>()
        };
        assert_eq!(told("Operations:", "Shapes:"), impinge_query::operations().collect::<Vec<_>>());
        assert_eq!(told("Shapes:", "\n\n"), impinge_query::kinds_of_shape().collect::<Vec<_>>());
    }
}
