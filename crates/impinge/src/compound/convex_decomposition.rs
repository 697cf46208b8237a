//! Convex decomposition of meshes.
//!
//! A part is the mesh within a cell of space: on one side of each plane that cut it off. Its convex hull
//! represents it. While a hull reaches further from the mesh than the tolerance, the worst part is cut in two
//! by a plane. At the end, parts are joined again if their common hull is close enough as well.
//!
//! No caps are needed, only a few of their corners. Let p be a corner of the hull of the solid in a cell.
//!
//! - If part of the cell around p is empty, p is on the surface, on a piece that the planes left in the cell.
//! - If the cell around p is all solid, p is between points of the cell only if it is between solid points.
//!   So p is a corner of the cell.
//!
//! So the pieces of the surface, with the cell corners around which the cell is solid, have a hull that
//! contains all solid in the cell. Cells fill space: **the parts cover all triangles, and the solid that they
//! enclose**, for any choice of planes. One plane or two have no such corners; three have one if they meet
//! inside the solid.
//!
//! An open sheet encloses nothing, so it suffices that its triangles lie in some hull: it may stay whole
//! beside a plane that intersects it.
//!
//! The test around a corner uses points a few roundings further in, as faces of the mesh may lie in the
//! planes. Points up to one rounding across a plane count as in it. So all this holds up to about 1e-8 of the
//! size of the mesh, and in `f32` up to one rounding of the coordinates of cut triangles.
//!
//! Sources of the idea:
//!
//! - Mamou & Ghorbel, "A Simple and Efficient Approach for 3D Mesh Approximate Convex Decomposition", 2009
//!   (V-HACD)
//! - Wei, Liu, Ling & Su, "Approximate Convex Decomposition for 3D Meshes with Collision-Aware Concavity and
//!   Tree Search", 2022 (CoACD), which shows that a measure by volume alone misses what matters to collisions

mod candidate_planes;
mod clipping;
mod convex_cell;
mod hull_deviation;
mod surface_topology;

use std::collections::BTreeMap;

use glam::DVec3;
use rayon::prelude::*;

use super::{Compound, CompoundError};
use crate::math::{Pose, Vector};
use crate::narrow::distance_to_hull;
use crate::shape::{Aabb, Bounded, Hull, Mesh, Triangle};
use candidate_planes::{Crease, creases, planes_to_try};
use clipping::{CellCut, CuttingPlane, Fragment};
use convex_cell::Cell;
use hull_deviation::Yardstick;

/// Cost of a cut that leaves nearly everything on one side, as a fraction of the size of the part; it breaks
/// ties.
const IMBALANCE_COST: f64 = 0.02;

/// Maximum number of rounds: joining may make further cuts possible, but more rounds gain little.
const MAX_ROUNDS: usize = 4;

/// Options of [`decompose`]: the tolerance and the maximum number of parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DecomposeOptions {
    tolerance: f64,
    max_parts: usize,
}

impl DecomposeOptions {
    /// Creates options with a tolerance, and a maximum of 32 parts.
    ///
    /// The tolerance bounds how far parts reach from the mesh. It is a fraction of the diagonal of the mesh's
    /// bounding box, above 0 and at most 1. [`Self::with_max_parts`] changes the number of parts.
    ///
    /// # Errors
    /// If the tolerance is not above 0 and at most 1.
    ///
    /// ```
    /// use impinge::compound::DecomposeOptions;
    /// let fine = DecomposeOptions::new(0.005)?.with_max_parts(64)?;
    /// assert_eq!((fine.tolerance(), fine.max_parts()), (0.005, 64));
    /// assert!(DecomposeOptions::new(0.0).is_err() && fine.with_max_parts(0).is_err());
    /// # Ok::<(), impinge::compound::CompoundError>(())
    /// ```
    pub fn new(tolerance: f64) -> Result<Self, CompoundError> {
        if !(tolerance > 0.0 && tolerance <= 1.0) {
            return Err(CompoundError::Tolerance { value: tolerance });
        }
        Ok(DecomposeOptions { tolerance, ..Self::default() })
    }

    /// Sets the maximum number of parts, at least 1.
    ///
    /// If this is too few for the tolerance, the parts reach further from the mesh.
    ///
    /// # Errors
    /// If the maximum is 0.
    pub fn with_max_parts(self, max_parts: usize) -> Result<Self, CompoundError> {
        if max_parts == 0 {
            return Err(CompoundError::ZeroMaxParts);
        }
        Ok(DecomposeOptions { max_parts, ..self })
    }

