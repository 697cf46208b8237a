//! The arguments of `impinge srdf`. The comments on the fields are the help text.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::settings::of_a_robot;
use super::{LimitArguments, RobotArguments, RunArguments, SettingsArguments, finite, from_one, whole};

const EXAMPLES: &str = r#"Examples:
  impinge srdf arm.urdf -o arm.srdf
      write the pairs of links that need no check to a new SRDF file
  impinge srdf arm.urdf --srdf arm.srdf --samples 100000 -o arm.srdf
      use more samples, and add pairs to an existing file
  impinge srdf arm.urdf --joint elbow=1.57 --format json
      use another default pose, and print JSON

Reasons:
  Adjacent  the links are connected by a joint, also through links without shapes
  Always    in collision in at least the fraction --always of all samples
  Default   in collision in the default pose; not with --default ignore. Joints are at 0, or at the
            nearest value within their limits, unless --joint, --joints or impinge.toml set them
  Never     in collision in no sample, and not in the default pose

Exit codes:
  0  the pairs were found
  2  the command failed; the error message gives the reason"#;

/// Find pairs of links of a robot that need no check, by sampling its joints, and write them as SRDF
///
/// Every joint is sampled uniformly between its limits. Links collide if their surfaces meet, even in one
/// point, or if one link lies inside the other. "Never" is only as reliable as the number of samples: a
/// thousand samples miss a collision in one of a thousand poses with probability 1/3.
#[derive(Debug, Args)]
#[command(mut_arg("config", of_a_robot), after_long_help = EXAMPLES, after_help = "Exit codes: 0 found, 2 error. --help has more, and examples.")]
pub(crate) struct SrdfArguments {
    /// The robot: a .urdf file
    #[arg(value_name = "ROBOT")]
    pub robot: PathBuf,

    /// Number of poses to sample
    #[arg(long, value_name = "N", default_value_t = 10_000, allow_negative_numbers = true,
          value_parser = from_one::<u32>)]
    pub samples: u32,

    /// Seed of the random poses; the same seed gives the same poses on every machine
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true,
          value_parser = |text: &str| whole::<u64>(text, 0, None))]
    pub seed: u64,

    /// Pairs that collide in at least this fraction of the samples get the reason Always
    #[arg(long, value_name = "SHARE", default_value_t = 0.95, value_parser = share, allow_negative_numbers = true)]
    pub always: f64,

    /// How to treat pairs that collide in the default pose, but not always
    #[arg(long, value_enum, value_name = "WHAT", default_value_t)]
    pub default: DefaultPairs,

    /// An SRDF file to extend: its content is kept, and missing pairs are added
    #[arg(long, value_name = "FILE")]
    pub srdf: Option<PathBuf>,

    /// Write SRDF to FILE; `-` is standard output, and the report then goes to standard error
    ///
    /// The file is written completely or not at all. An existing file is replaced, also the --srdf file.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Format of the report
    #[arg(long, value_enum, default_value_t)]
    pub format: SrdfFormat,

    #[command(flatten)]
    pub limits: LimitArguments,

    #[command(flatten)]
    pub robots: RobotArguments,

    #[command(flatten)]
    pub settings: SettingsArguments,

    #[command(flatten)]
    pub run: RunArguments,
}

/// What becomes of pairs that collide in the default pose, but not always.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DefaultPairs {
    /// Disable them: a robot at rest is assumed to be free of collisions
    #[default]
    Disable,
    /// Ignore the default pose: these pairs must be checked
    Ignore,
}

/// Form of the report about pairs of links.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SrdfFormat {
    /// A table as plain text
    #[default]
    Table,
    /// One object: schema, file, robot, samples, seed, always, default_pose, pairs, counts, warnings
    Json,
}

/// A part of the whole, but not none of it.
fn share(text: &str) -> Result<f64, String> {
    let share = finite(text)?;
    if share > 0.0 && share <= 1.0 {
        Ok(share)
    } else {
        Err("it must be more than 0 and at most 1".to_owned())
    }
}
