//! Which of the pairs that collide are measured where there are very many.
//!
//! A thousand objects in one place are half a million pairs, and to find how deep each is takes far longer
//! than to find that they meet. So at most a given number is measured, those first whose boxes share most;
//! the others are counted. A sweep measures pairs in contact first, then those that meet first.

use impinge::assembly::{Cascade, Collision, Instance, find_collisions_of_pairs};
use impinge::glam::DVec3;
use impinge::narrow::{Collide, Relation};
use impinge::shape::{Aabb, Ball};
use rayon::prelude::*;

use crate::progress::Watch;
use crate::solids::Solids;
use crate::warning::Warning;
use crate::wording::{count, grouped};

/// The option that sets the limit.
pub(crate) const OPTION: &str = "--max-measured";
/// The limit where nothing sets one.
pub(crate) const DEFAULT: usize = 10_000;

/// What was found of pairs whose boxes are near each other.
#[derive(Default)]
pub(crate) struct Found {
    /// Those that are to be measured.
    pub listed: Vec<Collision<DVec3>>,
    /// Those that only touch, where that is of no interest.
    pub only_touch: Vec<Collision<DVec3>>,
    /// How many more meet that are not measured.
    pub not_measured: usize,
}

/// The pairs that collide, at most `limit` of them for measuring; 0 is no limit. `near` is put into
/// another order if it has more.
pub(crate) fn collisions(
    (bodies, solids): (&[Instance<DVec3>], &Solids),
    bounds: &[Option<Aabb<DVec3>>],
    near: &mut [[u32; 2]],
    limit: usize,
    is_listed: impl Fn(&Collision<DVec3>) -> bool + Sync,
    observer: &Watch,
) -> Found {
    let examined = |pairs: &[[u32; 2]], found: &mut Found| {
        let all = find_collisions_of_pairs(bodies, pairs.to_vec(), &Cascade::default(), observer);
        // Triangles around what is curved meet sooner than it does.
        let exact = all.into_par_iter().filter_map(|collision| solids.exactly(collision, bodies));
        let (listed, only_touch): (Vec<_>, Vec<_>) = exact.partition(&is_listed);
        found.listed.extend(listed);
        found.only_touch.extend(only_touch);
    };
    let mut found = Found::default();
    if limit == 0 || near.len() <= limit {
        examined(near, &mut found);
        return found;
    }
    near.par_sort_by(|&one, &other| {
        shared_extent(bounds, other).total_cmp(&shared_extent(bounds, one)).then(one.cmp(&other))
    });
    let mut rest = &*near;
    while !rest.is_empty() && found.listed.len() < limit {
        let (next, others) = rest.split_at(rest.len().min(limit));
        examined(next, &mut found);
        rest = others;
    }
    found.not_measured = found.listed.len().saturating_sub(limit);
    found.listed.truncate(limit);
    let cores: Vec<Option<Core>> =
        bodies.par_iter().zip(bounds).map(|(body, bounds)| Core::of(body, bounds.as_ref()?)).collect();
    let do_meet = |&&[a, b]: &&[u32; 2]| {
        if let Some(exact) = solids.pair_at_rest([a, b]) {
            return exact.relation() != Relation::Disjoint;
        }
        let [core_a, core_b] = [a, b].map(|number| cores[number as usize].as_ref());
        core_a.zip(core_b).is_some_and(|(a, b)| a.overlaps(b))
            || do_meet(&bodies[a as usize], &bodies[b as usize])
    };
    found.not_measured += rest.par_iter().filter(do_meet).count();
    found
}

/// A ball within a solid, around the centre of its box. Where the balls of two solids overlap, so do the
/// solids: that decides most pairs of objects that lie in one place.
struct Core {
    center: DVec3,
    radius: f64,
}

impl Core {
    /// None if the centre of the box is not within the solid, or if it would take long to find out.
    fn of(body: &Instance<DVec3>, bounds: &Aabb<DVec3>) -> Option<Self> {
        const MAX_TRIANGLES: usize = 10_000;
        let center = bounds.center();
        let count = body.model.mesh().triangles().len();
        if count > MAX_TRIANGLES || !body.contains_point(center) {
            return None;
        }
        let point = Ball::new(center, 0.0).ok()?;
        let distances = (0..count as u32).filter_map(|number| Some(body.triangle(number)?.distance(&point)));
        let radius = distances.fold(f64::INFINITY, f64::min);
        Some(Core { center, radius })
    }

    /// Do they certainly overlap, whatever was rounded?
    fn overlaps(&self, other: &Self) -> bool {
        let reach = (self.radius + other.radius) * (1.0 - 1e-9);
        self.center.distance_squared(other.center) < reach * reach
    }
}

/// How far two boxes reach into each other, along the axis on which that is least; below 0 where they are
/// apart.
fn shared_extent(bounds: &[Option<Aabb<DVec3>>], [a, b]: [u32; 2]) -> f64 {
    let [Some(a), Some(b)] = [a, b].map(|number| bounds[number as usize]) else { return f64::NEG_INFINITY };
    (a.max().min(b.max()) - a.min().max(b.min())).min_element()
}

/// Do they meet? That ends with the first triangles that do.
fn do_meet(a: &Instance<DVec3>, b: &Instance<DVec3>) -> bool {
    a.mesh_pair(b).is_within(0.0) || a.relation(b) != Relation::Disjoint
}

/// A warning if pairs of a sweep were not measured.
pub(crate) fn warning_of_sweep(measured: usize, not_measured: usize) -> Option<Warning> {
    (not_measured > 0).then(|| Warning {
        file: None,
        place: OPTION.to_owned(),
        message: format!(
            "{} touch or come near each other; only {} of them, those in contact first, then the earliest, are measured and listed; \
             {OPTION} 0 measures all, and takes longer",
            count(measured + not_measured, "pair"),
            grouped(measured as u64)
        ),
    })
}

/// A warning if pairs were not measured, or not tested for a clearance.
pub(crate) fn warning(measured: usize, not_measured: usize, not_tested: usize) -> Option<Warning> {
    let collide = (not_measured > 0).then(|| {
        format!(
            "{} collide or touch; only {} of them, whose bounding boxes overlap most, are measured and listed",
            count(measured + not_measured, "pair"),
            grouped(measured as u64)
        )
    });
    let near = (not_tested > 0)
        .then(|| format!("{} near each other were not tested for clearance", count(not_tested, "pair")));
    let what: Vec<String> = collide.into_iter().chain(near).collect();
    (!what.is_empty()).then(|| Warning {
        file: None,
        place: OPTION.to_owned(),
        message: format!("{}; {OPTION} 0 measures all, and takes longer", what.join("; ")),
    })
}
