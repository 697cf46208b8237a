//! A number that changes with time: where it is during an interval of time, and how fast it changes.
//!
//! By the mean value theorem f(t) is in f(m) + F'(T)(t − m), for every t of T and m one of them: bounds that
//! get better with the square of the width of T, where those of intervals alone do so only with the width.

use std::ops::{Add, Mul, Sub};

use super::interval::Interval;

#[derive(Clone, Copy, Debug)]
pub struct Jet {
    pub value: Interval,
    pub slope: Interval,
}

impl Jet {
    pub fn constant(value: Interval) -> Self {
        Jet { value, slope: Interval::ZERO }
    }

    /// The time itself.
    pub fn time(time: Interval) -> Self {
        Jet { value: time, slope: Interval::of(1.0) }
    }

    /// Of an angle that grows at a constant rate.
    pub fn sin_cos(rate: Interval, time: Interval) -> (Self, Self) {
        let (sine, cosine) = (rate * time).sin_cos();
        (Jet { value: sine, slope: rate * cosine }, Jet { value: cosine, slope: -(rate * sine) })
    }

    pub fn times(self, factor: Interval) -> Self {
        Jet { value: self.value * factor, slope: self.slope * factor }
    }
}

impl Add for Jet {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Jet { value: self.value + other.value, slope: self.slope + other.slope }
    }
}

impl Sub for Jet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Jet { value: self.value - other.value, slope: self.slope - other.slope }
    }
}

impl Mul for Jet {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Jet { value: self.value * other.value, slope: self.slope * other.value + self.value * other.slope }
    }
}

/// Where a function of time is during an interval of it, from what it is over all of that and in the middle.
pub fn range(time: Interval, over_all: Jet, in_the_middle: Jet) -> Interval {
    let reach = time.half_width();
    over_all.value.and(in_the_middle.value + over_all.slope * Interval::between(-reach, reach))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// t² − sin 3t on a short time: both ends are inside, and next to nothing else.
    #[test]
    fn ranges_hold_what_they_must_and_little_more() {
        let function = |time: Interval| {
            let (sine, _) = Jet::sin_cos(Interval::of(3.0), time);
            Jet::time(time) * Jet::time(time) - sine
        };
        let at = |t: f64| t * t - (3.0 * t).sin();
        for i in 0..100 {
            let start = 0.03 * f64::from(i);
            for width in [1e-1, 1e-3, 1e-6] {
                let time = Interval::between(start, start + width);
                let range = range(time, function(time), function(Interval::of(time.middle())));
                let least = (0..=8).map(|j| at(start + width * f64::from(j) / 8.0)).fold(9.0, f64::min);
                let most = (0..=8).map(|j| at(start + width * f64::from(j) / 8.0)).fold(-9.0, f64::max);
                assert!(range.low <= least + 1e-15 && range.high >= most - 1e-15);
                assert!(range.high - range.low <= most - least + 25.0 * width * width + 1e-12);
            }
        }
    }
}
