//! Robots: links connected by joints, with shapes on them, in a configuration.
//!
//! - [`Robot`] is the content of a URDF file (`urdf` reads it).
//! - [`Configuration`] holds a value for each joint, from which `motion` computes the poses of the links;
//!   [`pose_from_csv`] reads one.
//! - [`RobotInstances`] are the meshes of the links. `package` finds their files, `mesh_sizes` reports meshes
//!   that are probably in millimetres, and `revolve` makes spheres, cylinders and capsules.
//! - `degrees` reports angles that are probably not in radians.
//! - `adjacent` finds adjacent links; [`Srdf`] lists the disabled pairs of a file.
//! - [`Trajectory`] holds joint values over time.
//!
//! `urdf-rs` (0.10) reads the same files, but reports no lines, leaves joints without a known type and meshes
//! without a name to its caller, and needs four XML crates. With `roxmltree`, which 3MF needs as well, the
//! reader is one file.
//!
//! Sources: ROS wiki, "urdf/XML" and "srdf"; REP 103 for units and axes.

mod adjacent;
mod bodies;
mod configuration;
mod degrees;
mod joined_parts;
mod mesh_sizes;
mod motion;
mod package;
mod pose;
mod revolve;
mod srdf;
mod trajectory;
mod urdf;
mod zero_sizes;

use std::path::PathBuf;

use impinge::glam::{DAffine3, DVec3};

use crate::Warning;

pub use bodies::{GeometrySet, LinkInstance, RobotInstances, RobotOptions};
pub use configuration::{Configuration, JointError};
pub use package::Packages;
pub use pose::pose_from_csv;
pub use srdf::{DisabledCollision, Srdf};
pub use trajectory::Trajectory;

/// The content of a URDF file: a tree of links, in metres and radians, z up.
///
/// ```
/// use impinge::glam::DVec3;
/// use impinge_scene::robot::{Joint, Robot, RobotOptions, GeometrySet};
/// let xml = "<robot name='lift'>\
///     <link name='rail'><collision><geometry><box size='1 1 1'/></geometry></collision></link>\
///     <link name='cabin'><collision><geometry><box size='1 1 1'/></geometry></collision></link>\
///     <joint name='hoist' type='prismatic'><parent link='rail'/><child link='cabin'/>\
///     <axis xyz='0 0 1'/><limit lower='0' upper='9'/></joint></robot>";
/// let robot = Robot::from_xml("lift.urdf".as_ref(), xml)?;
/// assert_eq!((robot.link("cabin"), robot.joint("hoist"), robot.link("crane")), (Some(1), Some(0), None));
/// let hoist: &Joint = &robot.joints[0];
/// assert!(hoist.is_free());
/// assert_eq!(hoist.transform(3.0).translation, DVec3::Z * 3.0);
/// assert_eq!(GeometrySet::Collision.shapes_of(&robot.links[1]).count(), 1);
/// assert_eq!(GeometrySet::Visual.shapes_of(&robot.links[1]).count(), 0);
/// // Its shapes are read once, and posed as often as one likes.
/// let bodies = robot.instances(&RobotOptions::default())?;
/// let mut configuration = robot.default_configuration();
/// assert_eq!(robot.set(&mut configuration, "hoist", 3.0), Ok(None));
/// assert_eq!(robot.value(&configuration, 0), 3.0);
/// let scene = robot.scene(&bodies, &configuration)?;
/// assert_eq!(scene.objects[1].transform.translation, DVec3::Z * 3.0);
/// # Ok::<(), impinge_scene::SceneError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Robot {
    /// The file.
    pub file: PathBuf,
    /// The name in the file.
    pub name: String,
    /// The links, in the order of the file.
    pub links: Vec<Link>,
    /// The joints, in the order of the file.
    pub joints: Vec<Joint>,
    /// Suspicious content of the text; [`Robot::instances`] reports them too.
    pub warnings: Vec<Warning>,
    /// The link without a parent joint.
    pub root: usize,
    /// Joints ordered so that each comes after those that lead to its parent.
    order: Vec<usize>,
}

/// A rigid part of a robot.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// Its name.
    pub name: String,
    /// The shapes for collisions.
    pub collisions: Vec<LinkShape>,
    /// The shapes for display.
    pub visuals: Vec<LinkShape>,
}

/// A shape on a link.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkShape {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its pose on the link.
    pub origin: DAffine3,
    /// The shape.
    pub geometry: Geometry,
    /// Its line in the file, from 1.
    pub line: u32,
}

/// The geometry of a shape, around its own origin.
#[derive(Clone, Debug, PartialEq)]
pub enum Geometry {
    /// The triangles of a file.
    Mesh {
        /// The URI: `package://NAME/PATH`, `file://PATH`, or a path relative to the URDF file.
        uri: String,
        /// The scale along its axes.
        scale: DVec3,
    },
    /// A box.
    Box {
        /// The lengths of its edges.
        size: DVec3,
    },
    /// A cylinder along z.
    Cylinder {
        /// The radius.
        radius: f64,
        /// The length.
        length: f64,
    },
    /// A ball.
    Sphere {
        /// The radius.
        radius: f64,
    },
    /// A cylinder along z with a hemisphere at each end, since URDF 1.1.
    Capsule {
        /// The radius.
        radius: f64,
        /// The length of the cylinder without the hemispheres.
        length: f64,
    },
    /// A shape that cannot be read. [`Robot::instances`] returns an error if the shape is used, and a warning
    /// if it is not.
    Invalid {
        /// The place in the file, such as `line 12: <sphere>`.
        place: String,
        /// The problem.
        problem: String,
    },
}

/// A joint between two links.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Its name.
    pub name: String,
    /// The kind of motion.
    pub kind: JointKind,
    /// The parent link.
    pub parent: usize,
    /// The child link, which it moves.
    pub child: usize,
    /// Transform from the child to the parent at the value 0.
    pub origin: DAffine3,
    /// The axis of rotation or translation, a unit vector of the child.
    pub axis: DVec3,
    /// The minimum and maximum value, if it has limits.
    pub limits: Option<[f64; 2]>,
    /// The joint that it follows, if any.
    pub mimic: Option<Mimic>,
}

/// The kind of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointKind {
    /// Rotates within limits, in radians.
    Revolute,
    /// Rotates without limits, in radians.
    Continuous,
    /// Slides, in metres.
    Prismatic,
    /// Does not move.
    Fixed,
    /// Moves in all six degrees of freedom; always taken at rest.
    Floating,
    /// Slides in a plane; always taken at rest.
    Planar,
}

/// A joint value that follows from the value of another joint: value = multiplier · other + offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mimic {
    /// The other joint.
    pub joint: usize,
    /// The multiplier.
    pub multiplier: f64,
    /// The offset.
    pub offset: f64,
}

impl Joint {
    /// Returns whether the joint has a value of its own.
    pub fn is_free(&self) -> bool {
        self.mimic.is_none()
            && matches!(self.kind, JointKind::Revolute | JointKind::Continuous | JointKind::Prismatic)
    }
}

impl Robot {
    /// Returns the index of the link with that name.
    pub fn link(&self, name: &str) -> Option<usize> {
        self.links.iter().position(|link| link.name == name)
    }

    /// Returns the index of the joint with that name.
    pub fn joint(&self, name: &str) -> Option<usize> {
        self.joints.iter().position(|joint| joint.name == name)
    }
}
