//! Closed rooms and landscapes in space: balls, capsules and boxes among boxes and meshes of triangles.

use glam::{DVec3, Vec3};
use impinge::compound::{AnyShape, Compound, SurfaceMesh};
use impinge::math::{Pose, Rotation, Scalar, Unit};
use impinge::shape::{Mesh, Obb};
use impinge::sweep::{GroundSettings, MoveAndSlideOptions, move_and_slide};
use impinge_tests::demand;

use super::levels::{Mover, check_step, levels};
use crate::sample::{Random, Turn};

type Made<T> = Result<T, Box<dyn std::error::Error>>;

fn vector<V: Turn>(coordinates: [f64; 3]) -> V {
    V::from_fn(|axis| V::Scalar::from_f64(coordinates[axis]))
}

fn turned<V: Turn>(random: &mut Random, is_turned: bool) -> Rotation<V> {
    if is_turned { V::turn(random) } else { Rotation::identity() }
}

/// A ball, a capsule or a box around the origin; none is larger than 0.8.
fn mover<V: Turn>(random: &mut Random, kind: usize) -> Made<Mover<V>> {
    let radius = V::Scalar::from_f64(0.2 + 0.2 * random.signed().abs());
    let up: V = vector([0.0, 0.4, 0.0]);
    Ok(match kind % 4 {
        0 => Mover { points: vec![V::ZERO], radius, obb: None },
        1 => Mover { points: vec![-up, up], radius, obb: None },
        kind => {
            let half = V::from_fn(|_| V::Scalar::from_f64(0.1 + 0.35 * random.signed().abs()));
            Mover::of_box(Obb::new(V::ZERO, half, turned(random, kind == 3))?)
        }
    })
}

/// The inside of a box as six boxes around it, thick ones or without any thickness.
fn walls<V: Turn>(half: [f64; 3], thickness: f64, rotation: Rotation<V>) -> Made<Vec<AnyShape<V>>> {
    let wall = |face: usize| {
        let (axis, sign) = (face / 2, if face.is_multiple_of(2) { -1.0 } else { 1.0 });
        let mut center = [0.0; 3];
        center[axis] = sign * (half[axis] + thickness);
        let mut size = half.map(|half| half + 2.0 * thickness);
        size[axis] = thickness;
        Ok(Obb::new(rotation.rotate(vector(center)), vector(size), rotation)?.into())
    };
    (0..6).map(wall).collect()
}

/// The same as twelve triangles.
fn shell<V: Turn>(half: [f64; 3], rotation: Rotation<V>) -> Made<AnyShape<V>> {
    let corners = (0..8).map(|corner| {
        let signed = |axis: usize| if corner >> axis & 1 == 0 { -half[axis] } else { half[axis] };
        rotation.rotate(vector([0, 1, 2].map(signed)))
    });
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    Ok(SurfaceMesh::new(Mesh::new(corners.collect(), triangles)?).into())
}

/// Whoever is in a closed room stays there: every point of it, at every corner of its way, by coordinates
/// alone.
fn check_rooms<V: Turn>(seed: u64, skin: f64) -> Made<()> {
    let mut random = Random::new(demand::seed(seed));
    let options = MoveAndSlideOptions::new(V::Scalar::from_f64(skin))?;
    let mut met = 0;
    for level in 0..levels() {
        let rotation = turned::<V>(&mut random, level % 3 != 0);
        let half = [(); 3].map(|()| 1.2 + 2.0 * random.signed().abs());
        let mut shapes = match level % 4 {
            0 => walls(half, 0.5, rotation)?,
            1 => walls(half, 0.0, rotation)?,
            _ => vec![shell(half, rotation)?],
        };
        for _ in 0..level % 5 {
            let size = V::from_fn(|_| random.size::<V::Scalar>() * V::Scalar::HALF);
            shapes.push(Obb::new(random.vector(2.0), size, V::turn(&mut random))?.into());
        }
        let mover = mover::<V>(&mut random, level / 4)?;
        let mut at = V::ZERO;
        for step in 0..5 {
            let speed = libm::pow(10.0, random.signed() * 2.0 + 0.5);
            let motion: V = random.vector(speed);
            let end = move_and_slide(&mover.at(at)?, motion, shapes.as_slice(), &options);
            met += end.hits().len();
            for &corner in end.path().iter().chain([&end.translation]) {
                for &point in &mover.points {
                    let inside = rotation.inverse_rotate(point + at + corner).to_f64();
                    for axis in 0..3 {
                        let gap = half[axis] - inside[axis].abs() - mover.radius.into();
                        assert!(
                            gap >= 0.45 * skin,
                            "{gap} in level {level}, step {step}, seed {seed}: {end:?}"
                        );
                    }
                }
            }
            at += end.translation;
        }
    }
    assert!(met > levels(), "only {met} hits");
    Ok(())
}

