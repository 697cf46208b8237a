//! Binary STL: little-endian f32.

use impinge::glam::{DVec3, Vec3};

use super::add_solid;
use super::weld::Welder;
use crate::SceneError;
use crate::loading::Loading;
use crate::words::counted;

/// 80 bytes of free text and the number of triangles.
const HEADER: usize = 84;
/// Normal, three corners (12 bytes each) and two bytes of attributes.
const TRIANGLE: usize = 50;

/// Does the number of triangles agree with the length of the file? No other kind of file passes this.
pub(crate) fn has_exact_binary_length(bytes: &[u8]) -> bool {
    triangle_count(bytes).is_some_and(|count| announced_length(count) == bytes.len() as u64)
}

fn triangle_count(bytes: &[u8]) -> Option<u32> {
    bytes.get(80..HEADER)?.try_into().ok().map(u32::from_le_bytes)
}

fn announced_length(triangles: u32) -> u64 {
    HEADER as u64 + TRIANGLE as u64 * u64::from(triangles)
}

pub(crate) fn load(bytes: &[u8], loading: &mut Loading) -> Result<(), SceneError> {
    let found = bytes.len() as u64;
    let count = triangle_count(bytes).ok_or_else(|| loading.truncated("header", HEADER as u64, found))?;
    let announced = announced_length(count);
    if found < announced {
        return Err(loading.truncated(format!("{count} triangles"), announced, found));
    }
    if found > announced {
        let (bytes, triangles) = (counted(found - announced, "byte"), counted(count.into(), "triangle"));
        let message = format!("{bytes} after the last of {triangles}: ignored");
        loading.warn("end of file", message);
    }
    loading.reserve_triangles("header", count as usize)?;
    let mut welder = Welder::default();
    for triangle in bytes[HEADER..].chunks_exact(TRIANGLE).take(count as usize) {
        welder.add([12, 24, 36].map(|offset| loading.to_metres(corner(&triangle[offset..offset + 12]))));
    }
    let (mesh, not_finite) = welder.finish();
    add_solid(None, mesh, not_finite, loading)
}

fn corner(bytes: &[u8]) -> DVec3 {
    let coordinate = |at: usize| f32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    Vec3::new(coordinate(0), coordinate(4), coordinate(8)).as_dvec3()
}
