//! Features: the face, edge or corner of a core that lies furthest in a direction.
//!
//! A face counts as facing the direction if it is turned away from it by less than [`ALIGNED`], and an edge
//! alike: resting contacts are never aligned to the last bit, and losing three of four contact points for it
//! would make things rock. A round side is an edge, the end of a cylinder a polygon of eight corners.

use smallvec::{SmallVec, smallvec};

use crate::math::Vector;
use crate::narrow::distance::support::{BoxMap, Corners, Map, RevolutionMap, SupportMap};
use crate::shape::Profile;

/// The cosine of the angle, about 11°, up to which a face faces a direction.
pub(in crate::narrow) const ALIGNED: f64 = 0.98;
/// The sine of the angle, about 11°, up to which an edge is across a direction.
const ACROSS: f64 = 0.2;
/// A cone less high than this share of its radius is a disc.
const FLAT: f64 = 1e-6;
/// Corners of the end of a cylinder or cone.
const ROUND: u32 = 8;

/// A corner of a feature, with the number that it keeps while the shape moves.
#[derive(Clone, Copy, Debug)]
pub(in crate::narrow) struct FeatureCorner<D> {
    pub point: D,
    pub number: u32,
}

/// One corner, an edge (two corners) or a face (three or more, around its normal).
#[derive(Clone, Debug)]
pub(in crate::narrow) struct ShapeFeature<D> {
    pub corners: SmallVec<[FeatureCorner<D>; 8]>,
    /// Of a face in space and of an edge in the plane: the outward unit normal.
    pub normal: Option<D>,
    /// Distinguishes the feature from others of its shape.
    pub number: u32,
}

impl<D: Vector<Scalar = f64>> ShapeFeature<D> {
    fn corner(point: D, number: u32) -> Self {
        ShapeFeature { corners: smallvec![FeatureCorner { point, number }], normal: None, number }
    }

    /// The edge or face of these corners, as far as it faces the direction: the whole, one of its edges, or a
    /// corner.
    fn facing(corners: SmallVec<[FeatureCorner<D>; 8]>, normal: D, number: u32, direction: D) -> Self {
        if normal.dot(direction) >= ALIGNED {
            return ShapeFeature { corners, normal: Some(normal), number };
        }
        if D::IS_2D {
            return Self::furthest(&corners, direction);
        }
        Self::edge_of(&corners, direction)
    }

    fn furthest(corners: &[FeatureCorner<D>], direction: D) -> Self {
        let mut best = corners[0];
        for corner in &corners[1..] {
            if corner.point.dot(direction) > best.point.dot(direction) {
                best = *corner;
            }
        }
        Self::corner(best.point, best.number)
    }

    /// The edge at the furthest corner that is across the direction, or that corner.
    fn edge_of(corners: &[FeatureCorner<D>], direction: D) -> Self {
        let count = corners.len();
        let height = |i: usize| corners[i].point.dot(direction);
        let top = (0..count).fold(0, |best, i| if height(i) > height(best) { i } else { best });
        let slope = |i: usize| {
            let along = corners[i].point - corners[top].point;
            let length = along.length();
            if length > 0.0 { -along.dot(direction) / length } else { f64::INFINITY }
        };
        let (next, last) = ((top + 1) % count, (top + count - 1) % count);
        let other = if slope(next) <= slope(last) { next } else { last };
        if count < 2 || slope(other) > ACROSS {
            return Self::corner(corners[top].point, corners[top].number);
        }
        // In the order of the loop, so that the number does not depend on the direction.
        let (from, to) = if other == next { (top, next) } else { (last, top) };
        let number = corners[from].number << 16 ^ corners[to].number;
        ShapeFeature { corners: smallvec![corners[from], corners[to]], normal: None, number }
    }
}

/// The feature of a core in a unit direction.
pub(in crate::narrow) fn feature<V: Vector>(
    map: &Map<'_, V>,
    direction: V::Double,
) -> ShapeFeature<V::Double> {
    match map {
        Map::Point(Corners([point])) => ShapeFeature::corner(*point, 0),
        Map::Segment(Corners(points)) => of_points(points, direction),
        Map::Triangle(Corners(points)) => of_points(points, direction),
        Map::Box(cuboid) => of_box(cuboid, direction),
        Map::Hull(map) => {
            let local = V::Double::from_fn(|axis| map.columns[axis].dot(direction));
            let place = |vertex: u32| map.vertex(vertex).unwrap_or(map.translation);
            let turn = |normal: V::Double| {
                let turned = (1..V::DIMENSION)
                    .fold(map.columns[0] * normal[0], |sum, axis| sum + map.columns[axis] * normal[axis]);
                turned * (1.0 / turned.length())
            };
            of_hull(map.hull, local, direction, place, turn)
        }
        Map::Revolution(solid) => of_revolution(solid, direction),
        Map::Custom(map) => ShapeFeature::corner(map.support(direction).0, 0),
    }
}

