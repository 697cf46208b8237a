//! Polylines: segments between consecutive points.

use smallvec::SmallVec;

use super::CompoundError;
use super::part_search::PartTree;
use super::placed_parts::{LocalParts, PlacedParts, placed_parts};
use crate::bvh::Bvh;
use crate::math::{Pose, Vector};
use crate::shape::{Aabb, CompositeShape, Segment, Shape, ShapeError, ShapeRef};

/// Segments between consecutive points; a closed polyline also has one from the last point to the first. Part
/// `i` starts at point `i`.
///
/// A polyline is a line without an interior. In 2D its front is on the right of its direction.
#[derive(Debug)]
pub struct Polyline<V: Vector> {
    placed: PlacedParts<V, PolylinePoints<V>>,
}

#[derive(Debug)]
struct PolylinePoints<V> {
    points: Vec<V>,
    tree: Bvh<V>,
}

impl<V: Vector> Polyline<V> {
    /// Creates a polyline along points; fewer than two points make no segment.
    ///
    /// # Errors
    /// If a point is not finite, or there are more than 2³² − 1 of them.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::compound::Polyline;
    /// use impinge::prelude::*;
    /// use impinge::shape::Ball;
    /// let fence = Polyline::new_open(vec![Vec2::ZERO, Vec2::new(4.0, 0.0), Vec2::new(4.0, 3.0)])?;
    /// assert_eq!(fence.distance(&Ball::new(Vec2::new(2.0, 1.5), 0.5)?), 1.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn new_open(points: Vec<V>) -> Result<Self, CompoundError> {
        V::compound_new_polyline(points)
    }

    pub(super) fn new_inner(points: Vec<V>) -> Result<Self, CompoundError> {
        let count = points.len();
        if count > u32::MAX as usize {
            return Err(CompoundError::TooManyParts { count });
        }
        for (index, &point) in points.iter().enumerate() {
            ShapeError::finite("point", point).map_err(|source| CompoundError::InvalidPart {
                what: "point",
                index,
                source,
            })?;
        }
        let boxes: Vec<Aabb<V>> =
            points.windows(2).map(|ends| Aabb::between(ends[0].min(ends[1]), ends[0].max(ends[1]))).collect();
        Ok(Polyline { placed: PlacedParts::new(PolylinePoints { tree: Bvh::new(&boxes), points }) })
    }

    /// Creates a closed polyline: the last segment leads back to the first point.
    ///
    /// # Errors
    /// The errors of [`Polyline::new_open`], where the first point counts once more at the end.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::compound::Polyline;
    /// use impinge::prelude::*;
    /// use impinge::shape::Ball;
    /// let corners = vec![Vec2::ZERO, Vec2::new(4.0, 0.0), Vec2::new(4.0, 4.0), Vec2::new(0.0, 4.0)];
    /// // Beside the segment that leads back to the first corner.
    /// let visitor = Ball::new(Vec2::new(-2.0, 2.0), 0.5)?;
    /// assert_eq!(Polyline::new_closed(corners.clone())?.distance(&visitor), 1.5);
    /// assert!(Polyline::new_open(corners)?.distance(&visitor) > 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new_closed(mut points: Vec<V>) -> Result<Self, CompoundError> {
        points.extend(points.first().copied());
        Self::new_open(points)
    }

    /// Returns the points, without the pose; a closed polyline repeats the first point at the end.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::compound::Polyline;
    /// use impinge::math::Pose;
    /// let path = Polyline::new_closed(vec![Vec2::ZERO, Vec2::X, Vec2::Y])?;
    /// let path = path.at(&Pose::from_translation(Vec2::new(2.0, 1.0)));
    /// // World positions to draw.
    /// let corners: Vec<Vec2> = path.points().iter().map(|&point| path.pose().transform_point(point)).collect();
    /// assert_eq!(corners, [(2.0, 1.0), (3.0, 1.0), (2.0, 2.0), (2.0, 1.0)].map(Vec2::from));
    /// # Ok::<(), impinge::compound::CompoundError>(())
    /// ```
    pub fn points(&self) -> &[V] {
        &self.placed.parts.points
    }
}

impl<V: Vector> LocalParts<V> for PolylinePoints<V> {
    fn boxes(&self) -> &dyn PartTree<V> {
        &self.tree
    }
    fn show(&self, number: u32, pose: &Pose<V>, visit: &mut dyn FnMut(ShapeRef<'_, V>)) {
        let [a, b] = [0, 1].map(|end| pose.place(self.points[number as usize + end]));
        visit(ShapeRef::Segment(Segment::between(a, b)));
    }
    fn corners(&self, number: u32) -> SmallVec<[V; 3]> {
        self.points[number as usize..number as usize + 2].into()
    }
    fn each_neighbour(&self, number: u32, picked: &[usize], visit: &mut dyn FnMut(V)) {
        let (number, last) = (number as usize, self.points.len() - 1);
        let is_closed = self.points[0] == self.points[last];
        for &end in picked {
            let before = if number == 0 { is_closed.then(|| last - 1) } else { Some(number - 1) };
            let after = if number + 1 == last { is_closed.then_some(1) } else { Some(number + 2) };
            if let Some(neighbour) = if end == 0 { before } else { after } {
                visit(self.points[neighbour]);
            }
        }
    }
}

placed_parts!(Polyline, compound_parts_of_polyline);
