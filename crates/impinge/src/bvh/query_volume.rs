//! Query volumes: conservative bounds of a shape for tree traversal. A box outside of the bounding box or the
//! ball, or beyond one of some planes, does not intersect the shape.
//!
//! The planes are faces of the shape itself where it has some, otherwise faces of a box in its own frame. So
//! a long, slanted shape does not select everything in its axis-aligned box. With that box, this tests the
//! face normals of both as separating axes; the cross products of edges are left out. All bounds are extended
//! by the rounding errors, in `f32` relative to the origin of the tree.
//! Source: Gottschalk, Lin & Manocha, "OBBTree", 1996; for faces that look away, Assarsson & Möller,
//! "Optimized View Frustum Culling Algorithms for Bounding Boxes", 2000.

use fearless_simd::{Simd, SimdBase, SimdMask, f32x8, mask32x8};
use smallvec::SmallVec;

use super::half_space_cull::{BoxLanes, CullPlane};
use crate::math::{Pose, Scalar, Vector, least_axis, rounded_down, rounded_up};
use crate::narrow::{extent, region};
use crate::shape::{Bounded, ConvexShape, Core, Hull, Plane, ShapeRef};

/// Maximum number of tested faces of a hull.
const MAX_FACES: usize = 24;
/// Faces whose normals have at least this cosine count as one, because they may be a single face but for
/// rounding.
const SAME_FACE_COSINE: f64 = 0.9999;
/// Coordinates beyond this leave no room in `f32` for computations with them.
pub(super) const MAX_COORDINATE: f64 = 1e36;
/// Products of three numbers up to this are floats.
const MAX_CUBED_COORDINATE: f64 = 1e12;
/// Bound on the error of the sign of a distance between shapes without an exact relation, relative to
/// coordinates and sizes. A little more than the bound in `narrow`.
const RELATION_ERROR: f64 = 4e-9;

/// Conservative bounds of a shape.
#[derive(Clone, Debug)]
pub(super) struct QueryVolume {
    /// How far the shape may reach beyond the computed bounds, in the world.
    pub slack: f64,
    pub min: [f32; 3],
    pub max: [f32; 3],
    pub ball: Option<BallBounds>,
    pub planes: SmallVec<[CullPlane; 6]>,
    pub inflated_box: Option<InflatedBox>,
    /// Only points between these are inside the shape. If `None`, no point is certainly inside.
    pub inner: Option<[[f32; 3]; 2]>,
    /// Points inside the shape are below these offsets along the normals of the planes.
    pub inner_offsets: SmallVec<[f32; 6]>,
}

/// A ball by two squared distances: points beyond the first do not intersect it, points within the second are
/// inside it.
#[derive(Clone, Copy, Debug)]
pub(super) struct BallBounds {
    pub center: [f32; 3],
    pub outer_square: f32,
    pub inner_square: f32,
}

/// A box around a shape and everything within a radius of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct InflatedBox {
    pub center: [f32; 3],
    /// From the centre to the faces.
    pub half: [[f32; 3]; 3],
    /// Includes all rounding errors.
    pub radius: f32,
    /// No point of the box is further from the centre on any axis.
    pub size: f32,
}

/// The coordinate frame of the boxes of a tree.
#[derive(Clone, Copy)]
pub(super) struct TreeFrame<V> {
    pub origin: V,
    /// No coordinate is greater, relative to the origin.
    pub reach: f32,
}

impl QueryVolume {
    pub fn new<V: Vector>(view: &ShapeRef<'_, V>, place: TreeFrame<V>) -> Self {
        let (low, high) = coordinate_extents(view);
        let size = |x: f64| if x.is_finite() { x.abs() } else { 0.0 };
        let of_shape = (0..V::DIMENSION).map(|axis| size(low[axis]).max(size(high[axis]))).sum::<f64>();
        let of_tree = 3.0 * (place.origin.to_double().abs().max_element() + f64::from(place.reach));
        let unit: f64 = V::Scalar::UNIT_ROUNDOFF.into();
        let slack = match view {
            // Boxes are tested by their centres, which are rounded.
            ShapeRef::Convex(_) => RELATION_ERROR * (of_shape + of_tree) + 4.0 * unit * of_tree,
            ShapeRef::Composite(_) => (RELATION_ERROR + 256.0 * unit) * (of_shape + of_tree),
            _ => 64.0 * f64::EPSILON * (of_shape + of_tree),
        };
        if f64::from(place.reach) > MAX_COORDINATE {
            return QueryVolume::unbounded(slack);
        }
        QueryVolumeBuilder {
            place,
            slack,
            low,
            high,
            faces: SmallVec::new(),
            is_complete: false,
            frame: None,
        }
        .build(view)
    }

