//! A picture of a clash: two groups of objects from a place where both are seen, the one through the other.
//!
//! The camera tries a few directions towards the box in question; each gives a small picture. The best
//! direction shows most of the group that is less visible. Each group has its own depth buffer: where
//! both are on a line of sight, the one behind shines through the one in front. Triangles are cut at a
//! plane before the camera, projected, and filled where the signs of three areas agree; 1/depth is
//! linear on the screen.

use image::{ImageEncoder, RgbImage, codecs::png::PngEncoder};
use impinge::glam::DVec3;

/// The angle from top to bottom of what is seen, in degrees, and the tangent of half of it.
pub(crate) const FIELD_OF_VIEW: f64 = 60.0;
const HALF: f64 = 0.577_350_269_189_625_8;

/// Pixels of the picture, and of those that choose the side.
const SIZE: [usize; 2] = [480, 360];
const TRIED: [usize; 2] = [80, 60];
/// So many triangles of a group are enough to choose the side by.
const SAMPLE: usize = 20_000;
/// Each pixel of the picture is the mean of so many each way.
const FINER: usize = 2;

/// Colours that people with any kind of colour vision can distinguish (Okabe & Ito, "Color Universal
/// Design", 2008).
const COLORS: [[f64; 3]; 2] = [[230.0, 159.0, 0.0], [0.0, 114.0, 178.0]];
const CURVE: [u8; 3] = [213, 40, 0];
const GROUND: [f64; 3] = [250.0, 250.0, 250.0];
/// How much of what is behind shines through.
const THROUGH: f64 = 0.3;

/// Where a camera is and where it looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    pub eye: DVec3,
    /// Unit vectors.
    pub direction: DVec3,
    pub up: DVec3,
    /// What is nearer than this is not seen.
    nearest: f64,
}

/// What is seen: triangles of both groups, and lines in which they meet.
pub(crate) struct Subject {
    pub triangles: [Vec<[DVec3; 3]>; 2],
    pub curves: Vec<[DVec3; 2]>,
    /// The box in question.
    pub ends: [DVec3; 2],
    /// Which way is up: a unit vector along an axis.
    pub up: DVec3,
}

impl Subject {
    /// The best place to look from.
    pub fn view(&self) -> View {
        let views = sides(self.up).map(|side| self.from(side));
        let seen = |view: &View| {
            let layers = self.layers(view, TRIED, SAMPLE);
            let mut counts = [0usize; 2];
            for (one, other) in layers[0].pixels.iter().zip(&layers[1].pixels) {
                let front = usize::from(other.near > one.near);
                let is_any = one.near > 0.0 || other.near > 0.0;
                counts[front] += usize::from(is_any);
            }
            counts[0].min(counts[1])
        };
        // Of equals the first.
        let mut best = (0, views[0]);
        for view in views {
            let seen = seen(&view);
            if seen > best.0 {
                best = (seen, view);
            }
        }
        best.1
    }

    /// A PNG.
    pub fn picture(&self, view: &View) -> Vec<u8> {
        let finer = SIZE.map(|pixels| pixels * FINER);
        let [one, other] = self.layers(view, finer, usize::MAX);
        let pixel = |x: usize, y: usize| {
            let place = y * finer[0] + x;
            let (one, other) = (&one.pixels[place], &other.pixels[place]);
            let (front, behind) = if other.near > one.near { (other, one) } else { (one, other) };
            match (front.near > 0.0, behind.near > 0.0) {
                (false, _) => GROUND,
                (true, false) => front.color,
                (true, true) => {
                    std::array::from_fn(|k| front.color[k] * (1.0 - THROUGH) + behind.color[k] * THROUGH)
                }
            }
        };
        let mut image = RgbImage::from_fn(SIZE[0] as u32, SIZE[1] as u32, |x, y| {
            let (x, y) = (x as usize * FINER, y as usize * FINER);
            let all = (0..FINER * FINER).map(|k| pixel(x + k % FINER, y + k / FINER));
            let sum = all.fold([0.0; 3], |sum, color| std::array::from_fn(|k| sum[k] + color[k]));
            image::Rgb(sum.map(|part| (part / (FINER * FINER) as f64).round() as u8))
        });
        self.draw_curves(view, &mut image);
        let mut bytes = Vec::new();
        let encoder = PngEncoder::new(&mut bytes);
        // A vector takes everything, and the picture is as large as it says.
        let written = encoder.write_image(
            image.as_raw(),
            image.width(),
            image.height(),
            image::ExtendedColorType::Rgb8,
        );
        debug_assert!(written.is_ok(), "{written:?}");
        bytes
    }

