//! The three pairs of primitives.

use super::contact_points::contact;
use super::difference_polygon::{EdgeAndEdge, Kind, Tracks, VertexAndEdge, VertexAndFace};
use super::{CcdHit, DeformingOptions, first_time};
use crate::math::{ShapeError, Unit, Vector, rounded_down};

/// A vertex and a triangle in 3D, whose vertices move on lines.
///
/// The triangle may collapse during the motion, and vertices may coincide. The order of the triangle's
/// vertices does not affect the result, to the bit.
///
/// ```
/// use glam::DVec3;
/// use impinge::sweep::{DeformingOptions, VertexFace};
/// let face = [DVec3::new(-1.0, 0.0, -1.0), DVec3::new(1.0, 0.0, -1.0), DVec3::new(0.0, 0.0, 1.0)];
/// let [a, b, c] = face;
/// // The vertex falls by 4 while the face rises by 1, so they meet.
/// let pair = VertexFace::new(
///     [DVec3::new(0.0, 2.5, 0.0), a, b, c],
///     [DVec3::new(0.0, -1.5, 0.0), a + DVec3::Y, b + DVec3::Y, c + DVec3::Y],
/// )?;
/// let Some(first_contact) = pair.first_contact(&DeformingOptions::new(1e-9)?) else { panic!("they meet") };
/// assert!((first_contact.time - 0.5).abs() < 1e-9 && first_contact.time <= 0.5);
/// assert_eq!(first_contact.normal.map(|normal| normal.get()), Some(-DVec3::Y));
/// // They do not meet within the first quarter.
/// assert!(!pair.intersects(&DeformingOptions::new(1e-9)?.with_max_time(0.25)?));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VertexFace<V> {
    start: [V; 4],
    end: [V; 4],
}

/// Two edges in 3D, whose vertices move on lines.
///
/// The edges may be parallel, and may collapse during the motion. The order of the ends does not affect the
/// result, to the bit. Swapping the edges swaps the points and negates the normal.
///
/// ```
/// use glam::DVec3;
/// use impinge::sweep::{DeformingOptions, EdgeEdge};
/// let [a0, a1] = [DVec3::NEG_X, DVec3::X];
/// let [b0, b1] = [DVec3::new(0.0, 1.0, -1.0), DVec3::new(0.0, 1.0, 1.0)];
/// // One edge rests, the other falls by 4.
/// let pair = EdgeEdge::new([a0, a1, b0, b1], [a0, a1, b0 - 4.0 * DVec3::Y, b1 - 4.0 * DVec3::Y])?;
/// let Some(first_contact) = pair.first_contact(&DeformingOptions::new(1e-9)?) else { panic!("they meet") };
/// assert!((first_contact.time - 0.25).abs() < 1e-9);
/// assert_eq!(first_contact.normal.map(|normal| normal.get()), Some(DVec3::Y));
/// assert!(pair.intersects(&DeformingOptions::new(1e-9)?.with_max_time(0.5)?));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeEdge<V> {
    start: [V; 4],
    end: [V; 4],
}

/// A vertex and an edge in 2D, whose vertices move on lines.
///
/// ```
/// use glam::Vec2;
/// use impinge::sweep::{DeformingOptions, VertexEdge};
/// // A vertex passes through a wall.
/// let wall = [Vec2::new(1.0, -1.0), Vec2::new(1.0, 1.0)];
/// let pair = VertexEdge::new([Vec2::ZERO, wall[0], wall[1]], [Vec2::new(4.0, 0.0), wall[0], wall[1]])?;
/// let Some(first_contact) = pair.first_contact(&DeformingOptions::new(1e-6)?) else { panic!("they meet") };
/// assert!((first_contact.time - 0.25).abs() < 1e-6);
/// assert_eq!(first_contact.normal.map(|normal| normal.get()), Some(Vec2::X));
/// assert!(!pair.intersects(&DeformingOptions::new(1e-6)?.with_max_time(0.125)?));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VertexEdge<V> {
    start: [V; 3],
    end: [V; 3],
}

/// Vertices in a canonical order, independent of the given one; `swapped` if the first primitive is now the
/// second.
struct Ordered {
    tracks: Tracks,
    swapped: bool,
}

impl Ordered {
    /// Swaps two vertices, so that the lesser comes first.
    #[inline(always)]
    fn sort(&mut self, i: usize, j: usize) {
        let Tracks { start, end } = &mut self.tracks;
        if (start[j], end[j]) < (start[i], end[i]) {
            start.swap(i, j);
            end.swap(i, j);
        }
    }
}

/// Vertices in `f64`; adding 0 turns −0 into 0.
#[inline(always)]
fn tracks<V: Vector, const N: usize>(start: &[V; N], end: &[V; N]) -> Tracks {
    let all = |points: &[V; N]| {
        std::array::from_fn(|vertex| {
            let mut point = points[vertex.min(N - 1)].to_f64();
            for x in &mut point {
                *x += 0.0;
            }
            point
        })
    };
    Tracks { start: all(start), end: all(end) }
}

fn finite<V: Vector, const N: usize>(start: &[V; N], end: &[V; N]) -> Result<(), ShapeError> {
    start.iter().try_for_each(|&point| ShapeError::finite("start", point))?;
    end.iter().try_for_each(|&point| ShapeError::finite("end", point))
}

