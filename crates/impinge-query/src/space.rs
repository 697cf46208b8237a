//! The four supported spaces, 2D or 3D in `f32` or `f64`, and the numbers of a request in them.

use impinge::glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};
use impinge::math::{Pose, Rotation, Scalar, Unit, Vector};
use impinge::shape::Polygon;
use serde::Serialize;

use crate::answer::Found;
use crate::axes;
use crate::deforming::{in_plane, in_space};
use crate::node::{Fields, Node};
use crate::problem::Problem;
use crate::time_of_impact::Turning;

/// What differs between plane and space in a request: the form of rotations, and that polygons are planar.
pub(crate) trait Space: Vector<Scalar: Serialize> + Turning {
    /// A turn: an angle in radians in the plane, a quaternion x, y, z, w in space.
    fn turn(node: &Node) -> Result<Rotation<Self>, Problem>;
    /// A polygon.
    fn polygon(points: &[Self]) -> Result<Polygon<Self>, Problem>;
    /// What is found about deforming primitives.
    fn deforming(fields: Fields) -> Result<Found<Self::Scalar>, Problem>;
}

macro_rules! plane {
    ($vector:ident) => {
        impl Space for $vector {
            fn turn(node: &Node) -> Result<Rotation<Self>, Problem> {
                if let Node::List(_) = node {
                    return Err(node.is_not("an angle in radians, because this request is 2D"));
                }
                Ok(Rotation::<Self>::from_angle(scalar(node)?))
            }

            fn polygon(points: &[Self]) -> Result<Polygon<Self>, Problem> {
                Polygon::new(points).map_err(Problem::new)
            }

            fn deforming(fields: Fields) -> Result<Found<Self::Scalar>, Problem> {
                in_plane::<Self>(fields)
            }
        }
    };
}

macro_rules! space {
    ($vector:ident, $quaternion:ident) => {
        impl Space for $vector {
            fn turn(node: &Node) -> Result<Rotation<Self>, Problem> {
                const WANTED: &str = "a quaternion of four numbers, x, y, z, w, because this request is 3D";
                let Node::List(_) = node else { return Err(node.is_not(WANTED)) };
                let components = node.each(scalar)?;
                let Ok(components) = <[_; 4]>::try_from(components) else {
                    return Err(Problem::new(format_args!("must be {WANTED}")));
                };
                Rotation::<Self>::from_quaternion($quaternion::from_array(components))
                    .map_err(|_| Problem::new("must be a quaternion other than zero"))
            }

            fn polygon(_points: &[Self]) -> Result<Polygon<Self>, Problem> {
                Err(Problem::new("a polygon is 2D; give each of its points two numbers, or use a hull"))
            }

            fn deforming(fields: Fields) -> Result<Found<Self::Scalar>, Problem> {
                in_space::<Self>(fields)
            }
        }
    };
}

plane!(Vec2);
plane!(DVec2);
space!(Vec3, Quat);
space!(DVec3, DQuat);

/// A number in the precision of the request.
pub(crate) fn scalar<S: Scalar>(node: &Node) -> Result<S, Problem> {
    let number = node.number()?;
    let scalar = S::from_f64(number);
    if scalar.is_finite() {
        Ok(scalar)
    } else {
        Err(Problem::new(format_args!("{number:e} exceeds the range of f32; use \"precision\": \"f64\"")))
    }
}

/// A point or direction.
pub(crate) fn vector<V: Vector>(node: &Node) -> Result<V, Problem> {
    let coordinates: Vec<V::Scalar> = node.each(scalar)?;
    if coordinates.len() != V::DIMENSION {
        let (wanted, found) = (V::DIMENSION, coordinates.len());
        let message =
            format!("must have {wanted} numbers, because this request is {wanted}D, but has {found}");
        return Err(Problem::new(message));
    }
    Ok(V::from_fn(|axis| coordinates[axis]))
}

/// A vector that only gives a direction.
pub(crate) fn direction<V: Vector>(node: &Node) -> Result<Unit<V>, Problem> {
    Unit::new(vector(node)?).map_err(Problem::new)
}

/// A rotation: a turn, or the images of the axes.
fn rotation<V: Space>(node: &Node) -> Result<Rotation<V>, Problem> {
    let Node::List(items) = node else { return V::turn(node) };
    if !matches!(items.first(), Some(Node::List(_))) {
        return V::turn(node);
    }
    axes::rotation(node)
}

/// Where a shape is, and how it is turned.
pub(crate) fn pose<V: Space>(node: &Node) -> Result<Pose<V>, Problem> {
    let fields = node.fields()?;
    fields.only("a pose", &["translation", "rotation"])?;
    Ok(Pose {
        translation: fields.optional("translation", vector)?.unwrap_or(V::ZERO),
        rotation: fields.optional("rotation", rotation)?.unwrap_or_default(),
    })
}

/// Returns the dimension of a request: the dimension of the first vector in it.
pub(crate) fn dimension(node: &Node) -> Option<usize> {
    match node {
        Node::Object(fields) => fields.iter().find_map(|(name, value)| match (name.as_str(), value) {
            // Numbers of vertices and cells are no vectors, and distances along a grid are of space always.
            ("triangles" | "holes" | "spacing", _) => None,
            ("heights", Node::List(rows)) => match rows.first() {
                Some(Node::List(_)) => Some(3),
                _ => Some(2),
            },
            ("rotation", Node::Number(_)) => Some(2),
            ("rotation", Node::List(items)) if matches!(items.first(), Some(Node::Number(_))) => Some(3),
            _ => dimension(value),
        }),
        Node::List(list) => match list.first()? {
            Node::Number(_) => Some(list.len()).filter(|length| matches!(length, 2 | 3)),
            _ => list.iter().find_map(dimension),
        },
        _ => None,
    }
}
