//! Volume of the intersection of two solids.
//!
//! Seen along an axis, a line through a closed solid goes in and out of it. With s = 1 for each triangle
//! whose outside is in front and −1 for the others, and z where the line meets it, the number of walls around
//! a point of the line is w = Σ s·[point < z]. Over the line the product of two such sums is Σᵢⱼ sᵢsⱼ·min(zᵢ,
//! zⱼ), since Σ s = 0, and so the volume
//!
//! ```text
//! ∫ w₁·w₂  =  Σᵢⱼ sᵢ sⱼ ∫ min(zᵢ, zⱼ)     over what the shadows of triangles i and j share,
//! ```
//!
//! which is a convex polygon, on either side of the line in it where zᵢ = zⱼ. What both share is in the box
//! that both boxes share: only what is in line with it counts, from its floor up, and z is 0 there. So little
//! counts, and triangles that are a million times larger than the box are cut to it before anything is
//! multiplied.
//!
//! Most triangles need no such sum. What the lower of every two adds is, put together,
//!
//! ```text
//! Σᵢ sᵢ ∫ zᵢ·w₂(i)  +  Σⱼ sⱼ ∫ zⱼ·w₁(j)     with w(i) = Σ s of all above i:
//!                                         the walls of the other solid around a point of i,
//! ```
//!
//! If a triangle does not meet the other surface, all of its points have the same number of walls
//! around them. This number is the same for its neighbours that do not meet the other surface either,
//! so one line decides for all connected triangles ([`wall_counts`]). Three sums remain: triangles that meet
//! something, with each other, as above; triangles that meet something, below a triangle of the other
//! solid that meets nothing; and triangles that meet nothing, alone.
//!
//! Nothing is decided that rounding could decide wrongly. Whether triangles meet, which one of two that do
//! not is above the other, and what is around a corner, is decided without rounding; flush faces, edges along
//! each other and triangles seen from the side are all the same, and what is rounded changes the sum by a
//! rounding.
//!
//! It is the volume of the intersection where w is 1 inside and 0 outside: of closed shells that do not
//! overlap each other, whichever way they face, and with cavities. Then ∫ w² is the volume itself; where
//! parts of a mesh overlap each other it is more, and no volume is returned.

mod projected_triangle;
mod wall_counts;
mod window;

use glam::DVec2;

use self::projected_triangle::{Shadow, is_above, part, part_of_lower};
use self::window::{Seen, Window};
use super::instance::{Bounded, Instance};
use super::instance_pair::InstancePair;
use super::model::{Model, kept};
use super::shells::{Shell, Shells};
use crate::bvh::Bvh;
use crate::math::{Affine, Vector};
use crate::shape::Aabb;

/// Shells overlap each other if they count more than the volume by this share.
const OVERLAPPING: f64 = 1e-6;

impl<V: Vector> Instance<'_, V> {
    /// Computes the volume of the intersection of both solids.
    ///
    /// Returns `None` unless both are solid ([`Instance::is_solid`]). The result is rounded: it may be 0
    /// where they hardly overlap, and slightly above 0 where they touch. To test whether they overlap, use
    /// [`Instance::relation`]. The result for exchanged instances is the same, to the bit.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::assembly::{Instance, Model};
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// let corner = |i: u32| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2 & 1));
    /// let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    /// let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    /// let cube = Model::new(Mesh::new((0..8).map(corner).collect(), triangles)?);
    /// let at = |x, y, z| Instance::new(&cube, Pose::from_translation(DVec3::new(x, y, z)));
    /// let shared = at(0.0, 0.0, 0.0).intersection_volume(&at(0.25, 0.5, 0.75)).unwrap();
    /// assert!((shared - 0.75 * 0.5 * 0.25).abs() < 1e-12);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    #[inline]
    pub fn intersection_volume(&self, other: &Self) -> Option<f64> {
        V::assembly_intersection_volume(self, other)
    }

    pub(super) fn intersection_volume_inner(&self, other: &Self) -> Option<f64> {
        InstancePair::new(self, other).intersection_volume()
    }

    /// Returns whether it is closed, without overlapping shells, and placed by a transform that does not
    /// flatten it.
    ///
    /// Only solids have an intersection volume.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::assembly::{Instance, Model};
    /// use impinge::math::{Affine, Pose};
    /// use impinge::shape::Mesh;
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let model = Model::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?);
    /// let placed = Instance::new(&model, Pose::identity());
    /// assert!(placed.is_solid());
    /// let transform = Affine { columns: [DVec3::X, DVec3::Y, DVec3::ZERO], translation: DVec3::ZERO };
    /// assert!(!Instance { transform, ..placed }.is_solid());
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    #[inline]
    pub fn is_solid(&self) -> bool {
        V::assembly_is_solid(self)
    }

    pub(super) fn is_solid_inner(&self) -> bool {
        self.model.is_solid() && self.turns().is_some()
    }

    /// Returns whether its transform turns surfaces inside out (−1) or not (1); `None` if it flattens.
    fn turns(&self) -> Option<f64> {
        let orientation = self.transform.orientation();
        (orientation.is_finite() && orientation != 0.0).then(|| orientation.signum())
    }
}

