//! Worlds for pages: colliders have numbers; positions, rotations and events go in arrays.
//!
//! A number belongs to one collider for ever: the number of a removed one is an error, never another
//! collider.

use std::collections::HashMap;

use impinge::glam::{DVec2, DVec3};
use impinge::math::{Rotation, Unit, Vector};
use impinge::narrow::RayOptions;
use impinge::shape::Ray;
use impinge::world::{Collider, ColliderHandle, CollisionEvent, CollisionWorld, EventKind, QueryFilter};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// Which collider has which number.
#[derive(Default)]
struct Numbers {
    /// By number; none for what was taken out.
    handles: Vec<Option<ColliderHandle>>,
    of: HashMap<ColliderHandle, u32>,
    /// Colliders removed since the last step, and before it: the next events, and the events of the
    /// last step, refer to them.
    gone: [Vec<ColliderHandle>; 2],
}

impl Numbers {
    fn add(&mut self, handle: ColliderHandle) -> u32 {
        let number = self.handles.len() as u32;
        self.handles.push(Some(handle));
        self.of.insert(handle, number);
        number
    }

    fn remove(&mut self, number: u32) {
        let gone = self.handles.get_mut(number as usize).and_then(Option::take);
        self.gone[0].extend(gone);
    }

    /// Drops the colliders that no event refers to any more.
    fn step(&mut self) {
        let told = std::mem::take(&mut self.gone[0]);
        for handle in std::mem::replace(&mut self.gone[1], told) {
            self.of.remove(&handle);
        }
    }

    fn handle(&self, number: u32) -> Result<ColliderHandle, JsError> {
        let known = self.handles.get(number as usize).copied().flatten();
        known.ok_or_else(|| {
            JsError::new(&format!("there is no collider {number}; it was removed, or never existed"))
        })
    }

    /// All that the world names has a number.
    fn of(&self, handle: ColliderHandle) -> u32 {
        self.of.get(&handle).copied().unwrap_or(u32::MAX)
    }
}

/// The number of an event kind for the page: 0 begin, 1 persist, 2 end.
fn word(kind: EventKind) -> u32 {
    match kind {
        EventKind::Begin => 0,
        EventKind::Persist => 1,
        EventKind::End => 2,
    }
}

fn refuse(error: impl ToString) -> JsError {
    JsError::new(&error.to_string())
}

/// Coordinates that a page gave.
fn point<V: Vector<Scalar = f64>>(coordinates: &[f64]) -> Result<V, JsError> {
    if coordinates.len() == V::DIMENSION {
        Ok(V::from_fn(|axis| coordinates[axis]))
    } else {
        let message = format!("{} numbers are needed, but there are {}", V::DIMENSION, coordinates.len());
        Err(JsError::new(&message))
    }
}

/// How a collider in the plane is turned, in radians; NaN if there is none.
fn angle(collider: Option<&Collider<DVec2>>) -> [f64; 1] {
    [collider.map_or(f64::NAN, |collider| collider.rotation().angle())]
}

/// How a collider in space is turned, as a quaternion x, y, z, w; NaN if there is none, or it is mirrored.
fn quaternion(collider: Option<&Collider<DVec3>>) -> [f64; 4] {
    let quaternion = collider.and_then(|collider| collider.rotation().to_quaternion());
    quaternion.map_or([f64::NAN; 4], |quaternion| quaternion.to_array())
}

