//! Transforms of nodes, in f64 and plain scalar arithmetic, so that they are the same on every platform.

use impinge::glam::{DAffine3, DMat3, DVec3};

use super::document::Node;
use crate::rotation::rotation_matrix;

/// The transform from the coordinates of a node to the coordinates of its parent.
pub(super) fn local_transform(node: &Node) -> DAffine3 {
    match &node.matrix {
        Some(m) => DAffine3::from_cols_array(&[
            m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10], m[12], m[13], m[14],
        ]),
        None => from_parts(
            node.translation.unwrap_or([0.0; 3]),
            node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]),
            node.scale.unwrap_or([1.0; 3]),
        ),
    }
}

/// Is the last row of the matrix, which has to be 0 0 0 1, anything else?
pub(super) fn is_projective(node: &Node) -> bool {
    node.matrix.as_ref().is_some_and(|m| [m[3], m[7], m[11], m[15]] != [0.0, 0.0, 0.0, 1.0])
}

/// The properties of a node that may not stand beside a matrix, and do: `translation, scale`.
pub(super) fn parts_beside_matrix(node: &Node) -> Option<String> {
    let parts = [
        ("translation", node.translation.is_some()),
        ("rotation", node.rotation.is_some()),
        ("scale", node.scale.is_some()),
    ];
    let there: Vec<&str> =
        parts.into_iter().filter(|&(_, is_there)| is_there).map(|(name, _)| name).collect();
    (node.matrix.is_some() && !there.is_empty()).then(|| there.join(", "))
}

/// Scale first, then rotate, then translate.
pub(crate) fn from_parts(translation: [f64; 3], rotation: [f64; 4], scale: [f64; 3]) -> DAffine3 {
    DAffine3 {
        matrix3: rotation_matrix(rotation) * DMat3::from_diagonal(DVec3::from_array(scale)),
        translation: DVec3::from_array(translation),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarter_turn_about_z_takes_x_to_y() {
        for h in [0.5_f64.sqrt(), 0.707, 3.0] {
            let turn = from_parts([10.0, 0.0, 0.0], [0.0, 0.0, h, h], [2.0, 1.0, 1.0]);
            let error = turn.transform_point3(DVec3::X) - DVec3::new(10.0, 2.0, 0.0);
            assert!(error.length() <= 2.0 * f64::EPSILON, "{error}");
        }
    }

    #[test]
    fn a_third_of_a_turn_permutes_the_axes() {
        let turn = from_parts([0.0; 3], [0.5; 4], [1.0; 3]).matrix3;
        assert_eq!(turn, DMat3::from_cols(DVec3::Y, DVec3::Z, DVec3::X));
    }

    #[test]
    fn rotations_are_orthogonal_whatever_the_length_of_the_quaternion() {
        let turn = rotation_matrix([0.1, -2.0, 0.3, 7.0]);
        let identity = turn * turn.transpose();
        assert!((identity - DMat3::IDENTITY).to_cols_array().iter().all(|e| e.abs() < 4.0 * f64::EPSILON));
        assert!(turn.determinant() > 0.0);
        assert!(!rotation_matrix([0.0; 4]).is_finite());
    }
}
