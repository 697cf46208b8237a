//! Tests that every volume contains its content in real arithmetic, and is nearly as small as possible.

use std::cmp::Ordering;

use glam::{DVec2, DVec3, Vec2, Vec3};
use proptest::prelude::*;

use super::normalization::in_space;
use super::*;
use crate::math::exact::{self, Coordinates, Number, Question};
use crate::math::{Affine, Rotation, Scalar, Vector};
use crate::shape::{Aabb, Ball, Mesh, Obb, ShapeError};

mod named_points;
mod real_meshes;
mod smallest_box;

/// Number of clouds or boxes of each test.
const CASES: u32 = 1000;

/// One test for each vector type.
macro_rules! in_all_types {
    ($($check:ident($($argument:ident in $strategy:expr),+);)*) => {
        $(mod $check {
            use super::*;
            in_all_types!(@each $check, [planar_single Vec2, spatial_single Vec3, planar_double DVec2,
                spatial_double DVec3], ($($argument in $strategy),+));
        })*
    };
    (@each $check:ident, [$($name:ident $vector:ident),+], $arguments:tt) => {
        $(in_all_types!(@one $check, $name, $vector, $arguments);)+
    };
    (@one $check:ident, $name:ident, $vector:ident, ($($argument:ident in $strategy:expr),+)) => {
        proptest! {
            #![proptest_config(ProptestConfig::with_cases(impinge_tests::demand::random_cases(super::CASES)))]
            #[test]
            fn $name($($argument in $strategy),+) {
                super::$check::<$vector>($($argument),+)?;
            }
        }
    };
}

mod fits;
mod round_volumes;

in_all_types! {
    ball_is_smallest(cloud in cloud(12));
    obb_holds_its_points(cloud in cloud(40));
    aabb_holds_images(shape in any_box(), map in any_map());
    obb_holds_images(shape in any_box(), map in any_map());
    ball_holds_images(shape in any_box(), map in any_map());
}

/// Points of about unit size, a power of ten for their size, and their distance from the origin in sizes.
#[derive(Clone, Debug)]
struct Cloud {
    points: Vec<DVec3>,
    exponent: i32,
    offset: DVec3,
}

fn unit_cube() -> impl Strategy<Value = DVec3> {
    prop::array::uniform3(-1.0..1.0).prop_map(DVec3::from_array)
}

fn lattice() -> impl Strategy<Value = DVec3> {
    prop::array::uniform3(-2..=2).prop_map(|p| DVec3::from_array(p.map(f64::from)))
}

/// Exponents of ten in the range of `f32`; for `f64` they are seven times as large.
fn exponent() -> impl Strategy<Value = i32> {
    prop_oneof![4 => Just(0), 1 => -44..37]
}

fn cloud(most: usize) -> impl Strategy<Value = Cloud> {
    let points = prop_oneof![
        prop::collection::vec(unit_cube(), 1..most),
        prop::collection::vec(lattice(), 1..most),
        // On a line, on a plane, on a sphere, and one point many times.
        (lattice(), prop::collection::vec(-2.0..2.0, 1..most))
            .prop_map(|(along, at)| at.into_iter().map(|t: f64| along * t).collect()),
        (unit_cube(), unit_cube(), prop::collection::vec((-1.0..1.0, -1.0..1.0), 1..most))
            .prop_map(|(u, v, at)| at.into_iter().map(|(s, t): (f64, f64)| u * s + v * t).collect()),
        prop::collection::vec(unit_cube(), 1..most)
            .prop_map(|points| points.into_iter().map(|p| p.normalize_or_zero()).collect()),
        // Exactly on a sphere, 9 = 1 + 4 + 4 = 9 + 0 + 0, where many supports tie; and in the plane, 25 = 9 +
        // 16.
        prop::collection::vec((0..3_usize, 0..8_u32, 0..3_usize), 1..most).prop_map(|corners| {
            let corner = |(kind, signs, turn): (usize, u32, usize)| {
                let mut p = [[1.0, 2.0, 2.0], [3.0, 0.0, 0.0], [1.8, 2.4, 0.0]][kind];
                p.rotate_right(turn);
                DVec3::from_array([0, 1, 2].map(|i| if signs >> i & 1 == 1 { -p[i] } else { p[i] }))
            };
            corners.into_iter().map(corner).collect()
        }),
        // Nearly on a plane.
        (prop::collection::vec(lattice(), 1..most), unit_cube(), -12..0).prop_map(
            |(points, normal, thickness)| {
                let thickness = libm::exp10(f64::from(thickness));
                points.into_iter().map(|p| p.with_z(p.x * 0.3) + normal * (p.z * thickness)).collect()
            }
        ),
        (unit_cube(), 1..most).prop_map(|(point, count)| vec![point; count]),
    ];
    let offset =
        prop_oneof![2 => Just(DVec3::ZERO), 1 => unit_cube().prop_map(|o| o * 1000.0), 1 => lattice()];
    (points, exponent(), offset).prop_map(|(points, exponent, offset)| Cloud { points, exponent, offset })
}