macro_rules! world {
    ($name:ident, $vector:ident, $read:ident, $about:literal, $told:ident, $turned:expr) => {
        #[doc = $about]
        #[wasm_bindgen]
        #[derive(Default)]
        pub struct $name {
            world: CollisionWorld<$vector>,
            numbers: Numbers,
        }

        #[wasm_bindgen]
        impl $name {
            /// An empty world.
            #[wasm_bindgen(constructor)]
            pub fn new() -> Self {
                Self::default()
            }

            /// Adds a collider, described as JSON, and returns its number.
            pub fn add(&mut self, collider: &str) -> Result<u32, JsError> {
                let collider = impinge_query::$read(collider).map_err(refuse)?;
                let handle = self.world.add(collider).map_err(refuse)?;
                Ok(self.numbers.add(handle))
            }

            /// Removes a collider.
            pub fn remove(&mut self, number: u32) -> Result<(), JsError> {
                let handle = self.numbers.handle(number)?;
                self.world.remove(handle).map_err(refuse)?;
                self.numbers.remove(number);
                Ok(())
            }

            /// The number of colliders.
            #[wasm_bindgen(getter)]
            pub fn length(&self) -> u32 {
                self.world.len() as u32
            }

            /// Moves all that has a velocity or an angular velocity on by so much time, and finds the pairs
            /// in contact. Returns the number of events.
            pub fn step(&mut self, time: f64) -> Result<u32, JsError> {
                let events = self.world.step(time).map_err(refuse)?.len() as u32;
                self.numbers.step();
                Ok(events)
            }

            /// What happened in the last step, three numbers each: what (0 begin, 1 persist, 2 end) and the
            /// numbers of both colliders.
            pub fn events(&self) -> Vec<u32> {
                let of = |event: &CollisionEvent<$vector>| {
                    [word(event.kind), self.numbers.of(event.a), self.numbers.of(event.b)]
                };
                self.world.events().iter().flat_map(of).collect()
            }

            /// After which share of the step each pair met on its way; NaN where it was not found there.
            #[wasm_bindgen(js_name = eventTimes)]
            pub fn event_times(&self) -> Vec<f64> {
                self.world.events().iter().map(|event| event.time.unwrap_or(f64::NAN)).collect()
            }

            /// The numbers of all pairs in contact, two by two.
            #[wasm_bindgen(js_name = contactPairs)]
            pub fn contact_pairs(&self) -> Vec<u32> {
                let pairs = self.world.contact_pairs();
                pairs.iter().flat_map(|pair| [self.numbers.of(pair.a), self.numbers.of(pair.b)]).collect()
            }

            /// Where all colliders are, by their numbers; NaN for what was taken out.
            pub fn positions(&self) -> Vec<f64> {
                let nowhere = $vector::NAN;
                let place = |handle: &Option<ColliderHandle>| {
                    let collider = handle.and_then(|handle| self.world.get(handle).ok());
                    collider.map_or(nowhere, |collider| collider.position()).to_array()
                };
                self.numbers.handles.iter().flat_map(place).collect()
            }

            /// How all colliders are turned, by their numbers: an angle each in the plane, a quaternion x, y,
            /// z, w in space; NaN for what was taken out.
            pub fn rotations(&self) -> Vec<f64> {
                let turn = |handle: &Option<ColliderHandle>| {
                    $told(handle.and_then(|handle| self.world.get(handle).ok()))
                };
                self.numbers.handles.iter().flat_map(turn).collect()
            }

            /// The boxes of the engine's tree at a depth, 0 the widest: the least corner of each, then its
            /// greatest one. None beyond the deepest, which has the boxes of the colliders themselves.
            pub fn tree_boxes(&self, depth: u32) -> Vec<f64> {
                let mut corners = Vec::new();
                for part in self.world.tree_boxes().take_while(|part| part.depth <= depth) {
                    if part.depth == depth {
                        corners.extend(part.aabb.min().to_array());
                        corners.extend(part.aabb.max().to_array());
                    }
                }
                corners
            }

            /// Sets the position of a collider.
            #[wasm_bindgen(js_name = setPosition)]
            pub fn set_position(&mut self, number: u32, position: &[f64]) -> Result<(), JsError> {
                let handle = self.numbers.handle(number)?;
                self.world.set_position(handle, point(position)?).map_err(refuse)
            }

            /// Sets the rotation of a collider: an angle in the plane, a quaternion x, y, z, w in space.
            #[wasm_bindgen(js_name = setRotation)]
            pub fn set_rotation(&mut self, number: u32, rotation: &[f64]) -> Result<(), JsError> {
                let handle = self.numbers.handle(number)?;
                let turned: fn(&[f64]) -> Result<Rotation<$vector>, JsError> = $turned;
                self.world.set_rotation(handle, turned(rotation)?).map_err(refuse)
            }

            /// Sets the velocity of a collider, in units per unit of time.
            #[wasm_bindgen(js_name = setVelocity)]
            pub fn set_velocity(&mut self, number: u32, velocity: &[f64]) -> Result<(), JsError> {
                let handle = self.numbers.handle(number)?;
                self.world.set_velocity(handle, point(velocity)?).map_err(refuse)
            }

            /// What a ray hits first: the number of the collider, how far along, and the point; nothing if it
            /// hits nothing within `max`.
            #[wasm_bindgen(js_name = castRay)]
            pub fn cast_ray(
                &self,
                origin: &[f64],
                direction: &[f64],
                max: f64,
            ) -> Result<Option<Vec<f64>>, JsError> {
                let direction = Unit::new(point::<$vector>(direction)?).map_err(refuse)?;
                let ray = Ray::new(point::<$vector>(origin)?, direction).map_err(refuse)?;
                let options = RayOptions { max, ..RayOptions::default() };
                let hit = self.world.cast_ray(&ray, &options, &QueryFilter::default());
                Ok(hit.map(|hit| {
                    let first = [f64::from(self.numbers.of(hit.collider)), hit.t];
                    first.into_iter().chain(hit.point.to_array()).collect()
                }))
            }
        }
    };
}

world!(
    CollisionWorld2,
    DVec2,
    parse_collider_2d,
    "A 2D collision world: reports contacts while colliders are added, moved and removed.",
    angle,
    |rotation| {
        match rotation {
            [angle] if angle.is_finite() => Ok(Rotation::<DVec2>::from_angle(*angle)),
            _ => Err(JsError::new("a 2D rotation is one angle, in radians")),
        }
    }
);
world!(
    CollisionWorld3,
    DVec3,
    parse_collider_3d,
    "A 3D collision world: reports contacts while colliders are added, moved and removed.",
    quaternion,
    |rotation| {
        let [x, y, z, w] = *rotation else {
            return Err(JsError::new("a 3D rotation is a quaternion: x, y, z, w"));
        };
        Rotation::<DVec3>::from_quaternion(impinge::glam::DQuat::from_xyzw(x, y, z, w)).map_err(refuse)
    }
);
