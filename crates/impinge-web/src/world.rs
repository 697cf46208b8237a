//! Worlds for pages: objects have numbers; positions, rotations and events go in arrays.
//!
//! A number belongs to one object for ever: what has been taken out is an error to ask for, never another object.

use std::collections::HashMap;

use glam::{DVec2, DVec3};
use impinge::math::{Rotation, Unit, Vector};
use impinge::narrow::RayOptions;
use impinge::shape::Ray;
use impinge::world::{Among, Event, EventKind, Handle, Object, World};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// Which object has which number.
#[derive(Default)]
struct Numbers {
    /// By number; none for what was taken out.
    handles: Vec<Option<Handle>>,
    of: HashMap<Handle, u32>,
    /// What was taken out since the last step, and before it: the next events, and those of the last step, tell of it.
    gone: [Vec<Handle>; 2],
}

impl Numbers {
    fn add(&mut self, handle: Handle) -> u32 {
        let number = self.handles.len() as u32;
        self.handles.push(Some(handle));
        self.of.insert(handle, number);
        number
    }

    fn remove(&mut self, number: u32) {
        let gone = self.handles.get_mut(number as usize).and_then(Option::take);
        self.gone[0].extend(gone);
    }

    /// Forgets what no event tells of any more.
    fn step(&mut self) {
        let told = std::mem::take(&mut self.gone[0]);
        for handle in std::mem::replace(&mut self.gone[1], told) {
            self.of.remove(&handle);
        }
    }

    fn handle(&self, number: u32) -> Result<Handle, JsError> {
        let known = self.handles.get(number as usize).copied().flatten();
        known.ok_or_else(|| {
            JsError::new(&format!("there is no object {number}; it was taken out, or never there"))
        })
    }

    /// All that the world names has a number.
    fn of(&self, handle: Handle) -> u32 {
        self.of.get(&handle).copied().unwrap_or(u32::MAX)
    }
}

/// What a page is told of an event: 0 begin, 1 persist, 2 end.
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

/// How an object in the plane is turned, in radians; NaN if there is none.
fn angle(object: Option<&Object<DVec2>>) -> [f64; 1] {
    [object.map_or(f64::NAN, |object| object.rotation().angle())]
}

/// How an object in space is turned, as a quaternion x, y, z, w; NaN if there is none, or it is mirrored.
fn quaternion(object: Option<&Object<DVec3>>) -> [f64; 4] {
    let quaternion = object.and_then(|object| object.rotation().to_quaternion());
    quaternion.map_or([f64::NAN; 4], |quaternion| quaternion.to_array())
}

