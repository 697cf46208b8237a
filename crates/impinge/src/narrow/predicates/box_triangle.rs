//! Boxes against triangles in space, where rounding leaves no doubt.
//!
//! A linear map changes nothing about how two sets lie. So the box is brought to stand along the axes around
//! the origin, by the inverse of its axes, and the triangle with it. Then 13 directions decide (see
//! [`super::polyhedra`]): the axes, the normal of the triangle, and the cross products of axes and sides.
//!
//! # What rounding can do
//! With ε of `f64`, M the sum of all sizes of box and triangle as seen from the centre, and E the size
//! of a side, each transformed with an error of less than 16·ε of itself: along the cross product of an
//! axis and a side, projections are off by less than 32·ε·E·M, along the normal by less than
//! 48·ε·E·E'·M. Sides that are exactly along an axis have no cross product with it. Exact arithmetic
//! decides what remains open. Source: Akenine-Möller, "Fast 3D Triangle-Box Overlap Testing", 2001. The
//! bounds are our own.

use super::polyhedra;
use crate::math::Vector;
use crate::math::triple::{Point, cross, dot};
use crate::narrow::Relation;
use crate::shape::{Aabb, Obb, Triangle};

/// Of sizes between these, products of three neither overflow nor lose digits that matter.
const SIZES: std::ops::Range<f64> = 1e-90..1e90;

#[inline]
pub(in crate::narrow) fn aabb_triangle<V: Vector>(bounds: &Aabb<V>, triangle: &Triangle<V>) -> Relation {
    filtered_aabb(bounds, triangle).unwrap_or_else(|| polyhedra::relation(bounds, triangle))
}

#[inline]
pub(in crate::narrow) fn obb_triangle<V: Vector>(obb: &Obb<V>, triangle: &Triangle<V>) -> Relation {
    filtered_obb(obb, triangle).unwrap_or_else(|| polyhedra::relation(obb, triangle))
}

fn filtered_aabb<V: Vector>(bounds: &Aabb<V>, triangle: &Triangle<V>) -> Option<Relation> {
    if V::IS_2D {
        return None;
    }
    let (min, max) = (bounds.min().to_f64(), bounds.max().to_f64());
    let points = triangle.points().map(V::to_f64);
    let center = [0, 1, 2].map(|axis| min[axis] * 0.5 + max[axis] * 0.5);
    let half = [0, 1, 2].map(|axis| max[axis] * 0.5 - min[axis] * 0.5);
    // The centre is rounded, relative to the coordinates.
    let coordinates = (0..3).map(|axis| min[axis].abs() + max[axis].abs()).sum();
    let from = |a: Point, b: Point| [0, 1, 2].map(|axis| b[axis] - a[axis]);
    let seen = TriangleInBox {
        half,
        corners: points.map(|point| from(center, point)),
        sides: [0, 1, 2].map(|i| from(points[i], points[(i + 1) % 3])),
        coordinates,
        is_aligned: true,
    };
    seen.relation()
}

fn filtered_obb<V: Vector>(obb: &Obb<V>, triangle: &Triangle<V>) -> Option<Relation> {
    if V::IS_2D {
        return None;
    }
    let columns = obb.axes();
    let columns = [0, 1, 2].map(|axis| columns[axis].to_f64());
    let points = triangle.points().map(V::to_f64);
    let center = obb.center().to_f64();
    // Rows of the inverse; the axes are orthonormal up to some roundings, so this loses nothing.
    let normals = [0, 1, 2].map(|i| cross(columns[(i + 1) % 3], columns[(i + 2) % 3]));
    let per_volume = 1.0 / dot(columns[0], normals[0]);
    let rows = normals.map(|normal| normal.map(|x| x * per_volume));
    let carried = |a: Point, b: Point| {
        let between = [0, 1, 2].map(|axis| b[axis] - a[axis]);
        rows.map(|row| dot(row, between))
    };
    let seen = TriangleInBox {
        half: obb.half_extents().to_f64(),
        corners: points.map(|point| carried(center, point)),
        sides: [0, 1, 2].map(|i| carried(points[i], points[(i + 1) % 3])),
        coordinates: 0.0,
        is_aligned: columns.iter().flatten().all(|x| [0.0, 1.0, -1.0].contains(x)),
    };
    seen.relation()
}

fn size(vector: Point) -> f64 {
    vector[0].abs() + vector[1].abs() + vector[2].abs()
}

/// A triangle as seen from a box.
struct TriangleInBox {
    half: Point,
    corners: [Point; 3],
    /// From each corner to the next.
    sides: [Point; 3],
    /// The size of the numbers that the centre of the box was computed from.
    coordinates: f64,
    /// Whether a side that is seen along an axis is exactly so.
    is_aligned: bool,
}

