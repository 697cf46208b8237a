//! Slopes and stairs in space, along the axes and turned, for a ball, a capsule and a box.

use glam::{DVec3, Vec3};
use impinge::compound::{AnyShape, SurfaceMesh};
use impinge::math::{Rotation, Scalar, Unit};
use impinge::shape::{Aabb, Ball, Capsule, Mesh, Obb};
use impinge::sweep::{GroundSettings, MoveAndSlideOptions, move_and_slide};

use crate::sample::{Random, Turn};

type Made<T> = Result<T, Box<dyn std::error::Error>>;

/// The world as seen with y up, turned.
#[derive(Clone, Copy)]
struct Frame<V: Turn>(Rotation<V>);

impl<V: Turn> Frame<V> {
    /// The plain one, and others.
    fn some(random: &mut Random) -> [Self; 3] {
        [Rotation::identity(), V::turn(random), V::turn(random)].map(Frame)
    }

    fn place(self, coordinates: [f64; 3]) -> V {
        self.0.rotate(V::from_fn(|axis| V::Scalar::from_f64(coordinates[axis])))
    }

    /// Coordinates as seen with y up.
    fn seen(self, place: V) -> [f64; 3] {
        self.0.inverse_rotate(place).to_f64()
    }

    fn ground(self) -> Made<GroundSettings<V>> {
        Ok(GroundSettings::new(Unit::new(self.place([0.0, 1.0, 0.0]))?, V::Scalar::from_f64(0.8))?)
    }

    fn cuboid(self, min: [f64; 3], max: [f64; 3]) -> Made<AnyShape<V>> {
        let middle = [0, 1, 2].map(|axis| (min[axis] + max[axis]) / 2.0);
        let half = V::from_fn(|axis| V::Scalar::from_f64((max[axis] - min[axis]) / 2.0));
        Ok(if self.0 == Rotation::identity() {
            Aabb::new(self.place(min), self.place(max))?.into()
        } else {
            Obb::new(self.place(middle), half, self.0)?.into()
        })
    }

    /// Somebody whose lowest point is at a place.
    fn walker(self, kind: usize, foot: V) -> Made<AnyShape<V>> {
        let above = |height: f64| foot + self.place([0.0, height, 0.0]);
        let radius = V::Scalar::from_f64(0.4);
        Ok(match kind {
            0 => Ball::new(above(0.4), radius)?.into(),
            1 => Capsule::new(above(0.4), above(1.4), radius)?.into(),
            _ => {
                let half = V::from_fn(|axis| V::Scalar::from_f64([0.3, 0.8, 0.3][axis]));
                Obb::new(above(0.8), half, self.0)?.into()
            }
        })
    }
}

const KINDS: usize = 3;

/// A square of triangles that rises along x, through the origin.
fn slope<V: Turn>(frame: Frame<V>, angle: f64) -> Made<AnyShape<V>> {
    const ACROSS: u32 = 24;
    let rise = angle.tan();
    let corner = |i: u32| {
        let [x, z] = [i % ACROSS, i / ACROSS].map(|cell| f64::from(cell) - 0.5 * f64::from(ACROSS));
        frame.place([x, x * rise, z])
    };
    let corners = (0..ACROSS * ACROSS).map(corner).collect();
    let starts =
        (0..(ACROSS - 1) * (ACROSS - 1)).map(|cell| cell % (ACROSS - 1) + cell / (ACROSS - 1) * ACROSS);
    let triangles = starts.flat_map(|a| [[a, a + ACROSS, a + 1], [a + 1, a + ACROSS, a + ACROSS + 1]]);
    Ok(SurfaceMesh::new(Mesh::new(corners, triangles.collect())?).into())
}

