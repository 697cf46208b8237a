//! The cascade: boxes, balls, oriented boxes, triangles near the contact, triangles, solids.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::cascade_stats::{AnyObserver, Counts, Observer, Passed, Stage, StageReport, Stopwatch};
use super::containment::{Contained, contained};
use super::instance::{Bounded, Instance};
use super::interior_overlap::interiors_overlap;
use super::model::Model;
use super::triangle_pairs::{Meetings, meetings};
use crate::broad;
use crate::math::Vector;
use crate::narrow::{Collide, contact_point};
use crate::shape::Aabb;

/// Filters between the box test of objects and the tests of their triangles, in order.
///
/// Filters change the work, but never the result: each discards pairs whose bounding volumes are disjoint.
///
/// ```
/// use impinge::assembly::{Cascade, BoundFilter};
/// assert_eq!(Cascade::default().filters, [BoundFilter::Ball, BoundFilter::Obb]);
/// let straight_to_the_triangles = Cascade { filters: vec![] };
/// # let _ = straight_to_the_triangles;
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cascade {
    /// The filters, in order.
    pub filters: Vec<BoundFilter>,
}

/// A test of bounding volumes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoundFilter {
    /// Tests smallest enclosing balls.
    Ball,
    /// Tests oriented boxes.
    Obb,
}

impl Default for Cascade {
    fn default() -> Self {
        Cascade { filters: vec![BoundFilter::Ball, BoundFilter::Obb] }
    }
}

/// Kind of a collision of two objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CollisionKind {
    /// The objects share points of their surfaces, but no volume.
    Touching,
    /// The objects share volume, or their surfaces pierce each other.
    Overlapping,
    /// One object is entirely inside the other, a closed mesh, without touching its surface.
    Contained {
        /// Number of the object inside.
        inner: u32,
    },
}

/// A collision of two objects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collision<V> {
    /// The lesser number of the two objects.
    pub a: u32,
    /// The greater number of the two objects.
    pub b: u32,
    /// Kind of the collision.
    pub kind: CollisionKind,
    /// A point of the contact of the first two triangles that meet, or a vertex of the contained object.
    pub point: V,
    /// Number of pairs of triangles that meet.
    pub triangle_pairs: u64,
}

/// Finds every pair of instances that collide, once, sorted by their numbers.
///
/// These are exact for the placed vertices (see [`Instance`] and docs/exactness.md):
/// - whether triangles meet
/// - which shells contain which, where surfaces do not meet
/// - whether solids whose surfaces only touch overlap
///
/// Instances without triangles collide with nothing. In 2D meshes are areas: all their triangles are tested,
/// and nothing is contained without overlapping.
///
/// The result does not depend on filters, observer or number of threads, unless the observer ends the run
/// ([`Observer::should_continue`]).
///
/// ```
/// use glam::{DVec3, Vec3};
/// use impinge::assembly::{Instance, Cascade, CollisionKind, Model, find_collisions};
/// use impinge::math::{Affine, Pose};
/// use impinge::shape::Mesh;
/// let tetrahedron = Model::new(Mesh::new(
///     vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z],
///     vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]],
/// )?);
/// let at = |x| Instance::new(&tetrahedron, Pose::from_translation(DVec3::X * x));
/// let found = find_collisions(&[at(0.0), at(0.5), at(1.5)], &Cascade::default(), &());
/// assert_eq!(found.len(), 2);
/// assert_eq!((found[0].a, found[0].b, found[0].kind), (0, 1, CollisionKind::Overlapping));
/// assert_eq!((found[1].a, found[1].b, found[1].kind), (1, 2, CollisionKind::Touching));
/// # Ok::<(), impinge::shape::MeshError>(())
/// ```
#[inline]
pub fn find_collisions<V: Vector, O: Observer>(
    bodies: &[Instance<V>],
    cascade: &Cascade,
    observer: &O,
) -> Vec<Collision<V>> {
    V::assembly_find_collisions(bodies, cascade, observer)
}

pub(super) fn find_collisions_inner<V: Vector>(
    bodies: &[Instance<V>],
    cascade: &Cascade,
    observer: &dyn AnyObserver,
) -> Vec<Collision<V>> {
    let clock = Stopwatch::start(observer.is_enabled());
    let bounds = bounds(bodies, |_| true);
    let pairs = box_pairs(&bounds);
    if let Some(time) = clock.elapsed() {
        let count = bodies.len() as u64;
        let entered = count * count.saturating_sub(1) / 2;
        observer.on_stage(StageReport { stage: Stage::Aabb, entered, left: pairs.len() as u64, time });
    }
    run(bodies, &bounds, pairs, cascade, observer)
}

