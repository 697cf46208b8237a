//! A small oriented box around points.
//!
//! In 2D the smallest rectangle is exact ([`rectangle`](super::rotating_calipers)). In 3D the smallest box is
//! expensive to find (O'Rourke's algorithm is cubic), but a box can be improved: **projected along one of its
//! axes, its cross-section should be the smallest rectangle around the projected points.** If it is not,
//! rotating the box about that axis makes it smaller. Axis after axis, this ends at a box that no such
//! rotation improves.
//!
//! The end depends on the start. So there are many starts, all cheap to find: the world axes, the principal
//! axes, the frames of large triangles of points that lie far out (Larsson & Källberg's "DiTO"), and the
//! diagonals of the world. The best few of them are rotated by angles from large to small about axes
//! in all directions, as long as that reduces the volume, and then improved.
//!
//! All this uses only points that are extreme in one of 13 directions, so the number of points hardly
//! matters. When a box has been found, the points that are furthest outside of it join them, and it is
//! improved again, until no point is outside.
//!
//! Sources: Larsson & Källberg, "Fast computation of tight-fitting oriented bounding boxes", 2011; Freeman &
//! Shapira's rectangles rotated about one axis at a time: Barequet & Har-Peled, "Efficiently approximating
//! the minimum-volume bounding box of a point set in three dimensions", 2001, §4.

use glam::DVec3;

use super::enclosing_volume::{box_along, rounded_axes};
use super::frame_refinement::{
    BoxAxes, FrameCandidate, WORLD, WORTHWHILE, add_extreme_points, minimize_about_axis, refine_by_axes,
    refine_by_rotations,
};
use super::initial_frames::{extreme_points, starting_frames};
use super::normalization::Normalized;
use crate::math::{Rotation, Vector};
use crate::shape::{Obb, ShapeError};

/// The effort of the search.
struct ObbSearch {
    /// The number of starts that are improved, besides the world axes and the principal ones.
    starts: usize,
    /// Whether these two are always improved, and all starts are rotated about all axes first.
    is_thorough: bool,
}

const THOROUGH: ObbSearch = ObbSearch { starts: 10, is_thorough: true };
const QUICK: ObbSearch = ObbSearch { starts: 1, is_thorough: false };

/// Maximum number of times that points outside are added: round shapes always have another one.
const MAX_COMPLETIONS: usize = 24;

/// Computes a small oriented box around points; in 2D the smallest rectangle.
///
/// In 3D, no rotation about one of its axes makes the box smaller by more than a relative 10⁻⁴ (almost, for
/// round shapes with very many points). On the reference set of the tests it is at most 5 % larger than the
/// smallest, and less than 0.1 % on average.
///
/// Every point is in the box, taken exactly as the floats define it (see [`Obb`]). The box is never
/// larger than the one along the world axes: by volume, among flat boxes by area, among those on a line
/// by length. Points on a plane or line along world axes get a half extent of 0 across it; on tilted
/// ones, a half extent of a few roundings. Cost: in 2D the cost of sorting the points; in 3D 20 to 100
/// passes over them, after which their number no longer matters.
///
/// # Errors
/// Returns an error if there are no points, or if one is not finite.
///
/// ```
/// use glam::Vec2;
/// use impinge::bound::fit_obb;
/// let diamond = fit_obb(&[Vec2::X, Vec2::Y, -Vec2::X, -Vec2::Y])?;
/// assert!((diamond.volume() - 2.0).abs() < 1e-6);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[inline]
pub fn fit_obb<V: Vector>(points: &[V]) -> Result<Obb<V>, ShapeError> {
    V::bound_fit_obb(points)
}

pub(super) fn fit_obb_inner<V: Vector>(points: &[V]) -> Result<Obb<V>, ShapeError> {
    found(points, &THOROUGH)
}

/// Computes a small oriented box from the best start alone, which is rotated but not rolled.
///
/// Use it for volumes with few uses. In 2D it is the smallest rectangle too. In 3D it is
/// somewhat larger than [`fit_obb`], in about a tenth of the time for few points.
///
/// # Errors
/// Returns an error if there are no points, or if one is not finite.
///
/// ```
/// use glam::Vec3;
/// use impinge::bound::{fit_obb, fit_obb_fast};
/// let tetrahedron = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
/// assert!(fit_obb_fast(&tetrahedron)?.volume() < 1.2 * fit_obb(&tetrahedron)?.volume());
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[inline]
pub fn fit_obb_fast<V: Vector>(points: &[V]) -> Result<Obb<V>, ShapeError> {
    V::bound_fit_obb_fast(points)
}

pub(super) fn fit_obb_fast_inner<V: Vector>(points: &[V]) -> Result<Obb<V>, ShapeError> {
    found(points, &QUICK)
}

fn found<V: Vector>(points: &[V], search: &ObbSearch) -> Result<Obb<V>, ShapeError> {
    let normalized = Normalized::new(points)?;
    let along = |rotation| box_along(rotation, points, &normalized.bounds());
    let straight = along(Rotation::identity())?;
    // A tilted box may overflow if the axis-aligned one does not.
    let tilted = rounded_axes(frame_of_small_box(&normalized, search)).and_then(along);
    let measure = |obb: &Obb<V>| measure(obb, normalized.scale());
    Ok(match tilted {
        Ok(tilted) if measure(&tilted) < measure(&straight) => tilted,
        _ => straight,
    })
}

