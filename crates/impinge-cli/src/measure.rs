//! From a collision to the record that is reported: how deep, where, how much.

use impinge::assembly::{Collision, CollisionKind as Found, Instance, InstancePair};
use impinge::bvh::{IntersectionCurve, MeshIntersection, MinTranslation};
use impinge::glam::DVec3;
use impinge::math::Unit;
use impinge::shape::Aabb;
use impinge_query::{DistanceKind, PairDistance, PairKind};
use impinge_scene::Object;

use crate::exact_pair::{ExactPair, Volume};
use crate::report::{Bounds, Kind, ObjectName, Pair, Side, coordinates, id_of};
use crate::rules::Severity;
use crate::solids::Solids;

/// A gap may be off by so many units in the last place of its coordinates: they are rounded when they are
/// written, read and placed.
const ROUNDINGS: f64 = 32.0;

/// All objects of the scene as they are needed to measure pairs of them.
pub(crate) struct Measured<'a> {
    pub objects: &'a [Object],
    pub bodies: &'a [Instance<'a, DVec3>],
    pub bounds: &'a [Option<Aabb<DVec3>>],
    pub solids: &'a Solids<'a>,
}

impl Measured<'_> {
    /// The report entry of two objects that collide.
    pub fn pair(&self, collision: &Collision<DVec3>) -> Pair {
        let [a, b] = [collision.a, collision.b].map(|number| &self.bodies[number as usize]);
        let (kind, inner) = match PairKind::from_collision([a, b], collision) {
            PairKind::Duplicate => (Kind::Duplicate, None),
            PairKind::Overlap => (Kind::Overlap, None),
            PairKind::Touching => (Kind::Touching, None),
            PairKind::Contained { is_first_inner: true } => (Kind::Contained, Some(Side::A)),
            PairKind::Contained { is_first_inner: false } => (Kind::Contained, Some(Side::B)),
        };
        let (first, second, is_exchanged) = self.in_order([collision.a, collision.b]);
        let pair = InstancePair::new(first, second);
        let exact = self.solids.pair_at_rest([collision.a, collision.b]);
        let found = match &exact {
            Some(exact) => exact_distance(exact),
            None => {
                let found = PairDistance::from_collision(&pair, collision);
                if is_exchanged { found.flip() } else { found }
            }
        };
        let volume = match collision.kind {
            // Not what is left of roundings.
            Found::Touching => are_solid(a, b).then_some(0.0),
            // Triangles around what is curved share more than it does, by far where the overlap is flat.
            _ => match exact.as_ref().map(|exact| (exact, kind, inner)) {
                None => pair.intersection_volume(),
                Some((exact, Kind::Duplicate | Kind::Contained, inner)) => {
                    match exact.volume(usize::from(inner == Some(Side::B))) {
                        Volume::Exact(volume) => Some(volume),
                        Volume::OfTriangles => pair.intersection_volume(),
                        Volume::Unknown => None,
                    }
                }
                Some(_) => None,
            },
        };
        let record = self.record([collision.a, collision.b], kind, found, volume);
        let is_met = collision.triangle_pairs > 0;
        Pair {
            inner,
            triangle_pairs: collision.triangle_pairs,
            curve_length: if is_met { length(pair.curves()) } else { 0.0 },
            ..record
        }
    }

    /// Two objects that do not collide, if they are nearer to each other than a distance. Those that were
    /// drawn at exactly this distance are not, though as numbers they may be a little nearer.
    pub fn clearance(&self, [a, b]: [u32; 2], clearance: f64) -> Option<Pair> {
        let (first, second, is_exchanged) = self.in_order([a, b]);
        let most = clearance - self.rounding([a, b]);
        let found = match self.solids.pair_at_rest([a, b]) {
            // The first takes less time, and may be off by a rounding.
            Some(exact) => exact
                .is_within(most * (1.0 + 1e-9))
                .then(|| exact_distance(&exact))
                .filter(|found| found.distance <= most)?,
            None => {
                let found = gap(first, second, most)?;
                if is_exchanged { found.flip() } else { found }
            }
        };
        let [body_a, body_b] = [a, b].map(|number| &self.bodies[number as usize]);
        let volume = are_solid(body_a, body_b).then_some(0.0);
        Some(self.record([a, b], Kind::Clearance, found, volume))
    }

    /// How far the gap between two objects may be off, since their coordinates are rounded.
    fn rounding(&self, numbers: [u32; 2]) -> f64 {
        let bounds = numbers.iter().filter_map(|&number| self.bounds[number as usize]);
        let greatest = bounds.map(|bounds| bounds.min().abs().max(bounds.max().abs()).max_element());
        ROUNDINGS * f64::EPSILON * greatest.fold(0.0, f64::max)
    }

    /// Two bodies in the order of their paths, and whether that order is swapped. The result must not
    /// depend on the order in the scene, because of several equally near places only one is reported.
    fn in_order(&self, numbers: [u32; 2]) -> (&Instance<'_, DVec3>, &Instance<'_, DVec3>, bool) {
        let [a, b] = numbers.map(|number| &self.bodies[number as usize]);
        let [path_a, path_b] = numbers.map(|number| &self.objects[number as usize].path);
        if path_a <= path_b { (a, b, false) } else { (b, a, true) }
    }

    /// A record without what only pairs have that meet.
    fn record(&self, [a, b]: [u32; 2], kind: Kind, found: PairDistance, volume: Option<f64>) -> Pair {
        let [in_a, in_b] = [a, b].map(|number| self.bounds[number as usize]);
        let overlap_box = in_a.zip(in_b).and_then(|(a, b)| a.intersection(&b)).map(Bounds::from);
        let (a, b) = (self.name(a), self.name(b));
        Pair {
            id: id_of(&a.path, &b.path),
            a,
            b,
            kind,
            inner: None,
            distance: found.distance,
            distance_kind: found.kind,
            depth_at_least: found.depth_at_least,
            point_a: coordinates(found.points[0]),
            point_b: coordinates(found.points[1]),
            normal: coordinates(found.normal),
            overlap_box,
            triangle_pairs: 0,
            curve_length: 0.0,
            volume,
            group: 0,
            rule: None,
            severity: Severity::Error,
            status: None,
            reason: None,
        }
    }

    fn name(&self, number: u32) -> ObjectName {
        let object = &self.objects[number as usize];
        ObjectName::of(number, &object.name, &object.path)
    }
}

