//! Shapes, and worlds of them, as lines.
//!
//! Sharp shapes are drawn by their edges. Round shapes are drawn by their profiles, the outlines of their
//! sections through the axis, and by the rings around the axis where they are widest. A polygon with a radius
//! is outlined by shifted edges with arcs between them, and a polyhedron by shifted faces with arcs at the
//! ends of its edges.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use super::{Draw, DrawBackend, Stroke};
use crate::bound::shape_aabb;
use crate::math::{Pose, Rotation, Scalar, Unit, Vector, rounded_within_floats, triple};
use crate::narrow::Clip;
use crate::shape::{Aabb, CompositeShape, ConvexShape, Core, Cylinder, Hull, Shape, ShapeRef, Support};
use crate::world::{Collider, CollisionWorld, ContactPair};

/// The number of lines of a circle.
const CIRCLE: u32 = 48;

/// Draws any shape as lines, to inspect the shapes of a program.
///
/// `within` is a box, usually the visible region, that limits the drawing:
///
/// - Rays are drawn up to its sides; planes and half-spaces where they intersect it, with a line along the
///   normal of a half-space.
/// - Parts of a large mesh or height field outside of it are omitted.
///
/// Round shapes in 3D are drawn by sections and rings, a custom shape by its support points.
///
/// ```
/// use glam::Vec2;
/// use impinge::draw::{self, Stroke, Svg};
/// use impinge::shape::{Aabb, Capsule, HalfSpace};
/// use impinge::math::Unit;
/// let view = Aabb::new(Vec2::new(-2.0, -1.0), Vec2::new(2.0, 3.0))?;
/// let mut picture = Svg::new(&view, 100.0);
/// draw::draw_shape(&HalfSpace::new(Unit::axis(1), 0.0)?, &view, &mut picture, Stroke::Outline);
/// draw::draw_shape(&Capsule::new(Vec2::new(0.0, 0.5), Vec2::new(0.0, 1.5), 0.5)?, &view, &mut picture, Stroke::First);
/// let svg = picture.finish();
/// // The ground from side to side, its normal, and the capsule: two sides and two half circles.
/// assert_eq!(svg.matches("<line").count(), 1 + 1 + 2 + 2 * 24);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[inline]
pub fn draw_shape<S: Shape>(
    shape: &S,
    within: &Aabb<S::Vector>,
    picture: &mut dyn Draw<S::Vector>,
    role: Stroke,
) {
    S::Vector::draw_shape(&shape.shape_ref(), within, picture, role);
}

pub(super) fn draw_shape_inner<V: Vector>(
    shape: &ShapeRef<'_, V>,
    within: &Aabb<V>,
    picture: &mut dyn Draw<V>,
    role: Stroke,
) {
    Pen { picture, within, role }.view(shape);
}

/// Draws all colliders of a world and their contacts, relative to a point. Use a point near the drawn region,
/// so that regions far from the origin are drawn as precisely as those near it.
///
/// Fixed colliders are drawn with [`Stroke::Outline`], movable ones with [`Stroke::First`] and sensors with
/// [`Stroke::Second`]. The points of all manifolds are drawn with [`Stroke::Contact`]. `within` is a box
/// around the point, as for [`draw_shape`]; colliders outside of it are omitted.
///
/// ```
/// use glam::{DVec2, Vec2};
/// use impinge::draw::{self, Svg};
/// use impinge::shape::Aabb;
/// use impinge::world::{Collider, CollisionWorld};
/// let crate_ = Aabb::new(Vec2::splat(-0.5), Vec2::splat(0.5))?;
/// let mut world = CollisionWorld::<Vec2>::new();
/// world.add(Collider::new(crate_).with_position(DVec2::new(1e6, 0.0))?.fixed())?;
/// world.add(Collider::new(crate_).with_position(DVec2::new(1e6, 1.0))?)?;
/// world.step(0.0)?;
/// let view = Aabb::new(Vec2::splat(-4.0), Vec2::splat(4.0))?;
/// let mut picture = Svg::new(&view, 50.0);
/// draw::draw_world(&world, DVec2::X * 1e6, &view, &mut picture);
/// let svg = picture.finish();
/// // Two boxes, the one on the other at two points.
/// assert_eq!((svg.matches("<line").count(), svg.matches("<circle").count()), (8, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
pub fn draw_world<V: Vector>(
    world: &CollisionWorld<V>,
    place: V::Double,
    within: &Aabb<V>,
    picture: &mut dyn Draw<V>,
) {
    V::draw_world(world, place, within, picture);
}

