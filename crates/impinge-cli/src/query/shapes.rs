//! Shapes, as a request describes them, at their place.
//!
//! A pose turns and moves a shape before anything is asked: corners and ends are mapped, each coordinate rounded, and the
//! answer is about the mapped shape. Without a pose, nothing is rounded. Boxes, cylinders, cones and hulls keep their pose.

use impinge::math::{Pose, Scalar, Unit, Vector};
use impinge::shape::{
    Aabb, Ball, Bounded, Capsule, Cone, Cylinder, HalfSpace, Hull, Obb, Parts, Plane, Ray, Rounded, Segment,
    ShapeError, Shaped, Triangle, View,
};

use super::node::{Fields, Node};
use super::problem::Problem;
use super::space::{Space, direction, pose, scalar, vector};

/// A shape of any kind.
pub(super) type Shape<V> = Box<dyn Shaped<Vector = V> + Sync>;

/// The kinds of shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Ball,
    Box,
    Aabb,
    Segment,
    Triangle,
    Capsule,
    Cylinder,
    Cone,
    Polygon,
    Hull,
    Mesh,
    HalfSpace,
    Plane,
    Ray,
}

const KINDS: [(&str, Kind); 14] = [
    ("ball", Kind::Ball),
    ("box", Kind::Box),
    ("aabb", Kind::Aabb),
    ("segment", Kind::Segment),
    ("triangle", Kind::Triangle),
    ("capsule", Kind::Capsule),
    ("cylinder", Kind::Cylinder),
    ("cone", Kind::Cone),
    ("polygon", Kind::Polygon),
    ("hull", Kind::Hull),
    ("mesh", Kind::Mesh),
    ("half_space", Kind::HalfSpace),
    ("plane", Kind::Plane),
    ("ray", Kind::Ray),
];

impl Kind {
    /// What a message calls it, and the fields that it can have besides its type.
    fn fields(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Kind::Ball => ("a ball", &["type", "radius"]),
            Kind::Box => ("a box", &["type", "half", "radius"]),
            Kind::Aabb => ("an aabb", &["type", "min", "max", "radius"]),
            Kind::Segment => ("a segment", &["type", "a", "b", "radius"]),
            Kind::Triangle => ("a triangle", &["type", "points", "radius"]),
            Kind::Capsule => ("a capsule", &["type", "half_height", "a", "b", "radius"]),
            Kind::Cylinder => ("a cylinder", &["type", "half_height", "radius", "rounding"]),
            Kind::Cone => ("a cone", &["type", "half_height", "radius", "rounding"]),
            Kind::Polygon => ("a polygon", &["type", "points", "radius"]),
            Kind::Hull => ("a hull", &["type", "points", "radius"]),
            Kind::Mesh => ("a mesh", &["type", "vertices", "triangles", "radius"]),
            Kind::HalfSpace => ("a half_space", &["type", "normal", "offset"]),
            Kind::Plane => ("a plane", &["type", "normal", "offset"]),
            Kind::Ray => ("a ray", &["type", "origin", "direction"]),
        }
    }
}

/// A shape at its place: `{"shape": …, "pose": …}`, or a shape alone, which is its own place.
pub(super) fn placed<V: Space>(node: &Node) -> Result<Shape<V>, Problem> {
    let fields = node.fields()?;
    if fields.get("type").is_some() {
        if fields.get("pose").is_some() {
            let message = "a \"pose\" stands beside the shape, as in {\"shape\": {\"type\": …}, \"pose\": …}";
            return Err(Problem::new(message));
        }
        return shape(node, None);
    }
    fields.only("a shape at a pose", &["shape", "pose"])?;
    let pose = fields.optional("pose", pose)?;
    fields.required("shape", |node| shape(node, pose))
}

