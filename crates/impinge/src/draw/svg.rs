//! SVG output in 2D.

use std::fmt::Write;

use super::{Draw, Stroke};
use crate::math::Vector;
use crate::shape::Aabb;

/// An SVG picture of a rectangle of the plane, x to the right and y up.
///
/// For 3D vectors it shows x and y; [`Projected`](super::Projected) shows other sides.
///
/// ```
/// use glam::Vec2;
/// use impinge::draw::{Draw, Stroke, Svg};
/// use impinge::shape::Aabb;
/// let view = Aabb::new(Vec2::ZERO, Vec2::new(4.0, 3.0))?;
/// let mut picture = Svg::new(&view, 100.0);
/// picture.lines(Aabb::new(Vec2::ONE, Vec2::new(2.0, 2.0))?.edges(), Stroke::First);
/// picture.area(&[Vec2::ZERO, Vec2::X, Vec2::Y], Stroke::Second);
/// picture.text(Vec2::new(1.5, 1.5), "A & B", Stroke::Outline);
/// let svg = picture.finish();
/// assert!(svg.starts_with("<svg") && svg.contains("A &amp; B"));
/// assert!(svg.contains("<polygon points=\"0.0,300.0 100.0,300.0 0.0,200.0\""));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Svg {
    body: String,
    /// The upper left corner of the visible region.
    corner: [f64; 2],
    size: [f64; 2],
    /// Pixels per unit.
    scale: f64,
}

impl Svg {
    /// Creates an empty picture of the region `view`, with `scale` pixels per unit.
    pub fn new<V: Vector>(view: &Aabb<V>, scale: f64) -> Self {
        let (min, max) = (view.min().to_f64(), view.max().to_f64());
        let size = [0, 1].map(|axis| (max[axis] - min[axis]) * scale);
        Svg { body: String::new(), corner: [min[0], max[1]], size, scale }
    }

    /// Returns the SVG file as text.
    pub fn finish(self) -> String {
        let [width, height] = self.size;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
             <g font-family=\"sans-serif\" font-size=\"14\" stroke-width=\"1.5\">\n{}</g>\n</svg>\n",
            self.body
        )
    }

    fn place<V: Vector>(&self, point: V) -> [f64; 2] {
        let [x, y, _] = point.to_f64();
        [(x - self.corner[0]) * self.scale, (self.corner[1] - y) * self.scale]
    }

    fn push(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.body, "{element}");
    }
}

/// Colours that are distinguishable with any kind of colour vision (Okabe & Ito, "Color Universal Design",
/// 2008).
fn colour(role: Stroke) -> &'static str {
    match role {
        Stroke::Outline => "#222222",
        Stroke::Secondary => "#b0b0b0",
        Stroke::First => "#e69f00",
        Stroke::Second => "#0072b2",
        Stroke::Contact => "#d55e00",
    }
}

impl<V: Vector> Draw<V> for Svg {
    fn line(&mut self, from: V, to: V, role: Stroke) {
        let ([x1, y1], [x2, y2]) = (self.place(from), self.place(to));
        let stroke = colour(role);
        self.push(format_args!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{stroke}\"/>"
        ));
    }

    fn point(&mut self, at: V, role: Stroke) {
        let [x, y] = self.place(at);
        self.push(format_args!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{}\"/>", colour(role)));
    }

    /// Draws a translucent area with a thin edge, so that overlapping areas stay visible.
    fn area(&mut self, corners: &[V], role: Stroke) {
        let mut points = String::new();
        for &corner in corners {
            let [x, y] = self.place(corner);
            // Writing to a string cannot fail.
            let _ = write!(points, "{x:.1},{y:.1} ");
        }
        let colour = colour(role);
        self.push(format_args!(
            "<polygon points=\"{}\" fill=\"{colour}\" fill-opacity=\"0.25\" stroke=\"{colour}\"/>",
            points.trim_end()
        ));
    }

    fn text(&mut self, at: V, text: &str, role: Stroke) {
        let [x, y] = self.place(at);
        let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        self.push(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{}\" text-anchor=\"middle\" \
             dominant-baseline=\"central\">{escaped}</text>",
            colour(role)
        ));
    }
}
