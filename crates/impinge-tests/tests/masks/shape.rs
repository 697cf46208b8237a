//! Masks as shapes: against every pixel's square, one by one.

use glam::{DVec2, Vec2};
use impinge::mask::Mask;
use impinge::math::{Pose, Rotation, Scalar, Unit, Vector};
use impinge::prelude::*;
use impinge::shape::{Aabb, Ball, CompositeShape, Obb, Polygon, Ray, Segment, Shape, Triangle};

use crate::masks::{Outcome, Random, pixels};

/// The squares of all pixels at a pose.
fn squares<V: Vector>(mask: &Mask, pose: &Pose<V>) -> Result<Vec<Obb<V>>, Box<dyn std::error::Error>> {
    let square = |[x, y]: [i32; 2]| {
        let center = V::from_f64([f64::from(x) + 0.5, f64::from(y) + 0.5, 0.0]);
        Obb::new(pose.transform_point(center), V::splat(V::Scalar::HALF), pose.rotation)
    };
    Ok(pixels(mask).map(square).collect::<Result<_, _>>()?)
}

/// Relation and distance of a shape by looking at every square.
fn check<V: Vector, S: Shape<Vector = V>>(mask: &Mask, pose: Pose<V>, shape: &S) -> Outcome {
    let squares = squares(mask, &pose)?;
    let placed = mask.at(&pose);
    let relation = squares.iter().map(|square| shape.relation(square)).max().unwrap_or(Relation::Disjoint);
    assert_eq!(placed.relation(shape), relation);
    assert_eq!(shape.relation(&placed), relation);
    let distance = squares.iter().map(|square| shape.distance(square).into()).fold(f64::INFINITY, f64::min);
    let found: f64 = placed.distance(shape).into();
    assert!(
        found == distance || (found - distance).abs() < 1e-4 * distance.abs() + 1e-5,
        "{found} {distance}"
    );
    Ok(())
}

fn all_shapes<V: Vector>(seed: u64) -> Outcome {
    let mut random = Random(seed);
    let scalar = V::Scalar::from_f64;
    for round in 0..120 {
        // Every third pose without a rotation and on whole pixels: touching is frequent.
        let is_plain = round % 3 == 0;
        let mask = random.mask(30, 20, [0.02, 0.3, 0.9][round % 3])?;
        let mut number = |size: f64| {
            let value = random.unit() * size - 0.3 * size;
            scalar(if is_plain { value.round() } else { value })
        };
        let mut point = |size: f64| {
            let (x, y) = (number(size), number(size));
            V::from_fn(|axis| if axis == 0 { x } else { y })
        };
        let translation = point(20.0);
        let half = point(4.0).abs();
        let (center, a, b, c) = (point(50.0), point(50.0), point(50.0), point(50.0));
        let rotation = if is_plain { Rotation::identity() } else { rotation::<V>(random.unit() * 7.0)? };
        let pose = Pose { rotation, translation };
        check(&mask, pose, &Ball::new(center, half[0])?)?;
        check(&mask, pose, &Aabb::new(center, center + half)?)?;
        check(&mask, pose, &Obb::new(center, half, rotation)?)?;
        check(&mask, pose, &Segment::new(a, b)?)?;
        check(&mask, pose, &Triangle::new([a, b, c])?)?;
    }
    Ok(())
}

fn rotation<V: Vector>(angle: f64) -> Result<Rotation<V>, impinge::shape::ShapeError> {
    let (sine, cosine) = V::Scalar::from_f64(angle).sin_cos();
    let mut columns = [[cosine, sine], [-sine, cosine]].into_iter();
    Rotation::orthonormalize(V::basis_from_fn(|_| {
        let [x, y] = columns.next().unwrap_or_default();
        V::from_fn(|axis| if axis == 0 { x } else { y })
    }))
}

#[test]
fn shapes_meet_the_squares_of_pixels() -> Outcome {
    all_shapes::<Vec2>(41)?;
    all_shapes::<DVec2>(42)
}

#[test]
fn masks_meet_turned_masks() -> Outcome {
    let mut random = Random(43);
    let mut seen = [0; 3];
    for _ in 0..60 {
        let (a, b) = (random.mask(20, 15, 0.2)?, random.mask(12, 18, 0.1)?);
        let translation = DVec2::new(random.unit() * 50.0 - 20.0, random.unit() * 50.0 - 25.0);
        let pose = Pose { rotation: Rotation::<DVec2>::from_angle(random.unit() * 7.0), translation };
        let (first, second) = (squares(&a, &Pose::identity())?, squares(&b, &pose)?);
        let pairs = first.iter().flat_map(|a| second.iter().map(move |b| a.relation(b)));
        let relation = pairs.max().unwrap_or(Relation::Disjoint);
        seen[relation as usize] += 1;
        assert_eq!(a.at(&Pose::identity()).relation(&b.at(&pose)), relation);
    }
    assert!(seen[0] > 5 && seen[2] > 5, "{seen:?}");
    Ok(())
}

/// At whole offsets, shapes overlap exactly if masks do.
#[test]
fn both_kinds_of_overlap_are_one() -> Outcome {
    let mut random = Random(44);
    for _ in 0..300 {
        let (a, b) = (random.mask(70, 12, 0.05)?, random.mask(66, 9, 0.05)?);
        let offset = [random.below(140) as i32 - 70, random.below(24) as i32 - 11];
        let pose = Pose::from_translation(Vec2::new(offset[0] as f32, offset[1] as f32));
        let relation = a.at(&Pose::identity()).relation(&b.at(&pose));
        assert_eq!(relation == Relation::Overlapping, a.overlaps(&b, offset));
    }
    Ok(())
}