    /// Creates bounds that exclude nothing.
    fn unbounded(slack: f64) -> Self {
        QueryVolume {
            slack,
            min: [f32::NEG_INFINITY; 3],
            max: [f32::INFINITY; 3],
            ball: None,
            planes: SmallVec::new(),
            inflated_box: None,
            inner: None,
            inner_offsets: SmallVec::new(),
        }
    }

    /// Returns which of eight boxes cannot intersect the shape, a bit each; missing boxes may be included.
    #[inline(always)]
    pub fn cull_boxes<S: Simd>(&self, simd: S, boxes: &BoxLanes<'_>) -> u32 {
        let mut apart = mask32x8::splat(simd, false);
        for (axis, [least, most]) in boxes.iter().enumerate() {
            apart |= f32x8::load_array_ref(simd, least).simd_gt(f32x8::splat(simd, self.max[axis]))
                | f32x8::load_array_ref(simd, most).simd_lt(f32x8::splat(simd, self.min[axis]));
        }
        if let Some(ball) = &self.ball {
            apart |= squared_gaps(simd, boxes, &ball.center).simd_gt(f32x8::splat(simd, ball.outer_square));
        }
        for wall in &self.planes {
            apart |= wall.cull_boxes(simd, boxes);
        }
        apart.to_bitmask() as u32
    }

