//! Steps, whatever the walker's width and speed: climbed up to their height, and never a place to be stuck.

use glam::{DVec2, Vec2, Vec3};
use impinge::compound::SurfaceMesh;
use impinge::math::{Scalar, Unit, Vector};
use impinge::shape::{Aabb, Capsule, Mesh, ShapeError};
use impinge::sweep::{GroundSettings, MoveAndSlideOptions, Obstacles, move_and_slide};

type Tested = Result<(), Box<dyn std::error::Error>>;

const LIMIT: f64 = 0.3;
const TALL: f64 = 1.8;
const FRAME: f64 = 1.0 / 60.0;

/// Along x, and upwards.
fn at<V: Vector>(x: f64, y: f64) -> V {
    V::from_f64([x, y, 0.0])
}

/// Walks on the way a game does it: falls until it stands, at a speed that is asked for. The foot's places,
/// one a frame.
fn walk<V: Vector, O: Obstacles<V> + ?Sized>(
    level: &O,
    ground: GroundSettings<V>,
    radius: f64,
    (start, speed): (V, f64),
    frames: usize,
) -> Result<Vec<V>, ShapeError> {
    let options = MoveAndSlideOptions::new(V::Scalar::from_f64(0.01))?.with_ground(ground);
    let (mut foot, mut fall) = (start, 0.0);
    let mut places = Vec::new();
    for _ in 0..frames {
        fall -= 9.81 * FRAME;
        let ends = [radius, TALL - radius].map(|height| foot + at(0.0, height));
        let capsule = Capsule::new(ends[0], ends[1], V::Scalar::from_f64(radius))?;
        let slid = move_and_slide(&capsule, at(speed * FRAME, fall * FRAME), level, &options);
        foot += slid.translation;
        if slid.ground().is_some() {
            fall = 0.0;
        }
        places.push(foot);
    }
    Ok(places)
}

/// As long as it takes without steps, and a second more.
fn frames(way: f64, speed: f64) -> usize {
    ((way / speed + 1.0) / FRAME) as usize
}

fn stairs<V: Vector>(rise: f64, tread: f64, count: u32) -> Result<Vec<Aabb<V>>, ShapeError> {
    let floor = Aabb::new(V::from_f64([-99.0, -1.0, -9.0]), V::from_f64([99.0, 0.0, 9.0]));
    let step = |i: u32| {
        let (x, y) = (f64::from(i) * tread, f64::from(i + 1) * rise);
        Aabb::new(V::from_f64([x, -1.0, -9.0]), V::from_f64([99.0, y, 9.0]))
    };
    std::iter::once(floor).chain((0..count).map(step)).collect()
}

/// The number of walks that end on top, and of those that were asked for.
fn climbed<V: Vector>(
    rise: f64,
    tread: f64,
    count: u32,
    radius: f64,
    snap: f64,
) -> Result<(u32, u32), ShapeError> {
    let level = stairs::<V>(rise, tread, count)?;
    let scalar = V::Scalar::from_f64;
    let ground = GroundSettings::new(Unit::axis(1), scalar(0.9))?
        .with_step_height(scalar(LIMIT))?
        .with_snap_distance(scalar(snap))?;
    let (mut on_top, mut walks) = (0, 0);
    for speed in [1.0, 1.7, 2.9, 4.8] {
        for start in [-1.0, -0.993, -0.987, -0.98] {
            let goal = f64::from(count - 1) * tread + 1.0;
            let places = walk(
                level.as_slice(),
                ground,
                radius,
                (at(start, 0.01), speed),
                frames(goal - start, speed),
            )?;
            let end = places[places.len() - 1];
            let top = f64::from(count) * rise;
            walks += 1;
            on_top += u32::from(end[0].into() > goal - 0.5 && (end[1].into() - top).abs() < 0.02);
        }
    }
    Ok((on_top, walks))
}

/// A capsule that is no wider than the step is high stands on its edge for some frames, met nearly from the
/// side.
#[test]
fn a_step_is_climbed_by_the_thin_and_the_wide() -> Tested {
    for rise in [0.1, 0.2, 0.25, 0.28] {
        for radius in [0.1, 0.15, 0.25, 0.35] {
            for snap in [0.0, 0.3] {
                let (on_top, walks) = climbed::<Vec2>(rise, 1.0, 1, radius, snap)?;
                assert_eq!(on_top, walks, "a step of {rise}, a radius of {radius}, a snap of {snap}");
            }
        }
    }
    Ok(())
}

