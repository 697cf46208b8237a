//! A mask at any pose and scale, as a shape: exact on the squares of its pixels.
//!
//! Its parts are rectangles: runs of pixels, where equal runs below each other form one rectangle. A query
//! computes them in its own region, so nothing is built in advance and a change of the mask costs nothing. A
//! mask supports every query against every shape, including rotated masks: relation, distance, depth,
//! contacts, rays.

use std::ops::Range;

use super::{Mask, MaskError, PixelRect};
use crate::math::{Pose, Rotation, Scalar, Vector, within_floats};
use crate::narrow::region;
use crate::shape::{Aabb, CompositeShape, Obb, Shape, ShapeRef};

/// A mask rotated, scaled and translated, without a copy. Created by [`Mask::at`].
///
/// Each rectangle of pixels is the box placed by the pose, with rounding. Without a rotation, and with a
/// translation and scale that need no rounding, it is exactly the pixels. After a rotation, two rectangles
/// that share an edge may be disjoint or overlap by a rounding.
///
/// ```
/// use glam::Vec2;
/// use impinge::mask::{Mask, PlacedMask};
/// use impinge::math::Pose;
/// use impinge::shape::{Aabb, CompositeShape};
/// let ship = Mask::from_fn(3, 2, |x, y| x == 1 || y == 1)?;
/// let placed: PlacedMask<Vec2> = ship.at(&Pose::from_translation(Vec2::new(10.0, 20.0)));
/// // The bow is pixel (1, 0); its centre in world coordinates:
/// assert!(placed.mask().get(1, 0));
/// assert_eq!(placed.pose().transform_point(Vec2::new(1.5, 0.5)), Vec2::new(11.5, 20.5));
/// // The scale is relative to pixel (0, 0).
/// let large = placed.with_scale(Vec2::splat(2.0))?;
/// assert_eq!(large.scale(), Vec2::splat(2.0));
/// assert_eq!(large.aabb(), Some(Aabb::new(Vec2::new(10.0, 20.0), Vec2::new(16.0, 24.0))?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PlacedMask<'a, V: Vector> {
    mask: &'a Mask,
    pose: Pose<V>,
    scale: V,
}

impl Mask {
    /// Returns the mask as a shape, placed by a pose.
    ///
    /// Pixel (x, y) is the square from (x, y) to (x + 1, y + 1), then rotated and translated by the pose.
    /// Queries are exact for these squares: squares that share an edge or a corner touch, and do not overlap.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::mask::Mask;
    /// use impinge::math::{Pose, Rotation};
    /// use impinge::prelude::*;
    /// use impinge::shape::Ball;
    /// let stairs = Mask::from_fn(3, 3, |x, y| x <= y)?;
    /// let stairs = stairs.at(&Pose::<Vec2>::identity());
    /// let ball = |x, y| Ball::new(Vec2::new(x, y), 1.0);
    /// assert_eq!(stairs.relation(&ball(3.0, 1.0)?), Relation::Touching);
    /// assert_eq!(stairs.relation(&ball(2.9, 1.0)?), Relation::Overlapping);
    /// assert_eq!(stairs.distance(&ball(0.5, -2.0)?), 1.0);
    ///
    /// // A mask against a rotated one.
    /// let bar = Mask::new_filled(10, 1)?;
    /// let turned = Pose { rotation: Rotation::<Vec2>::from_angle(0.5), translation: Vec2::new(2.9, -4.0) };
    /// assert!(!stairs.intersects(&bar.at(&turned)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// A placed mask borrows the mask, so a world cannot store it. A world can store a compound of its
    /// rectangles, which is exact as well, including holes. Rebuild it when the mask changes.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::compound::Compound;
    /// use impinge::mask::{Mask, PixelRect};
    /// use impinge::math::Pose;
    /// use impinge::shape::{Ball, CompositeShape, ShapeRef};
    /// use impinge::world::{QueryFilter, Collider, CollisionWorld};
    /// fn ground(mask: &Mask) -> Result<Compound<Vec2>, impinge::Error> {
    ///     let (placed, mut rectangles) = (mask.at(&Pose::identity()), Vec::new());
    ///     if let Some(all) = placed.aabb() {
    ///         placed.visit(all, &mut |_, part| {
    ///             if let ShapeRef::Aabb(rectangle) = part {
    ///                 rectangles.push((rectangle.into(), Pose::identity()));
    ///             }
    ///             all
    ///         });
    ///     }
    ///     Ok(Compound::new(rectangles)?)
    /// }
    /// let mut mask = Mask::new_filled(8, 8)?;
    /// let mut world = CollisionWorld::new();
    /// let cave = world.add(Collider::new(ground(&mask)?).fixed())?;
    /// mask.clear(&PixelRect { min: [2, 2], max: [6, 6] });
    /// world.set_shape(cave, ground(&mask)?)?;
    /// let mut walls = 0;
    /// let explorer = Ball::new(Vec2::ZERO, 1.5)?;
    /// world.for_each_intersecting(&explorer, DVec2::splat(4.0), &QueryFilter::default(), |_, _| walls += 1);
    /// assert_eq!(walls, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn at<V: Vector>(&self, pose: &Pose<V>) -> PlacedMask<'_, V> {
        const { assert!(V::DIMENSION == 2, "masks are 2D: use `Vec2` or `DVec2`") }
        PlacedMask { mask: self, pose: pose.within_floats(), scale: V::splat(V::Scalar::ONE) }
    }
}

