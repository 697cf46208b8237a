//! The reference: what a shape is as a set, and how far apart or deep in each other two of them are, in
//! `f64`.
//!
//! The signed distance of two convex sets A and B is the greatest gap between their projections: over all
//! unit vectors n, the most of min n·B − max n·A. Apart, that is their distance; overlapping, minus the least
//! translation that parts them. So **every direction is a bound**: no signed distance is below the gap in any
//! direction, whatever search found it.
//!
//! - Two polytopes: the optimum is among finitely many candidates, which are all tried ([`Polytope`]).
//! - A cylinder, cone or ellipsoid is in the pair: many directions are tried and the best of them polished.
//!   The result is
//!   never above the truth by more than rounding; below it, it is off by what the search missed. Among its
//!   starts is the
//!   normal that the engine answered with: if the engine is right the search cannot do worse, and if its
//!   normal is wrong it
//!   cannot do harm. The tests compare both methods on polytopes.

use std::f64::consts::TAU;
use std::sync::LazyLock;

use glam::DVec3;

use super::polytope::Polytope;
use super::random::{Axes, Random};

/// A set: everything within `radius` of the core.
#[derive(Debug)]
pub struct Body {
    pub core: Core,
    pub radius: f64,
    pub dimension: usize,
}

/// How hard the reference searches where it has to.
#[derive(Debug)]
pub struct Effort {
    directions: usize,
    /// How many of the best directions are polished, and down to which step.
    starts: usize,
    least_step: f64,
    /// Directions that a step is tried in, and what it shrinks by when none helps.
    rays: usize,
    shrink: f64,
}

impl Effort {
    /// Finds a way out that is shorter by more than about 10⁻⁴ of the size, mostly.
    pub const QUICK: Effort = Effort { directions: 150, starts: 3, least_step: 1e-5, rays: 8, shrink: 0.6 };
    pub const THOROUGH: Effort =
        Effort { directions: 400, starts: 8, least_step: 1e-9, rays: 14, shrink: 0.85 };
    /// Down to rounding: a cone's gap has a ridge along its side, off which it is lost in proportion to the
    /// step.
    pub const FINE: Effort = Effort { directions: 400, starts: 8, least_step: 1e-14, rays: 14, shrink: 0.85 };

    /// The first of these directions are spread about as evenly as all of them.
    fn directions(&self, dimension: usize) -> impl Iterator<Item = DVec3> {
        static AT_RANDOM: LazyLock<[Vec<DVec3>; 2]> = LazyLock::new(|| {
            let mut random = Random(7);
            [2, 3].map(|dimension| {
                (0..Effort::THOROUGH.directions).map(|_| random.direction(dimension)).collect()
            })
        });
        AT_RANDOM[dimension - 2].iter().take(self.directions).copied()
    }
}

#[derive(Debug)]
pub enum Core {
    Polytope(Polytope),
    /// Around the second axis.
    Cylinder {
        center: DVec3,
        axes: Axes,
        half_height: f64,
        radius: f64,
    },
    /// Its tip is at +`half_height` on the second axis.
    Cone {
        center: DVec3,
        axes: Axes,
        half_height: f64,
        radius: f64,
    },
    Ellipsoid {
        center: DVec3,
        axes: Axes,
        sizes: DVec3,
    },
    /// normal · x ≤ offset, the normal of length 1.
    HalfSpace {
        normal: DVec3,
        offset: f64,
    },
    Plane {
        normal: DVec3,
        offset: f64,
    },
}

impl Body {
    pub fn is_smooth(&self) -> bool {
        matches!(self.core, Core::Cylinder { .. } | Core::Cone { .. } | Core::Ellipsoid { .. })
    }

    pub fn is_bounded(&self) -> bool {
        !matches!(self.core, Core::HalfSpace { .. } | Core::Plane { .. })
    }

    /// The most of direction · x over the set.
    pub fn reach(&self, direction: DVec3) -> f64 {
        self.core.reach(direction) + self.radius * direction.length()
    }

    /// The gap between the projections of two sets on a unit vector.
    pub fn gap(&self, other: &Body, normal: DVec3) -> f64 {
        -self.reach(normal) - other.reach(-normal)
    }

