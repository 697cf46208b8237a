//! Random numbers: SplitMix64, and what is drawn from it.
//!
//! Source: Steele, Lea & Flood, "Fast Splittable Pseudorandom Number Generators", 2014.

use std::f64::consts::TAU;

/// The generator; its whole state is one number.
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The sequence that belongs to a seed.
    pub fn new(seed: u64) -> Self {
        SplitMix64(seed)
    }

    /// The next 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Uniform in [0, 1), a multiple of 2⁻²⁴.
    pub fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1 << 24) as f32
    }

    /// Uniform in [low, high).
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// A whole number below `count`.
    pub fn below(&mut self, count: u64) -> u64 {
        self.next() % count
    }

    /// A uniform direction in the plane: one draw, its angle.
    pub fn direction_2d(&mut self) -> [f32; 2] {
        let (sine, cosine) = libm::sincos(TAU * f64::from(self.unit()));
        [cosine as f32, sine as f32]
    }

    /// A uniform direction in space: two draws, its height and its angle about the third axis (Archimedes).
    pub fn direction_3d(&mut self) -> [f32; 3] {
        let z = 2.0 * f64::from(self.unit()) - 1.0;
        let (sine, cosine) = libm::sincos(TAU * f64::from(self.unit()));
        let radius = (1.0 - z * z).sqrt();
        [radius * cosine, radius * sine, z].map(|x| x as f32)
    }

    /// A uniform rotation as a quaternion x, y, z, w: three draws.
    /// Source: Shoemake, "Uniform Random Rotations", Graphics Gems III, 1992.
    pub fn quaternion(&mut self) -> [f32; 4] {
        let [u1, u2, u3] = std::array::from_fn(|_| f64::from(self.unit()));
        let (sine_2, cosine_2) = libm::sincos(TAU * u2);
        let (sine_3, cosine_3) = libm::sincos(TAU * u3);
        let (first, second) = ((1.0 - u1).sqrt(), u1.sqrt());
        [first * sine_2, first * cosine_2, second * sine_3, second * cosine_3].map(|x| x as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_sequence() {
        let mut random = SplitMix64::new(1_234_567);
        let first: [u64; 5] = std::array::from_fn(|_| random.next());
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(first, published);
        assert_eq!(SplitMix64::new(0).next(), 0xe220_a839_7b1d_cdaf);
    }

    #[test]
    fn numbers_stay_in_their_ranges() {
        let mut random = SplitMix64::new(1);
        for _ in 0..10_000 {
            assert!((0.0..1.0).contains(&random.unit()));
            assert!((0.25..1.0).contains(&random.between(0.25, 1.0)));
            let length = |v: &[f32]| v.iter().map(|x| x * x).sum::<f32>();
            assert!((length(&random.direction_2d()) - 1.0).abs() < 1e-6);
            assert!((length(&random.direction_3d()) - 1.0).abs() < 1e-6);
            assert!((length(&random.quaternion()) - 1.0).abs() < 1e-6);
        }
    }
}