#[test]
fn nobody_leaves_a_closed_room() -> Made<()> {
    check_rooms::<DVec3>(31, 0.01)?;
    check_rooms::<DVec3>(32, 1e-4)?;
    check_rooms::<Vec3>(33, 0.01)
}

/// Hills of triangles, 12 by 12 cells about the origin.
fn hills<V: Turn>(random: &mut Random, height: f64) -> Made<AnyShape<V>> {
    const CELLS: u32 = 12;
    const ACROSS: u32 = CELLS + 1;
    let corner = |i: u32| {
        let [x, z] = [i % ACROSS, i / ACROSS].map(|cell| 0.6 * (f64::from(cell) - 0.5 * f64::from(CELLS)));
        vector([x, height * random.signed(), z])
    };
    let corners = (0..ACROSS * ACROSS).map(corner).collect();
    let cells = (0..CELLS * CELLS).map(|cell| cell % CELLS + cell / CELLS * ACROSS);
    let triangles = cells.flat_map(|a| [[a, a + ACROSS, a + 1], [a + 1, a + ACROSS, a + ACROSS + 1]]);
    Ok(SurfaceMesh::new(Mesh::new(corners, triangles.collect())?).into())
}

/// Walks over hills with boxes on them, with steps and keeping to the ground, as games do it.
fn check_landscapes<V: Turn>(seed: u64, skin: f64) -> Made<()> {
    let mut random = Random::new(demand::seed(seed));
    let [max_slope, step_height, snap] = [0.9, 0.3, 0.2].map(V::Scalar::from_f64);
    let ground = GroundSettings::new(Unit::axis(1), max_slope)?
        .with_step_height(step_height)?
        .with_snap_distance(snap)?;
    let options = MoveAndSlideOptions::new(V::Scalar::from_f64(skin))?;
    let mut stood = 0;
    for level in 0..levels() / 2 {
        let mut shapes = vec![hills::<V>(&mut random, [0.0, 0.1, 0.3, 0.8][level % 4])?];
        for number in 0..6 {
            let center = random.vector::<V>(2.5);
            let size = V::from_fn(|_| random.size::<V::Scalar>() * V::Scalar::HALF);
            let on_ground = V::from_fn(|axis| if axis == 1 { V::Scalar::ZERO } else { center[axis] });
            shapes.push(Obb::new(on_ground, size, turned(&mut random, number % 2 == 0))?.into());
        }
        let compound = Compound::new(shapes.iter().map(|shape| (shape.clone(), Pose::identity())))?;
        let mover = mover::<V>(&mut random, level)?;
        let options = if level % 3 == 0 { options } else { options.with_ground(ground) };
        let mut at: V = vector([random.signed(), 2.2, random.signed()]);
        for step in 0..8 {
            let heading = random.vector::<V>(0.7).to_f64();
            let motion: V = vector([heading[0], if step == 0 { -2.0 } else { -0.2 }, heading[2]]);
            let end = move_and_slide(&mover.at(at)?, motion, &compound, &options);
            stood += usize::from(end.ground().is_some());
            let case =
                || format!("landscape {level} step {step} of seed {seed}: {motion:?} from {at:?}: {end:?}");
            check_step(&mover, at, &end, &shapes, skin, &case)?;
            at += end.translation;
        }
    }
    assert!(stood > levels(), "stood {stood} times only");
    Ok(())
}

#[test]
fn landscapes_are_walked_on_and_never_into() -> Made<()> {
    check_landscapes::<DVec3>(41, 0.01)?;
    check_landscapes::<Vec3>(42, 0.01)
}
