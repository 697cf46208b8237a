//! Random numbers, directions and rotations, in `f64`.

use std::f64::consts::TAU;

use glam::DVec3;

/// SplitMix64.
pub struct Random(pub u64);

/// The axes of a rotation.
pub type Axes = [DVec3; 3];

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.bits() % count as u64) as usize
    }

    /// From 0 to 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Each power of ten is as likely as the next.
    pub fn decades(&mut self, low: f64, high: f64) -> f64 {
        libm::pow(10.0, self.between(libm::log10(low), libm::log10(high)))
    }

    pub fn sign(&mut self) -> f64 {
        if self.bits() & 1 == 0 { 1.0 } else { -1.0 }
    }

    /// In the cube from −1 to 1; in the plane z is 0.
    pub fn point(&mut self, dimension: usize) -> DVec3 {
        let mut signed = || self.between(-1.0, 1.0);
        DVec3::new(signed(), signed(), if dimension == 2 { 0.0 } else { signed() })
    }

    /// A unit vector.
    pub fn direction(&mut self, dimension: usize) -> DVec3 {
        let (sin, cos) = libm::sincos(self.unit() * TAU);
        if dimension == 2 {
            return DVec3::new(cos, sin, 0.0);
        }
        let z = self.between(-1.0, 1.0);
        let ring = (1.0 - z * z).sqrt();
        DVec3::new(ring * cos, ring * sin, z)
    }

    /// About any axis, in the plane about z.
    pub fn rotation(&mut self, dimension: usize) -> Axes {
        let angle = self.unit() * TAU;
        self.rotation_by(dimension, angle)
    }

    /// About any axis, in the plane about z, by an angle in radians.
    pub fn rotation_by(&mut self, dimension: usize, angle: f64) -> Axes {
        let axis = if dimension == 2 { DVec3::Z } else { self.direction(3) };
        let (sin, cos) = libm::sincos(angle);
        // Rodrigues.
        [DVec3::X, DVec3::Y, DVec3::Z]
            .map(|v| v * cos + axis.cross(v) * sin + axis * (axis.dot(v) * (1.0 - cos)))
    }

    /// Axes onto axes, of either sign.
    pub fn lattice_rotation(&mut self, dimension: usize) -> Axes {
        let mut axes = [DVec3::X, DVec3::Y, DVec3::Z];
        for i in (1..dimension).rev() {
            axes.swap(i, self.below(i + 1));
        }
        for axis in &mut axes[..dimension] {
            *axis *= self.sign();
        }
        axes
    }
}

/// The vector with these coordinates along the axes.
pub fn turned(axes: &Axes, vector: DVec3) -> DVec3 {
    axes[0] * vector.x + axes[1] * vector.y + axes[2] * vector.z
}

/// First `inner`, then `outer`.
pub fn after(outer: &Axes, inner: &Axes) -> Axes {
    inner.map(|axis| turned(outer, axis))
}