    /// Returns how far parts may reach from the mesh, as a fraction of its diagonal.
    pub fn tolerance(&self) -> f64 {
        self.tolerance
    }

    /// Returns the maximum number of parts.
    pub fn max_parts(&self) -> usize {
        self.max_parts
    }
}

impl Default for DecomposeOptions {
    /// Returns a tolerance of 2% of the diagonal and a maximum of 32 parts.
    fn default() -> Self {
        DecomposeOptions { tolerance: 0.02, max_parts: 32 }
    }
}

/// Result of [`decompose`].
#[derive(Clone, Debug, PartialEq)]
pub struct Decomposition<V: Vector> {
    /// Convex parts, the largest first. Parts that were joined again may overlap others.
    pub parts: Vec<Hull<V>>,
    /// How far the parts reach from the mesh: the maximum distance from sampled points of the parts to the
    /// solid of the mesh.
    pub concavity: V::Scalar,
    /// The sum of the volumes of the parts, divided by the volume of the mesh; 1 is optimal. `None` if the
    /// mesh encloses no volume or is not closed.
    pub tightness: Option<f64>,
}

impl<V: Vector> Decomposition<V> {
    /// Returns the parts as one shape.
    ///
    /// # Errors
    /// If there are more than 2³² − 1 parts.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::compound::{Decomposition, DecomposeOptions, decompose};
    /// use impinge::prelude::*;
    /// use impinge::shape::{Ball, Mesh};
    /// // Two cubes, 2 apart, in one mesh.
    /// let corner = |i: u32| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2 & 1));
    /// let corners = (0..16).map(|i| corner(i) + DVec3::X * if i < 8 { 0.0 } else { 3.0 }).collect();
    /// let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    /// let quads = quads.into_iter().chain(quads.map(|quad| quad.map(|i| i + 8)));
    /// let mesh = Mesh::new(corners, quads.flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).collect())?;
    /// let found: Decomposition<DVec3> = decompose(&mesh, &DecomposeOptions::default())?;
    /// let cubes = found.into_compound()?;
    /// // The gap between the cubes is empty; the convex hull would fill it.
    /// let between = Ball::new(DVec3::new(2.0, 0.5, 0.5), 0.25)?;
    /// assert_eq!(cubes.shapes().len(), 2);
    /// assert!((cubes.distance(&between) - 0.75).abs() < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn into_compound(self) -> Result<Compound<V>, CompoundError> {
        Compound::new(self.parts.into_iter().map(|part| (part.into(), Pose::identity())))
    }
}

/// Decomposes a 3D mesh into convex parts that together cover it.
///
/// The mesh need not be closed or clean. The interior of a closed mesh is covered too and counts as part of
/// the mesh; for an open one, the parts are hulls of pieces of the surface. The result is deterministic. A
/// mesh that is convex up to the tolerance gives one part.
///
/// If the number of parts does not suffice, [`Decomposition::concavity`] reports the remaining deviation.
/// Time grows with the number of triangles times the number of parts: about 0.2 s for 1,500 triangles in 10
/// parts, 3.3 s for 100,000 in 11; see docs/decompose.md.
///
/// # Errors
/// If the mesh has no triangles, or an unused corner overflows in units of the mesh's size.
///
/// ```
/// use glam::DVec3;
/// use impinge::compound::{DecomposeOptions, decompose};
/// use impinge::prelude::*;
/// use impinge::shape::{Ball, Mesh};
/// // An L-shaped prism: two boxes that share a face.
/// let outline = [[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
/// let corners = [0.0, 1.0].into_iter().flat_map(|z| outline.map(|[x, y]| DVec3::new(x, y, z))).collect();
/// let mut triangles = vec![[0, 2, 1], [0, 3, 2], [0, 4, 3], [0, 5, 4], [6, 7, 8], [6, 8, 9], [6, 9, 10], [6, 10, 11]];
/// for i in 0..6 {
///     let j = (i + 1) % 6;
///     triangles.extend([[i, j, j + 6], [i, j + 6, i + 6]]);
/// }
/// let letter = decompose(&Mesh::new(corners, triangles)?, &DecomposeOptions::default())?;
/// assert_eq!(letter.parts.len(), 2);
/// assert!((letter.tightness.unwrap() - 1.0).abs() < 1e-9);
/// // The corner between the two boxes is empty.
/// let ball = Ball::new(DVec3::new(2.0, 2.0, 0.5), 0.5)?;
/// assert!((letter.into_compound()?.distance(&ball) - 0.5).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
pub fn decompose<V: Vector<Double = DVec3>>(
    mesh: &Mesh<V>,
    settings: &DecomposeOptions,
) -> Result<Decomposition<V>, CompoundError> {
    V::compound_decompose(mesh, settings)
}

