//! Polytopes as their corners, the directions of their edges and the normals of their faces.
//!
//! Written once for all kinds of numbers: plain `f64` for the filter, exact ones for what it leaves open.

use smallvec::{SmallVec, smallvec};

use super::gauss_arcs::Arc;
use crate::math::exact::{Coordinates, Number};
use crate::math::{Rotation, Vector, exact};
use crate::shape::{ConvexShape, Core, Hull, Obb, ShapeRef};

/// A point, a segment, a polygon or a polyhedron. In 2D every third coordinate is 0 and there are no
/// normals: the normals of the sides are their edges, rotated.
pub(super) struct SatPolytope<N> {
    pub corners: SmallVec<[Coordinates<N>; 8]>,
    pub edges: SmallVec<[Coordinates<N>; 8]>,
    pub normals: SmallVec<[Coordinates<N>; 4]>,
    /// Of each edge of a polyhedron that was given as a hull; otherwise none.
    pub arcs: Vec<Arc>,
    /// Whether it certainly has an area in 2D, a volume in 3D.
    pub is_solid: bool,
    /// Whether the edges are unit vectors that were never rounded. Otherwise they are differences of corners.
    pub has_unit_edges: bool,
}

/// Coordinates near a pair: the origin moved there and, for extreme sizes, scaled by a power of two.
#[derive(Clone, Copy)]
pub(super) struct SatFrame {
    pub origin: [f64; 3],
    pub scale: f64,
}

impl SatFrame {
    /// The coordinates that the shapes were given in.
    pub const WORLD: Self = SatFrame { origin: [0.0; 3], scale: 1.0 };

    #[inline(always)]
    pub fn length<N: Number>(&self, length: f64) -> N {
        if self.scale == 1.0 { N::new(length) } else { N::new(length).mul(&N::new(self.scale)) }
    }

    #[inline(always)]
    pub fn direction<N: Number, V: Vector>(&self, vector: V) -> Coordinates<N> {
        vector.to_f64().map(|x| self.length(x))
    }

    #[inline(always)]
    pub fn point<N: Number, V: Vector>(&self, point: V) -> Coordinates<N> {
        let coordinates = point.to_f64();
        std::array::from_fn(|i| {
            let (x, origin): (N, N) = (self.length(coordinates[i]), self.length(self.origin[i]));
            x.sub(&origin)
        })
    }
}

impl<N> Default for SatPolytope<N> {
    /// Nothing.
    fn default() -> Self {
        let (corners, edges, normals) = (smallvec![], smallvec![], smallvec![]);
        SatPolytope { corners, edges, normals, arcs: Vec::new(), is_solid: false, has_unit_edges: false }
    }
}

impl<N: Number> SatPolytope<N> {
    /// A shape that is a polytope; `None` if it is round or has no end.
    #[inline(always)]
    pub fn of<V: Vector>(view: &ShapeRef<'_, V>, frame: &SatFrame) -> Option<Self> {
        match view {
            ShapeRef::Aabb(bounds) => Some(Self::of_bounds(bounds.min(), bounds.max(), frame)),
            ShapeRef::Obb(obb) => Some(Self::of_box(obb, frame)),
            ShapeRef::Segment(segment) => Some(Self::of_points(&[segment.a(), segment.b()], frame)),
            ShapeRef::Triangle(triangle) => Some(Self::of_points(&triangle.points(), frame)),
            ShapeRef::Ball(ball) if ball.radius().into() == 0.0 => {
                Some(Self::of_points(&[ball.center()], frame))
            }
            ShapeRef::Convex(ConvexShape { core, radius }) if (*radius).into() == 0.0 => {
                Self::of_core(core, frame)
            }
            _ => None,
        }
    }

    /// What a rounded shape is without its rounding; `None` if it is round all the same.
    #[inline(always)]
    pub fn of_core<V: Vector>(core: &Core<'_, V>, frame: &SatFrame) -> Option<Self> {
        match core {
            Core::Point(point) => Some(Self::of_points(&[*point], frame)),
            Core::Segment(a, b) => Some(Self::of_points(&[*a, *b], frame)),
            Core::Triangle(points) => Some(Self::of_points(points, frame)),
            Core::Box(obb) => Some(Self::of_box(obb, frame)),
            Core::Hull(hull, pose) => {
                let columns = pose.rotation.columns();
                let columns: CornerColumns<N> = [0, 1, 2].map(|axis| {
                    let column = columns.as_ref().get(axis).map_or([0.0; 3], |column| column.to_f64());
                    exact::vector(column)
                });
                Some(Self::of_hull(hull, &pose.rotation, &columns, &frame.point(pose.translation), frame))
            }
            Core::Ray(..) | Core::Revolution(_) | Core::Custom(..) => None,
        }
    }

    /// Up to three points.
    #[inline(always)]
    fn of_points<V: Vector>(points: &[V], frame: &SatFrame) -> Self {
        let corners: SmallVec<[Coordinates<N>; 8]> = points.iter().map(|&point| frame.point(point)).collect();
        let edge = |i: usize, j: usize| exact::difference(&corners[j], &corners[i]);
        let edges: SmallVec<[Coordinates<N>; 8]> = match corners.len() {
            0 | 1 => smallvec![],
            2 => smallvec![edge(0, 1)],
            count => (0..count).map(|i| edge(i, (i + 1) % count)).collect(),
        };
        let normals = match &edges[..] {
            [first, second, _] if V::IS_3D => smallvec![exact::cross(first, second)],
            _ => smallvec![],
        };
        SatPolytope { corners, edges, normals, arcs: Vec::new(), is_solid: false, has_unit_edges: false }
    }

