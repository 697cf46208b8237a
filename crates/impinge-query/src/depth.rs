//! How two meshes collide, how deep they are in each other and which way out is the shortest, as `impinge check` reports it.

use std::ops::ControlFlow;

use glam::DVec3;
use impinge::cull::{Body, BodyPair, Cascade, Collision, CollisionKind, DepthBounds, collisions};
use impinge::math::{Affine, Unit};
use impinge::narrow::{Collide, Relation};
use impinge::shape::{Shaped, Triangle};
use impinge::tree::WayOut;
use serde::Serialize;

use crate::answer::{Found, coordinates, written};
use crate::funnel::body;
use crate::node::Fields;
use crate::problem::Problem;
use crate::shapes::placed;

/// How many pairs of triangles are asked across what two bodies touch,
const MOST_ASKED: usize = 8;
/// and how far one is moved to see whether they come apart, as a share of their coordinates.
const MOVED: f64 = 1e-6;

/// What is known of a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DistanceKind {
    /// It is the distance, up to rounding.
    Exact,
    /// The depth is no more: a translation of that length was found to part them.
    UpperBound,
    /// The depth is no less, which is proven; nothing was found that parts them.
    LowerBound,
}

impl DistanceKind {
    /// The distance of two bodies that meet, by how deep they are in each other, and what is known of it.
    ///
    /// Where they overlap and have no depth, nothing among the floats parts them: the distance is 0, a lower bound. Where they only
    /// touch, it is 0.
    ///
    /// ```
    /// use impinge_query::DistanceKind;
    /// assert_eq!(DistanceKind::of_depth(None, true), (0.0, DistanceKind::LowerBound));
    /// assert_eq!(DistanceKind::of_depth(None, false), (0.0, DistanceKind::Exact));
    /// ```
    pub fn of_depth(depth: Option<DepthBounds<DVec3>>, are_overlapping: bool) -> (f64, Self) {
        match depth {
            Some(depth) => {
                let kind = if depth.is_exact { DistanceKind::Exact } else { DistanceKind::UpperBound };
                (-depth.way_out.depth, kind)
            }
            None if are_overlapping => (0.0, DistanceKind::LowerBound),
            None => (0.0, DistanceKind::Exact),
        }
    }

    /// Its name in reports and answers.
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

/// How two bodies meet, in the words of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// They are the same surface at the same place.
    Duplicate,
    /// They have points within both.
    Overlap,
    /// One lies within the other: is that the first?
    Contained {
        /// The first of both lies within the second.
        is_first_inner: bool,
    },
    /// They have points in common, none of which is within both.
    Touching,
}

impl Meeting {
    /// Of two bodies that collide, in the order in which [`collisions`] told it.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::cull::{Body, Cascade, Model, collisions};
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// use impinge_query::Meeting;
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let wedge = Model::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?);
    /// let of = |x| {
    ///     let bodies = [0.0, x].map(|x| Body::new(&wedge, Pose::from_translation(DVec3::X * x)));
    ///     let collision = collisions(&bodies, &Cascade::default(), &()).pop()?;
    ///     Some(Meeting::of([&bodies[0], &bodies[1]], &collision))
    /// };
    /// assert_eq!([0.0, 0.5, 1.0].map(of), [Meeting::Duplicate, Meeting::Overlap, Meeting::Touching].map(Some));
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn of([a, b]: [&Body<'_, DVec3>; 2], collision: &Collision<DVec3>) -> Self {
        match collision.kind {
            CollisionKind::Contained { inner } => Meeting::Contained { is_first_inner: inner == collision.a },
            _ if a.is_duplicate_of(b) => Meeting::Duplicate,
            CollisionKind::Overlapping => Meeting::Overlap,
            CollisionKind::Touching => Meeting::Touching,
        }
    }

    /// Its name in reports and answers.
    ///
    /// ```
    /// assert_eq!(impinge_query::Meeting::Overlap.name(), "overlap");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Meeting::Duplicate => "duplicate",
            Meeting::Overlap => "overlap",
            Meeting::Contained { .. } => "contained",
            Meeting::Touching => "touching",
        }
    }
}

/// How far two bodies are apart or how deep they are in each other, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyDistance {
    /// In the unit of their coordinates; 0 where they touch. Where they are in each other, minus the length of the least translation
    /// that parts them.
    pub distance: f64,
    /// What is known of it.
    pub kind: DistanceKind,
    /// No shorter translation parts them, which is proven; nothing if none has to.
    pub depth_at_least: Option<f64>,
    /// On the first and on the second; moved by the depth along the normal, that on the second is at the other. Of what touches, a point
    /// of both.
    pub points: [DVec3; 2],
    /// A unit vector from the first to the second: where the second has to go.
    pub normal: DVec3,
}