/// Only wrappers can restrict the vector: a method of the back end exists for every vector.
pub(super) fn decompose_inner<V: Vector>(
    mesh: &Mesh<V>,
    settings: &DecomposeOptions,
) -> Result<Decomposition<V>, CompoundError> {
    let to_double = |corner: V| DVec3::from_array(corner.to_f64());
    let used = || mesh.triangles().iter().flatten().map(|&vertex| mesh.positions()[vertex as usize]);
    let bounds = Aabb::from_points(used()).map_err(|_| CompoundError::NoTriangles)?;
    // A power of two scales the mesh to a size whose volume neither overflows nor underflows, without
    // rounding.
    let largest: f64 = bounds.min().abs().max(bounds.max().abs()).max_element().into();
    let (_, exponent) = libm::frexp(largest);
    let scale = if largest > 0.0 { libm::ldexp(1.0, (-exponent).clamp(-1000, 1000)) } else { 1.0 };
    // The positions of corners without a triangle do not matter.
    let mut positions = vec![DVec3::ZERO; mesh.positions().len()];
    for &vertex in mesh.triangles().as_flattened() {
        positions[vertex as usize] = to_double(mesh.positions()[vertex as usize]) * scale;
    }
    let scaled = Mesh::new(positions, mesh.triangles().to_vec())?;
    let scaled = Mesh::new(scaled.positions().to_vec(), surface_topology::turned_alike(&scaled))?;
    let bounds = Aabb::between(to_double(bounds.min()) * scale, to_double(bounds.max()) * scale);

    let mut workshop = Decomposer::new(scaled, bounds, settings.tolerance);
    workshop.split_worst(settings.max_parts);
    let volume = workshop.volume();
    let concavity = workshop.parts.iter().map(|part| part.deviation).fold(0.0, f64::max) / scale;
    let mut parts = Vec::with_capacity(workshop.parts.len());
    let mut covered = 0.0;
    for part in &workshop.parts {
        let corners =
            part.hull.vertices().iter().map(|&corner| V::from_f64((corner * (1.0 / scale)).to_array()));
        parts.push(Hull::new(&corners.collect::<Vec<V>>())?);
        covered += part.hull.volume();
    }
    let order = |hull: &Hull<V>| hull.center().to_f64();
    parts.sort_by(|a, b| {
        b.volume()
            .total_cmp(&a.volume())
            .then(order(a).partial_cmp(&order(b)).unwrap_or(std::cmp::Ordering::Equal))
    });
    Ok(Decomposition {
        parts,
        concavity: crate::math::rounded_up(concavity),
        tightness: volume.map(|volume| covered / volume),
    })
}

/// A part: pieces of triangles, their cells of space, and the hull of the solid in them.
struct MeshPiece {
    fragments: Vec<Fragment>,
    /// The cell of the part, and the cells of the parts joined with it.
    cells: Vec<Cell>,
    hull: Hull<DVec3>,
    /// Maximum measured distance of the hull from the mesh.
    deviation: f64,
    /// No plane cuts the part.
    is_final: bool,
}

/// The mesh and its parts so far.
struct Decomposer {
    yardstick: Yardstick,
    creases: Vec<Crease>,
    /// Error bound of a cut, as a length.
    rounding: f64,
    tolerance: f64,
    /// The number of open sheets.
    sheets: usize,
    /// Sheets are not cut while a part holds several of them; applies if the number of parts allows it.
    keeps_sheets: bool,
    parts: Vec<MeshPiece>,
}

impl Decomposer {
    /// `bounds` is the box around the mesh, `tolerance` a fraction of its diagonal.
    fn new(mesh: Mesh<DVec3>, bounds: Aabb<DVec3>, tolerance: f64) -> Self {
        let diagonal = (bounds.max() - bounds.min()).length();
        let tolerance = tolerance * diagonal;
        let rounding = 1e-9 * diagonal;
        let creases = creases(&mesh, rounding);
        // Its own corners are outside.
        let space = Aabb::between(bounds.min() - diagonal, bounds.max() + diagonal);
        let yardstick = Yardstick::new(mesh, bounds);
        let mesh = yardstick.mesh();
        let sheets = yardstick.shells().sheets(mesh);
        let fragment =
            |(triangle, sheet): (Triangle<DVec3>, _)| Fragment { corners: triangle.points(), sheet };
        let fragments = mesh.placed_triangles().zip(sheets).map(fragment).collect();
        let sheets = yardstick.shells().open_count();
        let mut workshop = Decomposer {
            yardstick,
            creases,
            rounding,
            tolerance,
            sheets,
            keeps_sheets: false,
            parts: Vec::new(),
        };
        workshop.parts.extend(workshop.part(fragments, vec![Cell::new(space)]));
        workshop
    }