impl<V: Vector> InstancePair<'_, V> {
    /// Computes the volume of the intersection of both solids; see [`Instance::intersection_volume`].
    #[inline]
    pub fn intersection_volume(&self) -> Option<f64> {
        V::assembly_pair_intersection_volume(self)
    }

    pub(super) fn intersection_volume_inner(&self) -> Option<f64> {
        if !self.bodies.iter().all(|body| body.is_solid()) {
            return None;
        }
        let bounds = self.bounds.as_ref()?;
        let Some(shared) = bounds[0].intersection(&bounds[1]) else { return Some(0.0) };
        let bodies = [0, 1].map(|side| (self.bodies[side], &bounds[side]));
        let window = Window::of_fewest(&shared, bodies);
        let surfaces = [0, 1].map(|side| {
            let met = self.meetings().map(|meetings| meetings.numbers(side).collect());
            Surface::of(&window, bodies[side], bodies[1 - side], met)
        });
        let [one, two] = &surfaces;
        let mut parts: Vec<f64> = one.of_free.iter().chain(&two.of_free).copied().collect();
        one.tree.join(&two.tree, |i, j| parts.push(part(&one.met[i as usize], &two.met[j as usize])));
        one.below(two, &mut parts);
        two.below(one, &mut parts);
        let volume = sum(parts).max(0.0);
        volume.is_finite().then_some(volume)
    }
}

impl<V: Vector> Model<V> {
    /// Returns whether it is closed, without shells that overlap each other.
    fn is_solid(&self) -> bool {
        self.is_closed() && self.bounds_solids()
    }

    /// Returns whether it has closed shells, none of which overlaps another. Open ones have no effect.
    pub(super) fn bounds_solids(&self) -> bool {
        *kept(&self.bounds_solids, || bounds_solids(self))
    }
}

/// Returns whether every point is within none of the closed shells of a model, or one, or one and a cavity of
/// that. The result is false without closed shells.
fn bounds_solids<V: Vector>(model: &Model<V>) -> bool {
    let Shells { shells, of_triangle } = model.shells();
    if V::IS_2D || !shells.iter().any(Shell::is_closed) {
        return false;
    }
    let walls = shells.iter().zip(model.cavities()).filter(|(shell, _)| shell.is_closed());
    let sixfold = walls.map(|(shell, &is_cavity)| shell.volume.abs() * if is_cavity { -1.0 } else { 1.0 });
    let volume = sixfold.sum::<f64>() / 6.0;
    let body = Instance::new(model, Affine::identity());
    let Some(bounds) = body.aabb() else { return false };
    let window = Window::of_fewest(&bounds, [(&body, &bounds); 2]);
    let (seen, mut all) = (window.on(&body), Vec::new());
    window.each_in_line((&body, &bounds), |number| {
        let part = of_triangle[number as usize];
        if part.is_some_and(|part| shells[part.shell as usize].is_closed()) {
            seen.shadows(number, &mut all);
        }
    });
    // False for NaN.
    (square(&all) - volume).abs() <= OVERLAPPING * volume
}

/// What one of two solids shows in a window.
struct Surface<'a, V: Vector> {
    seen: Seen<'a, V>,
    /// The triangles that meet something of the other, and a tree of what they show.
    met: Vec<Shadow>,
    tree: Bvh<DVec2>,
    /// The triangles that meet nothing,
    free: Vec<u32>,
    /// and what is below each of those that are within the other.
    of_free: Vec<f64>,
}

impl<'a, V: Vector> Surface<'a, V> {
    /// Of one instance beside another, with the triangles that meet something of that; all of them may, if
    /// that is not known.
    fn of(window: &Window<V>, body: Bounded<'a, V>, other: Bounded<V>, met: Option<Vec<u32>>) -> Self {
        let mut is_met = vec![met.is_none(); body.0.model.mesh().triangles().len()];
        met.into_iter().flatten().for_each(|number| is_met[number as usize] = true);
        let seen = window.on(body.0);
        let (mut met, mut free) = (Vec::new(), Vec::new());
        window.each_in_line(body, |number| match is_met[number as usize] {
            true => seen.shadows(number, &mut met),
            false => free.push(number),
        });
        let (mut pieces, mut of_free) = (Vec::new(), Vec::new());
        for (&number, walls) in free.iter().zip(wall_counts::walls_around(body.0, &free, other)) {
            if walls != 0 {
                seen.shadows(number, &mut pieces);
                of_free.extend(pieces.drain(..).map(|piece| piece.below() * f64::from(walls)));
            }
        }
        Surface { seen, tree: tree_of(&met), met, free, of_free }
    }

