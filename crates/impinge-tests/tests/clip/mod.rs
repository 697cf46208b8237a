//! Segments and rays through boxes: the answer against the exact relation, and against the slab method in
//! `f64`.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::math::{Interval, Rotation, Scalar, Unit};
use impinge::narrow::Clip;
use impinge::narrow::{BoxFace, SlabInterval};
use impinge::prelude::*;
use impinge::shape::{Aabb, Obb, Ray, Segment};
use proptest::prelude::*;

/// Two corners of a box and two points, on a lattice, so that faces, edges and corners are hit exactly.
type Numbers = [[i8; 3]; 4];

fn numbers() -> impl Strategy<Value = (Numbers, f64)> {
    (
        prop::array::uniform4(prop::array::uniform3(-4i8..=4)),
        prop_oneof![Just(1.0), Just(1.0 / 3.0), Just(1e10)],
    )
}

fn point<V: Vector>(lattice: [i8; 3], scale: f64) -> V {
    V::from_f64(lattice.map(|x| f64::from(x) * scale))
}

fn tolerance<V: Vector>(scale: f64) -> f64 {
    let unit_roundoff: f64 = V::Scalar::UNIT_ROUNDOFF.into();
    64.0 * unit_roundoff * scale
}

fn check_segment<V: Vector>(([min, max, a, b], scale): (Numbers, f64)) {
    let bounds = Aabb::from_corners(point::<V>(min, scale), point(max, scale)).expect("finite");
    let segment = Segment::new(point::<V>(a, scale), point(b, scale)).expect("finite");
    let crossing = segment.clip(&bounds);
    assert_eq!(crossing.is_some(), segment.intersects(&bounds));
    let Some(crossing) = crossing else { return };

    let Interval { start, end } = crossing.interval;
    assert!(V::Scalar::ZERO <= start && start <= end && end <= V::Scalar::ONE);
    for (at, t, face) in
        [(crossing.entry, start, crossing.entry_face), (crossing.exit, end, crossing.exit_face)]
    {
        assert!(bounds.contains_point(at), "{at:?} is not in {bounds:?}");
        let gap = (at - segment.point_at(t)).length().into();
        assert!(gap <= tolerance::<V>(8.0 * scale), "{at:?} is {gap} from t = {t}");
        if let Some(BoxFace { axis, is_positive }) = face {
            assert_eq!(at[axis], if is_positive { bounds.max()[axis] } else { bounds.min()[axis] });
        }
    }
    // It starts inside exactly if no face is entered, and then at 0.
    assert_eq!(bounds.contains_point(segment.a()), crossing.entry_face.is_none());
    assert_eq!(bounds.contains_point(segment.a()), start == V::Scalar::ZERO);
    assert_eq!(bounds.contains_point(segment.b()), crossing.exit_face.is_none());

    // The slabs of all axes, intersected, are the answer.
    let mut inside = Interval { start: 0.0, end: 1.0 };
    for slab in segment.slab_intervals(&bounds) {
        match slab {
            SlabInterval::Always => {}
            SlabInterval::Never => panic!("it meets the box, but never a slab of it"),
            SlabInterval::Within(Interval { start, end }) => {
                inside = Interval { start: inside.start.max(start.into()), end: inside.end.min(end.into()) };
            }
        }
    }
    for (found, expected) in [(start, inside.start), (end, inside.end)] {
        let found: f64 = found.into();
        assert!((found - expected).abs() <= tolerance::<V>(1.0), "{found} instead of {expected}");
    }

    // The same way back.
    let back =
        Segment::new(segment.b(), segment.a()).expect("finite").clip(&bounds).expect("it meets the box");
    assert!((back.entry - crossing.exit).length().into() <= tolerance::<V>(8.0 * scale));
}