impl BodyDistance {
    /// Of two bodies that collide, as [`collisions`] told it of the same two.
    ///
    /// Where nothing among the floats parts them, the distance is 0, a lower bound.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::cull::{Body, BodyPair, Cascade, Model, collisions};
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// use impinge_query::{BodyDistance, DistanceKind};
    /// let corner = |i: u32| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2 & 1));
    /// let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    /// let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    /// let cube = Model::new(Mesh::new((0..8).map(corner).collect(), triangles)?);
    /// let at = |x| Body::new(&cube, Pose::from_translation(DVec3::X * x));
    /// let of = |x| {
    ///     let bodies = [at(0.0), at(x)];
    ///     let collision = collisions(&bodies, &Cascade::default(), &()).pop()?;
    ///     Some(BodyDistance::of(&BodyPair::new(&bodies[0], &bodies[1]), &collision))
    /// };
    /// let deep = of(0.75).unwrap();
    /// assert!((deep.distance + 0.25).abs() < 1e-8 && deep.normal.x > 0.999);
    /// assert_eq!(deep.kind, DistanceKind::Exact);
    /// let touching = of(1.0).unwrap();
    /// assert_eq!((touching.distance, touching.normal), (0.0, DVec3::X));
    /// assert_eq!(of(1.5), None);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn of(pair: &BodyPair<'_, DVec3>, collision: &Collision<DVec3>) -> Self {
        match collision.kind {
            CollisionKind::Touching => touching(pair, collision.point),
            CollisionKind::Overlapping | CollisionKind::Contained { .. } => depth(pair, collision.point),
        }
    }

    /// What is told of exchanged bodies.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge_query::{BodyDistance, DistanceKind};
    /// let (kind, points) = (DistanceKind::Exact, [DVec3::ZERO, DVec3::Y]);
    /// let gap = BodyDistance { distance: 1.0, kind, depth_at_least: None, points, normal: DVec3::Y };
    /// assert_eq!(gap.mirrored().normal, -DVec3::Y);
    /// assert_eq!(gap.mirrored().mirrored(), gap);
    /// ```
    #[must_use]
    pub fn mirrored(self) -> Self {
        let [a, b] = self.points;
        BodyDistance { points: [b, a], normal: -self.normal, ..self }
    }
}

/// How deep two bodies are in each other, one of which holds a point of the other.
fn depth(pair: &BodyPair<'_, DVec3>, point: DVec3) -> BodyDistance {
    let depth = pair.depth();
    let (distance, kind) = DistanceKind::of_depth(depth, true);
    let (points, normal) = match depth.map(|depth| depth.way_out) {
        Some(WayOut { normal, on_a, on_b, .. }) => ([on_a, on_b], normal.get()),
        // Nothing among the floats parts them.
        None => ([point; 2], DVec3::X),
    };
    let depth_at_least = Some(depth.map_or(0.0, |depth| depth.lower_bound));
    BodyDistance { distance, kind, depth_at_least, points, normal }
}

/// Two bodies that touch: where, and across what.
fn touching(pair: &BodyPair<'_, DVec3>, point: DVec3) -> BodyDistance {
    let [a, b] = pair.bodies();
    let meshes = a.surfaces(b);
    let mut met = Vec::new();
    let _ = meshes.within(0.0, |clearance| {
        met.push(clearance);
        if met.len() < MOST_ASKED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let across = |[p, q, r]: [DVec3; 3]| Unit::new((q - p).cross(r - p)).ok().map(Unit::get);
    let triangles: Vec<[Triangle<DVec3>; 2]> = met
        .iter()
        .filter_map(|met| Some([a.triangle(met.triangle_a)?, b.triangle(met.triangle_b)?]))
        .collect();
    let faces = triangles.as_flattened().iter().map(Triangle::points);
    let edges = triangles.iter().map(|[a, b]| a.nearest(b).normal.get());
    let normals: Vec<DVec3> = faces.filter_map(across).chain(edges).collect();
    // The one along which they come apart at once.
    let reach = point.abs().max_element().max(f64::MIN_POSITIVE) * MOVED;
    let parts = |normal: &DVec3| {
        let map = Affine { columns: b.map.columns, translation: b.map.translation + *normal * reach };
        let moved = Body::new(b.model, map);
        let boxes = a.bounds().zip(moved.bounds());
        let are_beside = boxes.is_some_and(|(a, b)| a.intersection(&b).is_none());
        // The first two triangles that still meet end this; all of them would be many.
        are_beside || (!a.surfaces(&moved).is_within(0.0) && a.relation(&moved) == Relation::Separate)
    };
    let ways = || normals.iter().flat_map(|normal| [*normal, -*normal]);
    let normal = ways().find(parts).or_else(|| ways().next()).unwrap_or(DVec3::X);
    let point = met.first().map_or(point, |met| met.on_a);
    let kind = DistanceKind::Exact;
    BodyDistance { distance: 0.0, kind, depth_at_least: None, points: [point; 2], normal }
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

/// What is found about the meshes `a` and `b` of a request, which are in space and `f64` as those of a report.
pub(crate) fn found<S>(fields: Fields) -> Result<Found<S>, Problem> {
    let [a, b] = [fields.required("a", placed::<DVec3>)?, fields.required("b", placed::<DVec3>)?];
    let (a, b) = (a.view(), b.view());
    let bodies =
        [body(&a).map_err(|problem| problem.within("a"))?, body(&b).map_err(|problem| problem.within("b"))?];
    let Some(collision) = collisions(&bodies, &Cascade::default(), &()).pop() else {
        return Ok(Found::Depth(Reported { kind: "separate", inner: None, at: None }));
    };
    let [a, b] = &bodies;
    let meeting = Meeting::of([a, b], &collision);
    let inner = match meeting {
        Meeting::Contained { is_first_inner } => Some(if is_first_inner { "a" } else { "b" }),
        _ => None,
    };
    let BodyDistance { distance, kind: distance_kind, depth_at_least, points, normal } =
        BodyDistance::of(&BodyPair::new(a, b), &collision);
    let [point_a, point_b] = points.map(coordinates);
    let (distance, depth_at_least) = (written(distance), depth_at_least.map(written));
    let at = Reach { distance, distance_kind, depth_at_least, normal: coordinates(normal), point_a, point_b };
    Ok(Found::Depth(Reported { kind: meeting.name(), inner, at: Some(at) }))
}
