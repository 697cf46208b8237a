//! What the page draws of a sweep: the scene as it is at first, and where it goes.

use std::collections::BTreeMap;

use impinge::assembly::{Instance, Model};
use impinge::glam::DVec3;
use impinge_scene::{Object, UpAxis};
use rayon::prelude::*;

use super::report::{Pair, Report};
use super::stage::Stage;
use crate::geometry::Geometry;
use crate::page::{Movement, Picture};

/// The picture of a report.
pub(super) fn of(
    stage: &Stage,
    (models, objects): (&[Model<DVec3>], &[Object]),
    up: UpAxis,
    report: &Report,
) -> Picture {
    let numbers = 0..objects.len() as u32;
    let bodies: Vec<Instance<DVec3>> = numbers.map(|object| stage.body(object, report.from)).collect();
    let bounds: Vec<_> = bodies.par_iter().map(Instance::aabb).collect();
    let scene = Geometry { models, objects, bodies: &bodies, bounds: &bounds, up };
    let mut told: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for pair in &report.pairs {
        for id in ids(pair) {
            told.entry(id).or_default().extend(times(pair));
        }
    }
    let movement = Movement { motions: stage.motions, window: [report.from, report.to], told };
    let is_ignored: Vec<bool> = report.objects.iter().map(|object| object.ignored).collect();
    Picture::moving(&scene, &is_ignored, report.pairs.iter().flat_map(ids), &movement)
}

fn ids(pair: &Pair) -> [usize; 2] {
    [pair.a.id as usize, pair.b.id as usize]
}

/// All times in the report of a pair: the begin and end of each interval.
fn times(pair: &Pair) -> impl Iterator<Item = f64> {
    pair.intervals.iter().flat_map(|interval| {
        let (from, to) = (&interval.from, &interval.to);
        let seen = [from.within_clearance_by, from.touches_by, to.touches_until, to.within_clearance_until];
        seen.into_iter().chain([from.free_until, to.free_from]).flatten()
    })
}
