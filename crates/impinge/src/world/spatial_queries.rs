//! Queries: ray casts, point and shape tests, nearest colliders, shape casts and slides.

use std::ops::ControlFlow;

use super::CollisionWorld;
use super::collider_entry::translate_aabb;
use super::error::WorldError;
use super::handle::ColliderHandle;
use super::query_filter::QueryFilter;
use super::world_obstacles::WorldObstacles;
use crate::Flow;
use crate::flow;
use crate::math::{Scalar, Unit, Vector, rounded_up, rounded_within_floats};
use crate::narrow::{Collide, Contact, Query, RayHit, RayOptions, Relation, region};
use crate::shape::{Aabb, Ray, Shape, ShapeRef};
use crate::sweep::{MoveAndSlide, MoveAndSlideOptions, ShapeCastHit, cast_shape, move_and_slide};

/// Hit of a ray on a collider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColliderRayHit<V: Vector> {
    /// Collider that is hit.
    pub collider: ColliderHandle,
    /// Distance along the ray.
    pub t: f64,
    /// Point of the hit, in world coordinates.
    pub point: V::Double,
    /// Outward surface normal at the point, as in [`RayHit`].
    pub normal: Unit<V>,
    /// Index of the face that is hit, as in [`RayHit`].
    pub feature: u32,
    /// Index of the part that is hit, for shapes of several parts; otherwise 0.
    pub part: u32,
    /// Whether the ray starts inside the collider.
    pub is_inside: bool,
}

/// The collider nearest to a point, with its closest point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestCollider<V: Vector> {
    /// Nearest collider.
    pub collider: ColliderHandle,
    /// Distance from the query point to the collider; 0 or negative inside.
    pub distance: V::Scalar,
    /// Closest point of the collider, in world coordinates.
    pub point: V::Double,
}

/// A collider, with the closest points of a query shape and the collider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColliderContact<V: Vector> {
    /// Collider.
    pub collider: ColliderHandle,
    /// Closest points, relative to the position of the query shape. The query shape is `a`.
    pub contact: Contact<V>,
}

/// The first collider that a shape meets; translations and points are relative to the start of the shape.
pub type ColliderCastHit<V> = ShapeCastHit<V, ColliderHandle>;

/// The result of [`CollisionWorld::move_and_slide`]; translations and points are relative to the start of the
/// collider.
pub type ColliderMoveAndSlide<V> = MoveAndSlide<V, ColliderHandle>;

