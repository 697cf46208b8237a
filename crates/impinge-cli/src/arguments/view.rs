//! The arguments of `impinge view`. The comments on the fields are the help text.

use clap::Args;

use super::CheckArguments;

pub(super) const EXAMPLES: &str = "\
Examples:
  impinge view house.glb
      check the scene, and show the collisions in the browser
  impinge view architecture.glb electrical.glb --clearance 0.05 -o clashes.html
      write the page to a file, to keep or to share
  impinge view plant.glb --no-open
      only write the page, and print its path
  impinge sweep crane.glb --view
      show a moving scene with a time slider; see `impinge sweep --help`

All other options are those of `impinge check`, without --format and --watch.

Exit codes:
  0  no collision found
  1  collisions found (0 with --exit-zero); with --baseline: new collisions found
  2  the check failed; the error message gives the reason
  130  interrupted (Ctrl-C): the page is not opened, and has the pairs measured so far, if there are any";

pub(super) const AFTER_HELP: &str =
    "Exit codes: 0 no collision, 1 collisions found, 2 error. --help has more, and examples.";

/// Check scene files and show the collisions in the browser
///
/// Does the same as `impinge check` and takes the same options, except --format and --watch. The report is a
/// self-contained page. It is written to the -o file, or to the folder for temporary files.
#[derive(Debug, Args)]
#[command(mut_arg("format", |argument| argument.hide(true)), mut_arg("watch", |argument| argument.hide(true)))]
pub(crate) struct ViewArguments {
    #[command(flatten)]
    pub check: CheckArguments,

    /// Only write the page and print its path, as when no browser is found
    #[arg(long)]
    pub no_open: bool,
}
