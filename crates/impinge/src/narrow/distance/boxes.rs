//! Oriented boxes in space: how deep in each other, and where they rest on each other.
//!
//! Of the 15 separating axes (see [`obb`](crate::narrow::predicates::obb_obb)) the one of least overlap is
//! the least translation: for convex polyhedra one of them always is. Gaps are computed in the precision of
//! the boxes, four at a time; the depth along the axis that wins is then computed once more in `f64`.
//!
//! - **A face wins:** it is the reference. The face of the other box that is turned against it most is
//!   clipped to it, in the coordinates of the reference, in which its sides are |u| ≤ h and |v| ≤ k.
//! - **A pair of edges wins:** the boxes meet where the lines of these edges are nearest.
//!
//! Boxes as near to touching as rounding, and edges so nearly parallel that their cross product has lost
//! its digits (and might win), are left to the general way.
//! Source: Gottschalk 1996, §5; Gregorius, "Robust Contact Creation for Physics Simulations", GDC 2015.

mod alternating_projections;
mod linear_cast;
mod segment;

pub(in crate::narrow) use alternating_projections::Apart;
pub(in crate::narrow) use linear_cast::closing;
pub(in crate::narrow) use segment::segment_box;

use glam::DVec3;
use smallvec::SmallVec;

use super::separation::{Separation, is_single};
use crate::math::{Scalar, Vector};
use crate::narrow::manifold::clipped_polygon::{ClippedCorner, cut};
use crate::narrow::manifold::contact_manifold;
use crate::narrow::manifold::contact_manifold::{Found, Points};
use crate::narrow::predicates::box_pair::{AlongAxes, BoxPair};
use crate::narrow::predicates::obb_obb::slack;
use crate::shape::Obb;

/// The result of the axes.
pub(in crate::narrow) enum Axes<S> {
    /// The boxes are apart by at least so much; of their faces, this one is the furthest from the other box.
    Apart(S, SeparatingAxis),
    /// This axis has the least overlap.
    Overlapping(SeparatingAxis),
    /// Not decided in this file.
    Unclear,
}

/// An axis, by the numbers of the axes of both boxes.
#[derive(Clone, Copy)]
pub(in crate::narrow) enum SeparatingAxis {
    FaceOfA(usize),
    FaceOfB(usize),
    Edges(usize, usize),
}

/// Edges of a sine s below this, in roundings, are parallel. Were one of the boxes turned by s, they would be
/// so, and the other axes would decide; no corner moves further by that than s times the sizes. So their
/// cross product gains at most twice that over the other axes, which is what gaps may be off anyway (see
/// [`slack`]).
const PARALLEL: f64 = 64.0;
/// Below this sine, an overlap along a cross product has lost too many digits to be compared.
const SLANTED: f64 = 0.1;

