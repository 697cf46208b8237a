//! Answers: one object per operation.
//!
//! Every length is zero or more: `distance` apart, `depth` in each other. Missing values, such as contact
//! points of disjoint shapes, are omitted.

use impinge::math::{Scalar, Vector};
use impinge::narrow::{Contact, ContactManifold};
use impinge::prelude::*;
use impinge::shape::ShapeRef;
use impinge::sweep::{CcdHit, TimeOfImpact};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::cascade::Cascaded;
use crate::cast_ray::Opened;
use crate::clip::Clipped;
use crate::depth::Reported;
use crate::fit::FittedVolumes;
use crate::gjk_trace::Stepped;
use crate::mask::Common;
use crate::move_and_slide::Moved;
use crate::swept_sat::SweptSat;

/// One line of the output.
#[derive(Debug, Serialize)]
pub(crate) struct Answer<'a, Found> {
    /// The id of the request, unchanged.
    pub id: &'a RawValue,
    #[serde(flatten)]
    pub found: Found,
    /// What was corrected in the request.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// The result of an operation.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Found<S> {
    /// The relation of two shapes.
    Relation { relation: &'static str },
    /// The distance of two shapes, and their closest points, unless they overlap.
    Distance {
        relation: &'static str,
        distance: S,
        #[serde(flatten)]
        nearest: Option<Nearest<S>>,
    },
    /// The translation along the normal that separates the second shape from the first.
    Penetration {
        relation: &'static str,
        depth: S,
        #[serde(flatten)]
        nearest: Option<Nearest<S>>,
    },
    /// Where two shapes meet or come near.
    Contact {
        relation: &'static str,
        #[serde(flatten)]
        gap: Option<Gap<S>>,
        #[serde(flatten)]
        nearest: Option<Nearest<S>>,
    },
    /// The area in which two shapes meet or come near.
    Manifold {
        relation: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        normal: Option<Vec<S>>,
        contacts: Vec<ManifoldPoint<S>>,
    },
    /// Whether a ray hits a shape, and where first.
    CastRay {
        hit: bool,
        #[serde(flatten)]
        at: Option<Hit<S>>,
        /// On request: the opened parts of the tree of a mesh, in this order.
        #[serde(skip_serializing_if = "Option::is_none")]
        traversal: Option<Vec<Opened<S>>>,
    },
    /// The closest point of a shape's boundary to a point.
    Projection {
        #[serde(flatten)]
        gap: Gap<S>,
        point: Vec<S>,
        normal: Vec<S>,
        inside: bool,
    },
    /// Whether two moving shapes meet.
    TimeOfImpact {
        hit: bool,
        outcome: &'static str,
        /// Never rounded to the precision of the request, so that it is not later than the truth.
        #[serde(skip_serializing_if = "Option::is_none")]
        time: Option<f64>,
        #[serde(flatten)]
        at: Option<ImpactAt<S>>,
        /// If they overlap at the start, how deep.
        #[serde(skip_serializing_if = "Option::is_none")]
        depth: Option<S>,
        #[serde(flatten)]
        nearest: Option<Nearest<S>>,
    },
    /// Whether deforming primitives meet, and when and where first.
    Ccd {
        hit: bool,
        #[serde(flatten)]
        at: Option<FirstContact<S>>,
    },
    /// Where a segment or ray runs through a box.
    Clip(Clipped<S>),
    /// Whether shapes meet as one moves, by their projections.
    SweptSat(SweptSat<S>),
    /// The bounding volumes of a shape.
    Fit(FittedVolumes<S>),
    /// What the cascade makes of two meshes.
    Cascade(Cascaded),
    /// How two meshes collide, and how deep.
    Depth(Reported),
    /// Where a shape slides to.
    MoveAndSlide(Moved<S>),
    /// What two masks have in common.
    Mask(Common),
    /// GJK and EPA, step by step.
    GjkTrace(Stepped),
}

/// Where moving shapes meet.
#[derive(Debug, Serialize)]
pub(crate) struct ImpactAt<S> {
    /// If not, no more is known than that they do not meet before.
    converged: bool,
    point: Vec<S>,
    normal: Vec<S>,
    part_a: u32,
    part_b: u32,
}

/// When and where deforming primitives meet.
#[derive(Debug, Serialize)]
pub(crate) struct FirstContact<S> {
    time: S,
    points: [Vec<S>; 2],
    /// Missing if it is undefined.
    #[serde(skip_serializing_if = "Option::is_none")]
    normal: Option<Vec<S>>,
}

/// Two points, one on each shape, and the direction from the first shape to the second.
#[derive(Debug, Serialize)]
pub(crate) struct Nearest<S> {
    normal: Vec<S>,
    points: [Vec<S>; 2],
}

/// How far apart or how deep; one of the two is 0.
#[derive(Debug, Serialize)]
pub(crate) struct Gap<S> {
    distance: S,
    depth: S,
}

/// A point of a manifold.
#[derive(Debug, Serialize)]
pub(crate) struct ManifoldPoint<S> {
    points: [Vec<S>; 2],
    #[serde(flatten)]
    gap: Gap<S>,
    /// The same as long as the same corners, edges and faces meet. As text: JSON readers may round such large
    /// numbers.
    feature: String,
}

/// Where a ray hits.
#[derive(Debug, Serialize)]
pub(crate) struct Hit<S> {
    t: S,
    point: Vec<S>,
    normal: Vec<S>,
    feature: u32,
    part: u32,
    inside: bool,
}

/// What went wrong.
#[derive(Debug, Serialize)]
pub(crate) struct Failed {
    pub error: String,
}

impl<S: Scalar> Found<S> {
    pub fn relation<V: Vector<Scalar = S>>(a: &ShapeRef<V>, b: &ShapeRef<V>) -> Self {
        Found::Relation { relation: word(a, b) }
    }

