//! Which columns of a trajectory are for which robot: `elbow` for all that have it, `left.urdf:elbow` for
//! that one, where it counts before the other.

use impinge_scene::SceneError;
use impinge_scene::robot::{Robot, Trajectory};

use crate::error::Error;
use crate::per_file::PerFile;
use crate::robots::PlacedRobot;
use crate::warning::Warning;

/// The columns that are for the robot of a file, by the names of its joints.
pub(crate) fn of_robot(trajectory: &Trajectory, per_file: &PerFile, file: usize) -> Trajectory {
    let is_own = |joint: &str| own(trajectory, per_file, file).any(|(_, own)| own == joint);
    trajectory.rename_joints(|column| match per_file.parted(column) {
        Some((files, joint)) => files.contains(&file).then(|| joint.to_owned()),
        None => (!is_own(column)).then(|| column.to_owned()),
    })
}

/// Warnings about values of joints of the command line that a trajectory takes the place of, all the time.
pub(crate) fn ineffective(
    trajectory: &Trajectory,
    per_file: &PerFile,
    robots: &[PlacedRobot],
    values: &[(String, f64)],
) -> Vec<Warning> {
    let is_ineffective = |name: &str| {
        let (files, joint) =
            per_file.parted(name).map_or((None, name), |(files, joint)| (Some(files), joint));
        let is_meant = |placed: &&PlacedRobot| {
            files.as_ref().is_none_or(|files| files.contains(&placed.file))
                && placed.robot.joint(joint).is_some()
        };
        let mut meant = robots.iter().filter(is_meant).peekable();
        let is_moved = |placed: &PlacedRobot| {
            of_robot(trajectory, per_file, placed.file).joints().any(|moved| moved == joint)
        };
        meant.peek().is_some() && meant.all(is_moved)
    };
    let warning = |(name, _): &(String, f64)| Warning {
        file: None,
        place: format!("--joint {name}"),
        message: "the trajectory moves this joint: it has no effect; remove it".to_owned(),
    };
    values.iter().filter(|(name, _)| is_ineffective(name)).map(warning).collect()
}

/// The error if a column is for no robot, or if two are for the same joint: what is in the table must not be
/// lost.
pub(crate) fn check(
    trajectory: &Trajectory,
    per_file: &PerFile,
    robots: &[PlacedRobot],
) -> Result<(), Error> {
    let robots_of = |files: Option<&[usize]>| -> Vec<&Robot> {
        let meant = robots.iter().filter(|placed| files.is_none_or(|files| files.contains(&placed.file)));
        meant.map(|placed| &placed.robot).collect()
    };
    for column in trajectory.joints() {
        let (meant, joint) = match per_file.parted(column) {
            Some((files, joint)) => (robots_of(Some(&files)), joint),
            None => (robots_of(None), column),
        };
        let alone = trajectory.rename_joints(|other| (other == column).then(|| joint.to_owned()));
        alone.check(&meant).map_err(|error| match (error, joint.rsplit_once(':')) {
            // What is before a colon may have been meant as a file.
            (SceneError::Table { file, place, problem }, Some((before, _))) => {
                let problem = format!("no file matches `{before}`, and {problem}");
                SceneError::Table { file, place, problem }
            }
            (error, _) => error,
        })?;
    }
    let refuse = |reason: String| Err(Error::Columns { file: trajectory.file.clone(), reason });
    for placed in robots {
        let all: Vec<(&str, &str)> = own(trajectory, per_file, placed.file).collect();
        for (number, (column, joint)) in all.iter().enumerate() {
            if let Some((first, _)) = all[..number].iter().find(|(_, other)| other == joint) {
                let robot = placed.robot.file.display();
                return refuse(format!(
                    "columns `{first}` and `{column}` are both for joint {joint} of {robot}"
                ));
            }
        }
    }
    let of_all = trajectory.joints().filter(|column| per_file.parted(column).is_none());
    for column in of_all {
        let mut with_it = robots.iter().filter(|placed| placed.robot.joint(column).is_some());
        if with_it.all(|placed| own(trajectory, per_file, placed.file).any(|(_, joint)| joint == column)) {
            return refuse(format!(
                "column `{column}` applies to no robot, because each robot with this joint has a separate column"
            ));
        }
    }
    Ok(())
}

/// The columns that are for the robot of a file alone, each with the name of its joint.
fn own<'a>(
    trajectory: &'a Trajectory,
    per_file: &PerFile,
    file: usize,
) -> impl Iterator<Item = (&'a str, &'a str)> {
    trajectory.joints().filter_map(move |column| {
        let (files, joint) = per_file.parted(column)?;
        files.contains(&file).then_some((column, joint))
    })
}
