//! Convex hulls of a few points, by brute force, and their signed distance by looking at every feature.
//!
//! Nothing here is clever. Every three points whose plane has all others on one side are a face, so a face of more corners
//! shows up as several triangles, and an edge as any side of these. That is more than needed, and does no harm: what is
//! inside a shape never makes a distance less, and no direction makes a depth less than it is.
//!
//! Error: some roundings of `f64`, relative to the size; a face whose corners are nearer to a line than 10⁻¹³ of its size
//! is left out, which moves nothing by more than that.

use glam::DVec3;

#[derive(Debug)]
pub struct Polytope {
    pub points: Vec<DVec3>,
    /// Corners of triangles; in the plane there are none.
    faces: Vec<[DVec3; 3]>,
    edges: Vec<[DVec3; 2]>,
    /// Unit normals of faces, in the plane of edges: outwards, flat ones both ways.
    pub normals: Vec<DVec3>,
}

/// How flat is flat, relative to the size.
const FLAT: f64 = 1e-13;

impl Polytope {
    pub fn new(points: Vec<DVec3>, dimension: usize) -> Self {
        let mut polytope =
            Polytope { points: Vec::new(), faces: Vec::new(), edges: Vec::new(), normals: Vec::new() };
        for point in points {
            if !polytope.points.contains(&point) {
                polytope.points.push(point);
            }
        }
        if dimension == 2 {
            polytope.find_sides()
        } else {
            polytope.find_faces()
        }
        polytope
    }

    fn find_sides(&mut self) {
        let points = self.points.clone();
        for (i, &a) in points.iter().enumerate() {
            for &b in &points[i + 1..] {
                let normal = (b - a).cross(DVec3::Z).normalize();
                self.add_supporting(a, normal, |polytope| polytope.edges.push([a, b]));
            }
        }
    }

    fn find_faces(&mut self) {
        let points = self.points.clone();
        let mut edges = Vec::new();
        for (i, &a) in points.iter().enumerate() {
            for (j, &b) in points.iter().enumerate().skip(i + 1) {
                for (k, &c) in points.iter().enumerate().skip(j + 1) {
                    let normal = (b - a).cross(c - a);
                    let longest = (b - a).length().max((c - a).length()).max((c - b).length());
                    if normal.length() <= FLAT * longest * longest {
                        continue;
                    }
                    self.add_supporting(a, normal.normalize(), |polytope| {
                        polytope.faces.push([a, b, c]);
                        edges.extend([(i, j), (i, k), (j, k)]);
                    });
                }
            }
        }
        if edges.is_empty() {
            // A segment, or points on a line: all pairs.
            edges = (0..points.len()).flat_map(|i| (0..i).map(move |j| (j, i))).collect();
        }
        edges.sort_unstable();
        edges.dedup();
        self.edges = edges.into_iter().map(|(i, j)| [points[i], points[j]]).collect();
    }

    /// Keeps a plane, as seen from outside, that all points are on one side of.
    fn add_supporting(&mut self, through: DVec3, normal: DVec3, add: impl FnOnce(&mut Self)) {
        let size = self.points.iter().map(|p| (*p - through).length()).fold(0.0, f64::max);
        let heights = || self.points.iter().map(|p| normal.dot(*p - through));
        let (low, high) = (heights().fold(0.0, f64::min), heights().fold(0.0, f64::max));
        let sides = [high <= FLAT * size, low >= -FLAT * size];
        if sides[0] || sides[1] {
            add(self);
        }
        for (is_outside, normal) in sides.into_iter().zip([normal, -normal]) {
            if is_outside {
                self.normals.push(normal);
            }
        }
    }

    pub fn reach(&self, direction: DVec3) -> f64 {
        self.points.iter().map(|point| direction.dot(*point)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Unit directions that edges make with edges of another, up to sign.
    fn crossings(&self, other: &Self) -> impl Iterator<Item = DVec3> {
        self.edges.iter().flat_map(|[a, b]| {
            other.edges.iter().filter_map(move |[c, d]| {
                let (u, v) = (*b - *a, *d - *c);
                let across = u.cross(v);
                (across.length() > FLAT * u.length() * v.length()).then(|| across.normalize())
            })
        })
    }

    /// The distance; minus the depth if they overlap.
    pub fn signed_distance(&self, other: &Self, dimension: usize) -> f64 {
        let gap = |normal: DVec3| -self.reach(normal) - other.reach(-normal);
        let mut most = f64::NEG_INFINITY;
        for normal in &self.normals {
            most = most.max(gap(*normal));
        }
        for normal in &other.normals {
            most = most.max(gap(-*normal));
        }
        if dimension == 3 {
            for normal in self.crossings(other) {
                most = most.max(gap(normal)).max(gap(-normal));
            }
        }
        // Where everything is in one plane of space, the only candidate is its normal, where the gap is 0. On one line, or
        // between points, there is none.
        let from = self.points[0];
        let size = self.points.iter().chain(&other.points).map(|p| (*p - from).length()).fold(0.0, f64::max);
        // Two segments of space span a flat difference, whose normal is noise if they are nearly parallel.
        let are_segments = dimension == 3 && self.points.len() <= 2 && other.points.len() <= 2;
        if are_segments || most == f64::NEG_INFINITY || most > -FLAT * size {
            self.distance(other)
        } else {
            most
        }
    }

    /// The least distance of any two features, where the two do not overlap.
    fn distance(&self, other: &Self) -> f64 {
        let mut least = f64::INFINITY;
        for a in &self.points {
            for b in &other.points {
                least = least.min((*b - *a).length());
            }
        }
        for [a, b] in &self.edges {
            for [c, d] in &other.edges {
                least = least.min(segment_segment(*a, *b, *c, *d));
            }
        }
        let mut points_against = |points: &Self, solid: &Self| {
            for p in &points.points {
                for [a, b] in &solid.edges {
                    least = least.min(point_segment(*p, *a, *b));
                }
                for face in &solid.faces {
                    least = least.min(above_triangle(*p, *face));
                }
            }
        };
        points_against(self, other);
        points_against(other, self);
        least
    }

    /// The distance of a point; 0 inside.
    pub fn distance_to_point(&self, point: DVec3, dimension: usize) -> f64 {
        let single =
            Polytope { points: vec![point], faces: Vec::new(), edges: Vec::new(), normals: Vec::new() };
        self.signed_distance(&single, dimension).max(0.0)
    }
}

fn point_segment(p: DVec3, a: DVec3, b: DVec3) -> f64 {
    let along = b - a;
    let t = (along.dot(p - a) / along.dot(along)).clamp(0.0, 1.0);
    (p - a - along * t).length()
}

/// The distance of a point from the plane of a triangle, if its foot is inside; otherwise some edge is nearer.
fn above_triangle(p: DVec3, [a, b, c]: [DVec3; 3]) -> f64 {
    let normal = (b - a).cross(c - a).normalize();
    let is_inside =
        [(a, b), (b, c), (c, a)].into_iter().all(|(from, to)| normal.cross(to - from).dot(p - from) >= 0.0);
    if is_inside { normal.dot(p - a).abs() } else { f64::INFINITY }
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
