//! How two meshes collide, their penetration depth and the minimum translation, as `impinge check` reports
//! it.

use std::ops::ControlFlow;

use impinge::assembly::{
    Cascade, Collision, CollisionKind, DepthBounds, Instance, InstancePair, find_collisions,
};
use impinge::bvh::MinTranslation;
use impinge::glam::DVec3;
use impinge::math::{Affine, Unit};
use impinge::narrow::{Collide, Relation};
use impinge::shape::{Shape, Triangle};
use serde::Serialize;

use crate::answer::{Found, coordinates, written};
use crate::cascade::body;
use crate::node::Fields;
use crate::problem::Problem;
use crate::shapes::placed;

/// The number of triangle pairs tested for a separating direction of two touching instances,
const MOST_ASKED: usize = 8;
/// and the length of the test translation, as a fraction of their coordinates.
const MOVED: f64 = 1e-6;

/// The accuracy of a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DistanceKind {
    /// The exact distance, up to rounding.
    Exact,
    /// The depth is at most this: a translation of this length separates the meshes.
    UpperBound,
    /// The depth is proven to be at least this; no separating translation was found.
    LowerBound,
}

impl DistanceKind {
    /// Returns the distance of two colliding instances, from their depth, and its accuracy.
    ///
    /// If they overlap and have no depth, no translation representable in floats separates them: the distance
    /// is 0, a lower bound. If they only touch, it is exactly 0.
    ///
    /// ```
    /// use impinge_query::DistanceKind;
    /// assert_eq!(DistanceKind::from_depth(None, true), (0.0, DistanceKind::LowerBound));
    /// assert_eq!(DistanceKind::from_depth(None, false), (0.0, DistanceKind::Exact));
    /// ```
    pub fn from_depth(depth: Option<DepthBounds<DVec3>>, are_overlapping: bool) -> (f64, Self) {
        match depth {
            Some(depth) => {
                let kind = if depth.is_exact { DistanceKind::Exact } else { DistanceKind::UpperBound };
                (-depth.min_translation.depth, kind)
            }
            None if are_overlapping => (0.0, DistanceKind::LowerBound),
            None => (0.0, DistanceKind::Exact),
        }
    }

    /// Returns its name in reports and answers.
    ///
    /// ```
    /// assert_eq!(impinge_query::DistanceKind::UpperBound.name(), "upper_bound");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            DistanceKind::Exact => "exact",
            DistanceKind::UpperBound => "upper_bound",
            DistanceKind::LowerBound => "lower_bound",
        }
    }
}

/// How two instances collide, in the terms of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairKind {
    /// They are the same surface at the same place.
    Duplicate,
    /// They have points interior to both.
    Overlap,
    /// One lies within the other.
    Contained {
        /// Whether the first lies within the second.
        is_first_inner: bool,
    },
    /// They have common points, none of which is interior to both.
    Touching,
}

impl PairKind {
    /// Of two bodies that collide, in the order in which [`find_collisions`] reports it.
    ///
    /// ```
    /// use impinge::glam::DVec3;
    /// use impinge::assembly::{Instance, Cascade, Model, find_collisions};
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// use impinge_query::PairKind;
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let wedge = Model::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?);
    /// let of = |x| {
    ///     let bodies = [0.0, x].map(|x| Instance::new(&wedge, Pose::from_translation(DVec3::X * x)));
    ///     let collision = find_collisions(&bodies, &Cascade::default(), &()).pop()?;
    ///     Some(PairKind::from_collision([&bodies[0], &bodies[1]], &collision))
    /// };
    /// assert_eq!([0.0, 0.5, 1.0].map(of), [PairKind::Duplicate, PairKind::Overlap, PairKind::Touching].map(Some));
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn from_collision([a, b]: [&Instance<'_, DVec3>; 2], collision: &Collision<DVec3>) -> Self {
        match collision.kind {
            CollisionKind::Contained { inner } => {
                PairKind::Contained { is_first_inner: inner == collision.a }
            }
            _ if a.is_duplicate_of(b) => PairKind::Duplicate,
            CollisionKind::Overlapping => PairKind::Overlap,
            CollisionKind::Touching => PairKind::Touching,
        }
    }

    /// Returns its name in reports and answers.
    ///
    /// ```
    /// assert_eq!(impinge_query::PairKind::Overlap.name(), "overlap");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            PairKind::Duplicate => "duplicate",
            PairKind::Overlap => "overlap",
            PairKind::Contained { .. } => "contained",
            PairKind::Touching => "touching",
        }
    }
}