/// A shape under a pose, if there is one.
fn shape<V: Space>(node: &Node, pose: Option<Pose<V>>) -> Result<Shape<V>, Problem> {
    let fields = node.fields()?;
    let kind = fields.required("type", |node| node.one_of(&KINDS))?;
    let (name, allowed) = kind.fields();
    fields.only(name, allowed)?;
    let place = pose.unwrap_or_default();
    let number = |name: &str| fields.required(name, scalar::<V::Scalar>);
    let point = |node: &Node| mapped(pose, node);
    let points = || fields.required("points", |node| node.each(point));
    match kind {
        Kind::Ball => Ok(Box::new(valid(Ball::new(place.translation, number("radius")?))?)),
        Kind::Box => {
            let half = fields.required("half", vector)?;
            rounded(Obb::new(place.translation, half, place.rotation), fields)
        }
        Kind::Aabb => {
            let [min, max] = [fields.required("min", vector)?, fields.required("max", vector)?];
            let bounds = valid(Aabb::new(min, max))?;
            match pose {
                Some(pose) if pose.rotation != Default::default() => rounded(
                    Obb::new(pose.apply(bounds.center()), bounds.half_extents(), pose.rotation),
                    fields,
                ),
                _ => rounded(Aabb::new(min + place.translation, max + place.translation), fields),
            }
        }
        Kind::Segment => {
            rounded(Segment::new(fields.required("a", point)?, fields.required("b", point)?), fields)
        }
        Kind::Triangle => rounded(Triangle::new(three(points()?)?), fields),
        Kind::Capsule => {
            let [a, b] = if fields.get("a").is_some() {
                fields.only("a capsule from a to b", &["type", "a", "b", "radius"])?;
                [fields.required("a", point)?, fields.required("b", point)?]
            } else {
                fields.only("a capsule along y", &["type", "half_height", "radius"])?;
                let half = V::axis(1) * number("half_height")?;
                [place.apply(-half), place.apply(half)]
            };
            Ok(Box::new(valid(Capsule::new(a, b, number("radius")?))?))
        }
        Kind::Cylinder => rounded(Cylinder::new(place, number("half_height")?, number("radius")?), fields),
        Kind::Cone => rounded(Cone::new(place, number("half_height")?, number("radius")?), fields),
        Kind::Polygon => polygon(&points()?, fields),
        Kind::Hull => {
            let points = fields.required("points", |node| node.each(vector))?;
            rounded(Hull::new(&points).map(|hull| HullAt { hull, pose: place }), fields)
        }
        Kind::Mesh => Err(Problem::new("meshes cannot be asked yet; ask its triangles one by one")),
        Kind::HalfSpace => {
            let (normal, offset) = boundary(fields, &place)?;
            Ok(Box::new(valid(HalfSpace::new(normal, offset))?))
        }
        Kind::Plane => {
            let (normal, offset) = boundary(fields, &place)?;
            Ok(Box::new(valid(Plane::new(normal, offset))?))
        }
        Kind::Ray => Ok(Box::new(ray(fields, pose)?)),
    }
}

/// A point under a pose, if there is one.
fn mapped<V: Vector>(pose: Option<Pose<V>>, node: &Node) -> Result<V, Problem> {
    let point = vector(node)?;
    Ok(pose.map_or(point, |pose| pose.apply(point)))
}

/// A shape, or what its constructor found wrong with it, in the terms of a request.
fn valid<T>(shape: Result<T, ShapeError>) -> Result<T, Problem> {
    shape.map_err(|error| match error {
        ShapeError::Inverted { axis, min, max } => {
            let axis = ["x", "y", "z"][axis];
            Problem::new(format_args!(
                "\"min\" is above \"max\" on the {axis} axis: {min} > {max}; swap them"
            ))
        }
        // A request has finite numbers only.
        ShapeError::NotFinite { field, .. } => {
            Problem::new(format_args!("{field} is beyond all numbers once it is turned and moved"))
        }
        other => Problem::new(other),
    })
}