/// Returns volume, area and length: boxes are compared in this order, as flat ones have no volume.
fn measure<V: Vector>(obb: &Obb<V>, scale: f64) -> [f64; 3] {
    let half = DVec3::from_array(obb.half_extents().to_f64()) * scale;
    [half.element_product(), half.dot(DVec3::new(half.y, half.z, half.x)), half.element_sum()]
}

/// Returns the axes of a box that is not much larger than the smallest.
fn frame_of_small_box<V: Vector>(points: &Normalized<V>, search: &ObbSearch) -> BoxAxes {
    let thinnest = points.resolution();
    let positions: Vec<DVec3> = points.iter().collect();
    let size = points.bounds().size().to_f64();
    match (0..3).rev().find(|&axis| size[axis] == 0.0) {
        // In a plane across a world axis, as always in 2D, one rectangle suffices.
        Some(axis) => minimize_about_axis(axis, &WORLD, &positions, thinnest).frame,
        None => frame_in_space(&positions, thinnest, search),
    }
}

fn frame_in_space(points: &[DVec3], thinnest: f64, search: &ObbSearch) -> BoxAxes {
    let mut outer = extreme_points(points);
    let mut starts: Vec<FrameCandidate> =
        starting_frames(points, &outer).map(|frame| FrameCandidate::new(frame, &outer, thinnest)).collect();
    // The world axes and the principal ones are always tried, even if their boxes are large before the
    // rotations: they are often the best starts for symmetric points, such as an octahedron along the axes.
    let natural: Vec<FrameCandidate> = starts.drain(..if search.is_thorough { 2 } else { 0 }).collect();
    starts.sort_by(|a, b| a.volume.total_cmp(&b.volume));
    starts.truncate(search.starts);
    starts.extend(natural);

    let mut best = FrameCandidate { frame: WORLD, volume: f64::INFINITY };
    let mut completions = 0..MAX_COMPLETIONS;
    for start in starts {
        let start = if search.is_thorough { refine_by_rotations(start, &outer, thinnest) } else { start };
        let mut candidate = refine_by_axes(start, &outer, thinnest);
        // Over all points the volume can only be larger: one that is not the smallest now stays so.
        while candidate.volume < best.volume * WORTHWHILE && completions.next().is_some() {
            let whole = add_extreme_points(&candidate.frame, points, &mut outer, thinnest);
            if whole.volume < best.volume * WORTHWHILE {
                best = whole;
            }
            if candidate.volume >= whole.volume * WORTHWHILE {
                break;
            }
            candidate = refine_by_axes(whole, &outer, thinnest);
        }
    }
    best.frame
}

#[cfg(test)]
mod tests {
    use glam::{DQuat, Vec2, Vec3};

    use super::*;

    fn corners(turn: DQuat, size: DVec3) -> Vec<DVec3> {
        (0..8)
            .map(|i| turn * (DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)) * size))
            .collect()
    }

    #[test]
    fn box_fit_recovers_tilted_box() -> Result<(), ShapeError> {
        for size in [DVec3::ONE, DVec3::new(3.0, 2.0, 1.0), DVec3::new(100.0, 1.0, 0.01)] {
            let turn = DQuat::from_xyzw(0.1, 0.5, -0.3, 0.8).normalize();
            let volume = fit_obb(&corners(turn, size))?.volume();
            assert!((volume / size.element_product() - 1.0).abs() < 1e-9, "{volume}");
        }
        Ok(())
    }

    #[test]
    fn box_fit_prefers_world_axes_among_equals() -> Result<(), ShapeError> {
        let cube = fit_obb(&corners(DQuat::IDENTITY, DVec3::ONE))?;
        assert_eq!(cube, Obb::new(DVec3::splat(0.5), DVec3::splat(0.5), Rotation::identity())?);
        Ok(())
    }

    #[test]
    fn flat_points_have_flat_boxes() -> Result<(), ShapeError> {
        // A diamond across the z axis: exactly flat, and half as large as the straight square.
        let diamond = fit_obb(&[Vec3::X, Vec3::Y, -Vec3::X, -Vec3::Y])?;
        assert_eq!(diamond.half_extents().z, 0.0);
        assert!((diamond.half_extents().x * diamond.half_extents().y - 0.5).abs() < 1e-6);
        // A tilted rectangle and a tilted line: flat up to rounding.
        let turn = DQuat::from_xyzw(0.1, 0.5, -0.3, 0.8).normalize();
        for size in [DVec3::new(2.0, 1.0, 0.0), DVec3::new(2.0, 0.0, 0.0)] {
            let mut half = fit_obb(&corners(turn, size))?.half_extents().to_array();
            half.sort_by(|a, b| b.total_cmp(a));
            assert!((DVec3::from_array(half) - size * 0.5).abs().max_element() < 1e-13, "{half:?}");
        }
        let point = fit_obb(&[Vec2::new(0.1, 0.7); 3])?;
        assert_eq!((point.center(), point.half_extents()), (Vec2::new(0.1, 0.7), Vec2::ZERO));
        Ok(())
    }

    #[test]
    fn every_finite_point_fits() -> Result<(), ShapeError> {
        let everything = fit_obb(&[Vec3::MIN, Vec3::MAX, Vec3::ZERO])?;
        assert_eq!((everything.center(), everything.half_extents()), (Vec3::ZERO, Vec3::MAX));
        let least = DVec3::splat(f64::from_bits(1));
        let tiny = fit_obb(&[DVec3::ZERO, least])?;
        assert!(tiny.half_extents().max_element() < 1e-322);
        assert_eq!(fit_obb::<Vec2>(&[]), Err(ShapeError::NoPoints));
        Ok(())
    }
}