fn size_of<V: Vector>(exponent: i32) -> f64 {
    let is_single = V::Scalar::UNIT_ROUNDOFF.into() > 1e-10;
    // Far from the ends of the range, offsets and products do not overflow.
    let exponent = if is_single { exponent.min(33) } else { 7 * exponent };
    libm::exp10(f64::from(exponent))
}

impl Cloud {
    fn points<V: Vector>(&self) -> Vec<V> {
        let size = size_of::<V>(self.exponent);
        self.points.iter().map(|&p| V::from_f64(((p + self.offset) * size).to_array())).collect()
    }
}

#[test]
fn almost_straight_axes_do_not_pass_for_straight_ones() -> Result<(), ShapeError> {
    // The second axis is a world axis, but the third has a component along it, far below rounding.
    let (sin, cos) = (0.28734788556635543, 0.9578262852211485);
    let axes = [DVec3::new(cos, 0.0, sin), DVec3::new(0.0, -1.0, 0.0), DVec3::new(sin, -9e-19, -cos)];
    let rotation = Rotation::from_columns(axes)?;
    let points = [DVec3::new(-5.0, 2.0, -7.0), DVec3::new(-3.0, -2.0, 4.0), DVec3::new(1.0, -2.0, 0.0)];
    let found = super::enclosing_volume::box_along(rotation, &points, &Aabb::from_points(points)?)?;
    for p in points {
        assert!(exact::decide(&InObb(&found, &Affine::identity(), &Obb::new(p, DVec3::ZERO, rotation)?, 0)));
    }
    Ok(())
}

fn refused<T>(result: Result<T, ShapeError>) -> Result<T, TestCaseError> {
    result.map_err(|error| TestCaseError::fail(error.to_string()))
}

/// Returns the length of a rounding of the coordinates.
fn coordinate_rounding<V: Vector>(points: &[V]) -> f64 {
    let largest = points.iter().fold(0.0, |most: f64, p| most.max(p.abs().max_element().into()));
    let (roundoff, least): (f64, f64) = (V::Scalar::UNIT_ROUNDOFF.into(), V::Scalar::ZERO.next_up().into());
    4.0 * roundoff * largest + 8.0 * least
}

fn ball_is_smallest<V: Vector>(cloud: Cloud) -> Result<(), TestCaseError> {
    let points = cloud.points::<V>();
    let found = refused(fit_ball(&points))?;
    for &p in &points {
        let is_in = exact::decide(&InBall(&found, &Affine::identity(), p));
        prop_assert!(is_in, "{:?} sticks out of {:?}", p, found);
    }
    let smallest = smallest_radius(&points);
    let tolerance = if V::Scalar::UNIT_ROUNDOFF.into() > 1e-10 { 1e-5 } else { 1e-12 };
    let radius: f64 = found.radius().into();
    let room = smallest * (1.0 + tolerance) + coordinate_rounding(&points);
    prop_assert!(radius <= room, "{} instead of {}", radius, smallest);
    Ok(())
}

