//! The report as text for people: a row for each object, with the tightness of each volume.

use anstyle::{AnsiColor, Style as TextStyle};

use super::report::{Object, Report};
use crate::columns::{Cell, Column, label, set};
use crate::style::Style;
use crate::wording::count;

/// The simple volumes in the order of the columns and of the engine, the cheapest to test first.
const VOLUMES: [&str; 5] = ["ball", "aabb", "capsule", "box", "cylinder"];

/// The objects, and an empty line below them; nothing if there are none.
pub(super) fn objects(report: &Report, style: Style) -> String {
    if report.objects.is_empty() {
        return String::new();
    }
    let label = label(report.objects.iter().map(|object| (object.name.as_str(), object.path.as_str())));
    let row = |object: &Object| {
        let [ball, aabb, capsule, turned, cylinder] = VOLUMES.map(|kind| tightness(object, kind));
        let volume = volume(object.hull_volume).into();
        let name = label(&object.name, &object.path);
        [name, volume, ball, aabb, capsule, turned, cylinder, object.tightest.into()]
    };
    let rows: Vec<[Cell; 8]> = report.objects.iter().map(row).collect();
    let number = |title| (title, Column::Number);
    let [ball, aabb, capsule, turned, cylinder] = VOLUMES.map(number);
    let header = [
        ("object", Column::Name),
        number("hull volume"),
        ball,
        aabb,
        capsule,
        turned,
        cylinder,
        ("tightest", Column::Word),
    ];
    set(header, &rows, style.width, style.is_colored)
}

/// A volume with five digits.
fn volume(volume: f64) -> String {
    const DIGITS: usize = 5;
    if volume == 0.0 {
        return "flat".to_owned();
    }
    if !(1e-6..1e9).contains(&volume) {
        return format!("{volume:.4e}");
    }
    // Rounded, as 0.999996 has its first digit before the point then.
    let rounded = format!("{volume:.*e}", DIGITS - 1);
    let exponent =
        rounded.rsplit_once('e').and_then(|(_, exponent)| exponent.parse::<i32>().ok()).unwrap_or(0);
    let decimals = usize::try_from(DIGITS as i32 - 1 - exponent).unwrap_or(0);
    format!("{volume:.decimals$}")
}

/// How many times as large as the hull one volume is.
fn tightness(object: &Object, kind: &str) -> Cell {
    let measured = object.volumes.iter().find(|measured| measured.kind == kind);
    let text = match measured.and_then(|measured| measured.tightness) {
        Some(tightness) => format!("{tightness:.3}"),
        None => "–".to_owned(),
    };
    let is_tightest = object.tightest == kind;
    let style = if is_tightest { AnsiColor::Green.on_default().bold() } else { TextStyle::new() };
    Cell { text, style }
}

/// The report in one line: which volume is how often the tightest.
pub(super) fn summary(report: &Report) -> String {
    let times = VOLUMES.map(|kind| {
        let is_best = |object: &&Object| object.tightest == kind;
        (report.objects.iter().filter(is_best).count(), kind)
    });
    let times: Vec<String> =
        times.iter().filter(|(times, _)| *times > 0).map(|(times, kind)| format!("{times} {kind}")).collect();
    if times.is_empty() {
        return "no objects\n".to_owned();
    }
    format!("{}; tightest: {}\n", count(report.objects.len(), "object"), times.join(", "))
}

#[cfg(test)]
mod tests {
    use impinge::bound::fit;
    use impinge::glam::DVec3;
    use impinge::shape::ShapeError;

    use super::*;

    #[test]
    fn columns_are_what_the_engine_fits() -> Result<(), ShapeError> {
        let fits = fit(&[DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z])?;
        let names: Vec<&str> = fits.candidates().iter().map(|fit| fit.shape().name()).collect();
        assert_eq!(names, VOLUMES);
        Ok(())
    }

    #[test]
    fn volumes_have_five_digits() {
        for (number, text) in [
            (0.0, "flat"),
            (64.0, "64.000"),
            (0.017_981_2, "0.017981"),
            (123_456.7, "123457"),
            (1e-9, "1.0000e-9"),
            (2.5e200, "2.5000e200"),
        ] {
            assert_eq!(volume(number), text);
        }
    }
}
