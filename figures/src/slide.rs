//! A capsule that slides through a level.

use glam::DVec2;
use impinge::draw::{Draw, Stroke, Svg};
use impinge::math::Rotation;
use impinge::shape::{Aabb, Ball, Capsule, Obb, Shape, ShapeError, ShapeRef, Triangle};
use impinge::sweep::{MoveAndSlideOptions, move_and_slide};

const RADIUS: f64 = 0.35;
/// Between the ends of the middle of the capsule.
const MIDDLE: DVec2 = DVec2::new(0.0, 0.6);
const STEPS: usize = 20;

/// Draws `docs/figures/slide.svg`.
pub fn figure() -> Result<String, ShapeError> {
    let view = Aabb::new(DVec2::ZERO, DVec2::new(12.0, 5.2))?;
    let mut picture = Svg::new(&view, 70.0);
    let floor = Aabb::new(DVec2::new(0.2, 0.2), DVec2::new(11.8, 0.6))?;
    let ramp = Triangle::new([DVec2::new(0.2, 0.6), DVec2::new(3.8, 0.6), DVec2::new(0.2, 2.6)])?;
    let stone = Ball::new(DVec2::new(6.0, -1.1), 2.0)?;
    let wedge = Obb::new(DVec2::new(10.6, 2.0), DVec2::new(1.6, 0.2), Rotation::<DVec2>::from_angle(-0.95))?;
    let level: [ShapeRef<'_, DVec2>; 4] =
        [floor.shape_ref(), ramp.shape_ref(), stone.shape_ref(), wedge.shape_ref()];

    picture.lines(floor.edges(), Stroke::Outline);
    picture.lines(wedge.edges(), Stroke::Outline);
    let [a, b, c] = ramp.points();
    picture.outline(&[a, b, c], Stroke::Outline);
    // Of the stone, what is above the ground.
    let stone_outline = arc(stone.center(), stone.radius(), 0.0, 256);
    for pair in stone_outline.windows(2).filter(|pair| pair[0].y >= 0.6 && pair[1].y >= 0.6) {
        picture.line(pair[0], pair[1], Stroke::Outline);
    }

    let options = MoveAndSlideOptions::new(0.01)?;
    let motion = DVec2::new(0.75, -0.7);
    let mut at = DVec2::new(0.8, 3.6);
    picture.outline(&capsule(at), Stroke::First);
    let (mut path, mut hits) = (vec![at], Vec::new());
    for _ in 0..STEPS {
        let shape = Capsule::new(at, at + MIDDLE, RADIUS)?;
        let end = move_and_slide(&shape, motion, &level, &options);
        path.extend(end.path().iter().map(|&corner| at + corner));
        hits.extend_from_slice(end.hits());
        at += end.translation;
        picture.outline(&capsule(at), Stroke::First);
    }
    for pair in path.windows(2) {
        picture.line(pair[0], pair[1], Stroke::Second);
    }
    for hit in &hits {
        picture.point(hit.point, Stroke::Contact);
        picture.arrow(hit.point, hit.point + hit.normal.get() * 0.3, 0.1, Stroke::Contact);
    }
    let start = DVec2::new(2.4, 4.3);
    picture.arrow(start, start + motion, 0.14, Stroke::Second);
    picture.text(DVec2::new(2.8, 4.5), "the motion of every step", Stroke::Second);
    picture.text(DVec2::new(8.6, 4.1), "at rest in the wedge:", Stroke::Outline);
    picture.text(DVec2::new(8.6, 3.85), "the last steps change nothing", Stroke::Outline);
    Ok(picture.finish())
}

/// Points around a centre, from an angle on, counter-clockwise; a whole turn has `parts` of them.
fn arc(center: DVec2, radius: f64, from: f64, parts: usize) -> Vec<DVec2> {
    let point = |i: usize| {
        let (sine, cosine) = libm::sincos(from + std::f64::consts::TAU * i as f64 / parts as f64);
        center + DVec2::new(cosine, sine) * radius
    };
    (0..parts).map(point).collect()
}

fn capsule(at: DVec2) -> Vec<DVec2> {
    let upper = arc(at + MIDDLE, RADIUS, 0.0, 32);
    let lower = arc(at, RADIUS, std::f64::consts::PI, 32);
    upper.into_iter().take(17).chain(lower.into_iter().take(17)).collect()
}
