//! Box3D through its C functions, built as in `groups/convex/box3d.rs`.

use std::ffi::c_void;

use boxddd_sys::ffi;
use glam::Vec3;
use impinge::shape::Aabb;

use super::Phase;
use super::dynamic_tree::{DynamicTree, Filled, show};
use crate::workload::objects::Frames;

/// Fills it.
pub fn start(frames: &Frames<Vec3>) -> Box<dyn Phase<Vec3>> {
    Box::new(Filled::<Vec3, Tree>::new(frames))
}

struct Tree(ffi::b3DynamicTree);

impl Drop for Tree {
    fn drop(&mut self) {
        // SAFETY: it was made by Box3D, and goes with this.
        unsafe { ffi::b3DynamicTree_Destroy(&raw mut self.0) };
    }
}

fn vector(v: Vec3) -> ffi::b3Vec3 {
    ffi::b3Vec3 { x: v.x, y: v.y, z: v.z }
}

/// # Safety
/// As for [`show`], and `input` must be there.
unsafe extern "C" fn pass<F: FnMut(u64, f32) -> f32>(
    input: *const ffi::b3RayCastInput,
    _proxy: i32,
    number: u64,
    context: *mut c_void,
) -> f32 {
    // SAFETY: it is an `F`, and nobody else uses it.
    unsafe { (*context.cast::<F>())(number, (*input).maxFraction) }
}

// SAFETY, for all calls below: the tree was made by Box3D, proxies are its own, and callbacks end before what
// they are given does.
impl DynamicTree<Vec3> for Tree {
    type Bounds = ffi::b3AABB;

    fn bounds(bounds: &Aabb<Vec3>) -> ffi::b3AABB {
        ffi::b3AABB { lowerBound: vector(bounds.min()), upperBound: vector(bounds.max()) }
    }

    fn create(capacity: usize) -> Self {
        Tree(unsafe { ffi::b3DynamicTree_Create(capacity as i32) })
    }

    fn add(&mut self, bounds: ffi::b3AABB, number: u64) -> i32 {
        unsafe { ffi::b3DynamicTree_CreateProxy(&raw mut self.0, bounds, 1, number) }
    }

    fn enlarge(&mut self, proxy: i32, bounds: ffi::b3AABB) {
        unsafe { ffi::b3DynamicTree_EnlargeProxy(&raw mut self.0, proxy, bounds) }
    }

    fn rebuild(&mut self) {
        unsafe { ffi::b3DynamicTree_Rebuild(&raw mut self.0, false) };
    }

    fn query<F: FnMut(u64)>(&self, bounds: ffi::b3AABB, found: &mut F) {
        let context = (found as *mut F).cast();
        unsafe { ffi::b3DynamicTree_Query(&raw const self.0, bounds, 1, false, Some(show::<F>), context) };
    }

    fn cast<F: FnMut(u64, f32) -> f32>(&self, start: Vec3, way: Vec3, found: &mut F) {
        let input = ffi::b3RayCastInput { origin: vector(start), translation: vector(way), maxFraction: 1.0 };
        let context = (found as *mut F).cast();
        unsafe {
            ffi::b3DynamicTree_RayCast(
                &raw const self.0,
                &raw const input,
                1,
                false,
                Some(pass::<F>),
                context,
            )
        };
    }

    fn bytes(&self) -> usize {
        unsafe { ffi::b3DynamicTree_GetByteCount(&raw const self.0) as usize }
    }
}