    /// How far the set reaches along each axis of the coordinates, from corner to corner.
    pub fn diameter(&self) -> f64 {
        if !self.is_bounded() {
            return 0.0;
        }
        let extent = |axis: DVec3| self.reach(axis) + self.reach(-axis);
        DVec3::new(extent(DVec3::X), extent(DVec3::Y), extent(DVec3::Z)).length()
    }

    /// The largest coordinate.
    pub fn magnitude(&self) -> f64 {
        match &self.core {
            Core::HalfSpace { offset, .. } | Core::Plane { offset, .. } => offset.abs(),
            _ => [DVec3::X, DVec3::Y, DVec3::Z]
                .into_iter()
                .map(|axis| self.reach(axis).abs().max(self.reach(-axis).abs()))
                .fold(0.0, f64::max),
        }
    }

    /// The signed distance of two sets; see above. `hint` is one more direction to start from.
    pub fn signed_distance(&self, other: &Body, hint: DVec3, effort: &Effort) -> f64 {
        match (&self.core, &other.core) {
            (Core::HalfSpace { .. } | Core::Plane { .. }, _) => other.signed_distance(self, -hint, effort),
            // What is above the half-space; what is above or below the plane.
            (_, Core::HalfSpace { normal, offset }) => -self.reach(-*normal) - offset,
            (_, Core::Plane { normal, offset }) => {
                (-self.reach(-*normal) - offset).max(offset - self.reach(*normal))
            }
            (Core::Polytope(a), Core::Polytope(b)) => a.signed_distance(b) - self.radius - other.radius,
            _ => self.signed_distance_by_search(other, hint, effort),
        }
    }

    pub fn signed_distance_by_search(&self, other: &Body, hint: DVec3, effort: &Effort) -> f64 {
        let mut starts: Vec<DVec3> = effort.directions(self.dimension).collect();
        let (own, others) = (self.core.normals(self.dimension), other.core.normals(self.dimension));
        for directions in [&own, &others] {
            starts.extend(directions.iter().flat_map(|n| [*n, -*n]));
        }
        if self.dimension == 3 {
            let (own, others) = (self.core.lines(), other.core.lines());
            let crossings = own.iter().flat_map(|u| others.iter().map(|v| u.cross(*v)));
            starts.extend(crossings.filter_map(DVec3::try_normalize).flat_map(|n| [n, -n]));
        }
        starts.extend(
            [hint, other.core.center() - self.core.center()].into_iter().filter_map(DVec3::try_normalize),
        );
        let mut starts: Vec<(f64, DVec3)> = starts.into_iter().map(|n| (self.gap(other, n), n)).collect();
        starts.sort_unstable_by(|(a, _), (b, _)| b.total_cmp(a));
        let mut most = starts[0].0;
        let mut polished: Vec<DVec3> = Vec::new();
        let mut random = Random(7);
        for (_, start) in starts {
            if polished.iter().all(|n| (*n - start).length() > 0.1) {
                polished.push(start);
                most = most.max(self.polished(other, start, effort, &mut random));
                if polished.len() == effort.starts {
                    break;
                }
            }
        }
        most
    }

    /// Climbs to a local maximum of the gap: steps in random directions, shorter whenever none helps.
    fn polished(&self, other: &Body, start: DVec3, effort: &Effort, random: &mut Random) -> f64 {
        let (mut best, mut normal, mut step) = (self.gap(other, start), start, 0.1);
        while step > effort.least_step {
            let (u, v) = across(normal, self.dimension);
            let count = if self.dimension == 2 { 2 } else { effort.rays };
            // From ray to ray by a rotation.
            let (mut sin, mut cos) = match self.dimension {
                2 => (0.0, 1.0),
                _ => libm::sincos(random.unit() * TAU),
            };
            let (sin_step, cos_step) = libm::sincos(TAU / count as f64);
            let mut found = None;
            for _ in 0..count {
                let candidate = (normal + (u * cos + v * sin) * step).normalize();
                (sin, cos) = (sin * cos_step + cos * sin_step, cos * cos_step - sin * sin_step);
                let gap = self.gap(other, candidate);
                if gap > best {
                    (best, found) = (gap, Some(candidate));
                }
            }
            match found {
                Some(better) => (normal, step) = (better, step * 1.5),
                None => step *= effort.shrink,
            }
        }
        best
    }