fn check_turned<V: Vector>((numbers, scale): (Numbers, f64), rotation: Rotation<V>) {
    let [center, half, a, b] = numbers.map(|lattice| point::<V>(lattice, scale));
    let obb = Obb::new(center, half.abs(), rotation).expect("finite");
    let segment = Segment::new(a, b).expect("finite");
    let ray = Unit::new(b - a).and_then(|direction| Ray::new(a, direction));
    let crossings = [
        (segment.clip(&obb), segment.intersects(&obb)),
        ray.as_ref().map_or((None, false), |ray| (ray.clip(&obb), ray.intersects(&obb))),
    ];
    for (crossing, meets) in crossings {
        assert_eq!(crossing.is_some(), meets);
        let Some(crossing) = crossing else { continue };
        for at in [crossing.entry, crossing.exit] {
            let gap: f64 = (obb.closest_point(at) - at).length().into();
            assert!(gap <= tolerance::<V>(32.0 * scale), "{at:?} is {gap} from {obb:?}");
        }
        assert!(crossing.interval.start <= crossing.interval.end);
    }
    // The direction of a ray is rounded: it may pass by what the segment only touches, or runs along (a face,
    // or a box without thickness). It may not where the segment runs well within the box.
    let within = half.abs() - V::splat(V::Scalar::from_f64(0.1 * scale));
    let is_within = (0..V::DIMENSION).all(|axis| within[axis] > V::Scalar::ZERO)
        && segment.intersects(&Obb::new(center, within, rotation).expect("finite"));
    if let (Ok(ray), true, Some(of_segment)) = (ray, is_within, segment.clip(&obb)) {
        let of_ray = ray.clip(&obb).expect("a ray meets what its first part runs through");
        assert!((of_ray.entry - of_segment.entry).length().into() <= 1e-3 * scale);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(impinge_tests::demand::random_cases(4000)))]

    #[test]
    fn segments_through_boxes_along_the_axes(numbers in numbers()) {
        check_segment::<Vec2>(numbers);
        check_segment::<Vec3>(numbers);
        check_segment::<DVec2>(numbers);
        check_segment::<DVec3>(numbers);
    }

    #[test]
    fn segments_and_rays_through_turned_boxes(numbers in numbers(), quarter_turns in 0u8..8) {
        let angle = f64::from(quarter_turns) * std::f64::consts::FRAC_PI_8;
        check_turned::<Vec2>(numbers, Rotation::<Vec2>::from_angle(angle as f32));
        check_turned::<DVec2>(numbers, Rotation::<DVec2>::from_angle(angle));
        let axis = Unit::new(Vec3::new(1.0, 2.0, 2.0)).expect("not zero");
        check_turned::<Vec3>(numbers, Rotation::<Vec3>::from_axis_angle(axis, angle as f32));
        let axis = Unit::new(DVec3::new(1.0, 2.0, 2.0)).expect("not zero");
        check_turned::<DVec3>(numbers, Rotation::<DVec3>::from_axis_angle(axis, angle));
    }

    #[test]
    fn any_finite_numbers_have_an_answer(values in prop::array::uniform12(any::<f32>())) {
        let at = |i: usize| Vec3::new(values[i], values[i + 1], values[i + 2]);
        if let (Ok(bounds), Ok(segment)) = (Aabb::from_corners(at(0), at(3)), Segment::new(at(6), at(9))) {
            let obb = Obb::from(bounds);
            for crossing in [segment.clip(&bounds), segment.clip(&obb)].into_iter().flatten() {
                prop_assert!(crossing.interval.start <= crossing.interval.end);
                prop_assert!(!crossing.entry.is_nan() && !crossing.exit.is_nan());
            }
            prop_assert_eq!(segment.clip(&bounds).is_some(), segment.intersects(&bounds));
        }
    }
}

#[test]
fn a_diagonal_through_a_unit_square() -> Result<(), impinge::shape::ShapeError> {
    let unit = Aabb::new(DVec2::ZERO, DVec2::ONE)?;
    let segment = Segment::new(DVec2::new(-1.0, -0.5), DVec2::new(3.0, 1.5))?;
    let slab_intervals = segment.slab_intervals(&unit);
    assert_eq!(slab_intervals[0], SlabInterval::Within(Interval { start: 0.25, end: 0.5 }));
    assert_eq!(slab_intervals[1], SlabInterval::Within(Interval { start: 0.25, end: 0.75 }));
    let crossing = segment.clip(&unit).expect("it runs through");
    assert_eq!(crossing.interval, Interval { start: 0.25, end: 0.5 });
    assert_eq!((crossing.entry, crossing.exit), (DVec2::ZERO, DVec2::new(1.0, 0.5)));
    assert_eq!(crossing.exit_face, Some(BoxFace { axis: 0, is_positive: true }));
    Ok(())
}

