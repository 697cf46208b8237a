//! Shapes described by a request, placed.
//!
//! A pose places a shape before the query: corners and ends are mapped, each coordinate is rounded, and the
//! answer is about the mapped shape. Without a pose, nothing is rounded. Boxes, tapered capsules, cylinders,
//! cones, hulls and shapes of many parts keep their pose.

use impinge::compound::{
    AnyShape, Compound, CompoundError, FilledPolygon, HeightField, Polyline, SurfaceMesh,
};
use impinge::math::{Pose, Scalar, Unit, Vector};
use impinge::shape::{
    Aabb, Ball, Capsule, CompositeShape, Cone, Cylinder, HalfSpace, Hull, Mesh, Obb, Plane, Ray, Segment,
    ShapeError, TaperedCapsule, Triangle,
};

use crate::node::{Fields, Node};
use crate::problem::Problem;
use crate::space::{Space, direction, pose, scalar, vector};

/// The kinds of shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Ball,
    Box,
    Aabb,
    Segment,
    Triangle,
    Capsule,
    TaperedCapsule,
    Cylinder,
    Cone,
    Polygon,
    Hull,
    Mesh,
    Polyline,
    HeightField,
    Compound,
    HalfSpace,
    Plane,
    Ray,
}

const KINDS: [(&str, Kind); 18] = [
    ("ball", Kind::Ball),
    ("box", Kind::Box),
    ("aabb", Kind::Aabb),
    ("segment", Kind::Segment),
    ("triangle", Kind::Triangle),
    ("capsule", Kind::Capsule),
    ("tapered_capsule", Kind::TaperedCapsule),
    ("cylinder", Kind::Cylinder),
    ("cone", Kind::Cone),
    ("polygon", Kind::Polygon),
    ("hull", Kind::Hull),
    ("mesh", Kind::Mesh),
    ("polyline", Kind::Polyline),
    ("height_field", Kind::HeightField),
    ("compound", Kind::Compound),
    ("half_space", Kind::HalfSpace),
    ("plane", Kind::Plane),
    ("ray", Kind::Ray),
];

/// Returns the names of the kinds of shapes, the values of `type`.
///
/// ```
/// assert!(impinge_query::shape_kinds().any(|kind| kind == "ball"));
/// ```
pub fn shape_kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|(name, _)| *name)
}

impl Kind {
    /// What a message calls it, and the fields that it can have besides its type.
    fn fields(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Kind::Ball => ("a ball", &["type", "radius"]),
            Kind::Box => ("a box", &["type", "half_extents", "radius"]),
            Kind::Aabb => ("an aabb", &["type", "min", "max", "radius"]),
            Kind::Segment => ("a segment", &["type", "a", "b", "radius"]),
            Kind::Triangle => ("a triangle", &["type", "points", "radius"]),
            Kind::Capsule => ("a capsule", &["type", "half_height", "a", "b", "radius"]),
            Kind::TaperedCapsule => {
                ("a tapered_capsule", &["type", "half_height", "lower_radius", "upper_radius"])
            }
            Kind::Cylinder => ("a cylinder", &["type", "half_height", "radius", "rounding"]),
            Kind::Cone => ("a cone", &["type", "half_height", "radius", "rounding"]),
            Kind::Polygon => ("a polygon", &["type", "points", "radius"]),
            Kind::Hull => ("a hull", &["type", "points", "radius"]),
            Kind::Mesh => ("a mesh", &["type", "vertices", "triangles", "hollow"]),
            Kind::Polyline => ("a polyline", &["type", "points", "closed"]),
            Kind::HeightField => ("a height_field", &["type", "heights", "spacing", "holes"]),
            Kind::Compound => ("a compound", &["type", "parts"]),
            Kind::HalfSpace => ("a half_space", &["type", "normal", "offset"]),
            Kind::Plane => ("a plane", &["type", "normal", "offset"]),
            Kind::Ray => ("a ray", &["type", "origin", "direction"]),
        }
    }
}

