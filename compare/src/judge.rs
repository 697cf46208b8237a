//! Who is right where answers differ: the gap between two shapes, computed in another way than by any
//! contender.
//!
//! Boxes and segments are zonotopes: a centre, and all sums of generators scaled by −1 to 1. Two of them are
//! apart exactly if they are along a cross product of two of their generators (in the plane: along a
//! perpendicular of one). In `f64` from `f32` inputs this is good to about 1e-15 of the sizes.

pub mod depth;
pub mod distance;
pub mod impact;
pub mod rays;

/// A centre and half the edge vectors, `f32` widened to `f64`.
#[derive(Clone, Debug)]
pub struct Zonotope {
    /// Where its middle is.
    pub center: [f64; 3],
    /// Half the edges: as many as there are dimensions for a box, one for a segment.
    pub generators: Vec<[f64; 3]>,
}

impl Zonotope {
    /// A box along the axes, or, as a box whose corners are given, anything between two points in the plane
    /// too.
    pub fn between(min: [f64; 3], max: [f64; 3]) -> Self {
        let generators = (0..3).map(|axis| {
            std::array::from_fn(|i| if i == axis { max[axis] * 0.5 - min[axis] * 0.5 } else { 0.0 })
        });
        Zonotope {
            center: std::array::from_fn(|i| (min[i] + max[i]) * 0.5),
            generators: generators.collect(),
        }
    }

    /// A segment.
    pub fn segment(a: [f64; 3], b: [f64; 3]) -> Self {
        Zonotope {
            center: std::array::from_fn(|i| (a[i] + b[i]) * 0.5),
            generators: vec![std::array::from_fn(|i| (b[i] - a[i]) * 0.5)],
        }
    }

    /// How far apart they are along the axis that parts them most; negative if they overlap along all.
    pub fn gap(&self, other: &Self) -> f64 {
        let generators: Vec<[f64; 3]> = self.generators.iter().chain(&other.generators).copied().collect();
        // In the plane no generator leaves it, and all axes must stay in it.
        let is_flat = self.center[2] == other.center[2] && generators.iter().all(|g| g[2] == 0.0);
        let between: [f64; 3] = std::array::from_fn(|i| other.center[i] - self.center[i]);
        let mut widest = f64::NEG_INFINITY;
        for (i, &g) in generators.iter().enumerate() {
            let partners = if is_flat { vec![[0.0, 0.0, 1.0]] } else { generators[i + 1..].to_vec() };
            for partner in partners {
                let axis = cross(g, partner);
                let length = dot(axis, axis).sqrt();
                // Parallel but for rounding: the axis would be noise.
                if length <= 1e-12 * (dot(g, g) * dot(partner, partner)).sqrt() {
                    continue;
                }
                let reach: f64 = generators.iter().map(|&g| dot(g, axis).abs()).sum();
                widest = widest.max((dot(between, axis).abs() - reach) / length);
            }
        }
        widest
    }
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_of_simple_shapes() {
        let unit = Zonotope::between([0.0; 3], [1.0; 3]);
        assert_eq!(unit.gap(&Zonotope::between([3.0, 0.0, 0.0], [4.0, 1.0, 1.0])), 2.0);
        assert_eq!(unit.gap(&Zonotope::between([1.0; 3], [2.0; 3])), 0.0);
        assert_eq!(unit.gap(&Zonotope::between([0.5; 3], [2.0; 3])), -0.5);
        // Past an edge, diagonally: no axis of the box sees it.
        let past = Zonotope::segment([2.5, 0.0, 0.5], [0.0, 2.5, 0.5]);
        assert!((unit.gap(&past) - 0.5 / 2f64.sqrt()).abs() < 1e-15);
    }

    #[test]
    fn gaps_in_the_plane_ignore_the_third_dimension() {
        let square = Zonotope::between([0.0; 3], [1.0, 1.0, 0.0]);
        assert_eq!(square.gap(&Zonotope::between([0.5, 0.5, 0.0], [2.0, 2.0, 0.0])), -0.5);
        assert_eq!(square.gap(&Zonotope::segment([3.0, 0.0, 0.0], [3.0, 5.0, 0.0])), 2.0);
    }
}
