//! impinge: shapes at their places, and motions.

use glam::{Vec2, Vec3};
use impinge::math::Vector;
use impinge::shape::{Hull, Obb, PlacedHull, Shape, ShapeError};
use impinge::sweep::{Motion, TimeOfImpactOptions, time_of_impact};

use super::TOLERANCE;
use crate::error::Error;
use crate::groups::poly2d::ours as flat;
use crate::pairwise::{Entry, each};
use crate::workload::flights::{Flight2, Flight3};
use crate::workload::moving::Pose3;

/// Both shapes, and how they move.
pub struct Case<T, V: Vector> {
    shapes: [T; 2],
    motions: [Motion<V>; 2],
}

/// `time_of_impact`.
pub fn entry<'a, V: Vector + 'a, T: Shape<Vector = V> + 'a>(
    cases: Vec<Case<T, V>>,
) -> Result<Entry<'a>, Error> {
    let options = TimeOfImpactOptions::new(TOLERANCE)?;
    Ok(each("impinge", cases, move |case: &Case<T, V>| {
        let ([a, b], [motion_a, motion_b]) = (&case.shapes, &case.motions);
        time_of_impact(a, motion_a, b, motion_b, &options).time().map_or(f32::NAN, |time| time as f32)
    }))
}

/// The workload in our types.
pub fn in_space<S, T>(
    flights: &[Flight3<S>],
    place: impl Fn(&S, &Pose3) -> Result<T, ShapeError>,
) -> Result<Vec<Case<T, Vec3>>, Error> {
    let case = |flight: &Flight3<S>| {
        let Flight3 { shapes: [a, b], starts: [start_a, start_b], motion, turns } = flight;
        let [turn_a, turn_b] = turns.map(Vec3::from_array);
        let shapes = [place(a, start_a)?, place(b, start_b)?];
        let moved = Motion::linear(Vec3::from_array(*motion))?;
        let motions = [
            Motion::fixed().with_angular_velocity(turn_a, Vec3::from_array(start_a.center))?,
            moved.with_angular_velocity(turn_b, Vec3::from_array(start_b.center))?,
        ];
        Ok(Case { shapes, motions })
    };
    Ok(flights.iter().map(case).collect::<Result<_, ShapeError>>()?)
}

/// Boxes in the plane.
pub fn boxes(flights: &[Flight2]) -> Result<Vec<Case<Obb<Vec2>, Vec2>>, Error> {
    let case = |flight: &Flight2| {
        let [a, b] = &flight.shapes;
        let shapes = [flat::cuboid(a, &flight.starts[0])?, flat::cuboid(b, &flight.starts[1])?];
        Ok(Case { shapes, motions: motions(flight)? })
    };
    Ok(flights.iter().map(case).collect::<Result<_, ShapeError>>()?)
}

/// The hulls of the polygons of all flights, which must outlive their places.
pub fn hulls(flights: &[Flight2]) -> Result<Vec<[Hull<Vec2>; 2]>, Error> {
    let both = |flight: &Flight2| {
        let [a, b] = &flight.shapes;
        Ok([flat::hull(a)?, flat::hull(b)?])
    };
    Ok(flights.iter().map(both).collect::<Result<_, ShapeError>>()?)
}

/// The polygons at their places.
pub fn polygons<'h>(
    flights: &[Flight2],
    hulls: &'h [[Hull<Vec2>; 2]],
) -> Result<Vec<Case<PlacedHull<'h, Vec2>, Vec2>>, Error> {
    let case = |(flight, [a, b]): (&Flight2, &'h [Hull<Vec2>; 2])| {
        let [start_a, start_b] = &flight.starts;
        let shapes = [a.at(&flat::placed(start_a)), b.at(&flat::placed(start_b))];
        Ok(Case { shapes, motions: motions(flight)? })
    };
    Ok(flights.iter().zip(hulls).map(case).collect::<Result<_, ShapeError>>()?)
}

fn motions(flight: &Flight2) -> Result<[Motion<Vec2>; 2], ShapeError> {
    let [center_a, center_b] = flight.starts.map(|start| Vec2::from_array(start.center));
    let [turn_a, turn_b] = flight.turns;
    let moved = Motion::linear(Vec2::from_array(flight.motion))?;
    Ok([
        Motion::fixed().with_angular_velocity(turn_a, center_a)?,
        moved.with_angular_velocity(turn_b, center_b)?,
    ])
}