    pub fn distance<V: Vector<Scalar = S>>(a: &ShapeRef<V>, b: &ShapeRef<V>) -> Self {
        let nearest = a.closest_points(b);
        let is_apart = nearest.distance >= S::ZERO;
        Found::Distance {
            relation: word(a, b),
            distance: nearest.distance.max(S::ZERO),
            nearest: is_apart.then(|| Nearest::of(&nearest)),
        }
    }

    pub fn penetration<V: Vector<Scalar = S>>(a: &ShapeRef<V>, b: &ShapeRef<V>) -> Self {
        let contact = a.penetration(b);
        Found::Penetration {
            relation: word(a, b),
            depth: contact.map_or(S::ZERO, |contact| contact.depth()),
            nearest: contact.map(|contact| Nearest::of(&contact)),
        }
    }

    pub fn contact<V: Vector<Scalar = S>>(a: &ShapeRef<V>, b: &ShapeRef<V>, margin: S) -> Self {
        let contact = a.contact(b, margin);
        Found::Contact {
            relation: word(a, b),
            gap: contact.map(|contact| Gap::of(contact.distance)),
            nearest: contact.map(|contact| Nearest::of(&contact)),
        }
    }

    pub fn manifold<V: Vector<Scalar = S>>(a: &ShapeRef<V>, b: &ShapeRef<V>, margin: S) -> Self {
        let manifold = a.manifold(b, margin);
        let points = |manifold: &ContactManifold<V>| {
            let point = |point: &impinge::narrow::ManifoldPoint<V>| ManifoldPoint {
                points: [coordinates(point.point_a), coordinates(point.point_b)],
                gap: Gap::of(point.distance),
                feature: format!("{:016x}", point.feature),
            };
            manifold.points().iter().map(point).collect()
        };
        Found::Manifold {
            relation: word(a, b),
            normal: manifold.as_ref().map(|manifold| coordinates(manifold.normal.get())),
            contacts: manifold.as_ref().map(points).unwrap_or_default(),
        }
    }
}

impl<S: Scalar> Found<S> {
    pub fn hit<V: Vector<Scalar = S>>(hit: Option<RayHit<V>>, traversal: Option<Vec<Opened<S>>>) -> Self {
        let at = |hit: RayHit<V>| Hit {
            t: hit.t + S::ZERO,
            point: coordinates(hit.point),
            normal: coordinates(hit.normal.get()),
            feature: hit.feature,
            part: hit.part,
            inside: hit.is_inside,
        };
        Found::CastRay { hit: hit.is_some(), at: hit.map(at), traversal }
    }

    pub fn impact<V: Vector<Scalar = S>>(impact: &TimeOfImpact<V>) -> Self {
        let (mut at, mut depth, mut nearest) = (None, None, None);
        let outcome = match impact {
            TimeOfImpact::Disjoint => "disjoint",
            TimeOfImpact::Hit { converged, point, normal, part_a, part_b, .. } => {
                at = Some(ImpactAt {
                    converged: *converged,
                    point: coordinates(*point),
                    normal: coordinates(normal.get()),
                    part_a: *part_a,
                    part_b: *part_b,
                });
                "hit"
            }
            TimeOfImpact::OverlappingAtStart(contact) => {
                (depth, nearest) = (Some(contact.depth()), Some(Nearest::of(contact)));
                "overlapping_at_start"
            }
        };
        Found::TimeOfImpact { hit: impact.time().is_some(), outcome, time: impact.time(), at, depth, nearest }
    }

    pub fn ccd<V: Vector<Scalar = S>>(meeting: Option<CcdHit<V>>) -> Self {
        let at = |meeting: CcdHit<V>| FirstContact {
            time: meeting.time,
            points: [coordinates(meeting.point_a), coordinates(meeting.point_b)],
            normal: meeting.normal.map(|normal| coordinates(normal.get())),
        };
        Found::Ccd { hit: meeting.is_some(), at: meeting.map(at) }
    }

    pub fn projection<V: Vector<Scalar = S>>(shape: &ShapeRef<V>, point: V) -> Self {
        let projection = shape.project_point(point);
        Found::Projection {
            gap: Gap::of(projection.distance),
            point: coordinates(projection.point),
            normal: coordinates(projection.normal.get()),
            inside: projection.is_inside,
        }
    }
}

impl<S: Scalar> Nearest<S> {
    fn of<V: Vector<Scalar = S>>(contact: &Contact<V>) -> Self {
        Nearest {
            normal: coordinates(contact.normal.get()),
            points: [coordinates(contact.point_a), coordinates(contact.point_b)],
        }
    }
}

impl<S: Scalar> Gap<S> {
    fn of(distance: S) -> Self {
        Gap { distance: distance.max(S::ZERO), depth: (-distance).max(S::ZERO) }
    }
}

/// How two shapes lie, in a word.
pub(crate) fn word<V: Vector>(a: &ShapeRef<V>, b: &ShapeRef<V>) -> &'static str {
    word_of(a.relation(b))
}

/// A relation in a word.
pub(crate) fn word_of(relation: Relation) -> &'static str {
    match relation {
        Relation::Disjoint => "disjoint",
        Relation::Touching => "touching",
        Relation::Overlapping => "overlapping",
    }
}

/// Coordinates as they are written.
pub(crate) fn coordinates<V: Vector>(vector: V) -> Vec<V::Scalar> {
    (0..V::DIMENSION).map(|axis| written(vector[axis])).collect()
}

/// A number as it is written: infinity is no JSON, so that the largest number stands for it. Adding 0 makes
/// −0 the same as 0.
pub(crate) fn written<S: Scalar>(number: S) -> S {
    (-S::MAX).max(number).min(S::MAX) + S::ZERO
}
