//! Tests of all volumes around the same points.

use super::named_points::{Random, reference_set};
use super::*;

/// Each case makes six volumes.
const CASES: u32 = 300;

in_all_types! {
    volumes_are_in_order(cloud in cloud(16));
}

/// Names the kind of a volume.
fn kind<V: Vector>(shape: &Volume<V>) -> &'static str {
    match shape {
        Volume::Ball(_) => "ball",
        Volume::Aabb(_) => "aabb",
        Volume::Capsule(_) => "capsule",
        Volume::Obb(_) => "obb",
        Volume::Cylinder(_) => "cylinder",
        Volume::Hull(_) => "hull",
    }
}

fn volumes_are_in_order<V: Vector>(cloud: Cloud) -> Result<(), TestCaseError> {
    let points = cloud.points::<V>();
    let fits = refused(fit(&points))?;
    let kinds: Vec<&str> = fits.candidates().iter().map(|fit| kind(fit.shape())).collect();
    prop_assert_eq!(kinds, ["ball", "aabb", "capsule", "obb", "cylinder"]);
    let tightness = |kind_of: &str| {
        fits.candidates().iter().find(|fit| kind(fit.shape()) == kind_of).and_then(|fit| fit.tightness())
    };
    let best = fits.tightest();
    prop_assert_eq!(&refused(fit_tightest(&points))?, best.shape());
    let Some(hull) = fits.hull().tightness() else {
        prop_assert!(fits.candidates().iter().all(|fit| fit.tightness().is_none()));
        return Ok(());
    };
    prop_assert_eq!(hull, 1.0);
    // Relative to the thinnest side, which may be close to the last digits of coordinates.
    let size = fits.candidates().iter().find_map(|fit| match fit.shape() {
        Volume::Obb(obb) => Some(in_space(obb.half_extents())),
        _ => None,
    });
    let thinnest = size.map_or(0.0, |size| (0..V::DIMENSION).map(|axis| size[axis]).fold(f64::MAX, f64::min));
    let tolerance = 1e-5 + 8.0 * coordinate_rounding(&points) / thinnest;
    for fit in fits.candidates() {
        let (tightness, least) = (fit.tightness().unwrap_or(0.0), best.tightness().unwrap_or(f64::MAX));
        prop_assert!(tightness >= 1.0 - tolerance, "{:?} is smaller than the hull", fit);
        prop_assert!(least <= tightness * (1.0 + tolerance), "{:?} is smaller than {:?}", fit, best);
    }
    prop_assert!(tightness("obb") <= tightness("aabb").map(|t| t * (1.0 + tolerance)));
    prop_assert!(tightness("capsule") <= tightness("ball").map(|t| t * (1.0 + tolerance)));
    Ok(())
}

#[test]
fn flat_points_have_no_tightness_but_a_tightest_volume() -> Result<(), ShapeError> {
    let chosen = |points: &[DVec3]| -> Result<_, ShapeError> {
        let fits = fit(points)?;
        assert!(fits.candidates().iter().chain([fits.hull()]).all(|fit| fit.tightness().is_none()));
        Ok(kind(fits.tightest().shape()))
    };
    // A point, a line along an axis and a tilted one, a square along axes, a tilted one, a disc.
    assert_eq!(chosen(&[DVec3::ONE; 3])?, "ball");
    let turn = Random::new(4).turn();
    let line = [DVec3::ZERO, DVec3::X * 2.0, DVec3::X * 5.0];
    assert!(["aabb", "capsule"].contains(&chosen(&line)?));
    assert!(["capsule", "obb", "cylinder"].contains(&chosen(&line.map(|p| turn * p))?));
    let square = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::X + DVec3::Y];
    assert_eq!(chosen(&square)?, "aabb");
    assert_eq!(chosen(&square.map(|p| turn * p))?, "obb");
    let single = square.map(|p| (turn * p).as_vec3());
    assert_eq!((fit(&single)?.hull().tightness(), kind(&fit_tightest(&single)?)), (None, "obb"));
    let disc: Vec<DVec3> = (0..40).map(|i| turn * DVec2::from_angle(f64::from(i)).extend(0.0)).collect();
    assert_eq!(chosen(&disc)?, "cylinder");
    assert_eq!(fit::<Vec3>(&[]), Err(ShapeError::NoPoints));
    assert!(matches!(fit(&[Vec2::NAN]), Err(ShapeError::NotFinite { field: "point", .. })));
    Ok(())
}

#[test]
fn each_kind_of_volume_is_tightest_around_itself() -> Result<(), ShapeError> {
    let mut random = Random::new(6);
    let sphere: Vec<DVec3> =
        (0..400).map(|_| random.in_cube()).filter(|p| p.length() < 1.0).map(|p| p.normalize()).collect();
    let turn = random.turn();
    let chosen = |points: &[DVec3]| Ok::<_, ShapeError>(kind(&fit_tightest(points)?));
    assert_eq!(chosen(&sphere)?, "ball");
    let pill: Vec<DVec3> = sphere.iter().map(|&p| turn * (p + DVec3::Y * 4.0 * p.y.signum())).collect();
    assert_eq!(chosen(&pill)?, "capsule");
    let can: Vec<DVec3> =
        (0..48).map(|i| turn * DVec2::from_angle(f64::from(i)).extend(f64::from(i % 2) * 4.0)).collect();
    assert_eq!(chosen(&can)?, "cylinder");
    let plank: Vec<DVec3> = Aabb::new(DVec3::ZERO, DVec3::new(3.0, 2.0, 1.0))?.corners().collect();
    assert_eq!(chosen(&plank)?, "aabb");
    assert_eq!(chosen(&plank.iter().map(|&p| turn * p).collect::<Vec<_>>())?, "obb");
    Ok(())
}

#[test]
fn rotations_change_only_aligned_boxes_and_scale_changes_no_fit() -> Result<(), ShapeError> {
    let mut random = Random::new(8);
    for (name, points) in reference_set().into_iter().step_by(7) {
        let turn = random.turn();
        let tightness = |points: Vec<DVec3>| -> Result<Vec<f64>, ShapeError> {
            Ok(fit(&points)?.candidates().iter().filter_map(|fit| fit.tightness()).collect())
        };
        let original = tightness(points.clone())?;
        assert_eq!(original.len(), 5, "{name}");
        let turned = tightness(points.iter().map(|&p| turn * p).collect())?;
        for (k, allowed) in [(0, 1e-9), (2, 0.2), (3, 0.05), (4, 0.05)] {
            assert!((turned[k] / original[k] - 1.0).abs() <= allowed, "{name}: {original:?}, {turned:?}");
        }
        for power in [70, -70] {
            let size = libm::ldexp(1.0, power);
            assert_eq!(tightness(points.iter().map(|&p| p * size).collect())?, original, "{name}");
        }
    }
    Ok(())
}

/// The hull is smaller than the largest float, the ball around it is not.
#[test]
fn overflow_of_one_volume_removes_all_tightnesses() -> Result<(), ShapeError> {
    let size = 1.2e154;
    let points = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| glam::DVec2::new(x, y) * size);
    let fits = fit(&points)?;
    assert!(fits.candidates().iter().all(|fit| fit.tightness().is_none()));
    assert_eq!(fits.hull().tightness(), None);
    Ok(())
}