    /// Adds what the triangles that meet something contribute below triangles of the other that meet
    /// nothing.
    fn below(&self, other: &Self, parts: &mut Vec<f64>) {
        let mut pieces = Vec::new();
        for &number in &other.free {
            other.seen.shadows(number, &mut pieces);
            for upper in pieces.drain(..) {
                let [least, most] = upper.heights;
                self.tree.query_aabb(&around(&upper), |index| {
                    let lower = &self.met[index as usize];
                    let of_lower = lower.heights;
                    let exactly = || is_above(&other.seen.corners(number), &self.seen.corners(lower.number));
                    if of_lower[1] < least || most >= of_lower[0] && exactly() {
                        parts.push(part_of_lower(lower, &upper));
                    }
                });
            }
        }
    }
}

/// The sum of all pairs of triangles of one instance that have anything in line.
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
    Bvh::around(&shadows.iter().map(around).collect::<Vec<_>>(), DVec2::ZERO)
}

fn around(shadow: &Shadow) -> Aabb<DVec2> {
    let [p, q, r] = shadow.corners.map(|corner| DVec2::new(corner[0], corner[1]));
    Aabb::between(p.min(q).min(r), p.max(q).max(r))
}

/// The sum of numbers in whatever order.
fn sum(mut parts: Vec<f64>) -> f64 {
    parts.retain(|part| *part != 0.0);
    parts.sort_by(f64::total_cmp);
    parts.into_iter().sum()
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::math::{Pose, Rotation, Unit};
    use crate::shape::Mesh;

    /// A ring whose thickness goes up and down.
    fn ring(around: u32, across: u32) -> Mesh<DVec3> {
        let turn = |i: u32, of: u32| f64::from(i % of) / f64::from(of) * std::f64::consts::TAU;
        let corner = |i: u32, j: u32| {
            let (u, v) = (turn(i, around), turn(j, across));
            let r = 0.4 + 0.08 * f64::cos(3.0 * u) * f64::cos(2.0 * v);
            let out = 1.0 + r * v.cos();
            DVec3::new(out * u.cos(), out * u.sin(), r * v.sin())
        };
        let number = |i: u32, j: u32| (i % around) * across + j % across;
        let quads = (0..around).flat_map(|i| (0..across).map(move |j| (i, j)));
        let corners = quads.clone().map(|(i, j)| corner(i, j)).collect();
        let triangles = quads.flat_map(|(i, j)| {
            let [a, b, c, d] = [number(i, j), number(i + 1, j), number(i + 1, j + 1), number(i, j + 1)];
            [[a, b, c], [a, c, d]]
        });
        Mesh::new(corners, triangles.collect()).expect("numbers are those of corners")
    }

    /// The sum over all pairs of triangles, as the derivation begins, for the sums that are left of it.
    #[test]
    fn as_the_sum_over_all_pairs() {
        let models = [Model::new(ring(24, 12)), Model::new(ring(18, 10))];
        let mut shared = 0;
        for step in 0..60 {
            let turn = f64::from(step);
            let axis = Unit::new(DVec3::new(turn.sin(), (2.0 * turn).cos(), 0.5)).expect("not 0");
            let pose = Pose {
                rotation: Rotation::<DVec3>::from_axis_angle(axis, turn),
                // Some lie flush in the same planes, some within each other, some apart.
                translation: DVec3::new(0.04 * turn, 0.02 * turn, 0.0),
            };
            let at = [
                Pose::identity(),
                if step % 6 == 0 { Pose::from_translation(pose.translation) } else { pose },
            ];
            let bodies = [0, 1].map(|i| Instance::new(&models[i], at[i]));
            let found = bodies[0].intersection_volume(&bodies[1]).expect("both are closed");
            let bounds = bodies.each_ref().map(|body| body.aabb().expect("it has corners"));
            let Some(region) = bounds[0].intersection(&bounds[1]) else { continue };
            let both = [(&bodies[0], &bounds[0]), (&bodies[1], &bounds[1])];
            let window = Window::of_fewest(&region, both);
            let [one, two] = both.map(|body| {
                let (seen, mut all) = (window.on(body.0), Vec::new());
                window.each_in_line(body, |number| seen.shadows(number, &mut all));
                all
            });
            let pairs = one.iter().flat_map(|one| two.iter().map(move |two| part(one, two)));
            let summed = sum(pairs.collect());
            assert!((found - summed).abs() < 1e-12, "{step}: {found}, but {summed}");
            shared += usize::from(found > 0.01);
        }
        assert!(shared > 20, "{shared}");
    }
}
