//! What the C++ peers have in common: shapes behind a pointer, poses as 16 floats.

use std::ffi::c_void;

use crate::workload::moving::{Pair, Pose3};

/// A shape that a peer has made, for as long as the program runs.
pub type Shape = *const c_void;

/// Four vectors of four floats, aligned as their vector units want them.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(32))]
pub struct Matrix(pub [f32; 16]);

impl Matrix {
    /// For the call.
    pub fn pointer(&self) -> *const f32 {
        self.0.as_ptr()
    }

    /// The rows of the rotation, then the position of `point`: Bullet's `btTransform`.
    pub fn by_rows(pose: &Pose3, point: [f32; 3]) -> Self {
        let (columns, origin) = parts(pose, point);
        let mut matrix = [0.0; 16];
        for row in 0..3 {
            for column in 0..3 {
                matrix[4 * row + column] = columns[column][row];
            }
        }
        matrix[12..15].copy_from_slice(&origin);
        Matrix(matrix)
    }

    /// The columns of the rotation, then the position of `point`: Jolt's `Mat44`.
    pub fn by_columns(pose: &Pose3, point: [f32; 3]) -> Self {
        let (columns, origin) = parts(pose, point);
        let mut matrix = [0.0; 16];
        for (place, column) in matrix.chunks_exact_mut(4).zip(columns.iter().chain([&origin])) {
            place[..3].copy_from_slice(column);
        }
        matrix[15] = 1.0;
        Matrix(matrix)
    }
}

/// Pairs as these peers have them.
pub type Prepared<const N: usize> = Vec<Pair<Shape, Matrix, N>>;

/// The columns of the rotation, and where a point of the shape's own frame goes.
fn parts(pose: &Pose3, point: [f32; 3]) -> ([[f32; 3]; 3], [f32; 3]) {
    let [x, y, z, w] = pose.quaternion.map(f64::from);
    let s = 2.0 / (x * x + y * y + z * z + w * w);
    let columns = [
        [1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)],
        [s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x)],
        [s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y)],
    ];
    let origin = std::array::from_fn(|i| {
        let turned: f64 = (0..3).map(|j| columns[j][i] * f64::from(point[j])).sum();
        (turned + f64::from(pose.center[i])) as f32
    });
    (columns.map(|column| column.map(|value| value as f32)), origin)
}

/// Coordinates one behind the other.
pub fn flat(points: &[[f32; 3]]) -> Vec<f32> {
    points.iter().flatten().copied().collect()
}
