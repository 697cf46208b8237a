//! Solids: closed surfaces with their interior.
//!
//! The number and direction of crossings of a line from a point with a closed shell decide whether the point
//! is inside (see [`super::shells`]). The line here runs along x. Where it would meet an edge or vertex, the
//! point is moved symbolically by ε along y and by ε² along z, for an ε too small to pass anything. Then
//! every sign has a value, each crossing counts once, and the count is exact.
//! Source: Edelsbrunner & Mücke, "Simulation of Simplicity", 1990.

use std::cmp::Ordering::{self, Equal};

use smallvec::SmallVec;

use super::instance::{Bounded, Instance};
use super::model::{Model, kept};
use super::shells::{Inside, Part, Shell};
use crate::math::{Affine, Vector, orientation_2d, orientation_3d};
use crate::shape::{Aabb, CompositeShape, ShapeRef, Triangle};

/// Returns whether a point is inside an instance: within more walls than cavities. Exact for points that are
/// not on the surface.
///
/// Shells are counted one by one: solids that were merged without a union, or are there twice, contain every
/// point that either of them contains.
pub(super) fn holds<V: Vector>(body: Bounded<V>, point: V) -> bool {
    walls_around(body, point) > 0
}

/// Returns how many more walls of solids than walls of cavities are around a point.
pub(super) fn walls_around<V: Vector>(body: Bounded<V>, point: V) -> i32 {
    let is_cavity = body.0.model.cavities();
    let wall = |shell: &u32| if is_cavity[*shell as usize] { -1 } else { 1 };
    shells_around(body, point).iter().map(wall).sum()
}

/// Returns the closed shells that have the point inside.
fn shells_around<V: Vector>((body, bounds): Bounded<V>, point: V) -> SmallVec<[u32; 8]> {
    let mut crossings: SmallVec<[(u32, i32); 8]> = SmallVec::new();
    if !bounds.contains_point(point) {
        return SmallVec::new();
    }
    let shells = body.model.shells();
    let p = point.to_f64();
    // From the point to the end of the instance.
    let end = V::from_fn(|axis| if axis == 0 { bounds.max()[0] } else { point[axis] });
    body.near_line([point, end], |index| {
        let Some(Part { shell, weight }) = shells.of_triangle[index as usize] else { return };
        let inside = shells.shells[shell as usize].inside;
        let count = match (inside, crossing(&body.placed_triangle(index), p)) {
            (Inside::Unknown, _) | (_, Equal) => return,
            (Inside::Signed, Ordering::Less) => -weight,
            (Inside::Signed | Inside::Odd, _) => weight,
        };
        match crossings.iter_mut().find(|(known, _)| *known == shell) {
            Some((_, sum)) => *sum += count,
            None => crossings.push((shell, count)),
        }
    });
    let is_around = |&&(shell, sum): &&(u32, i32)| match shells.shells[shell as usize].inside {
        Inside::Signed => sum != 0,
        Inside::Odd => sum % 2 != 0,
        Inside::Unknown => false,
    };
    crossings.iter().filter(is_around).map(|(shell, _)| *shell).collect()
}

impl<V: Vector> Model<V> {
    /// Returns for each shell whether it is the wall of a cavity.
    pub(super) fn cavities(&self) -> &[bool] {
        kept::<Vec<bool>>(&self.cavities, || cavities(self))
    }
}

/// Returns which shells of a model are walls of cavities: those that face the other way than the largest
/// shell around them. One that faces both ways in one that does not is the wall between the solid and its
/// filling.
fn cavities<V: Vector>(model: &Model<V>) -> Vec<bool> {
    let shells = &model.shells().shells;
    let body = Instance::new(model, Affine::identity());
    let Some(bounds) = body.aabb().filter(|_| shells.len() > 1) else { return vec![false; shells.len()] };
    let is_cavity = |(number, shell): (u32, &Shell)| {
        let around = shells_around((&body, &bounds), model.mesh().positions()[shell.vertex as usize]);
        let others = around.iter().filter(|&&other| other != number).map(|&other| &shells[other as usize]);
        let largest = others.max_by(|a, b| a.volume.abs().total_cmp(&b.volume.abs()));
        shell.is_closed()
            && largest.is_some_and(|largest| {
                // Of two signs; a product of tiny volumes vanishes.
                let [low, high] = [largest.volume.min(shell.volume), largest.volume.max(shell.volume)];
                low < 0.0 && high > 0.0 && largest.is_two_sided == shell.is_two_sided
            })
    };
    (0..).zip(shells).map(is_cavity).collect()
}

