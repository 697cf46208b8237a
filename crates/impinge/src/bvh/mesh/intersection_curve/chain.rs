//! Chains segments into curves, by the names of their ends.
//!
//! Ends with the same name are the same end; coordinates have no effect. At an end of two segments the curve
//! continues; at an end of one, or of more than two, curves end. The remaining segments form loops.

/// A chain of ends. In a closed curve the first one follows the last, and is stored once.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Chain {
    pub ends: Vec<usize>,
    pub is_closed: bool,
}

/// Returns the chains of segments between `count` ends, each segment once: open chains first, both kinds in
/// the order of the least end at which a chain could start.
pub(super) fn chain_segments(count: usize, segments: &[[usize; 2]]) -> Vec<Chain> {
    let mut graph = SegmentGraph::new(count, segments);
    let mut chains = Vec::new();
    for start in 0..count {
        while !graph.continues_at(start)
            && let Some(next) = graph.take_segment(start)
        {
            let ends = graph.follow_curve(start, next);
            // Open chains first: each starts at an end of curves.
            chains.push(Chain { ends, is_closed: false });
        }
    }
    for start in 0..count {
        while let Some(next) = graph.take_segment(start) {
            let mut ends = graph.follow_curve(start, next);
            ends.pop();
            chains.push(Chain { ends, is_closed: true });
        }
    }
    chains
}

struct SegmentGraph {
    /// For each end, its segments, with their other ends, in order.
    links: Vec<Vec<(usize, usize)>>,
    /// For each end, the number of its first segments that are known to be taken: an end of many segments is
    /// not searched from the start each time.
    passed: Vec<usize>,
    is_taken: Vec<bool>,
}

impl SegmentGraph {
    fn new(count: usize, segments: &[[usize; 2]]) -> Self {
        let mut links = vec![Vec::new(); count];
        for (number, &[one, other]) in segments.iter().enumerate() {
            links[one].push((other, number));
            links[other].push((one, number));
        }
        links.iter_mut().for_each(|links| links.sort_unstable());
        SegmentGraph { links, passed: vec![0; count], is_taken: vec![false; segments.len()] }
    }

    /// Returns whether exactly two segments meet here.
    fn continues_at(&self, end: usize) -> bool {
        self.links[end].len() == 2
    }

    /// Takes a segment that is not taken yet, and returns its other end.
    fn take_segment(&mut self, end: usize) -> Option<usize> {
        let left = &self.links[end][self.passed[end]..];
        let taken = left.iter().take_while(|(_, number)| self.is_taken[*number]).count();
        self.passed[end] += taken;
        let &(other, number) = left.get(taken)?;
        self.is_taken[number] = true;
        Some(other)
    }

    /// Returns all ends from one to the next, until the curve ends or is closed.
    fn follow_curve(&mut self, start: usize, next: usize) -> Vec<usize> {
        let mut ends = vec![start, next];
        let mut last = next;
        while self.continues_at(last)
            && let Some(next) = self.take_segment(last)
        {
            ends.push(next);
            last = next;
        }
        ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(count: usize, segments: &[[usize; 2]]) -> Vec<(Vec<usize>, bool)> {
        chain_segments(count, segments).into_iter().map(|chain| (chain.ends, chain.is_closed)).collect()
    }

    #[test]
    fn segments_are_chained_into_curves() {
        assert_eq!(told(3, &[]), []);
        assert_eq!(told(4, &[[2, 1], [3, 2]]), [(vec![1, 2, 3], false)]);
        assert_eq!(told(3, &[[0, 1], [2, 0], [1, 2]]), [(vec![0, 1, 2], true)]);
        let both = [[4, 0], [1, 2], [2, 3], [3, 1]];
        assert_eq!(told(5, &both), [(vec![0, 4], false), (vec![1, 2, 3], true)]);
    }

    #[test]
    fn curves_end_where_three_meet() {
        let three = [[3, 0], [1, 3], [3, 2]];
        assert_eq!(told(4, &three), [(vec![0, 3], false), (vec![1, 3], false), (vec![2, 3], false)]);
        // A figure of eight is two loops from its crossing.
        let eight = [[0, 1], [1, 2], [2, 0], [0, 3], [3, 4], [4, 0]];
        assert_eq!(told(5, &eight), [(vec![0, 1, 2, 0], false), (vec![0, 3, 4, 0], false)]);
        // From an end of many segments, each starts a chain of its own.
        let star: Vec<[usize; 2]> = (1..100_000).map(|other| [0, other]).collect();
        let expected = (1..100_000).map(|other| (vec![0, other], false));
        assert!(told(100_000, &star).into_iter().eq(expected));
    }
}
