//! A collider of a world, as a page describes it: a shape with a pose, how it moves, and what it collides
//! with.

use impinge::broad::CollisionFilter;
use impinge::glam::{DVec2, DVec3};
use impinge::math::Vector;
use impinge::world::Collider;

use crate::node::{Fields, Node};
use crate::problem::{Problem, QueryError};
use crate::request::length;
use crate::shapes::shape;
use crate::space::{Space, pose, scalar, vector};

/// What a collider can have.
const FIELDS: [&str; 12] = [
    "shape",
    "pose",
    "velocity",
    "angular_velocity",
    "fixed",
    "sensor",
    "one_way",
    "speculative_contacts",
    "ccd",
    "margin",
    "layers",
    "mask",
];

/// A collider in the plane: `{"shape": …, "pose": …, "velocity": [x, y], "angular_velocity": angle}` and what
/// else docs/web.md names.
///
/// # Errors
/// What is wrong with the description, and where in it.
///
/// ```
/// let ball = r#"{"shape":{"type":"ball","radius":1},"velocity":[3,0],"layers":2}"#;
/// let collider = impinge_query::parse_collider_2d(ball)?;
/// assert_eq!((collider.velocity().x, collider.filter().layers), (3.0, 2));
/// let refused = impinge_query::parse_collider_2d(r#"{"shape":{"type":"ball","radius":1},"speed":3}"#);
/// assert!(refused.is_err_and(|error| error.to_string().contains("unknown field \"speed\"")));
/// # Ok::<(), impinge_query::QueryError>(())
/// ```
pub fn parse_collider_2d(text: &str) -> Result<Collider<DVec2>, QueryError> {
    read(text, |collider, by| collider.with_angular_velocity(scalar::<f64>(by)?).map_err(Problem::new))
}

/// A collider in space: the same, where `angular_velocity` is an axis as long as the angle.
///
/// # Errors
/// What is wrong with the description, and where in it.
///
/// ```
/// let cube = r#"{"shape":{"type":"box","half_extents":[1,1,1]},"pose":{"translation":[0,5,0]},"angular_velocity":[0,1,0],"fixed":true}"#;
/// let collider = impinge_query::parse_collider_3d(cube)?;
/// assert_eq!((collider.position().y, collider.angular_velocity().y, collider.is_fixed()), (5.0, 1.0, true));
/// # Ok::<(), impinge_query::QueryError>(())
/// ```
pub fn parse_collider_3d(text: &str) -> Result<Collider<DVec3>, QueryError> {
    read(text, |collider, by| collider.with_angular_velocity(vector::<DVec3>(by)?).map_err(Problem::new))
}

fn read<V: Space<Scalar = f64> + Vector<Double = V>>(
    text: &str,
    turning: impl Fn(Collider<V>, &Node) -> Result<Collider<V>, Problem>,
) -> Result<Collider<V>, QueryError> {
    let node: Node = serde_json::from_str(text).map_err(Problem::new)?;
    Ok(collider(node.fields()?, turning)?)
}

fn collider<V: Space<Scalar = f64> + Vector<Double = V>>(
    fields: Fields,
    turning: impl Fn(Collider<V>, &Node) -> Result<Collider<V>, Problem>,
) -> Result<Collider<V>, Problem> {
    fields.only("a collider", &FIELDS)?;
    let is = |name: &str| Ok::<_, Problem>(fields.optional(name, Node::bool)?.unwrap_or(false));
    let mut collider = Collider::new(fields.required("shape", |node| shape::<V>(node, None))?);
    if let Some(pose) = fields.optional("pose", pose::<V>)? {
        collider =
            collider.with_position(pose.translation).map_err(Problem::new)?.with_rotation(pose.rotation);
    }
    if let Some(velocity) = fields.optional("velocity", vector::<V>)? {
        collider = collider.with_velocity(velocity).map_err(Problem::new)?;
    }
    if let Some(by) = fields.get("angular_velocity") {
        collider = turning(collider, by).map_err(|problem| problem.within("angular_velocity"))?;
    }
    collider = collider.with_margin(length(fields, "margin", 0.0)?).map_err(Problem::new)?;
    if let Some(tolerance) = fields.optional("ccd", scalar)? {
        collider = collider.with_ccd(tolerance).map_err(|error| Problem::new(error).within("ccd"))?;
    }
    if is("fixed")? {
        collider = collider.fixed();
    }
    if is("sensor")? {
        collider = collider.sensor();
    }
    if is("one_way")? {
        collider = collider.one_way();
    }
    if is("speculative_contacts")? {
        collider = collider.with_speculative_contacts();
    }
    let all = CollisionFilter::default();
    let layers = fields.optional("layers", bits)?.unwrap_or(all.layers);
    let mask = fields.optional("mask", bits)?.unwrap_or(all.mask);
    Ok(collider.with_filter(CollisionFilter { layers, mask }))
}

/// A bit for each of 32 layers.
fn bits(node: &Node) -> Result<u32, Problem> {
    let number = node.number()?;
    let is_whole = number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number);
    if is_whole {
        Ok(number as u32)
    } else {
        Err(Problem::new("must be a whole number below 2^32, a bit for each layer"))
    }
}
