//! URDF: XML → [`Robot`], or the problem and its line.

use std::collections::HashMap;
use std::path::Path;

use impinge::glam::{DAffine3, DVec3};
use roxmltree::{Document, Node};

use super::{Geometry, Joint, JointKind, Link, LinkShape, Mimic, Robot, degrees};
use crate::rotation::{from_quaternion, rotation_from_angles};
use crate::words::{comma_hint, excerpt};
use crate::xml::{
    LineEnds, UndeclaredPrefix, attribute, child, children, elements, place, required, undeclared_prefix,
};
use crate::{Format, SceneError, Warning, file, format, text, xml};

/// The place and what is wrong there.
type Wrong = (String, String);

/// What there is of URDF so far.
const VERSIONS: [&str; 4] = ["1", "1.0", "1.1", "1.2"];

/// The prefix of the extensions of Drake, and the namespace that it is declared with.
const DRAKE: &str = "drake";
const DRAKE_NAMESPACE: &str = "http://drake.mit.edu";

/// The maximum length of a chain of mimic joints. Robots have only a few, and each evaluation walks the
/// chain.
const MOST_FOLLOWED: usize = 1000;

impl Robot {
    /// Reads a URDF file, without its meshes.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or contradicts itself: duplicate names, joints of unknown links, links that
    /// several joints or none lead to, loops, invalid sizes and numbers. The message has the line.
    pub fn read(file: &Path) -> Result<Self, SceneError> {
        Robot::from_bytes(file, &file::read(file)?)
    }

    /// Parses a URDF file that is already in memory; `file` is its name for messages, and the base of
    /// relative mesh paths.
    ///
    /// # Errors
    ///
    /// The same as for [`Robot::read`].
    ///
    /// ```
    /// use impinge_scene::robot::Robot;
    /// let picture = Robot::from_bytes("arm.urdf".as_ref(), b"\x89PNG\r\n\x1a\n").unwrap_err();
    /// assert!(picture.to_string().contains("is a PNG picture"), "{picture}");
    /// // Text that is not in UTF-8 is read as Latin-1.
    /// let robot = Robot::from_bytes("arm.urdf".as_ref(), b"<robot><link name='T\xfcr'/></robot>")?;
    /// assert_eq!((robot.links[0].name.as_str(), robot.warnings.len()), ("T\u{fc}r", 1));
    /// # Ok::<(), impinge_scene::SceneError>(())
    /// ```
    pub fn from_bytes(file: &Path, bytes: &[u8]) -> Result<Self, SceneError> {
        format::of(file, bytes, Some(Format::Urdf))?;
        let (text, warning) = text::read(file, bytes);
        let mut robot = Robot::from_xml(file, &text)?;
        robot.warnings.splice(0..0, warning);
        Ok(robot)
    }

    /// Parses the text of a URDF file; `file` is its name for messages, and the base of relative mesh paths.
    ///
    /// # Errors
    ///
    /// The same as for [`Robot::read`].
    ///
    /// ```
    /// use impinge_scene::robot::Robot;
    /// let text = r#"<robot name="arm"><link name="base"/><link name="hand"/><joint name="wrist" type="fixed">
    ///     <parent link="base"/><child link="hand"/></joint></robot>"#;
    /// let robot = Robot::from_xml("arm.urdf".as_ref(), text)?;
    /// assert_eq!((robot.links.len(), robot.links[robot.root].name.as_str()), (2, "base"));
    /// # Ok::<(), impinge_scene::SceneError>(())
    /// ```
    pub fn from_xml(file: &Path, text: &str) -> Result<Self, SceneError> {
        if text.trim().is_empty() {
            return Err(SceneError::Empty { file: file.to_path_buf() });
        }
        let broken =
            |(place, problem): Wrong| SceneError::Malformed { file: file.to_path_buf(), place, problem };
        let mut repaired = String::new();
        let (document, undeclared) = document(text, &mut repaired).map_err(broken)?;
        if has_macros(&document) {
            return Err(SceneError::UnsupportedFormat {
                file: file.to_path_buf(),
                what: "a robot in macros (`xacro:`), which is not supported",
                advice: "run `xacro` on it, and give the .urdf that it writes",
            });
        }
        let version = of_version(file, document.root_element());
        let undeclared = undeclared.iter().map(|prefix| prefix.warning(&[(DRAKE, "Drake")]));
        let undeclared =
            undeclared.map(|(place, message)| Warning { file: file.to_path_buf(), place, message });
        let warnings = undeclared.chain(version).chain(degrees::warnings(file, &document));
        let mut robot = read(file, document.root_element()).map_err(|wrong| refused(file, wrong))?;
        let follower = robot.follower_outside(&robot.default_configuration(), None).map(|message| Warning {
            file: file.to_path_buf(),
            place: "rest".to_owned(),
            message,
        });
        robot.warnings = warnings.chain(follower).collect();
        Ok(robot)
    }
}

