//! Drawn shapes: all lines are on the shape, and show all of it.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::bound::shape_aabb;
use impinge::compound::{Compound, FilledPolygon, HeightField};
use impinge::draw::{self, Draw, Stroke};
use impinge::math::{Pose, Scalar, Unit, Vector};
use impinge::narrow::Query;
use impinge::shape::{Aabb, Ball, CustomShape, Plane, Shape, ShapeRef, Support};
use impinge::world::{Collider, CollisionWorld};

use crate::sample::{Random, Sample, Turn, one_of_each, one_of_each_of_parts, try_one_of_each};

/// What a line renderer is given.
struct Lines<V>(Vec<[V; 2]>);

impl<V: Vector> Draw<V> for Lines<V> {
    fn line(&mut self, from: V, to: V, _role: Stroke) {
        self.0.push([from, to]);
    }
    fn point(&mut self, at: V, _role: Stroke) {
        self.0.push([at, at]);
    }
    fn text(&mut self, _at: V, _text: &str, _role: Stroke) {}
}

const SIDE: f64 = 16.0;

fn drawn<V: Vector>(view: &ShapeRef<'_, V>) -> Vec<[V; 2]> {
    let side = V::splat(V::Scalar::from_f64(SIDE));
    let within = Aabb::new(-side, side).expect("a box");
    let mut lines = Lines(Vec::new());
    draw::draw_shape(view, &within, &mut lines, Stroke::Outline);
    lines.0
}

/// How far a point is from a surface that lines should be on.
fn off<V: Vector>(view: &ShapeRef<'_, V>, point: V) -> f64 {
    let projection = view.project_point(point);
    let distance: f64 = projection.distance.into();
    match view {
        // Parts may lie in each other, and enclose more than they are.
        ShapeRef::Composite(_) => distance.max(0.0),
        _ => distance.abs(),
    }
}

fn is_on_the_shape<V: Turn>(sample: &Sample<V>) {
    let view = sample.shape_ref();
    let lines = drawn(&view);
    assert!(!lines.is_empty(), "{}: nothing is drawn", sample.name());
    // The normal of a half-space leads off it.
    let count = lines.len() - usize::from(matches!(view, ShapeRef::HalfSpace(_)));
    let tolerance = if V::Scalar::UNIT_ROUNDOFF.into() > 1e-10 { 1e-5 } else { 1e-11 };
    for &[from, to] in &lines[..count] {
        for end in [from, to] {
            assert!(off(&view, end) < tolerance, "{}: {end:?} is off by {}", sample.name(), off(&view, end));
        }
        let middle: f64 = view.project_point((from + to) * V::Scalar::HALF).distance.into();
        assert!(
            middle < tolerance,
            "{}: the middle of {from:?} and {to:?} is out by {middle}",
            sample.name()
        );
    }
    // What has no end is not drawn to it, and boxes around parts have room to spare.
    let is_whole = !matches!(
        view,
        ShapeRef::Plane(_) | ShapeRef::HalfSpace(_) | ShapeRef::Ray(_) | ShapeRef::Composite(_)
    );
    if let (Some(bounds), true) = (shape_aabb(&view), is_whole) {
        let seen = Aabb::from_points(lines.into_iter().flatten()).expect("points");
        let least = if V::DIMENSION == 2 { 0.97 } else { 0.8 };
        for axis in 0..V::DIMENSION {
            let [all, seen]: [f64; 2] = [bounds.size()[axis].into(), seen.size()[axis].into()];
            assert!(
                seen >= least * all && seen <= all * (1.0 + tolerance),
                "{}: {seen} of {all} are drawn",
                sample.name()
            );
        }
    }
}

fn every_kind<V: Turn>() {
    for seed in 0..4 {
        let random = &mut Random::new(seed);
        for sample in one_of_each::<V>(random).iter().chain(&one_of_each_of_parts(random)) {
            is_on_the_shape(sample);
        }
    }
}

#[test]
fn every_kind_of_shape_is_drawn() {
    every_kind::<Vec2>();
    every_kind::<Vec3>();
    every_kind::<DVec2>();
    every_kind::<DVec3>();
}

fn any_size<V: Turn>() {
    for seed in 0..60 {
        for random in [&mut Random::any_exponent::<V::Scalar>(seed), &mut Random::extreme(seed, 1e15)] {
            for sample in try_one_of_each::<V>(random).into_iter().flatten() {
                for [from, to] in drawn(&sample.shape_ref()) {
                    assert!(from.is_finite() && to.is_finite(), "{}: {from:?} to {to:?}", sample.name());
                }
            }
        }
    }
}

