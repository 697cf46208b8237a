//! Scan conversion: the pixels that balls, boxes and polygons cover.
//!
//! **A pixel belongs to a shape if its centre does.** A centre exactly on the boundary of a polygon or box
//! belongs to it if the interior is to the right. On a horizontal edge it belongs to it if the interior is
//! below. So of two polygons that share an edge exactly one has the pixel, and no pixel between them is
//! missed. A ball has all centres on its circle.
//!
//! Every decision is exact: the crossing of an edge with a row is estimated in floating point, then
//! [`orientation_2d`] determines the pixel at which the side changes.

use std::cmp::Ordering;
use std::ops::Range;

use glam::DVec2;

use super::{Mask, MaskError, PixelRect};
use crate::math::{Vector, orientation_2d};
use crate::narrow::Collide;
use crate::shape::{Aabb, Ball, Obb, Polygon};

/// An area of the plane that can list the pixels that it covers.
///
/// Implemented for balls, boxes, polygons and [`PixelRect`]. It is also implemented for a slice of polygons
/// by the even-odd rule, so holes are polygons within polygons.
///
/// ```
/// use std::ops::Range;
///
/// use impinge::mask::{Mask, PixelRect, Region};
/// /// Every second row.
/// struct Stripes;
/// impl Region for Stripes {
///     fn for_each_run(&self, window: &PixelRect, show: &mut dyn FnMut(u32, Range<u32>)) {
///         for y in (window.min[1]..window.max[1]).filter(|y| y % 2 == 0) {
///             show(y, window.min[0]..window.max[0]);
///         }
///     }
/// }
/// let mut shutter = Mask::new(10, 5)?;
/// shutter.fill(&Stripes);
/// assert_eq!(shutter.count(), 3 * 10);
/// let pole = Mask::from_fn(10, 4, |x, _| x == 7)?;
/// assert_eq!(pole.count_in(&Stripes), 2);
/// # Ok::<(), impinge::mask::MaskError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement `Region`",
    label = "not an area of pixels",
    note = "a `Ball`, an `Aabb`, an `Obb`, a `Polygon` and a `PixelRect` are, and so is a slice of polygons: of a `Vec`, take a slice",
    note = "for any other area, implement `Region::each_run`"
)]
pub trait Region {
    /// Calls `show` for each run of covered pixels within the window, with its row and its range of columns.
    fn for_each_run(&self, window: &PixelRect, show: &mut dyn FnMut(u32, Range<u32>));
}

impl Mask {
    /// Creates a mask of the pixels of an area.
    ///
    /// # Errors
    /// The errors of [`Mask::new`].
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::mask::Mask;
    /// use impinge::shape::{Ball, Polygon};
    /// let disc = Mask::from_region(9, 9, &Ball::new(Vec2::new(4.5, 4.5), 4.5)?)?;
    /// assert_eq!(disc.count(), 69);
    /// let roof = Polygon::new(&[Vec2::new(0.0, 4.0), Vec2::new(4.0, 0.0), Vec2::new(8.0, 4.0)])?;
    /// assert_eq!(Mask::from_region(8, 4, &roof)?.count(), 16);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_region(width: u32, height: u32, region: &(impl Region + ?Sized)) -> Result<Self, MaskError> {
        let mut mask = Self::new(width, height)?;
        mask.fill(region);
        Ok(mask)
    }

    /// Sets the pixels of an area; pixels outside of the mask are ignored.
    pub fn fill(&mut self, region: &(impl Region + ?Sized)) {
        self.write_region(region, true);
    }

    /// Clears the pixels of an area, for example a crater in the ground.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::mask::Mask;
    /// use impinge::shape::Ball;
    /// let mut ground = Mask::new_filled(100, 20)?;
    /// ground.clear(&Ball::new(Vec2::new(0.0, 10.0), 30.0)?);
    /// assert_eq!(ground.bounds().map(|bounds| bounds.min), Some([28, 0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clear(&mut self, region: &(impl Region + ?Sized)) {
        self.write_region(region, false);
    }

    /// Returns the number of set pixels within an area.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::mask::Mask;
    /// use impinge::shape::Aabb;
    /// let water = Mask::from_fn(20, 10, |_, y| y >= 6)?;
    /// // The part of a boat that is under water.
    /// let boat = Aabb::new(Vec2::new(2.0, 3.0), Vec2::new(5.0, 8.0))?;
    /// assert_eq!(water.count_in(&boat), 3 * 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_in(&self, region: &(impl Region + ?Sized)) -> u64 {
        let mut count = 0;
        region.for_each_run(&self.bounds, &mut |y, columns| count += self.count_in_run(y, columns));
        count
    }

    fn write_region(&mut self, region: &(impl Region + ?Sized), is_set: bool) {
        let mut changed: Option<PixelRect> = None;
        // Only set pixels can be cleared.
        let window = if is_set { self.extent() } else { self.bounds };
        region.for_each_run(&window, &mut |y, columns| {
            // A custom region may report runs beyond the window.
            let columns = columns.start.max(window.min[0])..columns.end.min(window.max[0]);
            if columns.is_empty() || y < window.min[1] || y >= window.max[1] {
                return;
            }
            let bounds =
                changed.get_or_insert(PixelRect { min: [columns.start, y], max: [columns.end, y + 1] });
            bounds.min = [bounds.min[0].min(columns.start), bounds.min[1].min(y)];
            bounds.max = [bounds.max[0].max(columns.end), bounds.max[1].max(y + 1)];
            self.write_run(y, columns, is_set);
        });
        if let Some(changed) = changed {
            self.refit_within(changed);
        }
    }
}