/// Returns the least distance to the farthest point, from the circumcentre of any two, three or four points.
fn smallest_radius<V: Vector>(points: &[V]) -> f64 {
    let first = in_space(points[0]);
    let all: Vec<DVec3> = points.iter().map(|&p| in_space(p) - first).collect();
    let scale = all.iter().fold(0.0, |most: f64, p| most.max(p.abs().max_element()));
    if scale == 0.0 {
        return 0.0;
    }
    let all: Vec<DVec3> = all.into_iter().map(|p| p / scale).collect();
    let radius_around = |center: DVec3| all.iter().map(|p| p.distance(center)).fold(0.0, f64::max);
    let mut least = f64::INFINITY;
    let mut consider = |center: DVec3| {
        if center.is_finite() {
            least = least.min(radius_around(center));
        }
    };
    for (i, &a) in all.iter().enumerate() {
        for (j, &b) in all.iter().enumerate().skip(i + 1) {
            consider((a + b) / 2.0);
            for (k, &c) in all.iter().enumerate().skip(j + 1) {
                let (u, v) = (b - a, c - a);
                let normal = u.cross(v);
                let (uu, vv) = (u.length_squared(), v.length_squared());
                consider(a + (v * uu - u * vv).cross(normal) * 0.5 / normal.length_squared());
                for &d in &all[k + 1..] {
                    let w = d - a;
                    let sum = v.cross(w) * uu + w.cross(u) * vv + normal * w.length_squared();
                    consider(a + sum * 0.5 / normal.dot(w));
                }
            }
        }
    }
    least * scale
}

fn obb_holds_its_points<V: Vector>(cloud: Cloud) -> Result<(), TestCaseError> {
    let points = cloud.points::<V>();
    let (quick, found) = (refused(fit_obb_fast(&points))?, refused(fit_obb(&points))?);
    for (p, found) in points.iter().flat_map(|&p| [(p, quick), (p, found)]) {
        let at_point = refused(Obb::new(p, V::ZERO, Rotation::identity()))?;
        let is_in = exact::decide(&InObb(&found, &Affine::identity(), &at_point, 0));
        prop_assert!(is_in, "{:?} sticks out of {:?}", p, found);
    }
    // Not larger than the box along the axes, whose extents may count the rounding of the centre.
    let bounds = refused(Aabb::from_points(points.iter().copied()))?;
    let rounding = coordinate_rounding(&points);
    let size = in_space(found.half_extents()) * 2.0;
    let largest: DVec3 = in_space(bounds.size()) + DVec3::splat(2.0 * rounding);
    let unit = largest.max_element();
    let volume = |size: DVec3| (0..V::DIMENSION).map(|axis| size[axis] / unit).product::<f64>();
    prop_assert!(volume(size) <= volume(largest) * (1.0 + 1e-6), "{:?} in {:?}", found, bounds);
    // In 2D the smallest of all rectangles with a side through two points.
    if V::DIMENSION == 2 {
        let first = in_space(points[0]);
        let flat: Vec<DVec2> = points.iter().map(|&p| (in_space(p) - first).truncate() / unit).collect();
        let extent = |along: DVec2| {
            let at = flat.iter().map(|p| p.dot(along));
            at.clone().fold(f64::MIN, f64::max) - at.fold(f64::MAX, f64::min) + 2.0 * rounding / unit
        };
        for (i, a) in flat.iter().enumerate() {
            for side in flat[i + 1..].iter().filter_map(|b| (*b - *a).try_normalize()) {
                let area = extent(side) * extent(side.perp());
                prop_assert!(volume(size) <= area * (1.0 + 1e-5) + 1e-13, "{} {}", volume(size), area);
            }
        }
    }
    Ok(())
}

/// An oriented box: centre, half extents, rough axes; and the exponent of its size.
type BoxOfNumbers = (DVec3, DVec3, [DVec3; 3], i32);
/// Columns, exponents of the size of each, and translation.
type MapOfNumbers = ([DVec3; 3], [i32; 3], DVec3);

fn any_box() -> impl Strategy<Value = BoxOfNumbers> {
    let half = prop_oneof![unit_cube(), lattice()].prop_map(DVec3::abs);
    let axes = prop_oneof![Just([DVec3::X, DVec3::Y, DVec3::Z]), prop::array::uniform3(unit_cube())];
    (prop_oneof![unit_cube(), lattice()], half, axes, exponent())
}

fn any_map() -> impl Strategy<Value = MapOfNumbers> {
    let column = || prop_oneof![unit_cube(), lattice(), Just(DVec3::Y)];
    let exponents = prop_oneof![4 => Just([0; 3]), 1 => prop::array::uniform3(-9..9)];
    (prop::array::uniform3(column()), exponents, prop_oneof![unit_cube(), lattice()])
}

