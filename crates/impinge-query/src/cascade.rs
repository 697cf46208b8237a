//! Two meshes through the cascade: how much enters and leaves each stage, and which triangles meet.

use std::sync::{Mutex, PoisonError};

use impinge::assembly::{
    Cascade, CascadeStats, CollisionKind, Instance, Observer, StageReport, find_collisions,
};
use impinge::math::Vector;
use impinge::narrow::Relation;
use impinge::shape::ShapeRef;
use serde::Serialize;

use crate::answer::{Found, word_of};
use crate::problem::Problem;

/// The maximum number of reported pairs of triangles: ten thousand lines look like an area.
const MOST_PAIRS: usize = 10_000;

/// What the cascade made of two meshes.
#[derive(Debug, Serialize)]
pub(crate) struct Cascaded {
    relation: &'static str,
    /// Which of the two lies within the other without touching its surface.
    #[serde(skip_serializing_if = "Option::is_none")]
    inner: Option<&'static str>,
    stages: Vec<Stage>,
    pairs: Vec<Pair>,
    /// How many more pairs meet.
    #[serde(skip_serializing_if = "is_nothing")]
    pairs_left_out: usize,
}

fn is_nothing(count: &usize) -> bool {
    *count == 0
}

#[derive(Debug, Serialize)]
struct Stage {
    stage: &'static str,
    unit: String,
    entered: u64,
    left: u64,
}

/// Triangles that meet.
#[derive(Debug, Serialize)]
struct Pair {
    a: u32,
    b: u32,
    relation: &'static str,
}

/// Records the callbacks of the cascade.
#[derive(Default)]
struct Listener {
    stats: CascadeStats,
    pairs: Mutex<Vec<Pair>>,
}

impl Observer for Listener {
    fn on_stage(&self, report: StageReport) {
        self.stats.on_stage(report);
    }

    fn on_triangle_pair(&self, _objects: [u32; 2], [a, b]: [u32; 2], relation: Relation) {
        let mut pairs = self.pairs.lock().unwrap_or_else(PoisonError::into_inner);
        pairs.push(Pair { a, b, relation: word_of(relation) });
    }
}

/// What is found about two meshes.
pub(crate) fn found<V: Vector>(a: &ShapeRef<V>, b: &ShapeRef<V>) -> Result<Found<V::Scalar>, Problem> {
    let bodies =
        [body(a).map_err(|problem| problem.within("a"))?, body(b).map_err(|problem| problem.within("b"))?];
    let listener = Listener::default();
    let collision = find_collisions(&bodies, &Cascade::default(), &listener).pop();
    let (relation, inner) = match collision.map(|collision| collision.kind) {
        None => (Relation::Disjoint, None),
        Some(CollisionKind::Touching) => (Relation::Touching, None),
        Some(CollisionKind::Overlapping) => (Relation::Overlapping, None),
        Some(CollisionKind::Contained { inner }) => {
            (Relation::Overlapping, Some(if inner == 0 { "a" } else { "b" }))
        }
    };
    let stage = |report: &StageReport| Stage {
        stage: report.stage.name(),
        unit: report.stage.unit().to_string(),
        entered: report.entered,
        left: report.left,
    };
    let stages = listener.stats.reports().iter().map(stage).collect();
    let mut pairs = listener.pairs.into_inner().unwrap_or_else(PoisonError::into_inner);
    let pairs_left_out = pairs.len().saturating_sub(MOST_PAIRS);
    pairs.truncate(MOST_PAIRS);
    Ok(Found::Cascade(Cascaded { relation: word_of(relation), inner, stages, pairs, pairs_left_out }))
}

/// A mesh at its place.
pub(crate) fn body<'a, V: Vector>(view: &ShapeRef<'a, V>) -> Result<Instance<'a, V>, Problem> {
    let body = match *view {
        ShapeRef::Composite(parts) if parts.is_hollow() => {
            return Err(Problem::new(
                "\"hollow\" does not apply to depth and cascade, where closed meshes are solids; remove it",
            ));
        }
        ShapeRef::Composite(parts) => parts.body(),
        _ => None,
    };
    body.ok_or_else(|| Problem::new("must be a mesh, because the cascade tests triangles; for other shapes, use \"relation\" and \"penetration\""))
}
