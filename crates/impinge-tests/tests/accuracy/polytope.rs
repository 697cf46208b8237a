//! Convex hulls of a few points, by brute force, and their signed distance by looking at every feature.
//!
//! Nothing here is clever. Every three points whose plane has all others on one side are a face, so a face of
//! more corners shows up as several triangles, and an edge as any side of these. That is more than needed,
//! and does no harm: what is inside a shape never makes a distance less, and no direction makes a depth less
//! than it is.
//!
//! Error: some roundings of `f64`, relative to the size; a face whose corners are nearer to a line than 10⁻¹³
//! of its size is left out, which moves nothing by more than that.

use std::cell::OnceCell;

use glam::DVec3;

#[derive(Clone, Debug)]
pub struct Polytope {
    pub points: Vec<DVec3>,
    dimension: usize,
    /// Found when first asked for: who wants to know how far the set reaches does not need them.
    features: OnceCell<Features>,
}

#[derive(Clone, Debug, Default)]
pub struct Features {
    /// Corners of triangles; in the plane there are none.
    faces: Vec<[DVec3; 3]>,
    pub edges: Vec<[DVec3; 2]>,
    /// Faces, in the plane edges, from outside, flat ones from both sides.
    pub planes: Vec<Facing>,
}

/// All of the set is at or below `reach` along the unit vector `normal`.
#[derive(Clone, Copy, Debug)]
pub struct Facing {
    pub normal: DVec3,
    reach: f64,
}

/// How flat is flat, relative to the size.
const FLAT: f64 = 1e-13;

impl Polytope {
    pub fn new(points: Vec<DVec3>, dimension: usize) -> Self {
        let mut polytope = Polytope { points: Vec::new(), dimension, features: OnceCell::new() };
        for point in points {
            if !polytope.points.contains(&point) {
                polytope.points.push(point);
            }
        }
        polytope
    }

    pub fn features(&self) -> &Features {
        self.features.get_or_init(|| if self.dimension == 2 { self.sides() } else { self.faces() })
    }

    fn sides(&self) -> Features {
        let mut features = Features::default();
        for (i, &a) in self.points.iter().enumerate() {
            for &b in &self.points[i + 1..] {
                if self.add_supporting(a, (b - a).cross(DVec3::Z).normalize(), &mut features.planes) {
                    features.edges.push([a, b]);
                }
            }
        }
        features
    }

    fn faces(&self) -> Features {
        let points = &self.points;
        let mut features = Features::default();
        let mut edges = Vec::new();
        for (i, &a) in points.iter().enumerate() {
            for (j, &b) in points.iter().enumerate().skip(i + 1) {
                for (k, &c) in points.iter().enumerate().skip(j + 1) {
                    let normal = (b - a).cross(c - a);
                    let squares = [b - a, c - a, c - b].map(DVec3::length_squared);
                    let longest = squares.into_iter().fold(0.0, f64::max);
                    if normal.length() <= FLAT * longest {
                        continue;
                    }
                    if self.add_supporting(a, normal.normalize(), &mut features.planes) {
                        features.faces.push([a, b, c]);
                        edges.extend([(i, j), (i, k), (j, k)]);
                    }
                }
            }
        }
        if edges.is_empty() {
            // A segment, or points on a line: all pairs.
            edges = (0..points.len()).flat_map(|i| (0..i).map(move |j| (j, i))).collect();
        }
        edges.sort_unstable();
        edges.dedup();
        features.edges = edges.into_iter().map(|(i, j)| [points[i], points[j]]).collect();
        features
    }

    /// Keeps a plane, as seen from outside, if all points are on one side of it, and says whether they are.
    fn add_supporting(&self, through: DVec3, normal: DVec3, planes: &mut Vec<Facing>) -> bool {
        let size = self.points.iter().map(|p| (*p - through).length_squared()).fold(0.0, f64::max).sqrt();
        let flat = FLAT * size + self.rounding();
        let (mut has_below, mut has_above) = (false, false);
        for point in &self.points {
            let height = normal.dot(*point - through);
            has_below |= height < -flat;
            has_above |= height > flat;
            if has_below && has_above {
                return false;
            }
        }
        for (is_outside, normal) in [(!has_above, normal), (!has_below, -normal)] {
            // Faces of more than three corners are met again and again.
            let is_known = |plane: &Facing| (plane.normal - normal).length_squared() < 1e-31;
            if is_outside && !planes.iter().any(is_known) {
                planes.push(Facing { normal, reach: self.reach(normal) });
            }
        }
        true
    }

    /// How wrong the height of a point may be, whatever the size.
    fn rounding(&self) -> f64 {
        8.0 * f64::EPSILON * self.points.iter().map(|p| p.length()).fold(0.0, f64::max)
    }