#[test]
fn rays_find_the_first_square() -> Outcome {
    let mut random = Random(45);
    for round in 0..200 {
        let mask = random.mask(80, 40, 0.05)?;
        let pose = match round % 2 {
            0 => Pose::identity(),
            _ => Pose {
                rotation: Rotation::<DVec2>::from_angle(random.unit() * 7.0),
                translation: DVec2::new(9.0, -4.0),
            },
        };
        let mut point = || DVec2::new(random.unit() * 160.0 - 40.0, random.unit() * 80.0 - 20.0);
        let (origin, target) = (point(), point());
        let ray = Ray::new(origin, Unit::new(target - origin)?)?;
        let hits = squares(&mask, &pose)?
            .into_iter()
            .filter_map(|square| square.cast_ray(&ray, &RayOptions::default()));
        let nearest = hits.map(|hit| hit.t).reduce(f64::min);
        let found = mask.at(&pose).cast_ray(&ray, &RayOptions::default()).map(|hit| hit.t);
        match (nearest, found) {
            (Some(nearest), Some(found)) => assert!((nearest - found).abs() < 1e-9 * (1.0 + nearest)),
            (nearest, found) => assert_eq!(nearest, found),
        }
    }
    Ok(())
}

#[test]
fn ways_out_free_the_shapes() -> Outcome {
    let mut random = Random(46);
    let corner = Polygon::new(&[DVec2::ZERO, DVec2::new(40.0, 0.0), DVec2::new(0.0, 30.0)])?;
    let mask = Mask::from_region(40, 30, &corner)?;
    let placed = mask.at(&Pose::identity());
    for _ in 0..20 {
        let ball = Ball::new(DVec2::new(random.unit() * 40.0, random.unit() * 30.0), 3.0)?;
        let Some(way) = placed.penetration(&ball) else { continue };
        let moved = Ball::new(ball.center() + way.normal.get() * way.depth(), 3.0)?;
        assert_ne!(placed.relation(&moved), Relation::Overlapping, "{ball:?}");
        assert!(way.depth() < 20.0);
    }
    Ok(())
}

/// As of all shapes, what is beyond the floats stays at their end.
#[test]
fn a_mask_that_leads_beyond_the_floats_is_still_there() -> Outcome {
    let bar = Mask::new_filled(8, 1)?;
    let turned = Pose { rotation: Rotation::<Vec2>::from_angle(0.5), translation: Vec2::ZERO };
    for pose in [Pose::identity(), turned] {
        let long = bar.at(&pose).with_scale(Vec2::new(1e38, 1.0))?;
        assert!(long.aabb().is_some_and(|bounds| bounds.max().x > 2e38));
    }
    let long = bar.at(&Pose::<Vec2>::identity()).with_scale(Vec2::new(1e38, 1.0))?;
    assert_eq!(long.relation(&Ball::new(Vec2::new(1.0, 0.5), 0.25)?), Relation::Overlapping);
    Ok(())
}

#[test]
fn scales_and_empty_masks() -> Outcome {
    let bar = Mask::new_filled(4, 1)?;
    let tall = bar.at(&Pose::<Vec2>::identity()).with_scale(Vec2::new(0.5, -3.0))?;
    let point = |x, y| Ball::new(Vec2::new(x, y), 0.0);
    assert_eq!(tall.distance(&point(2.0, -3.0)?), 0.0);
    assert_eq!(tall.distance(&point(3.0, -4.0)?), 2.0_f32.sqrt());
    for scale in [Vec2::new(0.0, 1.0), Vec2::new(1.0, f32::NAN), Vec2::new(f32::INFINITY, 1.0)] {
        assert!(bar.at(&Pose::<Vec2>::identity()).with_scale(scale).is_err());
    }
    assert_eq!((tall.scale(), bar.at(&Pose::<Vec2>::identity()).scale()), (Vec2::new(0.5, -3.0), Vec2::ONE));
    let step = Pose::from_translation(Vec2::new(1.0, 2.0));
    assert_eq!(tall.at(&step).aabb(), Some(Aabb::new(Vec2::new(1.0, -1.0), Vec2::new(3.0, 2.0))?));
    // What would leave the floats stays at their end.
    let lost = bar.at(&Pose::from_translation(Vec2::new(f32::INFINITY, 0.0)));
    assert_eq!(lost.pose().translation, Vec2::new(f32::MAX, 0.0));
    assert!(lost.aabb().is_some_and(|bounds| bounds.max().x == f32::MAX));
    // So far out a pixel has no width.
    assert_eq!(lost.relation(&point(f32::MAX, 0.5)?), Relation::Touching);
    let nothing = Mask::new(9, 9)?;
    assert_eq!(nothing.at(&Pose::<Vec2>::identity()).relation(&point(1.0, 1.0)?), Relation::Disjoint);
    assert!(nothing.at(&Pose::<Vec2>::identity()).distance(&point(1.0, 1.0)?) > 1e30);
    assert_eq!(nothing.at(&Pose::<Vec2>::identity()).relation(&tall), Relation::Disjoint);
    Ok(())
}
