//! What was found out about the objects: as data, the same for every form of the report.

use impinge::bound::{Fit, Fits};
use impinge::glam::DVec3;
use serde::Serialize;

use super::{shapes, table};
use crate::form::Hints;
use crate::objects::ObjectsReport;
use crate::style::Style;
use crate::warning::Warning;

/// Goes up whenever something changes for readers of the JSON form.
pub(super) const SCHEMA: &str = "impinge-fit/1";

/// The whole result.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    /// The version of this form.
    pub schema: &'static str,
    /// The files, as they were given.
    pub files: Vec<String>,
    /// All objects that were not ignored, in the order of the files.
    pub objects: Vec<Object>,
    /// What was left out or looked wrong.
    pub warnings: Vec<Warning>,
}

impl ObjectsReport for Report {
    const HINTS: Hints = &[("jsonl", "for the volumes give --write FILE")];

    fn warnings(&mut self) -> &mut Vec<Warning> {
        &mut self.warnings
    }

    fn table(&self, style: Style) -> String {
        table::objects(self, style)
    }

    fn summary(&self) -> String {
        table::summary(self)
    }

    fn beside(&self) -> Vec<u8> {
        shapes::lines(&self.objects)
    }
}

/// An object and what fits around it.
#[derive(Debug, Serialize)]
pub(super) struct Object {
    /// The name that the file gives it. Several objects may have the same.
    pub name: String,
    /// File name, then the names down to the object. No other object has the same.
    pub path: String,
    /// How many triangles it has.
    pub triangles: usize,
    /// Volume of the convex hull, in cubic metres; 0 if it is flat, null if it is beyond all floats.
    pub hull_volume: f64,
    /// The volume that wastes least.
    pub tightest: &'static str,
    /// The simple volumes, the cheapest to test first.
    pub volumes: Vec<Measured>,
    /// The volumes themselves.
    #[serde(skip)]
    pub fits: Fits<DVec3>,
}

/// A volume and how good it is.
#[derive(Debug, Serialize)]
pub(super) struct Measured {
    /// Its type, as in requests of `impinge query`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// In cubic metres; null if it is beyond all floats.
    pub volume: f64,
    /// How many times as large as the hull; null if the object is flat, or either is beyond all floats.
    pub tightness: Option<f64>,
}

impl Object {
    pub fn new(object: &impinge_scene::Object, triangles: usize, fits: Fits<DVec3>) -> Self {
        let measured = |fit: &Fit<DVec3>| Measured {
            kind: fit.shape().name(),
            volume: fit.volume(),
            tightness: fit.tightness(),
        };
        Object {
            name: object.name.clone(),
            path: object.path.clone(),
            triangles,
            hull_volume: fits.hull().volume(),
            tightest: fits.tightest().shape().name(),
            volumes: fits.candidates().iter().map(measured).collect(),
            fits,
        }
    }
}