pub(super) fn draw_world_inner<V: Vector>(
    world: &CollisionWorld<V>,
    place: V::Double,
    within: &Aabb<V>,
    picture: &mut dyn Draw<V>,
) {
    for (_, object) in world.colliders() {
        let translation = rounded_within_floats(object.position() - place);
        let placed = object.shape().at(&Pose { rotation: object.rotation(), translation });
        if shape_aabb(&placed).is_none_or(|bounds| bounds.meets(within)) {
            draw_shape_inner(&placed.shape_ref(), within, picture, role_of(object));
        }
    }
    for ContactPair { contact, .. } in world.contact_pairs() {
        for point in contact.manifolds.iter().flat_map(|part| part.manifold.points()) {
            let point = rounded_within_floats(contact.to_world(point.point_a) - place);
            if within.contains_point(point) {
                picture.point(point, Stroke::Contact);
            }
        }
    }
}

fn role_of<V: Vector>(object: &Collider<V>) -> Stroke {
    if object.is_sensor() {
        Stroke::Second
    } else if object.is_fixed() {
        Stroke::Outline
    } else {
        Stroke::First
    }
}

/// Draws a shape.
struct Pen<'a, V: Vector> {
    picture: &'a mut dyn Draw<V>,
    within: &'a Aabb<V>,
    role: Stroke,
}

