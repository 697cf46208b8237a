//! Motion of a rigid body during one unit of time: translation with rotation.
//!
//! A centre moves straight at a constant speed. The body rotates about it at a constant rate about an axis of
//! constant direction: x ↦ c + t·v + R(t·ω)·(x − c). This is the motion of a body without forces; between two
//! poses it is the one with the shortest rotation. Angles are in radians, and may exceed a full turn. Source:
//! Rodrigues' formula, as in Murray, Li, Sastry, "A Mathematical Introduction to Robotic Manipulation", 1994,
//! §2.2.

use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::math::{Pose, ShapeError, Vector};

/// Motion of a rigid body from time 0, at which its shape is in place, to time 1.
///
/// ```
/// use glam::DVec3;
/// use impinge::sweep::Motion;
/// use std::f64::consts::PI;
/// // A door on a wagon opens by half a turn about its hinge.
/// let motion = Motion::linear(DVec3::X * 10.0)?.with_angular_velocity(DVec3::Z * PI, DVec3::new(1.0, 0.0, 0.0))?;
/// let handle = DVec3::new(2.0, 0.0, 0.0);
/// assert!((motion.point_at(0.5, handle) - DVec3::new(6.0, 1.0, 0.0)).length() < 1e-12);
/// assert!((motion.point_at(1.0, handle) - DVec3::new(10.0, 0.0, 0.0)).length() < 1e-12);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion<V: Vector> {
    pub(super) translation: V::Double,
    pub(super) center: V::Double,
    /// An axis whose length is the angle; in 2D the third axis.
    pub(super) turn: [f64; 3],
}

impl<V: Vector> Default for Motion<V> {
    fn default() -> Self {
        Self::fixed()
    }
}

/// Minimum angle, in radians: a smaller one changes no float, at any distance.
const MIN_TURN: f64 = 1e-300;
/// Maximum coordinate and angle: beyond it, squares overflow.
pub(crate) const MAX_MOTION: f64 = 1e150;

/// Clamps a vector so that its square is finite.
pub(crate) fn with_squares<D: Vector<Scalar = f64>>(vector: D) -> D {
    let most = D::splat(MAX_MOTION);
    vector.max(-most).min(most)
}

impl<V: Vector> Motion<V> {
    /// Creates a motion without translation and rotation.
    pub fn fixed() -> Self {
        Motion { translation: V::Double::ZERO, center: V::Double::ZERO, turn: [0.0; 3] }
    }

    /// Creates a linear motion.
    ///
    /// # Errors
    /// [`ShapeError`] if the translation is not finite. Coordinates are clamped to ±10¹⁵⁰.
    pub fn linear(translation: V) -> Result<Self, ShapeError> {
        ShapeError::finite("translation", translation)?;
        Ok(Motion { translation: handy::<V>(translation), ..Self::fixed() })
    }

    /// A linear motion.
    pub(crate) fn by(translation: V::Double) -> Self {
        Motion { translation: with_squares(translation), ..Self::fixed() }
    }

