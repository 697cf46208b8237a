//! A value that changes over time: keys, what is between two of them, and a bound of how far it goes.
//!
//! Before the first key and after the last one the value stays as it is there. How far a value goes between
//! two times is bounded by the length of its way, which is known of every piece between two keys and summed
//! up over many, so that long lists of keys cost no more than short ones.

/// What is between the keys, numbered from 0; a piece goes from a key to the next, its share `u` from 0 to 1.
pub(crate) trait Pieces {
    type Value: Copy;

    /// The value of the piece that begins with a key, `seconds` long.
    fn at(&self, piece: usize, seconds: f64, u: f64) -> Self::Value;

    /// The value at a key itself.
    fn key(&self, key: usize) -> Self::Value;

    /// No two values between two shares of a piece are further apart; the second share counts only as what
    /// comes just before it.
    fn way(&self, piece: usize, seconds: f64, shares: [f64; 2]) -> f64;

    /// The same up to the next key and with it.
    fn way_to_next(&self, piece: usize, seconds: f64, from: f64) -> f64;

    /// No number that a value of the piece is computed from is larger, as far as these can be large.
    fn largest(&self, piece: usize, seconds: f64) -> f64;
}

/// Keys in the order of their times.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Timeline<P> {
    times: Vec<f64>,
    pieces: P,
    /// For each key, how far the value goes at most from the first key to it.
    ways: Vec<f64>,
    /// Does the value jump at keys?
    jumps: bool,
    /// No number that values are computed from is larger.
    largest: f64,
}

impl<P: Pieces> Timeline<P> {
    /// Times have to be finite and increase. Their number equals the number of keys of the pieces and
    /// is at least one.
    pub fn new(times: Vec<f64>, pieces: P, jumps: bool) -> Self {
        let (mut ways, mut largest) = (vec![0.0], 0.0_f64);
        for piece in 0..times.len().saturating_sub(1) {
            let way = pieces.way_to_next(piece, times[piece + 1] - times[piece], 0.0);
            ways.push(ways[piece] + way);
            largest = largest.max(pieces.largest(piece, times[piece + 1] - times[piece]));
        }
        Timeline { times, pieces, ways, jumps, largest }
    }

    /// One value at all times.
    pub fn constant(pieces: P) -> Self {
        Timeline::new(vec![0.0], pieces, false)
    }

    pub fn is_constant(&self) -> bool {
        self.times.len() == 1
    }

    /// Is it the same at all times, whether it has keys or not?
    pub fn is_still(&self) -> bool {
        self.ways.last().is_none_or(|way| *way == 0.0)
    }

    /// No number that values between keys are computed from is larger: what is rounded of them is a share of
    /// it.
    pub fn largest(&self) -> f64 {
        self.largest
    }

    /// The times of the keys, and what is between these.
    pub fn parts(&self) -> (&[f64], &P) {
        (&self.times, &self.pieces)
    }

    /// The times of the first and the last key, if there is more than one.
    pub fn span(&self) -> Option<[f64; 2]> {
        (!self.is_constant()).then(|| self.ends())
    }

    fn ends(&self) -> [f64; 2] {
        [self.times[0], self.times[self.times.len() - 1]]
    }

    /// The times of the keys, if there is more than one.
    pub fn keys(&self) -> &[f64] {
        if self.is_constant() { &[] } else { &self.times }
    }

    /// When the value jumps.
    pub fn jumps(&self) -> &[f64] {
        if self.jumps { &self.times[1..] } else { &[] }
    }

    pub fn at(&self, time: f64) -> P::Value {
        let next = self.times.partition_point(|key| *key <= time);
        if next == 0 || next == self.times.len() {
            return self.pieces.key(next.saturating_sub(1));
        }
        let piece = next - 1;
        self.pieces.at(piece, self.seconds(piece), self.share(piece, time))
    }

    /// No two values from one time up to another, without it, are further apart.
    pub fn way(&self, [from, to]: [f64; 2]) -> f64 {
        let [first, last] = self.ends();
        let (from, to) = (from.clamp(first, last), to.max(first));
        // The value at the last key belongs to what comes after it.
        let end = to.min(last);
        let begins = self.times.partition_point(|key| *key <= from).saturating_sub(1);
        let ends = self.times.partition_point(|key| *key < end).saturating_sub(1);
        let should_continue = to > last;
        if self.is_constant() || from >= last || (end <= from) {
            return 0.0;
        }
        let within = |piece: usize, shares: [f64; 2]| self.pieces.way(piece, self.seconds(piece), shares);
        let to_next = |piece: usize, share: f64| self.pieces.way_to_next(piece, self.seconds(piece), share);
        let share = self.share(begins, from);
        if begins == ends {
            let all = [share, self.share(ends, end)];
            return if should_continue { to_next(begins, share) } else { within(begins, all) };
        }
        let last_piece =
            if should_continue { to_next(ends, 0.0) } else { within(ends, [0.0, self.share(ends, end)]) };
        // Sums of many keys are rounded, by less than this.
        let rounding = self.ways[ends] * 1e-15 * self.times.len() as f64;
        to_next(begins, share) + (self.ways[ends] - self.ways[begins + 1]) + rounding + last_piece
    }

    /// No value between two times, without the second, is further from the one at a time between them.
    pub fn way_from(&self, at: f64, [from, to]: [f64; 2]) -> f64 {
        if self.jumps {
            return self.way([from, to]);
        }
        f64::max(self.way([from, at]), self.way([at, to]))
    }

    fn seconds(&self, piece: usize) -> f64 {
        self.times[piece + 1] - self.times[piece]
    }

    fn share(&self, piece: usize, time: f64) -> f64 {
        ((time - self.times[piece]) / self.seconds(piece)).clamp(0.0, 1.0)
    }
}
