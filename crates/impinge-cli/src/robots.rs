//! Robots among the scene files: their poses, and which object is which link.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::Path;

use impinge_scene::motion::SceneMotion;
use impinge_scene::robot::{Configuration, Packages, Robot, RobotOptions, Trajectory, pose_from_csv};
use impinge_scene::{LoadOptions, Scene, SceneError, Warning};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

use crate::arguments::{LimitArguments, RobotArguments};
use crate::error::Error;
use crate::neighbours::neighbours;
use crate::sources::is_standard_input;

/// A robot, and which of its links each object of its scene is.
#[derive(Clone, Debug)]
pub(crate) struct PlacedRobot {
    pub robot: Robot,
    /// Its place among the files that are read.
    pub file: usize,
    /// The number of its first object in the whole scene.
    pub first_object: usize,
    /// For each of its objects the number of the link.
    pub links: Vec<usize>,
    /// Pairs of neighbouring links, the smaller number first.
    pub neighbours: BTreeSet<[usize; 2]>,
}

/// The option that sets joint values of all robots on the command line.
const BY_WORDS: &str = "--joint";

/// Joint values by name, each with the place that sets it.
#[derive(Clone, Debug, Default)]
pub(crate) struct JointValues(Vec<(String, f64, String)>);

impl JointValues {
    /// First the values of the file, then the values of the command line, which override them. `name`
    /// returns the joint that a name refers to, and `None` for a name that is not for all robots.
    pub fn read(arguments: &RobotArguments, name: impl Fn(&str) -> Option<String>) -> Result<Self, Error> {
        let mut values = match &arguments.joints {
            Some(file) if is_standard_input(file) => return Err(Error::NoStandardInput),
            Some(file) => {
                let refuse = |reason| Error::Joints { file: file.clone(), reason };
                let values = joints_file(file).map_err(refuse)?;
                once_each(&values).map_err(|reason| refuse(reason + "; leave one out"))?;
                let said_by = format!("--joints {}", file.display());
                values.into_iter().map(|(joint, value)| (joint, value, said_by.clone())).collect()
            }
            None => Vec::new(),
        };
        let named = arguments.joint.iter().filter_map(|(joint, value)| Some((name(joint)?, *value)));
        let named: Vec<(String, f64)> = named.collect();
        once_each(&named).map_err(|reason| {
            let correct = BY_WORDS.to_owned();
            Error::Joint { file: "--joint".into(), reason, correct }
        })?;
        values.extend(named.into_iter().map(|(joint, value)| (joint, value, BY_WORDS.to_owned())));
        Ok(JointValues(values))
    }

    /// The pose of a robot. `own` are values for it alone, each with the place that sets it; joints
    /// that it does not have are skipped.
    pub fn configuration<'a>(
        &self,
        robot: &Robot,
        own: impl Iterator<Item = (&'a str, f64, String)>,
    ) -> Result<(Configuration, Vec<Warning>), Error> {
        let own: Vec<(&str, f64, String)> = own.collect();
        let is_own = |name: &str| own.iter().any(|(own, ..)| *own == name);
        let of_all = self.0.iter().filter(|(name, ..)| !is_own(name));
        let of_all = of_all.map(|(name, value, said_by)| (name.as_str(), *value, said_by.as_str()));
        let own = own.iter().map(|(name, value, said_by)| (*name, *value, said_by.as_str()));
        let mut configuration = robot.default_configuration();
        let mut warnings = Vec::new();
        for (name, value, said_by) in of_all.chain(own).filter(|(name, ..)| robot.joint(name).is_some()) {
            let said = robot.set(&mut configuration, name, value);
            let said = said.map_err(|error| Error::Joint {
                file: robot.file.clone(),
                reason: error.to_string(),
                correct: said_by.to_owned(),
            })?;
            let warning = |message| Warning { file: robot.file.clone(), place: "pose".to_owned(), message };
            warnings.extend(said.map(warning));
        }
        Ok((configuration, warnings))
    }

    /// The pose of the only robot, which must have all joints. `own` are values for it alone; the
    /// command line's values for all robots override them.
    pub fn configuration_of_only<'a>(
        &self,
        robot: &Robot,
        own: impl Iterator<Item = (&'a str, f64, String)>,
    ) -> Result<(Configuration, Vec<Warning>), Error> {
        self.check(&[robot])?;
        let is_said = |joint: &str| self.0.iter().any(|(name, ..)| name == joint);
        self.configuration(robot, own.filter(|(joint, ..)| !is_said(joint)))
    }