/// Finds the collisions among given pairs of instances, in the order of the pairs.
///
/// Use it if the overlapping boxes are known already, for example from the events of a
/// [`CollisionWorld`](crate::world::CollisionWorld). The result equals the result of
/// [`find_collisions`]. The run begins with the filters, so the observer gets no report of the box
/// stage.
///
/// A pair has two numbers of instances, the lesser first; other pairs are ignored. A pair that is given more
/// than once is tested, counted and reported each time, at its place.
///
/// ```
/// use glam::DVec3;
/// use impinge::assembly::{Instance, Cascade, CollisionKind, Model, find_collisions_of_pairs};
/// use impinge::math::{Affine, Pose};
/// use impinge::shape::Mesh;
/// let tetrahedron = Model::new(Mesh::new(
///     vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z],
///     vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]],
/// )?);
/// let at = |x| Instance::new(&tetrahedron, Pose::from_translation(DVec3::X * x));
/// let bodies = [at(0.0), at(0.5), at(1.5)];
/// let found = find_collisions_of_pairs(&bodies, vec![[0, 2], [1, 2], [7, 8]], &Cascade::default(), &());
/// assert_eq!(found.len(), 1);
/// assert_eq!((found[0].a, found[0].b, found[0].kind), (1, 2, CollisionKind::Touching));
/// # Ok::<(), impinge::shape::MeshError>(())
/// ```
#[inline]
pub fn find_collisions_of_pairs<V: Vector, O: Observer>(
    bodies: &[Instance<V>],
    pairs: Vec<[u32; 2]>,
    cascade: &Cascade,
    observer: &O,
) -> Vec<Collision<V>> {
    V::assembly_find_collisions_of_pairs(bodies, pairs, cascade, observer)
}

pub(super) fn find_collisions_of_pairs_inner<V: Vector>(
    bodies: &[Instance<V>],
    mut pairs: Vec<[u32; 2]>,
    cascade: &Cascade,
    observer: &dyn AnyObserver,
) -> Vec<Collision<V>> {
    pairs.retain(|[a, b]| a < b && (*b as usize) < bodies.len());
    let is_needed = in_pairs(&pairs, bodies.len());
    run(bodies, &bounds(bodies, |number| is_needed[number]), pairs, cascade, observer)
}

/// Returns the boxes around the requested instances that have triangles.
fn bounds<V: Vector>(
    bodies: &[Instance<V>],
    is_wanted: impl Fn(usize) -> bool + Sync,
) -> Vec<Option<Aabb<V>>> {
    let has_triangles = |body: &Instance<V>| !body.model.mesh().triangles().is_empty();
    let bounds = |(number, body): (usize, &Instance<V>)| {
        if is_wanted(number) && has_triangles(body) { body.aabb() } else { None }
    };
    bodies.par_iter().enumerate().map(bounds).collect()
}

/// Returns which instances are in a pair.
fn in_pairs(pairs: &[[u32; 2]], count: usize) -> Vec<bool> {
    let mut is_in = vec![false; count];
    for &number in pairs.iter().flatten() {
        is_in[number as usize] = true;
    }
    is_in
}

/// Runs the stages after the box stage.
fn run<V: Vector>(
    bodies: &[Instance<V>],
    bounds: &[Option<Aabb<V>>],
    mut pairs: Vec<[u32; 2]>,
    cascade: &Cascade,
    observer: &dyn AnyObserver,
) -> Vec<Collision<V>> {
    for &filter in &cascade.filters {
        let clock = Stopwatch::start(observer.is_enabled());
        let entered = pairs.len() as u64;
        pairs = survivors(filter, bodies, pairs, observer);
        if let Some(time) = clock.elapsed() {
            let stage = if filter == BoundFilter::Ball { Stage::Ball } else { Stage::Obb };
            observer.on_stage(StageReport { stage, entered, left: pairs.len() as u64, time });
        }
    }
    let clock = Stopwatch::start(observer.is_enabled());
    if observer.should_continue() {
        plant_trees(bodies, &pairs);
    }
    let counts = Counts::of_trees(clock.elapsed());
    triangle_stages(bodies, bounds, &pairs, counts, observer)
}

/// Minimum number of pairs of a model that is worth a tree: to build the trees for a joint traversal takes as
/// long as this number of searches for the part of a mesh near another, with sorting.
const MIN_TREE_USES: u32 = 24;
/// Minimum number of triangles of such a model: with fewer, neither takes long.
const MIN_TREE_TRIANGLES: usize = 1000;

/// Builds the BVHs of large models that are in many pairs.
fn plant_trees<V: Vector>(bodies: &[Instance<V>], pairs: &[[u32; 2]]) {
    let mut uses: HashMap<*const Model<V>, u32> = HashMap::new();
    let mut worth = Vec::new();
    for &number in pairs.iter().flatten() {
        let model = bodies[number as usize].model;
        let uses = uses.entry(std::ptr::from_ref(model)).or_default();
        *uses += 1;
        if *uses == MIN_TREE_USES && model.mesh().triangles().len() >= MIN_TREE_TRIANGLES {
            worth.push(model);
        }
    }
    worth.into_par_iter().for_each(|model| {
        model.mesh_bvh();
    });
}

