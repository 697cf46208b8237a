//! What was found out about two pictures: as data, and as text for people.

use std::fmt::Write;
use std::path::Path;

use anstyle::{AnsiColor, Style as TextStyle};
use impinge::mask::{Mask, PixelRect};
use serde::Serialize;

use crate::style::Style;
use crate::warning::Warning;
use crate::wording::{count, grouped, printable};

/// Goes up whenever something changes for readers of the JSON form.
pub(super) const SCHEMA: &str = "impinge-mask/3";
pub(super) const OVERLAPPING: &str = "overlapping";
pub(super) const DISJOINT: &str = "disjoint";

/// The whole result. Coordinates are pixels from the upper left corner of `a`, y down; places and directions
/// are `[x, y]`, as in all JSON.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    /// The version of this form.
    pub schema: &'static str,
    pub a: File,
    pub b: File,
    /// Where the upper left corner of `b` is before it is turned and scaled about its middle.
    pub offset: [i32; 2],
    /// In degrees, counter-clockwise as it is seen.
    pub rotate: f64,
    pub scale: [f64; 2],
    /// `overlapping` or `disjoint`, decided on the squares of the pixels.
    pub relation: &'static str,
    /// Pixels of `a` whose centre lies in a pixel of `b`.
    pub count: u64,
    /// The first of them, row by row.
    pub first: Option<[u32; 2]>,
    /// Around all of them.
    pub bounds: Option<Bounds>,
    /// The direction in which `b` gets free fastest.
    pub normal: Option<[f64; 2]>,
    pub warnings: Vec<Warning>,
}

/// A picture.
#[derive(Debug, Serialize)]
pub(super) struct File {
    pub file: String,
    pub width: u32,
    pub height: u32,
    /// Solid ones.
    pub pixels: u64,
}

impl File {
    pub fn new(file: &Path, mask: &Mask) -> Self {
        let file = file.display().to_string();
        File { file, width: mask.width(), height: mask.height(), pixels: mask.count() }
    }
}

/// Pixels from `min` up to, but without, `max`.
#[derive(Debug, Serialize)]
pub(super) struct Bounds {
    min: [u32; 2],
    max: [u32; 2],
}

impl From<PixelRect> for Bounds {
    fn from(PixelRect { min, max }: PixelRect) -> Self {
        Bounds { min, max }
    }
}

impl Report {
    /// The report for people: the answer, and a line for each further detail.
    pub fn text(&self, style: Style) -> String {
        let color = if self.relation == OVERLAPPING { AnsiColor::Red } else { AnsiColor::Green };
        let color = if style.is_colored { color.on_default().bold() } else { TextStyle::new() };
        let is_less_than_counts = self.relation == OVERLAPPING && self.count == 0;
        let why = if is_less_than_counts { ", as no pixel of a has its centre in b" } else { "" };
        let mut text =
            format!("{color}{}{color:#}: {}{why}\n", self.relation, count(self.count as usize, "pixel"));
        // Writing to a string cannot fail.
        let mut line = |name: &str, value: String| _ = writeln!(text, "{name:<8} {value}");
        for (name, File { file, width, height, pixels }) in [("a", &self.a), ("b", &self.b)] {
            let pixels = grouped(*pixels);
            line(name, format!("{}, {width}×{height} pixels, {pixels} of them solid", printable(file)));
        }
        if let Some([x, y]) = self.first {
            line("first", format!("({x}, {y})"));
        }
        if let Some(Bounds { min, max }) = &self.bounds {
            line("bounds", format!("({}, {}) to ({}, {})", min[0], min[1], max[0] - 1, max[1] - 1));
        }
        if let Some([x, y]) = self.normal {
            line("normal", format!("({x:.3}, {y:.3}): b separates fastest in this direction"));
        }
        text
    }
}
