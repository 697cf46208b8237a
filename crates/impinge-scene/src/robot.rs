//! Robots: links that are joined, with shapes on them, in a pose.
//!
//! [`Robot`] is what a URDF file says (`urdf` reads it); [`Configuration`] a value for each joint, from which `motion` tells where the links
//! are; [`RobotBodies`] the meshes of the links (`package` finds them, `mesh_sizes` tells what seems to be in
//! millimetres), with those of spheres, cylinders and capsules (`revolve`);
//! `degrees` tells which angles are likely no radians, `adjacent` which links are neighbours, [`Srdf`] which pairs somebody has said not to look at, and [`Trajectory`] how joints move;
//! [`pose_from_csv`] reads a pose.
//!
//! `urdf-rs` (0.10) reads the same files, but tells no lines, takes a joint without a known type or a mesh without a name for its
//! caller's business, and brings four crates for XML; with `roxmltree`, which 3MF needs anyway, reading is one file.
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

use glam::{DAffine3, DVec3};

use crate::Warning;

pub use bodies::{LinkBody, RobotBodies, RobotOptions, ShapeKind};
pub use configuration::{Configuration, JointError};
pub use package::Packages;
pub use pose::pose_from_csv;
pub use srdf::{Disabled, Srdf};
pub use trajectory::Trajectory;

/// What a URDF file says: a tree of links, in metres and radians, z up.
///
/// ```
/// use glam::DVec3;
/// use impinge_scene::robot::{Joint, Robot, RobotOptions, ShapeKind};
/// let xml = "<robot name='lift'>\
///     <link name='rail'><collision><geometry><box size='1 1 1'/></geometry></collision></link>\
///     <link name='cabin'><collision><geometry><box size='1 1 1'/></geometry></collision></link>\
///     <joint name='hoist' type='prismatic'><parent link='rail'/><child link='cabin'/>\
///     <axis xyz='0 0 1'/><limit lower='0' upper='9'/></joint></robot>";
/// let robot = Robot::from_xml("lift.urdf".as_ref(), xml)?;
/// assert_eq!((robot.link("cabin"), robot.joint("hoist"), robot.link("crane")), (Some(1), Some(0), None));
/// let hoist: &Joint = &robot.joints[0];
/// assert!(hoist.is_free());
/// assert_eq!(hoist.map(3.0).translation, DVec3::Z * 3.0);
/// assert_eq!(ShapeKind::Collision.of(&robot.links[1]).count(), 1);
/// assert_eq!(ShapeKind::Visual.of(&robot.links[1]).count(), 0);
/// // Its shapes are read once, and posed as often as one likes.
/// let bodies = robot.bodies(&RobotOptions::default())?;
/// let mut configuration = robot.rest();
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
    /// The name that the file gives it.
    pub name: String,
    /// The links, in the order of the file.
    pub links: Vec<Link>,
    /// The joints, in the order of the file.
    pub joints: Vec<Joint>,
    /// What looked wrong in the text; [`Robot::bodies`] has them too.
    pub warnings: Vec<Warning>,
    /// The link that no joint leads to.
    pub root: usize,
    /// Joints so that each comes after those that lead to its parent.
    order: Vec<usize>,
}

/// A rigid part of a robot.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// Its name.
    pub name: String,
    /// What it may collide with.
    pub collisions: Vec<LinkShape>,
    /// What it looks like.
    pub visuals: Vec<LinkShape>,
}

/// A shape on a link.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkShape {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Where it is on the link.
    pub origin: DAffine3,
    /// The shape.
    pub geometry: Geometry,
    /// The line of the file that it stands in, from 1.
    pub line: u32,
}

/// A shape, around its own origin.
#[derive(Clone, Debug, PartialEq)]
pub enum Geometry {
    /// The triangles of a file.
    Mesh {
        /// Where it is said to be: `package://NAME/PATH`, `file://PATH`, or a path beside the URDF file.
        uri: String,
        /// By how much it is scaled along its axes.
        scale: DVec3,
    },
    /// A box with these edges.
    Box {
        /// Lengths of its edges.
        size: DVec3,
    },
    /// A cylinder along z.
    Cylinder {
        /// Its radius.
        radius: f64,
        /// Its length.
        length: f64,
    },
    /// A ball.
    Sphere {
        /// Its radius.
        radius: f64,
    },
    /// A cylinder along z with half a ball at each end, since URDF 1.1.
    Capsule {
        /// Its radius.
        radius: f64,
        /// The length of the cylinder alone.
        length: f64,
    },
    /// A shape that cannot be read. [`Robot::bodies`] returns an error if it counts, and a warning if it does
    /// not.
    Invalid {
        /// The place in the file, such as `line 12: <sphere>`.
        place: String,
        /// What is wrong there.
        problem: String,
    },
}

/// How two links move against each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Its name.
    pub name: String,
    /// The kind of motion.
    pub kind: JointKind,
    /// The link that holds it.
    pub parent: usize,
    /// The link that it moves.
    pub child: usize,
    /// From the child to the parent where the value is 0.
    pub origin: DAffine3,
    /// The axis about or along which it moves, a unit vector of the child.
    pub axis: DVec3,
    /// Least and greatest value, if it has any.
    pub limits: Option<[f64; 2]>,
    /// The joint that it follows, if it does.
    pub mimic: Option<Mimic>,
}

/// What a joint does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointKind {
    /// Turns, within limits, in radians.
    Revolute,
    /// Turns without end, in radians.
    Continuous,
    /// Slides, in metres.
    Prismatic,
    /// Does nothing.
    Fixed,
    /// Moves in all ways; always taken at rest.
    Floating,
    /// Slides in a plane; always taken at rest.
    Planar,
}

/// A joint whose value follows from that of another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mimic {
    /// The other joint.
    pub joint: usize,
    /// Its value is that of the other times this
    pub multiplier: f64,
    /// plus this.
    pub offset: f64,
}

impl Joint {
    /// Does it have a value of its own?
    pub fn is_free(&self) -> bool {
        self.mimic.is_none()
            && matches!(self.kind, JointKind::Revolute | JointKind::Continuous | JointKind::Prismatic)
    }
}

impl Robot {
    /// The number of the link with that name.
    pub fn link(&self, name: &str) -> Option<usize> {
        self.links.iter().position(|link| link.name == name)
    }

    /// The number of the joint with that name.
    pub fn joint(&self, name: &str) -> Option<usize> {
        self.joints.iter().position(|joint| joint.name == name)
    }
}
