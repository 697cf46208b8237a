//! A shape as trees see it: what is beside a box around it, outside of a ball, or beyond one of some planes,
//! does not meet it.
//!
//! The planes are faces of the shape itself where it has some, or of a box in its own frame: so what is long
//! and slanted does not meet all that its box along the axes does. With the box this makes the face normals
//! of both as separating axes; the cross products of edges are left out. Everything is moved out by what is
//! rounded, in `f32` relative to the origin of the tree.
//! Source: Gottschalk, Lin & Manocha, "OBBTree", 1996; for faces that look away, Assarsson & Möller,
//! "Optimized View Frustum Culling Algorithms for Bounding Boxes", 2000.

use fearless_simd::{Simd, SimdBase, SimdMask, f32x8, mask32x8};
use smallvec::SmallVec;

use super::wall::{Eight, Wall};
use crate::math::{Pose, Scalar, Vector, least_axis, rounded_down, rounded_up};
use crate::narrow::{extent, region};
use crate::shape::{Bounded, ConvexShape, Core, Hull, Plane, ShapeRef};

/// Maximum number of tested faces of a hull.
const MOST_FACES: usize = 24;
/// Faces that look the same way up to this cosine count as one: as those that are a single one but for
/// rounding.
const ALIKE: f64 = 0.9999;
/// Coordinates beyond this leave no room in `f32` for what is computed with them.
pub(super) const MOST: f64 = 1e36;
/// Of numbers up to this, products of three are floats.
const MOST_CUBED: f64 = 1e12;
/// By how much the sign of a distance between shapes that have no exact relation may be wrong, relative to
/// coordinates and sizes; a little more than what `narrow` leaves for that.
const INEXACT: f64 = 4e-9;

/// What is around a shape.
#[derive(Clone, Debug)]
pub(super) struct Around {
    /// How far the shape may reach further than computed, in the world.
    pub slack: f64,
    pub min: [f32; 3],
    pub max: [f32; 3],
    pub ball: Option<Round>,
    pub walls: SmallVec<[Wall; 6]>,
    pub body: Option<Body>,
    /// Only what is between these is within the shape; nothing is known to be if there are none.
    pub inner: Option<[[f32; 3]; 2]>,
    /// And it is less far than this along the normals of the walls.
    pub depths: SmallVec<[f32; 6]>,
}

/// A ball: what is beyond the first square of a distance does not meet it, what is before the second is
/// within it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    pub center: [f32; 3],
    pub beyond: f32,
    pub within: f32,
}

/// A box around a shape and everything within a radius of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    pub center: [f32; 3],
    /// From the centre to the faces.
    pub half: [[f32; 3]; 3],
    /// With all that is rounded.
    pub radius: f32,
    /// No coordinate of it is further from the centre.
    pub size: f32,
}

/// Where a tree keeps its boxes.
#[derive(Clone, Copy)]
pub(super) struct Place<V> {
    pub origin: V,
    /// No coordinate is greater, relative to the origin.
    pub reach: f32,
}

impl Around {
    pub fn new<V: Vector>(view: &ShapeRef<'_, V>, place: Place<V>) -> Self {
        let (low, high) = ends(view);
        let size = |x: f64| if x.is_finite() { x.abs() } else { 0.0 };
        let of_shape = (0..V::DIMENSION).map(|axis| size(low[axis]).max(size(high[axis]))).sum::<f64>();
        let of_tree = 3.0 * (place.origin.to_double().abs().max_element() + f64::from(place.reach));
        let unit: f64 = V::Scalar::UNIT_ROUNDOFF.into();
        let slack = match view {
            // Boxes are tested by their centres, which are rounded.
            ShapeRef::Convex(_) => INEXACT * (of_shape + of_tree) + 4.0 * unit * of_tree,
            ShapeRef::Composite(_) => (INEXACT + 256.0 * unit) * (of_shape + of_tree),
            _ => 64.0 * f64::EPSILON * (of_shape + of_tree),
        };
        if f64::from(place.reach) > MOST {
            return Around::everything(slack);
        }
        Outline { place, slack, low, high, faces: SmallVec::new(), is_whole: false, frame: None }.around(view)
    }

    /// Everything may meet it.
    fn everything(slack: f64) -> Self {
        Around {
            slack,
            min: [f32::NEG_INFINITY; 3],
            max: [f32::INFINITY; 3],
            ball: None,
            walls: SmallVec::new(),
            body: None,
            inner: None,
            depths: SmallVec::new(),
        }
    }

