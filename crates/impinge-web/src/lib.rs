//! The engine in a web page: WebAssembly with a small interface, typed for TypeScript in `web/engine`.
//!
//! [`query`] answers all that `impinge query` answers, in `f64`, in the same words and to the same bit.
//! [`CollisionWorld2`] and
//! [`CollisionWorld3`] are worlds of moving colliders for games, whose positions, rotations and events go by
//! the thousand in one array.
//!
//! Answers are exact or conservative here as everywhere: nothing is computed anew in JavaScript.

#![deny(missing_docs)]

mod world;

use wasm_bindgen::prelude::wasm_bindgen;

pub use world::{CollisionWorld2, CollisionWorld3};

/// The answer to a request, both as JSON: docs/query.md is the manual. What is wrong with a request is an
/// answer as well, with the field `error`. The `id` of a request without one is 1.
///
/// ```
/// let request = r#"{"op":"distance","a":{"type":"ball","radius":1},"b":{"type":"aabb","min":[3,0,0],"max":[4,1,1]}}"#;
/// assert!(impinge_web::query(request).contains(r#""distance":2.0"#));
/// assert!(impinge_web::query("{}").contains(r#""error":"\"op\" is missing""#));
/// ```
#[wasm_bindgen]
pub fn query(request: &str) -> String {
    impinge_query::answer(request.as_bytes(), 1).to_string()
}

/// The version of the engine.
///
/// ```
/// assert!(impinge_web::version().starts_with("0."));
/// ```
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
