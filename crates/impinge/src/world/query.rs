//! What is hit by a ray, held at a point, met by a shape, nearest, or in the way.

use std::ops::ControlFlow;

use super::objects::shifted;
use super::obstacles::Seen;
use super::{Handle, World, WorldError};
use crate::Flow;
use crate::broad::Filter;
use crate::math::{Scalar, Unit, Vector, rounded_up, rounded_within_floats};
use crate::narrow::{Cast, Collide, Contact, Project, RayHit, RayOptions, Relate, Relation, region};
use crate::shape::{Aabb, Ray, Shaped};
use crate::sweep::{Hit, Slid, SlideOptions, slide, translate};

/// Which objects a question is about.
///
/// ```
/// use impinge::world::Among;
/// // All but sensors.
/// assert_eq!(Among::default(), Among { sensors: false, ..Among::default() });
/// ```
#[doc(alias = "QueryFilter")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Among {
    /// Those that meet this.
    pub filter: Filter,
    /// All but this one, mostly the one that asks.
    pub except: Option<Handle>,
    /// Sensors too.
    pub sensors: bool,
}

/// Where a ray hits an object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObjectHit<V: Vector> {
    /// Which.
    pub object: Handle,
    /// How far along the ray.
    pub t: f64,
    /// Where.
    pub point: V::Double,
    /// The outward normal of the surface there, as of a [`RayHit`].
    pub normal: Unit<V>,
    /// Which face was hit, numbered as of a [`RayHit`].
    pub feature: u32,
    /// For shapes of many parts, which of them; otherwise 0.
    pub part: u32,
    /// Does the ray start inside?
    pub is_inside: bool,
}

/// The nearest point of an object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest<V: Vector> {
    /// Of which.
    pub object: Handle,
    /// How far away it is; 0 or negative inside.
    pub distance: V::Scalar,
    /// Where.
    pub point: V::Double,
}

/// An object, and where a shape is nearest to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObjectContact<V: Vector> {
    /// Which.
    pub object: Handle,
    /// Where both are nearest, seen from the place of the shape, which is `a`.
    pub contact: Contact<V>,
}

/// An object that a shape meets on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObjectInTheWay<V: Vector> {
    /// Which.
    pub object: Handle,
    /// When and where, seen from the place where the shape sets out. Its `obstacle` is the number of the object.
    pub hit: Hit<V>,
}

impl<V: Vector> World<V> {
    /// What a ray hits first; of objects that are hit at the same place, that of the least number.
    ///
    /// Hits are as precise as if the ray started beside the object, however far away it does; planes and half-spaces, which are
    /// everywhere, as if it started where it does.
    ///
    /// ```
    /// use glam::{DVec3, Vec3};
    /// use impinge::math::Unit;
    /// use impinge::narrow::RayOptions;
    /// use impinge::shape::{Ball, Ray};
    /// use impinge::world::{Among, Object, World};
    /// let mut world = World::<Vec3>::new();
    /// let far = world.add(Object::new(Ball::new(Vec3::ZERO, 1.0)?).at(DVec3::X * 1e7)?)?;
    /// let ray = Ray::new(DVec3::ZERO, Unit::axis(0))?;
    /// let hit = world.closest_hit(&ray, &RayOptions::default(), &Among::default()).unwrap();
    /// assert!(hit.object == far && (hit.t - (1e7 - 1.0)).abs() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("cast_ray", "raycast", "ray_cast", "intersect_ray"))]
    pub fn closest_hit(
        &self,
        ray: &Ray<V::Double>,
        options: &RayOptions<f64>,
        among: &Among,
    ) -> Option<ObjectHit<V>> {
        let mut closest: Option<ObjectHit<V>> = None;
        let most = options.max;
        let _ = self.broad.along(ray, most, |number| {
            if self.counts(number, among)
                && let Some(hit) = self.cast(ray, options, number)
                && closest.as_ref().is_none_or(|known| (hit.t, hit.object) < (known.t, known.object))
            {
                closest = Some(hit);
            }
            ControlFlow::<(), f64>::Continue(closest.as_ref().map_or(most, |known| known.t * MORE))
        });
        closest
    }

