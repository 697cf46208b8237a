//! A forest of disjoint sets: each element leads to another of its set, and the first of a set to itself.
//!
//! Source: Tarjan & van Leeuwen, "Worst-case Analysis of Set Union Algorithms", 1984, on halving paths.

/// The first element of the set that one belongs to.
pub(crate) fn root_of(parents: &mut [u32], element: u32) -> u32 {
    let mut element = element as usize;
    while parents[element] as usize != element {
        // Shortens the way for those who come later.
        parents[element] = parents[parents[element] as usize];
        element = parents[element] as usize;
    }
    element as u32
}

/// Makes the sets of two elements one. The lesser of their roots becomes that of both, so that a root stays the first of its set.
pub(crate) fn join(parents: &mut [u32], a: u32, b: u32) {
    let (a, b) = (root_of(parents, a), root_of(parents, b));
    parents[a.max(b) as usize] = a.min(b);
}