impl<V: Vector> CollisionWorld<V> {
    /// Returns the first hit of a ray. Of several hits at the same distance, the one with the least collider
    /// index wins.
    ///
    /// Hits are as precise as if the ray started beside the collider, at any distance. For planes and
    /// half-spaces, which are unbounded, they are as precise as from the start of the ray.
    ///
    /// ```
    /// use glam::{DVec3, Vec3};
    /// use impinge::math::Unit;
    /// use impinge::narrow::RayOptions;
    /// use impinge::shape::{Ball, Ray};
    /// use impinge::world::{QueryFilter, Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec3>::new();
    /// let far = world.add(Collider::new(Ball::new(Vec3::ZERO, 1.0)?).with_position(DVec3::X * 1e7)?)?;
    /// let ray = Ray::new(DVec3::ZERO, Unit::axis(0))?;
    /// let hit = world.cast_ray(&ray, &RayOptions::default(), &QueryFilter::default()).unwrap();
    /// assert!(hit.collider == far && (hit.t - (1e7 - 1.0)).abs() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cast_ray(
        &self,
        ray: &Ray<V::Double>,
        options: &RayOptions<f64>,
        filter: &QueryFilter,
    ) -> Option<ColliderRayHit<V>> {
        V::world_cast_ray(self, ray, options, filter)
    }

    pub(super) fn cast_ray_inner(
        &self,
        ray: &Ray<V::Double>,
        options: &RayOptions<f64>,
        filter: &QueryFilter,
    ) -> Option<ColliderRayHit<V>> {
        let mut closest: Option<ColliderRayHit<V>> = None;
        let most = options.max;
        let _ = self.broad.cast_ray(ray, most, |number| {
            if self.is_selected(number, filter)
                && let Some(hit) = self.cast_ray_at(ray, options, number)
                && closest.as_ref().is_none_or(|known| (hit.t, hit.collider) < (known.t, known.collider))
            {
                closest = Some(hit);
            }
            ControlFlow::<(), f64>::Continue(closest.as_ref().map_or(most, |known| known.t * LIMIT_FACTOR))
        });
        closest
    }

    /// Calls `visit` with the hit on each collider that a ray hits, in order of index, until `visit` ends the
    /// search ([`Flow`]).
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::math::Unit;
    /// use impinge::narrow::RayOptions;
    /// use impinge::shape::{Ball, Ray};
    /// use impinge::world::{Collider, CollisionWorld, QueryFilter};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// for x in [2.0, 6.0] {
    ///     world.add(Collider::new(Ball::new(Vec2::ZERO, 1.0)?).with_position(DVec2::X * x)?)?;
    /// }
    /// let ray = Ray::new(DVec2::ZERO, Unit::axis(0))?;
    /// let mut hits = Vec::new();
    /// world.for_each_hit(&ray, &RayOptions::default(), &QueryFilter::default(), |hit| hits.push(hit.t.round()));
    /// assert_eq!(hits, [1.0, 5.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_each_hit<F: Flow>(
        &self,
        ray: &Ray<V::Double>,
        options: &RayOptions<f64>,
        filter: &QueryFilter,
        visit: impl FnMut(ColliderRayHit<V>) -> F,
    ) -> F {
        flow::visit(visit, |visit| V::world_for_each_hit(self, ray, options, filter, visit))
    }

    pub(super) fn for_each_hit_inner(
        &self,
        ray: &Ray<V::Double>,
        options: &RayOptions<f64>,
        filter: &QueryFilter,
        visit: &mut dyn FnMut(ColliderRayHit<V>) -> ControlFlow<()>,
    ) {
        let mut numbers = Vec::new();
        let _ = self.broad.cast_ray(ray, options.max, |number| {
            if self.is_selected(number, filter) {
                numbers.push(number);
            }
            ControlFlow::<(), f64>::Continue(options.max)
        });
        numbers.sort_unstable();
        for hit in numbers.into_iter().filter_map(|number| self.cast_ray_at(ray, options, number)) {
            if visit(hit).is_break() {
                return;
            }
        }
    }

    /// Casts a ray at one collider, from near it.
    fn cast_ray_at(
        &self,
        ray: &Ray<V::Double>,
        options: &RayOptions<f64>,
        number: u32,
    ) -> Option<ColliderRayHit<V>> {
        let (entry, collider) = (self.slots.at(number)?, self.slots.handle(number)?);
        let direction = ray.direction().get();
        let local = region(&entry.rotated_shape.shape_ref(), 0.0);
        let reach: f64 = local.min().abs().max(local.max().abs()).max_element().into();
        let along = (entry.collider.position - ray.origin()).dot(direction);
        // No hit lies before this: no point is further from the centre than three times its greatest
        // coordinate.
        let far = (entry.collider.position - ray.origin()).abs().max_element();
        let skipped = along - 3.0 * reach - far * (16.0 * f64::EPSILON);
        let skipped = if skipped > 0.0 { skipped } else { 0.0 };
        let start = rounded_within_floats::<V>(ray.origin() + direction * skipped - entry.collider.position);
        let near = Ray::new(start, Unit::new(V::from_double(direction)).ok()?).ok()?;
        let most: f64 = V::Scalar::MAX.into();
        let max = options.max - skipped;
        if max < 0.0 {
            return None;
        }
        let within = RayOptions { mode: options.mode, sides: options.sides, max: rounded_up(max.min(most)) };
        let RayHit { t, point, normal, feature, part, is_inside } =
            entry.rotated_shape.cast_ray(&near, &within)?;
        // The shape rounds its parameter more than its box does. No hit lies before the box, so the closest
        // hit does not depend on the order of the boxes.
        let own = skipped + t.into();
        // A box as far away as the end of the ray is rounded as well.
        let t = own.max(entry_distance(ray, &entry.bounds())).min(options.max);
        let point = entry.collider.position + point.to_double();
        let is_beyond = own > options.max;
        (!is_beyond).then_some(ColliderRayHit { collider, t, point, normal, feature, part, is_inside })
    }

    /// Calls `visit` with each collider that contains a point, in order of index, until `visit` ends the
    /// search ([`Flow`]).
    ///
    /// Points on the surface count as inside. If the point is not finite, there are no results.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::world::{QueryFilter, Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// let small = world.add(Collider::new(Ball::new(Vec2::ZERO, 1.0)?))?;
    /// let large = world.add(Collider::new(Ball::new(Vec2::ZERO, 3.0)?))?;
    /// let mut found = Vec::new();
    /// // Selects the colliders under the mouse; their edges count.
    /// world.query_point(DVec2::X, &QueryFilter::default(), |collider| found.push(collider));
    /// world.query_point(DVec2::X * 2.0, &QueryFilter::default(), |collider| found.push(collider));
    /// assert_eq!(found, [small, large, large]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn query_point<F: Flow>(
        &self,
        point: V::Double,
        filter: &QueryFilter,
        visit: impl FnMut(ColliderHandle) -> F,
    ) -> F {
        flow::visit(visit, |visit| V::world_query_point(self, point, filter, visit))
    }

    pub(super) fn query_point_inner(
        &self,
        point: V::Double,
        filter: &QueryFilter,
        visit: &mut dyn FnMut(ColliderHandle) -> ControlFlow<()>,
    ) {
        let Ok(bounds) = Aabb::new(point, point) else { return };
        for number in self.find_indices_in(&bounds, filter) {
            let (Some(entry), Some(handle)) = (self.slots.at(number), self.slots.handle(number)) else {
                continue;
            };
            if entry
                .rotated_shape
                .project_point(rounded_within_floats(point - entry.collider.position))
                .distance
                <= V::Scalar::ZERO
                && visit(handle).is_break()
            {
                return;
            }
        }
    }

    /// Calls `visit` with each collider that touches or overlaps a shape, and the [`Relation`] of both.
    ///
    /// `position` is the position of the shape's origin. Colliders come in order of index, until `visit` ends
    /// the search ([`Flow`]). If `position` is not finite, there are no results.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::prelude::*;
    /// use impinge::shape::{Aabb, Ball};
    /// use impinge::world::{QueryFilter, Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// let wall = world.add(Collider::new(Aabb::new(Vec2::ZERO, Vec2::ONE)?))?;
    /// let mut found = Vec::new();
    /// let blast = Ball::new(Vec2::ZERO, 1.0)?;
    /// world.for_each_intersecting(&blast, DVec2::X * 2.0, &QueryFilter::default(), |collider, relation| found.push((collider, relation)));
    /// assert_eq!(found, [(wall, Relation::Touching)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_each_intersecting<F: Flow>(
        &self,
        shape: &impl Shape<Vector = V>,
        position: V::Double,
        filter: &QueryFilter,
        mut visit: impl FnMut(ColliderHandle, Relation) -> F,
    ) -> F {
        let shape = &shape.shape_ref();
        let search = |visit: &mut dyn FnMut(_) -> _| {
            V::world_for_each_intersecting(self, shape, position, filter, visit);
        };
        flow::visit(|(collider, relation)| visit(collider, relation), search)
    }

    pub(super) fn for_each_intersecting_inner(
        &self,
        view: &ShapeRef<'_, V>,
        position: V::Double,
        filter: &QueryFilter,
        visit: &mut dyn FnMut((ColliderHandle, Relation)) -> ControlFlow<()>,
    ) {
        if !position.is_finite() {
            return;
        }
        let obstacles = WorldObstacles { world: self, origin: position, filter };
        for number in obstacles.find_indices(&region(view, 0.0)) {
            let relation =
                obstacles.with_shape(number, |other| view.relation(&other)).unwrap_or(Relation::Disjoint);
            if let (true, Some(handle)) = (relation != Relation::Disjoint, self.slots.handle(number))
                && visit((handle, relation)).is_break()
            {
                return;
            }
        }
    }

    /// Returns the collider nearest to a point, with its closest point. Of several at the same distance, the
    /// least index wins.
    ///
    /// Returns `None` if no collider is within `max`, if `max` is NaN or negative, or if the point is not
    /// finite.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::world::{QueryFilter, Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// let tree = world.add(Collider::new(Ball::new(Vec2::ZERO, 1.0)?).with_position(DVec2::X * 4.0)?)?;
    /// let nearest_to_point = world.nearest_to_point(DVec2::ZERO, 10.0, &QueryFilter::default());
    /// assert!(nearest_to_point.is_some_and(|found| found.collider == tree && found.distance == 3.0 && found.point == DVec2::X * 3.0));
    /// // No collider is within 2.
    /// assert_eq!(world.nearest_to_point(DVec2::ZERO, 2.0, &QueryFilter::default()), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nearest_to_point(
        &self,
        point: V::Double,
        max: f64,
        filter: &QueryFilter,
    ) -> Option<NearestCollider<V>> {
        V::world_nearest_to_point(self, point, max, filter)
    }

    pub(super) fn nearest_to_point_inner(
        &self,
        point: V::Double,
        max: f64,
        filter: &QueryFilter,
    ) -> Option<NearestCollider<V>> {
        let mut nearest: Option<NearestCollider<V>> = None;
        let _ = self.broad.nearest_to_point(point, max, |number| {
            let limit = nearest.as_ref().map_or(max, |known| known.distance.into() * LIMIT_FACTOR);
            if let (true, Some(entry), Some(collider)) =
                (self.is_selected(number, filter), self.slots.at(number), self.slots.handle(number))
            {
                let found =
                    entry.rotated_shape.project_point(rounded_within_floats(point - entry.collider.position));
                // The distance is at least that of the box, which is rounded less. So the result does not
                // depend on the order of the boxes.
                let least = V::Scalar::from_f64(point_aabb_distance(point, &entry.bounds()));
                let is_less = least > V::Scalar::ZERO && found.distance < least;
                let distance = if is_less { least } else { found.distance };
                // A shape without parts is infinitely far away.
                if distance.into() <= max
                    && distance < V::Scalar::MAX
                    && nearest
                        .as_ref()
                        .is_none_or(|known| (distance, collider) < (known.distance, known.collider))
                {
                    let point = entry.collider.position + found.point.to_double();
                    nearest = Some(NearestCollider { collider, distance, point });
                    let limit: f64 = distance.into();
                    return ControlFlow::<(), f64>::Continue((limit * LIMIT_FACTOR).max(0.0));
                }
            }
            ControlFlow::Continue(limit.max(0.0))
        });
        nearest
    }

    /// Returns the collider nearest to a shape, with the closest points of both.
    ///
    /// `position` is the position of the shape's origin, and the contact is relative to it. If the shape
    /// overlaps colliders, the one with the deepest overlap wins, by the depth of [`Contact`]. Of several at
    /// the same distance, the least index wins.
    ///
    /// Returns `None` if no collider is within `max`, if `max` is NaN or negative, or if `position` is not
    /// finite. The distance to a collider counts as at least the distance of the bounding boxes, which
    /// are rounded less than contacts.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::{Aabb, Ball};
    /// use impinge::world::{QueryFilter, Collider, ColliderContact, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// let tree = world.add(Collider::new(Ball::new(Vec2::ZERO, 1.0)?).with_position(DVec2::X * 4.0)?)?;
    /// let car = Aabb::new(Vec2::new(-1.0, -0.5), Vec2::new(1.0, 0.5))?;
    /// let found = world.nearest_to_shape(&car, DVec2::ZERO, 10.0, &QueryFilter::default());
    /// let ColliderContact { collider, contact } = found.ok_or("a tree is there")?;
    /// assert!(collider == tree && contact.distance == 2.0 && contact.point_a == Vec2::X && contact.point_b == Vec2::X * 3.0);
    /// // No collider is within 1.
    /// assert_eq!(world.nearest_to_shape(&car, DVec2::ZERO, 1.0, &QueryFilter::default()), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nearest_to_shape(
        &self,
        shape: &impl Shape<Vector = V>,
        position: V::Double,
        max: f64,
        filter: &QueryFilter,
    ) -> Option<ColliderContact<V>> {
        V::world_nearest_to_shape(self, &shape.shape_ref(), position, max, filter)
    }

    pub(super) fn nearest_to_shape_inner(
        &self,
        view: &ShapeRef<'_, V>,
        position: V::Double,
        max: f64,
        filter: &QueryFilter,
    ) -> Option<ColliderContact<V>> {
        if !position.is_finite() {
            return None;
        }
        let obstacles = WorldObstacles { world: self, origin: position, filter };
        let bounds = translate_aabb(&region(view, 0.0), position);
        let mut nearest: Option<(f64, ColliderHandle, Contact<V>)> = None;
        // The boxes of overlapping colliders do not show which overlap is deepest.
        let limit = |nearest: &Option<(f64, ColliderHandle, Contact<V>)>| {
            nearest.as_ref().map_or(max, |(distance, ..)| *distance * LIMIT_FACTOR).max(0.0)
        };
        let _ = self.broad.near_box(&bounds, max, |number| {
            if let (true, Some(entry), Some(collider)) =
                (self.is_selected(number, filter), self.slots.at(number), self.slots.handle(number))
                && let least = aabb_distance(&bounds, &entry.bounds())
                && least <= limit(&nearest)
                && let Some(contact) = obstacles.with_shape(number, |other| view.closest_points(&other))
                // A shape without parts is infinitely far away.
                && contact.distance < V::Scalar::MAX
            {
                // The distance is at least that of the box, which is rounded less. So the result does not
                // depend on the order of the boxes.
                let distance: f64 = contact.distance.into();
                let distance = if least > 0.0 { Scalar::max(distance, least) } else { distance };
                let is_nearer =
                    |(known, of, _): &(f64, ColliderHandle, _)| (distance, collider) < (*known, *of);
                if distance <= max && nearest.as_ref().is_none_or(is_nearer) {
                    nearest = Some((distance, collider, contact));
                }
            }
            ControlFlow::<(), f64>::Continue(limit(&nearest))
        });
        nearest.map(|(_, collider, contact)| ColliderContact { collider, contact })
    }

    /// Casts a shape along a motion.
    ///
    /// Returns the first collider whose distance falls to `skin` or less, or `None`. See [`cast_shape`]. A
    /// position that is not finite also gives `None`.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::{Aabb, Ball};
    /// use impinge::world::{QueryFilter, Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// let wall = world.add(Collider::new(Aabb::new(Vec2::new(5.0, -1.0), Vec2::new(6.0, 1.0))?).fixed())?;
    /// let ball = Ball::new(Vec2::ZERO, 0.5)?;
    /// let met = world.cast_shape(&ball, DVec2::X, Vec2::X * 7.0, 0.0, &QueryFilter::default());
    /// // Its front is at 1.5, so it goes 3.5 of 7.
    /// assert!(met.is_some_and(|met| met.obstacle == wall && (met.time - 0.5).abs() < 1e-6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cast_shape(
        &self,
        shape: &impl Shape<Vector = V>,
        position: V::Double,
        motion: V,
        skin: V::Scalar,
        filter: &QueryFilter,
    ) -> Option<ColliderCastHit<V>> {
        V::world_cast_shape(self, &shape.shape_ref(), position, motion, skin, filter)
    }

    pub(super) fn cast_shape_inner(
        &self,
        shape: &ShapeRef<'_, V>,
        position: V::Double,
        motion: V,
        skin: V::Scalar,
        filter: &QueryFilter,
    ) -> Option<ColliderCastHit<V>> {
        if !position.is_finite() {
            return None;
        }
        let hit = cast_shape(shape, motion, &WorldObstacles { world: self, origin: position, filter }, skin)?;
        Some(hit.with_obstacle(self.slots.handle(hit.obstacle)?))
    }

    /// Moves a collider and lets it slide along the colliders that its filter accepts, sensors excepted; see
    /// [`move_and_slide`](crate::sweep::move_and_slide()). Hits name the colliders by their handles;
    /// translations and points are relative to the start.
    ///
    /// The collider stays a skin away from obstacles. It does not touch them, so the next step reports no
    /// event for them. Events come from sensors that it enters, and from colliders with a margin of more than
    /// the skin.
    ///
    /// # Errors
    /// The handle is stale.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::{Aabb, Ball};
    /// use impinge::sweep::MoveAndSlideOptions;
    /// use impinge::world::{Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// let wall = Aabb::new(Vec2::new(3.0, -9.0), Vec2::new(4.0, 9.0))?;
    /// let wall = world.add(Collider::new(wall).fixed())?;
    /// let player = world.add(Collider::new(Ball::new(Vec2::ZERO, 1.0)?))?;
    /// let moved = world.move_and_slide(player, Vec2::X * 5.0, &MoveAndSlideOptions::new(0.01)?)?;
    /// assert_eq!(moved.hits()[0].obstacle, wall);
    /// assert!((world.get(player)?.position().x - 1.99).abs() < 1e-4);
    /// // The wall has no margin, so the next step reports nothing; with a margin of 0.02 it does.
    /// assert!(world.step(0.0)?.is_empty());
    /// world.set_margin(wall, 0.02)?;
    /// assert_eq!(world.step(0.0)?.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn move_and_slide(
        &mut self,
        handle: ColliderHandle,
        motion: V,
        options: &MoveAndSlideOptions<V>,
    ) -> Result<ColliderMoveAndSlide<V>, WorldError> {
        V::world_move_and_slide(self, handle, motion, options)
    }

    pub(super) fn move_and_slide_inner(
        &mut self,
        handle: ColliderHandle,
        motion: V,
        options: &MoveAndSlideOptions<V>,
    ) -> Result<ColliderMoveAndSlide<V>, WorldError> {
        let entry = self.slots.get(handle)?;
        let filter = QueryFilter { filter: entry.collider.filter(), exclude: Some(handle), sensors: false };
        let start = entry.collider.position;
        let moved = move_and_slide(
            &entry.rotated_shape,
            motion,
            &WorldObstacles { world: self, origin: start, filter: &filter },
            options,
        );
        self.set_position(handle, start + moved.translation.to_double())?;
        let MoveAndSlide { translation, hits, path, remaining, depth } = moved;
        let of_collider = |hit: ShapeCastHit<V>| Some(hit.with_obstacle(self.slots.handle(hit.obstacle)?));
        let hits = hits.into_iter().filter_map(of_collider).collect();
        Ok(MoveAndSlide { translation, hits, path, remaining, depth })
    }
}