#[test]
fn shapes_of_any_size_are_drawn_within_the_floats() {
    any_size::<Vec2>();
    any_size::<Vec3>();
    any_size::<DVec2>();
    any_size::<DVec3>();
}

#[test]
fn areas_are_drawn_by_their_outlines() -> Result<(), Box<dyn std::error::Error>> {
    let corners = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]].map(Vec2::from);
    let angle = FilledPolygon::from_points(&corners)?;
    assert_eq!(drawn(&angle.shape_ref()).len(), 6);
    // In a compound as well, with all else that is in it.
    let ball = Ball::new(Vec2::ONE * 5.0, 1.0)?;
    let both = Compound::new([(angle.into(), Pose::identity()), (ball.into(), Pose::identity())])?;
    assert_eq!(drawn(&both.shape_ref()).len(), 6 + 48);
    Ok(())
}

#[test]
fn what_lies_outside_is_left_out() -> Result<(), Box<dyn std::error::Error>> {
    let ground = HeightField::<Vec3>::new(vec![0.0; 100 * 100], 100, [1.0, 1.0])?;
    let within = Aabb::from_half_extents(Vec3::new(50.0, 0.0, 50.0), Vec3::splat(2.0))?;
    let mut lines = Lines(Vec::new());
    draw::draw_shape(&ground, &within, &mut lines, Stroke::Outline);
    assert!(lines.0.len() >= 16 * 6 && lines.0.len() < 100 * 6, "{}", lines.0.len());
    // Objects of a world, too, and where they touch.
    let crate_ = Aabb::from_half_extents(Vec3::ZERO, Vec3::ONE)?;
    let mut world = CollisionWorld::<Vec3>::new();
    for x in [0.0, 2.0, 50.0, 52.0] {
        world.add(Collider::new(crate_).with_position(DVec3::X * x)?)?;
    }
    world.step(0.0)?;
    let mut lines = Lines(Vec::new());
    draw::draw_world(
        &world,
        DVec3::X * 51.0,
        &Aabb::from_half_extents(Vec3::ZERO, Vec3::splat(9.0))?,
        &mut lines,
    );
    assert_eq!(lines.0.len(), 2 * 12 + 4);
    Ok(())
}

#[test]
fn a_shape_that_tells_no_points_is_not_drawn() {
    struct Nothing;
    impl Support<DVec3> for Nothing {
        fn support(&self, _direction: DVec3) -> DVec3 {
            DVec3::NAN
        }
    }
    assert!(drawn(&CustomShape::new(&Nothing, Pose::identity()).shape_ref()).is_empty());
}

fn ground_is_drawn<V: Turn>() {
    let side = V::splat(V::Scalar::from_f64(4.0));
    for (low, high, height, is_seen) in
        [(0.0, 1.0, 0.0, true), (-1.0, 0.0, 0.0, true), (0.0, 1.0, 2.0, false)]
    {
        let height_of =
            |y: f64| V::from_fn(|axis| if axis == 1 { V::Scalar::from_f64(y) } else { V::Scalar::ZERO });
        let flat = |vector: V| V::from_fn(|axis| if axis == 1 { V::Scalar::ZERO } else { vector[axis] });
        let within = Aabb::new(height_of(low) - flat(side), height_of(high) + flat(side)).expect("a box");
        let plane = Plane::new(Unit::axis(1), V::Scalar::from_f64(height)).expect("finite");
        let mut lines = Lines(Vec::new());
        draw::draw_shape(&plane, &within, &mut lines, Stroke::Outline);
        // A line in the plane, the sides of a square in space.
        let wanted = if V::DIMENSION == 2 { 1 } else { 4 };
        let level = |end: &V| end[1] == V::Scalar::from_f64(height);
        let found = lines.0.iter().filter(|line| line[0] != line[1] && line.iter().all(level)).count();
        assert_eq!(found >= wanted, is_seen, "between {low} and {high}: {:?}", lines.0);
    }
}

#[test]
fn ground_on_the_edge_of_what_is_seen_is_drawn() {
    ground_is_drawn::<Vec2>();
    ground_is_drawn::<Vec3>();
    ground_is_drawn::<DVec2>();
    ground_is_drawn::<DVec3>();
}