/// A shape at its place: `{"shape": …, "pose": …}`, or a shape alone, which is its own place.
pub(crate) fn placed<V: Space>(node: &Node) -> Result<AnyShape<V>, Problem> {
    let fields = node.fields()?;
    if fields.get("type").is_some() {
        if fields.get("pose").is_some() {
            let message = "put \"pose\" beside the shape, as in {\"shape\": {\"type\": …}, \"pose\": …}";
            return Err(Problem::new(message));
        }
        return shape(node, None);
    }
    if fields.get("shape").is_none() && fields.get("pose").is_none() {
        return Err(Problem::new("\"type\" is missing, as in {\"type\": \"ball\", \"radius\": 1}"));
    }
    fields.only("a shape at a pose", &["shape", "pose"])?;
    let pose = fields.optional("pose", pose)?;
    fields.required("shape", |node| shape(node, pose))
}

/// A shape under a pose, if there is one.
pub(crate) fn shape<V: Space>(node: &Node, pose: Option<Pose<V>>) -> Result<AnyShape<V>, Problem> {
    let fields = node.fields()?;
    let kind = fields.required("type", |node| node.one_of(&KINDS))?;
    let (name, allowed) = kind.fields();
    fields.only(name, allowed)?;
    let place = pose.unwrap_or_default();
    let number = |name: &str| fields.required(name, scalar::<V::Scalar>);
    let point = |node: &Node| mapped(pose, node);
    let points = || fields.required("points", |node| node.each(vector));
    match kind {
        Kind::Ball => Ok(valid(Ball::new(place.translation, number("radius")?))?.into()),
        Kind::Box => {
            let half = fields.required("half_extents", vector)?;
            rounded(Obb::new(place.translation, half, place.rotation), fields, "radius")
        }
        Kind::Aabb => {
            let [min, max] = [fields.required("min", vector)?, fields.required("max", vector)?];
            let bounds = valid(Aabb::new(min, max))?;
            if place.rotation == Default::default() {
                let moved = Aabb::new(min + place.translation, max + place.translation);
                return rounded(moved, fields, "radius");
            }
            let turned =
                Obb::new(place.transform_point(bounds.center()), bounds.half_extents(), place.rotation);
            rounded(turned, fields, "radius")
        }
        Kind::Segment => {
            let [a, b] = [fields.required("a", point)?, fields.required("b", point)?];
            rounded(Segment::new(a, b), fields, "radius")
        }
        Kind::Triangle => {
            let corners = fields.required("points", |node| three(node.each(point)?))?;
            rounded(Triangle::new(corners), fields, "radius")
        }
        Kind::Capsule => {
            let [a, b] = if fields.get("a").is_some() {
                fields.only("a capsule from a to b", &["type", "a", "b", "radius"])?;
                [fields.required("a", point)?, fields.required("b", point)?]
            } else {
                fields.only("a capsule along y", &["type", "half_height", "radius"])?;
                let half = V::unit_axis(1) * number("half_height")?;
                [place.transform_point(-half), place.transform_point(half)]
            };
            Ok(valid(Capsule::new(a, b, number("radius")?))?.into())
        }
        Kind::TaperedCapsule => {
            let [half_height, lower] = [number("half_height")?, number("lower_radius")?];
            Ok(valid(TaperedCapsule::new(half_height, lower, number("upper_radius")?, place))?.into())
        }
        Kind::Cylinder => {
            rounded(Cylinder::new(number("half_height")?, number("radius")?, place), fields, "rounding")
        }
        Kind::Cone => {
            rounded(Cone::new(number("half_height")?, number("radius")?, place), fields, "rounding")
        }
        Kind::Polygon => polygon(&fields.required("points", |node| node.each(point))?, fields),
        Kind::Hull => {
            let hull = valid(Hull::new(&points()?))?;
            rounded(Ok(hull.at(&place)), fields, "radius")
        }
        Kind::Mesh => {
            let vertices = fields.required("vertices", |node| node.each(vector))?;
            let triangles =
                fields.required("triangles", |node| node.each(|node| three(node.each(index)?)))?;
            let surface = SurfaceMesh::new(Mesh::new(vertices, triangles).map_err(Problem::new)?).at(&place);
            let is_hollow = fields.optional("hollow", Node::bool)?.unwrap_or(false);
            some_parts(if is_hollow { surface.to_hollow() } else { surface })
        }
        Kind::Polyline => {
            let is_closed = fields.optional("closed", Node::bool)?.unwrap_or(false);
            let line =
                if is_closed { Polyline::new_closed(points()?) } else { Polyline::new_open(points()?) };
            some_parts(valid_parts(line)?.at(&place))
        }
        Kind::HeightField => height_field(fields, place),
        Kind::Compound => {
            let parts = fields.required("parts", |node| node.each(placed))?;
            let parts = parts.into_iter().map(|part| (part, Pose::identity()));
            some_parts(valid_parts(Compound::new(parts))?.at(&place))
        }
        Kind::HalfSpace => {
            let (normal, offset) = boundary(fields, &place)?;
            Ok(valid(HalfSpace::new(normal, offset))?.into())
        }
        Kind::Plane => {
            let (normal, offset) = boundary(fields, &place)?;
            Ok(valid(Plane::new(normal, offset))?.into())
        }
        Kind::Ray => Ok(ray(fields, pose)?.into()),
    }
}