#[inline(always)]
fn meeting<V: Vector, K: Kind>(
    ordered: &Ordered,
    options: &DeformingOptions<V::Scalar>,
) -> Option<CcdHit<V>> {
    let limits = options.limits();
    let time = first_time::<K>(&ordered.tracks, &limits)?;
    let found = contact::<K>(&ordered.tracks, time, limits.separation);
    let (point_a, point_b) = (V::from_f64(found.on_first), V::from_f64(found.on_second));
    let normal = found.normal.and_then(|normal| Unit::new(V::Double::from_f64(normal)).ok());
    let normal = normal.map(|normal| Unit::of_unit(V::from_double(normal.get())));
    let time = rounded_down(time);
    Some(if ordered.swapped {
        CcdHit { time, point_a: point_b, point_b: point_a, normal: normal.map(|normal| -normal) }
    } else {
        CcdHit { time, point_a, point_b, normal }
    })
}

macro_rules! questions {
    ($pair:ident, $kind:ident) => {
        impl<V: Vector> $pair<V> {
            /// Computes the first contact of the primitives; `None` if they do not meet.
            ///
            /// Without a minimum separation, the decision whether they meet is exact for every input. Cost:
            /// docs/benchmarks.md.
            #[inline]
            pub fn first_contact(&self, options: &DeformingOptions<V::Scalar>) -> Option<CcdHit<V>> {
                meeting::<V, $kind>(&self.ordered(), options)
            }

            /// Returns whether the primitives meet; agrees with [`first_contact`](Self::first_contact).
            #[inline]
            pub fn intersects(&self, options: &DeformingOptions<V::Scalar>) -> bool {
                let mut limits = options.limits();
                if limits.separation == 0.0 {
                    // The time does not matter.
                    limits.tolerance = f64::INFINITY;
                }
                first_time::<$kind>(&self.ordered().tracks, &limits).is_some()
            }
        }
    };
}

questions!(VertexFace, VertexAndFace);
questions!(EdgeEdge, EdgeAndEdge);
questions!(VertexEdge, VertexAndEdge);

impl<V: Vector> VertexFace<V> {
    /// Creates the pair from the vertex and then the triangle's three vertices, at the start and at the end
    /// of the motion.
    ///
    /// # Errors
    /// [`ShapeError`] if a point is not finite.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::sweep::VertexFace;
    /// let start = [Vec3::Y, Vec3::ZERO, Vec3::X, Vec3::Z];
    /// assert!(VertexFace::new(start, start).is_ok());
    /// let error = VertexFace::new(start, [Vec3::NAN; 4]).map_err(|error| error.to_string());
    /// assert_eq!(error, Err("end must be finite, but is Vec3(NaN, NaN, NaN)".into()));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn new(start: [V; 4], end: [V; 4]) -> Result<Self, ShapeError> {
        const { assert!(V::DIMENSION == 3, "faces are 3D: use `Vec3` or `DVec3`, or `VertexEdge`") }
        finite(&start, &end)?;
        Ok(VertexFace { start, end })
    }

    #[inline(always)]
    fn ordered(&self) -> Ordered {
        let mut ordered = Ordered { tracks: tracks(&self.start, &self.end), swapped: false };
        ordered.sort(1, 2);
        ordered.sort(2, 3);
        ordered.sort(1, 2);
        ordered
    }
}

impl<V: Vector> EdgeEdge<V> {
    /// Creates the pair from both ends of the first edge and then of the second, at the start and at the end
    /// of the motion.
    ///
    /// # Errors
    /// [`ShapeError`] if a point is not finite.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::sweep::EdgeEdge;
    /// assert!(EdgeEdge::new([Vec3::ZERO; 4], [Vec3::X; 4]).is_ok());
    /// assert!(EdgeEdge::new([Vec3::ZERO; 4], [Vec3::INFINITY; 4]).is_err());
    /// ```
    pub fn new(start: [V; 4], end: [V; 4]) -> Result<Self, ShapeError> {
        const { assert!(V::DIMENSION == 3, "edges collide in 3D: use `Vec3` or `DVec3`, or `VertexEdge`") }
        finite(&start, &end)?;
        Ok(EdgeEdge { start, end })
    }

    #[inline(always)]
    fn ordered(&self) -> Ordered {
        let mut ordered = Ordered { tracks: tracks(&self.start, &self.end), swapped: false };
        ordered.sort(0, 1);
        ordered.sort(2, 3);
        let Tracks { start, end } = &mut ordered.tracks;
        if (start[2], end[2], start[3], end[3]) < (start[0], end[0], start[1], end[1]) {
            for points in [start, end] {
                *points = [points[2], points[3], points[0], points[1]];
            }
            ordered.swapped = true;
        }
        ordered
    }
}

impl<V: Vector> VertexEdge<V> {
    /// Creates the pair from the vertex and then both ends of the edge, at the start and at the end of the
    /// motion.
    ///
    /// # Errors
    /// [`ShapeError`] if a point is not finite.
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::sweep::VertexEdge;
    /// assert!(VertexEdge::new([DVec2::ZERO; 3], [DVec2::X; 3]).is_ok());
    /// assert!(VertexEdge::new([DVec2::NAN; 3], [DVec2::X; 3]).is_err());
    /// ```
    pub fn new(start: [V; 3], end: [V; 3]) -> Result<Self, ShapeError> {
        const { assert!(V::DIMENSION == 2, "a vertex collides with an edge in 2D: use `Vec2` or `DVec2`") }
        finite(&start, &end)?;
        Ok(VertexEdge { start, end })
    }

    #[inline(always)]
    fn ordered(&self) -> Ordered {
        let mut ordered = Ordered { tracks: tracks(&self.start, &self.end), swapped: false };
        ordered.sort(1, 2);
        // The missing one repeats the last, whichever that is now.
        let Tracks { start, end } = &mut ordered.tracks;
        (start[3], end[3]) = (start[2], end[2]);
        ordered
    }
}
