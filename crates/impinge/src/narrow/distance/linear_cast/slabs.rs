//! A line through slabs: the interval in which it is in all of them at once.
//!
//! Along an axis the gap between two shapes that move straight falls at a constant rate, and so gives between
//! which times the shapes may be near. Where the axes are all that can part two shapes, they are near while
//! all axes agree.
//! Source: Kay & Kajiya, "Ray Tracing Complex Scenes", 1986, for boxes; Ericson 2005, §5.5.8, for separating
//! axes.

/// The times at which no axis parts two shapes, and the last axis to do so before.
pub(in crate::narrow) struct SlabTimes<A> {
    pub enter: f64,
    pub leave: f64,
    pub last_axis: Option<A>,
}

impl<A> SlabTimes<A> {
    #[inline(always)]
    pub fn new(start: f64, last: f64) -> Self {
        SlabTimes { enter: start, leave: last, last_axis: None }
    }

    /// An axis along which the middle of one is at `place` from the other's and goes by `speed`, and both
    /// together reach so far to either side.
    #[inline(always)]
    pub fn cut(&mut self, place: f64, speed: f64, reach: f64, axis: A) {
        // At rest on an edge it is NaN, which decides nothing.
        let (place, per_speed) = (place * speed.signum(), 1.0 / speed.abs());
        self.between((-reach - place) * per_speed, (reach - place) * per_speed, axis);
    }

    /// An axis along which there is a gap, which falls by `closing`.
    #[inline(always)]
    pub fn cut_one_side(&mut self, gap: f64, closing: f64, axis: A) {
        // At rest, beyond it is so for ever: after an infinite time, which takes a zero that is not negative.
        let closing = closing + 0.0;
        let time = gap / closing;
        let from = if closing >= 0.0 { time } else { f64::NEG_INFINITY };
        let to = if closing >= 0.0 { f64::INFINITY } else { time };
        self.between(from, to, axis);
    }

    #[inline(always)]
    fn between(&mut self, from: f64, to: f64, axis: A) {
        if from > self.enter {
            self.enter = from;
            self.last_axis = Some(axis);
        }
        if to < self.leave {
            self.leave = to;
        }
    }

    /// Whether there is no time at all.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.enter > self.leave
    }
}
