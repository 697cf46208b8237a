//! How much volume two solids share.
//!
//! Seen along an axis, a line through a closed solid goes in and out of it. With s = 1 for each triangle whose outside is in front and −1 for
//! the others, and z where the line meets it, the number of walls around a point of the line is Σ s·[point < z]. Over the
//! line the product of two such sums is Σᵢⱼ sᵢsⱼ·min(zᵢ, zⱼ), since Σ s = 0, and so the volume
//!
//! ```text
//! ∫ w₁·w₂  =  Σᵢⱼ sᵢ sⱼ ∫ min(zᵢ, zⱼ)     over what the shadows of triangles i and j share,
//! ```
//!
//! which is a convex polygon, on either side of the line in it where zᵢ = zⱼ. What both share is in the box that both boxes share: only what is in line
//! with it counts, from its floor up, and z is 0 there. So little counts, and triangles that are a million times larger than the box are cut to it before
//! anything is multiplied. Nothing is decided that rounding could decide wrongly: flush
//! faces, edges along each other and triangles seen from the side are all the same, and a rounding changes the sum by a rounding.
//!
//! It is the volume of the intersection where w is 1 inside and 0 outside: of closed shells that do not overlap each other, whichever
//! way they face, and with cavities. Then ∫ w² is the volume itself; where parts of a mesh overlap each other it is more, and the
//! shared volume is not told.

use glam::DVec2;
use smallvec::SmallVec;

use super::model::{Body, Model};
use super::shells::{Part, Shell};
use super::solid::Bounded;
use crate::math::{Affine, Vector};
use crate::shape::Aabb;
use crate::tree::Bvh;

/// Shells overlap each other if they count more than the volume by this share.
const OVERLAPPING: f64 = 1e-6;

/// A triangle seen along an axis.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
struct Shadow {
    /// The corners, counter-clockwise, and how far along the axis they are.
    corners: [[f64; 3]; 3],
    /// How often it counts, negative if its outside is behind.
    sign: f64,
}

impl<V: Vector> Body<'_, V> {
    /// The volume that both solids share; `None` unless each is closed, without shells that overlap each other, and placed by a map
    /// that does not flatten it. Rounded, and the same for exchanged bodies, to the bit.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::cull::{Body, Model};
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// let corner = |i: u32| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2 & 1));
    /// let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    /// let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    /// let cube = Model::new(Mesh::new((0..8).map(corner).collect(), triangles)?);
    /// let at = |x, y, z| Body { model: &cube, map: Pose::from_translation(DVec3::new(x, y, z)).into() };
    /// let shared = at(0.0, 0.0, 0.0).shared_volume(&at(0.25, 0.5, 0.75)).unwrap();
    /// assert!((shared - 0.75 * 0.5 * 0.25).abs() < 1e-12);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn shared_volume(&self, other: &Self) -> Option<f64> {
        let bodies = [self, other];
        if !bodies.iter().all(|body| body.model.is_solid() && body.turns().is_some()) {
            return None;
        }
        let (ours, theirs) = (self.bounds()?, other.bounds()?);
        let Some(shared) = ours.intersection(&theirs) else { return Some(0.0) };
        let bodies = [(self, &ours), (other, &theirs)];
        let window = Window::of_fewest(&shared, bodies);
        let [ours, theirs] = bodies.map(|body| window.shadows(body));
        let volume = product(&ours, &theirs).max(0.0);
        volume.is_finite().then_some(volume)
    }

    /// Does its map turn what faces outwards inwards (−1) or not (1)? `None` if it flattens.
    fn turns(&self) -> Option<f64> {
        let columns = self.map.columns.as_ref();
        let [x, y, z] = [0, 1, 2].map(|axis| columns.get(axis).map_or([0.0; 3], |column| column.to_f64()));
        let determinant = x[0] * (y[1] * z[2] - y[2] * z[1])
            + x[1] * (y[2] * z[0] - y[0] * z[2])
            + x[2] * (y[0] * z[1] - y[1] * z[0]);
        (determinant.is_finite() && determinant != 0.0).then(|| determinant.signum())
    }
}

/// Is a model closed, and is every point within none of its shells, or one, or one and a cavity of that?
pub(super) fn is_solid<V: Vector>(model: &Model<V>) -> bool {
    let shells = &model.shells().shells;
    if V::DIMENSION == 2 || shells.is_empty() || !shells.iter().all(Shell::is_closed) {
        return false;
    }
    let walls = shells.iter().zip(model.cavities());
    let sixfold = walls.map(|(shell, &is_cavity)| shell.volume.abs() * if is_cavity { -1.0 } else { 1.0 });
    let volume = sixfold.sum::<f64>() / 6.0;
    let body = Body { model, map: Affine::identity() };
    let Some(bounds) = body.bounds() else { return false };
    let all = Window::of_fewest(&bounds, [(&body, &bounds); 2]).shadows((&body, &bounds));
    // Not so of what is not a number.
    (square(&all) - volume).abs() <= OVERLAPPING * volume
}