/// Distance or depth of two instances, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairDistance {
    /// In the unit of their coordinates; 0 where they touch. Where they are in each other, minus the length
    /// of the least translation that parts them.
    pub distance: f64,
    /// Its accuracy.
    pub kind: DistanceKind,
    /// Proven lower bound of the depth; `None` if no translation is needed.
    pub depth_at_least: Option<f64>,
    /// Points on the first and on the second. Translating the second along the normal by the depth brings
    /// them together. For touching instances, a common point.
    pub points: [DVec3; 2],
    /// Unit vector from the first to the second: the direction in which the second separates.
    pub normal: DVec3,
}

impl PairDistance {
    /// Of two bodies that collide, as [`find_collisions`] reports it of the same two.
    ///
    /// If no translation representable in floats separates them, the distance is 0, a lower bound.
    ///
    /// ```
    /// use impinge::glam::DVec3;
    /// use impinge::assembly::{Instance, InstancePair, Cascade, Model, find_collisions};
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// use impinge_query::{PairDistance, DistanceKind};
    /// let corner = |i: u32| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2 & 1));
    /// let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    /// let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    /// let cube = Model::new(Mesh::new((0..8).map(corner).collect(), triangles)?);
    /// let at = |x| Instance::new(&cube, Pose::from_translation(DVec3::X * x));
    /// let of = |x| {
    ///     let bodies = [at(0.0), at(x)];
    ///     let collision = find_collisions(&bodies, &Cascade::default(), &()).pop()?;
    ///     Some(PairDistance::from_collision(&InstancePair::new(&bodies[0], &bodies[1]), &collision))
    /// };
    /// let deep = of(0.75).unwrap();
    /// assert!((deep.distance + 0.25).abs() < 1e-8 && deep.normal.x > 0.999);
    /// assert_eq!(deep.kind, DistanceKind::Exact);
    /// let touching = of(1.0).unwrap();
    /// assert_eq!((touching.distance, touching.normal), (0.0, DVec3::X));
    /// assert_eq!(of(1.5), None);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn from_collision(pair: &InstancePair<'_, DVec3>, collision: &Collision<DVec3>) -> Self {
        match collision.kind {
            CollisionKind::Touching => touching(pair, collision.point),
            CollisionKind::Overlapping | CollisionKind::Contained { .. } => depth(pair, collision.point),
        }
    }

    /// Returns the result for swapped instances.
    ///
    /// ```
    /// use impinge::glam::DVec3;
    /// use impinge_query::{PairDistance, DistanceKind};
    /// let (kind, points) = (DistanceKind::Exact, [DVec3::ZERO, DVec3::Y]);
    /// let gap = PairDistance { distance: 1.0, kind, depth_at_least: None, points, normal: DVec3::Y };
    /// assert_eq!(gap.flip().normal, -DVec3::Y);
    /// assert_eq!(gap.flip().flip(), gap);
    /// ```
    #[must_use]
    pub fn flip(self) -> Self {
        let [a, b] = self.points;
        PairDistance { points: [b, a], normal: -self.normal, ..self }
    }
}

/// How deep two bodies are in each other, one of which holds a point of the other.
fn depth(pair: &InstancePair<'_, DVec3>, point: DVec3) -> PairDistance {
    let depth = pair.depth();
    let (distance, kind) = DistanceKind::from_depth(depth, true);
    let (points, normal) = match depth.map(|depth| depth.min_translation) {
        Some(MinTranslation { normal, point_a, point_b, .. }) => ([point_a, point_b], normal.get()),
        // Nothing among the floats parts them.
        None => ([point; 2], DVec3::X),
    };
    let depth_at_least = Some(depth.map_or(0.0, |depth| depth.lower_bound));
    PairDistance { distance, kind, depth_at_least, points, normal }
}