/// A box without thickness lies along a diagonal, which the segment runs along and the rounded ray just
/// leaves.
#[test]
fn a_segment_along_a_box_without_thickness() {
    let numbers = [[0, 1, 0], [1, 0, 0], [-3, -2, 0], [0, 1, 0]];
    let angle = std::f64::consts::FRAC_PI_4;
    check_turned::<Vec2>((numbers, 1.0 / 3.0), Rotation::<Vec2>::from_angle(angle as f32));
    check_turned::<DVec2>((numbers, 1.0 / 3.0), Rotation::<DVec2>::from_angle(angle));
}

/// A box in one corner of all numbers and a segment from the other: neither its way nor the turn of it is a
/// float.
fn check_beyond_all_numbers<V: Vector>(rotation: Rotation<V>) {
    let large = V::Scalar::MAX;
    let tenth = V::splat(large * V::Scalar::from_f64(0.1));
    let obb = Obb::new(V::splat(large * V::Scalar::from_f64(0.8)), tenth, rotation).expect("finite");
    let segment = Segment::new(V::splat(-large), V::splat(large)).expect("finite");
    // The diagonal of a box along the axes: from 0.7 to 0.9 of −1 to 1.
    let bounds = Aabb::new(obb.center() - tenth, obb.center() + tenth).expect("finite");
    let along_the_axes = segment.clip(&bounds).expect("it runs through");
    let unturned = segment.clip(&Obb::from(bounds)).expect("it runs through");
    for crossing in [along_the_axes, unturned] {
        let Interval { start, end } = crossing.interval;
        let (start, end): (f64, f64) = (start.into(), end.into());
        assert!((start - 0.85).abs() < 1e-6 && (end - 0.95).abs() < 1e-6, "{start} to {end}");
    }
    let turned = segment.clip(&obb).expect("it runs through the middle");
    let ray = Ray::new(segment.a(), Unit::new(V::splat(V::Scalar::ONE)).expect("not zero")).expect("finite");
    for (line, crossing) in [("segment", turned), ("ray", ray.clip(&obb).expect("through the middle"))] {
        for at in [crossing.entry, crossing.exit] {
            assert!(at.is_finite(), "{line}: {at:?}");
            let gap: f64 = ((obb.closest_point(at) - at) * (V::Scalar::ONE / large)).length().into();
            assert!(gap < 1e-6, "{line}: {at:?} is {gap} of all numbers from the box");
        }
    }
    let middle: f64 = ((turned.interval.start + turned.interval.end) * V::Scalar::HALF).into();
    assert!((middle - 0.9).abs() < 1e-6, "a box is the same on both sides of its middle: {middle}");
    for slab in segment.slab_intervals(&obb) {
        let SlabInterval::Within(Interval { start, end }) = slab else { continue };
        let (start, end): (f64, f64) = (start.into(), end.into());
        assert!(((start + end) / 2.0 - 0.9).abs() < 1e-6, "{start} to {end}");
    }
}

#[test]
fn boxes_further_away_than_the_largest_number() {
    check_beyond_all_numbers::<Vec2>(Rotation::<Vec2>::from_angle(0.3));
    check_beyond_all_numbers::<DVec2>(Rotation::<DVec2>::from_angle(0.3));
    let axis = Unit::new(Vec3::new(1.0, 2.0, -2.0)).expect("not zero");
    check_beyond_all_numbers::<Vec3>(Rotation::<Vec3>::from_axis_angle(axis, 0.4));
    let axis = Unit::new(DVec3::new(1.0, 2.0, -2.0)).expect("not zero");
    check_beyond_all_numbers::<DVec3>(Rotation::<DVec3>::from_axis_angle(axis, 0.4));
}
