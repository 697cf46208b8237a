//! Scan conversion, pixel by pixel.

use std::cmp::Ordering;
use std::f64::consts::TAU;

use glam::{DVec2, Vec2};
use impinge::mask::Mask;
use impinge::math::{Rotation, orientation_2d};
use impinge::prelude::*;
use impinge::shape::{Aabb, Ball, Obb, Polygon};

use crate::masks::{Outcome, Random};

/// Is the point in the polygon, one on the boundary if the inside is to its right or below? By the rule: that
/// of the point a hair to the right and less of a hair down, exactly.
fn holds(points: &[[f64; 2]], point: [f64; 2]) -> bool {
    let mut is_inside = false;
    for (index, &a) in points.iter().enumerate() {
        let b = points[(index + 1) % points.len()];
        let (low, high) = if a[1] <= b[1] { (a, b) } else { (b, a) };
        // The hair down decides at the ends, the hair to the right on the edge.
        let is_crossed = low[1] <= point[1] && point[1] < high[1];
        is_inside ^= is_crossed && orientation_2d(low, high, point) != Ordering::Greater;
    }
    is_inside
}

fn center(x: u32, y: u32) -> [f64; 2] {
    [f64::from(x) + 0.5, f64::from(y) + 0.5]
}

/// Polygons with corners right on centres, on edges of pixels, and anywhere.
fn star(random: &mut Random, corners: u64, grid: Option<f64>) -> Vec<DVec2> {
    let middle = DVec2::new(random.unit() * 60.0, random.unit() * 40.0);
    let point = |step: u64, radius: f64| {
        let (sine, cosine) = (TAU * step as f64 / corners as f64).sin_cos();
        let point = middle + DVec2::new(cosine, sine) * radius;
        grid.map_or(point, |grid| (point / grid).round() * grid)
    };
    (0..corners).map(|step| point(step, 3.0 + random.unit() * 30.0)).collect()
}

#[test]
fn polygons_hold_the_centers_that_the_rule_says() -> Outcome {
    let mut random = Random(31);
    let mut tried = 0;
    for round in 0..400 {
        let corners = 3 + random.below(12);
        let points = star(&mut random, corners, [None, Some(0.5), Some(1.0)][round % 3]);
        // On a grid, some cross themselves.
        let Ok(polygon) = Polygon::new(&points) else { continue };
        tried += 1;
        let corners: Vec<[f64; 2]> = polygon.points().iter().map(|point| point.to_array()).collect();
        let mask = Mask::from_region(70, 45, &polygon)?;
        assert_eq!(mask, Mask::from_fn(70, 45, |x, y| holds(&corners, center(x, y)))?);
        // Inside and outside without a doubt as `Polygon` itself says.
        for (x, y) in (0..45).flat_map(|y| (0..70).map(move |x| (x, y))) {
            let is_in = polygon.contains_point(DVec2::from_array(center(x, y)));
            assert!(is_in || !mask.get(x as i32, y as i32));
        }
        let single: Vec<Vec2> = points.iter().map(|point| point.as_vec2()).collect();
        if let Ok(single) = Polygon::new(&single) {
            let corners: Vec<[f64; 2]> =
                single.points().iter().map(|point| point.to_array().map(f64::from)).collect();
            let expected = Mask::from_fn(70, 45, |x, y| holds(&corners, center(x, y)))?;
            assert_eq!(Mask::from_region(70, 45, &single)?, expected);
        }
    }
    assert!(tried > 300, "{tried}");
    Ok(())
}

/// Triangles around a point: every pixel belongs to exactly one of them, wherever the corners lie.
#[test]
fn neighbors_neither_share_nor_miss_a_pixel() -> Outcome {
    let mut random = Random(32);
    for grid in [0.5, 1.0, 0.1] {
        for _ in 0..60 {
            let mut at = |size: f64| (random.unit() * size / grid).round() * grid;
            let middle = DVec2::new(5.0 + at(50.0), 5.0 + at(30.0));
            let rim = [(-9.0, -9.0), (30.5, -9.0), (80.0, -9.5), (80.0, 60.0), (7.0, 60.0), (-9.0, 60.0)];
            let mut together = Mask::new(70, 45)?;
            for (index, &a) in rim.iter().enumerate() {
                let b = rim[(index + 1) % rim.len()];
                let piece = Polygon::new(&[middle, DVec2::from(a), DVec2::from(b)])?;
                let piece = Mask::from_region(70, 45, &piece)?;
                assert!(!together.overlaps(&piece, [0, 0]));
                together.union(&piece, [0, 0]);
            }
            assert_eq!(together, Mask::new_filled(70, 45)?);
        }
    }
    Ok(())
}

