//! The box in which two solids are compared, and their surfaces in it.

use smallvec::SmallVec;

use super::projected_triangle::{Polygon, Shadow, clipped, least, most};
use crate::assembly::instance::{Bounded, Instance};
use crate::assembly::shells::Part;
use crate::math::Vector;
use crate::shape::Aabb;

/// A box, and along which of its sides it is looked through.
#[derive(Clone, Copy)]
pub(super) struct Window<V: Vector> {
    region: Aabb<V>,
    axis: usize,
    /// Towards greater coordinates?
    is_upwards: bool,
}

impl<V: Vector> Window<V> {
    /// A window in which two instances have the fewest triangles above each other.
    pub fn of_fewest(region: &Aabb<V>, bodies: [Bounded<V>; 2]) -> Self {
        let size = (region.max().to_double() - region.min().to_double()).to_f64();
        let ways = (0..3).flat_map(|axis| [false, true].map(|is_upwards| (axis, is_upwards)));
        let windows = ways.map(|(axis, is_upwards)| {
            let window = Window { region: *region, axis, is_upwards };
            let counts = bodies.map(|body| {
                let mut count = 0.0;
                window.each_in_line(body, |_| count += 1.0);
                count
            });
            (counts[0] * counts[1] / (size[(axis + 1) % 3] * size[(axis + 2) % 3]), window)
        });
        let fewest = windows.min_by(|one, other| one.0.total_cmp(&other.0));
        fewest.map_or(Window { region: *region, axis: 2, is_upwards: true }, |(_, window)| window)
    }

    /// Calls `see` for the triangles of an instance that may have anything in line with the box, from its
    /// floor up.
    pub fn each_in_line(&self, (body, bounds): Bounded<V>, see: impl FnMut(u32)) {
        let end = |side: fn(&Aabb<V>) -> V, is_open: bool| {
            V::from_fn(|i| if i == self.axis && is_open { side(bounds)[i] } else { side(&self.region)[i] })
        };
        if let Ok(in_line) = Aabb::new(end(Aabb::min, !self.is_upwards), end(Aabb::max, self.is_upwards)) {
            body.near(&in_line, see);
        }
    }

    /// The coordinates of the world as they are seen: two across, the last along the axis, towards which one
    /// looks.
    fn seen(&self, point: V) -> [f64; 3] {
        let point = point.to_f64();
        let up = if self.is_upwards { 1.0 } else { -1.0 };
        [point[(self.axis + 1) % 3], point[(self.axis + 2) % 3], point[self.axis] * up]
    }

    /// An instance as it is seen in it.
    pub fn on<'a>(&self, body: &'a Instance<'a, V>) -> Seen<'a, V> {
        let [least, most] = [self.region.min(), self.region.max()].map(|end| self.seen(end));
        Seen {
            window: *self,
            body,
            middle: std::array::from_fn(|i| least[i] + (most[i] - least[i]) * 0.5),
            half: std::array::from_fn(|i| (most[i] - least[i]) * 0.5),
            floor: f64::min(least[2], most[2]),
            outside: body.turns().unwrap_or(1.0) * if self.is_upwards { 1.0 } else { -1.0 },
        }
    }
}

/// An instance as it is seen in a window.
pub(super) struct Seen<'a, V: Vector> {
    window: Window<V>,
    body: &'a Instance<'a, V>,
    /// Across, what is seen of the window.
    middle: [f64; 2],
    half: [f64; 2],
    floor: f64,
    /// 1 if what is counter-clockwise in the instance's own frame is so here too, or −1.
    outside: f64,
}

impl<V: Vector> Seen<'_, V> {
    /// The corners of a triangle, without any rounding.
    pub fn corners(&self, number: u32) -> [[f64; 3]; 3] {
        self.body.placed_triangle(number).points().map(|point| self.window.seen(point))
    }

    /// What a triangle shows of itself, in pieces, seen from the middle of the floor.
    pub fn shadows(&self, number: u32, found: &mut Vec<Shadow>) {
        let model = self.body.model;
        let Some(Part { shell, weight }) = model.shells().of_triangle[number as usize] else { return };
        let corners =
            self.corners(number).map(|[x, y, z]| [x - self.middle[0], y - self.middle[1], z - self.floor]);
        let heights = [least(&corners), most(&corners)];
        if heights[1] <= 0.0 {
            return;
        }
        let faces_inwards =
            (model.shells().shells[shell as usize].volume < 0.0) != model.cavities()[shell as usize];
        let sign = self.outside * f64::from(weight) * if faces_inwards { -1.0 } else { 1.0 };
        let is_across =
            |corner: &[f64; 3]| corner[0].abs() <= self.half[0] && corner[1].abs() <= self.half[1];
        if corners.iter().all(is_across) {
            found.extend(Shadow::of(corners, sign, (number, heights)));
            return;
        }
        let mut part: Polygon<3> = SmallVec::from_slice(&corners);
        for (axis, half) in self.half.into_iter().enumerate() {
            part = clipped(&part, |corner| half - corner[axis]);
            part = clipped(&part, |corner| half + corner[axis]);
        }
        let triangles = (2..part.len()).map(|i| [part[0], part[i - 1], part[i]]);
        found.extend(triangles.filter_map(|corners| Shadow::of(corners, sign, (number, heights))));
    }
}
