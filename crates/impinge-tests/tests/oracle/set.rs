//! What each shape is: a closed convex set of exact points.
//!
//! In the plane every point has z = 0.

use super::number::{Dyadic, Point, cross, difference, point, scaled, sum};
use super::system::Affine;

#[derive(Clone, Debug)]
pub enum Set {
    /// |x − center| ≤ radius
    Ball { center: Point, radius: Dyadic },
    /// base + Σ sᵢ·directionᵢ with each sᵢ in its range: a point, a segment, a ray, a parallelepiped.
    Swept { base: Point, sweeps: Vec<Sweep> },
    /// The hull of three points.
    Triangle([Point; 3]),
    /// normal · x = offset
    Plane { normal: Point, offset: Dyadic },
    /// normal · x ≤ offset
    HalfSpace { normal: Point, offset: Dyadic },
}

/// s·direction for from ≤ s ≤ to, where `from` is below `to`.
#[derive(Clone, Debug)]
pub struct Sweep {
    pub direction: Point,
    pub from: Dyadic,
    /// Nothing ends a ray.
    pub to: Option<Dyadic>,
}

/// A set as the image of parameters s: base + Σ sᵢ·directionsᵢ where equations = 0 and inequalities ≥ 0.
///
/// The points with strict inequalities are its relative interior: a linear map takes relative interior onto
/// relative interior (Rockafellar, "Convex Analysis", 1970, theorem 6.6).
pub struct Image {
    pub base: Point,
    pub directions: Vec<Point>,
    pub equations: Vec<Affine>,
    pub inequalities: Vec<Affine>,
    /// Vectors that span the differences of its points.
    pub span: Vec<Point>,
}

impl Set {
    pub fn ball(center: [f64; 3], radius: f64) -> Self {
        Set::Ball { center: point(center), radius: Dyadic::new(radius) }
    }

    pub fn point(position: [f64; 3]) -> Self {
        Set::Swept { base: point(position), sweeps: Vec::new() }
    }

    pub fn segment(a: [f64; 3], b: [f64; 3]) -> Self {
        segment(&point(a), &point(b))
    }

    pub fn ray(origin: [f64; 3], direction: [f64; 3]) -> Self {
        let sweep = Sweep { direction: point(direction), from: Dyadic::ZERO, to: None };
        Set::Swept { base: point(origin), sweeps: vec![sweep] }
    }

    pub fn aabb(min: [f64; 3], max: [f64; 3]) -> Self {
        let ranges = [0, 1, 2].map(|i| (Dyadic::new(min[i]), Dyadic::new(max[i])));
        swept(point([0.0; 3]), &axes(), ranges)
    }

    /// In the plane the third half extent is 0.
    pub fn obb(center: [f64; 3], half_extents: [f64; 3], axes: [[f64; 3]; 3]) -> Self {
        let ranges = half_extents.map(|half| (Dyadic::new(-half), Dyadic::new(half)));
        swept(point(center), &axes.map(point), ranges)
    }

    pub fn triangle(points: [[f64; 3]; 3]) -> Self {
        Set::Triangle(points.map(point))
    }

    pub fn plane(normal: [f64; 3], offset: f64) -> Self {
        Set::Plane { normal: point(normal), offset: Dyadic::new(offset) }
    }

    pub fn half_space(normal: [f64; 3], offset: f64) -> Self {
        Set::HalfSpace { normal: point(normal), offset: Dyadic::new(offset) }
    }