    /// Shows all that a ray hits, each object once, by their numbers, until `visit` ends the search ([`Flow`]).
    pub fn hits<F: Flow>(
        &self,
        ray: &Ray<V::Double>,
        options: &RayOptions<f64>,
        among: &Among,
        mut visit: impl FnMut(ObjectHit<V>) -> F,
    ) -> F {
        let mut numbers = Vec::new();
        let _ = self.broad.along(ray, options.max, |number| {
            if self.counts(number, among) {
                numbers.push(number);
            }
            ControlFlow::<(), f64>::Continue(options.max)
        });
        numbers.sort_unstable();
        for hit in numbers.into_iter().filter_map(|number| self.cast(ray, options, number)) {
            let answer = visit(hit);
            if answer.is_end() {
                return answer;
            }
        }
        F::going_on()
    }

    /// A ray at one object, from where it comes near it.
    fn cast(&self, ray: &Ray<V::Double>, options: &RayOptions<f64>, number: u32) -> Option<ObjectHit<V>> {
        let (held, object) = (self.slots.at(number)?, self.slots.handle(number)?);
        let direction = ray.direction().get();
        let local = region(&held.turned.view(), 0.0);
        let reach: f64 = local.min().abs().max(local.max().abs()).largest().into();
        let along = (held.object.position - ray.origin()).dot(direction);
        // Before here it cannot have met it: no point is further from the middle than three times its greatest coordinate.
        let far = (held.object.position - ray.origin()).abs().largest();
        let skipped = along - 3.0 * reach - far * (16.0 * f64::EPSILON);
        let skipped = if skipped > 0.0 { skipped } else { 0.0 };
        let start = rounded_within_floats::<V>(ray.origin() + direction * skipped - held.object.position);
        let near = Ray::new(start, Unit::new(V::from_double(direction)).ok()?).ok()?;
        let most: f64 = V::Scalar::MAX.into();
        let max = options.max - skipped;
        if max < 0.0 {
            return None;
        }
        let within = RayOptions { mode: options.mode, sides: options.sides, max: rounded_up(max.min(most)) };
        let RayHit { t, point, normal, feature, part, is_inside } = held.turned.cast_ray(&near, &within)?;
        // Of its own parameter the shape rounds away more than its box does. No hit lies before the box: so it does not matter for
        // the closest in which order boxes are looked at.
        let own = skipped + t.into();
        // A box that is as far away as the ray goes is rounded as well.
        let t = own.max(entry(ray, &held.bounds())).min(options.max);
        let point = held.object.position + point.to_double();
        let is_beyond = own > options.max;
        (!is_beyond).then_some(ObjectHit { object, t, point, normal, feature, part, is_inside })
    }

    /// Shows all objects that hold a point, by their numbers, until `visit` ends the search ([`Flow`]); none if it is not finite.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::world::{Among, Object, World};
    /// let mut world = World::<Vec2>::new();
    /// let small = world.add(Object::new(Ball::new(Vec2::ZERO, 1.0)?))?;
    /// let large = world.add(Object::new(Ball::new(Vec2::ZERO, 3.0)?))?;
    /// let mut found = Vec::new();
    /// // What is under the mouse? Its edge counts.
    /// world.at_point(DVec2::X, &Among::default(), |object| found.push(object));
    /// world.at_point(DVec2::X * 2.0, &Among::default(), |object| found.push(object));
    /// assert_eq!(found, [small, large, large]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "intersections_with_point")]
    pub fn at_point<F: Flow>(
        &self,
        point: V::Double,
        among: &Among,
        mut visit: impl FnMut(Handle) -> F,
    ) -> F {
        let Ok(bounds) = Aabb::new(point, point) else { return F::going_on() };
        for number in self.numbers_in(&bounds, among) {
            let (Some(held), Some(handle)) = (self.slots.at(number), self.slots.handle(number)) else {
                continue;
            };
            if held.turned.project(rounded_within_floats(point - held.object.position)).distance
                <= V::Scalar::ZERO
            {
                let answer = visit(handle);
                if answer.is_end() {
                    return answer;
                }
            }
        }
        F::going_on()
    }