/// Returns pairs of instances whose boxes overlap; instances without a box are left out.
fn box_pairs<V: Vector>(bounds: &[Option<Aabb<V>>]) -> Vec<[u32; 2]> {
    let (numbers, boxes): (Vec<u32>, Vec<Aabb<V>>) =
        (0..).zip(bounds).filter_map(|(number, bounds)| Some((number, (*bounds)?))).unzip();
    let pairs = broad::overlapping_pairs(&boxes);
    pairs.into_iter().map(|pair| pair.map(|index| numbers[index as usize])).collect()
}

/// Returns the pairs whose bounding volumes of one kind overlap.
fn survivors<V: Vector>(
    filter: BoundFilter,
    bodies: &[Instance<V>],
    pairs: Vec<[u32; 2]>,
    observer: &dyn AnyObserver,
) -> Vec<[u32; 2]> {
    let is_in_pair = in_pairs(&pairs, bodies.len());
    // Volumes of the instances in any pair. Pairs without volumes are kept, and ignored later if the run has
    // ended.
    let is_needed = |number: usize| is_in_pair[number] && observer.should_continue();
    match filter {
        BoundFilter::Ball => keep(bodies, is_needed, pairs, |body| body.ball()),
        BoundFilter::Obb => keep(bodies, is_needed, pairs, |body| body.obb()),
    }
}

fn keep<V: Vector, S: Collide<S> + Send + Sync>(
    bodies: &[Instance<V>],
    is_needed: impl Fn(usize) -> bool + Sync,
    pairs: Vec<[u32; 2]>,
    volume: impl Fn(&Instance<V>) -> Option<S> + Sync,
) -> Vec<[u32; 2]> {
    let volumes: Vec<Option<S>> = bodies
        .par_iter()
        .enumerate()
        .map(|(number, body)| if is_needed(number) { volume(body) } else { None })
        .collect();
    pairs
        .into_par_iter()
        .filter(|pair| match pair.map(|number| &volumes[number as usize]) {
            [Some(a), Some(b)] => a.intersects(b),
            _ => true,
        })
        .collect()
}

/// Runs the stages that test triangles, pair by pair.
fn triangle_stages<V: Vector>(
    bodies: &[Instance<V>],
    bounds: &[Option<Aabb<V>>],
    pairs: &[[u32; 2]],
    counts: Counts,
    observer: &dyn AnyObserver,
) -> Vec<Collision<V>> {
    let done = AtomicU64::new(0);
    let results: Vec<(Option<Collision<V>>, Counts)> = pairs
        .par_iter()
        .map(|&[a, b]| {
            let (Some(a_bounds), Some(b_bounds)) = (&bounds[a as usize], &bounds[b as usize]) else {
                return Default::default();
            };
            if !observer.should_continue() {
                return Default::default();
            }
            let one = (&bodies[a as usize], a_bounds);
            let other = (&bodies[b as usize], b_bounds);
            let (meetings, mut counts) = meetings(one, other, observer.is_enabled());
            let clock = Stopwatch::start(observer.is_enabled());
            let pierces = meetings.pierce();
            let collision = collision([a, b], one, other, &meetings, pierces);
            if let (Some(time), false) = (clock.elapsed(), pierces) {
                counts.solids = Passed { entered: 1, left: u64::from(collision.is_some()), time };
            }
            if observer.is_enabled() {
                meetings
                    .for_each(|meeting| observer.on_triangle_pair([a, b], meeting.numbers, meeting.relation));
                observer.on_progress(done.fetch_add(1, Ordering::Relaxed) + 1, pairs.len() as u64);
            }
            (collision, counts)
        })
        .collect();
    if observer.is_enabled() {
        let counts = results.iter().fold(counts, |sum, (_, counts)| sum.add(counts));
        for report in counts.reports() {
            observer.on_stage(report);
        }
    }
    results.into_iter().filter_map(|(collision, ..)| collision).collect()
}

/// Returns the collision of two instances, from their triangles that meet.
fn collision<V: Vector>(
    [a, b]: [u32; 2],
    one: Bounded<V>,
    other: Bounded<V>,
    meetings: &Meetings,
    pierces: bool,
) -> Option<Collision<V>> {
    // Piercing determines more than touching.
    if let Some([i, j]) = meetings.first() {
        let kind = if pierces || interiors_overlap([one, other], [true; 2], meetings) {
            CollisionKind::Overlapping
        } else {
            CollisionKind::Touching
        };
        let point = contact_point(&one.0.placed_triangle(i), &other.0.placed_triangle(j));
        return Some(Collision { a, b, kind, point, triangle_pairs: meetings.count() });
    }
    [(one, other, b), (other, one, a)].into_iter().find_map(|(outer, inner, inner_number)| {
        let (how_much, corner) = contained(outer, inner.0);
        let kind = match how_much {
            Contained::Nothing => return None,
            Contained::Something => CollisionKind::Overlapping,
            Contained::Everything => CollisionKind::Contained { inner: inner_number },
        };
        Some(Collision { a, b, kind, point: corner?, triangle_pairs: 0 })
    })
}
