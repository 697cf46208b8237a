//! Configurations as tables with the columns `joint` and `value`.

use std::path::Path;

use csv::StringRecord;

use crate::SceneError;
use crate::table::{Table, Wrong, not_a_number};

/// Parses a table with the columns `joint` and `value`: joint names and their values, in radians or metres,
/// in the order of the table.
///
/// `file` is its name for messages. [`Robot::set`](super::Robot::set) checks whether a robot has such joints.
///
/// # Errors
///
/// If a column is missing, or a value is not a number. The message has the line.
///
/// ```
/// use impinge_scene::robot::pose_from_csv;
/// let pose = pose_from_csv("home.csv".as_ref(), b"joint;value\nelbow;1.5\n")?;
/// assert_eq!(pose, [("elbow".to_owned(), 1.5)]);
/// # Ok::<(), impinge_scene::SceneError>(())
/// ```
pub fn pose_from_csv(file: &Path, bytes: &[u8]) -> Result<Vec<(String, f64)>, SceneError> {
    let wrong = |(place, problem): Wrong| SceneError::Table { file: file.to_path_buf(), place, problem };
    pose(bytes).map_err(wrong)
}

fn pose(bytes: &[u8]) -> Result<Vec<(String, f64)>, Wrong> {
    let mut table = Table::new(bytes)?;
    let column = |name: &str| {
        let mut titles = table.header.iter();
        let found = titles.position(|title| title.eq_ignore_ascii_case(name));
        let problem = || {
            let is_over_time = table.header.iter().any(|title| title.eq_ignore_ascii_case("time"));
            let hint =
                if is_over_time { "; a table with the column time is a trajectory, not a pose" } else { "" };
            format!("there is no column `{name}`; name the columns joint and value{hint}")
        };
        let found = found.ok_or_else(|| table.in_header(problem()))?;
        if titles.any(|title| title.eq_ignore_ascii_case(name)) {
            return Err(table.in_header(format!("there are two columns `{name}`; remove one")));
        }
        Ok(found)
    };
    let [joint, value] = [column("joint")?, column("value")?];
    let mut values = Vec::new();
    let mut row = StringRecord::new();
    while let Some(line) = table.read(&mut row)? {
        let [joint, text] = [joint, value].map(|column| row.get(column).unwrap_or_default());
        let number: Result<f64, _> = text.parse();
        let number = number.map_err(|_| (format!("line {line}"), not_a_number(text, "value", "number")))?;
        values.push((joint.to_owned(), number));
    }
    Ok(values)
}