impl<V: Vector> Pen<'_, V> {
    fn view(&mut self, view: &ShapeRef<'_, V>) {
        match view {
            ShapeRef::Ray(ray) => {
                if let Some(seen) = ray.clip(self.within) {
                    self.outline(&[seen.entry, seen.exit]);
                }
            }
            ShapeRef::Plane(plane) => {
                self.section(plane.normal(), plane.offset());
            }
            ShapeRef::HalfSpace(half_space) => {
                let Some(middle) = self.section(half_space.normal(), half_space.offset()) else { return };
                let length = self.within.size().to_double().length() / 16.0;
                let tip = middle.to_double() + half_space.normal().get().to_double() * length;
                self.picture.line(middle, rounded_within_floats(tip), self.role);
            }
            ShapeRef::Composite(parts) => self.parts(*parts),
            _ => {
                if let Some(convex) = view.convex() {
                    self.convex(&convex);
                }
            }
        }
    }

    fn parts(&mut self, parts: &dyn CompositeShape<V>) {
        let within = *self.within;
        // An area is drawn by its boundary, not by its pieces.
        parts.boundary().unwrap_or(parts).visit(within, &mut |_, part| {
            self.view(&part);
            within
        });
    }

    fn convex(&mut self, convex: &ConvexShape<'_, V>) {
        let radius = convex.radius.into();
        match convex.core {
            Core::Point(center) => {
                self.spindle(&Pose::from_translation(center), &[[0.0; 2]], &[[0.0; 2]], radius)
            }
            Core::Segment(a, b) => self.segment(a, b, radius),
            Core::Ray(origin, direction, length) => {
                let end = origin.to_double() + direction.to_double() * length;
                self.segment(origin, rounded_within_floats(end), radius);
            }
            Core::Triangle(points) if radius == 0.0 => self.outline(&points),
            Core::Triangle(points) => self.hull_of(&points, radius),
            Core::Box(obb) if radius == 0.0 => {
                for edge in obb.edges() {
                    self.picture.line(edge.a(), edge.b(), self.role);
                }
            }
            Core::Box(obb) => self.hull_of(&obb.corners().collect::<Vec<_>>(), radius),
            Core::Hull(hull, pose) => self.hull(hull, &pose, radius),
            Core::Revolution(solid) => {
                let [high, wide] = solid.sizes();
                let [section, rings] = solid.profile.section(high, wide, radius, CIRCLE);
                let radius = if solid.profile.has_disc(false) { radius } else { 0.0 };
                self.spindle(&solid.pose, &section, &rings, radius);
            }
            Core::Custom(shape, pose) => self.furthest_points(shape, &pose, radius),
        }
    }

    /// Draws all points within a radius of a segment.
    fn segment(&mut self, a: V, b: V, radius: f64) {
        match Cylinder::from_endpoints(a, b, V::Scalar::ZERO) {
            Ok(axis) if radius > 0.0 => {
                let high = axis.half_height().into();
                self.spindle(
                    &axis.pose(),
                    &[[0.0, -high], [0.0, high]],
                    &[[0.0, -high], [0.0, high]],
                    radius,
                );
            }
            _ => self.outline(&[a, b]),
        }
    }

    /// Draws all points within a radius of a solid of revolution about the local y axis. `profile` is its
    /// section, across and along that axis, counter-clockwise; rings are drawn around the axis through points
    /// of it.
    fn spindle(&mut self, pose: &Pose<V>, profile: &[[f64; 2]], rings: &[[f64; 2]], radius: f64) {
        let outline = rounded(profile, radius);
        for across in (0..V::DIMENSION).filter(|&axis| axis != 1) {
            let corners = outline.iter().map(|&[x, y]| at::<V>(pose, [(across, x), (1, y)]));
            self.outline(&corners.collect::<Vec<_>>());
        }
        if V::IS_2D {
            return;
        }
        for &[x, y] in rings.iter().filter(|[x, _]| x + radius > 0.0) {
            let corners = circle().map(|[cosine, sine]| {
                at::<V>(pose, [(0, (x + radius) * cosine), (2, (x + radius) * sine), (1, y)])
            });
            self.outline(&corners.collect::<Vec<_>>());
        }
    }

    fn hull_of(&mut self, points: &[V], radius: f64) {
        // Corners of shapes are finite, so there is a hull.
        if let Ok(hull) = Hull::new(points) {
            self.hull(&hull, &Pose::identity(), radius);
        }
    }

    fn hull(&mut self, hull: &Hull<V>, pose: &Pose<V>, radius: f64) {
        let corner = |number: u32| pose.place(hull.vertices()[number as usize]);
        if V::IS_2D {
            let corners = hull.vertices().iter().map(|corner| {
                let [x, y, _] = corner.to_f64();
                [x, y]
            });
            let outline = rounded(&corners.collect::<Vec<_>>(), radius);
            let corners = outline.iter().map(|&[x, y]| at::<V>(pose, [(0, x), (1, y)]));
            self.outline(&corners.collect::<Vec<_>>());
        } else if hull.dimension() < 2 {
            self.segment(corner(0), corner(hull.vertices().len() as u32 - 1), radius);
        } else if radius == 0.0 {
            for edge in hull.edges() {
                let [a, b] = edge.vertices.map(corner);
                self.picture.line(a, b, self.role);
            }
        } else {
            let normal = |face| pose.rotation.rotate(hull.normal(face).get()).to_double();
            for face in 0..hull.face_count() {
                let shifted =
                    |&number| rounded_within_floats(corner(number).to_double() + normal(face) * radius);
                self.outline(&hull.face(face).iter().map(shifted).collect::<Vec<V>>());
            }
            for edge in hull.edges() {
                let (ends, [left, right]) = (edge.vertices.map(corner), edge.faces.map(normal));
                for corner in ends {
                    self.arc(corner, ends, [left, right], radius);
                }
            }
        }
    }

    /// Draws an arc around an edge, about one of its ends: from the face on the left of the direction from
    /// the first end to the second, to the face on the right.
    fn arc(&mut self, center: V, [from, to]: [V; 2], [left, right]: [V::Double; 2], radius: f64) {
        let Ok(along) = Unit::new(to.to_double() - from.to_double()) else { return };
        // Out of the left face, across the edge.
        let across = V::Double::from_f64(triple::cross(along.get().to_f64(), left.to_f64()));
        // Never the other way, to which rounding could turn the half turn around a flat hull.
        let turn = libm::atan2(right.dot(across), right.dot(left)).abs();
        let steps = steps_of(turn);
        let corners = (0..=steps).map(|step| {
            let [cosine, sine] = direction(turn * f64::from(step) / f64::from(steps));
            rounded_within_floats(center.to_double() + (left * cosine + across * sine) * radius)
        });
        let corners: Vec<V> = corners.collect();
        for line in corners.windows(2) {
            self.picture.line(line[0], line[1], self.role);
        }
    }

    /// Draws a custom shape: its support points in directions of the planes of two axes.
    fn furthest_points(&mut self, shape: &dyn Support<V>, pose: &Pose<V>, radius: f64) {
        let planes: &[[usize; 2]] = if V::IS_2D { &[[0, 1]] } else { &[[0, 1], [1, 2], [2, 0]] };
        for &[first, second] in planes {
            let mut corners: Vec<V> = Vec::new();
            for [cosine, sine] in circle() {
                let direction = V::Double::unit_axis(first) * cosine + V::Double::unit_axis(second) * sine;
                let furthest = shape.support(V::from_double(direction));
                if furthest.is_finite() {
                    let local = rounded_within_floats(furthest.to_double() + direction * radius);
                    corners.push(pose.place(local));
                }
            }
            corners.dedup();
            self.outline(&corners);
        }
    }

    /// Draws the section of the drawn box with a plane; returns its middle if there is one.
    fn section(&mut self, normal: Unit<V>, offset: V::Scalar) -> Option<V> {
        let along = normal.get().to_double();
        let height = |point: V| point.to_double().dot(along) - offset.into();
        let mut corners: Vec<V::Double> = Vec::new();
        for edge in self.within.edges() {
            let ends = [edge.a(), edge.b()];
            let [from, to] = ends.map(height);
            // A corner in the plane ends several edges.
            let mut add = |corner: V::Double| {
                if !corners.contains(&corner) {
                    corners.push(corner);
                }
            };
            let [a, b] = ends.map(V::to_double);
            ends.into_iter().filter(|&end| height(end) == 0.0).for_each(|end| add(end.to_double()));
            if (from < 0.0 && to > 0.0) || (from > 0.0 && to < 0.0) {
                add(a + (b - a) * (from / (from - to)));
            }
        }
        if corners.is_empty() {
            return None;
        }
        let sum = corners.iter().fold(V::Double::default(), |sum, &corner| sum + corner);
        let middle = sum * (1.0 / corners.len() as f64);
        if V::IS_3D {
            let turned = Rotation::from_rotation_arc(Unit::axis(1), normal).columns();
            let [u, v] = [0, 2].map(|axis| turned[axis].to_double());
            let angle = |corner: V::Double| libm::atan2((corner - middle).dot(v), (corner - middle).dot(u));
            corners.sort_by(|&a, &b| angle(a).total_cmp(&angle(b)));
        }
        self.outline(&corners.into_iter().map(rounded_within_floats).collect::<Vec<V>>());
        Some(rounded_within_floats(middle))
    }

    fn outline(&mut self, corners: &[V]) {
        match *corners {
            [] => {}
            [corner] => self.picture.point(corner, self.role),
            [a, b] if a == b => self.picture.point(a, self.role),
            [a, b] => self.picture.line(a, b, self.role),
            _ => self.picture.outline(corners, self.role),
        }
    }
}