/// The error about something in a robot that counts. Only of that: what other programs read may well have
/// `${…}`.
pub(super) fn refused(file: &Path, (place, problem): Wrong) -> SceneError {
    match problem.contains("${") {
        true => SceneError::UnsupportedFormat {
            file: file.to_path_buf(),
            what: "a robot with `${…}` in place of numbers, which is not supported",
            advice: "run `xacro` on it, and give the .urdf that it writes",
        },
        false => SceneError::Malformed { file: file.to_path_buf(), place, problem },
    }
}

fn wrong(node: Node, problem: impl Into<String>) -> Wrong {
    (place(node), problem.into())
}

fn document<'a>(
    text: &'a str,
    repaired: &'a mut String,
) -> Result<(Document<'a>, Vec<UndeclaredPrefix>), Wrong> {
    let text = text.trim_start_matches('\u{feff}');
    // What a parser of XML says of a mesh helps nobody.
    if !text.trim_start().starts_with('<') {
        let is_json = text.trim_start().starts_with('{');
        let other = if is_json { ", and a glTF is named .gltf" } else { "" };
        return Err(("line 1".to_owned(), format!("it is not XML: a URDF file begins with <robot>{other}")));
    }
    xml::parse(text, repaired)
}

/// Is anything left to be expanded? The namespace alone is no sign: old versions leave it in what they write.
fn has_macros(document: &Document) -> bool {
    let is_macro = |node: &Node| node.tag_name().namespace().is_some_and(|space| space.contains("xacro"));
    document.root_element().descendants().any(|node| is_macro(&node))
}

/// A word about a version that is none of those that are known.
fn of_version(file: &Path, root: Node) -> Option<Warning> {
    let version = attribute(root, "version")?.trim();
    let message = format!("version `{}` of URDF is not known; it is read as 1.2", excerpt(version));
    (!VERSIONS.contains(&version)).then(|| Warning { file: file.to_path_buf(), place: place(root), message })
}

fn read(file: &Path, root: Node) -> Result<Robot, Wrong> {
    if root.tag_name().name() != "robot" {
        return Err((place(root), "a URDF file begins with <robot>".to_owned()));
    }
    let lines = LineEnds::of(root.document());
    let shape = |node| shape(node, lines.line(node));
    let mut links = Vec::new();
    let mut link_of = HashMap::new();
    for node in children(root, "link") {
        let name = name_of(node)?;
        if link_of.insert(name.clone(), links.len()).is_some() {
            return Err((place(node), format!("a second link is named `{}`", excerpt(&name))));
        }
        let shapes = |kind| children(node, kind).map(shape).collect();
        links.push(Link { collisions: shapes("collision"), visuals: shapes("visual"), name });
    }
    let mut joints: Vec<Joint> = Vec::new();
    let mut joint_of = HashMap::new();
    let mut nodes = Vec::new();
    // Transmissions hold joints as well, which are none of the robot's.
    for node in children(root, "joint") {
        let joint = joint(node, &link_of)?;
        if joint_of.insert(joint.name.clone(), joints.len()).is_some() {
            return Err((place(node), format!("a second joint is named `{}`", excerpt(&joint.name))));
        }
        joints.push(joint);
        nodes.push(node);
    }
    for (number, node) in nodes.iter().enumerate() {
        joints[number].mimic = mimic(*node, &joint_of)?;
    }
    let name = attribute(root, "name").unwrap_or_default().to_owned();
    let (root, order) =
        tree(&links, &joints, &nodes).map_err(|(node, problem)| (place(node.unwrap_or(root)), problem))?;
    Ok(Robot { file: file.to_path_buf(), name, links, joints, warnings: Vec::new(), root, order })
}

fn name_of(node: Node) -> Result<String, Wrong> {
    required(node, "name").map(ToOwned::to_owned).map_err(|problem| (place(node), problem))
}

/// A shape; an invalid one if it cannot be read, as which shapes count is not known here.
fn shape(node: Node, line: u32) -> LinkShape {
    let name = attribute(node, "name").filter(|name| !name.is_empty()).map(ToOwned::to_owned);
    let (origin, geometry) = placed_geometry(node)
        .unwrap_or_else(|(place, problem)| (DAffine3::IDENTITY, Geometry::Invalid { place, problem }));
    LinkShape { name, origin, geometry, line }
}

/// Drake reads capsules under its own prefix, as official URDF has none.
fn capsule_of_drake<'a, 'b>(geometry: Node<'a, 'b>) -> Option<Node<'a, 'b>> {
    let is_drake = |space: &str| space == DRAKE_NAMESPACE || undeclared_prefix(space) == Some(DRAKE);
    geometry
        .children()
        .find(|node| node.tag_name().name() == "capsule" && node.tag_name().namespace().is_some_and(is_drake))
}

