//! The figures of `docs/impact.md`: a rod that turns until it meets a block, and the steps by which that time
//! is found.

use glam::DVec2;
use impinge::draw::{Draw, Stroke, Svg};
use impinge::narrow::Collide;
use impinge::shape::{Aabb, Segment, ShapeError};
use impinge::sweep::{Motion, TimeOfImpactOptions, time_of_impact};

use crate::{Failure, Figure};

/// All figures of the page.
pub const FIGURES: [Figure; 2] = [("impact-way", way), ("impact-steps", steps)];

/// By how much the rod turns about its left end, which moves as well.
const TURN: f64 = 1.7;

/// A rod on its way.
struct Rod {
    ends: [DVec2; 2],
    motion: Motion<DVec2>,
    translation: DVec2,
}

impl Rod {
    fn new() -> Result<Self, ShapeError> {
        let (ends, translation) = ([DVec2::ZERO, DVec2::new(2.2, -0.3)], DVec2::new(0.9, 0.5));
        let motion = Motion::linear(translation)?.with_angular_velocity(TURN, ends[0])?;
        Ok(Rod { ends, motion, translation })
    }

    fn at(&self, time: f64) -> Result<Segment<DVec2>, ShapeError> {
        Segment::new(self.motion.point_at(time, self.ends[0]), self.motion.point_at(time, self.ends[1]))
    }

    fn impact(&self) -> Result<f64, Failure> {
        let rod = Segment::new(self.ends[0], self.ends[1])?;
        let options = TimeOfImpactOptions::new(1e-6)?;
        let found = time_of_impact(&rod, &self.motion, &block()?, &Motion::fixed(), &options);
        Ok(found.time().ok_or("they meet")?)
    }
}

fn block() -> Result<Aabb<DVec2>, ShapeError> {
    Aabb::new(DVec2::new(0.9, 1.75), DVec2::new(3.1, 2.6))
}

/// Where the rod is at a few times, the last of them that of the impact.
fn way() -> Result<String, Failure> {
    let (rod, block) = (Rod::new()?, block()?);
    let impact = rod.impact()?;
    let mut picture = Svg::new(&Aabb::new(DVec2::new(-0.5, -0.7), DVec2::new(3.9, 2.9))?, 110.0);
    let corners = [0, 1, 3, 2].map(|index| block.corner(index));
    picture.area(&corners, Stroke::Second);
    picture.text(block.center() + DVec2::new(0.55, 0.0), "at rest", Stroke::Second);
    // The way of the right end, and on as it would go through the block.
    let end = |step: u32, steps: u32| rod.motion.point_at(f64::from(step) / f64::from(steps), rod.ends[1]);
    for step in 0..48 {
        let role = if f64::from(step + 1) / 48.0 < impact { Stroke::First } else { Stroke::Secondary };
        picture.line(end(step, 48), end(step + 1, 48), role);
    }
    let mut draw = |time: f64, role: Stroke| -> Result<(), ShapeError> {
        let at = rod.at(time)?;
        picture.line(at.a(), at.b(), role);
        picture.point(at.a(), role);
        picture.text(at.b() + DVec2::new(0.36, -0.13), &format!("t = {time:.2}"), role);
        Ok(())
    };
    for part in [0.0, 0.4, 0.75] {
        draw(impact * part, Stroke::First)?;
    }
    draw(impact, Stroke::Contact)?;
    Ok(picture.finish())
}

/// The gap that a direction shows is at least so much at times after one at which it is told: the formula of
/// the page for a block at rest, which owns the direction, and a rod.
struct Bound {
    /// From the block to the rod.
    normal: DVec2,
    /// Of the rod, with where it turns about.
    ends: [DVec2; 2],
    center: DVec2,
    translation: DVec2,
    /// Where the block ends along the normal.
    end: f64,
}

impl Bound {
    fn at(&self, s: f64) -> f64 {
        // n × ω, of an ω across the plane.
        let across = -self.normal.perp() * TURN;
        let reach = self.ends.iter().map(|end| (*end - self.center).length()).fold(0.0, f64::max);
        let direction = self.normal + across * s;
        let begin = self.ends.iter().map(|end| direction.dot(*end)).fold(f64::INFINITY, f64::min);
        let rate = self.normal.dot(self.translation) - across.dot(self.center);
        begin - self.end + s * rate - s * s * 0.5 * TURN * TURN * reach
    }

    /// Until when it is above 0, if it is at first.
    fn end_of_gap(&self) -> f64 {
        let (mut above, mut below) = (0.0, 1.0);
        for _ in 0..60 {
            let middle = f64::midpoint(above, below);
            if self.at(middle) > 0.0 { above = middle } else { below = middle }
        }
        above
    }
}

/// The distance over time, and below it the bounds, each of which allows a step.
fn steps() -> Result<String, Failure> {
    let (rod, block) = (Rod::new()?, block()?);
    let impact = rod.impact()?;
    let (wide, high) = (12.5, 1.6);
    let mut picture = Svg::new(&Aabb::new(DVec2::new(-0.75, -0.75), DVec2::new(8.0, 3.6))?, 85.0);
    let place = |time: f64, gap: f64| DVec2::new(time * wide, gap * high);
    picture.arrow(place(0.0, 0.0), DVec2::new(7.6, 0.0), 0.12, Stroke::Outline);
    picture.arrow(place(0.0, 0.0), DVec2::new(0.0, 3.4), 0.12, Stroke::Outline);
    picture.text(DVec2::new(7.6, -0.25), "time", Stroke::Outline);
    picture.text(DVec2::new(0.55, 3.35), "distance", Stroke::Outline);
    let distance = |time: f64| -> Result<f64, ShapeError> { Ok(rod.at(time)?.distance(&block)) };
    let curve = |picture: &mut Svg, from: f64, to: f64, role: Stroke, gap: &dyn Fn(f64) -> Option<f64>| {
        let points: Vec<DVec2> = (0..=40)
            .map_while(|i| {
                let time = from + (to - from) * f64::from(i) / 40.0;
                Some(place(time, gap(time)?))
            })
            .collect();
        points.windows(2).for_each(|pair| picture.line(pair[0], pair[1], role));
    };
    curve(&mut picture, 0.0, impact, Stroke::Second, &|time| distance(time).ok());
    let mut time = 0.0;
    for number in 1..8 {
        let nearest = block.closest_points(&rod.at(time)?);
        if nearest.distance < 1e-3 {
            break;
        }
        let at = rod.at(time)?;
        let normal = nearest.normal.get();
        let bound = Bound {
            normal,
            ends: [at.a(), at.b()],
            center: at.a(),
            translation: rod.translation,
            end: normal.dot(nearest.point_a),
        };
        let step = bound.end_of_gap();
        let from = time;
        curve(&mut picture, from, from + step, Stroke::First, &|time| Some(bound.at(time - from)));
        picture.line(place(time, 0.0), place(time, nearest.distance), Stroke::Secondary);
        picture.point(place(time, nearest.distance), Stroke::Second);
        time += step;
        picture.point(place(time, 0.0), Stroke::First);
        if number < 4 {
            picture.text(place(time, 0.0) - DVec2::new(0.0, 0.25), &format!("{number}"), Stroke::First);
        }
    }
    if (time - impact).abs() > 1e-2 {
        return Err(format!("these steps end at {time}, those of the engine at {impact}").into());
    }
    picture.line(place(impact, 0.0), place(impact, 0.5), Stroke::Contact);
    picture.point(place(impact, 0.0), Stroke::Contact);
    picture.text(place(impact, 0.58), &format!("the impact, t = {impact:.3}"), Stroke::Contact);
    Ok(picture.finish())
}
