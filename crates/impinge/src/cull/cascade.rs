//! The run: boxes, balls, oriented boxes, triangles near the contact, triangles, solids.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::body::Body;
use super::funnel::{Counts, Observer, Passed, Stage, StageReport, Stopwatch};
use super::interior_overlap::interiors_overlap;
use super::meetings::{Meetings, meetings};
use super::model::Model;
use super::solid::{self, Contained};
use crate::broad;
use crate::math::Vector;
use crate::narrow::{Relate, contact_point};
use crate::shape::Aabb;

/// Which tests stand between the boxes of the objects and their triangles, in this order.
///
/// Filters never change an answer, only the work: each discards pairs whose bounding volumes are apart.
///
/// ```
/// use impinge::cull::{Cascade, BoundFilter};
/// assert_eq!(Cascade::default().filters, [BoundFilter::Ball, BoundFilter::Obb]);
/// let straight_to_the_triangles = Cascade { filters: vec![] };
/// # let _ = straight_to_the_triangles;
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cascade {
    /// The filters.
    pub filters: Vec<BoundFilter>,
}

/// A test of bounding volumes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoundFilter {
    /// Smallest enclosing balls.
    Ball,
    /// Oriented boxes.
    Obb,
}

impl Default for Cascade {
    fn default() -> Self {
        Cascade { filters: vec![BoundFilter::Ball, BoundFilter::Obb] }
    }
}

/// How two objects collide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CollisionKind {
    /// They share points of their surfaces, but no volume.
    Touching,
    /// They share volume, or their surfaces pierce each other.
    Overlapping,
    /// One lies wholly inside the other, a closed mesh, without touching its surface.
    Contained {
        /// The object inside.
        inner: u32,
    },
}

/// Two objects that collide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collision<V> {
    /// The object with the lesser number.
    pub a: u32,
    /// The object with the greater number.
    pub b: u32,
    /// How they collide.
    pub kind: CollisionKind,
    /// Where: a point of the contact of the first two triangles that meet; a corner of what is contained.
    pub point: V,
    /// How many pairs of triangles meet.
    pub triangle_pairs: u64,
}

/// Every pair of bodies that collide, once, sorted by their numbers.
///
/// Whether triangles meet is exact for their placed corners (see [`Body`]), and so is which shells lie in
/// which where surfaces do not meet, and whether solids whose surfaces only touch overlap (see
/// docs/exactness.md). Bodies without triangles collide with nothing. In the plane meshes are areas, of
/// which all triangles are asked, and nothing is contained without overlapping.
///
/// The result does not depend on filters, observer or number of threads, unless the observer ends the run ([`Observer::goes_on`]).
///
/// ```
/// use glam::{DVec3, Vec3};
/// use impinge::cull::{Body, Cascade, CollisionKind, Model, collisions};
/// use impinge::math::{Affine, Pose};
/// use impinge::shape::Mesh;
/// let tetrahedron = Model::new(Mesh::new(
///     vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z],
///     vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]],
/// )?);
/// let at = |x| Body::new(&tetrahedron, Pose::from_translation(DVec3::X * x));
/// let found = collisions(&[at(0.0), at(0.5), at(1.5)], &Cascade::default(), &());
/// assert_eq!(found.len(), 2);
/// assert_eq!((found[0].a, found[0].b, found[0].kind), (0, 1, CollisionKind::Overlapping));
/// assert_eq!((found[1].a, found[1].b, found[1].kind), (1, 2, CollisionKind::Touching));
/// # Ok::<(), impinge::shape::MeshError>(())
/// ```
pub fn collisions<V: Vector, O: Observer>(
    bodies: &[Body<V>],
    cascade: &Cascade,
    observer: &O,
) -> Vec<Collision<V>> {
    let clock = Stopwatch::start(O::LISTENS);
    let bounds = bounds(bodies, |_| true);
    let pairs = box_pairs(&bounds);
    if let Some(time) = clock.elapsed() {
        let count = bodies.len() as u64;
        let entered = count * count.saturating_sub(1) / 2;
        observer.stage(StageReport { stage: Stage::Aabb, entered, left: pairs.len() as u64, time });
    }
    run(bodies, &bounds, pairs, cascade, observer)
}

