//! The arguments of `impinge query`. The comments on the fields are the help text.

use std::path::PathBuf;

use clap::Args;

use super::Color;

const QUERY_EXAMPLES: &str = r#"Examples:
  echo '{"op":"distance","a":{"type":"ball","radius":1},' \
       '"b":{"shape":{"type":"box","half_extents":[1,1,1]},' \
       '"pose":{"translation":[5,0,0]}}}' | impinge query
      {"id":1,"relation":"disjoint","distance":3.0,"normal":[1.0,0.0,0.0],"points":…}
  impinge query requests.jsonl > answers.jsonl
      answer a file of requests

Operations: relation, distance, penetration, contact, manifold, cast_ray, project_point, ccd,
            time_of_impact, clip, swept_sat, fit, cascade, depth, move_and_slide, mask, gjk_trace
Shapes:     ball, box, aabb, segment, triangle, capsule, tapered_capsule, cylinder, cone, polygon,
            hull, mesh, polyline, height_field, compound, half_space, plane, ray

Exit codes:
  0  every request was answered
  2  at least one request failed; its answer gives the reason"#;

/// Answer queries about pairs of shapes, rays and points: JSON lines in, JSON lines out
///
/// Each input line is a request: an object with `op`, `a`, and `b` or `point`. For each request, one line is
/// written at once, with the `id` of the request or its line number. An invalid request gets an answer with
/// `error` and does not end the run. See docs/query.md for all fields.
#[derive(Debug, Args)]
#[command(after_long_help = QUERY_EXAMPLES, after_help = "Exit codes: 0 all answered, 2 error. --help has more, and examples.")]
pub(crate) struct QueryArguments {
    /// Files of requests, one JSON object per line; `-` or no file is standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// No hint that the program waits for requests from the terminal: only answers and errors
    #[arg(short, long)]
    pub quiet: bool,

    /// When to use colours in messages; `auto` uses them on terminals only, unless NO_COLOR is set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub color: Color,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_of_query_names_all_operations_and_shapes() {
        // From a label to the next one, or to the empty line.
        let listed = |from: &str, to: &str| {
            let (_, text) = QUERY_EXAMPLES.split_once(from).unwrap_or_default();
            let (text, _) = text.split_once(to).unwrap_or_default();
            text.split(',').map(str::trim).collect::<Vec<&str>>()
        };
        assert_eq!(listed("Operations:", "Shapes:"), impinge_query::operations().collect::<Vec<_>>());
        assert_eq!(listed("Shapes:", "\n\n"), impinge_query::shape_kinds().collect::<Vec<_>>());
    }
}
