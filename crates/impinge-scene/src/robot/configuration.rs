//! A value for each joint.

use std::f64::consts::TAU;

use super::{JointKind, Robot};

/// A value for each joint of a robot, in radians or metres, which says where its links are: its pose, as users call it. Made by
/// [`Robot::rest`].
#[doc(alias = "pose")]
#[derive(Clone, Debug, PartialEq)]
pub struct Configuration {
    values: Vec<f64>,
}

impl Robot {
    /// Every joint at 0, or at the value nearest to it that its limits allow.
    pub fn rest(&self) -> Configuration {
        let value =
            |limits: Option<[f64; 2]>| limits.map_or(0.0, |[lower, upper]| 0.0_f64.clamp(lower, upper));
        Configuration { values: self.joints.iter().map(|joint| value(joint.limits)).collect() }
    }

    /// Sets the value of the joint with that name. `Ok` has a word about it, if it is out of the limits or without effect.
    ///
    /// # Errors
    ///
    /// There is no such joint, it cannot move, or the value is not finite; the text says which.
    ///
    /// ```
    /// use impinge_scene::robot::Robot;
    /// let text = r#"<robot name="arm"><link name="base"/><link name="hand"/><joint name="wrist" type="continuous">
    ///     <parent link="base"/><child link="hand"/></joint></robot>"#;
    /// let robot = Robot::from_xml("arm.urdf".as_ref(), text)?;
    /// let mut configuration = robot.rest();
    /// assert_eq!(robot.set(&mut configuration, "wrist", 0.5), Ok(None));
    /// assert_eq!(robot.set(&mut configuration, "wirst", 0.5).unwrap_err(), "there is no joint `wirst`; there are wrist");
    /// # Ok::<(), impinge_scene::SceneError>(())
    /// ```
    pub fn set(
        &self,
        configuration: &mut Configuration,
        name: &str,
        value: f64,
    ) -> Result<Option<String>, String> {
        let Some(number) = self.joint(name) else {
            let free = self.joints.iter().filter(|joint| joint.is_free());
            let names: Vec<&str> = free.map(|joint| joint.name.as_str()).collect();
            return Err(format!("there is no joint `{name}`; there are {}", names.join(", ")));
        };
        let joint = &self.joints[number];
        if let Some(mimic) = joint.mimic {
            let other = &self.joints[mimic.joint].name;
            return Ok(Some(format!("joint {name} follows {other}: its own value is not used")));
        }
        if !joint.is_free() {
            let why = match joint.kind {
                JointKind::Floating | JointKind::Planar => "has more than one value, which is not supported",
                _ => "does not move",
            };
            return Err(format!("joint {name} {why}"));
        }
        if !value.is_finite() {
            return Err(format!("joint {name} cannot be at {value}"));
        }
        configuration.values[number] = value;
        let outside = joint.limits.filter(|[lower, upper]| value < *lower || value > *upper);
        Ok(outside.map(|[lower, upper]| {
            let unit = match joint.kind {
                JointKind::Prismatic => "metres".to_owned(),
                // More than a turn is more likely meant in degrees.
                _ if value.abs() > TAU => format!("radians; {value}° are {:.4}", value.to_radians()),
                _ => "radians".to_owned(),
            };
            format!("joint {name} is at {value}, out of its limits {lower} to {upper} ({unit})")
        }))
    }

    /// The value of a joint, by its number; of one that follows another, what follows from that.
    pub fn value(&self, configuration: &Configuration, joint: usize) -> f64 {
        match self.joints[joint].mimic {
            Some(mimic) => self.value(configuration, mimic.joint) * mimic.multiplier + mimic.offset,
            None => configuration.values[joint],
        }
    }
}
