//! Masks that change, and what is made of them.

use glam::{DVec2, Vec2};
use impinge::mask::{Connectivity, Mask, MaskError, PixelRect};
use impinge::math::{Affine, Rotation};
use impinge::shape::Ball;

use crate::masks::{Outcome, Random, assert_sound, pixels};

/// Ground that is dug and heaped up: after every change, the bounds are those of the pixels.
#[test]
fn bounds_follow() -> Outcome {
    let mut random = Random(11);
    for (width, height) in [(150, 90), (64, 64), (3, 200)] {
        let mut ground = Mask::new_filled(width, height)?;
        for round in 0..200 {
            let mut at = |end: u32| random.unit() * 1.4 * f64::from(end) - 0.2 * f64::from(end);
            let center = DVec2::new(at(width), at(height));
            let ball = Ball::new(center, at(40).abs())?;
            match random.below(if round < 100 { 3 } else { 4 }) {
                0 | 1 => ground.clear(&ball),
                2 => ground.set(center.x as i32, center.y as i32, random.below(2) == 0),
                _ => ground.fill(&ball),
            }
            assert_sound(&ground);
        }
        ground.clear(&PixelRect { min: [0, 0], max: [width + 7, height + 7] });
        assert_eq!(ground.bounds(), None);
        ground.fill(&PixelRect { min: [0, 0], max: [u32::MAX, u32::MAX] });
        assert_eq!(ground, Mask::new_filled(width, height)?);
    }
    Ok(())
}

#[test]
fn pixels_outside_are_ignored() -> Outcome {
    let mut mask = Mask::new(5, 5)?;
    for (x, y) in [(-1, 0), (0, -1), (5, 0), (0, 5), (i32::MAX, i32::MIN)] {
        mask.set(x, y, true);
        assert!(!mask.get(x, y) && mask.is_empty());
    }
    Ok(())
}

#[test]
fn sizes_that_no_mask_has_are_refused_before_memory_is_taken() {
    for (width, height) in [(65_537, 65_537), (u32::MAX, u32::MAX), (1 << 21, 1), (1, u32::MAX)] {
        assert_eq!(Mask::new(width, height), Err(MaskError::TooLarge { width, height }));
    }
    assert!(matches!(Mask::from_rgba(65_535, 65_535, &[0; 64], 0), Err(MaskError::WrongLength { .. })));
    assert!(matches!(Mask::from_gray(u32::MAX, u32::MAX, &[], 0), Err(MaskError::WrongLength { .. })));
}

#[test]
fn bytes_are_read_row_after_row() -> Outcome {
    let mut random = Random(12);
    let bytes: Vec<u8> = (0..4 * 130 * 7).map(|_| random.next() as u8).collect();
    for threshold in [0, 100, 255] {
        let alpha = |x: u32, y: u32| bytes[4 * (x + 130 * y) as usize + 3] > threshold;
        let mask = Mask::from_rgba(130, 7, &bytes, threshold)?;
        assert_eq!(mask, Mask::from_fn(130, 7, alpha)?);
        let gray = |x: u32, y: u32| bytes[(x + 520 * y) as usize] > threshold;
        assert_eq!(Mask::from_gray(520, 7, &bytes, threshold)?, Mask::from_fn(520, 7, gray)?);
    }
    assert!(Mask::from_rgba(0, 7, &[], 0)?.is_empty());
    Ok(())
}

#[test]
fn scaling_samples_at_centers() -> Outcome {
    let mut random = Random(13);
    let mask = random.mask(37, 23, 0.5)?;
    assert_eq!(mask.scale(37, 23)?, mask);
    assert_eq!(mask.scale(37 * 3, 23 * 5)?.scale(37, 23)?, mask);
    assert!(mask.scale(0, 5)?.is_empty());
    let halved = mask.scale(18, 11)?;
    for y in 0..11 {
        for x in 0..18 {
            let source = |at: i32, new: f64, old: f64| ((f64::from(at) + 0.5) * old / new).floor() as i32;
            assert_eq!(halved.get(x, y), mask.get(source(x, 18.0, 37.0), source(y, 11.0, 23.0)));
        }
    }
    Ok(())
}

