//! Pairs are measured on threads of their own, so that nothing has to wait for a large pair once the run is
//! interrupted.
//!
//! The threads share what they measure. A pair that is still being measured when the run is interrupted is
//! dropped: its thread ends with the program.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use impinge::assembly::{Collision, Instance, Model};
use impinge::glam::DVec3;
use impinge::shape::Aabb;
use impinge_scene::{Object, Solid};
use rayon::prelude::*;

use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::measure::Measured;
use crate::models::map;
use crate::progress::Progress;
use crate::report::Pair;
use crate::solids::Solids;

/// How often an interrupt is looked for while no pair is done. Well below what a person notices.
const PAUSE: Duration = Duration::from_millis(25);

/// A scene as it is needed to measure pairs of its objects.
pub(crate) struct Subjects {
    pub models: Vec<Model<DVec3>>,
    pub objects: Vec<Object>,
    /// The box around each object; none around nothing.
    pub bounds: Vec<Option<Aabb<DVec3>>>,
    /// For each mesh what its triangles stand for.
    solids: Vec<Vec<Solid>>,
}

impl Subjects {
    /// The objects of a scene with the boxes around them.
    pub fn new(models: Vec<Model<DVec3>>, objects: Vec<Object>, solids: Vec<Vec<Solid>>) -> Self {
        let mut subjects = Subjects { models, objects, bounds: Vec::new(), solids };
        let (bodies, solids) = (subjects.bodies(), subjects.solids());
        let around =
            |(number, body): (usize, &Instance<DVec3>)| solids.bounds_at_rest(number).or_else(|| body.aabb());
        let bounds = bodies.par_iter().enumerate().map(around).collect();
        subjects.bounds = bounds;
        subjects
    }

    /// All objects as exact shapes, where these are not their triangles.
    pub fn solids(&self) -> Solids<'_> {
        let objects = self.objects.iter().map(|object| (object.mesh, object.transform));
        Solids::new(&self.solids, &self.models, objects)
    }

    /// All objects for the engine.
    pub fn bodies(&self) -> Vec<Instance<'_, DVec3>> {
        self.objects.iter().map(|object| Instance::new(&self.models[object.mesh], map(object))).collect()
    }
}

/// What is to be measured.
#[derive(Clone, Debug)]
pub(crate) enum Job {
    /// Two objects that collide.
    Collision(Collision<DVec3>),
    /// Two objects that do not, and which gap is too narrow.
    Clearance([u32; 2], f64),
}

/// What was measured.
pub(crate) struct Measurements {
    /// In the order of the jobs. Objects with a gap that is wide enough are no pair.
    pub pairs: Vec<Pair>,
    /// How many jobs were done: all, unless the run was interrupted.
    pub done: usize,
}

/// Measures all pairs, or stops early if the run is interrupted.
pub(crate) fn measure(
    subjects: &Arc<Subjects>,
    jobs: Vec<Job>,
    interrupt: &Interrupt,
    progress: &Progress,
) -> Result<Measurements, Error> {
    let count = rayon::current_num_threads();
    // The threads of the run wait meanwhile, with this one.
    let threads = rayon::ThreadPoolBuilder::new().num_threads(count).build();
    let threads = threads.map_err(|source| Error::Threads { count: count as u16, source })?;
    let (sender, receiver) = channel();
    let (shared, heard) = (Arc::clone(subjects), interrupt.clone());
    let worker = thread::spawn(move || {
        let (bodies, solids) = (shared.bodies(), shared.solids());
        let Subjects { objects, bounds, .. } = &*shared;
        let measured = Measured { objects, bodies: &bodies, bounds, solids: &solids };
        threads.install(|| {
            jobs.into_par_iter().enumerate().for_each_with(sender, |sender, (number, job)| {
                if heard.is_heard() {
                    return;
                }
                let pair = match job {
                    Job::Collision(collision) => Some(measured.pair(&collision)),
                    Job::Clearance(pair, clearance) => measured.clearance(pair, clearance),
                };
                // Once the run is interrupted, nothing receives it.
                let _ = sender.send((number, pair));
            });
        });
    });
    let mut found: Vec<(usize, Option<Pair>)> = Vec::new();
    let is_cut = loop {
        match receiver.recv_timeout(PAUSE) {
            Ok(measured) => {
                found.push(measured);
                progress.advance();
            }
            Err(RecvTimeoutError::Timeout) if interrupt.is_heard() => break true,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break false,
        }
    };
    if !is_cut && let Err(panic) = worker.join() {
        std::panic::resume_unwind(panic);
    }
    found.sort_by_key(|(number, _)| *number);
    let done = found.len();
    Ok(Measurements { pairs: found.into_iter().filter_map(|(_, pair)| pair).collect(), done })
}