impl Region for PixelRect {
    fn for_each_run(&self, window: &PixelRect, show: &mut dyn FnMut(u32, Range<u32>)) {
        let common = self.intersection(window);
        if !common.is_empty() {
            (common.min[1]..common.max[1]).for_each(|y| show(y, common.min[0]..common.max[0]));
        }
    }
}

impl<V: Vector> Region for Ball<V> {
    fn for_each_run(&self, window: &PixelRect, show: &mut dyn FnMut(u32, Range<u32>)) {
        const { assert!(V::DIMENSION == 2, "masks are 2D: use `Vec2` or `DVec2`") }
        show_disc(DVec2::from(planar(self.center())), self.radius().into(), window, show);
    }
}

/// Reports the runs of a disc. It does not depend on the vector, so it is compiled once, in this crate.
fn show_disc(center: DVec2, radius: f64, window: &PixelRect, show: &mut dyn FnMut(u32, Range<u32>)) {
    // Converted without rounding, so never rejected.
    let Ok(ball) = Ball::new(center, radius) else { return };
    let holds = |x: u32, y: u32| {
        let middle = DVec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
        Ball::new(middle, 0.0).is_ok_and(|point| ball.intersects(&point))
    };
    let columns = window.min[0]..window.max[0];
    if columns.is_empty() {
        return;
    }
    // The rows of all centres that could be inside, and one more on either side.
    let rows = clamped(center[1] - radius - 1.5, window.min[1]..window.max[1])
        ..clamped(center[1] + radius + 1.5, window.min[1]..window.max[1]);
    // If any pixel of a row is inside, the one whose centre is nearest to the centre of the ball is.
    let nearest = clamped(center[0] - 0.5, columns.start..columns.end - 1);
    let nearest_two = [nearest, (nearest + 1).min(columns.end - 1)];
    for y in rows {
        let Some(inner) = nearest_two.into_iter().find(|&x| holds(x, y)) else { continue };
        let away = f64::from(y) + 0.5 - center[1];
        let half = (radius * radius - away * away).max(0.0).sqrt();
        let start = first_where(columns.start..inner, center[0] - half - 0.5, |x| holds(x, y));
        let end = first_where(inner..columns.end, center[0] + half + 0.5, |x| !holds(x, y));
        show(y, start..end);
    }
}

impl<V: Vector> Region for Polygon<V> {
    fn for_each_run(&self, window: &PixelRect, show: &mut dyn FnMut(u32, Range<u32>)) {
        std::slice::from_ref(self).for_each_run(window, show);
    }
}

impl<V: Vector> Region for [Polygon<V>] {
    fn for_each_run(&self, window: &PixelRect, show: &mut dyn FnMut(u32, Range<u32>)) {
        let mut crossings = Vec::new();
        for polygon in self {
            add_loop(polygon.points(), window, &mut crossings);
        }
        show_between(crossings, show);
    }
}