/// A point under a pose, if there is one.
fn mapped<V: Vector>(pose: Option<Pose<V>>, node: &Node) -> Result<V, Problem> {
    let point = vector(node)?;
    Ok(pose.map_or(point, |pose| pose.transform_point(point)))
}

/// What a constructor found wrong with a shape, in the terms of a request.
fn refused(error: ShapeError) -> Problem {
    match error {
        ShapeError::Inverted { axis, min, max } => {
            let axis = ["x", "y", "z"][axis];
            Problem::new(format_args!(
                "\"min\" is above \"max\" on the {axis} axis: {min} > {max}; swap them"
            ))
        }
        // A request has finite numbers only.
        ShapeError::NotFinite { field, .. } => {
            Problem::new(format_args!("{field} exceeds the range of numbers after rotation and translation"))
        }
        other => Problem::new(other),
    }
}

fn valid<T>(shape: Result<T, ShapeError>) -> Result<T, Problem> {
    shape.map_err(refused)
}

fn valid_parts<T>(shape: Result<T, CompoundError>) -> Result<T, Problem> {
    shape.map_err(|error| match error {
        CompoundError::Shape(error) => refused(error),
        other => Problem::new(other),
    })
}

/// A shape of at least one part: there is no distance to nothing.
fn some_parts<V: Vector>(shape: impl CompositeShape<V> + Into<AnyShape<V>>) -> Result<AnyShape<V>, Problem> {
    match shape.aabb() {
        Some(_) => Ok(shape.into()),
        None => Err(Problem::new(
            "this shape is empty; it needs at least one part: a triangle, a segment, a cell that is not a hole, a shape",
        )),
    }
}

/// Creates a bounded shape, rounded by the radius in one of its fields, if there is one.
fn rounded<V: Vector>(
    shape: Result<impl Into<AnyShape<V>>, ShapeError>,
    fields: Fields,
    field: &str,
) -> Result<AnyShape<V>, Problem> {
    let shape = valid(shape)?.into();
    match fields.optional(field, scalar)? {
        // What is wrong is called a radius.
        Some(radius) if field == "radius" => valid_parts(shape.with_rounding(radius)),
        Some(radius) => valid_parts(shape.with_rounding(radius)).map_err(|problem| problem.within(field)),
        None => Ok(shape),
    }
}

fn three<T>(items: Vec<T>) -> Result<[T; 3], Problem> {
    <[T; 3]>::try_from(items)
        .map_err(|items| Problem::new(format_args!("must be three, but are {}", items.len())))
}

/// The number of something, from 0.
fn index(node: &Node) -> Result<u32, Problem> {
    let number = node.number()?;
    let index = number as u32;
    if f64::from(index) == number {
        Ok(index)
    } else {
        Err(Problem::new(format_args!("must be a whole number from 0, but is {number}")))
    }
}

