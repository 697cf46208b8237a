//! Closed surfaces with hills and valleys, all of one piece.

use std::f64::consts::{PI, TAU};

/// Corners and triangles, facing outwards.
#[derive(Clone)]
pub struct Surface {
    /// Where the corners are.
    pub positions: Vec<[f32; 3]>,
    /// Three of them each.
    pub triangles: Vec<[u32; 3]>,
}

/// The radius of the surfaces for rays, but for the bumps.
pub const RADIUS: f32 = 10.0;

/// For meshes against meshes, a sphere of radius 1 + 0.05·sin 8θ·sin 8φ, of 99,840 triangles: θ from the
/// pole, φ around.
pub fn surface() -> Surface {
    bumpy(320, 157, 1.0, [8.0, 8.0])
}

/// For rays, a sphere of radius 10·(1 + 0.05·sin 13θ·sin 11φ), of 99,904 triangles.
pub fn for_rays() -> Surface {
    bumpy(224, 224, f64::from(RADIUS), [13.0, 11.0])
}

/// The same of 1,001,100 triangles.
pub fn for_rays_finely() -> Surface {
    bumpy(710, 706, f64::from(RADIUS), [13.0, 11.0])
}

/// A sphere of so many stacks, strips counted from pole to pole, each in so many slices; of radius
/// r·(1 + 0.05·sin aθ·sin bφ) with the given waves a and b.
fn bumpy(slices: u32, stacks: u32, radius: f64, waves: [f64; 2]) -> Surface {
    let point = |stack: u32, slice: u32| {
        let (theta, phi) =
            (PI * f64::from(stack) / f64::from(stacks), TAU * f64::from(slice) / f64::from(slices));
        let radius = radius * (1.0 + 0.05 * libm::sin(waves[0] * theta) * libm::sin(waves[1] * phi));
        let (around, up) = libm::sincos(theta);
        let (y, x) = libm::sincos(phi);
        [around * x, around * y, up].map(|x| (radius * x) as f32)
    };
    let mut positions = vec![[0.0, 0.0, radius as f32]];
    positions.extend(
        (1..stacks).flat_map(|stack| (0..slices).map(move |slice| (stack, slice))).map(|(i, j)| point(i, j)),
    );
    positions.push([0.0, 0.0, -radius as f32]);

    let (north, south) = (0, 1 + (stacks - 1) * slices);
    let at = |stack: u32, slice: u32| match stack {
        0 => north,
        _ if stack == stacks => south,
        _ => 1 + (stack - 1) * slices + slice % slices,
    };
    let mut triangles = Vec::new();
    for stack in 0..stacks {
        for slice in 0..slices {
            let [a, b] = [at(stack, slice), at(stack, slice + 1)];
            let [c, d] = [at(stack + 1, slice), at(stack + 1, slice + 1)];
            // At the poles one of the two is no triangle.
            triangles
                .extend([[a, c, d], [a, d, b]].into_iter().filter(|[x, y, z]| x != y && y != z && z != x));
        }
    }
    Surface { positions, triangles }
}

impl Surface {
    /// The same surface, seen from the other side.
    #[cfg(any(test, feature = "bvh"))]
    pub fn inside_out(&self) -> Surface {
        let triangles = self.triangles.iter().map(|&[a, b, c]| [a, c, b]).collect();
        Surface { positions: self.positions.clone(), triangles }
    }

    /// The same surface, so many times as large.
    pub fn scaled(&self, factor: f32) -> Surface {
        let positions = self.positions.iter().map(|position| position.map(|x| x * factor)).collect();
        Surface { positions, triangles: self.triangles.clone() }
    }

    /// The corners of each triangle.
    pub fn corners(&self) -> impl Iterator<Item = [[f32; 3]; 3]> + '_ {
        self.triangles.iter().map(|triangle| triangle.map(|corner| self.positions[corner as usize]))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn check(surface: &Surface, triangle_count: usize, radius: f64) {
        let Surface { positions, triangles } = surface;
        assert_eq!(triangles.len(), triangle_count);
        assert_eq!(positions.len(), triangle_count / 2 + 2);
        // Every edge once in each direction.
        let mut edges = BTreeMap::new();
        for [a, b, c] in triangles {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                *edges.entry((from, to)).or_insert(0) += 1;
            }
        }
        assert!(edges.iter().all(|((from, to), &count)| count == 1 && edges.contains_key(&(*to, *from))));
        let volume: f64 = surface
            .corners()
            .map(|corners| {
                let [a, b, c] = corners.map(|corner| corner.map(|x| f64::from(x) / radius));
                (a[0] * (b[1] * c[2] - b[2] * c[1])
                    + a[1] * (b[2] * c[0] - b[0] * c[2])
                    + a[2] * (b[0] * c[1] - b[1] * c[0]))
                    / 6.0
            })
            .sum();
        // ∫ r³/3 over the sphere: 4π/3·(1 + 3·mean of the bumps squared) and a little.
        assert!((volume - 4.0 / 3.0 * PI).abs() < 0.02, "{volume}");
    }

    #[test]
    fn they_are_closed_face_outwards_and_have_the_promised_size() {
        check(&surface(), 99_840, 1.0);
        check(&for_rays(), 99_904, 10.0);
        check(&for_rays_finely(), 1_001_100, 10.0);
    }
}
