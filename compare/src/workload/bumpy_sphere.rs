//! A closed surface with hills and valleys, all of one piece.

use std::f64::consts::{PI, TAU};

/// Corners and triangles, facing outwards.
pub struct Surface {
    /// Where the corners are.
    pub positions: Vec<[f32; 3]>,
    /// Three of them each.
    pub triangles: Vec<[u32; 3]>,
}

/// Strips around the sphere, counted from pole to pole.
const STACKS: u32 = 157;
/// Parts of each strip.
const SLICES: u32 = 320;

/// A sphere of radius 1 + 0.05·sin 8θ·sin 8φ, of 99,840 triangles: θ from the pole, φ around.
pub fn surface() -> Surface {
    let point = |stack: u32, slice: u32| {
        let (theta, phi) =
            (PI * f64::from(stack) / f64::from(STACKS), TAU * f64::from(slice) / f64::from(SLICES));
        let radius = 1.0 + 0.05 * libm::sin(8.0 * theta) * libm::sin(8.0 * phi);
        let (around, up) = libm::sincos(theta);
        let (y, x) = libm::sincos(phi);
        [around * x, around * y, up].map(|x| (radius * x) as f32)
    };
    let mut positions = vec![[0.0, 0.0, 1.0]];
    positions.extend(
        (1..STACKS).flat_map(|stack| (0..SLICES).map(move |slice| (stack, slice))).map(|(i, j)| point(i, j)),
    );
    positions.push([0.0, 0.0, -1.0]);

    let (north, south) = (0, 1 + (STACKS - 1) * SLICES);
    let at = |stack: u32, slice: u32| match stack {
        0 => north,
        STACKS => south,
        _ => 1 + (stack - 1) * SLICES + slice % SLICES,
    };
    let mut triangles = Vec::new();
    for stack in 0..STACKS {
        for slice in 0..SLICES {
            let [a, b] = [at(stack, slice), at(stack, slice + 1)];
            let [c, d] = [at(stack + 1, slice), at(stack + 1, slice + 1)];
            // At the poles one of the two is no triangle.
            triangles
                .extend([[a, c, d], [a, d, b]].into_iter().filter(|[x, y, z]| x != y && y != z && z != x));
        }
    }
    Surface { positions, triangles }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn it_is_closed_faces_outwards_and_has_the_promised_size() {
        let Surface { positions, triangles } = surface();
        assert_eq!(triangles.len(), 99_840);
        assert_eq!(positions.len(), 49_922);
        // Every edge once in each direction.
        let mut edges = BTreeMap::new();
        for [a, b, c] in &triangles {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                *edges.entry((from, to)).or_insert(0) += 1;
            }
        }
        assert!(edges.iter().all(|((from, to), &count)| count == 1 && edges.contains_key(&(*to, *from))));
        let volume: f64 = triangles
            .iter()
            .map(|corners| {
                let [a, b, c] = corners.map(|corner| positions[corner as usize].map(f64::from));
                (a[0] * (b[1] * c[2] - b[2] * c[1])
                    + a[1] * (b[2] * c[0] - b[0] * c[2])
                    + a[2] * (b[0] * c[1] - b[1] * c[0]))
                    / 6.0
            })
            .sum();
        // ∫ r³/3 over the sphere: 4π/3·(1 + 3·mean of the bumps squared) and a little.
        assert!((volume - 4.0 / 3.0 * PI).abs() < 0.02, "{volume}");
    }
}