    /// From a side, so far away that the box fills the picture.
    fn from(&self, side: DVec3) -> View {
        let [low, high] = self.ends;
        let middle = low * 0.5 + high * 0.5;
        let radius = ((high - low).length() * 0.5).max(middle.abs().max_element() * 1e-9).max(1e-9);
        let direction = -side;
        let right = direction.cross(self.up).normalize();
        let distance = radius * 1.2 / HALF;
        View {
            eye: middle + side * distance,
            direction,
            up: right.cross(direction),
            nearest: distance * 1e-3,
        }
    }

    /// The layer of each group, drawn from at most `most` of its triangles, evenly chosen.
    fn layers(&self, view: &View, size: [usize; 2], most: usize) -> [Layer; 2] {
        std::array::from_fn(|group| {
            let mut layer = Layer::new(size);
            let triangles = &self.triangles[group];
            for triangle in triangles.iter().step_by(triangles.len().div_ceil(most).max(1)) {
                layer.draw(view, triangle, COLORS[group]);
            }
            layer
        })
    }

    fn draw_curves(&self, view: &View, image: &mut RgbImage) {
        for curve in &self.curves {
            let [a, b] = curve.map(|point| seen(view, point));
            let Some([a, b]) = before(a, b, view.nearest) else { continue };
            let [a, b] = [a, b].map(|point| on_screen(point, SIZE));
            let steps = (b[0] - a[0]).abs().max((b[1] - a[1]).abs()).ceil().clamp(1.0, 4096.0);
            for step in 0..=steps as usize {
                let share = step as f64 / steps;
                let place = [0, 1].map(|k| (a[k] + (b[k] - a[k]) * share).floor());
                for [dx, dy] in [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]] {
                    let [x, y] = [place[0] + dx, place[1] + dy];
                    if x >= 0.0 && y >= 0.0 && x < SIZE[0] as f64 && y < SIZE[1] as f64 {
                        image.put_pixel(x as u32, y as u32, image::Rgb(CURVE));
                    }
                }
            }
        }
    }
}

/// Sides to look from: around, from above and, at last, from below.
fn sides(up: DVec3) -> [DVec3; 8] {
    let east = if up.x.abs() > 0.5 { DVec3::Y } else { DVec3::X };
    let north = up.cross(east);
    let corner = |east_share: f64, north_share: f64, up_share: f64| {
        (east * east_share + north * north_share + up * up_share).normalize()
    };
    [
        corner(1.0, -1.3, 0.8),
        corner(-1.0, -1.3, 0.8),
        corner(1.0, 1.3, 0.8),
        corner(-1.0, 1.3, 0.8),
        corner(1.0, -1.3, -0.8),
        corner(-1.0, -1.3, -0.8),
        corner(1.0, 1.3, -0.8),
        corner(-1.0, 1.3, -0.8),
    ]
}

/// A point from the camera: to the right, up, and away.
fn seen(view: &View, point: DVec3) -> DVec3 {
    let from = point - view.eye;
    DVec3::new(from.dot(view.direction.cross(view.up)), from.dot(view.up), from.dot(view.direction))
}

/// The part of a line that is further away than the nearest that is seen.
fn before(a: DVec3, b: DVec3, nearest: f64) -> Option<[DVec3; 2]> {
    let cut =
        |a: DVec3, b: DVec3| if a.z < nearest { a + (b - a) * ((nearest - a.z) / (b.z - a.z)) } else { a };
    (a.z >= nearest || b.z >= nearest).then(|| [cut(a, b), cut(b, a)])
}

/// Where a seen point is, in pixels from the upper left corner.
fn on_screen(point: DVec3, [width, height]: [usize; 2]) -> [f64; 2] {
    let half = height as f64 / 2.0;
    let scale = half / (HALF * point.z);
    [width as f64 / 2.0 + point.x * scale, half - point.y * scale]
}

/// What is seen of one group.
struct Layer {
    size: [usize; 2],
    pixels: Vec<Pixel>,
}

#[derive(Clone, Copy)]
struct Pixel {
    /// 1/depth; 0 where nothing is.
    near: f64,
    color: [f64; 3],
}

impl Layer {
    fn new(size: [usize; 2]) -> Self {
        Layer { size, pixels: vec![Pixel { near: 0.0, color: GROUND }; size[0] * size[1]] }
    }