impl TriangleInBox {
    #[inline(always)]
    fn relation(&self) -> Option<Relation> {
        let [a, b, c] = self.corners;
        let size_of_all = size(a) + size(b) + size(c) + size(self.half) + self.coordinates;
        if !SIZES.contains(&size_of_all) {
            return None;
        }
        let unit = 64.0 * f64::EPSILON * size_of_all;
        let (mut is_apart, mut is_overlapping) = (false, true);
        for axis in 0..3 {
            let least = a[axis].min(b[axis]).min(c[axis]);
            let most = a[axis].max(b[axis]).max(c[axis]);
            let gap = least.max(-most) - self.half[axis];
            is_apart |= gap > unit;
            is_overlapping &= gap < -unit;
        }
        let [u, v, _] = self.sides;
        let normal = cross(u, v);
        let gap = dot(normal, a).abs() - dot(normal.map(f64::abs), self.half);
        let error = unit * size(u) * size(v) + f64::MIN_POSITIVE;
        is_apart |= gap > error;
        is_overlapping &= gap < -error;
        if is_apart {
            return Some(Relation::Disjoint);
        }
        for side in 0..3 {
            let along = self.sides[side];
            let error = unit * size(along) + f64::MIN_POSITIVE;
            // Both ends of the side are at one place along its cross products.
            let (on_it, opposite) = (self.corners[side], self.corners[(side + 2) % 3]);
            for axis in 0..3 {
                let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
                let is_none = self.is_aligned && along[i] == 0.0 && along[j] == 0.0;
                let height = |corner: Point| along[i] * corner[j] - along[j] * corner[i];
                let (first, second) = (height(on_it), height(opposite));
                let reach = along[i].abs() * self.half[j] + along[j].abs() * self.half[i];
                let gap = first.min(second).max(-first.max(second)) - reach;
                is_apart |= gap > error;
                is_overlapping &= is_none | (gap < -error);
            }
        }
        match (is_apart, is_overlapping) {
            (true, _) => Some(Relation::Disjoint),
            (false, true) => Some(Relation::Overlapping),
            (false, false) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec3, Quat, Vec3};
    use proptest::prelude::*;

    use super::*;
    use crate::math::{Rotation, Scalar};

    /// Where it decides, it is right; it returns whether it did.
    fn check<V: Vector>(bounds: [V; 2], corners: [V; 3], rotation: Rotation<V>) -> [bool; 2] {
        let triangle = Triangle::new(corners).unwrap();
        let [a, b] = bounds;
        let bounds = Aabb::from_corners(a, b).unwrap();
        let obb = Obb::new(a, b.abs(), rotation).unwrap();
        let (of_aabb, of_obb) = (filtered_aabb(&bounds, &triangle), filtered_obb(&obb, &triangle));
        if let Some(relation) = of_aabb {
            assert_eq!(relation, polyhedra::relation(&bounds, &triangle), "{bounds:?} {triangle:?}");
        }
        if let Some(relation) = of_obb {
            assert_eq!(relation, polyhedra::relation(&obb, &triangle), "{obb:?} {triangle:?}");
        }
        [of_aabb.is_some(), of_obb.is_some()]
    }

    fn turn([x, y, z, w]: [i8; 4]) -> Quat {
        Quat::from_xyzw(f32::from(x), f32::from(y), f32::from(z), f32::from(w) + 0.5).normalize()
    }

    proptest! {
        /// On a lattice nearly everything is touching, degenerate or along the axes somewhere.
        #[test]
        fn it_is_right_where_it_decides(
            points in prop::array::uniform5(prop::array::uniform3(-4i8..=4)),
            quaternion in prop::array::uniform4(-2i8..=2),
            power in -40i32..36,
            far in -1e3f64..1e3,
        ) {
            for (size, offset) in [(1.0, 0.0), (10f64.powi(power), 0.0), (0.1, far)] {
                let point = |p: [i8; 3]| DVec3::from(p.map(|x| f64::from(x) * size + offset));
                let [a, b, c, d, e] = points.map(point);
                let columns = Rotation::<Vec3>::from_quaternion(turn(quaternion)).unwrap().columns();
                let double = Rotation::<DVec3>::orthonormalize(columns.map(|column| column.as_dvec3())).unwrap();
                check([a, b], [c, d, e], double);
                check([a, b], [c, d, e], Rotation::identity());
                let single = |point: DVec3| Vec3::from_f64(point.to_array());
                check([a, b].map(single), [c, d, e].map(single), Rotation::from_columns(columns).unwrap());
            }
        }
    }

    #[test]
    fn nearly_all_is_decided() {
        let (mut count, mut decided) = (0, [0, 0]);
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 40) as f32 / (1u32 << 23) as f32 - 1.0
        };
        for _ in 0..2000 {
            let mut vector = || Vec3::new(random(), random(), random());
            let (a, b, corners) = (vector(), vector() * 0.5, [vector(), vector(), vector()]);
            let axis = vector();
            let turn = Quat::from_xyzw(axis.x, axis.y, axis.z, f32::HALF).normalize();
            let of = check([a, b], corners, Rotation::<Vec3>::from_quaternion(turn).unwrap());
            count += 1;
            (0..2).for_each(|i| decided[i] += usize::from(of[i]));
        }
        assert_eq!(decided, [count, count]);
    }
}
