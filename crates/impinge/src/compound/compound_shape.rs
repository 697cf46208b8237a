//! Compounds: many shapes as one.

use super::part_search::PartTree;
use super::placed_parts::{LocalParts, PlacedParts, placed_parts};
use super::{AnyShape, CompoundError};
use crate::bvh::Bvh;
use crate::math::{Pose, Vector};
use crate::narrow::region;
use crate::shape::{Aabb, CompositeShape, Shape, ShapeError, ShapeRef};

/// The union of shapes that move as one. Parts are numbered in the given order, and may be compounds
/// themselves.
#[derive(Debug)]
pub struct Compound<V: Vector> {
    placed: PlacedParts<V, CompoundParts<V>>,
}

#[derive(Debug)]
struct CompoundParts<V: Vector> {
    shapes: Vec<AnyShape<V>>,
    tree: Bvh<V>,
}

impl<V: Vector> Compound<V> {
    /// Creates a compound of shapes, each at a pose.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::compound::Compound;
    /// use impinge::math::Pose;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Aabb, Ball};
    /// let head = Ball::new(Vec2::ZERO, 1.0)?;
    /// let handle = Aabb::new(Vec2::new(-0.25, -3.0), Vec2::new(0.25, 0.0))?;
    /// let club = Compound::new([
    ///     (head.into(), Pose::from_translation(Vec2::new(0.0, 1.0))),
    ///     (handle.into(), Pose::identity()),
    /// ])?;
    /// let moved = club.at(&Pose::from_translation(Vec2::new(5.0, 0.0)));
    /// assert_eq!(moved.distance(&Ball::new(Vec2::new(5.0, 4.0), 0.5)?), 1.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn new(shapes: impl IntoIterator<Item = (AnyShape<V>, Pose<V>)>) -> Result<Self, CompoundError> {
        V::compound_new(&mut shapes.into_iter())
    }

    pub(super) fn new_inner(
        shapes: &mut dyn Iterator<Item = (AnyShape<V>, Pose<V>)>,
    ) -> Result<Self, CompoundError> {
        let placed = |(index, (shape, pose)): (usize, (AnyShape<V>, Pose<V>))| {
            let refuse = |source| CompoundError::InvalidPart { what: "shape", index, source };
            ShapeError::finite("translation", pose.translation).map_err(refuse)?;
            Ok(shape.at(&pose))
        };
        let shapes: Vec<AnyShape<V>> =
            shapes.enumerate().map(placed).collect::<Result<_, CompoundError>>()?;
        if shapes.len() > u32::MAX as usize {
            return Err(CompoundError::TooManyParts { count: shapes.len() });
        }
        let boxes: Vec<Aabb<V>> = shapes.iter().map(|shape| region(&shape.shape_ref(), 0.0)).collect();
        Ok(Compound { placed: PlacedParts::new(CompoundParts { tree: Bvh::new(&boxes), shapes }) })
    }

    /// Shapes at their current poses.
    #[cfg(feature = "serde")]
    pub(super) fn of(shapes: Vec<AnyShape<V>>) -> Self {
        let boxes: Vec<Aabb<V>> = shapes.iter().map(|shape| region(&shape.shape_ref(), 0.0)).collect();
        Compound { placed: PlacedParts::new(CompoundParts { tree: Bvh::new(&boxes), shapes }) }
    }

    /// Returns the shapes, without the pose of the compound.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::compound::{AnyShape, Compound, ShapeKind};
    /// use impinge::math::Pose;
    /// use impinge::shape::Ball;
    /// let wheel = AnyShape::from(Ball::new(Vec2::ZERO, 0.5)?);
    /// let wheels = [-1.0, 1.0].map(|x| (wheel.clone(), Pose::from_translation(Vec2::new(x, 0.5))));
    /// let cart = Compound::new(wheels)?.at(&Pose::from_translation(Vec2::X * 10.0));
    /// // The front wheel in world coordinates.
    /// let front = cart.shapes()[1].at(&cart.pose());
    /// let ShapeKind::Ball(front) = front.kind() else { panic!("a wheel is a ball") };
    /// assert_eq!(front.center(), Vec2::new(11.0, 0.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shapes(&self) -> &[AnyShape<V>] {
        &self.placed.parts.shapes
    }
}

impl<V: Vector> LocalParts<V> for CompoundParts<V> {
    fn boxes(&self) -> &dyn PartTree<V> {
        &self.tree
    }
    fn show(&self, number: u32, pose: &Pose<V>, visit: &mut dyn FnMut(ShapeRef<'_, V>)) {
        let shape = &self.shapes[number as usize];
        if *pose == Pose::identity() {
            visit(shape.shape_ref());
        } else {
            visit(shape.at(pose).shape_ref());
        }
    }
}

placed_parts!(Compound, compound_parts);