    /// `None` if the part is empty.
    fn part(&self, fragments: Vec<Fragment>, cells: Vec<Cell>) -> Option<MeshPiece> {
        let hull = self.hull(&fragments, &cells)?;
        let deviation = self.yardstick.deviation(&hull, f64::INFINITY);
        Some(MeshPiece { fragments, cells, hull, deviation, is_final: false })
    }

    /// Returns the hull of the solid in cells, given the pieces of the surface in them; `None` if there is
    /// none.
    fn hull(&self, fragments: &[Fragment], cells: &[Cell]) -> Option<Hull<DVec3>> {
        let points: Vec<DVec3> = fragments.iter().flat_map(|fragment| fragment.corners).collect();
        let of_surface = Hull::new(&points).ok();
        let is_missed = |corner: DVec3| {
            of_surface.as_ref().is_none_or(|hull| distance_to_hull(hull, corner) > self.rounding)
        };
        let mut corners: Vec<DVec3> = cells
            .iter()
            .flat_map(|cell| cell.corners(4.0 * self.rounding))
            .filter(|&[corner, within]| self.yardstick.is_inside(within) && is_missed(corner))
            .map(|[corner, _]| corner)
            .collect();
        if corners.is_empty() {
            return of_surface;
        }
        corners.extend(of_surface.iter().flat_map(Hull::vertices));
        Hull::new(&corners).ok()
    }

    /// Cuts and joins until every part is within the tolerance, or the number of parts is at its maximum and
    /// none can be joined.
    fn split_worst(&mut self, most: usize) {
        self.keeps_sheets = self.sheets <= most;
        for _ in 0..MAX_ROUNDS {
            self.cut(most);
            let count = self.parts.len();
            self.join();
            let is_good = self.parts.iter().all(|part| part.deviation <= self.tolerance || part.is_final);
            if is_good || self.parts.len() == count {
                return;
            }
        }
    }

    /// Cuts the part with the largest deviation, until all are within the tolerance or the maximum is
    /// reached.
    fn cut(&mut self, most: usize) {
        while self.parts.len() < most {
            let is_open = |part: &MeshPiece| part.deviation > self.tolerance && !part.is_final;
            let open = (0..self.parts.len()).filter(|&i| is_open(&self.parts[i]));
            // The first of equals.
            let Some(worst) =
                open.reduce(|a, b| if self.parts[b].deviation > self.parts[a].deviation { b } else { a })
            else {
                return;
            };
            let halves = self.best_cut(&self.parts[worst]).map(|cut| {
                let part = &self.parts[worst];
                let [below, above] = clipping::both_sides(&part.fragments, &cut, self.rounding);
                let [cells_below, cells_above] =
                    convex_cell::both_sides(&part.cells, &cut.plane, self.rounding);
                (self.part(below, cells_below), self.part(above, cells_above))
            });
            match halves {
                Some((Some(below), Some(above))) => {
                    self.parts[worst] = below;
                    self.parts.push(above);
                }
                _ => self.parts[worst].is_final = true,
            }
        }
    }

    /// Returns the candidate cut with the smallest hulls on both sides.
    fn best_cut(&self, part: &MeshPiece) -> Option<CellCut> {
        let planes = planes_to_try(part.hull.aabb(), &self.creases, self.rounding);
        let has_several = part.fragments.iter().any(|fragment| fragment.sheet != part.fragments[0].sheet);
        let whole = has_several && self.keeps_sheets;
        let between = if whole { clipping::halfway(&part.fragments) } else { Vec::new() };
        let planes: Vec<CuttingPlane> = planes.into_iter().chain(between).collect();
        // Only a cut separates sheets around the same middle.
        let ways: &[bool] = if whole { &[true, false] } else { &[false] };
        ways.iter().find_map(|&keeps_sheets| self.best_of(part, &planes, keeps_sheets))
    }

