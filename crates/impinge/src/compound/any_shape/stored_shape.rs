//! Storage of shapes: the numbers that define them. Data that several shapes share, such as a mesh, is stored
//! once.

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{AnyShape, Owned};
use crate::compound::{Compound, CompoundError, FilledPolygon, HeightField, Polyline, SurfaceMesh};
use crate::math::{Exact, Point, Pose, Scalar, StoredPose, Vector, point, unit, vector};
use crate::shape::{
    Aabb, Ball, Capsule, Cone, Cylinder, HalfSpace, Hull, Mesh, MeshError, Obb, Plane, Polygon, PolygonError,
    Ray, Segment, ShapeError, TaperedCapsule, Triangle,
};

/// A stored shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StoredShape {
    kind: StoredKind,
    rounding: Exact,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum StoredKind {
    Ball(Point, Exact),
    Aabb(Point, Point),
    Obb(StoredPose, Point),
    Segment(Point, Point),
    Ray(Point, Point),
    Triangle([Point; 3]),
    Plane(Point, Exact),
    HalfSpace(Point, Exact),
    Capsule(Point, Point, Exact),
    Cylinder(StoredPose, Exact, Exact),
    Cone(StoredPose, Exact, Exact),
    /// Shared parts, by their number, at a pose.
    Shared(u32, StoredPose),
    /// The surface alone of a shared mesh.
    Hollow(u32, StoredPose),
    /// Half the height, the lower and the upper radius.
    TaperedCapsule(StoredPose, [Exact; 3]),
}

/// Parts that shapes share. The parts that a part refers to come before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum StoredParts {
    Hull(Vec<Point>),
    Compound(Vec<StoredShape>),
    FilledPolygon(Vec<Point>),
    Polyline(Vec<Point>),
    HeightField { heights: Vec<Exact>, columns: u32, spacing: [Exact; 2], holes: Vec<u32> },
    SurfaceMesh { positions: Vec<Point>, triangles: Vec<[u32; 3]> },
}

