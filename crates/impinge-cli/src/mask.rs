//! Two pictures, pixel by pixel: files → masks → overlap → report.
//!
//! `picture` reads pictures and draws the overlap, `report` is the result as data and as text.

mod picture;
mod report;

use impinge::glam::DVec2;
use impinge::mask::Mask;
use impinge::math::{Affine, Pose, Rotation};
use impinge::prelude::*;

use crate::arguments::{MaskArguments, MaskFormat};
use crate::error::Error;
use crate::export::written;
use crate::form::form;
use crate::output::Output;
use crate::{json, notices};
use picture::Picture;
use report::{File, Report};

/// Answers whether the pictures overlap, and delivers the report. Do they?
pub(crate) fn run(arguments: &MaskArguments) -> Result<bool, Error> {
    let files = [arguments.a.clone(), arguments.b.clone()];
    let output = Output::new(arguments.output.as_deref(), &files)?;
    let drawing = arguments.picture.as_deref().map(|file| Output::new(Some(file), &files)).transpose()?;
    if let Some(drawing) = &drawing
        && drawing.is_same_as(&output)
    {
        let place = drawing.file().map_or("standard output".into(), |file| file.display().to_string());
        return Err(Error::OnePlaceForReportAndPicture { place });
    }
    let form = form(arguments.format, output.file(), &[("png", "for a picture of both use --picture FILE")])?;
    let [a, b] = [&arguments.a, &arguments.b].map(|file| Picture::read(file, arguments));
    let (a, b) = (a?, b?);
    let placed = Placed::new(&b.mask, arguments)
        .map_err(|source| Error::Turned { file: arguments.b.clone(), source })?;

    let (mask, offset) = (placed.sampled.as_ref().unwrap_or(&b.mask), placed.offset);
    let report = Report {
        schema: report::SCHEMA,
        relation: placed.relation(&a.mask, &b.mask)?,
        count: a.mask.overlap_count(mask, offset),
        first: a.mask.first_overlap(mask, offset),
        bounds: a.mask.overlap_mask(mask, offset).bounds().map(report::Bounds::from),
        // No −0, as in all answers.
        normal: a.mask.overlap_normal::<DVec2>(mask, offset).map(|normal| (normal.get() + 0.0).to_array()),
        offset: arguments.offset,
        rotate: arguments.rotate,
        scale: arguments.scale,
        warnings: [&a, &b]
            .into_iter()
            .flat_map(|picture| picture.warnings.clone())
            .chain(arguments.picture.as_deref().and_then(picture::misnamed))
            .collect(),
        a: File::new(&arguments.a, &a.mask),
        b: File::new(&arguments.b, &b.mask),
    };
    if !arguments.quiet {
        notices::warnings(&report.warnings, arguments.color);
    }
    if let (Some(drawing), Some(file)) = (&drawing, &arguments.picture) {
        drawing.write(&picture::draw(&a.mask, mask, offset, file)?)?;
    }
    match form {
        MaskFormat::Json => output.write(&json::report(&report))?,
        MaskFormat::Table => output.write(report.text(output.style(arguments.color)).as_bytes())?,
    }
    if !arguments.quiet {
        notices::say(&written(&output, drawing.iter().chain([&output]), ""));
    }
    Ok(report.relation == report::OVERLAPPING)
}

/// Where the second picture is.
struct Placed {
    /// Its pixels, if it is turned or scaled.
    sampled: Option<Mask>,
    /// Where its pixels begin.
    offset: [i32; 2],
    pose: Pose<DVec2>,
    scale: DVec2,
}

impl Placed {
    fn new(mask: &Mask, arguments: &MaskArguments) -> Result<Self, impinge::mask::MaskError> {
        let (rotation, scale) = (rotation(arguments.rotate), DVec2::from_array(arguments.scale));
        let corner = DVec2::new(arguments.offset[0].into(), arguments.offset[1].into());
        let middle = DVec2::new(mask.width().into(), mask.height().into()) * 0.5;
        let translation = middle - rotation.rotate(middle * scale);
        let pose = Pose { rotation, translation: corner + translation };
        if rotation == Rotation::identity() && scale == DVec2::ONE {
            return Ok(Placed { sampled: None, offset: arguments.offset, pose, scale });
        }
        let [x, y] = rotation.columns();
        // Sampled where it is, and then offset: pictures far outside are, as well as they can be told, far
        // outside.
        let (sampled, offset) =
            mask.transform(&Affine { columns: [x * scale.x, y * scale.y], translation })?;
        let offset = [0, 1].map(|axis: usize| arguments.offset[axis].saturating_add(offset[axis]));
        Ok(Placed { sampled: Some(sampled), offset, pose, scale })
    }

    /// What the squares of the pixels are to each other.
    fn relation(&self, a: &Mask, b: &Mask) -> Result<&'static str, Error> {
        let overlap = match self.sampled {
            None => a.overlaps(b, self.offset),
            Some(_) => {
                let turned = b.at(&self.pose).with_scale(self.scale);
                // The scale was looked at when the arguments were read.
                turned.is_ok_and(|b| a.at(&Pose::identity()).relation(&b) == Relation::Overlapping)
            }
        };
        Ok(if overlap { report::OVERLAPPING } else { report::DISJOINT })
    }
}

/// Counter-clockwise as it is seen, which with y down is backwards. Quarter turns are exact.
fn rotation(degrees: f64) -> Rotation<DVec2> {
    let quarters = degrees / 90.0;
    if quarters.fract() != 0.0 {
        return Rotation::<DVec2>::from_angle(-(degrees % 360.0).to_radians());
    }
    let columns = match quarters.rem_euclid(4.0) as u8 {
        1 => [-DVec2::Y, DVec2::X],
        2 => [-DVec2::X, -DVec2::Y],
        3 => [DVec2::Y, -DVec2::X],
        _ => return Rotation::identity(),
    };
    Rotation::from_columns(columns).unwrap_or_default()
}
