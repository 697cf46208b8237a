//! Numbers at random, the same in every run.

use glam::DVec3;

/// A generator of numbers (Marsaglia, xorshift64*).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// From 0 to 1.
    pub fn unit(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A unit vector, all directions alike.
    pub fn direction(&mut self) -> DVec3 {
        loop {
            let vector = DVec3::new(self.unit(), self.unit(), self.unit()) * 2.0 - DVec3::ONE;
            let length = vector.length();
            if length > 1e-3 && length < 1.0 {
                return vector / length;
            }
        }
    }
}