    /// Which of eight boxes it cannot meet, a bit each; missing boxes may be included.
    #[inline(always)]
    pub fn apart<S: Simd>(&self, simd: S, boxes: &Eight<'_>) -> u32 {
        let mut apart = mask32x8::splat(simd, false);
        for (axis, [least, most]) in boxes.iter().enumerate() {
            apart |= f32x8::load_array_ref(simd, least).simd_gt(f32x8::splat(simd, self.max[axis]))
                | f32x8::load_array_ref(simd, most).simd_lt(f32x8::splat(simd, self.min[axis]));
        }
        if let Some(ball) = &self.ball {
            apart |= squared_gaps(simd, boxes, &ball.center).simd_gt(f32x8::splat(simd, ball.beyond));
        }
        for wall in &self.walls {
            apart |= wall.hides(simd, boxes);
        }
        apart.to_bitmask() as u32
    }

    /// Which of eight boxes are certainly within the shape and clear of its boundary, a bit each.
    #[inline(always)]
    pub fn hold<S: Simd>(&self, simd: S, boxes: &Eight<'_>) -> u32 {
        let Some([inner_min, inner_max]) = &self.inner else { return 0 };
        // Few are within the box around the shape, and only these need further tests.
        let mut held = mask32x8::splat(simd, true);
        for (axis, [least, most]) in boxes.iter().enumerate() {
            held &= f32x8::load_array_ref(simd, least).simd_gt(f32x8::splat(simd, inner_min[axis]))
                & f32x8::load_array_ref(simd, most).simd_lt(f32x8::splat(simd, inner_max[axis]));
        }
        if held.to_bitmask() == 0 {
            return 0;
        }
        for (wall, depth) in self.walls.iter().zip(&self.depths) {
            let mut most = f32x8::splat(simd, 0.0);
            for axis in 0..3 {
                let side = boxes[axis][1 - wall.is_turned[axis]];
                most += f32x8::load_array_ref(simd, side) * wall.normal[axis];
            }
            held &= most.simd_lt(f32x8::splat(simd, *depth));
        }
        if let Some(ball) = &self.ball {
            let mut square = f32x8::splat(simd, 0.0);
            for (axis, [least, most]) in boxes.iter().enumerate() {
                let below = f32x8::splat(simd, ball.center[axis]) - f32x8::load_array_ref(simd, least);
                let above = f32x8::load_array_ref(simd, most) - ball.center[axis];
                let furthest = below.max(above);
                square += furthest * furthest;
            }
            held &= square.simd_lt(f32x8::splat(simd, ball.within));
        }
        held.to_bitmask() as u32
    }
}

/// The squares of the distances from a point to eight boxes, each right up to four roundings.
#[inline(always)]
pub(super) fn squared_gaps<S: Simd>(simd: S, boxes: &Eight<'_>, point: &[f32; 3]) -> f32x8<S> {
    let mut sum = f32x8::splat(simd, 0.0);
    for axis in 0..3 {
        let above = f32x8::load_array_ref(simd, boxes[axis][0]) - point[axis];
        let below = f32x8::splat(simd, point[axis]) - f32x8::load_array_ref(simd, boxes[axis][1]);
        let gap = above.max(below).max(f32x8::splat(simd, 0.0));
        sum += gap * gap;
    }
    sum
}

/// A number that the square of a computed distance in `f32` is above only if the distance is greater: of
/// points that are off by up to `slack`, and of a few roundings.
pub(super) fn square_above(distance: f64, slack: f64) -> f32 {
    let distance = (distance + slack) * (1.0 + 16.0 * f64::from(f32::EPSILON));
    rounded_up(distance * distance + f64::from(f32::MIN_POSITIVE))
}