    /// Returns which of eight boxes are certainly inside the shape and clear of its boundary, a bit each.
    #[inline(always)]
    pub fn find_contained_boxes<S: Simd>(&self, simd: S, boxes: &BoxLanes<'_>) -> u32 {
        let Some([inner_min, inner_max]) = &self.inner else { return 0 };
        // Few boxes are within the bounding box of the shape, and only these need further tests.
        let mut held = mask32x8::splat(simd, true);
        for (axis, [least, most]) in boxes.iter().enumerate() {
            held &= f32x8::load_array_ref(simd, least).simd_gt(f32x8::splat(simd, inner_min[axis]))
                & f32x8::load_array_ref(simd, most).simd_lt(f32x8::splat(simd, inner_max[axis]));
        }
        if held.to_bitmask() == 0 {
            return 0;
        }
        for (wall, depth) in self.planes.iter().zip(&self.inner_offsets) {
            let mut most = f32x8::splat(simd, 0.0);
            for axis in 0..3 {
                let side = boxes[axis][1 - wall.min_side[axis]];
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
            held &= square.simd_lt(f32x8::splat(simd, ball.inner_square));
        }
        held.to_bitmask() as u32
    }
}

/// Computes the squares of the distances from a point to eight boxes, each correct up to four roundings.
#[inline(always)]
pub(super) fn squared_gaps<S: Simd>(simd: S, boxes: &BoxLanes<'_>, point: &[f32; 3]) -> f32x8<S> {
    let mut sum = f32x8::splat(simd, 0.0);
    for axis in 0..3 {
        let above = f32x8::load_array_ref(simd, boxes[axis][0]) - point[axis];
        let below = f32x8::splat(simd, point[axis]) - f32x8::load_array_ref(simd, boxes[axis][1]);
        let gap = above.max(below).max(f32x8::splat(simd, 0.0));
        sum += gap * gap;
    }
    sum
}

/// Returns a bound for computed squares: the square of a distance computed in `f32` exceeds it only if the
/// distance is greater. It allows for points that are off by up to `slack`, and for a few roundings.
pub(super) fn upper_square(distance: f64, slack: f64) -> f32 {
    let distance = (distance + slack) * (1.0 + 16.0 * f64::from(f32::EPSILON));
    rounded_up(distance * distance + f64::from(f32::MIN_POSITIVE))
}

/// Computes the least and the greatest coordinates of a shape, which may be infinite.
fn coordinate_extents<V: Vector>(view: &ShapeRef<'_, V>) -> ([f64; 3], [f64; 3]) {
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

/// A face of a shape or of a volume around it: its normal, the greatest height of the volume along it, and
/// the height up to which points are inside.
struct FacePlane<D> {
    normal: D,
    outer: f64,
    inner: f64,
}

/// A unit vector, and the interval of the shape along it.
type AxisExtent<D> = (D, [f64; 2]);

/// State of the construction of a query volume.
struct QueryVolumeBuilder<V: Vector> {
    place: TreeFrame<V>,
    /// How far the shape may reach beyond the computed bounds.
    slack: f64,
    low: [f64; 3],
    high: [f64; 3],
    faces: SmallVec<[FacePlane<V::Double>; 6]>,
    /// Whether every point within all faces is inside the shape.
    is_complete: bool,
    /// Perpendicular unit vectors, with the interval of the shape along each.
    frame: Option<SmallVec<[AxisExtent<V::Double>; 3]>>,
}

impl<V: Vector> QueryVolumeBuilder<V> {
    fn build(mut self, view: &ShapeRef<'_, V>) -> QueryVolume {
        match view {
            ShapeRef::HalfSpace(half_space) => {
                self.add_plane(&half_space.boundary(), 1.0);
                self.is_complete = true;
            }
            ShapeRef::Plane(plane) => {
                self.add_plane(plane, 1.0);
                self.add_plane(plane, -1.0);
            }
            ShapeRef::Ray(ray) => {
                let (from, along) = (ray.origin().to_double(), ray.direction().get().to_double());
                self.push(-along, -from.dot(along), 0.0);
                for normal in perpendicular_axes(along) {
                    self.add_slab(normal, [from.dot(normal); 2], 0.0);
                }
            }
            ShapeRef::Ball(_) | ShapeRef::Aabb(_) | ShapeRef::Composite(_) => {}
            _ => {
                if let Some(convex) = view.convex() {
                    self.add_core(&convex);
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
        let mut around = QueryVolume {
            min: [0, 1, 2].map(|axis| -round_extent_up(origin[axis] - self.low[axis] + slack)),
            max: [0, 1, 2].map(|axis| round_extent_up(self.high[axis] - origin[axis] + slack)),
            ball: round.and_then(|(center, radius)| self.ball_bounds(center, radius)),
            inflated_box: self.inflate_box(round),
            ..QueryVolume::unbounded(self.slack)
        };
        if self.is_complete || around.ball.is_some() {
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
            let outer = self.cull_plane(face.normal, face.outer);
            if self.is_complete {
                around.inner_offsets.push(-self.cull_plane(-face.normal, -face.inner).offset);
            }
            if self.is_complete || outer.offset < f32::INFINITY {
                around.planes.push(outer);
            }
        }
        around
    }

    fn ball_bounds(&self, center: V::Double, radius: f64) -> Option<BallBounds> {
        let center = (center - self.place.origin.to_double()).to_f64();
        let far = center.iter().fold(f64::from(self.place.reach), |far, x| far.max(x.abs()));
        let slack = self.slack + 4.0 * f64::from(f32::EPSILON) * far;
        let within = ((radius - slack) * (1.0 - 16.0 * f64::from(f32::EPSILON))).max(0.0);
        (far + radius < MAX_COORDINATE).then(|| BallBounds {
            center: center.map(|x| x as f32),
            outer_square: upper_square(radius, slack),
            inner_square: rounded_down(within * within),
        })
    }

    /// Computes a box around the shape for tests in the planes of triangles; `None` in 2D.
    fn inflate_box(&self, round: Option<(V::Double, f64)>) -> Option<InflatedBox> {
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
                radius += self.axis_error(half.iter().flatten().fold(0.0, |sum: f64, x| sum + x.abs()));
            }
        }
        let from_origin = (center - self.place.origin.to_double()).to_f64();
        let size = half.iter().flatten().fold(radius, |sum: f64, x| sum + x.abs());
        let far = from_origin.iter().fold(f64::from(self.place.reach) + size, |far, x| far + x.abs());
        let is_within = V::IS_3D && far + self.slack < MAX_CUBED_COORDINATE;
        is_within.then(|| InflatedBox {
            center: from_origin.map(|x| x as f32),
            half: half.map(|half| half.map(|x| x as f32)),
            radius: rounded_up(radius + self.slack + 8.0 * f64::from(f32::EPSILON) * far),
            size: rounded_up(size),
        })
    }

    fn add_core(&mut self, convex: &ConvexShape<'_, V>) {
        let columns = |pose: &Pose<V>| {
            pose.rotation
                .columns()
                .as_ref()
                .iter()
                .map(|column| column.to_double())
                .collect::<FaceNormals<V>>()
        };
        let (mut is_frame, mut inset) = (true, convex.radius.into());
        let directions = match &convex.core {
            Core::Hull(hull, pose) => return self.add_hull(hull, pose, convex.radius.into()),
            Core::Point(_) => return,
            Core::Segment(a, b) => {
                let along = b.to_double() * 0.5 - a.to_double() * 0.5;
                normalize(along).into_iter().chain(perpendicular_axes(along)).collect()
            }
            Core::Ray(_, direction, _) => {
                let along = direction.to_double();
                std::iter::once(along).chain(perpendicular_axes(along)).collect()
            }
            Core::Triangle(points) => {
                is_frame = false;
                triangle_normals(points.map(V::to_double))
            }
            Core::Box(obb) => {
                self.is_complete = true;
                // Its axes are orthonormal up to rounding only.
                inset += 1e-5 * inset + self.axis_error(obb.half_extents().to_double().element_sum());
                columns(&obb.pose())
            }
            Core::Revolution(solid) => columns(&solid.pose),
            Core::Custom(_, pose) => columns(pose),
        };
        let mut frame = SmallVec::new();
        for normal in directions {
            let ends = extent(convex, normal);
            self.add_slab(normal, ends, inset);
            frame.push((normal, ends));
        }
        if is_frame && frame.len() == V::DIMENSION {
            self.frame = Some(frame);
        }
    }

    /// Adds the faces of a hull; if there are many, an evenly spread selection.
    fn add_hull(&mut self, hull: &Hull<V>, pose: &Pose<V>, radius: f64) {
        let step = (hull.face_count() as usize).div_ceil(MAX_FACES).max(1);
        self.is_complete = step == 1 && hull.dimension() == V::DIMENSION;
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
            match self.faces.iter_mut().find(|known| known.normal.dot(normal) > SAME_FACE_COSINE) {
                // A point below one face by this much is also below the other, in the box around the shape.
                Some(known) => {
                    let apart = (normal - known.normal).to_f64();
                    let most: f64 = (0..3)
                        .map(|axis| (apart[axis] * self.low[axis]).max(apart[axis] * self.high[axis]))
                        .sum();
                    known.inner = known.inner.min(offset - most - slack);
                }
                None => self.faces.push(FacePlane {
                    normal,
                    outer: offset + radius + slack,
                    inner: offset - slack,
                }),
            }
        }
    }

    /// Bounds the error over a length that arises because the axes of a rotation are orthonormal up to
    /// rounding only.
    fn axis_error(&self, length: f64) -> f64 {
        256.0 * V::Scalar::UNIT_ROUNDOFF.into() * length
    }

    fn add_plane(&mut self, plane: &Plane<V>, side: f64) {
        self.push(plane.normal().get().to_double() * side, plane.offset().into() * side, 0.0);
    }

    fn add_slab(&mut self, normal: V::Double, [low, high]: [f64; 2], inset: f64) {
        self.push(normal, high, inset);
        self.push(-normal, -low, inset);
    }

    /// Adds a face. Inside points may be lower by the inset.
    fn push(&mut self, normal: V::Double, outer: f64, inset: f64) {
        self.faces.push(FacePlane { normal, outer, inner: outer - inset });
    }

    /// Converts a plane to the frame of the tree, extended by the slack.
    fn cull_plane(&self, normal: V::Double, offset: f64) -> CullPlane {
        CullPlane::new(normal.to_f64(), offset + self.slack, self.place.origin.to_f64(), self.place.reach)
    }
}

/// Up to six directions.
type FaceNormals<V> = SmallVec<[<V as Vector>::Double; 6]>;

/// Rounds the extent of a shape along an axis upwards; trees clamp all coordinates to the range of `f32`.
fn round_extent_up(high: f64) -> f32 {
    if high.is_nan() { f32::INFINITY } else { rounded_up(high.max(f64::from(f32::MIN))) }
}

/// Normalizes a direction, up to roundings; `None` if it has no length.
fn normalize<D: Vector<Scalar = f64>>(direction: D) -> Option<D> {
    let largest = direction.abs().max_element();
    let scaled = D::from_fn(|axis| direction[axis] / largest);
    (largest > 0.0 && scaled.is_finite()).then(|| scaled * (1.0 / scaled.length()))
}

/// Returns unit vectors perpendicular to a direction: one in the plane, two in space.
fn perpendicular_axes<D: Vector<Scalar = f64>>(direction: D) -> SmallVec<[D; 2]> {
    let Some(along) = normalize(direction) else { return SmallVec::new() };
    let first = along.perpendicular(D::unit_axis(least_axis(along)));
    let second = along.perpendicular(first);
    let count = D::DIMENSION - 1;
    [first, second].into_iter().take(count).filter_map(normalize).collect()
}

/// Returns the normal of a triangle and the normals of its sides, none longer than 1: heights along them are
/// compared with distances.
fn triangle_normals<D: Vector<Scalar = f64>>([a, b, c]: [D; 3]) -> SmallVec<[D; 6]> {
    // Halved, so that differences do not overflow.
    let sides = [b * 0.5 - a * 0.5, c * 0.5 - b * 0.5, a * 0.5 - c * 0.5].map(normalize);
    let [Some(u), _, Some(v)] = sides else {
        return sides.into_iter().flatten().collect();
    };
    if D::IS_2D {
        return sides.into_iter().flatten().map(|side| side.perpendicular(side)).collect();
    }
    let normal = u.perpendicular(v);
    std::iter::once(normal)
        .chain(sides.into_iter().flatten().map(|side| side.perpendicular(normal)))
        .collect()
}