    /// Shows all objects that touch or overlap a shape whose origin is at a place, with which of both they do, by their numbers, until
    /// `visit` ends the search ([`Flow`]); none if the place is not finite.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::prelude::*;
    /// use impinge::shape::{Aabb, Ball};
    /// use impinge::world::{Among, Object, World};
    /// let mut world = World::<Vec2>::new();
    /// let wall = world.add(Object::new(Aabb::new(Vec2::ZERO, Vec2::ONE)?))?;
    /// let mut found = Vec::new();
    /// let blast = Ball::new(Vec2::ZERO, 1.0)?;
    /// world.intersecting(&blast, DVec2::X * 2.0, &Among::default(), |object, relation| found.push((object, relation)));
    /// assert_eq!(found, [(wall, Relation::Touching)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("overlapping", "intersections_with_shape"))]
    pub fn intersecting<F: Flow>(
        &self,
        shape: &impl Shaped<Vector = V>,
        place: V::Double,
        among: &Among,
        mut visit: impl FnMut(Handle, Relation) -> F,
    ) -> F {
        if !place.is_finite() {
            return F::going_on();
        }
        let (seen, view) = (Seen { world: self, from: place, among }, shape.view());
        for number in seen.within(&region(&view, 0.0)) {
            let relation = seen.show(number, |other| view.relation(&other)).unwrap_or(Relation::Separate);
            if let (true, Some(handle)) = (relation != Relation::Separate, self.slots.handle(number)) {
                let answer = visit(handle, relation);
                if answer.is_end() {
                    return answer;
                }
            }
        }
        F::going_on()
    }