fn placed_geometry(node: Node) -> Result<(DAffine3, Geometry), Wrong> {
    let geometry = child(node, "geometry").ok_or_else(|| wrong(node, "it has no <geometry>"))?;
    let inner = elements(geometry).next().or_else(|| capsule_of_drake(geometry));
    let inner = inner.ok_or_else(|| wrong(geometry, "it is empty"))?;
    Ok((origin(node)?, geometry_of(inner).map_err(|problem| wrong(inner, problem))?))
}

/// Sizes of 0 are valid: the shape is a point, a segment or flat.
fn geometry_of(node: Node) -> Result<Geometry, String> {
    let length = |name: &str| match number(node, name)? {
        length if length >= 0.0 => Ok(length),
        length => Err(format!("`{name}` is {length}; it must be 0 or more")),
    };
    match node.tag_name().name() {
        "box" => match three(node, "size")?.ok_or("it has no attribute `size`")? {
            size if size.cmpge(DVec3::ZERO).all() => Ok(Geometry::Box { size }),
            size => Err(format!("`size` is {size}; each must be 0 or more")),
        },
        "cylinder" => Ok(Geometry::Cylinder { radius: length("radius")?, length: length("length")? }),
        "capsule" => Ok(Geometry::Capsule { radius: length("radius")?, length: length("length")? }),
        "sphere" => Ok(Geometry::Sphere { radius: length("radius")? }),
        "mesh" => {
            let scale = three(node, "scale")?.unwrap_or(DVec3::ONE);
            Ok(Geometry::Mesh { uri: required(node, "filename")?.trim().to_owned(), scale })
        }
        other => Err(format!(
            "`{}` is not a shape of URDF: use box, cylinder, sphere, capsule, mesh",
            excerpt(other)
        )),
    }
}

fn joint(node: Node, link_of: &HashMap<String, usize>) -> Result<Joint, Wrong> {
    let kind = match required(node, "type").map_err(|problem| wrong(node, problem))? {
        "revolute" => JointKind::Revolute,
        "continuous" => JointKind::Continuous,
        "prismatic" => JointKind::Prismatic,
        "fixed" => JointKind::Fixed,
        "floating" => JointKind::Floating,
        "planar" => JointKind::Planar,
        other => return Err(wrong(node, format!("`{}` is not a type of joint", excerpt(other)))),
    };
    let link = |end: &'static str| {
        let inner = child(node, end).ok_or_else(|| wrong(node, format!("it has no <{end}>")))?;
        let name = required(inner, "link").map_err(|problem| wrong(inner, problem))?;
        let unknown = || wrong(node, format!("there is no link `{}`", excerpt(name)));
        link_of.get(name).copied().ok_or_else(unknown)
    };
    let axis = match child(node, "axis") {
        Some(inner) => three(inner, "xyz").map_err(|problem| wrong(node, problem))?.unwrap_or(DVec3::X),
        None => DVec3::X,
    };
    let moves = matches!(kind, JointKind::Revolute | JointKind::Continuous | JointKind::Prismatic);
    let axis = match axis.try_normalize() {
        Some(axis) => axis,
        None if moves => return Err(wrong(node, "its axis has no length")),
        None => DVec3::X,
    };
    Ok(Joint {
        name: name_of(node)?,
        kind,
        parent: link("parent")?,
        child: link("child")?,
        origin: origin(node)?,
        axis,
        limits: if moves && kind != JointKind::Continuous { limits(node)? } else { None },
        mimic: None,
    })
}

/// Least and greatest value. Those left out are 0, as URDF has it; without any `limit` there are none.
fn limits(node: Node) -> Result<Option<[f64; 2]>, Wrong> {
    let Some(limit) = child(node, "limit") else { return Ok(None) };
    let end = |name: &str| {
        let given = if attribute(limit, name).is_some() { number(limit, name) } else { Ok(0.0) };
        given.map_err(|problem| wrong(node, problem))
    };
    let [lower, upper] = [end("lower")?, end("upper")?];
    if lower > upper {
        return Err(wrong(node, format!("its lower limit, {lower}, is above its upper one, {upper}")));
    }
    Ok(Some([lower, upper]))
}

fn mimic(node: Node, joint_of: &HashMap<String, usize>) -> Result<Option<Mimic>, Wrong> {
    let Some(mimic) = child(node, "mimic") else { return Ok(None) };
    let read = || {
        let name = required(mimic, "joint")?;
        let joint = joint_of.get(name).copied();
        let joint = joint.ok_or_else(|| format!("there is no joint `{}`", excerpt(name)))?;
        let given = |name: &str, otherwise: f64| {
            if attribute(mimic, name).is_some() { number(mimic, name) } else { Ok(otherwise) }
        };
        Ok(Mimic { joint, multiplier: given("multiplier", 1.0)?, offset: given("offset", 0.0)? })
    };
    read().map(Some).map_err(|problem| (place(mimic), problem))
}

