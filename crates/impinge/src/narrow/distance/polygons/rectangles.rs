//! Two boxes in the plane: as polygons (see [`polygons`](super)), but two axes each are enough, and of the
//! corners only those that are nearest are needed.
//!
//! A box reaches as far to either side of its centre, so the gap along a normal n is |t·n| less the reaches
//! of both, with t from centre to centre. Axes are unit vectors up to the roundings of their own precision
//! only: the normal of a side is across the other axis, and is brought to the length 1 in `f64`.
//!
//! Left to the polygons: corners that are nearest to each other, as to where they rest; flat boxes.

use glam::DVec2;

use super::edge_clipping::{Answer, PolygonFeature, meet, one_point, ordered_manifold, rounded};
use super::{EQUAL, ORDINARY, double, of_vector, reach};
use crate::math::{Scalar, Vector};
use crate::narrow::distance::error_bound::error_bound;
use crate::narrow::distance::pair_order;
use crate::narrow::distance::separation::{ClosedForm, Separation};
use crate::narrow::manifold::feature::ALIGNED;
use crate::narrow::table::takes;
use crate::shape::{ConvexShape, Core, Obb};

struct PlaneBox {
    /// From the centre to the middle of the positive side of each axis.
    reaches: [DVec2; 2],
    /// Outwards from these sides, unit vectors.
    normals: [DVec2; 2],
    /// 1, or −1 of mirrored axes.
    turn: f64,
}

impl PlaneBox {
    #[inline(always)]
    fn new<V: Vector>(obb: &Obb<V>) -> Self {
        let axes = obb.axes();
        let half = obb.half_extents().to_double();
        let [u, v] = [double(axes[0]), double(axes[1])];
        let turn = 1.0_f64.copysign(u.perp_dot(v));
        // 1/√(1 + e), of which e³ does not show: axes are that near to unit vectors.
        let per_length = |axis: DVec2| {
            let excess = axis.dot(axis) - 1.0;
            turn - turn * excess * (0.5 - 0.375 * excess)
        };
        PlaneBox {
            reaches: [u * half[0], v * half[1]],
            normals: [DVec2::new(v.y, -v.x) * per_length(v), DVec2::new(-u.y, u.x) * per_length(u)],
            turn,
        }
    }

    /// The side of an axis that is positive or negative, as `sign` is, of a box around `center`.
    #[inline(always)]
    fn side(&self, center: DVec2, axis: usize, sign: f64, facing: f64) -> PolygonFeature {
        let middle = center + self.reaches[axis] * sign;
        // Counter-clockwise around the box.
        let onwards = if axis == 0 { sign * self.turn } else { -sign * self.turn };
        let half = self.reaches[1 - axis] * onwards;
        let bit = |sign: f64, axis: usize| u32::from(sign > 0.0) << axis;
        let number = |along: f64| bit(sign, axis) | bit(along, 1 - axis);
        PolygonFeature {
            ends: [middle - half, middle + half],
            end_numbers: [number(-onwards), number(onwards)],
            outward: Some(self.normals[axis] * sign),
            facing: facing * facing,
            number: side_number(axis, sign),
        }
    }
}

#[inline(always)]
fn side_number(axis: usize, sign: f64) -> u32 {
    axis as u32 * 2 + u32::from(sign > 0.0)
}

/// Two boxes in the order in which they are computed.
struct RectanglePair {
    boxes: [PlaneBox; 2],
    /// From the centre of the first box, which is the origin, to the centre of the second.
    between: DVec2,
    origin: DVec2,
    radii: [f64; 2],
    /// By how much the sign of the separation may be wrong.
    room: f64,
}

/// The side that parts the boxes most, seen from its own box.
struct RectangleSide {
    /// The number of its box.
    own: usize,
    axis: usize,
    /// Which of the two sides of the axis: 1 or −1.
    sign: f64,
    gap: f64,
    outward: DVec2,
}

/// The other box's corner across from a side, or what else is nearest.
struct NearestCorners {
    /// From the side's box to the other.
    separation: Separation<DVec2>,
    /// Along the side's normal.
    is_over: bool,
    /// The number of the corner.
    corner: u32,
}

impl RectanglePair {
    #[inline(always)]
    fn new<V: Vector>([a, b]: [&Obb<V>; 2], radii: [V::Scalar; 2]) -> Option<Self> {
        let (centers, halves) = ([a.center(), b.center()], [a.half_extents(), b.half_extents()]);
        let sizes = (centers[0].abs() + centers[1].abs() + halves[0] + halves[1]).element_sum();
        let magnitude = (sizes + radii[0] + radii[1]).into();
        let least = halves[0].min(halves[1]);
        let least: f64 = Scalar::min(least[0], least[1]).into();
        let is_ordinary = magnitude < ORDINARY && least > 1.0 / ORDINARY;
        let origin = double(centers[0]);
        is_ordinary.then(|| RectanglePair {
            boxes: [PlaneBox::new(a), PlaneBox::new(b)],
            between: double(centers[1]) - origin,
            origin,
            radii: radii.map(Into::into),
            room: error_bound::<V>(magnitude),
        })
    }