/// The axis of least overlap of two boxes in space. `rounded` is added to the sizes that errors are relative
/// to.
#[inline(always)]
pub(in crate::narrow) fn axes<V: Vector>(a: &Obb<V>, b: &Obb<V>, rounded: V::Scalar) -> Axes<V::Scalar> {
    let between = b.center() - a.center();
    let (h, k) = (a.half_extents(), b.half_extents());
    let size = between.abs().element_sum() + h.element_sum() + k.element_sum();
    if size == V::Scalar::INFINITY {
        return Axes::Unclear;
    }
    let error = slack::<V>(size + rounded);
    let (axes_a, axes_b) = (a.axes(), b.axes());
    let pair = BoxPair::<V>::new(&axes_a, &axes_b, h, k);
    let t = AlongAxes::new::<V>(&axes_a, &axes_b, between);
    let beyond_b = t.b.abs() - pair.reach_along_b();
    let mut face = (SeparatingAxis::FaceOfA(0), -V::Scalar::INFINITY);
    // Of nearly equal overlaps the first, so that a stack does not flicker between two faces.
    let bias = size * (V::Scalar::from_f64(16.0) * V::Scalar::UNIT_ROUNDOFF);
    let parallel = V::Scalar::from_f64(PARALLEL) * V::Scalar::UNIT_ROUNDOFF;
    for i in 0..3 {
        let gap = t.a[i].abs() - pair.reach_along_a(i);
        if gap > face.1 + bias {
            face = (SeparatingAxis::FaceOfA(i), gap);
        }
    }
    for j in 0..3 {
        if beyond_b.lane(j) > face.1 + bias {
            face = (SeparatingAxis::FaceOfB(j), beyond_b.lane(j));
        }
    }
    if face.1 > error {
        return Axes::Apart(face.1 - error, face.0);
    }
    // Compared without quotients or roots: a gap g along an axis of length s beats the best so far, −d, if
    // g > −d·s.
    let mut best = face;
    let mut open = false;
    for i in 0..3 {
        let gaps = pair.along_edges(i, &t.a).abs() - pair.reach_along_edges(i);
        let squares = pair.squared_sines(i);
        for j in 0..3 {
            let (gap, square) = (gaps.lane(j), squares.lane(j));
            if gap > error {
                return Axes::Apart(V::Scalar::ZERO, face.0);
            }
            if square > parallel * parallel && gap + bias > best.1 * square.sqrt() {
                let sine = square.sqrt();
                if sine < V::Scalar::from_f64(SLANTED) {
                    open = open || !is_single::<V>() || gap_across(a, b, i, j) > best.1.into();
                } else if gap > (best.1 + bias) * sine {
                    best = (SeparatingAxis::Edges(i, j), gap / sine);
                }
            }
        }
    }
    if open || best.1 > -error { Axes::Unclear } else { Axes::Overlapping(best.0) }
}

/// The gap along the cross product of two edges that are all but parallel, in `f64`, which has digits enough
/// for boxes in `f32`.
#[cold]
#[inline(never)]
fn gap_across<V: Vector>(a: &Obb<V>, b: &Obb<V>, i: usize, j: usize) -> f64 {
    let origin = a.center().to_double();
    across(&Precise::new(a, origin), &Precise::new(b, origin), i, j).1
}

/// A box in `f64`, seen from an origin near it.
struct Precise<D: Vector> {
    center: D,
    axes: D::Basis,
    half: D,
}

impl<D: Vector<Scalar = f64>> Precise<D> {
    fn new<V: Vector<Double = D>>(obb: &Obb<V>, origin: D) -> Self {
        let axes = obb.axes();
        Precise {
            center: obb.center().to_double() - origin,
            axes: D::basis_from_fn(|axis| axes[axis].to_double()),
            half: obb.half_extents().to_double(),
        }
    }

    /// How far the box reaches from its centre along a direction.
    fn reach(&self, direction: D) -> f64 {
        (0..3).map(|axis| (self.axes[axis].dot(direction) * self.half[axis]).abs()).sum()
    }

    /// The middle of an edge along an axis that lies furthest in a direction.
    fn edge(&self, along: usize, direction: D) -> D {
        (0..3).filter(|&axis| axis != along).fold(self.center, |corner, axis| {
            let side = if self.axes[axis].dot(direction) > 0.0 { 1.0 } else { -1.0 };
            corner + self.axes[axis] * (side * self.half[axis])
        })
    }

    /// The number of that edge.
    fn edge_number(&self, along: usize, direction: D) -> u32 {
        let sides = (0..3)
            .filter(|&axis| self.axes[axis].dot(direction) > 0.0)
            .fold(0, |bits, axis| bits | 1 << axis);
        (along as u32) << 3 | (sides & !(1 << along))
    }
}

