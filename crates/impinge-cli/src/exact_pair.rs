//! Two objects as exact shapes: how they lie to each other, how far apart they are, how deep in each other.

use std::f64::consts::PI;

use impinge::assembly::{DepthBounds, Instance};
use impinge::bvh::MinTranslation;
use impinge::compound::{AnyShape, ShapeKind};
use impinge::glam::DVec3;
use impinge::math::Pose;
use impinge::narrow::{Collide, Contact, Relation};
use impinge::shape::Ball;

use crate::solids::union;

/// Bounds of a depth that agree to this share are the depth.
const AGREED: f64 = 1e-6;
/// Bounds further apart than this are worth another look.
const CLOSE: f64 = 0.9;
/// So often a quarter of a circle is halved for the corners of a polygon around it,
const QUARTER_HALVINGS: u32 = 4;
/// which are further out by more than what is rounded.
const ROUNDED: f64 = 1e-12;

/// Two objects where they are, each with its parts and their union.
pub(crate) struct ExactPair<'a> {
    parts: [Vec<AnyShape<DVec3>>; 2],
    shapes: [AnyShape<DVec3>; 2],
    /// Their triangles, which lie around what is curved,
    around: [Instance<'a, DVec3>; 2],
    /// and inside of that, if it is not flat.
    inside: Option<[Instance<'a, DVec3>; 2]>,
}

impl<'a> ExactPair<'a> {
    /// Two objects, each of at least one part; nothing if they are too many.
    pub fn new(
        parts: [Vec<AnyShape<DVec3>>; 2],
        around: [Instance<'a, DVec3>; 2],
        inside: Option<[Instance<'a, DVec3>; 2]>,
    ) -> Option<Self> {
        let shapes = [union(&parts[0])?, union(&parts[1])?];
        Some(ExactPair { parts, shapes, around, inside })
    }

    pub fn relation(&self) -> Relation {
        self.shapes[0].relation(&self.shapes[1])
    }

    /// Where they are nearest. Of those that overlap, their deepest parts.
    pub fn nearest(&self) -> Contact<DVec3> {
        self.shapes[0].closest_points(&self.shapes[1])
    }

    /// How far apart they are; 0 if they meet. Takes far less time than where that is, if they are deep in
    /// each other.
    pub fn distance(&self) -> f64 {
        self.shapes[0].distance(&self.shapes[1])
    }

    /// Are they no further apart than this? Takes less time than the distance.
    pub fn is_within(&self, distance: f64) -> bool {
        let [a, b] = &self.shapes;
        if a.intersects(b) {
            return true;
        }
        // Of a convex shape all that is within the distance is a shape, too.
        match (a.with_rounding(distance), b.with_rounding(distance)) {
            (Ok(around), _) => around.intersects(b),
            (_, Ok(around)) => around.intersects(a),
            _ => self.distance() <= distance,
        }
    }

    /// How deep they are in each other, if they overlap.
    ///
    /// Of two convex shapes that is exact. Otherwise it is between two bounds: what parts the shapes, or
    /// triangles around them, parts them; and they are as deep as any two of their convex parts, or triangles
    /// inside of them.
    pub fn depth(&self) -> Option<DepthBounds<DVec3>> {
        if self.relation() != Relation::Overlapping {
            return None;
        }
        let of_shapes = || {
            let found = self.shapes[0].penetration(&self.shapes[1])?;
            let Contact { point_a, point_b, normal, .. } = found;
            Some(MinTranslation { normal, depth: found.depth(), point_a, point_b })
        };
        if let [[a], [b]] = self.parts.each_ref().map(Vec::as_slice)
            && is_convex(a)
            && is_convex(b)
        {
            let min_translation = of_shapes()?;
            return Some(DepthBounds { lower_bound: min_translation.depth, min_translation, is_exact: true });
        }
        let [around_a, around_b] = &self.around;
        let around = around_a.depth(around_b).map(|depth| depth.min_translation);
        // Shapes against large meshes take seconds, triangles against them milliseconds.
        let are_all_convex = self.parts.iter().flatten().all(is_convex);
        let exact = if are_all_convex || around.is_none() { of_shapes() } else { None };
        let mut min_translation =
            exact.into_iter().chain(around).min_by(|a, b| a.depth.total_cmp(&b.depth))?;
        let mut lower_bound = self.depth_at_least().min(min_translation.depth);
        if lower_bound < min_translation.depth * CLOSE {
            // So shallow that triangles in place of what is curved are coarse: the deepest place of the
            // shapes tells more.
            let deepest = self.nearest();
            let deep = [(deepest.point_a, 1), (deepest.point_b, 0)]
                .map(|(point, object)| self.depth_of(point, object));
            min_translation = self
                .way_at(deepest)
                .filter(|way| way.depth < min_translation.depth)
                .unwrap_or(min_translation);
            lower_bound = deep.into_iter().fold(lower_bound, f64::max).min(min_translation.depth);
        }
        let is_exact = lower_bound >= min_translation.depth * (1.0 - AGREED);
        Some(DepthBounds { min_translation, lower_bound, is_exact })
    }

    /// How deep a point of the other object is in this one: no shorter translation brings it out. 0 if it is
    /// not in it.
    fn depth_of(&self, point: DVec3, object: usize) -> f64 {
        let Ok(point) = Ball::new(point, 0.0) else { return 0.0 };
        let in_part = |part: &AnyShape<DVec3>| match part.as_mesh() {
            Some(mesh) if mesh.intersects(&point) => mesh.to_hollow().distance(&point),
            Some(_) => 0.0,
            None => -part.signed_distance(&point).distance,
        };
        self.parts[object].iter().map(in_part).fold(0.0, f64::max)
    }

    /// The way out along the normal at the deepest place, if it parts them.
    fn way_at(&self, deepest: Contact<DVec3>) -> Option<MinTranslation<DVec3>> {
        let Contact { point_a, point_b, normal, .. } = deepest;
        let depth = deepest.depth() * (1.0 + ROUNDED);
        let rounding = ROUNDED * (point_a.abs().max(point_b.abs()).max_element() + depth);
        let depth = depth + rounding;
        let moved = self.shapes[1].at(&Pose::from_translation(normal.get() * depth));
        let does_part = self.shapes[0].relation(&moved) != Relation::Overlapping;
        does_part.then_some(MinTranslation { normal, depth, point_a, point_b })
    }

    /// No shorter translation parts them: they are as deep as any two of their convex parts, or triangles
    /// inside of them. 0 if nothing is known.
    pub fn depth_at_least(&self) -> f64 {
        let [of_a, of_b] = self.parts.each_ref().map(|parts| parts.iter().filter(|part| is_convex(part)));
        let depths = of_a.flat_map(|a| of_b.clone().filter_map(|b| a.penetration(b)));
        let of_parts = depths.map(|contact| contact.depth()).fold(0.0, f64::max);
        if self.parts.iter().all(|parts| matches!(&parts[..], [part] if is_convex(part))) {
            return of_parts;
        }
        let inside = self.inside.as_ref().and_then(|[a, b]| a.depth(b));
        of_parts.max(inside.map_or(0.0, |depth| depth.lower_bound))
    }

    /// The volume of the first or the second object.
    pub fn volume(&self, object: usize) -> Volume {
        let [part] = &self.parts[object][..] else { return Volume::Unknown };
        let disc = |radius: f64| PI * radius * radius;
        match part.kind() {
            ShapeKind::Capsule(capsule) => {
                let radius = capsule.radius();
                Volume::Exact(disc(radius) * (capsule.segment().length() + 4.0 / 3.0 * radius))
            }
            ShapeKind::Cylinder(cylinder) => {
                Volume::Exact(disc(cylinder.radius()) * 2.0 * cylinder.half_height())
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
    /// The surface of its triangles, as it is not curved.
    OfTriangles,
    /// Its parts may overlap each other.
    Unknown,
}

/// Does a part lie in another? Of a cylinder, somewhat more than itself has to.
fn is_inside(inner: &AnyShape<DVec3>, outer: &AnyShape<DVec3>) -> bool {
    if let Some(mesh) = outer.as_mesh() {
        // Where the surfaces are apart, one point inside proves that all are.
        let point = |point: &DVec3| Ball::new(*point, 0.0).is_ok_and(|point| mesh.intersects(&point));
        let (points, _) = extreme_points(inner);
        return points.first().is_some_and(point) && mesh.to_hollow().distance(inner) > 0.0;
    }
    let (points, radius) = extreme_points(inner);
    // Without meeting its surface.
    let is_deep = |point: DVec3| {
        Ball::new(point, 0.0).is_ok_and(|point| point.signed_distance(outer).distance < -radius)
    };
    !points.is_empty() && points.into_iter().all(is_deep)
}

/// Points and a radius: the hull of balls around them holds a part, and is the part unless that is a
/// cylinder.
fn extreme_points(part: &AnyShape<DVec3>) -> (Vec<DVec3>, f64) {
    match part.kind() {
        ShapeKind::Capsule(capsule) => (vec![capsule.a(), capsule.b()], capsule.radius()),
        ShapeKind::Obb(cuboid) => (cuboid.corners().collect(), 0.0),
        ShapeKind::Hull(hull) => {
            let pose = hull.pose();
            (hull.hull().vertices().iter().map(|&vertex| pose.transform_point(vertex)).collect(), 0.0)
        }
        ShapeKind::Cylinder(cylinder) => {
            let (pose, height) = (cylinder.pose(), cylinder.half_height());
            let ends =
                |[x, z]: [f64; 2]| [-height, height].map(|y| pose.transform_point(DVec3::new(x, y, z)));
            (circle_around(cylinder.radius()).into_iter().flat_map(ends).collect(), 0.0)
        }
        ShapeKind::SurfaceMesh(mesh) => {
            let pose = mesh.pose();
            (mesh.mesh().positions().iter().map(|&position| pose.transform_point(position)).collect(), 0.0)
        }
        _ => (Vec::new(), 0.0),
    }
}

/// Corners of a regular polygon around a circle. By square roots, which are the same on every machine.
fn circle_around(radius: f64) -> Vec<[f64; 2]> {
    let halved = |[cosine, _]: [f64; 2]| [((1.0 + cosine) / 2.0).sqrt(), ((1.0 - cosine) / 2.0).sqrt()];
    let mut step = [0.0, 1.0];
    for _ in 0..QUARTER_HALVINGS {
        step = halved(step);
    }
    let [half_cosine, _] = halved(step);
    let first = [radius / half_cosine * (1.0 + ROUNDED), 0.0];
    let next = |&[x, y]: &[f64; 2]| Some([x * step[0] - y * step[1], x * step[1] + y * step[0]]);
    std::iter::successors(Some(first), next).take(4 << QUARTER_HALVINGS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polygon_lies_around_its_circle() {
        let corners = circle_around(2.0);
        assert_eq!(corners.len(), 64);
        for (number, [x, y]) in corners.iter().enumerate() {
            let [u, v] = corners[(number + 1) % corners.len()];
            let middle = ((x + u) / 2.0).hypot((y + v) / 2.0);
            assert!((2.0..2.0 + 1e-9).contains(&middle) && x.hypot(*y) < 2.01, "{number}: {middle}");
        }
    }
}
