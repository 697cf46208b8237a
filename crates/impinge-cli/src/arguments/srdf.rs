//! What can be asked of `impinge srdf`. The comments on the fields are the help text.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::settings::of_a_robot;
use super::{LimitArguments, RobotArguments, RunArguments, SettingsArguments, finite, from_one, whole};

const EXAMPLES: &str = r#"Examples:
  impinge srdf arm.urdf -o arm.srdf
      which pairs of links need no check, as a new SRDF file
  impinge srdf arm.urdf --srdf arm.srdf --samples 100000 -o arm.srdf
      more thoroughly, added to what the file has already
  impinge srdf arm.urdf --joint elbow=1.57 --format json
      with a default pose of its own, as JSON

Reasons:
  Adjacent  neighbours: joined by a joint, also through links without shapes
  Always    in collision in at least the share --always of all samples
  Default   in collision in the default pose: joints at 0, or as near to it as their limits allow, unless --joint and
            --pose say otherwise, or impinge.toml; not with --default ignore
  Never     in collision in no sample, nor in the default pose

Exit codes:
  0  the pairs were found
  2  they could not be; the message says why"#;

/// Find out which pairs of links of a robot need no check, by samples of its joints, and write them as SRDF
///
/// Every joint is sampled uniformly between its limits. Links collide if their surfaces meet, if only in a
/// point, or if one lies in the other. "Never" is as sure as there are samples: what collides in one pose of
/// a thousand is missed by a thousand samples once in three.
#[derive(Debug, Args)]
#[command(mut_arg("config", of_a_robot), after_long_help = EXAMPLES, after_help = "Exit codes: 0 found, 2 error. --help has more, and examples.")]
pub(crate) struct SrdfArguments {
    /// The robot: a .urdf file
    #[arg(value_name = "ROBOT")]
    pub robot: PathBuf,

    /// How many poses to try
    #[arg(long, value_name = "N", default_value_t = 10_000, allow_negative_numbers = true,
          value_parser = from_one::<u32>)]
    pub samples: u32,

    /// Another seed gives other poses; the same one the same, on every machine
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true,
          value_parser = |text: &str| whole::<u64>(text, 0, None))]
    pub seed: u64,

    /// Pairs that collide in this share of the samples, or more, are in collision always
    #[arg(long, value_name = "SHARE", default_value_t = 0.95, value_parser = share, allow_negative_numbers = true)]
    pub always: f64,

    /// What becomes of pairs that collide in the default pose, and not always
    #[arg(long, value_enum, value_name = "WHAT", default_value_t)]
    pub default: DefaultPairs,

    /// An SRDF file to begin with: all that it says is kept, pairs that it lacks are added
    #[arg(long, value_name = "FILE")]
    pub srdf: Option<PathBuf>,

    /// Write SRDF to FILE; `-` is standard output, and the report then goes to standard error
    ///
    /// The file appears complete or not at all; one that exists is replaced, also that of --srdf.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Form of the report
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
    /// They need no check, as a pose that the robot rests in is free of collisions
    #[default]
    Disable,
    /// The default pose counts for nothing: they have to be checked
    Ignore,
}

/// Form of the report about pairs of links.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SrdfFormat {
    /// Text for people
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