    #[inline(always)]
    fn of_bounds<V: Vector>(min: V, max: V, frame: &SatFrame) -> Self {
        let ends: [Coordinates<N>; 2] = [frame.point(min), frame.point(max)];
        let axes: SmallVec<[usize; 3]> = (0..V::DIMENSION).filter(|&axis| min[axis] < max[axis]).collect();
        let corner = |number: usize| {
            let mut corner = ends[0].clone();
            for (bit, &axis) in axes.iter().enumerate() {
                corner[axis] = ends[number >> bit & 1][axis].clone();
            }
            corner
        };
        let edge = |&axis: &usize| exact::vector(V::unit_axis(axis).to_f64());
        Self::of_parallel_sides::<V>(
            (0..1 << axes.len()).map(corner).collect(),
            axes.iter().map(edge).collect(),
        )
    }

    #[inline(always)]
    fn of_box<V: Vector>(obb: &Obb<V>, frame: &SatFrame) -> Self {
        let (half, axes) = (obb.half_extents(), obb.axes());
        let mut corners: SmallVec<[Coordinates<N>; 8]> = smallvec![frame.point(obb.center())];
        let mut edges: SmallVec<[Coordinates<N>; 8]> = smallvec![];
        for axis in (0..V::DIMENSION).filter(|&axis| half[axis].into() > 0.0) {
            let edge: Coordinates<N> = exact::vector(axes[axis].to_f64());
            let reach = exact::scaled(&edge, &frame.length(half[axis].into()));
            for i in 0..corners.len() {
                let corner = exact::sum(&corners[i], &reach);
                corners.push(corner);
                corners[i] = exact::difference(&corners[i], &reach);
            }
            edges.push(edge);
        }
        Self::of_parallel_sides::<V>(corners, edges)
    }

    /// A box that has no extent but along its edges.
    #[inline(always)]
    fn of_parallel_sides<V: Vector>(
        corners: SmallVec<[Coordinates<N>; 8]>,
        edges: SmallVec<[Coordinates<N>; 8]>,
    ) -> Self {
        let mut normals = smallvec![];
        if V::IS_3D {
            for i in 0..edges.len() {
                normals.extend(edges[i + 1..].iter().map(|edge| exact::cross(&edges[i], edge)));
            }
        }
        let is_solid = edges.len() == V::DIMENSION;
        SatPolytope { corners, edges, normals, arcs: Vec::new(), is_solid, has_unit_edges: true }
    }

    #[inline(always)]
    fn of_hull<V: Vector>(
        hull: &Hull<V>,
        rotation: &Rotation<V>,
        columns: &CornerColumns<N>,
        translation: &Coordinates<N>,
        frame: &SatFrame,
    ) -> Self {
        let place = |vertex: &V| {
            let [x, y, z] = frame.direction::<N, V>(*vertex);
            let turned = exact::sum(&exact::scaled(&columns[0], &x), &exact::scaled(&columns[1], &y));
            let turned = match V::DIMENSION {
                2 => turned,
                _ => exact::sum(&turned, &exact::scaled(&columns[2], &z)),
            };
            exact::sum(&turned, translation)
        };
        let corners: SmallVec<[Coordinates<N>; 8]> = hull.vertices().iter().map(place).collect();
        let way = |a: u32, b: u32| exact::difference(&corners[b as usize], &corners[a as usize]);
        let count = corners.len() as u32;
        let (edges, normals) = if V::IS_2D {
            // A segment has two sides, which are one edge.
            let sides = if count < 3 { count - 1 } else { count };
            ((0..sides).map(|i| way(i, if i + 1 == count { 0 } else { i + 1 })).collect(), smallvec![])
        } else {
            let normal = |face| match hull.face(face) {
                [a, b, c, ..] => exact::cross(&way(*a, *b), &way(*b, *c)),
                _ => exact::vector([0.0; 3]),
            };
            // The two sides of a flat one have one normal.
            let faces = if hull.dimension() == 2 { 1 } else { hull.face_count() };
            let edges = hull.edges().iter().map(|edge| way(edge.vertices[0], edge.vertices[1])).collect();
            (edges, (0..faces).map(normal).collect())
        };
        let is_solid = hull.dimension() == V::DIMENSION;
        let arcs = if is_solid && V::IS_3D { arcs(hull, rotation) } else { Vec::new() };
        SatPolytope { corners, edges, normals, arcs, is_solid, has_unit_edges: false }
    }

    /// Least and greatest inner product of a corner with an axis.
    pub fn extent(&self, axis: &Coordinates<N>) -> (N, N) {
        let first = exact::dot(&self.corners[0], axis);
        self.corners[1..].iter().fold((first.clone(), first), |(low, high), corner| {
            let along = exact::dot(corner, axis);
            (low.min(&along), high.max(&along))
        })
    }
}

/// The arcs of the edges of a polyhedron.
fn arcs<V: Vector>(hull: &Hull<V>, rotation: &Rotation<V>) -> Vec<Arc> {
    let columns = rotation.columns();
    let columns = V::Double::basis_from_fn(|axis| columns[axis].to_double());
    let turned = |face: u32| {
        let normal = hull.normal(face).get().to_double();
        (1..V::DIMENSION).fold(columns[0] * normal[0], |sum, i| sum + columns[i] * normal[i]).to_f64()
    };
    let normals: Vec<[f64; 3]> = (0..hull.face_count()).map(turned).collect();
    hull.edges()
        .iter()
        .map(|edge| Arc::new::<V::Scalar>(edge.faces.map(|face| normals[face as usize])))
        .collect()
}

type CornerColumns<N> = [Coordinates<N>; 3];