fn obb_from<V: Vector>((center, half, axes, exponent): BoxOfNumbers) -> Result<Obb<V>, TestCaseError> {
    // Leaves range for the map, which is up to 10⁹ in size.
    let size = size_of::<V>(exponent.min(24));
    let vector = |v: DVec3| V::from_f64((v * size).to_array());
    let axes = V::basis_from_fn(|i| V::from_f64(axes[i].to_array()));
    let rotation = Rotation::orthonormalize(axes).unwrap_or_default();
    refused(Obb::new(vector(center), vector(half), rotation))
}

fn map_from<V: Vector>((columns, exponents, translation): MapOfNumbers) -> Affine<V> {
    let column = |i: usize| (columns[i] * libm::exp10(f64::from(exponents[i]))).to_array();
    Affine {
        columns: V::basis_from_fn(|i| V::from_f64(column(i))),
        translation: V::from_f64(translation.to_array()),
    }
}

/// Returns the exact image of an exact point.
fn image<V: Vector, N: Number>(map: &Affine<V>, point: &Coordinates<N>) -> Coordinates<N> {
    (0..V::DIMENSION).fold(exact::vector(map.translation.to_f64()), |sum, j| {
        exact::sum(&sum, &exact::scaled(&exact::vector(map.columns[j].to_f64()), &point[j]))
    })
}

/// Returns a corner of an oriented box, exactly.
fn corner<V: Vector, N: Number>(obb: &Obb<V>, index: usize) -> Coordinates<N> {
    let (half, axes) = (obb.half_extents().to_f64(), obb.axes());
    (0..V::DIMENSION).fold(exact::vector(obb.center().to_f64()), |sum, j| {
        let side = if index >> j & 1 == 1 { half[j] } else { -half[j] };
        exact::sum(&sum, &exact::scaled(&exact::vector(axes[j].to_f64()), &N::new(side)))
    })
}

/// Returns whether the exact image of a box's exact corner is within the bounds on every axis.
struct InAabb<'a, V: Vector>(&'a Aabb<V>, &'a Affine<V>, &'a Obb<V>, usize);