/// The root, and the joints from it downwards; or what keeps the links from being a tree.
fn tree<'a, 'b>(
    links: &[Link],
    joints: &[Joint],
    nodes: &[Node<'a, 'b>],
) -> Result<(usize, Vec<usize>), (Option<Node<'a, 'b>>, String)> {
    let name = |link: usize| excerpt(&links[link].name);
    let mut above: Vec<Option<usize>> = vec![None; links.len()];
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); links.len()];
    for (number, joint) in joints.iter().enumerate() {
        if let Some(first) = above[joint.child].replace(number) {
            let problem = format!(
                "its child is link `{}`, which is already the child of joint `{}`",
                name(joint.child),
                excerpt(&joints[first].name)
            );
            return Err((Some(nodes[number]), problem));
        }
        below[joint.parent].push(number);
    }
    let roots: Vec<usize> = (0..links.len()).filter(|&link| above[link].is_none()).collect();
    let root = match roots[..] {
        [root] => root,
        [] if links.is_empty() => return Err((None, "it has no links".to_owned())),
        [] => return Err((None, "its joints form a cycle: every link is the child of a joint".to_owned())),
        [first, second, ..] => {
            let problem = format!(
                "neither link `{}` nor link `{}` is the child of a joint: connect them",
                name(first),
                name(second)
            );
            return Err((None, problem));
        }
    };
    let mut order = Vec::with_capacity(joints.len());
    let mut open = vec![root];
    while let Some(link) = open.pop() {
        for &joint in &below[link] {
            order.push(joint);
            open.push(joints[joint].child);
        }
    }
    let mut is_reached = vec![false; joints.len()];
    for &joint in &order {
        is_reached[joint] = true;
    }
    if let Some(lost) = is_reached.iter().position(|is_reached| !is_reached) {
        return Err((Some(nodes[lost]), "it is in a cycle of joints, separate from the rest".to_owned()));
    }
    // Whoever follows the joints that are followed comes to an end, or goes round.
    for (number, node) in nodes.iter().enumerate() {
        let followed = |joint: &usize| joints[*joint].mimic.map(|mimic| mimic.joint);
        let mut row = std::iter::successors(Some(number), followed);
        if row.nth(joints.len().min(MOST_FOLLOWED + 1)).is_some() {
            let problem = if joints.len() > MOST_FOLLOWED + 1 {
                format!(
                    "it follows more than {MOST_FOLLOWED} joints in a row, or some that follow each other"
                )
            } else {
                "it follows joints that follow each other".to_owned()
            };
            return Err((Some(*node), problem));
        }
    }
    Ok((root, order))
}

fn origin(node: Node) -> Result<DAffine3, Wrong> {
    let Some(origin) = child(node, "origin") else { return Ok(DAffine3::IDENTITY) };
    let read = || {
        let place = three(origin, "xyz")?.unwrap_or_default();
        // The quaternion since version 1.1 of URDF.
        let turn = match (three(origin, "rpy")?, numbers(origin, "quat_xyzw", "four")?) {
            (Some(_), Some(_)) => {
                return Err("has both `rpy` and `quat_xyzw`; remove one".to_owned());
            }
            (None, Some(quaternion)) => from_quaternion(quaternion)?,
            (angles, None) => rotation_from_angles(angles.unwrap_or_default().to_array()),
        };
        Ok(DAffine3::from_mat3_translation(turn, place))
    };
    read().map_err(|problem: String| (place(origin), problem))
}

/// A number that has to be there and finite.
fn number(node: Node, name: &str) -> Result<f64, String> {
    let text = required(node, name)?;
    let number = text.trim().parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| format!("`{name}` is `{}`, which is not a finite number", excerpt(text)))
}

/// Three numbers, if they are there.
fn three(node: Node, name: &str) -> Result<Option<DVec3>, String> {
    Ok(numbers(node, name, "three")?.map(DVec3::from_array))
}

/// So many numbers, if they are there; how many they are in a word.
fn numbers<const N: usize>(node: Node, name: &str, how_many: &str) -> Result<Option<[f64; N]>, String> {
    let Some(text) = attribute(node, name) else { return Ok(None) };
    let numbers: Option<Vec<f64>> = text
        .split_whitespace()
        .map(|word| word.parse().ok().filter(|number: &f64| number.is_finite()))
        .collect();
    let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
    let wrong = || {
        let point = comma_hint(text);
        format!("`{name}` is `{}`, which is not {how_many} finite numbers{point}", excerpt(text))
    };
    Ok(Some(numbers.ok_or_else(wrong)?))
}
