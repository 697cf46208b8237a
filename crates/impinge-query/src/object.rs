//! An object of a world, as a page describes it: a shape with a pose, how it moves, and what it meets.

use glam::{DVec2, DVec3};
use impinge::broad::Filter;
use impinge::math::Vector;
use impinge::world::Object;

use crate::node::{Fields, Node};
use crate::problem::{Problem, QueryError};
use crate::request::length;
use crate::shapes::shape;
use crate::space::{Space, pose, scalar, vector};

/// What an object can have.
const FIELDS: [&str; 12] = [
    "shape",
    "pose",
    "velocity",
    "spin",
    "fixed",
    "sensor",
    "one_sided",
    "speculative",
    "continuous",
    "margin",
    "layers",
    "meets",
];

/// An object in the plane: `{"shape": …, "pose": …, "velocity": [x, y], "spin": angle}` and what else docs/web.md names.
///
/// # Errors
/// What is wrong with the description, and where in it.
///
/// ```
/// let ball = r#"{"shape":{"type":"ball","radius":1},"velocity":[3,0],"layers":2}"#;
/// let object = impinge_query::object_in_plane(ball)?;
/// assert_eq!((object.velocity().x, object.filter().layers), (3.0, 2));
/// let refused = impinge_query::object_in_plane(r#"{"shape":{"type":"ball","radius":1},"speed":3}"#);
/// assert!(refused.is_err_and(|error| error.to_string().contains("unknown field \"speed\"")));
/// # Ok::<(), impinge_query::QueryError>(())
/// ```
pub fn object_in_plane(text: &str) -> Result<Object<DVec2>, QueryError> {
    read(text, |object, by| object.with_spin(scalar::<f64>(by)?).map_err(Problem::new))
}

/// An object in space: the same, where `spin` is an axis as long as the angle.
///
/// # Errors
/// What is wrong with the description, and where in it.
///
/// ```
/// let cube = r#"{"shape":{"type":"box","half":[1,1,1]},"pose":{"translation":[0,5,0]},"spin":[0,1,0],"fixed":true}"#;
/// let object = impinge_query::object_in_space(cube)?;
/// assert_eq!((object.position().y, object.spin_axis().y, object.is_fixed()), (5.0, 1.0, true));
/// # Ok::<(), impinge_query::QueryError>(())
/// ```
pub fn object_in_space(text: &str) -> Result<Object<DVec3>, QueryError> {
    read(text, |object, by| object.with_spin(vector::<DVec3>(by)?).map_err(Problem::new))
}

fn read<V: Space<Scalar = f64> + Vector<Double = V>>(
    text: &str,
    spinning: impl Fn(Object<V>, &Node) -> Result<Object<V>, Problem>,
) -> Result<Object<V>, QueryError> {
    let node: Node = serde_json::from_str(text).map_err(Problem::new)?;
    Ok(object(node.fields()?, spinning)?)
}

fn object<V: Space<Scalar = f64> + Vector<Double = V>>(
    fields: Fields,
    spinning: impl Fn(Object<V>, &Node) -> Result<Object<V>, Problem>,
) -> Result<Object<V>, Problem> {
    fields.only("an object", &FIELDS)?;
    let is = |name: &str| Ok::<_, Problem>(fields.optional(name, Node::bool)?.unwrap_or(false));
    let mut object = Object::new(fields.required("shape", |node| shape::<V>(node, None))?);
    if let Some(pose) = fields.optional("pose", pose::<V>)? {
        object = object.at(pose.translation).map_err(Problem::new)?.turned(pose.rotation);
    }
    if let Some(velocity) = fields.optional("velocity", vector::<V>)? {
        object = object.with_velocity(velocity).map_err(Problem::new)?;
    }
    if let Some(by) = fields.get("spin") {
        object = spinning(object, by).map_err(|problem| problem.within("spin"))?;
    }
    object = object.with_margin(length(fields, "margin", 0.0)?).map_err(Problem::new)?;
    if let Some(tolerance) = fields.optional("continuous", scalar)? {
        object = object.continuous(tolerance).map_err(|error| Problem::new(error).within("continuous"))?;
    }
    if is("fixed")? {
        object = object.fixed();
    }
    if is("sensor")? {
        object = object.sensor();
    }
    if is("one_sided")? {
        object = object.one_sided();
    }
    if is("speculative")? {
        object = object.speculative();
    }
    let all = Filter::default();
    let layers = fields.optional("layers", bits)?.unwrap_or(all.layers);
    let meets = fields.optional("meets", bits)?.unwrap_or(all.meets);
    Ok(object.with_filter(Filter { layers, meets }))
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