    /// An upper bound of how far a point is outside of the set: the exact distance, for ellipsoids along the
    /// line to the centre.
    pub fn distance_to_point(&self, point: DVec3) -> f64 {
        let outside = match &self.core {
            Core::Polytope(polytope) => polytope.distance_to_point(point),
            Core::Cylinder { center, axes, half_height, radius } => {
                let (ring, height) = ring_and_height(point - *center, axes);
                let (out, up) = ((ring - radius).max(0.0), (height.abs() - half_height).max(0.0));
                out.hypot(up)
            }
            Core::Cone { center, axes, half_height, radius } => {
                let (ring, height) = ring_and_height(point - *center, axes);
                let corner = |x: f64, y: f64| DVec3::new(x, y, 0.0);
                let profile = vec![
                    corner(0.0, *half_height),
                    corner(*radius, -half_height),
                    corner(-radius, -half_height),
                ];
                Polytope::new(profile, 2).distance_to_point(corner(ring, height))
            }
            Core::Ellipsoid { center, axes, sizes } => {
                let local = DVec3::from_array(axes.map(|axis| axis.dot(point - *center)));
                let scale = (0..self.dimension).map(|i| (local[i] / sizes[i]).powi(2)).sum::<f64>().sqrt();
                if scale > 1.0 { local.length() * (1.0 - 1.0 / scale) } else { 0.0 }
            }
            Core::HalfSpace { normal, offset } => (normal.dot(point) - offset).max(0.0),
            Core::Plane { normal, offset } => (normal.dot(point) - offset).abs(),
        };
        (outside - self.radius).max(0.0)
    }
}

/// Two unit vectors that are perpendicular to a direction and, in space, to each other.
fn across(normal: DVec3, dimension: usize) -> (DVec3, DVec3) {
    if dimension == 2 {
        return (normal.cross(DVec3::Z), DVec3::ZERO);
    }
    let u = normal.any_orthonormal_vector();
    (u, normal.cross(u))
}

fn ring_and_height(local: DVec3, axes: &Axes) -> (f64, f64) {
    (axes[0].dot(local).hypot(axes[2].dot(local)), axes[1].dot(local))
}

impl Core {
    fn reach(&self, n: DVec3) -> f64 {
        match self {
            Core::Polytope(polytope) => polytope.reach(n),
            Core::Cylinder { center, axes, half_height, radius } => {
                let (ring, height) = ring_and_height(n, axes);
                n.dot(*center) + height.abs() * half_height + ring * radius
            }
            Core::Cone { center, axes, half_height, radius } => {
                let (ring, height) = ring_and_height(n, axes);
                n.dot(*center) + (height * half_height).max(ring * radius - height * half_height)
            }
            Core::Ellipsoid { center, axes, sizes } => {
                let scaled = DVec3::from_array(axes.map(|axis| axis.dot(n))) * *sizes;
                n.dot(*center) + scaled.length()
            }
            Core::HalfSpace { .. } | Core::Plane { .. } => f64::INFINITY,
        }
    }

    fn center(&self) -> DVec3 {
        match self {
            Core::Polytope(polytope) => {
                polytope.points.iter().sum::<DVec3>() / polytope.points.len().max(1) as f64
            }
            Core::Cylinder { center, .. } | Core::Cone { center, .. } | Core::Ellipsoid { center, .. } => {
                *center
            }
            Core::HalfSpace { .. } | Core::Plane { .. } => DVec3::ZERO,
        }
    }

    /// Directions that the set has of its own: normals of faces, axes.
    fn normals(&self, dimension: usize) -> Vec<DVec3> {
        match self {
            Core::Polytope(polytope) => polytope.features().planes.iter().map(|plane| plane.normal).collect(),
            Core::Cylinder { axes, .. } | Core::Cone { axes, .. } | Core::Ellipsoid { axes, .. } => {
                axes[..dimension].to_vec()
            }
            Core::HalfSpace { normal, .. } | Core::Plane { normal, .. } => vec![*normal],
        }
    }

    /// Directions of straight lines on its surface.
    fn lines(&self) -> Vec<DVec3> {
        match self {
            Core::Polytope(polytope) => polytope.features().edges.iter().map(|[a, b]| *b - *a).collect(),
            Core::Cylinder { axes, .. } | Core::Cone { axes, .. } => axes.to_vec(),
            Core::Ellipsoid { .. } | Core::HalfSpace { .. } | Core::Plane { .. } => Vec::new(),
        }
    }
}
