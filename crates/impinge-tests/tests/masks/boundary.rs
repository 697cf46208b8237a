//! Outlines, and back again.

use glam::{DVec2, Vec2};
use impinge::mask::{Mask, PixelRect};
use impinge::math::Vector;
use impinge::shape::Ball;

use crate::masks::{Outcome, Random, pixels};

/// All that is promised of the boundaries of a mask.
fn check<V: Vector>(mask: &Mask) -> Outcome {
    let boundaries = mask.boundaries();
    let mut area = 0;
    for boundary in &boundaries {
        let corners = boundary.corners();
        let next = |index: usize| corners[(index + 1) % corners.len()].map(i64::from);
        let mut twice = 0;
        for (index, corner) in corners.iter().enumerate() {
            let [[ax, ay], [bx, by], [cx, _]] = [corner.map(i64::from), next(index), next(index + 1)];
            assert!((ax == bx) != (ay == by) && (bx == cx) == (ay == by), "every corner is a turn");
            twice += ax * by - ay * bx;
        }
        assert_eq!(twice < 0, boundary.is_hole());
        area += twice / 2;
        // Refused if it met itself anywhere.
        let polygon = boundary.polygon::<V>(Default::default())?;
        assert_eq!(polygon.points().len(), corners.len());
        assert_eq!(polygon.area() * 2.0, twice.abs() as f64);
    }
    assert_eq!(area, mask.count() as i64);
    let polygons = mask.polygons::<V>(Default::default());
    let back = Mask::from_region(mask.width(), mask.height(), &polygons[..])?;
    assert!(&back == mask, "{} boundaries do not give back the mask", boundaries.len());
    Ok(())
}

#[test]
fn every_mask_of_4_by_4_pixels() -> Outcome {
    for picture in 0..1_u32 << 16 {
        check::<DVec2>(&Mask::from_fn(4, 4, |x, y| picture >> (x + 4 * y) & 1 != 0)?)?;
    }
    Ok(())
}

#[test]
fn random_masks() -> Outcome {
    let mut random = Random(21);
    for round in 0..60 {
        let (width, height) = (1 + random.below(150) as u32, 1 + random.below(60) as u32);
        let mask = random.mask(width, height, [0.05, 0.5, 0.6, 0.95][round % 4])?;
        check::<DVec2>(&mask)?;
        check::<Vec2>(&mask)?;
    }
    check::<Vec2>(&Mask::new(9, 9)?)?;
    check::<Vec2>(&Mask::new_filled(130, 3)?)
}

#[test]
fn outlines_are_the_pixels_with_a_side_outside() -> Outcome {
    let mut random = Random(22);
    for part in [0.3, 0.8, 0.97] {
        let mask = random.mask(140, 30, part)?;
        let is_rim =
            |x: i32, y: i32| [(1, 0), (-1, 0), (0, 1), (0, -1)].iter().any(|(a, b)| !mask.get(x + a, y + b));
        assert!(pixels(&mask.outline()).eq(pixels(&mask).filter(|&[x, y]| is_rim(x, y))));
    }
    Ok(())
}

#[test]
fn simplified_outlines_stay_near() -> Outcome {
    let mut picture = Mask::from_region(200, 200, &Ball::new(DVec2::splat(100.0), 90.0)?)?;
    picture.clear(&PixelRect { min: [80, 90], max: [120, 140] });
    let simple = picture.polygons::<DVec2>(1.5);
    assert_eq!(simple.len(), 2);
    assert!(simple[0].points().len() < 40 && simple[1].points().len() == 4);
    let mut difference = Mask::from_region(200, 200, &simple[..])?;
    assert!(difference.count().abs_diff(picture.count()) < 600);
    // Nothing changes further than the tolerance from the rim.
    let mut near = picture.outline();
    for offset in
        [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1], [2, 0], [-2, 0], [0, 2], [0, -2], [1, 1], [-1, -1]]
    {
        near.union(&picture.outline(), offset);
    }
    let mut missing = picture.clone();
    missing.subtract(&difference, [0, 0]);
    difference.subtract(&picture, [0, 0]);
    difference.union(&missing, [0, 0]);
    difference.subtract(&near, [0, 0]);
    assert_eq!(difference.count(), 0);
    Ok(())
}