    /// The side of the greatest gap.
    #[inline(always)]
    fn side(&self) -> RectangleSide {
        let [a, b] = &self.boxes;
        let gap = |own: &PlaneBox, other: &PlaneBox, axis: usize| {
            let normal = own.normals[axis];
            let along = self.between.dot(normal);
            let reaches = other.reaches[0].dot(normal).abs() + other.reaches[1].dot(normal).abs();
            (along.abs() - (own.reaches[axis].dot(normal) + reaches), along)
        };
        let gaps = [gap(a, b, 0), gap(a, b, 1), gap(b, a, 0), gap(b, a, 1)];
        // Chosen by an index, for which is greatest cannot be foreseen.
        let first = usize::from(gaps[1].0 > gaps[0].0);
        let second = 2 + usize::from(gaps[3].0 > gaps[2].0);
        let best = if gaps[second].0 > gaps[first].0 { second } else { first };
        let (gap, along) = gaps[best];
        let (own, axis) = (best / 2, best % 2);
        let ahead = if along > 0.0 { 1.0 } else { -1.0 };
        let sign = if own == 0 { ahead } else { -ahead };
        RectangleSide { own, axis, sign, gap, outward: self.boxes[own].normals[axis] * sign }
    }

    /// Returns the vector from the centre of the side's box to the centre of the other box.
    #[inline(always)]
    fn away(&self, side: &RectangleSide) -> DVec2 {
        if side.own == 0 { self.between } else { -self.between }
    }

    /// Where the other box is nearest to a side; `None` if that is not clear.
    #[inline(always)]
    fn nearest(&self, side: &RectangleSide) -> Option<NearestCorners> {
        let &RectangleSide { own, axis, sign, gap, outward } = side;
        let (own, other) = (&self.boxes[own], &self.boxes[1 - own]);
        let middle = own.reaches[axis] * sign;
        let along = own.reaches[1 - axis];
        let square = along.dot(along);
        let inward = other.reaches.map(|reach| 1.0_f64.copysign(-reach.dot(outward)));
        let corner = self.away(side) + (other.reaches[0] * inward[0] + other.reaches[1] * inward[1]);
        let place = along.dot(corner - middle);
        if place.abs() <= square {
            let point_a = corner - outward * gap;
            return Some(NearestCorners {
                separation: Separation { distance: gap, normal: outward, point_a, point_b: corner },
                is_over: true,
                corner: u32::from(inward[0] > 0.0) | u32::from(inward[1] > 0.0) << 1,
            });
        }
        self.beside(side, inward, place)
    }

    /// The same where the corner across is beside the side.
    #[inline(never)]
    fn beside(&self, side: &RectangleSide, mut inward: [f64; 2], mut place: f64) -> Option<NearestCorners> {
        let &RectangleSide { own, axis, sign, gap, outward } = side;
        let (own, other) = (&self.boxes[own], &self.boxes[1 - own]);
        let middle = own.reaches[axis] * sign;
        let along = own.reaches[1 - axis];
        let square = along.dot(along);
        let beyond = 1.0_f64.copysign(place);
        let end = middle + along * beyond;
        let length = 2.0 * square.sqrt();
        // A neighbour that is as near to the side's line may be nearer to the side, or across from it.
        for (reach, inward) in other.reaches.iter().zip(&mut inward) {
            let step = *reach * (-2.0 * *inward);
            let next = place + along.dot(step);
            if step.dot(outward).abs() > EQUAL * (length + step.length()) || next * beyond >= place * beyond {
                continue;
            }
            if next * beyond <= square {
                let point_b = end + outward * gap;
                let separation = Separation { distance: gap, normal: outward, point_a: end, point_b };
                return Some(NearestCorners { separation, is_over: true, corner: 0 });
            }
            (*inward, place) = (-*inward, next);
        }
        let corner = self.away(side) + (other.reaches[0] * inward[0] + other.reaches[1] * inward[1]);
        let away = corner - end;
        let distance = away.length();
        let size = length + distance;
        let is_behind = |step: DVec2| step.dot(away) <= EQUAL * distance * (size + reach(step));
        let is_nearest = is_behind(middle * -2.0)
            && is_behind(other.reaches[0] * (2.0 * inward[0]))
            && is_behind(other.reaches[1] * (2.0 * inward[1]));
        (gap > 0.0 && distance > 1e-9 * size && is_nearest).then(|| {
            let normal = away * (1.0 / distance);
            let separation = Separation { distance, normal, point_a: end, point_b: corner };
            NearestCorners { separation, is_over: false, corner: 0 }
        })
    }

    /// In the world, in the order of the pair.
    #[inline(always)]
    fn placed(&self, side: &RectangleSide, nearest: &NearestCorners) -> Separation<DVec2> {
        let found = nearest.separation;
        let place = self.origin + if side.own == 0 { DVec2::ZERO } else { self.between };
        let found = Separation { point_a: found.point_a + place, point_b: found.point_b + place, ..found };
        let found = if side.own == 0 { found } else { found.flip() };
        Separation {
            distance: found.distance - (self.radii[0] + self.radii[1]),
            point_a: found.point_a + found.normal * self.radii[0],
            point_b: found.point_b - found.normal * self.radii[1],
            ..found
        }
    }
}

