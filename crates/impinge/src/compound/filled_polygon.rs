//! Polygons as shapes, convex or not: an area of convex pieces within an outline.
//!
//! The pieces say what overlaps, and how deep; they meet along lines within the area. The outline says where the boundary is:
//! what a ray into the hollow hits, and where the way from a point out ends.

use super::placed::{LocalParts, Placed};
use super::search::Boxes;
use super::{CompoundError, Polyline};
use crate::math::{Pose, Vector};
use crate::shape::{Aabb, Crossing, Hull, Parts, Polygon, Shaped, View, seen_to_the_left};
use crate::tree::Bvh;

/// The area of a polygon at a pose; its parts are convex pieces.
///
/// Rays at it say in `part` which edge they hit.
///
/// It has no holes. An area with holes is a [`SurfaceMesh`](crate::compound::SurfaceMesh) of its triangles, as triangulations such as ear clipping
/// make them; where the outlines alone matter, a closed [`Polyline`] for each of them.
#[derive(Debug)]
pub struct FilledPolygon<V: Vector> {
    placed: Placed<V, Pieces<V>>,
    outline: Polyline<V>,
}

#[derive(Debug)]
struct Pieces<V: Vector> {
    pieces: Vec<Hull<V>>,
    tree: Bvh<V>,
}

impl<V: Vector> FilledPolygon<V> {
    /// A polygon as a shape.
    ///
    /// # Errors
    /// If there are 2³² − 1 points or more.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::compound::FilledPolygon;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Ball, Polygon};
    /// let corner = [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)];
    /// let corner = FilledPolygon::new(&Polygon::new(&corner.map(Vec2::from))?)?;
    /// assert_eq!(corner.distance(&Ball::new(Vec2::new(1.5, 2.0), 0.25)?), 0.25);
    /// // Out of the area, not only out of a piece of it.
    /// let within = corner.project(Vec2::new(0.75, 0.5));
    /// assert_eq!((within.point, within.distance), (Vec2::new(0.75, 0.0), -0.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(polygon: &Polygon<V>) -> Result<Self, CompoundError> {
        let pieces = polygon.decompose();
        let boxes: Vec<Aabb<V>> = pieces.iter().map(|piece| piece.bounds()).collect();
        let outline = Polyline::closed(polygon.points().to_vec())?;
        Ok(FilledPolygon { placed: Placed::new(Pieces { tree: Bvh::new(&boxes), pieces }), outline })
    }

    /// The polygon around these points as a shape; see [`Polygon::new`].
    ///
    /// # Errors
    /// As of [`Polygon::new`] and [`FilledPolygon::new`].
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::compound::FilledPolygon;
    /// use impinge::world::{Object, World};
    /// let hill = FilledPolygon::from_points(&[Vec2::ZERO, Vec2::new(9.0, 0.0), Vec2::new(4.0, 2.0)])?;
    /// let mut world = World::new();
    /// world.add(Object::new(hill).fixed())?;
    /// # Ok::<(), impinge::Error>(())
    /// ```
    pub fn from_points(points: &[V]) -> Result<Self, CompoundError> {
        Self::new(&Polygon::new(points)?)
    }

    /// The corners of its outline, counter-clockwise, without the pose.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::compound::FilledPolygon;
    /// use impinge::draw::{Draw, Role, Svg};
    /// use impinge::math::Pose;
    /// use impinge::shape::Aabb;
    /// let arrow = [(0.0, 0.0), (2.0, 1.0), (0.0, 2.0), (1.0, 1.0)].map(Vec2::from);
    /// let shape = FilledPolygon::from_points(&arrow)?.at(Pose::from_translation(Vec2::X));
    /// assert_eq!(shape.points(), arrow);
    /// let corners: Vec<Vec2> = shape.points().iter().map(|&corner| shape.pose().apply(corner)).collect();
    /// let mut picture = Svg::new(&Aabb::new(Vec2::ZERO, Vec2::splat(3.0))?, 100.0);
    /// picture.outline(&corners, Role::Ink);
    /// assert_eq!(picture.finish().matches("<line").count(), 4);
    /// # Ok::<(), impinge::Error>(())
    /// ```
    #[doc(alias("outline", "polygon", "vertices"))]
    pub fn points(&self) -> &[V] {
        // Those of a closed line have the first once more at the end.
        self.outline.points().split_last().map_or(&[], |(_, corners)| corners)
    }

    /// The same area at another pose; nothing is copied.
    #[must_use]
    pub fn at(&self, pose: Pose<V>) -> Self {
        FilledPolygon { placed: self.placed.at(pose), outline: self.outline.at(pose) }
    }

    /// Where it is.
    pub fn pose(&self) -> Pose<V> {
        self.placed.pose
    }
}

impl<V: Vector> LocalParts<V> for Pieces<V> {
    fn boxes(&self) -> &dyn Boxes<V> {
        &self.tree
    }
    fn show(&self, number: u32, pose: &Pose<V>, visit: &mut dyn FnMut(View<'_, V>)) {
        visit(self.pieces[number as usize].at(*pose).view());
    }
}

impl<V: Vector> Clone for FilledPolygon<V> {
    fn clone(&self) -> Self {
        FilledPolygon { placed: self.placed.clone(), outline: self.outline.clone() }
    }
}

impl<V: Vector> Shaped for FilledPolygon<V> {
    type Vector = V;
    fn view(&self) -> View<'_, V> {
        View::Parts(self)
    }
}

impl<V: Vector> Parts<V> for FilledPolygon<V> {
    fn bounds(&self) -> Option<Aabb<V>> {
        self.placed.bounds()
    }
    fn visit(&self, region: Aabb<V>, visit: &mut dyn FnMut(u32, View<'_, V>) -> Aabb<V>) {
        self.placed.visit(region, visit);
    }
    fn visit_along(
        &self,
        start: V::Double,
        direction: V::Double,
        last: f64,
        visit: &mut dyn FnMut(u32, View<'_, V>) -> f64,
    ) {
        self.placed.visit_along(start, direction, last, visit);
    }
    fn boundary(&self) -> Option<&dyn Parts<V>> {
        Some(&self.outline)
    }

    /// A line to the left crosses the outline an odd number of times. Exact for the placed points.
    fn encloses(&self, point: V) -> bool {
        let Some(bounds) = self.outline.bounds().filter(|bounds| bounds.contains(point)) else {
            return false;
        };
        let left = V::from_fn(|axis| if axis == 0 { bounds.min()[0] } else { point[axis] });
        let strip = Aabb::between(left, point);
        let (mut is_inside, mut is_on) = (false, false);
        self.outline.visit(strip, &mut |_, part| {
            if let View::Segment(edge) = part {
                match seen_to_the_left(edge.a(), edge.b(), point) {
                    Crossing::On => is_on = true,
                    Crossing::Once => is_inside = !is_inside,
                    Crossing::Not => {}
                }
            }
            strip
        });
        is_inside && !is_on
    }
}
