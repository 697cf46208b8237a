//! Two objects as exact shapes: how they lie to each other, how far apart they are, how deep in each other.

use std::f64::consts::{PI, TAU};

use glam::DVec3;
use impinge::compound::{AnyShape, ShapeKind};
use impinge::cull::{Body, DepthBounds};
use impinge::narrow::{Collide, Contact, Relate, Relation};
use impinge::shape::Ball;
use impinge::tree::WayOut;

use crate::solids::union;

/// Bounds of a depth that agree to this share are the depth.
const AGREED: f64 = 1e-6;
/// Points on each rim of a cylinder, on a circle around it, so that their hull holds the rim.
const RIM_POINTS: u32 = 64;

/// Two objects where they are, each with its parts and their union.
pub(crate) struct ExactPair<'a> {
    parts: [Vec<AnyShape<DVec3>>; 2],
    shapes: [AnyShape<DVec3>; 2],
    /// Their triangles, which lie around what is curved,
    around: [Body<'a, DVec3>; 2],
    /// and inside of that, if it is not flat.
    inside: Option<[Body<'a, DVec3>; 2]>,
}

impl<'a> ExactPair<'a> {
    /// Two objects, each of at least one part; nothing if they are too many.
    pub fn new(
        parts: [Vec<AnyShape<DVec3>>; 2],
        around: [Body<'a, DVec3>; 2],
        inside: Option<[Body<'a, DVec3>; 2]>,
    ) -> Option<Self> {
        let shapes = [union(&parts[0])?, union(&parts[1])?];
        Some(ExactPair { parts, shapes, around, inside })
    }

    pub fn relation(&self) -> Relation {
        self.shapes[0].relation(&self.shapes[1])
    }

    /// Where they are nearest. Of those that overlap, their deepest parts.
    pub fn nearest(&self) -> Contact<DVec3> {
        self.shapes[0].nearest(&self.shapes[1])
    }

    /// Are they no further apart than this?
    pub fn is_within(&self, distance: f64) -> bool {
        self.shapes[0].distance(&self.shapes[1]) <= distance
    }

    /// How deep they are in each other, if they overlap.
    ///
    /// Of two convex shapes that is exact. Otherwise it is between two bounds: what parts the shapes, or triangles around them, parts
    /// them; and they are as deep as any two of their convex parts, or triangles inside of them.
    pub fn depth(&self) -> Option<DepthBounds<DVec3>> {
        let Contact { on_a, on_b, normal, distance } = self.shapes[0].penetration(&self.shapes[1])?;
        let found = WayOut { normal, depth: -distance, on_a, on_b };
        if let [[a], [b]] = self.parts.each_ref().map(Vec::as_slice)
            && is_convex(a)
            && is_convex(b)
        {
            return Some(DepthBounds { lower_bound: found.depth, way_out: found, is_exact: true });
        }
        let [around_a, around_b] = &self.around;
        let around = around_a.depth(around_b).map(|depth| depth.way_out);
        let way_out = around.filter(|around| around.depth < found.depth).unwrap_or(found);
        let [of_a, of_b] = self.parts.each_ref().map(|parts| parts.iter().filter(|part| is_convex(part)));
        let depths = of_a.flat_map(|a| of_b.clone().filter_map(|b| a.penetration(b)));
        let of_parts = depths.map(|contact| contact.depth()).fold(0.0, f64::max);
        let inside = self.inside.as_ref().and_then(|[a, b]| a.depth(b));
        let lower_bound = of_parts.max(inside.map_or(0.0, |depth| depth.lower_bound)).min(way_out.depth);
        let is_exact = lower_bound >= way_out.depth * (1.0 - AGREED);
        Some(DepthBounds { way_out, lower_bound, is_exact })
    }

    /// The volume of the first or the second object.
    pub fn volume(&self, object: usize) -> Volume {
        let [part] = &self.parts[object][..] else { return Volume::Unknown };
        let ball = |radius: f64| 4.0 / 3.0 * PI * radius.powi(3);
        match part.kind() {
            ShapeKind::Capsule(capsule) => {
                let core = PI * capsule.radius().powi(2) * capsule.segment().length();
                Volume::Exact(ball(capsule.radius()) + core)
            }
            ShapeKind::Cylinder(cylinder) => {
                Volume::Exact(PI * cylinder.radius().powi(2) * 2.0 * cylinder.half_height())
            }
            _ => Volume::OfTriangles,
        }
    }

    /// Which of both lies in the other, if one does and they overlap: 0 or 1.
    pub fn inner(&self) -> Option<usize> {
        let is_within = |inner: usize| {
            let outer = &self.parts[1 - inner];
            self.parts[inner].iter().all(|part| outer.iter().any(|outer| is_inside(part, outer)))
        };
        [0, 1].into_iter().find(|&inner| is_within(inner))
    }
}

fn is_convex(part: &AnyShape<DVec3>) -> bool {
    part.as_mesh().is_none()
}

/// What is known of the volume of an object.
pub(crate) enum Volume {
    /// It is this.
    Exact(f64),
    /// That of its triangles, as it is not curved.
    OfTriangles,
    /// Its parts may overlap each other.
    Unknown,
}

/// Does a part lie in another? Of a cylinder, somewhat more than itself has to.
fn is_inside(inner: &AnyShape<DVec3>, outer: &AnyShape<DVec3>) -> bool {
    if let Some(mesh) = outer.as_mesh() {
        // Its surface is away from what is inside, of which any point tells for all.
        let point = |point: &DVec3| Ball::new(*point, 0.0).is_ok_and(|point| mesh.intersects(&point));
        let (points, _) = extreme_points(inner);
        return points.first().is_some_and(point) && mesh.hollow().distance(inner) > 0.0;
    }
    let (points, radius) = extreme_points(inner);
    // Without meeting its surface.
    let is_deep =
        |point: DVec3| Ball::new(point, 0.0).is_ok_and(|point| point.separation(outer).distance < -radius);
    !points.is_empty() && points.into_iter().all(is_deep)
}

/// Points and a radius: the hull of balls around them holds a part, and is the part unless that is a cylinder.
fn extreme_points(part: &AnyShape<DVec3>) -> (Vec<DVec3>, f64) {
    match part.kind() {
        ShapeKind::Capsule(capsule) => (vec![capsule.a(), capsule.b()], capsule.radius()),
        ShapeKind::Obb(cuboid) => (cuboid.corners().collect(), 0.0),
        ShapeKind::Hull(hull) => {
            let pose = hull.pose();
            (hull.hull().vertices().iter().map(|&vertex| pose.apply(vertex)).collect(), 0.0)
        }
        ShapeKind::Cylinder(cylinder) => {
            let pose = cylinder.pose();
            let step = TAU / f64::from(RIM_POINTS);
            let reach = cylinder.radius() / (step / 2.0).cos();
            let rim = (0..RIM_POINTS).flat_map(|number| {
                let (sine, cosine) = (step * f64::from(number)).sin_cos();
                [-1.0, 1.0].map(|side| {
                    pose.apply(DVec3::new(reach * cosine, side * cylinder.half_height(), reach * sine))
                })
            });
            (rim.collect(), 0.0)
        }
        ShapeKind::SurfaceMesh(mesh) => {
            let pose = mesh.pose();
            (mesh.mesh().positions().iter().map(|&position| pose.apply(position)).collect(), 0.0)
        }
        _ => (Vec::new(), 0.0),
    }
}