#[test]
fn balls_hold_the_centers_within_them() -> Outcome {
    let mut random = Random(33);
    for round in 0..300 {
        let mut at = |size: f64| random.unit() * size - 0.2 * size;
        let (mut middle, mut radius) = (DVec2::new(at(90.0), at(70.0)), at(50.0).abs());
        if round % 2 == 0 {
            // Pythagorean circles, with centres right on them.
            middle = middle.round() + 0.5;
            radius = [0.0, 5.0, 13.0, 25.0][round / 2 % 4];
        }
        let ball = Ball::new(middle, radius)?;
        let inside = |x, y| Ball::new(center(x, y).into(), 0.0).is_ok_and(|point| ball.intersects(&point));
        assert_eq!(Mask::from_region(70, 45, &ball)?, Mask::from_fn(70, 45, inside)?, "{ball:?}");
    }
    let everything = Ball::new(Vec2::new(1e30, 3.0), 2e30)?;
    assert_eq!(Mask::from_region(70, 45, &everything)?, Mask::new_filled(70, 45)?);
    Ok(())
}

#[test]
fn boxes_are_polygons() -> Outcome {
    let mut random = Random(34);
    for round in 0..200 {
        let mut at = |size: f64| random.unit() * size;
        let (middle, half) = (DVec2::new(at(70.0), at(45.0)), DVec2::new(at(20.0), at(9.0)));
        let half = if round % 4 == 0 { half.round() * 0.5 } else { half };
        let middle = if round % 4 == 0 { middle.round() * 0.5 } else { middle };
        let obb = Obb::new(middle, half, Rotation::<DVec2>::from_angle(at(7.0)))?;
        let around = [0, 1, 3, 2].map(|corner| obb.corner(corner).to_array());
        let expected = Mask::from_fn(70, 45, |x, y| holds(&around, center(x, y)))?;
        assert_eq!(Mask::from_region(70, 45, &obb)?, expected);
        let aabb = Aabb::new(middle - half, middle + half)?;
        let inside = |x, y| {
            let point = center(x, y);
            (0..2).all(|axis| aabb.min()[axis] <= point[axis] && point[axis] < aabb.max()[axis])
        };
        let mask = Mask::from_region(70, 45, &aabb)?;
        assert_eq!(mask, Mask::from_fn(70, 45, inside)?);
        assert_eq!(Mask::new_filled(70, 45)?.count_in(&aabb), mask.count());
    }
    Ok(())
}

/// Corners far beyond the mask, as far as floats go.
#[test]
fn extreme_polygons() -> Outcome {
    for size in [1e3, 1e9, 1e20, 1e200, f64::MAX] {
        let wide = Polygon::new(&[DVec2::new(-size, 20.25), DVec2::new(size, 20.25), DVec2::new(0.0, size)])?;
        let corners: Vec<[f64; 2]> = wide.points().iter().map(|point| point.to_array()).collect();
        let expected = Mask::from_fn(70, 45, |x, y| holds(&corners, center(x, y)))?;
        assert_eq!(Mask::from_region(70, 45, &wide)?, expected, "{size}");
        let slanted =
            Polygon::new(&[DVec2::new(-size, -size), DVec2::new(size, size), DVec2::new(-size, size)])?;
        let expected = Mask::from_fn(70, 45, |x, y| x <= y)?;
        // Centres on the diagonal: the inside is to the left, so they do not belong to it.
        let mut diagonal = Mask::from_fn(70, 45, |x, y| x == y)?;
        diagonal.intersect(&Mask::from_region(70, 45, &slanted)?, [0, 0]);
        assert!(diagonal.is_empty());
        diagonal.union(&Mask::from_region(70, 45, &slanted)?, [0, 0]);
        diagonal.union(&Mask::from_fn(70, 45, |x, y| x == y)?, [0, 0]);
        assert_eq!(diagonal, expected);
    }
    Ok(())
}