/// Those of some pairs of bodies that collide, in their order; for whoever knows already whose boxes overlap, as from the events of a
/// [`World`](crate::world::World).
///
/// It answers as [`collisions`] does, and begins with the filters: the observer hears nothing of boxes. A pair is two numbers of
/// bodies, the lesser one first; what is not is left out. A pair that is named more than once is looked at, counted and told as
/// often, each time at its place.
///
/// ```
/// use glam::DVec3;
/// use impinge::cull::{Body, Cascade, CollisionKind, Model, collisions_among};
/// use impinge::math::{Affine, Pose};
/// use impinge::shape::Mesh;
/// let tetrahedron = Model::new(Mesh::new(
///     vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z],
///     vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]],
/// )?);
/// let at = |x| Body::new(&tetrahedron, Pose::from_translation(DVec3::X * x));
/// let bodies = [at(0.0), at(0.5), at(1.5)];
/// let found = collisions_among(&bodies, vec![[0, 2], [1, 2], [7, 8]], &Cascade::default(), &());
/// assert_eq!(found.len(), 1);
/// assert_eq!((found[0].a, found[0].b, found[0].kind), (1, 2, CollisionKind::Touching));
/// # Ok::<(), impinge::shape::MeshError>(())
/// ```
pub fn collisions_among<V: Vector, O: Observer>(
    bodies: &[Body<V>],
    mut pairs: Vec<[u32; 2]>,
    cascade: &Cascade,
    observer: &O,
) -> Vec<Collision<V>> {
    pairs.retain(|[a, b]| a < b && (*b as usize) < bodies.len());
    let is_needed = in_pairs(&pairs, bodies.len());
    run(bodies, &bounds(bodies, |number| is_needed[number]), pairs, cascade, observer)
}

/// The boxes around the bodies that are wanted and have triangles.
fn bounds<V: Vector>(bodies: &[Body<V>], is_wanted: impl Fn(usize) -> bool + Sync) -> Vec<Option<Aabb<V>>> {
    let has_triangles = |body: &Body<V>| !body.model.mesh().triangles().is_empty();
    let bounds = |(number, body): (usize, &Body<V>)| {
        if is_wanted(number) && has_triangles(body) { body.bounds() } else { None }
    };
    bodies.par_iter().enumerate().map(bounds).collect()
}

/// Who is in a pair?
fn in_pairs(pairs: &[[u32; 2]], count: usize) -> Vec<bool> {
    let mut is_in = vec![false; count];
    for &number in pairs.iter().flatten() {
        is_in[number as usize] = true;
    }
    is_in
}

/// The stages after the boxes.
fn run<V: Vector, O: Observer>(
    bodies: &[Body<V>],
    bounds: &[Option<Aabb<V>>],
    mut pairs: Vec<[u32; 2]>,
    cascade: &Cascade,
    observer: &O,
) -> Vec<Collision<V>> {
    for &filter in &cascade.filters {
        let clock = Stopwatch::start(O::LISTENS);
        let entered = pairs.len() as u64;
        pairs = survivors(filter, bodies, pairs, observer);
        if let Some(time) = clock.elapsed() {
            let stage = if filter == BoundFilter::Ball { Stage::Ball } else { Stage::Obb };
            observer.stage(StageReport { stage, entered, left: pairs.len() as u64, time });
        }
    }
    let clock = Stopwatch::start(O::LISTENS);
    if observer.goes_on() {
        plant_trees(bodies, &pairs);
    }
    let counts = Counts::of_trees(clock.elapsed());
    triangle_stages(bodies, bounds, &pairs, counts, observer)
}

/// To build the trees that are descended together takes as long as to find this many times what of a mesh is near another, and
/// to put that in order;
const MANY_PAIRS: u32 = 24;
/// of meshes with fewer triangles than this neither takes long.
const MANY_TRIANGLES: usize = 1000;

/// Builds the trees for rays of large models that are in many pairs.
fn plant_trees<V: Vector>(bodies: &[Body<V>], pairs: &[[u32; 2]]) {
    let mut uses: HashMap<*const Model<V>, u32> = HashMap::new();
    let mut worth = Vec::new();
    for &number in pairs.iter().flatten() {
        let model = bodies[number as usize].model;
        let uses = uses.entry(std::ptr::from_ref(model)).or_default();
        *uses += 1;
        if *uses == MANY_PAIRS && model.mesh().triangles().len() >= MANY_TRIANGLES {
            worth.push(model);
        }
    }
    worth.into_par_iter().for_each(|model| {
        model.mesh_tree();
    });
}

