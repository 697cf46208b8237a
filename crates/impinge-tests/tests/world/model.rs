//! What a world should hold and tell: a list, asked pair by pair.

use std::collections::BTreeMap;

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::broad::CollisionFilter;
use impinge::compound::{AnyShape, Compound, SurfaceMesh};
use impinge::math::{Pose, Scalar, Vector};
use impinge::prelude::*;
use impinge::shape::{Aabb, Ball, Capsule, Mesh};
use impinge::sweep::AngularVelocity;
use impinge::world::{Collider, ColliderHandle};

/// Vectors of worlds in which things turn; in the plane about the third axis.
pub trait Spinning: Vector {
    type Spin: AngularVelocity<Self>;

    fn spin(axis: [f64; 3]) -> Self::Spin;
}

macro_rules! spinning {
    ($vector:ty, $spin:ty, $of:expr) => {
        impl Spinning for $vector {
            type Spin = $spin;

            fn spin(axis: [f64; 3]) -> $spin {
                ($of)(axis)
            }
        }
    };
}

spinning!(Vec2, f32, |[_, _, z]: [f64; 3]| z as f32);
spinning!(DVec2, f64, |[_, _, z]: [f64; 3]| z);
spinning!(Vec3, Vec3, |axis: [f64; 3]| Vec3::from_f64(axis));
spinning!(DVec3, DVec3, |axis: [f64; 3]| DVec3::from_f64(axis));

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % count as u64) as usize
    }

    /// A multiple of a quarter from −`reach` to `reach`: what is computed of these is exact.
    pub fn quarter(&mut self, reach: usize) -> f64 {
        self.below(8 * reach + 1) as f64 / 4.0 - reach as f64
    }

    pub fn place<D: Vector<Scalar = f64>>(&mut self, reach: usize) -> D {
        D::from_fn(|_| self.quarter(reach))
    }

    /// Some turn, by any angle, and others are speculative.
    pub fn lively_object<V: Spinning>(&mut self) -> Collider<V> {
        let object = self.object::<V>();
        match self.below(4) {
            0 => object.with_angular_velocity(self.spin::<V>()).expect("finite"),
            1 => object.with_speculative_contacts(),
            _ => object,
        }
    }

    pub fn object<V: Vector>(&mut self) -> Collider<V> {
        let mut object = Collider::new(self.shape::<V>()).with_position(self.place(6)).expect("finite");
        object = object.with_velocity(self.place(1)).expect("finite");
        if self.below(4) == 0 {
            object = object.fixed();
        }
        if self.below(8) == 0 {
            object = object.sensor();
        }
        if self.below(8) == 0 {
            object = object.with_filter(self.filter());
        }
        object.with_margin(self.margin::<V>()).expect("finite")
    }

    /// Mostly none. Nothing that lies at quarters is as far apart as one of these, or as two.
    pub fn margin<V: Vector>(&mut self) -> V::Scalar {
        V::Scalar::from_f64(if self.below(4) == 0 { 0.1875 } else { 0.0 })
    }

    pub fn spin<V: Spinning>(&mut self) -> V::Spin {
        V::spin([0; 3].map(|_| self.quarter(3)))
    }

    pub fn filter(&mut self) -> CollisionFilter {
        CollisionFilter { layers: self.below(4) as u32, mask: self.below(4) as u32 }
    }

    pub fn shape<V: Vector>(&mut self) -> AnyShape<V> {
        let half = V::Scalar::from_f64(0.5);
        let corner = |x: f64| V::splat(V::Scalar::from_f64(x));
        let cube = Aabb::new(corner(-0.5), corner(0.75)).expect("a box");
        match self.below(5) {
            0 => Ball::new(corner(0.25), half).expect("a ball").into(),
            1 => cube.into(),
            2 => Capsule::new(-V::unit_axis(0), V::unit_axis(0), half).expect("a capsule").into(),
            3 => {
                let ball = Ball::new(V::ZERO, half).expect("a ball").into();
                let parts: [(AnyShape<V>, Pose<V>); 2] =
                    [(cube.into(), Pose::identity()), (ball, Pose::from_translation(V::unit_axis(1)))];
                Compound::new(parts).expect("a compound").into()
            }
            _ => {
                let corners = vec![V::ZERO, V::unit_axis(0), V::unit_axis(1), V::unit_axis(V::DIMENSION - 1)];
                let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
                SurfaceMesh::new(Mesh::new(corners, triangles).expect("a mesh")).into()
            }
        }
    }
}

/// Who is there, and who touched whom when a step was made last.
pub struct Model<V: Vector> {
    pub objects: BTreeMap<ColliderHandle, Collider<V>>,
    pub touching: Vec<[ColliderHandle; 2]>,
    /// Where those who are speculative will go in the next step; they do not turn here.
    pub ahead: BTreeMap<ColliderHandle, V::Double>,
}

impl<V: Vector> Model<V> {
    pub fn new() -> Self {
        Model { objects: BTreeMap::new(), touching: Vec::new(), ahead: BTreeMap::new() }
    }

    /// An object seen from the origin.
    pub fn placed(object: &Collider<V>) -> AnyShape<V> {
        object.shape().at(&Pose::from_translation(V::from_double(object.position())))
    }

    /// All pairs that touch, by their numbers.
    pub fn touching_now(&self) -> Vec<[ColliderHandle; 2]> {
        let turned: Vec<(ColliderHandle, &Collider<V>, AnyShape<V>)> = self
            .objects
            .iter()
            .map(|(handle, object)| {
                let pose = Pose { rotation: object.rotation(), translation: V::ZERO };
                (*handle, object, object.shape().at(&pose))
            })
            .collect();
        let mut found = Vec::new();
        for (i, (a, one, shape)) in turned.iter().enumerate() {
            for (b, other, other_shape) in &turned[i + 1..] {
                let between = other.position() - one.position();
                // No shape reaches further than 1.5, and nothing goes by more than 0.5 in a step.
                let is_far = between.abs().max_element() > 4.5;
                let meet = !(one.is_fixed() && other.is_fixed()) && one.filter().allows(other.filter());
                if !meet || is_far {
                    continue;
                }
                let other_shape = other_shape.at(&Pose::from_translation(V::from_double(between)));
                let is_sensor = one.is_sensor() || other.is_sensor();
                let mut margin = one.margin() + other.margin();
                if !is_sensor {
                    margin += self.margin([*a, *b]);
                }
                let is_near = margin > V::Scalar::ZERO && shape.distance(&other_shape) <= margin;
                if is_near || shape.intersects(&other_shape) {
                    found.push([*a, *b]);
                }
            }
        }
        found
    }

    /// How near two count as touching, for as far as they will go, the one as seen from the other; rounded
    /// up.
    fn margin(&self, pair: [ColliderHandle; 2]) -> V::Scalar {
        let [a, b] = pair.map(|handle| self.ahead.get(&handle).copied().unwrap_or(V::Double::ZERO));
        let way: f64 = (a - b).length();
        let rounded = V::Scalar::from_f64(way);
        if rounded.into() < way { rounded.next_up() } else { rounded }
    }
}
