//! Return types of visitor callbacks: whether a search continues.

use std::ops::ControlFlow;

/// Return type of the callback of a search.
///
/// - `()`: the search visits every result and returns `()`.
/// - [`ControlFlow`]: the search ends at the first [`ControlFlow::Break`]. It returns the break value, or
///   `Continue` if there was none.
///
/// ```
/// use std::ops::ControlFlow;
/// use glam::Vec2;
/// use impinge::shape::Aabb;
/// use impinge::bvh::Bvh;
/// let unit_at = |x: f32| Aabb::new(Vec2::new(x, 0.0), Vec2::new(x + 1.0, 1.0));
/// let tree = Bvh::new(&[unit_at(0.0)?, unit_at(2.0)?, unit_at(9.0)?]);
/// let around = Aabb::new(Vec2::ZERO, Vec2::splat(4.0))?;
/// // All items:
/// let mut items = Vec::new();
/// tree.query_aabb(&around, |item| items.push(item));
/// items.sort();
/// assert_eq!(items, [0, 1]);
/// // The first item that matches:
/// let found = tree.query_aabb(&around, |item| if item > 0 { ControlFlow::Break(item) } else { ControlFlow::Continue(()) });
/// assert_eq!(found, ControlFlow::Break(1));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "the closure of a search must return nothing or a `ControlFlow`, not `{Self}`",
    label = "this closure returns `{Self}`",
    note = "to visit all, return nothing: `|found| {{ set.insert(found); }}`",
    note = "to end the search, return `ControlFlow::Break(found)`; to continue, `ControlFlow::Continue(())`"
)]
pub trait Flow: sealed::Ending {}

impl Flow for () {}

impl<B> Flow for ControlFlow<B> {}

/// Seals [`Flow`]: other crates cannot implement it.
mod sealed {
    use std::ops::ControlFlow;

    pub trait Ending {
        /// Returns the result of a search that no callback ended.
        fn going_on() -> Self;

        /// Returns whether the search ends here.
        fn is_end(&self) -> bool;

        /// Converts to a `ControlFlow`, for loops.
        fn control(&self) -> ControlFlow<()> {
            if self.is_end() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }
}

/// Runs a search that is compiled once with a callback of any type.
#[inline]
pub(crate) fn visit<T, F: Flow>(
    mut callback: impl FnMut(T) -> F,
    search: impl FnOnce(&mut dyn FnMut(T) -> ControlFlow<()>),
) -> F {
    let mut answer = F::going_on();
    search(&mut |found| {
        answer = callback(found);
        answer.control()
    });
    answer
}

/// Runs a search that is compiled once, and reports several results at a time, with a callback of any type
/// for single results. A call for several costs less than one for each.
#[inline]
pub(crate) fn visit_each<T: Copy, F: Flow>(
    mut callback: impl FnMut(T) -> F,
    search: impl FnOnce(&mut dyn FnMut(&[T]) -> ControlFlow<()>),
) -> F {
    let mut answer = F::going_on();
    search(&mut |found| {
        for &one in found {
            answer = callback(one);
            answer.control()?;
        }
        ControlFlow::Continue(())
    });
    answer
}

/// Runs a search that is compiled once, whose callback returns the remaining limit or ends the search with a
/// value of any type.
#[inline]
pub(crate) fn visit_limited<T, L, B>(
    mut callback: impl FnMut(T) -> ControlFlow<B, L>,
    search: impl FnOnce(&mut dyn FnMut(T) -> ControlFlow<(), L>),
) -> ControlFlow<B> {
    let mut end = ControlFlow::Continue(());
    search(&mut |found| match callback(found) {
        ControlFlow::Continue(limit) => ControlFlow::Continue(limit),
        ControlFlow::Break(value) => {
            end = ControlFlow::Break(value);
            ControlFlow::Break(())
        }
    });
    end
}

impl sealed::Ending for () {
    #[inline(always)]
    fn going_on() -> Self {}

    #[inline(always)]
    fn is_end(&self) -> bool {
        false
    }
}

impl<B> sealed::Ending for ControlFlow<B> {
    #[inline(always)]
    fn going_on() -> Self {
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn is_end(&self) -> bool {
        self.is_break()
    }
}