/// Where two boxes that are apart are nearest, searched from this axis.
#[inline(never)]
pub(in crate::narrow) fn nearest<V: Vector>(
    a: &Obb<V>,
    b: &Obb<V>,
    start: SeparatingAxis,
    limit: f64,
) -> Apart<V::Double> {
    let origin = a.center().to_double();
    let (precise_a, precise_b) = (Precise::new(a, origin), Precise::new(b, origin));
    let size =
        precise_b.center.abs().element_sum() + precise_a.half.element_sum() + precise_b.half.element_sum();
    // Squares of squares must neither overflow nor vanish.
    if !(1e-60..1e60).contains(&size) {
        return Apart::Unclear;
    }
    match alternating_projections::nearest(&precise_a, &precise_b, start, limit, size) {
        Apart::Found(mut found) => {
            found.point_a += origin;
            found.point_b += origin;
            Apart::Found(found)
        }
        other => other,
    }
}

/// The least translation of two boxes whose least overlap is along this axis, and the points in which they
/// rest on each other, or are no further apart than `limit`. `None` where rounding leaves no point, and the
/// general way has to decide.
#[inline(always)]
pub(in crate::narrow) fn rest<V: Vector>(
    a: &Obb<V>,
    b: &Obb<V>,
    axis: SeparatingAxis,
    limit: f64,
    points: &mut Points<V::Double>,
) -> Option<Separation<V::Double>> {
    let origin = a.center().to_double();
    let (precise_a, precise_b) = (Precise::new(a, origin), Precise::new(b, origin));
    let mut separation = match axis {
        SeparatingAxis::FaceOfA(face) => faces(&precise_a, &precise_b, face, limit, points)?,
        SeparatingAxis::FaceOfB(face) => {
            let separation = faces(&precise_b, &precise_a, face, limit, points)?;
            for point in points.iter_mut() {
                std::mem::swap(&mut point.point_a, &mut point.point_b);
            }
            separation.flip()
        }
        SeparatingAxis::Edges(i, j) => edges(&precise_a, &precise_b, i, j, points)?,
    };
    for point in points.iter_mut() {
        point.point_a += origin;
        point.point_b += origin;
    }
    separation.point_a += origin;
    separation.point_b += origin;
    Some(separation)
}

/// How far beyond the ends of edges their nearest points may come out, relative to the boxes.
const BEYOND: f64 = 1e-6;

/// The lines of two edges, where they are nearest.
fn edges<D: Vector<Scalar = f64>>(
    a: &Precise<D>,
    b: &Precise<D>,
    i: usize,
    j: usize,
    points: &mut Points<D>,
) -> Option<Separation<D>> {
    let separation = crossing(a, b, i, j)?;
    let Separation { distance, normal, point_a, point_b } = separation;
    let feature =
        contact_manifold::number_of([u32::MAX, 0, a.edge_number(i, normal), b.edge_number(j, -normal)]);
    points.push(Found { point_a, point_b, distance, feature });
    (distance < 0.0).then_some(separation)
}

/// The direction across two edges, from the first box to the second, and the gap along it.
#[inline(always)]
fn across<D: Vector<Scalar = f64>>(a: &Precise<D>, b: &Precise<D>, i: usize, j: usize) -> (D, f64) {
    let across = a.axes[i].perpendicular(b.axes[j]);
    let across = across * (1.0 / across.length());
    let between = b.center - a.center;
    let normal = if across.dot(between) < 0.0 { -across } else { across };
    (normal, normal.dot(between) - a.reach(normal) - b.reach(normal))
}

/// The separation along the cross product of two edges; `None` if these do not cross.
#[inline(always)]
fn crossing<D: Vector<Scalar = f64>>(
    a: &Precise<D>,
    b: &Precise<D>,
    i: usize,
    j: usize,
) -> Option<Separation<D>> {
    let (u, v) = (a.axes[i], b.axes[j]);
    let (normal, distance) = across(a, b, i, j);
    let (p, q) = (a.edge(i, normal), b.edge(j, -normal));
    let (gap, cosine) = (q - p, u.dot(v));
    let s = (gap.dot(u) - gap.dot(v) * cosine) / (1.0 - cosine * cosine);
    let t = s * cosine - gap.dot(v);
    // Where a face is nearly as good an axis, rounding may have preferred edges that cross beyond their ends.
    let beyond = (s.abs() - a.half[i]).max(t.abs() - b.half[j]);
    if beyond > BEYOND * (a.half.element_sum() + b.half.element_sum()) {
        return None;
    }
    let point_a = p + u * s.clamp(-a.half[i], a.half[i]);
    Some(Separation { distance, normal, point_a, point_b: point_a + normal * distance })
}

