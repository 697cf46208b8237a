//! Principal axes of points, and of a linear map.
//!
//! Both are eigenvectors of a symmetric matrix: of the covariance of the points, and of MᵀM. Jacobi's method
//! rotates the plane of two axes until the matrix has a zero there, and repeats until it is diagonal. It
//! needs square roots only, and gives orthonormal axes for every matrix, however close its eigenvalues are.
//! Source: Golub & Van Loan, "Matrix Computations", 2013, §8.5.2.

use glam::{DMat3, DVec3};

use super::outward_rounding::ROUNDING;

/// Maximum number of sweeps. Convergence is quadratic: five or six diagonalise a 3×3 matrix.
const MAX_SWEEPS: usize = 8;

/// Returns the matrix in its principal axes, almost diagonal, and these axes, in no particular order.
fn diagonalize(symmetric: DMat3) -> (DMat3, [DVec3; 3]) {
    let mut matrix = symmetric.to_cols_array_2d();
    let mut axes = [DVec3::X, DVec3::Y, DVec3::Z];
    for _ in 0..MAX_SWEEPS {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            if matrix[p][q] == 0.0 {
                continue;
            }
            // The smaller angle whose rotation makes the element zero, as tangent, cosine and sine.
            let cotangent = (matrix[q][q] - matrix[p][p]) / (2.0 * matrix[p][q]);
            let tangent = cotangent.signum() / (cotangent.abs() + (cotangent * cotangent + 1.0).sqrt());
            let cos = 1.0 / (tangent * tangent + 1.0).sqrt();
            let sin = tangent * cos;
            for row in &mut matrix {
                (row[p], row[q]) = (cos * row[p] - sin * row[q], sin * row[p] + cos * row[q]);
            }
            let [at_p, at_q] = [p, q].map(|k| DVec3::from_array(matrix[k]));
            matrix[p] = (at_p * cos - at_q * sin).to_array();
            matrix[q] = (at_p * sin + at_q * cos).to_array();
            (axes[p], axes[q]) = (axes[p] * cos - axes[q] * sin, axes[p] * sin + axes[q] * cos);
        }
    }
    (DMat3::from_cols_array_2d(&matrix), axes)
}

/// Returns the axes along which points spread most, least, and in between, in no particular order.
pub(super) fn principal_axes(points: impl Iterator<Item = DVec3> + Clone) -> [DVec3; 3] {
    let (count, sum) = points.clone().fold((0.0, DVec3::ZERO), |(n, sum), p| (n + 1.0, sum + p));
    let mean = sum / count;
    let covariance = points.fold(DMat3::ZERO, |sum, point| {
        let from_mean = point - mean;
        let column = |along: f64| from_mean * along;
        sum + DMat3::from_cols(column(from_mean.x), column(from_mean.y), column(from_mean.z))
    });
    diagonalize(covariance).1
}

/// Returns the largest singular value of a linear map, the maximum factor of a length, rounded up. The excess
/// is a few roundings. The entries must be finite; the result may overflow.
pub(super) fn largest_stretch(columns: [DVec3; 3]) -> f64 {
    let largest = columns.iter().fold(0.0, |most: f64, column| most.max(column.abs().max_element()));
    if largest == 0.0 {
        return 0.0;
    }
    // Scaled to about 1, so that squares keep their digits. Division by `largest` rounds like another
    // operation.
    let [a, b, c] = columns.map(|column| column / largest);
    let row = |v: DVec3| DVec3::new(a.dot(v), b.dot(v), c.dot(v));
    let (turned, _) = diagonalize(DMat3::from_cols(row(a), row(b), row(c)));
    // Gershgorin: no eigenvalue is beyond the largest sum of a row. Each of the rotations changes the
    // eigenvalues by less than 10 roundings of the whole matrix, whose norm is at most √3 times the largest
    // eigenvalue.
    let row_sum = |k: usize| turned.col(k).abs().element_sum();
    let square = row_sum(0).max(row_sum(1)).max(row_sum(2));
    (square + 256.0 * ROUNDING * square).sqrt() * largest * (1.0 + 4.0 * ROUNDING)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::math::exact::{self, Coordinates, Number, Question, decide};

    /// Returns whether a map with these columns makes a vector at most this many times as long.
    struct IsStretchedAtMost(f64, [DVec3; 3], DVec3);

    impl Question for IsStretchedAtMost {
        type Answer = bool;
        fn answer<N: Number>(&self) -> Result<bool, N::Doubt> {
            let vector: Coordinates<N> = exact::vector(self.2.to_array());
            let [x, y, z] = self.1.map(|column| exact::vector(column.to_array()));
            let image = exact::sum(&exact::scaled(&x, &vector[0]), &exact::scaled(&y, &vector[1]));
            let image = exact::sum(&image, &exact::scaled(&z, &vector[2]));
            let most = exact::dot(&vector, &vector).mul(&N::new(self.0).square());
            Ok(exact::dot(&image, &image).sub(&most).sign()?.is_le())
        }
    }

    fn vector() -> impl Strategy<Value = DVec3> {
        prop::array::uniform3(-1.0..1.0).prop_map(DVec3::from_array)
    }

    proptest! {
        #[test]
        fn principal_axes_are_orthonormal_eigenvectors(a in vector(), b in vector(), c in vector()) {
            let factor = DMat3::from_cols(a, b, c);
            let symmetric = factor.transpose() * factor;
            let (turned, axes) = diagonalize(symmetric);
            for (k, axis) in axes.iter().enumerate() {
                prop_assert!((axis.length() - 1.0).abs() < 1e-14);
                prop_assert!(axis.dot(axes[(k + 1) % 3]).abs() < 1e-14);
                prop_assert!((symmetric * *axis - *axis * turned.col(k)[k]).length() < 1e-14);
            }
        }

        #[test]
        fn largest_singular_value_bounds_every_vector(a in vector(), b in vector(), c in vector(), v in vector(), size in -290..290) {
            let size = libm::exp10(f64::from(size));
            let map = [a * size, b * size, c * size];
            let stretch = largest_stretch(map);
            let (_, axes) = diagonalize(DMat3::from_cols(a, b, c).transpose() * DMat3::from_cols(a, b, c));
            for vector in axes.into_iter().chain([v]) {
                prop_assert!(decide(&IsStretchedAtMost(stretch, map, vector)));
            }
            // Tight: one of the principal axes is stretched by almost that much.
            let almost = stretch * (1.0 - 1e-13);
            prop_assert!(axes.iter().any(|&axis| !decide(&IsStretchedAtMost(almost, map, axis))));
        }
    }

    #[test]
    fn principal_axes_exist_for_equal_points_and_zero_maps() {
        let axes = principal_axes([DVec3::ONE; 3].into_iter());
        assert_eq!(axes, [DVec3::X, DVec3::Y, DVec3::Z]);
        assert_eq!(largest_stretch([DVec3::ZERO; 3]), 0.0);
    }
}