/// Whether the boxes are computed in the order (b, a).
#[inline(always)]
fn is_swapped<V: Vector>([a, b]: [&Obb<V>; 2], radii: [V::Scalar; 2]) -> bool {
    let (p, q) = (a.center(), b.center());
    if p[0] == q[0] { is_exchanged_elsewhere([a, b], radii) } else { p[0] > q[0] }
}

#[cold]
fn is_exchanged_elsewhere<V: Vector>([a, b]: [&Obb<V>; 2], radii: [V::Scalar; 2]) -> bool {
    pair_order::is_swapped(&convex(a, radii[0]), &convex(b, radii[1]))
}

fn convex<V: Vector>(obb: &Obb<V>, radius: V::Scalar) -> ConvexShape<'static, V> {
    ConvexShape { core: Core::Box(*obb), radius }
}

/// Computes the separation of two boxes as far as `limit`. Without `DEPTH`, the separation of
/// overlapping boxes is only a lower bound.
#[inline(never)]
pub(in crate::narrow) fn signed<V: Vector, const DEPTH: bool>(
    pair: [&Obb<V>; 2],
    radii: [V::Scalar; 2],
    limit: f64,
) -> ClosedForm<V::Double> {
    takes("axes of boxes");
    let order = usize::from(is_swapped(pair, radii));
    let (ordered, radii) = ([pair[order], pair[1 - order]], [radii[order], radii[1 - order]]);
    let as_polygons = || {
        let short = super::ordered(&convex(ordered[0], radii[0]), &convex(ordered[1], radii[1]), limit);
        match short {
            ClosedForm::Found(found) if order == 1 => ClosedForm::Found(found.flip()),
            short => short,
        }
    };
    let Some(pair) = RectanglePair::new(ordered, radii) else {
        return as_polygons();
    };
    let side = pair.side();
    let gap = side.gap - (pair.radii[0] + pair.radii[1]);
    if gap > limit + pair.room {
        return ClosedForm::Beyond;
    }
    if !DEPTH && gap < -pair.room && side.gap < 0.0 {
        let (point_a, point_b) = (V::Double::ZERO, V::Double::ZERO);
        return ClosedForm::Found(Separation {
            distance: gap,
            normal: V::Double::unit_axis(0),
            point_a,
            point_b,
        });
    }
    let Some(nearest) = pair.nearest(&side) else {
        return as_polygons();
    };
    let found = pair.placed(&side, &nearest);
    if found.distance.abs() <= pair.room {
        as_polygons()
    } else if found.distance > limit {
        ClosedForm::Beyond
    } else {
        ClosedForm::Found(of_vector::<V>(if order == 1 { found.flip() } else { found }))
    }
}

/// The manifold of two boxes as far as `limit`.
#[inline(never)]
pub(in crate::narrow) fn manifold<V: Vector>(
    pair: [&Obb<V>; 2],
    radii: [V::Scalar; 2],
    limit: f64,
) -> Answer<V> {
    takes("axes of boxes");
    let is_swapped = is_swapped(pair, radii);
    let order = usize::from(is_swapped);
    let (ordered, radii) = ([pair[order], pair[1 - order]], [radii[order], radii[1 - order]]);
    let as_polygons = |known| {
        let (a, b) = (convex(ordered[0], radii[0]), convex(ordered[1], radii[1]));
        ordered_manifold(&a, &b, known, is_swapped, limit)
    };
    let Some(pair) = RectanglePair::new(ordered, radii) else {
        return as_polygons(None);
    };
    let side = pair.side();
    if side.gap - (pair.radii[0] + pair.radii[1]) > limit + pair.room {
        return Answer::Nothing;
    }
    let Some(nearest) = pair.nearest(&side) else {
        return as_polygons(None);
    };
    let found = pair.placed(&side, &nearest);
    if found.distance.abs() <= pair.room {
        return as_polygons(None);
    }
    if found.distance > limit {
        return Answer::Nothing;
    }
    if !nearest.is_over {
        return as_polygons(Some(found));
    }
    let other = &pair.boxes[1 - side.own];
    let facings = other.normals.map(|normal| normal.dot(side.outward));
    let axis = usize::from(facings[1].abs() > facings[0].abs());
    let facing = facings[axis];
    if facing.abs() < ALIGNED {
        let numbers = [side_number(side.axis, side.sign), nearest.corner];
        return one_point(found, numbers, is_swapped);
    }
    let centers = [DVec2::ZERO, pair.between];
    let of_side = pair.boxes[side.own].side(centers[side.own], side.axis, side.sign, 1.0);
    let of_other = other.side(centers[1 - side.own], axis, 1.0_f64.copysign(-facing), facing);
    let features = if side.own == 0 { [of_side, of_other] } else { [of_other, of_side] };
    let (points, count) = meet(&features, pair.radii, pair.origin, &found, limit);
    rounded(found, points, count, pair.room / 64.0, is_swapped)
}