    pub fn reach(&self, direction: DVec3) -> f64 {
        self.points.iter().map(|point| direction.dot(*point)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The distance; minus the depth if they overlap.
    pub fn signed_distance(&self, other: &Self) -> f64 {
        let (own, others) = (self.features(), other.features());
        let mut most = f64::NEG_INFINITY;
        for plane in &own.planes {
            most = most.max(-other.reach(-plane.normal) - plane.reach);
        }
        for plane in &others.planes {
            most = most.max(-self.reach(-plane.normal) - plane.reach);
        }
        if self.dimension == 3 {
            for [a, b] in &own.edges {
                for [c, d] in &others.edges {
                    let (u, v) = (*b - *a, *d - *c);
                    let across = u.cross(v);
                    let square = across.length_squared();
                    if square > FLAT * FLAT * u.length_squared() * v.length_squared() {
                        most = self.greater_gap(other, across / square.sqrt(), most);
                    }
                }
            }
        }
        // Where everything is in one plane of space, the only candidate is its normal, where the gap is 0. On
        // one line, or between points, there is none.
        let from = self.points[0];
        let size = self.points.iter().chain(&other.points).map(|p| (*p - from).length()).fold(0.0, f64::max);
        // Two segments of space span a flat difference, whose normal is noise if they are nearly parallel.
        let are_segments = self.dimension == 3 && self.points.len() <= 2 && other.points.len() <= 2;
        // A point is never in a flat set deep enough for more than rounding of its normal.
        let is_flat_at_point =
            (self.points.len() == 1 && !other.is_solid()) || (other.points.len() == 1 && !self.is_solid());
        if are_segments
            || is_flat_at_point
            || most == f64::NEG_INFINITY
            || most > -(FLAT * size + self.rounding() + other.rounding())
        {
            self.distance(other)
        } else {
            most
        }
    }

    /// The gap along a direction or its opposite, if it is more than `most`; each further point makes both
    /// less.
    fn greater_gap(&self, other: &Self, normal: DVec3, most: f64) -> f64 {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for point in &self.points {
            let height = normal.dot(*point);
            (low, high) = (low.min(height), high.max(height));
        }
        let (mut forwards, mut backwards) = (f64::INFINITY, f64::INFINITY);
        for point in &other.points {
            let height = normal.dot(*point);
            (forwards, backwards) = (forwards.min(height - high), backwards.min(low - height));
            if forwards <= most && backwards <= most {
                return most;
            }
        }
        forwards.max(backwards)
    }

    /// The least distance of any two features, where the two do not overlap.
    fn distance(&self, other: &Self) -> f64 {
        let mut least = f64::INFINITY;
        for [a, b] in &self.features().edges {
            for [c, d] in &other.features().edges {
                least = least.min(segment_segment(*a, *b, *c, *d));
            }
        }
        let from_points = |points: &Self, solid: &Self| {
            let distances = points.points.iter().map(|point| solid.distance_to_boundary(*point));
            distances.fold(f64::INFINITY, f64::min)
        };
        least.min(from_points(self, other)).min(from_points(other, self))
    }

    fn distance_to_boundary(&self, point: DVec3) -> f64 {
        let Features { edges, faces, .. } = self.features();
        let from_edges = edges.iter().map(|[a, b]| point_segment(point, *a, *b));
        let from_faces = faces.iter().map(|face| above_triangle(point, *face));
        // A single point has no edges.
        let from_points = self.points.iter().filter(|_| edges.is_empty()).map(|p| (point - *p).length());
        from_edges.chain(from_faces).chain(from_points).fold(f64::INFINITY, f64::min)
    }

    /// The distance of a point; 0 inside.
    pub fn distance_to_point(&self, point: DVec3) -> f64 {
        let planes = &self.features().planes;
        let is_inside = planes.iter().all(|plane| plane.normal.dot(point) <= plane.reach);
        // Flat sets have planes on both sides, but in space none around them.
        if is_inside && self.is_solid() { 0.0 } else { self.distance_to_boundary(point) }
    }

    /// Is it more than flat?
    fn is_solid(&self) -> bool {
        if self.points.len() <= self.dimension {
            return false;
        }
        let size = self.points.iter().map(|p| (*p - self.points[0]).length()).fold(0.0, f64::max);
        let thickness = |plane: &Facing| plane.reach + self.reach(-plane.normal);
        self.features().planes.first().is_some_and(|plane| thickness(plane) > FLAT * size)
    }
}

fn point_segment(p: DVec3, a: DVec3, b: DVec3) -> f64 {
    let along = b - a;
    let t = (along.dot(p - a) / along.dot(along)).clamp(0.0, 1.0);
    (p - a - along * t).length()
}

/// The distance of a point from its foot in a triangle; otherwise some edge is nearer. The foot is put
/// together from the corners: it is in the triangle, so that the distance is never too small, however slim
/// the triangle is.
fn above_triangle(p: DVec3, [a, b, c]: [DVec3; 3]) -> f64 {
    let normal = (b - a).cross(c - a).normalize();
    let shares = [(b, c), (c, a), (a, b)].map(|(from, to)| normal.cross(to - from).dot(p - from));
    let total: f64 = shares.iter().sum();
    if shares.iter().all(|share| *share >= 0.0) && total > 0.0 {
        let foot = a + ((b - a) * shares[1] + (c - a) * shares[2]) / total;
        (p - foot).length()
    } else {
        f64::INFINITY
    }
}

/// Where the common perpendicular meets both; otherwise some end is nearer.
fn segment_segment(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> f64 {
    let (u, v, between) = (b - a, d - c, c - a);
    let across = u.cross(v);
    let square = across.dot(across);
    if square <= FLAT * FLAT * u.dot(u) * v.dot(v) {
        return f64::INFINITY;
    }
    let share = |x: f64| (x / square).clamp(0.0, 1.0);
    let (s, t) = (share(between.cross(v).dot(across)), share(between.cross(u).dot(across)));
    // The distance of two points of the segments: never too small, however nearly parallel they are.
    (between + v * t - u * s).length()
}