/// Pairs of bodies whose boxes overlap; bodies without a box are left out.
fn box_pairs<V: Vector>(bounds: &[Option<Aabb<V>>]) -> Vec<[u32; 2]> {
    let (numbers, boxes): (Vec<u32>, Vec<Aabb<V>>) =
        (0..).zip(bounds).filter_map(|(number, bounds)| Some((number, (*bounds)?))).unzip();
    let pairs = broad::overlapping_pairs(&boxes);
    pairs.into_iter().map(|pair| pair.map(|index| numbers[index as usize])).collect()
}

/// The pairs whose bounding volumes of one kind overlap.
fn survivors<V: Vector, O: Observer>(
    filter: BoundFilter,
    bodies: &[Body<V>],
    pairs: Vec<[u32; 2]>,
    observer: &O,
) -> Vec<[u32; 2]> {
    let is_in_pair = in_pairs(&pairs, bodies.len());
    // Volumes of the bodies that are in a pair at all. Pairs without any are kept, and looked at no more if the run does not go on.
    let is_needed = |number: usize| is_in_pair[number] && observer.goes_on();
    match filter {
        BoundFilter::Ball => keep(bodies, is_needed, pairs, |body| body.ball()),
        BoundFilter::Obb => keep(bodies, is_needed, pairs, |body| body.obb()),
    }
}

fn keep<V: Vector, S: Relate + Send + Sync>(
    bodies: &[Body<V>],
    is_needed: impl Fn(usize) -> bool + Sync,
    pairs: Vec<[u32; 2]>,
    volume: impl Fn(&Body<V>) -> Option<S> + Sync,
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

/// The stages that look at triangles, pair by pair.
fn triangle_stages<V: Vector, O: Observer>(
    bodies: &[Body<V>],
    bounds: &[Option<Aabb<V>>],
    pairs: &[[u32; 2]],
    counts: Counts,
    observer: &O,
) -> Vec<Collision<V>> {
    let done = AtomicU64::new(0);
    let results: Vec<(Option<Collision<V>>, Counts)> = pairs
        .par_iter()
        .map(|&[a, b]| {
            let (Some(a_bounds), Some(b_bounds)) = (&bounds[a as usize], &bounds[b as usize]) else {
                return Default::default();
            };
            if !observer.goes_on() {
                return Default::default();
            }
            let one = (&bodies[a as usize], a_bounds);
            let other = (&bodies[b as usize], b_bounds);
            let (meetings, mut counts) = meetings(one, other, O::LISTENS);
            let clock = Stopwatch::start(O::LISTENS);
            let pierces = meetings.pierce();
            let collision = collision([a, b], one, other, &meetings, pierces);
            if let (Some(time), false) = (clock.elapsed(), pierces) {
                counts.solids = Passed { entered: 1, left: u64::from(collision.is_some()), time };
            }
            if O::LISTENS {
                meetings.for_each(|meeting| observer.meeting([a, b], meeting.numbers, meeting.relation));
                observer.progress(done.fetch_add(1, Ordering::Relaxed) + 1, pairs.len() as u64);
            }
            (collision, counts)
        })
        .collect();
    if O::LISTENS {
        let counts = results.iter().fold(counts, |sum, (_, counts)| sum.add(counts));
        for report in counts.reports() {
            observer.stage(report);
        }
    }
    results.into_iter().filter_map(|(collision, ..)| collision).collect()
}

/// What the triangles of two bodies that meet say about the bodies.
fn collision<V: Vector>(
    [a, b]: [u32; 2],
    one: solid::Bounded<V>,
    other: solid::Bounded<V>,
    meetings: &Meetings,
    pierces: bool,
) -> Option<Collision<V>> {
    // Where they pierce each other says more than where they touch.
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
        let (how_much, corner) = solid::contained(outer, inner.0);
        let kind = match how_much {
            Contained::Nothing => return None,
            Contained::Something => CollisionKind::Overlapping,
            Contained::Everything => CollisionKind::Contained { inner: inner_number },
        };
        Some(Collision { a, b, kind, point: corner?, triangle_pairs: 0 })
    })
}