/// In space, rows of heights; in the plane, heights.
fn height_field<V: Space>(fields: Fields, place: Pose<V>) -> Result<AnyShape<V>, Problem> {
    let rows: Vec<Vec<V::Scalar>> = fields.required("heights", |node| match V::DIMENSION {
        2 => Ok(vec![node.each(scalar)?]),
        _ => node.each(|row| row.each(scalar)),
    })?;
    let columns = rows.first().map_or(0, Vec::len);
    if let Some(row) = rows.iter().position(|row| row.len() != columns) {
        let message = format!("must have {columns} heights, like the first row, but has {}", rows[row].len());
        return Err(Problem::new(message).at(row).within("heights"));
    }
    let spacing = fields.required("spacing", |node| match node {
        Node::List(_) if V::DIMENSION == 3 => <[V::Scalar; 2]>::try_from(node.each(scalar)?)
            .map_err(|_| Problem::new("must be a number, or two: along x, along z")),
        _ => Ok([scalar(node)?; 2]),
    })?;
    let mut ground = valid_parts(HeightField::<V>::new(rows.concat(), columns, spacing))?;
    if let Some(holes) = fields.optional("holes", |node| node.each(index))? {
        let cells = ground.cells();
        if let Some(hole) = holes.iter().position(|&hole| hole as usize >= cells) {
            let message = format!("there is no cell {}; there are {cells}, from 0", holes[hole]);
            return Err(Problem::new(message).at(hole).within("holes"));
        }
        let mut is_hole = vec![false; cells];
        holes.iter().for_each(|&hole| is_hole[hole as usize] = true);
        ground = ground.with_holes(|cell| is_hole[cell]);
    }
    some_parts(ground.at(&place))
}

/// The normal and the offset of a plane, moved. A normal of any length is made a unit vector, and the offset
/// divided with it.
fn boundary<V: Space>(fields: Fields, place: &Pose<V>) -> Result<(Unit<V>, V::Scalar), Problem> {
    let normal: Unit<V> = fields.required("normal", direction)?;
    let given: V = fields.required("normal", vector)?;
    let mut offset = fields.optional("offset", scalar)?.unwrap_or(V::Scalar::ZERO);
    if given != normal.get() {
        // By the greatest component first, whose square cannot leave the floats.
        let largest = given.to_double().abs().max_element();
        let scaled = V::Double::from_fn(|axis| given.to_double()[axis] / largest);
        let divided = Into::<f64>::into(offset) / largest / scaled.length();
        offset = finite_offset(divided)?;
    }
    if *place == Pose::identity() {
        return Ok((normal, offset));
    }
    let normal = valid(Unit::new(place.rotation.rotate(normal.get())))?;
    Ok((normal, offset + normal.get().dot(place.translation)))
}

/// An offset that a number can hold.
fn finite_offset<S: Scalar>(offset: f64) -> Result<S, Problem> {
    let rounded = S::from_f64(offset);
    if rounded.is_finite() {
        return Ok(rounded);
    }
    Err(Problem::new(format_args!(
        "\"offset\" over the length of \"normal\" is {offset}, which is not a finite number"
    )))
}

/// A ray, turned and moved.
fn ray<V: Space>(fields: Fields, pose: Option<Pose<V>>) -> Result<Ray<V>, Problem> {
    let origin = fields.required("origin", |node| mapped(pose, node))?;
    let direction = fields.required("direction", direction)?;
    let direction = match pose {
        Some(pose) => valid(Unit::new(pose.rotation.rotate(direction.get())))?,
        None => direction,
    };
    valid(Ray::new(origin, direction))
}

/// A polygon: a hull if it is convex, else an area; rounded, a compound of its rounded pieces.
fn polygon<V: Space>(points: &[V], fields: Fields) -> Result<AnyShape<V>, Problem> {
    let polygon = V::polygon(points)?;
    if polygon.is_convex() {
        return rounded(Ok(polygon.hull()), fields, "radius");
    }
    if fields.optional("radius", scalar::<V::Scalar>)?.is_none() {
        return Ok(valid_parts(FilledPolygon::new(&polygon))?.into());
    }
    let pieces: Vec<AnyShape<V>> = polygon
        .decompose()
        .into_iter()
        .map(|piece| rounded(Ok(piece), fields, "radius"))
        .collect::<Result<_, _>>()?;
    let pieces = pieces.into_iter().map(|piece| (piece, Pose::identity()));
    some_parts(valid_parts(Compound::new(pieces))?)
}
