//! How much memory something holds: what it allocated, less what it gave back, on the thread that built it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, with a count of bytes for each thread. It costs about a nanosecond a call.
pub struct Counting;

thread_local! {
    /// May be below zero: memory wanders between threads.
    static HELD: Cell<isize> = const { Cell::new(0) };
}

fn count(change: isize) {
    // A thread that ends frees memory when its count is gone.
    let _ = HELD.try_with(|held| held.set(held.get() + change));
}

// SAFETY: everything is passed on to the system's allocator as it came; layouts are never larger than
// `isize::MAX`.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as isize - layout.size() as isize);
        unsafe { System.realloc(place, layout, size) }
    }
}

/// What `build` gives, and how many bytes of the heap it holds. C and C++ allocate elsewhere.
pub fn held<T>(build: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.get();
    let built = build();
    let bytes = HELD.get() - before;
    (built, usize::try_from(bytes).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_back_does_not_count() {
        let (kept, bytes) = held(|| {
            let passing = vec![1_u64; 1000];
            let mut kept = vec![passing[7]; 100];
            kept.reserve_exact(900);
            kept
        });
        assert_eq!((kept.len(), bytes), (100, 8000));
    }
}