/// Two bodies that touch: where, and across what.
fn touching(pair: &InstancePair<'_, DVec3>, point: DVec3) -> PairDistance {
    let [a, b] = pair.instances();
    let meshes = a.mesh_pair(b);
    let mut met = Vec::new();
    let _ = meshes.for_each_clearance(0.0, |clearance| {
        met.push(clearance);
        if met.len() < MOST_ASKED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let across = |[p, q, r]: [DVec3; 3]| Unit::new((q - p).cross(r - p)).ok().map(Unit::get);
    let triangles: Vec<[Triangle<DVec3>; 2]> = met
        .iter()
        .filter_map(|met| Some([a.triangle(met.triangle_a)?, b.triangle(met.triangle_b)?]))
        .collect();
    let faces = triangles.as_flattened().iter().map(Triangle::points);
    let edges = triangles.iter().map(|[a, b]| a.closest_points(b).normal.get());
    let normals: Vec<DVec3> = faces.filter_map(across).chain(edges).collect();
    // The one along which they come apart at once.
    let reach = point.abs().max_element().max(f64::MIN_POSITIVE) * MOVED;
    let parts = |normal: &DVec3| {
        let map =
            Affine { columns: b.transform.columns, translation: b.transform.translation + *normal * reach };
        let moved = Instance::new(b.model, map);
        let boxes = a.aabb().zip(moved.aabb());
        let are_beside = boxes.is_some_and(|(a, b)| a.intersection(&b).is_none());
        // The first two triangles that still meet end this; all of them would be many.
        are_beside || (!a.mesh_pair(&moved).is_within(0.0) && a.relation(&moved) == Relation::Disjoint)
    };
    let ways = || normals.iter().flat_map(|normal| [*normal, -*normal]);
    let normal = ways().find(parts).or_else(|| ways().next()).unwrap_or(DVec3::X);
    let point = met.first().map_or(point, |met| met.point_a);
    let kind = DistanceKind::Exact;
    PairDistance { distance: 0.0, kind, depth_at_least: None, points: [point; 2], normal }
}

/// Two meshes in the words of a report.
#[derive(Debug, Serialize)]
pub(crate) struct Reported {
    kind: &'static str,
    /// Which of the two lies within the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    inner: Option<&'static str>,
    #[serde(flatten)]
    at: Option<Reach>,
}

/// How deep, and where.
#[derive(Debug, Serialize)]
struct Reach {
    distance: f64,
    distance_kind: DistanceKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth_at_least: Option<f64>,
    normal: Vec<f64>,
    point_a: Vec<f64>,
    point_b: Vec<f64>,
}

/// The result for the meshes `a` and `b` of a request, in 3D and `f64` as in a report.
pub(crate) fn found<S>(fields: Fields) -> Result<Found<S>, Problem> {
    let [a, b] = [fields.required("a", placed::<DVec3>)?, fields.required("b", placed::<DVec3>)?];
    let (a, b) = (a.shape_ref(), b.shape_ref());
    let bodies =
        [body(&a).map_err(|problem| problem.within("a"))?, body(&b).map_err(|problem| problem.within("b"))?];
    let Some(collision) = find_collisions(&bodies, &Cascade::default(), &()).pop() else {
        return Ok(Found::Depth(Reported { kind: "disjoint", inner: None, at: None }));
    };
    let [a, b] = &bodies;
    let meeting = PairKind::from_collision([a, b], &collision);
    let inner = match meeting {
        PairKind::Contained { is_first_inner } => Some(if is_first_inner { "a" } else { "b" }),
        _ => None,
    };
    let PairDistance { distance, kind: distance_kind, depth_at_least, points, normal } =
        PairDistance::from_collision(&InstancePair::new(a, b), &collision);
    let [point_a, point_b] = points.map(coordinates);
    let (distance, depth_at_least) = (written(distance), depth_at_least.map(written));
    let at = Reach { distance, distance_kind, depth_at_least, normal: coordinates(normal), point_a, point_b };
    Ok(Found::Depth(Reported { kind: meeting.name(), inner, at: Some(at) }))
}
