//! A table of joint values over time, and the motion of the links by it.
//!
//! CSV (see [`crate::table`]): the first row names the columns, `time` in seconds and joints in radians or
//! metres; each other row is a moment. Joint values are interpolated linearly between rows, and constant
//! before the first and after the last.

use std::path::{Path, PathBuf};

use csv::StringRecord;
use impinge::glam::DAffine3;

use super::{Configuration, JointError, JointKind, Robot, RobotInstances, degrees};
use crate::motion::{Frame, Local, SceneMotion, Timeline, Vectors};
use crate::table::{Table, Wrong, not_a_number};
use crate::words::excerpt;
use crate::{SceneError, Warning, file};

/// The column of times.
const TIME: &str = "time";

/// Joint values at increasing times.
#[derive(Clone, Debug, PartialEq)]
pub struct Trajectory {
    /// The file.
    pub file: PathBuf,
    /// In seconds; two at least.
    times: Vec<f64>,
    /// The name of each joint, and its values.
    joints: Vec<(String, Vec<f64>)>,
    /// For messages, the line of each time, and that of the names.
    lines: Vec<u64>,
    header_line: u64,
}

impl Trajectory {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// The message has the line.
    ///
    /// - The file cannot be read.
    /// - There is no column `time`, a column twice, or fewer than two rows.
    /// - A value is not a finite number.
    /// - Times do not increase.
    pub fn read(file: &Path) -> Result<Self, SceneError> {
        Trajectory::from_csv(file, &file::read(file)?)
    }

    /// Parses a table in memory; `file` is its name for messages.
    ///
    /// # Errors
    ///
    /// The same as for [`Trajectory::read`].
    ///
    /// ```
    /// use impinge_scene::robot::Trajectory;
    /// let trajectory = Trajectory::from_csv("lift.csv".as_ref(), b"time,elbow\n0,0\n2,1.5\n")?;
    /// assert_eq!(trajectory.joints().collect::<Vec<_>>(), ["elbow"]);
    /// let back = Trajectory::from_csv("lift.csv".as_ref(), b"time,elbow\n1,0\n0,1.5\n").unwrap_err();
    /// assert!(back.to_string().starts_with("lift.csv: line 3: time 0 is not after 1"));
    /// # Ok::<(), impinge_scene::SceneError>(())
    /// ```
    pub fn from_csv(file: &Path, bytes: &[u8]) -> Result<Self, SceneError> {
        let wrong = |(place, problem): Wrong| SceneError::Table { file: file.to_path_buf(), place, problem };
        trajectory(file, bytes).map_err(wrong)
    }

