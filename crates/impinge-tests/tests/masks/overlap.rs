//! Two masks at every offset.

use impinge::mask::{Mask, PixelRect};

use crate::masks::{Outcome, Random, assert_sound, pixels};

/// Everything that is asked of two masks at one offset, by looking at every pixel.
fn check(a: &Mask, b: &Mask, offset: [i32; 2]) {
    let common: Vec<[i32; 2]> = pixels(a).filter(|&[x, y]| b.get(x - offset[0], y - offset[1])).collect();
    assert_eq!(a.overlaps(b, offset), !common.is_empty(), "{offset:?}");
    assert_eq!(a.overlap_count(b, offset), common.len() as u64, "{offset:?}");
    let first = common.iter().min_by_key(|at| [at[1], at[0]]).map(|at| at.map(|x| x as u32));
    assert_eq!(a.first_overlap(b, offset), first, "{offset:?}");
    let mask = a.overlap_mask(b, offset);
    assert!(pixels(&mask).eq(common.iter().copied()), "{offset:?}");
}

#[test]
fn every_offset_of_small_masks() -> Outcome {
    let mut random = Random(1);
    for (width_a, height_a, width_b, height_b) in
        [(1, 1, 1, 1), (5, 3, 2, 7), (64, 2, 64, 3), (65, 4, 63, 2), (70, 3, 130, 2), (129, 2, 3, 5)]
    {
        for part in [0.02, 0.5, 1.0] {
            let a = random.mask(width_a, height_a, part)?;
            let b = random.mask(width_b, height_b, part)?;
            for y in -(height_b as i32) - 1..=height_a as i32 + 1 {
                for x in -(width_b as i32) - 1..=width_a as i32 + 1 {
                    check(&a, &b, [x, y]);
                }
            }
        }
    }
    Ok(())
}

#[test]
fn random_offsets_of_larger_masks() -> Outcome {
    let mut random = Random(2);
    for round in 0..40 {
        let mut sparse = |width, height| random.mask(width, height, [0.0005, 0.01, 0.7][round % 3]);
        let (a, b) = (sparse(200, 150)?, sparse(300, 90)?);
        for _ in 0..10 {
            check(&a, &b, [random.below(520) as i32 - 310, random.below(260) as i32 - 100]);
        }
    }
    Ok(())
}

#[test]
fn extreme_offsets_and_empty_masks() -> Outcome {
    let (block, nothing, clear) = (Mask::new_filled(70, 70)?, Mask::new(0, 0)?, Mask::new(70, 70)?);
    let ends = [i32::MIN, i32::MIN + 1, -70, 0, 70, i32::MAX - 1, i32::MAX];
    for offset in ends.iter().flat_map(|&x| ends.map(|y| [x, y])) {
        for other in [&block, &nothing, &clear] {
            let overlaps = other == &block && offset == [0, 0];
            assert_eq!(block.overlaps(other, offset), overlaps);
            assert_eq!(other.overlaps(&block, offset), overlaps);
            assert_eq!(block.overlap_mask(other, offset).is_empty(), !overlaps);
            // The gradient at the end of all numbers must not overflow either.
            let [x, y] = block.overlap_gradient(other, offset);
            assert!(x.abs() <= 70 * 70 && y.abs() <= 70 * 70);
        }
    }
    assert_eq!(nothing.first_overlap(&nothing, [0, 0]), None);
    Ok(())
}

#[test]
fn complementary_checkers_never_overlap_on_even_offsets() -> Outcome {
    let checkers = |odd: u32| Mask::from_fn(130, 130, |x, y| (x + y) % 2 == odd);
    let (black, white) = (checkers(0)?, checkers(1)?);
    for (x, y) in [(0, 0), (2, 0), (-1, 1), (63, 65), (-64, -2)] {
        assert!(!black.overlaps(&white, [x, y]));
        assert_eq!(black.overlap_count(&white, [x, y]), 0);
        assert!(black.overlaps(&white, [x + 1, y]));
    }
    Ok(())
}

#[test]
fn union_subtraction_intersection_and_inversion() -> Outcome {
    let mut random = Random(3);
    for _ in 0..60 {
        let a = random.mask(100, 20, 0.3)?;
        let b = random.mask(90, 30, 0.3)?;
        let offset = [random.below(220) as i32 - 100, random.below(60) as i32 - 35];
        let theirs = |x: u32, y: u32| b.get(x as i32 - offset[0], y as i32 - offset[1]);
        let own = |x: u32, y: u32| a.get(x as i32, y as i32);
        let (mut union, mut rest, mut common, mut inverse) = (a.clone(), a.clone(), a.clone(), a.clone());
        union.union(&b, offset);
        rest.subtract(&b, offset);
        common.intersect(&b, offset);
        inverse.invert();
        assert_eq!(union, Mask::from_fn(100, 20, |x, y| own(x, y) || theirs(x, y))?);
        assert_eq!(rest, Mask::from_fn(100, 20, |x, y| own(x, y) && !theirs(x, y))?);
        assert_eq!(common, Mask::from_fn(100, 20, |x, y| own(x, y) && theirs(x, y))?);
        assert_eq!(inverse, Mask::from_fn(100, 20, |x, y| !own(x, y))?);
        for mask in [union, rest, common, inverse] {
            assert_sound(&mask);
        }
    }
    Ok(())
}

#[test]
fn parts_and_frames() -> Outcome {
    let mut random = Random(4);
    let sheet = random.mask(192, 60, 0.4)?;
    for (number, frame) in sheet.frames([48, 20])?.into_iter().enumerate() {
        let corner = [number as u32 % 4 * 48, number as u32 / 4 * 20];
        let own = |x: u32, y: u32| sheet.get((x + corner[0]) as i32, (y + corner[1]) as i32);
        assert_eq!(frame, Mask::from_fn(48, 20, own)?);
        assert_sound(&frame);
    }
    // What is empty may begin anywhere.
    assert_eq!(sheet.crop(&PixelRect { min: [1 << 31, 0], max: [0, 0] })?.count(), 0);
    for part in [[0, 0, 0, 0], [5, 5, 5, 9], [191, 59, 192, 60], [1, 0, 130, 60]] {
        let part = PixelRect { min: [part[0], part[1]], max: [part[2], part[3]] };
        let cut = sheet.crop(&part)?;
        let own = |x: u32, y: u32| sheet.get((x + part.min[0]) as i32, (y + part.min[1]) as i32);
        assert_eq!(cut, Mask::from_fn(part.width(), part.height(), own)?);
    }
    assert!(sheet.crop(&PixelRect { min: [0, 0], max: [193, 1] }).is_err());
    assert!(sheet.frames([0, 20]).is_err());
    Ok(())
}

/// From gradients: out of a disc the way is along the line through the centres.
#[test]
fn normals_point_from_the_first_to_the_second() -> Outcome {
    use glam::DVec2;
    use impinge::shape::Ball;
    let disc = Mask::from_region(64, 64, &Ball::new(DVec2::splat(32.0), 30.0)?)?;
    for [x, y] in [[40, 0], [0, -50], [-30, 30], [20, -45], [3, 1]] {
        let normal = disc.overlap_normal::<DVec2>(&disc, [x, y]).ok_or("they overlap")?;
        let expected = DVec2::new(x.into(), y.into()).normalize();
        assert!(normal.get().dot(expected) > 0.99, "{x}, {y}: {normal:?}");
    }
    assert_eq!(disc.overlap_normal::<DVec2>(&disc, [0, 0]), None);
    assert_eq!(disc.overlap_normal::<DVec2>(&disc, [64, 0]), None);
    Ok(())
}
