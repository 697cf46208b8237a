//! The figure of `docs/fitting.md`: the same points in every kind of volume, and how much room each wastes.

use glam::DVec2;
use impinge::bound::{Fit, Volume, fit};
use impinge::draw::{Draw, Stroke, Svg};
use impinge::shape::{Aabb, Capsule, Hull};

use crate::{Failure, Figure};

/// All figures of the page.
pub const FIGURES: [Figure; 1] = [("fitting", volumes)];

/// Points of something long, askew, and thicker at one end.
fn points() -> Vec<DVec2> {
    let point = |i: u32| {
        let (sine, cosine) = libm::sincos(f64::from(i) * 2.4);
        let spread = f64::from((i * 7) % 40 + 1) / 40.0;
        let along = cosine * spread;
        let across = sine * spread * (0.42 + 0.16 * along);
        DVec2::new(along, 0.0).rotate(DVec2::new(0.82, 0.57)) * 1.5 + DVec2::new(-0.57, 0.82) * (across * 1.5)
    };
    (0..40).map(point).collect()
}

/// A panel for each volume, with its tightness.
fn volumes() -> Result<String, Failure> {
    let points = points();
    let fits = fit(&points)?;
    // A cylinder of the plane is the oriented box once more.
    let is_drawn = |fit: &&Fit<DVec2>| !matches!(fit.shape(), Volume::Cylinder(_));
    let all: Vec<&Fit<DVec2>> = fits.candidates().iter().filter(is_drawn).chain([fits.hull()]).collect();
    let (width, height) = (3.7, 4.5);
    let view = Aabb::new(DVec2::ZERO, DVec2::new(width * all.len() as f64, height))?;
    let mut picture = Svg::new(&view, 46.0);
    for (column, fit) in all.into_iter().enumerate() {
        let shift = DVec2::new(width * (column as f64 + 0.5), 1.75);
        let (name, outline) = match fit.shape() {
            Volume::Ball(ball) => {
                ("ball", capsule(&Capsule::new(ball.center(), ball.center(), ball.radius())?))
            }
            Volume::Aabb(bounds) => {
                let (min, max) = (bounds.min(), bounds.max());
                ("box along the axes", vec![min, min.with_x(max.x), max, max.with_x(min.x)])
            }
            Volume::Capsule(found) => ("capsule", capsule(found)),
            Volume::Obb(found) => ("box", [0, 1, 3, 2].map(|index| found.corner(index)).to_vec()),
            Volume::Hull(hull) => ("hull", hull.vertices().to_vec()),
            Volume::Cylinder(_) => continue,
        };
        let is_tightest = fit == fits.tightest();
        let role = if is_tightest { Stroke::Contact } else { Stroke::Second };
        let outline: Vec<DVec2> = outline.into_iter().map(|corner| corner + shift).collect();
        picture.area(&outline, role);
        for &point in &points {
            picture.point(point + shift, Stroke::Outline);
        }
        picture.text(DVec2::new(shift.x, height - 0.35), name, Stroke::Outline);
        let told = fit.tightness().map_or_else(String::new, |tightness| format!("{tightness:.2}"));
        picture.text(DVec2::new(shift.x, height - 0.75), &told, role);
    }
    Ok(picture.finish())
}

/// The outline of a capsule of the plane: of two half circles, or one whole.
fn capsule(capsule: &Capsule<DVec2>) -> Vec<DVec2> {
    let ends = Hull::new(&[capsule.a(), capsule.b()]);
    let point = |i: u32| {
        let (sine, cosine) = libm::sincos(std::f64::consts::TAU * f64::from(i) / 64.0);
        let outwards = DVec2::new(cosine, sine);
        let end = ends.as_ref().map_or(capsule.a(), |ends| ends.vertices()[ends.support(outwards) as usize]);
        end + outwards * capsule.radius()
    };
    (0..64).map(point).collect()
}