/// How long all curves are together.
fn length(curves: Vec<IntersectionCurve<DVec3>>) -> f64 {
    MeshIntersection { curves, coplanar: Vec::new() }.length()
}

/// How far exact shapes are apart, or how deep in each other.
fn exact_distance(pair: &ExactPair) -> PairDistance {
    if let Some(depth) = pair.depth() {
        let (distance, kind) = DistanceKind::from_depth(Some(depth), true);
        let MinTranslation { normal, point_a, point_b, .. } = depth.min_translation;
        let depth_at_least = Some(depth.lower_bound);
        return PairDistance {
            distance,
            kind,
            depth_at_least,
            points: [point_a, point_b],
            normal: normal.get(),
        };
    }
    let nearest = pair.nearest();
    PairDistance {
        distance: nearest.distance.max(0.0),
        kind: DistanceKind::Exact,
        depth_at_least: None,
        points: [nearest.point_a, nearest.point_b],
        normal: nearest.normal.get(),
    }
}

/// How far two bodies are apart that do not meet, if that is no more than `most`.
fn gap(a: &Instance<DVec3>, b: &Instance<DVec3>, most: f64) -> Option<PairDistance> {
    let meshes = a.mesh_pair(b);
    let nearest = meshes.is_within(most).then(|| meshes.closest_points()).flatten()?;
    let normal = Unit::new(nearest.point_b - nearest.point_a).map_or(DVec3::X, Unit::get);
    Some(PairDistance {
        distance: nearest.distance,
        kind: DistanceKind::Exact,
        depth_at_least: None,
        points: [nearest.point_a, nearest.point_b],
        normal,
    })
}

/// Do both have a volume?
fn are_solid(a: &Instance<DVec3>, b: &Instance<DVec3>) -> bool {
    a.is_solid() && b.is_solid()
}
