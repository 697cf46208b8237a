//! Cylinders, cones and what they touch, along lines, in faces and in points: all numbers are short binary
//! fractions and all directions multiples of (3, 4)/5, so that shapes touch exactly, and what a move makes of
//! them is known.

use glam::{DVec3, Vec3};
use impinge::compound::{AnyShape, CompoundError, SurfaceMesh};
use impinge::math::{Pose, Rotation, Scalar};
use impinge::prelude::*;
use impinge::shape::{Ball, Capsule, Cone, Cylinder, Hull, Mesh, Obb, Segment, Triangle};
use impinge_tests::demand;

use crate::sample::Random;

/// Numbers that `f32` holds exactly, with room for sums.
struct Numbers(Random);

impl Numbers {
    fn below(&mut self, count: u64) -> u64 {
        (self.0.bits() >> 32) % count
    }
    /// A length of 1/16 to 4.
    fn length(&mut self) -> f64 {
        self.below(64) as f64 / 16.0 + 0.0625
    }
    /// From −4 to 4.
    fn offset(&mut self) -> f64 {
        self.below(129) as f64 / 16.0 - 4.0
    }
    fn is_heads(&mut self) -> bool {
        self.below(2) == 0
    }
    /// A direction in a plane with a unit of length, at which its multiples are exact.
    fn direction(&mut self) -> ([f64; 2], f64) {
        let (x, y) = [(3.0, 4.0), (4.0, 3.0), (5.0, 0.0), (0.0, 5.0)][self.below(4) as usize];
        let (s, t) = (if self.is_heads() { 1.0 } else { -1.0 }, if self.is_heads() { 1.0 } else { -1.0 });
        ([x * s, y * t], 5.0)
    }
}

/// Where all of it is: an exact turn and move.
struct Place<V: Vector> {
    axes: [usize; 3],
    signs: [f64; 3],
    offset: [f64; 3],
    of: std::marker::PhantomData<V>,
}

impl<V: Vector> Place<V> {
    fn new(numbers: &mut Numbers) -> Self {
        let axes = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
        let axes = axes[numbers.below(6) as usize];
        let signs = [0; 3].map(|_| if numbers.is_heads() { 1.0 } else { -1.0 });
        Place { axes, signs, offset: [0; 3].map(|_| numbers.offset()), of: std::marker::PhantomData }
    }
    fn vector(&self, vector: [f64; 3]) -> V {
        V::from_f64(std::array::from_fn(|axis| vector[self.axes[axis]] * self.signs[axis]))
    }
    fn point(&self, point: [f64; 3]) -> V {
        self.vector(point) + V::from_f64(self.offset)
    }
    fn axis(&self, axis: usize) -> V {
        self.vector(std::array::from_fn(|i| if i == axis { 1.0 } else { 0.0 }))
    }
    /// The pose whose second axis is one of the axes.
    fn pose(&self, along: usize, center: [f64; 3]) -> Result<Pose<V>, CompoundError> {
        let columns = [2, 0, 1].map(|i| self.axis((along + i) % 3));
        let rotation = Rotation::from_columns(V::basis_from_fn(|i| columns[i]))?;
        Ok(Pose { rotation, translation: self.point(center) })
    }
}

/// A length in the precision of a vector.
fn scalar<V: Vector>(length: f64) -> V::Scalar {
    V::Scalar::from_f64(length)
}

type Pair<V> = Result<(AnyShape<V>, AnyShape<V>), CompoundError>;