    /// Creates the motion from one pose to another, for a shape placed at the first.
    ///
    /// The shape's origin moves straight while the shape rotates the short way. A body on joints moves on
    /// arcs instead; docs/robots.md derives the deviation.
    ///
    /// # Errors
    /// [`ShapeError`] if a pose is not finite, or if exactly one of them is a mirror image, as
    /// [`Rotation::from_columns`](crate::math::Rotation::from_columns) allows. No motion leads from one to
    /// the other. Between two mirror images there is one.
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::math::{Pose, Rotation};
    /// use impinge::sweep::Motion;
    /// let from = Pose { rotation: Rotation::<DVec2>::from_angle(3.0), translation: DVec2::X };
    /// let to = Pose { rotation: Rotation::<DVec2>::from_angle(-3.0), translation: DVec2::X * 5.0 };
    /// let motion = Motion::from_poses(&from, &to)?;
    /// let corner = from.transform_point(DVec2::Y);
    /// assert!((motion.point_at(1.0, corner) - to.transform_point(DVec2::Y)).length() < 1e-12);
    /// // The rotation is 2π − 6, not −6.
    /// assert!((motion.point_at(0.5, corner) - corner).x > 2.0 && motion.angle() < 0.3);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn from_poses(start: &Pose<V>, end: &Pose<V>) -> Result<Self, ShapeError> {
        ShapeError::finite("translation", start.translation)?;
        ShapeError::finite("translation", end.translation)?;
        if start.rotation.is_mirror_image() != end.rotation.is_mirror_image() {
            return Err(ShapeError::Mirrored);
        }
        let (from, to) = (start.rotation.triples(), end.rotation.triples());
        // to · fromᵀ: the element in row i and column j is the sum over the axes of to[axis][i] ·
        // from[axis][j].
        let element = |i: usize, j: usize| (0..3).map(|axis| to[axis][i] * from[axis][j]).sum::<f64>();
        let (before, after) = (handy::<V>(start.translation), handy::<V>(end.translation));
        Ok(Motion { translation: after - before, ..Self::fixed() }.about(turn_of(&element), before))
    }

    /// Returns the position of a point of the body at a time. It is not finite if the time is not.
    pub fn point_at(&self, t: f64, point: V) -> V::Double {
        self.place(t).apply(point.to_double())
    }

    /// Returns the whole translation of the centre.
    pub fn translation(&self) -> V::Double {
        self.translation
    }

    /// Returns the centre of rotation at the start; 0 without rotation.
    pub fn center(&self) -> V::Double {
        self.center
    }

    /// Returns the whole rotation: the axis times the angle, in radians; in 2D along z.
    ///
    /// ```
    /// use glam::{DVec2, DVec3};
    /// use impinge::sweep::Motion;
    /// let wheel = Motion::linear(DVec2::X * 3.0)?.with_angular_velocity(0.5, DVec2::Y)?;
    /// assert_eq!((wheel.translation(), wheel.center()), (DVec2::X * 3.0, DVec2::Y));
    /// assert_eq!((wheel.rotation_vector(), wheel.angle()), (DVec3::Z * 0.5, 0.5));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn rotation_vector(&self) -> DVec3 {
        DVec3::from_array(self.turn)
    }

    /// Returns the whole angle of rotation, in radians.
    pub fn angle(&self) -> f64 {
        length(self.turn)
    }

    /// Replaces the rotation by one about a centre that moves with the body; see [`AngularVelocity`].
    ///
    /// `center` is the position of the centre at the start.
    ///
    /// # Errors
    /// [`ShapeError`] if a value is not finite.
    pub fn with_angular_velocity(self, by: impl AngularVelocity<V>, center: V) -> Result<Self, ShapeError> {
        ShapeError::finite("center", center)?;
        let turn = by.axis_by_angle();
        match turn.iter().find(|part| !part.is_finite()) {
            Some(part) => Err(ShapeError::NotFinite { field: "turn", value: part.to_string() }),
            None => Ok(self.about(turn, center.to_double())),
        }
    }

    /// The same motion with a rotation about a point. Without rotation there is no centre, which would only
    /// cost digits.
    pub(crate) fn about(self, turn: [f64; 3], center: V::Double) -> Self {
        if length(turn) < MIN_TURN {
            return Motion { turn: [0.0; 3], center: V::Double::ZERO, ..self };
        }
        let turn = turn.map(|part| part.clamp(-MAX_MOTION, MAX_MOTION));
        Motion { turn, center: with_squares(center), ..self }
    }

    /// The pose at a time.
    pub(super) fn place(&self, t: f64) -> Place<V::Double> {
        self.place_by(t, self.angle())
    }

    /// The same, with a known angle.
    pub(super) fn place_by(&self, t: f64, angle: f64) -> Place<V::Double> {
        let columns = if angle == 0.0 { None } else { Some(rotation(self.turn, angle, t)) };
        Place { columns, from: self.center, to: self.center + self.translation * t }
    }
}

fn handy<V: Vector>(vector: V) -> V::Double {
    with_squares(vector.to_double())
}

/// A rotation per unit of time, in radians: a counter-clockwise angle in 2D, an axis whose length is the
/// angle in 3D.
pub trait AngularVelocity<V: Vector>: Copy {
    /// The axis, with the angle as its length; in 2D the third axis.
    #[doc(hidden)]
    fn axis_by_angle(self) -> [f64; 3];
}

impl AngularVelocity<Vec2> for f32 {
    fn axis_by_angle(self) -> [f64; 3] {
        [0.0, 0.0, self.into()]
    }
}

impl AngularVelocity<DVec2> for f64 {
    fn axis_by_angle(self) -> [f64; 3] {
        [0.0, 0.0, self]
    }
}

impl AngularVelocity<Vec3> for Vec3 {
    fn axis_by_angle(self) -> [f64; 3] {
        self.to_f64()
    }
}

impl AngularVelocity<DVec3> for DVec3 {
    fn axis_by_angle(self) -> [f64; 3] {
        self.to_f64()
    }
}

/// Pose of a body: rotated about a point, which is then moved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<D> {
    /// The images of the axes; `None` without rotation.
    pub columns: Option<[[f64; 3]; 3]>,
    pub from: D,
    pub to: D,
}

impl<D: Vector<Scalar = f64, Double = D>> Place<D> {
    /// A fraction of a rotation about a point, which is then moved.
    pub fn turned(turn: [f64; 3], part: f64, from: D, to: D) -> Self {
        let columns = if turn == [0.0; 3] { None } else { Some(rotation(turn, length(turn), part)) };
        Place { columns, from, to }
    }