/// Returns the side on which the line from p along x crosses the triangle: `Equal` if it does not.
fn crossing<V: Vector>(triangle: &Triangle<V>, p: [f64; 3]) -> Ordering {
    let corners = triangle.points().map(V::to_f64);
    let [a, b, c] = corners.map(|corner| [corner[1], corner[2]]);
    let sides = [(a, b), (b, c), (c, a)].map(|(from, to)| side(from, to, [p[1], p[2]]));
    if sides[0] == Equal || sides[0] != sides[1] || sides[0] != sides[2] {
        return Equal;
    }
    // Seen from greater x, a triangle that turns counter-clockwise has points of lesser x below it.
    if orientation_3d(corners[0], corners[1], corners[2], p) == sides[0] { sides[0] } else { Equal }
}

/// Returns the side of a line on which p, moved by (ε, ε²), is. `Equal` only if the line is a point.
fn side(from: [f64; 2], to: [f64; 2], p: [f64; 2]) -> Ordering {
    let compare = |a: f64, b: f64| a.partial_cmp(&b).unwrap_or(Equal);
    orientation_2d(from, to, p)
        // The orientation grows with −(to − from) along z for ε, and with (to − from) along y for ε².
        .then(compare(from[1], to[1]))
        .then(compare(to[0], from[0]))
}

/// Returns how many of the inner instance's shells are inside the outer one (none, some or all), and a vertex
/// of one of them. The surfaces must not meet, so that one vertex decides for the whole shell.
pub(super) fn contained<V: Vector>(outer: Bounded<V>, inner: &Instance<V>) -> (Contained, Option<V>) {
    if V::IS_2D || !outer.0.model.shells().shells.iter().any(Shell::is_closed) {
        return (Contained::Nothing, None);
    }
    let shells = &inner.model.shells().shells;
    let corner =
        |vertex: u32| inner.transform.transform_point(inner.model.mesh().positions()[vertex as usize]);
    let mut inside = shells.iter().map(|shell| corner(shell.vertex)).filter(|&corner| holds(outer, corner));
    let first = inside.next();
    match usize::from(first.is_some()) + inside.count() {
        0 => (Contained::Nothing, None),
        count if count == shells.len() => (Contained::Everything, first),
        _ => (Contained::Something, first),
    }
}

/// How much of one instance is inside another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contained {
    Nothing,
    Something,
    Everything,
}

/// An instance as a composite shape of its triangles.
pub(super) struct Solid<'a, V: Vector>(pub(super) Bounded<'a, V>);

impl<V: Vector> CompositeShape<V> for Solid<'_, V> {
    fn aabb(&self) -> Option<Aabb<V>> {
        Some(*self.0.1)
    }

    fn visit(&self, region: Aabb<V>, visit: &mut dyn FnMut(u32, ShapeRef<'_, V>) -> Aabb<V>) {
        let (body, _) = self.0;
        let mut still = region;
        body.near(&region, |index| {
            let triangle = body.placed_triangle(index);
            if triangle.bounds().meets(&still) {
                still = visit(index, ShapeRef::Triangle(triangle));
            }
        });
    }

    fn contains_point(&self, point: V) -> bool {
        holds(self.0, point)
    }
}