impl<V: Vector> Question for InAabb<'_, V> {
    type Answer = bool;
    fn answer<N: Number>(&self) -> Result<bool, N::Doubt> {
        let corner = image(self.1, &corner::<V, N>(self.2, self.3));
        let (min, max) = (self.0.min().to_f64(), self.0.max().to_f64());
        for axis in 0..V::DIMENSION {
            if corner[axis].sub(&N::new(min[axis])).sign()? == Ordering::Less
                || corner[axis].sub(&N::new(max[axis])).sign()? == Ordering::Greater
            {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Returns whether the exact image of a box's exact corner is in another box.
struct InObb<'a, V: Vector>(&'a Obb<V>, &'a Affine<V>, &'a Obb<V>, usize);

impl<V: Vector> Question for InObb<'_, V> {
    type Answer = bool;
    fn answer<N: Number>(&self) -> Result<bool, N::Doubt> {
        let center = exact::vector(self.0.center().to_f64());
        let from_center = exact::difference(&image(self.1, &corner::<V, N>(self.2, self.3)), &center);
        let axis = |i: usize| {
            exact::vector::<N>(if i < V::DIMENSION { self.0.axes()[i].to_f64() } else { [0.0, 0.0, 1.0] })
        };
        let determinant = exact::dot(&axis(0), &exact::cross(&axis(1), &axis(2)));
        for i in 0..V::DIMENSION {
            // Cramer's rule for the coordinate along the axis.
            let along = exact::dot(&from_center, &exact::cross(&axis((i + 1) % 3), &axis((i + 2) % 3)));
            let reach = determinant.mul(&N::new(self.0.half_extents()[i].into()));
            if along.square().sub(&reach.square()).sign()? == Ordering::Greater {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Returns whether the exact image of a point is in a ball.
struct InBall<'a, V: Vector>(&'a Ball<V>, &'a Affine<V>, V);

impl<V: Vector> Question for InBall<'_, V> {
    type Answer = bool;
    fn answer<N: Number>(&self) -> Result<bool, N::Doubt> {
        let center = exact::vector::<N>(self.0.center().to_f64());
        let from_center = exact::difference(&image(self.1, &exact::vector(self.2.to_f64())), &center);
        let radius = N::new(self.0.radius().into());
        Ok(exact::dot(&from_center, &from_center).sub(&radius.square()).sign()? != Ordering::Greater)
    }
}

fn aabb_holds_images<V: Vector>(shape: BoxOfNumbers, map: MapOfNumbers) -> Result<(), TestCaseError> {
    let map = map_from::<V>(map);
    let obb = obb_from::<V>(shape)?;
    let around = obb_aabb(&obb);
    let identity = Affine::identity();
    prop_assert!((0..1 << V::DIMENSION).all(|i| exact::decide(&InAabb(&around, &identity, &obb, i))));

    let bounds = refused(Aabb::from_corners(obb.corner(0), obb.center()))?;
    let mapped = transform_aabb(&bounds, &map);
    // The centre may be rounded to a point outside of a box that is flat.
    let middle = bounds.closest_point(bounds.center());
    for corner in bounds.corners().chain([middle]) {
        let at_corner = refused(Obb::new(corner, V::ZERO, Rotation::identity()))?;
        prop_assert!(exact::decide(&InAabb(&mapped, &map, &at_corner, 0)));
        prop_assert!(mapped.contains_point(map.transform_point(corner)));
    }
    let corners: Vec<V> = bounds.corners().collect();
    let mesh = Mesh::new(corners, vec![]).map_err(|error| TestCaseError::fail(error.to_string()))?;
    let Some(tight) = mesh_aabb(&mesh, &map) else { return Err(TestCaseError::fail("no bounds")) };
    prop_assert_eq!(tight.merge(&mapped), mapped);
    // Tight on every side, up to rounding: the extreme corners are corners of the mesh.
    for axis in 0..V::DIMENSION {
        let terms = (0..V::DIMENSION).fold(map.translation[axis].abs().into(), |sum: f64, j| {
            let most = bounds.min()[j].abs().max(bounds.max()[j].abs());
            sum + (map.columns[j][axis].abs()).into() * most.into()
        });
        let (roundoff, least): (f64, f64) =
            (V::Scalar::UNIT_ROUNDOFF.into(), V::Scalar::ZERO.next_up().into());
        let tolerance = 16.0 * roundoff * terms + 16.0 * least;
        prop_assert!(tight.min()[axis].into() - mapped.min()[axis].into() <= tolerance);
        prop_assert!(mapped.max()[axis].into() - tight.max()[axis].into() <= tolerance);
    }
    Ok(())
}

fn obb_holds_images<V: Vector>(shape: BoxOfNumbers, map: MapOfNumbers) -> Result<(), TestCaseError> {
    let obb = obb_from::<V>(shape)?;
    let rigid = Affine { columns: obb.axes(), translation: obb.center() };
    for map in [map_from::<V>(map), rigid] {
        let mapped = transform_obb(&obb, &map);
        prop_assert!((0..1 << V::DIMENSION).all(|i| exact::decide(&InObb(&mapped, &map, &obb, i))));
    }
    let moved = transform_obb(&obb, &rigid);
    let scale: f64 = (obb.half_extents() + obb.center().abs()).element_sum().into();
    let growth = in_space(moved.half_extents() - obb.half_extents()).abs().max_element();
    let least: f64 = V::Scalar::MIN_POSITIVE.into();
    prop_assert!(
        growth <= 128.0 * scale * V::Scalar::UNIT_ROUNDOFF.into() + 2.0 * least,
        "{growth} at {scale}"
    );
    Ok(())
}

fn ball_holds_images<V: Vector>(shape: BoxOfNumbers, map: MapOfNumbers) -> Result<(), TestCaseError> {
    let obb = obb_from::<V>(shape)?;
    let original = refused(Ball::new(obb.center(), obb.half_extents().max_element()))?;
    let rigid = Affine { columns: obb.axes(), translation: obb.center() };
    for map in [map_from::<V>(map), rigid] {
        let Some(mapped) = transform_ball(&original, &map) else {
            return Err(TestCaseError::fail("no ball"));
        };
        let directions = [DVec3::X, DVec3::Y, DVec3::ONE, DVec3::new(1.0, -2.0, 0.5), -DVec3::ONE];
        for direction in directions.map(|d| if V::DIMENSION == 2 { d.with_z(0.0) } else { d }) {
            let reach = direction.normalize_or_zero() * original.radius().into();
            let on_surface = original.center() + V::from_f64(reach.to_array());
            if exact::decide(&InBall(&original, &Affine::identity(), on_surface)) {
                prop_assert!(exact::decide(&InBall(&mapped, &map, on_surface)));
            }
        }
    }
    Ok(())
}
