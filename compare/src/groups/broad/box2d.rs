//! Box2D 3 through its C functions, built as in `groups/poly2d/box2d.rs`.

use std::ffi::c_void;

use boxdd_sys::ffi;
use glam::Vec2;
use impinge::shape::Aabb;

use super::Phase;
use super::dynamic_tree::{DynamicTree, Filled, show};
use crate::workload::objects::Frames;

/// Fills it.
pub fn start(frames: &Frames<Vec2>) -> Box<dyn Phase<Vec2>> {
    Box::new(Filled::<Vec2, Tree>::new(frames))
}

struct Tree(ffi::b2DynamicTree);

impl Drop for Tree {
    fn drop(&mut self) {
        // SAFETY: it was made by Box2D, and goes with this.
        unsafe { ffi::b2DynamicTree_Destroy(&raw mut self.0) };
    }
}

fn vector(v: Vec2) -> ffi::b2Vec2 {
    ffi::b2Vec2 { x: v.x, y: v.y }
}

/// # Safety
/// As for [`show`], and `input` must be there.
unsafe extern "C" fn pass<F: FnMut(u64, f32) -> f32>(
    input: *const ffi::b2RayCastInput,
    _proxy: i32,
    number: u64,
    context: *mut c_void,
) -> f32 {
    // SAFETY: it is an `F`, and nobody else uses it.
    unsafe { (*context.cast::<F>())(number, (*input).maxFraction) }
}

// SAFETY, for all calls below: the tree was made by Box2D, proxies are its own, and callbacks end before what
// they are given does.
impl DynamicTree<Vec2> for Tree {
    type Bounds = ffi::b2AABB;

    fn bounds(bounds: &Aabb<Vec2>) -> ffi::b2AABB {
        ffi::b2AABB { lowerBound: vector(bounds.min()), upperBound: vector(bounds.max()) }
    }

    fn create(capacity: usize) -> Self {
        Tree(unsafe { ffi::b2DynamicTree_Create(capacity as i32) })
    }

    fn add(&mut self, bounds: ffi::b2AABB, number: u64) -> i32 {
        unsafe { ffi::b2DynamicTree_CreateProxy(&raw mut self.0, bounds, 1, number) }
    }

    fn enlarge(&mut self, proxy: i32, bounds: ffi::b2AABB) {
        unsafe { ffi::b2DynamicTree_EnlargeProxy(&raw mut self.0, proxy, bounds) }
    }

    fn rebuild(&mut self) {
        unsafe { ffi::b2DynamicTree_Rebuild(&raw mut self.0, false) };
    }

    fn query<F: FnMut(u64)>(&self, bounds: ffi::b2AABB, found: &mut F) {
        let context = (found as *mut F).cast();
        unsafe { ffi::b2DynamicTree_QueryAll(&raw const self.0, bounds, Some(show::<F>), context) };
    }

    fn cast<F: FnMut(u64, f32) -> f32>(&self, start: Vec2, way: Vec2, found: &mut F) {
        let input = ffi::b2RayCastInput { origin: vector(start), translation: vector(way), maxFraction: 1.0 };
        let context = (found as *mut F).cast();
        unsafe {
            ffi::b2DynamicTree_RayCast(&raw const self.0, &raw const input, 1, Some(pass::<F>), context)
        };
    }

    fn bytes(&self) -> usize {
        unsafe { ffi::b2DynamicTree_GetByteCount(&raw const self.0) as usize }
    }
}