impl<'a, V: Vector> PlacedMask<'a, V> {
    /// Returns the mask placed by a further pose. Placing twice composes: `s.at(&p).at(&q)` is placed by `q *
    /// p`. Coordinates that overflow become the largest finite float.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::mask::{Mask, PlacedMask};
    /// use impinge::math::Pose;
    /// use impinge::shape::{Aabb, CompositeShape};
    /// let tile = Mask::new_filled(2, 2)?;
    /// let step = Pose::from_translation(Vec2::X * 3.0);
    /// let placed: PlacedMask<Vec2> = tile.at(&step).at(&step);
    /// assert_eq!(placed.aabb(), Some(Aabb::new(Vec2::new(6.0, 0.0), Vec2::new(8.0, 2.0))?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn at(&self, pose: &Pose<V>) -> Self {
        PlacedMask { pose: pose.placing(&self.pose), ..*self }
    }

    /// Returns the size of the pixels on each axis; 1 by default.
    pub fn scale(&self) -> V {
        self.scale
    }

    /// Sets the size of the pixels, before the rotation. A negative value mirrors that axis.
    ///
    /// # Errors
    /// If the scale is 0 or not finite on an axis.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::mask::Mask;
    /// use impinge::math::Pose;
    /// use impinge::prelude::*;
    /// use impinge::shape::Aabb;
    /// let block = Mask::new_filled(2, 2)?;
    /// let large = block.at(&Pose::identity()).with_scale(Vec2::new(-1.5, 4.0))?;
    /// let wall = Aabb::new(Vec2::new(-5.0, 0.0), Vec2::new(-4.0, 9.0))?;
    /// assert_eq!(large.distance(&wall), 1.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_scale(self, scale: V) -> Result<Self, MaskError> {
        let is_wrong = |&axis: &usize| !scale[axis].is_finite() || scale[axis] == V::Scalar::ZERO;
        match (0..2).find(is_wrong) {
            Some(axis) => Err(MaskError::Scale { axis, value: scale[axis].into() }),
            None => Ok(PlacedMask { scale, ..self }),
        }
    }

    /// Returns the mask, without pose and scale.
    pub fn mask(&self) -> &'a Mask {
        self.mask
    }

    /// Returns the pose.
    pub fn pose(&self) -> Pose<V> {
        self.pose
    }

    /// Returns a rectangle of pixels, placed; `None` if its coordinates overflow.
    #[inline(never)]
    fn place(&self, rectangle: &PixelRect) -> Option<ShapeRef<'a, V>> {
        let corner = |at: [u32; 2]| {
            within_floats(V::from_fn(|axis| V::Scalar::from_f64(at[axis.min(1)].into()) * self.scale[axis]))
        };
        let (a, b) = (corner(rectangle.min), corner(rectangle.max));
        if self.pose.rotation == Rotation::identity() {
            let [a, b] = [a, b].map(|corner| within_floats(corner + self.pose.translation));
            return Aabb::new(a.min(b), a.max(b)).ok().map(ShapeRef::Aabb);
        }
        let (center, half) =
            (a * V::Scalar::HALF + b * V::Scalar::HALF, b * V::Scalar::HALF - a * V::Scalar::HALF);
        Obb::new(self.pose.place(center), half.abs(), self.pose.rotation).ok().map(ShapeRef::Obb)
    }

    /// Returns the pixels that may reach into a region, conservatively: a few too many rather than one too
    /// few.
    fn window(&self, region: &Aabb<V>) -> PixelRect {
        let double = |vector: V| vector.to_double();
        let [min, max] = [region.min(), region.max()].map(double);
        let (columns, translation) = (self.pose.rotation.columns(), double(self.pose.translation));
        let corner = |number: usize| {
            let at = V::Double::from_fn(|axis| if number >> axis & 1 == 0 { min[axis] } else { max[axis] });
            let away = at - translation;
            V::Double::from_fn(|axis| double(columns[axis]).dot(away) / self.scale[axis].into())
        };
        let (mut low, mut high) = (corner(0), corner(0));
        for number in 1..4 {
            (low, high) = (low.min(corner(number)), high.max(corner(number)));
        }
        // A rotation is off by up to 16 roundings, and positions are rounded.
        let unit: f64 = V::Scalar::UNIT_ROUNDOFF.into();
        let size = min.abs().max(max.abs()).element_sum() + translation.abs().element_sum();
        let pixels = f64::from(self.mask.width.max(self.mask.height));
        let bounds = self.mask.bounds;
        let range = |axis: usize| -> Range<u32> {
            let slack = 128.0 * unit * (size / self.scale[axis].abs().into() + pixels) + 1.0;
            let (low, high) = (low[axis] - slack, high[axis] + slack);
            if low.is_nan() || high.is_nan() {
                return bounds.min[axis]..bounds.max[axis];
            }
            // Conversion saturates.
            (low.floor() as u32).max(bounds.min[axis])..((high.ceil() + 1.0) as u32).min(bounds.max[axis])
        };
        let (x, y) = (range(0), range(1));
        PixelRect { min: [x.start, y.start], max: [x.end, y.end] }
    }
}