impl<V: Vector> Region for Aabb<V> {
    fn for_each_run(&self, window: &PixelRect, show: &mut dyn FnMut(u32, Range<u32>)) {
        let ([left, top, _], [right, bottom, _]) = (self.min().to_f64(), self.max().to_f64());
        let corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
        show_loop(&corners, window, show);
    }
}

impl<V: Vector> Region for Obb<V> {
    fn for_each_run(&self, window: &PixelRect, show: &mut dyn FnMut(u32, Range<u32>)) {
        // Corner numbers have a bit for each axis: 0, 1, 3, 2 go around.
        let corners = [0, 1, 3, 2].map(|corner| planar(self.corner(corner)));
        show_loop(&corners, window, show);
    }
}

fn planar<V: Vector>(point: V) -> [f64; 2] {
    const { assert!(V::DIMENSION == 2, "masks are 2D: use `Vec2` or `DVec2`") }
    let [x, y, _] = point.to_f64();
    [x, y]
}

fn show_loop(corners: &[[f64; 2]], window: &PixelRect, show: &mut dyn FnMut(u32, Range<u32>)) {
    let mut crossings = Vec::new();
    for (index, &corner) in corners.iter().enumerate() {
        add_edge(corner, corners[(index + 1) % corners.len()], window, &mut crossings);
    }
    show_between(crossings, show);
}

fn add_loop<V: Vector>(points: &[V], window: &PixelRect, crossings: &mut Vec<(u32, u32)>) {
    for (index, &point) in points.iter().enumerate() {
        add_edge(planar(point), planar(points[(index + 1) % points.len()]), window, crossings);
    }
}

/// Adds, for every row whose centres an edge crosses, the row and the first column that is on the edge or to
/// the right of it.
fn add_edge(a: [f64; 2], b: [f64; 2], window: &PixelRect, crossings: &mut Vec<(u32, u32)>) {
    let (low, high) = if a[1] <= b[1] { (a, b) } else { (b, a) };
    // The lower end counts and the upper one does not: where two edges meet, a row is crossed once, or twice.
    let first_row_at = |height: f64| {
        first_where(window.min[1]..window.max[1], height - 0.5, |y| f64::from(y) + 0.5 >= height)
    };
    for y in first_row_at(low[1])..first_row_at(high[1]) {
        let center = f64::from(y) + 0.5;
        let along = (center - low[1]) / (high[1] - low[1]);
        let guess = low[0] + along * (high[0] - low[0]) - 0.5;
        // The left of an edge that leads to greater y is the side of lesser x.
        let is_right = |x: u32| orientation_2d(low, high, [f64::from(x) + 0.5, center]) != Ordering::Greater;
        crossings.push((y, first_where(window.min[0]..window.max[0], guess, is_right)));
    }
}

/// Reports the columns between the first and second crossing of a row, the third and fourth, and so on.
fn show_between(mut crossings: Vec<(u32, u32)>, show: &mut dyn FnMut(u32, Range<u32>)) {
    crossings.sort_unstable();
    // Loops cross every row an even number of times.
    for pair in crossings.as_chunks::<2>().0 {
        let [(y, start), (_, end)] = *pair;
        if start < end {
            show(y, start..end);
        }
    }
}

/// Clamps a number to a range, both ends included; NaN becomes 0.
fn clamped(value: f64, range: Range<u32>) -> u32 {
    // Conversion saturates.
    (value as u32).clamp(range.start, range.end.max(range.start))
}

/// Returns the first of a range for which `holds` is true, as it is for all after it; the end if there is
/// none. The guess only affects the time of the search.
fn first_where(range: Range<u32>, guess: f64, holds: impl Fn(u32) -> bool) -> u32 {
    if range.is_empty() {
        return range.end;
    }
    let Range { mut start, mut end } = range;
    let guess = clamped(guess.ceil(), start..end);
    // Narrowed down to the guess, if it is right to a column.
    for near in [guess.saturating_sub(1), guess, guess.saturating_add(1)] {
        if (start..end).contains(&near) {
            if holds(near) {
                end = near;
            } else {
                start = near + 1;
            }
        }
    }
    while start < end {
        let middle = start + (end - start) / 2;
        if holds(middle) {
            end = middle;
        } else {
            start = middle + 1;
        }
    }
    end
}