/// Factor that covers the rounding of a length.
const LIMIT_FACTOR: f64 = 1.0 + 16.0 * f64::EPSILON;

/// Returns how far along a ray a box begins, to a few roundings. Returns 0 if the ray starts inside, or may
/// miss the box, such as along one of its sides.
fn entry_distance<D: Vector<Scalar = f64>>(ray: &Ray<D>, bounds: &Aabb<D>) -> f64 {
    let (origin, direction) = (ray.origin(), ray.direction().get());
    let (mut first, mut last) = (0.0, f64::INFINITY);
    for axis in (0..D::DIMENSION).filter(|&axis| direction[axis] != 0.0) {
        let ends = [bounds.min()[axis], bounds.max()[axis]].map(|end| (end - origin[axis]) / direction[axis]);
        first = Scalar::max(Scalar::min(ends[0], ends[1]), first);
        last = Scalar::min(Scalar::max(ends[0], ends[1]), last);
    }
    if first <= last { first } else { 0.0 }
}

/// Returns the distance of two boxes, to a few roundings; 0 where they overlap.
fn aabb_distance<D: Vector<Scalar = f64>>(a: &Aabb<D>, b: &Aabb<D>) -> f64 {
    let nothing = D::ZERO;
    (a.min() - b.max()).max(b.min() - a.max()).max(nothing).length()
}

/// Returns the distance of a point from a box, to a few roundings; 0 inside.
fn point_aabb_distance<D: Vector<Scalar = f64>>(point: D, bounds: &Aabb<D>) -> f64 {
    (point - bounds.closest_point(point)).length()
}