    /// Returns the names of the joints.
    pub fn joints(&self) -> impl Iterator<Item = &str> {
        self.joints.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the trajectory with other names for its joints, without the joints for which `name` returns
    /// `None`. Of two joints with the same name the first counts.
    ///
    /// ```
    /// use impinge_scene::robot::Trajectory;
    /// let both = Trajectory::from_csv("lift.csv".as_ref(), b"time,left:elbow,right:elbow\n0,0,0\n2,1.5,1\n")?;
    /// let left = both.rename_joints(|name| Some(name.strip_prefix("left:")?.to_owned()));
    /// assert_eq!(left.joints().collect::<Vec<_>>(), ["elbow"]);
    /// # Ok::<(), impinge_scene::SceneError>(())
    /// ```
    pub fn rename_joints(&self, name: impl Fn(&str) -> Option<String>) -> Self {
        let mut joints: Vec<(String, Vec<f64>)> = Vec::new();
        for (joint, values) in &self.joints {
            if let Some(name) = name(joint).filter(|name| joints.iter().all(|(known, _)| known != name)) {
                joints.push((name, values.clone()));
            }
        }
        Trajectory {
            file: self.file.clone(),
            times: self.times.clone(),
            joints,
            lines: self.lines.clone(),
            header_line: self.header_line,
        }
    }

    /// Returns an error if a joint is in none of the robots, so that a misspelt name is not ignored.
    ///
    /// # Errors
    ///
    /// If a joint is in none of the robots; the message lists the existing joints.
    ///
    /// ```
    /// use impinge_scene::robot::{Robot, Trajectory};
    /// let arm = Robot::read("../../docs/scenes/arm.urdf".as_ref())?;
    /// assert!(Trajectory::read("../../docs/scenes/pick.csv".as_ref())?.check(&[&arm]).is_ok());
    /// let misspelt = Trajectory::from_csv("pick.csv".as_ref(), b"time,elbwo\n0,0\n1,1\n")?;
    /// let message = misspelt.check(&[&arm]).unwrap_err().to_string();
    /// assert!(message.starts_with("pick.csv: line 1: there is no joint `elbwo`; the robot has waist, shoulder"), "{message}");
    /// # Ok::<(), impinge_scene::SceneError>(())
    /// ```
    pub fn check(&self, robots: &[&Robot]) -> Result<(), SceneError> {
        let is_unknown = |name: &&str| robots.iter().all(|robot| robot.joint(name).is_none());
        let Some(name) = self.joints().find(is_unknown) else { return Ok(()) };
        let problem = match robots.first() {
            Some(first) => {
                let refused = first.set(&mut first.default_configuration(), name, 0.0).err();
                refused.map(|error| in_column(&error)).unwrap_or_default()
            }
            None => format!("joint `{}` needs a robot, but none is given; add its .urdf file", excerpt(name)),
        };
        let place = format!("line {}", self.header_line);
        Err(SceneError::Table { file: self.file.clone(), place, problem })
    }

    /// A line for each value out of the limits of its joint, the first of each joint, and what has no effect.
    fn warnings(&self, robot: &Robot) -> Result<Vec<Warning>, SceneError> {
        let mut warnings = Vec::new();
        let mut configuration = robot.default_configuration();
        for (name, values) in self.joints.iter() {
            let Some(joint) = robot.joint(name).map(|number| &robot.joints[number]) else { continue };
            // Who turns on and on is not wrong in that.
            let are_degrees = degrees::are_likely(values);
            for (value, line) in values.iter().zip(&self.lines) {
                let place = format!("line {line}");
                let said = robot.set(&mut configuration, name, *value).map_err(|error| {
                    let problem = in_column(&error);
                    SceneError::Table { file: self.file.clone(), place: place.clone(), problem }
                })?;
                let is_turning = degrees::of_value(joint, *value).is_some() && !are_degrees;
                if let Some(said) = said.filter(|_| !is_turning) {
                    let message = format!("{}: {said}", robot.file.display());
                    warnings.push(Warning { file: self.file.clone(), place, message });
                    break;
                }
            }
        }
        let rest: Vec<&str> = robot
            .joints
            .iter()
            .filter(|joint| joint.is_free() && self.joints().all(|name| name != joint.name))
            .map(|joint| joint.name.as_str())
            .collect();
        if !rest.is_empty() && self.joints().any(|name| robot.joint(name).is_some()) {
            let message = format!(
                "joints of {} without a column keep their values: {}",
                robot.file.display(),
                rest.join(", ")
            );
            let place = format!("line {}", self.header_line);
            warnings.push(Warning { file: self.file.clone(), place, message });
        }
        Ok(warnings)
    }

    /// The value of a joint over time; of one that follows another, what follows from that. None if it does
    /// not change.
    fn timeline(&self, robot: &Robot, joint: usize) -> Option<Vec<f64>> {
        if let Some(mimic) = robot.joints[joint].mimic {
            let values = self.timeline(robot, mimic.joint)?;
            return Some(values.into_iter().map(|value| value * mimic.multiplier + mimic.offset).collect());
        }
        self.joints
            .iter()
            .find(|(name, _)| *name == robot.joints[joint].name)
            .map(|(_, values)| values.clone())
    }
}

impl Robot {
    /// Computes the motion of the objects of [`Robot::scene`] by a trajectory. Joints that are not in it keep
    /// their value of a configuration.
    ///
    /// It also returns warnings: values out of limits, joints that follow others, and joints without a
    /// column.
    ///
    /// # Errors
    ///
    /// If a joint of the trajectory cannot move.
    pub fn motions(
        &self,
        bodies: &RobotInstances,
        configuration: &Configuration,
        trajectory: &Trajectory,
    ) -> Result<(SceneMotion, Vec<Warning>), SceneError> {
        let warnings = trajectory.warnings(self)?;
        let mut motions = SceneMotion::default();
        // For each link the innermost frame that moves, and where the link is in it.
        let mut places: Vec<(Option<usize>, DAffine3)> = vec![(None, DAffine3::IDENTITY); self.links.len()];
        for &number in &self.order {
            let joint = &self.joints[number];
            let (parent, below) = places[joint.parent];
            let values = trajectory.timeline(self, number);
            places[joint.child] = match (values, joint.kind) {
                (Some(values), JointKind::Revolute | JointKind::Continuous | JointKind::Prismatic) => {
                    let values = values.into_iter().map(|value| [value]).collect();
                    let line = Timeline::new(trajectory.times.clone(), Vectors::Linear(values), false);
                    let local = match joint.kind {
                        JointKind::Prismatic => Local::Slide { axis: joint.axis, way: line },
                        _ => Local::Turn { axis: joint.axis, angle: line },
                    };
                    let frame = Frame { parent, fixed: below * joint.origin, local };
                    (Some(motions.add_frame(frame)), DAffine3::IDENTITY)
                }
                _ => (parent, below * joint.transform(self.value(configuration, number))),
            };
        }
        for (object, body) in bodies.instances.iter().enumerate() {
            if let (Some(frame), below) = places[body.link] {
                motions.place(object, frame, below * body.transform);
            }
        }
        Ok((motions, warnings))
    }
}

/// Why a column cannot move its joint, and what to do.
fn in_column(error: &JointError) -> String {
    match error {
        JointError::Unknown { .. } => format!("{error}; rename the column"),
        _ => format!("{error}; remove its column"),
    }
}

fn trajectory(file: &Path, bytes: &[u8]) -> Result<Trajectory, Wrong> {
    let mut table = Table::new(bytes)?;
    let header = table.header.clone();
    let header_line = table.header_line;
    let in_header = |problem: String| table.in_header(problem);
    let time = header.iter().position(|title| title.eq_ignore_ascii_case(TIME)).ok_or_else(|| {
        in_header(format!("there is no column `{TIME}`; add one with the time of each row in seconds"))
    })?;
    for (index, title) in header.iter().enumerate() {
        if header.iter().take(index).any(|other| other == title) {
            return Err(in_header(format!("there are two columns `{}`; remove one", excerpt(title))));
        }
    }
    let columns: Vec<usize> = (0..header.len()).filter(|column| *column != time).collect();
    if columns.is_empty() {
        return Err(in_header(
            "there is no column of a joint; add one for each moving joint, with its name".to_owned(),
        ));
    }
    let mut joints: Vec<(String, Vec<f64>)> =
        columns.iter().map(|&column| (header[column].to_owned(), Vec::new())).collect();
    let (mut times, mut lines) = (Vec::<f64>::new(), Vec::new());
    let mut record = StringRecord::new();
    while let Some(line) = table.read(&mut record)? {
        let wrong = |problem: String| (format!("line {line}"), problem);
        let number = |column: usize| {
            let text = record.get(column).unwrap_or_default();
            let number = text.parse().ok().filter(|number: &f64| number.is_finite());
            let title = header.get(column).unwrap_or_default();
            number.ok_or_else(|| wrong(not_a_number(text, title, "finite number")))
        };
        let moment = number(time)?;
        if let Some(before) = times.last().filter(|before| **before >= moment) {
            return Err(wrong(format!(
                "time {moment} is not after {before}, the time of the previous row; sort the rows by time, and use each time once"
            )));
        }
        if let Some(first) = times.first().filter(|first| !(moment - **first).is_finite()) {
            return Err(wrong(format!(
                "time {moment:e} is too far from {first:e}, the first; choose times closer together"
            )));
        }
        times.push(moment);
        lines.push(line);
        for ((_, values), &column) in joints.iter_mut().zip(&columns) {
            values.push(number(column)?);
        }
    }
    match times.len() {
        0 | 1 => Err((
            "table".to_owned(),
            "it has fewer than two rows of values; add rows with later times".to_owned(),
        )),
        _ => Ok(Trajectory { file: file.to_path_buf(), times, joints, lines, header_line }),
    }
}