/// Corners of the clipped face, in the coordinates of the reference: along its sides, and above its plane.
type BoxCorners = SmallVec<[ClippedCorner<DVec3>; 8]>;

/// The face of the reference against the face of the other box that is turned against it most.
#[inline(never)]
fn faces<D: Vector<Scalar = f64>>(
    reference: &Precise<D>,
    other: &Precise<D>,
    face: usize,
    limit: f64,
    points: &mut Points<D>,
) -> Option<Separation<D>> {
    let between = other.center - reference.center;
    let side = if between.dot(reference.axes[face]) < 0.0 { -1.0 } else { 1.0 };
    let normal = reference.axes[face] * side;
    let (first, second) = ((face + 1) % 3, (face + 2) % 3);
    let (u, v) = (reference.axes[first], reference.axes[second]);
    let (h, k, height) = (reference.half[first], reference.half[second], reference.half[face]);

    let facing = D::from_fn(|axis| other.axes[axis].dot(normal));
    let against =
        (1..3).fold(0, |best, axis| if facing[axis].abs() > facing[best].abs() { axis } else { best });
    let other_side = if facing[against] > 0.0 { -1.0 } else { 1.0 };
    let center = between + other.axes[against] * (other_side * other.half[against]);
    let (e, f) = ((against + 1) % 3, (against + 2) % 3);
    let (e, f) = (other.axes[e] * other.half[e], other.axes[f] * other.half[f]);
    let local = |vector: D| [vector.dot(u), vector.dot(v), vector.dot(normal)];
    let (c, e, f) = (local(center), local(e), local(f));
    let corner = |s: f64, t: f64, number: u32| {
        let at = |i: usize| c[i] + (e[i] * s + f[i] * t);
        let point = DVec3::new(at(0), at(1), at(2) - height);
        ClippedCorner { point, into: (number + 3) % 4 * 2, out: number * 2 }
    };
    let none = ClippedCorner::default();
    let corners = [corner(-1.0, -1.0, 0), corner(1.0, -1.0, 1), corner(1.0, 1.0, 2), corner(-1.0, 1.0, 3)];
    let [p, q, r, s] = corners;
    let mut corners: BoxCorners = SmallVec::from_buf_and_len([p, q, r, s, none, none, none, none], 4);
    for (axis, limit) in [(0, h), (1, k)] {
        for (number, side) in [(0, 1.0), (1, -1.0)] {
            if corners.iter().any(|corner| corner.point[axis] * side > limit) {
                let above = |point: DVec3| point[axis] * side - limit;
                corners = cut(&corners, true, above, (axis as u32 * 2 + number) * 2 + 1);
            }
        }
    }
    let numbers = [face as u32 * 2 + u32::from(side > 0.0), against as u32 * 2 + u32::from(other_side > 0.0)];
    let base = reference.center;
    let mut deepest: Option<(f64, D)> = None;
    for corner in corners.iter().filter(|corner| corner.point.z <= limit) {
        let [along_u, along_v, distance] = corner.point.to_array();
        let point_b = base + u * along_u + v * along_v + normal * (height + distance);
        let feature = contact_manifold::number_of([numbers[0], numbers[1], corner.into, corner.out]);
        points.push(Found { point_a: point_b - normal * distance, point_b, distance, feature });
        if deepest.is_none_or(|(least, _)| distance < least) {
            deepest = Some((distance, point_b));
        }
    }
    let (least, point_b) = deepest?;
    let distance = between.dot(normal) - height - other.reach(normal);
    // The deepest corner lies over the face, or else another axis would have had less overlap.
    if least > distance + 1e-6 * (height + h + k) || distance >= 0.0 {
        return None;
    }
    Some(Separation { distance, normal, point_a: point_b - normal * distance, point_b })
}
