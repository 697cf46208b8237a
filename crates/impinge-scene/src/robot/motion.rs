//! Forward kinematics: the poses of links.

use impinge::glam::DAffine3;

use super::{Configuration, Joint, JointKind, Robot};
use crate::rotation::rotation_about;

impl Joint {
    /// Returns the transform from the child to the parent at a joint value.
    pub fn transform(&self, value: f64) -> DAffine3 {
        let motion = match self.kind {
            JointKind::Revolute | JointKind::Continuous => {
                DAffine3::from_mat3(rotation_about(self.axis, value))
            }
            JointKind::Prismatic => DAffine3::from_translation(self.axis * value),
            JointKind::Fixed | JointKind::Floating | JointKind::Planar => DAffine3::IDENTITY,
        };
        self.origin * motion
    }
}

impl Robot {
    /// Returns for each link the transform from its coordinates to the coordinates of the root.
    ///
    /// ```
    /// use impinge::glam::DVec3;
    /// use impinge_scene::robot::Robot;
    /// let text = r#"<robot name="arm"><link name="base"/><link name="hand"/><joint name="slide" type="prismatic">
    ///     <parent link="base"/><child link="hand"/><axis xyz="0 0 2"/><limit lower="0.5" upper="1"/></joint></robot>"#;
    /// let robot = Robot::from_xml("arm.urdf".as_ref(), text)?;
    /// let maps = robot.link_transforms(&robot.default_configuration());
    /// assert_eq!(maps[1].translation, DVec3::Z * 0.5); // 0 is out of its limits
    /// # Ok::<(), impinge_scene::SceneError>(())
    /// ```
    pub fn link_transforms(&self, configuration: &Configuration) -> Vec<DAffine3> {
        let mut maps = vec![DAffine3::IDENTITY; self.links.len()];
        for &number in &self.order {
            let joint = &self.joints[number];
            maps[joint.child] = maps[joint.parent] * joint.transform(self.value(configuration, number));
        }
        maps
    }
}