impl<V: Vector> Shape for PlacedMask<'_, V> {
    type Vector = V;
    fn shape_ref(&self) -> ShapeRef<'_, V> {
        ShapeRef::Composite(self)
    }
}

impl<V: Vector> CompositeShape<V> for PlacedMask<'_, V> {
    fn aabb(&self) -> Option<Aabb<V>> {
        V::mask_aabb(self)
    }

    fn visit(&self, region: Aabb<V>, visit: &mut dyn FnMut(u32, ShapeRef<'_, V>) -> Aabb<V>) {
        V::mask_visit(self, region, visit);
    }

    fn visit_along(
        &self,
        start: V::Double,
        direction: V::Double,
        last: f64,
        visit: &mut dyn FnMut(u32, ShapeRef<'_, V>) -> f64,
    ) {
        V::mask_visit_along(self, start, direction, last, visit);
    }
}

impl<V: Vector> PlacedMask<'_, V> {
    pub(super) fn aabb_inner(&self) -> Option<Aabb<V>> {
        if !V::IS_2D {
            return None;
        }
        let view = self.place(&self.mask.bounds()?)?;
        match view {
            ShapeRef::Aabb(bounds) => Some(bounds),
            turned => Some(region(&turned, 0.0)),
        }
    }

    pub(super) fn visit_inner(
        &self,
        region: Aabb<V>,
        visit: &mut dyn FnMut(u32, ShapeRef<'_, V>) -> Aabb<V>,
    ) {
        if !V::IS_2D {
            return;
        }
        let mut region = region;
        let mut window = self.window(&region);
        let first_row = window.min[1];
        let mut y = first_row;
        while y < window.max[1] {
            let mut x = window.min[0];
            while let Some(column) =
                self.mask.next_column(y, x, true).filter(|&column| column < window.max[0])
            {
                let run = self.mask.run_start(y, column, true)
                    ..self.mask.next_column(y, column, false).unwrap_or(self.mask.width);
                x = run.end;
                // Reported with its first row, or with the first row of the window.
                if y > first_row && self.mask.is_run(y - 1, &run) {
                    continue;
                }
                let rectangle = self.mask.rectangle_of(y, &run);
                let number = rectangle.min[1] * self.mask.width + rectangle.min[0];
                let Some(part) = self.place(&rectangle) else { continue };
                let still = visit(number, part);
                if still != region {
                    region = still;
                    window = self.window(&region);
                }
            }
            y += 1;
        }
    }

    pub(super) fn visit_along_inner(
        &self,
        start: V::Double,
        direction: V::Double,
        last: f64,
        visit: &mut dyn FnMut(u32, ShapeRef<'_, V>) -> f64,
    ) {
        // The box around the path, clipped to the bounds.
        let Some(bounds) = self.aabb_inner() else { return };
        let (low, high) = (bounds.min().to_double(), bounds.max().to_double());
        let reach =
            (low - start).abs().max((high - start).abs()).element_sum() / direction.abs().max_element();
        let end = start + direction * last.min(reach * (1.0 + 1e-9));
        let region = Aabb::looked_in(start.min(end), start.max(end));
        let mut still = last;
        self.visit_inner(region, &mut |number, part| {
            if still >= 0.0 {
                still = visit(number, part);
            }
            region
        });
    }
}

impl Mask {
    /// Returns the rectangle of equal runs, one below the other, that contains a run.
    fn rectangle_of(&self, y: u32, run: &Range<u32>) -> PixelRect {
        let top = (0..y).rev().take_while(|&above| self.is_run(above, run)).last().unwrap_or(y);
        let bottom = (y + 1..self.height).take_while(|&below| self.is_run(below, run)).last().unwrap_or(y);
        PixelRect { min: [run.start, top], max: [run.end, bottom + 1] }
    }
}