    fn draw(&mut self, view: &View, triangle: &[DVec3; 3], color: [f64; 3]) {
        let [a, b, c] = triangle.map(|point| seen(view, point));
        let normal = (b - a).cross(c - a).normalize_or_zero();
        // Light from above the camera, on both sides of every triangle.
        let light = normal.dot(DVec3::new(0.3, 0.5, -0.8).normalize()).abs();
        let color = color.map(|part| part * (0.5 + 0.5 * light));
        let mut corners: Vec<DVec3> = Vec::with_capacity(4);
        for [from, to] in [[a, b], [b, c], [c, a]] {
            if let Some([from, to_there]) = before(from, to, view.nearest) {
                corners.push(from);
                if to.z < view.nearest {
                    corners.push(to_there);
                }
            }
        }
        for second in 1..corners.len().saturating_sub(1) {
            self.fill([corners[0], corners[second], corners[second + 1]], color);
        }
    }

    fn fill(&mut self, corners: [DVec3; 3], color: [f64; 3]) {
        let [a, b, c] = corners.map(|corner| on_screen(corner, self.size));
        let area = |p: [f64; 2], q: [f64; 2], r: [f64; 2]| {
            (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        };
        let whole = area(a, b, c);
        if !(whole.abs() > 0.0 && whole.is_finite()) {
            return;
        }
        let near = corners.map(|corner| 1.0 / corner.z);
        let range = |axis: usize| {
            let least = a[axis].min(b[axis]).min(c[axis]).floor().max(0.0);
            let most = a[axis].max(b[axis]).max(c[axis]).ceil().min(self.size[axis] as f64);
            least as usize..most.max(0.0) as usize
        };
        for y in range(1) {
            for x in range(0) {
                let here = [x as f64 + 0.5, y as f64 + 0.5];
                let shares = [area(b, c, here), area(c, a, here), area(a, b, here)].map(|part| part / whole);
                if shares.iter().any(|share| *share < 0.0) {
                    continue;
                }
                let near = shares[0] * near[0] + shares[1] * near[1] + shares[2] * near[2];
                let pixel = &mut self.pixels[y * self.size[0] + x];
                if near > pixel.near {
                    *pixel = Pixel { near, color };
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two squares that cross: x = 0 and z = 0.
    fn crossing() -> Subject {
        let square = |across: fn(f64, f64) -> DVec3| {
            let corner = |x: f64, y: f64| across(x, y);
            vec![
                [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0)],
                [corner(-1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)],
            ]
        };
        Subject {
            triangles: [square(|x, y| DVec3::new(x, y, 0.0)), square(|x, y| DVec3::new(0.0, x, y))],
            curves: vec![[DVec3::NEG_Y, DVec3::Y]],
            ends: [DVec3::NEG_ONE, DVec3::ONE],
            up: DVec3::Y,
        }
    }

    #[test]
    fn both_are_seen_and_the_curve_between() {
        let subject = crossing();
        let view = subject.view();
        let image = image::load_from_memory(&subject.picture(&view)).expect("a picture").to_rgb8();
        assert_eq!([image.width(), image.height()], [480, 360]);
        let count = |is: fn(&[u8; 3]) -> bool| image.pixels().filter(|pixel| is(&pixel.0)).count();
        let orange = count(|[red, _, blue]| u16::from(*red) > u16::from(*blue) + 60);
        let blue = count(|[red, _, blue]| u16::from(*blue) > u16::from(*red) + 60);
        let curve = count(|color| *color == CURVE);
        assert!(orange > 3_000 && blue > 3_000 && curve > 100, "{orange} {blue} {curve}");
        // The middle of the curve is the middle of the picture.
        assert_eq!(image.get_pixel(240, 180).0, CURVE);
    }

    #[test]
    fn what_is_behind_the_camera_is_not_seen() {
        let mut subject = crossing();
        let view = subject.view();
        let behind = view.eye - view.direction * 3.0;
        let layers = |subject: &Subject| {
            subject.layers(&view, TRIED, usize::MAX)[0].pixels.iter().filter(|pixel| pixel.near > 0.0).count()
        };
        let before = layers(&subject);
        subject.triangles[0].push([behind, behind + DVec3::X, behind + DVec3::Y]);
        assert_eq!(layers(&subject), before);
        // Through the camera's plane: cut, not wrapped around.
        subject.triangles[0] = vec![[behind, behind + DVec3::X * 0.1, DVec3::ZERO]];
        assert!(layers(&subject) < TRIED[0] * TRIED[1] / 2);
    }
}