    /// The set as the image of parameters; a ball is one only if it is a point.
    pub fn image(&self) -> Image {
        match self {
            Set::Ball { center, radius } => {
                assert!(radius.is_zero(), "a ball is no polyhedron");
                Set::Swept { base: center.clone(), sweeps: Vec::new() }.image()
            }
            Set::Swept { base, sweeps } => {
                let directions: Vec<Point> = sweeps.iter().map(|sweep| sweep.direction.clone()).collect();
                let parameter = |i| (0..sweeps.len()).map(move |j| Dyadic::new(f64::from(i == j)));
                let mut inequalities = Vec::new();
                for (i, sweep) in sweeps.iter().enumerate() {
                    inequalities
                        .push(Affine { constant: -&sweep.from, coefficients: parameter(i).collect() });
                    if let Some(to) = &sweep.to {
                        let coefficients = parameter(i).map(|a| -&a).collect();
                        inequalities.push(Affine { constant: to.clone(), coefficients });
                    }
                }
                Image {
                    base: base.clone(),
                    span: directions.clone(),
                    directions,
                    equations: vec![],
                    inequalities,
                }
            }
            Set::Triangle([a, b, c]) => {
                let directions = vec![difference(b, a), difference(c, a)];
                let affine = |constant, x, y| Affine {
                    constant: Dyadic::new(constant),
                    coefficients: vec![Dyadic::new(x), Dyadic::new(y)],
                };
                let inequalities =
                    vec![affine(0.0, 1.0, 0.0), affine(0.0, 0.0, 1.0), affine(1.0, -1.0, -1.0)];
                Image {
                    base: a.clone(),
                    span: directions.clone(),
                    directions,
                    equations: vec![],
                    inequalities,
                }
            }
            Set::Plane { normal, offset } => {
                let equation = Affine { constant: -offset, coefficients: normal.to_vec() };
                let span = axes().iter().map(|axis| cross(normal, axis)).collect();
                let directions = axes().to_vec();
                Image {
                    base: point([0.0; 3]),
                    directions,
                    equations: vec![equation],
                    inequalities: vec![],
                    span,
                }
            }
            Set::HalfSpace { normal, offset } => {
                let coefficients = normal.iter().map(|n| -n).collect();
                let inequality = Affine { constant: offset.clone(), coefficients };
                let (directions, span) = (axes().to_vec(), axes().to_vec());
                Image {
                    base: point([0.0; 3]),
                    directions,
                    equations: vec![],
                    inequalities: vec![inequality],
                    span,
                }
            }
        }
    }

    /// The faces of all dimensions of a set that has corners; the set itself is one of them.
    pub fn faces(&self) -> Vec<Set> {
        match self {
            Set::Swept { base, sweeps } => {
                let mut faces = vec![(base.clone(), Vec::new())];
                for sweep in sweeps {
                    // The parameter is at one end, at the other, or free.
                    let choices = faces.iter().flat_map(|(base, free)| {
                        let at = |s| (sum(base, &scaled(&sweep.direction, s)), free.clone());
                        let along = (base.clone(), [free.as_slice(), std::slice::from_ref(sweep)].concat());
                        [Some(along), Some(at(&sweep.from)), sweep.to.as_ref().map(at)]
                    });
                    faces = choices.flatten().collect();
                }
                faces.into_iter().map(|(base, sweeps)| Set::Swept { base, sweeps }).collect()
            }
            Set::Triangle([a, b, c]) => {
                let corner = |p: &Point| Set::Swept { base: p.clone(), sweeps: Vec::new() };
                let edges = [segment(a, b), segment(b, c), segment(c, a)];
                [self.clone()].into_iter().chain(edges).chain([a, b, c].map(corner)).collect()
            }
            _ => panic!("{self:?} has no corners"),
        }
    }

    /// The corners, see [`Self::faces`].
    pub fn corners(&self) -> Vec<Point> {
        let corner = |face| match face {
            Set::Swept { base, sweeps } if sweeps.is_empty() => Some(base),
            _ => None,
        };
        self.faces().into_iter().filter_map(corner).collect()
    }

    /// The directions in which the set goes on for ever, see [`Self::faces`].
    pub fn endless_directions(&self) -> Vec<Point> {
        let endless = |sweep: &Sweep| sweep.to.is_none().then(|| sweep.direction.clone());
        match self {
            Set::Swept { sweeps, .. } => sweeps.iter().filter_map(endless).collect(),
            _ => Vec::new(),
        }
    }
}

pub fn axes() -> [Point; 3] {
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(point)
}

fn segment(a: &Point, b: &Point) -> Set {
    let sweep = Sweep { direction: difference(b, a), from: Dyadic::ZERO, to: Some(Dyadic::ONE) };
    Set::Swept { base: a.clone(), sweeps: vec![sweep] }
}

/// A range of one number is no range: it moves the base.
fn swept(base: Point, directions: &[Point; 3], ranges: [(Dyadic, Dyadic); 3]) -> Set {
    let mut set = (base, Vec::new());
    for (direction, (from, to)) in directions.iter().zip(ranges) {
        if from == to {
            set.0 = sum(&set.0, &scaled(direction, &from));
        } else {
            set.1.push(Sweep { direction: direction.clone(), from, to: Some(to) });
        }
    }
    Set::Swept { base: set.0, sweeps: set.1 }
}
