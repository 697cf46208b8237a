//! What can be asked of `impinge view`. The comments on the fields are the help text.

use clap::Args;

use super::CheckArguments;

pub(super) const EXAMPLES: &str = "\
Examples:
  impinge view house.glb
      check the scene and look at what collides
  impinge view architecture.glb electrical.glb --clearance 0.05 -o clashes.html
      the page in a file, to keep or to pass on
  impinge view plant.glb --no-open
      only write the page, and say where it is
  impinge sweep crane.glb --view
      of what moves, the page has a slider for time; `impinge sweep --help` has the options for it

All other options are those of `impinge check`, without --format and --watch.

Exit codes:
  0  nothing collides
  1  something collides (0 with --exit-zero); with --baseline, something new
  2  the check could not be made; the message says why
  130  it was interrupted (Ctrl-C): the page, which is not opened then, holds what was measured so far, if anything was";

pub(super) const AFTER_HELP: &str =
    "Exit codes: 0 nothing collides, 1 something does, 2 error. --help has more, and examples.";

/// Check scene files and look at the collisions in the browser
///
/// Does what `impinge check` does and takes the same options, but --format and --watch; the report is a page,
/// which is one file that needs nothing else. It is written to FILE of -o, or to the folder for temporary
/// files.
#[derive(Debug, Args)]
#[command(mut_arg("format", |argument| argument.hide(true)), mut_arg("watch", |argument| argument.hide(true)))]
pub(crate) struct ViewArguments {
    #[command(flatten)]
    pub check: CheckArguments,

    /// Only write the page, and say where; as it is where no browser is found
    #[arg(long)]
    pub no_open: bool,
}