#[test]
fn stairs_are_climbed_by_the_thin_and_the_wide() -> Tested {
    for (rise, tread) in [(0.25, 0.4), (0.17, 0.29)] {
        for radius in [0.1, 0.2, 0.3] {
            for snap in [0.0, 0.3] {
                let (on_top, walks) = climbed::<DVec2>(rise, tread, 6, radius, snap)?;
                assert_eq!(
                    on_top, walks,
                    "stairs of {rise} and {tread}, a radius of {radius}, a snap of {snap}"
                );
            }
        }
        let (on_top, walks) = climbed::<Vec3>(rise, tread, 3, 0.2, 0.3)?;
        assert_eq!(on_top, walks, "stairs of {rise} and {tread} in space");
    }
    Ok(())
}

/// Stairs as triangles, walked up askew.
#[test]
fn stairs_of_a_mesh_are_climbed() -> Tested {
    let (rise, tread, count) = (0.25_f32, 0.4, 6);
    let (mut corners, mut triangles) = (Vec::new(), Vec::new());
    let mut quad = |a: [f32; 2], b: [f32; 2]| {
        let first = corners.len() as u32;
        for ([x, y], z) in [(a, 9.0), (b, 9.0), (b, -9.0), (a, -9.0)] {
            corners.push(Vec3::new(x, y, z));
        }
        triangles.extend([[0, 1, 2], [0, 2, 3]].map(|triangle| triangle.map(|corner: u32| first + corner)));
    };
    quad([-9.0, 0.0], [0.0, 0.0]);
    for i in 0..count {
        let (x, y) = (i as f32 * tread, i as f32 * rise);
        let end = if i + 1 == count { 20.0 } else { x + tread };
        quad([x, y], [x, y + rise]);
        quad([x, y + rise], [end, y + rise]);
    }
    let level = SurfaceMesh::new(Mesh::new(corners, triangles)?);
    let ground = GroundSettings::new(Unit::axis(1), 0.9)?.with_step_height(0.3)?.with_snap_distance(0.3)?;
    for radius in [0.1, 0.15, 0.25, 0.3] {
        for speed in [1.0, 2.0, 6.0] {
            let places =
                walk(&level, ground, radius, (Vec3::new(-1.0, 0.01, 0.3), speed), frames(5.0, speed))?;
            let end = places[places.len() - 1];
            assert!(end.x > 3.0 && (end.y - 1.5).abs() < 0.02, "{end}, a radius of {radius}, at {speed}");
        }
    }
    Ok(())
}

/// Neither on foot nor in a fall along its wall, however near its edge is to the side of the capsule.
#[test]
fn what_is_higher_than_a_step_is_not_climbed() -> Tested {
    for rise in [0.32, 0.4, 0.7] {
        let level = stairs::<DVec2>(rise, 1.0, 1)?;
        for (radius, snap) in [(0.1, 0.3), (0.35, 0.3), (0.35, 0.0), (0.8, 0.0)] {
            let ground =
                GroundSettings::new(Unit::axis(1), 0.9)?.with_step_height(LIMIT)?.with_snap_distance(snap)?;
            for (start, speed) in [(-1.0, 1.0), (-0.99, 3.0)] {
                let start = DVec2::new(start - radius, 0.01);
                let places = walk(level.as_slice(), ground, radius, (start, speed), 120)?;
                let highest = places.iter().map(|place| place.y).fold(0.0, f64::max);
                assert!(highest < 0.05, "up to {highest} at {rise}, a radius of {radius}, a snap of {snap}");
            }
        }
    }
    Ok(())
}

/// The least case: one motion from the edge on which it came to stand.
#[test]
fn who_stands_on_the_edge_of_a_step_goes_on() -> Tested {
    let level = stairs::<Vec2>(0.25, 1.0, 1)?;
    for snap in [0.0, 0.3] {
        let ground =
            GroundSettings::new(Unit::axis(1), 0.9)?.with_step_height(0.3)?.with_snap_distance(snap)?;
        let options = MoveAndSlideOptions::new(0.01)?.with_ground(ground);
        let capsule = Capsule::new(Vec2::new(-0.1529, 0.297), Vec2::new(-0.1529, 1.797), 0.15)?;
        let slid = move_and_slide(&capsule, Vec2::new(0.1, -0.0027), level.as_slice(), &options);
        assert!((slid.translation.x - 0.1).abs() < 1e-3 && slid.ground().is_some(), "{slid:?}");
    }
    Ok(())
}