/// The number of lines for an angle, at least one.
fn steps_of(turn: f64) -> u32 {
    (turn / TAU * f64::from(CIRCLE)).round().max(1.0) as u32
}

/// Returns a point with local coordinates on some axes, placed by a pose.
fn at<V: Vector>(pose: &Pose<V>, coordinates: impl IntoIterator<Item = (usize, f64)>) -> V {
    let most: f64 = V::Scalar::MAX.into();
    let local = coordinates.into_iter().fold(V::Double::default(), |sum, (axis, along)| {
        sum + V::Double::unit_axis(axis) * along.clamp(-most, most)
    });
    pose.place(V::from_double(local))
}

/// Cosine and sine, around a circle.
fn circle() -> impl Iterator<Item = [f64; 2]> {
    (0..CIRCLE).map(|part| direction(TAU * f64::from(part) / f64::from(CIRCLE)))
}

fn direction(angle: f64) -> [f64; 2] {
    let (sine, cosine) = Scalar::sin_cos(angle);
    [cosine, sine]
}

/// Draws the outline of all points within a radius of a convex polygon with counter-clockwise corners: its
/// sides, shifted, and arcs about its corners.
fn rounded(corners: &[[f64; 2]], radius: f64) -> Vec<[f64; 2]> {
    let mut corners = corners.to_vec();
    corners.dedup();
    while corners.len() > 1 && corners.first() == corners.last() {
        corners.pop();
    }
    if radius == 0.0 {
        return corners;
    }
    let count = corners.len();
    let beside = |[x, y]: [f64; 2], [cosine, sine]: [f64; 2]| [x + radius * cosine, y + radius * sine];
    if count == 1 {
        return circle().map(|out| beside(corners[0], out)).collect();
    }
    let heading = |[ax, ay]: [f64; 2], [bx, by]: [f64; 2]| libm::atan2(by - ay, bx - ax);
    let mut outline = Vec::new();
    for (number, &here) in corners.iter().enumerate() {
        let from = heading(corners[(number + count - 1) % count], here);
        let turn = (heading(here, corners[(number + 1) % count]) - from).rem_euclid(TAU);
        // No corner turns by more than a half circle; rounding may make a whole circle of a slight turn.
        let turn = if turn > 1.5 * PI { 0.0 } else { turn };
        let steps = steps_of(turn);
        for step in 0..=steps {
            // Outwards is to the right of the way around.
            let angle = from - FRAC_PI_2 + turn * f64::from(step) / f64::from(steps);
            outline.push(beside(here, direction(angle)));
        }
    }
    outline
}