/// The least and the greatest coordinates of a shape, which may be infinite.
fn ends<V: Vector>(view: &ShapeRef<'_, V>) -> ([f64; 3], [f64; 3]) {
    // In the plane the third axis is 0.
    let of = |end: &dyn Fn(usize) -> [f64; 2]| {
        let both = [0, 1, 2].map(|axis| if axis < V::DIMENSION { end(axis) } else { [0.0; 2] });
        (both.map(|[low, _]| low), both.map(|[_, high]| high))
    };
    match view {
        ShapeRef::Aabb(bounds) => (bounds.min().to_f64(), bounds.max().to_f64()),
        ShapeRef::Ball(ball) => {
            let (center, radius): (_, f64) = (ball.center().to_f64(), ball.radius().into());
            of(&|axis| [center[axis] - radius, center[axis] + radius])
        }
        ShapeRef::Ray(ray) => {
            let (from, heading) = (ray.origin().to_f64(), ray.direction().get().to_f64());
            of(&|axis| {
                let low = if heading[axis] < 0.0 { f64::NEG_INFINITY } else { from[axis] };
                let high = if heading[axis] > 0.0 { f64::INFINITY } else { from[axis] };
                [low, high]
            })
        }
        ShapeRef::Composite(_) => {
            let bounds = region(view, 0.0);
            (bounds.min().to_f64(), bounds.max().to_f64())
        }
        _ => match view.convex() {
            Some(convex) => of(&|axis| extent(&convex, V::Double::unit_axis(axis))),
            None => of(&|_| [f64::NEG_INFINITY, f64::INFINITY]),
        },
    }
}

/// A face of a shape, or of something around it: its normal, and how far what is around reaches along that,
/// and what is within.
struct Facing<D> {
    normal: D,
    outer: f64,
    inner: f64,
}

/// A unit vector, and from where to where a shape reaches along it.
type Reach<D> = (D, [f64; 2]);

/// A shape of which the outline is taken.
struct Outline<V: Vector> {
    place: Place<V>,
    /// How far the shape may reach further than is computed.
    slack: f64,
    low: [f64; 3],
    high: [f64; 3],
    faces: SmallVec<[Facing<V::Double>; 6]>,
    /// Is all that is within the faces within the shape?
    is_whole: bool,
    /// Unit vectors across each other, with how far the shape reaches along them.
    frame: Option<SmallVec<[Reach<V::Double>; 3]>>,
}

impl<V: Vector> Outline<V> {
    fn around(mut self, view: &ShapeRef<'_, V>) -> Around {
        match view {
            ShapeRef::HalfSpace(half_space) => {
                self.below(&half_space.boundary(), 1.0);
                self.is_whole = true;
            }
            ShapeRef::Plane(plane) => {
                self.below(plane, 1.0);
                self.below(plane, -1.0);
            }
            ShapeRef::Ray(ray) => {
                let (from, along) = (ray.origin().to_double(), ray.direction().get().to_double());
                self.push(-along, -from.dot(along), 0.0);
                for normal in across(along) {
                    self.between(normal, [from.dot(normal); 2], 0.0);
                }
            }
            ShapeRef::Ball(_) | ShapeRef::Aabb(_) | ShapeRef::Composite(_) => {}
            _ => {
                if let Some(convex) = view.convex() {
                    self.of_core(&convex);
                }
            }
        }
        let round = match view.convex() {
            Some(ConvexShape { core: Core::Point(center), radius }) => {
                Some((center.to_double(), radius.into()))
            }
            _ => None,
        };
        let origin = self.place.origin.to_f64();
        // Corners in packs are rounded to the nearest.
        let slack = self.slack + f64::from(f32::EPSILON * self.place.reach);
        let mut around = Around {
            min: [0, 1, 2].map(|axis| -end_of(origin[axis] - self.low[axis] + slack)),
            max: [0, 1, 2].map(|axis| end_of(self.high[axis] - origin[axis] + slack)),
            ball: round.and_then(|(center, radius)| self.ball(center, radius)),
            body: self.body(round),
            ..Around::everything(self.slack)
        };
        if self.is_whole || around.ball.is_some() {
            around.inner = Some([around.min, around.max]);
        } else if let ShapeRef::Aabb(_) = view {
            let (mut min, mut max) = ([f32::NEG_INFINITY; 3], [f32::INFINITY; 3]);
            for axis in 0..V::DIMENSION {
                min[axis] = rounded_up(self.low[axis] - origin[axis] + slack);
                max[axis] = rounded_down(self.high[axis] - origin[axis] - slack);
            }
            around.inner = Some([min, max]);
        }
        for face in &self.faces {
            let outer = self.wall(face.normal, face.outer);
            if self.is_whole {
                around.depths.push(-self.wall(-face.normal, -face.inner).offset);
            }
            if self.is_whole || outer.offset < f32::INFINITY {
                around.walls.push(outer);
            }
        }
        around
    }