/// Why a shape cannot be stored, or stored data are invalid.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StoredShapeError {
    /// A custom shape: only its support function is known.
    #[error("a custom shape (`AnyShape::custom`) cannot be stored; store its data, and create it again")]
    Custom,
    /// More shapes than 32 bits can number.
    #[error("more than 2^32 meshes, hulls and other shapes of many parts cannot be stored")]
    TooMany,
    /// Compounds nested too deeply.
    #[error("part {part} is made of more than {MAX_NESTING} nested compounds; the data are damaged")]
    TooDeep {
        /// The number of the part.
        part: usize,
    },
    /// A reference to a missing part.
    #[error("a shape is made of part {part}, but only {parts} come before it; the data are damaged")]
    Corrupt {
        /// The number of the part.
        part: u32,
        /// The number of parts before the shape.
        parts: usize,
    },
    /// An invalid number.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// An invalid mesh.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// An invalid polygon.
    #[error(transparent)]
    Polygon(#[from] PolygonError),
    /// Invalid parts.
    #[error(transparent)]
    Compound(#[from] CompoundError),
}

type Stored<T> = Result<T, StoredShapeError>;

/// Maximum nesting of compounds: each level uses stack space.
const MAX_NESTING: usize = 256;

/// Collects shapes for storage.
#[derive(Default)]
pub(crate) struct Store {
    pub parts: Vec<StoredParts>,
    /// Numbers of stored parts, by type and address.
    known: HashMap<(&'static str, usize), u32>,
}

impl Store {
    pub fn put<V: Vector>(&mut self, shape: &AnyShape<V>) -> Stored<StoredShape> {
        let kind = match &shape.owned {
            Owned::Ball(ball) => StoredKind::Ball(point(ball.center()), exact(ball.radius())),
            Owned::Aabb(bounds) => StoredKind::Aabb(point(bounds.min()), point(bounds.max())),
            Owned::Obb(obb) => {
                let pose = Pose { rotation: obb.rotation(), translation: obb.center() };
                StoredKind::Obb(pose.into(), point(obb.half_extents()))
            }
            Owned::Segment(segment) => StoredKind::Segment(point(segment.a()), point(segment.b())),
            Owned::Ray(ray) => StoredKind::Ray(point(ray.origin()), point(ray.direction().get())),
            Owned::Triangle(triangle) => StoredKind::Triangle(triangle.points().map(point)),
            Owned::Plane(plane) => StoredKind::Plane(point(plane.normal().get()), exact(plane.offset())),
            Owned::HalfSpace(half_space) => {
                let boundary = half_space.boundary();
                StoredKind::HalfSpace(point(boundary.normal().get()), exact(boundary.offset()))
            }
            Owned::Capsule(c) => StoredKind::Capsule(point(c.a()), point(c.b()), exact(c.radius())),
            Owned::TaperedCapsule(c) => {
                let sizes = [c.half_height(), c.lower_radius(), c.upper_radius()];
                StoredKind::TaperedCapsule(c.pose().into(), sizes.map(exact))
            }
            Owned::Cylinder(c) => {
                StoredKind::Cylinder(c.pose().into(), exact(c.half_height()), exact(c.radius()))
            }
            Owned::Cone(c) => StoredKind::Cone(c.pose().into(), exact(c.half_height()), exact(c.radius())),
            Owned::Custom(..) => return Err(StoredShapeError::Custom),
            shared => self.put_shared(shared)?,
        };
        Ok(StoredShape { kind, rounding: exact(shape.rounding) })
    }

    fn put_shared<V: Vector>(&mut self, kind: &Owned<V>) -> Stored<StoredKind> {
        let points = |points: &[V]| points.iter().copied().map(point).collect();
        Ok(match kind {
            Owned::Hull(hull, pose) => {
                let number =
                    self.share(Arc::as_ptr(hull), |_| Ok(StoredParts::Hull(points(hull.vertices()))))?;
                StoredKind::Shared(number, (*pose).into())
            }
            Owned::Compound(compound) => {
                let number = self.share(compound.shapes().as_ptr(), |store| {
                    let shapes = compound.shapes().iter().map(|shape| store.put(shape));
                    Ok(StoredParts::Compound(shapes.collect::<Stored<_>>()?))
                })?;
                StoredKind::Shared(number, compound.pose().into())
            }
            Owned::FilledPolygon(polygon) => {
                let corners = polygon.points();
                let number =
                    self.share(corners.as_ptr(), |_| Ok(StoredParts::FilledPolygon(points(corners))))?;
                StoredKind::Shared(number, polygon.pose().into())
            }
            Owned::Polyline(line) => {
                let number =
                    self.share(line.points().as_ptr(), |_| Ok(StoredParts::Polyline(points(line.points()))))?;
                StoredKind::Shared(number, line.pose().into())
            }
            Owned::HeightField(field) => {
                let number = self.share(field.heights().as_ptr(), |_| Ok(stored_field(field)))?;
                StoredKind::Shared(number, field.pose().into())
            }
            Owned::SurfaceMesh(surface) => {
                let mesh = surface.mesh();
                let number = self.share(mesh, |_| {
                    let triangles = mesh.triangles().to_vec();
                    Ok(StoredParts::SurfaceMesh { positions: points(mesh.positions()), triangles })
                })?;
                if surface.is_hollow() {
                    StoredKind::Hollow(number, surface.pose().into())
                } else {
                    StoredKind::Shared(number, surface.pose().into())
                }
            }
            _ => return Err(StoredShapeError::Custom),
        })
    }

    /// Returns the number of the parts at an address, and stores them first if they are new.
    fn share<T>(
        &mut self,
        place: *const T,
        store: impl FnOnce(&mut Self) -> Stored<StoredParts>,
    ) -> Stored<u32> {
        // Zero-sized data has no address of its own, but its type differs.
        let key = (std::any::type_name::<T>(), place as usize);
        if let Some(&number) = self.known.get(&key) {
            return Ok(number);
        }
        let parts = store(self)?;
        let number = u32::try_from(self.parts.len()).map_err(|_| StoredShapeError::TooMany)?;
        self.parts.push(parts);
        self.known.insert(key, number);
        Ok(number)
    }
}

fn stored_field<V: Vector>(field: &HeightField<V>) -> StoredParts {
    let cells = (0u32..).zip(0..field.cells());
    StoredParts::HeightField {
        heights: field.heights().iter().copied().map(exact).collect(),
        // A grid has no more columns than cells, of which there are fewer than 2³².
        columns: field.columns() as u32,
        spacing: field.spacing().map(exact),
        holes: cells.filter(|&(_, cell)| field.is_hole(cell)).map(|(number, _)| number).collect(),
    }
}

/// Restored parts that shapes share, without a pose, each with its nesting depth of compounds.
pub(crate) struct Shelf<V: Vector>(Vec<(AnyShape<V>, usize)>);

impl<V: Vector> Shelf<V> {
    pub fn new(stored: &[StoredParts]) -> Stored<Self> {
        let mut shelf = Shelf(Vec::with_capacity(stored.len()));
        for (part, parts) in stored.iter().enumerate() {
            let depth = shelf.depth(parts);
            if depth > MAX_NESTING {
                return Err(StoredShapeError::TooDeep { part });
            }
            let shape = shelf.parts(parts)?;
            shelf.0.push((shape, depth));
        }
        Ok(shelf)
    }

    fn depth(&self, parts: &StoredParts) -> usize {
        let StoredParts::Compound(shapes) = parts else { return 0 };
        let below = shapes.iter().filter_map(|shape| match shape.kind {
            StoredKind::Shared(part, _) => self.0.get(part as usize).map(|(_, depth)| *depth),
            _ => None,
        });
        below.max().unwrap_or(0) + 1
    }

    fn parts(&self, parts: &StoredParts) -> Stored<AnyShape<V>> {
        let points = |points: &[Point]| points.iter().copied().map(vector::<V>).collect::<Vec<_>>();
        Ok(match parts {
            StoredParts::Hull(vertices) => Hull::new(&points(vertices))?.into(),
            StoredParts::Compound(shapes) => {
                Compound::of(shapes.iter().map(|shape| self.shape(shape)).collect::<Stored<_>>()?).into()
            }
            StoredParts::FilledPolygon(corners) => {
                FilledPolygon::new(&Polygon::seen_from_above(&points(corners))?)?.into()
            }
            StoredParts::Polyline(line) => Polyline::new_open(points(line))?.into(),
            StoredParts::HeightField { heights, columns, spacing, holes } => {
                let heights = heights.iter().map(|&height| scalar(height)).collect();
                let field = HeightField::new(heights, *columns as usize, spacing.map(scalar))?;
                if holes.is_empty() {
                    field.into()
                } else {
                    let mut is_hole = vec![false; field.cells()];
                    for &hole in holes {
                        if let Some(is_hole) = is_hole.get_mut(hole as usize) {
                            *is_hole = true;
                        }
                    }
                    field.with_holes(|cell| is_hole[cell]).into()
                }
            }
            StoredParts::SurfaceMesh { positions, triangles } => {
                SurfaceMesh::new(Mesh::new(points(positions), triangles.clone())?).into()
            }
        })
    }

    pub fn shape(&self, stored: &StoredShape) -> Stored<AnyShape<V>> {
        let owned = match &stored.kind {
            StoredKind::Ball(center, radius) => Owned::Ball(Ball::new(vector(*center), scalar(*radius))?),
            StoredKind::Aabb(min, max) => Owned::Aabb(Aabb::new(vector(*min), vector(*max))?),
            StoredKind::Obb(pose, half_extents) => {
                let Pose { rotation, translation } = pose.pose()?;
                Owned::Obb(Obb::new(translation, vector(*half_extents), rotation)?)
            }
            StoredKind::Segment(a, b) => Owned::Segment(Segment::new(vector(*a), vector(*b))?),
            StoredKind::Ray(origin, direction) => Owned::Ray(Ray::new(vector(*origin), unit(*direction)?)?),
            StoredKind::Triangle(corners) => Owned::Triangle(Triangle::new(corners.map(vector))?),
            StoredKind::Plane(normal, offset) => Owned::Plane(Plane::new(unit(*normal)?, scalar(*offset))?),
            StoredKind::HalfSpace(normal, offset) => {
                Owned::HalfSpace(HalfSpace::new(unit(*normal)?, scalar(*offset))?)
            }
            StoredKind::Capsule(a, b, radius) => {
                Owned::Capsule(Capsule::new(vector(*a), vector(*b), scalar(*radius))?)
            }
            StoredKind::TaperedCapsule(pose, sizes) => {
                let [half_height, lower, upper] = sizes.map(scalar);
                Owned::TaperedCapsule(TaperedCapsule::new(half_height, lower, upper, pose.pose()?)?)
            }
            StoredKind::Cylinder(pose, half_height, radius) => {
                Owned::Cylinder(Cylinder::new(scalar(*half_height), scalar(*radius), pose.pose()?)?)
            }
            StoredKind::Cone(pose, half_height, radius) => {
                Owned::Cone(Cone::new(scalar(*half_height), scalar(*radius), pose.pose()?)?)
            }
            StoredKind::Shared(part, pose) => self.shared(*part)?.at(&pose.pose()?),
            StoredKind::Hollow(part, pose) => match self.shared(*part)? {
                Owned::SurfaceMesh(mesh) => Owned::SurfaceMesh(mesh.at(&pose.pose()?).to_hollow()),
                _ => return Err(self.corrupt(*part)),
            },
        };
        let rounding = scalar(stored.rounding);
        ShapeError::size("rounding", rounding)?;
        Ok(AnyShape { owned, rounding })
    }

    fn shared(&self, part: u32) -> Stored<&Owned<V>> {
        self.0.get(part as usize).map(|(shape, _)| &shape.owned).ok_or_else(|| self.corrupt(part))
    }

    fn corrupt(&self, part: u32) -> StoredShapeError {
        StoredShapeError::Corrupt { part, parts: self.0.len() }
    }
}

fn exact<S: Scalar>(number: S) -> Exact {
    Exact(number.into())
}

fn scalar<S: Scalar>(Exact(number): Exact) -> S {
    S::from_f64(number)
}