macro_rules! world {
    ($name:ident, $vector:ident, $read:ident, $about:literal, $told:ident, $turned:expr) => {
        #[doc = $about]
        #[wasm_bindgen]
        #[derive(Default)]
        pub struct $name {
            world: World<$vector>,
            numbers: Numbers,
        }

        #[wasm_bindgen]
        impl $name {
            /// An empty world.
            #[wasm_bindgen(constructor)]
            pub fn new() -> Self {
                Self::default()
            }

            /// Puts an object into it, described as JSON, and tells its number.
            pub fn add(&mut self, object: &str) -> Result<u32, JsError> {
                let object = impinge_query::$read(object).map_err(refuse)?;
                let handle = self.world.add(object).map_err(refuse)?;
                Ok(self.numbers.add(handle))
            }

            /// Takes an object out.
            pub fn remove(&mut self, number: u32) -> Result<(), JsError> {
                let handle = self.numbers.handle(number)?;
                self.world.remove(handle).map_err(refuse)?;
                self.numbers.remove(number);
                Ok(())
            }

            /// How many objects there are.
            #[wasm_bindgen(getter)]
            pub fn length(&self) -> u32 {
                self.world.len() as u32
            }

            /// Moves all that has a velocity or a spin on by so much time, and finds out what touches. Tells how many events there are.
            pub fn step(&mut self, time: f64) -> Result<u32, JsError> {
                let events = self.world.step(time).map_err(refuse)?.len() as u32;
                self.numbers.step();
                Ok(events)
            }

            /// What happened in the last step, three numbers each: what (0 begin, 1 persist, 2 end) and the numbers of both objects.
            pub fn events(&self) -> Vec<u32> {
                let of = |event: &Event<$vector>| {
                    [word(event.kind), self.numbers.of(event.a), self.numbers.of(event.b)]
                };
                self.world.events().iter().flat_map(of).collect()
            }

            /// After which share of the step each pair met on its way; NaN where it was not found there.
            #[wasm_bindgen(js_name = eventTimes)]
            pub fn event_times(&self) -> Vec<f64> {
                self.world.events().iter().map(|event| event.time.unwrap_or(f64::NAN)).collect()
            }

            /// The numbers of all that touch now, two by two.
            pub fn touches(&self) -> Vec<u32> {
                let touches = self.world.touches();
                touches.iter().flat_map(|pair| [self.numbers.of(pair.a), self.numbers.of(pair.b)]).collect()
            }

            /// Where all objects are, by their numbers; NaN for what was taken out.
            pub fn positions(&self) -> Vec<f64> {
                let nowhere = $vector::NAN;
                let place = |handle: &Option<Handle>| {
                    let object = handle.and_then(|handle| self.world.get(handle).ok());
                    object.map_or(nowhere, |object| object.position()).to_array()
                };
                self.numbers.handles.iter().flat_map(place).collect()
            }

            /// How all objects are turned, by their numbers: an angle each in the plane, a quaternion x, y, z, w in space; NaN for what was
            /// taken out.
            pub fn rotations(&self) -> Vec<f64> {
                let turn =
                    |handle: &Option<Handle>| $told(handle.and_then(|handle| self.world.get(handle).ok()));
                self.numbers.handles.iter().flat_map(turn).collect()
            }

            /// The boxes of the engine's tree at a depth, 0 the widest: the least corner of each, then its greatest one. None beyond the
            /// deepest, which has the boxes of the objects themselves.
            pub fn tree_boxes(&self, depth: u32) -> Vec<f64> {
                let mut told = Vec::new();
                for part in self.world.tree_boxes().take_while(|part| part.depth <= depth) {
                    if part.depth == depth {
                        told.extend(part.bounds.min().to_array());
                        told.extend(part.bounds.max().to_array());
                    }
                }
                told
            }

            /// Puts an object at a place.
            #[wasm_bindgen(js_name = moveTo)]
            pub fn move_to(&mut self, number: u32, position: &[f64]) -> Result<(), JsError> {
                let handle = self.numbers.handle(number)?;
                self.world.move_to(handle, point(position)?).map_err(refuse)
            }

            /// Turns an object: an angle in the plane, a quaternion x, y, z, w in space.
            #[wasm_bindgen(js_name = turnTo)]
            pub fn turn_to(&mut self, number: u32, rotation: &[f64]) -> Result<(), JsError> {
                let handle = self.numbers.handle(number)?;
                let turned: fn(&[f64]) -> Result<Rotation<$vector>, JsError> = $turned;
                self.world.turn_to(handle, turned(rotation)?).map_err(refuse)
            }

            /// Lets an object go, in units per unit of time.
            #[wasm_bindgen(js_name = setVelocity)]
            pub fn set_velocity(&mut self, number: u32, velocity: &[f64]) -> Result<(), JsError> {
                let handle = self.numbers.handle(number)?;
                self.world.set_velocity(handle, point(velocity)?).map_err(refuse)
            }

            /// What a ray hits first: the number of the object, how far along, and the point; nothing if it hits nothing within `max`.
            #[wasm_bindgen(js_name = closestHit)]
            pub fn closest_hit(
                &self,
                origin: &[f64],
                direction: &[f64],
                max: f64,
            ) -> Result<Option<Vec<f64>>, JsError> {
                let direction = Unit::new(point::<$vector>(direction)?).map_err(refuse)?;
                let ray = Ray::new(point::<$vector>(origin)?, direction).map_err(refuse)?;
                let options = RayOptions { max, ..RayOptions::default() };
                let hit = self.world.closest_hit(&ray, &options, &Among::default());
                Ok(hit.map(|hit| {
                    let first = [f64::from(self.numbers.of(hit.object)), hit.t];
                    first.into_iter().chain(hit.point.to_array()).collect()
                }))
            }
        }
    };
}

world!(
    World2,
    DVec2,
    object_in_plane,
    "A world in the plane: what touches what, while objects come, move and go.",
    angle,
    |rotation| {
        match rotation {
            [angle] if angle.is_finite() => Ok(Rotation::<DVec2>::from_angle(*angle)),
            _ => Err(JsError::new("a turn in the plane is one angle, in radians")),
        }
    }
);
world!(
    World3,
    DVec3,
    object_in_space,
    "A world in space: what touches what, while objects come, move and go.",
    quaternion,
    |rotation| {
        let [x, y, z, w] = *rotation else {
            return Err(JsError::new("a turn in space is a quaternion: x, y, z, w"));
        };
        Rotation::<DVec3>::from_quaternion(glam::DQuat::from_xyzw(x, y, z, w)).map_err(refuse)
    }
);
