//! Polygons as shapes, convex or not: an area of convex pieces within an outline.
//!
//! The pieces decide overlap and depth; they meet along lines within the area. The outline is the boundary:
//! the target of hollow ray casts, and of projections from inside.

use super::part_search::PartTree;
use super::placed_parts::{LocalParts, PlacedParts, composite_shape};
use super::{CompoundError, Polyline};
use crate::bvh::Bvh;
use crate::math::{Pose, Vector};
use crate::shape::{
    Aabb, Bounded, CompositeShape, Crossing, Hull, Polygon, Shape, ShapeRef, seen_to_the_left,
};

/// The area of a polygon at a pose; its parts are convex pieces.
///
/// Ray hits report the hit edge in `part`.
///
/// The area has no holes. For an area with holes use a [`SurfaceMesh`](crate::compound::SurfaceMesh) of its
/// triangles, for example from ear clipping. If only the outlines matter, use a closed [`Polyline`] for each
/// of them.
#[derive(Debug)]
pub struct FilledPolygon<V: Vector> {
    inner: PlacedPolygon<V>,
}

/// The parts at a pose, with the outline at the same pose.
#[derive(Debug)]
struct PlacedPolygon<V: Vector> {
    placed: PlacedParts<V, ConvexPieces<V>>,
    outline: Polyline<V>,
}

#[derive(Debug)]
struct ConvexPieces<V: Vector> {
    pieces: Vec<Hull<V>>,
    tree: Bvh<V>,
}

impl<V: Vector> FilledPolygon<V> {
    /// Creates a shape from a polygon.
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
    /// // The projection leaves the whole area, not only one convex piece.
    /// let within = corner.project_point(Vec2::new(0.75, 0.5));
    /// assert_eq!((within.point, within.distance), (Vec2::new(0.75, 0.0), -0.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn new(polygon: &Polygon<V>) -> Result<Self, CompoundError> {
        V::compound_new_polygon(polygon)
    }

    pub(super) fn new_inner(polygon: &Polygon<V>) -> Result<Self, CompoundError> {
        let pieces = polygon.decompose();
        let boxes: Vec<Aabb<V>> = pieces.iter().map(|piece| piece.aabb()).collect();
        let outline = Polyline::new_closed(polygon.points().to_vec())?;
        let placed = PlacedParts::new(ConvexPieces { tree: Bvh::new(&boxes), pieces });
        Ok(FilledPolygon { inner: PlacedPolygon { placed, outline } })
    }

    /// Creates a shape from the points of a polygon; see [`Polygon::new`].
    ///
    /// # Errors
    /// The errors of [`Polygon::new`] and [`FilledPolygon::new`].
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::compound::FilledPolygon;
    /// use impinge::world::{Collider, CollisionWorld};
    /// let hill = FilledPolygon::from_points(&[Vec2::ZERO, Vec2::new(9.0, 0.0), Vec2::new(4.0, 2.0)])?;
    /// let mut world = CollisionWorld::new();
    /// world.add(Collider::new(hill).fixed())?;
    /// # Ok::<(), impinge::Error>(())
    /// ```
    pub fn from_points(points: &[V]) -> Result<Self, CompoundError> {
        Self::new(&Polygon::new(points)?)
    }

    /// Returns the corners of the outline, counter-clockwise, without the pose.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::compound::FilledPolygon;
    /// use impinge::draw::{Draw, Stroke, Svg};
    /// use impinge::math::Pose;
    /// use impinge::shape::Aabb;
    /// let arrow = [(0.0, 0.0), (2.0, 1.0), (0.0, 2.0), (1.0, 1.0)].map(Vec2::from);
    /// let shape = FilledPolygon::from_points(&arrow)?.at(&Pose::from_translation(Vec2::X));
    /// assert_eq!(shape.points(), arrow);
    /// let corners: Vec<Vec2> = shape.points().iter().map(|&corner| shape.pose().transform_point(corner)).collect();
    /// let mut picture = Svg::new(&Aabb::new(Vec2::ZERO, Vec2::splat(3.0))?, 100.0);
    /// picture.outline(&corners, Stroke::Outline);
    /// assert_eq!(picture.finish().matches("<line").count(), 4);
    /// # Ok::<(), impinge::Error>(())
    /// ```
    pub fn points(&self) -> &[V] {
        // A closed polyline repeats the first point at the end.
        self.inner.outline.points().split_last().map_or(&[], |(_, corners)| corners)
    }

    /// Returns the shape placed by a pose. A shape that has a pose gets the product: `s.at(&p).at(&q)` is
    /// placed by `q * p`. The parts are shared, not copied.
    #[must_use]
    pub fn at(&self, pose: &Pose<V>) -> Self {
        FilledPolygon {
            inner: PlacedPolygon { placed: self.inner.placed.at(pose), outline: self.inner.outline.at(pose) },
        }
    }

    /// Returns the pose.
    pub fn pose(&self) -> Pose<V> {
        self.inner.placed.pose
    }

    /// The parts, for the back end. Never inlined: otherwise its table of methods would be compiled in other
    /// crates.
    #[inline(never)]
    pub(super) fn parts(&self) -> &dyn CompositeShape<V> {
        &self.inner
    }
}

impl<V: Vector> LocalParts<V> for ConvexPieces<V> {
    fn boxes(&self) -> &dyn PartTree<V> {
        &self.tree
    }
    fn show(&self, number: u32, pose: &Pose<V>, visit: &mut dyn FnMut(ShapeRef<'_, V>)) {
        visit(self.pieces[number as usize].at(pose).shape_ref());
    }
}

impl<V: Vector> Clone for FilledPolygon<V> {
    fn clone(&self) -> Self {
        FilledPolygon {
            inner: PlacedPolygon { placed: self.inner.placed.clone(), outline: self.inner.outline.clone() },
        }
    }
}

composite_shape!(FilledPolygon, compound_parts_of_polygon);

impl<V: Vector> CompositeShape<V> for PlacedPolygon<V> {
    fn aabb(&self) -> Option<Aabb<V>> {
        self.placed.aabb()
    }
    fn visit(&self, region: Aabb<V>, visit: &mut dyn FnMut(u32, ShapeRef<'_, V>) -> Aabb<V>) {
        self.placed.visit(region, visit);
    }
    fn visit_along(
        &self,
        start: V::Double,
        direction: V::Double,
        last: f64,
        visit: &mut dyn FnMut(u32, ShapeRef<'_, V>) -> f64,
    ) {
        self.placed.visit_along(start, direction, last, visit);
    }
    fn boundary(&self) -> Option<&dyn CompositeShape<V>> {
        Some(self.outline.parts())
    }

    /// A line to the left crosses the outline an odd number of times. Exact for the placed points.
    fn contains_point(&self, point: V) -> bool {
        let Some(bounds) = self.outline.parts().aabb().filter(|bounds| bounds.contains_point(point)) else {
            return false;
        };
        let left = V::from_fn(|axis| if axis == 0 { bounds.min()[0] } else { point[axis] });
        let strip = Aabb::between(left, point);
        let (mut is_inside, mut is_on) = (false, false);
        self.outline.parts().visit(strip, &mut |_, part| {
            if let ShapeRef::Segment(edge) = part {
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