    /// The object nearest to a point, and its nearest point; of objects as near, that of the least number. None if none is within `max`, as within NaN or a
    /// negative one, or if the point is not finite.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::world::{Among, Object, World};
    /// let mut world = World::<Vec2>::new();
    /// let tree = world.add(Object::new(Ball::new(Vec2::ZERO, 1.0)?).at(DVec2::X * 4.0)?)?;
    /// let nearest = world.nearest(DVec2::ZERO, 10.0, &Among::default());
    /// assert!(nearest.is_some_and(|found| found.object == tree && found.distance == 3.0 && found.point == DVec2::X * 3.0));
    /// // Nothing is within 2.
    /// assert_eq!(world.nearest(DVec2::ZERO, 2.0, &Among::default()), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nearest(&self, point: V::Double, max: f64, among: &Among) -> Option<Nearest<V>> {
        let mut nearest: Option<Nearest<V>> = None;
        let _ = self.broad.near(point, max, |number| {
            let limit = nearest.as_ref().map_or(max, |known| known.distance.into() * MORE);
            if let (true, Some(held), Some(object)) =
                (self.counts(number, among), self.slots.at(number), self.slots.handle(number))
            {
                let found = held.turned.project(rounded_within_floats(point - held.object.position));
                // It is no nearer than its box, which rounds less: so the order in which boxes are looked at does not matter.
                let least = V::Scalar::from_f64(gap(point, &held.bounds()));
                let is_less = least > V::Scalar::ZERO && found.distance < least;
                let distance = if is_less { least } else { found.distance };
                // What has no parts is infinitely far away.
                if distance.into() <= max
                    && distance < V::Scalar::MAX
                    && nearest
                        .as_ref()
                        .is_none_or(|known| (distance, object) < (known.distance, known.object))
                {
                    let point = held.object.position + found.point.to_double();
                    nearest = Some(Nearest { object, distance, point });
                    let limit: f64 = distance.into();
                    return ControlFlow::<(), f64>::Continue((limit * MORE).max(0.0));
                }
            }
            ControlFlow::Continue(limit.max(0.0))
        });
        nearest
    }

    /// The object nearest to a shape whose origin is at a place, and where they are nearest, seen from the place: the shape is `a`. Of those
    /// that it overlaps, it is the one that it is deepest in, as a [`Contact`] tells depth; of objects as near, that of the least number. None if
    /// none is within `max`, as within NaN or a negative one, or if the place is not finite. An object counts as no nearer than the boxes
    /// around both, which are rounded less than contacts.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::{Aabb, Ball};
    /// use impinge::world::{Among, Object, ObjectContact, World};
    /// let mut world = World::<Vec2>::new();
    /// let tree = world.add(Object::new(Ball::new(Vec2::ZERO, 1.0)?).at(DVec2::X * 4.0)?)?;
    /// let car = Aabb::new(Vec2::new(-1.0, -0.5), Vec2::new(1.0, 0.5))?;
    /// let found = world.nearest_to(&car, DVec2::ZERO, 10.0, &Among::default());
    /// let ObjectContact { object, contact } = found.ok_or("a tree is there")?;
    /// assert!(object == tree && contact.distance == 2.0 && contact.on_a == Vec2::X && contact.on_b == Vec2::X * 3.0);
    /// // Nothing is within 1.
    /// assert_eq!(world.nearest_to(&car, DVec2::ZERO, 1.0, &Among::default()), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("closest", "distance_to_shape"))]
    pub fn nearest_to(
        &self,
        shape: &impl Shaped<Vector = V>,
        place: V::Double,
        max: f64,
        among: &Among,
    ) -> Option<ObjectContact<V>> {
        if !place.is_finite() {
            return None;
        }
        let (seen, view) = (Seen { world: self, from: place, among }, shape.view());
        let bounds = shifted(&region(&view, 0.0), place);
        let mut nearest: Option<(f64, Handle, Contact<V>)> = None;
        // Of those that overlap, which is deepest no box tells.
        let limit = |nearest: &Option<(f64, Handle, Contact<V>)>| {
            nearest.as_ref().map_or(max, |(distance, ..)| *distance * MORE).max(0.0)
        };
        let _ = self.broad.near_box(&bounds, max, |number| {
            if let (true, Some(held), Some(object)) =
                (self.counts(number, among), self.slots.at(number), self.slots.handle(number))
                && let least = between(&bounds, &held.bounds())
                && least <= limit(&nearest)
                && let Some(contact) = seen.show(number, |other| view.nearest(&other))
                // What has no parts is infinitely far away.
                && contact.distance < V::Scalar::MAX
            {
                // It is no nearer than its box, which rounds less: so the order in which boxes are looked at does not matter.
                let distance: f64 = contact.distance.into();
                let distance = if least > 0.0 { Scalar::max(distance, least) } else { distance };
                let is_nearer = |(known, of, _): &(f64, Handle, _)| (distance, object) < (*known, *of);
                if distance <= max && nearest.as_ref().is_none_or(is_nearer) {
                    nearest = Some((distance, object, contact));
                }
            }
            ControlFlow::<(), f64>::Continue(limit(&nearest))
        });
        nearest.map(|(_, object, contact)| ObjectContact { object, contact })
    }

    /// Where a shape at a place, moved straight, first comes within a skin of an object; see [`translate`]. `None` if the place is not
    /// finite.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::{Aabb, Ball};
    /// use impinge::world::{Among, Object, World};
    /// let mut world = World::<Vec2>::new();
    /// let wall = world.add(Object::new(Aabb::new(Vec2::new(5.0, -1.0), Vec2::new(6.0, 1.0))?).fixed())?;
    /// let ball = Ball::new(Vec2::ZERO, 0.5)?;
    /// let met = world.first_in_the_way(&ball, DVec2::X, Vec2::X * 7.0, 0.0, &Among::default());
    /// // Its front is at 1.5, so it goes 3.5 of 7.
    /// assert!(met.is_some_and(|met| met.object == wall && (met.hit.time - 0.5).abs() < 1e-6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("cast_shapes", "shape_cast", "linear_cast", "sweep_test"))]
    pub fn first_in_the_way(
        &self,
        shape: &impl Shaped<Vector = V>,
        place: V::Double,
        motion: V,
        skin: V::Scalar,
        among: &Among,
    ) -> Option<ObjectInTheWay<V>> {
        if !place.is_finite() {
            return None;
        }
        let hit = translate(shape, motion, &Seen { world: self, from: place, among }, skin)?;
        Some(ObjectInTheWay { object: self.slots.handle(hit.obstacle)?, hit })
    }

    /// Moves an object, and lets it slide along what its filter lets it meet, sensors aside; see [`slide()`]. In what is told,
    /// `obstacle` is the number of an object, and all is seen from where it started. To remember an object, ask [`Self::handle`] for its handle before
    /// any is taken out, as numbers are used again.
    ///
    /// It stays a skin away from what it meets, so it does not touch that, and the next step tells nothing of it. The hits do; events
    /// come of sensors that it goes into, and of what has a margin of more than the skin.
    ///
    /// # Errors
    /// If the object has been taken out.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::{Aabb, Ball};
    /// use impinge::sweep::SlideOptions;
    /// use impinge::world::{Object, World};
    /// let mut world = World::<Vec2>::new();
    /// let wall = Aabb::new(Vec2::new(3.0, -9.0), Vec2::new(4.0, 9.0))?;
    /// let wall = world.add(Object::new(wall).fixed())?;
    /// let player = world.add(Object::new(Ball::new(Vec2::ZERO, 1.0)?))?;
    /// let slid = world.slide(player, Vec2::X * 5.0, &SlideOptions::new(0.01)?)?;
    /// assert_eq!(world.handle(slid.hits()[0].obstacle), Some(wall));
    /// assert!((world.get(player)?.position().x - 1.99).abs() < 1e-4);
    /// // A spike or a plate would not hear of it, but one that reaches out does.
    /// assert!(world.step(0.0)?.is_empty());
    /// world.set_margin(wall, 0.02)?;
    /// assert_eq!(world.step(0.0)?.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("KinematicCharacterController", "move_and_slide"))]
    pub fn slide(
        &mut self,
        handle: Handle,
        motion: V,
        options: &SlideOptions<V>,
    ) -> Result<Slid<V>, WorldError> {
        let held = self.slots.get(handle)?;
        let among = Among { filter: held.object.filter(), except: Some(handle), sensors: false };
        let from = held.object.position;
        let slid = slide(&held.turned, motion, &Seen { world: self, from, among: &among }, options);
        self.move_to(handle, from + slid.translation.to_double())?;
        Ok(slid)
    }
}