fn of_points<D: Vector<Scalar = f64>>(points: &[D], direction: D) -> ShapeFeature<D> {
    let corners: SmallVec<[FeatureCorner<D>; 8]> =
        points.iter().enumerate().map(|(i, &point)| FeatureCorner { point, number: i as u32 }).collect();
    if D::IS_2D {
        return of_planar_loop(&corners, direction);
    }
    if points.len() < 3 {
        return ShapeFeature::edge_of(&corners, direction);
    }
    let normal = (points[1] - points[0]).perpendicular(points[2] - points[0]);
    let length = normal.length();
    if length == 0.0 {
        return ShapeFeature::edge_of(&corners, direction);
    }
    let normal = normal * (1.0 / length);
    // Both sides of a triangle are faces.
    if normal.dot(direction) < 0.0 {
        let turned = corners.iter().rev().copied().collect();
        return ShapeFeature::facing(turned, -normal, 1, direction);
    }
    ShapeFeature::facing(corners, normal, 0, direction)
}

/// In the plane: the edge of a loop that faces a direction most; loops of either turn, segments with two
/// sides.
fn of_planar_loop<D: Vector<Scalar = f64>>(corners: &[FeatureCorner<D>], direction: D) -> ShapeFeature<D> {
    let count = corners.len();
    let turn = |a: D, b: D| a.dot(b.perpendicular(b));
    let area = if count == 3 {
        turn(corners[1].point - corners[0].point, corners[2].point - corners[0].point)
    } else {
        0.0
    };
    if count == 3 && area == 0.0 {
        return of_planar_loop(&longest(corners), direction);
    }
    let is_clockwise = area < 0.0;
    let mut best: Option<(f64, D, usize, usize)> = None;
    for i in 0..count {
        let j = (i + 1) % count;
        let (from, to) = if is_clockwise { (j, i) } else { (i, j) };
        let along = corners[to].point - corners[from].point;
        let length = along.length();
        if length > 0.0 {
            let normal = along.perpendicular(along) * (1.0 / length);
            let facing = normal.dot(direction);
            if best.is_none_or(|(most, ..)| facing > most) {
                best = Some((facing, normal, from, to));
            }
        }
    }
    match best {
        Some((_, normal, from, to)) => {
            ShapeFeature::facing(smallvec![corners[from], corners[to]], normal, from as u32, direction)
        }
        None => ShapeFeature::furthest(corners, direction),
    }
}

/// The two of three corners that are furthest apart.
fn longest<D: Vector<Scalar = f64>>(corners: &[FeatureCorner<D>]) -> [FeatureCorner<D>; 2] {
    let pairs = [[0, 1], [1, 2], [0, 2]].map(|pair| pair.map(|i| corners[i]));
    let length = |[a, b]: &[FeatureCorner<D>; 2]| (b.point - a.point).length();
    pairs.into_iter().fold(pairs[0], |best, pair| if length(&pair) > length(&best) { pair } else { best })
}

fn of_box<D: Vector<Scalar = f64>>(cuboid: &BoxMap<D>, direction: D) -> ShapeFeature<D> {
    let lengths = D::from_fn(|axis| cuboid.reaches[axis].length());
    if (0..D::DIMENSION).any(|axis| lengths[axis] == 0.0) {
        return of_flat_box(cuboid, lengths, direction);
    }
    let facing = D::from_fn(|axis| cuboid.reaches[axis].dot(direction) / lengths[axis]);
    let axis = (0..D::DIMENSION)
        .fold(0, |best, axis| if facing[axis].abs() > facing[best].abs() { axis } else { best });
    let is_positive = facing[axis] > 0.0;
    let normal = cuboid.reaches[axis] * (if is_positive { 1.0 } else { -1.0 } / lengths[axis]);
    let base = if is_positive { 1 << axis } else { 0 };
    let (second, third) = ((axis + 1) % D::DIMENSION, (axis + 2) % D::DIMENSION);
    let numbers: SmallVec<[u32; 4]> = if D::IS_2D {
        smallvec![base, base | 1 << second]
    } else {
        smallvec![base, base | 1 << second, base | 1 << second | 1 << third, base | 1 << third]
    };
    let mut corners: SmallVec<[FeatureCorner<D>; 8]> = numbers
        .iter()
        .filter_map(|&number| cuboid.vertex(number).map(|point| FeatureCorner { point, number }))
        .collect();
    // Counter-clockwise seen from outside, whichever way the axes turn.
    let along = corners[1].point - corners[0].point;
    let across = corners[corners.len() - 1].point - corners[0].point;
    if along.perpendicular(across).dot(normal) < 0.0 {
        corners.reverse();
    }
    let number = axis as u32 * 2 + u32::from(is_positive);
    ShapeFeature::facing(corners, normal, number, direction)
}

