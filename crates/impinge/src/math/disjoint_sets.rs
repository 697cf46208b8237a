//! Disjoint-set forest: each element has a parent in its set, and the first element of a set is its own
//! parent.
//!
//! Source: Tarjan & van Leeuwen, "Worst-case Analysis of Set Union Algorithms", 1984, on halving paths.

/// Returns the first element of the set of an element.
pub(crate) fn root_of(parents: &mut [u32], element: u32) -> u32 {
    let mut element = element as usize;
    while parents[element] as usize != element {
        // Path halving shortens later searches.
        parents[element] = parents[parents[element] as usize];
        element = parents[element] as usize;
    }
    element as u32
}

/// Unites the sets of two elements. The lesser root becomes the common root, so a root stays the first of its
/// set.
pub(crate) fn join(parents: &mut [u32], a: u32, b: u32) {
    let (a, b) = (root_of(parents, a), root_of(parents, b));
    parents[a.max(b) as usize] = a.min(b);
}