/// A box, and along which of its sides it is looked through.
#[derive(Clone, Copy)]
struct Window<V: Vector> {
    region: Aabb<V>,
    axis: usize,
    /// Towards greater coordinates?
    is_upwards: bool,
}

impl<V: Vector> Window<V> {
    /// A window in which two bodies have the fewest triangles above each other.
    fn of_fewest(region: &Aabb<V>, bodies: [Bounded<V>; 2]) -> Self {
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

    /// Calls `see` for the triangles of a body that may have anything in line with the box, from its floor up.
    fn each_in_line(&self, (body, bounds): Bounded<V>, see: impl FnMut(u32)) {
        let end = |side: fn(&Aabb<V>) -> V, is_open: bool| {
            V::from_fn(|i| if i == self.axis && is_open { side(bounds)[i] } else { side(&self.region)[i] })
        };
        if let Ok(in_line) = Aabb::new(end(Aabb::min, !self.is_upwards), end(Aabb::max, self.is_upwards)) {
            body.near(&in_line, see);
        }
    }

    /// What they show of themselves in it.
    fn shadows(&self, (body, bounds): Bounded<V>) -> Vec<Shadow> {
        let (shells, is_cavity) = (body.model.shells(), body.model.cavities());
        let [least, most] = [self.region.min(), self.region.max()].map(V::to_f64);
        let middle: [f64; 3] = std::array::from_fn(|i| least[i] + (most[i] - least[i]) * 0.5);
        let half: [f64; 3] = std::array::from_fn(|i| (most[i] - least[i]) * 0.5);
        let [x, y, z] = [1, 2, 0].map(|next| (self.axis + next) % 3);
        let up = if self.is_upwards { 1.0 } else { -1.0 };
        let turns = body.turns().unwrap_or(1.0) * up;
        let mut found = Vec::new();
        self.each_in_line((body, bounds), |number| {
            let Some(Part { shell, weight }) = shells.of_triangle[number as usize] else { return };
            let corners = body.triangle(number).points().map(|point| {
                let point = point.to_f64();
                [point[x] - middle[x], point[y] - middle[y], (point[z] - middle[z]) * up + half[z]]
            });
            let mut part: Polygon<3> = SmallVec::from_slice(&corners);
            for (axis, half) in [(0, half[x]), (1, half[y])] {
                if part.iter().any(|corner| corner[axis].abs() > half) {
                    part = clipped(&part, |corner| half - corner[axis]);
                    part = clipped(&part, |corner| half + corner[axis]);
                }
            }
            if part.iter().all(|corner| corner[2] <= 0.0) {
                return;
            }
            let volume = shells.shells[shell as usize].volume;
            let faces_inwards = (volume < 0.0) != is_cavity[shell as usize];
            let outside = turns * f64::from(weight) * if faces_inwards { -1.0 } else { 1.0 };
            found
                .extend((2..part.len()).filter_map(|i| Shadow::of([part[0], part[i - 1], part[i]], outside)));
        });
        found
    }
}

impl Shadow {
    /// Of a triangle, with its sign if its corners go counter-clockwise; none if it is seen from the side.
    fn of([a, b, c]: [[f64; 3]; 3], sign: f64) -> Option<Self> {
        let twice = twice_area(&[a, b, c]);
        let mut corners = if twice > 0.0 { [a, b, c] } else { [a, c, b] };
        // In an order that does not depend on where the triangle begins.
        let least = (1..3).fold(0, |least, i| if corners[i] < corners[least] { i } else { least });
        corners.rotate_left(least);
        (twice != 0.0).then(|| Shadow { corners, sign: sign * twice.signum() })
    }
}

/// The sum of all pairs of triangles that have anything in line.
fn product(a: &[Shadow], b: &[Shadow]) -> f64 {
    let mut parts = Vec::new();
    tree_of(a).join(&tree_of(b), |i, j| parts.push(part(&a[i as usize], &b[j as usize])));
    sum(parts)
}

/// Likewise of a body with itself.
fn square(a: &[Shadow]) -> f64 {
    let mut parts = Vec::new();
    let tree = tree_of(a);
    tree.join(&tree, |i, j| {
        // Both orders are the same.
        if i <= j {
            parts.push(part(&a[i as usize], &a[j as usize]) * if i == j { 1.0 } else { 2.0 });
        }
    });
    sum(parts)
}

fn tree_of(shadows: &[Shadow]) -> Bvh<DVec2> {
    let around = |shadow: &Shadow| {
        let [p, q, r] = shadow.corners.map(|corner| DVec2::new(corner[0], corner[1]));
        Aabb::between(p.min(q).min(r), p.max(q).max(r))
    };
    Bvh::with_origin(&shadows.iter().map(around).collect::<Vec<_>>(), DVec2::ZERO)
}

/// What two triangles add, the same in either order.
fn part(one: &Shadow, other: &Shadow) -> f64 {
    let (one, other) = if one <= other { (one, other) } else { (other, one) };
    one.sign * other.sign * below_both(&one.corners, &other.corners)
}

/// The sum of numbers in whatever order.
fn sum(mut parts: Vec<f64>) -> f64 {
    parts.retain(|part| *part != 0.0);
    parts.sort_by(f64::total_cmp);
    parts.into_iter().sum()
}

/// What is left of a triangle between three lines and a fourth has seven corners at most.
type Polygon<const N: usize> = SmallVec<[[f64; N]; 7]>;

/// A corner of what two shadows share, and how far along the axis either triangle is there.
type Corner = ([f64; 2], [f64; 2]);

/// The integral of the lesser of two heights, where it is above 0, over what two shadows share.
fn below_both(a: &[[f64; 3]; 3], b: &[[f64; 3]; 3]) -> f64 {
    let mut shared: Polygon<3> = a.iter().copied().collect();
    for i in 0..3 {
        let (from, to) = (b[i], b[(i + 1) % 3]);
        let left = |p: &[f64; 3]| (to[0] - from[0]) * (p[1] - from[1]) - (to[1] - from[1]) * (p[0] - from[0]);
        shared = clipped(&shared, left);
        if shared.len() < 3 {
            return 0.0;
        }
    }
    // Of two that are above each other throughout, as most are, the lower one tells.
    if most(a) <= least(b) {
        return above_floor(shared);
    }
    if most(b) <= least(a) {
        return above_floor(shared.iter().map(|&[x, y, _]| [x, y, height(b, [x, y])]).collect());
    }
    let corners: SmallVec<[Corner; 7]> =
        shared.iter().map(|&[x, y, z]| ([x, y], [z.clamp(least(a), most(a)), height(b, [x, y])])).collect();
    let side = |first: usize| {
        let lower = |corner: &Corner| corner.1[1 - first] - corner.1[first];
        let part: Polygon<4> = corners.iter().map(|&([x, y], [z, w])| [x, y, z, w]).collect();
        let part = clipped(&part, |p| lower(&([p[0], p[1]], [p[2], p[3]])));
        above_floor(part.iter().map(|p| [p[0], p[1], p[2 + first]]).collect())
    };
    // Where both are equal there is no area, or the sides are the same and one of them is enough.
    let is_equal = corners.iter().all(|corner| corner.1[0] == corner.1[1]);
    if is_equal { side(0) } else { side(0) + side(1) }
}

/// The integral of a height over a polygon, where it is above 0.
fn above_floor(mut polygon: Polygon<3>) -> f64 {
    if polygon.iter().any(|p| p[2] < 0.0) {
        polygon = clipped(&polygon, |p| p[2]);
    }
    integral(polygon.into_iter())
}

/// The part of a polygon where a linear function is not negative.
fn clipped<const N: usize>(polygon: &[[f64; N]], value: impl Fn(&[f64; N]) -> f64) -> Polygon<N> {
    let mut kept = Polygon::new();
    for (i, here) in polygon.iter().enumerate() {
        let next = &polygon[(i + 1) % polygon.len()];
        let (at, after) = (value(here), value(next));
        if at >= 0.0 {
            kept.push(*here);
        }
        if (at < 0.0) != (after < 0.0) && at != 0.0 && after != 0.0 {
            let share = at / (at - after);
            kept.push(std::array::from_fn(|k| here[k] + (next[k] - here[k]) * share));
        }
    }
    kept
}

/// The integral of a linear function over a polygon, whose corners have it as their third coordinate.
fn integral(mut corners: impl Iterator<Item = [f64; 3]>) -> f64 {
    let (Some(first), Some(mut last)) = (corners.next(), corners.next()) else { return 0.0 };
    let mut sum = 0.0;
    for next in corners {
        sum += twice_area(&[first, last, next]) * (first[2] + last[2] + next[2]);
        last = next;
    }
    sum / 6.0
}

/// Twice the area of a shadow, negative if its corners go clockwise.
fn twice_area([a, b, c]: &[[f64; 3]; 3]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// How far along the axis a triangle is at a place in its shadow.
fn height(triangle: &[[f64; 3]; 3], [x, y]: [f64; 2]) -> f64 {
    let [a, b, c] = *triangle;
    let at = [x, y, 0.0];
    let shares = [twice_area(&[b, c, at]), twice_area(&[c, a, at]), twice_area(&[a, b, at])];
    let height =
        (shares[0] * a[2] + shares[1] * b[2] + shares[2] * c[2]) / (shares[0] + shares[1] + shares[2]);
    height.max(least(triangle)).min(most(triangle))
}

fn least(triangle: &[[f64; 3]; 3]) -> f64 {
    triangle[0][2].min(triangle[1][2]).min(triangle[2][2])
}

fn most(triangle: &[[f64; 3]; 3]) -> f64 {
    triangle[0][2].max(triangle[1][2]).max(triangle[2][2])
}