#[test]
fn maps_sample_at_centers() -> Outcome {
    let mut random = Random(14);
    let mask = random.mask(40, 25, 0.5)?;
    // Quarter turns and mirrors lose nothing.
    for columns in [[DVec2::X, DVec2::Y], [DVec2::Y, -DVec2::X], [-DVec2::X, DVec2::Y], [DVec2::Y, DVec2::X]]
    {
        let map = Affine { columns, translation: DVec2::new(-7.0, 1e3) };
        let (turned, offset) = mask.transform(&map)?;
        assert_eq!(turned.count(), mask.count());
        for [x, y] in pixels(&mask) {
            let at = map.transform_point(DVec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5));
            assert!(turned.get(at.x.floor() as i32 - offset[0], at.y.floor() as i32 - offset[1]));
        }
    }
    let map =
        Affine { columns: Rotation::<Vec2>::from_angle(0.7).columns(), translation: Vec2::new(3.3, 4.4) };
    let back = map.inverse().ok_or("a rotation has an inverse")?;
    let (turned, offset) = mask.transform(&map)?;
    assert_sound(&turned);
    for [x, y] in (-60..60).flat_map(|y| (-60..60).map(move |x| [x, y])) {
        let from = back.transform_point(Vec2::new(x as f32 + 0.5, y as f32 + 0.5));
        // Not where rounding decides.
        if (from.x - from.x.round()).abs() > 1e-3 && (from.y - from.y.round()).abs() > 1e-3 {
            let expected = mask.get(from.x.floor() as i32, from.y.floor() as i32);
            assert_eq!(turned.get(x - offset[0], y - offset[1]), expected, "{x}, {y}");
        }
    }
    for columns in [[DVec2::X, DVec2::X], [DVec2::ZERO, DVec2::Y], [DVec2::NAN, DVec2::Y]] {
        let map = Affine { columns, translation: DVec2::ZERO };
        assert_eq!(mask.transform(&map), Err(MaskError::NotInvertible));
    }
    let huge = Affine { columns: [DVec2::X * 1e6, DVec2::Y * 1e6], translation: DVec2::ZERO };
    assert!(matches!(mask.transform(&huge), Err(MaskError::TooLarge { .. })));
    Ok(())
}

/// Against a flood from every pixel.
#[test]
fn components() -> Outcome {
    let mut random = Random(15);
    for round in 0..60 {
        let mask = random.mask(70, 20, [0.2, 0.45, 0.6][round % 3])?;
        for connectivity in [Connectivity::Edges, Connectivity::Corners] {
            let pieces = mask.components(connectivity);
            let mut left: Vec<[i32; 2]> = pixels(&mask).collect();
            for piece in 0..pieces.len() {
                let mut flood = vec![left.remove(0)];
                let mut done = 0;
                while done < flood.len() {
                    let [x, y] = flood[done];
                    done += 1;
                    let is_near = |[a, b]: [i32; 2]| match connectivity {
                        Connectivity::Edges => (a - x).abs() + (b - y).abs() == 1,
                        Connectivity::Corners => (a - x).abs().max((b - y).abs()) == 1,
                    };
                    flood.extend(left.extract_if(.., |at| is_near(*at)));
                }
                assert_eq!(pieces.count(piece), flood.len() as u64);
                let bounds = pieces.bounds(piece);
                let own = pieces.mask(piece)?;
                let mut found: Vec<[i32; 2]> =
                    pixels(&own).map(|[x, y]| [x + bounds.min[0] as i32, y + bounds.min[1] as i32]).collect();
                flood.sort();
                found.sort();
                assert_eq!(found, flood);
                assert_eq!(own.bounds().map(|own| own.max), Some([bounds.width(), bounds.height()]));
            }
            assert!(left.is_empty());
            assert_eq!(mask.bounding_rectangles(connectivity).len(), pieces.len());
        }
    }
    assert_eq!(Mask::new(9, 9)?.components(Connectivity::Corners).largest(), None);
    Ok(())
}