/// A round shape and one that touches it, but for `moved` times 5: by so much it is moved away along the
/// common normal.
fn touching<V: Vector>(kind: u32, numbers: &mut Numbers, moved: f64) -> Pair<V> {
    let place = Place::<V>::new(numbers);
    let (height, other_height) = (numbers.length(), numbers.length());
    let cylinder = |along: usize, center: [f64; 3], height: f64, radius: f64| {
        Ok::<_, CompoundError>(
            Cylinder::new(scalar::<V>(height), scalar::<V>(radius), place.pose(along, center)?)?.into(),
        )
    };
    let cuboid = |low: [f64; 3], high: [f64; 3], kind: u64| -> Result<AnyShape<V>, CompoundError> {
        let center = std::array::from_fn(|i| low[i] / 2.0 + high[i] / 2.0);
        let half: [f64; 3] = std::array::from_fn(|i| high[i] / 2.0 - low[i] / 2.0);
        let corners: [V; 8] = std::array::from_fn(|corner| {
            place.point(std::array::from_fn(|i| if corner >> i & 1 == 1 { high[i] } else { low[i] }))
        });
        Ok(match kind {
            0 => {
                let rotation = Rotation::from_columns(V::basis_from_fn(|axis| place.axis(axis)))?;
                Obb::new(place.point(center), V::from_f64(half), rotation)?.into()
            }
            1 => Hull::new(&corners)?.into(),
            _ => {
                let faces =
                    [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
                let triangles = faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
                SurfaceMesh::new(Mesh::new(corners.to_vec(), triangles).unwrap_or_default()).into()
            }
        })
    };
    let (radius, other) = (numbers.length() * 5.0, numbers.length() * 5.0);
    let first: AnyShape<V> = cylinder(1, [0.0; 3], height, radius)?;
    let ([x, z], unit) = numbers.direction();
    // Within the heights of both, or so that ends meet.
    let sum = height + other_height;
    let is_at_ends = numbers.below(4) == 0 && moved == 0.0;
    let along = sum * numbers.offset() / 8.0;
    let along = if is_at_ends { sum } else { along };
    let beside = |distance: f64| [x * distance / unit, along, z * distance / unit];
    let shift =
        |center: [f64; 3], way: [f64; 3]| -> [f64; 3] { std::array::from_fn(|i| center[i] + way[i] * moved) };
    let side = [x, 0.0, z];
    // Which corner of a hull in `f32` is furthest is known up to its roundings only.
    let is_single = V::Scalar::UNIT_ROUNDOFF.into() > 1e-10;
    let solid = match numbers.below(3) {
        1 if is_single => 0,
        solid => solid,
    };
    Ok(match kind {
        // Side by side.
        0 => (first, cylinder(1, shift(beside(radius + other), side), other_height, other)?),
        // Crossed.
        1 => {
            let way = [0.0, 0.0, 5.0];
            let along = height * numbers.offset() / 4.0;
            let across = other_height * numbers.offset() / 4.0;
            (first, cylinder(0, shift([across, along, radius + other], way), other_height, other)?)
        }
        // Cap on cap.
        2 => {
            let way = [0.0, 5.0, 0.0];
            let apart = (radius + other) / unit * numbers.offset() / 8.0;
            (first, cylinder(1, shift([x * apart, sum, z * apart], way), other_height, other)?)
        }
        // A side on a cap.
        3 => {
            let way = [0.0, 5.0, 0.0];
            let across = radius * numbers.offset() / 8.0;
            (first, cylinder(0, shift([0.0, height + other, across], way), other_height, other)?)
        }
        // A face against the side.
        4 => {
            let way = [5.0, 0.0, 0.0];
            let (low, high) = (
                [radius, along - other_height, -numbers.length()],
                [radius + other, along + other_height, numbers.length()],
            );
            (first, cuboid(shift(low, way), shift(high, way), solid)?)
        }
        // An edge along the side.
        5 => {
            let at = beside(radius);
            let far = [at[0] + x.signum() * other, along + 2.0 * other_height, at[2] + z.signum() * other];
            // Where one of both is 0, the edge is one of a face across.
            let low: [f64; 3] = std::array::from_fn(|i| at[i].min(far[i]));
            let high: [f64; 3] = std::array::from_fn(|i| at[i].max(far[i]));
            let (low, high) =
                ([low[0], low[1] - other_height, low[2]], [high[0], high[1] - other_height, high[2]]);
            (first, cuboid(shift(low, side), shift(high, side), solid)?)
        }
        // A face on a cap.
        6 => {
            let way = [0.0, 5.0, 0.0];
            let at = [radius * numbers.offset() / 8.0, height, radius * numbers.offset() / 8.0];
            let (low, high) =
                ([at[0] - other, at[1], at[2] - other], [at[0] + other, at[1] + other_height, at[2] + other]);
            (first, cuboid(shift(low, way), shift(high, way), solid)?)
        }
        // A ball beside, and on a rim.
        7 | 8 => {
            let (center, way) = if kind == 7 {
                (
                    [
                        x * (radius + other) / unit,
                        height * numbers.offset() / 4.0,
                        z * (radius + other) / unit,
                    ],
                    side,
                )
            } else {
                let up = other / 5.0;
                ([radius + up * 3.0, height + up * 4.0, 0.0], [3.0, 4.0, 0.0])
            };
            (first, Ball::new(place.point(shift(center, way)), scalar::<V>(other))?.into())
        }
        // A capsule beside.
        9 => {
            let center = shift(beside(radius + other), side);
            let end = |sign: f64| place.point([center[0], center[1] + sign * other_height, center[2]]);
            (first, Capsule::new(end(-1.0), end(1.0), scalar::<V>(other))?.into())
        }
        // A segment along the side, and one across.
        10 | 11 => {
            let center = shift([x * radius / unit, height * numbers.offset() / 8.0, z * radius / unit], side);
            let along = if kind == 10 { [0.0, other_height, 0.0] } else { [-z, 0.0, x] };
            let end = |sign: f64| place.point(std::array::from_fn(|i| center[i] + sign * along[i]));
            (first, Segment::new(end(-1.0), end(1.0))?.into())
        }
        // A triangle that the side lies on.
        12 => {
            let center = shift([x * radius / unit, 0.0, z * radius / unit], side);
            let corner = |along: f64, across: f64| {
                place.point([center[0] - z * across, center[1] + along, center[2] + x * across])
            };
            let corners = [
                corner(-other_height, -1.0),
                corner(other_height, -2.0),
                corner(height * numbers.offset() / 8.0, 3.0),
            ];
            (first, Triangle::new(corners)?.into())
        }
        // A cone beside: its rim touches the side, or its base a cap.
        13 => {
            let (center, way) = if numbers.is_heads() {
                (beside(radius + other), side)
            } else {
                (beside((radius + other) / 2.0), [0.0, 5.0, 0.0])
            };
            let base = if way == side { height * 0.5 } else { height };
            let center = [center[0], base + other_height, center[2]];
            let cone =
                Cone::new(scalar::<V>(other_height), scalar::<V>(other), place.pose(1, shift(center, way))?)?;
            (first, cone.into())
        }
        // A rounded cylinder beside a rounded box.
        _ => {
            let way = [5.0, 0.0, 0.0];
            let (low, high) = (
                [radius + 5.0, along - other_height, -1.0],
                [radius + 5.0 + other, along + other_height, 1.0],
            );
            let cuboid =
                cuboid(shift(low, way), shift(high, way), solid % 2)?.with_rounding(scalar::<V>(3.0))?;
            (first.with_rounding(scalar::<V>(2.0))?, cuboid)
        }
    })
}

const KINDS: u32 = 15;

fn check<V: Vector>() -> Result<(), CompoundError> {
    let mut wrong = std::collections::BTreeMap::<(u32, &str), (usize, String)>::new();
    for case in 0..demand::cases("IMPINGE_PAIRS", 40) as u64 {
        for kind in 0..KINDS {
            let seed = demand::seed(case * u64::from(KINDS) + u64::from(kind));
            let make = |moved: f64| touching::<V>(kind, &mut Numbers(Random::new(seed)), moved);
            let mut tell = |what: &'static str, text: String| {
                let line = wrong.entry((kind, what)).or_insert((0, text));
                line.0 += 1;
            };
            let (a, b) = make(0.0)?;
            for (a, b) in [(&a, &b), (&b, &a)] {
                let (relation, nearest) = (a.relation(b), a.closest_points(b));
                if relation != Relation::Touching {
                    tell("touching", format!("{relation:?} {:?}: {a:?} and {b:?}", nearest.distance));
                }
                let distance: f64 = nearest.distance.into();
                if distance != 0.0 {
                    tell("distance", format!("{distance:e}: {a:?} and {b:?}"));
                }
                if let Some(contact) = a.penetration(b) {
                    tell("penetration", format!("{:?}", contact.distance));
                }
            }
            // 2⁻¹⁶ of the direction's length: exact in `f32`, too.
            for moved in [-1.0 / 65536.0, 1.0 / 65536.0] {
                let (a, b) = make(moved)?;
                let (relation, nearest) = (a.relation(&b), a.closest_points(&b));
                let distance: f64 = nearest.distance.into();
                if relation != if moved < 0.0 { Relation::Overlapping } else { Relation::Disjoint } {
                    tell("moved relation", format!("{moved} {relation:?} {distance}: {a:?} and {b:?}"));
                }
                let expected = moved * 5.0;
                // Round shapes in `f32` are followed to 10⁻⁶ of their size, if they are deep in each other.
                let accuracy = (1e-6 * expected.abs()).max(512.0 * V::Scalar::UNIT_ROUNDOFF.into());
                if (distance - expected).abs() > accuracy {
                    tell("moved distance", format!("{expected} {distance:e}: {a:?} and {b:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    Ok(())
}

#[test]
fn round_shapes_touch_exactly() -> Result<(), CompoundError> {
    check::<DVec3>()?;
    check::<Vec3>()
}
