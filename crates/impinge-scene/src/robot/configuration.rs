//! Configurations: a value for each joint.

use std::f64::consts::TAU;

use super::{Joint, JointKind, Robot, degrees};

/// A value for each joint of a robot, in radians or metres: the pose of the robot, in the terms of users.
/// Created by [`Robot::default_configuration`].
#[derive(Clone, Debug, PartialEq)]
pub struct Configuration {
    values: Vec<f64>,
}

/// Why a joint cannot be set to a value.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum JointError {
    /// The robot has no such joint.
    #[error("there is no joint `{name}`; the robot has {}", listed(known))]
    Unknown {
        /// The given name.
        name: String,
        /// The names of the joints that can be set.
        known: Vec<String>,
    },

    /// The joint does not move.
    #[error("joint {name} does not move")]
    Fixed {
        /// The name of the joint.
        name: String,
    },

    /// The joint has more than one degree of freedom.
    #[error("joint {name} has more than one value, which is not supported")]
    ManyValues {
        /// The name of the joint.
        name: String,
    },

    /// The value is not finite.
    #[error("joint {name} is set to {value}; give a finite number")]
    NotFinite {
        /// The name of the joint.
        name: String,
        /// The value.
        value: f64,
    },
}

fn listed(joints: &[String]) -> String {
    if joints.is_empty() { "no movable joint".to_owned() } else { joints.join(", ") }
}

impl Robot {
    /// Returns the configuration at rest: every joint at 0, or at the value nearest to it within its limits.
    pub fn default_configuration(&self) -> Configuration {
        let value =
            |limits: Option<[f64; 2]>| limits.map_or(0.0, |[lower, upper]| 0.0_f64.clamp(lower, upper));
        Configuration { values: self.joints.iter().map(|joint| value(joint.limits)).collect() }
    }

    /// Sets the value of the joint with that name.
    ///
    /// `Ok` contains a warning if
    ///
    /// - the value is outside of the limits, or more than a turn for a joint without limits;
    /// - the value has no effect, because the joint follows another;
    /// - a joint that follows this one exceeds its own limits.
    ///
    /// # Errors
    ///
    /// If there is no such joint, it cannot move, or the value is not finite.
    ///
    /// ```
    /// use impinge_scene::robot::Robot;
    /// let text = r#"<robot name="arm"><link name="base"/><link name="hand"/><joint name="wrist" type="continuous">
    ///     <parent link="base"/><child link="hand"/></joint></robot>"#;
    /// let robot = Robot::from_xml("arm.urdf".as_ref(), text)?;
    /// let mut configuration = robot.default_configuration();
    /// assert_eq!(robot.set(&mut configuration, "wrist", 0.5), Ok(None));
    /// let unknown = robot.set(&mut configuration, "wirst", 0.5).unwrap_err();
    /// assert_eq!(unknown.to_string(), "there is no joint `wirst`; the robot has wrist");
    /// # Ok::<(), impinge_scene::SceneError>(())
    /// ```
    pub fn set(
        &self,
        configuration: &mut Configuration,
        name: &str,
        value: f64,
    ) -> Result<Option<String>, JointError> {
        let Some(number) = self.joint(name) else {
            let free = self.joints.iter().filter(|joint| joint.is_free());
            let known = free.map(|joint| joint.name.clone()).collect();
            return Err(JointError::Unknown { name: name.to_owned(), known });
        };
        let joint = &self.joints[number];
        if let Some(mimic) = joint.mimic {
            let other = &self.joints[mimic.joint].name;
            return Ok(Some(format!(
                "joint {name} follows {other}: its value is not used; set {other} instead"
            )));
        }
        if !joint.is_free() {
            let name = name.to_owned();
            return Err(match joint.kind {
                JointKind::Floating | JointKind::Planar => JointError::ManyValues { name },
                _ => JointError::Fixed { name },
            });
        }
        if !value.is_finite() {
            return Err(JointError::NotFinite { name: name.to_owned(), value });
        }
        configuration.values[number] = value;
        let told = outside(joint, value)
            .map(|outside| format!("joint {name} {outside}; choose a value within the limits"));
        let told = told.or_else(|| degrees::of_value(joint, value));
        Ok(told.or_else(|| self.follower_outside(configuration, Some(number))))
    }

    /// A word about the first joint that follows another, or only about those that follow this one, however
    /// far behind, and is out of its limits.
    pub(super) fn follower_outside(
        &self,
        configuration: &Configuration,
        of: Option<usize>,
    ) -> Option<String> {
        let followed = |joint: usize| self.joints[joint].mimic.map(|mimic| mimic.joint);
        (0..self.joints.len()).find_map(|number| {
            let (first, joint) = (followed(number)?, &self.joints[number]);
            let mut row = std::iter::successors(Some(first), |joint| followed(*joint));
            let is_meant = of.is_none_or(|of| row.any(|joint| joint == of));
            let outside = outside(joint, self.value(configuration, number)).filter(|_| is_meant)?;
            let (name, followed) = (&joint.name, &self.joints[first].name);
            Some(format!(
                "joint {name}, which follows {followed}, {outside}; change the value of {followed}, or the limits of {name}"
            ))
        })
    }

    /// Returns the value of a joint by its index; for a joint that follows another, the value computed from
    /// that.
    pub fn value(&self, configuration: &Configuration, joint: usize) -> f64 {
        match self.joints[joint].mimic {
            Some(mimic) => self.value(configuration, mimic.joint) * mimic.multiplier + mimic.offset,
            None => configuration.values[joint],
        }
    }
}

/// What is computed from another value may be off a limit by roundings.
const ROUNDED: f64 = 1e-12;

/// A word about a value that is out of the limits of a joint.
fn outside(joint: &Joint, value: f64) -> Option<String> {
    let slack = if joint.mimic.is_some() { ROUNDED * (1.0 + value.abs()) } else { 0.0 };
    let [lower, upper] =
        joint.limits.filter(|[lower, upper]| value < lower - slack || value > upper + slack)?;
    let unit = match joint.kind {
        JointKind::Prismatic => "metres".to_owned(),
        // More than a turn is more likely meant in degrees, of which nobody means more than two turns.
        _ if value.abs() > TAU && value.abs() <= 720.0 => {
            format!("radians; {value}° are {:.4}", value.to_radians())
        }
        _ => "radians".to_owned(),
    };
    Some(format!("is at {value}, outside its limits {lower} to {upper} ({unit})"))
}