    fn ball(&self, center: V::Double, radius: f64) -> Option<Round> {
        let center = (center - self.place.origin.to_double()).to_f64();
        let far = center.iter().fold(f64::from(self.place.reach), |far, x| far.max(x.abs()));
        let slack = self.slack + 4.0 * f64::from(f32::EPSILON) * far;
        let within = ((radius - slack) * (1.0 - 16.0 * f64::from(f32::EPSILON))).max(0.0);
        (far + radius < MOST).then(|| Round {
            center: center.map(|x| x as f32),
            beyond: square_above(radius, slack),
            within: rounded_down(within * within),
        })
    }

    /// A box around the shape for tests in the planes of triangles; `None` in 2D.
    fn body(&self, round: Option<(V::Double, f64)>) -> Option<Body> {
        let middle = V::Double::from_f64([0, 1, 2].map(|axis| self.low[axis] * 0.5 + self.high[axis] * 0.5));
        let (mut center, mut radius) = round.unwrap_or((middle, 0.0));
        let mut half = [[0.0; 3]; 3];
        match (&self.frame, round) {
            (_, Some(_)) => {}
            (None, None) => {
                (0..3).for_each(|axis| half[axis][axis] = (self.high[axis] - self.low[axis]) * 0.5)
            }
            (Some(frame), None) => {
                for (half, (normal, [low, high])) in half.iter_mut().zip(frame) {
                    center += *normal * (low * 0.5 + high * 0.5 - normal.dot(middle));
                    *half = (*normal * ((high - low) * 0.5)).to_f64();
                }
                radius += self.room_for_axes(half.iter().flatten().fold(0.0, |sum: f64, x| sum + x.abs()));
            }
        }
        let from_origin = (center - self.place.origin.to_double()).to_f64();
        let size = half.iter().flatten().fold(radius, |sum: f64, x| sum + x.abs());
        let far = from_origin.iter().fold(f64::from(self.place.reach) + size, |far, x| far + x.abs());
        let is_within = V::IS_3D && far + self.slack < MOST_CUBED;
        is_within.then(|| Body {
            center: from_origin.map(|x| x as f32),
            half: half.map(|half| half.map(|x| x as f32)),
            radius: rounded_up(radius + self.slack + 8.0 * f64::from(f32::EPSILON) * far),
            size: rounded_up(size),
        })
    }

    fn of_core(&mut self, convex: &ConvexShape<'_, V>) {
        let columns = |pose: &Pose<V>| {
            pose.rotation
                .columns()
                .as_ref()
                .iter()
                .map(|column| column.to_double())
                .collect::<Directions<V>>()
        };
        let (mut is_frame, mut inset) = (true, convex.radius.into());
        let directions = match &convex.core {
            Core::Hull(hull, pose) => return self.of_hull(hull, pose, convex.radius.into()),
            Core::Point(_) => return,
            Core::Segment(a, b) => {
                let along = b.to_double() * 0.5 - a.to_double() * 0.5;
                unit(along).into_iter().chain(across(along)).collect()
            }
            Core::Ray(_, direction, _) => {
                let along = direction.to_double();
                std::iter::once(along).chain(across(along)).collect()
            }
            Core::Triangle(points) => {
                is_frame = false;
                of_triangle(points.map(V::to_double))
            }
            Core::Box(obb) => {
                self.is_whole = true;
                // Its axes are unit vectors and across each other up to roundings only.
                inset += 1e-5 * inset + self.room_for_axes(obb.half_extents().to_double().element_sum());
                columns(&obb.pose())
            }
            Core::Cylinder(cylinder) => columns(&cylinder.pose()),
            Core::Cone(cone) => columns(&cone.pose()),
            Core::Custom(_, pose) => columns(pose),
        };
        let mut frame = SmallVec::new();
        for normal in directions {
            let ends = extent(convex, normal);
            self.between(normal, ends, inset);
            frame.push((normal, ends));
        }
        if is_frame && frame.len() == V::DIMENSION {
            self.frame = Some(frame);
        }
    }