    fn best_of(&self, part: &MeshPiece, planes: &[CuttingPlane], keeps_sheets: bool) -> Option<CellCut> {
        let cuts: Vec<CellCut> = planes.iter().map(|&plane| CellCut { plane, keeps_sheets }).collect();
        let sample = clipping::sample(&part.fragments);
        let whole = self.size(&part.hull);
        let cost = |cut: &CellCut| {
            let fragments = clipping::both_sides(&sample, cut, self.rounding);
            let cells = convex_cell::both_sides(&part.cells, &cut.plane, self.rounding);
            let [below, above] = [0, 1]
                .map(|side| self.hull(&fragments[side], &cells[side]).map_or(0.0, |hull| self.size(&hull)));
            let imbalance = (below - above).abs() / (below + above);
            let is_cut = below > 0.0 && above > 0.0;
            if is_cut { below + above + IMBALANCE_COST * whole * imbalance } else { f64::INFINITY }
        };
        let costs: Vec<f64> = cuts.par_iter().map(cost).collect();
        let best = (0..cuts.len()).filter(|&i| costs[i].is_finite());
        best.reduce(|a, b| if costs[b] < costs[a] { b } else { a }).map(|best| cuts[best])
    }

    /// Returns the volume of a hull extended by about the tolerance, so that flat hulls have a size too.
    fn size(&self, hull: &Hull<DVec3>) -> f64 {
        hull.volume() + self.tolerance * hull_deviation::area(hull)
    }

    /// Joins parts whose common hull is close enough; pairs that add the least volume come first.
    fn join(&mut self) {
        // Known pairs, by the names of their parts: the volume that joining adds, or `None` if they cannot be
        // joined.
        let mut known: BTreeMap<[usize; 2], Option<f64>> = BTreeMap::new();
        let mut names: Vec<usize> = (0..self.parts.len()).collect();
        loop {
            let count = self.parts.len();
            let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b]));
            let pairs: Vec<[usize; 2]> = pairs.filter(|&[a, b]| self.are_neighbors(a, b)).collect();
            let new: Vec<[usize; 2]> = pairs
                .iter()
                .filter(|pair| !known.contains_key(&pair.map(|part| names[part])))
                .copied()
                .collect();
            let added: Vec<Option<f64>> =
                new.par_iter().map(|&pair| self.merge_pair(pair).map(|(added, ..)| added)).collect();
            known.extend(new.iter().map(|pair| pair.map(|part| names[part])).zip(added));
            let can_be_joined = pairs.into_iter().filter_map(|pair| {
                let added = known.get(&pair.map(|part| names[part])).copied().flatten()?;
                Some((pair, added))
            });
            let Some((pair, _)) = can_be_joined.reduce(|a, b| if b.1 < a.1 { b } else { a }) else { return };
            let Some((_, hull, deviation)) = self.merge_pair(pair) else { return };
            let [a, b] = pair;
            let taken = self.parts.remove(b);
            let part = &mut self.parts[a];
            part.fragments.extend(taken.fragments);
            part.cells.extend(taken.cells);
            (part.hull, part.deviation) = (hull, deviation);
            names[a] = names.iter().max().map_or(0, |last| last + 1);
            names.remove(b);
        }
    }

    fn are_neighbors(&self, a: usize, b: usize) -> bool {
        let [a, b] = [a, b].map(|part| self.parts[part].hull.aabb());
        let reach = DVec3::splat(self.tolerance);
        let apart = (a.min() - b.max()).max(b.min() - a.max());
        apart.cmple(reach).all()
    }

    /// Returns the volume that the hull of two parts adds to their hulls, this hull, and its deviation;
    /// `None` if the deviation exceeds the tolerance.
    fn merge_pair(&self, [a, b]: [usize; 2]) -> Option<(f64, Hull<DVec3>, f64)> {
        let [a, b] = [a, b].map(|part| &self.parts[part]);
        let corners: Vec<DVec3> = a.hull.vertices().iter().chain(b.hull.vertices()).copied().collect();
        let hull = Hull::new(&corners).ok()?;
        let deviation = self.yardstick.deviation(&hull, self.tolerance);
        (deviation <= self.tolerance)
            .then(|| (hull.volume() - a.hull.volume() - b.hull.volume(), hull, deviation))
    }

    /// Returns the volume that the mesh encloses, if it is closed.
    fn volume(&self) -> Option<f64> {
        let mesh = self.yardstick.mesh();
        let volume = surface_topology::signed_volume(mesh);
        (self.yardstick.shells().are_closed() && volume > 0.0).then_some(volume)
    }
}