/// A length, and all that rounding may make of one as long.
const MORE: f64 = 1.0 + 16.0 * f64::EPSILON;

/// How far along a ray a box begins; 0 if the ray starts inside, or if it does not meet the box for certain, as where it runs along a
/// side of it. Off by a few roundings.
fn entry<D: Vector<Scalar = f64>>(ray: &Ray<D>, bounds: &Aabb<D>) -> f64 {
    let (origin, direction) = (ray.origin(), ray.direction().get());
    let (mut first, mut last) = (0.0, f64::INFINITY);
    for axis in (0..D::DIMENSION).filter(|&axis| direction[axis] != 0.0) {
        let ends = [bounds.min()[axis], bounds.max()[axis]].map(|end| (end - origin[axis]) / direction[axis]);
        first = Scalar::max(Scalar::min(ends[0], ends[1]), first);
        last = Scalar::min(Scalar::max(ends[0], ends[1]), last);
    }
    if first <= last { first } else { 0.0 }
}

/// How far two boxes are apart; 0 where they meet. Off by a few roundings.
fn between<D: Vector<Scalar = f64>>(a: &Aabb<D>, b: &Aabb<D>) -> f64 {
    let nothing = D::ZERO;
    (a.min() - b.max()).max(b.min() - a.max()).max(nothing).length()
}

/// How far a point is from a box; 0 inside. Off by a few roundings.
fn gap<D: Vector<Scalar = f64>>(point: D, bounds: &Aabb<D>) -> f64 {
    (point - bounds.closest_point(point)).length()
}