    /// The error if a joint is in none of the robots: a misspelt one must not be lost.
    pub fn check(&self, robots: &[&Robot]) -> Result<(), Error> {
        let is_unknown = |name: &str| robots.iter().all(|robot| robot.joint(name).is_none());
        let unknown = self.0.iter().find(|(name, ..)| is_unknown(name));
        let Some((name, _, said_by)) = unknown else { return Ok(()) };
        // What is before a colon may have been meant as a file.
        let hint = match name.rsplit_once(':') {
            Some(_) if said_by != BY_WORDS => "; names in it apply to all robots".to_owned(),
            Some((file, _)) => format!("; no file matches `{file}`"),
            None => String::new(),
        };
        let correct = said_by.clone();
        Err(match robots.first() {
            Some(first) => {
                let reason = why_unknown(first, name) + &hint;
                Error::Joint { file: first.file.clone(), reason, correct }
            }
            None => Error::JointWithoutRobot { place: correct, joint: format!("`{name}`"), hint },
        })
    }
}

/// Why a robot has no joint of that name: those that it has.
pub(crate) fn why_unknown(robot: &Robot, joint: &str) -> String {
    let refused = robot.set(&mut robot.default_configuration(), joint, 0.0);
    refused.err().map(|error| error.to_string()).unwrap_or_default()
}

/// The options for shapes, packages and limits.
pub(crate) fn options(arguments: &RobotArguments, limits: &LimitArguments) -> RobotOptions {
    let LoadOptions { max_triangles, max_objects, max_composed_objects, .. } =
        limits.limited(LoadOptions::default());
    RobotOptions {
        packages: Packages { folders: arguments.package.clone() },
        shapes: arguments.geometry.into(),
        parts: arguments.parts,
        max_triangles,
        max_objects,
        max_composed_objects,
    }
}

/// A robot of a file as a scene, in its pose, with values of joints that are for it alone; and how it moves.
pub(crate) fn load<'a>(
    (number, file): (usize, &Path),
    bytes: Option<&[u8]>,
    (arguments, limits): (&RobotArguments, &LimitArguments),
    (values, own): (&JointValues, impl Iterator<Item = (&'a str, f64, String)>),
    trajectory: Option<&Trajectory>,
) -> Result<(Scene, PlacedRobot, SceneMotion), Error> {
    let robot = match bytes {
        Some(bytes) => Robot::from_bytes(file, bytes)?,
        None => Robot::read(file)?,
    };
    let (configuration, warnings) = values.configuration(&robot, own)?;
    let bodies = robot.instances(&options(arguments, limits))?;
    let mut scene = robot.scene(&bodies, &configuration)?;
    scene.warnings.extend(warnings);
    let motions = match trajectory {
        Some(trajectory) => {
            let (motions, warnings) = robot.motions(&bodies, &configuration, trajectory)?;
            scene.warnings.extend(warnings);
            motions
        }
        None => SceneMotion::default(),
    };
    let links = bodies.instances.iter().map(|body| body.link).collect();
    let neighbours = neighbours(&robot, &bodies, arguments.geometry.into());
    Ok((scene, PlacedRobot { robot, file: number, first_object: 0, links, neighbours }, motions))
}

/// The error if a joint is given twice: the intended value is ambiguous.
fn once_each(values: &[(String, f64)]) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    match values.iter().find(|(name, _)| !seen.insert(name)) {
        Some((name, _)) => Err(format!("joint {name} is given twice")),
        None => Ok(()),
    }
}

/// The members of a JSON object in their order, including duplicates, of which a map would keep only
/// the last.
struct Members(Vec<(String, serde_json::Value)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Each;
        impl<'de> Visitor<'de> for Each {
            type Value = Members;

            fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
                formatter.write_str("an object with a number for each joint")
            }

            fn visit_map<Map: MapAccess<'de>>(self, mut map: Map) -> Result<Members, Map::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Each)
    }
}

/// Names and values of a JSON object, or of a table with the columns `joint` and `value`.
fn joints_file(file: &Path) -> Result<Vec<(String, f64)>, String> {
    let bytes = fs::read(file).map_err(|error| format!("{error}; check the path and the permissions"))?;
    // Editors of Windows put a mark before the text.
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
    if matches!(bytes.trim_ascii_start(), [b'{' | b'[', ..]) {
        let Members(members) = serde_json::from_slice(bytes).map_err(|error| {
            // JSON lines are files of several poses, or of requests.
            let problem = match error.to_string() {
                text if text.starts_with("trailing characters") => {
                    format!("line {}: several JSON values instead of one", error.line())
                }
                text => text,
            };
            format!("{problem}; give it as {{\"elbow\": 1.2}}, with a number for each joint")
        })?;
        let value = |(name, value): (String, serde_json::Value)| {
            let number = value.as_f64().ok_or_else(|| {
                format!(
                    "the value of `{name}` is not a number; give one in radians or metres, without quotes"
                )
            })?;
            Ok((name, number))
        };
        return members.into_iter().map(value).collect();
    }
    pose_from_csv(file, bytes).map_err(|error| match error {
        SceneError::Table { place, problem, .. } => format!("{place}: {problem}"),
        other => other.to_string(),
    })
}
