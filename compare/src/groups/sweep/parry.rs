//! parry3d and parry2d: straight ways by a cast along the difference of both shapes, which has no tolerance
//! to speak of; turns by bisection along one axis after the other, down to about 10⁻⁶.

use std::borrow::Borrow;

use parry2d::{math as math2, query as query2};
use parry3d::{math as math3, query as query3};

use crate::error::Error;
use crate::groups::{convex, poly2d};
use crate::pairwise::{Entry, each};
use crate::workload::convex::Corners;
use crate::workload::flights::{Flight2, Flight3, Turning};

/// Both shapes and their motions.
pub type Case3<S> = ([S; 2], [query3::NonlinearRigidMotion; 2]);
/// The same in the plane.
pub type Case2<S> = ([S; 2], [query2::NonlinearRigidMotion; 2]);

/// The workload in parry's types.
pub fn in_space<T, S>(flights: &[Flight3<T>], shape: impl Fn(&T) -> S) -> Vec<Case3<S>> {
    let case = |flight: &Flight3<T>| {
        let [a, b] = &flight.shapes;
        let starts = flight.starts.map(|start| convex::parry::pose(&start));
        let [turn_a, turn_b] = flight.turns.map(math3::Vector::from_array);
        let zero = math3::Vector::ZERO;
        let motion = math3::Vector::from_array(flight.motion);
        let motions = [
            query3::NonlinearRigidMotion::new(starts[0], zero, zero, turn_a),
            query3::NonlinearRigidMotion::new(starts[1], zero, motion, turn_b),
        ];
        ([shape(a), shape(b)], motions)
    };
    flights.iter().map(case).collect()
}

/// The same in the plane.
pub fn in_plane<S>(
    flights: &[Flight2],
    shape: impl Fn(&Corners) -> Result<S, Error>,
) -> Result<Vec<Case2<S>>, Error> {
    let case = |flight: &Flight2| {
        let [a, b] = &flight.shapes;
        let starts = flight.starts.map(|start| poly2d::parry::pose(&start));
        let [turn_a, turn_b] = flight.turns;
        let zero = math2::Vector::ZERO;
        let motion = math2::Vector::from_array(flight.motion);
        let motions = [
            query2::NonlinearRigidMotion::new(starts[0], zero, zero, turn_a),
            query2::NonlinearRigidMotion::new(starts[1], zero, motion, turn_b),
        ];
        Ok(([shape(a)?, shape(b)?], motions))
    };
    flights.iter().map(case).collect()
}

/// `cast_shapes`, or `cast_shapes_nonlinear` if something turns.
pub fn space<'a, S: Borrow<T> + 'a, T: parry3d::shape::Shape>(
    cases: Vec<Case3<S>>,
    turning: Turning,
) -> Entry<'a> {
    if turning == Turning::Neither {
        let options = query3::ShapeCastOptions::with_max_time_of_impact(1.0);
        return each("parry3d cast_shapes", cases, move |([a, b], [first, second])| {
            let (a, b) = (a.borrow(), b.borrow());
            let (start_a, start_b) = (&first.start, &second.start);
            let found = query3::cast_shapes(start_a, first.linvel, a, start_b, second.linvel, b, options);
            found.ok().flatten().map_or(f32::NAN, |hit| hit.time_of_impact)
        });
    }
    each("parry3d cast_shapes_nonlinear", cases, |([a, b], [first, second])| {
        let found = query3::cast_shapes_nonlinear(first, a.borrow(), second, b.borrow(), 0.0, 1.0, true);
        found.ok().flatten().map_or(f32::NAN, |hit| hit.time_of_impact)
    })
}

/// The same in the plane.
pub fn plane<'a, S: parry2d::shape::Shape>(cases: Vec<Case2<S>>, turning: Turning) -> Entry<'a> {
    if turning == Turning::Neither {
        let options = query2::ShapeCastOptions::with_max_time_of_impact(1.0);
        return each("parry2d cast_shapes", cases, move |([a, b], [first, second])| {
            let (start_a, start_b) = (&first.start, &second.start);
            let found = query2::cast_shapes(start_a, first.linvel, a, start_b, second.linvel, b, options);
            found.ok().flatten().map_or(f32::NAN, |hit| hit.time_of_impact)
        });
    }
    each("parry2d cast_shapes_nonlinear", cases, |([a, b], [first, second])| {
        let found = query2::cast_shapes_nonlinear(first, a, second, b, 0.0, 1.0, true);
        found.ok().flatten().map_or(f32::NAN, |hit| hit.time_of_impact)
    })
}