/// A box without an extent along some axis: a rectangle, a segment or a point, whose corners would come
/// several times.
fn of_flat_box<D: Vector<Scalar = f64>>(cuboid: &BoxMap<D>, lengths: D, direction: D) -> ShapeFeature<D> {
    let mut corners: SmallVec<[D; 4]> = smallvec![cuboid.center];
    for axis in (0..D::DIMENSION).filter(|&axis| lengths[axis] > 0.0) {
        let reach = cuboid.reaches[axis];
        // Around the rectangle, not across it.
        let back: SmallVec<[D; 4]> = corners.iter().rev().map(|&corner| corner + reach).collect();
        corners.iter_mut().for_each(|corner| *corner = *corner - reach);
        corners.extend(back);
    }
    of_points(&corners, direction)
}

fn of_hull<V: Vector>(
    hull: &crate::shape::Hull<V>,
    local: V::Double,
    direction: V::Double,
    place: impl Fn(u32) -> V::Double,
    turn: impl Fn(V::Double) -> V::Double,
) -> ShapeFeature<V::Double> {
    let corner = |vertex: u32| FeatureCorner { point: place(vertex), number: vertex };
    let target = V::from_double(local);
    let top = hull.support(target);
    let facing = |face: u32| hull.normal(face).get().dot(target);
    // Of a convex shape, the face that faces a direction most need not be at the furthest vertex, but the
    // furthest face is.
    let best = hull.vertex_faces(top).iter().copied().fold(None, |best: Option<u32>, face| match best {
        Some(known) if facing(known) >= facing(face) => Some(known),
        _ => Some(face),
    });
    match best {
        Some(face) => {
            let corners = hull.face(face).iter().map(|&vertex| corner(vertex)).collect();
            let normal = turn(hull.normal(face).get().to_double());
            let number = hull.vertices().len() as u32 + face;
            ShapeFeature::facing(corners, normal, number, direction)
        }
        None => {
            let corners: SmallVec<[FeatureCorner<V::Double>; 8]> =
                (0..hull.vertices().len() as u32).map(corner).collect();
            ShapeFeature::edge_of(&corners, direction)
        }
    }
}

fn of_revolution<D: Vector<Scalar = f64>>(solid: &RevolutionMap<D>, direction: D) -> ShapeFeature<D> {
    let along = solid.axis.dot(direction);
    // A cone without a height is a disc.
    let is_disc = solid.profile == Profile::Cone && solid.half_height <= solid.radius * FLAT;
    let faces_disc = |is_upper: bool| is_disc || solid.profile.has_disc(is_upper);
    let has_end = along.abs() >= ALIGNED && faces_disc(along > 0.0);
    let side = if along > 0.0 { 1.0 } else { -1.0 };
    let center = solid.center + solid.axis * solid.half_height * side;
    if has_end && solid.radius > 0.0 {
        let normal = solid.axis * side;
        let first = crate::narrow::distance::segments::any_perpendicular(solid.axis) * solid.radius;
        let corners = if D::IS_2D {
            smallvec![
                FeatureCorner { point: center - first, number: 0 },
                FeatureCorner { point: center + first, number: 1 }
            ]
        } else {
            let second = normal.perpendicular(first);
            (0..ROUND)
                .map(|number| {
                    let (sine, cosine) =
                        libm::sincos(f64::from(number) * std::f64::consts::TAU / f64::from(ROUND));
                    FeatureCorner { point: center + first * cosine + second * sine, number }
                })
                .collect()
        };
        let mut feature = ShapeFeature { corners, normal: Some(normal), number: 2 + u32::from(along > 0.0) };
        turn_to(&mut feature);
        return feature;
    }
    // The line of the side that faces the direction.
    let round_end = || ShapeFeature::corner(solid.support(direction).0, 8);
    let Some([lower, upper]) = solid.side(direction) else { return round_end() };
    let line = [FeatureCorner { point: lower, number: 8 }, FeatureCorner { point: upper, number: 9 }];
    let mut feature = ShapeFeature::edge_of(&line, direction);
    if !solid.profile.has_disc(false) && feature.corners.len() == 1 && feature.corners[0].number == 8 {
        return round_end();
    }
    if D::IS_2D && feature.corners.len() == 2 {
        let edge = feature.corners[1].point - feature.corners[0].point;
        let normal = edge.perpendicular(edge) * (1.0 / edge.length());
        feature.normal = Some(if normal.dot(direction) < 0.0 { -normal } else { normal });
        turn_to(&mut feature);
    }
    feature
}

/// In the plane: the order of an edge's corners in which its normal points to the right of it.
fn turn_to<D: Vector<Scalar = f64>>(feature: &mut ShapeFeature<D>) {
    if let (2, Some(normal)) = (D::DIMENSION, feature.normal) {
        let edge = feature.corners[1].point - feature.corners[0].point;
        if edge.perpendicular(edge).dot(normal) < 0.0 {
            feature.corners.reverse();
        }
    }
}