    /// Below its faces; of many, below some that are spread over all.
    fn of_hull(&mut self, hull: &Hull<V>, pose: &Pose<V>, radius: f64) {
        let step = (hull.face_count() as usize).div_ceil(MOST_FACES).max(1);
        self.is_whole = step == 1 && hull.dimension() == V::DIMENSION;
        let columns = pose.rotation.columns();
        let translation = pose.translation.to_double();
        let bounds = hull.aabb();
        let size = bounds.min().to_double().abs().max(bounds.max().to_double().abs()).element_sum();
        // Offsets and axes of a rotation are rounded in the precision of the hull.
        let slack = 64.0 * V::Scalar::UNIT_ROUNDOFF.into() * size;
        for face in (0..hull.face_count()).step_by(step) {
            let local = hull.normal(face).get().to_double();
            let normal = V::Double::from_fn(|axis| {
                (0..V::DIMENSION).map(|j| columns[j].to_double()[axis] * local[j]).sum::<f64>()
            });
            let offset = hull.offset(face).into() + normal.dot(translation);
            match self.faces.iter_mut().find(|known| known.normal.dot(normal) > ALIKE) {
                // What is below one of them by so much is below the other, in the box around the shape.
                Some(known) => {
                    let apart = (normal - known.normal).to_f64();
                    let most: f64 = (0..3)
                        .map(|axis| (apart[axis] * self.low[axis]).max(apart[axis] * self.high[axis]))
                        .sum();
                    known.inner = known.inner.min(offset - most - slack);
                }
                None => {
                    self.faces.push(Facing { normal, outer: offset + radius + slack, inner: offset - slack })
                }
            }
        }
    }

    /// How much it may matter over a length that the axes of a rotation are unit vectors and across each
    /// other up to roundings only.
    fn room_for_axes(&self, length: f64) -> f64 {
        256.0 * V::Scalar::UNIT_ROUNDOFF.into() * length
    }

    fn below(&mut self, plane: &Plane<V>, side: f64) {
        self.push(plane.normal().get().to_double() * side, plane.offset().into() * side, 0.0);
    }

    fn between(&mut self, normal: V::Double, [low, high]: [f64; 2], inset: f64) {
        self.push(normal, high, inset);
        self.push(-normal, -low, inset);
    }

    /// A face of what is around; what is within may be so much further in.
    fn push(&mut self, normal: V::Double, outer: f64, inset: f64) {
        self.faces.push(Facing { normal, outer, inner: outer - inset });
    }

    /// The plane as the tree sees it, moved out.
    fn wall(&self, normal: V::Double, offset: f64) -> Wall {
        Wall::new(normal.to_f64(), offset + self.slack, self.place.origin.to_f64(), self.place.reach)
    }
}

/// Up to six directions.
type Directions<V> = SmallVec<[<V as Vector>::Double; 6]>;

/// How far a shape reaches along an axis, where trees take all coordinates to the ends of `f32`.
fn end_of(high: f64) -> f32 {
    if high.is_nan() { f32::INFINITY } else { rounded_up(high.max(f64::from(f32::MIN))) }
}

/// The direction as a unit vector, up to roundings, unless it has no length.
fn unit<D: Vector<Scalar = f64>>(direction: D) -> Option<D> {
    let largest = direction.abs().max_element();
    let scaled = D::from_fn(|axis| direction[axis] / largest);
    (largest > 0.0 && scaled.is_finite()).then(|| scaled * (1.0 / scaled.length()))
}

/// Unit vectors across a direction: one in the plane, two in space.
fn across<D: Vector<Scalar = f64>>(direction: D) -> SmallVec<[D; 2]> {
    let Some(along) = unit(direction) else { return SmallVec::new() };
    let first = along.perpendicular(D::unit_axis(least_axis(along)));
    let second = along.perpendicular(first);
    let count = D::DIMENSION - 1;
    [first, second].into_iter().take(count).filter_map(unit).collect()
}

/// Returns the normal of a triangle and the normals of its sides.
fn of_triangle<D: Vector<Scalar = f64>>([a, b, c]: [D; 3]) -> SmallVec<[D; 6]> {
    // Halved, so that differences do not overflow.
    let sides = [b * 0.5 - a * 0.5, c * 0.5 - b * 0.5, a * 0.5 - c * 0.5];
    let [Some(u), Some(v)] = [unit(sides[0]), unit(sides[2])] else { return sides.into_iter().collect() };
    if D::IS_2D {
        return sides.map(|side| side.perpendicular(side)).into_iter().collect();
    }
    let normal = u.perpendicular(v);
    std::iter::once(normal)
        .chain(sides.map(|side| unit(side).unwrap_or(side).perpendicular(normal)))
        .collect()
}