/// Returns whether a triangle turns counter-clockwise seen from outside of its solid. `None` if it bounds no
/// solid.
pub(super) fn faces_outwards<V: Vector>(body: &Instance<V>, index: u32) -> Option<bool> {
    let shells = body.model.shells();
    let Part { shell: number, weight } = shells.of_triangle[index as usize]?;
    let shell = shells.shells[number as usize];
    let volume = shell.volume * body.transform.orientation() * f64::from(weight);
    if !shell.is_closed() || volume == 0.0 {
        return None;
    }
    // The solid is on the outer side of the wall of a cavity.
    Some((volume > 0.0) != body.model.cavities()[number as usize])
}

impl<V: Vector> Instance<'_, V> {
    /// Returns whether its surface encloses a point.
    ///
    /// The result is exact for points that are not on the surface. An open surface encloses nothing; nor does
    /// any surface in 2D.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::assembly::{Instance, Model};
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let model = Model::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?);
    /// let body = Instance::new(&model, Pose::from_translation(DVec3::X * 10.0));
    /// let bounds = body.aabb().map(|bounds| (bounds.min(), bounds.max()));
    /// assert_eq!(bounds, Some((DVec3::X * 10.0, DVec3::new(11.0, 1.0, 1.0))));
    /// assert!(body.contains_point(DVec3::new(10.125, 0.125, 0.125)));
    /// assert!(!body.contains_point(DVec3::splat(0.125)));
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    #[inline]
    pub fn contains_point(&self, point: V) -> bool {
        V::assembly_contains_point(self, point)
    }

    pub(super) fn contains_point_inner(&self, point: V) -> bool {
        let is_closed = || self.model.shells().shells.iter().any(Shell::is_closed);
        if V::IS_2D || !is_closed() {
            return false;
        }
        self.around().is_some_and(|bounds| holds((self, &bounds), point))
    }

    /// Returns whether its surface encloses another that nowhere meets it, or a connected part of it. One
    /// vertex decides for each connected part.
    pub(crate) fn encloses_part_of(&self, inner: &Instance<V>) -> bool {
        let positions = inner.model.mesh().positions();
        let mut shells = inner.model.shells().shells.iter();
        shells.any(|shell| {
            self.contains_point(inner.transform.transform_point(positions[shell.vertex as usize]))
        })
    }

    /// Returns whether any of its triangles has an outward normal.
    pub(crate) fn bounds_a_solid(&self) -> bool {
        V::IS_3D && self.model.shells().shells.iter().any(Shell::is_closed)
    }

    /// Returns the unit normal of a triangle, away from the solid that it bounds; `None` if it bounds none,
    /// or has no area.
    pub(crate) fn outward_normal(&self, index: u32) -> Option<V::Double> {
        if V::IS_2D {
            return None;
        }
        let normal = self.placed_triangle(index).normal()?.get().to_double();
        Some(if faces_outwards(self, index)? { normal } else { -normal })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_through_an_edge_counts_once() -> Result<(), crate::shape::ShapeError> {
        use glam::DVec3;
        // Two triangles of a wall share an edge; the line meets it in the middle, at its ends, and beside it.
        let [a, b, c, d] =
            [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [1.0, 1.0, 1.0], [1.0, 0.0, 1.0]].map(DVec3::from_array);
        let wall = [Triangle::new([a, b, c])?, Triangle::new([a, c, d])?];
        let crossings =
            |y: f64, z: f64| wall.iter().filter(|part| crossing(part, [0.0, y, z]) != Equal).count();
        assert_eq!(crossings(0.5, 0.5), 1);
        assert_eq!(crossings(0.5, 0.25), 1);
        // Of the outer corners and edges, moved by ε, each belongs to the wall or to its neighbour.
        assert_eq!(
            [(0.0, 0.0), (1.0, 1.0), (1.0, 0.5), (0.5, 1.0)].map(|(y, z)| crossings(y, z)),
            [1, 0, 0, 0]
        );
        let behind = wall.iter().filter(|part| crossing(part, [2.0, 0.5, 0.5]) != Equal).count();
        assert_eq!(behind, 0);
        Ok(())
    }
}