/// A bounded shape with the rounding that its fields ask for: `radius`, where that is not its own.
fn rounded<S: Bounded + Sync + 'static>(
    shape: Result<S, ShapeError>,
    fields: Fields,
) -> Result<Shape<S::Vector>, Problem> {
    let shape = valid(shape)?;
    let is_round = fields.get("half_height").is_some();
    Ok(match fields.optional(if is_round { "rounding" } else { "radius" }, scalar)? {
        Some(radius) => Box::new(valid(Rounded::new(shape, radius))?),
        None => Box::new(shape),
    })
}

fn three<V: Vector>(points: Vec<V>) -> Result<[V; 3], Problem> {
    <[V; 3]>::try_from(points).map_err(|points| {
        Problem::new(format_args!("must be three points, but are {}", points.len())).within("points")
    })
}

/// The normal and the offset of a plane, moved.
fn boundary<V: Space>(fields: Fields, place: &Pose<V>) -> Result<(Unit<V>, V::Scalar), Problem> {
    let normal = fields.required("normal", direction)?;
    let offset = fields.optional("offset", scalar)?.unwrap_or(V::Scalar::ZERO);
    if *place == Pose::identity() {
        return Ok((normal, offset));
    }
    let normal = valid(Unit::new(place.rotation.apply(normal.get())))?;
    Ok((normal, offset + normal.get().dot(place.translation)))
}

/// A ray, turned and moved.
pub(super) fn ray<V: Space>(fields: Fields, pose: Option<Pose<V>>) -> Result<Ray<V>, Problem> {
    let origin = fields.required("origin", |node| mapped(pose, node))?;
    let direction = fields.required("direction", direction)?;
    let direction = match pose {
        Some(pose) => valid(Unit::new(pose.rotation.apply(direction.get())))?,
        None => direction,
    };
    valid(Ray::new(origin, direction))
}

/// A hull and where it is.
struct HullAt<V: Vector> {
    hull: Hull<V>,
    pose: Pose<V>,
}

impl<V: Vector> Shaped for HullAt<V> {
    type Vector = V;
    fn view(&self) -> View<'_, V> {
        self.hull.at(self.pose).into_view()
    }
}

impl<V: Vector> Bounded for HullAt<V> {}

/// A polygon: one hull if it is convex, else several.
fn polygon<V: Space>(points: &[V], fields: Fields) -> Result<Shape<V>, Problem> {
    let mut pieces = Vec::new();
    for piece in V::pieces_of_polygon(points)? {
        pieces.push(rounded(Ok(piece), fields)?);
    }
    if pieces.len() == 1
        && let Some(piece) = pieces.pop()
    {
        return Ok(piece);
    }
    let radius = fields.optional("radius", scalar)?.unwrap_or(V::Scalar::ZERO);
    let grown = |bounds: Aabb<V>| {
        let by = V::splat(radius);
        let down = |x: V| V::from_fn(|axis| x[axis].next_down());
        let up = |x: V| V::from_fn(|axis| x[axis].next_up());
        Aabb::new(down(bounds.min() - by), up(bounds.max() + by))
    };
    let bounds = valid(Aabb::from_points(points.iter().copied()).and_then(grown))?;
    Ok(Box::new(Pieces { pieces, bounds }))
}

/// The pieces of one shape: few, so that all are always looked at.
struct Pieces<V: Vector> {
    pieces: Vec<Shape<V>>,
    bounds: Aabb<V>,
}

impl<V: Vector> Parts<V> for Pieces<V> {
    fn bounds(&self) -> Option<Aabb<V>> {
        Some(self.bounds)
    }

    fn visit(&self, _region: Aabb<V>, visit: &mut dyn FnMut(u32, View<'_, V>) -> Aabb<V>) {
        for (number, piece) in (0..).zip(&self.pieces) {
            visit(number, piece.view());
        }
    }
}

impl<V: Vector> Shaped for Pieces<V> {
    type Vector = V;
    fn view(&self) -> View<'_, V> {
        View::Parts(self)
    }
}
