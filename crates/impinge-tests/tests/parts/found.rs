//! What trees and grids find: the same parts shown one and all must give the same answers, for ground with
//! holes of any size, at any pose, for lines and compounds.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::compound::{AnyShape, Compound, HeightField, Polyline};
use impinge::math::{Pose, Scalar, Unit, Vector};
use impinge::prelude::*;
use impinge::shape::{Aabb, Ball, Capsule, CompositeShape, Obb, Ray, Shape, ShapeRef, Swept, Triangle};
use impinge::sweep::cast_shape;

use super::Tested;
use crate::sample::{Random, Turn};

/// Parts that are all shown, whatever is asked.
struct All<'a, V: Vector> {
    parts: Numbered<V>,
    bounds: &'a dyn CompositeShape<V>,
}

impl<'a, V: Vector> All<'a, V> {
    fn of(bounds: &'a dyn CompositeShape<V>, parts: impl IntoIterator<Item = (u32, AnyShape<V>)>) -> Self {
        All { parts: parts.into_iter().collect(), bounds }
    }
}

impl<V: Vector> CompositeShape<V> for All<'_, V> {
    fn aabb(&self) -> Option<Aabb<V>> {
        self.bounds.aabb()
    }
    fn visit(&self, _: Aabb<V>, visit: &mut dyn FnMut(u32, ShapeRef<'_, V>) -> Aabb<V>) {
        for (number, part) in &self.parts {
            let _ = visit(*number, part.shape_ref());
        }
    }
    fn visit_along(
        &self,
        _: V::Double,
        _: V::Double,
        _: f64,
        visit: &mut dyn FnMut(u32, ShapeRef<'_, V>) -> f64,
    ) {
        for (number, part) in &self.parts {
            let _ = visit(*number, part.shape_ref());
        }
    }
    fn visit_swept(&self, _: &Swept<V::Double>, visit: &mut impinge::shape::ShowSweptPart<'_, V>) {
        for (number, part) in &self.parts {
            let _ = visit(*number, part.shape_ref());
        }
    }
    fn reaches_furthest(&self, number: u32, direction: V::Double) -> bool {
        self.bounds.reaches_furthest(number, direction)
    }
}

/// Parts with their numbers.
type Numbered<V> = Vec<(u32, AnyShape<V>)>;

/// Ground of a few or many cells, and its parts, one by one.
fn ground<V: Turn>(random: &mut Random) -> Result<(HeightField<V>, Numbered<V>), Box<dyn std::error::Error>> {
    let count = |random: &mut Random, most: f64| 1 + (random.signed().abs() * most) as usize;
    let (columns, rows) = (count(random, 40.0), if V::DIMENSION == 2 { 1 } else { count(random, 24.0) });
    let number = |x: f64| V::Scalar::from_f64(x);
    let spacing = [(); 2].map(|()| number(0.05 + random.signed().abs() * 0.2));
    let heights: Vec<V::Scalar> = (0..columns * rows).map(|_| number(random.signed() * 0.4)).collect();
    let holes: Vec<bool> = (0..columns * rows).map(|_| random.signed() > 0.6).collect();
    let pose = Pose { rotation: V::turn(random), translation: random.vector(2.0) };
    let field = HeightField::new(heights.clone(), columns, spacing)?.with_holes(|cell| holes[cell]).at(&pose);

    let corner = |column: usize, row: usize| {
        pose.transform_point(V::from_fn(|axis| match axis {
            0 => number(column as f64) * spacing[0],
            1 => heights[column + row * columns],
            _ => number(row as f64) * spacing[1],
        }))
    };
    let mut parts = Vec::new();
    for cell in (0..field.cells()).filter(|&cell| !holes[cell]) {
        let (column, row) = (cell % (columns - 1), cell / (columns - 1));
        if V::DIMENSION == 2 {
            parts.push((cell as u32, segment(corner(column + 1, 0), corner(column, 0))?));
            continue;
        }
        let (near, far) = (corner(column, row), corner(column + 1, row + 1));
        parts.push((2 * cell as u32, Triangle::new([near, corner(column, row + 1), far])?.into()));
        parts.push((2 * cell as u32 + 1, Triangle::new([near, far, corner(column + 1, row)])?.into()));
    }
    Ok((field, parts))
}

fn segment<V: Vector>(a: V, b: V) -> Result<AnyShape<V>, impinge::shape::ShapeError> {
    impinge::shape::Segment::new(a, b).map(AnyShape::from)
}

fn query<V: Turn>(random: &mut Random, kind: usize) -> AnyShape<V> {
    let (center, size) = (random.vector(4.0), V::Scalar::from_f64(random.signed().abs() * 0.5));
    match kind % 3 {
        0 => Ball::new(center, size).expect("finite").into(),
        1 => Capsule::new(center, center + random.vector(0.5), size).expect("finite").into(),
        _ => Obb::new(center, V::splat(size), V::turn(random)).expect("finite").into(),
    }
}

fn check<V: Turn>(found: &dyn CompositeShape<V>, parts: Numbered<V>, random: &mut Random) -> Tested {
    let all = All::of(found, parts);
    let (found, all) = (ShapeRef::Composite(found), ShapeRef::Composite(&all));
    let near = |a: V::Scalar, b: V::Scalar| {
        let (a, b): (f64, f64) = (a.into(), b.into());
        let unit: f64 = V::Scalar::UNIT_ROUNDOFF.into();
        (a - b).abs() <= 64.0 * unit * (1.0 + b.abs()) || a == b
    };
    for kind in 0..12 {
        let shape = query::<V>(random, kind);
        assert_eq!(found.relation(&shape), all.relation(&shape), "{shape:?}");
        let (one, other) = (found.closest_points(&shape).distance, all.closest_points(&shape).distance);
        assert!(near(one, other), "{one:?} instead of {other:?}: {shape:?}");
        let margin = V::Scalar::HALF;
        assert_eq!(found.contact(&shape, margin).is_some(), all.contact(&shape, margin).is_some());

        let motion = random.vector::<V>(6.0);
        let (one, other) = (
            cast_shape(&shape, motion, &found, V::Scalar::ZERO),
            cast_shape(&shape, motion, &all, V::Scalar::ZERO),
        );
        assert_eq!(one.map(|hit| hit.time), other.map(|hit| hit.time), "{shape:?} by {motion:?}");

        // Along the axes as well, where lines run between columns and rows.
        let direction = if kind < 6 { random.direction() } else { Unit::axis(kind % V::DIMENSION) };
        let ray = Ray::new(random.vector(4.0), direction)?;
        let (one, other) =
            (found.cast_ray(&ray, &RayOptions::default()), all.cast_ray(&ray, &RayOptions::default()));
        assert_eq!(one.map(|hit| (hit.t, hit.part)), other.map(|hit| (hit.t, hit.part)), "{ray:?}");

        let point = random.vector(4.0);
        let (one, other) = (found.project_point(point).distance, all.project_point(point).distance);
        assert!(near(one, other), "{one:?} instead of {other:?}: {point:?}");
    }
    Ok(())
}

fn check_all<V: Turn>() -> Tested {
    let mut random = Random::new(91);
    let mut pieces_of_ground = 0;
    for _ in 0..60 {
        let (field, parts) = ground::<V>(&mut random)?;
        pieces_of_ground += parts.len();
        check(&field, parts, &mut random)?;

        let points: Vec<V> = (0..30).map(|_| random.vector(2.0)).collect();
        let pose = Pose { rotation: V::turn(&mut random), translation: random.vector(2.0) };
        let line = Polyline::new_open(points.clone())?.at(&pose);
        let ends: Vec<V> = points.iter().map(|&point| pose.transform_point(point)).collect();
        let sides = ends.windows(2).map(|ends| segment(ends[0], ends[1])).collect::<Result<Vec<_>, _>>()?;
        check(&line, (0..).zip(sides).collect(), &mut random)?;

        let shapes: Vec<AnyShape<V>> = (0..30).map(|kind| query(&mut random, kind)).collect();
        let compound = Compound::new(shapes.iter().map(|shape| (shape.clone(), Pose::identity())))?;
        check(&compound, (0..).zip(shapes).collect(), &mut random)?;
    }
    assert!(pieces_of_ground > 300, "there was next to no ground");
    Ok(())
}

#[test]
fn trees_and_grids_find_what_a_look_at_every_part_finds() -> Tested {
    check_all::<Vec2>()?;
    check_all::<DVec2>()?;
    check_all::<Vec3>()?;
    check_all::<DVec3>()
}

/// A ray through the middle of a hole, and rays right onto the lines between cells: the grid must not lose
/// any.
#[test]
fn lines_along_the_grid_find_their_cells() -> Tested {
    let flat = HeightField::<Vec3>::new(vec![0.0; 100 * 100], 100, [0.1, 0.1])?
        .with_holes(|cell| cell == 99 * 50 + 50);
    let down = |x: f32, z: f32| Ray::new(Vec3::new(x, 1.0, z), Unit::new(-Vec3::Y)?);
    assert_eq!(flat.cast_ray(&down(5.05, 5.05)?, &RayOptions::default()), None);
    for line in 0..100 {
        let x = line as f32 * 0.1;
        assert_eq!(
            flat.cast_ray(&down(x, 3.33)?, &RayOptions::default()).map(|hit| hit.t),
            Some(1.0),
            "{line}"
        );
        assert_eq!(
            flat.cast_ray(&down(7.77, x)?, &RayOptions::default()).map(|hit| hit.t),
            Some(1.0),
            "{line}"
        );
    }
    // Spacings of 0 leave no area, only the line from (0, 0, 0) to (1, 1, 0), which is found all the same.
    let line = HeightField::<Vec3>::new(vec![0.0, 1.0, 0.0, 1.0], 2, [1.0, 0.0])?;
    assert_eq!(line.distance(&Ball::new(Vec3::new(0.5, 0.5, 2.0), 0.5)?), 1.5);
    Ok(())
}