fn check_slopes<V: Turn>(seed: u64) -> Made<()> {
    let mut random = Random::new(seed);
    for frame in Frame::<V>::some(&mut random) {
        let options = MoveAndSlideOptions::new(V::Scalar::from_f64(0.01))?.with_ground(frame.ground()?);
        let fall = frame.place([0.0, -0.05, 0.0]);
        for (angle, is_walkable) in [(0.5, true), (0.78, true), (0.9, false), (1.3, false)] {
            let ground = slope(frame, angle)?;
            for kind in 0..KINDS {
                let mut at = frame.place([0.3, 0.3 * f64::tan(angle) + 0.9, 0.2]);
                let mut go = |motion: V, steps: usize| -> Made<([f64; 3], bool)> {
                    let mut is_on_ground = false;
                    for _ in 0..steps {
                        let end = move_and_slide(&frame.walker(kind, at)?, motion, &ground, &options);
                        at += end.translation;
                        is_on_ground = end.ground().is_some();
                    }
                    Ok((frame.seen(at), is_on_ground))
                };
                let (landed, _) = go(fall, 40)?;
                let (rest, _) = go(fall, 40)?;
                let case = format!("kind {kind} on {angle}: {landed:?}, {rest:?}");
                let crept = (0..3).map(|axis| (rest[axis] - landed[axis]).abs()).fold(0.0, f64::max);
                assert_eq!(crept < 0.001, is_walkable, "{case}");
                // Up, and at an angle to the slope.
                let (up, is_on_ground) = go(fall + frame.place([0.08, 0.0, 0.05]), 40)?;
                assert_eq!(up[1] > rest[1] + 0.1, is_walkable, "{case}, {up:?}");
                assert_eq!(is_on_ground, is_walkable, "{case}, {up:?}");
                // Along the slope everybody gets on.
                assert!(up[2] > rest[2] + 1.0, "{case}, {up:?}");
            }
        }
    }
    Ok(())
}

#[test]
fn walkable_slopes_hold_and_steep_ones_do_not() -> Made<()> {
    check_slopes::<DVec3>(51)?;
    check_slopes::<Vec3>(52)
}

const STEPS: usize = 7;

/// Stairs that rise along x, one unit deep, with a landing at both ends.
fn stairs<V: Turn>(frame: Frame<V>, rise: f64) -> Made<Vec<AnyShape<V>>> {
    let step = |i: usize| {
        let (x, y) = (i as f64, i as f64 * rise);
        let (left, right) = (if i == 0 { -9.0 } else { x }, if i == STEPS { 30.0 } else { x + 1.0 });
        frame.cuboid([left, -1.0, -40.0], [right, y, 40.0])
    };
    (0..=STEPS).map(step).collect()
}

fn check_stairs<V: Turn>(seed: u64) -> Made<()> {
    let mut random = Random::new(seed);
    for frame in Frame::<V>::some(&mut random) {
        let ground = frame.ground()?;
        for (rise, height, climbs) in
            [(0.3, 0.4, true), (0.35, 0.4, true), (0.6, 0.4, false), (0.3, 0.0, false)]
        {
            let ground = ground.with_step_height(V::Scalar::from_f64(height))?;
            let snapping = ground.with_snap_distance(V::Scalar::from_f64(height))?;
            let options = MoveAndSlideOptions::new(V::Scalar::from_f64(0.01))?;
            let stairs = stairs(frame, rise)?;
            for kind in 0..KINDS {
                let mut at = frame.place([-2.0, 0.01, 0.0]);
                let case = format!("kind {kind} on {rise} of {height}");
                // Up, at an angle.
                for _ in 0..240 {
                    let motion = frame.place([0.06, -0.05, 0.04]);
                    let walker = frame.walker(kind, at)?;
                    at += move_and_slide(&walker, motion, stairs.as_slice(), &options.with_ground(ground))
                        .translation;
                }
                let [x, y, z] = frame.seen(at);
                let top = STEPS as f64 * rise;
                assert_eq!(x > 7.5 && (y - top).abs() < 0.05, climbs, "{case}: {x}, {y}");
                assert!(z > 9.0, "{case}: walls are slid along, not to {z}");
                if !climbs {
                    assert!(x < 0.75 && y < 0.3, "{case}: {x}, {y}");
                    continue;
                }
                // And down again, on the ground all the time.
                for step in 0..240 {
                    let walker = frame.walker(kind, at)?;
                    let motion = frame.place([-0.06, 0.0, -0.04]);
                    let end =
                        move_and_slide(&walker, motion, stairs.as_slice(), &options.with_ground(snapping));
                    at += end.translation;
                    let place = frame.seen(at);
                    assert!(end.ground().is_some(), "{case}: in the air in step {step} at {place:?}");
                }
                let [x, y, _] = frame.seen(at);
                assert!(x < -1.0 && (y - 0.01).abs() < 0.01, "{case}: {x}, {y}");
            }
        }
    }
    Ok(())
}

#[test]
fn stairs_are_climbed_and_walked_down_without_leaving_the_ground() -> Made<()> {
    check_stairs::<DVec3>(61)?;
    check_stairs::<Vec3>(62)
}