    /// Rotates a direction.
    pub fn turn(&self, direction: D) -> D {
        let Some(columns) = &self.columns else { return direction };
        let [x, y, z] = direction.to_f64();
        D::from_f64(std::array::from_fn(|i| columns[0][i] * x + columns[1][i] * y + columns[2][i] * z))
    }

    /// Rotates a direction back.
    pub fn turn_back(&self, direction: D) -> D {
        let Some(columns) = &self.columns else { return direction };
        let [x, y, z] = direction.to_f64();
        D::from_f64(std::array::from_fn(|i| columns[i][0] * x + columns[i][1] * y + columns[i][2] * z))
    }

    pub fn apply(&self, point: D) -> D {
        self.turn(point - self.from) + self.to
    }

    pub fn apply_inverse(&self, point: D) -> D {
        self.turn_back(point - self.to) + self.from
    }
}

/// The length of an axis, which is the angle.
pub(crate) fn length(vector: [f64; 3]) -> f64 {
    let largest = vector.iter().fold(0.0, |most: f64, part| most.max(part.abs()));
    // Scaled first, so that squares do not vanish.
    let scale = if largest > 0.0 { largest } else { 1.0 };
    let [x, y, z] = vector.map(|part| part / scale);
    scale * (x * x + y * y + z * z).sqrt()
}

/// The columns of a fraction of a rotation: cos θ · I + sin θ · [k]ₓ + (1 − cos θ) · k kᵀ.
fn rotation(turn: [f64; 3], angle: f64, t: f64) -> [[f64; 3]; 3] {
    let k = turn.map(|part| part / angle);
    let (sine, cosine) = libm::sincos(angle * t);
    // sin²θ / (1 + cos θ) keeps the digits of small angles.
    let rest = if cosine > 0.0 { sine * sine / (1.0 + cosine) } else { 1.0 - cosine };
    std::array::from_fn(|j| {
        std::array::from_fn(|i| {
            let along = rest * k[i] * k[j];
            match (3 + i - j) % 3 {
                0 => cosine + along,
                1 => along + sine * k[(j + 2) % 3],
                _ => along - sine * k[(j + 1) % 3],
            }
        })
    })
}

/// The axis of a rotation, with its angle as length, which is at most π, by the quaternion, whose greatest
/// component is the most precise. Source: Shepperd, "Quaternion from rotation matrix", Journal of Guidance
/// and Control 1, 1978.
fn turn_of(element: &impl Fn(usize, usize) -> f64) -> [f64; 3] {
    let trace = element(0, 0) + element(1, 1) + element(2, 2);
    let greatest = (0..3).max_by(|&i, &j| element(i, i).total_cmp(&element(j, j))).unwrap_or(0);
    let (mut w, mut axis) = (1.0 + trace, [0.0; 3]);
    if trace >= element(greatest, greatest) {
        for (i, part) in axis.iter_mut().enumerate() {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            *part = element(k, j) - element(j, k);
        }
    } else {
        let (i, j, k) = (greatest, (greatest + 1) % 3, (greatest + 2) % 3);
        w = element(k, j) - element(j, k);
        axis[i] = 1.0 + element(i, i) - element(j, j) - element(k, k);
        axis[j] = element(j, i) + element(i, j);
        axis[k] = element(k, i) + element(i, k);
    }
    let size = length(axis);
    if size == 0.0 {
        return [0.0; 3];
    }
    // The angle is twice that of the quaternion; negated where that is more than π.
    let angle = 2.0 * libm::atan2(size, w.abs());
    let scale = if w < 0.0 { -angle / size } else { angle / size };
    axis.map(|part| part * scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_come_back_from_their_rotations() {
        for turn in [
            [0.0, 0.0, 0.0],
            [1e-9, 0.0, -1e-9],
            [0.3, -0.2, 0.9],
            [0.0, 3.1, 0.0],
            [2.0, -2.0, 1.2],
            [-1.7, 0.1, 2.6],
        ] {
            let columns = if turn == [0.0; 3] {
                [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
            } else {
                rotation(turn, length(turn), 1.0)
            };
            let again = turn_of(&|i, j| columns[j][i]);
            let off = length(std::array::from_fn(|i| turn[i] - again[i]));
            assert!(off < 1e-14 + 1e-12 * length(turn), "{turn:?} came back as {again:?}");
        }
    }

    #[test]
    fn a_quarter_turn_takes_x_to_y() {
        let columns = rotation([0.0, 0.0, std::f64::consts::PI], std::f64::consts::PI, 0.5);
        assert!((columns[0][1] - 1.0).abs() < 1e-15 && (columns[1][0] + 1.0).abs() < 1e-15);
    }
}
