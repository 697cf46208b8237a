//! What was found out about the objects: as data, the same for every form of the report.

use impinge::compound::Decomposition;
use impinge::glam::DVec3;
use impinge::shape::Hull;
use serde::Serialize;

use super::{obj, table};
use crate::form::Hints;
use crate::objects::ObjectsReport;
use crate::style::Style;
use crate::warning::Warning;
use crate::wording::significant;

/// Goes up whenever something changes for readers of the JSON form.
pub(super) const SCHEMA: &str = "impinge-decompose/1";

/// The whole result.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    /// The version of this form.
    pub schema: &'static str,
    /// The files, as they were given.
    pub files: Vec<String>,
    /// How far parts may reach from an object, as a share of its diagonal.
    pub tolerance: f64,
    /// How many parts an object may have.
    pub max_parts: usize,
    /// All objects that were not ignored, in the order of the files.
    pub objects: Vec<Object>,
    /// What was left out or looked wrong.
    pub warnings: Vec<Warning>,
}

impl ObjectsReport for Report {
    const HINTS: Hints = &[("obj", "for the parts give --write FILE")];

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
        obj::file(&self.objects).into_bytes()
    }
}

/// An object and its parts.
#[derive(Debug, Serialize)]
pub(super) struct Object {
    /// The name that the file gives it. Several objects may have the same.
    pub name: String,
    /// File name, then the names down to the object. No other object has the same.
    pub path: String,
    /// How many triangles it has.
    pub triangles: usize,
    /// How many parts.
    pub parts: usize,
    /// How many times as large as the object all parts together are; null if it is not closed.
    pub tightness: Option<f64>,
    /// How far the parts reach from the object, in metres.
    pub concavity: f64,
    /// How far they may.
    #[serde(skip)]
    pub allowed: f64,
    /// The parts themselves.
    #[serde(skip)]
    pub hulls: Vec<Hull<DVec3>>,
}

impl Object {
    /// `allowed` is how far parts may reach from it.
    pub fn new(
        object: &impinge_scene::Object,
        triangles: usize,
        allowed: f64,
        found: Decomposition<DVec3>,
    ) -> Self {
        Object {
            name: object.name.clone(),
            path: object.path.clone(),
            triangles,
            parts: found.parts.len(),
            tightness: found.tightness,
            concavity: found.concavity,
            allowed,
            hulls: found.parts,
        }
    }
}

/// The warning about parts that reach further from their objects than the tolerance: the limit of their
/// number is for all objects.
pub(super) fn reaching_too_far(objects: &[Object]) -> Option<Warning> {
    // The engine measures in units of the object: what is just allowed may be rounded up.
    let reaches = |object: &&Object| object.concavity > object.allowed * (1.0 + 1e-9);
    let first = objects.iter().find(reaches)?;
    let more = match objects.iter().filter(reaches).count() - 1 {
        0 => String::new(),
        more => format!(", as for {more} more objects"),
    };
    let parts = if first.parts == 1 { "its only part extends" } else { "its parts extend" };
    let message = format!(
        "{}: {parts} {} m beyond it, but --tolerance allows {} m{more}; allow more parts, or a larger tolerance",
        first.path,
        significant(first.concavity),
        significant(first.allowed)
    );
    Some(Warning { file: None, place: "--max-parts".to_owned(), message })
}
