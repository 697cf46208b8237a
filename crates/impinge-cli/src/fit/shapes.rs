//! The volumes as JSON lines, each the beginning of a request of `impinge query`: only `op` and what it needs
//! is missing.

use impinge_query::PlacedVolume;
use serde::Serialize;

use super::report::Object;

#[derive(Serialize)]
struct Line<'a> {
    id: Id<'a>,
    a: PlacedVolume<f64>,
}

/// What a volume belongs to.
#[derive(Serialize)]
struct Id<'a> {
    object: &'a str,
    volume: &'static str,
    tightest: bool,
}

/// All volumes of all objects, one per line.
pub(super) fn lines(objects: &[Object]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for object in objects {
        for fit in object.fits.candidates().iter().chain([object.fits.hull()]) {
            let volume = fit.shape().name();
            let id = Id { object: &object.path, volume, tightest: volume == object.tightest };
            // Neither such lines, whose keys are text, nor a vector has a way to fail.
            let written = serde_json::to_writer(&mut bytes, &Line { id, a: fit.shape().into() });
            debug_assert!(written.is_ok(), "{written:?}");
            bytes.push(b'\n');
        }
    }
    bytes
}
